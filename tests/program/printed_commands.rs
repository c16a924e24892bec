//! Every command that the program prints can be pasted into a shell, and plays the very rounds that it is printed for.

use crate::command::results;
use assert_cmd::cargo;
use scsa::Code;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::{Command, Stdio},
};

/// A player that guesses random consistent codes, for which it draws from the seed of the round.
const PLAYER: &str = r#"
import random, sys
def response(guess, secret):
    black = sum(a == b for a, b in zip(guess, secret))
    return black, sum(min(guess.count(c), secret.count(c)) for c in set(guess)) - black
for line in sys.stdin:
    words = line.split()
    if words[0] == "hello": print("hello 1" + " independent" * ("--independent" in sys.argv))
    elif words[0] == "match": pegs, colors = int(words[1]), int(words[2]); print("ready")
    elif words[0] == "round": draw, turns = random.Random(words[2] + sys.argv[1]), []
    elif words[0] == "turn":
        if len(words) > 2: turns.append((guess, (int(words[2]), int(words[3]))))
        while True:
            guess = "".join(chr(65 + draw.randrange(colors)) for _ in range(pegs))
            if all(response(guess, other) == given for other, given in turns): break
        print("guess", words[1], guess)
    elif words[0] == "end": print("ready")
    sys.stdout.flush()
"#;

/// A codemaker whose last line has no end.
const CODEMAKER: &str = r#"
import random, sys
pegs, colors, count, seed = map(int, sys.argv[-4:])
draw = random.Random(seed)
codes = ("".join(chr(65 + draw.randrange(colors)) for _ in range(pegs)) for _ in range(count))
sys.stdout.write("\n".join(codes))
"#;

/// The options of the tournament in the folder of [`files`].
const PROGRAMS: &str = r#"--player 'abe=python3 "my players/it'\''s mine.py" "a b" --independent' \
    --player 'zed=python3 "my players/it'\''s mine.py" $HOME' --codemaker "own=python3 'my players/the maker.py'""#;

/// Writes what a tournament reads into a folder.
fn files(folder: &Path) {
    fs::create_dir(folder.join("my players")).unwrap();
    for (name, text) in [
        ("my players/it's mine.py", PLAYER),
        ("my players/the maker.py", CODEMAKER),
        ("my samples.txt", "AABB\nBBAA\nABAB\n"),
        ("a 'list'.txt", "AABB\nFEDC\nDEAD\nBEEF\nFACE\nCAFE\nBADE\nABCD\n"),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
}

/// What a shell prints that runs a command in a folder, with `arena` being this program. It must succeed.
fn shell(folder: &Path, command: &str, columns: &str) -> String {
    let program = cargo::cargo_bin!("arena");
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap_or_default());
    let run = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .env("COLUMNS", columns)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(run.status.success(), "{command}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

/// The commands in a text: lines that are one, and what is between backticks.
fn commands(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.contains('`'));
    let quoted = text.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    lines.chain(quoted).filter(|command| command.starts_with("arena ")).map(str::to_owned).collect()
}

/// The text of a page.
fn text_of(page: &str) -> String {
    let boxes = page.split("<pre").skip(1).filter_map(|rest| rest.split_once('>')?.1.split("</pre>").next());
    let text = boxes.collect::<Vec<_>>().join("\n");
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
        .iter()
        .fold(text, |text, (from, to)| text.replace(from, to))
}

/// The games in an output of `arena games`: the player, the codemaker, the round, the secret and the number of guesses, as in the rows
/// of `rounds.csv`, and every guess.
fn games(output: &str) -> Vec<([String; 5], Vec<String>)> {
    let game = |block: &str| {
        let (head, rest) = block.split_once('\n')?;
        let (player, rest_of_head) = head.split_once(" against ")?;
        let (codemaker, rest_of_head) = rest_of_head.split_once(" at ")?;
        let round = rest_of_head.split("round ").nth(1)?.split(':').next()?;
        let secret = head.rsplit(' ').next()?;
        let turns = rest.lines().filter_map(|line| line.strip_prefix("  ")?.split_whitespace().nth(1));
        let turns: Vec<String> = turns.filter(|guess| guess.parse::<Code>().is_ok()).map(str::to_owned).collect();
        let row = [player, codemaker, round, secret, &turns.len().to_string()].map(str::to_owned);
        Some((row, turns))
    };
    output.split("\n\n").filter_map(game).collect()
}

/// The rows of `rounds.csv`, as [`games`] gives them.
fn rows(folder: &Path) -> BTreeSet<[String; 5]> {
    let text = fs::read_to_string(folder.join("rounds.csv")).unwrap();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.records().map(|row| row.unwrap()).map(|row| [0, 1, 4, 5, 8].map(|column| row[column].to_owned())).collect()
}

/// A tournament of players and codemakers of all kinds. What is played differs in the seed, the limits, the knowledge and the rules.
fn check(options: &str, pairs: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let (work, out) = (folder.path().join("work"), "it's the \"out\"");
    fs::create_dir(&work).unwrap();
    files(&work);
    let run = format!(
        "arena run {PROGRAMS} --players rao,bayes:1 --scsa \"insert-colors,mystery-2,codes:a 'list'.txt\" --sizes 4x6 --rounds 3 \
         --no-charts --jobs 2 {options} --out \"it's the \\\"out\\\"\""
    );
    let folder_word = r#""it's the \"out\"""#;
    // However narrow the terminal is, a command is not broken.
    let told = |command: &str| commands(&shell(&work, command, "40"));
    let mut printed = told(&format!("{run} --force"));
    for command in ["show", "show --format html", "verify --trust-commands", "compare"] {
        printed.extend(told(&format!("arena {command} {folder_word}")));
    }
    for pair in pairs {
        printed.extend(told(&format!("arena compare {folder_word} {pair}")));
    }
    shell(&work, &format!("arena report {folder_word} --no-replays"), "80");
    printed.extend(commands(&text_of(&fs::read_to_string(work.join(out).join("report.html")).unwrap())));
    let (printed, rows) = (printed.into_iter().collect::<BTreeSet<_>>(), rows(&work.join(out)));
    let kinds: BTreeMap<&str, usize> = printed.iter().fold(BTreeMap::new(), |mut kinds, command| {
        *kinds.entry(command.split(' ').nth(1).unwrap()).or_default() += 1;
        kinds
    });
    assert!(
        kinds["games"] >= 3 * pairs.len() && kinds["run"] >= 2 && kinds["verify"] == 1 && kinds["show"] == 1,
        "{printed:?}"
    );
    for command in &printed {
        if command.starts_with("arena run") && !command.contains("--from") {
            // It is played in a folder that holds no results.
            let fresh = tempfile::tempdir().unwrap();
            files(fresh.path());
            shell(fresh.path(), command, "120");
            assert_eq!(results(fresh.path().join(out).to_str().unwrap()), results(work.join(out).to_str().unwrap()));
            continue;
        }
        let shown = games(&shell(&work, command, "120"));
        if command.starts_with("arena games") {
            assert_eq!(shown.len(), 2, "{command}");
        }
        for (game, guesses) in shown {
            assert!(rows.contains(&game), "{command}: {game:?}");
            assert_eq!(guesses.last(), Some(&game[3]), "{command}");
        }
    }
    assert_eq!(results(work.join("again").to_str().unwrap()), results(work.join(out).to_str().unwrap()));
}

#[test]
fn commands_play_the_rounds_that_they_are_printed_for() {
    check("--seed 77 --guess-limit 30 --time-limit 20 --samples 'my samples.txt'", &["zed abe", "rao zed"]);
}

#[test]
fn commands_know_what_players_knew_and_how_they_were_started() {
    check("--seed 18446744073709551615 --reveal --isolate --time-limit 20 --memory-limit 1000", &["abe bayes:1"]);
}

/// What a codemaker of `--from` needs no samples for, and a player that the tournament does not have.
#[test]
fn rounds_of_a_tournament_are_given_to_others() {
    let folder = tempfile::tempdir().unwrap();
    files(folder.path());
    let run = format!(
        "arena run {PROGRAMS} --players rao --scsa mystery-2,ab-color --sizes 4x6,5x6 --rounds 4 --seed 9 --no-charts -q --out out"
    );
    shell(folder.path(), &format!("{run} --samples 'my samples.txt'"), "80");
    let all = games(&shell(folder.path(), "arena games dino --from out", "80"));
    assert_eq!(all.len(), 3 * 2, "one game for each codemaker and size");
    let rows = rows(&folder.path().join("out"));
    for (game, _) in all {
        let secrets = |row: &&[String; 5]| row[1..4] == game[1..4];
        assert!(rows.iter().any(|row| secrets(&row)), "{game:?}");
    }
    let other = shell(folder.path(), "arena games rao --from out --scsa ab-color --sizes 4x6 --round 2 --seed 5", "80");
    assert!(other.contains("seed 5, round 2"), "{other}");
    fs::write(folder.path().join("my players/it's mine.py"), PLAYER.replace("sys.argv[1]", "'x'")).unwrap();
    let changed =
        shell(folder.path(), "arena games zed --from out --scsa ab-color --sizes 4x6 --trust-commands 2>&1", "80");
    assert!(changed.starts_with("note: zed is not as it was when out was played"), "{changed}");
}

/// The commands of the checks of a player that is wrong, and of a new player, in a folder whose name needs quotes.
#[test]
fn commands_of_other_programs_can_be_pasted() {
    let folder = tempfile::tempdir().unwrap();
    let work = folder.path().join("it's here");
    fs::create_dir(&work).unwrap();
    files(&work);
    // It does not look for a consistent code, so that no game takes long.
    let forgetful = PLAYER.replace("words[2] + sys.argv[1]", "").replace("if all", "if True or all");
    fs::write(work.join("my players/forgetful.py"), forgetful).unwrap();
    let check = r#"arena check-player "mine=python3 'my players/forgetful.py'" || true"#;
    let printed = commands(&shell(&work, check, "40"));
    assert!(printed.iter().any(|command| command.contains("; arena games")), "{printed:?}");
    let new = shell(&work, "arena new-player one --language python --dir \"own 'players'\"", "40");
    let own = commands(&new);
    assert_eq!(own.len(), 2, "{new}");
    shell(&work, &own[0], "40");
    assert!(
        own[1].starts_with("arena check-player ") && own[0].contains(&own[1]["arena check-player ".len()..]),
        "{new}"
    );
    printed.iter().for_each(|command| drop(shell(&work, command, "40")));
}
