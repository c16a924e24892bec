//! Players and codemakers that are programs of their own, as users call them.

use crate::{
    command::{arena, path, played, refused, results, told},
    order::write_programs,
};
use std::{fs, path::Path, process::Command};

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

/// Plays a tournament and returns `rounds.csv`.
fn rounds(options: &[String], more: &[&str], out: &str) -> String {
    let words = ["run", "--out", out, "--quiet", "--no-charts", "--force"];
    let words: Vec<&str> =
        words.into_iter().chain(options.iter().map(String::as_str)).chain(more.iter().copied()).collect();
    told(&words);
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
    let more =
        "--players one-color --scsa insert-colors,mystery-1 --sizes 2x3,4x6 --rounds 5 --guess-limit 60".split(' ');
    let more: Vec<&str> = more.collect();
    let one = rounds(&players, &[&more[..], &["--jobs", "1"]].concat(), &path(folder.path(), "one"));
    let three =
        rounds(&players, &[&more[..], &["--jobs", "3", "--oversubscribe"]].concat(), &path(folder.path(), "three"));
    assert!(one == three);
    assert_eq!(rows(&one, "shell"), rows(&one, "one-color"));
    for player in ["py", "c"] {
        // A code of nine is drawn within 60 guesses.
        let own = rows(&one, player);
        assert_eq!(own.len(), 20);
        assert_eq!(own.iter().filter(|row| row.contains(",2,3,") && row.contains(",win,")).count(), 10, "{player}");
    }
}

/// The same bytes, in a sandbox or not, but for the number of guesses before a crash.
#[test]
fn isolated_players_play_the_same_games() {
    let options = "--players rao,bayes:1,rc,faulty-panic,faulty-length,faulty-learner --scsa insert-colors,mystery-3 --sizes 4x6 \
                   --rounds 12 --time-limit 20";
    let options = options.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(played(&options), played(&format!("{options} --isolate")));
}

#[test]
fn players_of_the_course_play_by_the_bridge() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "mine.py");
    let player = "from player import *\n\nclass Mine(Player):\n    def make_guess(self, board_length, colors, scsa_name, last_response):\n        \
                  print('thinking', last_response)\n        return colors[last_response[2] % len(colors)] * board_length\n";
    fs::write(&file, player).unwrap();
    let out = path(folder.path(), "out");
    let player = ["--player".to_owned(), format!("mine=python:{file}#Mine")];
    let all =
        rounds(&player, &["--players", "one-color", "--scsa", "two-color", "--sizes", "3x4", "--rounds", "20"], &out);
    assert_eq!(rows(&all, "mine"), rows(&all, "one-color"));
    let messages = fs::read_to_string(Path::new(&out).join("messages/mine-two-color-3x4.txt")).unwrap();
    assert!(messages.starts_with("round 1: thinking (0, 0, 0)\nround 1: thinking ("), "{messages}");
    let refusal = refused(&["games", &format!("mine=python:{}", path(folder.path(), "other.py"))]);
    assert!(refusal.contains("there is no file") && refusal.contains("other.py"), "{refusal}");
}

/// The outcome and the cause of the rows of a player.
fn causes(rounds: &str, player: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(rounds.as_bytes());
    let rows = reader.records().map(Result::unwrap).filter(|row| &row[0] == player);
    rows.map(|row| format!("{}: {}", &row[6], &row[7])).collect()
}

/// The cause of a guess that is no code says what came and what was expected, wherever it is shown.
#[test]
fn guesses_that_are_no_codes_are_illegal_guesses_with_what_came() {
    let folder = tempfile::tempdir().unwrap();
    let (values, out) = (["None", "[1, 2]", "'aabb'", "b'AABB'", "''"], path(folder.path(), "out"));
    let odd = format!(
        "class P:\n    def make_guess(self, n, colors, name, last):\n        P.round = getattr(P, 'round', -1) + 1\n        \
         return [{}][P.round]\n",
        values.join(", ")
    );
    fs::write(folder.path().join("odd.py"), odd).unwrap();
    let sends = "echo hello 1; read -r x; read -r x; echo ready\nwhile read -r word turn rest; do\n  case $word in turn) echo \"guess $turn \
                 aabb\" ;; end) echo ready ;; esac\ndone\n";
    fs::write(folder.path().join("sends.sh"), sends).unwrap();
    let players = [
        format!("odd=python:{}", path(folder.path(), "odd.py")),
        format!("sends=sh {}", path(folder.path(), "sends.sh")),
    ];
    let options: Vec<String> = players.iter().flat_map(|player| ["--player".to_owned(), player.clone()]).collect();
    let rounds =
        rounds(&options, &["--players", "rao", "--scsa", "insert-colors", "--sizes", "3x4", "--rounds", "5"], &out);
    let expected = |given: &str| format!("illegal guess: {given}; expected 3 letters of ABCD");
    let wanted = values.map(|value| format!("failure: {}", expected(&format!("returned {value}"))));
    assert_eq!(causes(&rounds, "odd"), wanted);
    let sent = expected("sent 'aabb'");
    assert_eq!(causes(&rounds, "sends"), vec![format!("failure: {sent}"); 5]);
    assert!(
        told(&["show", &out])
            .contains(&format!("sends: 5 rounds, first against insert-colors at 3x4, round 1: {sent}\n"))
    );
    let games = told(&["games", &players[0], "--sizes", "3x4", "--rounds", "1"]);
    assert!(games.ends_with(&format!("failure: {}\n", expected("returned None"))), "{games}");
    // The rows are read again as they were written.
    told(&["verify", &out, "--quiet", "--trust-commands"]);
}

/// Where players share a folder each sees its own file, a new file of another changes no hash, and a file that is missing is explained.
#[test]
fn players_of_one_folder_see_their_own_files_alone() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| path(folder.path(), name);
    fs::create_dir(at("nested")).unwrap();
    let look = "import os\nfound = sorted(os.path.join(path, name)[2:] for path, _, names in os.walk('.') for name in names)\n";
    let player = "class P:\n    def make_guess(self, n, colors, name, last):\n        print('sees', *found)\n        return 'A' * n\n";
    for name in ["alice.py", "carol.py", "nested/dave.py"] {
        fs::write(at(name), format!("{look}{player}")).unwrap();
    }
    fs::write(at("bob.py"), format!("import alice\n{player}")).unwrap();
    let speaks = "import os, sys\nfor line in sys.stdin:\n    word = line.split()[0]\n    if word == 'turn':\n        \
                  print('sees', *os.listdir(), file=sys.stderr)\n        print('guess', line.split()[1], 'AAAA', flush=True)\n    elif word != \
                  'round':\n        print('hello 1' if word == 'hello' else 'ready', flush=True)\n";
    fs::write(at("erin.py"), speaks).unwrap();
    let out = at("out");
    let play = |players: &[&str]| {
        let options: Vec<String> =
            players.iter().flat_map(|player| ["--player".to_owned(), player.replace('@', &at(""))]).collect();
        let more =
            ["--players", "rao", "--scsa", "insert-colors", "--sizes", "4x6", "--rounds", "1", "--guess-limit", "1"];
        let rounds = rounds(&options, &more, &out);
        let manifest: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(Path::new(&out).join("manifest.json")).unwrap()).unwrap();
        let messages = |name: &str| {
            fs::read_to_string(Path::new(&out).join(format!("messages/{name}-insert-colors-4x6.txt")))
                .unwrap_or_default()
        };
        let sees = |name: &str| messages(name).split("sees ").nth(1).unwrap_or_default().trim().to_owned();
        (rounds, manifest["inputs"].clone(), ["a", "c", "d", "e"].map(sees))
    };
    fs::write(at("frank.py"), "import alice\n").unwrap();
    let all = [
        "f=python3 @/frank.py",
        "a=python:@/alice.py",
        "b=python:@/./nested/../bob.py",
        "d=python:@/nested/dave.py",
        "e=python3 @/erin.py",
    ];
    let (rounds, hashes, sees) = play(&all);
    assert_eq!(sees, ["alice.py", "", "dave.py", "erin.py"]);
    let cause = causes(&rounds, "b").pop().unwrap();
    assert_eq!(
        cause,
        "failure: panic: loading of ./bob.py: ModuleNotFoundError: No module named 'alice'; it sees only bob.py of its folder, because other \
         players come from there; give it a folder of its own with the files that it needs"
    );
    let cause = causes(&rounds, "f").pop().unwrap();
    assert!(
        cause.starts_with("failure: crash: exit code 1; it sees only frank.py of its folder, because other"),
        "{cause}"
    );
    fs::write(at("new.py"), "").unwrap();
    assert_eq!(play(&all).1, hashes);
    fs::write(at("alice.py"), format!("{look}{player}\n")).unwrap();
    let changed = play(&all).1;
    assert!(changed["a"] != hashes["a"] && ["b", "d", "e"].iter().all(|name| changed[name] == hashes[name]));
    // The only player of a folder sees it all, and so do several of one file; but nobody sees the folder of another player in it.
    let everything = "alice.py bob.py carol.py erin.py frank.py";
    let (_, _, sees) = play(&["c=python:@/carol.py", "d=python:@/nested/dave.py"]);
    assert_eq!(&sees[1..3], [format!("{everything} new.py"), "dave.py".to_owned()]);
    let (_, _, sees) = play(&["a=python:@/carol.py#P", "c=python:@/carol.py"]);
    assert!(
        sees[0] == sees[1] && sees[0].starts_with(everything) && sees[0].ends_with("nested/dave.py new.py"),
        "{sees:?}"
    );
}

#[test]
fn codes_of_a_program_are_recorded_and_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let maker = "import random, sys\npegs, colors, count, seed = map(int, sys.argv[1:])\ndraw = random.Random(seed)\n\
                 for _ in range(count):\n    print(''.join(chr(65 + draw.randrange(colors)) for _ in range(pegs)))\n";
    fs::write(folder.path().join("maker.py"), maker).unwrap();
    let options = "--players random,bayes:1,dino --scsa ab-color --sizes 3x4,4x6 --rounds 30";
    let options: Vec<&str> = options.split(' ').collect();
    let codemaker = |command: String| ["--codemaker".to_owned(), format!("own={command}")];
    let (first, again) = (path(folder.path(), "first"), path(folder.path(), "again"));
    let made = rounds(&codemaker(format!("python3 {}", path(folder.path(), "maker.py"))), &options, &first);
    assert_eq!(made.lines().filter(|row| row.contains(",own,")).count(), 3 * 2 * 30);
    fs::remove_file(folder.path().join("maker.py")).unwrap();
    assert!(made == rounds(&codemaker(format!("recorded:{first}")), &options, &again));
    let samples = fs::read_to_string(Path::new(&first).join("codes/own-3x4.samples.txt")).unwrap();
    assert_eq!(samples.lines().count(), 200);
    let secrets = fs::read_to_string(Path::new(&first).join("codes/own-3x4.txt")).unwrap();
    assert!(!samples.starts_with(&secrets[..40]), "samples are drawn from another seed");
}

/// Rounds and sizes that are added are those of a tournament that was played at once, or refused.
/// Results beside a player are not part of it.
#[test]
fn a_player_is_the_same_after_its_tournament() {
    let folder = tempfile::tempdir().unwrap();
    write_programs(folder.path());
    let run = |words: &[&str]| arena(words).current_dir(folder.path().join("s1")).assert().success();
    let match_options = "--players rao --scsa insert-colors --sizes 4x6 --rounds 2 -q --no-charts --out out";
    run(&[&["run", "--player", "own=python:p.py"][..], &match_options.split(' ').collect::<Vec<_>>()].concat());
    run(&["verify", "out", "--trust-commands"]);
    let again = run(&["run", "--from", "out", "--out", "again", "-q", "--no-charts", "--trust-commands"]);
    assert!(again.get_output().stderr.is_empty(), "{again}");
    run(&["verify", "again", "--trust-commands"]);
}

#[test]
fn codes_of_a_program_grow() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_programs(folder);
    let run = |out: &str, more: &[&str]| {
        let words = ["run", "-q", "--no-charts", "--out", out];
        arena(&[&words[..], more].concat()).current_dir(folder).assert()
    };
    let own = ["--codemaker", "own=python3 maker.py"];
    let first = ["--players", "rao", "--scsa", "ab-color", "--sizes", "4x6", "--rounds", "5"];
    run("out", &[&first[..], &own].concat()).success();
    run("out", &[&["--extend", "--sizes", "4x7"], &own[..]].concat()).success();
    run("out", &["--extend", "--rounds", "8", "--trust-commands"]).success();
    // The codes for another player are recorded: nothing is started.
    run("out", &["--add", "dino"]).success();
    let all = ["--players", "rao,dino", "--scsa", "ab-color", "--sizes", "4x6,4x7", "--rounds", "8"];
    run("whole", &[&all[..], &own].concat()).success();
    let same = |one: &str, two: &str| assert_eq!(results(&path(folder, one)), results(&path(folder, two)));
    same("out", "whole");
    arena(&["verify", "out"]).current_dir(folder).assert().success();
    run("until", &[&first[..], &own, &["--until", "4%"]].concat()).success();
    let rows = results(&path(folder, "until"))[1].clone();
    let rounds: Vec<&str> = rows.lines().skip(1).map(|row| row.split(',').nth(5).unwrap()).collect();
    assert!(rounds[0] == rounds[1] && rounds[0].len() > 1, "the same rounds against both: {rounds:?}");
    // Without the program what is recorded is enough for the same rounds, and for no others.
    let maker = fs::read_to_string(folder.join("maker.py")).unwrap();
    let refused = |more: &[&str], wanted: &str| {
        let before = results(&path(folder, "out"));
        let output = run("out", &[more, &["--trust-commands"]].concat()).code(2);
        let line = String::from_utf8(output.get_output().stderr.clone()).unwrap();
        assert!(line.contains(wanted) && line.lines().count() == 1, "{more:?}: {line}");
        assert_eq!(results(&path(folder, "out")), before);
    };
    for (source, wanted) in [
        (maker.replace("Random(seed)", "Random(seed + 1)"), "does not repeat its codes: round 1 at 4x6 has"),
        (maker.replace("Random(seed)", "Random(count)"), "does not repeat its codes: round 1 at 4x6 has"),
        ("import sys; sys.exit(3)\n".to_owned(), "exit code 3"),
    ] {
        fs::write(folder.join("maker.py"), source).unwrap();
        refused(&["--extend", "--rounds", "9"], wanted);
        refused(&["--extend", "--sizes", "5x4"], wanted);
    }
    fs::remove_file(folder.join("maker.py")).unwrap();
    run("again", &["--from", "out"]).success();
    same("again", "out");
    // Of results of earlier versions the command is not known.
    let manifest = folder.join("out/manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    let (before, rest) = text.split_once("\"external_codemakers\": {").unwrap();
    let (_, after) = rest.split_once('}').unwrap();
    fs::write(&manifest, format!("{before}\"external_codemakers\": [\"own\"]{after}")).unwrap();
    arena(&["verify", "out"]).current_dir(folder).assert().success();
    refused(&["--extend", "--sizes", "5x4"], "its command is not known; give it: --codemaker 'own=COMMAND'");
    fs::write(folder.join("maker.py"), maker).unwrap();
    run("out", &[&["--extend", "--sizes", "5x4"], &own[..]].concat()).success();
    refused(&["--extend", "--players", "-rao"], "the player rao of out would be removed, and --extend only adds");
    refused(&["--add", "dino=python:s1/p.py"], "there is a player dino already; give another name");
}

#[test]
fn codemakers_that_fail_are_one_clear_error() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    for (command, time, reason) in [
        ("sh -c 'echo AAZZ'", "5", "line 1 of its output, 'AAZZ', is no code of size 4x6"),
        ("sh -c 'echo ABCD'", "5", "it printed 1 codes where 200 were asked for"),
        ("sh -c 'echo no idea >&2; exit 3'", "5", "it failed: crash: exit code 3 (its last message: no idea)"),
        ("sleep 1000", "0.05", "it failed: silence"),
        ("no-such-program", "5", "no executable file of this name"),
    ] {
        let codemaker = format!("own={command}");
        let words = [
            "run",
            "--players",
            "rao",
            "--sizes",
            "4x6",
            "--time-limit",
            time,
            "--out",
            &out,
            "--codemaker",
            &codemaker,
        ];
        let line = refused(&words);
        assert!(line.contains(reason) && line.contains("own"), "{line}");
        assert!(!Path::new(&out).exists());
    }
}

/// The last line of a codemaker may lack its end.
#[test]
fn the_last_code_needs_no_line_feed() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    let own = "own=python3 -c 'import sys; sys.stdout.write(chr(10).join([\"ABCD\"] * int(sys.argv[3])))'";
    told(&[
        "run",
        "--players",
        "rao",
        "--sizes",
        "4x6",
        "--rounds",
        "3",
        "--out",
        &out,
        "--codemaker",
        own,
        "--no-charts",
    ]);
    let rounds = fs::read_to_string(Path::new(&out).join("rounds.csv")).unwrap();
    assert_eq!(rounds.lines().filter(|row| row.contains(",own,4,6,") && row.contains(",ABCD,win,")).count(), 3);
}

/// Everything that can be checked without starting a program is checked before one is started: the codemaker would be refused for
/// what it prints.
#[test]
fn programs_are_started_after_everything_else_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    let small = "--players rao --scsa insert-colors --sizes 4x6 --rounds 2 --no-charts --quiet --out";
    told(&["run"].into_iter().chain(small.split(' ')).chain([&*out]).collect::<Vec<_>>());
    let new = path(folder.path(), "new");
    for (words, reason) in [
        ("--player rao=cat", "there is a player rao already"),
        ("--player one=cat --player one=cat", "there is a player one already"),
        ("--player x=./nonexistent", "--player x=./nonexistent: ./nonexistent: no executable file of this name"),
        ("--player x=python:nonexistent.py", "there is no file nonexistent.py"),
        ("--codemaker y=./nonexistent", "--codemaker y=./nonexistent: ./nonexistent: no executable file of this name"),
        ("--codemaker insert-colors=cat", "there is a codemaker insert-colors already"),
        ("--players roa", "did you mean 'rao'?"),
        ("--jobs 0", "--jobs 0 is not from 1 to 1024"),
        ("--samples /no/such/file", "cannot read"),
        (&*format!("--live {out}/rounds.csv"), "rounds.csv"),
        ("--until 0%", "is no percentage"),
        (&*format!("--out {out}"), "holds results already"),
    ] {
        let own = ["run", "--codemaker", "own=sh -c 'echo AAZZ'", "--sizes", "4x6"];
        let out = if words.contains("--out") { &[][..] } else { &["--out", &new][..] };
        let refusal = refused(&own.into_iter().chain(words.split(' ')).chain(out.iter().copied()).collect::<Vec<_>>());
        assert!(refusal.contains(reason), "{words}: {refusal}");
        assert!(!Path::new(&new).exists());
    }
}

#[test]
fn codes_with_weights_are_a_codemaker() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "weights.txt");
    fs::write(&file, "AABB 3\nABCD 1\n1112\n").unwrap();
    let (rounds, _) = played(&format!("--players bayes:1 --scsa weighted:{file} --sizes 4x6 --rounds 400"));
    let drawn = |code: &str| rounds.lines().filter(|row| row.contains(&format!(",{code},win,"))).count() as f64;
    let (often, rare, unweighted) = (drawn("AABB"), drawn("ABCD"), drawn("AAAB"));
    assert_eq!(often + rare + unweighted, 400.0);
    // Five standard errors of 240, 80 and 80 rounds.
    assert!((often - 240.0).abs() < 49.0 && (rare - 80.0).abs() < 40.0, "{often} {rare} {unweighted}");
    fs::write(&file, "AABB 3\nABC 1\n").unwrap();
    let line = refused(&["codes", &format!("weighted:{file}")]);
    assert!(line.contains("line 2"), "{line}");
    fs::write(&file, "AABB -3\n").unwrap();
    let line = refused(&["codes", &format!("weighted:{file}")]);
    assert!(line.contains("line 1: write a code and a weight from 0 on, such as AABC 2.5"), "{line}");
}

#[test]
fn commands_that_are_none_are_refused() {
    for (text, reason) in [
        ("mine", "is not NAME=COMMAND"),
        ("Mine=python3", "is not NAME=COMMAND"),
        ("mine=", "is no command"),
        ("rao=sh x.sh", "there is a player rao already"),
        ("mine=/no/such/program", "no executable file"),
    ] {
        let line = refused(&["run", "--player", text, "--out", "/tmp/never-written"]);
        assert!(line.contains(reason), "{line}");
    }
    arena(&["serve", "no-such-player"]).assert().code(2);
}
