//! `arena bench`

mod hidden;
mod page;
mod record;
mod scope;
mod score;

use super::manifest_of;
use super::missing::{is_played, play_missing};
use crate::commands::games::analyze::figures::{self, AnalysisRow};
use crate::commands::games::analyze::{RecordedGames, Usage};
use crate::failure::{Failure, Kind};
use crate::playing::{Runner, play_folder};
use crate::present::tables::FailureExample;
use crate::present::{
    FailureExamples, JoinedFolders, check_file, counted, json_bytes, notice, stdout, tables, unwritable,
};
use crate::settings::{
    Choice, JobSettings, LimitOptions, Origin, OutputOptions, ProgramChoice, Recorded, SeedArgument, Setting, Settings,
    external_codemakers, selection,
};
use crate::this_program::hex;
use external::ChatCommand;
use hidden::HiddenSet;
use player_api::registry::Entry;
pub use record::{BenchRecord, PlayerRecord};
use scope::{Benchmark, Scope};
pub use score::LearningRow;
use scsa::{Code, Game, algorithms};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::slice;
use tournament::compare::{MatchName, RoundTable};
use tournament::{Codemaker, Manifest, Registry, Seed, files, in_order};

/// The player of the floor and the ceiling.
const REFERENCE: &str = "bayes";
/// The players where none are named.
const PLAYERS: &str = "bayes,rc";
const RULES: usize = 10;
const MATCHES: usize = 10;
const SET: &str = "set.json";
const RECORD: &str = "bench.json";
const PAGE: &str = "page.html";
/// The folder with those of the players, and the one with the secrets.
const PLAYED: &str = "players";
const SECRETS: &str = "secrets";
/// The folders of learning, and whether their matches have one round.
const HIDDEN: [(bool, &str); 2] = [(false, "matches"), (true, "single")];
/// The largest file of a set, in bytes.
const MOST_SET: u64 = 256 << 20;
/// The most codes of a game in which bits are counted. Counting them in larger games takes some tenths of a second for each guess.
const MOST_LISTED: f64 = 4e6;
const MOST_ROUNDS: u64 = 1_000_000;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena bench --player mine=python:mine.py                 deduction: 100 secrets of each of six games
  arena bench --learning --player mine=python:mine.py      learning: rounds against rules that nobody has listed
  arena bench --player 'm=chat:MODEL --base-url http://localhost:8080/v1' --out bench-m
  arena bench --learning --seed random --out sealed        secrets that nobody has seen
  arena bench --beside other/bench.json                    with the players of another record

The folder is gone on with: more players are added, and only what is missing is played. See docs/bench.md.")]
pub struct Bench {
    /// Measure how players learn a codemaker's rule over the rounds of a match, in place of deduction in single rounds
    #[arg(long, help_heading = "What is played")]
    learning: bool,
    #[arg(
        long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true, help_heading = "What is played",
        help = format!("The players, as in `arena run` [default: {PLAYERS}]")
    )]
    players: Option<Vec<Setting<Choice>>>,
    /// An external player: NAME=python:FILE.py, NAME=chat:MODEL or NAME=COMMAND; you can give it several times
    #[arg(long, value_name = "NAME=COMMAND", help_heading = "What is played")]
    player: Vec<String>,
    #[arg(
        long, value_name = "LIST", value_delimiter = ',', help_heading = "What is played",
        help = format!("The games [default: {}; with --learning {}]", Benchmark::Deduction.default().0, Benchmark::Learning.default().0)
    )]
    sizes: Option<Vec<String>>,
    /// The rounds of a match: the secrets of each game for deduction [default: 100; with --learning 20]
    #[arg(long, value_name = "N", help_heading = "What is played")]
    rounds: Option<u64>,
    /// With --learning, the rules of each game
    #[arg(long, value_name = "N", default_value_t = RULES, requires = "learning", help_heading = "What is played")]
    rules: usize,
    /// With --learning, the matches against each rule
    #[arg(long, value_name = "N", default_value_t = MATCHES, requires = "learning", help_heading = "What is played")]
    matches: usize,
    /// With --learning, the codes of the rule that players see before a match
    #[arg(long, value_name = "N", default_value_t = 0, requires = "learning", help_heading = "What is played")]
    samples: u64,
    /// The seed from which all secrets follow: a number, or `random`, which the folder keeps
    #[arg(long, value_name = "SEED", default_value = "1", help_heading = "What is played")]
    seed: SeedArgument,
    /// What a player may do between guesses, for the record: NAME=none or NAME=code [default: none for chat:MODEL, else code]
    #[arg(long, value_name = "NAME=TOOLS", help_heading = "Output")]
    tools: Vec<String>,
    /// Show the players of these records of the same benchmark, too
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    beside: Vec<PathBuf>,
    /// The folder of the benchmark [default: bench-deduction; with --learning bench-learning]
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    #[command(flatten)]
    jobs: JobSettings,
    /// Print nothing but errors
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

impl Bench {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let kind = if self.learning { Benchmark::Learning } else { Benchmark::Deduction };
        let out = self.out.clone().unwrap_or_else(|| format!("bench-{kind}").into());
        let tools = self.tools()?;
        let before = read_set(&out)?;
        let scope = self.scope(kind, &out, before.as_ref())?;
        let players = self.chosen(registry)?;
        let others = self.beside.iter().map(|path| BenchRecord::read(path)).collect::<Result<Vec<_>, _>>()?;
        let set = before.map_or_else(|| self.new_set(registry, &out, &scope), Ok)?;
        let mut record = BenchRecord::new(&set.scope, secrets_hash(&set), set.rules.clone());
        // Before anything is played.
        self.beside.iter().zip(&others).try_for_each(|(path, other)| record.check(path, other))?;
        let page_file = check_file(&out.join(PAGE), "--out", false)?;
        let parts = |player: &Setting<Choice>| match kind {
            Benchmark::Deduction => self.uniform_parts(&set, player, &out),
            Benchmark::Learning => self.hidden_parts(&set, player, &out),
        };
        let parts: Vec<Settings> = players.iter().flat_map(parts).collect();
        parts.iter().try_for_each(|settings| check_unchanged(registry, settings))?;
        let runner = Runner::new(&self.jobs, self.quiet)?;
        for settings in &parts {
            if !is_played(registry, settings)? {
                match play_missing(registry, settings, &runner, |plan| runner.progress(plan)) {
                    Ok(progress) => progress.clear(),
                    // Its other games are played.
                    Err(refused) if refused.kind == Some(Kind::Refused) => {
                        notice(format_args!("not played: {}", refused.message));
                    }
                    Err(failure) if failure.kind == Some(Kind::Interrupted) => {
                        let kept = "interrupted; the rounds played until then are kept, and the same command goes on";
                        return Err(Failure::interrupt(kept));
                    }
                    Err(failure) => return Err(failure),
                }
            }
        }
        record.players = recorded(registry, &set, &out, &tools)?;
        record.sort();
        files::write_whole(&out.join(RECORD), &json_bytes(&record)?)?;
        if !others.is_empty() {
            // Numbers that were read compare with numbers that were read.
            record = BenchRecord::read(&out.join(RECORD))?;
            others.into_iter().for_each(|other| record.add(other));
        }
        files::write_whole(&page_file, page::page(&record).as_bytes()).map_err(|e| unwritable(&e, "--out"))?;
        if self.quiet {
            return Ok(());
        }
        let mut stdout = stdout();
        page::sheets(&record).iter().try_for_each(|sheet| sheet.write(&mut stdout, false))?;
        for player in record.players.iter().filter(|player| !player.failures.is_empty()) {
            let failures = player.failures.join("; ");
            writeln!(stdout)?;
            tables::paragraph(&mut stdout, &format!("{} failed: {failures}.", player.player), 2)?;
        }
        writeln!(stdout, "\nThe record is {}, the page {}.", out.join(RECORD).display(), out.join(PAGE).display())?;
        Ok(())
    }

    fn tools(&self) -> Result<BTreeMap<String, String>, Failure> {
        let parse = |text: &String| match text.split_once('=') {
            Some((name, tools @ ("none" | "code"))) => Ok((name.to_owned(), tools.to_owned())),
            _ => Err(failure!("--tools {text}: write NAME=none or NAME=code")),
        };
        self.tools.iter().map(parse).collect()
    }

    /// The scope of the options; the seed that was drawn for a folder stays.
    fn scope(&self, kind: Benchmark, out: &Path, before: Option<&HiddenSet>) -> Result<Scope, Failure> {
        let given = || kind.default().0.split(',').map(str::to_owned).collect();
        let games = selection::sizes(&self.sizes.clone().unwrap_or_else(given)).map_err(|e| e.about("--sizes"))?;
        let games: Vec<Game> = in_order(games, |game| game);
        let rounds = self.rounds.unwrap_or_else(|| kind.default().1);
        let (rules, matches, samples) =
            if self.learning { (self.rules, self.matches, self.samples) } else { (0, 0, 0) };
        let in_all = (rounds as u128) * (games.len() as u128) * (rules.max(1) as u128) * (matches.max(1) as u128 + 3);
        ensure!(
            rounds > 0 && (!self.learning || rules > 0 && matches > 0),
            "a benchmark has at least one rule, match and round"
        );
        ensure!(in_all <= MOST_ROUNDS.into(), "{in_all} rounds are more than {MOST_ROUNDS}; give fewer");
        ensure!(samples <= 10_000, "--samples {samples} is more than 10000");
        if self.learning {
            let large = games.iter().find(|game| game.count_at_most(1 << 20).is_none_or(|count| count < 512));
            if let Some(game) = large {
                bail!("--sizes {game}: rules are generated for games of 512 to {} codes, such as 5x8", 1 << 20);
            }
        }
        let mut scope = Scope { bench: kind, seed: self.seed.seed.0, games, rounds, rules, matches, samples };
        if let Some(HiddenSet { scope: before, .. }) = before {
            if self.seed.is_random {
                scope.seed = before.seed;
            }
            ensure!(
                *before == scope,
                "{} has another benchmark: {before}, not {scope}; give its options, or another folder with --out",
                out.display()
            );
        }
        Ok(scope)
    }

    /// Generates the secrets of a benchmark, and writes them.
    fn new_set(&self, registry: &Registry, out: &Path, scope: &Scope) -> Result<HiddenSet, Failure> {
        let reference = selection::player(registry, REFERENCE)?;
        let say = |what: &str| {
            if !self.quiet {
                notice(format_args!("generating the benchmark: {what}"));
            }
        };
        let set = HiddenSet::new(scope, &reference, say)?;
        folder_files::make_folder(out)
            .map_err(|e| failure!("cannot make {}: {e}; give another --out", out.display()))?;
        for (are_single, folder) in HIDDEN {
            external_codemakers::record(&set.codemakers(are_single), &out.join(SECRETS).join(folder))?;
        }
        files::write_whole(&out.join(SET), &json_bytes(&set)?)?;
        Ok(set)
    }

    /// The players that play, each by its name or its program.
    fn chosen(&self, registry: &Registry) -> Result<Vec<Setting<Choice>>, Failure> {
        let default = || self.player.is_empty().then(|| selection::named("--players", PLAYERS.split(',')));
        let given = self.players.clone().or_else(default).into_iter().flatten();
        let own = self.player.iter().map(|text| Setting::option("--player", Choice::program(text.clone())));
        let all =
            Settings { players: Some(given.chain(own).collect()), ..Settings::default() }.with_player_files(registry);
        let plan = all.plan_without_programs(registry)?;
        if let Some(first) = all.missing_programs(&plan).into_iter().next() {
            return Err(first);
        }
        let given = all.players.unwrap_or_default();
        let choice = |player: &Entry| {
            let is_program =
                |item: &&Setting<Choice>| matches!(&item.value, Choice::Program(one) if one.parts().0 == player.name());
            let named = || Setting::option("--players", Choice::Name(player.name().to_owned()));
            given.iter().find(is_program).cloned().unwrap_or_else(named)
        };
        Ok(plan.players.iter().map(choice).collect())
    }

    /// What a player plays of learning: the matches, and those of one round.
    fn hidden_parts(&self, set: &HiddenSet, player: &Setting<Choice>, out: &Path) -> Vec<Settings> {
        let part = |(are_single, folder): (bool, &str)| {
            let secrets = out.join(SECRETS).join(folder);
            let secrets = std::path::absolute(&secrets).unwrap_or(secrets);
            let codemaker = |codemaker: &Codemaker| {
                let text = format!("{}={}{}", codemaker.name(), selection::RECORDED, secrets.display());
                let recorded = Recorded { folder: secrets.clone(), seed: Seed(set.scope.seed) };
                of_benchmark(Choice::Program(ProgramChoice { text, recorded: Some(recorded) }))
            };
            let codemakers = set.codemakers(are_single).iter().map(codemaker).collect();
            let rounds = if are_single { 1 } else { set.scope.rounds };
            self.settings(&set.scope, player.clone(), (codemakers, &set.scope.games, rounds), (out, folder))
        };
        HIDDEN.map(part).into()
    }

    /// What a player plays of deduction: the games with each codemaker that makes all codes.
    fn uniform_parts(&self, set: &HiddenSet, player: &Setting<Choice>, out: &Path) -> Vec<Settings> {
        let (scope, name) = (&set.scope, |game: &Game| algorithms::uniform(*game).name());
        let part = |codemaker: &str| {
            let games: Vec<Game> = scope.games.iter().copied().filter(|game| name(game) == codemaker).collect();
            let choice = vec![of_benchmark(Choice::Name(codemaker.to_owned()))];
            self.settings(scope, player.clone(), (choice, &games, scope.rounds), (out, codemaker))
        };
        in_order(&scope.games, name).into_iter().map(part).collect()
    }

    /// The tournament of a player against these codemakers, in a folder of its own.
    fn settings(
        &self,
        scope: &Scope,
        player: Setting<Choice>,
        (scsa, games, rounds): (Vec<Setting<Choice>>, &[Game], u64),
        (out, folder): (&Path, &str),
    ) -> Settings {
        Settings {
            output: OutputOptions {
                out: Some(of_benchmark(out.join(PLAYED).join(plain(player.value.name())).join(folder))),
                no_charts: Some(of_benchmark(true)),
                ..OutputOptions::default()
            },
            players: Some(vec![player]),
            scsa: Some(scsa),
            sizes: Some(games.iter().map(|game| of_benchmark(game.to_string())).collect()),
            rounds: Some(of_benchmark(rounds)),
            seed: Some(of_benchmark(SeedArgument { seed: Seed(scope.seed), is_random: false })),
            limits: LimitOptions { guess_limit: Some(of_benchmark(scope.guess_limits())), ..LimitOptions::default() },
            jobs: self.jobs.clone(),
            // No player sees the secrets.
            files: vec![std::path::absolute(out).unwrap_or_else(|_| out.to_owned())],
            ..Settings::default()
        }
    }
}

/// The name of a player as that of a folder. A player such as `tree:FILE` has a path in its name.
fn plain(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.:+".contains(c);
    name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect()
}

fn of_benchmark<T>(value: T) -> Setting<T> {
    Setting { value, origin: Origin::File("the benchmark".to_owned()) }
}

/// The secrets of the benchmark in a folder; none where a benchmark can begin.
fn read_set(out: &Path) -> Result<Option<HiddenSet>, Failure> {
    let path = out.join(SET);
    if !folder_files::exists(&path) {
        let is_free = !folder_files::exists(out) || folder_files::names(out).is_ok_and(|names| names.is_empty());
        ensure!(is_free, "{} is not empty and has no benchmark; give another folder with --out", out.display());
        return Ok(None);
    }
    let name = path.display();
    let unread = |e: std::io::Error| Failure::unread(&e, format!("cannot read {name}: {e}"));
    let set: HiddenSet = serde_json::from_slice(&folder_files::read(&path, MOST_SET).map_err(unread)?)
        .map_err(|e| failure!("{name} is not the file of a benchmark: {e}; give another --out"))?;
    ensure!(set.is_whole(), "{name} lacks matches or secrets; give another --out");
    Ok(Some(set))
}

/// Checks that a player that was played has the same command and files as now.
fn check_unchanged(registry: &Registry, settings: &Settings) -> Result<(), Failure> {
    let Ok(there) = Manifest::read(settings.out()) else { return Ok(()) };
    let plan = settings.plan_without_programs(registry)?;
    let now = manifest_of(settings, &plan, &[])?;
    for (name, command) in &now.external_players {
        let before = there.external_players.get(name).filter(|before| *before != command);
        let file = now.inputs.iter().find(|(file, hash)| there.inputs.get(*file).is_some_and(|before| before != *hash));
        let what = before.map(|_| "whose command has").or(file.map(|_| "whose files have"));
        if let Some(what) = what.filter(|_| there.players.contains(name)) {
            let folder = settings.out().display();
            bail!(
                "{folder} has rounds of {name}, {what} changed since; give the player another name, or another --out"
            );
        }
    }
    Ok(())
}

/// All players that the folder has, with what they reached.
fn recorded(
    registry: &Registry,
    set: &HiddenSet,
    out: &Path,
    tools: &BTreeMap<String, String>,
) -> Result<Vec<PlayerRecord>, Failure> {
    let mut players = Vec::new();
    let played = out.join(PLAYED);
    let unread = |e: std::io::Error| Failure::unread(&e, format!("cannot read {}: {e}", played.display()));
    for name in folder_files::names(&played).map_err(unread)? {
        let own = played.join(name);
        let folders: Vec<PathBuf> =
            folder_files::names(&own).map_err(unread)?.into_iter().map(|name| own.join(name)).collect();
        // What was interrupted is played when the player is named again.
        let least = if set.scope.bench == Benchmark::Learning { HIDDEN.len() } else { 1 };
        if folders.len() < least || !folders.iter().all(|folder| play_folder::is_finished(folder)) {
            continue;
        }
        players.push(player_record(registry, set, &folders, tools)?);
    }
    Ok(players)
}

fn player_record(
    registry: &Registry,
    set: &HiddenSet,
    folders: &[PathBuf],
    tools: &BTreeMap<String, String>,
) -> Result<PlayerRecord, Failure> {
    let (scope, is_deduction) = (&set.scope, set.scope.bench == Benchmark::Deduction);
    let (mut tables, mut failures) = (Vec::new(), FailureExamples::default());
    let mut rows: Vec<AnalysisRow> = Vec::new();
    let (mut name, mut command) = (String::new(), None);
    for folder in folders {
        let manifest = Manifest::read(folder).map_err(Failure::input)?;
        name = manifest.players.into_iter().next().unwrap_or(name);
        command = manifest.external_players.get(&name).cloned().or(command);
        tables.push(JoinedFolders::without_rounds(slice::from_ref(folder))?.all_rounds()?);
        failures.read(folder, None)?;
        if is_deduction {
            rows.extend(figures::rows(registry, RecordedGames::of_folder(registry, folder)?, MOST_LISTED)?.0);
        }
    }
    let player = &*name;
    let chat = command.as_deref().and_then(ChatCommand::parse);
    let mut usage = Usage::default();
    for (folder, table) in folders.iter().zip(&tables).filter(|_| chat.is_some()) {
        for match_ in table.matches() {
            usage.add(folder, player, &match_.scsa, match_.game)?;
        }
    }
    let usage = chat.is_some().then_some(usage);
    let tools = tools.get(player).map_or_else(|| if chat.is_some() { "none" } else { "code" }, String::as_str);
    rows.retain(|row| row.turn.is_none());
    let failed = |example: &FailureExample| {
        format!("{}, first against {}: {}", counted(example.rounds, "round"), example.first, example.cause)
    };
    let of_game = |game: &Game| (game.to_string(), guesses(&tables, player, *game));
    Ok(PlayerRecord {
        player: player.to_owned(),
        command,
        tools: tools.to_owned(),
        model: chat.as_ref().map(|chat| chat.model.clone()),
        endpoint: chat.as_ref().map(|chat| chat.endpoint.clone()),
        request: chat.map(|chat| chat.request).unwrap_or_default(),
        usage,
        failures: failures.0.iter().map(failed).collect(),
        deduction: rows,
        guesses: scope.games.iter().filter(|_| is_deduction).map(of_game).collect(),
        learning: if is_deduction { Vec::new() } else { score::rows(set, &tables, player) },
    })
}

/// The SHA-256 of all secrets: a line for each, with its codemaker and game.
fn secrets_hash(set: &HiddenSet) -> String {
    let (scope, mut hasher) = (&set.scope, Sha256::new());
    let mut add = |codemaker: &str, game: Game, secret: Code| hasher.update(format!("{codemaker} {game} {secret}\n"));
    for &game in scope.games.iter().filter(|_| scope.bench == Benchmark::Deduction) {
        let codemaker = algorithms::uniform(game);
        let streams = Seed(scope.seed).secrets(game, codemaker.name());
        for round in 1..=scope.rounds {
            add(codemaker.name(), game, codemaker.draw(game, &mut streams.round(round)));
        }
    }
    for one in &set.matches {
        one.secrets.iter().for_each(|secret| add(&one.codemaker, one.game, *secret));
    }
    hex(hasher)
}

/// The guesses of a player for each secret of a game; none where it did not win.
fn guesses(tables: &[RoundTable], player: &str, game: Game) -> Vec<Option<u32>> {
    let name = MatchName { scsa: algorithms::uniform(game).name().to_owned(), game };
    let found = tables.iter().find_map(|table| Some((table, table.find(player, &name)?)));
    let rounds = found.map(|(table, (player, place))| table.rounds(player, place)).unwrap_or_default();
    rounds.iter().map(|round| round.is_won().then_some(round.guesses)).collect()
}
