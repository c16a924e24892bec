//! `arena list`

use super::Failure;
use arena::Codemaker;
use players::{Entry, Knowledge};
use scsa::{Scsa, algorithms};
use std::io::{self, Write};

/// The fewest columns that sentences get, in however narrow a terminal.
const NARROWEST: usize = 24;

/// What `arena list` takes: nothing.
#[derive(Debug, clap::Args)]
pub struct List {}

impl List {
    pub fn run(&self) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        section(&mut out, "Players (--players):", players(players::ROSTER))?;
        section(&mut out, "\nPlayers that need a setting, not meant by `all`:", players(players::FROM_FILES))?;
        let title = "\nPlayers that break the rules on purpose, not meant by `all`:";
        section(&mut out, title, players(players::FAULTY))?;
        let file = format!("{}FILE", Codemaker::FILE_PREFIX);
        let file = (file, "the codes of a file in order, one a line, such as ABCA".to_owned());
        section(&mut out, "\nSCSAs (--scsa):", codemakers(algorithms::all()).chain([file]))?;
        let title = "\nSCSAs as the rules of 2024 have them, not meant by `all`:";
        section(&mut out, title, codemakers(algorithms::COURSE_2024.iter().copied()))?;
        Ok(())
    }
}

/// Names, each with a sentence, in two columns: on a terminal within its width, elsewhere a line each.
fn section(out: &mut impl Write, title: &str, lines: impl Iterator<Item = (String, String)>) -> io::Result<()> {
    let lines: Vec<_> = lines.collect();
    let width = lines.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let margin = width + 4;
    let columns = console::Term::stdout().size_checked().map_or(usize::MAX, |(_, columns)| usize::from(columns));
    let room = columns.saturating_sub(margin).max(NARROWEST);
    writeln!(out, "{title}")?;
    for (name, sentence) in &lines {
        let sentence = folded(sentence, room).join(&format!("\n{:margin$}", ""));
        writeln!(out, "  {name:<width$}  {sentence}")?;
    }
    Ok(())
}

/// A sentence in lines of so many letters at the most, but for longer words.
fn folded(sentence: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in sentence.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn codemakers(scsas: impl Iterator<Item = &'static dyn Scsa>) -> impl Iterator<Item = (String, String)> {
    scsas.map(|scsa| {
        let (name, summary) = (scsa.name().to_owned(), scsa.summary());
        match scsa.needs() {
            "any size" => (name, summary.to_owned()),
            needs => (name, format!("{summary} (needs {needs})")),
        }
    })
}

fn players(entries: &[Entry]) -> impl Iterator<Item = (String, String)> {
    entries.iter().map(|entry| {
        let learns = if entry.learns(&Knowledge::Nothing) { " (learns from round to round)" } else { "" };
        (entry.usage(), format!("{}{learns}", entry.summary()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_folded_between_words() {
        assert_eq!(folded("every peg: A, B, … in turn", 9), ["every", "peg: A,", "B, … in", "turn"]);
        assert_eq!(folded("an extraordinary peg", 6), ["an", "extraordinary", "peg"]);
        assert_eq!(folded("every peg", usize::MAX), ["every peg"]);
    }
}
