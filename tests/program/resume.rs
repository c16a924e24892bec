//! Runs that end early and go on.

use crate::{
    command::{arena, cut_off, length, names, path, refused, results, signal, told, until},
    order::write_programs,
};
use rustix::process::Signal;
use std::{
    fs,
    os::unix::{
        fs::{MetadataExt, PermissionsExt},
        process::CommandExt,
    },
    path::Path,
    process::{Child, Command, Stdio},
};

/// Players that learn and that do not, and some that crash, against secrets of a rule and of a file.
const TOURNAMENT: &str =
    "--players rao,bayes:1,faulty-panic,faulty-overflow,local-search --sizes 4x5 --guess-limit 20 --no-charts --jobs 2";

/// The arguments that play the tournament into a folder.
fn run(folder: &Path, out: &str) -> Vec<String> {
    let secrets = path(folder, "secrets.txt");
    if !Path::new(&secrets).exists() {
        fs::write(&secrets, told(&["codes", "two-color", "--size", "4x5", "--count", "30"])).unwrap();
    }
    let scsas = format!("insert-colors,codes:{secrets}");
    let words =
        ["run", "--quiet", "--scsa", &scsas, "--rounds", "15", "--out", out].into_iter().chain(TOURNAMENT.split(' '));
    words.map(str::to_owned).collect()
}

fn start(words: &[String]) -> Child {
    let program = assert_cmd::cargo::cargo_bin!("arena");
    Command::new(program).args(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Plays to the end with the same command.
fn finish(words: &[String]) {
    arena(&words.iter().map(String::as_str).collect::<Vec<_>>()).assert().success();
}

/// Whom `kill -9` hits.
#[derive(Clone, Copy, Debug)]
enum Victim {
    Main,
    Workers,
    Both,
}

/// Kills a run when its journal has that length. Returns whether it had not ended before.
fn kill_at(words: &[String], journal: &Path, long: u64, victim: Victim) -> bool {
    let mut child = start(words);
    until("a journal", || length(journal) >= long || child.try_wait().unwrap().is_some());
    let workers = children(&child.id().to_string());
    let is_running = child.try_wait().unwrap().is_none();
    if matches!(victim, Victim::Main | Victim::Both) {
        child.kill().ok();
    }
    if matches!(victim, Victim::Workers | Victim::Both) {
        kill(&workers);
    }
    child.wait().unwrap();
    // They must not outlive it, whether they are killed or not.
    until("the end of the workers", || !workers.iter().any(|worker| is_alive(worker)));
    is_running
}

fn children(parent: &str) -> Vec<String> {
    let output = Command::new("pgrep").args(["-P", parent]).output().unwrap();
    String::from_utf8(output.stdout).unwrap().split_whitespace().map(str::to_owned).collect()
}

fn is_alive(process: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // A process that nobody has waited for yet is dead, too.
    !status.is_empty() && !status.contains(") Z ")
}

fn kill(processes: &[String]) {
    if !processes.is_empty() {
        Command::new("kill").arg("-9").args(processes).stderr(Stdio::null()).status().unwrap();
    }
}

/// Kills runs at that many moments, and compares what they end with.
fn kill_at_moments(moments: u32) {
    let folder = tempfile::tempdir().unwrap();
    let whole = path(folder.path(), "whole");
    let words = run(folder.path(), &whole);
    let journal = |out: &str| Path::new(out).join("journal.bin");
    let (mut child, mut longest) = (start(&words), 0);
    until("the end of a run", || {
        longest = longest.max(length(&journal(&whole)));
        child.try_wait().unwrap().is_some()
    });
    let expected = results(&whole);
    for moment in 0..moments {
        let out = path(folder.path(), &format!("part-{moment}"));
        let words = run(folder.path(), &out);
        // Moments that are spread over the run, with a step that is no part of it.
        let mut share = f64::from(moment + 1) * 0.618_034 % 0.8;
        let victim = [Victim::Main, Victim::Both, Victim::Workers][moment as usize % 3];
        let at = |share: f64| (longest as f64 * share) as u64;
        // On a busy machine a run may end before it is killed: then it is killed earlier.
        while !kill_at(&words, &journal(&out), at(share), victim) {
            fs::remove_dir_all(&out).unwrap();
            share /= 2.0;
        }
        if moment % 5 == 4 && journal(&out).exists() {
            kill_at(&words, &journal(&out), at((share + 1.0) / 2.0), Victim::Main);
        }
        if names(&out) != names(&whole) {
            finish(&words);
        }
        assert_eq!(results(&out), expected, "{moment}: {victim:?} killed at {share:.2}");
        assert_eq!(names(&out), names(&whole), "{moment}");
        fs::remove_dir_all(&out).unwrap();
    }
}

#[test]
fn a_killed_run_goes_on_to_the_same_bytes() {
    kill_at_moments(4);
}

#[test]
#[ignore = "a minute: run with `cargo test --test program resume:: -- --ignored`"]
fn runs_killed_at_fifty_moments_go_on_to_the_same_bytes() {
    kill_at_moments(50);
}

#[test]
fn an_interrupt_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, out) = (path(folder.path(), "whole"), path(folder.path(), "out"));
    finish(&run(folder.path(), &whole));
    let words = [run(folder.path(), &out), vec!["--jobs".to_owned(), "1".to_owned()]].concat();
    let words: Vec<String> = words.into_iter().filter(|word| word != "--jobs" && word != "2" && word != "1").collect();
    let program = assert_cmd::cargo::cargo_bin!("arena");
    let start = || {
        fs::remove_dir_all(&out).ok();
        Command::new(program).args(&words).stderr(Stdio::piped()).spawn().unwrap()
    };
    // Once something was played.
    let output = cut_off(start, &Path::new(&out).join("journal.bin"), 500, |child| signal(child, Signal::INT));
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{line}");
    let wanted = format!("and `arena run --resume --out {out}` goes on");
    assert!(line.contains("interrupted; ") && line.contains(&wanted), "{line}");
    // Without the other options.
    let output = arena(&["run", "--resume", "--out", &out, "--no-charts"]).assert().success();
    let said = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(
        said.contains("going on with the tournament in") && said.contains(" of 150 planned rounds are kept"),
        "{said}"
    );
    assert_eq!(results(&out), results(&whole));
    assert!(refused(&["run", "--resume", "--out", &out]).contains("holds no tournament that ended early"));
    let manifest = fs::read_to_string(Path::new(&out).join("manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest["resumed"].as_array().unwrap().len(), 1);
    assert!(manifest["finished"].is_string());
}

#[test]
fn a_run_that_is_another_one_is_refused_with_the_difference() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    let words = run(folder.path(), &out);
    let journal = Path::new(&out).join("journal.bin");
    let begin = || {
        fs::remove_dir_all(&out).ok();
        start(&words)
    };
    cut_off(begin, &journal, 300, |child| signal(child, Signal::KILL));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let with = |more: &[&'static str]| {
        let given = more.first().copied().unwrap_or_default();
        let place = words.iter().position(|word| *word == given);
        let kept: Vec<&str> = match place {
            Some(place) => [&words[..place], &words[place + 2..]].concat(),
            None => words.clone(),
        };
        [&kept[..], more].concat()
    };
    for (more, wanted) in [
        (["--seed", "2"], "another one (seed 1 and 2)"),
        (["--players", "rao"], "another one (players ["),
        (["--guess-limit", "21"], "another one (guess limit 20 and 21)"),
        (["--sizes", "4x7"], "another one (sizes [\"4x5\"] and [\"4x7\"])"),
    ] {
        let line = refused(&with(&more));
        assert!(line.contains(wanted) && line.contains("--force"), "{line}");
    }
    fs::write(folder.path().join("secrets.txt"), "AAAA\n".repeat(30)).unwrap();
    let line = refused(&words);
    assert!(line.contains("another one (inputs: "), "{line}");
    // A journal whose beginning is damaged is refused, too; --force begins anew.
    fs::write(&journal, "no journal").unwrap();
    fs::remove_file(folder.path().join("secrets.txt")).unwrap();
    let words = run(folder.path(), &out);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    assert!(refused(&words).contains("journal.bin: it is no journal of this version; give --force to begin anew"));
    told(&[&words[..], &["--force"]].concat());
    assert!(!journal.exists());
}

#[test]
fn a_full_disk_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, out) = (path(folder.path(), "whole"), path(folder.path(), "out"));
    finish(&run(folder.path(), &whole));
    let words = run(folder.path(), &out);
    let program = assert_cmd::cargo::cargo_bin!("arena").display().to_string();
    for blocks in [4, 8, 12] {
        // No file may be longer than that, in blocks of 512 or 1024 bytes.
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let output = Command::new("sh").args(["-c", &script, &program]).args(&words).output().unwrap();
        let line = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{blocks}: {line}");
        assert!(line.contains("cannot write ") && line.contains("goes on"), "{line}");
        // What is there are whole rows.
        for (part, whole) in results(&out).iter().zip(results(&whole)) {
            assert!(whole.starts_with(part.as_str()) && part.ends_with('\n'));
        }
    }
    finish(&words);
    assert_eq!(results(&out), results(&whole));
}

#[test]
fn a_folder_that_becomes_read_only_loses_nothing() {
    // The superuser may write everywhere: another user plays then, who must reach the program, the secrets and the folder.
    let folder = tempfile::tempdir_in("/tmp").unwrap();
    let [whole, inside, out, secrets] =
        ["whole", "inside", "inside/out", "secrets.txt"].map(|name| path(folder.path(), name));
    finish(&run(folder.path(), &whole));
    let program = folder.path().join("arena");
    // By a process of its own: what another test starts now would inherit a file that this one writes, which cannot be run then.
    assert!(Command::new("cp").arg(assert_cmd::cargo::cargo_bin!("arena")).arg(&program).status().unwrap().success());
    let allow = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    let is_superuser = fs::metadata(&whole).unwrap().uid() == 0;
    fs::create_dir(&inside).unwrap();
    [folder.path(), Path::new(&inside), &program, Path::new(&secrets)].iter().for_each(|path| allow(path, 0o777));
    let command = || {
        let mut command = Command::new(&program);
        command.args(run(folder.path(), &out)).stdout(Stdio::null()).stderr(Stdio::piped());
        if is_superuser {
            command.uid(65534);
        }
        command
    };
    let journal = Path::new(&out).join("journal.bin");
    let start = || {
        fs::remove_dir_all(&out).ok();
        command().spawn().unwrap()
    };
    let output = cut_off(start, &journal, 500, |_| allow(Path::new(&out), 0o555));
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{line}");
    assert!(line.contains("cannot write ") && line.contains("Permission denied") && line.contains("goes on"), "{line}");
    assert!(journal.exists());
    let output = command().output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    allow(Path::new(&out), 0o755);
    assert!(command().status().unwrap().success());
    assert_eq!(results(&out), results(&whole));
    assert!(!journal.exists());
}

#[test]
fn results_grow_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, out) = (path(folder.path(), "whole"), path(folder.path(), "out"));
    let secrets = path(folder.path(), "secrets.txt");
    fs::write(&secrets, told(&["codes", "two-color", "--size", "4x5", "--count", "30"])).unwrap();
    let codes = format!("codes:{secrets}");
    let base = ["run", "--quiet", "--no-charts", "--out"];
    let small = ["--players", "rao,faulty-overflow", "--scsa", &codes, "--sizes", "4x5", "--rounds", "20"];
    told(&[&base[..], &[&out], &small].concat());
    told(&[&base[..], &[&out, "--add", "bayes:1,rao"]].concat());
    let more = ["--extend", "--scsa", "ab-color", "--sizes", "5x4", "--rounds", "30"];
    told(&[&base[..], &[&out], &more].concat());
    let all = format!("{codes},ab-color");
    let large = ["--players", "rao,faulty-overflow,bayes:1", "--scsa", &all, "--sizes", "4x5,5x4", "--rounds", "30"];
    told(&[&base[..], &[&whole], &large].concat());
    assert_eq!(results(&out), results(&whole));
    assert_eq!(names(&out), names(&whole));

    // The CPU times of preparations are kept.
    let timings = |folder: &str| {
        let mut reader = csv::Reader::from_path(Path::new(folder).join("timing-summary.csv")).unwrap();
        reader.deserialize().map(Result::unwrap).collect::<Vec<tournament::TimingSummary>>()
    };
    assert!(timings(&out).iter().all(|row| row.prepare_us.is_some()));
    assert_eq!(timings(&out).len(), timings(&whole).len());

    // What cannot be extended is refused, and stays as it is.
    for (more, wanted) in [
        (&["--extend", "--rounds", "10"][..], "has 30 rounds a match, and --rounds 10 is fewer"),
        (&["--extend", "--seed", "2"], "was played by other rules (seed 1 and 2)"),
        (&["--extend", "--force"], "cannot be used with"),
        (&["--add", "roa"], "did you mean 'rao'?"),
    ] {
        let line = refused(&[&base[..], &[&out], more].concat());
        assert!(line.contains(wanted), "{line}");
    }
    let rounds = Path::new(&out).join("rounds.csv");
    let rows = fs::read_to_string(&rounds).unwrap();
    let first = "rao,ab-color,4,5,1,";
    let secret = &rows[rows.find(first).unwrap() + first.len()..][..4];
    let other = if secret == "AAAA" { "AAAB" } else { "AAAA" };
    for (from, to, wanted) in [
        ("rao,ab-color,4,5,3,", "rao,ab-color,4,5,4,", "round 4 of rao against ab-color is out of order"),
        (",win,,5,2.236068\n", ",win,,4,2.236068\n", "was changed"),
        (&format!("{first}{secret}"), &format!("{first}{other}"), "is not of this tournament"),
        ("player,scsa", "gamer,scsa", "its columns are not those of this version"),
    ] {
        assert!(rows.contains(from), "{from}");
        fs::write(&rounds, rows.replacen(from, to, 1)).unwrap();
        let line = refused(&[&base[..], &[&out, "--add", "dino"]].concat());
        assert!(line.contains(wanted), "{line}");
    }
    fs::write(&rounds, &rows).unwrap();
    let codes = fs::read_to_string(&secrets).unwrap();
    fs::write(&secrets, codes.lines().rev().map(|code| format!("{code}\n")).collect::<String>()).unwrap();
    let line = refused(&[&base[..], &[&out, "--add", "dino"]].concat());
    assert!(line.contains(&format!("{secrets} is not as it was when {out} was played")), "{line}");
    fs::write(&secrets, codes).unwrap();
    fs::remove_file(&rounds).unwrap();
    assert!(refused(&[&base[..], &[&out, "--add", "dino"]].concat()).contains("has no rounds.csv"));
    assert!(refused(&[&base[..], &[&path(folder.path(), "none"), "--add", "dino"]].concat()).contains("--add take"));
}

#[test]
fn no_round_of_a_file_is_dropped_when_results_grow() {
    let folder = tempfile::tempdir().unwrap();
    let (out, secrets) = (path(folder.path(), "out"), path(folder.path(), "secrets.txt"));
    fs::write(&secrets, told(&["codes", "two-color", "--size", "4x5", "--count", "130"])).unwrap();
    let codes = format!("codes:{secrets}");
    let run = ["run", "--quiet", "--no-charts", "--out", &out];
    told(&[&run[..], &["--players", "rao", "--scsa", &codes, "--sizes", "4x5"]].concat());
    let line = refused(&[&run[..], &["--extend", "--rounds", "110"]].concat());
    assert!(line.contains("it has 130 rounds of rao against codes:") && line.contains("only 110 are to be"), "{line}");
}

#[test]
fn an_extension_of_older_results_never_replaces_newer_ones() {
    let folder = tempfile::tempdir().unwrap();
    let [out, other] = ["out", "other"].map(|name| path(folder.path(), name));
    let run = ["run", "--quiet", "--no-charts", "--scsa", "ab-color", "--sizes", "4x5", "--rounds", "5"];
    told(&[&run[..], &["--players", "rao", "--out", &out]].concat());
    // As if the program had been killed before it moved the files of the extension.
    told(&[&run[..], &["--players", "rao,dino", "--out", &other]].concat());
    fs::rename(&other, Path::new(&out).join(".extension")).unwrap();
    told(&[&run[..], &["--players", "random", "--out", &out, "--force"]].concat());
    assert!(results(&out)[0].lines().skip(1).all(|row| row.starts_with("random,")));
    assert!(!Path::new(&out).join(".extension").exists());
    // The next addition to the same results completes it.
    told(&[&run[..], &["--players", "rao,dino", "--out", &other]].concat());
    told(&[&run[..], &["--players", "rao", "--out", &out, "--force"]].concat());
    fs::rename(&other, Path::new(&out).join(".extension")).unwrap();
    told(&["run", "--quiet", "--no-charts", "--add", "random", "--out", &out]);
    assert_eq!(results(&out)[0].lines().count(), 1 + 3 * 5);
}

#[test]
fn rounds_are_played_until_the_error_is_small() {
    let folder = tempfile::tempdir().unwrap();
    let (out, whole) = (path(folder.path(), "out"), path(folder.path(), "whole"));
    let base = ["run", "--quiet", "--no-charts", "--players", "rao,baseline-3", "--scsa", "insert-colors,only-once"];
    let until = ["--sizes", "4x5", "--rounds", "20", "--until", "2%", "--out", &out];
    told(&[&base[..], &until].concat());
    let mut reader = csv::Reader::from_path(Path::new(&out).join("summary.csv")).unwrap();
    let rows: Vec<tournament::Summary> = reader.deserialize().map(Result::unwrap).collect();
    let error = |row: &tournament::Summary| row.mean_guesses_se.unwrap() / row.mean_guesses.unwrap();
    assert!(rows.iter().all(|row| error(row) <= 0.02 && row.rounds == rows[0].rounds), "{rows:?}");
    let worst = rows.iter().map(error).fold(0.0, f64::max);
    // No more rounds than needed: a tenth fewer would not have been enough.
    assert!(worst * (1.0f64 / 0.8).sqrt() > 0.02 || rows[0].rounds == 20, "{worst}");
    let rounds = rows[0].rounds.to_string();
    told(&[&base[..], &["--sizes", "4x5", "--rounds", &rounds, "--out", &whole]].concat());
    assert_eq!(results(&out), results(&whole));
    // A run that was interrupted goes on until then, too.
    let (more, all) = (path(folder.path(), "more"), path(folder.path(), "all"));
    let until = |out: &str| ["--sizes", "8x10", "--rounds", "1000", "--until", "0.4%", "--out", out].map(str::to_owned);
    let program = assert_cmd::cargo::cargo_bin!("arena");
    let start =
        || Command::new(program).args(base).args(until(&more)).arg("--force").stderr(Stdio::piped()).spawn().unwrap();
    cut_off(start, &Path::new(&more).join("journal.bin"), 2000, |child| signal(child, Signal::INT));
    told(&["run", "--quiet", "--no-charts", "--resume", "--out", &more]);
    told(&[&base[..], &until(&all).each_ref().map(String::as_str)].concat());
    assert_eq!(results(&more), results(&all));
    assert!(results(&all)[0].lines().count() > 4 * 1000 + 1);
    assert!(
        refused(&["run", "--until", "5"]).contains("'5' is no percentage from 0.01% to 50%; write for example 0.5%")
    );
}

/// Interrupts a run of programs, and goes on by the command that it prints. A folder keeps every command and its tournament file.
#[test]
fn the_history_of_a_folder_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_programs(folder);
    let file = "players = [{ name = \"zed\", command = \"python:s1/p.py\" }, \"rao\", \
                { name = \"abe\", command = \"python:s1/p.py\" }]\nscsa = \"insert-colors\"\nsizes = \"4x6\"\n\
                rounds = 40\nseed = \"random\"\nno-charts = true\n";
    fs::write(folder.join("t.toml"), file).unwrap();
    let out = path(folder, "out");
    let start = || {
        Command::new(assert_cmd::cargo::cargo_bin!("arena"))
            .args(["run", "t.toml", "--out", "out", "--force"])
            .current_dir(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let output = cut_off(start, &Path::new(&out).join("journal.bin"), 100, |child| signal(child, Signal::INT));
    let line = String::from_utf8(output.stderr).unwrap();
    assert!(line.contains("`arena run --resume --out out --trust-commands` goes on"), "{line}");
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let arena = |text: &str| {
        let words = words(text);
        arena(&words[1..].iter().map(String::as_str).collect::<Vec<_>>()).current_dir(folder).assert()
    };
    let commands = [
        "arena run t.toml --out out --force",
        "arena run --resume --out out --trust-commands",
        "arena run t.toml --out out --extend --rounds 45",
        "arena run --add team14=python:s1/p.py --out out --no-charts --trust-commands",
    ];
    for command in &commands[1..] {
        arena(command).success();
    }
    arena("arena verify out --trust-commands").success();
    let manifest = tournament::Manifest::read(Path::new(&out)).unwrap();
    assert_eq!(manifest.players, ["zed", "rao", "abe", "team14"]);
    assert_eq!(manifest.commands().cloned().collect::<Vec<_>>(), commands.map(words));
    assert_eq!((&manifest.tournament_files[..], manifest.resumed.len()), (&["t.toml".to_owned()][..], 3));
    assert!(manifest.inputs.contains_key("t.toml"), "{:?}", manifest.inputs);
    arena("arena report out").success();
    let page = fs::read_to_string(Path::new(&out).join("report.html")).unwrap();
    let shown = commands.map(|command| format!("{command}\n")).concat();
    let shown = shown.replace("team14=python:s1/p.py", "'team14=python:s1/p.py'");
    assert!(page.contains(&shown) && page.contains("The commands that played it, in order"), "{shown}");
    // What is not as it was is named, by every command that plays it again.
    fs::write(folder.join("s1/p.py"), "# changed\n").unwrap();
    let names = "abe, team14 and zed are not as they were";
    for (command, code) in [
        ("arena run --from out --out again --rounds 1 --no-charts --trust-commands", 0),
        ("arena run --extend --rounds 46 --out out --trust-commands", 2),
        ("arena verify out --trust-commands", 1),
        ("arena verify out --rounds 0", 0),
    ] {
        let output = arena(command).code(code);
        let output = output.get_output();
        let said = [&output.stdout[..], &output.stderr].concat();
        let said = String::from_utf8(said).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(said.contains(names), !command.ends_with(" 0"), "{command}: {said}");
    }
    fs::remove_dir_all(folder.join("s1")).unwrap();
    arena("arena verify out --rounds 0").success();
}

/// What a process leaves that is killed in its first moments, and later.
#[test]
fn what_a_killed_run_leaves_is_no_obstacle() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, out) = (path(folder.path(), "whole"), path(folder.path(), "out"));
    let run = "run --quiet --no-charts --players rao --scsa ab-color --sizes 4x5 --rounds 5 --out";
    let run = |out: &str, more: &[&str]| {
        let words: Vec<&str> = run.split(' ').chain([out]).chain(more.iter().copied()).collect();
        arena(&words).assert()
    };
    run(&whole, &[]).success();
    let (journal, manifest) = (Path::new(&out).join("journal.bin"), Path::new(&out).join("manifest.json"));
    let begin = || {
        let _ = fs::remove_dir_all(&out);
        fs::create_dir(&out).unwrap();
        fs::write(Path::new(&out).join(".rounds.csv.aB3dE6.new"), "player,").unwrap();
        fs::write(Path::new(&out).join(".aB3dE6.new"), "").unwrap();
        fs::write(Path::new(&out).join("rounds.csv"), "").unwrap();
    };
    // Killed before its manifest was written.
    for more in [&[][..], &["--resume"], &["--force"]] {
        begin();
        fs::write(&journal, "").unwrap();
        run(&out, more).success();
        assert_eq!((results(&out), names(&out)), (results(&whole), names(&whole)), "{more:?}");
    }
    begin();
    fs::write(&journal, "").unwrap();
    let line = refused(&["run", "--resume", "--out", &out]);
    assert!(
        line.contains("does not say which tournament was begun in it, and nothing was played; give its command again"),
        "{line}"
    );
    // Its journal did not reach the disk.
    for length in [None, Some(0), Some(5), Some(8)] {
        begin();
        let text = fs::read_to_string(Path::new(&whole).join("manifest.json")).unwrap();
        fs::write(&manifest, text.replace("\"finished\": \"", "\"finished\": null, \"x\": \"")).unwrap();
        if let Some(length) = length {
            fs::write(&journal, &b"arenaJ\0\x01"[..length]).unwrap();
        }
        told(&["run", "--resume", "--quiet", "--no-charts", "--out", &out]);
        assert_eq!((results(&out), names(&out)), (results(&whole), names(&whole)), "{length:?}");
    }
    // Older results are not gone on with.
    run(&out, &["--force", "--seed", "2"]).success();
    fs::write(Path::new(&out).join(".summary.csv.aB3dE6.new"), "").unwrap();
    run(&out, &["--force"]).success();
    assert_eq!((results(&out), names(&out)), (results(&whole), names(&whole)));
}
