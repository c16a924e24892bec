//! The formats of games.

/// The format of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum GameFormat {
    /// For people
    #[default]
    Text,
    /// For programs: one document
    Json,
}
