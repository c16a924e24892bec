//! `arena list`

use crate::{
    failure::Failure,
    present::{output::stdout, tables},
};
use player_api::{Knowledge, registry::Entry};
use std::io::{self, Write};
use tournament::{Codemaker, Registry};

/// The arguments of `arena list`: none.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena list
  arena list | grep color")]
pub struct ListCommand {}

impl ListCommand {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let mut out = stdout();
        let (needing, faulty): (Vec<&Entry>, Vec<&Entry>) =
            registry.players.others().iter().partition(|entry| entry.requires_parameter());
        section(&mut out, "Players (--players):", players(registry.players.competitors()))?;
        section(&mut out, "\nPlayers that need a parameter, not included in `all`:", players(needing))?;
        section(&mut out, "\nPlayers that break the rules on purpose, not included in `all`:", players(faulty))?;
        let file = format!("{}FILE", Codemaker::FILE_PREFIX);
        let file = (file, "the codes of a file in order, one a line, such as ABCA".to_owned());
        section(&mut out, "\nSCSAs (--scsa):", codemakers(registry.codemakers.contest()).chain([file]))?;
        let title = "\nSCSAs as the rules of 2024 have them, not included in `all`:";
        section(&mut out, title, codemakers(registry.codemakers.variants()))?;
        Ok(())
    }
}

/// Prints names, each with a sentence, below a title.
fn section(out: &mut impl Write, title: &str, lines: impl Iterator<Item = (String, String)>) -> io::Result<()> {
    tables::line(out, title, 0)?;
    tables::entries(out, &lines.collect::<Vec<_>>())
}

fn codemakers(codemakers: &[Codemaker]) -> impl Iterator<Item = (String, String)> {
    codemakers.iter().filter_map(|codemaker| {
        let Codemaker::Rule { scsa, .. } = codemaker else { return None };
        let (name, summary) = (scsa.name().to_owned(), scsa.summary());
        Some(match scsa.needs() {
            "any size" => (name, summary.to_owned()),
            needs => (name, format!("{summary} (needs {needs})")),
        })
    })
}

fn players<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> impl Iterator<Item = (String, String)> {
    entries.into_iter().map(|entry| {
        let learns = if entry.learns(&Knowledge::Nothing) { " (learns from round to round)" } else { "" };
        (entry.usage(), format!("{}{learns}", entry.summary()))
    })
}
