//! The search for all codes of a rule by drawing.

use super::{limits::EnumerationLimits, symmetry::Symmetry};
use crate::{Code, Rng, Scsa, Size};
use std::collections::HashSet;

/// The result of a search.
pub enum SearchResult {
    /// All codes of the rule, in lexicographic order.
    All(Vec<(Code, f64)>),
    /// There are more codes than the limit, or the draws did not find all of them.
    OverLimit,
    /// The rule lacks the given symmetry: orbits have too many codes of probability 0.
    OtherSymmetry,
}

impl SearchResult {
    /// All codes if they were found, else `None`.
    pub fn complete(self) -> Option<Vec<(Code, f64)>> {
        match self {
            SearchResult::All(codes) => Some(codes),
            SearchResult::OverLimit | SearchResult::OtherSymmetry => None,
        }
    }
}

/// A search for all codes of a rule, one orbit after the other.
pub struct OrbitSearch<'a> {
    pub scsa: &'a dyn Scsa,
    pub size: Size,
    pub symmetry: Symmetry,
    pub limits: &'a EnumerationLimits,
}

impl OrbitSearch<'_> {
    /// Draws codes until all orbits are found. Each orbit found gives all its codes and, unless the symmetry is `None`, the
    /// orbits whose codes differ from it in the color of one peg.
    ///
    /// The symmetry may be wrong without harm: only codes of positive probability count, and all are found when their
    /// probabilities sum to 1.
    pub fn run(&self, rng: &mut Rng) -> SearchResult {
        let OrbitSearch { scsa, size, symmetry, limits } = *self;
        let max_codes = limits.max_codes;
        let (mut codes, mut sum, mut impossible) = (Vec::new(), 0.0, 0usize);
        let mut seen: HashSet<Code> = HashSet::new();
        let mut pending: Vec<Code> = Vec::new();
        for _ in 0..limits.max_draws {
            let drawn = symmetry.canonical(size, &scsa.draw(size, rng));
            if seen.insert(drawn) {
                pending.push(drawn);
            }
            while let Some(canonical) = pending.pop() {
                symmetry.visit_orbit(size, &canonical, |code| {
                    let probability = scsa.probability(size, &code);
                    if probability > 0.0 {
                        codes.push((code, probability));
                        sum += probability;
                    } else {
                        impossible += 1;
                    }
                    codes.len() <= max_codes && impossible <= max_codes
                });
                if codes.len() > max_codes {
                    return SearchResult::OverLimit;
                }
                if impossible > max_codes {
                    return SearchResult::OtherSymmetry;
                }
                if symmetry != Symmetry::None {
                    self.add_neighbors(&canonical, &mut seen, &mut pending);
                }
            }
            if limits.is_complete(sum) {
                codes.sort_unstable_by_key(|(code, _)| *code);
                return SearchResult::All(codes);
            }
        }
        SearchResult::OverLimit
    }

    /// Adds the unseen orbits that differ in the color of one peg.
    fn add_neighbors(&self, canonical: &Code, seen: &mut HashSet<Code>, pending: &mut Vec<Code>) {
        for (peg, color) in (0..self.size.pegs()).flat_map(|peg| self.size.palette().map(move |color| (peg, color))) {
            let mut other = *canonical;
            other.set(peg, color);
            let other = self.symmetry.canonical(self.size, &other);
            if !seen.contains(&other) && self.scsa.probability(self.size, &other) > 0.0 {
                seen.insert(other);
                pending.push(other);
            }
        }
    }
}
