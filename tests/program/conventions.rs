//! What users expect of any command line program.

use crate::command::{arena, path, refused, told};
use assert_cmd::cargo;
use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::{Command, Stdio},
    time::SystemTime,
};

/// The words of the program and of every command and subcommand that a help lists, each with its help.
fn all_helps() -> Vec<(String, String)> {
    let mut helps = vec![("arena".to_owned(), told(&["--help"]))];
    let mut next = 0;
    while let Some((words, help)) = helps.get(next).cloned() {
        for name in listed_commands(&help) {
            let words = format!("{words} {name}");
            let arguments: Vec<&str> = words.split(' ').skip(1).chain(["--help"]).collect();
            helps.push((words.clone(), told(&arguments)));
        }
        next += 1;
    }
    helps
}

/// The commands that a help lists, except `help`.
fn listed_commands(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| line.starts_with("  "));
    // The lines that go on with a description are indented further.
    let names = lines.filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    names.filter_map(|line| line.split(' ').next()).filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn every_help_has_examples() {
    let helps = all_helps();
    for known in ["plan", "compare", "scale", "solve", "completions"] {
        assert!(helps.iter().any(|(words, _)| *words == format!("arena {known}")), "{known} is missing: {helps:?}");
    }
    let documented = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/command-line.md")).unwrap();
    for (words, help) in helps {
        let (_, examples) = help.split_once("\nExamples:\n").unwrap_or_else(|| panic!("{words}: {help}"));
        assert!(examples.lines().any(|line| line.starts_with(&format!("  {words}"))), "{words}: {help}");
        let command = format!("\n$ {words} --help\n");
        assert!(documented.contains(&command), "docs/command-line.md does not show the help of {words}");
    }
}

#[test]
fn many_options_are_listed_below_headings() {
    for (words, help) in all_helps() {
        let mut options: Vec<(&str, &str)> = Vec::new();
        let mut heading = "";
        for line in help.lines().filter(|line| !line.is_empty()) {
            // The lines that go on with a description are indented further.
            let is_option = line.starts_with("  -") || line.starts_with("      --");
            if is_option && !line.contains("-h, --help") && !line.contains("-V, --version") {
                options.push((heading, line));
            } else if !line.starts_with(' ') {
                heading = line;
            }
        }
        let without: Vec<&str> =
            options.iter().filter(|(heading, _)| *heading == "Options:").map(|(_, own)| *own).collect();
        assert!(
            options.len() <= 6 || without.is_empty(),
            "{words} has {} options, without a heading {without:#?}",
            options.len()
        );
    }
    for heading in ["What is played:", "Rules:", "Output:", "Execution:"] {
        assert!(told(&["run", "--help"]).contains(heading), "{heading}");
    }
}

#[test]
fn numbers_in_words_are_those_of_the_code() {
    const WORDS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    // Lines may break anywhere between words.
    let help = |words: &[&str]| told(words).split_whitespace().collect::<Vec<_>>().join(" ");
    let plan = told(&["plan"]);
    let [players, codemakers, sizes] = ["players ", "codemakers ", "sizes "].map(|key| {
        let line = plan.lines().find(|line| line.starts_with(key)).unwrap();
        WORDS[line.split(',').count()]
    });
    let contest = format!(
        "{players} players against {codemakers} codemakers at {sizes} sizes, {} rounds a match.",
        tournament::Plan::ROUNDS
    );
    assert!(help(&["--help"]).contains(&contest), "{contest}");

    for command in ["run", "plan", "games"] {
        assert!(help(&[command, "--help"]).contains("an EFFORT, 1 to 100 [default: 10]"), "{command}");
    }
    assert!(["bayes:1", "bayes:100"].iter().all(|name| players::find(name).is_ok()));
    assert!(["bayes:0", "bayes:101"].iter().all(|name| players::find(name).is_err()));
    assert_eq!(players::find("bayes:10").unwrap().name(), players::find("bayes").unwrap().name());
}

#[test]
fn shells_get_completions_and_readers_a_manual() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(told(&["completions", shell]).contains("chart-format"), "{shell}");
    }
    assert!(refused(&["completions", "csh"]).contains("invalid value 'csh'"));
    assert!(told(&["man"]).starts_with(".ie"));
    let folder = tempfile::tempdir().unwrap();
    let dir = path(folder.path(), "man1");
    told(&["man", "--dir", &dir]);
    for page in ["arena.1", "arena-run.1", "arena-solve.1"] {
        assert!(Path::new(&dir).join(page).exists(), "{page}");
    }
    assert!(!Path::new(&dir).join("arena-worker.1").exists(), "the hidden command has no page");
}

#[test]
fn a_program_of_another_name_calls_itself_by_it() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("my-arena");
    let arena = cargo::cargo_bin!("arena");
    fs::hard_link(arena, &program).or_else(|_| fs::copy(arena, &program).map(|_| ())).unwrap();
    let output = |words: &[&str]| Command::new(&program).args(words).current_dir(&folder).output().unwrap();
    let printed = |words: &[&str]| {
        let output = output(words);
        assert!(output.status.success(), "{words:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let bash = printed(&["completions", "bash"]);
    assert!(bash.contains(" -o default my-arena\n"), "{bash}");
    assert!(printed(&["completions", "zsh"]).starts_with("#compdef my-arena\n"));
    assert!(printed(&["man"]).contains(".TH my-arena 1"));
    printed(&["man", "--dir", "man1"]);
    for page in ["my-arena.1", "my-arena-run.1", "my-arena-solve.1"] {
        assert!(folder.path().join("man1").join(page).exists(), "{page}");
    }
    let helps = all_helps();
    for (words, help) in helps {
        let words: Vec<&str> = words.split(' ').skip(1).chain(["--help"]).collect();
        let own = printed(&words);
        let lines = own.lines().filter(|line| !line.contains("checkout of arena") && !line.contains("--arena"));
        let other = lines.filter(|line| line.replace("my-arena", "").contains("arena")).collect::<Vec<_>>();
        assert!(other.is_empty(), "{words:?}: {other:#?}");
        assert_eq!(help.contains("arena"), own.contains("my-arena"), "{words:?}: {own}");
    }
    let error = String::from_utf8(output(&["games", "roa"]).stderr).unwrap();
    assert!(error.contains("`my-arena list` shows all"), "{error}");
}

#[test]
fn tables_fit_the_width_of_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    told(&[
        "run",
        "--players",
        "dino*",
        "--scsa",
        "all",
        "--sizes",
        "7x5",
        "--rounds",
        "2",
        "--out",
        &out,
        "-q",
        "--no-charts",
    ]);
    for columns in ["60", "80", "140"] {
        let output = arena(&["show", &out]).env("COLUMNS", columns).assert().success();
        let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
        let table = text.lines().filter(|line| line.starts_with(['┌', '│', '╞', '└']));
        let widest = table.map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= columns.parse().unwrap(), "{columns} columns: {widest}\n{text}");
        // No word is broken.
        assert!(text.contains(" dino-two-color-alternating "), "{columns} columns:\n{text}");
    }
}

#[test]
fn selections_and_a_random_seed_are_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let mut seeds = Vec::new();
    for name in ["one", "two"] {
        let out = path(folder.path(), name);
        let words = [
            "run",
            "--players",
            "rao,dino*,-dino-*",
            "--sizes",
            "2-3x4",
            "--rounds",
            "2",
            "--seed",
            "random",
            "--out",
            &out,
        ];
        let printed = told(&words);
        let manifest = tournament::Manifest::read(Path::new(&out)).unwrap();
        assert_eq!(manifest.players, ["rao", "dino"]);
        assert_eq!(manifest.sizes, ["2x4", "3x4"]);
        assert!(printed.contains(&format!("with seed {}", manifest.seed)), "{printed}");
        assert_eq!(manifest.command[0], "arena");
        assert_eq!(manifest.program_sha256.map(|hash| hash.len()), Some(64));
        seeds.push(manifest.seed);
        let times = fs::read_to_string(Path::new(&out).join("timing-summary.csv")).unwrap();
        assert!(times.lines().next().unwrap().ends_with(",prepare_us"));
        assert!(times.lines().skip(1).all(|row| !row.ends_with(',')), "preparation is timed: {times}");
    }
    assert_ne!(seeds[0], seeds[1]);
    assert!(refused(&["run", "--seed", "soon"]).contains("give a whole number, or `random`"));
    assert!(refused(&["run", "--players", "roa"]).contains("did you mean 'rao'?"));
    assert!(refused(&["run", "--sizes", "8-4x10"]).contains("is no range of sizes"));
}

#[test]
fn lines_fit_a_narrow_terminal_and_are_whole_elsewhere() {
    let commands = [
        "show results/contest",
        "show results/contest results/scaling",
        "list",
        "tree knuth",
        "tree knuth --against entropy",
        "games rao",
        "games rao --explain",
        "solve --size 3x3 --quiet",
        "plan --players rao,optimal",
    ];
    for words in commands {
        let words: Vec<&str> = words.split(' ').collect();
        let output = |columns: Option<&str>| {
            let mut command = arena(&words);
            match columns {
                Some(columns) => command.env("COLUMNS", columns),
                None => command.env_remove("COLUMNS"),
            };
            String::from_utf8(command.assert().success().get_output().stdout.clone()).unwrap()
        };
        let narrow = output(Some("60"));
        for line in narrow.lines().filter(|line| line.trim().contains(' ')) {
            assert!(line.chars().count() <= 60, "{words:?}, {} columns: {line}\n{narrow}", line.chars().count());
        }
        // Only tables and paragraphs below them have a width of their own.
        let longest = output(None).lines().map(|line| line.chars().count()).max();
        assert!(longest > Some(60), "{words:?}");
    }
}

#[test]
fn a_wrong_name_has_a_hint_and_no_wild_guess() {
    assert!(refused(&[]).ends_with("`arena --help` shows them all"));
    assert!(refused(&["games"]).ends_with("`arena games --help` shows its options"));
    for command in ["show", "charts", "report", "scale", "compare", "verify"] {
        let line = refused(&[command, "nowhere"]);
        assert!(line.contains("nowhere/") && line.ends_with("such as `arena run` makes"), "{line}");
    }
    assert_eq!(refused(&["games", "nobody"]), "error: there is no player 'nobody'; `arena list` shows all");
    assert!(refused(&["games", "roa"]).ends_with("'roa'; did you mean 'rao'? `arena list` shows all"));
    assert_eq!(refused(&["codes", "nothing"]), "error: there is no SCSA 'nothing'; `arena list` shows all");
    assert!(refused(&["show", "--columns", "xyzzy"]).starts_with("error: there is no column 'xyzzy'; the columns are"));
}

/// No number is so large or so small that a command does anything but answer or refuse it in a sentence. Memory does not grow with it.
#[test]
fn numbers_of_any_size_are_answered_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    let rao = "--players rao --scsa insert-colors --sizes 4x6";
    told(&format!("run {rao} --rounds 2 --no-charts --quiet --out {out}").split(' ').collect::<Vec<_>>());
    let new = path(folder.path(), "new");
    let (own, played) = ("--codemaker own=true", format!("--out {new} --no-charts --quiet --force"));
    let commands = [
        format!("plan {rao} --rounds"),
        format!("plan {rao} {own} --rounds"),
        format!("plan --players all --scsa all {own} --sizes 4-8x10 --rounds"),
        format!("plan {rao} --seed"),
        format!("plan {rao} --guess-limit"),
        format!("plan {rao} --time-limit"),
        format!("plan {rao} --memory-limit"),
        format!("plan {rao} --jobs"),
        "plan --players bayes --sizes 4x6 --effort".to_owned(),
        "plan --players rao --sizes".to_owned(),
        format!("run {rao} {own} {played} --rounds"),
        format!("run {rao} {played} --rounds 2 --guess-limit"),
        format!("run {rao} {played} --rounds 2 --time-limit"),
        format!("run {rao} {played} --rounds 2 --jobs"),
        format!("run {rao} {played} --rounds 2 --shard"),
        format!("verify {out} --rounds"),
        format!("verify {out} --seed"),
        format!("report {out} --replays"),
        "games rao --round".to_owned(),
        "games rao --seeds".to_owned(),
        "games bayes:1 --scsa mystery-1 --secret BABA --guess-limit 1 --rounds".to_owned(),
        "play --seed".to_owned(),
        "codes two-color --seed".to_owned(),
        "codes two-color --size".to_owned(),
        "tree knuth --size 3x3 --rows".to_owned(),
        "solve --quiet --size 2x3 --memory".to_owned(),
        "solve --quiet --size 2x3 --jobs".to_owned(),
        "solve --quiet --size 2x3 --within".to_owned(),
    ];
    // The last of these are too many for anything that takes time.
    let numbers = ["0", "-1", "nan", "18446744073709551615", "18446744073709551616", "9223372036854775808"];
    let sizes = numbers.map(|number| format!("{number}x{number}"));
    for command in &commands {
        let values: Vec<String> = match command.rsplit(' ').next().unwrap() {
            "--size" | "--sizes" => sizes.to_vec(),
            "--shard" => numbers.map(|number| format!("{number}/{number}")).to_vec(),
            // No command of this plays so many rounds.
            "--rounds" if command.starts_with("plan") => {
                [&numbers[..], &["999999999999", "1"]].concat().iter().map(|&n| n.to_owned()).collect()
            }
            _ => numbers.map(str::to_owned).to_vec(),
        };
        for value in values {
            // 4 GB of addresses; a table of 1000 MB and 64 MB for the stack of a thread are among them.
            let line = format!("ulimit -v 4000000; exec \"$0\" {command}={value}");
            let run =
                Command::new("sh").args(["-c", &line]).arg(cargo::cargo_bin!("arena")).stdin(Stdio::null()).output();
            let run = run.unwrap();
            let said = String::from_utf8_lossy(&run.stderr);
            let is_refused =
                run.status.code() == Some(2) && said.lines().filter(|line| line.starts_with("error: ")).count() == 1;
            assert!(run.status.success() || is_refused, "{command}={value}: {:?} {said}", run.status);
            assert!(!said.contains("panicked"), "{command}={value}: {said}");
        }
    }
}

/// However narrow the terminal is, no word of a table is broken: every word also stands in the table of a wide terminal.
#[test]
fn tables_break_no_word() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    let options = "--players rao,dino-two-color-alternating,consistent-expected-size,optimal --scsa two-color-alternating,first-and-last \
                   --sizes 2x3,4x6,5x6,5x8 --rounds 4 --seed 5 --no-charts --quiet --out";
    told(&["run"].into_iter().chain(options.split(' ')).chain([&*out]).collect::<Vec<_>>());
    fs::write(folder.path().join("codes.txt"), "ABAB\nBABA\nCACA\nDBDB\n").unwrap();
    let codes = path(folder.path(), "codes.txt");
    for words in [
        vec!["show", &out],
        vec!["show", &out, "--by", "time"],
        vec!["compare", &out],
        vec!["compare", &out, "rao", "dino-two-color-alternating"],
        vec!["scale", &out, "--no-files", "--claim", "guesses=n-and-m^1,1", "--claim", "points=m-log-n^1"],
        vec![
            "plan",
            "--players",
            "all",
            "--scsa",
            "all",
            "--codemaker",
            "an-own-codemaker=true",
            "--player",
            "an-own-player=true",
        ],
        vec!["list"],
        vec!["learn", &codes],
        vec!["tree", "knuth", "--size", "3x4"],
        vec!["tree", "knuth", "--size", "3x4", "--against", "most-parts"],
    ] {
        let shown = |columns: &str| {
            let text = arena(&words).env("COLUMNS", columns).assert().success().get_output().stdout.clone();
            String::from_utf8(text).unwrap()
        };
        let of = |text: &str| -> BTreeSet<String> {
            text.split(|c: char| c.is_whitespace() || "│┌┐└┘─╞═╡".contains(c)).map(str::to_owned).collect()
        };
        let whole = of(&shown("1000"));
        for columns in ["30", "40", "60", "80", "120"] {
            let narrow = shown(columns);
            let broken: Vec<String> = of(&narrow).difference(&whole).cloned().collect();
            assert!(broken.is_empty(), "{words:?} at {columns}: {broken:?}\n{narrow}");
        }
    }
}

/// The files of `results` that a source includes.
fn included_results(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            included_results(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let included = text.split("include_").skip(1).filter_map(|rest| rest.split('"').nth(1));
            found.extend(included.filter_map(|path| Some(format!("results/{}", path.split_once("../results/")?.1))));
        }
    }
}

#[test]
fn the_build_script_knows_the_results_that_are_compiled_in() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut included = BTreeSet::new();
    for room in ["src", "scsa", "players", "tournament"] {
        included_results(&repository.join(room), &mut included);
    }
    let script = fs::read_to_string(repository.join("build.rs")).unwrap();
    let known = script.split('"').filter(|text| text.starts_with("results/")).map(str::to_owned).collect();
    assert_eq!(included, known);
    assert!(included.len() > 3, "{included:?}");
}

/// In a repository and in a worktree: the revision follows commits, and what is watched does not change with the index.
#[test]
fn the_build_script_watches_commits_and_not_the_index() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("build-script");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/build.rs");
    assert!(
        Command::new("rustc")
            .args(["--edition", "2024", "-o"])
            .args([&script, Path::new(source)])
            .status()
            .unwrap()
            .success()
    );
    let repository = folder.path().join("repository");
    fs::create_dir(&repository).unwrap();
    let worktree = folder.path().join("worktree");
    let git = |place: &Path, words: &[&str]| {
        let identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
        assert!(Command::new("git").args(identity).args(words).current_dir(place).output().unwrap().status.success());
    };
    let watched = |place: &Path| -> (String, Vec<(String, SystemTime)>) {
        let output = Command::new(&script).current_dir(place).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let revision = text.lines().find_map(|line| line.strip_prefix("cargo:rustc-env=ARENA_REVISION=")).unwrap();
        let files = text.lines().filter_map(|line| line.strip_prefix("cargo:rerun-if-changed="));
        let time = |file: &str| fs::metadata(place.join(file)).unwrap().modified().unwrap();
        (revision.to_owned(), files.map(|file| (file.to_owned(), time(file))).collect())
    };
    git(&repository, &["init"]);
    fs::write(repository.join("Cargo.toml"), "1").unwrap();
    git(&repository, &["add", "."]);
    git(&repository, &["commit", "-m", "one"]);
    git(&repository, &["worktree", "add", "-b", "other", worktree.to_str().unwrap()]);
    for place in [&repository, &worktree] {
        let (revision, files) = watched(place);
        assert!(revision.len() == 12 && files.iter().any(|(file, _)| file == "Cargo.toml"), "{revision} {files:?}");
        fs::write(place.join("unrelated"), "1").unwrap();
        git(place, &["add", "."]);
        git(place, &["status"]);
        assert_eq!(watched(place), (revision.clone(), files.clone()));
        fs::write(place.join("Cargo.toml"), "2").unwrap();
        assert_eq!(watched(place).0, format!("{revision}-dirty"));
        git(place, &["commit", "-am", "two"]);
        let (next, changed) = watched(place);
        assert!(next != revision && next.len() == 12, "{revision} {next}");
        let log = |files: &[(String, SystemTime)]| files.iter().find(|(file, _)| file.ends_with("logs/HEAD")).cloned();
        assert!(log(&files).is_some() && log(&files) != log(&changed), "{files:?}");
    }
}
