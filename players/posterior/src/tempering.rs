//! Chains at several temperatures, which find the consistent codes of a rule.

use crate::{
    Effort, Piece,
    chain::{Chain, Heat, Land},
    clues::Clues,
    origin::Origin,
    wide,
};
use scsa::{Code, Rng, Turn};
use std::collections::HashMap;

/// Chains a group, each at its temperature.
const RUNGS: usize = 6;
/// How much hotter the hottest is than the coldest.
const HOTTEST: f64 = 2.5;
/// Pegs that a chain goes through between two looks at it.
const PEGS: usize = 3;
/// How often the coldest of a group should be consistent: the temperature is changed until it is.
const CONSISTENT: f64 = 0.35;
/// The work is done in so many rounds; after each the temperature is changed.
const ROUNDS: usize = 12;
/// So many rounds more may pass until the first consistent code is found.
const MORE_ROUNDS: usize = 12;
/// Between which the coldest temperature stays.
const COLD: (f64, f64) = (0.15, 3.0);

/// What the chains found.
#[derive(Debug)]
pub struct Found {
    /// How often each consistent code was come to.
    pub times: HashMap<Code, f64>,
    /// How many of them had nothing to do with one before.
    pub fresh: usize,
    /// The coldest temperature, to begin with the next time.
    pub temperature: f64,
    /// The code that came nearest to being consistent.
    pub nearest: Code,
}

/// Lets chains walk from these codes, of which there is at least one, until enough consistent ones are found.
///
/// Parallel tempering: chains at neighbouring temperatures exchange their codes as often as the balance of both allows, so
/// that what is found in the cold was free to move in the heat (Swendsen and Wang 1986; Geyer 1991). Every time a chain, at
/// whatever temperature, is consistent it has a code drawn from the posterior.
pub fn temper(
    origin: &Origin,
    turns: &[Turn],
    starts: &[Code],
    temperature: f64,
    effort: &Effort,
    rng: &mut Rng,
) -> Found {
    match turns.len() {
        0..=16 => walk::<16>(origin, turns, starts, temperature, effort, rng),
        17..=32 => walk::<32>(origin, turns, starts, temperature, effort, rng),
        33..=64 => walk::<64>(origin, turns, starts, temperature, effort, rng),
        _ => walk::<128>(origin, turns, starts, temperature, effort, rng),
    }
}

fn walk<const N: usize>(
    origin: &Origin,
    turns: &[Turn],
    starts: &[Code],
    temperature: f64,
    effort: &Effort,
    rng: &mut Rng,
) -> Found {
    let (board, prior) = (&origin.board, &origin.prior);
    let clues = Clues::<N>::new(board, turns);
    let land = Land { board, clues: &clues, prior };
    let number = RUNGS * effort.groups;
    let offset = rng.below(starts.len());
    // Spread evenly over the starts.
    let spread = |chain: usize| &starts[(offset + chain * starts.len() / number.min(starts.len())) % starts.len()];
    let mut chains: Vec<Chain<N>> = (0..number).map(|chain| Chain::new(&land, spread(chain))).collect();
    let steps_a_look = PEGS * (board.groups + board.colors) / 2;
    let looks = effort.steps / ROUNDS / number / steps_a_look + 1;
    let mut found = Found { times: HashMap::new(), fresh: 0, temperature, nearest: starts[0] };
    let mut nearest = u32::MAX;
    for round in 0..ROUNDS + MORE_ROUNDS {
        let any = !found.times.is_empty();
        if any && (round >= ROUNDS || round > 0 && found.fresh >= effort.fresh) {
            break;
        }
        let hottest = if effort.lacks(Piece::Tempering) { 1.0 } else { HOTTEST };
        let rung = |rung: usize| found.temperature * libm::pow(hottest, rung as f64 / (RUNGS - 1) as f64);
        let temperatures: [f64; RUNGS] = std::array::from_fn(rung);
        let heats = temperatures.map(Heat::new);
        let mut consistent = 0;
        for group in chains.chunks_exact_mut(RUNGS) {
            for look in 0..looks {
                for (chain, heat) in group.iter_mut().zip(&heats) {
                    wide::walk(chain, &land, heat, PEGS, rng);
                    if chain.violations() == 0 {
                        *found.times.entry(chain.code(board)).or_default() += 1.0;
                        found.fresh += usize::from(chain.hot);
                        chain.hot = false;
                    } else if chain.violations() < nearest {
                        (nearest, found.nearest) = (chain.violations(), chain.code(board));
                    }
                }
                group[RUNGS - 1].hot = true;
                consistent += usize::from(group[0].violations() == 0);
                for lower in (look % 2..RUNGS - 1).step_by(2) {
                    let colder = 1.0 / temperatures[lower] - 1.0 / temperatures[lower + 1];
                    let [below, above] = [&group[lower], &group[lower + 1]].map(|chain| f64::from(chain.violations()));
                    let gain = colder * (below - above);
                    if gain >= 0.0 || rng.unit() < libm::exp(gain) {
                        group.swap(lower, lower + 1);
                    }
                }
            }
        }
        let share = consistent as f64 / (effort.groups * looks) as f64;
        let colder = found.temperature <= 1.3 * COLD.0;
        found.temperature *= match () {
            // Cold without a find: from the heat again, and cool down slowly.
            () if found.times.is_empty() => {
                if colder {
                    4.0
                } else {
                    0.93
                }
            }
            () if share > 1.4 * CONSISTENT => 1.15,
            () if share < CONSISTENT / 1.4 => 0.85,
            () => 1.0,
        };
        found.temperature = found.temperature.clamp(COLD.0, COLD.1);
    }
    found
}
