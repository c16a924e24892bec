//! What was written down, and whether it is a tree.

use super::{Branch, Numbers, Secrets, Tree, build::cells, history};
use crate::notation::Notation;
use scsa::{Code, Feedback, Size};
use std::{error::Error, fmt};

/// A strategy as it was written down, which is a tree once it is checked ([`Tree::build`]): what is guessed after a history, and
/// what after each response.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// The guess; none where only longer histories were read.
    pub(super) guess: Option<Code>,
    pub(super) next: Vec<(Feedback, Draft)>,
}

/// Why something is no tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadTree {
    /// It is not of its form; what the reader says, with a line.
    Form(String),
    /// Its size cannot be used, for this reason.
    Size(String),
    /// Its secrets cannot be used, for this reason.
    Secrets(String),
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
    /// No secret gives these responses at the size.
    Impossible(Secrets, Size),
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

impl Draft {
    /// A guess, and what follows on each response.
    #[must_use]
    pub const fn new(guess: Code, next: Vec<(Feedback, Draft)>) -> Draft {
        Draft { guess: Some(guess), next }
    }
}

impl Tree {
    /// No game of a tree in a file, or of a draft, is longer, in guesses.
    pub const LONGEST: usize = 250;

    /// The tree of a draft, for these secrets. Every secret is played to see that there is a guess wherever one is needed, and
    /// nowhere else; this takes some 50 ns a guess. Where a codemaker can make all codes of the size, the tree is for
    /// [all codes](Secrets::All).
    ///
    /// # Errors
    /// [`BadTree`] says what is wrong, and after which history; or that there are more than [`Tree::MOST_CODES`] secrets, or
    /// none at that size.
    ///
    /// ```
    /// use players::tree::{Draft, Secrets, Tree};
    /// use scsa::{Feedback, algorithms::TwoColorAlternating};
    /// let (size, secrets) = ("20x2".parse()?, Secrets::Of(&TwoColorAlternating));
    /// let [one, other] = ["ABABABABABABABABABAB".parse()?, "BABABABABABABABABABA".parse()?];
    /// let draft = Draft::new(one, vec![(Feedback::new(0, 20), Draft::new(other, Vec::new()))]);
    /// let tree = Tree::build(size, secrets, draft.clone())?;
    /// assert_eq!((tree.lengths().secrets(), tree.lengths().total()), (2, 3));
    /// let reason = Tree::build("20x3".parse()?, secrets, draft).unwrap_err().to_string();
    /// assert!(reason.ends_with("so that the secret 23232323232323232323 is never guessed"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build(size: Size, secrets: Secrets, draft: Draft) -> Result<Tree, BadTree> {
        let list = secrets.list(size)?;
        let secrets = if size.count() == Some(list.len() as u64) { Secrets::All } else { secrets };
        let numbers = Numbers::of(size, draft.guesses());
        let root = Check { numbers: &numbers, secrets }.branch(draft, &list, &mut Vec::new())?;
        Ok(Tree { numbers, secrets, root })
    }
}

impl fmt::Display for BadTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadTree::Form(reason) | BadTree::Size(reason) | BadTree::Secrets(reason) => f.write_str(reason),
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
            Wrong::Impossible(secrets, size) => write!(f, "no secret of {} gives these responses", secrets.at(*size)),
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
    /// The tree for these secrets; without a size it is the least that has all guesses.
    pub(super) fn tree(self, size: Option<Size>, secrets: Secrets) -> Result<Tree, BadTree> {
        let size = match size {
            Some(size) => size,
            None => self.least_size().ok_or_else(|| BadTree::After(String::new(), Wrong::NoGuess))?,
        };
        Tree::build(size, secrets, self)
    }

    fn least_size(&self) -> Option<Size> {
        let colors = |code: Code| code.pegs().map(|color| color.index() + 1).max();
        Size::new(self.guess?.len(), self.guesses().filter_map(colors).max()?).ok()
    }

    /// All guesses, in no order.
    fn guesses(&self) -> impl Iterator<Item = Code> {
        let mut drafts = vec![self];
        let guesses = std::iter::from_fn(move || {
            let draft = drafts.pop()?;
            drafts.extend(draft.next.iter().map(|(_, next)| next));
            Some(draft.guess)
        });
        guesses.flatten()
    }
}

/// What a draft is checked for.
struct Check<'a> {
    numbers: &'a Numbers,
    secrets: Secrets,
}

impl Check<'_> {
    /// The branch of a draft after these responses, which these secrets give.
    fn branch(&self, draft: Draft, secrets: &[Code], responses: &mut Vec<Feedback>) -> Result<Branch, BadTree> {
        let wrong = |responses: &[Feedback], wrong| BadTree::After(history(responses), wrong);
        let size = self.numbers.size();
        if responses.len() >= Tree::LONGEST {
            return Err(wrong(responses, Wrong::Long));
        }
        let guess = draft.guess.ok_or_else(|| wrong(responses, Wrong::NoGuess))?;
        if !size.is_legal(&guess) {
            let text = Notation::of(size).code(&guess);
            return Err(wrong(responses, Wrong::Guess(text, size)));
        }
        let (wins, mut cells) = cells(&guess, secrets, size);
        let mut next: Vec<(Feedback, Branch)> = Vec::with_capacity(draft.next.len());
        for (feedback, draft) in draft.next {
            responses.push(feedback);
            if feedback == Feedback::new(size.pegs() as u8, 0) {
                return Err(wrong(responses, Wrong::Won));
            }
            if next.iter().any(|(known, _)| *known == feedback) {
                return Err(wrong(responses, Wrong::Repeated));
            }
            let cell = cells.get_mut(feedback.index()).map(std::mem::take).filter(|cell| !cell.is_empty());
            let cell = cell.ok_or_else(|| wrong(responses, Wrong::Impossible(self.secrets, size)))?;
            next.push((feedback, self.branch(draft, &cell, responses)?));
            responses.pop();
        }
        let left = cells.iter().enumerate().find_map(|(index, cell)| Some((index, cell.first()?)));
        if let Some((index, secret)) = left {
            let response = history::response(Feedback::from_index(index));
            let secret = Notation::of(size).code(secret);
            return Err(wrong(responses, Wrong::Missing { response, secret }));
        }
        Ok(Branch::new(self.numbers.number(&guess), wins, next))
    }
}
