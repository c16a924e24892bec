//! A mixture component before the first turn.

use crate::{Effort, board::Board, code_prior::CodePrior};
use scsa::{Code, Component, EnumerationLimits, Rng, Scsa, Size};
use std::sync::Arc;

/// A mixture component of the prior, with all its codes or a sample of them.
#[derive(Debug)]
pub struct PriorComponent {
    /// Its prior probability.
    pub weight: f64,
    pub rule: Arc<dyn Scsa>,
    pub board: Board,
    pub prior: CodePrior,
    /// Codes, each with its weight.
    pub codes: Arc<Vec<(Code, f64)>>,
    /// Whether these are all codes of the rule.
    pub enumerated: bool,
}

impl PriorComponent {
    pub fn new(
        component: Component,
        size: Size,
        effort: &Effort,
        limits: &EnumerationLimits,
        rng: &mut Rng,
    ) -> PriorComponent {
        let Component { weight, rule } = component;
        if let Some(codes) = limits.enumerate(&*rule, size) {
            let board = Board::of(size, &codes.iter().map(|(code, _)| *code).collect::<Vec<_>>());
            return PriorComponent {
                weight,
                board,
                prior: CodePrior::Flat,
                rule,
                codes: Arc::new(codes),
                enumerated: true,
            };
        }
        let drawn: Vec<Code> = (0..effort.prior_draws).map(|_| rule.draw(size, rng)).collect();
        let board = Board::of(size, &drawn);
        let prior = CodePrior::of_rule(&rule, &board, &drawn, rng);
        let mut codes = drawn.into_iter().map(|code| (code, 1.0)).collect();
        merge(&mut codes);
        PriorComponent { weight, board, prior, rule, codes: Arc::new(codes), enumerated: false }
    }

    /// Whether it is the uniform distribution over all codes.
    pub fn is_uniform(&self) -> bool {
        let PriorComponent { board, prior, .. } = self;
        matches!(prior, CodePrior::Flat) && board.groups == board.size.pegs() && board.colors == board.size.colors()
    }
}

/// Sorts the codes, and adds up the weights of equal codes.
pub fn merge<C: Copy + Ord>(codes: &mut Vec<(C, f64)>) {
    // Stable, because that is fast where the first part is sorted.
    codes.sort_by_key(|(code, _)| *code);
    codes.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        kept.1 += if is_same { next.1 } else { 0.0 };
        is_same
    });
}
