//! The report of games, as text or as JSON.

use super::explanation::{Explanation, PlayedGame};
use super::text::{self, comparisons};
use crate::present::{fitted, words};
use player_api::FailureKind;
use posterior::{Count, GuessFigures, TurnFigures};
use scsa::Turn;
use serde::Serialize;
use serde_json::Number;
use std::io::{self, Write};
use std::time::Duration;
use tournament::{Match, Seed};

/// The format of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum GameFormat {
    /// For people
    #[default]
    Text,
    /// For programs: one document
    Json,
}

/// Prints games: as text when they are played, with a blank line between two blocks; or all at the end as JSON.
pub struct GamesReport<W> {
    out: W,
    format: GameFormat,
    is_first: bool,
    documents: Vec<GameJson>,
    explained: Vec<PlayedGame>,
}

impl<W: Write> GamesReport<W> {
    pub const fn new(out: W, format: GameFormat) -> GamesReport<W> {
        GamesReport { out, format, is_first: true, documents: Vec::new(), explained: Vec::new() }
    }

    pub fn played(&mut self, played: PlayedGame) -> io::Result<()> {
        if self.format == GameFormat::Json {
            self.documents.push(GameJson::from(&played));
            return Ok(());
        }
        self.block(&text::game_text(&played))?;
        self.explained.extend(Some(played).filter(|played| played.explanation.is_some()));
        Ok(())
    }

    pub fn unsupported(&mut self, match_: &Match, seed: Seed, reason: &str) -> io::Result<()> {
        if self.format == GameFormat::Text {
            return self.block(&(fitted(&format!("{}: not played, {reason}", text::title(match_)), 0) + "\n"));
        }
        let cause = Some(reason.to_owned());
        self.documents.push(GameJson { cause, ..GameJson::new(match_, seed, "unsupported") });
        Ok(())
    }

    pub fn finish(mut self) -> io::Result<()> {
        if self.format == GameFormat::Json {
            serde_json::to_writer_pretty(&mut self.out, &self.documents)?;
            return writeln!(self.out);
        }
        let text = comparisons(&self.explained);
        if text.is_empty() { Ok(()) } else { self.block(&text) }
    }

    fn block(&mut self, block: &str) -> io::Result<()> {
        if !std::mem::take(&mut self.is_first) {
            writeln!(self.out)?;
        }
        self.out.write_all(block.as_bytes())?;
        self.out.flush()
    }
}

/// An exact number below this is written as a whole number if it is one: 2^53.
const WHOLE: f64 = 9_007_199_254_740_992.0;

#[derive(Debug, Default, Serialize)]
pub struct GameJson {
    player: String,
    scsa: String,
    game: String,
    seed: u64,
    round: Option<u64>,
    secret: Option<String>,
    outcome: &'static str,
    /// Why it was not won, as one of the words of `failure` in `rounds.csv`.
    failure: Option<&'static str>,
    cause: Option<String>,
    guesses: usize,
    failed_guess: Option<usize>,
    note: Option<String>,
    counted: Option<String>,
    candidates: Option<Number>,
    reference: Option<String>,
    reference_problem: Option<String>,
    turns: Vec<TurnJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    printed: Vec<(usize, String)>,
}

#[derive(Debug, Serialize)]
struct TurnJson {
    guess: String,
    black: usize,
    white: usize,
    #[serde(flatten)]
    figures: Option<FiguresJson>,
}

#[derive(Debug, Serialize)]
struct FiguresJson {
    candidates_before: Option<FigureJson>,
    candidates_after: Option<FigureJson>,
    expected_bits: Option<FigureJson>,
    got_bits: Option<FigureJson>,
    is_candidate: bool,
    repeats_turn: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu_seconds: Option<f64>,
    reference: Option<ReferenceJson>,
}

#[derive(Debug, Serialize)]
struct ReferenceJson {
    guess: String,
    expected_bits: Option<FigureJson>,
    is_candidate: bool,
}

#[derive(Debug, Serialize)]
struct FigureJson {
    value: Option<Number>,
    exact: bool,
}

impl FigureJson {
    fn exact(value: f64) -> FigureJson {
        FigureJson { value: number(value), exact: true }
    }

    /// A number of codes, of which a lower bound may be known.
    fn count(count: Count) -> Option<FigureJson> {
        match count {
            Count::Exact(value) => Some(FigureJson::exact(value)),
            Count::Many => Some(FigureJson { value: number(Count::MANY), exact: false }),
            Count::Unknown => None,
        }
    }
}

/// A number in JSON, whole if it is. `None` for one that is not finite.
fn number(value: f64) -> Option<Number> {
    if value.fract() == 0.0 && (0.0..WHOLE).contains(&value) {
        return Some(Number::from(value as u64));
    }
    Number::from_f64(value)
}

impl GameJson {
    fn new(match_: &Match, Seed(seed): Seed, outcome: &'static str) -> GameJson {
        let (player, scsa) = (match_.player.name().to_owned(), match_.codemaker.name().to_owned());
        GameJson { player, scsa, game: match_.game.to_string(), seed, outcome, ..GameJson::default() }
    }
}

impl From<&PlayedGame> for GameJson {
    fn from(played: &PlayedGame) -> GameJson {
        let outcome = played.ending().word();
        let explanation = played.explanation.as_ref();
        let turns = &played.transcript.turns;
        let turn = |(index, turn): (usize, &Turn)| TurnJson {
            guess: turn.guess.to_string(),
            black: turn.feedback.black(),
            white: turn.feedback.white(),
            figures: explanation.and_then(|explanation| figures(played, explanation, index)),
        };
        GameJson {
            round: Some(played.transcript.record.number),
            secret: Some(played.transcript.record.secret.to_string()),
            cause: Some(words::cause(played.ending())).filter(|cause| !cause.is_empty()),
            guesses: turns.len(),
            failed_guess: played.failed_guess(),
            failure: played.ending().kind().map(FailureKind::word),
            note: played.note.clone(),
            counted: explanation.map(|explanation| explanation.counted.clone()),
            candidates: explanation.and_then(|explanation| number(explanation.codes)),
            reference: explanation.map(|explanation| explanation.reference.clone()),
            reference_problem: explanation.and_then(|explanation| explanation.problem.clone()),
            turns: turns.iter().enumerate().map(turn).collect(),
            printed: played.printed.clone(),
            ..GameJson::new(&played.match_, played.seed, outcome)
        }
    }
}

fn figures(played: &PlayedGame, explanation: &Explanation, index: usize) -> Option<FiguresJson> {
    let TurnFigures { before, after, information, guess, reference, repeats } = explanation.turns.get(index)?;
    let of_reference = |reference: &GuessFigures| ReferenceJson {
        guess: reference.guess.to_string(),
        expected_bits: reference.expected.map(FigureJson::exact),
        is_candidate: reference.is_candidate,
    };
    let time = played.transcript.times.get(index).filter(|_| explanation.has_times);
    Some(FiguresJson {
        candidates_before: FigureJson::count(*before),
        candidates_after: FigureJson::count(*after),
        expected_bits: guess.expected.map(FigureJson::exact),
        got_bits: information.map(FigureJson::exact),
        is_candidate: guess.is_candidate,
        repeats_turn: *repeats,
        cpu_seconds: time.map(Duration::as_secs_f64),
        reference: reference.as_ref().map(of_reference),
    })
}
