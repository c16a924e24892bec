//! The same seed gives the same games and the same files, with any workers, in every order, and by every way to play them.

use crate::command::{arena, cut_off, path, refused, results, signal, told, until};
use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};
use rustix::process::Signal;
use scsa::algorithms;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tournament::{CodeFile, Codemaker, Codemakers, KnowledgePolicy, Plan, ResultFiles, Seed, Workers, files};

fn plan(players: &[&str], scsas: &[&str], sizes: &[&str], rounds: u64) -> Plan {
    let players = players.iter().map(|name| players::find(name).unwrap());
    let codemakers = scsas.iter().map(|name| Codemaker::visible(algorithms::find(name).unwrap()));
    Plan::new(players, codemakers, sizes.iter().map(|text| text.parse().unwrap())).rounds(rounds).seed(Seed(7))
}

/// Plays and returns `rounds.csv` and `summary.csv`.
fn files_of(plan: &Plan, workers: &Workers) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let result_files = ResultFiles::create(folder.path()).unwrap();
    tournament::play(plan, workers, result_files, &mut ()).unwrap();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    (read(files::ROUNDS), read(files::SUMMARY))
}

fn processes(number: usize) -> Workers {
    Workers::Processes(PathBuf::from(env!("CARGO_BIN_EXE_arena")), number)
}

/// Players have the same knowledge in worker processes as in threads.
#[test]
fn files_are_the_same_whatever_players_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("codes.txt");
    fs::write(&path, "ABC\nBBC\nAAB\nDAB\n").unwrap();
    let file = Codemakers::builtin().find(&format!("codes:{}", path.display())).unwrap().unwrap();
    let given = Some(CodeFile::read(&path).unwrap());
    let learning = ["bayes:1", "dino", "rao"].map(|name| players::find(name).unwrap());
    for (reveal, samples, players) in [
        (false, None, &learning[..]),
        (true, None, &learning),
        (false, given.clone(), &learning),
        (true, given, players::ROSTER),
    ] {
        let mut plan = plan(&[], &["mystery-1", "mystery-4", "two-color"], &["3x4"], 4);
        plan.players = players.to_vec();
        plan.codemakers.push(file.clone());
        plan.knowledge = KnowledgePolicy { reveal, samples };
        assert!(files_of(&plan, &Workers::Threads(2)) == files_of(&plan, &processes(2)), "{:?}", plan.knowledge);
    }
}

/// Rounds of some milliseconds: it takes hours, and is interrupted.
const TOURNAMENT: &str = "--players knuth,consistent-entropy,bayes:1 --scsa insert-colors,ab-color --sizes 5x6,5x7 --rounds 500000 --no-charts";

/// The player, the codemaker and the size of each row.
fn matches(rows: &str) -> BTreeSet<String> {
    rows.lines().skip(1).map(|row| row.split(',').take(4).collect::<Vec<_>>().join(",")).collect()
}

#[test]
fn every_match_has_rounds_soon_and_an_interrupt_writes_them() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    // One worker, so that the parts end in the order in which they begin.
    let words = || ["run", "--jobs", "1", "--out", &out].into_iter().chain(TOURNAMENT.split(' '));
    let program = assert_cmd::cargo::cargo_bin!("arena");
    let start = || Command::new(program).args(words()).stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
    // 12 matches of 8 rounds, of at most some 60 bytes each.
    let output = cut_off(start, &Path::new(&out).join("journal.bin"), 8_000, |child| signal(child, Signal::INT));
    assert_eq!(output.status.code(), Some(130));
    let [rounds, _] = results(&out);
    assert_eq!(matches(&rounds).len(), 12, "{rounds}");
    // Rows are in the order of the plan, also of matches that are not complete.
    let mut latest = (String::new(), 0);
    let mut seen = BTreeSet::new();
    for row in rounds.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let (game, round) = (fields[..4].join(","), fields[4].parse::<u64>().unwrap());
        if game != latest.0 {
            assert!(seen.insert(game.clone()), "{game} has rows at two places");
            latest = (game, 0);
        }
        assert_eq!(round, latest.1 + 1, "{row}");
        latest.1 = round;
    }
    let shown = told(&["show", &out]);
    assert!(shown.contains(" players over the 4 matches that all of them played"), "{shown}");
}

#[test]
fn a_page_shows_a_tournament_while_it_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let (out, page) = (path(folder.path(), "out"), path(folder.path(), "wall.html"));
    // One worker: the first page with an estimate is written after a few seconds, and none is needed before.
    let words =
        ["run", "--quiet", "--jobs", "1", "--out", &out, "--live", &page].into_iter().chain(TOURNAMENT.split(' '));
    let words: Vec<&str> = words.collect();
    let read = || fs::read_to_string(&page).unwrap_or_default();
    let program = assert_cmd::cargo::cargo_bin!("arena");
    let start = || Command::new(program).args(&words).stderr(Stdio::null()).spawn().unwrap();
    let mut child = start();
    until("a page", || {
        assert!(child.try_wait().unwrap().is_none(), "it ended without a page: {}", read());
        read().contains("predicted from the rounds so far: 3 players over the ")
    });
    let first = read();
    assert!(
        first.contains("This tournament is being played.") && first.contains(" of 6000000 rounds are played; about ")
    );
    assert!(first.ends_with("</html>"), "a page is written whole");
    signal(&mut child, Signal::INT);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(read().contains("This tournament ended early.") && !read().contains("being played."));
    // With few rounds it ends: then the page is that of `arena report`.
    let few: Vec<&str> =
        words.iter().map(|word| if *word == "500000" { "5" } else { word }).chain(["--force"]).collect();
    told(&few);
    assert!(read().contains("Rounds guess by guess") && !read().contains("ended early"));
    fs::write(&page, "mine").unwrap();
    let line = refused(&[&words[..], &["--resume"]].concat()[..]);
    assert!(line.contains("holds no tournament that ended early"), "{line}");
    let other = path(folder.path(), "other");
    let line = refused(&["run", "--out", &other, "--live", &page]);
    assert!(line.contains("wall.html exists and is no page of this program") && !Path::new(&other).exists(), "{line}");
}

/// A player of one color, and a codemaker.
fn write_programs(folder: &Path) {
    let letter = "letter() { case $1 in 0) echo A ;; 1) echo B ;; 2) echo C ;; *) echo D ;; esac; }\n";
    let player = r#"
while read -r word one two three; do
    case $word in
    hello) echo hello 1 ;;
    match) pegs=$one; echo ready ;;
    turn) letter=$(letter $((${two:-0} % 4))) code=; while [ ${#code} -lt $pegs ]; do code=$code$letter; done; echo "guess $one $code" ;;
    end) echo ready ;;
    esac
done
"#;
    let maker = r#"
number=1${4#"${4%??}"} count=0
while [ $count -lt $3 ]; do
    count=$((count + 1)) code=
    while [ ${#code} -lt $1 ]; do number=$(((number * 7 + 3) % 1009)) code=$code$(letter $((number % 4))); done
    echo $code
done
"#;
    fs::create_dir(folder.join("s1")).unwrap();
    fs::write(folder.join("s1/p.sh"), letter.to_owned() + player).unwrap();
    fs::write(folder.join("maker.sh"), letter.to_owned() + maker).unwrap();
}

/// The commands of programs are relative to the folder. Those that a manifest names are trusted.
fn in_folder(folder: &Path, words: &[&str]) {
    let trust =
        words.contains(&"--from") || words.contains(&"--extend") || words.contains(&"--add") || words[0] == "verify";
    let words = words.iter().copied().chain(trust.then_some("--trust-commands")).collect::<Vec<_>>();
    arena(&words).current_dir(folder).assert().success();
}

/// The items of a list in TOML. Names with `own-` are programs.
fn items(names: &[&str], command: &str) -> String {
    let item = |name: &&str| match name.starts_with("own-") {
        true => format!("{{ name = \"{name}\", command = \"{command}\" }}"),
        false => format!("\"{name}\""),
    };
    format!("[{}]", names.iter().map(item).collect::<Vec<_>>().join(", "))
}

/// In whatever order players, codemakers and sizes are given: their rows are in that order, and every way to play them gives the
/// same bytes.
fn every_way_gives_the_same(players: &[&str], codemakers: &[&str], sizes: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_programs(folder);
    let file = |players: &[&str], sizes: &[&str]| {
        let (players, codemakers) = (items(players, "sh s1/p.sh"), items(codemakers, "sh maker.sh"));
        format!("players = {players}\nscsa = {codemakers}\nsizes = {sizes:?}\nrounds = 4\nno-charts = true\n")
    };
    fs::write(folder.join("t.toml"), file(players, sizes)).unwrap();
    let at = |out: &str| results(&path(folder, out));
    in_folder(folder, &["run", "t.toml", "--out", "whole", "-q"]);
    let whole = at("whole");
    let mut rows = whole[1].lines().skip(1).map(|row| row.split(',').take(4).collect::<Vec<_>>().join(","));
    for size in sizes {
        for codemaker in codemakers {
            for player in players {
                let wanted = format!("{player},{codemaker},{}", size.replace('x', ","));
                assert_eq!(rows.next(), Some(wanted), "{players:?} {codemakers:?} {sizes:?}");
            }
        }
    }
    in_folder(folder, &["verify", "whole", "--rounds", "1"]);
    in_folder(folder, &["run", "--from", "whole", "--out", "again", "-q", "--no-charts"]);
    assert_eq!(at("again"), whole);
    for shard in ["1/2", "2/2"] {
        in_folder(folder, &["run", "t.toml", "--shard", shard, "--out", "parts", "-q"]);
    }
    in_folder(folder, &["merge", "parts", "--out", "merged", "-q", "--no-charts"]);
    assert_eq!(at("merged"), whole);
    // Rounds, players, and then sizes, that are added after the others.
    fs::write(folder.join("first.toml"), file(&players[..1], &sizes[..1])).unwrap();
    in_folder(folder, &["run", "first.toml", "--rounds", "3", "--out", "grown", "-q"]);
    in_folder(folder, &["run", "--extend", "--rounds", "4", "--out", "grown", "-q", "--no-charts"]);
    let added = players[1..].iter().map(|name| match name.starts_with("own-") {
        true => format!("{name}=sh s1/p.sh"),
        false => (*name).to_owned(),
    });
    let added = added.collect::<Vec<_>>().join(",");
    in_folder(folder, &["run", "--add", &added, "--out", "grown", "-q", "--no-charts"]);
    in_folder(folder, &["run", "--extend", "--sizes", &sizes[1..].join(","), "--out", "grown", "-q", "--no-charts"]);
    assert_eq!(at("grown"), whole);
    in_folder(folder, &["verify", "grown", "--rounds", "1"]);
}

fn ways_in_orders(orders: u32) {
    let order = (
        Just(["own-zed", "rao", "own-abe", "dino"]).prop_shuffle(),
        Just(["own-maker", "ab-color", "own-code"]).prop_shuffle(),
        Just(["5x4", "4x6"]).prop_shuffle(),
    );
    let mut runner = TestRunner::deterministic();
    for _ in 0..orders {
        let (players, codemakers, sizes) = order.new_tree(&mut runner).unwrap().current();
        every_way_gives_the_same(&players, &codemakers, &sizes);
    }
}

#[test]
fn the_order_is_the_one_that_was_given() {
    ways_in_orders(1);
}

#[test]
#[ignore = "a minute: run with `cargo test --test program order:: -- --ignored`"]
fn ten_orders_are_the_ones_that_were_given() {
    ways_in_orders(10);
}
