//! Verifying a results folder.

pub mod suspicion;

use crate::check::suspicion::{Suspicion, Suspicions};
use crate::plan::{Match, MatchKey, Plan};
use crate::record::batch::{Round, RoundRecord};
use crate::record::files::{self, FileError, GUESSES, MANIFEST, ROUNDS, SUMMARY, TIMING_SUMMARY};
use crate::record::known::{FinishedRounds, KnownRounds};
use crate::record::manifest::Manifest;
use crate::record::shard::Part;
use crate::record::summary::{Status, Summary, TimingSummary};
use crate::record::tally::{Tally, TimingTally};
use crate::record::writer::EndRules;
use player_api::{Ending, FailureKind};
use serde::Serialize;
use serde_json::Value;
use siphasher::sip::SipHasher24;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::{iter::Peekable, path::Path, time::Duration, vec};

/// Verifies the files of a results folder against the plan that its manifest describes.
///
/// Every row of `rounds.csv` must be one that this program writes: its secret follows from the seed, its points from the rules, and its place
/// from the plan. `summary.csv` and `timing-summary.csv` are computed again from the rows, the counts of the manifest from the plan. Rounds
/// that were played again, if any, must have the same rows. A round that ended by time or memory in one of them only is a note.
///
/// Rows are read twice, at some 150 000 a second. Memory is needed for the matches only.
///
/// # Errors
/// [`FileError`] when the manifest or `replayed` cannot be read. Whatever else is wrong is a finding.
pub fn verify<'a>(
    folder: &Path,
    plan: &'a Plan,
    replayed: Option<&'a mut dyn KnownRounds>,
) -> Result<Verification, FileError> {
    let mut verification = Verification::default();
    let wrong = &mut verification.findings;
    let manifest = Manifest::read(folder)?;
    if manifest.finished.is_none() {
        wrong.push(Finding::wrong(MANIFEST, "the tournament was not played to its end"));
    }
    let all = plan.total_rounds();
    if manifest.rounds != all {
        wrong.push(Finding::wrong(MANIFEST, format!("rounds is {}, and its matches have {all}", manifest.rounds)));
    }
    for (name, columns) in [(SUMMARY, Summary::COLUMNS), (TIMING_SUMMARY, TimingSummary::COLUMNS)] {
        let header = files::open_rows(&folder.join(name)).map(|mut file| file.headers().cloned());
        let is_there = |column: &str| matches!(&header, Ok(Ok(header)) if header.iter().any(|name| name == column));
        if let Some(missing) = columns.iter().find(|column| !is_there(column)) {
            wrong.push(Finding::wrong(name, format!("the header has no column '{missing}'")));
        }
    }
    let matches = plan.matches();
    let keys: Vec<MatchKey> = matches.iter().map(Match::key).collect();
    let summaries = match files::read_rows(&folder.join(SUMMARY), Summary::fault) {
        Ok(summaries) => summaries,
        Err(e) => return Ok(verification.unread(&e)),
    };
    check_order(SUMMARY, &keys, &summaries.iter().map(Summary::key).collect::<Vec<_>>(), true, wrong);
    let summaries: HashMap<_, Summary> = summaries.into_iter().map(|row| (row.key(), row)).collect();
    let timings = files::read_rows(&folder.join(TIMING_SUMMARY), TimingSummary::fault).unwrap_or_else(|e| {
        wrong.push(Finding::unread(&e));
        Vec::new()
    });
    check_order(TIMING_SUMMARY, &keys, &timings.iter().map(TimingSummary::key).collect::<Vec<_>>(), false, wrong);
    let timings: HashMap<_, TimingSummary> = timings.into_iter().map(|row| (row.key(), row)).collect();
    let mut rounds = match FinishedRounds::open(folder, plan) {
        Ok(rounds) => rounds,
        Err(e) => return Ok(verification.unread(&e)),
    };
    let (recorded, counts): (Vec<_>, Vec<_>) =
        rounds.recorded().into_iter().map(|(key, count)| (key.clone(), count)).unzip();
    check_order(ROUNDS, &keys, &recorded, false, wrong);
    let counts: HashMap<_, u64> = recorded.iter().zip(counts).collect();
    let mut check = MatchCheck { plan, replayed, ends: EndRules::new(plan), suspicions: Suspicions::default() };
    for (match_, key) in matches.iter().zip(&keys) {
        let count = counts.get(key).copied().unwrap_or(0);
        // Without a row of the match there is a finding already.
        let Some(summary) = summaries.get(key) else { continue };
        check.check(match_, count, &mut rounds, summary, timings.get(key), &mut verification)?;
    }
    verification.suspicions = check.suspicions.all();
    Ok(verification)
}

/// Checks that a file has the matches in the order of the plan: each once, and no others; perhaps not all.
fn check_order(file: &str, plan: &[MatchKey], rows: &[MatchKey], has_all: bool, wrong: &mut Vec<Finding>) {
    let known: HashMap<&MatchKey, usize> = plan.iter().zip(0..).collect();
    let mut seen = HashSet::new();
    let mut before = None;
    for row in rows {
        match known.get(row) {
            None => wrong.push(Finding::wrong(file, format!("{row} is no match of the tournament"))),
            Some(_) if !seen.insert(row) => wrong.push(Finding::wrong(file, format!("{row} is there twice"))),
            Some(&place) if before.is_some_and(|before| place < before) => {
                wrong.push(Finding::wrong(file, format!("{row} is out of order")));
            }
            Some(&place) => before = Some(place),
        }
    }
    if has_all {
        for missing in plan.iter().filter(|key| !seen.contains(key)) {
            wrong.push(Finding::wrong(file, format!("{missing} is missing")));
        }
    }
}

/// The columns of times that do not follow from `timings.csv`: those of preparations, and those of guesses in a match with rounds that
/// were not won, whose last guess may not have been answered.
const UNKNOWN: [&str; 11] = [
    "prepare_us", "prepare_us_median", "first_guess_us", "first_guess_us_se", "first_guess_us_median",
    "later_guess_us", "later_guess_us_se", "later_guess_us_median", "guess_us", "guess_us_se", "guess_us_median",
];

struct MatchCheck<'a> {
    plan: &'a Plan,
    replayed: Option<&'a mut dyn KnownRounds>,
    ends: EndRules,
    suspicions: Suspicions,
}

impl MatchCheck<'_> {
    fn check(
        &mut self,
        match_: &Match,
        count: u64,
        rounds: &mut FinishedRounds,
        summary: &Summary,
        timing: Option<&TimingSummary>,
        verification: &mut Verification,
    ) -> Result<(), FileError> {
        let rules = self.plan.rules;
        let name = match_.to_string();
        let exclusion = self.ends.exclusion(match_);
        let mut replay = Replay::new(match_, &mut self.replayed);
        let mut tally = Tally::default();
        let mut times = TimingTally::default();
        let (mut next, mut end, mut given_up) = (1, None, None::<Ending>);
        while next <= count.min(match_.rounds) {
            let batch = match rounds.read(match_, next) {
                Ok(batch) => batch,
                Err(e) => {
                    verification.findings.push(Finding::unread(&e));
                    return Ok(());
                }
            };
            next = batch.next();
            for record in batch.records() {
                tally.count(&record.round.ending, record.round.guesses);
                self.suspicions.count(match_, &record);
                if let Some(time) = &record.round.time {
                    times.count(&record.round.ending, time);
                }
                if let Some(ending) = &given_up {
                    if value(&record.round) != value(&Round::stopped(ending.given_up(), 0)) {
                        let number = record.number;
                        let what = format!("round {number} of {name} is played, and the match was given up before it");
                        verification.findings.push(Finding::wrong(ROUNDS, what));
                    }
                    continue;
                }
                replay.compare(&record, &name, verification)?;
                if self.ends.gives_up(match_, &record.round) {
                    given_up = Some(record.round.ending.clone());
                }
                // CPU time is measured, so that it cannot be checked.
                end = self.ends.end(match_, &record.round, Duration::ZERO);
            }
        }
        verification.rows += count;
        let wrong = &mut verification.findings;
        let fault = match summary.status {
            Status::Played if count != match_.rounds => Some(format!("it has {count} of {} rounds", match_.rounds)),
            Status::Played if match_.objection.is_some() => Some("the codemaker does not support the game".to_owned()),
            Status::Played => None,
            Status::Unsupported | Status::Refused if count > 0 => {
                Some(format!("nobody plays it and it has {count} rounds"))
            }
            Status::Unsupported | Status::Refused => replay.objection(summary),
            Status::Disqualified => {
                (count > 0 || exclusion.is_none()).then(|| "the rules do not disqualify the player".to_owned())
            }
            Status::Ended => {
                let ends = end.is_some() || self.plan.match_time().is_some();
                (!ends || count == 0 || count >= match_.rounds)
                    .then(|| format!("the rules do not end it after {count} rounds"))
            }
        };
        wrong.extend(fault.map(|fault| Finding::wrong(SUMMARY, format!("{name}: {fault}"))));
        let computed = tally.summary(match_.key(), (match_.rounds, match_.guess_limit), rules);
        let computed_wins = computed.wins;
        let note = match (&given_up, summary.status) {
            (Some(ending), Status::Played) => self.ends.note(ending),
            (None, Status::Played) => String::new(),
            // What else a note says was checked above, or can be checked only by playing.
            _ => summary.note.clone(),
        };
        let expected = Summary { status: summary.status, note, ..computed };
        let found = difference(Summary::COLUMNS, summary, &expected, &[], false);
        wrong.extend(found.map(|found| Finding::wrong(SUMMARY, format!("{name}: {found}"))));
        let difference = match (timing, times.summary(match_.key())) {
            (None, None) => None,
            (Some(_), None) => Some("it has no row of a time".to_owned()),
            (None, Some(_)) => Some("it is missing".to_owned()),
            (Some(row), Some(expected)) => {
                let skipped = if computed_wins == count { &UNKNOWN[..2] } else { &UNKNOWN };
                difference(TimingSummary::COLUMNS, row, &expected, skipped, true)
            }
        };
        wrong.extend(difference.map(|found| Finding::wrong(TIMING_SUMMARY, format!("{name}: {found}"))));
        Ok(())
    }
}

/// The rounds of a match that were played again.
struct Replay<'a, 'b> {
    match_: &'a Match,
    rounds: &'a mut Option<&'b mut dyn KnownRounds>,
    pending: Peekable<vec::IntoIter<RoundRecord>>,
    last: u64,
    refusal: Option<String>,
}

impl<'a, 'b> Replay<'a, 'b> {
    fn new(match_: &'a Match, rounds: &'a mut Option<&'b mut dyn KnownRounds>) -> Replay<'a, 'b> {
        let known = rounds.as_ref().map(|rounds| rounds.of_match(match_)).unwrap_or_default();
        Replay {
            match_,
            rounds,
            pending: Vec::new().into_iter().peekable(),
            last: known.rounds,
            refusal: known.refusal,
        }
    }

    fn compare(&mut self, record: &RoundRecord, name: &str, verification: &mut Verification) -> Result<(), FileError> {
        if let Some(reason) = self.refusal.take() {
            let what = format!("{name}: the player does not play it: {reason}");
            verification.findings.push(Finding::wrong(ROUNDS, what));
        }
        let Some(rounds) = self.rounds.as_mut().filter(|_| record.number <= self.last) else { return Ok(()) };
        if self.pending.peek().is_none() {
            let records: Vec<RoundRecord> = rounds.read(self.match_, record.number)?.records().collect();
            self.pending = records.into_iter().peekable();
        }
        let Some(again) = self.pending.next_if(|again| again.number == record.number) else { return Ok(()) };
        verification.replayed += 1;
        if (record.secret, value(&record.round)) != (again.secret, value(&again.round)) {
            let (is, again_is) = (text(&record.round), text(&again.round));
            let what = format!("round {} of {name} is {is}, and played again {again_is}", record.number);
            let is_note = depends_on_machine(&record.round.ending) || depends_on_machine(&again.round.ending);
            let finding = if is_note { Finding::note } else { Finding::wrong };
            verification.findings.push(finding(ROUNDS, what));
        } else if record.codes != again.codes && !record.codes.is_empty() {
            let what = format!("round {} of {name} has other guesses than the round played again", record.number);
            verification.findings.push(Finding::wrong(GUESSES, what));
        }
        Ok(())
    }

    /// What is wrong with a match that is said to be unsupported or refused.
    fn objection(&self, summary: &Summary) -> Option<String> {
        match (&self.match_.objection, summary.status == Status::Unsupported) {
            (Some(objection), false) => {
                Some(format!("status is not unsupported, and the codemaker does not support the game: {objection}"))
            }
            (None, true) => Some("it is unsupported, and the codemaker supports the game".to_owned()),
            (None, false) if self.rounds.is_some() && self.refusal.is_none() && self.last > 0 => {
                Some(format!("it is refused, and {} plays it", self.match_.player.name()))
            }
            _ => None,
        }
    }
}

/// What is compared of a round: not its cause, whose words may be those of another version.
fn value(round: &Round) -> (&str, Option<FailureKind>, usize) {
    (round.ending.word(), round.ending.kind(), round.guesses)
}

const fn depends_on_machine(ending: &Ending) -> bool {
    use FailureKind::{Crash, Memory, Silence, Time};
    matches!(ending.kind(), Some(Time | Silence | Memory | Crash))
}

fn text(round: &Round) -> String {
    let (word, kind) = (round.ending.word(), round.ending.kind().map(|kind| format!(" ({})", kind.word())));
    let guesses = if round.guesses == 1 { "guess" } else { "guesses" };
    format!("a {word}{} in {} {guesses}", kind.unwrap_or_default(), round.guesses)
}

/// Something that a verification found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was found, in words, beginning with the file.
    pub text: String,
    /// Whether it can have a cause that is no fault, such as a machine of another speed.
    pub is_note: bool,
}

impl Finding {
    /// Something that is wrong with a file.
    pub fn wrong(file: &str, what: impl AsRef<str>) -> Finding {
        Finding { text: format!("{file}: {}", what.as_ref()), is_note: false }
    }

    /// A file that cannot be read, or is none of this program.
    fn unread(e: &FileError) -> Finding {
        Finding::wrong(&e.path.file_name().unwrap_or_default().to_string_lossy(), e.source.to_string())
    }

    pub(super) fn note(file: &str, what: impl AsRef<str>) -> Finding {
        Finding { is_note: true, ..Finding::wrong(file, what) }
    }
}

/// The result of a verification.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verification {
    /// What was found.
    pub findings: Vec<Finding>,
    /// Players that won earlier than anybody can who does not know the secrets. The files are as they are: this is no fault of them.
    pub suspicions: Vec<Suspicion>,
    /// The number of rows of `rounds.csv` that were checked.
    pub rows: u64,
    /// The number of rounds that were compared with those played again.
    pub replayed: u64,
}

/// What the findings of a verification come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The files are what they say, as far as they were checked.
    True,
    /// The same, but for this many notes.
    Noted(usize),
    /// This many things are wrong.
    Wrong(usize),
}

impl Verification {
    /// With a file that cannot be read, without which nothing else is checked.
    fn unread(mut self, e: &FileError) -> Verification {
        self.findings.push(Finding::unread(e));
        self
    }

    /// What the findings come to.
    pub fn verdict(&self) -> Verdict {
        let notes = self.findings.iter().filter(|finding| finding.is_note).count();
        match (self.findings.len() - notes, notes) {
            (0, 0) => Verdict::True,
            (0, notes) => Verdict::Noted(notes),
            (wrong, _) => Verdict::Wrong(wrong),
        }
    }
}

/// The first column in which a row differs from what it should be, in words. Numbers may differ by their last decimal where the row
/// was `measured`.
pub fn difference(
    columns: &[&str],
    row: &impl Serialize,
    expected: &impl Serialize,
    skipped: &[&str],
    is_measured: bool,
) -> Option<String> {
    let [row, expected] = [serde_json::to_value(row), serde_json::to_value(expected)].map(Result::unwrap_or_default);
    let field = |row: &Value, column: &str| match &row[column] {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let same = |one: &str, other: &str| match (one.parse::<f64>(), other.parse::<f64>()) {
        (Ok(one), Ok(other)) if is_measured => (one - other).abs() <= 2e-6 * one.abs().max(1.0),
        _ => one == other,
    };
    let compared = columns.iter().filter(|column| !skipped.contains(column));
    let mut both = compared.map(|column| (column, field(&row, column), field(&expected, column)));
    let (column, is, should) = both.find(|(_, is, should)| !same(is, should))?;
    let text = |field: String| if field.is_empty() { "empty".to_owned() } else { field };
    Some(format!("{column} is {}, and its rows give {}", text(is), text(should)))
}

/// That many consecutive rounds of every match of a plan, or all that it has; where they begin follows from the seed. If the player learns
/// from round to round, all rounds before them are played, too. A match that the player refused is in it, a match from which it
/// was disqualified is not. The summaries are those of the results.
pub fn sample(plan: &Plan, summaries: &[Summary], seed: u64, rounds: u64) -> Vec<Part> {
    let played: HashMap<_, _> = summaries.iter().map(|row| (row.key(), (row.status, row.counted()))).collect();
    let part = |match_: &Match| {
        let (status, played) = *played.get(&match_.key())?;
        // Of a match that was refused the first round is tried.
        let all = if status == Status::Unsupported { 1 } else { played }.min(match_.rounds);
        let rounds = rounds.min(all);
        let mut hasher = SipHasher24::new();
        (seed, match_.number).hash(&mut hasher);
        let before = hasher.finish() % (all - rounds + 1);
        // What a player learned comes from all rounds before.
        let first = if match_.learns() { 1 } else { before + 1 };
        (rounds > 0).then_some(Part { match_: match_.number, first, last: before + rounds })
    };
    plan.matches().iter().filter_map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{ROUNDS, SUMMARY, TIMING_SUMMARY, TIMINGS};
    use crate::*;
    use proptest::prelude::*;
    use std::{fs, sync::LazyLock};
    use tempfile::TempDir;

    fn plan() -> Plan {
        let limits = Limits { give_up: 0, ..Limits::default() };
        let players = ["rao", "faulty-panic", "knuth"];
        Plan { limits, ..Plan::of_names(&players, &["insert-colors", "ab-color"], &["4x6", "8x10"]).rounds(12) }
    }

    static RESULTS: LazyLock<TempDir> = LazyLock::new(|| {
        let folder = tempfile::tempdir().unwrap();
        let files = ResultFiles::create(folder.path()).unwrap();
        let (plan, manifest) = (plan(), Manifest::begin(&plan()));
        let workers = StartedWorkers::new(&plan, &Workers::Threads(2)).unwrap();
        play_with_manifest(&plan, workers, manifest, files, History::none(), &mut ()).unwrap();
        folder
    });

    #[test]
    fn rounds_are_played_again() {
        let plan = plan();
        let summaries = files::read_rows(&RESULTS.path().join(SUMMARY), Summary::fault).unwrap();
        for (seed, rounds, all) in [(1, 3, 30), (2, 1, 10), (1, u64::MAX, 120)] {
            let parts = sample(&plan, &summaries, seed, rounds);
            let temporary = tempfile::tempdir().unwrap();
            let mut again = replay(&plan, &parts, temporary.path(), &Workers::Threads(2), &mut ()).unwrap();
            let verification = verify(RESULTS.path(), &plan, Some(&mut again)).unwrap();
            assert_eq!(verification, Verification { rows: 120, replayed: all, ..Verification::default() });
        }
        let places: Vec<Vec<u64>> =
            (1..4).map(|seed| sample(&plan, &summaries, seed, 2).iter().map(|part| part.first).collect()).collect();
        assert!(places[0] != places[1] || places[1] != places[2], "{places:?}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 100 } else { 2000 }))]

        /// A bit that is not as it was is found, or it is in a measured time or a message.
        #[test]
        fn changed_bits_are_found(
            file in prop::sample::select(&[ROUNDS, SUMMARY, TIMINGS, TIMING_SUMMARY][..]),
            place in any::<prop::sample::Index>(),
            bit in 0..8u8,
            cut in any::<bool>(),
        ) {
            let folder = tempfile::tempdir().unwrap();
            let files = fs::read_dir(RESULTS.path()).unwrap().map(|entry| entry.unwrap().path());
            for path in files.filter(|path| path.is_file()) {
                fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
            }
            let path = folder.path().join(file);
            let mut bytes = fs::read(&path).unwrap();
            let place = place.index(bytes.len() - 1);
            let end = place + bytes[place..].iter().position(|byte| *byte == b'\n').unwrap_or(0);
            let start = bytes[..place].iter().rposition(|byte| *byte == b'\n').map_or(0, |before| before + 1);
            // Messages of players can be checked only by playing.
            let line = String::from_utf8(bytes[start..=end].to_vec()).unwrap();
            let is_message = [",failure,", ",unsupported,", ",refused,"].iter().any(|word| line.contains(word));
            if cut {
                bytes.truncate(place);
            } else {
                bytes[place] ^= 1 << bit;
            }
            fs::write(&path, &bytes).unwrap();
            let verification = verify(folder.path(), &plan(), None).unwrap();
            if [ROUNDS, SUMMARY].contains(&file) && !is_message {
                prop_assert!(!verification.findings.is_empty(), "{} {} {} {}", file, place, bit, cut);
            }
        }
    }
}
