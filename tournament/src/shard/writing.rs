//! Writing the file of a shard.

use super::{
    format::{HashedWriter, MAGIC},
    header::ShardHeader,
};
use crate::{
    FileError, Match,
    files::Replacement,
    journal::{JournalEntry, write_frame, write_text},
    known::KnownRounds,
};
use std::{
    borrow::Cow,
    io::{self, Write},
    path::Path,
};

/// Writes the file of a shard that was played, whole or not at all.
pub fn write_shard(
    folder: &Path,
    mut header: ShardHeader,
    matches: &[Match],
    rounds: &mut dyn KnownRounds,
) -> Result<(), FileError> {
    let path = folder.join(header.shard.file_name());
    let error = |e: io::Error| FileError::new(&path, "write", e);
    header.manifest.finish();
    let mut file = HashedWriter::new(Replacement::new(&path)?);
    let text = serde_json::to_vec(&header).map_err(|e| error(e.into()))?;
    file.write_all(&MAGIC).and_then(|()| write_text(&mut file, &text)).map_err(error)?;
    let mut entries = 0;
    for part in &header.parts {
        let game = &matches[part.game];
        let known = rounds.of_match(game);
        let mut write = |entry: &JournalEntry<'_>| {
            entries += 1;
            write_frame(&mut file, part.game, entry).map_err(error)
        };
        for time in known.preparations {
            write(&JournalEntry::Prepared(time))?;
        }
        if let Some(reason) = known.refusal {
            write(&JournalEntry::Refused(reason))?;
        }
        let mut next = part.first;
        while next <= known.rounds {
            let batch = rounds.read(game, next)?;
            if batch.is_empty() {
                return Err(FileError::new(&path, "write", "rounds of its journal are missing"));
            }
            next = batch.next();
            write(&JournalEntry::Rounds(Cow::Owned(batch)))?;
        }
    }
    file.finish(entries)
}
