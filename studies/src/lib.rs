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
    self, CodeFile, CodeFileError, Codemaker, FileError, Limits, Machine, ResultFiles, Results, Rules, Seed, Summary,
    Telling, TimingSummary, catch_panic, files,
};
