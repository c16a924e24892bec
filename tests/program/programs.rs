//! Players that are programs: those of the documents, those of `arena new-player`, and what `arena check-player` finds.

use crate::command::{arena, path, told};
use assert_cmd::cargo;
use rayon::prelude::*;
use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

/// The first block of code in that language in the page for authors of players.
fn example(language: &str) -> String {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/protocol.md")).unwrap();
    let players = page.split("## Three players").nth(1).unwrap();
    let block = players.split(&format!("```{language}\n")).nth(1).unwrap();
    block.split("```").next().unwrap().to_owned()
}

/// Writes the three players of the page into a folder, and returns the options that play them.
fn three_players(folder: &Path) -> Vec<String> {
    fs::write(folder.join("random_codes.py"), example("python")).unwrap();
    fs::write(folder.join("random_codes.c"), example("c")).unwrap();
    fs::write(folder.join("one_color.sh"), example("sh")).unwrap();
    let compiled =
        Command::new("cc").args(["-O2", "-o", "random_codes", "random_codes.c"]).current_dir(folder).status();
    assert!(compiled.unwrap().success());
    let at = |name: &str| path(folder, name);
    let commands = [
        format!("py=python3 {}", at("random_codes.py")),
        format!("c={}", at("random_codes")),
        format!("shell=sh {}", at("one_color.sh")),
    ];
    commands.into_iter().flat_map(|command| ["--player".to_owned(), command]).collect()
}

/// Plays these players with that number of jobs, and returns `rounds.csv`.
fn rounds(players: &[String], jobs: &str, out: &str) -> String {
    let words = "run --quiet --no-charts --oversubscribe --players one-color --scsa insert-colors,mystery-1 --sizes 2x3,4x6 --rounds 5 \
                 --guess-limit 60 --jobs";
    let words = words.split_whitespace().chain([jobs, "--out", out]).chain(players.iter().map(String::as_str));
    told(&words.collect::<Vec<_>>());
    fs::read_to_string(Path::new(out).join("rounds.csv")).unwrap()
}

/// The rows of a player, without its name.
fn rows<'a>(rounds: &'a str, player: &str) -> Vec<&'a str> {
    rounds.lines().filter_map(|row| row.strip_prefix(player)?.strip_prefix(',')).collect()
}

#[test]
fn the_players_of_the_page_play_the_same_games_with_any_number_of_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let players = three_players(folder.path());
    let rounds = |jobs: &str| rounds(&players, jobs, &path(folder.path(), jobs));
    let one = rounds("1");
    assert!(one == rounds("3"));
    assert_eq!(rows(&one, "shell"), rows(&one, "one-color"));
    for player in ["py", "c"] {
        // A code of nine is drawn within 60 guesses.
        let own = rows(&one, player);
        assert_eq!(own.len(), 20);
        assert_eq!(own.iter().filter(|row| row.contains(",2,3,") && row.contains(",win,")).count(), 10, "{player}");
    }
}

/// What a command prints that runs in a folder.
fn told_in(folder: &Path, words: &[&str]) -> String {
    let output = arena(words).current_dir(folder).assert().success();
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

/// Runs the commands that `new-player` prints, with other options for the tournament, and returns what they print.
fn follow(folder: &Path, printed: &str) -> String {
    let program = cargo::cargo_bin!("arena");
    // A `python3` of a version manager takes a tenth of a second to start, a hundred times in a check.
    let bin = format!("{}:/usr/bin:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut text = String::new();
    for command in printed.lines().filter_map(|line| line.strip_prefix("  ")) {
        let command = command.replace("--force", "--force --rounds 20 --no-charts");
        // Rounds that are lost take long.
        let command = command.replace(" check-player ", " check-player --guess-limit 10 ");
        let mut run = Command::new("sh");
        run.args(["-ec", &command]).current_dir(folder).env("PATH", &bin);
        let output = run.stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        text += &String::from_utf8(output.stdout).unwrap();
    }
    text
}

/// Writes a player in a language, and follows the commands that are printed.
fn plays_and_passes(language: &str, file: &str) {
    let folder = tempfile::tempdir().unwrap();
    let printed = told_in(folder.path(), &["new-player", "first-try", "--language", language]);
    let text = fs::read_to_string(folder.path().join(file)).unwrap();
    assert!(text.contains("first-try draws random codes") && !text.contains("my-player"), "{text}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
    let output = follow(folder.path(), &printed);
    assert!(output.contains("first-try") && output.contains("nothing is wrong with first-try"), "{output}");
}

#[test]
#[ignore = "takes 10 s: cargo test --test program programs:: -- --ignored"]
fn players_in_python_play_and_pass_the_check() {
    plays_and_passes("python", "first_try.py");
}

#[test]
#[ignore = "takes 10 s: cargo test --test program programs:: -- --ignored"]
fn players_in_c_play_and_pass_the_check() {
    plays_and_passes("c", "first_try.c");
}

#[test]
#[ignore = "needs SBCL: cargo test --test program programs:: -- --ignored"]
fn players_in_lisp_play_and_pass_the_check_with_sbcl() {
    plays_and_passes("lisp", "first-try.lisp");
}

/// A copy of what `new-player` reads of a checkout.
fn checkout(folder: &Path) -> String {
    let list = fs::read_to_string("players/src/agents/mod.rs").unwrap();
    fs::create_dir_all(folder.join("players/src/agents")).unwrap();
    fs::create_dir_all(folder.join("players/api")).unwrap();
    fs::write(folder.join("players/src/agents/mod.rs"), &list).unwrap();
    for file in ["Cargo.toml", "players/api/Cargo.toml"] {
        fs::write(folder.join(file), "").unwrap();
    }
    list
}

#[test]
fn a_module_is_written_and_listed() {
    let folder = tempfile::tempdir().unwrap();
    let before = checkout(folder.path());
    let printed = told_in(&folder.path().join("players"), &["new-player", "first-try", "--language", "rust"]);
    assert!(printed.contains("GOLDEN=first-try cargo test --test program golden::"), "{printed}");
    assert!(printed.contains("cargo run --release -- check-player first-try"), "{printed}");
    let agents = folder.path().join("players/src/agents");
    // The same text plays in a package of its own.
    let module = fs::read_to_string(agents.join("first_try.rs")).unwrap();
    let example = fs::read_to_string("examples/own-crate/src/my_player.rs").unwrap();
    assert_eq!(module, example.replace("my-player", "first-try").replace("MyPlayer", "FirstTry"));
    let list = fs::read_to_string(agents.join("mod.rs")).unwrap();
    let (module, line) = ("pub(crate) mod first_try;\n", "    Entry::of::<first_try::FirstTry>(),\n");
    assert_eq!(list.replace(module, "").replace(line, ""), before);
    assert!(list[..list.find("static FAULTY").unwrap()].contains(line), "{list}");
    let again = arena(&["new-player", "first-try", "--language", "rust"]).current_dir(folder.path()).assert().code(2);
    assert!(String::from_utf8_lossy(&again.get_output().stderr).contains("has a module first_try already"));
    assert_eq!(fs::read_to_string(agents.join("mod.rs")).unwrap(), list);
}

/// `.ci/run` builds and plays such a package.
#[test]
fn a_package_depends_on_the_checkout() {
    let folder = tempfile::tempdir().unwrap();
    let printed = told_in(folder.path(), &["new-player", "first-try", "--language", "rust", "--crate", "a/b"]);
    assert!(printed.contains("In the folder a/b, play it, and check it"), "{printed}");
    let read = |file: &str| fs::read_to_string(folder.path().join("a/b").join(file)).unwrap();
    let manifest = read("Cargo.toml");
    assert!(manifest.contains("name = \"first-try\""), "{manifest}");
    assert!(
        manifest.contains(&format!(
            "arena = {{ package = \"mastermind-arena\", path = {:?} }}",
            env!("CARGO_MANIFEST_DIR")
        )),
        "{manifest}"
    );
    assert!(read("src/main.rs").contains("player::<first_try::FirstTry>()"));
    assert!(read("src/first_try.rs").contains("const NAME: &'static str = \"first-try\""));
    assert_eq!(fs::read_dir(folder.path().join("a")).unwrap().count(), 1, "nothing else is left");
}

/// What a check that finds something wrong prints.
fn found(words: &[&str]) -> String {
    let output = arena(&[&["check-player"], words].concat()).assert().code(1);
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

#[test]
#[ignore = "takes 5 s: cargo test --test program programs:: -- --ignored"]
fn nothing_is_wrong_with_a_good_player() {
    for player in ["rao", "1122+lc"] {
        let output = told(&["check-player", player]);
        assert!(output.ends_with(&format!("17 checks: nothing is wrong with {player}\n")), "{output}");
        assert!(!output.contains("WRONG"), "{output}");
    }
    let output = told(&["check-player", "1122+lc"]);
    assert!(output.contains("ok    games at 1x1             not played: it refuses this size"), "{output}");
}

#[test]
#[ignore = "takes a minute: cargo test --test program programs:: -- --ignored"]
fn every_faulty_player_is_found_out() {
    let faults: [(&str, &[(&str, &str)]); 11] = [
        ("length", &[("games at 4x6", "illegal guess AAA: it has 3 pegs, not 4")]),
        ("color", &[("games at 4x6", "its peg 1, G, is not among the colors A to F")]),
        ("panic", &[("games at 4x6", "panic: no guess after ")]),
        ("overflow", &[("games at 4x6", "crash: its process ended by signal 6, as after an overflow of the stack")]),
        ("memory", &[("games at 4x6", "memory: more than 64 MB")]),
        ("hang", &[("games at 4x6", "loss by time: more than 0.1 s of CPU time in a round")]),
        ("sleep", &[("games at 4x6", "silence: no answer within 0.1 s, and no computing; it waits for something")]),
        ("learner", &[("games at 4x6", "panic: forgot all after round ")]),
        // By time; or by silence, if the threads wait for a processor.
        ("thread", &[("games at 4x6", "0.1 s")]),
        (
            "prepare",
            &[
                (
                    "games at 4x6",
                    "crash: its process ended by signal 6, as after an overflow of the stack (round 1 against insert-colors, while it is prepared)",
                ),
                (
                    "games at 1x1",
                    "loss by time: more than 0.05 s of CPU time in a round (round 1 against insert-colors, while it is prepared)",
                ),
            ],
        ),
        ("static", &[("two matches", "it was prepared in this process before; use no static variables")]),
    ];
    faults.par_iter().with_max_len(1).for_each(|(fault, findings)| {
        let player = format!("faulty-{fault}");
        let seconds = match *fault {
            // On a busy machine, filling the memory can take more CPU time than the others have.
            "memory" => "3",
            // Preparing may take twelve times that.
            "prepare" => "0.05",
            _ => "0.1",
        };
        let output = found(&[&player, "--time-limit", seconds, "--memory-limit", "64"]);
        for (check, words) in *findings {
            let begin = format!("WRONG {check} ");
            let is_found = output.lines().any(|line| line.starts_with(&begin) && line.contains(words));
            assert!(is_found, "{player}: {words}: {output}");
        }
    });
}

/// The command below a finding shows the game.
#[test]
fn the_command_shows_what_is_wrong() {
    let output = found(&["faulty-color", "--guess-limit", "50"]);
    let lines: Vec<&str> = output.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("WRONG")).unwrap();
    let guess = lines[first].split("illegal guess ").nth(1).unwrap();
    let (guess, _) = guess.split_once(':').unwrap();
    let command: Vec<&str> = lines[first + 1].split_whitespace().skip(1).collect();
    assert_eq!(command.last(), Some(&"50"));
    let shown = told(&command);
    assert!(
        shown.ends_with(&format!("failure: illegal guess {guess}: {}", &shown[shown.rfind(": ").unwrap() + 2..])),
        "{shown}"
    );
    // Sentences are wrapped beside the names of the checks, and commands are whole.
    let narrow = arena(&["check-player", "faulty-color", "--guess-limit", "50"]).env("COLUMNS", "60").assert().code(1);
    let narrow = String::from_utf8(narrow.get_output().stdout.clone()).unwrap();
    assert!(narrow.contains(&format!("\n      {}\n", lines[first + 1].trim())), "{narrow}");
    assert!(narrow.contains("hint  consistent guesses       "), "{narrow}");
    for line in narrow.lines().filter(|line| !line.trim().starts_with("arena ")) {
        assert!(line.chars().count() <= 60, "{line}\n{narrow}");
    }
}

/// A program that guesses codes of one color. It runs these commands of a shell when it starts, at the beginning of a round, and before
/// a guess: `number` is that of the round, `color` the index of the color.
fn program(folder: &Path, name: &str, hello: &str, [start, round, turn]: [&str; 3]) -> String {
    let script = format!(
        r#"{start}
while read -r word one two three; do
    case $word in
    hello) echo "{hello}" ;;
    match) pegs=$one; colors=$two; case $three in *samples*) ;; esac; echo ready ;;
    round) number=$one; {round} ;;
    turn)
        color=$((one - 1))
        {turn}
        letters=ABCDEFGHIJKLMNOPQRSTUVWXYZ; color=$((color % colors))
        while [ $color -gt 0 ]; do letters=${{letters#?}}; color=$((color - 1)); done
        code=; peg=0
        while [ $peg -lt $pegs ]; do code=$code${{letters%"${{letters#?}}"}}; peg=$((peg + 1)); done
        echo "guess $one $code" ;;
    end) echo ready ;;
    bye) exit ;;
    esac
done
"#
    );
    let file = path(folder, &format!("{name}.sh"));
    fs::write(&file, script).unwrap();
    format!("{name}=sh {file}")
}

/// What the check of such a program finds: this check is wrong, with these words. Returns what is printed.
fn found_in_program(name: &str, hello: &str, commands: [&str; 3], check: &str, words: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let player = program(folder.path(), name, hello, commands);
    let output = found(&[&player, "--guess-limit", "8"]);
    let line = output.lines().find(|line| line.starts_with(&format!("WRONG {check} ")));
    assert!(line.is_some_and(|line| line.contains(words)), "{name}: {output}");
    output
}

const INDEPENDENT: &str = "hello 1 independent";

#[test]
fn nothing_is_wrong_with_a_good_program() {
    let folder = tempfile::tempdir().unwrap();
    let good = program(folder.path(), "good", INDEPENDENT, [":"; 3]);
    let output = told(&["check-player", &good, "--guess-limit", "8"]);
    assert!(output.contains("ok    a killed process         "), "{output}");
    assert!(output.contains("ok    two processes            the same games"), "{output}");
}

#[test]
#[ignore = "takes 20 s: cargo test --test program programs:: -- --ignored"]
fn programs_whose_games_differ_are_found_out() {
    let clock = [":", "offset=$(date +1%N)", "color=$((color + offset))"];
    found_in_program("clock", INDEPENDENT, clock, "the same games again", "the same seed gives other games");
    let counting = ["n=0", "n=$((n + 1))", "color=$((color + n))"];
    found_in_program("counting", INDEPENDENT, counting, "two processes", "depends on the rounds before it");
    let begins = ["last=0", "[ $number -eq $((last + 1)) ] || exit 3; last=$number", ":"];
    let words =
        "after its process was killed in round 2, a fresh one fails round 3: crash: its process ended: exit code 3";
    let output = found_in_program("begins", "hello 1", begins, "a killed process", words);
    assert_eq!(output.matches("WRONG ").count(), output.matches("WRONG a killed process ").count(), "{output}");
}

#[test]
#[ignore = "takes 5 s: cargo test --test program programs:: -- --ignored"]
fn programs_that_break_the_protocol_are_found_out() {
    let games = "games at 4x6";
    let prints = [":", "echo thinking", ":"];
    found_in_program("prints", "hello 1", prints, games, "protocol: 'thinking' in place of `guess 1 CODE`");
    found_in_program("older", "hello 0", [":"; 3], games, "protocol: 'hello 0' in place of");
    let ends = [":", ":", "[ $number -lt 2 ] || { echo no more ideas >&2; exit 1; }"];
    found_in_program("ends", "hello 1", ends, games, "it wrote: no more ideas");
}
