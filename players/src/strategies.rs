//! The whole strategy of a player as a tree.

use crate::{
    PlayerInstance, one_step, optimal,
    tree::{self, NoTree, Tree},
};
use scsa::Size;

/// The tree of a prepared player: what it guesses after every history, for every secret of the size. A player of this crate
/// that knows its whole strategy supplies its tree, possibly for other secrets ([`tree::Secrets`]). Any other player is asked
/// after every history, in as many games at once as there are threads, each with a copy of the player.
///
/// # Errors
/// [`NoTree`] when the player draws random numbers, guesses illegally or does not find every secret, or there are more than
/// [`Tree::MOST_CODES`] codes and the player does not supply a tree.
pub fn tree_of(player: &PlayerInstance, size: Size) -> Result<Tree, NoTree> {
    let known = one_step::tree(player).or_else(|| optimal::tree(player)).or_else(|| tree::from_file(player));
    known.map_or_else(|| Tree::by_asking(player, size), Ok)
}
