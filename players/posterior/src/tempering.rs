//! Parallel tempering over the codes of a component: chains at neighboring temperatures exchange their states.

use crate::board::{ResponseTables, with_lanes};
use crate::chain::{Chain, TargetContext, TemperatureTable};
use crate::prior::{PriorComponent, merge};
use crate::{Effort, dispatch};
use scsa::{Code, Game, Rng, Turn};

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

pub struct ParallelTempering<'a> {
    pub component: &'a PriorComponent,
    pub turns: &'a [Turn],
    /// The initial states, at least one.
    pub starts: &'a [Code],
    pub temperature: f64,
    pub effort: &'a Effort,
}

/// The consistent codes that the chains visited.
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
    /// As in [`Effort::round_work`].
    pub work: usize,
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
        let (tables, prior) = (&ResponseTables::<N>::new(board, self.turns), &component.prior);
        let mut coldest = self.temperature;
        let mut ladder = TemperatureLadder::new(coldest);
        let packs = effort.chain_groups.div_ceil(LOCKSTEP);
        let target = TargetContext { board, tables, prior, temperature: &ladder.rungs[0] };
        let mut packs = self.chains(&target, packs, rng);
        let groups = packs.len() * LOCKSTEP;
        let steps_a_sweep = UPDATES * (board.groups + board.colors) / 2;
        let sweeps = effort.chain_steps / ROUNDS / (groups * RUNGS) / steps_a_sweep.max(1) + 1;
        let evaluation = component.rule.cost() * board.game.pegs();
        let evaluations =
            |pack: &[[Chain<N>; LOCKSTEP]; RUNGS]| pack.iter().flatten().map(|chain| chain.evaluations).sum::<usize>();
        let newest = self.turns.len().clamp(1, N) - 1;
        let mut bridge = BridgeSampling::default();
        let (mut visits, mut round_trips, mut steps, mut work) = (Vec::new(), 0, 0, 0);
        for round in 0..ROUNDS + MORE_ROUNDS {
            // With more different codes than particles, half as many round trips will do, but not after a few rounds: the initial
            // states are consistent, so that codes with many consistent neighbors are visited too often at first.
            let is_half_enough = round >= ROUNDS / 2 && visits.len() >= effort.particles;
            let wanted = effort.round_trips / if is_half_enough { 2 } else { 1 };
            let is_enough = round > 0 && (round_trips >= wanted || is_complete(visits.len(), round_trips));
            // Without a code it may take twice as much, because nothing is known of the component then.
            let most_work = effort.round_work * if visits.is_empty() { 2 } else { 1 };
            if work > most_work || !visits.is_empty() && (round >= ROUNDS || is_enough) {
                break;
            }
            // Where the rule takes long, sweeps are fewer, so that there is work for all rounds.
            let most_evaluations = most_work / evaluation.max(1) * (round + 1) / ROUNDS / packs.len();
            let (mut consistent, mut of_round) = (0, 0);
            for pack in &mut packs {
                for sweep in 0..sweeps {
                    if sweep > 0 && evaluations(pack) > most_evaluations {
                        break;
                    }
                    of_round += LOCKSTEP;
                    for (chains, temperature) in pack.iter_mut().zip(&ladder.rungs) {
                        let target = TargetContext { board, tables, prior, temperature };
                        dispatch::walk(chains, &target, UPDATES, rng);
                        for chain in chains {
                            if chain.is_consistent() {
                                visits.push((chain.key(), 1.0));
                                round_trips += usize::from(chain.hot);
                                chain.hot = false;
                            }
                            let violations = chain.violations();
                            if violations < NEAR && chain.violations_of(tables, newest) == violations {
                                bridge.record(violations, temperature.temperature);
                            }
                        }
                    }
                    pack[RUNGS - 1].iter_mut().for_each(|chain| chain.hot = true);
                    consistent += pack[0].iter().filter(|chain| chain.is_consistent()).count();
                    ladder.exchange(pack, sweep, rng);
                }
            }
            steps += of_round * RUNGS * steps_a_sweep;
            work = steps + packs.iter().map(evaluations).sum::<usize>() * evaluation;
            merge(&mut visits);
            let share = consistent as f64 / of_round as f64;
            let next = next_temperature(coldest, share, visits.is_empty());
            if next != coldest {
                coldest = next;
                ladder = TemperatureLadder::new(next);
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
            work,
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
}

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

/// The temperature ladder, the coldest rung first.
///
/// In parallel tempering, chains at neighboring temperatures exchange their states with the Metropolis probability, so that cold
/// chains get states that could move freely at high temperature (Swendsen and Wang 1986; Geyer 1991).
pub struct TemperatureLadder {
    pub rungs: [TemperatureTable; RUNGS],
    /// For each rung the probability that it exchanges states with the next one, by how many violations fewer it has.
    chances: [[f64; TABULATED]; RUNGS],
}

/// The probabilities of exchanges are tabulated below this number of violations.
const TABULATED: usize = 16;

impl TemperatureLadder {
    /// The ladder whose temperatures form a geometric sequence.
    pub fn new(coldest: f64) -> TemperatureLadder {
        let (hottest, power) = (HOTTEST * coldest, |rung: usize| rung as f64 / (RUNGS - 1) as f64);
        let temperature = |rung: usize| coldest * libm::pow(hottest / coldest, power(rung));
        let rungs: [TemperatureTable; RUNGS] = std::array::from_fn(|rung| TemperatureTable::new(temperature(rung)));
        let chances = std::array::from_fn(|rung| std::array::from_fn(|fewer| chance(&rungs, rung, fewer as u32)));
        TemperatureLadder { rungs, chances }
    }

    /// Proposes exchanges between neighboring rungs of every group: of the even pairs at even times, of the odd pairs at odd ones.
    pub fn exchange<const N: usize, const K: usize>(
        &self,
        groups: &mut [[Chain<N>; K]; RUNGS],
        time: usize,
        rng: &mut Rng,
    ) {
        for lower in (time % 2..RUNGS - 1).step_by(2) {
            let (below, above) = groups.split_at_mut(lower + 1);
            for (below, above) in below[lower].iter_mut().zip(&mut above[0]) {
                let fewer = above.violations().saturating_sub(below.violations());
                if fewer == 0 || rng.unit() < self.chance(lower, fewer) {
                    std::mem::swap(below, above);
                }
            }
        }
    }

    /// [`chance`], from the table where it has it.
    fn chance(&self, rung: usize, fewer: u32) -> f64 {
        self.chances[rung].get(fewer as usize).copied().unwrap_or_else(|| chance(&self.rungs, rung, fewer))
    }
}

/// The probability that a rung exchanges its state with that of the next one, where it has that many violations fewer (Metropolis).
fn chance(rungs: &[TemperatureTable], rung: usize, fewer: u32) -> f64 {
    let inverse = |rung: usize| 1.0 / rungs[rung.min(rungs.len() - 1)].temperature;
    libm::exp(-f64::from(fewer) * (inverse(rung) - inverse(rung + 1)))
}

/// Codes that violate the newest response by more are not counted.
const LEVELS: usize = 32;
/// The share of the particles that the lowest levels together have at least.
const SHARE: f64 = 0.02;

/// How often chains were in codes that violate no response, or the newest only, by how much they violate it.
///
/// At temperature T a code with j violations has the Boltzmann weight e^(-j / T). So visits that are counted with the weight e^(j / T)
/// have the proportions of the posterior before the newest turn. The particles of that turn tell the share of some levels j > 0 under
/// it, and the visits the ratio of level 0 to these (bridge sampling: Bennett 1976; Meng and Wong 1996).
#[derive(Clone, Debug, Default)]
pub struct BridgeSampling {
    visits: [f64; LEVELS],
}

impl BridgeSampling {
    /// Counts a visit of a code that violates the newest response only, by this much.
    pub fn record(&mut self, violations: u32, temperature: f64) {
        if let Some(visits) = self.visits.get_mut(violations as usize) {
            *visits += libm::exp(f64::from(violations) / temperature);
        }
    }

    /// The probability of the newest response, given a weighted sample of the posterior before it in which no code is consistent.
    /// `None` if the visits and the sample have too few levels in common.
    pub fn probability(&self, game: Game, newest: &Turn, before: &[(Code, f64)]) -> Option<f64> {
        let mut shares = [0.0; LEVELS];
        let sum: f64 = before.iter().map(|(_, weight)| weight).sum();
        for (code, weight) in before {
            let violations = violations(game, newest, code);
            if let Some(share) = shares.get_mut(violations) {
                *share += weight / sum;
            }
        }
        let (mut visits, mut share) = (0.0, 0.0);
        for (of_level, visits_of_level) in shares.into_iter().zip(self.visits).skip(1) {
            if of_level > 0.0 && share < SHARE {
                share += of_level;
                visits += visits_of_level;
            }
        }
        // None of n particles is consistent: with a probability above 3 / n that happens less often than once in e^3 = 20 times.
        let most = 3.0 / before.len() as f64;
        (visits > 0.0 && self.visits[0] > 0.0).then(|| (self.visits[0] / visits * share).min(most))
    }
}

/// By how much the response of a code differs from that of a turn, in black pegs and in the total.
pub fn violations(game: Game, turn: &Turn, code: &Code) -> usize {
    let feedback = game.answer(&turn.guess, code);
    feedback.black().abs_diff(turn.feedback.black()) + feedback.total().abs_diff(turn.feedback.total())
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::Game;

    /// Codes are uniform, and the visits come from a chain of temperature 2 made of independent proposals. The guess AAAAA has the
    /// response 5 with probability 6^-5, and a sample of 300 codes rarely has one.
    #[test]
    fn the_probability_of_a_rare_response_is_found() {
        let game: Game = "5x6".parse().unwrap();
        let secret: Code = "AAAAA".parse().unwrap();
        let newest = Turn { guess: secret, feedback: game.answer(&secret, &secret) };
        let mut rng = Rng::new(1);
        let draw = |rng: &mut Rng| Code::from_fn(game, |_| rng.color(6));
        let before: Vec<(Code, f64)> = (0..300).map(|_| (draw(&mut rng), 1.0)).filter(|c| c.0 != secret).collect();
        let (mut bridge, mut state) = (BridgeSampling::default(), draw(&mut rng));
        for _ in 0..400_000 {
            let next = draw(&mut rng);
            let more = violations(game, &newest, &next) as f64 - violations(game, &newest, &state) as f64;
            if rng.unit() < libm::exp(-more / 2.0) {
                state = next;
            }
            bridge.record(violations(game, &newest, &state) as u32, 2.0);
        }
        let (found, wanted) = (bridge.probability(game, &newest, &before).unwrap(), 6.0_f64.powi(-5));
        assert!((0.5..2.0).contains(&(found / wanted)), "{found}, not {wanted}");
        assert_eq!(BridgeSampling::default().probability(game, &newest, &before), None);
    }
}
