//! The rules of the codemakers, each with its exact probabilities.

mod development;
mod draw;
mod entry;
mod group;
mod held_out;
mod secrets;
mod table;

pub use draw::{Rule, code, list, probability};
pub use entry::RuleEntry;
pub use group::RuleGroup;
