//! What players and `arena learn` infer from codes, slowly or with files that are not in this repository.

use crate::command::{path, played, told};
use std::{fs, path::Path};

/// The guesses of the rounds of a `rounds.csv`, all of them won.
fn guesses(rounds: &str) -> Vec<f64> {
    let mut reader = csv::Reader::from_reader(rounds.as_bytes());
    let column = |name: &str, headers: &csv::StringRecord| headers.iter().position(|header| header == name).unwrap();
    let headers = reader.headers().unwrap().clone();
    let (outcome, number) = (column("outcome", &headers), column("guesses", &headers));
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert!(rows.iter().all(|row| &row[outcome] == "win"), "{rounds}");
    rows.iter().map(|row| row[number].parse().unwrap()).collect()
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// Without knowledge of the codemaker, it infers the rule from the secrets: that two or three colors alternate within the first round,
/// that there are only three secrets from round to round. With sample codes it knows the rule from the first round on.
#[test]
#[ignore = "takes 6 s: cargo test --test program mysteries:: -- --ignored"]
fn it_learns_from_round_to_round() {
    let folder = tempfile::tempdir().unwrap();
    let codes = path(folder.path(), "codes.txt");
    fs::write(&codes, "CAFEBABE\nDEADBEEF\nABADCAFE\n".repeat(6)).unwrap();
    let guesses_of_few = guesses(&played(&format!("--players bayes --effort 2 --scsa codes:{codes} --sizes 8x10")).0);
    let (first, last) = (mean(&guesses_of_few[..3]), mean(&guesses_of_few[12..]));
    assert!(first > 5.0 && last < 2.5, "{first} {last}: {guesses_of_few:?}");
    for (mystery, most) in [("mystery-2", 4.5), ("mystery-5", 3.5)] {
        fs::write(&codes, told(&["codes", mystery, "--size", "8x10", "--count", "16"])).unwrap();
        let options = format!("--players bayes --effort 2 --scsa codes:{codes} --sizes 8x10");
        let guesses = guesses(&played(&options).0);
        assert!(mean(&guesses) < most, "{mystery}: {guesses:?}");
        let samples = path(folder.path(), "samples.txt");
        fs::write(&samples, told(&["codes", mystery, "--samples"])).unwrap();
        let told = played(&format!("{options} --samples {samples}")).0;
        assert!(mean(&self::guesses(&told)) < most, "{mystery}: {told}");
    }
}

/// Codes of mysteries that were played, half of them known as samples, half of them secrets. Rao's method takes 9 to 15 guesses.
#[test]
#[ignore = "needs ../shared"]
fn the_mysteries_of_shared_files_take_few_guesses() {
    let folder = Path::new("../shared/data/mystery");
    let scratch = tempfile::tempdir().unwrap();
    for (name, size, most) in
        [("mystery-2_10x7_2024", "10x7", 4.0), ("mystery-3_10x7_2024", "10x7", 6.6), ("mystery-5_7x5_2019", "7x5", 3.0)]
    {
        let text = fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let (samples, secrets) = (path(scratch.path(), "samples"), path(scratch.path(), "secrets"));
        fs::write(&samples, lines[..100].join("\n")).unwrap();
        fs::write(&secrets, lines[100..160].join("\n")).unwrap();
        let options = format!("--players bayes --effort 2 --scsa codes:{secrets} --samples {samples} --sizes {size}");
        let taken = mean(&guesses(&played(&options).0));
        assert!(taken < most, "{name}: {taken}");
    }
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
        let run = format!(
            "run --players rao,dino,baseline-4 --scsa {scsa} --sizes {size} --samples {file} --no-charts -q --out {out}"
        );
        told(&run.split(' ').collect::<Vec<_>>());
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

/// The codes of a course's mysteries.
#[test]
#[ignore = "needs ../shared"]
fn the_mysteries_of_shared_files_are_found() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/mystery");
    for (name, sentence) in [
        ("mystery-1_7x5_2019", "45 %: one color; 45 %: two, 10 %: all; every peg is drawn from them"),
        ("mystery-2_7x5_2019", "3 pegs, over and over: no color twice"),
        ("mystery-3_7x5_2019", "3 colors share the pegs as evenly as can be, shuffled"),
        ("mystery-5_7x5_2019", "2 pegs, over and over: no color twice"),
        ("mystery-1_10x7_2024", "45 %: one color; 45 %: two, 10 %: all; every peg is drawn from them"),
        ("mystery-2_10x7_2024", "4 pegs, over and over: no color twice"),
        ("mystery-3_10x7_2024", "the counts A3 B3 C1 F3, shuffled"),
    ] {
        let text = told(&["learn", &path(&data, &format!("{name}.txt"))]);
        let heaviest = text.lines().find(|line| line.contains('%')).unwrap();
        assert!(heaviest.contains(sentence), "{name}: {text}");
    }
}
