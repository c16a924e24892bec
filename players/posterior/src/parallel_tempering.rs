//! Parallel tempering over the codes of a component.

use crate::{
    Effort,
    bridge::BridgeSampling,
    chain::{Chain, TargetContext},
    dispatch,
    prior_component::{PriorComponent, merge},
    response_tables::{ResponseTables, with_lanes},
    temperature_ladder::TemperatureLadder,
};
use scsa::{Code, Rng, Turn};

/// The number of temperatures.
const RUNGS: usize = 8;
/// The number of cold rungs, from which nearly consistent codes are taken.
const COLD_RUNGS: usize = 4;
/// The number of groups of chains whose steps are computed side by side.
const LOCKSTEP: usize = 4;
/// The ratio of the highest temperature to the lowest.
const HOTTEST: f64 = 2.5;
/// The updates of each chain in a sweep, after which its state is recorded.
const UPDATES: usize = 3;
/// The share of sweeps after which the coldest chain of a group should be consistent; the temperature is adapted to it.
const CONSISTENT: f64 = 0.35;
/// The number of rounds; the temperature is adapted after each.
const ROUNDS: usize = 12;
/// The number of additional rounds if no consistent code was found.
const MORE_ROUNDS: usize = 6;
/// The codes found are taken to be all if round trips are more than five times as many, and this many more.
const AND_SOME: usize = 5;
/// Visits of codes with fewer violations, all of the newest turn, are recorded.
const NEAR: u32 = 16;
/// The range of the lowest temperature.
const COLD: (f64, f64) = (0.15, 3.0);

/// A run of parallel tempering for the consistent codes of a component.
#[derive(Debug)]
pub struct ParallelTempering<'a> {
    pub component: &'a PriorComponent,
    pub turns: &'a [Turn],
    /// The initial states, at least one.
    pub starts: &'a [Code],
    /// The initial lowest temperature.
    pub temperature: f64,
    pub effort: &'a Effort,
}

/// The consistent codes that the chains visited.
#[derive(Debug)]
pub struct ChainSamples {
    /// The consistent codes in lexicographic order, each with its number of visits.
    pub visits: Vec<(Code, f64)>,
    /// Whether these are taken to be all consistent codes of the component.
    pub is_complete: bool,
    /// The adapted lowest temperature, for the next run.
    pub temperature: f64,
    /// The visits of codes that violate the newest response only.
    pub bridge: BridgeSampling,
    /// If no consistent code was found: the last states of cold chains, which violate few responses.
    pub near: Vec<Code>,
}

/// Whether that many different codes are taken to be all there are: round trips, which are nearly independent draws, are more than
/// five times as many. A missing code of the same probability was then missed by all, with probability e^-5 = 1/148.
fn is_complete(different: usize, round_trips: usize) -> bool {
    different > 0 && round_trips > 5 * different + AND_SOME
}

impl ParallelTempering<'_> {
    /// Runs the chains until there are enough round trips, or the budget is used up.
    ///
    /// A consistent state of a chain, at any temperature, is a draw from the posterior.
    pub fn run(&self, rng: &mut Rng) -> ChainSamples {
        with_lanes!(self.turns.len(), N => self.walk::<N>(rng))
    }

    fn walk<const N: usize>(&self, rng: &mut Rng) -> ChainSamples {
        let ParallelTempering { component, effort, .. } = self;
        let board = &component.board;
        let tables = ResponseTables::<N>::new(board, self.turns);
        let target = TargetContext { board, tables: &tables, prior: &component.prior };
        let packs = effort.chain_groups.div_ceil(LOCKSTEP);
        let mut packs = self.chains(&target, packs, rng);
        let groups = packs.len() * LOCKSTEP;
        let steps_a_sweep = UPDATES * (board.groups + board.colors) / 2;
        let sweeps = effort.chain_steps / ROUNDS / (groups * RUNGS) / steps_a_sweep.max(1) + 1;
        let newest = self.turns.len().clamp(1, N) - 1;
        let mut bridge = BridgeSampling::default();
        let (mut visits, mut round_trips, mut coldest) = (Vec::new(), 0, self.temperature);
        let mut ladder = self.ladder(coldest);
        for round in 0..ROUNDS + MORE_ROUNDS {
            // With more different codes than particles, half as many round trips will do, but not after a few rounds: the initial
            // states are consistent, so that codes with many consistent neighbors are visited too often at first.
            let is_half_enough = round >= ROUNDS / 2 && visits.len() >= effort.particles;
            let wanted = effort.round_trips / if is_half_enough { 2 } else { 1 };
            let is_enough = round > 0 && (round_trips >= wanted || is_complete(visits.len(), round_trips));
            if !visits.is_empty() && (round >= ROUNDS || is_enough) {
                break;
            }
            let mut consistent = 0;
            for pack in &mut packs {
                for sweep in 0..sweeps {
                    for (chains, temperature) in pack.iter_mut().zip(&ladder.rungs) {
                        dispatch::walk(chains, &target, temperature, UPDATES, rng);
                        for chain in chains {
                            if chain.is_consistent() {
                                visits.push((chain.key(), 1.0));
                                round_trips += usize::from(chain.hot);
                                chain.hot = false;
                            }
                            let violations = chain.violations();
                            if violations < NEAR && chain.violations_of(&target, newest) == violations {
                                bridge.record(violations, temperature.temperature);
                            }
                        }
                    }
                    pack[RUNGS - 1].iter_mut().for_each(|chain| chain.hot = true);
                    consistent += pack[0].iter().filter(|chain| chain.is_consistent()).count();
                    ladder.exchange(pack, sweep, rng);
                }
            }
            merge(&mut visits);
            let share = consistent as f64 / (groups * sweeps) as f64;
            let next = next_temperature(coldest, share, visits.is_empty());
            if next != coldest {
                coldest = next;
                ladder = self.ladder(next);
            }
        }
        let mut near = Vec::new();
        if visits.is_empty() {
            let cold = packs.iter().flat_map(|pack| &pack[..COLD_RUNGS]).flatten();
            near.extend(cold.map(|chain| (chain.key(), 1.0)));
            merge(&mut near);
        }
        let code = |(key, times)| (Chain::<N>::code_of(board, key), times);
        ChainSamples {
            is_complete: is_complete(visits.len(), round_trips),
            visits: visits.into_iter().map(code).collect(),
            temperature: coldest,
            bridge,
            near: near.into_iter().map(|near| code(near).0).collect(),
        }
    }

    /// Chains with initial states spread evenly over the starts.
    fn chains<const N: usize>(
        &self,
        target: &TargetContext<'_, N>,
        packs: usize,
        rng: &mut Rng,
    ) -> Vec<[[Chain<N>; LOCKSTEP]; RUNGS]> {
        let (starts, number) = (self.starts, RUNGS * LOCKSTEP * packs);
        let offset = rng.below(starts.len());
        let spread = |chain: usize| &starts[(offset + chain * starts.len() / number.min(starts.len())) % starts.len()];
        let mut chain = 0;
        let mut next = || {
            chain += 1;
            Chain::new(target, spread(chain - 1))
        };
        (0..packs).map(|_| [(); RUNGS].map(|()| [(); LOCKSTEP].map(|()| next()))).collect()
    }

    fn ladder(&self, coldest: f64) -> TemperatureLadder<RUNGS> {
        TemperatureLadder::new(coldest, HOTTEST * coldest)
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
