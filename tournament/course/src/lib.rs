//! A course: who handed in what, and what of it counts. Nothing is printed, and nothing is played.
//!
//! A [`Roster`] has a row for every submission. An [`Archive`] is what a learning platform hands out, or a folder; [`submissions`] finds
//! who handed in what of it, and [`Files`] are the files of one submission.

mod archive;
mod files;
mod intake;
mod roster;
mod sealed;
mod times;

pub use archive::{Archive, Entry};
pub use files::Files;
pub use intake::{Submission, submissions};
pub use roster::{COLUMNS, MOST_BYTES, Roster, Row, Status, slug};
pub use sealed::Sealed;
pub use times::{days_late, now, utc};
