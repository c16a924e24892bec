//! External players on the command line.

use super::player_files::{self, is_python};
use super::selection::{self, Choice, ProgramChoice, ProgramUse, Programs};
use super::setting::{Hidden, Origin, Setting};
use crate::failure::Failure;
use crate::present::notice;
use crate::present::words::start_cause;
use crate::this_program::this_program;
use external::{Bridge, ExternalPlayer, ProgramError, serve};
use player_api::{Ending, Fault, Outcome, registry::Entry};
use sandbox::{Launcher, Missing};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Once, OnceLock};
use std::{env, io};
use tournament::{Limits, Match, Plan, Registry, Seed, files};

/// The hidden command whose process becomes a program in a sandbox.
pub const SANDBOX: &str = "sandbox";
/// The hidden command that plays a player of this program by the protocol.
const SERVE: &str = "serve";

/// The player of an item of a list: one of this program by its name, or a program of its own. Nothing is started. Of a player that need
/// not be there only the name is known, if it is not there.
pub fn find(registry: &Registry, choice: &Choice, programs: &Programs<'_>) -> Result<Entry, Failure> {
    let is_absent = programs.players == ProgramUse::Absent;
    match choice {
        Choice::Name(name) => match selection::player(registry, name) {
            Err(_) if is_absent => Ok(Entry::named(name.clone())),
            found => found,
        },
        Choice::Program(program) if is_absent => Ok(Entry::named(program.parts().0.to_owned())),
        Choice::Program(ProgramChoice { text, .. }) => {
            let name = choice.name();
            if let Some(advice) = player_files::advice(registry, text).filter(|_| !text.contains('=')) {
                bail!("{text} is not NAME=COMMAND; {advice}");
            }
            // Before anything is looked up on the system, which takes time.
            let is_there = registry.players.find(name).is_ok();
            ensure!(!is_there, "{text}: there is a player {name} already; give another name");
            check_command(registry, text)?;
            let player = defined(text, programs.limits, Some(programs.out))?;
            player.entry(&registry.players).map_err(|e| failure!("{text}: {e}"))
        }
    }
}

/// The program of a player that has one of its own.
pub fn program_of(entry: &Entry) -> Option<ExternalPlayer> {
    ExternalPlayer::parse(entry.definition()?).ok()
}

/// Hides from players that are programs the files of each other, and what settings name besides: files from all of them, and programs with
/// their files as those of other players.
pub fn kept_apart(
    registry: &Registry,
    mut players: Vec<Entry>,
    hidden: &[Hidden],
    limits: Limits,
) -> Result<Vec<Entry>, Failure> {
    let program = |(place, entry): (usize, &Entry)| Some((place, program_of(entry)?));
    let (places, mut programs): (Vec<_>, Vec<_>) = players.iter().enumerate().filter_map(program).unzip();
    if places.is_empty() {
        return Ok(players);
    }
    let mut files = Vec::new();
    for hidden in hidden {
        match hidden {
            Hidden::File(file) | Hidden::Part(file) => files.push(without_links(file)),
            // One that is not there has no files.
            Hidden::Program(program) => programs.extend(defined(program, limits, None)),
        }
    }
    ExternalPlayer::keep_apart(&mut programs);
    for (place, mut program) in places.into_iter().zip(programs) {
        program.hidden.extend(files.iter().cloned());
        players[place] = program.entry(&registry.players).map_err(Failure::system)?;
    }
    Ok(players)
}

/// Players that were selected, as they play: programs have said whether their rounds are independent, and the others are in a sandbox if
/// that is asked for. The standard error of all of them is kept in the folder for the results.
pub fn ready(
    registry: &Registry,
    selected: Vec<Entry>,
    choices: &[Setting<Choice>],
    isolates: bool,
    programs: &Programs<'_>,
) -> Result<Vec<Entry>, Failure> {
    let is_started = programs.players == ProgramUse::Started;
    if is_started && (isolates || selected.iter().any(|entry| entry.definition().is_some())) {
        // Once, which protections this system does not offer, and what follows.
        static WARNED: Once = Once::new();
        let missing = missing_protection()?;
        WARNED.call_once(|| {
            for sentence in missing {
                notice(format_args!("warning: players are not kept apart completely: {sentence}"));
            }
        });
    }
    let mut chats = selected.iter().filter_map(program_of).filter(|player| is_started && player.network.is_some());
    if let Some(ExternalPlayer { name, .. }) = chats.next() {
        static TOLD: Once = Once::new();
        TOLD.call_once(|| {
            notice(format_args!(
                "warning: {name} reaches the network, as every player given as chat: what it is told and answers leaves this machine, \
                 and may cost money"
            ));
        });
    }
    let ready = |entry: Entry| match entry.definition() {
        Some(definition) if is_started => {
            let mut given = selection::programs(choices).filter(|(program, _)| program.parts().0 == entry.name());
            // A player of this program in a sandbox is in no list.
            let Some((program, origin)) = given.next() else { return Ok(entry) };
            let player = ExternalPlayer::parse(definition).map_err(Failure::system)?;
            let player = probed(origin, &program.text, player)?;
            if let Some(outcome) = &player.failure {
                let ends = if matches!(outcome, Outcome::Failure(_)) { "fails" } else { "loses" };
                let advice = player_files::advice_on_command(registry, &program.text);
                let advice = advice.map(|advice| format!("; {advice}")).unwrap_or_default();
                notice(format_args!(
                    "warning: {} cannot be started, and {ends} all its rounds: {}{advice}",
                    entry.name(),
                    start_cause(&Ending::from(outcome))
                ));
            }
            player.entry(&registry.players).map_err(Failure::system)
        }
        None if isolates && programs.players != ProgramUse::Absent => {
            isolated(&entry, programs.limits, Some(programs.out))?.entry(&registry.players).map_err(Failure::system)
        }
        _ => Ok(entry),
    };
    selected.into_iter().map(ready).collect()
}

/// What is wrong with the programs of players, as far as it can be said without starting them: one that is missing, or a file in Python that
/// is none.
pub fn missing(players: &[Entry], choices: &[Setting<Choice>]) -> Vec<Failure> {
    let missing = |(program, origin): (&ProgramChoice, &Origin)| {
        let entry = players.iter().find(|entry| entry.name() == program.parts().0)?;
        let (_, command) = program.parts();
        let fault = || python_fault(command).map(|fault| failure!("{origin} {}: {fault}", program.text));
        check(origin, &program.text, &program_of(entry)?).err().or_else(fault)
    };
    selection::programs(choices).filter_map(missing).collect()
}

/// Where the first file in Python of a command is no Python. The file is parsed, not run.
fn python_fault(command: &str) -> Option<String> {
    const PARSE: &str = "\
import ast, sys
try:
    ast.parse(open(sys.argv[1], 'rb').read(1 << 20))
except SyntaxError as e:
    print(f'line {e.lineno}: {e.msg}')
";
    let file = player_files::file_of(command).filter(|file| file.extension().is_some_and(|ending| ending == "py"))?;
    let parse = Command::new(Bridge::Python.interpreter()).args(["-I", "-S", "-c", PARSE]).arg(&file).output().ok()?;
    let fault = String::from_utf8_lossy(&parse.stdout).trim().to_owned();
    (!fault.is_empty()).then(|| format!("{}, {fault}; correct the file", file.display()))
}

pub fn check(origin: &Origin, text: &str, program: &ExternalPlayer) -> Result<(), Failure> {
    program.check().map_err(|e| cannot_start(origin, text, &e))
}

fn cannot_start(origin: &Origin, text: &str, e: &ProgramError) -> Failure {
    match e {
        ProgramError::Folder(_) => failure!("{origin} {text}: {e}"),
        _ => Failure::program(format!("{origin} {text}: {e}; give the command of a program that can be started")),
    }
}

/// The protections against players that this system does not offer. They are found out once.
pub fn missing_protection() -> Result<&'static [Missing], Failure> {
    static MISSING: OnceLock<Vec<Missing>> = OnceLock::new();
    if let Some(missing) = MISSING.get() {
        return Ok(missing);
    }
    let (program, arguments) = launcher()?;
    let launcher = Launcher { program, arguments: arguments.into_iter().map(Into::into).collect() };
    let missing = sandbox::missing(&launcher).map_err(Failure::system)?;
    Ok(MISSING.get_or_init(|| missing))
}

pub fn require_protection() -> Result<(), Failure> {
    let missing: Vec<String> = missing_protection()?.iter().map(ToString::to_string).collect();
    ensure!(
        missing.is_empty(),
        "--require-sandbox: this system does not offer all protections: {}; play on one that does, or leave --require-sandbox out",
        missing.join("; ")
    );
    Ok(())
}

/// The entry of a player given as `NAME=COMMAND`, and whether it can be started: its program is started once, to ask whether its rounds are
/// independent.
pub fn entry(registry: &Registry, text: &str, limits: Limits, out: Option<&Path>) -> Result<(Entry, bool), Failure> {
    let origin = Origin::Option("the player".into());
    // A player that fails is prepared again in its match, where what it prints is kept.
    check_command(registry, text)?;
    let player = probed(&origin, text, defined(text, limits, out)?)?;
    let starts = player.failure.is_none();
    // Time is not lost twice.
    let failure =
        player.failure.filter(|outcome| matches!(outcome, Outcome::Loss(_) | Outcome::Failure(Fault::Silence(..))));
    let entry = ExternalPlayer { failure, ..player }.entry(&registry.players);
    Ok((entry.map_err(|e| failure!("{origin} {text}: {e}"))?, starts))
}

/// The same player, told by a variable of its environment that it is tried: a bridge then says more to its author, in lines that begin with
/// `note: `.
pub fn on_trial(registry: &Registry, entry: Entry) -> Result<Entry, Failure> {
    let Some(mut player) = program_of(&entry) else { return Ok(entry) };
    player.environment.push((external::TRY.to_owned(), String::new()));
    player.entry(&registry.players).map_err(Failure::system)
}

/// The player given as `NAME=COMMAND`. Nothing is started.
pub fn defined(text: &str, limits: Limits, out: Option<&Path>) -> Result<ExternalPlayer, Failure> {
    let player = ExternalPlayer::from_text(text, launcher()?, limits.memory_mb, scripts).map_err(Failure::input)?;
    let player = if player.network.is_some() { with_network(text, player)? } else { player };
    Ok(with_limits(player, limits, out))
}

/// A player that asks a language model, as its script says after a look at its command: which folder has the package that it needs, and how long
/// a round may take.
fn with_network(text: &str, mut player: ExternalPlayer) -> Result<ExternalPlayer, Failure> {
    let scripts = player.readable.first().map(|scripts| scripts.join("python")).unwrap_or_default();
    let given = env::var_os("PYTHONPATH").unwrap_or_default();
    let path = |folders: Vec<PathBuf>| env::join_paths(folders).map_err(|e| failure!("PYTHONPATH: {e}"));
    let folders = path([scripts.clone()].into_iter().chain(env::split_paths(&given)).collect())?;
    let mut check = Command::new(&player.command[0]);
    // Python looks for modules in the current folder, too, which can be that of a player.
    check.args(&player.command[1..]).arg("--check").env("PYTHONPATH", folders).current_dir(&scripts);
    let asked = check.output().map_err(|e| failure!("{text}: {} cannot be started: {e}", player.command[0]))?;
    let (answer, fault) = (String::from_utf8_lossy(&asked.stdout), String::from_utf8_lossy(&asked.stderr));
    let mut lines = answer.lines();
    let (Some(seconds), Some(package)) = (lines.next().and_then(|line| line.parse().ok()), lines.next()) else {
        bail!("{text}: {}", fault.lines().last().unwrap_or("its script says nothing"))
    };
    player.network = Some(seconds);
    let folders = path(vec![scripts, package.into()])?;
    player.environment.push(("PYTHONPATH".to_owned(), folders.to_string_lossy().into_owned()));
    player.readable.push(package.into());
    Ok(player)
}

/// Says what to give in place of a source file.
fn check_command(registry: &Registry, text: &str) -> Result<(), Failure> {
    // A command of Python plays unless it cannot be started: then the advice follows.
    let is_python = text.split_once('=').is_some_and(|(_, command)| is_python(command));
    let advice = player_files::advice_on_command(registry, text).filter(|_| !is_python);
    advice.map_or(Ok(()), |advice| Err(failure!("{text}: {advice}")))
}

/// The same player with the answer of its program whether its rounds are independent.
fn probed(origin: &Origin, text: &str, player: ExternalPlayer) -> Result<ExternalPlayer, Failure> {
    for what in player.left_out() {
        notice(format_args!("note: {} does not see {what}", player.name));
    }
    match player.probe() {
        Ok(is_independent) => Ok(ExternalPlayer { is_independent, ..player }),
        // It starts, and fails: that is an outcome of its rounds.
        Err(ProgramError::Outcome(outcome)) => Ok(ExternalPlayer { failure: Some(outcome), ..player }),
        Err(e) => Err(cannot_start(origin, text, &e)),
    }
}

/// That programs of others can compute the secrets of a tournament, if its seed is short.
pub fn seed_note(plan: &Plan) -> Option<String> {
    let Seed(seed) = plan.seed;
    (plan.seed.is_guessable() && plan.players.iter().any(Entry::is_foreign)).then(|| {
        format!("the secrets follow from seed {seed}, which a player's program can find by trying; with --seed random it cannot")
    })
}

fn isolated(entry: &Entry, limits: Limits, out: Option<&Path>) -> Result<ExternalPlayer, Failure> {
    let program =
        this_program()?.canonicalize().map_err(|e| Failure::system(format!("this program cannot find itself: {e}")))?;
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
    let text = player_files::resolved(registry, text)?;
    match text.contains('=') {
        true => defined(&text, limits, None),
        false => isolated(&selection::one_player(registry, &text)?, limits, None),
    }
}

/// The player with the limits of a tournament, whose results are in the folder `out`.
pub fn with_limits(player: ExternalPlayer, limits: Limits, out: Option<&Path>) -> ExternalPlayer {
    let out_folder = out.map(|folder| std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned()));
    ExternalPlayer {
        memory_mb: limits.memory_mb,
        messages: out_folder.as_ref().map(|folder| folder.join(files::MESSAGES)),
        transcripts: out_folder.filter(|_| player.network.is_some()).map(|folder| folder.join(files::TRANSCRIPTS)),
        hidden: out.map(without_links).into_iter().collect(),
        ..player
    }
}

fn without_links(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let existing = path.ancestors().find_map(|folder| Some((folder, folder.canonicalize().ok()?)));
    existing.and_then(|(folder, whole)| Some(whole.join(path.strip_prefix(folder).ok()?))).unwrap_or(path)
}

/// The lines that an external player wrote to its standard error in a round, with their turns, or else when it was prepared.
pub fn printed(match_: &Match, round: u64) -> Vec<(usize, String)> {
    let messages = program_of(&match_.player).and_then(|player| player.messages);
    messages.map_or_else(Vec::new, |messages| printed_in(&messages, match_, round))
}

pub fn printed_in(messages: &Path, match_: &Match, round: u64) -> Vec<(usize, String)> {
    external::printed(messages, match_.player.name(), match_.codemaker.stream_name(), match_.game, round)
}

/// The same plan, but what external players write to their standard error is kept in that folder, or not at all, and no transcript is.
pub fn with_messages(registry: &Registry, plan: &Plan, messages: Option<&Path>) -> Plan {
    let messages = messages.map(Path::to_owned);
    let without = |entry: &Entry| {
        let player =
            program_of(entry).map(|player| ExternalPlayer { messages: messages.clone(), transcripts: None, ..player });
        player.and_then(|player| player.entry(&registry.players).ok()).unwrap_or_else(|| entry.clone())
    };
    Plan { players: plan.players.iter().map(without).collect(), ..plan.clone() }
}

pub fn launcher() -> Result<(PathBuf, Vec<String>), Failure> {
    Ok((this_program()?, vec![SANDBOX.to_owned()]))
}

/// The interpreter of a bridge, and the folder of the scripts. They are looked up once: that starts the interpreter.
pub fn scripts(bridge: Bridge) -> Result<(String, PathBuf), String> {
    static FOUND: [OnceLock<Result<(String, PathBuf), String>>; 3] = [const { OnceLock::new() }; 3];
    FOUND[bridge as usize].get_or_init(|| find_scripts(bridge)).clone()
}

fn find_scripts(bridge: Bridge) -> Result<(String, PathBuf), String> {
    let folder = folder_files::cache().and_then(|cache| external::install(&cache)).map_err(|e| {
        format!("the scripts that play it cannot be written: {e}; set XDG_CACHE_HOME to another folder")
    })?;
    let name = bridge.interpreter();
    let (mut asked, is_lisp) = (Command::new(name), matches!(bridge, Bridge::Lisp));
    if is_lisp {
        asked.arg("--version");
    } else {
        // The interpreter itself starts faster than a script that chooses one. The scripts are compiled once, not at every start. `-I`: no
        // file of the current folder is run, which can be that of a player.
        let is_compiled = folder.join("python/__pycache__").exists();
        let compile = if is_compiled { "" } else { "import compileall; compileall.compile_dir(sys.argv[1], quiet=2)" };
        asked.args(["-I", "-S", "-c", &format!("import sys; print(sys.executable); {compile}")]);
        asked.arg(folder.join("python"));
    }
    let answer = asked.output().ok().filter(|output| output.status.success());
    let answer =
        answer.ok_or_else(|| format!("{name} is missing; install it, or give the command of the player itself"))?;
    let interpreter = String::from_utf8_lossy(&answer.stdout).trim().to_owned();
    Ok((if is_lisp { name.to_owned() } else { interpreter }, folder))
}

/// `arena serve PLAYER`: plays as an external one.
pub fn serve_player(registry: &Registry, name: &str) -> Result<(), Failure> {
    let entry = registry.players.find(name).map_err(|e| failure!("{name}: {e}"))?;
    let rule = |name: &str| registry.codemakers.iter().find(|codemaker| codemaker.name() == name)?.rule();
    #[allow(clippy::disallowed_methods, reason = "a program reads it")]
    serve(&entry, rule, io::stdin().lock(), io::stdout().lock()).map_err(Failure::system)
}
