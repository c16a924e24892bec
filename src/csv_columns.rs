//! The columns of what commands print and write as CSV.

use crate::commands::charts::figures::Observation;
use crate::commands::charts::scale::GrowthSubject;
use crate::commands::compare::difference::DifferenceRecord;
use crate::commands::course::grade::GradeRow;
use crate::commands::games::analyze::{Usage, figures::AnalysisRow};
use crate::commands::run::bench::{BenchRecord, LearningRow, PlayerRecord};
use crate::present::Column;
use tournament::compare::growth::LawRow;

/// What commands print or write as CSV, each with the names of its columns in order, and what these contain. It is `leaderboard` (`arena
/// show`), `compare`, `analysis` (`arena analyze`), those of the record of `arena bench`, `laws` (`arena scale`), `figures` (`arena charts
/// --facet`), and `grades` (`arena course grades`). The columns of results folders are in the crate `tournament`.
pub fn csv_columns() -> Vec<(&'static str, Vec<&'static str>, Vec<&'static str>)> {
    let (subject, docs) = (GrowthSubject::COLUMNS, GrowthSubject::COLUMN_DOCS);
    vec![
        ("leaderboard", Column::NAMES.to_vec(), Column::DOCS.to_vec()),
        ("compare", DifferenceRecord::COLUMNS.to_vec(), DifferenceRecord::COLUMN_DOCS.to_vec()),
        ("analysis", AnalysisRow::COLUMNS.to_vec(), AnalysisRow::COLUMN_DOCS.to_vec()),
        ("bench", BenchRecord::COLUMNS.to_vec(), BenchRecord::COLUMN_DOCS.to_vec()),
        ("bench-player", PlayerRecord::COLUMNS.to_vec(), PlayerRecord::COLUMN_DOCS.to_vec()),
        ("bench-usage", Usage::COLUMNS.to_vec(), Usage::COLUMN_DOCS.to_vec()),
        ("bench-learning", LearningRow::COLUMNS.to_vec(), LearningRow::COLUMN_DOCS.to_vec()),
        ("laws", [subject, LawRow::COLUMNS].concat(), [docs, LawRow::COLUMN_DOCS].concat()),
        ("figures", Observation::COLUMNS.to_vec(), Observation::COLUMN_DOCS.to_vec()),
        ("grades", GradeRow::COLUMNS.to_vec(), GradeRow::COLUMN_DOCS.to_vec()),
    ]
}
