//! Published figures, computed again, and the reference output in `results/`, which is what the program makes today.

use players::Outcome;
use scsa::{Size, algorithms};
use std::{collections::HashMap, fs, path::Path, time::Duration};
use tournament::{
    CodeFile, Codemaker, Codemakers, KnowledgePolicy, Limits, Manifest, Plan, ResultFiles, Results, Rules, Seed,
    Summary, Tally, Workers, files,
};

/// The fields of a row of a CSV file, by the names of the columns.
type CsvRow = HashMap<String, String>;

fn play(player: &str, scsas: &[&str], sizes: &[&str], rounds: u64) -> Results {
    let codemakers = scsas.iter().map(|name| Codemaker::visible(algorithms::find(name).unwrap()));
    let sizes = sizes.iter().map(|text| text.parse().unwrap());
    let plan = Plan::new([players::find(player).unwrap()], codemakers, sizes).rounds(rounds).seed(Seed(1982));
    let folder = tempfile::tempdir().unwrap();
    let files = ResultFiles::create(folder.path()).unwrap();
    tournament::play(&plan, &Workers::Threads(2), files, &mut ()).unwrap()
}

/// Averages of 10000 rounds on insert-colors: those of the report's Table 1, which have a standard error of the same number of rounds,
/// and a worst case; and those of the corrected method, as measured with another program, whose last digit is taken as their uncertainty.
#[test]
fn raos_method_has_the_averages_of_the_reports_table_1_and_its_own() {
    const SIZES: [&str; 5] = ["4x6", "6x10", "8x10", "15x20", "20x26"];
    let published = [6.2316, 10.9155, 14.1988, 37.651, 59.8937].into_iter().zip([9, 17, 23, 56, 95]);
    let measured = [6.03, 10.52, 13.76, 36.9, 59.0].into_iter().zip([0.01, 0.01, 0.01, 0.1, 0.1]);
    let results = ["baseline-4", "rao"].map(|player| play(player, &["insert-colors"], &SIZES, 10_000));
    let compare = |row: &Summary, mean: f64, rounding: Option<f64>| {
        let (ours, se) = (row.mean_guesses.unwrap(), row.mean_guesses_se.unwrap());
        let apart = (ours - mean) / se.hypot(rounding.unwrap_or(se));
        println!("{} at {}: {mean}, ours {ours:.4} ± {se:.4}, {apart:+.2} errors apart", row.player, row.size_name());
        assert!(apart.abs() < 3.0 && row.wins == row.rounds, "{row:?}");
    };
    for (row, (mean, worst)) in results[0].summaries.iter().zip(published) {
        compare(row, mean, None);
        // The maximum of many rounds depends on a few of them.
        assert!(row.max_guesses.unwrap().abs_diff(worst) * 10 <= worst, "{row:?}");
    }
    for (row, (mean, rounding)) in results[1].summaries.iter().zip(measured) {
        compare(row, mean, Some(rounding));
    }
}

/// The report's program, run again: SCORE and mean guesses of its player in matches of 100 rounds, whose errors follow
/// from our spread. (The report's own Tables 2 and 4 come from older states of the program.)
#[test]
fn dino_plays_as_the_published_program() {
    const SCSAS: [&str; 6] =
        ["insert-colors", "two-color", "ab-color", "two-color-alternating", "only-once", "first-and-last"];
    let measured = [
        ("4x6", [(202.8, 6.21), (218.2, 5.87), (285.9, 3.53), (196.6, 6.50), (203.2, 6.14), (219.2, 5.53)]),
        ("6x10", [(152.6, 10.9), (166.7, 10.0), (221.7, 5.39), (154.5, 10.5), (151.0, 11.1), (161.4, 9.8)]),
        ("8x10", [(133.2, 14.3), (148.5, 12.1), (187.0, 7.36), (154.5, 10.5), (129.9, 15.1), (140.0, 13.0)]),
        ("15x20", [(81.9, 37.8), (98.8, 26.3), (132.3, 14.4), (110.3, 20.6), (76.9, 42.8), (84.8, 35.3)]),
        ("20x26", [(65.3, 59.2), (86.2, 34.7), (114.2, 19.3), (97.2, 26.5), (60.6, 68.7), (67.0, 56.5)]),
    ];
    let results = play("dino", &SCSAS, &measured.map(|(size, _)| size), 5000);
    let cells = measured.iter().flat_map(|(_, row)| row);
    let mut squares = 0.0;
    for (&(score, mean), row) in cells.zip(&results.summaries) {
        let rounds = row.rounds as f64;
        // The spread of one round, and with it the error of a hundred and of ours.
        let error = |spread: f64, unit: f64| spread * unit * (1.0 / 100.0 + 1.0 / rounds).sqrt();
        let score_apart = (row.score * 100.0 / rounds - score) / error(row.score_se.unwrap() / rounds.sqrt(), 100.0);
        let spread = row.mean_guesses_se.unwrap() * rounds.sqrt();
        // A mean is given to two or three digits.
        let rounding = if mean < 10.0 { 0.005 } else { 0.05 };
        let mean_apart = (row.mean_guesses.unwrap() - mean) / error(spread, 1.0).hypot(rounding);
        println!("{}x{} {}: {score_apart:+.2} {mean_apart:+.2}", row.pegs, row.colors, row.scsa);
        assert!(score_apart.abs() < 3.0 && mean_apart.abs() < 3.0);
        assert_eq!(row.wins, row.rounds);
        squares += score_apart * score_apart;
    }
    // All together they are no farther apart than chance has it: chi-square with 30 degrees of freedom, 99.9 %.
    println!("chi-square {squares:.1}");
    assert!(squares < 59.7);
}

/// The report's Table 7: its player of two-color-alternating finds the two colors in M - 1 guesses and then has two codes
/// left, so that every round takes M or M + 1 guesses. Its scores are those of matches of 100 rounds; the number given is that of
/// the rounds that took M guesses: 50 are expected.
#[test]
fn a_perfect_two_color_alternating_match_scores_as_the_report_says() {
    for (size, lucky, score, weighted) in [
        ("4x6", 50, 196.55318, 39.310635),
        ("6x10", 52, 154.5819, 30.91638),
        ("8x10", 52, 154.58192, 30.916384),
        ("15x20", 52, 110.51003, 22.102007),
        ("20x26", 48, 97.10491, 19.420982),
    ] {
        let size: Size = size.parse().unwrap();
        let mut tally = Tally::default();
        for round in 0..100 {
            tally.count(&Outcome::Win, size.colors() + usize::from(round >= lucky));
        }
        // The report computed in single precision.
        assert!((tally.weighted_wins() - weighted).abs() < 1e-4, "{size}: {}", tally.weighted_wins());
        assert!((tally.score(Rules::Report, size) - score).abs() < 5e-4, "{size}");
    }
}

/// The report's Tables 2 and 4: SCORE and weighted wins of each cell. Most are 5 times the weighted wins; in the others
/// the tuple was printed before the last round was counted, so that they are one round apart.
#[test]
fn the_score_formula_gives_the_reports_tuples() {
    let mut cells: Vec<(f64, f64)> = Vec::new();
    for table in ["table-2.csv", "table-4.csv"] {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/report").join(table);
        let rows =
            csv::Reader::from_path(file).unwrap().into_deserialize().collect::<Result<Vec<CsvRow>, _>>().unwrap();
        let figures = |name: &'static str| {
            rows.iter().filter(move |row| row["quantity"] == name).map(|row| row["published"].parse().unwrap())
        };
        cells.extend(figures("score").zip(figures("weighted_wins")));
    }
    let size: Size = "4x6".parse().unwrap();
    let mut whole = 0;
    for &(score, weighted) in &cells {
        // What is missing is a won round, or nothing.
        let missing: f64 = score - 5.0 * weighted;
        if missing.abs() < 2e-4 {
            whole += 1;
            continue;
        }
        let explained = (1..=100).any(|guesses| {
            let points = Rules::Report.points(size, &Outcome::Win, guesses);
            (points - missing).abs() < 2e-4
        });
        assert!(explained, "{score} {weighted}: {missing} is no round");
    }
    assert_eq!((whole, cells.len() - whole), (29, 7));
}

/// The CPU time of a player in all its matches, in seconds, beyond which it is not played again.
const MOST_TIME: f64 = 1.0;

/// The CPU time of a player in the recorded matches, in seconds.
fn time_of(player: &str, results: &Results) -> f64 {
    let own = results.timings.iter().filter(|row| row.player == player);
    own.map(|row| (row.rounds_timed as f64 * row.round_us + row.prepare_us.unwrap_or(0.0)) / 1e6).sum()
}

/// Plays what the manifest of a folder says, without the players that take long, and compares the summaries to the byte. Returns
/// the number of players.
fn check(folder: &str, rounds: u64) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results").join(folder);
    let manifest = Manifest::read(&folder).unwrap();
    let samples = manifest.samples.map(|file| CodeFile::read(Path::new(&file)).unwrap());
    let results = files::read_results(&folder).unwrap();
    let quick: Vec<&String> = manifest.players.iter().filter(|player| time_of(player, &results) < MOST_TIME).collect();
    let players = quick.iter().map(|name| players::find(name).unwrap());
    let codemakers = manifest.codemakers.iter().map(|name| Codemakers::builtin().find(name).unwrap().unwrap());
    let plan = Plan {
        limits: Limits { guesses: manifest.guess_limit, time: Duration::from_secs(60), ..Limits::default() },
        rules: manifest.rules,
        knowledge: KnowledgePolicy { reveal: manifest.reveal, samples },
        ..Plan::new(players, codemakers, manifest.sizes.iter().map(|text| text.parse().unwrap()))
    };
    let plan = plan.rounds(rounds).seed(Seed(manifest.seed));
    let again = tempfile::tempdir().unwrap();
    let result_files = ResultFiles::create(again.path()).unwrap();
    tournament::play(&plan, &Workers::Threads(2), result_files, &mut ()).unwrap();
    let summary = |folder: &Path| fs::read_to_string(folder.join(files::SUMMARY)).unwrap();
    let (kept, made) = (summary(&folder), summary(again.path()));
    let is_quick =
        |row: &&str| row.starts_with("player,") || quick.iter().any(|name| row.starts_with(&format!("{name},")));
    let kept: Vec<&str> = kept.lines().filter(is_quick).collect();
    for (kept, made) in kept.iter().zip(made.lines()) {
        assert_eq!(*kept, made);
    }
    assert_eq!(kept.len(), made.lines().count());
    quick.len()
}

#[test]
fn the_contest() {
    assert!(check("contest", 100) >= 15);
}

#[test]
fn rao() {
    assert_eq!(check("rao", 10_000), 2);
}
