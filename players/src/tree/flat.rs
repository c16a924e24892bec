//! A strategy tree in one array, for playing.

use super::{Branch, CodeTable, Secrets, Tree};
use scsa::{Code, Feedback, Size, Turn};

/// A tree in one array: its situations in breadth-first order, so that the successors of one are adjacent. A step takes a binary
/// search among them.
#[derive(Debug)]
pub(crate) struct FlatTree {
    codes: CodeTable,
    secrets: Secrets,
    situations: Box<[Situation]>,
}

/// A situation, 16 bytes.
#[derive(Clone, Copy, Debug)]
struct Situation {
    guess: u32,
    /// The index of the first successor, and the number of successors.
    first: u32,
    successors: u16,
    /// The index of the feedback that leads here.
    feedback: u16,
    wins: bool,
}

impl FlatTree {
    pub fn new(tree: &Tree) -> FlatTree {
        let mut branches = vec![(0, &tree.root)];
        let mut situations = Vec::new();
        while let Some((feedback, branch)) = branches.get(situations.len()).copied() {
            let (first, successors) = (branches.len() as u32, branch.next.len() as u16);
            situations.push(Situation { guess: branch.guess, first, successors, feedback, wins: branch.wins });
            branches.extend(branch.next.iter().map(|(feedback, branch)| (*feedback, branch)));
        }
        FlatTree { codes: tree.codes.clone(), secrets: tree.secrets, situations: situations.into() }
    }

    pub const fn size(&self) -> Size {
        self.codes.size()
    }

    /// The guess after these turns: of the guesses that the tree leads to, the first that was not answered. Feedback that no secret of
    /// the tree gives is skipped, so that the last guess is repeated.
    pub fn guess(&self, turns: &[Turn]) -> Code {
        self.own_guess(turns).unwrap_or_else(|| {
            let (mut index, mut unread) = (0, turns.to_vec());
            loop {
                let guess = self.guess_at(index);
                let Some(place) = unread.iter().position(|turn| turn.guess == guess) else { return guess };
                index = self.after(index, unread.remove(place).feedback).unwrap_or(index);
            }
        })
    }

    /// The guess after these turns, if they are a game of the tree.
    pub fn own_guess(&self, turns: &[Turn]) -> Option<Code> {
        let after =
            |index, turn: &Turn| self.after(index, turn.feedback).filter(|_| self.guess_at(index) == turn.guess);
        turns.iter().try_fold(0, after).map(|index| self.guess_at(index))
    }

    fn guess_at(&self, index: usize) -> Code {
        self.codes.code(self.situations.get(index).map_or(0, |situation| situation.guess))
    }

    /// The index of the situation after that feedback; none if no secret gives it.
    fn after(&self, index: usize, feedback: Feedback) -> Option<usize> {
        let situation = self.situations.get(index)?;
        let key = feedback.index() as u16;
        let offset = self.successors(situation).binary_search_by_key(&key, |next| next.feedback).ok()?;
        Some(situation.first as usize + offset)
    }

    fn successors(&self, situation: &Situation) -> &[Situation] {
        let from_first = self.situations.get(situation.first as usize..);
        from_first.and_then(|next| next.get(..situation.successors.into())).unwrap_or_default()
    }

    /// The tree with its branches.
    pub fn to_tree(&self) -> Tree {
        let leaf = Branch::leaf(0);
        let root = self.situations.first().map_or(leaf, |root| self.branch(root));
        Tree { codes: self.codes.clone(), secrets: self.secrets, root }
    }

    fn branch(&self, situation: &Situation) -> Branch {
        let next = self.successors(situation).iter().map(|next| (next.feedback, self.branch(next))).collect();
        Branch { guess: situation.guess, wins: situation.wins, next }
    }
}
