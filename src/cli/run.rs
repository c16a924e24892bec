//! `arena run`

use super::{
    Failure,
    crew::Crew,
    options::{LimitOptions, check_rounds},
    select::{self, CONTEST_SIZES},
    tables,
};
use arena::{CodeFile, Codemaker, FileError, ResultFiles, Results, Rules, Seed, Telling, files, tournament::Plan};
use players::Knowledge;
use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

/// Where results go unless told otherwise.
pub const DEFAULT_FOLDER: &str = "results/latest";

/// What `arena run` takes.
#[derive(Debug, clap::Args)]
pub struct Run {
    /// The players: `all`, or names of `arena list`, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "all")]
    players: Vec<String>,
    /// The codemakers: `all`, or names of `arena list`, or codes:FILE, separated by commas [default:
    /// insert-colors, two-color, ab-color, two-color-alternating, only-once, first-and-last; by the rules of 2024 two-color
    /// and ab-color are those of 2024]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    scsa: Option<Vec<String>>,
    /// The sizes, pegs x colors, separated by commas
    #[arg(long, value_name = "PxC", value_delimiter = ',', default_value = CONTEST_SIZES)]
    sizes: Vec<String>,
    /// The rounds of every match [default: 100; all codes of a codes:FILE]
    #[arg(long, value_name = "N")]
    rounds: Option<u64>,
    /// The seed that everything drawn follows from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many rounds are played at once [default: as many as there are processors]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// The folder for the results
    #[arg(long, value_name = "DIR", default_value = DEFAULT_FOLDER)]
    out: PathBuf,
    /// Overwrite results that are in the folder
    #[arg(long)]
    force: bool,
    /// The rules of the score
    #[arg(long, value_enum, default_value = "report")]
    rules: Rules,
    /// Tell players the rule of mysteries, too
    #[arg(long)]
    reveal: bool,
    /// Codes, one a line, that players are told as samples of every codes:FILE and mystery [default: of a mystery those that
    /// `arena codes MYSTERY --samples` prints, of a codes:FILE none]
    #[arg(long, value_name = "FILE")]
    samples: Option<String>,
    #[command(flatten)]
    limits: LimitOptions,
    /// Write no rows of single rounds: no rounds.csv and no timings.csv
    #[arg(long)]
    no_rounds: bool,
    /// Draw no charts
    #[arg(long)]
    no_charts: bool,
    /// Print nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

/// How many codes `--samples` may hold: they are handed over with every job.
const MOST_SAMPLES: usize = 10_000;

impl Run {
    pub fn run(&self) -> Result<(), Failure> {
        let plan = self.plan()?;
        let crew = Crew::new(self.jobs, self.quiet)?;
        let files = self.files()?;
        let mut progress = crew.progress(plan.rounds());
        let results = crew.play(&plan, files, &self.out, &mut progress)?;
        progress.clear();
        if !self.quiet {
            tables::leaderboard(&mut io::stdout().lock(), &results)?;
        }
        let charts = self.charts(&results)?;
        if !self.quiet {
            self.tell(charts)?;
        }
        Ok(())
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let codemakers = match &self.scsa {
            Some(names) => select::codemakers(names)?,
            None => select::contest_codemakers(self.rules),
        };
        check_rounds(self.rounds, &codemakers)?;
        let limits = self.limits.limits()?;
        let telling = self.telling(&codemakers)?;
        Ok(Plan {
            players: select::players(&self.players)?,
            codemakers,
            sizes: select::sizes(&self.sizes)?,
            rounds: self.rounds,
            seed: Seed(self.seed),
            limits,
            rules: self.rules,
            telling,
        })
    }

    fn telling(&self, codemakers: &[Codemaker]) -> Result<Telling, Failure> {
        let Some(file) = &self.samples else { return Ok(Telling { reveal: self.reveal, samples: None }) };
        if file.contains(char::is_control) {
            return Err(Failure::input(format!(
                "--samples {file:?} has a control character in its name; rename the file"
            )));
        }
        let samples = CodeFile::read(Path::new(file)).map_err(|e| Failure::input(e.to_string()))?;
        let codes = samples.codes().len();
        if codes > MOST_SAMPLES {
            return Err(Failure::input(format!(
                "{file} holds {codes} codes, --samples takes {MOST_SAMPLES} at the most; give a file with fewer"
            )));
        }
        let telling = Telling { reveal: self.reveal, samples: Some(samples) };
        if !codemakers.iter().any(|codemaker| matches!(telling.knowledge(codemaker), Knowledge::Samples(_))) {
            let way_out = if self.reveal { "name a codes:FILE" } else { "name a mystery or a codes:FILE" };
            return Err(Failure::input(format!(
                "players are told the rule of every SCSA of this run, and no --samples; {way_out} with --scsa, or leave --samples out"
            )));
        }
        Ok(telling)
    }

    fn files(&self) -> Result<ResultFiles, Failure> {
        if files::holds_results(&self.out) && !self.force {
            let folder = self.out.display();
            return Err(Failure::input(format!(
                "{folder} holds results already; give --force to overwrite them, or another folder with --out"
            )));
        }
        let writable = |e| Failure::input(format!("{e}; give a folder that can be written with --out"));
        let begin = if self.no_rounds { ResultFiles::create_without_rounds } else { ResultFiles::create };
        begin(&self.out).map_err(|e: FileError| writable(e))
    }

    /// Draws the charts, and how many.
    fn charts(&self, results: &Results) -> Result<usize, Failure> {
        if self.no_charts {
            return Ok(0);
        }
        let charts = arena::chart::draw_all(&results.summaries, &results.timings, &self.out)
            .map_err(|e| Failure::run(e.to_string()))?;
        Ok(charts.len() / 2)
    }

    fn tell(&self, charts: usize) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let charts = format!("{charts} charts, as SVG and PNG");
        writeln!(out)?;
        for (name, what) in [
            (files::SUMMARY, "one row a match"),
            (files::ROUNDS, "one row a round"),
            (files::TIMING_SUMMARY, "CPU times, one row a match (timings.csv: a round)"),
            (files::MANIFEST, "how this was made"),
            (files::CHARTS, &charts),
        ] {
            if name != files::CHARTS || !self.no_charts {
                let path = self.out.join(name).display().to_string();
                writeln!(out, "{path:<40} {what}")?;
            }
        }
        writeln!(out, "`arena show {}` shows the scores match by match.", self.out.display())
    }
}
