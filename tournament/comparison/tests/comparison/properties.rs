//! Laws of comparisons, for any rounds.

use comparison::{CommonRounds, Leaderboard, LeaderboardOptions, Measure, PairComparison, RoundTable};
use proptest::prelude::*;
use std::collections::BTreeMap;

const HEADER: &str = "player,scsa,pegs,colors,round,secret,outcome,cause,guesses,points\n";
const MEASURES: [Measure; 3] = [Measure::Score, Measure::Guesses { limit: 20 }, Measure::Wins];

/// Rows of up to four players in up to three matches of up to eight rounds, in any order, no round twice.
fn rows() -> impl Strategy<Value = Vec<String>> {
    let row = (0u8..4, 0u8..3, 1u8..9);
    prop::collection::btree_map(row, (0u8..8, 1u32..10), 1..60)
        .prop_map(|rows| {
            let line = |((player, game, round), (outcome, guesses)): (_, (u8, u32))| {
                let (outcome, points) = match outcome {
                    0 => ("loss", 0.0),
                    1 => ("failure", -2.0),
                    _ => ("win", 5.0 / f64::from(guesses).sqrt()),
                };
                format!("p{player},s{game},4,6,{round},A{game}{round},{outcome},,{guesses},{points:.6}\n")
            };
            rows.into_iter().map(line).collect::<Vec<String>>()
        })
        .prop_shuffle()
}

fn table(rows: &[String]) -> RoundTable {
    RoundTable::from_csv("rounds.csv", format!("{HEADER}{}", rows.concat()).as_bytes()).unwrap()
}

/// All rounds of a table, by name.
fn contents(table: &RoundTable) -> BTreeMap<(String, String, u32), String> {
    let mut contents = BTreeMap::new();
    for (player, name) in table.players().iter().enumerate() {
        for (game, match_name) in table.matches().iter().enumerate() {
            let (numbers, rounds) = (table.numbers(player, game), table.rounds(player, game));
            assert!(numbers.is_sorted() && numbers.len() == rounds.len());
            for (number, round) in numbers.iter().zip(rounds) {
                contents.insert((name.clone(), match_name.to_string(), *number), format!("{round:?}"));
            }
        }
    }
    contents
}

proptest! {
    #[test]
    fn the_order_of_rows_does_not_matter(rows in rows()) {
        let mut sorted = rows.clone();
        sorted.sort();
        let (table, sorted) = (table(&rows), table(&sorted));
        prop_assert_eq!(contents(&table).len(), rows.len());
        prop_assert_eq!(contents(&table), contents(&sorted));
        let position = |table: &RoundTable, name: &str| table.players().iter().position(|player| player == name);
        for (first, second) in [("p0", "p1"), ("p2", "p0")] {
            let chosen = [&table, &sorted].map(|table| Some([position(table, first)?, position(table, second)?]));
            let [Some(one), Some(other)] = chosen else { continue };
            let (one, other) = (CommonRounds::of(&table, &one), CommonRounds::of(&sorted, &other));
            for measure in MEASURES {
                let [one, other] = [&one, &other].map(|common| PairComparison::new(common, 0, 1, measure).all);
                prop_assert_eq!((one.wins, one.ties, one.losses), (other.wins, other.ties, other.losses));
                prop_assert!((one.estimate.sum - other.estimate.sum).abs() < 1e-9);
                let [one, other] = [one, other].map(|all| all.estimate.standard_error.unwrap_or(-1.0));
                prop_assert!((one - other).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn merging_parts_gives_the_whole(rows in rows(), cut in 0usize..60) {
        let (front, back) = rows.split_at(cut.min(rows.len()));
        let merged = table(front).merge(&table(back)).unwrap();
        let whole = table(&rows);
        prop_assert_eq!(merged.players(), whole.players());
        prop_assert_eq!(merged.matches(), whole.matches());
        prop_assert_eq!(contents(&merged), contents(&whole));
        let [merged, whole] = [&merged, &whole].map(|table| {
            Leaderboard::new(&CommonRounds::ranked(table), &LeaderboardOptions::default())
        });
        prop_assert_eq!(merged, whole);
    }

    #[test]
    fn swapping_players_negates(rows in rows()) {
        let table = table(&rows);
        let common = CommonRounds::ranked(&table);
        for measure in MEASURES {
            let one = PairComparison::new(&common, 0, 1, measure);
            let other = PairComparison::new(&common, 1, 0, measure);
            prop_assert_eq!(one.all.estimate.mean, -other.all.estimate.mean);
            prop_assert_eq!(one.all.estimate.standard_error, other.all.estimate.standard_error);
            prop_assert_eq!(one.all.estimate.p_value(), other.all.estimate.p_value());
            prop_assert_eq!((one.all.wins, one.all.losses), (other.all.losses, other.all.wins));
            prop_assert_eq!(one.over_matches.p_value(), other.over_matches.p_value());
        }
    }

    #[test]
    fn differences_agree_with_the_plain_formulas(rows in rows()) {
        let table = table(&rows);
        let common = CommonRounds::of(&table, &[0, table.players().len() - 1]);
        for measure in MEASURES {
            let pair = PairComparison::new(&common, 0, 1, measure);
            let (mut sum, mut variance, mut is_exact) = (0.0, 0.0, common.round_count() > 0);
            for game in common.matches() {
                let rounds = game.rounds(0).iter().zip(game.rounds(1));
                let differences: Vec<f64> = rounds.map(|(one, two)| measure.value(one) - measure.value(two)).collect();
                let n = differences.len() as f64;
                let mean = differences.iter().sum::<f64>() / n;
                let squares: f64 = differences.iter().map(|difference| (difference - mean).powi(2)).sum();
                sum += n * mean;
                variance += n * squares / (n - 1.0).max(1.0);
                is_exact &= differences.len() > 1;
            }
            prop_assert!((pair.all.estimate.sum - sum).abs() < 1e-9);
            prop_assert_eq!(pair.all.estimate.count, common.round_count());
            if is_exact {
                prop_assert!((pair.all.estimate.sum_standard_error().unwrap() - variance.sqrt()).abs() < 1e-6);
            }
            for estimate in pair.matches.iter().map(|game| game.difference.estimate).chain([pair.all.estimate, pair.over_matches]) {
                let numbers = [Some(estimate.mean), estimate.standard_error, estimate.degrees_of_freedom, estimate.p_value()];
                prop_assert!(numbers.iter().flatten().all(|number| number.is_finite()), "{estimate:?}");
                prop_assert!(estimate.interval(0.95).is_none_or(|interval| interval.low <= estimate.mean));
            }
        }
    }

    /// The definition of the ranking, by the rounds of all players.
    #[test]
    fn ranked_players_have_all_common_rounds(rows in rows()) {
        let table = table(&rows);
        let common = CommonRounds::ranked(&table);
        prop_assert!(!common.players().is_empty());
        prop_assert_eq!(common.players().len() + common.others().len(), table.players().len());
        let product = |common: &CommonRounds| (common.players().len() as u64 - 1) * common.round_count();
        let mut order: Vec<usize> = (0..table.players().len()).collect();
        order.sort_by_key(|&player| std::cmp::Reverse(CommonRounds::of(&table, &[player]).round_count()));
        for count in 1..=order.len() {
            let first = CommonRounds::of(&table, &order[..count]);
            prop_assert!(product(&first) <= product(&common));
            let is_equal = product(&first) == product(&common) && first.round_count() > 0;
            prop_assert!(!is_equal || count <= common.players().len());
        }
        for game in common.matches() {
            for (position, &player) in common.players().iter().enumerate() {
                prop_assert_eq!(game.rounds(position).len(), game.numbers().len());
                let numbers = table.numbers(player, game.match_index);
                for (number, round) in game.numbers().iter().zip(game.rounds(position)) {
                    let index = numbers.binary_search(number).unwrap();
                    prop_assert_eq!(&table.rounds(player, game.match_index)[index], round);
                }
            }
        }
    }
}
