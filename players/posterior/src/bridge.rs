//! The probability of a response of which no particle is left, estimated from tempered chains.

use scsa::{Code, Turn};

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
    pub fn probability(&self, newest: &Turn, before: &[(Code, f64)]) -> Option<f64> {
        let mut shares = [0.0; LEVELS];
        let sum: f64 = before.iter().map(|(_, weight)| weight).sum();
        for (code, weight) in before {
            let violations = violations(newest, code);
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
pub fn violations(turn: &Turn, code: &Code) -> usize {
    let feedback = turn.guess.feedback(code);
    feedback.black().abs_diff(turn.feedback.black()) + feedback.total().abs_diff(turn.feedback.total())
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::{Rng, Size};

    /// Codes are uniform, and the visits come from a chain of temperature 2 made of independent proposals. The guess AAAAA has the
    /// response 5 with probability 6^-5, and a sample of 300 codes rarely has one.
    #[test]
    fn the_probability_of_a_rare_response_is_found() {
        let size: Size = "5x6".parse().unwrap();
        let secret: Code = "AAAAA".parse().unwrap();
        let newest = Turn { guess: secret, feedback: secret.feedback(&secret) };
        let mut rng = Rng::new(1);
        let draw = |rng: &mut Rng| Code::from_fn(size, |_| rng.color(6));
        let before: Vec<(Code, f64)> = (0..300).map(|_| (draw(&mut rng), 1.0)).filter(|c| c.0 != secret).collect();
        let (mut bridge, mut state) = (BridgeSampling::default(), draw(&mut rng));
        for _ in 0..400_000 {
            let next = draw(&mut rng);
            let more = violations(&newest, &next) as f64 - violations(&newest, &state) as f64;
            if rng.unit() < libm::exp(-more / 2.0) {
                state = next;
            }
            bridge.record(violations(&newest, &state) as u32, 2.0);
        }
        let (found, wanted) = (bridge.probability(&newest, &before).unwrap(), 6.0_f64.powi(-5));
        assert!((0.5..2.0).contains(&(found / wanted)), "{found}, not {wanted}");
        assert_eq!(BridgeSampling::default().probability(&newest, &before), None);
    }
}
