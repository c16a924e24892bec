//! Strategies that are proved to be optimal, where that is quick.

use scsa::{Code, Scsa, Size, Turn, support};
use solver::{AllowedGuesses, CodeStrategy, ListedProblem, Objective, Resources, SearchMonitor, SparseProblem, solve};

/// The most codes of a board for the search of listed problems.
const MAX_CODES: u64 = 3200;
/// The most secrets on such a board.
const MAX_SECRETS: usize = 1300;
/// The most secrets on larger boards.
const MAX_SPARSE_SECRETS: usize = 140;
/// The size of the transposition table on larger boards, in bytes.
const TABLE_BYTES: usize = 100 << 20;
/// The node budget of the search of listed problems, some seconds on small boards.
const NODE_BUDGET: u64 = 20_000;
/// The node budget on larger boards, up to two seconds.
const SPARSE_NODE_BUDGET: u64 = 4000;
/// The step budget on larger boards, about a second. The strategies that are found take less than a hundredth of it.
const SPARSE_STEP_BUDGET: u64 = 1 << 25;

/// The strategy with which the secrets of a rule take the fewest guesses on average; none where the search takes too long.
pub fn strategy(rule: &dyn Scsa, size: Size) -> Option<CodeStrategy> {
    if size.count_at_most(MAX_CODES).is_some() {
        let problem = ListedProblem::with_secrets(size, AllowedGuesses::Any, &support(rule, size, MAX_SECRETS)?)?;
        let resources = Resources::for_problem(&problem);
        let solution = solve(&problem, Objective::default(), resources, &SearchMonitor::new(NODE_BUDGET)).ok()?;
        return Some(solution.strategy.to_codes(size));
    }
    let problem = SparseProblem::new(size, AllowedGuesses::Any, &support(rule, size, MAX_SPARSE_SECRETS)?)?;
    let monitor = SearchMonitor::new(SPARSE_NODE_BUDGET).with_step_budget(SPARSE_STEP_BUDGET);
    let solution = problem.solve(TABLE_BYTES, &monitor).ok()?;
    (solution.lower_bound == solution.total).then_some(solution.strategy)
}

/// The guess of a strategy after these turns; none where no secret leads to them.
pub fn guess(strategy: &CodeStrategy, turns: &[Turn]) -> Option<Code> {
    let next = |node: &CodeStrategy, turn: &Turn| {
        let index = node.next.iter().position(|(feedback, _)| *feedback == turn.feedback)?;
        (node.guess == turn.guess).then_some(index)
    };
    let mut node = strategy;
    for turn in turns {
        node = &node.next[next(node, turn)?].1;
    }
    Some(node.guess)
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::algorithms::{AbColor, OnlyOnce, TwoColorAlternating};

    /// Plays each strategy against all its secrets. `arena solve` proves that none takes fewer guesses.
    #[test]
    fn few_secrets_at_large_sizes_take_the_fewest_guesses() {
        let games: [(&dyn Scsa, &str, usize, usize); 5] = [
            (&TwoColorAlternating, "6x10", 90, 305),
            (&TwoColorAlternating, "8x10", 90, 269),
            (&TwoColorAlternating, "8x12", 132, 441),
            (&TwoColorAlternating, "10x10", 90, 258),
            (&AbColor, "6x10", 64, 189),
        ];
        for (rule, size, secrets, fewest) in games {
            let size: Size = size.parse().unwrap();
            let strategy = strategy(rule, size).unwrap();
            let length = |secret: &Code| {
                let mut turns: Vec<Turn> = Vec::new();
                while turns.last().is_none_or(|turn| turn.guess != *secret) {
                    let guess = guess(&strategy, &turns).unwrap();
                    turns.push(Turn::new(guess, secret));
                }
                turns.len()
            };
            let lengths: Vec<usize> =
                support(rule, size, MAX_SPARSE_SECRETS).unwrap().iter().map(|(code, _)| length(code)).collect();
            assert_eq!((lengths.len(), lengths.iter().sum()), (secrets, fewest), "{} at {size}", rule.name());
        }
    }

    /// Without a step budget, this search takes minutes: there are many guesses that differ.
    #[test]
    #[ignore = "takes 5 s: cargo test -p mastermind-arena-players --lib proved:: -- --ignored"]
    fn a_search_with_many_guesses_ends() {
        let mut codes = Vec::new();
        let counts = [("A", 4), ("B", 2), ("C", 2), ("D", 1), ("E", 1)];
        for order in 0..120 {
            let (mut rest, mut order, mut text) = (counts.to_vec(), order, String::new());
            while !rest.is_empty() {
                let (color, count) = rest.remove(order % rest.len());
                order /= rest.len() + 1;
                text += &color.repeat(count);
            }
            codes.push((text.parse::<Code>().unwrap(), 1.0));
        }
        let rule = scsa::WeightedCodes::new(codes).unwrap();
        let _ = strategy(&rule, "10x7".parse().unwrap());
    }

    #[test]
    fn many_secrets_at_large_sizes_are_not_searched() {
        assert!(strategy(&OnlyOnce, "8x10".parse().unwrap()).is_none());
        assert!(strategy(&TwoColorAlternating, "20x26".parse().unwrap()).is_none());
    }
}
