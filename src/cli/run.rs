//! `arena run`

use super::{
    Failure,
    charts::{self, format_parser},
    counted,
    crew::Crew,
    options::{LimitOptions, TellingOptions, check_played, check_rounds},
    select::{self, CONTEST_SIZES},
    tables,
};
use arena::{
    FileError, ResultFiles, Results, Rules, Seed,
    chart::{ChartOptions, Format},
    files,
    tournament::Plan,
};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::{
    io::{self, Write},
    path::PathBuf,
};

/// Where results go unless told otherwise.
pub const DEFAULT_FOLDER: &str = "results/latest";

/// What `arena run` takes.
#[derive(Debug, clap::Args)]
pub struct Run {
    /// The players: `all`, or names of `arena list`, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "all")]
    players: Vec<String>,
    /// How much work a guess of players with an EFFORT may take, 1 to 100 [default: 10]
    #[arg(long, value_name = "EFFORT")]
    effort: Option<String>,
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
    #[arg(long, default_value = "report", value_parser = PossibleValuesParser::new(Rules::NAMES).try_map(|name| name.parse::<Rules>()))]
    rules: Rules,
    #[command(flatten)]
    telling: TellingOptions,
    #[command(flatten)]
    limits: LimitOptions,
    /// Write no rows of single rounds: no rounds.csv and no timings.csv
    #[arg(long)]
    no_rounds: bool,
    /// Draw no charts
    #[arg(long)]
    no_charts: bool,
    /// The formats of the charts, separated by commas
    #[arg(long, value_name = "FORMATS", value_delimiter = ',', default_value = "svg", value_parser = format_parser())]
    chart_format: Vec<Format>,
    /// Print nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

impl Run {
    pub fn run(&self) -> Result<(), Failure> {
        let plan = self.plan()?;
        self.check_folder()?;
        // Before anything is written, and while an interrupt just ends the program.
        check_played(&plan)?;
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
        let telling = self.telling.telling(&codemakers)?;
        Ok(Plan {
            players: select::with_effort(select::players(&self.players)?, self.effort.as_deref())?,
            codemakers,
            sizes: select::sizes(&self.sizes)?,
            rounds: self.rounds,
            seed: Seed(self.seed),
            limits,
            rules: self.rules,
            telling,
        })
    }

    fn check_folder(&self) -> Result<(), Failure> {
        if files::holds_results(&self.out) && !self.force {
            let folder = self.out.display();
            return Err(Failure::input(format!(
                "{folder} holds results already; give --force to overwrite them, or another folder with --out"
            )));
        }
        Ok(())
    }

    fn files(&self) -> Result<ResultFiles, Failure> {
        let writable = |e| Failure::input(format!("{e}; give a folder that can be written with --out"));
        let begin = if self.no_rounds { ResultFiles::create_without_rounds } else { ResultFiles::create };
        begin(&self.out).map_err(|e: FileError| writable(e))
    }

    /// Draws the charts, and how many.
    fn charts(&self, results: &Results) -> Result<usize, Failure> {
        if self.no_charts {
            return Ok(0);
        }
        let formats = self.chart_format.iter().copied().collect();
        let guess_limit = self.limits.limits()?.guesses;
        charts::draw(results, &ChartOptions { formats, guess_limit, ..ChartOptions::default() }, &self.out)
    }

    fn tell(&self, charts: usize) -> io::Result<()> {
        let mut out = io::stdout().lock();
        writeln!(out)?;
        let rounds = (!self.no_rounds).then(|| "one row a round".to_owned());
        let times = if self.no_rounds { "" } else { " (timings.csv: a round)" };
        let charts = (!self.no_charts).then(|| counted(charts, "chart"));
        for (name, what) in [
            (files::SUMMARY, Some("one row a match".to_owned())),
            (files::ROUNDS, rounds),
            (files::TIMING_SUMMARY, Some(format!("CPU times, one row a match{times}"))),
            (files::MANIFEST, Some("how this was made".to_owned())),
            (files::CHARTS, charts),
        ] {
            if let Some(what) = what {
                let path = self.out.join(name).display().to_string();
                writeln!(out, "{path:<40} {what}")?;
            }
        }
        writeln!(out, "`arena show {}` shows the scores match by match.", self.out.display())
    }
}
