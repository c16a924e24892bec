//! What was read, and whether it is a tree.

use super::{Branch, NoTree, Tree, build::cells, history};
use crate::notation::Notation;
use scsa::{Code, Feedback, Size};
use std::{error::Error, fmt};

/// A branch as it was read.
#[derive(Debug, Default)]
pub(super) struct Draft {
    /// The guess; none where only longer histories were read.
    pub guess: Option<Code>,
    pub next: Vec<(Feedback, Draft)>,
}

/// Why a text is no tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadTree {
    /// It is not of its form; what the reader says, with a line.
    Form(String),
    /// Its size cannot be used, for this reason.
    Size(String),
    /// It is wrong after this history, as in `|RW|W`.
    After(String, Wrong),
}

/// What is wrong in a tree after some history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The guess is no code of any size.
    Text(String),
    /// The guess is no code of the size.
    Guess(String, Size),
    /// This is no response.
    Response(String),
    /// There is no guess.
    NoGuess,
    /// There are two guesses.
    Repeated,
    /// The game is won, and yet there is a guess.
    Won,
    /// No secret of the size gives these responses.
    Impossible(Size),
    /// The secret gives this response, and what to guess then is missing.
    Missing {
        /// The response: `RW`.
        response: String,
        /// The secret.
        secret: String,
    },
    /// The game is longer than [`Tree::LONGEST`].
    Long,
}

impl Tree {
    /// No game of a tree in a file is longer, in guesses.
    pub const LONGEST: usize = 250;
}

impl fmt::Display for BadTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadTree::Form(reason) | BadTree::Size(reason) => f.write_str(reason),
            BadTree::After(history, wrong) if history.is_empty() => write!(f, "at the first guess: {wrong}"),
            BadTree::After(history, wrong) => write!(f, "after {history}: {wrong}"),
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Guess(text, size) => {
                let last = Code::uniform(*size, size.last_color());
                let example = Notation::of(*size).code(&last);
                write!(f, "the guess {text} is no code of {size}; one up to {example} was expected")
            }
            Wrong::Text(text) => {
                write!(f, "{text:?} is no code; one was expected in digits, as 1122, or letters, as AABB")
            }
            Wrong::Response(text) => {
                write!(f, "{text:?} is no response; an R for each black peg was expected, then a W for each white one")
            }
            Wrong::NoGuess => f.write_str("a guess is missing"),
            Wrong::Repeated => f.write_str("a second guess, where one was expected"),
            Wrong::Won => f.write_str("a guess, where the game is won"),
            Wrong::Impossible(size) => write!(f, "no secret of {size} gives these responses"),
            Wrong::Missing { response, secret } => {
                write!(
                    f,
                    "a guess for the response '{response}' is missing, so that the secret {secret} is never guessed"
                )
            }
            Wrong::Long => write!(f, "a game of more than {} guesses", Tree::LONGEST),
        }
    }
}

impl Error for BadTree {}

impl Draft {
    /// The tree for every secret of that size; without a size it is the least that has all guesses.
    pub fn tree(self, size: Option<Size>) -> Result<Tree, BadTree> {
        let size = match size {
            Some(size) => size,
            None => self.least_size().ok_or_else(|| BadTree::After(String::new(), Wrong::NoGuess))?,
        };
        if size.count_up_to(Tree::MOST_CODES).is_none() {
            return Err(BadTree::Size(format!("its size {}", NoTree::Large(size))));
        }
        let secrets: Vec<Code> = size.codes().collect();
        let root = self.branch(size, &secrets, &mut Vec::new())?;
        Ok(Tree::new(size, root))
    }

    fn least_size(&self) -> Option<Size> {
        Size::new(self.guess?.len(), self.colors()).ok()
    }

    fn colors(&self) -> usize {
        let here = self.guess.iter().flat_map(Code::pegs).map(|color| color.index() + 1).max();
        self.next.iter().map(|(_, draft)| draft.colors()).max().max(here).unwrap_or(0)
    }

    fn branch(self, size: Size, secrets: &[Code], responses: &mut Vec<Feedback>) -> Result<Branch, BadTree> {
        let wrong = |responses: &[Feedback], wrong| BadTree::After(history(responses), wrong);
        let guess = self.guess.ok_or_else(|| wrong(responses, Wrong::NoGuess))?;
        if !size.admits(&guess) {
            let text = Notation::of(size).code(&guess);
            return Err(wrong(responses, Wrong::Guess(text, size)));
        }
        let (wins, mut cells) = cells(&guess, secrets, size);
        let mut next = Vec::with_capacity(self.next.len());
        for (feedback, draft) in self.next {
            responses.push(feedback);
            if feedback == Feedback::new(size.pegs() as u8, 0) {
                return Err(wrong(responses, Wrong::Won));
            }
            let cell = cells.get_mut(feedback.index()).map(std::mem::take).filter(|cell| !cell.is_empty());
            let cell = cell.ok_or_else(|| wrong(responses, Wrong::Impossible(size)))?;
            next.push((feedback, draft.branch(size, &cell, responses)?));
            responses.pop();
        }
        let left = cells.iter().enumerate().find_map(|(index, cell)| Some((index, cell.first()?)));
        if let Some((index, secret)) = left {
            let response = history::response(Feedback::from_index(index));
            let secret = Notation::of(size).code(secret);
            return Err(wrong(responses, Wrong::Missing { response, secret }));
        }
        Ok(Branch::new(size.place(&guess) as u32, wins, next))
    }
}
