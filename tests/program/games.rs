//! The games that `arena games` shows are those that `arena run` records, and every command that the program prints can be pasted into a
//! shell, and plays the very rounds that it is printed for.

use crate::command::{path, played, results, told};
use assert_cmd::cargo;
use scsa::Code;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// The blocks of an output by their head, which ends before the secret: the secret, the turns and the end.
fn blocks(output: &str) -> HashMap<&str, (&str, Vec<&str>, &str)> {
    output
        .trim_end()
        .split("\n\n")
        .filter_map(|block| {
            let lines: Vec<&str> = block.lines().collect();
            let (head, secret) = lines[0].split_once(": the secret is ")?;
            let (end, turns) = lines[1..].split_last()?;
            Some((head, (secret, turns.to_vec(), *end)))
        })
        .collect()
}

/// Plays matches in both ways with the same options, and compares round by round.
fn compare(players: &[&str], options: &str) -> usize {
    let (rounds, summary) = played(&format!("--players {} --seed 7 --jobs 2 {options}", players.join(",")));
    let shown: Vec<String> = players
        .iter()
        .map(|player| told(&["games", player, "--seed", "7"].into_iter().chain(options.split(' ')).collect::<Vec<_>>()))
        .collect();
    let shown = shown.join("\n");
    let games = blocks(&shown);
    let mut compared = 0;
    for row in csv::Reader::from_reader(rounds.as_bytes()).records() {
        let row = row.unwrap();
        let [player, scsa, pegs, colors, round, secret, outcome, cause, guesses] =
            [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|i| &row[i]);
        let head = format!("{player} against {scsa} at {pegs}x{colors}, seed 7, round {round}");
        let (shown_secret, turns, end) = &games[head.as_str()];
        assert_eq!(*shown_secret, secret, "{head}");
        let wanted = match (outcome, guesses) {
            ("win", "1") => "win in 1 guess".to_owned(),
            ("win", guesses) => format!("win in {guesses} guesses"),
            _ => format!("{outcome}: {cause}"),
        };
        assert_eq!(*end, wanted, "{head}");
        if !cause.starts_with("crash") {
            assert_eq!(turns.len().to_string(), guesses, "{head}");
        }
        assert!(turns.windows(2).all(|pair| pair[0].len() == pair[1].len()), "{head}: the turns line up");
        if outcome == "win" {
            assert!(turns.last().unwrap().ends_with(&format!("  {secret}  {pegs} {:>1$}", 0, pegs.len())), "{head}");
        }
        compared += 1;
    }
    assert_eq!(games.len(), compared, "{shown}");
    for row in csv::Reader::from_reader(summary.as_bytes()).records() {
        let row = row.unwrap();
        if &row[4] == "unsupported" {
            let line = format!("{} against {} at {}x{}: not played, {}", &row[0], &row[1], &row[2], &row[3], &row[22]);
            assert!(shown.lines().any(|shown| shown == line), "{line}: {shown}");
        }
    }
    compared
}

#[test]
fn players_are_shown_as_they_are_recorded() {
    let compared = compare(
        &["random", "baseline-3", "rao"],
        "--scsa insert-colors,only-once,mystery-3 --sizes 3x4,12x9 --rounds 6 --guess-limit 30",
    );
    assert_eq!(compared, 3 * (6 * 6 - 6));
}

/// The knowledge of dino determines its method.
#[test]
fn what_players_are_told_is_told_in_both_ways() {
    let folder = tempfile::tempdir().unwrap();
    let samples = path(folder.path(), "samples.txt");
    fs::write(&samples, "ABBA\nBABB\n").unwrap();
    let options = "--scsa mystery-2,mystery-5 --sizes 7x5 --rounds 4";
    let told_samples = format!("{options} --samples {samples}");
    assert_eq!(compare(&["dino", "rao"], &told_samples), 2 * 2 * 4);
    assert_eq!(compare(&["dino", "rao"], &format!("{options} --reveal")), 2 * 2 * 4);
    let shown = |options: &str| told(&["games", "dino"].into_iter().chain(options.split(' ')).collect::<Vec<_>>());
    assert_ne!(shown(&told_samples), shown(options), "the samples matter");
}

/// A player that learns loses its state in a crash, and plays its next rounds without it.
#[test]
fn faults_are_shown_as_they_are_recorded() {
    let faulty = ["faulty-length", "faulty-color", "faulty-panic", "faulty-overflow", "faulty-prepare"];
    assert_eq!(compare(&faulty, "--scsa ab-color --sizes 2x2 --rounds 16"), 5 * 16);
    assert_eq!(compare(&["faulty-learner"], "--scsa insert-colors --sizes 1x8 --rounds 60"), 60);
    assert_eq!(compare(&["faulty-hang"], "--scsa ab-color --sizes 2x2 --rounds 12 --time-limit 0.05"), 12);
}

/// The games that a command shows as JSON.
fn documents(words: &[&str]) -> Vec<Value> {
    let text = told(&["games"].iter().chain(words).chain(&["--format", "json"]).copied().collect::<Vec<_>>());
    serde_json::from_str(&text).unwrap()
}

/// The figures of explained games are those of a list of all codes.
#[test]
fn explained_games_count_the_candidates() {
    let size = "4x6".parse().unwrap();
    let mut turns_checked = 0;
    for scsa in ["insert-colors", "only-once", "prefer-fewer"] {
        let games = documents(&["rao,random", "--scsa", scsa, "--rounds", "3", "--guess-limit", "8", "--explain"]);
        assert_eq!(games.len(), 6);
        let codes = scsa::support(scsa::algorithms::find(scsa).unwrap(), size, 10_000).unwrap();
        for game in &games {
            assert_eq!(game["candidates"], codes.len(), "{game}");
            let secret: Code = game["secret"].as_str().unwrap().parse().unwrap();
            let mut candidates = codes.clone();
            for turn in game["turns"].as_array().unwrap() {
                let mass = |codes: &[(Code, f64)]| codes.iter().map(|(_, probability)| probability).sum::<f64>();
                let (before, prior) = (candidates.len(), mass(&candidates));
                let guess: Code = turn["guess"].as_str().unwrap().parse().unwrap();
                let is_candidate = candidates.iter().any(|(code, _)| *code == guess);
                candidates.retain(|(code, _)| guess.feedback(code) == guess.feedback(&secret));
                let exact = |field: &str| {
                    assert_eq!(turn[field]["exact"], true, "{turn}");
                    turn[field]["value"].as_f64().unwrap()
                };
                assert_eq!(
                    (exact("candidates_before"), exact("candidates_after")),
                    (before as f64, candidates.len() as f64)
                );
                assert!((exact("got_bits") - (prior / mass(&candidates)).log2()).abs() < 1e-9, "{turn}");
                assert_eq!(turn["is_candidate"], is_candidate, "{turn}");
                assert_eq!(turn["reference"]["guess"].as_str().unwrap().len(), 4, "{turn}");
                turns_checked += 1;
            }
        }
    }
    assert!(turns_checked > 80, "{turns_checked}");
}

#[test]
fn explained_games_say_at_which_guess_a_player_fails() {
    for (player, word, cause) in [
        ("faulty-color", "failure", "illegal guess"),
        ("faulty-length", "failure", "illegal guess"),
        ("faulty-panic", "failure", "no guess"),
        ("faulty-overflow", "failure", "crash"),
        ("faulty-hang", "loss", "time"),
    ] {
        let options = [player, "--round", "2", "--time-limit", "0.05", "--explain"];
        let game = &documents(&options)[0];
        let answered = game["turns"].as_array().unwrap().len() as u64;
        assert_eq!((&game["outcome"], &game["failed_guess"]), (&json!(word), &json!(answered + 1)), "{game}");
        assert_eq!(game["illegal_guess"].is_string(), cause == "illegal guess", "{game}");
        let shown = told(&["games"].iter().chain(&options).copied().collect::<Vec<_>>());
        let end = format!("\n{word} at guess {}: {cause}", answered + 1);
        assert!(shown.contains(&end), "{shown}");
    }
    let unprepared = told(&["games", "faulty-prepare", "--explain"]);
    assert!(unprepared.contains("\nfailure before the first round: "), "{unprepared}");
}

/// The fields of the JSON are those that docs/files.md describes.
#[test]
fn fields_are_documented() {
    let document = include_str!("../../docs/files.md");
    let documented = |name: &str| -> BTreeSet<String> {
        let (_, rest) = document.split_once(&format!("<!-- fields: {name} -->")).unwrap();
        let (table, _) = rest.split_once("<!-- end -->").unwrap();
        table.lines().filter_map(|line| Some(line.strip_prefix("| `")?.split_once('`')?.0.to_owned())).collect()
    };
    let fields = |value: &Value| -> BTreeSet<String> { value.as_object().unwrap().keys().cloned().collect() };
    let game = &documents(&["rao", "--explain", "--times"])[0];
    assert_eq!(fields(game), documented("game"));
    assert_eq!(fields(&game["turns"][0]), documented("turn"));
    let plain = &documents(&["rao"])[0]["turns"][0];
    assert_eq!(fields(plain), ["black", "guess", "white"].map(str::to_owned).into());
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<String>>();
    assert_eq!(fields(&game["turns"][0]["reference"]), names(&["expected_bits", "guess", "is_candidate"]));
    assert_eq!(fields(&game["turns"][0]["expected_bits"]), names(&["exact", "value"]));
}

/// A player that guesses codes in order, from one that follows from the seed of the round and its first word.
const PLAYER: &str = r#"
while read -r word one two three; do
    case $word in
    hello) echo "hello 1 ${2#--}" ;;
    match) pegs=$one colors=$two; echo ready ;;
    round) end=${two#"${two%????}"} place=$((0x$end + ${#1})) ;;
    turn)
        number=$((place + one)) code=
        while [ ${#code} -lt $pegs ]; do
            letters=ABCDEFGHIJKLMNOPQRSTUVWXYZ color=$((number % colors)) number=$((number / colors))
            while [ $color -gt 0 ]; do letters=${letters#?} color=$((color - 1)); done
            code=$code${letters%"${letters#?}"}
        done
        echo "guess $one $code" ;;
    end) echo ready ;;
    esac
done
"#;

/// A codemaker whose last line has no end: codes of two pegs that follow from the end of the seed.
const CODEMAKER: &str = r#"
number=1${4#"${4%??}"} line=
while [ $3 -gt ${count=0} ]; do
    count=$((count + 1)) number=$((number * 7 + 3)) code=
    for color in $((number % $2)) $((number / $2 % $2)); do
        case $color in 0) code=${code}A ;; 1) code=${code}B ;; 2) code=${code}C ;; *) code=${code}D ;; esac
    done
    printf "$line$code"; line='\n'
done
"#;

/// The options of the tournament in the folder of [`files`].
const PROGRAMS: &str = r#"--player 'abe=sh "my players/it'\''s mine.sh" "a b" --independent' \
    --player 'zed=sh "my players/it'\''s mine.sh" $HOME' --codemaker "own=sh 'my players/the maker.sh'""#;

/// Writes what a tournament reads into a folder.
fn files(folder: &Path) {
    fs::create_dir(folder.join("my players")).unwrap();
    for (name, text) in [
        ("my players/it's mine.sh", PLAYER),
        ("my players/the maker.sh", CODEMAKER),
        ("my samples.txt", "AB\nBA\nAA\n"),
        ("a 'list'.txt", "AB\nBD\nCA\nDD\nAA\nBC\n"),
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
        "arena run {PROGRAMS} --players rao,bayes:1 --scsa \"insert-colors,mystery-2,codes:a 'list'.txt\" --sizes 2x4 --rounds 3 \
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
        "arena run {PROGRAMS} --players rao --scsa mystery-2,ab-color --sizes 2x4,2x5 --rounds 4 --seed 9 --no-charts -q --out out"
    );
    shell(folder.path(), &format!("{run} --samples 'my samples.txt'"), "80");
    let all = games(&shell(folder.path(), "arena games dino --from out", "80"));
    assert_eq!(all.len(), 3 * 2, "one game for each codemaker and size");
    let rows = rows(&folder.path().join("out"));
    for (game, _) in all {
        let secrets = |row: &&[String; 5]| row[1..4] == game[1..4];
        assert!(rows.iter().any(|row| secrets(&row)), "{game:?}");
    }
    let other = shell(folder.path(), "arena games rao --from out --scsa ab-color --sizes 2x4 --round 2 --seed 5", "80");
    assert!(other.contains("seed 5, round 2"), "{other}");
    fs::write(folder.path().join("my players/it's mine.sh"), PLAYER.replace("${#1}", "1")).unwrap();
    let changed =
        shell(folder.path(), "arena games zed --from out --scsa ab-color --sizes 2x4 --trust-commands 2>&1", "80");
    assert!(changed.starts_with("note: zed is not as it was when out was played"), "{changed}");
}

/// The commands of the checks of a player that is wrong, and of a new player, in a folder whose name needs quotes.
#[test]
fn commands_of_other_programs_can_be_pasted() {
    let folder = tempfile::tempdir().unwrap();
    let work = folder.path().join("it's here");
    fs::create_dir(&work).unwrap();
    files(&work);
    // It plays other games with the same seed.
    fs::write(work.join("my players/forgetful.sh"), PLAYER.replace("0x$end", "$(date +1%N) % 99")).unwrap();
    let check = r#"arena check-player "mine=sh 'my players/forgetful.sh'" || true"#;
    let printed = commands(&shell(&work, check, "40"));
    assert!(printed.iter().any(|command| command.contains("; arena games")), "{printed:?}");
    let new = shell(&work, "arena new-player one --language c --dir \"own 'players'\"", "40");
    let own = commands(&new);
    let [trial, check, run] = &own[..] else { panic!("{new}") };
    shell(&work, new.lines().find(|line| line.trim().starts_with("cc ")).unwrap(), "40");
    shell(&work, trial, "40");
    shell(&work, run, "40");
    assert!(run.contains(check.strip_prefix("arena check-player ").unwrap()), "{new}");
    printed.iter().for_each(|command| drop(shell(&work, command, "40")));
}
