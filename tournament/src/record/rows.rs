//! The rows of `rounds.csv`, `timings.csv` and `guesses.csv.gz`, one per round: written, and read by the names of their columns.

use crate::plan::{MatchKey, Rules};
use crate::record::batch::{Round, RoundRecord, RoundTime};
use crate::record::fields::{Field, Line, Micros, Name, OutcomeWord, Points, csv_row};
use csv::{ByteRecord, Position, Reader, ReaderBuilder};
use folder_files::BoundedRows;
use player_api::{Cause, Ending, FailureKind, shortened, visible};
use scsa::{Code, Game};
use std::io::{self, Read, Seek};
use std::mem;
use std::str;
use std::time::Duration;

csv_row! {
    /// A round: a row of `rounds.csv`, whose columns are these fields in this order.
    pub struct RoundRow<'a>, RoundColumns {
        /// The player's name.
        pub player: Name<'a>,
        /// The codemaker's name.
        pub scsa: Name<'a>,
        /// The game: pegs x colors, such as `4x6`, with an `n` where no color comes twice, such as `4x10n`.
        pub game: Game,
        /// The pegs of the game.
        pub pegs: u32,
        /// The colors of the game.
        pub colors: u32,
        /// The number of the round, from 1.
        pub round: u64,
        /// The secret, in letters.
        pub secret: Code,
        /// `win`, `loss` (the round earns no points) or `failure` (it costs points).
        pub outcome: OutcomeWord,
        /// Why the round was not won, as one of [these words](#why-a-round-was-not-won); empty after a win.
        pub failure: Option<FailureKind>,
        /// The number of guesses that were answered; 0 after a crash, when it is not known.
        pub guesses: u32,
        /// The points of the round.
        pub points: Points,
        /// What happened, for people: nothing reads it.
        pub cause: Line<'a>,
    }
}

csv_row! {
    /// The CPU time of a round: a row of `timings.csv`, whose columns are these fields in this order.
    pub struct TimingRow<'a>, TimingColumns {
        /// The player's name.
        pub player: Name<'a>,
        /// The codemaker's name.
        pub scsa: Name<'a>,
        /// The game.
        pub game: Game,
        /// The pegs of the game.
        pub pegs: u32,
        /// The colors of the game.
        pub colors: u32,
        /// The number of the round, from 1.
        pub round: u64,
        /// The CPU time of the first guess, in microseconds.
        pub first_guess_us: Micros,
        /// The mean CPU time of the later guesses, in microseconds; empty if there was none.
        pub later_guess_us: Option<Micros>,
        /// The CPU time of all guesses of the round, in microseconds.
        pub round_us: Micros,
    }
}

csv_row! {
    /// The guesses of a round of an external player: a row of `guesses.csv.gz`, whose columns are these fields in this order.
    pub struct GuessRow<'a>, GuessColumns {
        /// The player's name.
        pub player: Name<'a>,
        /// The codemaker's name.
        pub scsa: Name<'a>,
        /// The game.
        pub game: Game,
        /// The pegs of the game.
        pub pegs: u32,
        /// The colors of the game.
        pub colors: u32,
        /// The number of the round, from 1.
        pub round: u64,
        /// The guesses in letters, with blanks between them.
        pub guesses: Line<'a>,
    }
}

/// The columns with which all three begin.
const MATCH: [usize; 3] = [RoundRow::AT.player, RoundRow::AT.scsa, RoundRow::AT.game];
const NUMBER: usize = RoundRow::AT.round;
const _: () = assert!(TimingRow::AT.round == NUMBER && GuessRow::AT.round == NUMBER);

impl<'a> RoundRow<'a> {
    /// The row of a round, by these rules.
    pub fn new(match_: &'a MatchKey, record: &'a RoundRecord, rules: Rules) -> RoundRow<'a> {
        let (game, Round { ending, guesses, .. }) = (match_.game, &record.round);
        RoundRow {
            player: Name(&match_.player),
            scsa: Name(&match_.codemaker),
            game,
            pegs: game.pegs() as u32,
            colors: game.colors() as u32,
            round: record.number,
            secret: record.secret,
            outcome: OutcomeWord(ending.word()),
            failure: ending.kind(),
            guesses: *guesses as u32,
            points: Points::of(rules.points(game, ending, *guesses)),
            cause: Line(ending.cause()),
        }
    }

    /// How the round ended. `None` where the outcome, the failure and the cause do not fit, as those of [`RoundRows::round`] do.
    pub fn ending(&self) -> Option<Ending> {
        ending_of(self.outcome, self.failure, self.cause.0)
    }
}

fn ending_of(outcome: OutcomeWord, failure: Option<FailureKind>, cause: &str) -> Option<Ending> {
    let ending = match (outcome.0, failure.map(|kind| Cause { kind, text: cause.to_owned() })) {
        ("win", None) if cause.is_empty() => Ending::Win,
        ("loss", Some(cause)) => Ending::Loss(cause),
        ("failure", Some(cause)) => Ending::Failure(cause),
        _ => return None,
    };
    ending.fits().then_some(ending)
}

impl TimingRow<'_> {
    /// The time of a round in which that many guesses were answered, at most `guess_limit`.
    pub fn time(&self, answered: usize, guess_limit: usize) -> RoundTime {
        let (first, whole) = (self.first_guess_us.time(), self.round_us.time());
        let rest = whole.saturating_sub(first);
        let guesses = match self.later_guess_us {
            None => answered.min(1),
            // The number of guesses is not in the row. It is nearly always the number of those that were answered.
            Some(later) if answered > 1 && mean(rest, answered - 1) == later => answered,
            Some(Micros(0)) => answered.max(2),
            Some(later) => 1 + ((rest.as_nanos() as f64 / later.0 as f64).round() as usize).min(guess_limit),
        };
        RoundTime { first, whole, guesses }
    }
}

fn mean(time: Duration, number: usize) -> Micros {
    Micros((time.as_nanos() as f64 / number as f64).round() as u64)
}

/// Renders the rows of a match into memory, in about 100 ns a row.
#[derive(Debug)]
pub struct Rows {
    match_: MatchKey,
    rules: Rules,
    rounds: Vec<u8>,
    timings: Vec<u8>,
    guesses: Vec<u8>,
}

impl Rows {
    /// No rows yet, for a match scored by these rules.
    pub const fn new(match_: MatchKey, rules: Rules) -> Rows {
        Rows { match_, rules, rounds: Vec::new(), timings: Vec::new(), guesses: Vec::new() }
    }

    /// Adds the row of a round, that of its time if it was timed, and that of its guesses if they are known.
    pub fn push(&mut self, record: &RoundRecord) {
        let row = RoundRow::new(&self.match_, record, self.rules);
        row.write(&mut self.rounds);
        let RoundRow { player, scsa, game, pegs, colors, round, .. } = row;
        if let Some(time) = &record.round.time {
            let later = time.guesses.saturating_sub(1);
            let rest = time.whole.saturating_sub(time.first);
            TimingRow {
                player,
                scsa,
                game,
                pegs,
                colors,
                round,
                first_guess_us: Micros::of(time.first),
                later_guess_us: (later > 0).then(|| mean(rest, later)),
                round_us: Micros::of(time.whole),
            }
            .write(&mut self.timings);
        }
        let text = record.codes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        if !text.is_empty() && text.len() < MOST_TEXT {
            GuessRow { player, scsa, game, pegs, colors, round, guesses: Line(&text) }.write(&mut self.guesses);
        }
    }

    /// Takes the rows added so far: those of `rounds.csv`, of `timings.csv` and of `guesses.csv.gz`.
    pub fn take(&mut self) -> [Vec<u8>; 3] {
        [&mut self.rounds, &mut self.timings, &mut self.guesses].map(mem::take)
    }
}

/// Rounds with longer texts of guesses are not kept: readers refuse rows of a megabyte.
const MOST_TEXT: usize = 900_000;

/// The characters of a wrong field that are shown.
const SHOWN: usize = 60;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    Row,
    /// The last line, which does not end with a line break: it is still being written, or the program was killed.
    CutRow,
    End,
}

#[derive(Debug)]
pub enum ReadFault {
    Io(io::Error),
    /// What is wrong with a line, in words.
    Row(String),
}

/// The rows of a file. The order of its columns does not matter, and more columns are no error. A column is named by its index in the
/// columns of the type of its rows.
#[derive(Debug)]
pub struct RoundRows<R> {
    reader: Reader<BoundedRows<R>>,
    columns: &'static [&'static str],
    /// Where each column is in the file.
    places: Vec<Option<usize>>,
    /// The row that was read last, with its place and its line.
    pub row: ByteRecord,
    previous: ByteRecord,
}

impl<R: Read> RoundRows<R> {
    /// The rows of a source with these columns, of which only those with the indices `needed`, if given, must be there.
    pub fn new(
        source: BoundedRows<R>,
        columns: &'static [&'static str],
        needed: Option<&[usize]>,
    ) -> Result<RoundRows<R>, ReadFault> {
        let mut reader = ReaderBuilder::new().flexible(true).buffer_capacity(1 << 16).from_reader(source);
        let header = reader.byte_headers().map_err(ReadFault::reading)?;
        let place = |name: &&'static str| header.iter().position(|column| column == name.as_bytes());
        let places: Vec<Option<usize>> = columns.iter().map(place).collect();
        let is_missing = |index: &usize| places[*index].is_none() && needed.is_none_or(|needed| needed.contains(index));
        if let Some(missing) = (0..columns.len()).find(is_missing) {
            return Err(ReadFault::Row(format!("the header has no column '{}'", columns[missing])));
        }
        Ok(RoundRows { reader, columns, places, row: ByteRecord::new(), previous: ByteRecord::new() })
    }

    pub fn read_row(&mut self) -> Result<Next, ReadFault> {
        mem::swap(&mut self.row, &mut self.previous);
        if !self.reader.read_byte_record(&mut self.row).map_err(ReadFault::reading)? {
            return Ok(Next::End);
        }
        if self.reader.get_ref().is_at_end {
            // Nothing but the end of the file ended the row. A row is one line; if this is more, a quote was left open.
            let is_line = !self.row.as_slice().contains(&b'\n');
            return if is_line { Ok(Next::CutRow) } else { Err(ReadFault::Row("a quote is not closed".to_owned())) };
        }
        let expected = self.reader.byte_headers().map_or(0, ByteRecord::len);
        if self.row.len() == expected {
            Ok(Next::Row)
        } else {
            Err(ReadFault::Row(format!("the row has {} fields, but the header has {expected}", self.row.len())))
        }
    }

    pub fn line(&self) -> u64 {
        self.row.position().map_or(0, Position::line)
    }

    pub fn is_of_same_match(&self) -> bool {
        let before = |column: usize| self.places[column].and_then(|place| self.previous.get(place)).unwrap_or_default();
        MATCH.into_iter().all(|column| self.field(column) == before(column))
    }

    /// The match of the row.
    pub fn key(&self) -> Result<MatchKey, ReadFault> {
        let Name(player) = self.value(RoundRow::AT.player)?;
        let Name(codemaker) = self.value(RoundRow::AT.scsa)?;
        let game = self.value(RoundRow::AT.game)?;
        Ok(MatchKey { player: player.to_owned(), codemaker: codemaker.to_owned(), game })
    }

    pub fn is_round(&self, key: &MatchKey, number: u64) -> bool {
        self.value(NUMBER).ok() == Some(number)
            && self.text(RoundRow::AT.player) == Some(&*key.player)
            && self.text(RoundRow::AT.scsa) == Some(&*key.codemaker)
            && self.value(RoundRow::AT.game).ok() == Some(key.game)
    }

    /// The row, where the file is `rounds.csv` with all its columns.
    pub fn round(&self) -> Result<RoundRow<'_>, ReadFault> {
        let row = RoundRow::read(|column| self.text(column)).map_err(|(column, wanted)| self.fault(column, wanted))?;
        self.check_outcome(row.outcome, row.failure, row.guesses)?;
        match row.outcome.0 == "win" && !row.cause.0.is_empty() {
            true => Err(self.fault(RoundRow::AT.cause, "empty after a win")),
            false => Ok(row),
        }
    }

    /// Checks that the outcome of a row of `rounds.csv` fits its failure and its guesses.
    pub fn check_outcome(
        &self,
        outcome: OutcomeWord,
        failure: Option<FailureKind>,
        guesses: u32,
    ) -> Result<(), ReadFault> {
        match outcome.0 == "win" {
            is_won if is_won != failure.is_none() => {
                Err(self.fault(RoundRow::AT.failure, if is_won { "empty after a win" } else { "a kind of failure" }))
            }
            true if guesses == 0 => Err(self.fault(RoundRow::AT.guesses, "a whole number from 1, of a win")),
            _ if ending_of(outcome, failure, "").is_none() => Err(self.fault(
                RoundRow::AT.failure,
                if outcome.0 == "loss" { "a reason of a loss" } else { "a reason of a failure" },
            )),
            _ => Ok(()),
        }
    }

    pub fn field(&self, column: usize) -> &[u8] {
        self.places[column].and_then(|place| self.row.get(place)).unwrap_or_default()
    }

    pub fn text(&self, column: usize) -> Option<&str> {
        str::from_utf8(self.field(column)).ok()
    }

    pub fn value<'a, T: Field<'a>>(&'a self, column: usize) -> Result<T, ReadFault> {
        self.text(column).and_then(T::read).ok_or_else(|| self.fault(column, T::EXPECTED))
    }

    pub fn fault(&self, column: usize, wanted: &'static str) -> ReadFault {
        let text = visible(&shortened(&String::from_utf8_lossy(self.field(column)), SHOWN)).into_owned();
        ReadFault::Row(format!("'{text}' in column '{}' is not {wanted}", self.columns[column]))
    }
}

impl<R: Read + Seek> RoundRows<R> {
    pub fn seek(&mut self, position: Position) -> Result<(), ReadFault> {
        self.reader.seek(position).map_err(ReadFault::reading)
    }
}

impl ReadFault {
    pub fn into_text(self) -> String {
        match self {
            ReadFault::Io(e) => e.to_string(),
            ReadFault::Row(text) => text,
        }
    }

    /// Only reading fails: rows may have any length and any bytes.
    fn reading(error: csv::Error) -> ReadFault {
        ReadFault::Io(error.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use csv::{Terminator, WriterBuilder};
    use player_api::{CrashCause, Fault, Limit, Outcome};
    use proptest::prelude::*;

    fn outcomes() -> impl Strategy<Value = Outcome> {
        let text = || prop_oneof!["\\PC{0,30}", "[=+@\n\t\r -]{0,3}[a-z,\"]{0,9}", Just("signal 9".to_owned())];
        let place = || prop::option::of("\\PC{1,30}");
        let fault = prop_oneof![
            "[A-Z]{1,32}".prop_map(|code| Fault::Illegal(code.parse().unwrap())),
            text().prop_map(Fault::NoCode),
            text().prop_map(Fault::Exception),
            text().prop_map(|text| Fault::Crash(CrashCause::Other(text))),
            any::<i32>().prop_map(|number| Fault::Crash(CrashCause::Signal(number))),
            any::<u64>().prop_map(Fault::Memory),
            text().prop_map(Fault::Protocol),
            text().prop_map(Fault::NotLoaded),
            (0..100_000u64, place()).prop_map(|(ms, place)| Fault::Silence(Duration::from_millis(ms), place)),
        ];
        let limit = prop_oneof![Just(Limit::Guesses), place().prop_map(Limit::Time)];
        prop_oneof![Just(Outcome::Win), limit.prop_map(Outcome::Loss), fault.prop_map(Outcome::Failure)]
    }

    proptest! {
        /// Whatever ends a round: the row is what the plain writer of CSV writes, and is read as it was written, also with its columns in
        /// another order and one more.
        #[test]
        fn rows_are_written_plainly_and_read_as_they_were(
            outcome in outcomes(),
            game in prop::sample::select(vec!["4x6", "4x10n"]),
            guesses in 1..200usize,
            number in 1..u64::MAX,
            nanos in prop::option::of((0..1_000_000u64, 0..1_000_000_000u64)),
        ) {
            let (player, codemaker) = ("rao".to_owned(), "codes:a, \"b\".txt".to_owned());
            let key = MatchKey { player, codemaker, game: game.parse().unwrap() };
            let secret: Code = "FACE".parse().unwrap();
            let ending = Ending::of(&outcome, key.game);
            let time = nanos.map(|(first, rest)| {
                let [first, rest] = [first, rest].map(Duration::from_nanos);
                RoundTime { first, whole: first + rest, guesses }
            });
            let mut rows = Rows::new(key.clone(), Rules::Report);
            let round = Round { ending: ending.clone(), guesses, time };
            rows.push(&RoundRecord { number, secret, round, codes: vec![secret; 2] });
            let [round, timing, guess] = rows.take();
            let kind = ending.kind().map_or("", FailureKind::word);
            let points = format!("{:.6}", Rules::Report.points(key.game, &ending, guesses));
            let (pegs, colors) = (key.game.pegs().to_string(), key.game.colors().to_string());
            let (number_text, guesses_text) = (number.to_string(), guesses.to_string());
            let head = ["rao", &key.codemaker, game, &pegs, &colors, &number_text];
            let rest = ["FACE", ending.word(), kind, &guesses_text, &points, ending.cause()];
            prop_assert_eq!(&round, &plain(&[&head[..], &rest].concat()));
            prop_assert_eq!(&guess, &plain(&[&head[..], &["FACE FACE"]].concat()));
            let rounds = turned(RoundRow::COLUMNS, &round);
            let mut reader = RoundRows::new(BoundedRows::new(&rounds[..]), RoundRow::COLUMNS, None).unwrap();
            prop_assert_eq!(reader.read_row().unwrap(), Next::Row);
            let row = reader.round().unwrap();
            prop_assert_eq!(row.ending(), Some(ending));
            prop_assert_eq!((reader.key().unwrap(), row.round, row.secret), (key.clone(), number, secret));
            if let Some(time) = time {
                let turned = turned(TimingRow::COLUMNS, &timing);
                let mut reader = RoundRows::new(BoundedRows::new(&turned[..]), TimingRow::COLUMNS, None).unwrap();
                reader.read_row().unwrap();
                let row = TimingRow::read(|column| reader.text(column)).unwrap();
                let read = row.time(guesses, 200);
                prop_assert_eq!((read.first, read.whole), (time.first, time.whole));
                // The mean of times that are all 0 tells no number.
                prop_assert!(read.guesses == guesses || time.whole == time.first, "{:?}, not {:?}", read, time);
            } else {
                prop_assert!(timing.is_empty());
            }
        }
    }

    fn plain(fields: &[&str]) -> Vec<u8> {
        let mut writer = WriterBuilder::new().terminator(Terminator::Any(b'\n')).from_writer(Vec::new());
        writer.write_record(fields).unwrap();
        writer.into_inner().unwrap()
    }

    /// A file of one row with its columns turned around, and one more.
    fn turned(columns: &[&str], row: &[u8]) -> Vec<u8> {
        let record = ReaderBuilder::new().has_headers(false).from_reader(row).records().next().unwrap().unwrap();
        let around = |fields: Vec<&str>| plain(&fields.into_iter().rev().chain(["more"]).collect::<Vec<_>>());
        [around(columns.to_vec()), around(record.iter().collect())].concat()
    }
}
