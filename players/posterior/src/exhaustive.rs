//! The consistent codes of a component without Markov chains: all of them, or independent draws from the posterior with the probability
//! of all responses.
//!
//! A prior that depends on the color counts only is a sum over the counts that give the totals of the turns; with each of them, all
//! codes that have the black pegs are equally probable. The counts are listed, and the codes of each are counted. Where that takes too
//! much work, the codes of a random part of the counts are counted, and the others are assumed to have as many on average.

use crate::board::{MOST_TURNS, ResponseTables, with_lanes};
use crate::dispatch;
use crate::placement::{COUNTED_TURNS, CountSearch, PlacementCounts, PlacementLimits, PlacementSearch};
use crate::prior::{CodePrior, PriorComponent, merge};
use scsa::{Code, Rng, Turn};

/// The consistent codes that the component can make, in lexicographic order, each with its probability. `None` if there are more codes
/// than the limit, or the search would take more nodes.
pub fn consistent_codes(
    component: &PriorComponent,
    turns: &[Turn],
    mut limits: PlacementLimits,
) -> Option<Vec<(Code, f64)>> {
    if turns.len() > MOST_TURNS {
        return None;
    }
    let game = component.board.game;
    let found = with_lanes!(turns.len(), N => {
        let tables = ResponseTables::<N>::new(&component.board, turns);
        let mut codes = Vec::new();
        for counts in CountSearch::new(component, &tables).run(&mut limits.nodes)? {
            dispatch::place(&PlacementSearch::new(&component.board, &tables, &counts), &mut limits, &mut codes)?;
        }
        codes
    });
    let probability = |code: Code| (code, component.rule.probability(game, &code));
    let mut codes: Vec<(Code, f64)> = found.into_iter().map(probability).filter(|(_, p)| *p > 0.0).collect();
    codes.sort_unstable_by_key(|(code, _)| *code);
    Some(codes)
}

/// Listing the counts may take one node for this many of counting codes.
const COUNTING_PER_LISTING: usize = 8;
/// Components whose codes may have more colors than this are left to the chains, which take less time there: with up to 8 colors, rounds
/// at 8x10 took 1.5 times as long, and no fewer guesses.
const MOST_COLORS: usize = 4;
const LEAST_COUNTS: usize = 30;

#[derive(Debug)]
pub struct IndependentDraws {
    /// The probability of all responses under the component.
    pub evidence: f64,
    /// The codes drawn, with the number of times of each, in lexicographic order; all consistent codes with their probabilities where
    /// they are no more than the draws that are wanted. None if the component has no consistent code.
    pub codes: Vec<(Code, f64)>,
    /// Whether these are all consistent codes.
    pub is_exhaustive: bool,
}

struct Part {
    /// All of them, or as many draws as can be needed.
    codes: Vec<Code>,
    one: f64,
    all: f64,
}

/// About `number` draws. `None` if the prior does not depend on the color counts only, if the codes may have more colors than can be
/// counted, or if a sample of the counts takes more than this number of nodes or has no code.
pub fn draw(
    component: &PriorComponent,
    turns: &[Turn],
    number: usize,
    mut nodes: usize,
    rng: &mut Rng,
) -> Option<IndependentDraws> {
    let PriorComponent { board, rule, prior, .. } = component;
    let tables = ResponseTables::<COUNTED_TURNS>::new(board, turns);
    let search = CountSearch::new(component, &tables);
    if turns.len() > COUNTED_TURNS || matches!(prior, CodePrior::Rule(_)) || search.distinct.1 > MOST_COLORS {
        return None;
    }
    let mut list = search.run(&mut (nodes / COUNTING_PER_LISTING))?;
    let listed = list.len();
    rng.shuffle_front(&mut list, listed);
    // Of the counts so far: the probability, the number of codes, and how many counts they are.
    let (mut probability, mut number_of_codes, mut counted) = (0.0, 0.0, 0);
    let mut parts: Vec<Part> = Vec::new();
    for counts in list {
        let Some(placements) = PlacementCounts::new(PlacementSearch::new(board, &tables, &counts), &mut nodes) else {
            break;
        };
        counted += 1;
        if placements.number() == 0.0 {
            continue;
        }
        let first = placements.draw(rng);
        let one = rule.probability(board.game, &first);
        if one == 0.0 {
            continue;
        }
        let all = one * placements.number();
        (probability, number_of_codes) = (probability + all, number_of_codes + placements.number());
        let codes = if number_of_codes <= number as f64 {
            placements.codes()
        } else {
            // The share of these counts does not grow any more.
            let most = (number as f64 * all / probability).ceil() as usize;
            std::iter::once(first).chain((1..most).map(|_| placements.draw(rng))).collect()
        };
        parts.push(Part { codes, one, all });
    }
    // Where the counts of the sample have no code, others may.
    if counted < listed && (counted < LEAST_COUNTS || parts.is_empty()) {
        return None;
    }
    let is_exhaustive = counted == listed && number_of_codes <= number as f64;
    let mut codes = if is_exhaustive {
        parts.into_iter().flat_map(|part| part.codes.into_iter().map(move |code| (code, part.one))).collect()
    } else {
        sample(parts, number as f64 / probability, rng)
    };
    merge(&mut codes);
    let evidence = probability * listed as f64 / counted.max(1) as f64;
    Some(IndependentDraws { evidence, codes, is_exhaustive })
}

/// Systematic resampling: this many draws for each unit of probability.
fn sample(parts: Vec<Part>, scale: f64, rng: &mut Rng) -> Vec<(Code, f64)> {
    let (mut drawn, mut owed) = (Vec::new(), rng.unit());
    for mut part in parts {
        owed += part.all * scale;
        let share = owed as usize;
        owed -= share as f64;
        // Codes that are listed are in order. Of these there may be fewer than draws.
        let codes = share.min(part.codes.len());
        rng.shuffle_front(&mut part.codes, codes);
        let times = share as f64 / codes as f64;
        drawn.extend(part.codes.into_iter().take(codes).map(|code| (code, times)));
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Effort;
    use scsa::{Component, EnumerationLimits, Game, Scsa, algorithms};
    use std::{collections::BTreeMap, sync::Arc};

    fn component(rule: Arc<dyn Scsa>, game: Game) -> PriorComponent {
        let limits = EnumerationLimits { max_codes: 0, max_draws: 0, missing_probability: 0.0 };
        PriorComponent::new(Component { weight: 1.0, rule }, game, &Effort::level(2), &limits, &mut Rng::new(1))
    }

    fn turns(game: Game, secret: &Code, number: u128, rng: &mut Rng) -> Vec<Turn> {
        (0..number).map(|_| Turn::new(game, Code::from_fn(game, |_| rng.color(game.colors())), secret)).collect()
    }

    /// The codes that a check of all codes finds, with their probabilities.
    fn by_testing(rule: &dyn Scsa, game: Game, turns: &[Turn]) -> Vec<(Code, f64)> {
        let all = game.codes().filter(|code| game.is_consistent(code, turns));
        all.map(|code| (code, rule.probability(game, &code))).filter(|(_, p)| *p > 0.0).collect()
    }

    fn rules_at_small_sizes() -> impl Iterator<Item = (&'static dyn Scsa, Game)> {
        let sizes = ["5x6", "7x4", "6x5"].map(|game| game.parse::<Game>().unwrap()).into_iter();
        sizes.flat_map(|game| algorithms::with_variants().map(move |rule| (rule, game))).filter(|(r, s)| r.supports(*s))
    }

    #[test]
    fn the_codes_are_those_of_an_enumeration() {
        let limits = PlacementLimits { nodes: usize::MAX, codes: usize::MAX };
        for (rule, game) in rules_at_small_sizes() {
            let component = component(Arc::new(rule), game);
            for seed in 0..4 {
                let mut rng = Rng::new(seed);
                // The secret of the last seed is one that the rule may not be able to make.
                let secret = if seed < 3 { rule.draw(game, &mut rng) } else { Code::from_fn(game, |_| rng.color(4)) };
                let turns = turns(game, &secret, seed + 2, &mut rng);
                let all = by_testing(rule, game, &turns);
                assert_eq!(consistent_codes(&component, &turns, limits), Some(all), "{} {game}", rule.name());
            }
        }
    }

    #[test]
    fn a_search_beyond_a_limit_finds_nothing() {
        let game: Game = "8x10".parse().unwrap();
        let component = component(Arc::new(algorithms::InsertColors), game);
        let secret = "BADCEFGH".parse().unwrap();
        let turns = ["AABBCCDD", "EEFFGGHH", "ABCDEFGH"].map(|guess| Turn::new(game, guess.parse().unwrap(), &secret));
        let all = consistent_codes(&component, &turns, PlacementLimits { nodes: 1 << 20, codes: 1 << 20 }).unwrap();
        assert!(all.len() > 10, "{}", all.len());
        let codes = |limits| consistent_codes(&component, &turns, limits).map(|codes| codes.len());
        assert_eq!(codes(PlacementLimits { nodes: 1 << 20, codes: all.len() }), Some(all.len()));
        assert_eq!(codes(PlacementLimits { nodes: 1 << 20, codes: all.len() - 1 }), None);
        assert_eq!(codes(PlacementLimits { nodes: all.len(), codes: 1 << 20 }), None);
    }

    /// The evidence is the sum of the probabilities of all consistent codes, and they are drawn as often as these say.
    #[test]
    fn draws_are_those_of_an_enumeration() {
        let mut exact = 0;
        for (rule, game) in rules_at_small_sizes() {
            let component = component(Arc::new(rule), game);
            for seed in 0..3 {
                let mut rng = Rng::new(seed);
                let secret = rule.draw(game, &mut rng);
                let turns = turns(game, &secret, seed + 1, &mut rng);
                let Some(listed) = draw(&component, &turns, 10_000, usize::MAX, &mut rng) else { continue };
                exact += 1;
                let about = format!("{} {game} {seed}", rule.name());
                let possible = by_testing(rule, game, &turns);
                let evidence: f64 = possible.iter().map(|(_, p)| p).sum();
                assert!((listed.evidence / evidence - 1.0).abs() < 1e-9, "{about}: {listed:?} {evidence}");
                assert!(listed.is_exhaustive && listed.codes == possible, "{about}: {listed:?}");
                let mut times: BTreeMap<Code, f64> = BTreeMap::new();
                for _ in 0..200 {
                    let drawn = draw(&component, &turns, 8, usize::MAX, &mut rng).unwrap();
                    let number: f64 = drawn.codes.iter().map(|(_, times)| times).sum();
                    for (code, share) in drawn.codes {
                        *times.entry(code).or_default() += share / number * 8.0;
                    }
                }
                for (code, probability) in possible {
                    let expected = 1600.0 * probability / evidence;
                    let times = times.remove(&code).unwrap_or(0.0);
                    let is_close = (times - expected).abs() < 6.0 * (expected + 1.0).sqrt();
                    assert!(is_close, "{about}: {code} {times} {expected}");
                }
                assert!(times.is_empty(), "{about}: {times:?}");
            }
        }
        assert!(exact > 50, "{exact}");
    }

    #[test]
    fn large_boards_are_counted() {
        let game: Game = "20x26".parse().unwrap();
        let rule = algorithms::find("two-color").unwrap();
        let component = component(Arc::new(rule), game);
        let mut rng = Rng::new(2);
        let secret = rule.draw(game, &mut rng);
        let turns: Vec<Turn> = (0..3).map(|_| Turn::new(game, rule.draw(game, &mut rng), &secret)).collect();
        let drawn = draw(&component, &turns, 1000, 10_000_000, &mut rng).unwrap();
        assert!(drawn.codes.len() > 100 && drawn.codes.iter().all(|(code, _)| game.is_consistent(code, &turns)));
        // Without turns all codes are counted.
        let all = draw(&component, &[], 10, 10_000_000, &mut rng).unwrap();
        assert!((all.evidence - 1.0).abs() < 1e-9, "{}", all.evidence);
    }
}
