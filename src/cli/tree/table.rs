//! A strategy as a table.

use crate::cli::{counted, tables};
use players::{
    notation::Notation,
    tree::{Lengths, TableRow, Tree},
};
use std::io::{self, Write};

/// Prints the totals, the histogram of the lengths of games, and the first rows of the table.
pub fn print(out: &mut impl Write, title: &str, tree: &Tree, notation: Notation, shown: usize) -> io::Result<()> {
    let lengths = tree.lengths();
    let codes = counted(lengths.secrets(), "code");
    let [total, worst] = [lengths.total(), lengths.worst() as u64].map(|guesses| counted(guesses, "guess"));
    let totals = format!("{title}: {codes}, {total}, {:.4} on average, {worst} at the most", lengths.average());
    tables::line(out, &totals, 0)?;
    writeln!(out)?;
    histogram(out, &lengths)?;
    let counts = tree.counts();
    // With one or two consistent codes left, either is an optimal guess.
    let matter = counts.iter().filter(|&&count| count > 2).count();
    if shown > 0 {
        table(out, &tree.table(shown), notation)?;
    }
    match counts.len().saturating_sub(shown) {
        0 => writeln!(out, "{}", counted(counts.len(), "row"))?,
        left => writeln!(out, "{left} more of {}; --rows all shows them", counted(counts.len(), "row"))?,
    }
    writeln!(out, "{} with more than two consistent codes", counted(matter, "situation"))
}

/// How many codes take how many guesses.
fn histogram(out: &mut impl Write, lengths: &Lengths) -> io::Result<()> {
    let width = lengths.secrets().to_string().len().max("codes".len());
    writeln!(out, "guesses  {:>width$}", "codes")?;
    for (guesses, codes) in (1..).zip(lengths.by_guesses()) {
        writeln!(out, "{guesses:>7}  {codes:>width$}")?;
    }
    writeln!(out)
}

/// Prints a row a situation, with the columns that tables of strategies for 4x6 are published with.
fn table(out: &mut impl Write, rows: &[TableRow], notation: Notation) -> io::Result<()> {
    let cells = |row: &TableRow| {
        let games = row.games;
        let [count, total, max] = [games.count, games.total, games.max as u64].map(|figure| figure.to_string());
        [row.history.clone(), notation.code(&row.guess), count, total, games.rounded(), max]
    };
    let header = ["History", "Guess", "Count", "Total", "Avg", "Max"].map(str::to_owned);
    let mut widths = header.each_ref().map(String::len);
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(cells(row)) {
            *width = (*width).max(cell.len());
        }
    }
    let [history, guess, count, total, average, max] = widths;
    for [a, b, c, d, e, f] in std::iter::once(header).chain(rows.iter().map(cells)) {
        writeln!(out, "{a:<history$}  {b:<guess$}  {c:>count$}  {d:>total$}  {e:>average$}  {f:>max$}")?;
    }
    Ok(())
}
