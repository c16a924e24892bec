//! Programs that misbehave as players: how their rounds end, what is left of them, and what they learn.

#![cfg(target_os = "linux")]
#![allow(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

mod gallery;

use gallery::{OTHERS, Rogue, SHARING, SLOW};
use std::fs;
use std::net::{TcpListener, UdpSocket};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

/// Waits until a condition holds. The limit only ends a test that would never end: no machine is so busy that it is reached.
fn until(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(600), "{what}: not within ten minutes");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The matches of players beside the rogues.
const HONEST: &str = "--players rao,random,bayes:1 --scsa insert-colors --sizes 2x4 --rounds 4";
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

    /// The number of rogues that live.
    fn living(&self) -> usize {
        let mark = self.mark("");
        let is_marked =
            |command: Vec<u8>| command.split(|&byte| byte == 0).any(|word| word.starts_with(mark.as_bytes()));
        let processes = fs::read_dir("/proc").unwrap().flatten();
        processes.filter(|entry| fs::read(entry.path().join("cmdline")).is_ok_and(is_marked)).count()
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
        until("the end of all processes", || self.living() == 0);
        until("an empty folder", || fs::read_dir(self.at("temporary")).unwrap().next().is_none());
        let own: Vec<_> = fs::read_dir(self.at("player")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(own, ["rogue.py"]);
    }
}

/// The rows of a player, without its name and the points.
fn rows<'a>(rounds: &'a str, player: &str) -> Vec<&'a str> {
    let rows = rounds.lines().filter_map(|row| row.strip_prefix(player)?.strip_prefix(',')?.rsplit_once(','));
    rows.map(|(row, _)| row).collect()
}

/// Whether this system can keep players apart completely, but for counting their CPU time.
fn is_complete(place: &TestEnvironment) -> bool {
    let output = place.run(&[place.player("fair", 1, 1)], "--players rao --sizes 2x4 --rounds 1").output().unwrap();
    output.stderr.is_empty() || String::from_utf8_lossy(&output.stderr).contains("completely: no counter of CPU time")
}

/// Plays rogues for four rounds, asserts how each of them ended, and returns `rounds.csv`.
fn play(place: &TestEnvironment, rogues: &[Rogue], options: &str) -> String {
    let players: Vec<_> = rogues.iter().map(|(deed, ..)| place.player(deed, 2, 2)).collect();
    // Most of the deeds wait: more of them than there are processors can do so at once.
    let rounds = place.played(&players, &format!("{options} {HONEST} --memory-limit 256 --jobs 8 --oversubscribe"));
    // The secrets are the same for all players, and a program guesses all codes in order.
    let [first, won, third, fourth] =
        ["1,BA,win,,5", "2,CA,win,,9", "3,CA,win,,9", "4,AC,win,,3"].map(|row| format!("insert-colors,2,4,{row}"));
    for (deed, outcome, is_dead) in rogues {
        let second = if *outcome == "win" { won.clone() } else { format!("insert-colors,2,4,2,CA,{outcome}") };
        assert_eq!(rows(&rounds, deed), [&first, &second, &third, &fourth], "{deed}");
        // A fresh process plays on where that is necessary.
        let starts = place.messages(deed, "2x4").matches(": start\n").count();
        assert_eq!(starts, 1 + usize::from(*is_dead), "{deed}");
    }
    place.assert_clean();
    rounds
}

/// The limits alone end a program that would not end by itself for ten minutes, and one after the other: a program that is ended too early
/// or too late has another outcome, or another number of processes.
#[test]
fn deeds_end_in_their_own_round() {
    let place = TestEnvironment::new();
    if !is_complete(&place) {
        return;
    }
    play(&place, &SLOW, "--time-limit 0.5");
    let rounds = play(&place, &OTHERS, "--time-limit 60");
    for deed in ["secrets", "connect", "fill"] {
        let messages = place.messages(deed, "2x4");
        assert!(messages.contains("deed\n") && !messages.contains("got "), "{messages}");
    }
    assert!(!rounds.contains('\x1b'));
    let mut byte = [0];
    assert!(place.tcp.accept().is_err() && place.udp.recv(&mut byte).is_err() && place.unix.accept().is_err());
    let honest = place.played(&[], HONEST);
    for player in ["rao", "random", "bayes:1"] {
        let own = rows(&honest, player);
        assert_eq!((own.len(), own), (4, rows(&rounds, player)));
    }
}

/// A command on a system that denies system calls.
fn on_system(denied: &str, command: &Command) -> Command {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rogues/hardened.py");
    let mut hardened = Command::new(&*PYTHON);
    hardened.arg(script).arg(denied).arg(command.get_program()).args(command.get_args());
    hardened.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    hardened
}

/// Systems by the system calls that they deny, and the protections that are missing there.
const SYSTEMS: [(&str, &[&str]); 3] = [("", &[]), ("mount", &["file-system"]), ("unshare", &["namespaces"])];

/// Whatever protection the system offers, a player reaches no other one by what they share.
#[test]
fn what_players_share_helps_and_harms_nobody_on_any_system() {
    let place = TestEnvironment::new();
    if !is_complete(&place) {
        println!("not tested here: this system does not offer all protections");
        return;
    }
    let honest = place.played(&[], HONEST);
    let players: Vec<_> = SHARING.iter().map(|(deed, ..)| place.player(deed, 2, 2)).collect();
    let mut before = None;
    for (denied, missing) in SYSTEMS {
        let options = format!("{HONEST} --time-limit 60 --jobs 8 --oversubscribe");
        let output = on_system(denied, &place.run(&players, &options)).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{denied}: {errors}");
        // It is said once, and recorded.
        assert_eq!(
            errors.matches("warning: players are not kept apart completely: ").count(),
            missing.len(),
            "{errors}"
        );
        let manifest: serde_json::Value = serde_json::from_str(&place.result("manifest.json")).unwrap();
        assert_eq!(manifest["missing_protection"], serde_json::json!(missing));
        let rounds = place.result("rounds.csv");
        for player in ["rao", "random", "bayes:1"] {
            assert_eq!(rows(&rounds, player), rows(&honest, player), "{denied}");
        }
        for (deed, ..) in SHARING {
            let messages = place.messages(deed, "2x4");
            assert!(messages.contains("deed\n") && !messages.contains("got "), "{denied} {deed}: {messages}");
            assert_eq!(rows(&rounds, deed).iter().filter(|row| row.contains(",win,")).count(), 4, "{denied} {deed}");
        }
        assert_eq!(*before.get_or_insert(rounds.clone()), rounds, "{denied}");
        place.assert_clean();
    }
}

#[test]
fn a_tournament_that_requires_all_protections_is_refused_where_one_is_missing() {
    let place = TestEnvironment::new();
    let is_complete = is_complete(&place);
    let options = "--players rao --scsa insert-colors --sizes 2x4 --rounds 1 --require-sandbox";
    for (denied, missing) in SYSTEMS {
        let _ = fs::remove_dir_all(place.at("out"));
        let output = on_system(denied, &place.run(&[], options)).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        if missing.is_empty() && is_complete {
            assert!(output.status.success(), "{errors}");
            continue;
        }
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(
            errors.starts_with("error: --require-sandbox: this system does not offer all protections: no "),
            "{errors}"
        );
        assert_eq!(errors.trim().lines().count(), 1, "{errors}");
        assert!(!Path::new(&place.at("out")).exists());
    }
}

/// What tests call nothing would be something outside of the sandbox.
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
    for (deed, got) in [
        ("leases", "lease"),
        ("caches", "fadvise"),
        ("locks", "lock"),
        ("attributes", "attributes of"),
        ("processes", "limit"),
    ] {
        let messages = found(deed);
        assert!(messages.contains(&format!("got {got}")), "{deed}: {messages}");
    }
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
    for (deed, seconds) in [("sleep", "10"), ("fill-input", "0.36")] {
        let hint = "does it flush its output, does it wait or loop?";
        let outcome = format!("failure,\"silence: no answer in {seconds} s: {hint}\",0");
        assert_eq!(rows(&rounds, deed).iter().filter(|row| row.ends_with(&outcome)).count(), 3, "{rounds}");
    }
    place.assert_clean();
}

/// Fresh processes have 10 s for all their starts, and the limits of the rounds: a fourth one is too much.
#[test]
#[ignore = "waits for a quarter of a minute: cargo test --test rogues -- --ignored"]
fn restarts_have_a_budget() {
    let place = TestEnvironment::new();
    let player = [place.player("late-hello", -1, 1)];
    let rounds = place.played(&player, "--scsa insert-colors --sizes 2x4 --rounds 8 --time-limit 0.03");
    let own: Vec<_> =
        rows(&rounds, "late-hello").iter().map(|row| row.rsplit_once(',').unwrap().0.to_owned()).collect();
    let (played, late) = own.split_at(3);
    assert!(played.iter().all(|row| row.ends_with("failure,crash: exit code 3")), "{rounds}");
    assert!(
        late.iter().all(|row| row
            .ends_with("failure,\"silence: no answer in 10 s: does it flush its output, does it wait or loop?\"")),
        "{rounds}"
    );
    assert_eq!(place.messages("late-hello", "2x4").matches(": start\n").count(), 3);
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
fn a_match_needs_one_process() {
    let place = TestEnvironment::new();
    let options = "--players rao --scsa insert-colors --sizes 8x10 --rounds 1000 --guess-limit 3";
    let rounds = place.played(&[place.player("fair", 1, 1)], options);
    assert_eq!(rows(&rounds, "fair").iter().filter(|row| row.ends_with(",loss,guesses,3")).count(), 1000);
    assert_eq!(place.messages("fair", "8x10").matches(": start\n").count(), 1);
}

/// A tournament whose rogue has begun its deed.
fn interrupted(place: &TestEnvironment) -> Child {
    let options = "--players rao --scsa insert-colors --sizes 2x4 --rounds 4 --time-limit 3600";
    let deeds = ["sleep", "leave-rest"].map(|deed| place.player(deed, 2, 2));
    let child = place.run(&deeds, options).stderr(Stdio::null()).spawn().unwrap();
    let has_begun = |deed: &str| {
        let file = Path::new(&place.at("out")).join(format!("messages/{deed}-insert-colors-2x4.txt"));
        fs::read_to_string(file).is_ok_and(|messages| messages.contains(": deed\n"))
    };
    // Two main processes, and the one that was left behind.
    until("deeds", || has_begun("sleep") && has_begun("leave-rest") && place.living() == 3);
    child
}

/// It could compute while others play.
#[test]
fn a_program_ends_when_it_has_played_all_its_rounds() {
    let place = TestEnvironment::new();
    let deeds = ["sleep", "fair"].map(|deed| place.player(deed, 2, 2));
    let options = "--scsa insert-colors --sizes 2x4 --rounds 4 --time-limit 3600 --jobs 2 --oversubscribe";
    let mut child = place.run(&deeds, options).stderr(Stdio::null()).spawn().unwrap();
    let messages = Path::new(&place.at("out")).join("messages/fair-insert-colors-2x4.txt");
    until("its deed", || fs::read_to_string(&messages).is_ok_and(|text| text.contains(": deed\n")));
    until("its end", || place.living() == 1);
    child.kill().unwrap();
    child.wait().unwrap();
    place.assert_clean();
}

#[test]
fn a_tournament_that_is_killed_or_interrupted_leaves_nothing() {
    for (signal, code) in [("-KILL", None), ("-INT", Some(130))] {
        let place = TestEnvironment::new();
        let mut child = interrupted(&place);
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), code);
        place.assert_clean();
    }
}
