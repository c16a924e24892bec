//! `arena run`

use super::{
    Failure,
    charts::{self, format_parser},
    counted,
    external::{self, ExternalOptions},
    external_codemaker::{self, CodemakerOptions},
    leaderboard::{By, FolderLeaderboard},
    options::{DEFAULT_FOLDER, KnowledgeOptions, LimitOptions, SeedArgument, check_playable, check_rounds},
    results_folder::ResultsFolder,
    runner::Runner,
    select::{self, CONTEST_PLAYERS, CONTEST_SIZES},
    tables,
};
use ::charts::{ChartOptions, Format};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::{
    io::{self, Write},
    path::PathBuf,
};
use tournament::{FolderLock, Plan, Registry, ResultFiles, Results, Rules, Seed, files};

/// The arguments of `arena run`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena run                                        the default contest
  arena run --players all --rounds 10              all players, ten rounds a match
  arena run --players 'rao,dino*,-dino-*'          names, patterns, and removals
  arena run --scsa all --sizes 4-8x10 --seed random
  arena run --scsa codes:secrets.txt --sizes 4x6   secrets from a file, one code a line")]
pub struct Run {
    /// The players: names of `arena list`, patterns such as 'dino*', `all`; an item with a minus sign before it is removed
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = CONTEST_PLAYERS, allow_hyphen_values = true, help_heading = "What is played")]
    players: Vec<String>,
    #[command(flatten)]
    external: ExternalOptions,
    #[command(flatten)]
    external_codemakers: CodemakerOptions,
    /// The work of players that take an EFFORT, 1 to 100 [default: 10]
    #[arg(long, value_name = "EFFORT", help_heading = "What is played")]
    effort: Option<String>,
    /// The codemakers: names of `arena list`, patterns, `all`, codes:FILE; an item with a minus sign before it is removed
    /// [default: insert-colors, two-color, ab-color, two-color-alternating, only-once, first-and-last; with --rules 2024 two-color
    /// and ab-color are those of 2024]
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        allow_hyphen_values = true,
        help_heading = "What is played"
    )]
    scsa: Option<Vec<String>>,
    /// The sizes, pegs x colors, and ranges such as 4-8x10
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = CONTEST_SIZES, help_heading = "What is played")]
    sizes: Vec<String>,
    /// The rounds of every match [default: 100; all codes of a codes:FILE]
    #[arg(long, value_name = "N", help_heading = "What is played")]
    rounds: Option<u64>,
    /// The seed from which secrets and random choices follow: a number, or `random` (recorded in manifest.json)
    #[arg(long, value_name = "SEED", default_value = "1", help_heading = "What is played")]
    seed: SeedArgument,
    /// The rules of the score
    #[arg(long, default_value = "report", help_heading = "Rules", value_parser = PossibleValuesParser::new(Rules::NAMES).try_map(|name| name.parse::<Rules>()))]
    rules: Rules,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    knowledge: KnowledgeOptions,
    /// The folder for the results
    #[arg(long, value_name = "DIR", default_value = DEFAULT_FOLDER, help_heading = "Output")]
    out: PathBuf,
    /// Overwrite results that are in the folder
    #[arg(long, help_heading = "Output")]
    force: bool,
    /// Write no rows of single rounds: neither rounds.csv nor timings.csv
    #[arg(long, help_heading = "Output")]
    no_rounds: bool,
    /// Draw no charts
    #[arg(long, help_heading = "Output")]
    no_charts: bool,
    /// The formats of the charts: svg, png
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "svg", value_parser = format_parser(), help_heading = "Output")]
    chart_format: Vec<Format>,
    /// By what the leaderboard orders the players: score, guesses, time or wins
    #[arg(long, value_enum, default_value_t, hide_possible_values = true, help_heading = "Output")]
    by: By,
    /// Print nothing but errors
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
    /// The rounds that are played at once [default: the number of processors]
    #[arg(long, value_name = "N", help_heading = "Execution")]
    jobs: Option<usize>,
}

impl Run {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let plan = self.plan(registry)?;
        self.check_folder()?;
        // Before anything is written, and while an interrupt just ends the program.
        check_playable(&external::without_messages(registry, &plan))?;
        let runner = Runner::new(self.jobs, self.quiet)?;
        let files = self.files()?;
        external_codemaker::record(&plan.codemakers, &self.out)?;
        let mut progress = runner.progress(&[&plan]);
        let results = runner.play(&plan, files, &self.out, &mut progress)?;
        progress.clear();
        if !self.quiet {
            let folder = ResultsFolder::with_results(&self.out, results.clone());
            let board = FolderLeaderboard::read(&folder, self.by, None)?;
            let mut out = io::stdout().lock();
            tables::leaderboard(&mut out, &board)?;
            tables::failures(&mut out, progress.failures())?;
        }
        let charts = self.charts(&results)?;
        if !self.quiet {
            self.list_files(&plan, charts)?;
        }
        Ok(())
    }

    fn plan(&self, registry: &Registry) -> Result<Plan, Failure> {
        let mut codemakers = match &self.scsa {
            Some(items) => select::codemakers(registry, items)?,
            None => select::contest_codemakers(registry, self.rules),
        };
        let (sizes, limits) = (select::sizes(&self.sizes)?, self.limits.limits()?);
        let (rounds, seed) = (self.rounds, self.seed.0);
        let external = &self.external_codemakers;
        codemakers.append(&mut external.codemakers(registry, &sizes, rounds, seed, limits, &self.out)?);
        check_rounds(self.rounds, &codemakers)?;
        let players = select::players(registry, &self.players)?;
        let players = select::with_effort(registry, players, self.effort.as_deref())?;
        Ok(Plan {
            players: self.external.add(registry, players, limits, Some(&self.out))?,
            sizes,
            rounds: self.rounds,
            seed: self.seed.0,
            limits,
            rules: self.rules,
            knowledge: self.knowledge.policy(&codemakers)?,
            codemakers,
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
        let lock = FolderLock::acquire(&self.out).map_err(writable)?;
        // Again under the lock, so that no other tournament began in between.
        self.check_folder()?;
        ResultFiles::begin(lock, !self.no_rounds).map_err(writable)
    }

    /// Draws the charts and returns their number.
    fn charts(&self, results: &Results) -> Result<usize, Failure> {
        if self.no_charts {
            return Ok(0);
        }
        let formats = self.chart_format.iter().copied().collect();
        let guess_limit = self.limits.limits()?.guesses;
        charts::draw(results, &ChartOptions { formats, guess_limit, ..ChartOptions::default() }, &self.out)
    }

    fn list_files(&self, plan: &Plan, charts: usize) -> io::Result<()> {
        let mut out = io::stdout().lock();
        writeln!(out)?;
        let rounds = (!self.no_rounds).then(|| "one row a round".to_owned());
        let times = if self.no_rounds { "" } else { " (timings.csv: a round)" };
        let charts = (!self.no_charts).then(|| counted(charts, "chart"));
        let folder = |name: &str, what: &str| self.out.join(name).is_dir().then(|| what.to_owned());
        let Seed(seed) = plan.seed;
        for (name, what) in [
            (files::SUMMARY, Some("one row a match".to_owned())),
            (files::ROUNDS, rounds),
            (files::TIMING_SUMMARY, Some(format!("CPU times, one row a match{times}"))),
            (files::MANIFEST, Some(format!("how the results were made, with seed {seed}"))),
            (files::CHARTS, charts),
            (files::MESSAGES, folder(files::MESSAGES, "what external players wrote to their standard error")),
            (files::CODES, folder(files::CODES, "the codes of external codemakers")),
        ] {
            if let Some(what) = what {
                let path = self.out.join(name).display().to_string();
                writeln!(out, "{path:<40} {what}")?;
            }
        }
        writeln!(out, "`arena show {}` shows the scores match by match.", self.out.display())
    }
}
