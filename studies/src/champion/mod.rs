//! One player for all codemakers and sizes: `bayes` beside reference figures, beside other players, and beside itself with
//! another effort or without one of its components.

mod charts;
mod experiment;
mod information;
mod match_mean;
mod matches;
mod page;
mod paired;
mod references;
mod results;
mod samples;
mod scsa_table;
mod sections;
mod study;
mod tables;
mod times_page;

pub use samples::{SampleError, SampleFile};
pub use study::ChampionStudy;
