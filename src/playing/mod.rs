//! How tournaments are played and results written: worker processes, results folders, progress, estimates, help of players.

pub mod candidate_codes;
pub mod estimate;
pub mod live;
pub mod play_folder;
pub mod progress;
pub mod results_output;
pub mod runner;

pub use candidate_codes::CandidateCodes;
pub use estimate::{MatchCost, REFERENCE, TimeEstimate, refusal};
pub use live::{LivePage, LiveResults, Pace};
pub use play_folder::{ExtendedFolder, PlayFolder, Replacing, extension_note};
pub use progress::ProgressReporter;
pub use runner::{Runner, play_games, set_on_interrupt};
