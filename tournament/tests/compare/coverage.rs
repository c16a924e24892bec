//! Tournaments from known truth: how often intervals contain it, and how often letters separate equal players.
//!
//! A player is a mixture of two real players at 4x6: in each round it takes the guesses of one of them for the secret, with a fixed
//! probability, else those of the other. So rounds of different players on the same secret are correlated, as in real tournaments,
//! and the true mean of a round is known exactly: the sum over all 1296 codes, weighted with the probabilities of the codemaker.

use players::{Briefing, Knowledge};
use scsa::{Game, Rng, Scsa, algorithms};
use std::fmt::Write;
use tournament::compare::{CommonRounds, Interval, Leaderboard, Measure, PairComparison, RoundTable};
use tournament::{Referee, Rules};

const CODEMAKERS: [&str; 4] = ["insert-colors", "only-once", "two-color", "prefer-fewer"];
const ROUNDS: u32 = 100;
/// A strong player, a weak one, and one in between: their rounds have 2.33, 1.83 and 2.23 points on average.
const REAL: [&str; 3] = ["advanced", "baseline-3", "rao"];

/// A player that takes the guesses of a real player with that probability, else those of another one.
struct TrueMixture {
    real: [usize; 2],
    probability: f64,
}

/// The truth, and what tournaments are drawn from.
struct World {
    game: Game,
    /// By real player, then by code: the guesses.
    guesses: Vec<Vec<u32>>,
    mixtures: Vec<TrueMixture>,
}

/// In how many of the tournaments something was true.
#[derive(Debug, Default)]
struct CoverageCounts {
    /// The interval of a player's SCORE contains the truth, by player.
    score: [u32; 5],
    /// The same of the mean guesses.
    guesses: [u32; 5],
    /// The interval of the mean difference from the first player contains the truth, by other player.
    difference: [u32; 4],
    /// The first three players, who are equally good, share letters.
    equals_together: u32,
    /// The fourth and the fifth player share no letter with the first.
    others_apart: [u32; 2],
}

impl World {
    fn new() -> World {
        let game: Game = "4x6".parse().unwrap();
        let guesses = REAL.map(|name| {
            let briefing = Briefing::new(game, "insert-colors", Knowledge::Nothing);
            let mut player = players::find(name).unwrap().prepare(&briefing).unwrap();
            let mut referee = Referee::new(game, Briefing::GUESS_LIMIT, Briefing::TIME_LIMIT);
            let mut play = |rank| {
                player.reset();
                let round = referee.play(player.player(), &game.unrank(rank), &mut Rng::new(1), false);
                round.guesses as u32
            };
            (0..1296).map(&mut play).collect::<Vec<u32>>()
        });
        let mut world = World { game, guesses: guesses.to_vec(), mixtures: Vec::new() };
        // The mixture of the third and the second real player that has the same SCORE as an even one of the first and the second.
        let [strong, weak, other] = [0, 1, 2].map(|real| world.real_truth(real, Measure::Score));
        let same = ((strong + weak) / 2.0 - weak) / (other - weak);
        assert!((0.1..0.9).contains(&same), "{same}");
        world.mixtures = [([0, 1], 0.5), ([0, 1], 0.5), ([2, 1], same), ([0, 1], 0.7), ([0, 1], 0.9)]
            .map(|(real, probability)| TrueMixture { real, probability })
            .into();
        world
    }

    /// The true mean of a round of a real player over all matches.
    fn real_truth(&self, real: usize, measure: Measure) -> f64 {
        let value = |rank: u64| {
            let guesses = self.guesses[real][rank as usize];
            if measure == Measure::Score { 100.0 * points(guesses) } else { f64::from(guesses) }
        };
        let of_match = |name: &&str| {
            let codemaker = algorithms::find(name).unwrap();
            let weighted = |rank| codemaker.probability(self.game, &self.game.unrank(rank)) * value(rank);
            (0..1296).map(weighted).sum::<f64>()
        };
        CODEMAKERS.iter().map(of_match).sum::<f64>() / CODEMAKERS.len() as f64
    }

    /// The true mean of a round of a mixture.
    fn truth(&self, player: usize, measure: Measure) -> f64 {
        let TrueMixture { real, probability } = self.mixtures[player];
        let [one, other] = real.map(|real| self.real_truth(real, measure));
        probability * one + (1.0 - probability) * other
    }

    /// A tournament as `rounds.csv`.
    fn tournament(&self, rng: &mut Rng) -> RoundTable {
        let mut text = "player,scsa,game,round,secret,outcome,failure,guesses,points\n".to_owned();
        for name in CODEMAKERS {
            let codemaker: &dyn Scsa = algorithms::find(name).unwrap();
            for round in 1..=ROUNDS {
                let secret = codemaker.draw(self.game, rng);
                let rank = self.game.rank(&secret) as usize;
                for (player, TrueMixture { real, probability }) in self.mixtures.iter().enumerate() {
                    let real = real[usize::from(rng.unit() >= *probability)];
                    let guesses = self.guesses[real][rank];
                    let points = points(guesses);
                    writeln!(text, "{player},{name},4x6,{round},{secret},win,,{guesses},{points:.6}").unwrap();
                }
            }
        }
        RoundTable::from_csv("rounds.csv", text.as_bytes()).unwrap()
    }

    fn simulate(&self, tournaments: u32) -> CoverageCounts {
        let truth: Vec<[f64; 2]> =
            (0..5).map(|player| [Measure::Score, Measure::Guesses].map(|by| self.truth(player, by))).collect();
        let mut counts = CoverageCounts::default();
        for tournament in 0..tournaments {
            let table = self.tournament(&mut Rng::new(tournament.into()));
            let common = CommonRounds::ranked(&table);
            let board = Leaderboard::new(&common, Measure::Score);
            let letters =
                |player: usize| &board.entries.iter().find(|entry| entry.player == player.to_string()).unwrap().letters;
            let is_together = |one, other| letters(one).chars().any(|letter| letters(other).contains(letter));
            counts.equals_together += u32::from(is_together(0, 1) && is_together(0, 2) && is_together(1, 2));
            for (count, player) in counts.others_apart.iter_mut().zip([3, 4]) {
                *count += u32::from(!is_together(0, player));
            }
            for entry in &board.entries {
                let player: usize = entry.player.parse().unwrap();
                counts.score[player] += contains(entry.score.interval(0.95), truth[player][0]);
                counts.guesses[player] += contains(entry.guesses.unwrap().interval(0.95), truth[player][1]);
            }
            for other in 1..5 {
                let difference = truth[0][0] - truth[other][0];
                let pair = PairComparison::new(&common, 0, other, Measure::Score);
                counts.difference[other - 1] += contains(pair.all.estimate.interval(0.95), difference);
            }
        }
        counts
    }
}

/// The points as files have them.
fn points(guesses: u32) -> f64 {
    let points = Rules::Report.points("4x6".parse().unwrap(), &player_api::Ending::Win, guesses as usize);
    (points * 1e6).round() / 1e6
}

fn contains(interval: Option<Interval>, truth: f64) -> u32 {
    let interval = interval.unwrap();
    u32::from(interval.low <= truth && truth <= interval.high)
}

/// `cargo test --release -p mastermind-arena-tournament --test compare coverage:: -- --ignored`
#[test]
#[ignore = "takes half a minute"]
fn ninety_five_percent_of_intervals_contain_the_truth() {
    let counts = World::new().simulate(1000);
    let mut all = counts.score.iter().chain(&counts.guesses).chain(&counts.difference);
    assert!(all.all(|count| (930..=970).contains(count)), "{counts:?}");
    assert!(counts.equals_together >= 950, "{counts:?}");
    assert!(counts.others_apart[1] >= 990, "{counts:?}");
}
