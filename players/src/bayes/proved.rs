//! Plans that are proved to be the best, where that is quick.

use scsa::{Code, Scsa, Size, Turn, support};
use solver::{FewSecrets, Game, Goal, Guessing, Means, Plan, Watch, solve};
/// No larger boards than of so many codes are searched as a whole,
const MOST_CODES: u64 = 3200;
/// with no more secrets than these.
const MOST_SECRETS: usize = 1300;
/// On larger boards there may be so many.
const FEW_SECRETS: usize = 140;
/// So many bytes are for remembering sets of candidates there.
const BYTES: usize = 100 << 20;
/// So many sets of candidates are looked at, which takes some seconds on small boards.
const LOOKS: u64 = 20_000;
/// There so many, which takes up to two seconds.
const LOOKS_AT_FEW: u64 = 4000;

/// What is guessed so that the secrets of a rule take the fewest guesses on average that they can take; none where it takes
/// too long to find.
pub fn plan(rule: &dyn Scsa, size: Size) -> Option<Plan> {
    if size.count_at_most(MOST_CODES).is_some() {
        let game = Game::of(size, Guessing::Any, &support(rule, size, MOST_SECRETS)?)?;
        let answer = solve(&game, Goal::default(), Means::of(&game), &Watch::new(LOOKS)).ok()?;
        return Some(answer.strategy.plan(size));
    }
    let few = FewSecrets::of(size, Guessing::Any, &support(rule, size, FEW_SECRETS)?)?;
    let found = few.solve(BYTES, &Watch::new(LOOKS_AT_FEW)).ok()?;
    (found.least == found.total).then_some(found.plan)
}

/// The guess of a plan after these turns; none where no secret that it is for leads there.
pub fn guess(plan: &Plan, turns: &[Turn]) -> Option<Code> {
    let next = |here: &Plan, turn: &Turn| {
        let place = here.next.iter().position(|(feedback, _)| *feedback == turn.feedback)?;
        (here.guess == turn.guess).then_some(place)
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

    /// Each is played against all its secrets. No strategy takes fewer guesses, as `arena solve` tells.
    #[test]
    fn few_secrets_on_large_boards_take_the_fewest_guesses() {
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
                support(rule, size, FEW_SECRETS).unwrap().iter().map(|(code, _)| length(code)).collect();
            assert_eq!((lengths.len(), lengths.iter().sum()), (secrets, fewest), "{} at {size}", rule.name());
        }
    }

    #[test]
    fn many_secrets_on_large_boards_are_not_searched() {
        assert!(plan(&OnlyOnce, "8x10".parse().unwrap()).is_none());
        assert!(plan(&TwoColorAlternating, "20x26".parse().unwrap()).is_none());
    }
}
