//! Playing a shard.

use crate::{
    plan::{Match, Plan},
    play::{
        PlayError,
        control_loop::{RoundsToPlay, play_matches},
        scheduler::PlayOrder,
        workers::Workers,
    },
    record::{
        Observer,
        files::{FileError, JOURNAL, remove_temporary},
        journal::{Journal, JournalRounds, fingerprint},
        known::{KnownMatch, KnownRounds},
        shard::{
            Part,
            file::{ShardHeader, write_shard},
            rounds::OtherShards,
        },
        summary::Status,
        writer::ResultWriter,
    },
};
use std::path::Path;

/// Plays a shard of a plan into a folder, in which other processes may play other shards. Its file is written when all its rounds are
/// played; until then they are in its journal, from which it goes on. `is_anew` says whether a journal that is there is replaced.
///
/// The observer sees the progress of this shard alone.
///
/// # Errors
/// [`PlayError::Manifest`] when nothing was played: the journal cannot be written, is that of another tournament, or another process
/// plays the shard. Otherwise as [`play`](crate::play()); the journal then has what was played.
pub fn play_shard(
    plan: &Plan,
    header: ShardHeader,
    folder: &Path,
    is_anew: bool,
    workers: &Workers,
    observer: &mut dyn Observer,
) -> Result<(), PlayError> {
    let path = folder.join(header.shard.journal_name());
    let own = header.shard.file_name();
    let (matches, mut rounds, journal) =
        play_parts(plan, &header.parts, header.identity(), &path, is_anew, workers, observer)?;
    // No other process plays this shard: its journal is locked.
    remove_temporary(folder, |name| name == own);
    write_shard(folder, header, &matches, &mut rounds)?;
    Ok(journal.remove()?)
}

/// Plays rounds of a plan into a journal in a folder, and returns them: of each match the rounds before its part count as known, but
/// cannot be read. By rules that end a match early, a part may have fewer rounds.
///
/// # Errors
/// As [`play_shard`].
pub fn replay(
    plan: &Plan,
    parts: &[Part],
    folder: &Path,
    workers: &Workers,
    observer: &mut dyn Observer,
) -> Result<JournalRounds, PlayError> {
    let path = folder.join(JOURNAL);
    Ok(play_parts(plan, parts, fingerprint(plan), &path, true, workers, observer)?.1)
}

/// Plays the parts of matches that are not in a journal yet. By rules that end a match early, a shard stops a match as soon as its own
/// rounds suffice for that. What other shards count in addition can only end the match earlier.
fn play_parts(
    plan: &Plan,
    parts: &[Part],
    identity: [u8; 16],
    path: &Path,
    is_anew: bool,
    workers: &Workers,
    observer: &mut dyn Observer,
) -> Result<(Vec<Match>, JournalRounds, Journal), PlayError> {
    let matches = matches_of(plan, parts);
    let others = || Box::new(OtherShards(parts.to_vec()));
    let (journal, rounds) =
        Journal::open_alone(path, identity, &matches, others(), is_anew).map_err(PlayError::Manifest)?;
    let before: Vec<KnownMatch> = matches.iter().map(|game| rounds.of_match(game)).collect();
    let writer = ResultWriter::new(plan, &matches, None, Box::new(rounds), Some(journal.reader()?));
    let mut pool = workers.start()?;
    // A shard is known when all of it is played.
    let parts_to_play = RoundsToPlay { plan, matches: &matches, before: &before, order: PlayOrder::MatchByMatch };
    let (writer, journal) = play_matches(&parts_to_play, writer, Some(journal), &mut *pool, observer)?;
    let changed = || FileError::new(path, "read", "it was changed while it was played; play it again");
    let (is_complete, results) = (writer.current() == matches.len(), writer.close()?);
    let rounds = JournalRounds::open(path, identity, &matches, others())?;
    let has_all = |part: &Part| {
        let is_over = results.summaries.get(part.game).is_some_and(|row| row.status != Status::Played);
        is_over || rounds.of_match(&matches[part.game]).rounds >= part.last
    };
    if !is_complete || !parts.iter().all(has_all) {
        return Err(changed().into());
    }
    Ok((matches, rounds, journal.ok_or_else(changed)?))
}

/// The matches of a plan, each up to the last round of its part; 0 rounds where there is none.
fn matches_of(plan: &Plan, parts: &[Part]) -> Vec<Match> {
    let mut matches = plan.matches();
    matches.iter_mut().for_each(|game| game.rounds = 0);
    for part in parts {
        if let Some(game) = matches.get_mut(part.game) {
            game.rounds = part.last;
        }
    }
    matches
}
