//! Games as text: turn by turn, explained, and compared.

use super::explanation::{Explanation, PlayedGame};
use crate::present::{column_lines, counted, exact_count, fitted, terminal_width, words};
use player_api::FailureKind;
use posterior::{Count, GuessFigures, TurnFigures};
use scsa::Game;
use tournament::{Match, Seed};

pub fn game_text(played: &PlayedGame) -> String {
    let record = &played.transcript.record;
    let (title, number, secret) = (title(&played.match_), record.number, record.secret);
    let mut text = line(&format!("{title}, seed {}, round {number}: the secret is {secret}", played.seed.0));
    text += &played.note.iter().map(|note| line(&format!("note: {note}"))).collect::<String>();
    text += &match &played.explanation {
        Some(explanation) => explained_turns(played, explanation) + &printed(played, |_| true),
        None => turn_lines(played),
    };
    text + &line(&end_text(played))
}

/// A sentence in lines that fit the terminal.
fn line(sentence: &str) -> String {
    fitted(sentence, 0) + "\n"
}

fn turn_lines(played: &PlayedGame) -> String {
    let turns = &played.transcript.turns;
    let width = turns.len().to_string().len();
    let pegs = played.transcript.record.secret.pegs().len().to_string().len();
    let mut text = printed(played, |turn| turn == 0);
    for (number, turn) in (1..).zip(turns) {
        let (guess, black, white) = (turn.guess, turn.feedback.black(), turn.feedback.white());
        text += &format!("  {number:>width$}  {guess}  {black:>pegs$} {white:>pegs$}\n");
        text += &printed(played, |turn| turn == number);
    }
    text + &printed(played, |turn| turn > turns.len())
}

/// The most lines of a turn that are shown of what a player printed.
const MOST_PRINTED: usize = 20;

/// What the player printed at some turns.
pub fn printed(played: &PlayedGame, is_wanted: impl Fn(usize) -> bool) -> String {
    let cause = played.ending().cause();
    // The last line of a bridge is the cause, which is said at the end.
    let of = played.printed.iter().filter(|(turn, line)| is_wanted(*turn) && *line != cause);
    let lines: Vec<&str> = of.map(|(_, line)| &**line).collect();
    let more = lines.len().saturating_sub(MOST_PRINTED);
    // The end of a traceback says most.
    let cut = if more > 0 { format!("    | … {} before\n", counted(more, "line")) } else { String::new() };
    cut + &lines[more..].iter().map(|line| format!("    | {line}\n")).collect::<String>()
}

pub fn title(match_: &Match) -> String {
    format!("{} against {} at {}", match_.player.name(), match_.codemaker.name(), match_.game)
}

pub fn end_text(played: &PlayedGame) -> String {
    let word = match played.ending().kind() {
        None => return format!("win in {}", counted(played.transcript.record.round.guesses, "guess")),
        Some(FailureKind::Guesses) if played.explanation.is_some() => {
            return format!("loss after {}, the limit", counted(played.transcript.turns.len(), "guess"));
        }
        Some(_) => played.ending().word(),
    };
    let place = match (&played.explanation, played.failed_guess()) {
        (None, _) => String::new(),
        (Some(_), Some(number)) => format!(" at guess {number}"),
        (Some(_), None) if played.is_unprepared => " before the first round".to_owned(),
        (Some(_), None) => format!(" after {}", counted(played.transcript.turns.len(), "guess")),
    };
    format!("{word}{place}: {}", words::cause(played.ending()))
}

/// The width of lines where the output is not a terminal and `COLUMNS` is not set.
const WIDTH: usize = 100;
/// What stands for a guess of the reference player that is the guess of the game.
const SAME: &str = "the same";
/// The columns before those of the reference player.
const GUESS: usize = 1;
const EXPECTED: usize = 5;

/// The turns with their figures, what they mean, and how much information the guesses were expected to give.
pub fn explained_turns(played: &PlayedGame, explanation: &Explanation) -> String {
    let Explanation { counted, codes, reference, problem, turns, .. } = explanation;
    let candidates = if *codes == 1.0 { "candidate" } else { "candidates" };
    let mut text = line(&format!("{} {candidates}: {counted}", exact_count(*codes)));
    let note = |problem: &String| line(&format!("note: no guess of {reference}: {problem}"));
    text += &problem.iter().map(note).collect::<String>();
    if turns.is_empty() {
        return text;
    }
    let rows: Vec<TurnRow> =
        (1..).zip(turns).map(|(number, figures)| row(played, explanation, number, figures)).collect();
    let table = table(&rows, explanation);
    let sentences: String = sums(explanation).iter().chain(&waste(turns)).map(|sentence| line(sentence)).collect();
    text + &table + &legend(&table) + &sentences
}

/// The guesses that no player needs: those after the secret was certain but one, those that could not be the secret, and repeated ones.
fn waste(turns: &[TurnFigures]) -> Option<String> {
    let certain = turns.iter().position(|turn| turn.before == Count::Exact(1.0));
    let more = certain.map(|certain| turns.len() - certain).filter(|more| *more > 1);
    let certain = more.zip(certain).map(|(more, certain)| {
        let after = if certain == 0 { "no guess".to_owned() } else { format!("guess {certain}") };
        format!("the secret was certain after {after}; {more} guesses more")
    });
    let open = &turns[..turns.len() - more.unwrap_or(0)];
    let count = |is_waste: fn(&&TurnFigures) -> bool, what: &str| {
        let number = open.iter().filter(is_waste).count();
        (number > 0).then(|| format!("{} {what}", counted(number, "guess")))
    };
    let impossible = count(|turn| turn.repeats.is_none() && !turn.guess.is_candidate, "could not be the secret");
    let repeated = count(|turn| turn.repeats.is_some(), "repeated an earlier one");
    let parts: Vec<String> = [certain, impossible, repeated].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

struct TurnRow {
    cells: Vec<String>,
    reference: [String; 2],
}

fn row(played: &PlayedGame, explanation: &Explanation, number: usize, figures: &TurnFigures) -> TurnRow {
    let turn = &played.transcript.turns[number - 1];
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
        cells.push(bits(played.transcript.times.get(number - 1).map(|time| 1000.0 * time.as_secs_f64())));
    }
    let reference = match &figures.reference {
        None => ["–".to_owned(), String::new()],
        Some(reference) if reference.guess == figures.guess.guess => [SAME.to_owned(), String::new()],
        Some(reference) => [marked(reference, false), bits(reference.expected)],
    };
    TurnRow { cells, reference }
}

fn marked(guess: &GuessFigures, is_repeated: bool) -> String {
    let mark = if is_repeated { "=" } else { "!" };
    format!("{}{}", guess.guess, if is_repeated || !guess.is_candidate { mark } else { "" })
}

/// The rows in columns. The guess of the reference player is at the end of the line, or below the guess if the line would be too long.
fn table(rows: &[TurnRow], explanation: &Explanation) -> String {
    let mut cells = ["", "guess", "b", "w", "left", "expected", "got"].map(str::to_owned).to_vec();
    cells.extend(explanation.has_times.then(|| "CPU ms".to_owned()));
    let header = TurnRow { cells, reference: [explanation.reference.clone(), "expected".to_owned()] };
    let all = || std::iter::once(&header).chain(rows);
    let beside: Vec<Vec<String>> = all().map(|row| [&row.cells[..], &row.reference].concat()).collect();
    let mut lines = column_lines(&beside, &[GUESS, header.cells.len()]);
    let longest = lines.iter().map(|line| 2 + line.chars().count()).max().unwrap_or(0);
    let is_below = longest > terminal_width().unwrap_or(WIDTH);
    if is_below {
        let both = |row: &TurnRow| {
            let mut below = vec![String::new(); row.cells.len()];
            [below[GUESS], below[EXPECTED]] = row.reference.clone();
            let below = Some(below).filter(|_| row.reference[0] != SAME);
            [row.cells.clone()].into_iter().chain(below)
        };
        lines = column_lines(&all().flat_map(both).collect::<Vec<_>>(), &[GUESS]);
    }
    let mut text: String = lines.iter().map(|line| format!("  {line}\n")).collect();
    if is_below && rows.iter().any(|row| row.reference[0] == SAME) {
        text += &line(&format!("a guess without a second line is also that of {}", explanation.reference));
    }
    text
}

fn legend(table: &str) -> String {
    let marks = [
        (MANY, "candidates are left: a lower bound, because they are too many to count"),
        ("!", "the guess cannot be the secret: it contradicts feedback, or the codemaker cannot make it"),
        ("=", "the same guess as before"),
        (" ?", "not known"),
    ];
    let used = marks.into_iter().filter(|(mark, _)| table.contains(mark));
    used.map(|(mark, meaning)| fitted(&format!("{} {meaning}", mark.trim_start()), 2) + "\n").collect()
}

/// How much information the guesses were expected to give, and those of the reference player at the same turns.
fn sums(explanation: &Explanation) -> Option<String> {
    let sum = |of: &dyn Fn(&TurnFigures) -> Option<f64>| explanation.turns.iter().map(of).sum::<Option<f64>>();
    let own = sum(&|turn| turn.guess.expected)?;
    let (name, reference) = (&explanation.reference, sum(&|turn| turn.reference?.expected));
    let reference =
        reference.map(|reference| format!("; of the guesses of {name} at the same turns: {reference:.2} bits"));
    Some(format!("expected of all guesses: {own:.2} bits{}", reference.unwrap_or_default()))
}

/// Compares the games of the first player with those of every other player in the same round. Empty for a single player.
pub fn comparisons(games: &[PlayedGame]) -> String {
    fn round(played: &PlayedGame) -> (&str, Game, Seed, u64) {
        (played.match_.codemaker.name(), played.match_.game, played.seed, played.transcript.record.number)
    }
    let compared = games.iter().enumerate().filter_map(|(index, played)| {
        let is_other =
            |one: &&PlayedGame| round(one) == round(played) && one.match_.player.name() != played.match_.player.name();
        games[..index].iter().find(is_other).map(|first| comparison(first, played))
    });
    compared.collect()
}

/// A line that says where the games part, and one for each of them.
fn comparison(one: &PlayedGame, other: &PlayedGame) -> String {
    let (name, other_name) = (one.match_.player.name(), other.match_.player.name());
    let (turns, other_turns) = (&one.transcript.turns, &other.transcript.turns);
    let same = turns.iter().zip(other_turns).take_while(|(a, b)| a.guess == b.guess).count();
    let is_same = same == turns.len() && same == other_turns.len();
    let mut text = match is_same {
        true => format!("{name} and {other_name} make the same guesses\n"),
        false => format!("{name} and {other_name} part at guess {}\n", same + 1),
    };
    let width = name.chars().count().max(other_name.chars().count());
    for played in [one, other] {
        let guess = if is_same { String::new() } else { guess(played, same) + ", " };
        text += &format!("  {:<width$}  {guess}{}\n", played.match_.player.name(), end_text(played));
    }
    text
}

/// The guess after that many turns, with its expected information.
fn guess(played: &PlayedGame, turns: usize) -> String {
    let Some(turn) = played.transcript.turns.get(turns) else { return "no guess".to_owned() };
    let figures = played.explanation.as_ref().and_then(|explanation| explanation.turns.get(turns));
    match figures.and_then(|figures| figures.guess.expected) {
        Some(expected) => format!("{} ({} bits expected)", turn.guess, bits(Some(expected))),
        None => turn.guess.to_string(),
    }
}

const UNKNOWN: &str = "?";
/// What stands for a number of codes of which only a lower bound is known.
const MANY: &str = ">4 million";

/// A number of codes: `1296`, `1.00e8`, `>4 million` or `?`.
fn count(number: Count) -> String {
    match number {
        Count::Exact(number) => exact_count(number),
        Count::Many => MANY.to_owned(),
        Count::Unknown => UNKNOWN.to_owned(),
    }
}

/// A number with two decimals, such as that of bits.
fn bits(value: Option<f64>) -> String {
    value.map_or_else(|| UNKNOWN.to_owned(), |value| format!("{value:.2}"))
}
