//! The study, from its options to its files.

use super::{
    games::{SearchLimits, SmallGame, SolvedGame},
    page,
    published::{PublishedProblem, PublishedSolution},
    tables,
};
use crate::{
    file_description::FileDescription,
    file_set::FileSet,
    monitor::Monitor,
    optimal::ProofError,
    study::{Context, Study, StudyError},
};
use players::notation::Notation;
use rayon::prelude::*;
use std::path::Path;

/// The study: the smallest total of every small game, and the problems at 4x6 of which solutions were published.
#[derive(Clone, Copy, Debug)]
pub struct SurveyStudy {
    /// The largest number of codes of a game; of a game without repeated colors, 2.5 times that number.
    pub codes: u64,
    /// The limits of the search for each game.
    pub limits: SearchLimits,
}

impl SurveyStudy {
    /// The command that makes it.
    fn command(&self) -> String {
        let SearchLimits { nodes, bytes } = self.limits;
        format!("arena survey --codes {} --sets {nodes} --memory {}", self.codes, bytes >> 20)
    }

    /// Solves all games, as many at a time as there are threads, each on one thread.
    fn solve_games(&self, monitor: &dyn Monitor) -> Result<Vec<SolvedGame>, StudyError> {
        let games = SmallGame::all(self.codes);
        monitor.begin("games", games.len() as u64);
        let solve = |game: &SmallGame| {
            monitor.check()?;
            let solved = game.solve(self.limits)?;
            monitor.advance(1, &format!("{} {}", game.size, game.guessing_name()));
            Ok(solved)
        };
        // Each thread takes the next game when it is done with one, so that large games do not wait for each other.
        games.par_iter().with_max_len(1).map(solve).collect()
    }

    fn solve_published(&self, monitor: &dyn Monitor) -> Result<Vec<PublishedSolution>, StudyError> {
        monitor.begin("published problems", PublishedProblem::ALL.len() as u64);
        let solve = |problem: &PublishedProblem| {
            let strategy = match problem.solve(self.limits) {
                Ok(strategy) => Ok(strategy),
                Err(ProofError::Impossible(within)) => Err(within),
                Err(e) => return Err(e.into()),
            };
            monitor.step(problem.name())?;
            Ok(PublishedSolution { problem: *problem, strategy })
        };
        PublishedProblem::ALL.iter().map(solve).collect()
    }
}

impl Study for SurveyStudy {
    fn name(&self) -> &'static str {
        "survey of optimal strategies"
    }

    fn files(&self) -> Vec<FileDescription> {
        let mut files = vec![
            FileDescription::file(page::PAGE, "the results, in words"),
            FileDescription::file(tables::GAMES, "the smallest total of each game and restriction of guesses"),
            FileDescription::file(tables::TIMES, "the time of each search"),
        ];
        files.extend(PublishedProblem::ALL.iter().map(|problem| FileDescription::file(problem.file(), "")));
        files
    }

    fn run(&self, context: &Context<'_>, out: &Path) -> Result<(), StudyError> {
        let set = FileSet::prepare(self, context, out)?;
        let games = context.in_threads(|monitor| self.solve_games(monitor))??;
        let published = context.in_threads(|monitor| self.solve_published(monitor))??;
        for PublishedSolution { problem, strategy } in &published {
            if let Ok(strategy) = strategy {
                set.text(&problem.file(), &strategy.tree.to_csv(Notation::Digits))?;
            }
        }
        tables::write(&games, &set)?;
        Ok(set.page(page::PAGE, page::page(&self.command(), &games, &published))?)
    }
}
