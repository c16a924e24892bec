//! The experiments of the report of 2019, repeated: its Tables 1 to 14 beside the results of today's players.

mod cells;
mod charts;
mod comparison;
mod page;
mod published;
mod remarks;
mod study;
mod tables;
mod times_page;
mod tournaments;

pub use study::ReportStudy;
