//! The whole strategy of a player as a tree.

use players::{
    Briefing, Entry, Refusal,
    tree::{PlayerTreeError, Tree},
};
use scsa::Size;
use std::{error::Error, fmt};
use tournament::{Codemaker, KnowledgePolicy, catch_panic};

/// The strategy tree of a player that knows of the codemaker what players know in a tournament: its guesses against every code
/// of the size, also codes that the codemaker does not make. It plays a game for each code. A `tree:FILE` has a tree of its own,
/// for the secrets that it was made for.
///
/// # Errors
/// [`PlayerStrategyError`] when the player does not play at that size, fails, or its guesses do not follow from the history.
///
/// ```
/// use tournament::Codemakers;
/// use studies::player_tree;
/// let codemaker = Codemakers::builtin().find("insert-colors")?.unwrap();
/// let tree = player_tree(&players::find("baseline-2")?, &codemaker, "4x6".parse()?)?;
/// assert_eq!((tree.lengths().total(), tree.lengths().worst()), (7471, 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn player_tree(player: &Entry, codemaker: &Codemaker, size: Size) -> Result<Tree, PlayerStrategyError> {
    let knowledge = KnowledgePolicy::default().knowledge(codemaker, size);
    if player.learns(&knowledge) {
        return Err(PlayerStrategyError::Learns);
    }
    if let Some(objection) = codemaker.objection(size) {
        return Err(PlayerStrategyError::Objection(objection));
    }
    if player.only_size().is_none() && size.count_at_most(Tree::MAX_CODES).is_none() {
        // Preparing a player may take long at such a size. The tree of a file was read already.
        return Err(PlayerStrategyError::None(PlayerTreeError::Large(size)));
    }
    let briefing = Briefing::new(size, codemaker.name(), knowledge);
    catch_panic(|| {
        let prepared = player.prepare(&briefing).map_err(PlayerStrategyError::Refused)?;
        players::tree_of(&prepared, size).map_err(PlayerStrategyError::None)
    })
    .unwrap_or_else(|message| Err(PlayerStrategyError::Panicked(message)))
}

/// Why a player has no strategy tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerStrategyError {
    /// It learns from one round to the next.
    Learns,
    /// The codemaker does not play at that size, for this reason.
    Objection(String),
    /// It does not play such a match.
    Refused(Refusal),
    /// It panicked, with this message.
    Panicked(String),
    /// Its guesses make no tree.
    None(PlayerTreeError),
}

impl fmt::Display for PlayerStrategyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerStrategyError::Learns => {
                f.write_str("it learns from round to round, so that its guesses depend on earlier rounds")
            }
            PlayerStrategyError::Objection(objection) => f.write_str(objection),
            PlayerStrategyError::Refused(refusal) => refusal.fmt(f),
            PlayerStrategyError::Panicked(message) => write!(f, "it panicked: {message}"),
            PlayerStrategyError::None(none) => none.fmt(f),
        }
    }
}

impl Error for PlayerStrategyError {}
