//! Tournaments that are played in shards and merged.

use crate::command::{self, arena, length, names, path, refused, results, told, until};
use std::{
    fs,
    path::Path,
    process::{Child, Command, Stdio},
};

/// Players that learn, crash and refuse; the last codemaker does not support all sizes.
const TOURNAMENT: &str = "--players rao,bayes:1,faulty-panic,optimal,minimax --scsa insert-colors,mystery-2,only-once --sizes 4x6,6x5 --rounds 8";

fn words(options: &str) -> Vec<&str> {
    options.split(' ').collect()
}

/// Plays a shard of the tournament into a folder.
fn play(options: &str, shard: &str, out: &str) {
    told(&[&["run", "--shard", shard, "--out", out, "--quiet"], &*words(options)].concat());
}

fn whole(options: &str, out: &str) -> [String; 2] {
    told(&[&["run", "--out", out, "--quiet", "--no-charts"], &*words(options)].concat());
    results(out)
}

#[test]
fn merged_shards_are_what_one_machine_plays() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two, merged] = ["one", "two", "merged"].map(|name| path(folder.path(), name));
    let expected = whole(TOURNAMENT, &path(folder.path(), "whole"));
    // Several processes at once play into one folder, another machine has its own.
    let program = assert_cmd::cargo::cargo_bin!("arena");
    let start = |shard: &str| -> Child {
        let words = [&["run", "--shard", shard, "--out", &one, "--jobs", "1"], &*words(TOURNAMENT)].concat();
        Command::new(program).args(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    let children = ["4/4", "1/4", "2/4"].map(start);
    play(TOURNAMENT, "3/4", &two);
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(names(&one), ["shard-1-of-4.bin", "shard-2-of-4.bin", "shard-4-of-4.bin"]);
    let printed = told(&["merge", &two, &one, "--out", &merged]);
    assert!(printed.contains("Leaderboard by SCORE") && printed.contains("summary.csv"), "{printed}");
    assert!(results(&merged) == expected);
    let manifest = tournament::Manifest::read(Path::new(&merged)).unwrap();
    assert_eq!((manifest.shards, manifest.finished.is_some(), &*manifest.command[1]), (Some(4), true, "merge"));
    assert!(Path::new(&merged).join("charts").is_dir());
    assert!(refused(&["merge", &two, &one, "--out", &merged]).contains("holds results already; give --force"));
    told(&["merge", &two, &one, "--out", &merged, "--force", "--no-rounds", "--no-charts", "-q"]);
    assert!(!Path::new(&merged).join("rounds.csv").exists());
    // The merged results can be gone on with.
    told(&["merge", &two, &one, "--out", &merged, "--force", "--no-charts", "-q"]);
    told(&["run", "--add", "dino", "--out", &merged, "--no-charts", "-q"]);
    told(&["verify", &merged, "-q"]);
}

/// What was played of another tournament or of an extension does not go on in merged results.
#[test]
fn merged_results_replace_what_ended_early() {
    let folder = tempfile::tempdir().unwrap();
    let [parts, merged] = ["parts", "merged"].map(|name| path(folder.path(), name));
    let options = "--players rao --scsa ab-color --sizes 4x6 --rounds 5";
    play(options, "1/1", &parts);
    told(&["merge", &parts, "--out", &merged, "--no-charts", "-q"]);
    let expected = results(&merged);
    let extension = Path::new(&merged).join(".extension");
    fs::create_dir(&extension).unwrap();
    for journal in [extension.join("journal.bin"), Path::new(&merged).join("journal.bin")] {
        fs::write(journal, "not whole").unwrap();
    }
    told(&["merge", &parts, "--out", &merged, "--force", "--no-charts", "-q"]);
    assert_eq!(names(&merged), ["manifest.json", "rounds.csv", "summary.csv", "timing-summary.csv", "timings.csv"]);
    assert_eq!(results(&merged), expected);
    told(&["run", "--extend", "--rounds", "6", "--out", &merged, "--no-charts", "-q"]);
    told(&["verify", &merged, "-q"]);
}

#[test]
#[ignore = "takes 5 s: cargo test --test program shards:: -- --ignored"]
fn rules_that_end_matches_are_applied_when_shards_are_merged() {
    let folder = tempfile::tempdir().unwrap();
    let [parts, merged] = ["parts", "merged"].map(|name| path(folder.path(), name));
    let options = "--players faulty-panic,rao,faulty-hang --scsa ab-color --sizes 4x6,4x7 --rounds 20 --rules 2024 --time-limit 0.01";
    let expected = whole(options, &path(folder.path(), "whole"));
    assert!(expected[1].contains(",ended,") && expected[1].contains(",disqualified,"), "{}", expected[1]);
    for shard in ["1/3", "2/3", "3/3"] {
        play(options, shard, &parts);
    }
    told(&["merge", &parts, "--out", &merged, "--no-charts", "-q"]);
    assert!(results(&merged) == expected);
}

#[test]
fn a_shard_that_is_there_is_not_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let parts = path(folder.path(), "parts");
    let options = "--players rao --scsa ab-color --sizes 4x6 --rounds 20";
    let run = |more: &[&'static str]| {
        let run = ["run", "--shard", "2/3", "--out", &parts];
        [&run[..], &words(options), more].concat().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let told = |more: &[&'static str]| told(&run(more).iter().map(String::as_str).collect::<Vec<_>>());
    let refused = |more: &[&'static str]| refused(&run(more).iter().map(String::as_str).collect::<Vec<_>>());
    let printed = told(&[]);
    assert!(printed.contains("shard-2-of-3.bin: 7 rounds of 1 match\n"), "{printed}");
    assert!(printed.contains("joins all 3 shards when they are there"), "{printed}");
    let file = Path::new(&parts).join("shard-2-of-3.bin");
    let bytes = fs::read(&file).unwrap();
    let printed = told(&[]);
    assert!(printed.contains("is complete: 7 rounds of 1 match"), "{printed}");
    assert!(fs::read(&file).unwrap() == bytes);
    let line = refused(&["--seed", "2"]);
    assert!(line.contains("is another shard (seed 1 and 2); give --force to overwrite it"), "{line}");
    told(&["--seed", "2", "--force"]);
    assert!(fs::read(&file).unwrap() != bytes);
    // A damaged file is played again.
    let mut damaged = bytes;
    damaged[300] ^= 4;
    fs::write(&file, &damaged).unwrap();
    let words = run(&[]);
    let output = arena(&words.iter().map(String::as_str).collect::<Vec<_>>()).assert().success();
    let notes = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(notes.contains("shard-2-of-3.bin: it is damaged; it is played again"), "{notes}");
    fs::copy(&file, Path::new(&parts).join("shard-1-of-3.bin")).unwrap();
    let run = ["run", "--shard", "1/3", "--out", &parts];
    let line = command::refused(&[&run[..], &options.split(' ').collect::<Vec<_>>()].concat());
    assert!(line.contains("shard-1-of-3.bin is another shard (it is shard 2/3)"), "{line}");
}

#[test]
fn wrong_shards_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let [parts, other, out] = ["parts", "other", "out"].map(|name| path(folder.path(), name));
    let options = "--players rao,dino --scsa ab-color --sizes 4x6 --rounds 20";
    let merge = |folders: &[&str]| refused(&[&["merge", "--out", &out], folders].concat());
    fs::create_dir(&parts).unwrap();
    assert!(merge(&[&parts]).contains("no shard is in"));
    play(options, "1/4", &parts);
    play(options, "4/4", &parts);
    let line = merge(&[&parts]);
    assert!(line.contains("shards 2-3 of 4 are missing; play them with --shard 2/4"), "{line}");
    play(options, "2/4", &parts);
    play(options, "3/4", &parts);
    let [two, again] = ["parts/shard-2-of-4.bin", "parts/shard-5-of-4.bin"].map(|name| path(folder.path(), name));
    fs::copy(&two, &again).unwrap();
    let line = merge(&[&parts]);
    assert!(line.contains("shard-2-of-4.bin and") && line.contains("shard-5-of-4.bin are the same shard"), "{line}");
    fs::remove_file(&again).unwrap();
    play(&options.replace("dino", "minimax"), "3/4", &other);
    let line = merge(&[&parts, &other]);
    assert!(line.contains("other/shard-3-of-4.bin are of different tournaments (players "), "{line}");
    let whole = fs::read(&two).unwrap();
    for length in [0, 7, whole.len() / 2, whole.len() - 1] {
        fs::write(&two, &whole[..length]).unwrap();
        let line = merge(&[&parts]);
        assert!(line.contains("shard-2-of-4.bin: it is damaged; play it again"), "{length}: {line}");
    }
    assert!(!Path::new(&out).exists());
    fs::write(&two, &whole).unwrap();
    told(&["merge", &parts, "--out", &out, "--no-charts", "-q"]);
    for (shard, wanted) in [
        ("0/4", "shards are counted from 1: the first of 4 is 1/4"),
        ("5/4", "the last of 4 shards is 4/4"),
        ("3", "such as 3/64"),
        ("1/0", "a tournament has 1 to 100000 shards"),
    ] {
        let line = refused(&["run", "--shard", shard]);
        assert!(line.contains(wanted), "{line}");
    }
    assert!(refused(&["run", "--shard", "1/2", "--until", "1%"]).contains("--until"));
}

#[test]
#[ignore = "takes 10 s: cargo test --test program shards:: -- --ignored"]
fn a_shard_that_is_killed_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let [parts, merged] = ["parts", "merged"].map(|name| path(folder.path(), name));
    let options = "--players bayes:1,rao --scsa insert-colors,mystery-2 --sizes 5x6 --rounds 60";
    let expected = whole(options, &path(folder.path(), "whole"));
    let program = assert_cmd::cargo::cargo_bin!("arena");
    for shard in ["1/2", "2/2"] {
        let journal = Path::new(&parts).join(format!("shard-{}.journal", shard.replace('/', "-of-")));
        let words = [&["run", "--shard", shard, "--out", &parts, "-q"], &*words(options)].concat();
        let mut child = Command::new(program).args(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Some rounds are in the journal.
        until("rounds", || length(&journal) >= 400 || child.try_wait().unwrap().is_some());
        child.kill().ok();
        child.wait().unwrap();
        play(options, shard, &parts);
        assert!(!journal.exists());
    }
    told(&["merge", &parts, "--out", &merged, "--no-charts", "-q"]);
    assert!(results(&merged) == expected);
}

#[test]
fn codes_of_programs_and_files_are_those_of_the_shards() {
    let folder = tempfile::tempdir().unwrap();
    let [parts, merged, secrets] = ["parts", "merged", "secrets.txt"].map(|name| path(folder.path(), name));
    fs::write(&secrets, told(&["codes", "two-color", "--size", "4x6", "--count", "30"])).unwrap();
    let program = path(folder.path(), "gen.py");
    let source = "import random, sys\npegs, colors, count, seed = map(int, sys.argv[1:])\nrng = random.Random(seed)\n\
                  for _ in range(count): print(''.join(chr(65 + rng.randrange(colors)) for _ in range(pegs)))\n";
    fs::write(&program, source).unwrap();
    let (scsa, codemaker) = (format!("codes:{secrets}"), format!("mine=python3 {program}"));
    let run = |more: &[&str]| {
        let words = ["run", "--players", "rao,dino", "--sizes", "4x6", "--rounds", "30", "--quiet", "--no-charts"];
        told(&[&words[..], &["--scsa", &scsa, "--codemaker", &codemaker], more].concat());
    };
    let one = path(folder.path(), "whole");
    run(&["--out", &one]);
    let expected = results(&one);
    run(&["--shard", "1/2", "--out", &parts]);
    run(&["--shard", "2/2", "--out", &parts]);
    let before = fs::read_to_string(&secrets).unwrap();
    fs::write(&secrets, before.lines().rev().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    let line = refused(&["merge", &parts, "--out", &merged]);
    assert!(line.contains("secrets.txt is not as it was when the shards were played"), "{line}");
    fs::write(&secrets, before).unwrap();
    told(&["merge", &parts, "--out", &merged, "--no-charts", "-q"]);
    assert!(results(&merged) == expected);
}
