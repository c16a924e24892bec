//! A rule that the secret may come from, before the first turn.

use crate::{Effort, board::Board, prior::Prior};
use scsa::{Code, Component, EnumerationLimits, Rng, Scsa, Size};
use std::{collections::HashMap, sync::Arc};

/// A rule that the secret may come from, with all its codes or many that were drawn.
#[derive(Debug)]
pub struct Origin {
    /// How probable it is that the secret comes from it.
    pub weight: f64,
    pub rule: Arc<dyn Scsa>,
    pub board: Board,
    pub prior: Prior,
    /// Codes, each with how much it counts.
    pub codes: Arc<Vec<(Code, f64)>>,
    /// Whether those are all codes of the rule.
    pub listed: bool,
}

impl Origin {
    pub fn new(part: Component, size: Size, effort: &Effort, listing: &EnumerationLimits, rng: &mut Rng) -> Origin {
        let Component { weight, rule } = part;
        if let Some(codes) = listing.enumerate(&*rule, size) {
            let board = Board::of(size, &codes.iter().map(|(code, _)| *code).collect::<Vec<_>>());
            return Origin { weight, board, prior: Prior::Flat, rule, codes: Arc::new(codes), listed: true };
        }
        let drawn: Vec<Code> = (0..effort.drawn).map(|_| rule.draw(size, rng)).collect();
        let board = Board::of(size, &drawn);
        let prior = Prior::of_rule(&rule, &board, &drawn, rng);
        let mut times: HashMap<Code, f64> = HashMap::new();
        for code in drawn {
            *times.entry(code).or_default() += 1.0;
        }
        Origin { weight, board, prior, rule, codes: Arc::new(sorted(times)), listed: false }
    }

    /// Whether it makes any code, all equally often.
    pub fn is_anything(&self) -> bool {
        let Origin { board, prior, .. } = self;
        matches!(prior, Prior::Flat) && board.groups == board.size.pegs() && board.colors == board.size.colors()
    }
}

/// The same in lexicographic order: that of a map is another one in every process.
pub fn sorted(map: HashMap<Code, f64>) -> Vec<(Code, f64)> {
    let mut codes: Vec<_> = map.into_iter().collect();
    codes.sort_unstable_by_key(|(code, _)| *code);
    codes
}
