//! Experiments built on the tournament harness.

pub mod analysis;
pub mod champion;
mod markdown;
pub mod proof;
pub mod reproduction;
mod strategy;

use charts as chart;
pub use strategy::{NoStrategy, strategy};
use tournament::{
    self, CodeFile, CodeFileError, Codemaker, Codemakers, FileError, FolderLock, KnowledgePolicy, Limits, Machine,
    ResultFiles, Results, Rules, Seed, Summary, TimingSummary, catch_panic, files,
};
