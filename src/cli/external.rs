//! Players that are programs of their own, on the command line.

use super::{Failure, runner::this_program};
use external::{Bridge, ExternalPlayer, StartError, serve};
use player_api::registry::Entry;
use sandbox::Launcher;
use std::{
    env,
    io::{self, Write},
    path::{Path, PathBuf},
    process::Command,
};
use tournament::{Limits, Plan, Registry, files};

/// The hidden command whose process becomes a program in a sandbox.
pub const SANDBOX: &str = "sandbox";
/// The hidden command that plays as a program of its own.
pub const SERVE: &str = "serve";

/// Options for players that are programs of their own.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "What is played")]
pub struct ExternalOptions {
    /// A player that is a program of its own, besides those of --players; may be given several times
    #[arg(long = "player", value_name = "NAME=COMMAND")]
    external: Vec<String>,
    /// Play the players of this program as programs of their own, too: in a sandbox
    #[arg(long, help_heading = "Execution")]
    isolate: bool,
}

impl ExternalOptions {
    /// Adds the external players to a selection, and puts the others into a sandbox if that is asked for. The standard error of all of
    /// them is kept in the results folder `out`.
    pub fn add(
        &self,
        registry: &Registry,
        mut selected: Vec<Entry>,
        limits: Limits,
        out: Option<&Path>,
    ) -> Result<Vec<Entry>, Failure> {
        if self.isolate || !self.external.is_empty() {
            warn_of_missing_protection()?;
        }
        if self.isolate {
            let isolated = selected.iter().map(|entry| isolated(registry, entry, limits, out));
            selected = isolated.collect::<Result<_, _>>()?;
        }
        for text in &self.external {
            let entry = entry(registry, text, limits, out)?;
            if registry.players.find(entry.name()).is_ok() || selected.iter().any(|other| other.name() == entry.name())
            {
                let name = entry.name();
                return Err(Failure::input(format!(
                    "--player {text}: there is a player {name} already; give another name"
                )));
            }
            selected.push(entry);
        }
        Ok(selected)
    }
}

/// Says on the standard error which protections against players this system does not offer.
pub fn warn_of_missing_protection() -> Result<(), Failure> {
    let (program, arguments) = launcher()?;
    let launcher = Launcher { program, arguments: arguments.into_iter().map(Into::into).collect() };
    let missing = sandbox::missing(&launcher).map_err(|e| Failure::run(e.to_string()))?;
    for sentence in missing {
        // A closed standard error is no reason to stop.
        let _ = writeln!(io::stderr(), "warning: players are not kept apart completely: {sentence}");
    }
    Ok(())
}

/// The entry of a player given as `NAME=COMMAND`. Its program is started once, to ask whether its rounds are independent.
pub fn entry(registry: &Registry, text: &str, limits: Limits, out: Option<&Path>) -> Result<Entry, Failure> {
    let wrong = |e: &dyn std::fmt::Display| Failure::input(format!("--player {text}: {e}"));
    let player = ExternalPlayer::from_text(text, launcher()?, limits.memory_mb, scripts)
        .map_err(|e| Failure::input(format!("--player: {e}")))?;
    let mut player = with_limits(player, limits, out);
    match player.probe() {
        Ok(is_independent) => player.is_independent = is_independent,
        // It starts, and fails: that is an outcome of its rounds.
        Err(StartError::Outcome(_)) => {}
        Err(e) => return Err(wrong(&e)),
    }
    player.entry(&registry.players).map_err(|e| wrong(&e))
}

/// A player of this program as a program of its own.
fn isolated(registry: &Registry, entry: &Entry, limits: Limits, out: Option<&Path>) -> Result<Entry, Failure> {
    let program =
        this_program()?.canonicalize().map_err(|e| Failure::run(format!("this program cannot find itself: {e}")))?;
    let name = entry.name();
    let command = [&*program.to_string_lossy(), SERVE, name].map(str::to_owned).to_vec();
    let player = ExternalPlayer { builtin: Some(name.to_owned()), ..ExternalPlayer::new(name, command, launcher()?) };
    let mut player = with_limits(player, limits, out);
    player.readable = vec![program];
    // The parameter of a player may be a file.
    let file = name.split_once(':').map(|(_, parameter)| PathBuf::from(parameter)).filter(|path| path.is_file());
    player.readable.extend(file.and_then(|path| path.canonicalize().ok()));
    player.entry(&registry.players).map_err(Failure::run)
}

/// The player with the limits of a tournament, whose results are in the folder `out`.
pub fn with_limits(player: ExternalPlayer, limits: Limits, out: Option<&Path>) -> ExternalPlayer {
    ExternalPlayer {
        memory_mb: limits.memory_mb,
        messages: out
            .map(|folder| std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned()).join(files::MESSAGES)),
        hidden: out.map_or_else(Vec::new, result_paths),
        ..player
    }
}

/// The results folder and what it contains, if it is in the folder of a player or the same one. It need not exist yet. Secrets and the
/// seed are in it.
fn result_paths(out: &Path) -> Vec<PathBuf> {
    let out = std::path::absolute(out).unwrap_or_else(|_| out.to_owned());
    let existing = out.ancestors().find_map(|folder| Some((folder, folder.canonicalize().ok()?)));
    let out = existing.and_then(|(folder, whole)| Some(whole.join(out.strip_prefix(folder).ok()?))).unwrap_or(out);
    let names = [files::ROUNDS, files::SUMMARY, files::TIMINGS, files::TIMING_SUMMARY, files::MANIFEST];
    let contents: Vec<PathBuf> =
        names.into_iter().chain([files::CHARTS, files::MESSAGES, files::CODES]).map(|name| out.join(name)).collect();
    [vec![out], contents].concat()
}

/// The same plan, but what external players write to their standard error is not kept.
pub fn without_messages(registry: &Registry, plan: &Plan) -> Plan {
    let without = |entry: &Entry| {
        let player = entry.definition().and_then(|definition| ExternalPlayer::parse(definition).ok());
        let player = player.map(|player| ExternalPlayer { messages: None, ..player });
        player.and_then(|player| player.entry(&registry.players).ok()).unwrap_or_else(|| entry.clone())
    };
    Plan { players: plan.players.iter().map(without).collect(), ..plan.clone() }
}

/// The command that starts the sandbox.
pub fn launcher() -> Result<(PathBuf, Vec<String>), Failure> {
    Ok((this_program()?, vec![SANDBOX.to_owned()]))
}

/// The interpreter and the folder of the scripts of a bridge.
pub fn scripts(bridge: Bridge) -> Result<(String, PathBuf), String> {
    let name = bridge.interpreter();
    let missing = || format!("{name} is missing; install it, or give the command of the player itself");
    let interpreter = match bridge {
        // The interpreter itself starts faster than a script that chooses one.
        Bridge::Python => {
            let asked = Command::new(name).args(["-c", "import sys; print(sys.executable)"]).output();
            let answer = asked.ok().filter(|output| output.status.success()).ok_or_else(missing)?;
            String::from_utf8_lossy(&answer.stdout).trim().to_owned()
        }
        Bridge::Lisp => {
            let asked = Command::new(name).arg("--version").output();
            asked.ok().filter(|output| output.status.success()).ok_or_else(missing)?;
            name.to_owned()
        }
    };
    let home = env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    let cache = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).or(home).unwrap_or_else(env::temp_dir);
    let folder = external::install(&cache.join("arena"));
    folder.map(|folder| (interpreter, folder)).map_err(|e| {
        format!(
            "the scripts that play it cannot be written to {}: {e}; set XDG_CACHE_HOME to another folder",
            cache.display()
        )
    })
}

/// `arena serve PLAYER`: plays as a program of its own.
pub fn serve_player(registry: &Registry, name: &str) -> Result<(), Failure> {
    let entry = registry.players.find(name).map_err(|e| Failure::input(format!("{name}: {e}")))?;
    let rule = |name: &str| registry.codemakers.iter().find(|codemaker| codemaker.name() == name)?.rule();
    serve(&entry, rule, io::stdin().lock(), io::stdout().lock()).map_err(|e| Failure::run(e.to_string()))
}
