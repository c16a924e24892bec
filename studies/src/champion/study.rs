//! The study, from its options to its files.

use super::{
    charts,
    experiment::{Experiment, PLAYER},
    information::{self, INFORMATION},
    matches::{self, MatchOptions, sample_tournaments, tournaments},
    page,
    paired::{ABLATION, RoundGuesses},
    references,
    results::{ChampionResults, RecordedResults},
    samples::SampleFile,
    tables, times_page,
};
use crate::{
    file_description::FileDescription,
    file_set::FileSet,
    monitor::Monitor,
    study::{Context, Study, StudyError},
    tournaments::{StudyTournament, play_all},
};
use scsa::Size;
use std::path::Path;
use tournament::{Machine, Match, RoundRecord, Seed};

/// The study: the matches of the table, of the ablation and against the codes of mysteries.
#[derive(Clone, Debug)]
pub struct ChampionStudy {
    /// No match has more rounds than this.
    pub most_rounds: Option<u64>,
    /// The sizes of the table and of the ablation, some of [`ChampionStudy::all_sizes`].
    pub sizes: Vec<Size>,
    /// The seed of every random stream.
    pub seed: Seed,
    /// Codes of mysteries.
    pub samples: Vec<SampleFile>,
    /// Whether the tables, pages and charts are written again from the matches that the folder holds, which must have been played
    /// with the same options. Nothing is played, and `samples` are those of the folder.
    pub redraw: bool,
}

impl ChampionStudy {
    /// The rounds of a match of the table.
    pub const ROUNDS: u64 = matches::ROUNDS;
    /// The rounds of most matches of the table at the [`ChampionStudy::LARGE_SIZES`].
    pub const LARGE_ROUNDS: u64 = matches::LARGE_ROUNDS;
    /// The sizes at which most matches of the table have fewer rounds.
    pub const LARGE_SIZES: [&str; 2] = matches::LARGE_SIZES;
    /// The rounds of a match of the ablation, at 10x10 and at 20x26.
    pub const ABLATION_ROUNDS: [u64; 2] = matches::ABLATION_ROUNDS;

    /// The sizes that can be played, in order.
    #[must_use]
    pub fn all_sizes() -> Vec<Size> {
        references::SIZES.iter().filter_map(|size| size.parse().ok()).collect()
    }

    const fn options(&self) -> MatchOptions<'_> {
        MatchOptions { most_rounds: self.most_rounds, sizes: self.sizes.as_slice(), seed: self.seed }
    }

    /// The command that makes it. The folder of the samples is not named, because its path has no meaning on another machine.
    fn command(&self, has_samples: bool) -> String {
        let mut command = format!("arena reproduce champion --seed {}", self.seed.0);
        if let Some(rounds) = self.most_rounds {
            command += &format!(" --rounds {rounds}");
        }
        if self.sizes != ChampionStudy::all_sizes() {
            let sizes: Vec<String> = self.sizes.iter().map(Size::to_string).collect();
            command += &format!(" --sizes {}", sizes.join(","));
        }
        if has_samples {
            command += " --samples DIR";
        }
        command
    }

    fn play(&self, context: &Context<'_>, out: &Path) -> Result<(), StudyError> {
        let set = FileSet::prepare(self, context, out)?;
        let mut all = tournaments(self.options());
        all.extend(sample_tournaments(&self.samples, self.options()));
        let (experiments, tournaments): (Vec<Experiment>, Vec<StudyTournament>) = all.into_iter().unzip();
        let mut results = ChampionResults::default();
        let mut rounds = RoundGuesses::default();
        let mut record = |tournament: &StudyTournament, game: &Match, record: &RoundRecord| {
            if tournament.keeps_rounds {
                rounds.add(game, record);
            }
        };
        for (experiment, played) in experiments.iter().zip(play_all(&tournaments, &set, context, &mut record)?) {
            results.add(*experiment, played);
        }
        results.differences = rounds.differences();
        let measure = |monitor: &dyn Monitor| information::measured(&self.sizes, self.most_rounds, self.seed, monitor);
        results.information = context.in_threads(measure)??;
        self.write(results, &Machine::this(), !self.samples.is_empty(), &set)
    }

    fn redraw(&self, out: &Path) -> Result<(), StudyError> {
        let set = FileSet::new(self, out);
        let played = tournaments(self.options()).into_iter();
        let folders: Vec<(Experiment, String)> = played.map(|(experiment, one)| (experiment, one.folder)).collect();
        let RecordedResults { results, machine, has_samples } = RecordedResults::read(&set, &folders, self.seed)?;
        self.write(results, &machine, has_samples, &set)
    }

    /// Writes the tables, charts and pages.
    fn write(
        &self,
        mut results: ChampionResults,
        machine: &Machine,
        has_samples: bool,
        set: &FileSet,
    ) -> Result<(), StudyError> {
        results.sort_table();
        results.write_together(set)?;
        tables::write(&results, set)?;
        charts::draw(&results, set)?;
        let command = self.command(has_samples);
        set.page(times_page::PAGE, times_page::page(&command, &results, machine))?;
        Ok(set.page(page::PAGE, page::page(&command, &results))?)
    }
}

impl Study for ChampionStudy {
    fn name(&self) -> &'static str {
        "study of one player for all codemakers"
    }

    fn files(&self) -> Vec<FileDescription> {
        debug_assert_eq!(PLAYER, "bayes", "the descriptions name it");
        vec![
            FileDescription::file(page::PAGE, "the guesses beside reference figures, and beside other players"),
            FileDescription::file(times_page::PAGE, "the times"),
            FileDescription::file(tables::TABLE, "the same figures, one row a match (champion-times.csv: the times)"),
            FileDescription::file(tables::TABLE_TIMES, ""),
            FileDescription::file(
                ABLATION,
                "other efforts, and bayes without a component (ablation-times.csv: the times)",
            ),
            FileDescription::file(tables::ABLATION_TIMES, ""),
            FileDescription::file(tables::SAMPLES, "the codes of mysteries"),
            FileDescription::file(INFORMATION, "the predicted and the realized information of the guesses, by turn"),
            FileDescription::charts("the guesses in relation to the baselines, and the ablation"),
            FileDescription::chart(charts::RELATIVE),
            FileDescription::chart(charts::ABLATION),
            FileDescription::matches(Experiment::Table.folder(), "the matches, with charts of all players"),
            FileDescription::matches(Experiment::Ablation.folder(), "the matches of the ablation"),
            FileDescription::matches(Experiment::Samples.folder(), "the matches against codes of mysteries"),
        ]
    }

    fn run(&self, context: &Context<'_>, out: &Path) -> Result<(), StudyError> {
        if self.redraw { self.redraw(out) } else { self.play(context, out) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use players::{Limit, Outcome};
    use std::fs;
    use tournament::{Codemakers, Plan, Results, Round, Rules, Tally};

    /// Matches at 10x10 whose rounds took these guesses; a round of 100 was lost.
    fn played(matches: &[(&str, &str, &[usize])], rounds: &mut RoundGuesses) -> Results {
        let mut results = Results::default();
        for (player, scsa, guesses) in matches {
            let codemaker = Codemakers::builtin().find(scsa).unwrap().unwrap();
            let size = "10x10".parse().unwrap();
            let game = Plan::new([players::find(player).unwrap()], [codemaker], [size]).matches().remove(0);
            let mut tally = Tally::default();
            for (number, &guesses) in (1..).zip(*guesses) {
                let outcome = if guesses < 100 { Outcome::Win } else { Outcome::Loss(Limit::Guesses) };
                tally.count(&outcome, guesses);
                let round = Round { outcome, guesses, time: None };
                rounds.add(&game, &RoundRecord { number, secret: "A".repeat(10).parse().unwrap(), round });
            }
            results.summaries.push(tally.summary(player, scsa, size, Rules::Report));
        }
        results
    }

    #[test]
    fn variants_are_compared_round_by_round() {
        let folder = tempfile::tempdir().unwrap();
        let study = ChampionStudy {
            most_rounds: Some(3),
            sizes: vec!["10x10".parse().unwrap()],
            seed: Seed(1),
            samples: Vec::new(),
            redraw: false,
        };
        let mut rounds = RoundGuesses::default();
        let ablation = [
            ("bayes", "insert-colors", &[9, 8, 10][..]),
            ("bayes:1", "insert-colors", &[10, 9, 11]),
            ("bayes:10-climb", "insert-colors", &[10, 9, 100]),
            ("bayes", "usually-fewer", &[6, 6, 7]),
            ("bayes:1", "usually-fewer", &[5, 7, 8]),
        ];
        let table = [("rao", "only-once", &[20, 100][..]), ("bayes", "insert-colors", &[9, 8, 10])];
        let mut all = ChampionResults::default();
        all.add(Experiment::Ablation, played(&ablation, &mut rounds));
        all.add(Experiment::Table, played(&table, &mut RoundGuesses::default()));
        all.differences = rounds.differences();
        let set = FileSet::new(&study, folder.path());
        study.write(all, &Machine::this(), false, &set).unwrap();

        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(
            read("ablation.csv"),
            "\
scsa,pegs,colors,player,rounds,not_won,mean_guesses,mean_guesses_se,ci95_low,ci95_high,difference,difference_se,difference_ci95_low,\
difference_ci95_high
insert-colors,10,10,bayes,3,0,9.0,0.57735,6.515863,11.484137,,,,
insert-colors,10,10,bayes:1,3,0,10.0,0.57735,7.515863,12.484137,1.0,0.0,1.0,1.0
insert-colors,10,10,bayes:10-climb,3,1,39.666667,30.168048,-90.135967,169.469301,30.666667,29.666667,-96.978699,158.312033
usually-fewer,10,10,bayes,3,0,6.333333,0.333333,4.899117,7.767549,,,,
usually-fewer,10,10,bayes:1,3,0,6.666667,0.881917,2.872084,10.46125,0.333333,0.666667,-2.535104,3.20177
"
        );
        let page = read(page::PAGE);
        assert!(page.contains("| bayes:1 | 3 | 6.667 [2.872, 10.461] | +0.333 [−2.535, +3.202] | 0 |"), "{page}");
        assert!(page.contains("| bayes:1 | 3 | 10.000 [7.516, 12.484] | **+1.000 [+1.000, +1.000]** | 0 |"), "{page}");
        assert!(
            page.contains(
                "| insert-colors | 9.000 [6.516, 11.484]<br>baseline 9.01: not distinguishable<br>target 8.8: "
            ),
            "{page}"
        );
        assert!(page.contains("- rao against only-once at 10x10: 1 of 2 rounds, 1 by guesses"), "{page}");
        assert!(folder.path().join("charts/ablation.svg").exists());
        // In the order of the table, whatever was played first.
        assert!(read("table/summary.csv").lines().nth(1).unwrap().starts_with("bayes,insert-colors,"));
        assert!(set.exists());
        set.clear(&[]).unwrap();
        assert!(!set.exists() && !folder.path().join("ablation").exists());
    }
}
