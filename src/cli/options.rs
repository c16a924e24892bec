//! Options that several commands take.

pub use crate::cli::settings::{
    output_options::DEFAULT_FOLDER,
    plan::{check_playable, check_rounds},
    rules::{KnowledgeOptions, LimitOptions, SeedArgument},
};
