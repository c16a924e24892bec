//! Tournaments that differ in their seeds alone: how much the results vary between them.

use super::{Show, ShowFormat};
use crate::failure::Failure;
use crate::present::{By, FolderLeaderboard, JoinedFolders, Sheet, counted, stdout, tables};
use crate::settings::selection;
use std::path::PathBuf;
use tournament::compare::{Estimate, LeaderboardEntry};
use tournament::{Likeness, Manifest};

/// Whether these are several folders that were played with different seeds, and are equal otherwise.
pub fn differ_in_seed(folders: &[PathBuf]) -> bool {
    let manifests: Result<Vec<_>, _> =
        folders.iter().filter(|_| folders.len() > 1).map(|path| Manifest::read(path)).collect();
    let Ok(manifests) = manifests else { return false };
    !manifests.is_empty()
        && manifests.iter().enumerate().all(|(place, manifest)| {
            let seeds_differ = manifests[..place].iter().all(|other| other.seed != manifest.seed);
            let with_same_seed = Manifest { seed: manifests[0].seed, ..manifest.clone() };
            seeds_differ && manifests[0].differences(&with_same_seed, Likeness::Rounds).is_empty()
        })
}

impl Show {
    /// A row for each player that all folders rank, with a column for each seed.
    pub fn show_seeds(&self, folders: &[PathBuf]) -> Result<(), Failure> {
        ensure!(
            matches!(self.format, ShowFormat::Table | ShowFormat::Markdown),
            "tournaments of different seeds are shown as table or markdown; give --format table, or one folder"
        );
        ensure!(
            self.sort.is_none() && self.columns.is_none(),
            "--sort and --columns order and choose the columns of a leaderboard; give one folder, or folders of one seed"
        );
        let game = self.size.as_deref().map(selection::game).transpose()?;
        let (name, decimals): (_, usize) = match self.by {
            By::Score => ("SCORE per 100 rounds", 1),
            By::Guesses => ("Mean guesses", 3),
            By::Time | By::Wins => {
                bail!("tournaments of different seeds are compared by score or guesses; give one of them with --by")
            }
        };
        let estimate = |entry: &LeaderboardEntry| -> Option<Estimate> {
            if self.by == By::Score { Some(entry.score) } else { entry.guesses }
        };
        let mut seeds = Vec::new();
        let mut boards = Vec::new();
        for path in folders {
            let mut joined = JoinedFolders::read(std::slice::from_ref(path))?;
            joined.retain_players(&self.players)?;
            game.map_or(Ok(()), |game| joined.retain_game(game))?;
            seeds.push(joined.folders[0].manifest.as_ref().map_or(String::new(), |manifest| manifest.seed.to_string()));
            boards.push(FolderLeaderboard::new(joined.leaderboard_input(), self.by).board);
        }
        ensure!(
            boards.iter().all(|board| board.matches == boards[0].matches),
            "the players of these folders did not play the same matches; give tournaments that differ in their seeds alone"
        );
        let rounds = boards.iter().map(|board| board.rounds).min().unwrap_or(0);
        let (matches, rounds) = (counted(boards[0].matches.len(), "match"), counted(rounds, "round"));
        let title = format!("{name} by seed: {matches} and {rounds} per player and seed");
        let mut sheet = Sheet::new(title, ["player"]);
        sheet.header.extend(seeds.iter().map(|seed| format!("seed {seed}")));
        sheet.header.extend(["mean", "sd", "expected sd"].map(str::to_owned));
        for entry in &boards[0].entries {
            let own =
                boards.iter().map(|board| estimate(board.entries.iter().find(|other| other.player == entry.player)?));
            let Some(own) = own.collect::<Option<Vec<Estimate>>>() else { continue };
            let n = own.len() as f64;
            let mean = own.iter().map(|one| one.mean).sum::<f64>() / n;
            let variance = own.iter().map(|one| (one.mean - mean).powi(2)).sum::<f64>() / (n - 1.0);
            let expected: Option<f64> = own.iter().map(|one| one.standard_error.map(|error| error * error)).sum();
            let number = |value: f64| format!("{value:.decimals$}");
            let values = own.iter().map(|one| number(one.mean)).chain([number(mean), number(variance.sqrt())]);
            let expected = expected.map_or_else(tables::dash, |sum| number((sum / n).sqrt()));
            sheet.rows.push([entry.player.clone()].into_iter().chain(values).chain([expected]).collect());
        }
        sheet.notes.push(
            "sd: the standard deviation between the seeds; expected sd: the standard deviation that would follow from the spread of the rounds alone.".to_owned(),
        );
        Ok(sheet.write(&mut stdout(), self.format == ShowFormat::Markdown)?)
    }
}
