//! The columns of what commands print and write as CSV.

use crate::commands::charts::figures::Observation;
use crate::commands::charts::scale::GrowthSubject;
use crate::commands::compare::difference::DifferenceRecord;
use crate::present::LeaderboardRow;
use tournament::compare::growth::{CheckRow, LawRow};

/// The columns of a kind of CSV that a command prints or writes. Those of results folders are in the crate `tournament`.
///
/// ```
/// let all = arena::CsvColumns::all();
/// let leaderboard = all.iter().find(|columns| columns.name == "leaderboard").unwrap();
/// assert_eq!((leaderboard.names[1], leaderboard.docs[1]), ("player", "The player's name."));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvColumns {
    /// What has these columns: `leaderboard` (`arena show`), `compare`, `laws` or `claims` (`arena scale`), `figures` (`arena
    /// charts --facet`).
    pub name: &'static str,
    /// The names of the columns, in order.
    pub names: Vec<&'static str>,
    /// What the columns contain, in the same order.
    pub docs: Vec<&'static str>,
}

impl CsvColumns {
    /// All kinds.
    pub fn all() -> Vec<CsvColumns> {
        let new = |name, parts: &[(&[&'static str], &[&'static str])]| CsvColumns {
            name,
            names: parts.iter().flat_map(|(names, _)| *names).copied().collect(),
            docs: parts.iter().flat_map(|(_, docs)| *docs).map(|doc| doc.trim()).collect(),
        };
        let subject = (GrowthSubject::COLUMNS, GrowthSubject::COLUMN_DOCS);
        vec![
            new("leaderboard", &[(LeaderboardRow::COLUMNS, LeaderboardRow::COLUMN_DOCS)]),
            new("compare", &[(DifferenceRecord::COLUMNS, DifferenceRecord::COLUMN_DOCS)]),
            new("laws", &[subject, (LawRow::COLUMNS, LawRow::COLUMN_DOCS)]),
            new("figures", &[(Observation::COLUMNS, Observation::COLUMN_DOCS)]),
            new("claims", &[subject, (CheckRow::COLUMNS, CheckRow::COLUMN_DOCS)]),
        ]
    }
}
