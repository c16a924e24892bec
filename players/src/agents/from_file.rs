//! The player of a strategy tree in a file.

use crate::{
    Briefing, ParameterizedEntrant, Player, PlayerInstance, Refusal,
    tree::{FlatTree, Tree, TreeFile},
};
use scsa::{Code, Rng, Size, Turn};
use std::sync::Arc;

/// Plays the tree of a file, at the size of the tree: `tree:knuth.json`. After feedback that no secret of the tree gives, it
/// repeats its last guess.
#[derive(Clone, Debug)]
pub struct FromFile {
    tree: Arc<FlatTree>,
}

impl Player for FromFile {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        self.tree.guess(turns)
    }
}

/// The tree of a player of this kind; none for other players.
pub fn tree(player: &PlayerInstance) -> Option<Tree> {
    player.downcast_ref::<FromFile>().map(|player| player.tree.to_tree())
}

impl ParameterizedEntrant for FromFile {
    const NAME: &'static str = "tree";
    const SUMMARY: &'static str =
        "plays the strategy of a file that `arena tree PLAYER --json FILE` (or --csv) has written";
    const PARAMETER: &'static str = "FILE";
    type Parameter = TreeFile;

    fn only_size(file: &TreeFile) -> Option<Size> {
        Some(file.tree().size())
    }

    fn prepare(briefing: &Briefing, file: &TreeFile) -> Result<FromFile, Refusal> {
        let size = file.tree().size();
        if size != briefing.size {
            let reason = format!("the tree of {file} is for {size}");
            return Err(Refusal::new(reason).with_hint(format!("choose the size {size}")));
        }
        Ok(FromFile { tree: Arc::clone(file.tree()) })
    }
}
