//! Two strategies side by side.

use crate::cli::{counted, tables};
use players::{
    notation::Notation,
    tree::{LengthDifference, Lengths, Tree},
};
use std::{
    cmp::Ordering,
    io::{self, Write},
};

/// How many secrets are named of each difference.
const EXAMPLES: usize = 5;

/// Prints the game, both totals and histograms, on how many secrets each is shorter and by how much.
pub fn print(out: &mut impl Write, game: &str, sides: [(&str, &Tree); 2], notation: Notation) -> io::Result<()> {
    let [(name, tree), (other_name, other)] = sides;
    let codes = counted(tree.lengths().secrets(), "code");
    tables::line(out, &format!("{name} against {other_name} at {game}, {codes}"), 0)?;
    writeln!(out)?;
    totals(out, sides)?;
    let differences = tree.against(other, EXAMPLES);
    let secrets = |wanted: Ordering| -> u64 {
        let steps = differences.iter().filter(|step| step.guesses.cmp(&0) == wanted);
        steps.map(|step| step.secrets).sum()
    };
    let (shorter, equal, longer) = (secrets(Ordering::Less), secrets(Ordering::Equal), secrets(Ordering::Greater));
    let shorter = counted(shorter, "code");
    writeln!(out)?;
    let sums = format!(
        "{name} is shorter on {shorter}, {other_name} on {longer}; they take the same number of guesses on {equal}"
    );
    tables::line(out, &sums, 0)?;
    writeln!(out)?;
    table(out, name, other_name, &differences, notation)
}

/// The totals and the histograms, a column each.
fn totals(out: &mut impl Write, sides: [(&str, &Tree); 2]) -> io::Result<()> {
    let lengths = sides.map(|(_, tree)| tree.lengths());
    let [a, b] = sides.map(|(name, _)| name);
    let most = lengths.each_ref().map(Lengths::worst).into_iter().max().unwrap_or(0);
    let mut rows = vec![
        ("guesses".to_owned(), lengths.each_ref().map(|one| one.total().to_string())),
        ("on average".to_owned(), lengths.each_ref().map(|one| format!("{:.4}", one.average()))),
        ("at the most".to_owned(), lengths.each_ref().map(|one| one.worst().to_string())),
    ];
    for guesses in 1..=most {
        let codes = lengths.each_ref().map(|one| one.by_guesses().get(guesses - 1).copied().unwrap_or(0).to_string());
        rows.push((format!("codes in {guesses}"), codes));
    }
    let label = rows.iter().map(|(what, _)| what.len()).max().unwrap_or(0);
    // A figure has at most eight digits.
    let [wide_a, wide_b] = [a, b].map(|name| name.chars().count().max(8));
    writeln!(out, "{:label$}  {a:>wide_a$}  {b:>wide_b$}", "")?;
    for (what, [a, b]) in rows {
        writeln!(out, "{what:label$}  {a:>wide_a$}  {b:>wide_b$}")?;
    }
    Ok(())
}

/// The secrets by how much a strategy is shorter or longer.
fn table(
    out: &mut impl Write,
    name: &str,
    other: &str,
    differences: &[LengthDifference],
    notation: Notation,
) -> io::Result<()> {
    let tell = |step: &LengthDifference| match step.guesses {
        0 => "equal".to_owned(),
        guesses if guesses < 0 => format!("{name} by {}", -guesses),
        guesses => format!("{other} by {guesses}"),
    };
    let label = differences.iter().map(|step| tell(step).chars().count()).max().unwrap_or(0).max("shorter".len());
    let width = differences.iter().map(|step| step.secrets.to_string().len()).max().unwrap_or(0).max("codes".len());
    writeln!(out, "{:label$}  {:>width$}  such as", "shorter", "codes")?;
    for step in differences {
        let examples: Vec<String> = step.examples.iter().map(|code| notation.code(code)).collect();
        writeln!(out, "{:label$}  {:>width$}  {}", tell(step), step.secrets, examples.join(" "))?;
    }
    Ok(())
}
