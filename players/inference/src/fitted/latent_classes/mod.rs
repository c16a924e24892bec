//! Latent classes: each code is a noisy copy of one of several base codes, which may be rotated or have its colors shifted.

mod base_codes;
mod classes;

use super::peg_network::spread;
use crate::{
    at_home::AtHome,
    model::{FittedFamily, WeightedSample, total},
};
use base_codes::BaseCodes;
use classes::{ALIGNMENTS, LatentClasses};
use scsa::{Code, Size};
use std::{collections::BTreeMap, sync::Arc};

/// With fewer codes no class shows.
const LEAST_CODES: f64 = 8.0;

/// The classes and alignments that make the codes most probable, if there are several classes or alignments.
pub fn fit(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    if home.pegs() < 3 || home.colors() < 2 || total(codes) < LEAST_CODES {
        return None;
    }
    let mut different: BTreeMap<Code, f64> = BTreeMap::new();
    for (code, share) in spread(codes) {
        *different.entry(code).or_default() += share;
    }
    let fitted = ALIGNMENTS.map(|alignments| LatentClasses::fitted(home, alignments, &different));
    let bases = fitted.iter().map(|classes| BaseCodes::of(classes, &different));
    let bases = bases.max_by(|a, b| a.log_evidence().total_cmp(&b.log_evidence()))?;
    let best = fitted.into_iter().max_by(|a, b| a.log_evidence.total_cmp(&b.log_evidence))?;
    if bases.log_evidence() > best.log_evidence {
        return Some(AtHome::family(bases.for_all(total(codes))));
    }
    let best = best.for_all(total(codes));
    let is_plain = best.classes.len() == 1 && best.alignments == ALIGNMENTS[0];
    (!is_plain).then(|| AtHome::family(best))
}
