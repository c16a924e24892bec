//! `arena reproduce champion`

use super::{Failure, options::check_rounds, runner::Runner, select};
use scsa::Size;
use std::{
    io::{self, Write},
    path::PathBuf,
};
use studies::champion::{self, Experiment, Part, Played, SampleFile};
use tournament::{Machine, Seed};

/// What `arena reproduce champion` takes.
#[derive(Debug, clap::Args)]
pub struct Champion {
    /// The most rounds of a match [default: 1000; 200 of most at 15x20 and 20x26; of the pieces 400 and 120]
    #[arg(long, value_name = "N")]
    rounds: Option<u64>,
    /// The sizes, some of the seven, separated by commas [default: 4x6,6x10,8x10,8x12,10x10,15x20,20x26]
    #[arg(long, value_name = "PxC", value_delimiter = ',')]
    sizes: Option<Vec<String>>,
    /// A folder with files of codes named like mystery-1_10x7_2024.txt: 100 codes of each are told, the others played
    #[arg(long, value_name = "DIR")]
    samples: Option<PathBuf>,
    /// The seed that everything drawn follows from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many rounds are played at once [default: as many as there are processors]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// The folder for the tables, the charts and the pages
    #[arg(long, value_name = "DIR", default_value = "results/latest-champion")]
    out: PathBuf,
    /// Overwrite an experiment that is in the folder
    #[arg(long)]
    force: bool,
    /// Print nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

impl Champion {
    pub fn run(&self) -> Result<(), Failure> {
        let experiment = self.experiment()?;
        if champion::is_written(&self.out) && !self.force {
            return Err(Failure::input(format!(
                "{} holds results already; give --force to overwrite them, or another folder with --out",
                self.out.display()
            )));
        }
        let runner = Runner::new(self.jobs, self.quiet)?;
        let tournaments = experiment.tournaments();
        let mut progress = runner.progress(&tournaments.iter().map(|one| &one.plan).collect::<Vec<_>>());
        // Whatever cannot be written is to be known before anything is played.
        let writable = |e| Failure::input(format!("{e}; give a folder that can be written with --out"));
        let mut begun = Vec::new();
        for tournament in &tournaments {
            begun.push((tournament, tournament.begin(&self.out).map_err(writable)?));
        }
        experiment.clear(&self.out).map_err(writable)?;
        let mut played = Played::default();
        for (tournament, files) in begun {
            let folder = self.out.join(&tournament.folder);
            played.add(tournament.part, runner.play(&tournament.plan, files, &folder, &mut progress)?);
        }
        progress.clear();
        experiment.write(played, &Machine::this(), &self.out).map_err(|e| Failure::run(e.to_string()))?;
        if !self.quiet {
            self.tell()?;
        }
        Ok(())
    }

    fn experiment(&self) -> Result<Experiment, Failure> {
        check_rounds(self.rounds, &[])?;
        let samples = match &self.samples {
            Some(folder) => SampleFile::all(folder).map_err(|e| {
                Failure::input(format!("{e}; name a folder of samples with --samples, or leave it out"))
            })?,
            None => Vec::new(),
        };
        Ok(Experiment { most_rounds: self.rounds, sizes: self.sizes()?, seed: Seed(self.seed), samples })
    }

    /// The sizes to be played, in the order of the table.
    fn sizes(&self) -> Result<Vec<Size>, Failure> {
        let all = Experiment::all_sizes();
        let Some(texts) = &self.sizes else { return Ok(all) };
        let chosen = select::sizes(texts)?;
        if let Some(other) = chosen.iter().find(|size| !all.contains(size)) {
            let all: Vec<String> = all.iter().map(Size::to_string).collect();
            return Err(Failure::input(format!(
                "nothing is claimed of {other}; choose --sizes from {}",
                all.join(",")
            )));
        }
        Ok(all.into_iter().filter(|size| chosen.contains(size)).collect())
    }

    fn tell(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        for (name, what) in [
            (champion::PAGE, "the guesses beside what was claimed, and beside other players"),
            (champion::TIMES, "the times"),
            ("champion.csv", "the same figures, one row a match (champion-times.csv: the times)"),
            ("ablation.csv", "what each piece is worth (ablation-times.csv: the times)"),
            ("samples.csv", "the codes of mysteries"),
            ("charts", "how near the claims are, and what each piece is worth"),
            (Part::Table.folder(), "the matches, with charts of all players"),
            (Part::Ablation.folder(), "the matches of the pieces"),
            (Part::Samples.folder(), "the matches against codes of mysteries"),
        ] {
            let path = self.out.join(name);
            if path.exists() {
                writeln!(out, "{:<40} {what}", path.display().to_string())?;
            }
        }
        Ok(())
    }
}
