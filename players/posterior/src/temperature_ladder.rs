//! Parallel tempering: chains at neighboring temperatures exchange their states.

use crate::{chain::Chain, temperature::TemperatureTable};
use scsa::Rng;

/// The temperature ladder, the coldest rung first.
///
/// In parallel tempering, chains at neighboring temperatures exchange their states with the Metropolis probability, so that cold
/// chains get states that could move freely at high temperature (Swendsen and Wang 1986; Geyer 1991).
#[derive(Clone, Debug)]
pub struct TemperatureLadder<const RUNGS: usize> {
    pub rungs: [TemperatureTable; RUNGS],
    /// For each rung the probability that it exchanges states with the next one, by how many violations fewer it has.
    chances: [[f64; TABULATED]; RUNGS],
}

/// The probabilities of exchanges are tabulated below this number of violations.
const TABULATED: usize = 16;

impl<const RUNGS: usize> TemperatureLadder<RUNGS> {
    /// The ladder whose temperatures form a geometric sequence.
    pub fn new(coldest: f64, hottest: f64) -> TemperatureLadder<RUNGS> {
        let power = |rung: usize| rung as f64 / (RUNGS - 1) as f64;
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
