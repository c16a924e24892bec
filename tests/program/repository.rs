//! What users expect of any command line program, and what holds of the repository and its results.

use crate::command::{arena, path, told};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use tournament::Manifest;

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
    assert!(helps.len() > 20, "{helps:?}");
    for (words, help) in helps {
        let (_, examples) = help.split_once("\nExamples:\n").unwrap_or_else(|| panic!("{words}: {help}"));
        assert!(examples.lines().any(|line| line.starts_with(&format!("  {words}"))), "{words}: {help}");
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

/// In a narrow terminal lines fit, and no word of a table is broken: every word also stands in the output of a wide one.
#[test]
fn outputs_fit_the_terminal_and_break_no_word() {
    let folder = tempfile::tempdir().unwrap();
    let [out, codes] = ["out", "codes.txt"].map(|name| path(folder.path(), name));
    let options = "--players rao,dino-two-color-alternating,consistent-expected-size,optimal --scsa two-color-alternating,first-and-last \
                   --sizes 2x3,4x6,5x6,5x8 --rounds 4 --seed 5 --no-charts --quiet --out";
    told(&["run"].into_iter().chain(options.split(' ')).chain([&*out]).collect::<Vec<_>>());
    fs::write(&codes, "ABAB\nBABA\nCACA\nDBDB\n").unwrap();
    let words_of = |text: &str| -> BTreeSet<String> {
        text.split(|c: char| c.is_whitespace() || "│┌┐└┘─╞═╡".contains(c)).map(str::to_owned).collect()
    };
    for command in [
        "show OUT",
        "show OUT --by time",
        "show results/contest",
        "show results/contest results/scaling",
        "compare OUT",
        "compare OUT rao dino-two-color-alternating",
        "scale OUT --no-files --claim guesses=n-and-m^1,1 --claim points=m-log-n^1",
        "plan --players all --scsa all --codemaker an-own-codemaker=true --player an-own-player=true",
        "list",
        "learn CODES",
        "tree knuth --size 3x4",
        "tree knuth --size 3x4 --against most-parts",
        "games rao --explain",
    ] {
        let words = command.replace("OUT", &out).replace("CODES", &codes);
        let words: Vec<&str> = words.split(' ').collect();
        let shown = |columns: &str| {
            let text = arena(&words).env("COLUMNS", columns).assert().success().get_output().stdout.clone();
            String::from_utf8(text).unwrap()
        };
        let whole = shown("1000");
        // A sentence of `games` is another one where it has no room.
        for columns in ["30", "60"].iter().filter(|_| !command.contains("games")) {
            let narrow = shown(columns);
            let broken: Vec<String> = words_of(&narrow).difference(&words_of(&whole)).cloned().collect();
            assert!(broken.is_empty(), "{command} at {columns}: {broken:?}\n{narrow}");
        }
        // Commands and paths are not broken.
        let narrow = shown("60");
        let has_paths = ["OUT", "CODES", "plan"].iter().any(|word| command.contains(word));
        for line in narrow.lines().filter(|line| line.trim().contains(' ') && !has_paths) {
            assert!(line.chars().count() <= 60, "{command}, {} columns: {line}\n{narrow}", line.chars().count());
        }
    }
}

#[test]
fn the_list_has_everybody_with_a_sentence() {
    let list = told(&["list"]);
    let names = players::ROSTER
        .iter()
        .map(players::Entry::usage)
        .chain(scsa::algorithms::all().map(|scsa| scsa.name().to_owned()));
    for name in names {
        let line = list.lines().find(|line| line.trim_start().starts_with(&format!("{name} ")));
        assert!(line.is_some_and(|line| line.len() > 40), "{name}");
    }
    for section in list.split("\n\n") {
        let column = |line: &str| {
            line.trim_start().find("  ").map(|end| line.len() - line.trim_start()[end..].trim_start().len())
        };
        let columns: BTreeSet<_> = section.lines().skip(1).map(column).collect();
        assert!(columns.len() == 1 && !columns.contains(&None), "the sentences are in one column: {section}");
    }
}

#[test]
fn the_tournament_files_of_the_repository_are_as_they_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let plan = |name: &str| told(&["plan", &root.join("examples/tournaments").join(name).display().to_string()]);
    // The tournament of results/report.
    let manifest = fs::read_to_string(root.join("results/report/contest/manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let report = plan("report.toml").replace("\n            ", " ");
    for (line, key) in [("players", "players"), ("codemakers", "codemakers"), ("sizes", "sizes")] {
        let names: Vec<&str> = manifest[key].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        assert!(report.contains(&format!("{line:<12}{}\n", names.join(", "))), "{line}\n{report}");
    }
    assert!(report.contains("rounds      33000 in 330 of 330 matches\n"), "{report}");
    assert!(plan("course-2024.toml").contains("2024, seed 2024; a round has 100 guesses"));
    let files: BTreeSet<String> = fs::read_dir(root.join("examples/tournaments"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(files, ["course-2024.toml", "report.toml"].map(str::to_owned).into());
}

/// The files of the results whose names end like that.
fn files(end: &str) -> Vec<PathBuf> {
    fn below(folder: &Path, end: &str, found: &mut Vec<PathBuf>) {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = path.file_name().unwrap().to_string_lossy();
            // A tournament without --out plays into results/latest, which is not in the repository.
            if path.is_dir() && !name.starts_with("latest") {
                below(&path, end, found);
            } else if name.ends_with(end) {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("results"), end, &mut found);
    found
}

#[test]
fn manifests_name_the_program_and_no_folder_of_a_machine() {
    let manifests = files("manifest.json");
    assert!(manifests.len() > 10, "{manifests:?}");
    for path in manifests {
        let (text, file) = (fs::read_to_string(&path).unwrap(), path.display());
        assert!(!text.contains("\"/"), "{file} names a folder of a machine: {text}");
        let manifest = Manifest::read(path.parent().unwrap()).unwrap();
        let revision = manifest.revision.unwrap_or_default();
        assert_eq!(revision.len(), 12, "{file}: the program was not built from a commit, but from '{revision}'");
        assert!(manifest.program_sha256.is_some_and(|hash| hash.len() == 64), "{file}");
        assert!(manifest.finished.is_some(), "{file}");
    }
}

#[test]
fn the_words_of_charts_are_whole() {
    let charts = files(".svg");
    assert!(charts.len() > 100, "{charts:?}");
    for chart in charts {
        let text = fs::read_to_string(&chart).unwrap();
        let shortened = text.lines().find(|line| line.contains('…'));
        assert_eq!(shortened, None, "{}", chart.display());
    }
}
