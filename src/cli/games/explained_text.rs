//! The turns of an explained game as text.

use super::{
    explanation::Explanation,
    figures::{MANY, UNKNOWN, bits, count, exact_count},
    played::PlayedGame,
};
use crate::cli::tables::{fitted, terminal_width};
use posterior::{GuessFigures, TurnFigures};
use std::{fmt::Write as _, time::Duration};

/// The width of lines where the output is not a terminal and `COLUMNS` is not set.
const WIDTH: usize = 100;
/// What stands after a guess that is no candidate, and after one that was made before.
const NO_CANDIDATE: char = '!';
const REPEATED: char = '=';
/// What stands for a guess of the reference player that is the guess of the game.
const SAME: &str = "the same";
/// The columns before those of the reference player.
const GUESS: usize = 1;
const EXPECTED: usize = 5;

/// The turns with their figures, what they mean, and how much information the guesses were expected to give.
pub fn turns(game: &PlayedGame, explanation: &Explanation) -> String {
    let Explanation { counted, codes, reference, problem, turns, .. } = explanation;
    let candidates = if *codes == 1.0 { "candidate" } else { "candidates" };
    let mut text = fitted(&format!("{} {candidates}: {counted}", exact_count(*codes)), 0) + "\n";
    // Writing into memory does not fail, here and below.
    if let Some(problem) = problem {
        let _ = writeln!(text, "{}", fitted(&format!("note: no guess of {reference}: {problem}"), 0));
    }
    if turns.is_empty() {
        return text;
    }
    let rows: Vec<TurnRow> =
        (1..).zip(turns).map(|(number, figures)| row(game, explanation, number, figures)).collect();
    let table = table(&rows, explanation);
    text.push_str(&table);
    text.push_str(&legend(&table));
    if let Some(sentence) = sums(explanation) {
        let _ = writeln!(text, "{}", fitted(&sentence, 0));
    }
    text
}

/// The cells of a turn, and those of the guess of the reference player.
struct TurnRow {
    cells: Vec<String>,
    reference: [String; 2],
}

fn header(explanation: &Explanation) -> TurnRow {
    let mut cells = ["", "guess", "b", "w", "left", "expected", "got"].map(str::to_owned).to_vec();
    if explanation.has_times {
        cells.push("CPU ms".to_owned());
    }
    TurnRow { cells, reference: [explanation.reference.clone(), "expected".to_owned()] }
}

fn row(game: &PlayedGame, explanation: &Explanation, number: usize, figures: &TurnFigures) -> TurnRow {
    let turn = &game.transcript.turns[number - 1];
    let mut cells = vec![
        number.to_string(),
        marked(&figures.guess, figures.repeats.is_some()),
        turn.feedback.black().to_string(),
        turn.feedback.white().to_string(),
        count(figures.after),
        bits(figures.guess.expected),
        bits(figures.information),
    ];
    if explanation.has_times {
        let time = game.transcript.times.get(number - 1);
        cells.push(time.map_or_else(|| UNKNOWN.to_owned(), milliseconds));
    }
    let reference = match &figures.reference {
        None => ["–".to_owned(), String::new()],
        Some(reference) if reference.guess == figures.guess.guess => [SAME.to_owned(), String::new()],
        Some(reference) => [marked(reference, false), bits(reference.expected)],
    };
    TurnRow { cells, reference }
}

fn marked(guess: &GuessFigures, is_repeated: bool) -> String {
    let mut text = guess.guess.to_string();
    if is_repeated {
        text.push(REPEATED);
    } else if !guess.is_candidate {
        text.push(NO_CANDIDATE);
    }
    text
}

fn milliseconds(time: &Duration) -> String {
    format!("{:.2}", 1000.0 * time.as_secs_f64())
}

/// The rows in columns. The guess of the reference player is at the end of the line, or below the guess if the line would be too long.
fn table(rows: &[TurnRow], explanation: &Explanation) -> String {
    let header = header(explanation);
    let all = || std::iter::once(&header).chain(rows);
    let width = |cell: &dyn Fn(&TurnRow) -> &str| all().map(|row| cell(row).chars().count()).max().unwrap_or(0);
    let mut widths: Vec<usize> = (0..header.cells.len()).map(|column| width(&|row| &row.cells[column])).collect();
    let of_reference = [0, 1].map(|column| width(&|row| &row.reference[column]));
    let line: usize = widths.iter().chain(&of_reference).map(|width| 2 + width).sum();
    let is_below = line > terminal_width().unwrap_or(WIDTH);
    if is_below {
        widths[GUESS] = widths[GUESS].max(of_reference[0]);
        widths[EXPECTED] = widths[EXPECTED].max(of_reference[1]);
    }
    let (mut text, mut has_same) = (String::new(), false);
    for row in all() {
        let mut line = aligned(row.cells.iter().map(String::as_str), &widths);
        let [guess, expected] = &row.reference;
        if is_below && row.reference[0] == SAME {
            has_same = true;
        } else if is_below {
            let mut cells = vec![""; widths.len()];
            (cells[GUESS], cells[EXPECTED]) = (guess, expected);
            let below = aligned(cells.into_iter(), &widths);
            line = format!("{}\n{below}", line.trim_end());
        } else {
            let _ = write!(line, "  {guess:<0$}  {expected:>1$}", of_reference[0], of_reference[1]);
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if has_same {
        let legend = format!("a guess without a second line is also that of {}", explanation.reference);
        let _ = writeln!(text, "{}", fitted(&legend, 0));
    }
    text
}

/// The cells in columns of these widths: guesses to the left, numbers to the right.
fn aligned<'a>(cells: impl Iterator<Item = &'a str>, widths: &[usize]) -> String {
    let mut line = String::new();
    for (column, (cell, width)) in cells.zip(widths).enumerate() {
        let _ = if column == GUESS { write!(line, "  {cell:<width$}") } else { write!(line, "  {cell:>width$}") };
    }
    line
}

/// What the marks mean that occur in a table.
fn legend(table: &str) -> String {
    let mut legend = String::new();
    for (mark, meaning) in [
        (MANY, "candidates are left: a lower bound, because they are too many to count"),
        ("!", "no candidate: the guess cannot be the secret"),
        ("=", "the same guess as before"),
        (" ?", "not known"),
    ] {
        if table.contains(mark) {
            let _ = writeln!(legend, "{} {meaning}", mark.trim_start());
        }
    }
    legend
}

/// How much information the guesses were expected to give, and those of the reference player at the same turns.
fn sums(explanation: &Explanation) -> Option<String> {
    let sum = |of: &dyn Fn(&TurnFigures) -> Option<f64>| explanation.turns.iter().map(of).sum::<Option<f64>>();
    let own = sum(&|turn| turn.guess.expected)?;
    let own = bits(Some(own));
    Some(match sum(&|turn| turn.reference?.expected) {
        Some(reference) => format!(
            "expected of all guesses: {own} bits; of the guesses of {} at the same turns: {} bits",
            explanation.reference,
            bits(Some(reference))
        ),
        None => format!("expected of all guesses: {own} bits"),
    })
}
