//! Limits of an enumeration.

/// The smallest probability that may be missing: sums of probabilities are not more exact than this.
const ROUNDING: f64 = 1e-9;

/// Limits of the [enumeration](EnumerationLimits::enumerate) of the codes that a codemaker can make.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EnumerationLimits {
    /// The largest number of codes that is returned.
    pub max_codes: usize,
    /// The largest number of draws in a search for codes by drawing, which is used where a size has too many codes to test each
    /// one. Up to 4224 draws more estimate the number of codes and find the symmetry of the rule.
    pub max_draws: usize,
    /// A search by drawing ends when the codes found have together all but this probability. Meant for at most 0.01; less than
    /// 10^-9 counts as 10^-9.
    pub missing_probability: f64,
}

impl EnumerationLimits {
    /// Whether codes whose probabilities have this sum are taken to be all codes.
    pub(super) fn is_complete(&self, sum: f64) -> bool {
        sum > 1.0 - self.missing_probability.max(ROUNDING)
    }
}
