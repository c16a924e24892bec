//! The tournament harness: it plays players against codemakers and records the results.
//!
//! A [`Plan`] says which players meet which codemakers, in which games, by which rules; [`play_with_manifest`] plays it with
//! [`Workers`] and writes [`ResultFiles`] and a [`Manifest`]. A [`Referee`] plays a single round, [`Transcripts`] show games turn
//! by turn, and [`preflight`] checks a plan before anything is written.
//!
//! The crate does not print, read the environment or end the process. Everything but measured times follows from the [`Seed`] of the plan.
//!
//! Its rooms, each of which may use those before it, are `plan`, `record`, `play`, `check` and [`compare`]: `docs/architecture.md`.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

/// Declares a struct whose fields are the columns of a CSV file: with `COLUMNS`, their names in order, and `COLUMN_DOCS`, their doc
/// comments, which begin with a blank.
#[macro_export]
macro_rules! documented {
    (@doc doc = $text:literal) => { $text };
    (@doc $($other:tt)*) => { "" };
    ($(#[$($meta:tt)*])* pub struct $name:ident { $($(#[$($attribute:tt)*])* $vis:vis $field:ident: $type:ty,)* }) => {
        $(#[$($meta)*])*
        pub struct $name { $($(#[$($attribute)*])* $vis $field: $type,)* }

        impl $name {
            /// The names of the columns.
            pub const COLUMNS: &[&str] = &[$(stringify!($field)),*];
            /// What the columns contain, in their order, each after a blank.
            pub const COLUMN_DOCS: &[&str] = &[$(concat!($($crate::documented!(@doc $($attribute)*)),*)),*];
        }
    };
}

mod check;
pub mod compare;
mod plan;
mod play;
mod record;

pub use check::suspicion::{Suspicion, Suspicions};
pub use check::{Finding, Verdict, Verification, sample, verify};
pub use plan::codemaker::{CodeFile, CodeFileError, Codemaker, Codemakers, KnowledgePolicy, RecordedCodes};
pub use plan::{GuessLimits, Limits, Match, MatchKey, Plan, Registry, Rules, SCORE_ROUNDS, Seed, Streams};
pub use play::referee::Referee;
pub use play::transcript::{Transcript, Transcripts};
pub use play::worker::{WORKER, run_worker};
pub use play::workers::Workers;
pub use play::{History, PlayError, StartedWorkers, merge, play, play_shard, play_with_manifest, preflight, replay};
pub use player_api::registry::catch_panic;
pub use record::batch::{Round, RoundRecord, RoundTime};
pub use record::fields::{Field, Line, Micros, Name, OutcomeWord, Points};
pub use record::files::{self, FileError, FolderLock, JOURNAL, ResultFiles};
pub use record::journal::{Journal, JournalRounds};
pub use record::known::{FinishedRounds, KnownMatch, KnownRounds};
pub use record::manifest::{Likeness, Machine, Manifest, Until, changed_sentence, now};
pub use record::rows::{GuessRow, RoundRow, Rows, TimingRow};
pub use record::shard::file::{MergeError, ShardFile, ShardHeader, ShardRounds};
pub use record::shard::{MatchWork, Part, ShardNumber, balanced, number_ranges};
pub use record::summary::{MOST_ROUNDS, MatchIndex, Results, Status, Summary, TimingSummary};
pub use record::tally::{Histogram, RoundCounts, Tally, TimingTally};
pub use record::{Observer, Progress, in_order};
