//! `arena run`

use super::{
    Failure, charts, counted, external, external_codemaker,
    leaderboard::{self, FolderLeaderboard},
    options::check_playable,
    results_folder::ResultsFolder,
    runner::Runner,
    settings::{tournament_options::TournamentOptions, tournament_settings::TournamentSettings},
    tables,
};
use ::charts::ChartOptions;
use std::{
    io::{self, Write},
    path::PathBuf,
};
use tournament::{FolderLock, Plan, Registry, ResultFiles, Results, Seed, files};

/// The arguments of `arena run`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena run                                        the default contest
  arena run --players all --rounds 10              all players, ten rounds a match
  arena run --players 'rao,dino*,-dino-*'          names, patterns, and removals
  arena run --scsa all --sizes 4-8x10 --seed random
  arena run --scsa codes:secrets.txt --sizes 4x6   secrets from a file, one code a line
  arena run contest.toml --rounds 10               a tournament file; options come first
  arena run --from results/latest --out again      the same tournament again")]
pub struct Run {
    #[command(flatten)]
    tournament: TournamentOptions,
    /// Overwrite results that are in the folder
    #[arg(long, help_heading = "Output")]
    force: bool,
    /// Print nothing but errors
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

impl Run {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let settings = self.tournament.settings()?;
        let plan = settings.plan(registry, true)?;
        let output = Output { out: settings.out(), settings, force: self.force };
        output.check_folder()?;
        // Before anything is written, and while an interrupt just ends the program.
        check_playable(&external::without_messages(registry, &plan))?;
        let Output { out, settings, .. } = &output;
        let runner = Runner::new(settings.jobs.as_ref(), self.quiet)?
            .with_programs(settings.external_commands(), settings.isolates);
        let files = output.files()?;
        external_codemaker::record(&plan.codemakers, out)?;
        let mut progress = runner.progress(&[&plan]);
        let results = runner.play(&plan, files, out, &mut progress)?;
        progress.clear();
        if !self.quiet {
            let folder = ResultsFolder::with_results(out, results.clone());
            let board = FolderLeaderboard::read(&folder, settings.by.unwrap_or_default())?;
            let mut lines = io::stdout().lock();
            leaderboard::write(&mut lines, &board)?;
            tables::failures(&mut lines, progress.failures())?;
        }
        let charts = output.charts(&plan, &results)?;
        if !self.quiet {
            output.list_files(&plan, charts)?;
        }
        Ok(())
    }
}

/// The files of a run.
struct Output {
    settings: TournamentSettings,
    out: PathBuf,
    force: bool,
}

impl Output {
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
        ResultFiles::begin(lock, !self.settings.no_rounds).map_err(writable)
    }

    /// Draws the charts and returns their number.
    fn charts(&self, plan: &Plan, results: &Results) -> Result<usize, Failure> {
        if self.settings.no_charts {
            return Ok(0);
        }
        let formats = self.settings.chart_formats.as_ref();
        let formats = formats.map_or_else(|| ChartOptions::default().formats, |given| given.iter().copied().collect());
        let options = ChartOptions { formats, guess_limit: plan.limits.guesses, ..ChartOptions::default() };
        charts::draw(results, &options, &self.out)
    }

    fn list_files(&self, plan: &Plan, charts: usize) -> io::Result<()> {
        let mut out = io::stdout().lock();
        writeln!(out)?;
        let TournamentSettings { no_rounds, no_charts, .. } = self.settings;
        let rounds = (!no_rounds).then(|| "one row a round".to_owned());
        let times = if no_rounds { "" } else { " (timings.csv: a round)" };
        let charts = (!no_charts).then(|| counted(charts, "chart"));
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
