//! Laws of comparisons, for any rounds.

use player_api::{Cause, Ending, FailureKind};
use proptest::{prelude::*, sample::Index};
use scsa::Game;
use std::collections::BTreeMap;
use tournament::compare::{
    CommonRounds, Estimate, Leaderboard, LeaderboardEntry, MatchEnd, Measure, PairComparison, RoundTable,
};
use tournament::{MatchKey, Rules, Status, Summary, Tally};

const HEADER: &str = "player,scsa,game,pegs,colors,round,secret,outcome,failure,guesses,points,cause\n";
const MEASURES: [Measure; 3] = [Measure::Score, Measure::Guesses, Measure::Wins];

/// Rows of up to four players in up to three matches of up to eight rounds, in any order, no round twice.
fn rows() -> impl Strategy<Value = Vec<String>> {
    let row = (0u8..4, 0u8..3, 1u8..9);
    prop::collection::btree_map(row, (0u8..8, 1u32..10), 1..60)
        .prop_map(|rows| {
            let line = |((player, match_, round), (outcome, guesses)): (_, (u8, u32))| {
                let (outcome, points) = match outcome {
                    0 => ("loss,guesses", 0.0),
                    1 => ("failure,illegal", -2.0),
                    _ => ("win,", 5.0 / f64::from(guesses).sqrt()),
                };
                format!("p{player},s{match_},4x6,4,6,{round},A{match_}{round},{outcome},{guesses},{points:.6},\n")
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
        for (match_, match_name) in table.matches().iter().enumerate() {
            let (numbers, rounds) = (table.numbers(player, match_), table.rounds(player, match_));
            assert!(numbers.is_sorted() && numbers.len() == rounds.len());
            for (number, round) in numbers.iter().zip(rounds) {
                contents.insert((name.clone(), match_name.to_string(), *number), format!("{round:?}"));
            }
        }
    }
    contents
}

/// How a round ended: the guesses of a win, 0 for a loss, or none for a failure.
type RoundEnd = Option<usize>;

/// A match of a player: its rounds, and why it was over before the last round of the others.
#[derive(Clone, Debug)]
struct Played {
    rounds: Vec<RoundEnd>,
    end: Option<MatchEnd>,
}

/// A tournament: its rules, and the matches of each player against each codemaker.
#[derive(Clone, Debug)]
struct Contest {
    rules: Rules,
    players: Vec<Vec<Played>>,
}

const GAMES: [&str; 3] = ["4x6", "5x8", "4x6"];

impl Contest {
    fn game(match_: usize) -> Game {
        GAMES[match_].parse().unwrap()
    }

    /// Another one in each game.
    fn guess_limit(game: Game) -> usize {
        20 + game.colors()
    }

    /// The rows of `rounds.csv`, each with its player, match and number.
    fn rows(&self) -> Vec<String> {
        let mut rows = Vec::new();
        for (player, matches) in self.players.iter().enumerate() {
            for (match_, played) in matches.iter().enumerate() {
                let game = Contest::game(match_);
                for (number, ending) in played.rounds.iter().enumerate() {
                    let (outcome, guesses, points) = match ending {
                        Some(0) => ("loss,guesses", Contest::guess_limit(game), 0.0),
                        Some(guesses) => ("win,", *guesses, self.rules.win_points(game, *guesses)),
                        None => ("failure,memory", 1, self.rules.failure_points(game)),
                    };
                    let (pegs, colors, number) = (game.pegs(), game.colors(), number + 1);
                    rows.push(format!(
                        "p{player},s{match_},{game},{pegs},{colors},{number},A{number},{outcome},{guesses},{points:.6},\n"
                    ));
                }
            }
        }
        rows
    }

    fn table(&self, rows: &[String]) -> RoundTable {
        let mut table = table(rows);
        table.set_guess_limits(|match_| Contest::guess_limit(match_.game));
        for (player, matches) in self.players.iter().enumerate() {
            for (match_, played) in matches.iter().enumerate() {
                let names = table.matches().to_vec();
                let name = names.iter().find(|name| name.scsa == format!("s{match_}"));
                if let (Some(end), Some(name)) = (played.end, name) {
                    table.forfeit(&format!("p{player}"), name, end);
                }
            }
        }
        table
    }

    /// The rows of `summary.csv` as they are read from the file, with six decimals.
    fn summaries(&self) -> Vec<Summary> {
        let mut file = csv::Writer::from_writer(Vec::new());
        for (player, matches) in self.players.iter().enumerate() {
            for (match_, played) in matches.iter().enumerate() {
                // A round that nobody played is in no table of rounds.
                let lengths = self.players.iter().map(|matches| matches[match_].rounds.len() as u64);
                let planned = lengths.max().unwrap_or_default();
                let mut tally = Tally::default();
                for ending in &played.rounds {
                    let recorded = match ending {
                        Some(0) => Ending::OUT_OF_GUESSES,
                        Some(_) => Ending::Win,
                        None => Ending::Failure(Cause::new(FailureKind::Memory, "")),
                    };
                    tally.count(&recorded, ending.unwrap_or(0));
                }
                let (player, codemaker, game) = (format!("p{player}"), format!("s{match_}"), Contest::game(match_));
                let limits = (planned, Contest::guess_limit(game));
                let row = tally.summary(MatchKey { player, codemaker, game }, limits, self.rules);
                let status = match played.end {
                    None => Status::Played,
                    Some(MatchEnd::Ended) => Status::Ended,
                    Some(MatchEnd::Refused) => Status::Unsupported,
                };
                file.serialize(Summary { status, ..row }).unwrap();
            }
        }
        let text = file.into_inner().unwrap();
        csv::Reader::from_reader(&text[..]).deserialize().map(Result::unwrap).collect()
    }
}

/// Tournaments of up to four players in up to three matches of up to eight rounds. Some matches are refused, some end early.
fn contests() -> impl Strategy<Value = Contest> {
    let ending = prop_oneof![1 => Just(None), 1 => Just(Some(0)), 6 => (1usize..10).prop_map(Some)];
    (1usize..5, 1usize..4, 1usize..9, prop::bool::ANY).prop_flat_map(move |(players, matches, rounds, is_2024)| {
        let played = (prop::collection::vec(ending.clone(), rounds), 0u8..8, any::<Index>()).prop_map(
            move |(mut rounds, end, length)| match end {
                0 => Played { rounds: Vec::new(), end: Some(MatchEnd::Refused) },
                1 if is_2024 => {
                    rounds.truncate(length.index(rounds.len()));
                    Played { rounds, end: Some(MatchEnd::Ended) }
                }
                _ => Played { rounds, end: None },
            },
        );
        let players = prop::collection::vec(prop::collection::vec(played, matches), players);
        let rules = if is_2024 { Rules::Course2024 } else { Rules::Report };
        players.prop_map(move |players| Contest { rules, players })
    })
}

/// What a leaderboard says of each player, by name.
fn entries(board: &Leaderboard) -> BTreeMap<String, LeaderboardEntry> {
    // Where neighbors are equal, who is the next one follows from the names.
    board.entries.iter().map(|entry| (entry.player.clone(), entry.clone())).collect()
}

/// The figures of a player that do not depend on which rounds are compared with each other.
fn figures(entry: &LeaderboardEntry) -> impl PartialEq + std::fmt::Debug + use<> {
    let sum = |estimate: Estimate| (estimate.count, estimate.sum, estimate.mean);
    let counts = (entry.played, entry.given_up, entry.wins, entry.losses, entry.failures, entry.not_played);
    (entry.place, sum(entry.score), entry.guesses.map(sum), entry.is_lower_bound, counts)
}

proptest! {
    /// Rows in any order, and players and matches in any order of appearance, give the same leaderboard to the last digit. So do
    /// rounds with other numbers, as long as each player has the same rounds beside it.
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
    fn a_leaderboard_does_not_depend_on_any_order(
        (contest, rows, other) in contests().prop_flat_map(|contest| {
            let rows = contest.rows();
            let other = prop::collection::vec(any::<u32>(), 8);
            (Just(contest), Just(rows).prop_shuffle(), other)
        })
    ) {
        let mut places: Vec<usize> = (0..8).collect();
        places.sort_by_key(|place| other[*place]);
        let mut renumbered = contest.clone();
        for played in renumbered.players.iter_mut().flatten().filter(|played| played.rounds.len() == 8) {
            played.rounds = places.iter().map(|place| played.rounds[*place]).collect();
        }
        // Rounds after the end of a match stand beside others then.
        let is_whole = contest.players.iter().flatten().all(|played| played.end != Some(MatchEnd::Ended));
        for measure in MEASURES {
            let one = Leaderboard::of_table(&contest.table(&contest.rows()), measure);
            let shuffled = Leaderboard::of_table(&contest.table(&rows), measure);
            prop_assert_eq!(entries(&one), entries(&shuffled));
            prop_assert_eq!((one.rounds, one.is_paired), (shuffled.rounds, shuffled.is_paired));
            if is_whole {
                let renumbered = Leaderboard::of_table(&renumbered.table(&renumbered.rows()), measure);
                prop_assert_eq!(entries(&one), entries(&renumbered));
            }
        }
        let mut summaries = contest.summaries();
        for measure in MEASURES {
            let one = Leaderboard::from_summaries(&summaries, measure);
            summaries.reverse();
            prop_assert_eq!(entries(&one), entries(&Leaderboard::from_summaries(&summaries, measure)));
        }
    }

    /// A SCORE is a function of how many rounds were won in how many guesses, and of failures: a player with the same rounds in another
    /// order, in each match or over matches of a game, shares its place.
    #[test]
    fn the_same_results_share_a_place(contest in contests(), keys in prop::collection::vec(any::<u32>(), 24)) {
        let mut contest = contest;
        contest.players.truncate(3);
        contest.players[0].iter_mut().for_each(|played| played.end = None);
        let length = contest.players.iter().flatten().map(|played| played.rounds.len()).max().unwrap_or(0);
        contest.players[0].iter_mut().for_each(|played| played.rounds.resize(length, Some(5)));
        let mut twin = contest.players[0].clone();
        let mut places: Vec<usize> = (0..length).collect();
        places.sort_by_key(|place| keys[*place]);
        for played in &mut twin {
            played.rounds = places.iter().map(|place| played.rounds[*place]).collect();
        }
        // The first and the third match have the same game.
        if twin.len() == 3 && length > 0 {
            for place in 0..length {
                if keys[8 + place] % 2 == 0 {
                    let [first, _, third] = &mut twin[..] else { unreachable!() };
                    std::mem::swap(&mut first.rounds[place], &mut third.rounds[place]);
                }
            }
        }
        contest.players.push(twin);
        let last = format!("p{}", contest.players.len() - 1);
        for measure in MEASURES {
            for board in [
                Leaderboard::of_table(&contest.table(&contest.rows()), measure),
                Leaderboard::from_summaries(&contest.summaries(), measure),
            ] {
                // Of refused matches the twins may have other rounds.
                if board.matches.len() < contest.players[0].len() {
                    continue;
                }
                let entries = entries(&board);
                if let (Some(one), Some(twin)) = (entries.get("p0"), entries.get(&last)) {
                    prop_assert_eq!(one.place, twin.place);
                }
            }
        }
    }

    /// The leaderboard of the rounds has the figures of that of the totals, which are those of the rows of `summary.csv`.
    #[test]
    fn rounds_and_totals_have_the_same_figures(contest in contests()) {
        let summaries = contest.summaries();
        for measure in MEASURES {
            let rounds = Leaderboard::of_table(&contest.table(&contest.rows()), measure);
            let totals = Leaderboard::from_summaries(&summaries, measure);
            let (one, other) = (entries(&rounds), entries(&totals));
            prop_assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
            for (one, other) in one.values().zip(other.values()) {
                prop_assert_eq!(figures(one), figures(other));
                let own = summaries.iter().filter(|row| row.player == one.player);
                let own = own.filter(|row| rounds.matches.iter().any(|match_| match_.scsa == row.scsa));
                let score: f64 = own.map(|row| (row.points * 1e6).round()).sum();
                prop_assert_eq!(one.score.sum, score / 1e6 * 100.0);
                let errors = [one.score.standard_error, other.score.standard_error];
                prop_assert_eq!(errors[0].is_some(), errors[1].is_some());
                prop_assert!((errors[0].unwrap_or(0.0) - errors[1].unwrap_or(0.0)).abs() < 1e-4, "{:?}", errors);
            }
        }
    }

    /// A scored contest has no player without a place, whatever players refused; by guesses there is one only if it shares no match.
    #[test]
    fn refusals_leave_nobody_out(contest in contests()) {
        let table = contest.table(&contest.rows());
        let score = Leaderboard::of_table(&table, Measure::Score);
        prop_assert_eq!(score.others.len(), 0);
        let guesses = Leaderboard::of_table(&table, Measure::Guesses);
        let has = |name: &str, match_: &str| {
            let player: usize = name[1..].parse().unwrap();
            contest.players[player][match_[1..].parse::<usize>().unwrap()].end != Some(MatchEnd::Refused)
        };
        for entry in &guesses.entries {
            prop_assert!(guesses.matches.iter().all(|match_| has(&entry.player, &match_.scsa)));
        }
        for other in &guesses.others {
            prop_assert!(guesses.matches.iter().all(|match_| !has(&other.player, &match_.scsa)));
        }
    }

    #[test]
    fn merging_parts_gives_the_whole(rows in rows(), cut in 0usize..60) {
        let (front, back) = rows.split_at(cut.min(rows.len()));
        let merged = table(front).union(&table(back)).unwrap();
        let whole = table(&rows);
        prop_assert_eq!(merged.players(), whole.players());
        prop_assert_eq!(merged.matches(), whole.matches());
        prop_assert_eq!(contents(&merged), contents(&whole));
        let [merged, whole] = [&merged, &whole].map(|table| {
            Leaderboard::new(&CommonRounds::ranked(table), Measure::Score)
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
            // Windows of rounds add up to all of them.
            let windows = [1..=3, 4..=4, 5..=9].map(|window| common.only_numbers(window));
            let sums = windows.each_ref().map(|part| PairComparison::new(part, 0, 1, measure).all.estimate.sum);
            prop_assert_eq!(windows.iter().map(CommonRounds::round_count).sum::<u64>(), common.round_count());
            prop_assert!((sums.iter().sum::<f64>() - pair.all.estimate.sum).abs() < 1e-6);
            let (mut sum, mut variance, mut is_exact) = (0.0, 0.0, common.round_count() > 0);
            for match_ in common.matches() {
                let rounds = match_.rounds(0).iter().zip(match_.rounds(1));
                let differences: Vec<f64> = rounds.map(|(one, two)| match_.value(one, measure) - match_.value(two, measure)).collect();
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
            for estimate in pair.matches.iter().map(|match_| match_.estimate).chain([pair.all.estimate, pair.over_matches]) {
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
        prop_assert_eq!(common.players().len() + common.others.len(), table.players().len());
        let product = |common: &CommonRounds| (common.players().len() as u64 - 1) * common.round_count();
        let mut order: Vec<usize> = (0..table.players().len()).collect();
        let rounds = |player| std::cmp::Reverse(CommonRounds::of(&table, &[player]).round_count());
        order.sort_by_cached_key(|&player| (rounds(player), table.players()[player].clone()));
        for count in 1..=order.len() {
            let first = CommonRounds::of(&table, &order[..count]);
            prop_assert!(product(&first) <= product(&common));
            let is_equal = product(&first) == product(&common) && first.round_count() > 0;
            prop_assert!(!is_equal || count <= common.players().len());
        }
        for match_ in 0..table.matches().len() {
            let counts = || common.players().iter().map(|&player| table.numbers(player, match_).len());
            match common.matches().iter().find(|common| common.match_index == match_) {
                Some(common) => prop_assert_eq!(common.is_unfinished, counts().any(|count| count > common.round_count())),
                None => prop_assert_eq!(common.left_out.contains(&match_), counts().any(|count| count > 0)),
            }
        }
        for match_ in common.matches() {
            for (position, &player) in common.players().iter().enumerate() {
                prop_assert_eq!(match_.rounds(position).len(), match_.numbers().len());
                let numbers = table.numbers(player, match_.match_index);
                for (number, round) in match_.numbers().iter().zip(match_.rounds(position)) {
                    let index = numbers.binary_search(number).unwrap();
                    prop_assert_eq!(&table.rounds(player, match_.match_index)[index], round);
                }
            }
        }
    }
}
