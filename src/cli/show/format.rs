//! The formats of results.

/// The format of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ShowFormat {
    /// For the terminal
    #[default]
    Table,
    /// For documents
    Markdown,
    /// The leaderboard for spreadsheets, with all digits
    Csv,
    /// Everything for programs, with all digits
    Json,
    /// A page to hand out
    Html,
}
