//! The study, from its options to its files.

use super::{
    analysis::{Analysis, PublishedPairs},
    claims, page, tables,
};
use crate::{
    file_description::FileDescription,
    file_set::FileSet,
    study::{Context, Study, StudyError},
};
use exact_openings::FeedbackMatrix;
use scsa::Size;
use std::path::Path;

/// The study: exact figures of all strategies at one size, of at most [`FeedbackMatrix::MOST_CODES`] codes.
#[derive(Clone, Copy, Debug)]
pub struct OpeningsStudy {
    /// The size.
    pub size: Size,
}

impl OpeningsStudy {
    /// The command that makes it.
    fn command(self) -> String {
        format!("arena analyze --size {}", self.size)
    }
}

impl Study for OpeningsStudy {
    fn name(&self) -> &'static str {
        "analysis of openings"
    }

    fn files(&self) -> Vec<FileDescription> {
        vec![
            FileDescription::file(page::PAGE, "the results, in words"),
            FileDescription::file(tables::LOWEST, "LC, and LC after fixed guesses"),
            FileDescription::file(tables::PAIRS, "the best pairs of fixed guesses before LC"),
            FileDescription::file(tables::PAIR_TOTALS, "the number of pairs of each total"),
            FileDescription::file(tables::RANDOM, "RC, and RC after fixed guesses"),
            FileDescription::file(tables::RANDOM_LENGTHS, "the distributions of the lengths of its games"),
            FileDescription::file(tables::PLAYERS, "the players, against every secret"),
            FileDescription::file(tables::CLAIMS, "published claims beside these figures"),
        ]
    }

    fn run(&self, context: &Context<'_>, out: &Path) -> Result<(), StudyError> {
        let matrix = context.in_threads(|_| FeedbackMatrix::new(self.size))?;
        let matrix = matrix.map_err(|e| StudyError::Options(e.to_string()))?;
        let set = FileSet::prepare(self, context, out)?;
        let has_claims = self.size == claims::SIZE;
        let published = if has_claims { claims::published_pairs(&matrix) } else { PublishedPairs::default() };
        let analysis = context.in_threads(|monitor| Analysis::new(matrix, &published, monitor))??;
        let claims = if has_claims { claims::check(&analysis) } else { Vec::new() };
        tables::write(&analysis, &claims, &set)?;
        Ok(set.page(page::PAGE, page::page(&self.command(), &analysis, &claims))?)
    }
}
