//! The colors of the secret without their positions, sampled from the totals alone.

use crate::{
    Ablation, Effort,
    board::Board,
    chain::{Chain, TargetContext},
    dispatch,
    prior_component::PriorComponent,
    response_tables::{ResponseTables, with_lanes},
    temperature::TemperatureTable,
    temperature_ladder::{TemperatureLadder, is_exhausted},
};
use scsa::{Code, Rng, Size, Turn};
use std::collections::HashMap;

/// The number of chains of a group, each at its own temperature.
const RUNGS: usize = 6;
/// The lowest and the highest temperature.
const TEMPERATURES: (f64, f64) = (0.3, 1.0);
/// The number of groups of chains.
const GROUPS: usize = 4;
/// The peg groups that a chain recolors in a sweep, after which its state is recorded.
const RECOLORED: usize = 5;
/// The share of the steps of a turn is one in this number.
const PART: usize = 4;
/// The chains stop early after this many round trips.
const ROUND_TRIPS: usize = 200;
/// With this many colorings left, no more are sampled.
const ENOUGH: usize = 1000;
/// Additional round trips that are needed for the colorings found to be held complete.
const AND_SOME: usize = 20;

/// The color of each group of pegs.
type Colors = [u8; Size::MAX_PEGS];

/// A sample of colorings of the peg groups that agree with all totals (black and white pegs together), by their prior
/// probability.
///
/// They are few long before the consistent codes are, and chains mix faster over them, because positions do not matter. In 120 games
/// at 20x26 there were about 120 after 12 turns on average, 7 after 14 and 1.1 after 16. When the sample was held complete, it
/// contained the coloring of the secret in every game.
#[derive(Clone, Debug, Default)]
pub struct Colorings {
    /// With the colors of groups of the same length in order. Each with the sum of the visit counts up to it.
    ways: Vec<(Colors, f64)>,
    complete: bool,
}

impl Colorings {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ways.is_empty()
    }

    /// Whether all colorings have the same color counts, as far as known, and chains that keep the counts can reach all codes.
    pub fn are_counts_fixed(&self, board: &Board) -> bool {
        let Some(((first, _), others)) = self.ways.split_first() else { return false };
        let counts = board.counts(first);
        let pairs_at_most = board.even || board.lens[..board.groups].iter().all(|&len| len <= 2);
        self.complete && pairs_at_most && others.iter().all(|(colors, _)| board.counts(colors) == counts)
    }

    /// Conditions on the turns: deletes colorings that disagree, and samples others unless all are known. The chains start from those
    /// left, or from those before the last turn, or else from these codes, which the rule can make.
    pub fn update(
        &mut self,
        component: &PriorComponent,
        turns: &[Turn],
        codes: &[Code],
        effort: &Effort,
        rng: &mut Rng,
    ) {
        with_lanes!(turns.len(), N => self.go_on::<N>(component, turns, codes, effort, rng));
    }

    fn go_on<const N: usize>(
        &mut self,
        component: &PriorComponent,
        turns: &[Turn],
        codes: &[Code],
        effort: &Effort,
        rng: &mut Rng,
    ) {
        let clues = ResponseTables::<N>::new(&component.board, turns);
        let target =
            TargetContext { board: &component.board, clues: &clues, prior: &component.prior, counts_fixed: false };
        let before = std::mem::take(&mut self.ways);
        let mut left = Vec::new();
        let mut passed = 0.0;
        for (colors, sum) in &before {
            if Chain::of(&target, *colors).violations().1 == 0 {
                left.push((*colors, sum - passed));
            }
            passed = *sum;
        }
        let enough = !left.is_empty() && (self.complete || left.len() >= ENOUGH);
        let mut ways = if enough {
            left
        } else {
            let ways = if left.is_empty() { before } else { left };
            let start = |rng: &mut Rng| match ways.as_slice() {
                [] => Chain::new(&target, &codes[rng.below(codes.len())]),
                _ => Chain::of(&target, ways[rng.below(ways.len())].0),
            };
            let chains = (0..GROUPS * RUNGS).map(|_| start(rng)).collect();
            self.search(&target, chains, effort, rng)
        };
        let mut sum = 0.0;
        for (_, times) in &mut ways {
            sum += *times;
            *times = sum;
        }
        self.ways = ways;
    }

    fn search<const N: usize>(
        &mut self,
        target: &TargetContext<'_, N>,
        mut chains: Vec<Chain<N>>,
        effort: &Effort,
        rng: &mut Rng,
    ) -> Vec<(Colors, f64)> {
        let board = target.board;
        let (cold, hot) = TEMPERATURES;
        let hot = if effort.ablates(Ablation::Tempering) { cold } else { hot };
        let ladder = TemperatureLadder::<RUNGS>::new(|power| {
            TemperatureTable::new(f64::INFINITY, cold * libm::pow(hot / cold, power))
        });
        let looks = effort.chain_steps / PART / (GROUPS * RUNGS * RECOLORED * board.colors) + 1;
        let mut times: HashMap<Colors, f64> = HashMap::new();
        let mut round_trips = 0;
        for look in 0..looks {
            for group in chains.chunks_exact_mut(RUNGS) {
                for (chain, temperature) in group.iter_mut().zip(&ladder.temperatures) {
                    dispatch::color(chain, target, temperature, RECOLORED, rng);
                    if chain.violations().1 == 0 {
                        *times.entry(in_order(board, *chain.colors())).or_default() += 1.0;
                        round_trips += usize::from(chain.hot);
                        chain.hot = false;
                    }
                }
                group[RUNGS - 1].hot = true;
                ladder.exchange(group, look, rng);
            }
            if round_trips >= ROUND_TRIPS {
                break;
            }
        }
        self.complete = is_exhausted(times.len(), round_trips, AND_SOME);
        let mut ways: Vec<(Colors, f64)> = times.into_iter().collect();
        ways.sort_unstable_by_key(|(colors, _)| *colors);
        ways
    }

    /// One of them, with the colors in any places.
    ///
    /// # Panics
    /// If there is none.
    pub fn draw(&self, board: &Board, rng: &mut Rng) -> Colors {
        let last = self.ways.len() - 1;
        let at = rng.unit() * self.ways[last].1;
        let mut colors = self.ways[self.ways.partition_point(|(_, sum)| *sum <= at).min(last)].0;
        board.shuffle(&mut colors, rng);
        colors
    }
}

/// The same with the colors of groups of the same length in order, and nothing beyond the groups: ways are told apart by all
/// of it.
fn in_order(board: &Board, mut colors: Colors) -> Colors {
    colors[board.groups..].fill(0);
    for u in 1..board.groups {
        for v in 0..u {
            if board.lens[u] == board.lens[v] && colors[v] > colors[u] {
                colors.swap(u, v);
            }
        }
    }
    colors
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::{
        Component, EnumerationLimits, Scsa,
        algorithms::{FirstAndLast, InsertColors, OnlyOnce},
    };
    use std::{collections::BTreeSet, sync::Arc};

    #[test]
    fn every_way_that_agrees_with_the_totals_is_known_once() {
        let size: Size = "6x8".parse().unwrap();
        let effort = Effort::level(2);
        let rules: [Arc<dyn Scsa>; 3] = [Arc::new(InsertColors), Arc::new(FirstAndLast), Arc::new(OnlyOnce)];
        for rule in rules {
            let mut found = 0;
            for seed in 0..6 {
                let mut rng = Rng::new(seed);
                let limits = EnumerationLimits { max_codes: 0, max_draws: 0, missing_probability: 0.0 };
                let mixture_component = Component { weight: 1.0, rule: rule.clone() };
                let component = PriorComponent::new(mixture_component, size, &effort, &limits, &mut rng);
                let secret = rule.draw(size, &mut rng);
                let guess = |rng: &mut Rng| Code::from_fn(size, |_| rng.color(8));
                let turn = |guess: Code| Turn { guess, feedback: secret.feedback(&guess) };
                let turns: Vec<Turn> = (0..5).map(|_| turn(guess(&mut rng))).collect();
                let codes: Vec<Code> = component.codes.iter().map(|(code, _)| *code).collect();
                let mut colorings = Colorings::default();
                for known in 3..=turns.len() {
                    colorings.update(&component, &turns[..known], &codes, &effort, &mut rng);
                }
                let about = format!("{} with seed {seed}", rule.name());
                assert!(colorings.complete, "{about}");
                let known: Vec<Colors> = colorings.ways.iter().map(|(colors, _)| *colors).collect();
                let agrees = |code: &Code| turns.iter().all(|t| code.feedback(&t.guess).total() == t.feedback.total());
                let made = size.codes().filter(|code| rule.probability(size, code) > 0.0 && agrees(code));
                let clues = ResponseTables::<16>::new(&component.board, &turns);
                let target = TargetContext {
                    board: &component.board,
                    clues: &clues,
                    prior: &component.prior,
                    counts_fixed: false,
                };
                let all: BTreeSet<Colors> =
                    made.map(|code| in_order(&component.board, *Chain::new(&target, &code).colors())).collect();
                assert_eq!(known, all.into_iter().collect::<Vec<_>>(), "{about}");
                found += known.len();
            }
            assert!(found > 6, "{found} of {}", rule.name());
        }
    }
}
