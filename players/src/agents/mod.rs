//! The built-in agents, and the lists of them.
//!
//! A new player is a file in this folder and a line in [`agents!`].

use crate::tree::{PlayerTreeError, Tree};
use player_api::registry::{Entry, PlayerInstance, PlayerNameError, Players};
use scsa::Size;

/// Declares the modules of the agents, and lists of their entries.
///
/// A line is `module: how Type, how Type, …;`. The module is a file or a folder of this folder; each type is a kind of player
/// in it; `how` is the function of [`Entry`] that makes its entry: `of` for an [`Entrant`](player_api::Entrant),
/// `with_default` or `requiring_parameter` for a [`ParameterizedEntrant`](player_api::ParameterizedEntrant). Entries are listed
/// in the order of the lines.
///
/// `cargo fmt` does not see modules that a macro declares: format them with `rustfmt --edition 2024 FILE`.
macro_rules! agents {
    ($($(#[$doc:meta])* $list:ident { $($module:ident: $($how:ident $kind:ident),+;)+ })+) => {
        $($(pub(crate) mod $module;)+)+
        $($(#[$doc])* pub static $list: &[Entry] = &[$($(Entry::$how::<$module::$kind>()),+),+];)+
    };
}

agents! {
    /// The players that compete, in the order in which they are listed.
    ROSTER {
        baselines: of Random, of OneColor, of Baseline1, of Baseline2, of Baseline2Zero, of Baseline3;
        rao: of Baseline4, of Rao;
        consistent: with_default Lowest, with_default Uniform;
        people: of Easy, of Advanced;
        one_step: of Knuth, of ConsistentKnuth, of Minimax, of ConsistentMinimax, of ExpectedSize, of Entropy, of MostParts,
            of ConsistentExpectedSize, of ConsistentEntropy, of ConsistentMostParts;
        from_tree: of Optimal, of ConsistentOptimal;
        local_search: with_default LocalSearch;
        bayes: with_default Bayes;
        dino: of Dino, of DinoTwoColorAlternating, of DinoFirstAndLast, of DinoAbColor, of DinoOnlyOnce, of DinoMystery2;
    }

    /// Players that break the rules on purpose, to test the referee. They are found by name; `all` does not include them.
    FAULTY {
        faulty: of WrongLength, of WrongColor, of Panicking, of Overflowing, of Allocating, of Hanging, of Sleeping, of Forgetting, of Unready, of Threading, of Static;
    }
}

/// Players that require a parameter. They are found by a name with one, such as `tree:knuth.json`; `all` does not include them.
pub static FROM_FILES: &[Entry] = &[Entry::requiring_parameter::<from_tree::FromFile>()];

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

/// The strategy of a prepared player as a tree: its guess after every history, for every secret of the size.
///
/// A player of this crate that holds its whole strategy supplies its tree, which may be for other secrets
/// ([`tree::Secrets`](crate::tree::Secrets)). Any other player is asked after every history ([`Tree::by_asking`]).
///
/// # Errors
/// [`PlayerTreeError`] when the player draws random numbers, guesses illegally or does not find every secret, or there are more
/// than [`Tree::MAX_CODES`] codes and the player does not supply a tree.
pub fn tree_of(player: &PlayerInstance, size: Size) -> Result<Tree, PlayerTreeError> {
    let supplied = one_step::tree(player).or_else(|| from_tree::tree(player));
    supplied.map_or_else(|| Tree::by_asking(player, size), Ok)
}
