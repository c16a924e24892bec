//! A tree to be walked from one guess to the next.

use super::{Branch, Numbers, Secrets, Tree};
use scsa::{Code, Feedback, Size, Turn};

/// A tree in one piece: its situations by their depth, those that follow on one beside each other. A step takes a binary
/// search among those.
#[derive(Debug)]
pub(crate) struct Walk {
    numbers: Numbers,
    secrets: Secrets,
    situations: Box<[Situation]>,
}

/// A situation, 16 bytes.
#[derive(Clone, Copy, Debug)]
struct Situation {
    guess: u32,
    /// The first situation that follows, and how many do.
    next: u32,
    responses: u16,
    /// The index of the response that led here.
    response: u16,
    wins: bool,
}

impl Walk {
    pub fn new(tree: &Tree) -> Walk {
        let mut branches = vec![(0, &tree.root)];
        let mut situations = Vec::new();
        while let Some((response, branch)) = branches.get(situations.len()).copied() {
            let (next, responses) = (branches.len() as u32, branch.next.len() as u16);
            situations.push(Situation { guess: branch.guess, next, responses, response, wins: branch.wins });
            branches.extend(branch.next.iter().map(|(response, branch)| (*response, branch)));
        }
        Walk { numbers: tree.numbers.clone(), secrets: tree.secrets, situations: situations.into() }
    }

    pub const fn size(&self) -> Size {
        self.numbers.size()
    }

    /// The guess after these turns. Responses that no secret of the tree gives lead nowhere: what was guessed is guessed
    /// again.
    pub fn guess(&self, turns: &[Turn]) -> Code {
        let after = |at, turn: &Turn| self.after(at, turn.feedback).unwrap_or(at);
        let at = turns.iter().fold(0, after);
        self.numbers.code(self.situations.get(at).map_or(0, |here| here.guess))
    }

    /// The place of the situation after that response; none where no secret gives it.
    fn after(&self, at: usize, feedback: Feedback) -> Option<usize> {
        let here = self.situations.get(at)?;
        let place = self.next(here).binary_search_by_key(&(feedback.index() as u16), |next| next.response).ok()?;
        Some(here.next as usize + place)
    }

    /// The situations that follow on one.
    fn next(&self, here: &Situation) -> &[Situation] {
        self.situations.get(here.next as usize..).and_then(|next| next.get(..here.responses.into())).unwrap_or_default()
    }

    /// The tree again.
    pub fn tree(&self) -> Tree {
        let leaf = Branch::leaf(0);
        let root = self.situations.first().map_or(leaf, |root| self.branch(root));
        Tree { numbers: self.numbers.clone(), secrets: self.secrets, root }
    }

    fn branch(&self, here: &Situation) -> Branch {
        let next = self.next(here).iter().map(|next| (next.response, self.branch(next))).collect();
        Branch { guess: here.guess, wins: here.wins, next }
    }
}
