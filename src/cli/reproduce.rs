//! `arena reproduce`

use super::{Failure, champion::Champion, options::check_rounds, runner::Runner};
use charts::ChartOptions;
use clap::Subcommand;
use std::{
    io::{self, Write},
    path::PathBuf,
};
use studies::reproduction::{self, Experiment};
use tournament::{FolderLock, Machine, ResultFiles, Results, Seed};

/// What `arena reproduce` takes.
#[derive(Debug, clap::Args)]
pub struct Reproduce {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Tables 1 to 14 of the report (Dino's, 2019): its figures beside those of today, with charts and a page
    Report(Report),
    /// `bayes` against eight codemakers at seven sizes, beside `rao`, `dino` and what was claimed of such players; and what each
    /// of its pieces is worth
    Champion(Champion),
}

#[derive(Debug, clap::Args)]
struct Report {
    /// The rounds of every match
    #[arg(long, value_name = "N", default_value_t = Experiment::ROUNDS)]
    rounds: u64,
    /// The seed that everything drawn follows from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many rounds are played at once [default: as many as there are processors]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// The folder for the tables, the charts and the pages
    #[arg(long, value_name = "DIR", default_value = "results/latest-report")]
    out: PathBuf,
    /// Overwrite a reproduction that is in the folder
    #[arg(long)]
    force: bool,
    /// Print nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

impl Reproduce {
    pub fn run(&self) -> Result<(), Failure> {
        match &self.what {
            What::Report(report) => report.run(),
            What::Champion(champion) => champion.run(),
        }
    }
}

impl Report {
    fn run(&self) -> Result<(), Failure> {
        check_rounds(Some(self.rounds), &[])?;
        if reproduction::is_written(&self.out) && !self.force {
            return Err(Failure::input(format!(
                "{} holds a reproduction already; give --force to overwrite it, or another folder with --out",
                self.out.display()
            )));
        }
        let experiment = Experiment { rounds: self.rounds, seed: Seed(self.seed) };
        let runner = Runner::new(self.jobs, self.quiet)?;
        let tournaments = experiment.tournaments();
        let mut progress = runner.progress(&tournaments.iter().map(|(_, plan)| plan).collect::<Vec<_>>());
        // Whatever cannot be written is to be known before anything is played.
        let writable = |e| Failure::input(format!("{e}; give a folder that can be written with --out"));
        let mut begun = Vec::new();
        for (name, plan) in &tournaments {
            let folder = self.out.join(name);
            begun.push((
                plan,
                FolderLock::acquire(&folder).and_then(|lock| ResultFiles::begin(lock, false)).map_err(writable)?,
                folder,
            ));
        }
        Experiment::clear(&self.out).map_err(writable)?;
        let mut all = Results::default();
        for (plan, files, folder) in begun {
            let results = runner.play(plan, files, &folder, &mut progress)?;
            charts::draw_all(&results, &ChartOptions::default(), &folder).map_err(|e| Failure::run(e.to_string()))?;
            all.summaries.extend(results.summaries);
            all.timings.extend(results.timings);
        }
        progress.clear();
        experiment.write(&all, &Machine::this(), &self.out).map_err(|e| Failure::run(e.to_string()))?;
        if !self.quiet {
            self.tell()?;
        }
        Ok(())
    }

    fn tell(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        for (name, what) in [
            (reproduction::PAGE, "the report's scores and guesses beside today's"),
            (reproduction::TIMES, "its times beside today's"),
            ("table-1.csv", "the same figures, a file a table (table-3-times.csv: the times)"),
            ("charts", "the report's charts"),
            (reproduction::CONTEST, "the matches, with charts of all players"),
            (reproduction::MYSTERIES, "the matches against mysteries"),
        ] {
            let path = self.out.join(name).display().to_string();
            writeln!(out, "{path:<40} {what}")?;
        }
        Ok(())
    }
}
