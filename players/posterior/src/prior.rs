//! How probable codes are before any turn.

use crate::board::Board;
use scsa::{Code, Color, Rng, Scsa, Size};
use std::sync::Arc;

/// So many codes tell whether exchanges make no difference.
const PROBES: usize = 256;

/// How probable the codes that fit a board are, in proportion.
#[derive(Clone, Debug)]
pub enum Prior {
    /// All equally.
    Flat,
    /// By how many different colors they have.
    ByDistinct(Arc<[f64; Size::MAX_PEGS + 1]>),
    /// By a rule for which it makes no difference when groups of the same length exchange their colors.
    ByCounts(Arc<dyn Scsa>),
    /// By a rule.
    Rule(Arc<dyn Scsa>),
}

impl Prior {
    /// That of a rule, of which these codes were drawn.
    pub fn of_rule(rule: &Arc<dyn Scsa>, board: &Board, drawn: &[Code], rng: &mut Rng) -> Prior {
        if !rule.by_distinct() {
            let mut exchanged = |code: &Code| {
                let other = board.shuffled(code, rng);
                let (one, other) = (rule.probability(board.size, code), rule.probability(board.size, &other));
                (one - other).abs() <= 1e-9 * one
            };
            let by_counts = drawn.iter().take(PROBES).all(&mut exchanged);
            return if by_counts { Prior::ByCounts(rule.clone()) } else { Prior::Rule(rule.clone()) };
        }
        let most = board.groups.min(board.colors);
        let mut of = [0.0; Size::MAX_PEGS + 1];
        for (distinct, of) in of.iter_mut().enumerate().take(most + 1).skip(1) {
            let color = |peg: usize| board.palette[usize::from(board.group_of[peg]).min(distinct - 1)];
            let code = Code::from_fn(board.size, |peg| Color::new(usize::from(color(peg))).unwrap_or(Color::A));
            *of = rule.probability(board.size, &code);
        }
        let flat = of[1..=most].windows(2).all(|pair| pair[0] == pair[1]);
        if flat { Prior::Flat } else { Prior::ByDistinct(Arc::new(of)) }
    }

    /// Of the code whose groups have these colors, so many different ones.
    #[inline(always)]
    pub fn of(&self, board: &Board, colors: &[u8; Size::MAX_PEGS], distinct: usize) -> f64 {
        match self {
            Prior::Flat => 1.0,
            Prior::ByDistinct(of) => of[distinct],
            Prior::ByCounts(rule) | Prior::Rule(rule) => rule.probability(board.size, &board.code(colors)),
        }
    }

    /// How much more often a group gets a color that is used, and one that is not, where so many are used: whole numbers below
    /// 2^24, not both zero where a code with one color more or with none more is possible.
    #[inline(always)]
    pub fn colors(&self, used: usize) -> (u64, u64) {
        let Prior::ByDistinct(of) = self else { return (1, 1) };
        let (one, other) = (of[used], of[used + 1]);
        let whole = |part: f64| if part > 0.0 { ((part / one.max(other) * FINENESS) as u64).max(1) } else { 0 };
        (whole(one), whole(other))
    }
}

/// What is about as probable is told apart to that fineness.
const FINENESS: f64 = 16_777_215.0;
