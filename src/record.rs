//! The rows of `rounds.csv` and `timings.csv`: one a round.

use crate::{Rules, clock::RoundTime, referee::Round, tally::micros};
use csv::{Terminator, Writer, WriterBuilder};
use players::Outcome;
use scsa::{Code, Size};
use std::{fmt::Write as _, mem};

/// The columns of `rounds.csv`.
pub const ROUND_COLUMNS: [&str; 10] =
    ["player", "scsa", "pegs", "colors", "round", "secret", "outcome", "cause", "guesses", "points"];

/// The columns of `timings.csv`.
pub const TIMING_COLUMNS: [&str; 8] =
    ["player", "scsa", "pegs", "colors", "round", "first_guess_us", "later_guess_us", "round_us"];

/// Writes the rows of a match into memory.
#[derive(Debug)]
pub struct Rows {
    /// The fields that are the same in every row.
    fields: [String; 4],
    size: Size,
    rules: Rules,
    rounds: Writer<Vec<u8>>,
    timings: Writer<Vec<u8>>,
    /// What a win in so many guesses is worth, as it is written; filled as needed.
    win_points: Vec<String>,
    scratch: String,
}

impl Rows {
    /// No rows yet, of a match by those rules.
    #[must_use]
    pub fn new(player: &str, scsa: &str, size: Size, rules: Rules) -> Rows {
        Rows {
            fields: [player.to_owned(), scsa.to_owned(), size.pegs().to_string(), size.colors().to_string()],
            size,
            rules,
            rounds: writer(),
            timings: writer(),
            win_points: Vec::new(),
            scratch: String::new(),
        }
    }

    /// Writes the rows of a round.
    pub fn push(&mut self, number: u64, secret: &Code, round: &Round) {
        let written = self.push_round(number, secret, round);
        debug_assert!(written.is_ok(), "memory does not refuse");
        if let Some(time) = &round.time {
            let written = self.push_time(number, time);
            debug_assert!(written.is_ok(), "memory does not refuse");
        }
    }

    fn push_round(&mut self, number: u64, secret: &Code, round: &Round) -> csv::Result<()> {
        for field in &self.fields {
            self.rounds.write_field(field)?;
        }
        self.rounds.write_field(itoa::Buffer::new().format(number))?;
        self.scratch.clear();
        let _ = write!(self.scratch, "{secret}");
        self.rounds.write_field(&self.scratch)?;
        self.scratch.clear();
        let outcome = match &round.outcome {
            Outcome::Win => "win",
            Outcome::Loss(limit) => {
                let _ = write!(self.scratch, "{limit}");
                "loss"
            }
            Outcome::Failure(fault) => {
                // A row is a line, whatever a player's panic says.
                self.scratch.push_str(&fault.to_string().replace(['\n', '\r'], " "));
                "failure"
            }
        };
        self.rounds.write_field(outcome)?;
        self.rounds.write_field(&self.scratch)?;
        self.rounds.write_field(itoa::Buffer::new().format(round.guesses))?;
        if round.outcome == Outcome::Win {
            while self.win_points.len() <= round.guesses {
                let points = self.rules.points(self.size, &Outcome::Win, self.win_points.len());
                self.win_points.push(format!("{points:.6}"));
            }
            self.rounds.write_field(&self.win_points[round.guesses])?;
        } else {
            let points = self.rules.points(self.size, &round.outcome, round.guesses);
            self.rounds.write_field(format!("{points:.6}"))?;
        }
        self.rounds.write_record(None::<&[u8]>)
    }

    fn push_time(&mut self, number: u64, time: &RoundTime) -> csv::Result<()> {
        for field in &self.fields {
            self.timings.write_field(field)?;
        }
        self.timings.write_field(itoa::Buffer::new().format(number))?;
        let later = time.guesses.saturating_sub(1);
        let mean_later = (later > 0).then(|| micros(time.whole.saturating_sub(time.first)) / later as f64);
        for micros in [Some(micros(time.first)), mean_later, Some(micros(time.whole))] {
            self.scratch.clear();
            if let Some(micros) = micros {
                let _ = write!(self.scratch, "{micros:.3}");
            }
            self.timings.write_field(&self.scratch)?;
        }
        self.timings.write_record(None::<&[u8]>)
    }

    /// Takes the rows written so far: those of rounds and those of times.
    pub fn take(&mut self) -> (Vec<u8>, Vec<u8>) {
        let rounds = mem::replace(&mut self.rounds, writer()).into_inner();
        let timings = mem::replace(&mut self.timings, writer()).into_inner();
        (rounds.unwrap_or_default(), timings.unwrap_or_default())
    }
}

fn writer() -> Writer<Vec<u8>> {
    WriterBuilder::new().terminator(Terminator::Any(b'\n')).from_writer(Vec::new())
}
