//! What a tournament is to be: options, tournament files and manifests as one set of settings, and the plan that follows from it.

pub mod course_file;
pub mod external_codemakers;
pub mod external_players;
pub mod from_manifest;
pub mod inputs;
pub mod options;
pub mod plan;
pub mod player_files;
pub mod selection;
pub mod setting;
mod toml_file;
pub mod tournament;

pub use course_file::{Contest, CourseFile, GradeRule};
pub use external_players::SANDBOX;
pub use from_manifest::TournamentOptions;
pub use inputs::{changed_inputs, input_hashes, note_changes, parameter_files};
pub use options::{
    DEFAULT_FOLDER, JobSettings, KnowledgeOptions, LimitOptions, OutputOptions, SeedArgument, Trust, processors,
    random_bits, table_bytes,
};
pub use plan::{check_playable, check_rounds};
pub use selection::{Choice, PlayerList, ProgramChoice, ProgramUse, Recorded};
pub use setting::{Origin, Setting};
pub use toml_file::check_tournament_file;
pub use tournament::{Settings, recorded_settings};
