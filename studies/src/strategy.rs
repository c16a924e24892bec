//! The whole strategy of a player.

use crate::{Codemaker, KnowledgePolicy, Limits, catch_panic};
use players::{
    Briefing, Entry, Refusal,
    tree::{PlayerTreeError, Tree},
};
use scsa::Size;
use std::{error::Error, fmt};

/// The tree of a player: what it guesses, told of that codemaker what a tournament tells, whatever code of the size is the
/// secret, also one that the codemaker would not make. It takes a game for each code. A `tree:FILE` has its own, for the
/// secrets that it is for.
///
/// # Errors
/// [`NoStrategy`] when the player does not play at that size, breaks, or its guesses do not follow from the history.
///
/// ```
/// use tournament::Codemaker;
/// use studies::strategy;
/// let codemaker = Codemakers::builtin().find("insert-colors")?.unwrap();
/// let tree = strategy(&players::find("baseline-2")?, &codemaker, "4x6".parse()?)?;
/// assert_eq!((tree.lengths().total(), tree.lengths().worst()), (7471, 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn strategy(player: &Entry, codemaker: &Codemaker, size: Size) -> Result<Tree, NoStrategy> {
    let knowledge = KnowledgePolicy::default().knowledge(codemaker);
    if player.learns(&knowledge) {
        return Err(NoStrategy::Learns);
    }
    if let Some(objection) = codemaker.objection(size) {
        return Err(NoStrategy::Objection(objection));
    }
    if player.only_size().is_none() && size.count_at_most(Tree::MAX_CODES).is_none() {
        // Getting ready may take long at such a size; but a file was read already.
        return Err(NoStrategy::None(PlayerTreeError::Large(size)));
    }
    let briefing =
        Briefing { size, guess_limit: Limits::default().guesses, codemaker: codemaker.name().to_owned(), knowledge };
    catch_panic(|| {
        let prepared = player.prepare(&briefing).map_err(NoStrategy::Refused)?;
        players::tree_of(&prepared, size).map_err(NoStrategy::None)
    })
    .unwrap_or_else(|message| Err(NoStrategy::Panicked(message)))
}

/// Why a player has no strategy that is a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoStrategy {
    /// It learns from one round to the next.
    Learns,
    /// The codemaker does not play at that size, for this reason.
    Objection(String),
    /// It does not play such a match.
    Refused(Refusal),
    /// It panicked, with this message.
    Panicked(String),
    /// It has no tree.
    None(PlayerTreeError),
}

impl fmt::Display for NoStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoStrategy::Learns => {
                f.write_str("it learns from round to round, so that its guesses depend on earlier rounds")
            }
            NoStrategy::Objection(objection) => f.write_str(objection),
            NoStrategy::Refused(refusal) => refusal.fmt(f),
            NoStrategy::Panicked(message) => write!(f, "it panicked: {message}"),
            NoStrategy::None(none) => none.fmt(f),
        }
    }
}

impl Error for NoStrategy {}
