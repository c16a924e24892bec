//! Players that win earlier than anybody can who learns of the secrets from the feedback alone.

use crate::{plan::Match, record::batch::RoundRecord};
use player_api::Ending;
use scsa::Game;
use std::{collections::BTreeMap, fmt};

/// The probability at most of one suspicion or more in a tournament of players that know nothing of the secrets.
const LEVEL: f64 = 1e-6;
/// Within so many guesses every code of every game can be tried: later wins tell nothing.
const MOST_GUESSES: usize = 100;
/// The most codes of a game whose probabilities are looked at one by one.
const MOST_CODES: f64 = 1e6;

/// The rounds that the player of a match won, by the number of guesses.
#[derive(Clone, Debug)]
struct Wins {
    match_: Match,
    rounds: u64,
    /// The number of rounds won in one guess, in two, and so on up to [`MOST_GUESSES`].
    by_guesses: Vec<u64>,
}

/// Counts of the rounds of a tournament, from which it follows who wins too early.
///
/// Within g guesses a player tries at most N(g) = 1 + r + … + r^(g-1) codes, where r is the number of responses other than the win. If
/// the codemaker makes secrets of known probabilities, the player wins a round within g guesses with a probability of at most p, the sum
/// of the N(g) largest of them, whatever its method and whatever else it has learned from its own rounds. By the inequality of Chernoff
/// (1952), w or more of n rounds are won so with a probability of at most exp(-n D), where D = (w/n) ln((w/n)/p) + (1-w/n)
/// ln((1-w/n)/(1-p)) and w/n > p. A match is suspicious if that, times the number of matches and of numbers of guesses, is less than one
/// in a million. So there is no suspicion of players that are honest, also of equal ones.
#[derive(Clone, Debug, Default)]
pub struct Suspicions(BTreeMap<usize, Wins>);

/// A match whose player won earlier than anybody can without knowledge of the secrets.
#[derive(Clone, Debug, PartialEq)]
pub struct Suspicion {
    /// The player.
    pub player: String,
    /// The codemaker.
    pub scsa: String,
    /// The game.
    pub game: Game,
    /// The number of guesses.
    pub guesses: usize,
    /// The rounds won in at most that many guesses.
    pub wins: u64,
    /// The most that are expected of them.
    pub expected: f64,
    /// All rounds of the match.
    pub rounds: u64,
    /// An upper bound of the probability of that many wins, by its decimal logarithm.
    pub log10_p: f64,
    /// Other players that had the same secrets.
    pub others: Vec<String>,
}

impl Suspicions {
    /// Counts a round.
    pub fn count(&mut self, match_: &Match, record: &RoundRecord) {
        let new = || Wins { match_: match_.clone(), rounds: 0, by_guesses: Vec::new() };
        let wins = self.0.entry(match_.number).or_insert_with(new);
        wins.rounds += 1;
        let index = record.round.guesses.checked_sub(1).filter(|index| *index < MOST_GUESSES);
        if let (Ending::Win, Some(index)) = (&record.round.ending, index) {
            wins.by_guesses.resize(wins.by_guesses.len().max(index + 1), 0);
            wins.by_guesses[index] += 1;
        }
    }

    /// The suspicious matches, in the order of the records.
    pub fn all(&self) -> Vec<Suspicion> {
        let tests: usize = self.0.values().map(|wins| wins.by_guesses.len()).sum();
        let level = (LEVEL / tests.max(1) as f64).ln();
        self.0.values().filter_map(|wins| self.of_match(wins, level)).collect()
    }

    /// The number of guesses of a match at which the wins are the least probable, if that is below a level.
    fn of_match(&self, wins: &Wins, level: f64) -> Option<Suspicion> {
        let Wins { match_, rounds, by_guesses } = wins;
        let within = |guesses: usize| by_guesses.iter().take(guesses).sum::<u64>();
        let least = |bound: &dyn Fn(usize) -> f64| {
            let tests = (1..=by_guesses.len()).map(|guesses| (guesses, bound(guesses)));
            let tests = tests.map(|(guesses, p)| (guesses, p, log_tail(within(guesses), *rounds, p)));
            tests.min_by(|one, other| one.2.total_cmp(&other.2)).filter(|(_, _, log_p)| *log_p < level)
        };
        // Of all distributions the uniform one is the hardest to guess.
        let uniform = |guesses| (most_codes(match_.game, guesses) / all_codes(match_.game)).min(1.0);
        least(&uniform)?;
        let sums = largest_sums(match_)?;
        let known = |guesses| sums[(most_codes(match_.game, guesses) as usize).min(sums.len()) - 1].min(1.0);
        let (guesses, p, log_p) = least(&known)?;
        let is_other = |other: &&Wins| {
            let (one, two) = (&other.match_, match_);
            (one.codemaker.name(), one.game) == (two.codemaker.name(), two.game) && one.number != two.number
        };
        Some(Suspicion {
            player: match_.player.name().to_owned(),
            scsa: match_.codemaker.name().to_owned(),
            game: match_.game,
            guesses,
            wins: within(guesses),
            expected: p * *rounds as f64,
            rounds: *rounds,
            log10_p: log_p / std::f64::consts::LN_10,
            others: self.0.values().filter(is_other).map(|other| other.match_.player.name().to_owned()).collect(),
        })
    }
}

/// The most codes that are tried within that many guesses: one after each sequence of responses.
fn most_codes(game: Game, guesses: usize) -> f64 {
    // All pairs of black and white pegs but all black and one white less, and the win itself.
    let others = (game.pegs() * (game.pegs() + 3) / 2 - 1) as f64;
    (0..guesses).map(|before| others.powi(before as i32)).sum()
}

fn all_codes(game: Game) -> f64 {
    (game.colors() as f64).powi(game.pegs() as i32)
}

/// The sums of the largest probabilities of the secrets of a match: of one, of two, and so on. `None` where they are not known, or there are
/// too many codes.
fn largest_sums(match_: &Match) -> Option<Vec<f64>> {
    let rule = match_.codemaker.rule()?;
    let mut probabilities: Vec<f64> = match rule.listed(match_.game) {
        Some(codes) => codes.into_iter().map(|(_, probability)| probability).collect(),
        None if all_codes(match_.game) > MOST_CODES => return None,
        None => match_.game.codes().map(|code| rule.probability(match_.game, &code)).collect(),
    };
    probabilities.sort_by(|one, other| other.total_cmp(one));
    let sum = |sum: &mut f64, probability: f64| {
        *sum += probability;
        Some(*sum)
    };
    let sums: Vec<f64> = probabilities.into_iter().scan(0.0, sum).collect();
    (!sums.is_empty()).then_some(sums)
}

/// The natural logarithm of an upper bound of the probability of `successes` or more of `trials` that succeed with probability `p` at most.
fn log_tail(successes: u64, trials: u64, p: f64) -> f64 {
    let share = successes as f64 / trials.max(1) as f64;
    if share <= p {
        return 0.0;
    }
    let term = |part: f64, expected: f64| if part > 0.0 { part * (part / expected).ln() } else { 0.0 };
    -(trials as f64) * (term(share, p) + term(1.0 - share, 1.0 - p))
}

impl fmt::Display for Suspicion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Suspicion { player, scsa, game, guesses, wins, expected, rounds, log10_p, others } = self;
        let plural = if *guesses == 1 { "guess" } else { "guesses" };
        write!(
            f,
            "{player} won {wins} of {rounds} rounds against {scsa} at {game} within {guesses} {plural}, of which a player that does not \
             know the secrets wins {expected:.1} at most on average (p < 1e{}); find out how it came to know them",
            log10_p.ceil()
        )?;
        match &others[..] {
            [] => Ok(()),
            [one] => write!(f, ", perhaps from {one}, which had the same"),
            others => write!(f, ", perhaps from one of {}, which had the same", others.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Observer, Plan, ResultFiles, Workers, play, record::batch::Round};
    use proptest::prelude::*;
    use statrs::distribution::{Binomial, DiscreteCDF};

    impl Observer for Suspicions {
        fn record(&mut self, match_: &Match, record: &RoundRecord) {
            self.count(match_, record);
        }
    }

    fn plan(players: &[&str], codemaker: &str, game: &str, rounds: u64) -> Plan {
        Plan::of_names(players, &[codemaker], &[game]).rounds(rounds)
    }

    /// What is suspicious of rounds that the players of a plan won in these numbers of guesses.
    fn suspicions(plan: &Plan, guesses: impl Fn(usize, u64) -> usize) -> Vec<Suspicion> {
        let mut suspicions = Suspicions::default();
        for (place, match_) in plan.matches().iter().enumerate() {
            for number in 1..=match_.rounds {
                let round = Round { ending: Ending::Win, guesses: guesses(place, number), time: None };
                suspicions
                    .count(match_, &RoundRecord { number, secret: match_.game.unrank(0), round, codes: Vec::new() });
            }
        }
        suspicions.all()
    }

    #[test]
    fn an_accomplice_that_tells_secrets_is_found() {
        let plan = plan(&["rao", "dino", "knuth"], "insert-colors", "4x6", 200);
        // It misses one code of forty, and makes a guess before.
        let found = suspicions(&plan, |place, number| if place == 1 && number % 40 != 0 { 2 } else { 5 });
        assert_eq!(found.len(), 1);
        let text = found[0].to_string();
        assert!(text.starts_with("dino won 195 of 200 rounds against insert-colors at 4x6 within 2 guesses"), "{text}");
        assert!(text.ends_with("perhaps from one of rao, knuth, which had the same"), "{text}");
    }

    /// In a million guesses anybody wins, and nothing takes longer for it.
    #[test]
    fn a_win_in_very_many_guesses_is_not_suspicious() {
        assert_eq!(suspicions(&plan(&["rao"], "insert-colors", "1x20", 20), |_, _| 1_000_000), []);
        assert_eq!(suspicions(&plan(&["rao"], "insert-colors", "20x26", 20), |_, _| 1_000_000), []);
    }

    /// Players of all strengths, one of them twice, against rules that are easy to guess: most secrets of one are the same code.
    #[test]
    #[ignore = "takes some seconds"]
    fn honest_players_are_not_suspicious() {
        for codemaker in ["insert-colors", "two-color-alternating", "only-once", "mystery-1"] {
            for game in ["3x2", "2x4", "4x6"] {
                let mut plan = plan(&["knuth", "optimal", "bayes:1", "random"], codemaker, game, 60);
                plan.players.push(plan.players[0].clone());
                let (mut seen, folder) = (Suspicions::default(), tempfile::tempdir().unwrap());
                play(&plan, &Workers::Threads(1), ResultFiles::create(folder.path()).unwrap(), &mut seen).unwrap();
                assert_eq!(seen.all(), []);
            }
        }
    }

    proptest! {
        #[test]
        fn the_bound_is_one(trials in 1u64..300, share in 0.0..=1.0f64, p in 0.001..0.999f64) {
            let successes = (share * trials as f64) as u64;
            let distribution = Binomial::new(p, trials).unwrap();
            let exact = successes.checked_sub(1).map_or(1.0, |fewer| distribution.sf(fewer));
            prop_assert!(exact <= log_tail(successes, trials, p).exp() * 1.000_001 + 1e-12);
        }
    }
}
