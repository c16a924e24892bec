//! The computational budget of a guess.

use scsa::Game;

/// Pegs times colors of the board whose guesses take the usual work: 20x26.
const LARGE: f64 = 520.0;
/// On smaller boards a guess may take at most this multiple of the usual work.
const MOST_TIMES: f64 = 1.5;

/// The computational budget of a guess, in counts of steps and evaluations. No budget is in seconds, so that the guesses are
/// the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The support of a rule is enumerated if it has at most this many codes. The components of a mixture with many components
    /// have a far smaller limit.
    pub max_enumerated: usize,
    /// Draws from the prior of a component that is not enumerated, before the first round.
    pub prior_draws: usize,
    /// The size of the candidate sample of a component.
    pub particles: usize,
    /// Groups of tempered Markov chains, rounded up to a multiple of four.
    pub chain_groups: usize,
    /// Steps of all chains together, a turn.
    pub chain_steps: usize,
    /// The work of all chains in a round, in steps. An evaluation of a rule counts as its [cost](scsa::Scsa::cost) a peg. In a turn, a
    /// component may take its share of a quarter of what is left, and an eighth of this quarter if its share is smaller.
    pub round_work: usize,
    /// The chains stop early after this many round trips: consistent codes reached by chains that were at the hottest
    /// temperature since they were last consistent, so that the codes are nearly independent.
    pub round_trips: usize,
    /// Nodes of the exhaustive search for all consistent codes of a component.
    pub search_nodes: usize,
    /// Nodes of counting the consistent codes of a component, from which codes are drawn independently.
    pub count_nodes: usize,
    /// The number of candidates that a guess is scored on.
    pub scored_candidates: usize,
    /// The number of guesses scored, a turn.
    pub evaluations: usize,
    /// The number of guesses that a hill climb starts from.
    pub hill_climbs: usize,
    /// The number of responses computed by the look-ahead.
    pub lookahead_responses: usize,
    /// Whether the search for the first guess may take a second where the support is enumerated. It is done once, not in every round.
    pub long_opening_search: bool,
}

impl Effort {
    /// The budget of a level. The usual level, 10, takes about 0.3 s a round at 20x26; the work grows with the level.
    pub fn level(level: u16) -> Effort {
        let tenths = usize::from(level.max(1));
        let linear = |usual: usize| (usual * tenths / 10).max(1);
        // Grows with the square root of the level.
        let root = |usual: usize| (usual * usual * tenths / 10).isqrt().max(1);
        Effort {
            max_enumerated: if tenths < 10 { 200_000 } else { 2_000_000 },
            prior_draws: root(13_200),
            particles: root(3500),
            chain_groups: 8,
            chain_steps: linear(5_200_000),
            round_work: linear(110_000_000),
            round_trips: linear(300),
            search_nodes: linear(150_000),
            count_nodes: linear(1_000_000),
            scored_candidates: root(3500),
            evaluations: root(5660),
            hill_climbs: 2.max(tenths / 10),
            lookahead_responses: linear(131_072),
            long_opening_search: true,
        }
    }

    /// The same level for a board of this game: up to 1.5 times the work on boards smaller than 20x26, which still takes less time.
    ///
    /// In the same rounds of a seed it took 0.068 ± 0.034 guesses fewer than a third of that work at 10x10, for four codemakers with
    /// 400 rounds each. At 20x26 the usual work took 0.10 ± 0.07 fewer than half of it, for five with 100 rounds each.
    pub fn for_size(self, game: Game) -> Effort {
        let times = (LARGE / (game.pegs() * game.colors()) as f64).clamp(1.0, MOST_TIMES);
        let linear = |usual: usize| (usual as f64 * times) as usize;
        let root = |usual: usize| (usual as f64 * times.sqrt()) as usize;
        Effort {
            prior_draws: root(self.prior_draws),
            particles: root(self.particles),
            chain_steps: linear(self.chain_steps),
            round_trips: linear(self.round_trips),
            search_nodes: linear(self.search_nodes),
            count_nodes: linear(self.count_nodes),
            scored_candidates: root(self.scored_candidates),
            evaluations: root(self.evaluations),
            // Three on smaller boards.
            hill_climbs: self.hill_climbs.max((2.0 * times) as usize),
            ..self
        }
    }

    /// The budget of a turn after that much work in its round, of so much work at least: `round_work` is that of the turn. Chains run
    /// twelfths of their steps as a whole, so that their steps are limited, too.
    pub(crate) fn after(self, work: usize, least: usize) -> Effort {
        let round_work = (self.round_work.saturating_sub(work) / 4).max(least);
        Effort { chain_steps: self.chain_steps.min(round_work), round_work, ..self }
    }

    /// This share of the budget, for one component of a mixture.
    pub(crate) fn share(self, share: f64) -> Effort {
        let part = |whole: usize, least: usize| ((whole as f64 * share) as usize).max(least.min(whole));
        let chain_groups = if share < 0.1 { 2.min(self.chain_groups) } else { self.chain_groups };
        Effort {
            chain_steps: part(self.chain_steps, 10_000),
            round_work: part(self.round_work, self.round_work / 8),
            particles: part(self.particles, 128),
            search_nodes: part(self.search_nodes, 1000),
            count_nodes: part(self.count_nodes, 1000),
            prior_draws: part(self.prior_draws, 1000),
            chain_groups,
            ..self
        }
    }
}
