//! What a tournament is to be: options, tournament files and manifests as one set of settings, and the plan that follows from it.

pub mod external_codemakers;
pub mod external_players;
pub mod from_manifest;
pub mod inputs;
pub mod jobs;
pub mod options;
pub mod output_options;
pub mod plan;
pub mod rules;
pub mod select;
pub mod selection;
pub mod setting;
mod toml_file;
pub mod tournament;
pub mod trust;

pub use toml_file::check_tournament_file;
pub use tournament::recorded_settings;
