//! Sample codes that players know: `arena run --reveal` and `--samples`, `arena codes --samples`.

use crate::command::{path, refused, told};
use std::{fs, path::Path};
use tournament::Manifest;

#[test]
fn the_samples_of_a_mystery_are_printed() {
    let samples = told(&["codes", "mystery-3", "--samples"]);
    assert_eq!(samples.lines().count(), 200);
    assert!(samples.starts_with("EEACCCA\nDEDCCDE\nCBDDBCC\n"), "{samples}");
    assert!(!told(&["codes", "mystery-3", "--size", "7x5", "--count", "200"]).starts_with("EEACCCA\n"));

    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "codes");
    fs::write(&file, "ABCA\n").unwrap();
    for scsa in ["two-color", "two-color-2024", &format!("codes:{file}")] {
        let line = refused(&["codes", scsa, "--samples"]);
        assert!(line.contains(&format!("{scsa} is not a mystery and has no samples")), "{line}");
    }
    let line = refused(&["codes", "mystery-3", "--samples", "--size", "7x5"]);
    assert!(line.contains("the argument '--samples' cannot be used with '--size <PxC>'"), "{line}");
    let line = refused(&["codes", "mystery-3", "--samples", "--count", "3", "--seed", "2"]);
    assert!(
        line.contains("'--samples' cannot be used with: --count <N>; --seed <SEED>; `arena codes --help`"),
        "{line}"
    );
}

#[test]
fn a_file_is_played_whole_and_told_as_samples() {
    let folder = tempfile::tempdir().unwrap();
    let (codes, other) = (path(folder.path(), "mine.txt"), path(folder.path(), "other.txt"));
    fs::write(&codes, "ABCA\r\nCCCC\r\n\r\nBACA\r\n").unwrap();
    fs::write(&other, "ABCABCAB\n").unwrap();
    let scsa = format!("codes:{codes}");
    let run = |samples: &[&str]| {
        let out = path(folder.path(), "results");
        let words = ["run", "--players", "rao", "--scsa", &scsa, "--sizes", "4x3", "--out", &out, "--force", "-q"];
        told(&[&words[..], &["--no-charts"], samples].concat());
        let manifest = Manifest::read(Path::new(&out)).unwrap();
        let rounds = fs::read_to_string(Path::new(&out).join("rounds.csv")).unwrap();
        assert_eq!(rounds.lines().count(), 1 + 3);
        (manifest.reveal, manifest.samples)
    };
    assert_eq!(run(&[]), (false, None));
    assert_eq!(run(&["--samples", &codes]), (false, Some(codes.clone())));
    assert_eq!(run(&["--samples", &other, "--reveal"]), (true, Some(other.clone())));
    assert_eq!(run(&["--reveal"]), (true, None));

    // A manifest from before these options.
    let manifest = folder.path().join("results/manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    let older = text.lines().filter(|line| !line.contains("\"reveal\"") && !line.contains("\"samples\""));
    fs::write(&manifest, older.collect::<Vec<_>>().join("\n")).unwrap();
    let older = Manifest::read(&folder.path().join("results")).unwrap();
    assert_eq!((older.reveal, older.samples), (false, None));
}

/// The codes of a course's mysteries: each file is played against players that have all of it as samples, or the samples of the
/// mystery that it is from.
#[test]
#[ignore = "needs ../shared"]
fn the_mysteries_of_shared_files_are_played() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/mystery");
    let files = fs::read_dir(&data).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for file in files.map(|file| file.unwrap().path()).filter(|file| file.extension().is_some_and(|e| e == "txt")) {
        let stem = file.file_stem().unwrap().to_str().unwrap();
        let (mystery, size) =
            stem.split_once('_').and_then(|(name, rest)| Some((name, rest.split_once('_')?.0))).unwrap();
        let file = file.to_str().unwrap();
        let codes = fs::read_to_string(file).unwrap();
        let scsa = format!("codes:{file},{mystery}");
        let out = path(folder.path(), stem);
        let run = [
            "run",
            "--players",
            "rao,dino,baseline-4",
            "--scsa",
            &scsa,
            "--sizes",
            size,
            "--samples",
            file,
            "--no-charts",
        ];
        told(&[&run[..], &["--out", &out, "-q"]].concat());
        let read = |name: &str| fs::read_to_string(Path::new(&out).join(name)).unwrap();
        let (rounds, summary) = (read("rounds.csv"), read("summary.csv"));
        let secrets = rounds.lines().skip(1).filter(|row| row.starts_with("rao,codes:"));
        let secrets: Vec<&str> = secrets.map(|row| row.split(',').nth(5).unwrap()).collect();
        assert_eq!(secrets, codes.lines().collect::<Vec<_>>(), "{stem}");
        assert_eq!(summary.lines().filter(|row| row.contains(",played,")).count(), 6, "{stem}: {summary}");
        // Mean guesses over a whole file, as measured with the report's program.
        for (of, player, mean) in [("mystery-5_7x5_2019", "dino", 5.45), ("mystery-2_7x5_2019", "baseline-4", 9.2)] {
            if stem == of {
                let row = summary.lines().find(|row| row.starts_with(&format!("{player},codes:"))).unwrap();
                let column = tournament::Summary::COLUMNS.iter().position(|name| *name == "mean_guesses").unwrap();
                let ours: f64 = row.split(',').nth(column).unwrap().parse().unwrap();
                println!("{player} on {stem}: measured {mean}, ours {ours}");
                assert!((ours - mean).abs() < 0.06, "{player} on {stem}: {ours}");
            }
        }
    }
}

#[test]
fn samples_that_cannot_be_told_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).unwrap();
        path(folder.path(), name)
    };
    let good = file("good", "ABCA\nBCCA\n");
    let (lines, mixed) = (file("lines", "ABCA\nAB1A\n"), file("mixed", "ABCA\n\nABC\n"));
    let (empty, most) = (file("empty", "\n"), file("most", &"ABCA\n".repeat(10_000)));
    let many = file("many", &"ABCA\n".repeat(10_001));
    let out = path(folder.path(), "results");
    let of = format!("codes:{good}");
    for (samples, scsa, wanted) in [
        ("/no/such/file", "mystery-1", "cannot read the codes in /no/such/file"),
        (&lines, "mystery-1", "lines, line 2: a code is all digits or all letters, but peg 3 is '1' after letters"),
        (&mixed, "mystery-1", "mixed, line 3: the code has 3 pegs, those before it have 4"),
        (&empty, &of, "empty holds no code; one code a line was expected, such as ABCA"),
        (&many, &of, "many holds 10001 codes, --samples takes 10000 at the most; give a file with fewer"),
        ("a\nb", &of, "--samples \"a\\nb\" has a character that is not shown in its name; rename the file"),
        (
            &good,
            "two-color,ab-color-2024",
            "players know the rule of every SCSA that is played and get no --samples; \
             name a mystery or a codes:FILE with --scsa, or leave --samples out",
        ),
    ] {
        let line = refused(&["run", "--out", &out, "--scsa", scsa, "--samples", samples]);
        assert!(line.contains(wanted), "{samples}: {line}");
        assert!(!Path::new(&out).exists(), "{samples}");
    }
    let line = refused(&["run", "--out", &out, "--scsa", "mystery-1", "--samples", &good, "--reveal"]);
    assert!(line.contains("and get no --samples; name a codes:FILE with --scsa, or leave --samples out"), "{line}");
    assert!(
        refused(&["run", "--out", &out, "--samples", &good]).contains("name a mystery"),
        "the default SCSAs are visible"
    );
    told(&["run", "--players", "rao", "--scsa", &of, "--sizes", "4x3", "--samples", &most, "--out", &out, "-q"]);
}
