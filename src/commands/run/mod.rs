//! `arena run`

pub mod bench;
pub mod missing;
pub mod plan;
pub mod shards;

use crate::commands::report::ReportCommand;
use crate::failure::Failure;
use crate::playing::{
    ExtendedFolder, LivePage, LiveResults, PlayFolder, ProgressReporter, Replacing, Runner, play_folder, results_output,
};
use crate::present::{JoinedFolders, check_file, match_of, notice, stdout, words};
use crate::settings::{
    Choice, Origin, ProgramUse, SeedArgument, Setting, Settings, TournamentOptions, check_playable,
    external_codemakers, external_players, from_manifest, input_hashes, note_changes, selection,
};
use crate::this_program::{file_hash, of_this_program, with_hash};
use player_api::registry::Entry;
use sandbox::Protection;
use std::cell::Cell;
use std::io::Write;
use std::path::{Path, PathBuf};
use tournament::compare::{CommonRounds, Evidence, MatchMean, Measure};
use tournament::{Manifest, Plan, Registry, Results, Seed, ShardNumber, StartedWorkers, Status, Summary, Until, files};

/// `--until` plays at most this many rounds a match.
const MOST_UNTIL: u64 = 1_000_000;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena run                                        the default contest
  arena run --players all --rounds 10              all players, ten rounds a match
  arena run --players 'rao,dino*,-dino-*'          names, patterns, and removals
  arena run --scsa all --sizes 4-8x10 --seed random
  arena run --scsa codes:secrets.txt --sizes 4x6   secrets from a file, one code a line
  arena run contest.toml --rounds 10               a tournament file; options override it
  arena run --from results/latest --out again      the same tournament again
  arena run --resume                               go on with a tournament that ended early
  arena run --add minimax                          one more player in results/latest
  arena run --add 'mine=python:mine.py'            one more program
  arena run --player 'm=chat:MODEL --base-url http://localhost:8080/v1'
  arena run --extend --rounds 500                  more rounds in results/latest
  arena run --players rao,dino --until 'rao>dino'  until it is known which of the two is better
  arena run --live wall.html                       a page that shows the tournament while it is played
  arena run --shard 3/64 --out parts               one of 64 parts, on one of many machines")]
pub struct Run {
    #[command(flatten)]
    tournament: TournamentOptions,
    /// Overwrite results in the folder; with --extend and --add, discard an extension that ended early
    #[arg(long, help_heading = "Output", conflicts_with = "resume")]
    force: bool,
    /// Go on with the tournament in the folder, which ended early; it keeps its options
    #[arg(long, help_heading = "Output", conflicts_with_all = ["extend", "add"])]
    resume: bool,
    /// Add the players, codemakers, sizes or rounds of other options to the results in the folder, and play only these
    #[arg(long, help_heading = "Output")]
    extend: bool,
    /// Add these players, names or NAME=COMMAND, to the results in the folder, as with --extend --players LIST
    #[arg(long, value_name = "LIST", value_delimiter = ',', conflicts_with = "players", help_heading = "Output")]
    add: Option<Vec<Setting<Choice>>>,
    /// Play one of several parts of about the same time, such as 3/64, and write it into one file; `arena merge` joins the parts.
    /// A part that is complete is not played again
    #[arg(long, value_name = "NUMBER/ALL", conflicts_with_all = ["resume", "extend", "add", "until"], help_heading = "Execution")]
    shard: Option<ShardNumber>,
    /// Keep a page of the results in this file while the tournament is played; it reloads itself
    #[arg(long, value_name = "FILE", conflicts_with = "shard", help_heading = "Output")]
    live: Option<PathBuf>,
    /// Print nothing but errors
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

impl Run {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let extends = self.extend || self.add.is_some();
        let (settings, extended) = self.settings(registry, extends)?;
        let replacing = Replacing { force: self.force, resume: self.resume, is_quiet: self.quiet };
        // Before the plan, for which programs are started.
        settings.jobs.jobs()?;
        if Setting::is_on(&settings.require_sandbox) {
            external_players::require_protection()?;
        }
        if extended.is_none() && self.shard.is_none() {
            play_folder::check_free(settings.out(), replacing)?;
        }
        let live = self.live.as_deref().map(|page| check_file(page, "--live", false)).transpose()?;
        if self.shard.is_none() {
            results_output::check(&settings.output)?;
        }
        let settings = settings.trusted(registry, ProgramUse::Started)?;
        let plan = settings.plan(registry)?;
        let goal = settings.until.as_ref().and_then(|until| until.value.players());
        let plays = |name: &&str| plan.players.iter().any(|player| player.name() == *name);
        if let Some(name) = goal.into_iter().flatten().find(|name| !plays(name)) {
            let names: Vec<&str> = plan.players.iter().map(Entry::name).collect();
            bail!("--until names '{name}', who does not play; the players are {}", names.join(", "));
        }
        if let Some(folder) = self.tournament.repeated() {
            note_changes(&plan, folder)?;
        }
        if let Some(note) = external_players::seed_note(&plan).filter(|_| !self.quiet) {
            notice(format_args!("note: {note}"));
        }
        let manifest = manifest_of(&settings, &plan, self.tournament.file.as_slice())?;
        if let Some(shard) = self.shard {
            return shards::run(registry, shard, &settings, &plan, &with_hash(manifest), self.force, self.quiet);
        }
        let out = settings.out();
        if extended.is_none() {
            play_folder::check(out, &manifest, replacing)?;
        }
        // Before anything is written, and while an interrupt just ends the program.
        let jobs = settings.jobs.jobs()?.0;
        let started = Cell::new(Some(check_playable(&external_players::with_messages(registry, &plan, None), jobs)?));
        let (runner, manifest) = (Runner::new(&settings.jobs, self.quiet)?, with_hash(manifest));
        let play = |plan: Plan, manifest: Manifest, into: PlayFolder| {
            external_codemakers::record(&plan.codemakers, &into.folder)?;
            let page = live.clone().map(|live| LivePage::new(live, &plan));
            FinishedTournament::play(&runner, started.take(), plan, manifest, into, page)
        };
        let extend = |folder: ExtendedFolder, plan: Plan, manifest: Manifest| {
            let into = folder.begin(&plan, &manifest, replacing)?;
            let played = play(plan, manifest, into)?;
            folder.complete()?;
            Ok::<_, Failure>(played)
        };
        let mut played = match extended {
            Some(folder) => extend(folder, plan, manifest)?,
            None => {
                let with_rounds = settings.output.has_rounds();
                let into = play_folder::begin(out, &plan, &manifest, with_rounds, replacing)?;
                play(plan, manifest, into)?
            }
        };
        if let Some(until) = settings.until.as_ref().map(|until| &until.value) {
            while let Some(rounds) = played.rounds_until(until, &settings)? {
                let plan = settings.with_rounds(registry, &played.plan, rounds)?;
                let manifest = with_hash(manifest_of(&settings, &plan, self.tournament.file.as_slice())?);
                played = extend(ExtendedFolder::open(out)?, plan, manifest)?;
            }
        }
        let FinishedTournament { plan, results, progress } = &played;
        results_output::write(&settings.output, plan, results, progress, self.quiet)?;
        if let Some(live) = &self.live {
            ReportCommand::of_folders(vec![out.to_owned()], live).write(registry)?;
        }
        let Some(players) = goal else { return Ok(()) };
        let evidence = evidence(out, players)?;
        let order = words::order(players, &evidence, 1);
        match evidence.order(1) {
            None => Err(Failure::finding(order)),
            Some(_) if self.quiet => Ok(()),
            Some(_) => Ok(writeln!(stdout(), "\n{order}")?),
        }
    }

    fn settings(&self, registry: &Registry, extends: bool) -> Result<(Settings, Option<ExtendedFolder>), Failure> {
        let mut settings = self.tournament.settings()?.with_player_files(registry);
        if let Some(add) = &self.add {
            let others = settings.players.take().unwrap_or_default();
            settings.players = Some(selection::joined(add.clone(), others, false));
        }
        let out = settings.out().to_owned();
        let goes_on = extends || self.resume || (play_folder::is_begun(&out) && !self.force && self.shard.is_none());
        if let Some(seed) = &mut settings.seed
            && seed.value.is_random
            && goes_on
            && let Ok(before) = Manifest::read(&out)
        {
            // What was drawn once stays.
            seed.value = SeedArgument { seed: Seed(before.seed), is_random: false };
        }
        ensure!(
            settings.until.is_none() || settings.output.has_rounds(),
            "--until needs the rows of the rounds; leave --no-rounds out"
        );
        let begun = if self.resume { play_folder::pending_extension(&out) } else { None };
        if let Some(begun) = begun.filter(|_| !play_folder::is_begun(&out)) {
            let folder = ExtendedFolder::open(&out)?;
            settings.until = begun.until.map(|until| Setting::option("--until", until));
            let extended = from_manifest::read(&out, settings.rounds.as_ref())?;
            let settings = settings.or(from_manifest::read(&out.join(files::EXTENSION), None)?);
            return Ok((settings.extending(extended), Some(folder)));
        }
        // Between two stages nothing is begun, and the goal is not reached.
        let goal = (self.resume && play_folder::is_finished(&out)).then(|| Manifest::read(&out).ok()?.until).flatten();
        if let Some(until) = goal.clone().filter(|_| settings.until.is_none()) {
            settings.until = Some(Setting::option("--until", until));
        }
        if extends || goal.is_some() {
            let folder = ExtendedFolder::open(&out)?;
            if settings.until.is_some() {
                // Those that --until played are more than --rounds says.
                let origin = Origin::Manifest(format!("{}: match_rounds", out.join(files::MANIFEST).display()));
                let played = Setting { value: folder.rounds(), origin };
                settings.rounds = settings.rounds.filter(|given| given.value > played.value).or(Some(played));
            }
            let extended = from_manifest::read(&out, settings.rounds.as_ref())?;
            return Ok((settings.extending(extended), Some(folder)));
        }
        // With a tournament that is given, one of which nothing was played is begun.
        let is_given = settings.players.is_some()
            || settings.scsa.is_some()
            || settings.sizes.is_some()
            || !(settings.player.is_empty() && settings.codemaker.is_empty());
        if self.resume && !(is_given && play_folder::is_unplayed(&out)) {
            play_folder::check_begun(&out)?;
            let before = from_manifest::read(&out, settings.rounds.as_ref())?;
            settings = settings.or(before);
            if let (None, Ok(before)) = (&settings.until, Manifest::read(&out)) {
                settings.until = before.until.map(|until| Setting::option("--until", until));
            }
            if out.join(files::SUMMARY).exists() && !out.join(files::ROUNDS).exists() {
                settings.output.no_rounds = Some(Setting::option("--no-rounds", true));
            }
        }
        Ok((settings, None))
    }
}

/// The manifest of a tournament that these files and options give, without the hash of the program.
pub fn manifest_of(settings: &Settings, plan: &Plan, files: &[PathBuf]) -> Result<Manifest, Failure> {
    let (external_players, external_codemakers) = settings.commands(plan);
    let mut inputs = input_hashes(plan)?;
    let mut tournament_files = Vec::new();
    for file in files.iter().chain(&settings.named_files()) {
        let name = file.display().to_string();
        let hash = file_hash(file).map_err(|e| Failure::unread(&e, format!("cannot read {name}: {e}")))?;
        inputs.insert(name.clone(), hash);
        tournament_files.push(name);
    }
    let isolates = Setting::is_on(&settings.isolate);
    let plays_programs = isolates || plan.players.iter().any(|player| player.definition().is_some());
    let missing_protection = plays_programs.then(external_players::missing_protection).transpose()?;
    let network = plan.players.iter().filter_map(external_players::program_of).any(|player| player.network.is_some());
    let missing_protection = missing_protection.map(|missing| {
        missing.iter().map(|missing| missing.protection).chain(network.then_some(Protection::Network)).collect()
    });
    Ok(Manifest {
        missing_protection,
        tournament_files,
        inputs,
        isolate: isolates,
        until: settings.until.as_ref().map(|until| until.value.clone()),
        settings: settings.record(),
        ..of_this_program(Manifest::begin(plan).with_commands(external_players, &external_codemakers))
    })
}

/// The rounds of a match that are played next, where it is not known how many are needed: a quarter more.
pub fn more_rounds(played: u64) -> u64 {
    played + (played / 4).max(25)
}

/// What the rounds of a folder say of the order of two of its players by SCORE.
fn evidence(out: &Path, players: [&str; 2]) -> Result<Evidence, Failure> {
    let table = JoinedFolders::without_rounds(&[out.to_owned()])?.all_rounds()?;
    let positions = players.map(|name| table.players().iter().position(|player| player == name));
    let positions: Vec<usize> = positions.into_iter().flatten().collect();
    Ok(Evidence::of(&CommonRounds::of(&table, &positions), 0, 1, Measure::Score))
}

struct FinishedTournament {
    plan: Plan,
    results: Results,
    progress: ProgressReporter,
}

impl FinishedTournament {
    fn play(
        runner: &Runner,
        workers: Option<StartedWorkers>,
        plan: Plan,
        manifest: Manifest,
        into: PlayFolder,
        page: Option<LivePage>,
    ) -> Result<FinishedTournament, Failure> {
        let mut progress = runner.progress(&plan);
        (progress.live, progress.page) = (Some(LiveResults::new(&plan)), page);
        let results = runner.play(&plan, workers, manifest, into, &mut progress);
        progress.clear();
        let results = results.inspect_err(|_| progress.end_page())?;
        Ok(FinishedTournament { plan, results, progress })
    }

    /// How many rounds a match needs, if those that were played are too few and there can be more.
    fn rounds_until(&self, until: &Until, settings: &Settings) -> Result<Option<u64>, Failure> {
        let FinishedTournament { plan, results, .. } = self;
        let most = results.summaries.iter().map(Summary::counted).max().unwrap_or(0);
        // Matches that the rules ended early, or whose codes are all played, get no more rounds.
        let secrets = |name: &str| {
            let codemaker = plan.codemakers.iter().find(|codemaker| codemaker.name() == name)?;
            codemaker.secrets().filter(|_| !settings.makes_codes(name))
        };
        let can_grow = |row: &&Summary| {
            row.status == Status::Played && secrets(&row.scsa).is_none_or(|secrets| row.counted() < secrets)
        };
        let growing: Vec<&Summary> = results.summaries.iter().filter(can_grow).collect();
        let rounds = match until {
            Until::Error(until) => {
                let needed = growing.iter().filter_map(|row| {
                    let guesses = MatchMean::guesses(row)?;
                    // One round does not show how much they differ.
                    let error = guesses.standard_error.map_or(f64::INFINITY, |error| error / guesses.mean);
                    (error > *until).then(|| row.counted() as f64 * (error / until).powi(2))
                });
                let Some(needed) = needed.max_by(f64::total_cmp) else { return Ok(None) };
                if most >= MOST_UNTIL {
                    let percent = 100.0 * until;
                    return Err(Failure::finding(format!(
                        "{MOST_UNTIL} rounds a match were played and are kept, and some standard error is larger than {percent} % still"
                    )));
                }
                // The error of few rounds is not known well: no more than four times as many at once.
                (1.05 * needed).min(4.0 * most.max(25) as f64).ceil() as u64
            }
            Until::Order(_) => {
                let players = until.players().unwrap_or_default();
                let [first, second] = players.map(|name| growing.iter().filter(move |row| row.player == name));
                let mut matches = first.map(|row| match_of(row));
                let can_grow = matches.any(|match_| second.clone().any(|row| match_of(row) == match_));
                if !can_grow || most >= MOST_UNTIL || evidence(settings.out(), players)?.order(1).is_some() {
                    return Ok(None);
                }
                more_rounds(most)
            }
        };
        Ok(Some(rounds.clamp(most + 1, MOST_UNTIL)))
    }
}
