//! Tables and paragraphs for a terminal.

use super::words::{cause, counted};
use crate::failure::Failure;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, Width, presets};
use console::Alignment;
use inference::ModelWeight;
use player_api::{Ending, FailureKind};
use scsa::Game;
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use tournament::compare::{CONFIDENCE, Estimate, Interval};
use tournament::{Match, RoundRecord, RoundRow, files};

/// The first of the rounds that a player did not win for one kind of reason.
#[derive(Clone, Debug)]
pub struct FailureExample {
    pub player: String,
    /// Where it occurred first: the codemaker, the game and the round.
    pub first: String,
    pub cause: String,
    pub rounds: u64,
    kind: FailureKind,
}

#[derive(Clone, Debug, Default)]
pub struct FailureExamples(pub Vec<FailureExample>);

impl FailureExamples {
    pub fn count(&mut self, match_: &Match, record: &RoundRecord) {
        self.add(match_.player.name(), match_.codemaker.name(), match_.game, record.number, &record.round.ending);
    }

    pub fn read(&mut self, folder: &Path, game: Option<Game>) -> Result<(), Failure> {
        let path = folder.join(files::ROUNDS);
        if !folder_files::exists(&path) {
            return Ok(());
        }
        let mut count = |row: &RoundRow| {
            if let Some(ending) = row.ending().filter(|_| game.is_none_or(|game| game == row.game)) {
                self.add(row.player.0, row.scsa.0, row.game, row.round, &ending);
            }
        };
        files::visit_rounds(&path, &mut count).map_err(|e| Failure::unread(&e, &e))
    }

    /// Counts a round, unless it was won or its guesses ran out.
    fn add(&mut self, player: &str, codemaker: &str, game: Game, number: u64, ending: &Ending) {
        let Some(kind) = ending.kind().filter(|kind| *kind != FailureKind::Guesses) else { return };
        match self.0.iter_mut().rev().find(|known| known.kind == kind && known.player == player) {
            Some(known) => known.rounds += 1,
            None => self.0.push(FailureExample {
                player: player.to_owned(),
                first: format!("{codemaker} at {game}, round {number}"),
                cause: cause(ending),
                rounds: 1,
                kind,
            }),
        }
    }
}

/// The width of tables where the output is not a terminal and `COLUMNS` is not set.
const WIDTH: usize = 120;
/// A narrower terminal has one column less between two columns of a table.
const ROOMY: usize = 100;
/// The most that stands around the content of a cell, and the least width of a number.
pub const MARGIN: usize = 3;
const NARROWEST: usize = 7;
/// The least width of the sentences beside names.
const NARROWEST_SENTENCE: usize = 24;
/// How many rules of a codemaker are shown, and how heavy they must be.
const MOST_RULES: usize = 10;
const LEAST_WEIGHT: f64 = 0.005;

/// The width of the terminal in columns: the variable `COLUMNS`, or what the terminal says; none elsewhere.
pub fn terminal_width() -> Option<usize> {
    let variable = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok()).filter(|columns| *columns > 0);
    variable.or_else(|| console::Term::stdout().size_checked().map(|(_, columns)| usize::from(columns)))
}

/// The width of what stands around the content of a cell.
pub fn margin() -> usize {
    if width() >= ROOMY { MARGIN } else { MARGIN - 1 }
}

pub fn width() -> usize {
    terminal_width().unwrap_or(WIDTH)
}

/// A value with half the width of its interval: `12.3 ± 0.4`.
pub fn with_half_width(value: f64, interval: Option<Interval>, decimals: usize) -> String {
    let half = interval.map(|interval| interval.half_width());
    half.map_or_else(|| format!("{value:.decimals$}"), |half| format!("{value:.decimals$} ± {half:.decimals$}"))
}

/// An estimated mean with half the width of its interval.
pub fn estimated(estimate: &Estimate, decimals: usize) -> String {
    with_half_width(estimate.mean, estimate.interval(CONFIDENCE), decimals)
}

/// The same of bounds that may be known. A value that is not known is a dash.
pub fn with_bounds(value: Option<f64>, bounds: [Option<f64>; 2], decimals: usize) -> String {
    let interval = bounds[0].zip(bounds[1]).map(|(low, high)| Interval { low, high });
    value.map_or_else(dash, |value| with_half_width(value, interval, decimals))
}

/// A difference with its sign and half the width of its interval: `+12.3 ± 0.4`.
pub fn with_sign(difference: &Estimate) -> String {
    let sign = if difference.mean >= 0.0 { "+" } else { "" };
    format!("{sign}{}", estimated(difference, 1))
}

/// A text in lines that fit the terminal, of which all but the first are indented.
pub fn paragraph(out: &mut impl Write, text: &str, indent: usize) -> io::Result<()> {
    writeln!(out, "{}", wrapped(text, width(), indent))
}

/// A text that is one line, unless it does not fit the terminal: then all lines but the first are indented.
pub fn line(out: &mut impl Write, text: &str, indent: usize) -> io::Result<()> {
    writeln!(out, "{}", fitted(text, indent))
}

pub fn fitted(text: &str, indent: usize) -> String {
    terminal_width().map_or_else(|| text.to_owned(), |columns| wrapped(text, columns, indent))
}

/// Names, each with a sentence, in two columns. On a terminal sentences are wrapped at its width.
pub fn entries(out: &mut impl Write, entries: &[(String, String)]) -> io::Result<()> {
    let width = entries.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let margin = width + 4;
    for (name, sentence) in entries {
        let entry = format!("  {name:<width$}  {sentence}");
        let columns = terminal_width().unwrap_or(usize::MAX).max(margin + NARROWEST_SENTENCE);
        writeln!(out, "{}", wrapped(&entry, columns, margin))?;
    }
    Ok(())
}

/// A text in lines of at most that many columns, which break between words only. All but the first are indented. A command between
/// backticks is kept whole, so that it can be copied.
fn wrapped(text: &str, columns: usize, indent: usize) -> String {
    const KEPT: &str = "\u{1}";
    let mut parts: Vec<String> = text.split('`').map(str::to_owned).collect();
    let last = parts.len() - 1;
    parts[..last].iter_mut().skip(1).step_by(2).for_each(|command| *command = command.replace(' ', KEPT));
    let text = parts.join("`");
    let indent = " ".repeat(indent);
    // Names with hyphens are kept whole.
    let options = textwrap::Options::new(columns)
        .subsequent_indent(&indent)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .break_words(false);
    textwrap::fill(&text, options).replace(KEPT, " ")
}

/// What went wrong in a tournament: for each player and kind of failure the first round.
pub fn failures(out: &mut impl Write, failures: &[FailureExample]) -> io::Result<()> {
    let title_of = |row: &FailureExample| match row.kind {
        FailureKind::Time => "Rounds lost by time",
        FailureKind::GivenUp => "Rounds given up",
        _ => "Failed rounds",
    };
    for title in ["Failed rounds", "Rounds lost by time", "Rounds given up"] {
        let mut rows = failures.iter().filter(|row| title_of(row) == title).peekable();
        if rows.peek().is_some() {
            writeln!(out, "\n{title}")?;
        }
        for FailureExample { player, first, cause, rounds, kind } in rows {
            let cause = if *kind == FailureKind::GivenUp { String::new() } else { format!(": {cause}") };
            line(out, &format!("  {player}: {}, first against {first}{cause}", counted(*rounds, "round")), 4)?;
        }
    }
    Ok(())
}

/// The rules that a codemaker may follow, the heaviest first; those that hardly count only in number.
pub fn rules(out: &mut impl Write, rules: &[ModelWeight]) -> io::Result<()> {
    let mut table = table(&[1, 2], ["weight", "family", "rule"]);
    let heavy = rules.iter().take(MOST_RULES).take_while(|rule| rule.weight >= LEAST_WEIGHT).count();
    let percent = |weight: f64| format!("{:.1} %", weight * 100.0);
    for rule in &rules[..heavy] {
        table.add_row([percent(rule.weight), rule.name.to_owned(), rule.description.clone()]);
    }
    let others = &rules[heavy..];
    if !others.is_empty() {
        let weight = others.iter().map(|rule| rule.weight).sum();
        table.add_row([percent(weight), String::new(), counted(others.len(), "other rule")]);
    }
    keep_words(&mut table);
    writeln!(out, "{table}")
}

pub fn blocks(widths: &[usize], names: usize) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    let (mut start, mut used) = (0, names + MARGIN);
    for (place, content) in widths.iter().enumerate() {
        let needed = content.max(&NARROWEST) + MARGIN;
        if used + needed > width() && place > start {
            blocks.push(start..place);
            (start, used) = (place, names + MARGIN);
        }
        used += needed;
    }
    blocks.push(start..widths.len());
    blocks
}

pub fn table<'a>(texts: &[usize], header: impl IntoIterator<Item = &'a str>) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::UTF8_BORDERS_ONLY)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(u16::try_from(width()).unwrap_or(u16::MAX))
        .set_header(header);
    for (number, column) in table.column_iter_mut().enumerate() {
        column.set_padding((u16::from(number == 0 || width() >= ROOMY), 1));
        if !texts.contains(&number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// Makes columns at least as wide as their longest words, so that no word is broken: a table whose words do not fit the terminal is wider.
pub fn keep_words(table: &mut Table) {
    let columns = table.column_count();
    let width = |column: usize| {
        let cells = table.column_cells_with_header_iter(column).flatten();
        let words = cells.map(|cell| cell.content().split_whitespace().map(console::measure_text_width).max());
        words.flatten().max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for (column, width) in table.column_iter_mut().zip(widths) {
        let least = u16::try_from(width).unwrap_or(u16::MAX).saturating_add(column.padding_width());
        column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(least)));
    }
}

/// Prints rows of cells in columns with two blanks between them: those of texts to the left, the others to the right.
pub fn columns(out: &mut impl Write, rows: &[impl AsRef<[String]>], texts: &[usize]) -> io::Result<()> {
    column_lines(rows, texts).iter().try_for_each(|line| writeln!(out, "{line}"))
}

pub fn column_lines(rows: &[impl AsRef<[String]>], texts: &[usize]) -> Vec<String> {
    let columns = rows.first().map_or(0, |row| row.as_ref().len());
    let width = |column: usize| rows.iter().map(|row| console::measure_text_width(&row.as_ref()[column])).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let padded = |(column, cell): (usize, &String)| {
        let side = if texts.contains(&column) { Alignment::Left } else { Alignment::Right };
        console::pad_str(cell, widths[column], side, None).into_owned()
    };
    let line = |row: &[String]| row.iter().enumerate().map(padded).collect::<Vec<_>>().join("  ");
    rows.iter().map(|row| line(row.as_ref()).trim_end().to_owned()).collect()
}

pub fn dash() -> String {
    "–".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_wrapped_between_words() {
        assert_eq!(wrapped("every peg: A, B, … in turn", 9, 0), "every\npeg: A,\nB, … in\nturn");
        assert_eq!(wrapped("  an extraordinary two-color peg", 9, 2), "  an\n  extraordinary\n  two-color\n  peg");
        assert_eq!(wrapped("  two    pegs  ", usize::MAX, 4), "  two    pegs");
        assert_eq!(wrapped("one\ntwo three", 5, 0), "one\ntwo\nthree");
        assert_eq!(wrapped("see `arena list` or `arena man`", 9, 0), "see\n`arena list`\nor\n`arena man`");
    }
}
