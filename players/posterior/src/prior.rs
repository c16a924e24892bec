//! A component of the prior: all its codes or a sample, and its probabilities as Markov chains need them.

use crate::{Effort, board::Board};
use scsa::{Code, Color, Component, EnumerationLimits, Game, Rng, Scsa, algorithms};
use std::sync::Arc;

#[derive(Debug)]
pub struct PriorComponent {
    pub weight: f64,
    pub rule: Arc<dyn Scsa>,
    pub board: Board,
    pub prior: CodePrior,
    pub codes: Arc<Vec<(Code, f64)>>,
    /// Whether these are all codes of the rule.
    pub enumerated: bool,
}

impl PriorComponent {
    pub fn new(
        component: Component,
        game: Game,
        effort: &Effort,
        limits: &EnumerationLimits,
        rng: &mut Rng,
    ) -> PriorComponent {
        let Component { weight, rule } = component;
        if let Some(codes) = limits.enumerate(&*rule, game) {
            let board = Board::of(game, &codes.iter().map(|(code, _)| *code).collect::<Vec<_>>());
            let (prior, codes) = (CodePrior::Flat, Arc::new(codes));
            return PriorComponent { weight, board, prior, rule, codes, enumerated: true };
        }
        let drawn: Vec<Code> = (0..effort.prior_draws).map(|_| rule.draw(game, rng)).collect();
        let board = Board::of(game, &drawn);
        let prior = CodePrior::of_rule(&rule, &board, &drawn, rng);
        let mut codes = drawn.into_iter().map(|code| (code, 1.0)).collect();
        merge(&mut codes);
        PriorComponent { weight, board, prior, rule, codes: Arc::new(codes), enumerated: false }
    }

    /// Whether it is the uniform distribution over all codes.
    pub fn is_uniform(&self) -> bool {
        let PriorComponent { board, prior, .. } = self;
        let is_flat = matches!(prior, CodePrior::Flat) || self.rule.name() == algorithms::uniform(board.game).name();
        is_flat && board.groups == board.game.pegs() && board.colors == board.game.colors()
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

/// The number of codes checked for invariance under exchanges.
const PROBES: usize = 256;

/// The prior of a component, up to a factor, with the symmetry that chains can use.
#[derive(Clone, Debug)]
pub enum CodePrior {
    Flat,
    /// A function of the number of distinct colors, by that number.
    ByDistinct(Arc<[f64; Game::MAX_PEGS + 1]>),
    /// A rule that is invariant under exchanges of colors between groups of the same length.
    ByCounts(RulePrior),
    Rule(RulePrior),
}

/// The probabilities of a rule, with a substitute for 0.
#[derive(Clone, Debug)]
pub struct RulePrior {
    pub rule: Arc<dyn Scsa>,
    /// The geometric mean of the probabilities of codes drawn. Chains give it to a code that the rule cannot make, which counts as
    /// a violation instead.
    pub typical: f64,
}

impl CodePrior {
    pub fn of_rule(rule: &Arc<dyn Scsa>, board: &Board, drawn: &[Code], rng: &mut Rng) -> CodePrior {
        if !rule.by_distinct() {
            let mut exchanged = |code: &Code| {
                let other = board.shuffled(code, rng);
                let (one, other) = (rule.probability(board.game, code), rule.probability(board.game, &other));
                (one - other).abs() <= 1e-9 * one
            };
            let probes = &drawn[..PROBES.min(drawn.len())];
            let by_counts = probes.iter().all(&mut exchanged);
            let logs = probes.iter().map(|code| libm::log(rule.probability(board.game, code)));
            let typical = libm::exp(logs.sum::<f64>() / probes.len().max(1) as f64);
            let rule = RulePrior { rule: rule.clone(), typical };
            return if by_counts { CodePrior::ByCounts(rule) } else { CodePrior::Rule(rule) };
        }
        let most = board.groups.min(board.colors);
        let mut of = [0.0; Game::MAX_PEGS + 1];
        for (distinct, of) in of.iter_mut().enumerate().take(most + 1).skip(1) {
            let color = |peg: usize| board.palette[usize::from(board.group_of[peg]).min(distinct - 1)];
            let code = Code::from_fn(board.game, |peg| Color::new(usize::from(color(peg))).unwrap_or(Color::A));
            *of = rule.probability(board.game, &code);
        }
        let flat = of[1..=most].windows(2).all(|pair| pair[0] == pair[1]);
        if flat { CodePrior::Flat } else { CodePrior::ByDistinct(Arc::new(of)) }
    }

    /// The probability of the code whose groups have these colors, `distinct` different ones.
    #[inline(always)]
    pub fn of(&self, board: &Board, colors: &[u8; Game::MAX_PEGS], distinct: usize) -> f64 {
        match self {
            CodePrior::Flat => 1.0,
            CodePrior::ByDistinct(of) => of[distinct],
            CodePrior::ByCounts(of) | CodePrior::Rule(of) => of.rule.probability(board.game, &board.code(colors)),
        }
    }

    /// The rule, where its probabilities are not tabulated.
    pub fn rule(&self) -> Option<&RulePrior> {
        match self {
            CodePrior::Flat | CodePrior::ByDistinct(_) => None,
            CodePrior::ByCounts(of) | CodePrior::Rule(of) => Some(of),
        }
    }

    /// The relative prior weights of a color that is used by another group and of one that is not, where `used` colors are: whole
    /// numbers below 2^24, not both zero where a code with one color more or with none more is possible.
    #[inline(always)]
    pub fn colors(&self, used: usize) -> (u64, u64) {
        let CodePrior::ByDistinct(of) = self else { return (1, 1) };
        let (one, other) = (of[used], of[used + 1]);
        let whole = |part: f64| if part > 0.0 { ((part / one.max(other) * FINENESS) as u64).max(1) } else { 0 };
        (whole(one), whole(other))
    }
}

const FINENESS: f64 = 16_777_215.0;
