//! Strategies that can be proved to be optimal quickly.

use scsa::{Code, Scsa, Size, Turn, support};
use solver::{FewSecrets, Game, Goal, Guessing, Means, Plan, Watch, solve};

/// The largest number of codes of a small size, at which all guesses are searched.
const MAX_CODES: u64 = 3200;
/// The largest number of secrets at a small size.
const MAX_SECRETS: usize = 1300;
/// The node budget at a small size, in sets of candidates, which takes some seconds.
const NODE_BUDGET: u64 = 20_000;
/// The largest number of secrets at a large size.
const MAX_SECRETS_AT_LARGE_SIZES: usize = 140;
/// The size of the transposition table at a large size, in bytes.
const TABLE_BYTES: usize = 100 << 20;
/// The node budget at a large size, which takes up to two seconds.
const NODE_BUDGET_AT_LARGE_SIZES: u64 = 4000;

/// An optimal strategy for the secrets of a rule, by the mean number of guesses; none if it takes too long to prove.
pub fn plan(rule: &dyn Scsa, size: Size) -> Option<Plan> {
    if size.count_up_to(MAX_CODES).is_some() {
        let game = Game::of(size, Guessing::Any, &support(rule, size, MAX_SECRETS)?)?;
        let answer = solve(&game, Goal::default(), Means::of(&game), &Watch::new(NODE_BUDGET)).ok()?;
        return Some(answer.strategy.plan(size));
    }
    let few = FewSecrets::of(size, Guessing::Any, &support(rule, size, MAX_SECRETS_AT_LARGE_SIZES)?)?;
    let found = few.solve(TABLE_BYTES, &Watch::new(NODE_BUDGET_AT_LARGE_SIZES)).ok()?;
    (found.least == found.total).then_some(found.plan)
}

/// The guess of a strategy after these turns; none if it has no guess there.
pub fn guess(plan: &Plan, turns: &[Turn]) -> Option<Code> {
    let next = |here: &Plan, turn: &Turn| {
        let index = here.next.iter().position(|(feedback, _)| *feedback == turn.feedback)?;
        (here.guess == turn.guess).then_some(index)
    };
    let mut here = plan;
    for turn in turns {
        here = &here.next[next(here, turn)?].1;
    }
    Some(here.guess)
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::algorithms::{AbColor, OnlyOnce, TwoColorAlternating};

    /// Each strategy is played against all its secrets. `arena solve` proves that none takes fewer guesses.
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
            let plan = plan(rule, size).unwrap();
            let length = |secret: &Code| {
                let mut turns: Vec<Turn> = Vec::new();
                while turns.last().is_none_or(|turn| turn.guess != *secret) {
                    let guess = guess(&plan, &turns).unwrap();
                    turns.push(Turn { guess, feedback: guess.feedback(secret) });
                }
                turns.len()
            };
            let lengths: Vec<usize> =
                support(rule, size, MAX_SECRETS_AT_LARGE_SIZES).unwrap().iter().map(|(code, _)| length(code)).collect();
            assert_eq!((lengths.len(), lengths.iter().sum()), (secrets, fewest), "{} at {size}", rule.name());
        }
    }

    #[test]
    fn many_secrets_at_large_sizes_are_not_searched() {
        assert!(plan(&OnlyOnce, "8x10".parse().unwrap()).is_none());
        assert!(plan(&TwoColorAlternating, "20x26".parse().unwrap()).is_none());
    }
}
