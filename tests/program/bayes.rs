//! The player `bayes`, as its users call it.

use crate::command::{path, played, refused, told};
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

#[test]
fn the_same_games_on_any_number_of_threads() {
    let options = "--players bayes --effort 1 --scsa insert-colors,prefer-fewer,mystery-3 --sizes 8x10 --rounds 6";
    let one = played(&format!("{options} --jobs 1"));
    assert_eq!(one, played(&format!("{options} --jobs 2")));
    assert!(one.1.contains("\nbayes:1,insert-colors,"), "{}", one.1);
    // The effort may stand behind the name as well.
    assert_eq!(one, played(&options.replace("bayes --effort 1", "bayes:1")));
}

#[test]
fn an_effort_that_is_none_is_refused() {
    let line = refused(&["run", "--players", "bayes", "--effort", "0"]);
    assert!(
        line.contains("'0' is no EFFORT of bayes: give a whole number from 1 to 100 (the default is 10)"),
        "{line}"
    );
    let line = refused(&["games", "bayes:10-everything"]);
    assert!(line.contains("a component to leave out: climb, tempering, places, endgame, parts"), "{line}");
    let line = refused(&["run", "--players", "rao,bayes:3", "--effort", "5"]);
    assert!(line.contains("--effort 5 is for players that take an EFFORT and were given none"), "{line}");
}

/// At 4x6 it takes the smallest possible total: 5625 guesses for all codes.
#[test]
fn small_boards_are_played_as_well_as_can_be() {
    let table = told(&["tree", "bayes"]);
    assert!(table.contains("1296 codes, 5625 guesses"), "{}", table.lines().next().unwrap());
}

/// Without knowledge of the codemaker, it infers the rule from the secrets: that two or three colors alternate within the first round,
/// that there are only three secrets from round to round. With sample codes it knows the rule from the first round on.
#[test]
#[ignore = "takes 6 s: cargo test --test program bayes:: -- --ignored"]
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
