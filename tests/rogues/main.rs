//! Programs that misbehave as players: how their rounds end, what is left of them, and what they learn.

#![cfg(target_os = "linux")]
#![allow(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

use std::fs;
use std::net::{TcpListener, UdpSocket};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

/// What the programs do at the second turn of the second round, whether they are dead afterwards, and the outcome, cause and guesses of that
/// round: those that a limit of time ends, and others.
const GALLERY: &str = include_str!("gallery.txt");

/// Deeds that reach for what programs share with others. All win, and get nothing.
const SHARING: [&str; 5] = ["leases", "caches", "locks", "attributes", "processes"];

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
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn command(&self, deed: &str, round: i32, turn: u32) -> String {
        let (python, program, mark) = (&*PYTHON, self.at("player/rogue.py"), self.mark(deed));
        let (out, port, socket) = (self.at("out"), self.tcp.local_addr().unwrap().port(), self.at("socket"));
        format!("{python} {program} {deed} {round} {turn} {mark} {SEED} {out} {port} {socket}")
    }

    /// An argument that no other process has.
    fn mark(&self, deed: &str) -> String {
        format!("{}-{deed}", self.folder.path().file_name().unwrap().display())
    }

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

    fn run(&self, players: &[[String; 2]], options: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
        command.args(["run", "--quiet", "--no-charts", "--force", "--out", &self.at("out"), "--seed", SEED]);
        command.args(players.iter().flatten()).args(options.split_whitespace());
        command.env("TMPDIR", self.at("temporary")).env("TOURNAMENT_SEED", SEED);
        // Without a home, what is kept would be among the temporary files.
        command.env("XDG_CACHE_HOME", self.at("cache"));
        command
    }

    /// Plays a tournament, and returns `rounds.csv`.
    fn played(&self, players: &[[String; 2]], options: &str) -> String {
        let output = self.run(players, options).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        self.result("rounds.csv")
    }

    fn result(&self, name: &str) -> String {
        fs::read_to_string(self.at("out") + "/" + name).unwrap()
    }

    /// What the rogue wrote to its standard error, if anything.
    fn messages(&self, deed: &str) -> String {
        let file = self.at(&format!("out/messages/{deed}-insert-colors-2x4.txt"));
        String::from_utf8_lossy(&fs::read(file).unwrap_or_default()).into_owned()
    }

    fn has_begun(&self, deed: &str) -> bool {
        self.messages(deed).contains(": deed\n")
    }

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

/// Plays the rogues of a part of the gallery for four rounds, asserts how each of them ended, and returns `rounds.csv`.
fn play(place: &TestEnvironment, part: usize, options: &str) -> String {
    let rogues = GALLERY.split('#').nth(part).unwrap().lines().skip(1);
    let rogues: Vec<[&str; 3]> = rogues.map(|row| row.splitn(3, ' ').collect::<Vec<_>>().try_into().unwrap()).collect();
    let players: Vec<_> = rogues.iter().map(|[deed, ..]| place.player(deed, 2, 2)).collect();
    // Most of the deeds wait: more of them than there are processors can do so at once.
    let rounds = place.played(&players, &format!("{options} {HONEST} --memory-limit 256 --jobs 8 --oversubscribe"));
    // The secrets are the same for all players, and a program guesses all codes in order.
    let [first, won, third, fourth] =
        ["1,BA,win,,5", "2,CA,win,,9", "3,CA,win,,9", "4,AC,win,,3"].map(|row| format!("insert-colors,2,4,{row}"));
    for [deed, state, outcome] in rogues {
        let second = if outcome == "win" { won.clone() } else { format!("insert-colors,2,4,2,CA,{outcome}") };
        assert_eq!(rows(&rounds, deed), [&first, &second, &third, &fourth], "{deed}");
        // A fresh process plays on where that is necessary.
        let starts = place.messages(deed).matches(": start\n").count();
        assert_eq!(starts, 1 + usize::from(state == "dead"), "{deed}");
    }
    place.assert_clean();
    rounds
}

/// The limits alone end a program that would not end by itself for ten minutes, and one after the other: a program that is ended too early
/// or too late has another outcome, or another number of processes.
#[test]
#[ignore = "takes half a minute"]
fn deeds_end_in_their_own_round() {
    let place = TestEnvironment::new();
    if !is_complete(&place) {
        return;
    }
    play(&place, 1, "--time-limit 0.5");
    let rounds = play(&place, 2, "--time-limit 60");
    for deed in ["secrets", "connect", "fill"] {
        let messages = place.messages(deed);
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
    let players = SHARING.map(|deed| place.player(deed, 2, 2));
    let mut before = None;
    for (denied, missing) in SYSTEMS {
        let required = if missing.is_empty() { "--require-sandbox" } else { "" };
        let options = format!("{HONEST} --time-limit 60 --jobs 8 --oversubscribe {required}");
        let output = on_system(denied, &place.run(&players, &options)).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{denied}: {errors}");
        // It is said once, and recorded.
        let said = errors.matches("warning: players are not kept apart completely: ").count();
        assert_eq!(said, missing.len(), "{errors}");
        let manifest: serde_json::Value = serde_json::from_str(&place.result("manifest.json")).unwrap();
        assert_eq!(manifest["missing_protection"], serde_json::json!(missing));
        let rounds = place.result("rounds.csv");
        for player in ["rao", "random", "bayes:1"] {
            assert_eq!(rows(&rounds, player), rows(&honest, player), "{denied}");
        }
        for deed in SHARING {
            let messages = place.messages(deed);
            assert!(messages.contains("deed\n") && !messages.contains("got "), "{denied} {deed}: {messages}");
            assert_eq!(rows(&rounds, deed).iter().filter(|row| row.contains(",win,")).count(), 4, "{denied} {deed}");
        }
        assert_eq!(*before.get_or_insert(rounds.clone()), rounds, "{denied}");
        place.assert_clean();
    }
}

fn family(process: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let children =
        threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok()).collect::<String>();
    let children = children.split_whitespace().flat_map(|child| family(child.parse().unwrap()));
    [process].into_iter().chain(children).collect()
}

/// When memory is short, or a machine is switched off, nobody is left who removes anything: the next start does.
#[test]
fn what_is_left_when_all_processes_are_killed_is_removed_by_the_next_start() {
    let place = TestEnvironment::new();
    let options = "--players rao --scsa insert-colors --sizes 2x4 --rounds 4 --time-limit 3600";
    let mut child = place.run(&[place.player("sleep", 2, 2)], options).stderr(Stdio::null()).spawn().unwrap();
    until("its deed", || place.has_begun("sleep"));
    let all: Vec<String> = family(child.id()).iter().map(u32::to_string).collect();
    assert!(all.len() >= 4, "the tournament, a worker, a launcher and a player: {all:?}");
    // Otherwise those that are killed last remove what the others leave.
    for signal in ["-STOP", "-KILL"] {
        Command::new("kill").arg(signal).args(&all).status().unwrap();
    }
    child.wait().unwrap();
    until("the end of all processes", || place.living() == 0);
    assert!(fs::read_dir(place.at("temporary")).unwrap().next().is_some());
    place.played(&[place.player("fair", 1, 1)], HONEST);
    place.assert_clean();
}

/// What tests call nothing would be something outside of the sandbox.
#[test]
fn the_same_deeds_succeed_outside() {
    let place = TestEnvironment::new();
    fs::create_dir(place.at("out")).unwrap();
    fs::write(place.at("out/manifest.json"), SEED).unwrap();
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

/// It could compute while others play.
#[test]
fn a_program_ends_when_it_has_played_all_its_rounds() {
    let place = TestEnvironment::new();
    let deeds = ["sleep", "fair"].map(|deed| place.player(deed, 2, 2));
    let options = "--scsa insert-colors --sizes 2x4 --rounds 4 --time-limit 3600 --jobs 2 --oversubscribe";
    let mut child = place.run(&deeds, options).stderr(Stdio::null()).spawn().unwrap();
    until("its deed", || place.has_begun("fair"));
    until("its end", || place.living() == 1);
    child.kill().unwrap();
    child.wait().unwrap();
    place.assert_clean();
}

#[test]
fn a_tournament_that_is_killed_or_interrupted_leaves_nothing() {
    for (signal, code) in [("-KILL", None), ("-INT", Some(130))] {
        let place = TestEnvironment::new();
        let options = "--players rao --scsa insert-colors --sizes 2x4 --rounds 4 --time-limit 3600";
        let deeds = ["sleep", "leave-rest"].map(|deed| place.player(deed, 2, 2));
        let mut child = place.run(&deeds, options).stderr(Stdio::null()).spawn().unwrap();
        // Two main processes, and the one that was left behind.
        until("deeds", || place.has_begun("sleep") && place.has_begun("leave-rest") && place.living() == 3);
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), code);
        place.assert_clean();
    }
}
