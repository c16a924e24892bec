//! What a tournament is to be: options, tournament files and manifests as one set of settings, and the plan that follows from it.

pub mod from_manifest;
pub mod limit_settings;
pub mod output_options;
pub mod programs;
pub mod selection;
pub mod setting;
mod toml_entry;
mod toml_file;
pub mod tournament_options;
pub mod tournament_settings;
pub mod trust;

pub use toml_file::check as check_tournament_file;
