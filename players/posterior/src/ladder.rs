//! Chains at neighbouring temperatures.

use crate::{chain::Chain, heat::Heat};
use scsa::Rng;

/// The temperatures of a group of chains, the coldest first.
///
/// Parallel tempering: chains at neighbouring temperatures exchange their codes as often as the balance of both allows, so
/// that what is found in the cold was free to move in the heat (Swendsen and Wang 1986; Geyer 1991).
#[derive(Clone, Debug)]
pub struct Ladder<const RUNGS: usize> {
    pub heats: [Heat; RUNGS],
}

impl<const RUNGS: usize> Ladder<RUNGS> {
    /// With the temperatures that these powers give, from 0 for the coldest to 1 for the hottest.
    pub fn new(heat: impl Fn(f64) -> Heat) -> Ladder<RUNGS> {
        Ladder { heats: std::array::from_fn(|rung| heat(rung as f64 / (RUNGS - 1) as f64)) }
    }

    /// Neighbours exchange their codes: every second pair, the others the next time.
    pub fn exchange<const N: usize>(&self, group: &mut [Chain<N>], time: usize, rng: &mut Rng) {
        for lower in (time % 2..RUNGS - 1).step_by(2) {
            let (cold, warm) = (&self.heats[lower], &self.heats[lower + 1]);
            let [below, above] = [group[lower].violations(), group[lower + 1].violations()];
            let gain = cold.energy(below) + warm.energy(above) - cold.energy(above) - warm.energy(below);
            if gain >= 0.0 || rng.unit() < libm::exp(gain) {
                group.swap(lower, lower + 1);
            }
        }
    }
}

/// Whether what was found, so many different ones in so many finds that had nothing to do with each other, is held to be all there
/// is: there were five times as many finds, and some more for the few that are come to seldom.
///
/// One that is missing was then missed by all finds, which happens once in e^5 = 148 times.
pub fn are_all(different: usize, fresh: usize, and_some: usize) -> bool {
    fresh > 5 * different + and_some
}
