//! Commands that read results: their time grows in proportion to the matches.

#![allow(missing_docs, clippy::unwrap_used)]

use divan::{Bencher, counter::ItemsCount};
use player_api::Ending;
use scsa::Game;
use std::fmt::Write as _;
use std::process::Command;
use std::sync::LazyLock;
use std::{array, fs, time::Duration};
use tempfile::TempDir;
use tournament::{
    Codemaker, Limits, Manifest, MatchKey, Plan, Round, RoundRecord, RoundRow, RoundTime, Rows, Rules, Summary, Tally,
    TimingSummary, TimingTally, files,
};

const PLAYERS: usize = 20;
const GAMES: usize = 100;
/// The codemakers of each folder: 2,000 to 100,000 matches of one round.
const CODEMAKERS: [usize; 4] = [1, 4, 16, 50];

static FOLDERS: LazyLock<[TempDir; 4]> = LazyLock::new(|| array::from_fn(|place| made(CODEMAKERS[place])));

/// Results of matches of one round, each won in 1 to 10 guesses.
fn made(codemakers: usize) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let mut summaries = csv::Writer::from_path(file(files::SUMMARY)).unwrap();
    let mut timings = csv::Writer::from_path(file(files::TIMING_SUMMARY)).unwrap();
    let mut rounds = (RoundRow::COLUMNS.join(",") + "\n").into_bytes();
    let games: Vec<Game> =
        (4..14).flat_map(|pegs| (6..16).map(move |colors| Game::new(pegs, colors).unwrap())).take(GAMES).collect();
    for (place, &game) in games.iter().enumerate() {
        for codemaker in 0..codemakers {
            for player in 0..PLAYERS {
                let key = MatchKey { player: format!("p{player}"), codemaker: format!("s{codemaker}"), game };
                let guesses = 1 + (place + codemaker + player) % 10;
                let time = RoundTime { first: Duration::from_micros(1), whole: Duration::from_micros(9), guesses };
                let (mut tally, mut times) = (Tally::default(), TimingTally::default());
                tally.count(&Ending::Win, guesses);
                times.count(&Ending::Win, &time);
                let round = Round { ending: Ending::Win, guesses, time: None };
                let mut rows = Rows::new(key.clone(), Rules::Report);
                rows.push(&RoundRecord { number: 1, secret: game.unrank(0), round, codes: Vec::new() });
                rounds.extend(&rows.take()[0]);
                summaries.serialize::<Summary>(tally.summary(key.clone(), (1, 100), Rules::Report)).unwrap();
                timings.serialize::<TimingSummary>(times.summary(key).unwrap()).unwrap();
            }
        }
    }
    summaries.flush().unwrap();
    timings.flush().unwrap();
    fs::write(file(files::ROUNDS), rounds).unwrap();
    let names = |letter: &str, number: usize| (0..number).map(|name| format!("{letter}{name}")).collect();
    let plan = Plan { limits: Limits::default(), ..Plan::new([], [] as [Codemaker; 0], games) }.rounds(1);
    let (players, codemakers) = (names("p", PLAYERS), names("s", codemakers));
    let mut manifest = Manifest { players, codemakers, rounds: 1, ..Manifest::begin(&plan) };
    manifest.finish();
    manifest.write(folder.path()).unwrap();
    folder
}

/// Runs a command on a folder and asserts the guesses of a player in what it prints.
fn run(bencher: Bencher, place: usize, arguments: &[&str], expected: impl Fn(usize) -> String) {
    let matches = PLAYERS * GAMES * CODEMAKERS[place];
    let folder = FOLDERS[place].path();
    bencher.counter(ItemsCount::new(matches)).bench_local(|| {
        let output = Command::new(env!("CARGO_BIN_EXE_arena")).args(arguments).arg(folder).output().unwrap();
        let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
        write!(text, "{}", String::from_utf8_lossy(&output.stderr)).unwrap();
        let expected = expected(matches);
        assert!(output.status.success() && text.contains(&expected), "{expected:?} is not in {text:.2000}");
    });
}

/// All players take each number of guesses equally often: 5.5 on average.
#[divan::bench(args = 0..4usize, sample_count = 3)]
fn show(bencher: Bencher, place: usize) {
    run(bencher, place, &["show", "--format", "csv", "--columns", "player,guesses,played"], |matches| {
        format!("p0,5.5,{}\n", matches / PLAYERS)
    });
}

#[divan::bench(args = 0..4usize, sample_count = 3)]
fn report(bencher: Bencher, place: usize) {
    run(bencher, place, &["report", "--no-replays"], |matches| format!("{PLAYERS} players, {matches} rounds"));
}

#[divan::bench(args = 0..4usize, sample_count = 3)]
fn charts(bencher: Bencher, place: usize) {
    run(bencher, place, &["charts"], |_| format!("{} charts", 3 * CODEMAKERS[place] + GAMES));
}

#[divan::bench(args = 0..4usize, sample_count = 3)]
fn scale(bencher: Bencher, place: usize) {
    run(bencher, place, &["scale", "--no-files", "--format", "csv"], |_| "p0,guesses".to_owned());
}

fn main() {
    divan::main();
}
