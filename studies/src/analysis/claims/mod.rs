//! Published figures of strategies at 4x6, each beside what is computed, with evidence where that is something else.

mod evidence;
mod figures;
mod games;
mod guesses;
mod lowest;
mod random;
mod tables;
mod trees;

use super::{Analysis, exact::Matrix};

pub use figures::pairs;

/// A page of 2016 on twelve strategies, several of them simulated over a million games.
const PAGE_2016: &str = "Dave Computes Mastermind Strategy, 2016";
/// One-step heuristics.
const KOOI: &str = "Kooi 2005, Yet another Mastermind strategy";

/// A published figure.
#[derive(Clone, Debug)]
pub struct Claim {
    /// A strategy by the name of its player, or what else the figure is of; X, Y and Z are any codes.
    pub strategy: &'static str,
    pub figure: String,
    /// As published.
    pub claimed: String,
    pub source: &'static str,
    /// What there is to be said of it.
    pub remark: &'static str,
}

/// What was computed where something is claimed.
#[derive(Clone, Debug)]
pub enum Verdict {
    Agrees(String),
    Denied {
        computed: String,
        /// What shows it, in Markdown; nothing where what was computed shows itself.
        evidence: String,
    },
    /// No player here plays such a strategy.
    NotComputed,
}

/// A published figure beside ours.
#[derive(Clone, Debug)]
pub struct Compared {
    pub claim: Claim,
    pub verdict: Verdict,
}

impl Compared {
    /// Ours; empty when nothing computes it.
    pub fn computed(&self) -> &str {
        match &self.verdict {
            Verdict::Agrees(computed) | Verdict::Denied { computed, .. } => computed,
            Verdict::NotComputed => "",
        }
    }

    /// Whether both agree, in a word.
    pub const fn agrees(&self) -> &'static str {
        match self.verdict {
            Verdict::Agrees(_) => "yes",
            Verdict::Denied { .. } => "no",
            Verdict::NotComputed => "not computed here",
        }
    }
}

/// All published figures beside ours; last those that are not computed here.
pub fn all(analysis: &Analysis) -> Vec<Compared> {
    let mut claims = Claims { analysis, compared: Vec::new() };
    claims.figures();
    claims.games();
    claims.of_lowest();
    claims.of_random();
    claims.of_guesses();
    claims.of_trees();
    claims.compared.sort_by_key(|one| matches!(one.verdict, Verdict::NotComputed));
    claims.compared
}

struct Claims<'a> {
    analysis: &'a Analysis,
    compared: Vec<Compared>,
}

impl<'a> Claims<'a> {
    const fn matrix(&self) -> &'a Matrix {
        &self.analysis.matrix
    }

    /// Compares to the letter what is claimed with what was computed, if anything was. `evidence` is asked where they differ.
    fn say(
        &mut self,
        strategy: &'static str,
        figure: &str,
        claimed: &str,
        computed: impl Into<Option<String>>,
        evidence: impl FnOnce() -> String,
    ) -> &mut Claim {
        let claim =
            Claim { strategy, figure: figure.to_owned(), claimed: claimed.to_owned(), source: PAGE_2016, remark: "" };
        let computed = computed.into();
        let agrees = computed.as_deref() == Some(claimed);
        self.compare(claim, computed.map(|computed| (computed, agrees)), evidence)
    }

    /// Takes down a claim with what was computed, if anything was, and whether they agree.
    fn compare(
        &mut self,
        claim: Claim,
        computed: Option<(String, bool)>,
        evidence: impl FnOnce() -> String,
    ) -> &mut Claim {
        let verdict = match computed {
            None => Verdict::NotComputed,
            Some((computed, true)) => Verdict::Agrees(computed),
            Some((computed, false)) => Verdict::Denied { computed, evidence: evidence() },
        };
        self.compared.push(Compared { claim, verdict });
        let last = self.compared.len() - 1;
        &mut self.compared[last].claim
    }
}

/// What was computed shows itself.
const fn itself() -> String {
    String::new()
}
