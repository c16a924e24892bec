//! What is believed of the secret.

use crate::{Effort, Piece, origin::Origin, pool::Pool};
use scsa::{Code, Component, EnumerationLimits, Rng, Scsa, Size, Turn, algorithms::InsertColors};
use std::sync::{Arc, OnceLock};

/// What is believed before the first turn of a round, of one codemaker at one size. Rounds share it.
#[derive(Debug)]
pub struct Prospects {
    size: Size,
    effort: Effort,
    origins: Vec<Arc<Origin>>,
    /// Any code at all, should the secret be none that the codemaker makes.
    anything: OnceLock<Arc<Origin>>,
}

/// Of a mixture only so many parts are kept apart, the heaviest ones.
const MOST_PARTS: usize = 24;
/// How much work several pools may take together, of what one may: steps of rules that have to be asked take longer.
const SHARED: f64 = 0.8;
/// With more parts than these they are believed, not known, and probabilities take long: less is listed, and less exactly.
const FEW_PARTS: usize = 8;
/// So many draws may a rule take to be listed, which is some seconds.
const DRAWS: usize = 4_000_000;
/// And where there are many, one that is certain: some tenths of a second.
const DRAWS_OF_MANY: f64 = 300_000.0;
/// And so many times fewer codes of it than where there are few.
const FEWER_OF_MANY: f64 = 8.0;
/// And so improbable may its codes be that are missing then.
const MISSING_OF_MANY: f64 = 1e-4;
/// Of a mixture only parts with this weight are kept.
const LEAST_WEIGHT: f64 = 1e-6;
/// A pool that is this improbable beside the others is not looked after.
const NEGLIGIBLE: f64 = 1e-7;
/// So many pools are looked through once more when all are empty.
const REVIVED: usize = 4;

impl Prospects {
    /// Of a codemaker whose rule is known, or believed.
    ///
    /// Where the codes that it makes can be listed that is done, which takes some 100 ns a code; else many are drawn, for each
    /// of the rules that it chooses among.
    ///
    /// # Panics
    /// Where the rule does, at a size that it does not support.
    #[must_use]
    pub fn new(rule: Arc<dyn Scsa>, size: Size, effort: Effort) -> Prospects {
        let mut rng = Rng::new(u128::from(b'p'));
        let mut parts = rule.components(size);
        parts.retain(|part| part.weight >= LEAST_WEIGHT);
        parts.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        parts.truncate(MOST_PARTS);
        let many = parts.len() > FEW_PARTS;
        // All codes of a small board, of any of the rules.
        let small = effort.listed / if many { MOST_PARTS } else { 1 };
        let whole = parts.is_empty() || effort.lacks(Piece::Parts) || size.count_at_most(small as u64).is_some();
        if whole {
            parts = vec![Component { weight: 1.0, rule }];
        }
        let origin = |part: Component| {
            let share = part.weight.sqrt();
            let listing = if many && !whole {
                let most = effort.listed as f64 / FEWER_OF_MANY * share;
                EnumerationLimits {
                    max_codes: most as usize,
                    max_draws: (DRAWS_OF_MANY * share) as usize,
                    missing_probability: MISSING_OF_MANY,
                }
            } else {
                EnumerationLimits { max_codes: effort.listed, max_draws: DRAWS, missing_probability: 0.0 }
            };
            Origin::new(part, size, &effort.share(share), &listing, &mut rng)
        };
        let origins: Vec<Origin> = parts.into_iter().map(origin).collect();
        let origins = origins.into_iter().map(Arc::new).collect();
        Prospects { size, effort, origins, anything: OnceLock::new() }
    }

    /// The size of the game.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// How much work a guess may take.
    #[must_use]
    pub fn effort(&self) -> &Effort {
        &self.effort
    }

    /// What is believed before the first turn.
    #[must_use]
    pub fn round(&self) -> Posterior {
        let mut posterior = Posterior { pools: self.origins.iter().cloned().map(Pool::new).collect() };
        posterior.balance();
        posterior
    }

    fn anything(&self) -> Arc<Origin> {
        let make = || {
            let part = Component { weight: 1.0, rule: Arc::new(InsertColors) };
            let listing = EnumerationLimits { max_codes: self.effort.listed, max_draws: 0, missing_probability: 0.0 };
            Arc::new(Origin::new(part, self.size, &self.effort, &listing, &mut Rng::new(u128::from(b'a'))))
        };
        self.anything.get_or_init(make).clone()
    }
}

/// What is believed after some turns: for each rule that the secret may come from how probable it is, and codes that may be
/// the secret, all of them or a sample.
#[derive(Clone, Debug)]
pub struct Posterior {
    pools: Vec<Pool>,
}

impl Posterior {
    /// Takes the newest of these turns into account; those before it were.
    pub fn learn(&mut self, prospects: &Prospects, turns: &[Turn], rng: &mut Rng) {
        let effort = &prospects.effort;
        // A pool that has nearly all the weight takes nearly all the work.
        let roots: f64 = self.pools().map(|pool| pool.weight.sqrt()).sum();
        for pool in &mut self.pools {
            let share = (SHARED * pool.weight.sqrt() / roots).min(1.0);
            pool.learn(turns, &effort.share(share), rng);
        }
        self.balance();
        if !self.is_empty() {
            return;
        }
        self.pools.sort_by(|a, b| b.promise.total_cmp(&a.promise));
        for (rank, pool) in self.pools.iter_mut().enumerate() {
            if rank >= REVIVED && !pool.origin.is_anything() {
                continue;
            }
            pool.revive(turns, effort, rng);
            if !pool.empty {
                break;
            }
        }
        if self.pools.iter().all(|pool| pool.empty && !pool.origin.is_anything()) {
            let mut pool = Pool::new(prospects.anything());
            pool.revive(turns, effort, rng);
            self.pools.push(pool);
        }
        self.balance();
    }

    /// Makes the weights sum to 1.
    fn balance(&mut self) {
        let weight = |pool: &Pool| if pool.empty { 0.0 } else { pool.weight };
        let sum: f64 = self.pools.iter().map(weight).sum();
        for pool in &mut self.pools {
            let negligible = sum > 0.0 && weight(pool) < NEGLIGIBLE * sum;
            if pool.weight > 0.0 && (pool.empty || negligible) {
                (pool.promise, pool.empty) = (pool.weight, true);
            }
            pool.weight = if sum > 0.0 { weight(pool) / sum } else { 0.0 };
        }
    }

    fn pools(&self) -> impl Iterator<Item = &Pool> {
        self.pools.iter().filter(|pool| !pool.empty)
    }

    /// Whether no code is known that may be the secret.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pools().next().is_none()
    }

    /// Whether all codes that may be the secret are known, at least one, as far as the search for them tells.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.is_empty() && self.pools().all(|pool| pool.complete)
    }

    /// How many codes are known that may be the secret; one that several rules can make counts for each.
    #[must_use]
    pub fn known(&self) -> usize {
        self.pools().map(|pool| pool.codes.len()).sum()
    }

    /// The codes that may be the secret, as far as known, in lexicographic order, with their probabilities.
    #[must_use]
    pub fn candidates(&self) -> Vec<(Code, f64)> {
        let of = |pool: &Pool| {
            let scale = pool.weight / pool.sum();
            pool.codes.iter().map(move |(code, weight)| (*code, weight * scale)).collect::<Vec<_>>()
        };
        let mut all: Vec<(Code, f64)> = self.pools().flat_map(of).collect();
        all.sort_by_key(|(code, _)| *code);
        all.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0.0 };
            same
        });
        all
    }

    /// So many codes drawn from those that may be the secret, as evenly as can be: each with how often it was drawn. Where none
    /// is known, some that come near, so that a guess can still be chosen that tells something.
    #[must_use]
    pub fn draw(&self, number: usize, rng: &mut Rng) -> Vec<(Code, u32)> {
        if self.is_empty() {
            let near = self.pools.iter().rev().find(|pool| !pool.near.is_empty());
            return near.map_or_else(Vec::new, |pool| pool.near.iter().map(|code| (*code, 1)).collect());
        }
        let mut drawn = Vec::with_capacity(number);
        for pool in self.pools() {
            let scale = pool.weight / pool.sum() * number as f64;
            let mut owed = rng.unit();
            for (code, weight) in pool.codes.iter() {
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
