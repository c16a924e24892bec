//! `arena run`

use super::{
    Failure,
    failure::one_line,
    progress::Shown,
    select::{self, CONTEST_SIZES},
    tables,
};
use arena::{
    FileError, Limits, Manifest, ResultFiles, Results, Rules, Seed, files,
    tournament::{self, Plan, PlayError, Workers},
};
use std::{
    env,
    io::{self, Write},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
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
    #[arg(long, value_name = "PxC", value_delimiter = ',', default_values = CONTEST_SIZES)]
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
    /// The most guesses of a round
    #[arg(long, value_name = "N", default_value_t = Limits::default().guesses)]
    guess_limit: usize,
    /// The most CPU time of a player in a round, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = Limits::default().time.as_secs_f64())]
    time_limit: f64,
    /// Draw no charts
    #[arg(long)]
    no_charts: bool,
    /// Print nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

/// What `--guess-limit` and `--jobs` may be at the most.
const MOST_GUESSES: usize = 1_000_000;
const MOST_JOBS: usize = 1024;

impl Run {
    pub fn run(&self) -> Result<(), Failure> {
        let plan = self.plan()?;
        let jobs = self.jobs()?;
        let program = env::current_exe().map_err(|e| Failure::run(format!("this program cannot find itself: {e}")))?;
        let files = self.files()?;
        let mut manifest = Manifest::begin(&plan, command(), jobs);
        manifest.write(&self.out).map_err(|e| Failure::input(one_line(&e)))?;

        let stopped = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&stopped);
        ctrlc::set_handler(move || stop.store(true, Ordering::Relaxed))
            .map_err(|e| Failure::run(format!("interrupts cannot be caught: {e}")))?;
        let mut progress = Shown::new(manifest.rounds, self.quiet, stopped);
        let played = tournament::play(&plan, &Workers::Processes(program, jobs), files, &mut progress);
        progress.clear();
        let results = played.map_err(|e| self.broken_off(&e))?;
        manifest.finish();
        manifest.write(&self.out).map_err(|e| Failure::run(one_line(&e)))?;
        let charts = self.charts(&results)?;
        if !self.quiet {
            self.tell(&results, charts)?;
        }
        Ok(())
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let codemakers = match &self.scsa {
            Some(names) => select::codemakers(names)?,
            None => select::contest_codemakers(self.rules),
        };
        if self.rounds == Some(0) {
            return Err(Failure::input("--rounds 0 plays nothing; give 1 or more"));
        }
        for codemaker in &codemakers {
            let (most, wanted) = (codemaker.secrets().unwrap_or(u64::MAX), self.rounds.unwrap_or(0));
            if wanted > most {
                let name = codemaker.name();
                return Err(Failure::input(format!(
                    "{name} holds {most} codes, --rounds {wanted} wants more; give --rounds {most} or fewer"
                )));
            }
        }
        if self.guess_limit < 1 || self.guess_limit > MOST_GUESSES {
            let given = self.guess_limit;
            return Err(Failure::input(format!("--guess-limit {given} is not from 1 to {MOST_GUESSES}")));
        }
        if !(0.001..=86_400.0).contains(&self.time_limit) {
            let given = self.time_limit;
            return Err(Failure::input(format!("--time-limit {given} is not from 0.001 to 86400 seconds")));
        }
        Ok(Plan {
            players: select::players(&self.players)?,
            codemakers,
            sizes: select::sizes(&self.sizes)?,
            rounds: self.rounds,
            seed: Seed(self.seed),
            limits: Limits { guesses: self.guess_limit, time: Duration::from_secs_f64(self.time_limit) },
            rules: self.rules,
        })
    }

    fn jobs(&self) -> Result<usize, Failure> {
        match self.jobs {
            None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
            Some(jobs @ 1..=MOST_JOBS) => Ok(jobs),
            Some(jobs) => Err(Failure::input(format!("--jobs {jobs} is not from 1 to {MOST_JOBS}"))),
        }
    }

    fn files(&self) -> Result<ResultFiles, Failure> {
        if files::holds_results(&self.out) && !self.force {
            let folder = self.out.display();
            return Err(Failure::input(format!(
                "{folder} holds results already; give --force to overwrite them, or another folder with --out"
            )));
        }
        let writable = |e| Failure::input(format!("{}; give a folder that can be written with --out", one_line(&e)));
        ResultFiles::create(&self.out).map_err(|e: FileError| writable(e))
    }

    fn broken_off(&self, error: &PlayError) -> Failure {
        let folder = self.out.display();
        let kept = format!("what was played until then is in {folder}");
        match error {
            PlayError::Stopped => Failure::interrupt(format!("interrupted; {kept}")),
            _ => Failure::run(format!("{}; {kept}", one_line(error))),
        }
    }

    /// Draws the charts, and how many.
    fn charts(&self, results: &Results) -> Result<usize, Failure> {
        if self.no_charts {
            return Ok(0);
        }
        let charts = arena::chart::draw_all(&results.summaries, &results.timings, &self.out)
            .map_err(|e| Failure::run(one_line(&e)))?;
        Ok(charts.len() / 2)
    }

    fn tell(&self, results: &Results, charts: usize) -> io::Result<()> {
        let mut out = io::stdout().lock();
        tables::leaderboard(&mut out, results)?;
        let folder = self.out.display();
        writeln!(out, "\n{folder}/summary.csv          one row a match")?;
        writeln!(out, "{folder}/rounds.csv           one row a round")?;
        writeln!(out, "{folder}/timing-summary.csv   CPU times, one row a match (timings.csv: a round)")?;
        writeln!(out, "{folder}/manifest.json        how this was made")?;
        if charts > 0 {
            writeln!(out, "{folder}/charts/              {charts} charts, as SVG and PNG")?;
        }
        writeln!(out, "`arena show {folder}` shows the scores match by match.")
    }
}

/// The command as it was given.
fn command() -> Vec<String> {
    env::args_os().map(|word| word.to_string_lossy().into_owned()).collect()
}
