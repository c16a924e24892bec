//! Who can play: the one list that a new player is added to.

use crate::{
    baselines::*, bayes::Bayes, consistent, dino, faulty, local_search::LocalSearch, one_color::OneColor, one_step,
    optimal, random::Random, rao, tree::FromFile,
};
use player_api::{Entry, PlayerNameError, Players};

/// Every player that competes, in the order in which they are listed.
pub static ROSTER: &[Entry] = &[
    Entry::of::<Random>(),
    Entry::of::<OneColor>(),
    Entry::of::<Baseline1>(),
    Entry::of::<Baseline2>(),
    Entry::of::<Baseline2Zero>(),
    Entry::of::<Baseline3>(),
    Entry::of::<rao::Baseline4>(),
    Entry::of::<rao::Rao>(),
    Entry::with_default::<consistent::Lowest>(),
    Entry::with_default::<consistent::Uniform>(),
    Entry::of::<consistent::Easy>(),
    Entry::of::<consistent::Advanced>(),
    Entry::of::<one_step::Knuth>(),
    Entry::of::<one_step::ConsistentKnuth>(),
    Entry::of::<one_step::Minimax>(),
    Entry::of::<one_step::ConsistentMinimax>(),
    Entry::of::<one_step::ExpectedSize>(),
    Entry::of::<one_step::Entropy>(),
    Entry::of::<one_step::MostParts>(),
    Entry::of::<one_step::ConsistentExpectedSize>(),
    Entry::of::<one_step::ConsistentEntropy>(),
    Entry::of::<one_step::ConsistentMostParts>(),
    Entry::of::<optimal::Optimal<false>>(),
    Entry::of::<optimal::Optimal<true>>(),
    Entry::with_default::<LocalSearch>(),
    Entry::with_default::<Bayes>(),
    Entry::of::<dino::Dino>(),
    Entry::of::<dino::DinoTwoColorAlternating>(),
    Entry::of::<dino::DinoFirstAndLast>(),
    Entry::of::<dino::DinoAbColor>(),
    Entry::of::<dino::DinoOnlyOnce>(),
    Entry::of::<dino::DinoMystery2>(),
];

/// Players that need a setting. They are found by a name with one, as `tree:knuth.json`, but `all` does not mean them.
pub static FROM_FILES: &[Entry] = &[Entry::requiring_parameter::<FromFile>()];

/// Players that break the rules on purpose, to show what becomes of them. They are found by name, but `all` does not
/// mean them.
pub static FAULTY: &[Entry] = &[
    Entry::of::<faulty::WrongLength>(),
    Entry::of::<faulty::WrongColor>(),
    Entry::of::<faulty::Panicking>(),
    Entry::of::<faulty::Overflowing>(),
    Entry::of::<faulty::Hanging>(),
    Entry::of::<faulty::Sleeping>(),
    Entry::of::<faulty::Forgetting>(),
    Entry::of::<faulty::Unready>(),
];

/// The players of this crate: those of [`ROSTER`] compete, those of [`FROM_FILES`] and [`FAULTY`] are found by name.
#[must_use]
pub fn builtin() -> Players {
    Players::new(ROSTER, &[FROM_FILES, FAULTY].concat())
}

/// The player of this crate with that name, which may contain a parameter: `rao`, `local-search:4`, `1122+lc`.
///
/// # Errors
/// [`PlayerNameError`] when there is no such player, it does not take the parameter, or it needs one.
///
/// ```
/// assert_eq!(players::find("baseline-4")?.name(), "baseline-4");
/// assert!(players::find("baseline-5").is_err());
/// # Ok::<(), players::PlayerNameError>(())
/// ```
pub fn find(name: &str) -> Result<Entry, PlayerNameError> {
    builtin().find(name)
}
