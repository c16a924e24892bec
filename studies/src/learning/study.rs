//! The study, from its options to its files.

use super::{
    codemaker::RuleCodemaker,
    matches::{PlayerKnowledge, tournaments},
    page,
    prediction::Prediction,
    results::{LearningRow, TABLE},
    rounds::LearningGuesses,
    rules::{RuleEntry, RuleGroup},
};
use crate::{
    file_description::FileDescription,
    file_set::FileSet,
    monitor::{Interrupted, Monitor},
    study::{Context, Study, StudyError},
    tournaments::{StudyTournament, play_all},
};
use rayon::prelude::*;
use scsa::Size;
use std::{path::Path, sync::Arc};
use tournament::{Match, RoundRecord, Seed, Workers};

/// The pegs of all games.
const PEGS: usize = 10;

/// The study: how well unknown codemakers are learned from samples, and how well `bayes` then plays.
#[derive(Clone, Debug)]
pub struct LearningStudy {
    /// The rounds against each codemaker, for each of the two players.
    pub rounds: u64,
    /// The seed of every random stream, also of what the rules do not say.
    pub seed: Seed,
    /// The names of rules, some of [`LearningStudy::all_rules`]. The order of the results is that of all rules.
    pub rules: Vec<String>,
}

impl LearningStudy {
    /// The default number of rounds.
    pub const ROUNDS: u64 = 1000;

    /// The names of all rules, in the order of the results.
    pub fn all_rules() -> impl Iterator<Item = &'static str> {
        RuleGroup::all_rules().map(|(_, entry)| entry.name)
    }

    /// The command that makes it.
    fn command(&self) -> String {
        let mut command = format!("arena reproduce learning --rounds {} --seed {}", self.rounds, self.seed.0);
        if !LearningStudy::all_rules().all(|name| self.plays(name)) {
            command += &format!(" --rules {}", self.rules.join(","));
        }
        command
    }

    fn plays(&self, name: &str) -> bool {
        self.rules.iter().any(|own| own == name)
    }

    /// The rules with their groups and sizes.
    fn entries(&self) -> Vec<(RuleGroup, &'static RuleEntry, Size)> {
        let own = RuleGroup::all_rules().filter(|(_, entry)| self.plays(entry.name));
        own.filter_map(|(group, entry)| Some((group, entry, Size::new(PEGS, entry.colors).ok()?))).collect()
    }
}

/// Learns from samples of all codemakers.
fn predictions(
    codemakers: &[Arc<RuleCodemaker>],
    seed: Seed,
    monitor: &dyn Monitor,
) -> Result<Vec<Prediction>, Interrupted> {
    monitor.begin("rules", codemakers.len() as u64);
    let predict = |codemaker: &Arc<RuleCodemaker>| {
        monitor.check()?;
        let prediction = Prediction::of(codemaker, seed);
        monitor.step(scsa::Scsa::name(&**codemaker))?;
        Ok(prediction)
    };
    codemakers.par_iter().with_max_len(1).map(predict).collect()
}

impl Study for LearningStudy {
    fn name(&self) -> &'static str {
        "study of unknown codemakers"
    }

    fn files(&self) -> Vec<FileDescription> {
        vec![
            FileDescription::file(page::PAGE, "how well each rule is learned and played, in words"),
            FileDescription::file(TABLE, "the same figures, one row a rule"),
            FileDescription::matches(PlayerKnowledge::Samples.folder(), "the matches of the player with samples"),
            FileDescription::matches(PlayerKnowledge::Rule.folder(), "the matches of the player that knows the rule"),
        ]
    }

    fn run(&self, context: &Context<'_>, out: &Path) -> Result<(), StudyError> {
        let set = FileSet::prepare(self, context, out)?;
        let entries = self.entries();
        let codemakers: Vec<Arc<RuleCodemaker>> =
            entries.iter().map(|&(_, entry, size)| Arc::new(RuleCodemaker::new(entry, size, self.seed))).collect();
        let predictions = context.in_threads(|monitor| predictions(&codemakers, self.seed, monitor))??;
        // Worker processes know neither these codemakers nor the player with samples.
        let workers = Workers::Threads(context.jobs());
        let context = &Context { workers, program: context.program.clone(), ..*context };
        let mut rounds = LearningGuesses::default();
        let mut record = |_: &StudyTournament, game: &Match, record: &RoundRecord| rounds.add(game, record);
        play_all(&tournaments(&codemakers, self.rounds, self.seed), &set, context, &mut record)?;
        let row = |(&(group, entry, size), prediction): (&(RuleGroup, &RuleEntry, Size), &Prediction)| {
            LearningRow::new(group, entry, size, prediction, &rounds)
        };
        let rows: Vec<LearningRow> = entries.iter().zip(&predictions).map(row).collect();
        set.table(TABLE, &rows)?;
        Ok(set.page(page::PAGE, page::page(&self.command(), &rows))?)
    }
}
