//! The tournaments of a study.

use crate::{
    file_set::FileSet,
    monitor::Monitor,
    study::{Context, StudyError},
};
use std::path::PathBuf;
use tournament::{Manifest, Match, Plan, PlayError, Progress, ResultFiles, Results, play};

/// A tournament of a study, in a folder of its own.
#[derive(Clone, Debug)]
pub struct StudyTournament {
    /// The folder below that of the study.
    pub folder: String,
    /// What is played.
    pub plan: Plan,
    /// Whether the rows of single rounds are kept.
    pub keeps_rounds: bool,
}

/// Plays tournaments in order, each into its folder with a manifest. The files of an earlier study are removed once all
/// folders can be written.
///
/// # Errors
/// [`StudyError::Folder`] before anything is played, [`StudyError::Play`] and [`StudyError::File`] after that.
pub fn play_all(
    tournaments: &[StudyTournament],
    set: &FileSet,
    context: &Context<'_>,
) -> Result<Vec<Results>, StudyError> {
    let mut begun: Vec<(&Plan, ResultFiles, PathBuf)> = Vec::new();
    for StudyTournament { folder, plan, keeps_rounds } in tournaments {
        let folder = set.path(folder);
        let begin = if *keeps_rounds { ResultFiles::create } else { ResultFiles::create_without_rounds };
        begun.push((plan, begin(&folder).map_err(StudyError::Folder)?, folder));
    }
    let kept: Vec<PathBuf> = begun.iter().map(|(_, _, folder)| folder.clone()).collect();
    set.clear(&kept).map_err(StudyError::Folder)?;
    context.monitor.begin("rounds", tournaments.iter().map(|one| one.plan.rounds()).sum());
    begun.into_iter().map(|(plan, files, folder)| play_one(plan, files, folder, context)).collect()
}

fn play_one(plan: &Plan, files: ResultFiles, folder: PathBuf, context: &Context<'_>) -> Result<Results, StudyError> {
    if context.monitor.is_interrupted() {
        files.discard();
        return Err(StudyError::Play(folder, PlayError::Stopped));
    }
    let mut manifest = Manifest::begin(plan, context.command.clone(), context.jobs());
    if let Err(e) = manifest.write(&folder) {
        files.discard();
        return Err(StudyError::Folder(e));
    }
    let mut progress = RoundProgress { monitor: context.monitor, done: 0 };
    let results = match play(plan, &context.workers, files, &mut progress) {
        Ok(results) => results,
        Err(e) => return Err(StudyError::Play(folder, e)),
    };
    manifest.finish();
    manifest.write(&folder)?;
    Ok(results)
}

/// Passes the progress of a tournament on.
struct RoundProgress<'a> {
    monitor: &'a dyn Monitor,
    /// The rounds of this tournament that were passed on.
    done: u64,
}

impl Progress for RoundProgress<'_> {
    fn rounds(&mut self, done: u64, game: &Match) -> bool {
        let subject = format!("{} against {} at {}", game.player.name(), game.codemaker.name(), game.size);
        self.monitor.advance(done.saturating_sub(self.done), &subject);
        self.done = done;
        !self.monitor.is_interrupted()
    }
}
