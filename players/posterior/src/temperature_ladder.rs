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
}

impl<const RUNGS: usize> TemperatureLadder<RUNGS> {
    /// The ladder whose temperatures form a geometric sequence.
    pub fn new(coldest: f64, hottest: f64) -> TemperatureLadder<RUNGS> {
        let power = |rung: usize| rung as f64 / (RUNGS - 1) as f64;
        let temperature = |rung: usize| coldest * libm::pow(hottest / coldest, power(rung));
        TemperatureLadder { rungs: std::array::from_fn(|rung| TemperatureTable::new(temperature(rung))) }
    }

    /// Proposes exchanges between neighboring rungs of every group: of the even pairs at even times, of the odd pairs at odd ones.
    pub fn exchange<const N: usize, const K: usize>(
        &self,
        groups: &mut [[Chain<N>; K]; RUNGS],
        time: usize,
        rng: &mut Rng,
    ) {
        for lower in (time % 2..RUNGS - 1).step_by(2) {
            let [cold, warm] = [lower, lower + 1].map(|rung| 1.0 / self.rungs[rung].temperature);
            let (below, above) = groups.split_at_mut(lower + 1);
            for (below, above) in below[lower].iter_mut().zip(&mut above[0]) {
                let more = f64::from(below.violations()) - f64::from(above.violations());
                let gain = more * (cold - warm);
                if gain >= 0.0 || rng.unit() < libm::exp(gain) {
                    std::mem::swap(below, above);
                }
            }
        }
    }
}
