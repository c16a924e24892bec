//! The strategy tree of a player.

use crate::{
    PlayerInstance,
    agents::{from_file, one_step, optimal},
    tree::{PlayerTreeError, Tree},
};
use scsa::Size;

/// The strategy of a prepared player as a tree: its guess after every history, for every secret of the size.
///
/// A player of this crate that holds its whole strategy supplies its tree, which may be for other secrets
/// ([`tree::Secrets`](crate::tree::Secrets)). Any other player is asked after every history ([`Tree::by_asking`]).
///
/// # Errors
/// [`PlayerTreeError`] when the player draws random numbers, guesses illegally or does not find every secret, or there are more
/// than [`Tree::MAX_CODES`] codes and the player does not supply a tree.
pub fn tree_of(player: &PlayerInstance, size: Size) -> Result<Tree, PlayerTreeError> {
    let supplied = one_step::tree(player).or_else(|| optimal::tree(player)).or_else(|| from_file::tree(player));
    supplied.map_or_else(|| Tree::by_asking(player, size), Ok)
}
