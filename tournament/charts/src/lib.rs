//! Charts as SVG, PNG and PDF: of the results of a tournament, or of any numbers.
//!
//! A [`Chart`] is what is shown: panels of series with two axes, as lines, markers, bars, rows or histograms. It is drawn as SVG by
//! [`Chart::svg`]; pages embed that, and [`Format`] has files of it. The same numbers give the same bytes on every machine.
//! [`TournamentCharts`] describes the results of a tournament so: for every codemaker the SCORE, the mean guesses and the CPU time per
//! guess against the game; for every game the SCORE against every codemaker.
//!
//! `plots` and `rows` place what a chart shows in a `drawing`, which plotters writes as SVG: groups with the names of their series, and titles with their
//! numbers. PNG and PDF are made from it, where the feature `figures` is on.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod axis;
mod chart;
mod drawing;
mod format;
mod plots;
mod rows;
#[cfg(test)]
mod tests;
mod text;
mod tournament_charts;

pub use axis::{Axis, AxisScale};
pub use chart::{COLORED, Chart, ChartKind, DataPoint, Panel, Series};
pub use drawing::TooNarrow;
pub use format::{DrawError, Format, FormatError, draw};
pub use tournament_charts::{Statistic, TournamentCharts, draw_all};
