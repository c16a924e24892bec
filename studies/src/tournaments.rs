//! The tournaments of a study.

use crate::{
    file_set::FileSet,
    monitor::Monitor,
    study::{Context, StudyError},
};
use std::{ops::ControlFlow, path::PathBuf};
use tournament::{
    FolderLock, History, Match, Observer, Plan, PlayError, Progress, ResultFiles, Results, RoundRecord,
    play_with_manifest,
};

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

/// Called for every round of the tournaments, with its tournament and match.
pub type RecordObserver<'a> = &'a mut dyn FnMut(&StudyTournament, &Match, &RoundRecord);

/// Plays tournaments in order, each into its folder with a manifest. The files of an earlier study are removed once all
/// folders can be written.
///
/// # Errors
/// [`StudyError::Folder`] before anything is played, [`StudyError::Play`] and [`StudyError::File`] after that.
pub fn play_all(
    tournaments: &[StudyTournament],
    set: &FileSet,
    context: &Context<'_>,
    record: RecordObserver<'_>,
) -> Result<Vec<Results>, StudyError> {
    let mut begun: Vec<(&StudyTournament, ResultFiles, PathBuf)> = Vec::new();
    for tournament in tournaments {
        let folder = set.path(&tournament.folder);
        let files = FolderLock::acquire(&folder).and_then(|lock| ResultFiles::begin(lock, tournament.keeps_rounds));
        begun.push((tournament, files.map_err(StudyError::Folder)?, folder));
    }
    let kept: Vec<PathBuf> = begun.iter().map(|(_, _, folder)| folder.clone()).collect();
    set.clear(&kept).map_err(StudyError::Folder)?;
    context.monitor.begin("rounds", tournaments.iter().map(|one| one.plan.total_rounds()).sum());
    let mut results = Vec::new();
    for (tournament, files, folder) in begun {
        results.push(play_one(tournament, files, folder, context, record)?);
    }
    Ok(results)
}

fn play_one(
    tournament: &StudyTournament,
    files: ResultFiles,
    folder: PathBuf,
    context: &Context<'_>,
    record: RecordObserver<'_>,
) -> Result<Results, StudyError> {
    if context.monitor.is_interrupted() {
        files.discard();
        return Err(StudyError::Play(folder, PlayError::Stopped));
    }
    let mut observer = StudyObserver { monitor: context.monitor, done: 0, tournament, record };
    let program = context.program.clone();
    play_with_manifest(&tournament.plan, &context.workers, program, files, History::none(), &mut observer).map_err(
        |e| match e {
            PlayError::Manifest(e) => StudyError::Folder(e),
            e => StudyError::Play(folder, e),
        },
    )
}

/// Passes the progress and the rounds of a tournament on.
struct StudyObserver<'a> {
    monitor: &'a dyn Monitor,
    /// The rounds of this tournament that were passed on.
    done: u64,
    tournament: &'a StudyTournament,
    record: RecordObserver<'a>,
}

impl Observer for StudyObserver<'_> {
    fn progress(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        let game = progress.latest;
        let subject = format!("{} against {} at {}", game.player.name(), game.codemaker.name(), game.size);
        self.monitor.advance(progress.rounds.saturating_sub(self.done), &subject);
        self.done = progress.rounds;
        if self.monitor.is_interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn record(&mut self, game: &Match, record: &RoundRecord) {
        (self.record)(self.tournament, game, record);
    }
}
