//! The page of results folders.

use crate::{
    commands::report::{
        differences::differences, distributions::distributions, page_data::PageData, played_rounds::PlayedRounds,
    },
    playing::setup_lines,
    present::{
        joined_folders::JoinedFolders,
        leaderboard::{By, FolderLeaderboard},
    },
};

/// What a page shows of results folders, without replays: the sentence stands in their place.
pub fn gather(joined: &JoinedFolders, why_no_replays: &str) -> PageData {
    let board = FolderLeaderboard::new(joined.leaderboard_input(), By::Score);
    let mut page = PageData::new(setup_lines::lines(joined), &joined.results, &board, why_no_replays);
    match &joined.rounds {
        Ok(table) => {
            page.distributions = distributions(&PlayedRounds { grid: &page.grid, table });
            page.differences = match page.leaderboard.rows.len() {
                0 | 1 => Err("There are no two players with common rounds.".to_owned()),
                _ => Ok(differences(&page.grid, table)),
            };
        }
        Err(reason) => {
            page.distributions = Err(format!("Not on this page, because {reason}."));
            page.differences = page.distributions.clone().map(|_| Vec::new());
        }
    }
    joined.folders.iter().fold(page, |page, folder| {
        page.with_folder(folder.path, joined.rounds_played(folder), folder.manifest.as_ref().ok())
    })
}
