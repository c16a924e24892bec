//! Merging shards.

use super::rounds::ShardRounds;
use crate::{
    FileError, Manifest, Plan, ResultFiles, Results, files, observer::Observer, play_error::PlayError,
    recorder::Recorder, writer::ResultWriter,
};

/// Writes the results of a tournament from its shards: the same `rounds.csv` and `summary.csv` as if it had been played by one
/// program. The manifest is written before and after.
///
/// Rules that end a match or disqualify a player are applied here, to all rounds in order. Memory does not grow with the number of
/// rounds.
///
/// # Errors
/// [`PlayError::Manifest`] when the manifest cannot be written; [`PlayError::File`] when a shard cannot be read, a file cannot be
/// written, or a match has neither all its rounds nor an end by the rules.
pub fn merge(
    plan: &Plan,
    shards: ShardRounds,
    files: ResultFiles,
    manifest: &Manifest,
    observer: &mut dyn Observer,
) -> Result<Results, PlayError> {
    let folder = files.folder().to_owned();
    if let Err(e) = (Manifest { finished: None, ..manifest.clone() }).write(&folder) {
        files.discard();
        return Err(PlayError::Manifest(e));
    }
    let matches = plan.matches();
    let mut writer = ResultWriter::new(plan, &matches, files, Box::new(shards), None);
    writer.write(observer)?;
    if let Some(game) = matches.get(writer.current()) {
        let (player, codemaker, size) = (game.player.name(), game.codemaker.name(), game.size);
        let reason = format!("the shards do not have all rounds of {player} against {codemaker} at {size}");
        return Err(FileError::new(&folder.join(files::ROUNDS), "write", reason).into());
    }
    let results = writer.close()?;
    manifest.write(&folder)?;
    Ok(results)
}
