use super::*;
use crate::record::{batch::Batch, damage::damaged, shard::file::write_shard};
use crate::*;
use proptest::prelude::*;
use std::path::{Path, PathBuf};
use std::{fs, sync::LazyLock};

fn plan() -> Plan {
    let limits = Limits { give_up: 0, ..Limits::default() };
    let players = ["rao", "faulty-panic", "optimal"];
    Plan { limits, ..Plan::of_names(&players, &["insert-colors", "ab-color"], &["4x6", "8x10"]).rounds(30) }
}

/// Plays a shard into a folder, and returns the path of its file.
fn played(plan: &Plan, number: usize, count: usize, folder: &Path) -> PathBuf {
    let work = |rounds| MatchWork { rounds, is_whole: false, preparation: 0.0, round: 1.0 };
    let works: Vec<MatchWork> = plan.matches().iter().map(|match_| work(match_.rounds)).collect();
    let parts = balanced(&works, count).swap_remove(number - 1);
    let header = ShardHeader::new(ShardNumber::new(number, count).unwrap(), plan, parts, Manifest::begin(plan));
    let path = folder.join(header.shard.file_name());
    play_shard(plan, header, folder, false, &Workers::Threads(2), &mut ()).unwrap();
    path
}

/// Rounds of all shards, without those of some.
#[derive(Debug)]
struct Some30(Batch);

impl KnownRounds for Some30 {
    fn of_match(&self, _: &Match) -> KnownMatch {
        KnownMatch { rounds: self.0.next() - 1, ..KnownMatch::default() }
    }

    fn read(&mut self, _: &Match, _: u64) -> Result<Batch, FileError> {
        Ok(self.0.clone())
    }
}

#[test]
fn whole_files_with_wrong_rounds_are_refused() {
    let plan = Plan::of_names(&["rao"], &["insert-colors"], &["4x6"]).rounds(30);
    let folder = tempfile::tempdir().unwrap();
    let path = played(&plan, 1, 1, folder.path());
    let file = ShardFile::open(&path).unwrap();
    let matches = plan.matches();
    let mut rounds = ShardRounds::new(vec![file.clone()], &plan).unwrap();
    let (mut all, mut fewer) = (Batch::default(), Batch::default());
    while all.is_empty() || all.next() <= 30 {
        let batch = rounds.read(&matches[0], if all.is_empty() { 1 } else { all.next() }).unwrap();
        batch.records().for_each(|record| all.push(record.number, &record.secret, record.round));
    }
    all.clone().records().take(20).for_each(|record| fewer.push(record.number, &record.secret, record.round));
    let part = |match_, first, last| Part { match_, first, last };
    for (parts, rounds, wanted) in [
        (vec![part(0, 1, 30)], fewer.clone(), "round 21 is missing of rao"),
        (vec![part(0, 1, 20)], fewer, "the last of 30 rounds is not in it of rao"),
        (vec![], all.clone(), "no shard has rounds of rao"),
        (vec![part(7, 1, 30)], all, "match 7, which are none of the tournament in its manifest"),
    ] {
        let header = ShardHeader { parts, ..file.header.clone() };
        let mut matches = plan.matches();
        matches.resize(8, matches[0].clone());
        write_shard(folder.path(), header, &matches, &mut Some30(rounds)).unwrap();
        let refused = match ShardFile::open(&path) {
            Ok(file) => ShardRounds::new(vec![file], &plan).unwrap_err().to_string(),
            Err(refused) => refused.to_string(),
        };
        assert!(refused.contains(wanted), "{refused}");
    }
}

/// A shard's file, and that of another shard.
static FILES: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    [1, 2].map(|number| fs::read(played(&plan(), number, 2, folder.path())).unwrap())
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 400 } else { 4000 }))]

    /// A file of other bytes than those that were written is refused.
    #[test]
    fn damaged_files_are_refused(bytes in damaged(FILES[0].clone(), FILES[1].clone())) {
        let [whole, other] = &*FILES;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shard.bin");
        fs::write(&path, &bytes).unwrap();
        let opened = ShardFile::open(&path);
        if bytes == *whole || bytes == *other {
            prop_assert!(opened.is_ok());
        } else {
            let error = opened.unwrap_err().to_string();
            prop_assert!(error.starts_with(&format!("cannot read {}: ", path.display())), "{}", error);
        }
    }
}

fn loads(works: &[MatchWork], parts: &[Vec<Part>]) -> Vec<f64> {
    let load = |parts: &Vec<Part>| parts.iter().map(|part| works[part.match_].of(part.last + 1 - part.first)).sum();
    parts.iter().map(load).collect()
}

/// Every round is in one shard, and no match that must be whole is cut.
fn check(works: &[MatchWork], parts: &[Vec<Part>]) {
    let mut next = vec![1; works.len()];
    for parts in parts {
        assert!(parts.windows(2).all(|two| two[0].match_ < two[1].match_));
        for part in parts {
            assert_eq!(part.first, next[part.match_], "parts of a match follow each other");
            assert!(!works[part.match_].is_whole || part.last == works[part.match_].rounds);
            next[part.match_] = part.last + 1;
        }
    }
    assert!(next.iter().zip(works).all(|(next, work)| *next == work.rounds + 1));
}

#[test]
fn a_thousand_shards_of_a_contest_are_even() {
    // As in the contest: rounds of microseconds to seconds, some preparations, some players that learn.
    let rounds = [2e-6, 4e-6, 3e-5, 1e-3, 0.02, 0.3];
    let works: Vec<MatchWork> = (0..180)
        .map(|match_| MatchWork {
            rounds: 1000,
            is_whole: match_ % 30 == 7,
            preparation: if match_ % 4 == 0 { 0.05 } else { 1e-5 },
            round: if match_ % 30 == 7 { 1e-4 } else { rounds[match_ % 6] },
        })
        .collect();
    for shards in [1, 2, 7, 64, 1000] {
        let parts = balanced(&works, shards);
        check(&works, &parts);
        let loads = loads(&works, &parts);
        let mean = loads.iter().sum::<f64>() / shards as f64;
        let largest = loads.iter().copied().fold(0.0, f64::max);
        assert!(largest < 1.05 * mean, "{shards} shards: {largest} and {mean}");
    }
}

/// What a rounded level leaves of a shard after a cut may seem to have room for one more round of the same match. Not all times are known.
#[test]
fn rounding_does_not_cut_a_match_twice_in_a_shard() {
    let unknown = [MatchWork { rounds: 3, is_whole: false, preparation: 2.0, round: f64::NAN }; 2];
    check(&unknown, &balanced(&unknown, 50));
    let mut rng = scsa::Rng::new(1);
    for _ in 0..1000 {
        let mut work = || MatchWork { rounds: 20, is_whole: false, preparation: 0.0, round: 1e-6 * rng.unit() };
        let works = [(); 6].map(|()| work());
        check(&works, &balanced(&works, 3));
    }
}

proptest! {
    #[test]
    fn every_round_is_in_one_shard(
        works in prop::collection::vec((0..300u64, any::<bool>(), 0.0..2.0f64, 0.0..0.5f64), 0..12),
        shards in 1..40usize,
    ) {
        let work = |(rounds, is_whole, preparation, round)| MatchWork { rounds, is_whole, preparation, round };
        let works: Vec<MatchWork> = works.into_iter().map(work).collect();
        let parts = balanced(&works, shards);
        check(&works, &parts);
        // No more than what the largest match that is not cut, or a preparation and a round beside a full shard, explain.
        let all: f64 = works.iter().filter(|work| work.rounds > 0).map(|work| work.of(work.rounds)).sum();
        let whole = works.iter().filter(|work| work.is_whole).map(|work| work.of(work.rounds)).fold(0.0, f64::max);
        let largest = loads(&works, &parts).into_iter().fold(0.0, f64::max);
        prop_assert!(largest <= (all / shards as f64 + whole) * 1.001 + 5.1, "{largest} of {all}");
    }
}

#[test]
fn a_match_that_must_be_whole_is_alone_if_it_is_long() {
    let work = |is_whole, rounds| MatchWork { rounds, is_whole, preparation: 0.0, round: 1.0 };
    let works = [work(false, 90), work(true, 60), work(true, 5), work(false, 0)];
    let parts = balanced(&works, 3);
    check(&works, &parts);
    assert_eq!(parts[0], [Part { match_: 1, first: 1, last: 60 }]);
    assert_eq!(loads(&works, &parts).iter().copied().fold(0.0, f64::max), 60.0);
}
