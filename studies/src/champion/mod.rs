//! One player for every codemaker and every size beside what was claimed of such players, beside others, and beside itself
//! with less work or without one of its pieces.
//!
//! [`folders`] says what is played and where it lies, [`targets`] holds the claims, [`figure`] puts a match beside its claim,
//! [`paired`] two players beside each other round by round. [`rows`], [`page`], [`times`], [`matrix`] and [`charts`] write it down.

mod charts;
mod figure;
mod folders;
mod matrix;
mod page;
mod paired;
mod rows;
mod samples;
mod targets;
mod times;

pub use folders::{Part, Tournament, is_written};
pub use samples::{SampleError, SampleFile};

use crate::{FileError, Machine, Results, Seed, files};
use paired::Rounds;
use scsa::Size;
use std::{fs, path::Path};

/// The page with the guesses.
pub const PAGE: &str = "champion.md";
/// The page with the times.
pub const TIMES: &str = "champion-times.md";

/// The player that it is all about.
const PLAYER: &str = "bayes";
/// Who plays beside it.
const OTHERS: [&str; 2] = ["rao", "dino"];
/// And beside these with the codes of mysteries: `baseline-4` was the best against one of them.
const OTHERS_OF_SAMPLES: [&str; 3] = ["rao", "dino", "baseline-4"];

/// What is played: the matches of the table, of the pieces and of the samples.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// No match has more rounds than this.
    pub most_rounds: Option<u64>,
    /// The sizes of the table, and of the pieces, that are played.
    pub sizes: Vec<Size>,
    /// What every random stream follows from.
    pub seed: Seed,
    /// Codes of mysteries.
    pub samples: Vec<SampleFile>,
}

/// What came out of all tournaments, each part for itself.
#[derive(Clone, Debug, Default)]
pub struct Played {
    table: Results,
    pieces: Results,
    samples: Results,
}

impl Played {
    /// Adds the results of a tournament.
    pub fn add(&mut self, part: Part, results: Results) {
        let all = match part {
            Part::Table => &mut self.table,
            Part::Ablation => &mut self.pieces,
            Part::Samples => &mut self.samples,
        };
        all.summaries.extend(results.summaries);
        all.timings.extend(results.timings);
    }

    const fn of(&self, part: Part) -> &Results {
        match part {
            Part::Table => &self.table,
            Part::Ablation => &self.pieces,
            Part::Samples => &self.samples,
        }
    }
}

impl Experiment {
    /// The sizes that can be played, in order.
    #[must_use]
    pub fn all_sizes() -> Vec<Size> {
        targets::SIZES.iter().filter_map(|size| size.parse().ok()).collect()
    }

    /// Writes the pages, the tables and the charts of all that was played. The rounds of the pieces are read from where
    /// they were written.
    ///
    /// # Errors
    /// [`FileError`] when a file cannot be written, or the rounds cannot be read.
    pub fn write(&self, mut played: Played, machine: &Machine, folder: &Path) -> Result<(), FileError> {
        fs::create_dir_all(folder).map_err(|e| FileError::new(folder, "make the folder", e))?;
        folders::put_in_order(&mut played.table);
        for part in Part::ALL {
            folders::write_together(played.of(part), &folder.join(part.folder()))?;
        }
        let mut rounds = Rounds::default();
        for tournament in self.tournaments().iter().filter(|one| one.part.keeps_rounds()) {
            rounds.read(&folder.join(&tournament.folder))?;
        }
        rows::write(&played, &rounds, folder)?;
        charts::draw(&played, &rounds, folder)?;
        files::write_whole(&folder.join(TIMES), times::page(self, &played, machine).as_bytes())?;
        files::write_whole(&folder.join(PAGE), page::page(self, &played, &rounds).as_bytes())
    }

    /// The command that makes it, without the folders, which are somebody's own.
    fn command(&self) -> String {
        let mut command = format!("arena reproduce champion --seed {}", self.seed.0);
        if let Some(rounds) = self.most_rounds {
            command += &format!(" --rounds {rounds}");
        }
        if self.sizes != Experiment::all_sizes() {
            let sizes: Vec<String> = self.sizes.iter().map(Size::to_string).collect();
            command += &format!(" --sizes {}", sizes.join(","));
        }
        if !self.samples.is_empty() {
            command += " --samples DIR";
        }
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use players::{Limit, Outcome};
    use tournament::{ROUND_COLUMNS, Tally};

    /// Matches at 10x10 whose rounds took so many guesses; of the others none was won.
    fn played(matches: &[(&str, &str, &[usize])]) -> (Results, String) {
        let (mut results, mut rounds) = (Results::default(), format!("{}\n", ROUND_COLUMNS.join(",")));
        for (player, scsa, guesses) in matches {
            let mut tally = Tally::default();
            for (number, &guesses) in (1..).zip(*guesses) {
                let (outcome, word) = if guesses < 100 {
                    (Outcome::Win, "win,")
                } else {
                    (Outcome::Loss(Limit::Guesses), "loss,guesses")
                };
                tally.count(&outcome, guesses);
                rounds += &format!("{player},{scsa},10,10,{number},A,{word},{guesses},1.0\n");
            }
            results.summaries.push(tally.summary(player, scsa, "10x10".parse().unwrap(), Rules::Report));
        }
        (results, rounds)
    }

    /// The pieces are compared by what their rounds say, which lie where a tournament writes them.
    #[test]
    fn pieces_are_compared_round_by_round() {
        let folder = tempfile::tempdir().unwrap();
        let experiment = Experiment {
            most_rounds: Some(3),
            sizes: vec!["10x10".parse().unwrap()],
            seed: Seed(1),
            samples: Vec::new(),
        };
        let (pieces, rounds) = played(&[
            ("bayes", "insert-colors", &[9, 8, 10]),
            ("bayes:1", "insert-colors", &[10, 9, 11]),
            ("bayes:10-climb", "insert-colors", &[10, 9, 100]),
            ("bayes", "usually-fewer", &[6, 6, 7]),
            ("bayes:1", "usually-fewer", &[5, 7, 8]),
        ]);
        let (table, _) = played(&[("rao", "only-once", &[20, 100]), ("bayes", "insert-colors", &[9, 8, 10])]);
        let inner = folder.path().join("ablation/10x10");
        fs::create_dir_all(&inner).unwrap();
        fs::write(inner.join(files::ROUNDS), rounds).unwrap();
        let mut all = Played::default();
        all.add(Part::Ablation, pieces);
        all.add(Part::Table, table);
        experiment.write(all, &Machine::this(), folder.path()).unwrap();

        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(
            read("ablation.csv"),
            "\
scsa,pegs,colors,player,rounds,mean_guesses,standard_error,lost,difference,difference_se
insert-colors,10,10,bayes,3,9.0,0.57735,0,,
insert-colors,10,10,bayes:1,3,10.0,0.57735,0,1.0,0.0
insert-colors,10,10,bayes:10-climb,3,9.5,0.5,1,1.0,0.0
usually-fewer,10,10,bayes,3,6.333333,0.333333,0,,
usually-fewer,10,10,bayes:1,3,6.666667,0.881917,0,0.333333,0.666667
"
        );
        let page = read(PAGE);
        assert!(page.contains("| bayes:1 | 3 | 6.667 ± 0.882 | +0.333 ± 0.667 | 0 |"), "{page}");
        assert!(page.contains("| bayes:10-climb | 3 | 9.500 ± 0.500 | **+1.000 ± 0.000** | 1 |"), "{page}");
        assert!(page.contains("| insert-colors | 9.000 ± 0.577<br>9.01 / 8.8<br>shown |"), "{page}");
        assert!(page.contains("- rao against only-once at 10x10: 1 of 2 rounds, 1 by guesses"), "{page}");
        assert!(folder.path().join("charts/pieces.svg").exists());
        // In the order of the table, whatever was played first.
        assert!(read("table/summary.csv").lines().nth(1).unwrap().starts_with("bayes,insert-colors,"));
        assert!(is_written(folder.path()));
        Experiment { sizes: vec!["4x6".parse().unwrap()], ..experiment }.clear(folder.path()).unwrap();
        assert!(!is_written(folder.path()) && !folder.path().join("ablation").exists());
    }
}
