//! Parallel tempering over the codes of a component.

use crate::{
    Ablation, Effort,
    chain::{Chain, TargetContext},
    colorings::Colorings,
    dispatch,
    prior_component::PriorComponent,
    response_tables::{ResponseTables, with_lanes},
    temperature::TemperatureTable,
    temperature_ladder::{TemperatureLadder, is_exhausted},
};
use scsa::{Code, Rng, Turn};
use std::collections::HashMap;

/// The number of chains of a group, each at its own temperature.
const RUNGS: usize = 8;
/// The number of cold chains of a group, from which nearly consistent codes are taken.
const COLD_RUNGS: usize = 4;
/// The ratio of the highest temperature to the lowest.
const HOTTEST: f64 = 2.5;
/// The same for black pegs alone, where the color counts are known.
const HOTTEST_OF_PLACES: f64 = 3.0;
/// The same for black pegs alone, where the top rung is refreshed by a draw from the colorings before every sweep.
const HOTTEST_BELOW_COLORINGS: f64 = 15.0;
/// The pegs that a chain updates in a sweep, after which its state is recorded.
const PEGS: usize = 3;
/// The share of sweeps after which the coldest chain of a group should be consistent; the temperature is adapted to it.
const CONSISTENT: f64 = 0.35;
/// The number of rounds; the temperature is adapted after each.
const ROUNDS: usize = 12;
/// The number of additional rounds if no consistent code was found.
const MORE_ROUNDS: usize = 6;
/// Additional round trips that are needed for the codes found to be held complete.
const AND_SOME: usize = 5;
/// The range of the lowest temperature.
const COLD: (f64, f64) = (0.15, 3.0);

/// A run of parallel tempering for the consistent codes of a component.
#[derive(Debug)]
pub struct ParallelTempering<'a> {
    pub component: &'a PriorComponent,
    pub turns: &'a [Turn],
    /// The initial states, at least one.
    pub starts: &'a [Code],
    /// The colorings that agree with all totals, if they were sampled.
    pub colorings: &'a Colorings,
    /// The initial lowest temperature.
    pub temperature: f64,
    pub effort: &'a Effort,
}

/// The consistent codes that the chains visited.
#[derive(Debug)]
pub struct ChainSamples {
    /// The visit count of each consistent code.
    pub times: HashMap<Code, f64>,
    /// The number of round trips: visits that are nearly independent of those before.
    pub round_trips: usize,
    /// The adapted lowest temperature, for the next run.
    pub temperature: f64,
    /// If no consistent code was found: the last states of cold chains, which violate few responses.
    pub near: Vec<Code>,
}

impl ChainSamples {
    /// Whether the consistent codes found are held to be all.
    pub fn is_complete(&self) -> bool {
        !self.times.is_empty() && is_exhausted(self.times.len(), self.round_trips, AND_SOME)
    }
}

impl ParallelTempering<'_> {
    /// Runs the chains until there are enough round trips, or the budget is used up.
    ///
    /// A consistent state of a chain, at any temperature, is a draw from the posterior.
    pub fn run(&self, rng: &mut Rng) -> ChainSamples {
        with_lanes!(self.turns.len(), N => self.walk::<N>(rng))
    }

    fn walk<const N: usize>(&self, rng: &mut Rng) -> ChainSamples {
        let ParallelTempering { component, colorings, effort, .. } = self;
        let board = &component.board;
        let clues = ResponseTables::<N>::new(board, self.turns);
        let counts_fixed = colorings.are_counts_fixed(board);
        let flat = effort.ablates(Ablation::Tempering);
        let refresh_top = !colorings.is_empty() && !counts_fixed && !flat;
        let target = TargetContext { board, clues: &clues, prior: &component.prior, counts_fixed };
        let mut chains = self.chains(&target, rng);
        let steps_a_look = PEGS * if counts_fixed { board.groups } else { (board.groups + board.colors) / 2 };
        let looks = effort.chain_steps / ROUNDS / chains.len() / steps_a_look.max(1) + 1;
        let mut found =
            ChainSamples { times: HashMap::new(), round_trips: 0, temperature: self.temperature, near: Vec::new() };
        let mut ladder = self.ladder(found.temperature, counts_fixed, refresh_top);
        for round in 0..ROUNDS + MORE_ROUNDS {
            let any = !found.times.is_empty();
            if any && (round >= ROUNDS || round > 0 && (found.round_trips >= effort.round_trips || found.is_complete()))
            {
                break;
            }
            let mut consistent = 0;
            for group in chains.chunks_exact_mut(RUNGS) {
                for look in 0..looks {
                    let highest = &mut group[RUNGS - 1];
                    if refresh_top {
                        *highest = Chain::of(&target, colorings.draw(board, rng));
                    }
                    for (chain, temperature) in group.iter_mut().zip(&ladder.temperatures) {
                        if temperature.black.is_finite() {
                            dispatch::walk(chain, &target, temperature, PEGS, rng);
                        }
                        if chain.is_consistent() {
                            *found.times.entry(chain.code(board)).or_default() += 1.0;
                            found.round_trips += usize::from(chain.hot);
                            chain.hot = false;
                        }
                    }
                    group[RUNGS - 1].hot = true;
                    consistent += usize::from(group[0].is_consistent());
                    ladder.exchange(group, look, rng);
                }
            }
            let share = consistent as f64 / (effort.chain_groups * looks) as f64;
            let next = next_temperature(found.temperature, share, found.times.is_empty());
            if next != found.temperature {
                found.temperature = next;
                ladder = self.ladder(next, counts_fixed, refresh_top);
            }
        }
        if found.times.is_empty() {
            let cold = chains.chunks_exact(RUNGS).flat_map(|group| &group[..COLD_RUNGS]);
            found.near = cold.map(|chain| chain.code(board)).collect();
            found.near.sort_unstable();
            found.near.dedup();
        }
        found
    }

    /// Chains with initial states spread evenly over the starts.
    fn chains<const N: usize>(&self, target: &TargetContext<'_, N>, rng: &mut Rng) -> Vec<Chain<N>> {
        let (starts, number) = (self.starts, RUNGS * self.effort.chain_groups);
        let offset = rng.below(starts.len());
        let spread = |chain: usize| &starts[(offset + chain * starts.len() / number.min(starts.len())) % starts.len()];
        let mut chains: Vec<Chain<N>> = (0..number).map(|chain| Chain::new(target, spread(chain))).collect();
        for chain in chains.iter_mut().filter(|chain| target.counts_fixed && chain.violations().1 > 0) {
            *chain = Chain::of(target, self.colorings.draw(target.board, rng));
        }
        chains
    }

    fn ladder(&self, cold: f64, counts_fixed: bool, refresh_top: bool) -> TemperatureLadder<RUNGS> {
        let flat = self.effort.ablates(Ablation::Tempering);
        let hotter = |hottest: f64, power: f64| if flat { cold } else { cold * libm::pow(hottest, power) };
        let coldest = TemperatureTable::new(cold, cold);
        TemperatureLadder::new(|power| match () {
            () if refresh_top && power >= 1.0 => coldest.with_black(f64::INFINITY),
            () if refresh_top => coldest.with_black(hotter(HOTTEST_BELOW_COLORINGS, power)),
            () if counts_fixed => coldest.with_black(hotter(HOTTEST_OF_PLACES, power)),
            () => TemperatureTable::new(hotter(HOTTEST, power), hotter(HOTTEST, power)),
        })
    }
}

/// Adapts the lowest temperature to the share of consistent states.
fn next_temperature(temperature: f64, consistent: f64, none: bool) -> f64 {
    let colder = temperature <= 1.3 * COLD.0;
    let factor = match () {
        // Cold without a find: reheat, and cool down slowly.
        () if none && colder => 4.0,
        () if none => 0.93,
        () if consistent > 1.4 * CONSISTENT => 1.15,
        () if consistent < CONSISTENT / 1.4 => 0.85,
        () => 1.0,
    };
    (temperature * factor).clamp(COLD.0, COLD.1)
}
