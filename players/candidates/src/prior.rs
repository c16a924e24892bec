//! The codes that a codemaker can make.

use scsa::{Code, Scsa, Size, algorithms::InsertColors, support};
use std::sync::Arc;

/// The codes that can be the secret before the first turn, with their probabilities.
#[derive(Clone, Debug)]
pub struct CandidatePrior {
    /// The codes with their probabilities; `None` stands for all codes of the size, each as likely as any other.
    listed: Option<Arc<[(Code, f64)]>>,
}

impl CandidatePrior {
    /// The most codes of a rule that are listed: two million. A list takes 80 bytes a code.
    pub const MAX_LISTED: usize = 2_000_000;

    /// All codes of a size, each as likely as any other.
    #[must_use]
    pub const fn all_codes() -> CandidatePrior {
        CandidatePrior { listed: None }
    }

    /// The codes that a rule can make, with their probabilities. `None` if they are too many to list, or the rule does not support the
    /// size.
    ///
    /// ```
    /// use candidates::CandidatePrior;
    /// use scsa::algorithms::{FirstAndLast, InsertColors, OnlyOnce};
    /// let size = "4x6".parse()?;
    /// assert_eq!(CandidatePrior::of_rule(&OnlyOnce, size).map(|prior| prior.count(size)), Some(360.0));
    /// // All codes, at every size.
    /// let size = "20x26".parse()?;
    /// assert_eq!(CandidatePrior::of_rule(&InsertColors, size).map(|prior| prior.count(size)), Some(26f64.powi(20)));
    /// assert!(CandidatePrior::of_rule(&FirstAndLast, size).is_none());
    /// # Ok::<(), scsa::SizeError>(())
    /// ```
    #[must_use]
    pub fn of_rule(rule: &dyn Scsa, size: Size) -> Option<CandidatePrior> {
        CandidatePrior::of_rule_up_to(rule, size, CandidatePrior::MAX_LISTED)
    }

    /// The same with a limit of your own on the codes that are listed.
    ///
    /// ```
    /// use candidates::CandidatePrior;
    /// use scsa::algorithms::OnlyOnce;
    /// let of_rule = |most| CandidatePrior::of_rule_up_to(&OnlyOnce, "4x6".parse().unwrap(), most);
    /// assert!(of_rule(360).is_some() && of_rule(359).is_none());
    /// ```
    #[must_use]
    pub fn of_rule_up_to(rule: &dyn Scsa, size: Size, most: usize) -> Option<CandidatePrior> {
        if CandidatePrior::is_of_all_codes(rule) {
            return Some(CandidatePrior::all_codes());
        }
        let codes = support(rule, size, most)?;
        Some(CandidatePrior { listed: Some(codes.into()) })
    }

    /// Whether a rule makes all codes, each as likely as any other.
    pub(crate) fn is_of_all_codes(rule: &dyn Scsa) -> bool {
        rule.name() == InsertColors.name()
    }

    /// The codes with their probabilities, if they are not all codes of the size.
    pub(crate) fn listed(&self) -> Option<&[(Code, f64)]> {
        self.listed.as_deref()
    }

    /// Whether these are all codes of the size.
    #[must_use]
    pub const fn is_all_codes(&self) -> bool {
        self.listed.is_none()
    }

    /// The number of codes at a size.
    #[must_use]
    pub fn count(&self, size: Size) -> f64 {
        match &self.listed {
            Some(codes) => codes.len() as f64,
            None => (size.colors() as f64).powi(size.pegs() as i32),
        }
    }

    /// Whether a code can be the secret.
    #[must_use]
    pub fn contains(&self, size: Size, code: &Code) -> bool {
        match &self.listed {
            Some(codes) => codes.binary_search_by_key(code, |(code, _)| *code).is_ok(),
            None => size.is_legal(code),
        }
    }
}
