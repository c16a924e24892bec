//! Plans that are proved to be the best, where that is quick.

use scsa::{Code, Scsa, Size, Turn, support};
use solver::{FewSecrets, Game, Goal, Guessing, Means, Plan, Watch, solve};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

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

/// The plans by rule and size; none where it takes too long.
type Found = BTreeMap<(&'static str, Size), Option<Arc<Plan>>>;

/// What is guessed so that the secrets of a rule take the fewest guesses on average that they can take. It is looked for once a
/// process.
pub fn plan(rule: &'static dyn Scsa, size: Size) -> Option<Arc<Plan>> {
    static FOUND: Mutex<Found> = Mutex::new(BTreeMap::new());
    let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    found.entry((rule.name(), size)).or_insert_with(|| find(rule, size).map(Arc::new)).clone()
}

fn find(rule: &'static dyn Scsa, size: Size) -> Option<Plan> {
    if size.count_up_to(MOST_CODES).is_some() {
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
