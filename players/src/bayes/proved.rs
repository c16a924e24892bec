//! Strategies that are proved to be the best, where that is quick.

use scsa::{Code, Scsa, Size, Turn, support};
use solver::{Game, Goal, Guessing, Means, Strategy, Watch, solve};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

/// More secrets than these are not searched.
const MOST_SECRETS: usize = 1300;
/// Nor boards of more codes.
const MOST_CODES: u64 = 3200;
/// So many sets of candidates are looked at, which takes some seconds.
const LOOKS: u64 = 20_000;

/// The strategies by rule and size; none where it takes too long.
type Found = BTreeMap<(&'static str, Size), Option<Arc<Strategy>>>;

/// The strategy with which the secrets of a rule take the fewest guesses on average that any strategy can. It is looked for
/// once a process.
pub fn strategy(rule: &'static dyn Scsa, size: Size) -> Option<Arc<Strategy>> {
    static FOUND: Mutex<Found> = Mutex::new(BTreeMap::new());
    let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    found.entry((rule.name(), size)).or_insert_with(|| find(rule, size)).clone()
}

fn find(rule: &'static dyn Scsa, size: Size) -> Option<Arc<Strategy>> {
    size.count_up_to(MOST_CODES)?;
    let secrets = support(rule, size, MOST_SECRETS)?;
    let game = Game::of(size, Guessing::Any, &secrets)?;
    let answer = solve(&game, Goal::default(), Means::of(&game), &Watch::new(LOOKS)).ok()?;
    Some(Arc::new(answer.strategy))
}

/// The guess of a strategy after these turns; none where no secret that it is for leads there.
pub fn guess(strategy: &Strategy, size: Size, turns: &[Turn]) -> Option<Code> {
    let next = |here: &'_ Strategy, turn: &Turn| {
        let place = here.next.iter().position(|(feedback, _)| *feedback == turn.feedback)?;
        (size.code(here.guess.into()) == turn.guess).then_some(place)
    };
    let mut here = strategy;
    for turn in turns {
        here = &here.next[next(here, turn)?].1;
    }
    Some(size.code(here.guess.into()))
}
