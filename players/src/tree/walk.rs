//! A tree to be walked from one guess to the next.

use super::Tree;
use scsa::{Code, Feedback, Size};

/// A tree in one piece: its situations by their depth, those that follow on one beside each other. A step takes a binary
/// search among those.
#[derive(Debug)]
pub(super) struct Walk {
    size: Size,
    situations: Box<[Situation]>,
}

/// A situation, 12 bytes.
#[derive(Clone, Copy, Debug)]
struct Situation {
    guess: u32,
    /// The first situation that follows, and how many do.
    next: u32,
    responses: u16,
    /// The index of the response that led here.
    response: u16,
}

impl Walk {
    pub fn new(tree: &Tree) -> Walk {
        let mut branches = vec![(0, tree.root())];
        let mut situations = Vec::new();
        while let Some((response, branch)) = branches.get(situations.len()).copied() {
            let (guess, next, responses) = (branch.guess, branches.len() as u32, branch.next.len() as u16);
            situations.push(Situation { guess, next, responses, response });
            branches.extend(branch.next.iter().map(|(response, branch)| (*response, branch)));
        }
        Walk { size: tree.size(), situations: situations.into() }
    }

    pub const fn size(&self) -> Size {
        self.size
    }

    /// The guess in a situation, the first one being 0.
    pub fn guess(&self, situation: u32) -> Code {
        self.size.code(self.situations.get(situation as usize).map_or(0, |here| here.guess.into()))
    }

    /// The situation after that response; none where no secret gives it.
    pub fn after(&self, situation: u32, feedback: Feedback) -> Option<u32> {
        let here = self.situations.get(situation as usize)?;
        let next = self.situations.get(here.next as usize..)?.get(..here.responses.into())?;
        let place = next.binary_search_by_key(&(feedback.index() as u16), |situation| situation.response).ok()?;
        Some(here.next + place as u32)
    }
}
