use crate::{
    plan::{Limits, Match, Plan, codemaker::Codemakers},
    record::{
        batch::{Batch, Round},
        files::FileError,
        journal::*,
        known::{KnownMatch, KnownRounds},
    },
};
use folder_files::JOURNAL;
use player_api::{CrashCause, Fault, Outcome};
use proptest::prelude::*;
use std::{fs, path::Path, time::Duration};

fn plan() -> Plan {
    let codemaker = |name: &str| Codemakers::builtin().find(name).unwrap().unwrap();
    let players = ["rao", "dino"].map(|name| players::find(name).unwrap());
    let sizes = ["4x6".parse().unwrap(), "5x4".parse().unwrap()];
    Plan::new(players, [codemaker("insert-colors"), codemaker("ab-color")], sizes).rounds(40)
}

/// Rounds of a match with their true secrets; the third one crashed.
fn batch(plan: &Plan, game: &Match, first: u64, next: u64) -> Batch {
    let streams = plan.seed.secrets(game.size, game.codemaker.stream_name());
    let mut batch = Batch::default();
    for number in first..next {
        let secret = game.codemaker.secret(game.size, number, &mut streams.round(number)).unwrap();
        let round = match number {
            3 => Round { outcome: Outcome::Failure(Fault::Crash(CrashCause::KILLED)), guesses: 0, time: None },
            _ => {
                let time = crate::RoundTime { first: Duration::ZERO, whole: Duration::from_nanos(number), guesses: 5 };
                Round { outcome: Outcome::Win, guesses: 5, time: Some(time) }
            }
        };
        batch.push(number, &secret, round);
    }
    batch
}

/// A journal with rounds of the first two matches, those of the second with a gap, and its bytes.
fn written(plan: &Plan, folder: &Path) -> Vec<u8> {
    let matches = plan.matches();
    let mut journal = Journal::create(folder, plan).unwrap();
    journal.append(0, &JournalEntry::Prepared(Duration::from_millis(3))).unwrap();
    for (game, first, next) in [(0, 1, 9), (1, 1, 5), (0, 9, 12), (1, 8, 20)] {
        journal.rounds(game, &batch(plan, &matches[game], first, next)).unwrap();
    }
    journal.append(3, &JournalEntry::Refused("too large".to_owned())).unwrap();
    drop(journal);
    fs::read(folder.join(JOURNAL)).unwrap()
}

/// All known rounds of a match.
fn read_all(rounds: &mut JournalRounds, game: &Match) -> Result<u64, FileError> {
    let (known, mut next) = (rounds.of_match(game).rounds, 1);
    while next <= known {
        let batch = rounds.read(game, next)?;
        assert!(!batch.is_empty(), "known rounds are there");
        next = batch.next();
    }
    Ok(next - 1)
}

#[test]
fn what_was_kept_is_known() {
    let (plan, folder) = (plan(), tempfile::tempdir().unwrap());
    let whole = written(&plan, folder.path());
    let matches = plan.matches();
    let (journal, mut rounds) = Journal::open(folder.path(), &plan, Box::new(())).unwrap();
    let known: Vec<KnownMatch> = matches.iter().map(|game| rounds.of_match(game)).collect();
    assert_eq!(known.iter().map(|game| game.rounds).collect::<Vec<_>>()[..4], [11, 4, 0, 0]);
    assert_eq!(rounds.total(), 15);
    assert_eq!((known[0].start, known[2].start), (4, 1), "the player was started again after its crash");
    assert_eq!(known[0].preparations, [Duration::from_millis(3)]);
    assert_eq!(known[3].refusal.as_deref(), Some("too large"));
    assert_eq!(rounds.read(&matches[0], 9).unwrap(), batch(&plan, &matches[0], 9, 12));
    assert_eq!(read_all(&mut rounds, &matches[0]).unwrap(), 11);
    drop(journal);
    // What is played again closes the gap.
    let (mut journal, _) = Journal::open(folder.path(), &plan, Box::new(())).unwrap();
    journal.rounds(1, &batch(&plan, &matches[1], 5, 8)).unwrap();
    drop(journal);
    let (journal, rounds) = Journal::open(folder.path(), &plan, Box::new(())).unwrap();
    assert_eq!(rounds.of_match(&matches[1]).rounds, 19);
    assert!(fs::read(folder.path().join(JOURNAL)).unwrap().starts_with(&whole));
    journal.remove().unwrap();
    assert!(!folder.path().join(JOURNAL).exists());
}

/// A process that is killed at once leaves the first bytes of a journal, or none.
#[test]
fn a_journal_that_ends_in_its_first_bytes_is_begun() {
    let (plan, folder) = (plan(), tempfile::tempdir().unwrap());
    let whole = written(&plan, folder.path());
    let path = folder.path().join(JOURNAL);
    for length in 0..24 {
        fs::write(&path, &whole[..length]).unwrap();
        let (mut journal, rounds) = Journal::open(folder.path(), &plan, Box::new(())).unwrap();
        assert_eq!(rounds.total(), 0);
        journal.rounds(0, &batch(&plan, &plan.matches()[0], 1, 9)).unwrap();
        drop(journal);
        let (_, rounds) = Journal::open(folder.path(), &plan, Box::new(())).unwrap();
        assert_eq!(rounds.total(), 8, "{length}");
    }
    fs::write(&path, "other").unwrap();
    assert!(Journal::open(folder.path(), &plan, Box::new(())).is_err());
}

#[test]
fn a_journal_of_another_tournament_is_refused() {
    let (plan, folder) = (plan(), tempfile::tempdir().unwrap());
    written(&plan, folder.path());
    let open = |plan: &Plan| Journal::open(folder.path(), plan, Box::new(())).map(|_| ()).map_err(|e| e.to_string());
    assert!(open(&plan.clone().rounds(41)).unwrap_err().ends_with("it is the journal of another tournament"));
    assert!(open(&plan.clone().seed(crate::Seed(2))).is_err());
    assert!(open(&plan.clone().limits(Limits { guesses: 99, ..Limits::default() })).is_err());
    assert_eq!(open(&plan), Ok(()));
    fs::write(folder.path().join(JOURNAL), "player,scsa\n").unwrap();
    assert!(open(&plan).unwrap_err().ends_with("it is no journal of this version"));
    fs::remove_file(folder.path().join(JOURNAL)).unwrap();
    assert!(open(&plan).unwrap_err().contains("cannot read"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 400 } else { 4000 }))]

    /// Whatever happens to its bytes, a journal is refused, or gives only rounds that were written to it.
    #[test]
    fn damage_never_gives_wrong_rounds(
        cut in any::<prop::sample::Index>(),
        flips in prop::collection::vec((any::<prop::sample::Index>(), 0..8u8), 0..4),
        copied in prop::option::of((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 1..200usize)),
        more in prop::collection::vec(any::<u8>(), 0..40),
        is_cut in any::<bool>(),
    ) {
        let (plan, folder) = (plan(), tempfile::tempdir().unwrap());
        let whole = written(&plan, folder.path());
        let mut bytes = whole.clone();
        if is_cut {
            bytes.truncate(cut.index(whole.len() + 1));
        }
        if let Some((from, to, length)) = copied.filter(|_| !bytes.is_empty()) {
            let part: Vec<u8> = bytes.iter().skip(from.index(bytes.len())).take(length).copied().collect();
            let to = to.index(bytes.len());
            bytes.splice(to..to, part);
        }
        for (place, bit) in flips.iter().take(if bytes.is_empty() { 0 } else { flips.len() }) {
            let place = place.index(bytes.len());
            bytes[place] ^= 1 << bit;
        }
        bytes.extend(more);
        fs::write(folder.path().join(JOURNAL), &bytes).unwrap();
        let matches = plan.matches();
        let Ok((journal, mut rounds)) = Journal::open(folder.path(), &plan, Box::new(())) else { return Ok(()) };
        for game in &matches {
            let known = rounds.of_match(game).rounds;
            prop_assert!(known <= [11, 19, 0, 0, 0, 0, 0, 0][game.number]);
            let mut next = 1;
            while next <= known {
                let read = rounds.read(game, next).unwrap();
                prop_assert_eq!(&read, &batch(&plan, game, read.first(), read.next()));
                next = read.next();
            }
        }
        // What is appended after the damage is known the next time.
        let first = rounds.of_match(&matches[2]).rounds + 1;
        let mut journal = journal;
        journal.rounds(2, &batch(&plan, &matches[2], first, first + 2)).unwrap();
        drop(journal);
        let (_, rounds) = Journal::open(folder.path(), &plan, Box::new(())).unwrap();
        prop_assert_eq!(rounds.of_match(&matches[2]).rounds, first + 1);
    }
}
