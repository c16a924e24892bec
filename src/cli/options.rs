//! Options that several commands take.

pub use super::settings::{
    knowledge::KnowledgeOptions,
    limits::LimitOptions,
    output_options::DEFAULT_FOLDER,
    plan::{check_playable, check_rounds},
    values::SeedArgument,
};
