//! What takes the reports of a tournament that is played.

use crate::{FileError, batch::Batch, observer::Observer};
use std::time::Duration;

/// Takes what is reported of the matches, which are given by their indices.
pub trait Recorder {
    /// The index of the match that is being recorded. Rounds of later ones may have to wait in memory.
    fn current(&self) -> usize;

    /// The memory that waits to be recorded, in bytes.
    fn buffered(&self) -> usize;

    /// Whether no more rounds of a match are needed.
    fn is_over(&self, game: usize) -> bool;

    /// The player of a match was prepared in this CPU time.
    fn prepared(&mut self, game: usize, time: Duration);

    /// The player of a match does not play it.
    fn refused(&mut self, game: usize, reason: String);

    /// Takes the batch of a match, and records what can be recorded. `place` is its place in the journal, if there is one.
    fn add(
        &mut self,
        game: usize,
        batch: Batch,
        place: Option<u64>,
        observer: &mut dyn Observer,
    ) -> Result<(), FileError>;

    /// Records what can be recorded, and finishes the matches that are complete.
    fn write(&mut self, observer: &mut dyn Observer) -> Result<(), FileError>;

    /// No more rounds are played: records those that wait.
    fn stop(&mut self, observer: &mut dyn Observer) -> Result<(), FileError> {
        self.write(observer)
    }
}
