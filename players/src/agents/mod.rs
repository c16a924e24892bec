//! The built-in agents, and the lists of them.
//!
//! A new player is a file in this folder, its `mod` line, and a line of [`ROSTER`].

use crate::tree::{PlayerTreeError, Tree};
use player_api::registry::{Entry, PlayerInstance, PlayerNameError, Players};
use scsa::Game;

pub(crate) mod baselines;
pub(crate) mod bayes;
pub(crate) mod consistent;
pub(crate) mod dino;
pub(crate) mod faulty;
pub(crate) mod from_tree;
pub(crate) mod local_search;
pub(crate) mod one_step;
pub(crate) mod people;
pub(crate) mod rao;

/// The players that compete, in the order in which they are listed.
pub static ROSTER: &[Entry] = &[
    Entry::of::<baselines::Random>(),
    Entry::of::<baselines::OneColor>(),
    Entry::of::<baselines::Baseline1>(),
    Entry::of::<baselines::Baseline2>(),
    Entry::of::<baselines::Baseline2Zero>(),
    Entry::of::<baselines::Baseline3>(),
    Entry::of::<rao::Baseline4>(),
    Entry::of::<rao::Rao>(),
    Entry::with_default::<consistent::Lowest>(),
    Entry::with_default::<consistent::Uniform>(),
    Entry::of::<people::Easy>(),
    Entry::of::<people::Advanced>(),
    Entry::of::<one_step::Knuth>(),
    Entry::of::<one_step::ConsistentKnuth>(),
    Entry::of::<one_step::Minimax>(),
    Entry::of::<one_step::ConsistentMinimax>(),
    Entry::of::<one_step::ExpectedSize>(),
    Entry::of::<one_step::Entropy>(),
    Entry::of::<one_step::MostParts>(),
    Entry::of::<one_step::WeightedEntropy>(),
    Entry::of::<one_step::ConsistentExpectedSize>(),
    Entry::of::<one_step::ConsistentEntropy>(),
    Entry::of::<one_step::ConsistentMostParts>(),
    Entry::of::<from_tree::Optimal>(),
    Entry::of::<from_tree::ConsistentOptimal>(),
    Entry::with_default::<local_search::LocalSearch>(),
    Entry::with_default::<bayes::Bayes>(),
    Entry::of::<dino::Dino>(),
    Entry::of::<dino::DinoTwoColorAlternating>(),
    Entry::of::<dino::DinoFirstAndLast>(),
    Entry::of::<dino::DinoAbColor>(),
    Entry::of::<dino::DinoOnlyOnce>(),
    Entry::of::<dino::DinoMystery2>(),
];

/// Players that break the rules on purpose, to test the referee. They are found by name; `all` does not include them.
pub static FAULTY: &[Entry] = &[
    Entry::of::<faulty::WrongLength>(),
    Entry::of::<faulty::WrongColor>(),
    Entry::of::<faulty::Panicking>(),
    Entry::of::<faulty::Overflowing>(),
    Entry::of::<faulty::Allocating>(),
    Entry::of::<faulty::Hanging>(),
    Entry::of::<faulty::Sleeping>(),
    Entry::of::<faulty::Forgetting>(),
    Entry::of::<faulty::Unready>(),
    Entry::of::<faulty::Threading>(),
    Entry::of::<faulty::Static>(),
];

/// Players that require a parameter. They are found by a name with one, such as `tree:knuth.csv`; `all` does not include them.
pub static FROM_FILES: &[Entry] = &[Entry::requiring_parameter::<from_tree::FromFile>()];

/// The players of this crate: those of [`ROSTER`] compete, those of [`FROM_FILES`] and [`FAULTY`] are found by name.
pub fn builtin() -> Players {
    Players::new(ROSTER, &[FROM_FILES, FAULTY].concat())
}

/// The player of this crate with that name, which may contain a parameter: `rao`, `local-search:4`, `1122+lc`.
///
/// # Errors
/// [`PlayerNameError`] when there is no such player, it does not take the parameter, or it needs one.
pub fn find(name: &str) -> Result<Entry, PlayerNameError> {
    builtin().find(name)
}

/// The strategy of a prepared player as a tree: its guess after every history, for every secret of the game.
///
/// A player of this crate that holds its whole strategy supplies its tree, which may be for other secrets
/// ([`tree::Secrets`](crate::tree::Secrets)). Any other player is asked after every history ([`Tree::by_asking`]).
///
/// # Errors
/// [`PlayerTreeError`] when the player draws random numbers, guesses illegally or does not find every secret, or there are more
/// than [`Tree::MAX_CODES`] codes and the player does not supply a tree.
pub fn tree_of(player: &PlayerInstance, game: Game) -> Result<Tree, PlayerTreeError> {
    let supplied = one_step::tree(player).or_else(|| from_tree::tree(player));
    supplied.map_or_else(|| Tree::by_asking(player, game), Ok)
}
