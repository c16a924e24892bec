//! Published claims and their checks.

use crate::openings::analysis::Analysis;
use exact_openings::FeedbackMatrix;

/// A page of 2016 on twelve strategies, several of them simulated over a million games.
pub const PAGE_2016: &str = "Dave Computes Mastermind Strategy, 2016";
/// One-step heuristics.
pub const KOOI: &str = "Kooi 2005, Yet another Mastermind strategy";

/// A published figure.
#[derive(Clone, Debug)]
pub struct PublishedClaim {
    /// The name of a player, or what else the figure is about; X, Y and Z are any codes.
    pub strategy: &'static str,
    /// What the figure is.
    pub figure: String,
    /// The figure as published.
    pub published: String,
    pub source: &'static str,
    /// A remark; may be empty.
    pub remark: &'static str,
}

/// The result of checking a claim.
#[derive(Clone, Debug)]
pub enum ClaimCheck {
    /// This computed figure agrees.
    Confirmed(String),
    /// The computed figure does not agree.
    Refuted {
        computed: String,
        /// A derivation in Markdown; empty where the computed figure needs none.
        evidence: String,
    },
    /// No player here plays such a strategy.
    NotComputed,
}

/// A claim with its check.
#[derive(Clone, Debug)]
pub struct CheckedClaim {
    pub claim: PublishedClaim,
    pub check: ClaimCheck,
}

impl CheckedClaim {
    /// The computed figure; empty when none is computed.
    pub fn computed(&self) -> &str {
        match &self.check {
            ClaimCheck::Confirmed(computed) | ClaimCheck::Refuted { computed, .. } => computed,
            ClaimCheck::NotComputed => "",
        }
    }

    pub const fn is_confirmed(&self) -> bool {
        matches!(self.check, ClaimCheck::Confirmed(_))
    }

    pub const fn is_refuted(&self) -> bool {
        matches!(self.check, ClaimCheck::Refuted { .. })
    }

    pub const fn is_computed(&self) -> bool {
        !matches!(self.check, ClaimCheck::NotComputed)
    }

    /// Whether the figures agree, as tables say it.
    pub const fn agreement(&self) -> &'static str {
        match self.check {
            ClaimCheck::Confirmed(_) => "yes",
            ClaimCheck::Refuted { .. } => "no",
            ClaimCheck::NotComputed => "not computed",
        }
    }
}

/// Checks claims against the figures of an analysis, one after the other.
pub struct ClaimChecker<'a> {
    pub analysis: &'a Analysis,
    pub checked: Vec<CheckedClaim>,
}

impl<'a> ClaimChecker<'a> {
    pub const fn matrix(&self) -> &'a FeedbackMatrix {
        &self.analysis.matrix
    }

    /// Checks a claim of the page of 2016, which must agree literally with the computed figure, if there is one. `evidence` is called
    /// where it does not.
    pub fn check_text(
        &mut self,
        strategy: &'static str,
        figure: &str,
        published: &str,
        computed: impl Into<Option<String>>,
        evidence: impl FnOnce() -> String,
    ) -> &mut PublishedClaim {
        let claim = PublishedClaim {
            strategy,
            figure: figure.to_owned(),
            published: published.to_owned(),
            source: PAGE_2016,
            remark: "",
        };
        let computed = computed.into();
        let agrees = computed.as_deref() == Some(published);
        self.check(claim, computed.map(|computed| (computed, agrees)), evidence)
    }

    /// Adds a claim with the computed figure, if there is one, and whether they agree.
    pub fn check(
        &mut self,
        claim: PublishedClaim,
        computed: Option<(String, bool)>,
        evidence: impl FnOnce() -> String,
    ) -> &mut PublishedClaim {
        let check = match computed {
            None => ClaimCheck::NotComputed,
            Some((computed, true)) => ClaimCheck::Confirmed(computed),
            Some((computed, false)) => ClaimCheck::Refuted { computed, evidence: evidence() },
        };
        self.checked.push(CheckedClaim { claim, check });
        let last = self.checked.len() - 1;
        &mut self.checked[last].claim
    }
}

/// No evidence: the computed figure needs none.
pub const fn no_evidence() -> String {
    String::new()
}

/// A yes or no as a figure.
pub fn yes_or_no(is_so: bool) -> String {
    if is_so { "yes" } else { "no" }.to_owned()
}
