//! Tournaments that are killed, interrupted, or still being played into a folder.

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

#[test]
#[ignore = "takes 10 s: cargo test --test program resume:: -- --ignored"]
fn a_shard_that_is_killed_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let [parts, merged] = ["parts", "merged"].map(|name| path(folder.path(), name));
    let options = "--players bayes:1,rao --scsa insert-colors,mystery-2 --sizes 5x6 --rounds 60";
    let run = |out: &str, more: &str| {
        let run = format!("run --out {out} --quiet {options} {more}");
        run.trim_end().split(' ').map(str::to_owned).collect::<Vec<String>>()
    };
    let whole = path(folder.path(), "whole");
    finish(&run(&whole, "--no-charts"));
    for shard in ["1/2", "2/2"] {
        let journal = Path::new(&parts).join(format!("shard-{}.journal", shard.replace('/', "-of-")));
        let words = run(&parts, &format!("--shard {shard}"));
        let mut child = start(&words);
        // Some rounds are in the journal.
        until("rounds", || length(&journal) >= 400 || child.try_wait().unwrap().is_some());
        child.kill().ok();
        child.wait().unwrap();
        finish(&words);
        assert!(!journal.exists());
    }
    told(&["merge", &parts, "--out", &merged, "--no-charts", "-q"]);
    assert_eq!(results(&merged), results(&whole));
}

/// When the tournament is killed its workers end, even with a player that never returns.
#[test]
#[cfg(target_os = "linux")]
fn workers_end_with_the_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("arena"))
        .args(["run", "--players", "faulty-hang", "--time-limit", "3600", "--jobs", "2", "--out", &out, "-q"])
        .spawn()
        .unwrap();
    let workers = || -> Vec<u32> {
        let children = fs::read_to_string(format!("/proc/{0}/task/{0}/children", child.id())).unwrap_or_default();
        children.split_whitespace().map(|id| id.parse().unwrap()).collect()
    };
    // The player computes once it hangs: the 14th field is the CPU time in ticks of 10 ms. A third process is started beforehand.
    let computes = |id: &u32| {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        stat.split(' ').nth(13).is_some_and(|ticks| ticks.parse::<u64>().unwrap() > 20)
    };
    until("two workers that compute", || workers().iter().filter(|id| computes(id)).count() == 2);
    let workers = workers();
    child.kill().unwrap();
    child.wait().unwrap();
    let alive = |id: &u32| {
        let state = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        state.contains("(arena)") && !state.contains(") Z ")
    };
    until("the end of the workers", || !workers.iter().any(alive));
}

/// A tournament that does not end by itself. It is killed at the end of the test.
struct Endless(Child);

impl Endless {
    /// Begins it, and waits until it has written something into that file.
    fn start(words: &[&str], file: &Path) -> Endless {
        let program = assert_cmd::cargo::cargo_bin!("arena");
        let mut child =
            Command::new(program).args(words).args(["--rounds", "100000000"]).stderr(Stdio::null()).spawn().unwrap();
        until("the first rounds", || {
            assert!(child.try_wait().unwrap().is_none(), "the tournament ended before it played");
            length(file) >= 500
        });
        Endless(child)
    }

    fn is_running(&mut self) -> bool {
        self.0.try_wait().unwrap().is_none()
    }
}

impl Drop for Endless {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

const INTO: [&str; 6] = ["run", "--quiet", "--no-charts", "--jobs", "1", "--out"];
const MATCHES: [&str; 6] = ["--players", "random", "--scsa", "ab-color", "--sizes", "4x6"];

/// That all these options are refused for a folder because another tournament is being played into it.
fn assert_in_use(out: &str, options: &[&[&str]]) {
    for options in options {
        let line = refused(&[&INTO[..], &[out], options].concat());
        let wanted = format!("cannot write {out}: another tournament is being played into it; ");
        assert!(line.contains(&wanted), "{options:?}: {line}");
    }
}

#[test]
fn a_folder_that_is_extended_is_in_use() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    told(&[&INTO[..], &[&out], &MATCHES, &["--rounds", "5"]].concat());
    let before = results(&out);
    let extension = Path::new(&out).join(".extension");
    let mut first = Endless::start(&[&INTO[..], &[&out, "--extend"]].concat(), &extension.join("journal.bin"));
    let others: [&[&str]; 3] =
        [&["--players", "rao", "--rounds", "1", "--force"], &["--extend", "--rounds", "7"], &["--add", "rao"]];
    assert_in_use(&out, &others);
    assert!(first.is_running() && extension.join("journal.bin").exists(), "the first one goes on");
    assert_eq!(results(&out), before);
    drop(first);
    told(&[&INTO[..], &[&out, "--extend", "--rounds", "7"]].concat());
    assert_eq!(results(&out)[0].lines().count(), 1 + 7);
    assert_eq!(names(&out), ["manifest.json", "rounds.csv", "summary.csv", "timing-summary.csv", "timings.csv"]);
}

#[test]
fn a_tournament_that_is_being_played_did_not_end_early() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    let mut first = Endless::start(&[&INTO[..], &[&out], &MATCHES].concat(), &Path::new(&out).join("rounds.csv"));
    let others: [&[&str]; 5] = [
        &["--extend", "--rounds", "7"],
        &["--add", "rao"],
        &["--players", "rao", "--rounds", "1"],
        &["--players", "rao", "--rounds", "1", "--force"],
        &["--resume"],
    ];
    assert_in_use(&out, &others);
    assert!(first.is_running());
    drop(first);
    let line = refused(&[&INTO[..], &[&out, "--add", "rao"]].concat());
    assert!(line.contains("holds a tournament that ended early; go on with it first"), "{line}");
    told(&[&INTO[..], &[&out], &MATCHES, &["--rounds", "5", "--force"]].concat());
}
