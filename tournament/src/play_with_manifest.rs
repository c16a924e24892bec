//! Playing a tournament with its manifest.

use crate::{
    ResultFiles, Results, Workers,
    history::History,
    manifest::{Manifest, ProgramDescription},
    observer::Observer,
    plan::Plan,
    play::play_and_keep,
    play_error::PlayError,
};

/// Plays a tournament as [`play_on`](crate::play_on) does, and writes its manifest into the folder of the files: before the first
/// round, and again with the time of the end after the last one.
///
/// # Errors
/// [`PlayError::Manifest`] when the first manifest cannot be written: nothing is played, and the files that were begun are
/// removed. Otherwise as [`play_on`](crate::play_on); the manifest then has no end.
///
/// ```
/// use tournament::{Codemakers, History, Manifest, Plan, ProgramDescription, ResultFiles, Workers, play_with_manifest};
/// let codemaker = Codemakers::builtin().find("insert-colors")?.unwrap();
/// let plan = Plan::new([players::find("rao")?], [codemaker], ["4x6".parse()?]).rounds(10);
/// let folder = tempfile::tempdir()?;
/// let files = ResultFiles::create(folder.path())?;
/// play_with_manifest(&plan, &Workers::Threads(2), ProgramDescription::default(), files, History::none(), &mut ())?;
/// let manifest = Manifest::read(folder.path())?;
/// assert_eq!((manifest.rounds, manifest.jobs, manifest.finished.is_some()), (10, 2, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_with_manifest(
    plan: &Plan,
    workers: &Workers,
    program: ProgramDescription,
    files: ResultFiles,
    mut history: History,
    observer: &mut dyn Observer,
) -> Result<Results, PlayError> {
    let folder = files.folder().to_owned();
    let mut manifest = Manifest::begin(plan, program, workers.number());
    if let Some(before) = history.manifest.take() {
        manifest.resume(before);
    }
    if let Err(e) = manifest.write(&folder) {
        files.discard();
        if let Some(journal) = history.journal.filter(|_| !history.is_resumed) {
            // Nothing was played. A journal that cannot be removed stays, without a round.
            let _ = journal.remove();
        }
        return Err(PlayError::Manifest(e));
    }
    let (results, journal) = play_and_keep(plan, workers, files, history, observer)?;
    manifest.finish();
    manifest.write(&folder)?;
    if let Some(journal) = journal {
        journal.remove()?;
    }
    Ok(results)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Codemakers, files};
    use std::fs;

    #[test]
    fn nothing_is_played_without_a_manifest() {
        let codemaker = Codemakers::builtin().find("insert-colors").unwrap().unwrap();
        let plan = Plan::new([players::find("rao").unwrap()], [codemaker], ["4x6".parse().unwrap()]).rounds(1);
        let folder = tempfile::tempdir().unwrap();
        let files = ResultFiles::create(folder.path()).unwrap();
        fs::create_dir(folder.path().join(files::MANIFEST)).unwrap();
        let workers = Workers::Threads(1);
        let error = play_with_manifest(&plan, &workers, ProgramDescription::default(), files, History::none(), &mut ())
            .unwrap_err();
        assert!(matches!(error, PlayError::Manifest(_)), "{error}");
        assert!(!folder.path().join(files::SUMMARY).exists());
    }
}
