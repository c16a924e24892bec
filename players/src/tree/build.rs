//! The tree of a player.

use super::{Branch, Tree};
use player_api::registry::{PlayerInstance, RoundSnapshot};
use rayon::prelude::*;
use scsa::{Code, Feedback, Rng, Size, Turn};
use std::{error::Error, fmt};

/// The guesses after which a player is taken not to find every secret.
const MAX_GUESSES: usize = 1000;
/// The least number of secrets at which the subtrees are shared among threads.
const MIN_FORK: usize = 64;

/// Why a player has no tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerTreeError {
    /// There are too many codes.
    Large(Size),
    /// The player draws random numbers, so that the history does not determine its guesses.
    Random,
    /// The player makes an illegal guess.
    Illegal(Code),
    /// The player has not found every secret after that many guesses.
    Endless(usize),
}

impl fmt::Display for PlayerTreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerTreeError::Large(size) => {
                write!(f, "{size} has more than {} codes, too many for a tree", Tree::MAX_CODES)
            }
            PlayerTreeError::Random => {
                f.write_str("it draws random numbers, so that its guesses do not follow from the history")
            }
            PlayerTreeError::Illegal(guess) => write!(f, "it guesses {guess}, which is no code of the game"),
            PlayerTreeError::Endless(guesses) => write!(f, "after {guesses} guesses it has not found every secret"),
        }
    }
}

impl Error for PlayerTreeError {}

impl Tree {
    /// The largest number of secrets of a tree, whose situations take some 200 MB.
    pub const MAX_CODES: u64 = 2_000_000;

    /// The tree of a prepared player for every secret of the size, found by asking the player after every history. Threads play
    /// different branches, each with a copy of the player.
    ///
    /// # Errors
    /// [`PlayerTreeError`] when the player draws random numbers, guesses illegally or does not find every secret, or there are
    /// more than [`Tree::MAX_CODES`] codes.
    pub fn by_asking(player: &PlayerInstance, size: Size) -> Result<Tree, PlayerTreeError> {
        if size.count_at_most(Tree::MAX_CODES).is_none() {
            return Err(PlayerTreeError::Large(size));
        }
        let mut player = player.clone().snapshot();
        let secrets: Vec<Code> = size.codes().collect();
        player.start_round();
        let root = branch(player, &secrets, &mut Vec::new(), size)?;
        Ok(Tree::new(size, root))
    }
}

fn branch(
    mut player: Box<dyn RoundSnapshot>,
    secrets: &[Code],
    turns: &mut Vec<Turn>,
    size: Size,
) -> Result<Branch, PlayerTreeError> {
    if turns.len() == MAX_GUESSES {
        return Err(PlayerTreeError::Endless(MAX_GUESSES));
    }
    let mut rng = Rng::new(0);
    let guess = player.guess(turns, &mut rng);
    if rng != Rng::new(0) {
        return Err(PlayerTreeError::Random);
    }
    if !size.is_legal(&guess) {
        return Err(PlayerTreeError::Illegal(guess));
    }
    let (wins, parts) = partition(&guess, secrets, size);
    let parts = parts.into_iter().enumerate().filter(|(_, part)| !part.is_empty());
    let parts = parts.map(|(index, part)| (Feedback::from_index(index), part, player.snapshot()));
    let follow = |(feedback, part, player): (Feedback, Vec<Code>, Box<dyn RoundSnapshot>), turns: &mut Vec<Turn>| {
        turns.push(Turn { guess, feedback });
        let next = branch(player, &part, turns, size);
        turns.pop();
        Ok((feedback, next?))
    };
    let next: Result<Vec<_>, PlayerTreeError> = if secrets.len() < MIN_FORK {
        parts.map(|part| follow(part, turns)).collect()
    } else {
        let parts: Vec<_> = parts.collect();
        parts.into_par_iter().map_init(|| turns.clone(), |turns, part| follow(part, turns)).collect()
    };
    Ok(Branch::new(size.rank(&guess) as u32, wins, next?))
}

/// Whether the guess is one of the secrets, and the parts of the other secrets by their feedback, in the order of its index.
pub(super) fn partition(guess: &Code, secrets: &[Code], size: Size) -> (bool, Vec<Vec<Code>>) {
    let mut parts: Vec<Vec<Code>> = vec![Vec::new(); Feedback::values(size.pegs())];
    for secret in secrets {
        if let Some(part) = parts.get_mut(secret.feedback(guess).index()) {
            part.push(*secret);
        }
    }
    let wins = parts.pop().is_some_and(|won| !won.is_empty());
    (wins, parts)
}
