//! `arena run`

use super::{
    Failure, charts, counted, external, external_codemaker,
    inputs::input_hashes,
    leaderboard::{self, FolderLeaderboard},
    options::check_playable,
    play_folder::{self, PlayFolder, Replacing},
    progress::ProgressReporter,
    results_folder::ResultsFolder,
    runner::{Runner, this_manifest_program, this_program},
    settings::{
        from_manifest, setting::option_list, tournament_options::TournamentOptions,
        tournament_settings::TournamentSettings,
    },
    shard, tables,
};
use ::charts::ChartOptions;
use std::{
    io::{self, Write},
    path::PathBuf,
};
use tournament::{Manifest, Plan, ProgramDescription, Registry, Results, Seed, ShardNumber, Status, Summary, files};

/// `--until` plays at most this many rounds a match.
const MOST_UNTIL: u64 = 1_000_000;

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
  arena run --from results/latest --out again      the same tournament again
  arena run --resume                               go on with a tournament that ended early
  arena run --add minimax                          one more player in results/latest
  arena run --extend --rounds 500                  more rounds in results/latest
  arena run --shard 3/64 --out parts               one of 64 parts, on one of many machines")]
pub struct Run {
    #[command(flatten)]
    tournament: TournamentOptions,
    /// Overwrite results that are in the folder
    #[arg(long, help_heading = "Output", conflicts_with_all = ["resume", "extend", "add"])]
    force: bool,
    /// Go on with the tournament in the folder, which ended early; other options need not be given again
    #[arg(long, help_heading = "Output", conflicts_with_all = ["extend", "add"])]
    resume: bool,
    /// Add the players, codemakers, sizes or rounds of other options to the results in the folder; what it holds is not played again
    #[arg(long, help_heading = "Output")]
    extend: bool,
    /// Add these players to the results in the folder, as with --extend --players LIST
    #[arg(long, value_name = "LIST", value_delimiter = ',', conflicts_with = "players", help_heading = "Output")]
    add: Option<Vec<String>>,
    /// Play one of several parts of about the same time, such as 3/64, and write it into a file of its own; `arena merge` joins them.
    /// A part that is there already is not played again
    #[arg(long, value_name = "NUMBER/ALL", conflicts_with_all = ["resume", "extend", "add", "until"], help_heading = "Execution")]
    shard: Option<ShardNumber>,
    /// Print nothing but errors
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

impl Run {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let extends = self.extend || self.add.is_some();
        let (settings, extended) = self.settings(extends)?;
        let plan = settings.plan(registry, true)?;
        let program = description(&settings, &plan)?;
        if let Some(shard) = self.shard {
            return shard::run(registry, shard, &settings, &plan, &program, self.force, self.quiet);
        }
        let output = Output { out: settings.out(), settings };
        let replacing = Replacing { force: self.force, resume: self.resume, is_quiet: self.quiet };
        if extended.is_none() {
            play_folder::check(&output.out, &plan, &program, replacing)?;
        }
        // Before anything is written, and while an interrupt just ends the program.
        check_playable(&external::without_messages(registry, &plan))?;
        let runner = Runner::new(output.settings.jobs.as_ref(), self.quiet)?.with_description(program);
        let into = match &extended {
            Some(before) => play_folder::extend(&output.out, before, &plan, runner.description(), self.quiet)?,
            None => {
                let with_rounds = !output.settings.no_rounds;
                play_folder::begin(&output.out, &plan, runner.description(), with_rounds, replacing)?
            }
        };
        external_codemaker::record(&plan.codemakers, &output.out)?;
        let mut played = output.play(&runner, plan, into)?;
        while let Some(rounds) = output.rounds_until(&played)? {
            let plan = played.plan.rounds(rounds);
            let before = play_folder::extended_manifest(&output.out)?;
            let into = play_folder::extend(&output.out, &before, &plan, runner.description(), self.quiet)?;
            played = output.play(&runner, plan, into)?;
        }
        let Played { plan, results, progress } = &played;
        output.finish(plan, results, progress, self.quiet)
    }

    /// What is to be played, and the manifest of the results that it extends, if it does.
    fn settings(&self, extends: bool) -> Result<(TournamentSettings, Option<Manifest>), Failure> {
        let mut settings = self.tournament.settings()?;
        if let Some(add) = &self.add {
            settings.players = Some(option_list("--add", add));
        }
        let out = settings.out();
        if settings.until.is_some() && settings.no_rounds {
            return Err(Failure::input("--until needs the rows of the rounds; leave --no-rounds out"));
        }
        if extends {
            let before = play_folder::extended_manifest(&out)?;
            let extended = from_manifest::read(&out, settings.rounds.as_ref())?;
            return Ok((settings.extending(extended), Some(before)));
        }
        if self.resume {
            play_folder::check_begun(&out)?;
            let before = from_manifest::read(&out, settings.rounds.as_ref())?;
            settings = settings.or(before);
            settings.no_rounds |= !out.join(files::ROUNDS).exists();
        }
        Ok((settings, None))
    }
}

/// What plays the tournament, as its manifest says.
fn description(settings: &TournamentSettings, plan: &Plan) -> Result<ProgramDescription, Failure> {
    Ok(ProgramDescription {
        external_players: settings.external_commands(),
        isolates: settings.isolates,
        inputs: input_hashes(plan)?,
        ..this_manifest_program(&this_program()?)
    })
}

/// The files of a run.
pub struct Output {
    pub settings: TournamentSettings,
    pub out: PathBuf,
}

/// A tournament that was played to its end.
struct Played {
    plan: Plan,
    results: Results,
    progress: ProgressReporter,
}

impl Output {
    /// Plays a tournament to its end, and puts what extends the results in its place.
    fn play(&self, runner: &Runner, plan: Plan, into: PlayFolder) -> Result<Played, Failure> {
        let mut progress = runner.progress(&[&plan]);
        let results = runner.play(&plan, into, &mut progress)?;
        progress.clear();
        play_folder::complete_extension(&self.out)?;
        Ok(Played { plan, results, progress })
    }

    /// Draws the charts of results. Shows the leaderboard, the failures and the files unless it is quiet.
    pub fn finish(
        &self,
        plan: &Plan,
        results: &Results,
        progress: &ProgressReporter,
        is_quiet: bool,
    ) -> Result<(), Failure> {
        if !is_quiet {
            let folder = ResultsFolder::with_results(&self.out, results.clone());
            let board = FolderLeaderboard::read(&folder, self.settings.by.unwrap_or_default())?;
            let mut lines = io::stdout().lock();
            leaderboard::write(&mut lines, &board)?;
            tables::failures(&mut lines, progress.failures())?;
        }
        let charts = self.charts(plan, results)?;
        if !is_quiet {
            self.list_files(plan, charts)?;
        }
        Ok(())
    }

    /// How many rounds a match needs for the standard error of `--until`, if those that were played are too few.
    fn rounds_until(&self, played: &Played) -> Result<Option<u64>, Failure> {
        let Some(until) = self.settings.until else { return Ok(None) };
        let Played { plan, results, .. } = played;
        let most = results.summaries.iter().map(|row| row.rounds).max().unwrap_or(0);
        // Matches that the rules ended early, or whose codes are all played, get no more rounds.
        let secrets = |name: &str| plan.codemakers.iter().find(|codemaker| codemaker.name() == name)?.secrets();
        let can_grow = |row: &&Summary| {
            row.status == Status::Played && secrets(&row.scsa).is_none_or(|secrets| row.rounds < secrets)
        };
        let needed = results.summaries.iter().filter(can_grow).filter_map(|row| {
            let guesses = row.mean_guesses_of_all_rounds(plan.limits.guesses)?;
            // One round does not show how much they differ.
            let error = guesses.standard_error.map_or(f64::INFINITY, |error| error / guesses.mean);
            (error > until).then(|| row.rounds as f64 * (error / until).powi(2))
        });
        let Some(needed) = needed.max_by(f64::total_cmp) else { return Ok(None) };
        if most >= MOST_UNTIL {
            return Err(Failure::run(format!(
                "{MOST_UNTIL} rounds a match were played, and some standard error is larger than {} % still; they are in {}",
                100.0 * until,
                self.out.display()
            )));
        }
        // The error of few rounds is not known well: no more than four times as many at once.
        let rounds = (1.05 * needed).min(4.0 * most.max(25) as f64).ceil() as u64;
        Ok(Some(rounds.clamp(most + 1, MOST_UNTIL)))
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
