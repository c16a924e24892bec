use super::*;
use crate::{
    files::{ROUNDS, SUMMARY, TIMING_SUMMARY, TIMINGS},
    *,
};
use proptest::prelude::*;
use std::{fs, path::Path, sync::LazyLock};
use tempfile::TempDir;

fn plan() -> Plan {
    let codemaker = |name: &str| Codemakers::builtin().find(name).unwrap().unwrap();
    let players = ["rao", "faulty-panic", "optimal"].map(|name| players::find(name).unwrap());
    let sizes = ["4x6".parse().unwrap(), "8x10".parse().unwrap()];
    Plan::new(players, [codemaker("insert-colors"), codemaker("ab-color")], sizes).rounds(12)
}

/// A folder of results.
static RESULTS: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let files = ResultFiles::create(folder.path()).unwrap();
    let workers = Workers::Threads(2);
    play_with_manifest(&plan(), &workers, ProgramDescription::default(), files, History::none(), &mut ()).unwrap();
    folder
});

fn copy(to: &Path) {
    for entry in fs::read_dir(RESULTS.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
        }
    }
}

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

#[test]
fn a_verdict_follows_from_the_findings() {
    let (wrong, note) = (Finding::wrong(ROUNDS, "x"), Finding::note(ROUNDS, "x"));
    for (findings, verdict) in [
        (vec![], Verdict::True),
        (vec![note.clone(), note.clone()], Verdict::Noted(2)),
        (vec![note.clone(), wrong.clone(), note], Verdict::Wrong(1)),
        (vec![wrong.clone(), wrong], Verdict::Wrong(2)),
    ] {
        assert_eq!(Verification { findings, ..Verification::default() }.verdict(), verdict);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 200 } else { 2000 }))]

    /// A bit that is not as it was is found, or it is in a measured time or a message.
    #[test]
    fn changed_bits_are_found(
        file in prop::sample::select(&[ROUNDS, SUMMARY, TIMINGS, TIMING_SUMMARY][..]),
        place in any::<prop::sample::Index>(),
        bit in 0..8u8,
        cut in any::<bool>(),
    ) {
        let folder = tempfile::tempdir().unwrap();
        copy(folder.path());
        let path = folder.path().join(file);
        let mut bytes = fs::read(&path).unwrap();
        let place = place.index(bytes.len() - 1);
        let end = place + bytes[place..].iter().position(|byte| *byte == b'\n').unwrap_or(0);
        let start = bytes[..place].iter().rposition(|byte| *byte == b'\n').map_or(0, |before| before + 1);
        // Messages of players can be checked only by playing.
        let line = String::from_utf8(bytes[start..=end].to_vec()).unwrap();
        let is_message = line.contains(",failure,") || line.contains(",unsupported,");
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
