//! Parallel tempering: chains at neighboring temperatures exchange their states.

use crate::{chain::Chain, temperature::TemperatureTable};
use scsa::Rng;

/// The temperature ladder of a group of chains, the coldest rung first.
///
/// In parallel tempering, chains at neighboring temperatures exchange their states with the Metropolis probability, so that cold
/// chains get states that could move freely at high temperature (Swendsen and Wang 1986; Geyer 1991).
#[derive(Clone, Debug)]
pub struct TemperatureLadder<const RUNGS: usize> {
    pub temperatures: [TemperatureTable; RUNGS],
}

impl<const RUNGS: usize> TemperatureLadder<RUNGS> {
    /// The ladder with a temperature for each power, from 0 for the coldest rung to 1 for the hottest.
    pub fn new(temperature: impl Fn(f64) -> TemperatureTable) -> TemperatureLadder<RUNGS> {
        TemperatureLadder { temperatures: std::array::from_fn(|rung| temperature(rung as f64 / (RUNGS - 1) as f64)) }
    }

    /// Proposes exchanges between neighboring rungs: of the even pairs at even times, of the odd pairs at odd ones.
    pub fn exchange<const N: usize>(&self, group: &mut [Chain<N>], time: usize, rng: &mut Rng) {
        for lower in (time % 2..RUNGS - 1).step_by(2) {
            let (cold, warm) = (&self.temperatures[lower], &self.temperatures[lower + 1]);
            let [below, above] = [group[lower].violations(), group[lower + 1].violations()];
            let gain = cold.energy(below) + warm.energy(above) - cold.energy(above) - warm.energy(below);
            if gain >= 0.0 || rng.unit() < libm::exp(gain) {
                group.swap(lower, lower + 1);
            }
        }
    }
}

/// Whether the different states found are held to be all there are: round trips, which are nearly independent finds, are more than
/// five times as many as these, and `and_some` more for states that are visited rarely.
///
/// A missing state was then missed by all finds, which happens with probability e^-5 = 1/148.
pub fn is_exhausted(different: usize, round_trips: usize, and_some: usize) -> bool {
    round_trips > 5 * different + and_some
}
