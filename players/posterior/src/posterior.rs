//! The prior and the posterior of the secret.

use crate::{Effort, particles::ParticleSet, prior_component::PriorComponent};
use scsa::{Code, Component, EnumerationLimits, Rng, Scsa, Size, Turn, algorithms::InsertColors};
use std::sync::{Arc, OnceLock};

/// The prior p(c) over the codes of one size, of one codemaker: a mixture of components, each enumerated or sampled. All rounds of
/// a match share it.
#[derive(Debug)]
pub struct PriorModel {
    size: Size,
    effort: Effort,
    components: Vec<Arc<PriorComponent>>,
    /// The uniform distribution over all codes, used when the turns rule out every code of the codemaker.
    uniform: OnceLock<Arc<PriorComponent>>,
}

/// All components of at least this weight are kept.
const KEPT_WEIGHT: f64 = 1e-3;
/// At least this many components are kept: those of the largest weights.
const KEPT_COMPONENTS: usize = 24;
/// The share of the work of one particle set that several may take together: steps take longer where every prior probability is
/// computed by the rule.
const SHARED: f64 = 0.8;
/// A mixture of more components is taken for an inferred one, whose probabilities take long: fewer codes are enumerated, and less
/// exactly.
const FEW_COMPONENTS: usize = 8;
/// The most draws for enumerating a component of a mixture with few components. They take some seconds.
const DRAWS: usize = 4_000_000;
/// The same for a component of weight 1 among many; it takes some tenths of a second.
const DRAWS_OF_MANY: f64 = 300_000.0;
/// The limit of enumerated codes is this many times smaller with many components.
const FEWER_OF_MANY: f64 = 8.0;
/// The probability that the codes missing from an enumeration may have, with many components.
const MISSING_OF_MANY: f64 = 1e-4;
/// Components of less weight are dropped.
const LEAST_WEIGHT: f64 = 1e-6;
/// A particle set of a smaller posterior probability is dropped.
const NEGLIGIBLE: f64 = 1e-7;
/// When all particle sets are empty, this many are reseeded at most.
const RESEEDED: usize = 4;

impl PriorModel {
    /// The prior of a codemaker that follows the rule.
    ///
    /// Of the components of the rule, all of weight 0.001 or more are kept, and at least the 24 of the largest weights.
    ///
    /// The support of a component is enumerated if it is small enough, at a cost of about 100 ns a code. Otherwise
    /// [`Effort::prior_draws`] codes are drawn from it.
    ///
    /// # Panics
    /// If the rule does not support the size and panics there.
    #[must_use]
    pub fn new(rule: Arc<dyn Scsa>, size: Size, effort: Effort) -> PriorModel {
        let mut rng = Rng::new(u128::from(b'p'));
        let mut components = rule.components(size);
        components.retain(|component| component.weight >= LEAST_WEIGHT);
        components.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let large = components.iter().filter(|component| component.weight >= KEPT_WEIGHT).count();
        components.truncate(large.max(KEPT_COMPONENTS));
        let many = components.len() > FEW_COMPONENTS;
        // All codes of a small board are enumerated, whatever the rule.
        let small = effort.max_enumerated / if many { KEPT_COMPONENTS } else { 1 };
        let whole = components.is_empty() || size.count_at_most(small as u64).is_some();
        if whole {
            components = vec![Component { weight: 1.0, rule }];
        }
        let prepared = |component: Component| {
            let share = component.weight.sqrt();
            let limits = if many && !whole {
                let most = effort.max_enumerated as f64 / FEWER_OF_MANY * share;
                EnumerationLimits {
                    max_codes: most as usize,
                    max_draws: (DRAWS_OF_MANY * share) as usize,
                    missing_probability: MISSING_OF_MANY,
                }
            } else {
                EnumerationLimits { max_codes: effort.max_enumerated, max_draws: DRAWS, missing_probability: 0.0 }
            };
            PriorComponent::new(component, size, &effort.share(share), &limits, &mut rng)
        };
        let components: Vec<PriorComponent> = components.into_iter().map(prepared).collect();
        let components = components.into_iter().map(Arc::new).collect();
        PriorModel { size, effort, components, uniform: OnceLock::new() }
    }

    /// The size of the game.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The budget of a guess.
    #[must_use]
    pub fn effort(&self) -> &Effort {
        &self.effort
    }

    /// The posterior before the first turn, which is the prior.
    #[must_use]
    pub fn initial_posterior(&self) -> Posterior {
        let mut posterior =
            Posterior { particle_sets: self.components.iter().cloned().map(ParticleSet::new).collect() };
        posterior.normalize();
        posterior
    }

    fn uniform(&self) -> Arc<PriorComponent> {
        let make = || {
            let component = Component { weight: 1.0, rule: Arc::new(InsertColors) };
            let limits =
                EnumerationLimits { max_codes: self.effort.max_enumerated, max_draws: 0, missing_probability: 0.0 };
            let mut rng = Rng::new(u128::from(b'a'));
            Arc::new(PriorComponent::new(component, self.size, &self.effort, &limits, &mut rng))
        };
        self.uniform.get_or_init(make).clone()
    }
}

/// The posterior over the secret after some turns: for each mixture component its probability, and its consistent codes, all of
/// them or a sample.
#[derive(Clone, Debug)]
pub struct Posterior {
    particle_sets: Vec<ParticleSet>,
}

impl Posterior {
    /// Conditions on the last of these turns. It must have been updated with those before it, one by one.
    ///
    /// If no component has a consistent code left, those of largest weight are searched again, and then all codes of the size.
    pub fn update(&mut self, prior: &PriorModel, turns: &[Turn], rng: &mut Rng) {
        let effort = &prior.effort;
        // Work is shared by the roots of the weights, so that a set with nearly all the weight gets nearly all the work.
        let roots: f64 = self.particle_sets().map(|set| set.weight.sqrt()).sum();
        for set in &mut self.particle_sets {
            let share = (SHARED * set.weight.sqrt() / roots).min(1.0);
            set.update(turns, &effort.share(share), rng);
        }
        self.normalize();
        if !self.is_empty() {
            return;
        }
        self.particle_sets.sort_by(|a, b| b.last_weight.total_cmp(&a.last_weight));
        for (rank, set) in self.particle_sets.iter_mut().enumerate() {
            if rank >= RESEEDED && !set.component.is_uniform() {
                continue;
            }
            set.reseed(turns, effort, rng);
            if !set.empty {
                break;
            }
        }
        if self.particle_sets.iter().all(|set| set.empty && !set.component.is_uniform()) {
            let mut set = ParticleSet::new(prior.uniform());
            set.reseed(turns, effort, rng);
            self.particle_sets.push(set);
        }
        self.normalize();
    }

    /// Makes the weights sum to 1, and drops negligible sets.
    fn normalize(&mut self) {
        let weight = |set: &ParticleSet| if set.empty { 0.0 } else { set.weight };
        let sum: f64 = self.particle_sets.iter().map(weight).sum();
        for set in &mut self.particle_sets {
            let negligible = sum > 0.0 && weight(set) < NEGLIGIBLE * sum;
            if set.weight > 0.0 && (set.empty || negligible) {
                (set.last_weight, set.empty) = (set.weight, true);
            }
            set.weight = if sum > 0.0 { weight(set) / sum } else { 0.0 };
        }
    }

    fn particle_sets(&self) -> impl Iterator<Item = &ParticleSet> {
        self.particle_sets.iter().filter(|set| !set.empty)
    }

    /// Whether no consistent code is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.particle_sets().next().is_none()
    }

    /// Whether all candidates are known, at least one. Where they were found by Markov chains this is probable, not certain.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.is_empty() && self.particle_sets().all(|set| set.complete)
    }

    /// The number of candidates known. One that several components can make counts once for each.
    #[must_use]
    pub fn candidate_count(&self) -> usize {
        self.particle_sets().map(|set| set.codes.len()).sum()
    }

    /// The candidates known, in lexicographic order, with their posterior probabilities. They sum to 1.
    #[must_use]
    pub fn candidates(&self) -> Vec<(Code, f64)> {
        let of = |set: &ParticleSet| {
            let scale = set.weight / set.sum();
            set.codes.iter().map(move |(code, weight)| (*code, weight * scale)).collect::<Vec<_>>()
        };
        let mut all: Vec<(Code, f64)> = self.particle_sets().flat_map(of).collect();
        all.sort_by_key(|(code, _)| *code);
        all.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0.0 };
            same
        });
        all
    }

    /// A sample of about `number` candidates by systematic resampling, each with its multiplicity.
    ///
    /// If none is known, codes that violate few responses, each once, so that a guess can still be scored. Empty if there are none
    /// of these either.
    #[must_use]
    pub fn sample(&self, number: usize, rng: &mut Rng) -> Vec<(Code, u32)> {
        if self.is_empty() {
            let near = self.particle_sets.iter().rev().find(|set| !set.near.is_empty());
            return near.map_or_else(Vec::new, |set| set.near.iter().map(|code| (*code, 1)).collect());
        }
        let mut drawn = Vec::with_capacity(number);
        for set in self.particle_sets() {
            let scale = set.weight / set.sum() * number as f64;
            let mut owed = rng.unit();
            for (code, weight) in set.codes.iter() {
                owed += weight * scale;
                if owed >= 1.0 {
                    drawn.push((*code, owed as u32));
                    owed -= owed.floor();
                }
            }
        }
        drawn
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::Code;

    /// A mixture of that many components of equal weights.
    #[derive(Debug)]
    struct ManyComponents(usize);

    impl Scsa for ManyComponents {
        fn name(&self) -> &str {
            "many-components"
        }

        fn summary(&self) -> &str {
            "a mixture of many components"
        }

        fn draw(&self, size: Size, rng: &mut Rng) -> Code {
            InsertColors.draw(size, rng)
        }

        fn probability(&self, size: Size, code: &Code) -> f64 {
            InsertColors.probability(size, code)
        }

        fn components(&self, _size: Size) -> Vec<Component> {
            let component =
                |_| Component { weight: 1.0 / self.0 as f64, rule: Arc::new(InsertColors) as Arc<dyn Scsa> };
            (0..self.0).map(component).collect()
        }
    }

    #[test]
    fn all_components_of_large_weight_are_kept() {
        let size = "10x7".parse().unwrap();
        let kept = |number| PriorModel::new(Arc::new(ManyComponents(number)), size, Effort::level(1)).components.len();
        assert_eq!([2, 24, 100, 500, 1100].map(kept), [2, 24, 100, 500, 24]);
    }
}
