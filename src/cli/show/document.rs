//! What readers of results see, whatever the format.

use crate::cli::{
    joined_folders::JoinedFolders,
    leaderboard::{self, FolderLeaderboard, Layout},
    scores, setup_lines,
    sheet::Sheet,
};

/// What readers of results see.
#[derive(Debug)]
pub struct Document<'a> {
    /// What was played.
    pub setup: Vec<String>,
    /// The ranked players.
    pub leaderboard: Sheet,
    /// The players of which there is more to say: headings, and below each players with a sentence.
    pub remarks: Vec<(&'static str, Vec<(&'a str, &'a str)>)>,
    /// The SCOREs by size.
    pub scores: Vec<Sheet>,
    /// What a reader of the SCOREs must know.
    pub notes: Vec<String>,
}

impl<'a> Document<'a> {
    pub fn new(joined: &JoinedFolders, board: &'a FolderLeaderboard, layout: &Layout) -> Document<'a> {
        Document {
            setup: setup_lines::lines(joined),
            leaderboard: leaderboard::sheet(board, layout),
            remarks: board.remarks(),
            scores: scores::sheets(&joined.results),
            notes: scores::notes(&joined.results),
        }
    }
}
