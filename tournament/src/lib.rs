//! The tournament harness: it plays players against codemakers and records the results.
//!
//! A [`Plan`] says which players meet which codemakers, at which sizes, by which rules; [`play_with_manifest`] plays it with
//! [`Workers`] and writes [`ResultFiles`] and a [`Manifest`]. A [`Referee`] plays a single round, [`Transcripts`] show games turn
//! by turn, and [`preflight`] checks a plan before anything is written.
//!
//! The crate does not print, read the environment or end the process. Everything but measured times follows from the
//! [`Seed`] of the plan.

mod batch;
mod clock;
mod code_file;
mod codemaker;
mod control_loop;
mod counts;
pub mod files;
mod framing;
mod heartbeat;
mod history;
mod in_order;
mod journal;
mod knowledge;
mod known;
mod limits;
mod manifest;
mod match_progress;
mod observed;
mod observer;
mod plan;
mod play;
mod play_error;
mod play_with_manifest;
mod pool;
mod preflight;
mod processes;
mod protocol;
mod recorder;
mod referee;
mod registry;
mod rows;
mod rules;
mod runner;
mod scheduler;
mod seed;
mod setup;
mod shard;
mod statistics;
mod summary;
mod suspicion;
mod tally;
mod threads;
mod transcript;
mod verification;
mod watchdog;
mod worker;
mod workers;
mod writer;

pub use batch::RoundRecord;
pub use clock::RoundTime;
pub use code_file::{CodeFile, CodeFileError};
pub use codemaker::{Codemaker, Codemakers, RecordedCodes};
pub use counts::RoundCounts;
pub use files::JOURNAL;
pub use files::{FileError, FolderLock, ResultFiles};
pub use history::History;
pub use in_order::in_order;
pub use journal::{Journal, JournalRounds};
pub use knowledge::KnowledgePolicy;
pub use known::{FinishedRounds, KnownMatch, KnownRounds};
pub use limits::Limits;
pub use manifest::{Likeness, Machine, Manifest, ProgramDescription, changed_sentence};
pub use observer::{Observer, Progress};
pub use plan::{Match, Plan};
pub use play::{play, play_on};
pub use play_error::PlayError;
pub use play_with_manifest::play_with_manifest;
pub use player_api::registry::catch_panic;
pub use preflight::{UnsupportedMatch, preflight};
pub use referee::{Referee, Round};
pub use registry::Registry;
pub use rows::{ROUND_COLUMN_DOCS, ROUND_COLUMNS, Rows, TIMING_COLUMN_DOCS, TIMING_COLUMNS};
pub use rules::{Rules, RulesError};
pub use seed::{Seed, Streams};
pub use shard::{
    MatchWork, MergeError, Part, ShardFile, ShardHeader, ShardNumber, ShardNumberError, ShardRounds, balanced, merge,
    number_ranges, play_shard, replay,
};
pub use statistics::Histogram;
pub use summary::{MOST_ROUNDS, MeanGuesses, Objection, Results, Status, Summary, TimingSummary};
pub use suspicion::{Suspicion, Suspicions};
pub use tally::{Tally, TimingTally};
pub use transcript::{Transcript, TranscriptError, Transcripts};
pub use verification::{Finding, Verdict, Verification, sample, verify};
pub use worker::run_worker;
pub use workers::Workers;
