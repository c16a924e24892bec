//! Tournament files, `arena plan`, and tournaments repeated from their manifests.

use crate::command::{path, refused, results, told};
use std::{collections::BTreeSet, fs, path::Path};

#[test]
fn a_file_a_manifest_and_options_play_the_same_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let [file, by_file, by_options, again] =
        ["t.toml", "by-file", "by-options", "again"].map(|name| path(folder.path(), name));
    let text = format!(
        "players = [\"rao\", {{ name = \"bayes\", effort = 1 }}]\nscsa = \"only-once,mystery-1\"\nsizes = [\"4x6\"]\nrounds = 7\n\
         seed = 3\nrules = \"2024\"\nguess-limit = 9\nno-charts = true\nout = \"{by_file}\"\n"
    );
    fs::write(&file, text).unwrap();
    told(&["run", &file, "--quiet"]);
    let options = [
        ["--players", "rao,bayes:1"],
        ["--scsa", "only-once,mystery-1"],
        ["--sizes", "4x6"],
        ["--rounds", "7"],
        ["--seed", "3"],
        ["--rules", "2024"],
        ["--guess-limit", "9"],
        ["--out", &by_options],
    ];
    told(&[&["run", "--quiet", "--no-charts"], &options.concat()[..]].concat());
    assert_eq!(results(&by_file), results(&by_options));
    told(&["run", "--from", &by_options, "--quiet", "--no-charts", "--out", &again]);
    assert_eq!(results(&by_file), results(&again));
    // Options come first.
    let manifest = Path::new(&by_options).join("manifest.json").display().to_string();
    told(&[
        "run",
        "--from",
        &manifest,
        "--quiet",
        "--no-charts",
        "--out",
        &again,
        "--force",
        "--players",
        "rao",
        "--rounds",
        "2",
    ]);
    let rows = results(&again)[0].clone();
    assert_eq!(rows.lines().count(), 1 + 2 * 2);
    assert!(rows.lines().skip(1).all(|row| row.starts_with("rao,")));
}

#[test]
fn a_plan_says_what_would_be_played() {
    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (path(folder.path(), "t.toml"), path(folder.path(), "out"));
    let missing = "{ name = \"mine\", command = \"no-such-program\" }";
    let text = format!(
        "players = [\"optimal\", \"rao\", {missing}]\nscsa = [\"insert-colors\", \"only-once\"]\nsizes = [\"4x6\", \"8x10\", \
         \"5x4\"]\nout = \"{out}\"\njobs = 2\n"
    );
    fs::write(&file, text).unwrap();
    let told = told(&["plan", &file, "--rounds", "10"]);
    for wanted in [
        "players     optimal, rao, mine\n",
        "rounds      130 in 13 of 18 matches\n",
        "seed 1; a round has 100 guesses, 5 s of CPU time and 2048 MB\n",
        "with 2 jobs",
        "- only-once does not play 5x4: ",
        "- optimal does not play 8x10: ",
        // To play it, the program has to be there.
        "t.toml:1: command mine=no-such-program: no-such-program: no executable file of this name",
        "time        unknown, at most ",
    ] {
        assert!(told.contains(wanted), "{wanted}\n{told}");
    }
    assert!(!Path::new(&out).exists(), "nothing is written");
    assert!(refused(&["run", &file]).contains("no-such-program"));
}

#[test]
fn bad_files_are_refused_with_their_lines() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "t.toml");
    for (text, wanted) in [
        (
            "sizes = [\"4x6\"]\nplayer = \"rao\"",
            "t.toml:2: a tournament file has no key 'player'; did you mean 'players'?",
        ),
        ("players = [\n  \"rao\",\n  \"roa\",\n]", "t.toml:3: players: there is no player 'roa'; did you mean 'rao'?"),
        ("players = [\"all\", \"-roa\"]", "t.toml:1: players: there is no player 'roa'; did you mean 'rao'?"),
        ("scsa = [\"only-one\"]", "t.toml:1: scsa: there is no SCSA 'only-one'; did you mean 'only-once'?"),
        ("\nsizes = [\"4\"]", "t.toml:2: sizes: '4' is no size of a game"),
        ("rounds = 0", "t.toml:1: rounds 0 plays nothing; give 1 or more"),
        ("guess-limit = 0", "t.toml:1: guess-limit 0 is not from 1 to 1000000"),
        ("time-limit = 1e9", "t.toml:1: time-limit 1000000000 is not from 0.001 to 86400 seconds"),
        ("jobs = 0", "t.toml:1: jobs 0 is not from 1 to 1024"),
        ("samples = \"/no/such/file\"", "t.toml:1: samples: cannot read"),
        ("players = [{ name = \"Mine\", command = \"true\" }]", "t.toml:1: command: 'Mine=true' is not NAME=COMMAND"),
        ("players = [\"rao\"", "t.toml:1: this is not TOML: "),
    ] {
        fs::write(&file, text).unwrap();
        for command in ["run", "plan"] {
            let line = refused(&[command, &file, "--out", &path(folder.path(), "out")]);
            assert!(line.contains(wanted), "{command} {text}: {line}");
        }
    }
    fs::write(&file, [0xff, 0xfe]).unwrap();
    assert!(refused(&["run", &file]).contains("cannot read the tournament file"));
    assert!(refused(&["run", "/no/such/file.toml"]).contains("cannot read the tournament file /no/such/file.toml"));
    assert!(refused(&["run", "--from", &file]).contains("is no manifest.json"));
    assert!(
        refused(&["run", "--from", &path(folder.path(), "none/manifest.json")])
            .contains("--from takes the manifest.json")
    );
    assert!(refused(&["run", &file, "--from", "x"]).contains("cannot be used with"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is written");
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
