//! The study, from its options to its files.

use super::{
    charts, page,
    published::TABLES,
    tables::{self, ComparisonTables},
    times_page,
    tournaments::{CONTEST, MYSTERIES, tournaments},
};
use crate::{
    file_description::FileDescription,
    file_set::FileSet,
    study::{Context, Study, StudyError},
    tournaments::play_all,
};
use std::path::Path;
use tournament::{Machine, Results, Seed};

/// The study: every match of the report's tables again, with this many rounds each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportStudy {
    /// The rounds of every match.
    pub rounds: u64,
    /// The seed of every random stream.
    pub seed: Seed,
}

impl ReportStudy {
    /// The default number of rounds of a match. With it the standard error of every mean to which all rounds contribute is below
    /// 0.5 %.
    pub const ROUNDS: u64 = 20_000;

    /// The command that makes it.
    fn command(&self) -> String {
        format!("arena reproduce report --rounds {} --seed {}", self.rounds, self.seed.0)
    }

    /// Writes the tables, the pages and the charts. Half a second.
    fn write(&self, results: &Results, set: &FileSet) -> Result<(), StudyError> {
        let comparisons = ComparisonTables::new(results);
        tables::write(&comparisons, set)?;
        charts::draw(&comparisons, set.folder())?;
        set.page(times_page::PAGE, times_page::page(&self.command(), &comparisons, &Machine::this()))?;
        Ok(set.page(page::PAGE, page::page(&self.command(), &comparisons, results))?)
    }
}

impl Study for ReportStudy {
    fn name(&self) -> &'static str {
        "reproduction of the report"
    }

    fn files(&self) -> Vec<FileDescription> {
        let table = |table: u8| {
            let about = "the same figures, a file a table (table-3-times.csv: the times)";
            [
                FileDescription::file(tables::file(table), if table == *TABLES.start() { about } else { "" }),
                FileDescription::file(tables::times_file(table), ""),
            ]
        };
        let mut files = vec![
            FileDescription::file(page::PAGE, "the report's scores and guesses beside today's"),
            FileDescription::file(times_page::PAGE, "its times beside today's"),
        ];
        files.extend(TABLES.flat_map(table));
        files.push(FileDescription::charts("the report's charts"));
        files.extend(charts::names().iter().map(|name| FileDescription::chart(name)));
        files.push(FileDescription::matches(CONTEST, "the matches, with charts of all players"));
        files.push(FileDescription::matches(MYSTERIES, "the matches against mysteries"));
        files
    }

    fn run(&self, context: &Context<'_>, out: &Path) -> Result<(), StudyError> {
        let set = FileSet::prepare(self, context, out)?;
        let tournaments = tournaments(self.rounds, self.seed);
        let results = play_all(&tournaments, &set, context, &mut |_, _, _| ())?;
        let mut all = Results::default();
        for (tournament, results) in tournaments.iter().zip(results) {
            charts::draw_matches(&results, &set.path(&tournament.folder))?;
            all.summaries.extend(results.summaries);
            all.timings.extend(results.timings);
        }
        self.write(&all, &set)
    }
}
