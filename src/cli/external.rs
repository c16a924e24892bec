//! Players that are programs of their own, on the command line.

use super::{
    Failure,
    runner::this_program,
    select,
    settings::{
        programs::Programs,
        setting::{Origin, Setting},
    },
};
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

/// Adds external players, given as NAME=COMMAND, to a selection, and puts the others into a sandbox if that is asked for. The standard
/// error of all of them is kept in the folder for the results.
pub fn add(
    registry: &Registry,
    mut selected: Vec<Entry>,
    external: &[Setting<String>],
    isolates: bool,
    programs: &Programs<'_>,
) -> Result<Vec<Entry>, Failure> {
    let Programs { limits, out, are_started } = *programs;
    if are_started && (isolates || !external.is_empty()) {
        warn_of_missing_protection()?;
    }
    if isolates {
        let isolated = selected.iter().map(|entry| isolated(registry, entry, limits, Some(out)));
        selected = isolated.collect::<Result<_, _>>()?;
    }
    let players = external.iter().map(|Setting { value, origin }| defined(origin, value, limits, Some(out)));
    let mut players = players.collect::<Result<Vec<_>, _>>()?;
    ExternalPlayer::keep_apart(&mut players);
    for (Setting { value: text, origin }, player) in external.iter().zip(players) {
        let player = if are_started { probed(origin, text, player)? } else { player };
        let entry = player.entry(&registry.players).map_err(|e| Failure::input(format!("{origin} {text}: {e}")))?;
        if registry.players.find(entry.name()).is_ok() || selected.iter().any(|other| other.name() == entry.name()) {
            let name = entry.name();
            return Err(Failure::input(format!(
                "{origin} {text}: there is a player {name} already; give another name"
            )));
        }
        selected.push(entry);
    }
    Ok(selected)
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
    let origin = Origin::Option("--player");
    let player = probed(&origin, text, defined(&origin, text, limits, out)?)?;
    player.entry(&registry.players).map_err(|e| Failure::input(format!("{origin} {text}: {e}")))
}

/// The player given as `NAME=COMMAND`. Nothing is started.
fn defined(origin: &Origin, text: &str, limits: Limits, out: Option<&Path>) -> Result<ExternalPlayer, Failure> {
    let player = ExternalPlayer::from_text(text, launcher()?, limits.memory_mb, scripts)
        .map_err(|e| Failure::input(format!("{origin}: {e}")))?;
    Ok(with_limits(player, limits, out))
}

/// The same player with the answer of its program whether its rounds are independent.
fn probed(origin: &Origin, text: &str, player: ExternalPlayer) -> Result<ExternalPlayer, Failure> {
    match player.probe() {
        Ok(is_independent) => Ok(ExternalPlayer { is_independent, ..player }),
        // It starts, and fails: that is an outcome of its rounds.
        Err(StartError::Outcome(_)) => Ok(player),
        Err(e) => Err(Failure::input(format!("{origin} {text}: {e}"))),
    }
}

/// A player of this program as a program of its own.
fn isolated(registry: &Registry, entry: &Entry, limits: Limits, out: Option<&Path>) -> Result<Entry, Failure> {
    isolated_player(entry, limits, out)?.entry(&registry.players).map_err(Failure::run)
}

/// How a player of this program is started as a program of its own.
fn isolated_player(entry: &Entry, limits: Limits, out: Option<&Path>) -> Result<ExternalPlayer, Failure> {
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
    Ok(player)
}

/// How a player is started that gives advice in a game: one of this program by its name, or a program given as `NAME=COMMAND`.
pub fn adviser(registry: &Registry, text: &str, limits: Limits) -> Result<ExternalPlayer, Failure> {
    match text.contains('=') {
        true => defined(&Origin::Option("--player"), text, limits, None),
        false => isolated_player(&select::one_player(registry, text)?, limits, None),
    }
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
