//! The tree of a player.

use super::{Branch, Tree};
use player_api::{PlayerInstance, RoundSnapshot};
use rayon::prelude::*;
use scsa::{Code, Feedback, Rng, Size, Turn};
use std::{error::Error, fmt};

/// No game of a tree is longer.
const MOST_GUESSES: usize = 1000;
/// So many secrets and more are worth a thread of their own.
const FORK: usize = 64;

/// Why a player has no tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoTree {
    /// There are too many codes to list.
    Large(Size),
    /// It draws random numbers: its guesses do not follow from the history.
    Random,
    /// It guesses a code that is not legal.
    Illegal(Code),
    /// After so many guesses it has not found all secrets.
    Endless(usize),
}

impl fmt::Display for NoTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoTree::Large(size) => {
                write!(f, "{size} has more than {} codes, too many for a tree", Tree::MOST_CODES)
            }
            NoTree::Random => {
                f.write_str("it draws random numbers, so that its guesses do not follow from the history")
            }
            NoTree::Illegal(guess) => write!(f, "it guesses {guess}, which is no code of the game"),
            NoTree::Endless(guesses) => write!(f, "after {guesses} guesses it has not found every secret"),
        }
    }
}

impl Error for NoTree {}

impl Tree {
    /// With more codes there are no trees: so many take some 200 MB.
    pub const MOST_CODES: u64 = 2_000_000;

    /// The tree of a prepared player for every secret of the size, found by asking the player after every history. It plays as
    /// many games at once as there are threads, each with a copy of the player.
    ///
    /// # Errors
    /// [`NoTree`] when the player draws random numbers, guesses illegally or does not find every secret, or there are more
    /// than [`Tree::MOST_CODES`] codes.
    pub fn by_asking(player: &PlayerInstance, size: Size) -> Result<Tree, NoTree> {
        if size.count_at_most(Tree::MOST_CODES).is_none() {
            return Err(NoTree::Large(size));
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
) -> Result<Branch, NoTree> {
    if turns.len() == MOST_GUESSES {
        return Err(NoTree::Endless(MOST_GUESSES));
    }
    let mut rng = Rng::new(0);
    let guess = player.guess(turns, &mut rng);
    if rng != Rng::new(0) {
        return Err(NoTree::Random);
    }
    if !size.is_legal(&guess) {
        return Err(NoTree::Illegal(guess));
    }
    let (wins, cells) = cells(&guess, secrets, size);
    let cells = cells.into_iter().enumerate().filter(|(_, cell)| !cell.is_empty());
    let cells = cells.map(|(index, cell)| (Feedback::from_index(index), cell, player.snapshot()));
    let follow = |(feedback, cell, player): (Feedback, Vec<Code>, Box<dyn RoundSnapshot>), turns: &mut Vec<Turn>| {
        turns.push(Turn { guess, feedback });
        let next = branch(player, &cell, turns, size);
        turns.pop();
        Ok((feedback, next?))
    };
    let next: Result<Vec<_>, NoTree> = if secrets.len() < FORK {
        cells.map(|cell| follow(cell, turns)).collect()
    } else {
        let cells: Vec<_> = cells.collect();
        cells.into_par_iter().map_init(|| turns.clone(), |turns, cell| follow(cell, turns)).collect()
    };
    Ok(Branch::new(size.rank(&guess) as u32, wins, next?))
}

/// Whether the guess is one of the secrets, and those that give each other response, in the order of its index.
pub(super) fn cells(guess: &Code, secrets: &[Code], size: Size) -> (bool, Vec<Vec<Code>>) {
    let mut cells: Vec<Vec<Code>> = vec![Vec::new(); Feedback::values(size.pegs())];
    for secret in secrets {
        if let Some(cell) = cells.get_mut(secret.feedback(guess).index()) {
            cell.push(*secret);
        }
    }
    let wins = cells.pop().is_some_and(|won| !won.is_empty());
    (wins, cells)
}
