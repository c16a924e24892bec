//! Published figures that follow from the rules of the score; those of players are in `tests/commands/long/published.md`.

use players::Ending;
use scsa::Game;
use std::{collections::HashMap, path::Path};
use tournament::{Rules, Tally};

type CsvRow = HashMap<String, String>;

/// The report's Table 7: its player of two-color-alternating finds the two colors in M - 1 guesses and then has two codes
/// left, so that every round takes M or M + 1 guesses. Its scores are those of matches of 100 rounds; the number given is that of
/// the rounds that took M guesses: 50 are expected.
#[test]
fn a_perfect_two_color_alternating_match_scores_as_the_report_says() {
    for (game, lucky, score, weighted) in [
        ("4x6", 50, 196.55318, 39.310635),
        ("6x10", 52, 154.5819, 30.91638),
        ("8x10", 52, 154.58192, 30.916384),
        ("15x20", 52, 110.51003, 22.102007),
        ("20x26", 48, 97.10491, 19.420982),
    ] {
        let game: Game = game.parse().unwrap();
        let mut tally = Tally::default();
        for round in 0..100 {
            tally.count(&Ending::Win, game.colors() + usize::from(round >= lucky));
        }
        // The report computed in single precision.
        assert!((tally.weighted_wins() - weighted).abs() < 1e-4, "{game}: {}", tally.weighted_wins());
        assert!((tally.points(Rules::Report, game) - score).abs() < 5e-4, "{game}");
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
    let game: Game = "4x6".parse().unwrap();
    let mut whole = 0;
    for &(score, weighted) in &cells {
        // What is missing is a won round, or nothing.
        let missing: f64 = score - 5.0 * weighted;
        if missing.abs() < 2e-4 {
            whole += 1;
            continue;
        }
        let explained = (1..=100).any(|guesses| {
            let points = Rules::Report.points(game, &Ending::Win, guesses);
            (points - missing).abs() < 2e-4
        });
        assert!(explained, "{score} {weighted}: {missing} is no round");
    }
    assert_eq!((whole, cells.len() - whole), (29, 7));
}
