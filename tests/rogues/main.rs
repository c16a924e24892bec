//! Programs that misbehave as players: how their rounds end, how long that takes, what is left of them, and what they learn.
//! They have limits of half a second, so that they are not played beside other tests.

#![cfg(target_os = "linux")]
#![allow(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

#[path = "../program/command.rs"]
#[allow(dead_code, reason = "the tests of the program use all of it")]
mod command;
mod gallery;
mod processes;

use command::{arena, path};
use gallery::GALLERY;
use processes::{ProcessObserver, of_mark, until_none};
use std::{
    fs,
    net::{TcpListener, UdpSocket},
    os::unix::net::UnixListener,
    path::Path,
    process::{Child, Command, Stdio},
    sync::LazyLock,
    time::{Duration, Instant},
};

/// The CPU time of a round in seconds.
const LIMIT: f64 = 0.5;
/// The most that a round may take beyond it, in seconds.
const MOST_BEYOND: f64 = 0.5;
/// The seed of the tournaments, which nobody may find.
const SEED: &str = "7316492058";

/// The interpreter itself: in some installations `python3` is a script that takes a while to find it.
static PYTHON: LazyLock<String> = LazyLock::new(|| {
    let asked = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output().unwrap();
    String::from_utf8(asked.stdout).unwrap().trim().to_owned()
});

/// A folder with the rogue, and places that nobody may reach.
struct TestEnvironment {
    folder: tempfile::TempDir,
    tcp: TcpListener,
    udp: UdpSocket,
    unix: UnixListener,
}

impl TestEnvironment {
    fn new() -> TestEnvironment {
        let folder = tempfile::tempdir().unwrap();
        for name in ["player", "temporary"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        fs::write(folder.path().join("player/rogue.py"), include_str!("rogue.py")).unwrap();
        let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
        let udp = UdpSocket::bind(tcp.local_addr().unwrap()).unwrap();
        let unix = UnixListener::bind(folder.path().join("socket")).unwrap();
        tcp.set_nonblocking(true).unwrap();
        udp.set_nonblocking(true).unwrap();
        unix.set_nonblocking(true).unwrap();
        TestEnvironment { folder, tcp, udp, unix }
    }

    fn at(&self, name: &str) -> String {
        path(self.folder.path(), name)
    }

    /// The command of the rogue.
    fn command(&self, deed: &str, round: i32, turn: u32) -> String {
        let port = self.tcp.local_addr().unwrap().port();
        let words = [
            PYTHON.clone(),
            self.at("player/rogue.py"),
            deed.to_owned(),
            round.to_string(),
            turn.to_string(),
            self.mark(deed),
            SEED.to_owned(),
            self.at("out"),
            port.to_string(),
            self.at("socket"),
        ];
        words.join(" ")
    }

    /// An argument that no other process has.
    fn mark(&self, deed: &str) -> String {
        format!("{}-{deed}", self.folder.path().file_name().unwrap().display())
    }

    /// The options that play the rogue under the name of its deed.
    fn player(&self, deed: &str, round: i32, turn: u32) -> [String; 2] {
        ["--player".to_owned(), format!("{deed}={}", self.command(deed, round, turn))]
    }

    /// The command `arena run`.
    fn run(&self, players: &[[String; 2]], options: &str) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("arena"));
        command.args(["run", "--quiet", "--no-charts", "--force", "--out", &self.at("out"), "--seed", SEED]);
        command.args(players.iter().flatten()).args(options.split_whitespace());
        command.env("TMPDIR", self.at("temporary")).env("TOURNAMENT_SEED", SEED);
        command
    }

    /// Plays a tournament, and returns `rounds.csv`.
    fn played(&self, players: &[[String; 2]], options: &str) -> String {
        let output = self.run(players, options).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        self.result("rounds.csv")
    }

    fn result(&self, name: &str) -> String {
        fs::read_to_string(Path::new(&self.at("out")).join(name)).unwrap()
    }

    fn messages(&self, deed: &str, size: &str) -> String {
        let file = Path::new(&self.at("out")).join(format!("messages/{deed}-insert-colors-{size}.txt"));
        String::from_utf8_lossy(&fs::read(file).unwrap()).into_owned()
    }

    /// Asserts that no process and no file is left.
    fn assert_clean(&self) {
        let mark = self.mark("");
        until_none(Duration::from_secs(1), || of_mark(&mark));
        until_none(Duration::from_secs(1), || {
            fs::read_dir(self.at("temporary")).unwrap().map(|entry| entry.unwrap().path()).collect()
        });
        let own: Vec<_> = fs::read_dir(self.at("player")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(own, ["rogue.py"]);
    }
}

/// The rows of a player, without its name and the points.
fn rows<'a>(rounds: &'a str, player: &str) -> Vec<&'a str> {
    let rows = rounds.lines().filter_map(|row| row.strip_prefix(player)?.strip_prefix(',')?.rsplit_once(','));
    rows.map(|(row, _)| row).collect()
}

/// The time in seconds in a note of a rogue about its second round.
fn noted(messages: &str, what: &str) -> Option<f64> {
    let line = messages.lines().find_map(|line| line.strip_prefix("round 2: ")?.strip_prefix(what))?;
    Some(line.trim().parse().unwrap())
}

/// Whether this system can keep players apart completely.
fn is_complete(place: &TestEnvironment) -> bool {
    let output = place.run(&[place.player("fair", 1, 1)], "--players rao --sizes 2x4 --rounds 1").output().unwrap();
    output.stderr.is_empty()
}

/// Plays these rogues.
fn play(place: &TestEnvironment, deeds: &[&str], options: &str) {
    let players: Vec<_> = deeds.iter().map(|deed| place.player(deed, 2, 2)).collect();
    place.played(&players, &format!("--scsa insert-colors --sizes 2x4 --rounds 4 --memory-limit 256 {options}"));
}

/// Plays these rogues, and returns which of them took too long, with their times beyond the limit in seconds.
fn late(place: &TestEnvironment, deeds: &[&str], options: &str) -> Vec<(String, f64)> {
    let observer = ProcessObserver::start(place.mark(""));
    play(place, deeds, options);
    let lives = observer.stop();
    let timings = place.result("timings.csv");
    let beyond = deeds.iter().map(|&deed| {
        let (_, outcome, is_dead) = GALLERY.iter().find(|rogue| rogue.0 == deed).unwrap();
        let cpu = rows_with_times(&timings, deed)[1] - LIMIT;
        // A program that computes waits for a processor on a busy machine, which does not count.
        if !is_dead || outcome.starts_with("loss") {
            return (deed.to_owned(), cpu);
        }
        let began = noted(&place.messages(deed, "2x4"), "deed").unwrap();
        (deed.to_owned(), cpu.max(lives.end(&place.mark(deed), began) - LIMIT))
    });
    let beyond: Vec<_> = beyond.collect();
    println!("seconds beyond the limit: {beyond:.2?}");
    beyond.into_iter().filter(|(_, beyond)| *beyond > MOST_BEYOND).collect()
}

/// The CPU times of the rounds of a player in seconds.
fn rows_with_times(timings: &str, player: &str) -> Vec<f64> {
    let own = timings.lines().filter(|row| row.starts_with(&format!("{player},")));
    own.map(|row| row.rsplit(',').next().unwrap().parse::<f64>().unwrap() / 1e6).collect()
}

#[test]
fn deeds_end_in_their_own_round_and_in_time() {
    let place = TestEnvironment::new();
    if !is_complete(&place) {
        return;
    }
    let deeds = GALLERY.map(|(deed, _, _)| deed);
    // Most of the deeds wait: more of them than there are processors can do so at once.
    let options = "--players rao,random,bayes:1 --time-limit 0.5 --jobs 8 --oversubscribe";
    let mut too_late = late(&place, &deeds, options);
    let rounds = place.result("rounds.csv");
    let fair = rows(&rounds, "fair");
    assert_eq!((fair.len(), fair[1]), (4, "insert-colors,2,4,2,CA,win,,9"));
    let wanted = |outcome: &str| {
        let second = if outcome == "win" { fair[1].to_owned() } else { format!("insert-colors,2,4,2,CA,{outcome}") };
        [fair[0].to_owned(), second, fair[2].to_owned(), fair[3].to_owned()]
    };
    // A program that waited too long for a processor or for a file on a busy machine is played again. One that another program killed
    // has crashed, and is not.
    let is_repeated = |(deed, outcome, _): &&(&str, &str, bool)| {
        let own = rows(&rounds, deed);
        own != wanted(outcome) && own.iter().any(|row| row.contains(",failure,silence"))
    };
    let repeated: Vec<&str> = GALLERY.iter().filter(is_repeated).map(|(deed, ..)| *deed).collect();
    if !repeated.is_empty() {
        play(&place, &repeated, "--players rao --time-limit 0.5 --jobs 1");
    }
    let again = place.result("rounds.csv");
    for (deed, outcome, is_dead) in GALLERY {
        let is_repeated = repeated.contains(&deed);
        assert_eq!(rows(if is_repeated { &again } else { &rounds }, deed), wanted(outcome), "{deed}");
        // A fresh process plays on where that is necessary.
        let starts = place.messages(deed, "2x4").matches(": start ").count();
        assert!(is_repeated || starts == 1 + usize::from(is_dead), "{deed}: {starts}");
    }
    place.assert_clean();
    for deed in ["secrets", "connect", "fill"] {
        let messages = place.messages(deed, "2x4");
        assert!(messages.contains("deed ") && !messages.contains("got "), "{messages}");
    }
    assert!(!rounds.contains('\x1b'));
    let mut byte = [0];
    assert!(place.tcp.accept().is_err() && place.udp.recv(&mut byte).is_err() && place.unix.accept().is_err());
    // Perhaps the machine was busy.
    for _ in 0..3 {
        if too_late.is_empty() {
            break;
        }
        let again: Vec<&str> = too_late.iter().map(|(deed, _)| deed.as_str()).collect();
        too_late = late(&place, &again, "--players rao --time-limit 0.5 --jobs 1");
    }
    assert!(too_late.is_empty(), "seconds beyond the limit: {too_late:?}");

    let honest = place.played(&[], "--players rao,random,bayes:1 --scsa insert-colors --sizes 2x4 --rounds 4");
    for player in ["rao", "random", "bayes:1"] {
        let own = rows(&honest, player);
        assert_eq!((own.len(), own), (4, rows(&rounds, player)));
    }
}

/// What the test above calls nothing would be something outside of the sandbox.
#[test]
fn the_same_deeds_succeed_outside() {
    let place = TestEnvironment::new();
    fs::create_dir(place.at("out")).unwrap();
    fs::write(Path::new(&place.at("out")).join("manifest.json"), SEED).unwrap();
    let found = |deed: &str| {
        let output = Command::new("sh").args(["-c", &place.command(deed, 0, 1)]).stdin(Stdio::null()).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    let secrets = found("secrets");
    assert!(secrets.contains("got folder ") && secrets.contains("got files of "), "{secrets}");
    let connected = found("connect");
    for what in ["tcp", "udp", "unix"] {
        assert!(connected.contains(&format!("got {what} ")), "{connected}");
    }
    assert!(place.tcp.accept().is_ok() && place.unix.accept().is_ok());
}

#[test]
fn a_program_that_does_not_start_fails_every_round() {
    let place = TestEnvironment::new();
    let players = ["exit", "exit-3", "flood-output"].map(|deed| place.player(deed, 0, 1));
    let rounds = place.played(&players, "--players rao --scsa insert-colors --sizes 2x4 --rounds 3 --time-limit 0.03");
    for (deed, outcome) in [
        ("exit", "failure,crash: exit code 0,0"),
        ("exit-3", "failure,crash: exit code 3,0"),
        ("flood-output", "failure,protocol: 'flood' in place of `hello 1` or `hello 1 independent`,0"),
    ] {
        let own = rows(&rounds, deed);
        assert!(own.len() == 3 && own.iter().all(|row| row.ends_with(outcome)), "{deed}: {own:?}");
    }
    assert_eq!(rows(&rounds, "rao").iter().filter(|row| row.contains(",win,")).count(), 3);
    place.assert_clean();
}

#[test]
#[ignore = "waits for a quarter of a minute: cargo test --test rogues -- --ignored"]
fn a_program_that_says_no_hello_fails_every_round() {
    let place = TestEnvironment::new();
    let players = ["sleep", "fill-input"].map(|deed| place.player(deed, 0, 1));
    let rounds = place.played(&players, "--scsa insert-colors --sizes 2x4 --rounds 3 --time-limit 0.03 --jobs 2");
    assert_eq!(rounds.matches("failure,silence: no answer in time,0").count(), 2 * 3, "{rounds}");
    place.assert_clean();
}

/// A process may leave a megabyte, and a match a few.
#[test]
fn messages_do_not_fill_the_disk() {
    let place = TestEnvironment::new();
    let options = "--players rao --scsa insert-colors --sizes 2x4 --jobs 1";
    place.played(&[place.player("babble", -1, 1)], &format!("{options} --rounds 8"));
    let messages = place.messages("babble", "2x4");
    assert!((4 << 20..11 << 19).contains(&messages.len()), "{} bytes", messages.len());
    assert!(messages.contains("(what this process wrote after 1048576 bytes is not kept)"));
    assert_eq!(place.result("rounds.csv").matches("failure,crash: exit code 3,").count(), 8);
    // Results that are overwritten take their messages with them.
    place.played(&[place.player("fair", 1, 1)], &format!("{options} --rounds 1"));
    let files = fs::read_dir(place.at("out/messages")).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(files.collect::<Vec<_>>(), ["fair-insert-colors-2x4.txt"]);
}

#[test]
fn ten_timeouts_disqualify_a_program_by_the_rules_of_2024() {
    let place = TestEnvironment::new();
    let options = "--players rao --scsa insert-colors --sizes 2x4,3x4 --rounds 12 --time-limit 0.02 --rules 2024";
    place.played(&[place.player("compute", -1, 1)], options);
    let summary = place.result("summary.csv");
    let own: Vec<&str> = summary.lines().filter_map(|row| row.strip_prefix("compute,insert-colors,")).collect();
    assert!(own[0].starts_with("2,4,ended,10,0,0,10,"), "{summary}");
    assert!(own[1].starts_with("3,4,disqualified,0,"), "{summary}");
    place.assert_clean();
}

#[test]
fn a_match_needs_one_process() {
    let place = TestEnvironment::new();
    let options = "--players rao --scsa insert-colors --sizes 8x10 --rounds 1000 --guess-limit 3";
    let rounds = place.played(&[place.player("fair", 1, 1)], options);
    assert_eq!(rows(&rounds, "fair").iter().filter(|row| row.ends_with(",loss,guesses,3")).count(), 1000);
    assert_eq!(place.messages("fair", "8x10").matches(": start ").count(), 1);
}

/// The results contain the secrets, which are the same for all players, and the seed.
#[test]
fn results_in_the_folder_of_a_player_are_hidden_from_it() {
    let player = format!("spy={} spy.py", *PYTHON);
    for out in ["results/first", "."] {
        let folder = tempfile::tempdir().unwrap();
        let spy = "import os, sys\nnames = sum((names for _, _, names in os.walk('.')), [])\n\
                   print(names, file=sys.stderr)\nprint('hello 1', flush=True)\n\
                   input(), input()\nprint('ready', flush=True)\n";
        fs::write(folder.path().join("spy.py"), spy).unwrap();
        for _ in 0..2 {
            let mut words = vec!["run", "--player", &player, "--out", out];
            words.extend("--players rao --scsa insert-colors --sizes 2x4 --rounds 3 --quiet --force".split(' '));
            arena(&words).current_dir(folder.path()).assert().success();
            let file = folder.path().join(out).join("messages/spy-insert-colors-2x4.txt");
            let messages = fs::read_to_string(file).unwrap();
            assert_eq!(messages.lines().count(), 3, "{messages}");
            for line in messages.lines() {
                assert!(line.contains("spy.py") && !line.contains(".csv") && !line.contains(".json"), "{line}");
            }
        }
    }
}

/// A tournament whose rogue has begun its deed.
fn interrupted(place: &TestEnvironment) -> Child {
    let options = "--players rao --scsa insert-colors --sizes 2x4 --rounds 4 --time-limit 60";
    let deeds = ["sleep", "leave-rest"].map(|deed| place.player(deed, 2, 2));
    let child = place.run(&deeds, options).stderr(Stdio::null()).spawn().unwrap();
    let start = Instant::now();
    let has_begun = |deed: &str| {
        let file = Path::new(&place.at("out")).join(format!("messages/{deed}-insert-colors-2x4.txt"));
        fs::read_to_string(file).is_ok_and(|messages| messages.contains(": deed "))
    };
    // Two main processes, and the one that was left behind.
    while !has_begun("sleep") || !has_begun("leave-rest") || of_mark(&place.mark("")).len() != 3 {
        assert!(start.elapsed() < Duration::from_secs(20), "the rogues do not start");
        std::thread::sleep(Duration::from_millis(20));
    }
    child
}

#[test]
fn a_killed_tournament_leaves_nothing() {
    let place = TestEnvironment::new();
    let mut child = interrupted(&place);
    child.kill().unwrap();
    child.wait().unwrap();
    place.assert_clean();
}

#[test]
fn an_interrupted_tournament_leaves_nothing() {
    let place = TestEnvironment::new();
    let mut child = interrupted(&place);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    place.assert_clean();
}
