//! External players: their definitions, the commands by which they are given, and what they are used for.

use crate::Bridge;
use crate::game::{ExternalGame, MOST_KILLED};
use crate::protocol::NO_REPEATS;
use crate::session::{HELLO_LIMIT, MOST_PROCESSES, ProgramError, SHARED, Session, was_killed};
use crate::submission::{SHARED_FOLDER, refusal};
use player_api::registry::{Entry, Players};
use player_api::{Knowledge, Outcome, name_fault, shortened, visible};
use sandbox::{Launcher, Sandbox};
use scsa::{Code, Game};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{env, fmt};

/// The variable that asks a bridge to load the player's file before it says hello.
const LOAD: &str = "ARENA_LOAD";
/// The variable of the key of an endpoint of language models. It is in no file, argument or message.
const KEY: &str = "OPENAI_API_KEY";
/// What a program reads that reaches the network.
const NETWORK_FILES: [&str; 5] =
    ["/etc/resolv.conf", "/etc/hosts", "/etc/host.conf", "/etc/gai.conf", "/etc/ssl/certs"];
const MOST_TRANSCRIPT: u64 = 4 << 30;
/// Variables by which languages order sets and tables the same way in each process, where they would draw an order otherwise: a player that
/// goes through a set plays the same games again.
const HASH_SEEDS: [(&str, &str); 2] = [("PYTHONHASHSEED", "0"), ("PERL_HASH_SEED", "0")];
/// The variable that asks a bridge to tell the author about files that are lost, and about exceptions behind repeated guesses.
pub const TRY: &str = "ARENA_TRY";

/// An external player: how it is started, and what it may use.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExternalPlayer {
    /// The name of the player.
    pub name: String,
    /// The command: a program and its arguments.
    pub command: Vec<String>,
    /// The folder of the player. A copy of it is the working folder of the program, in which it may write.
    pub folder: Option<PathBuf>,
    /// The files of the folder that the command names.
    pub files: Vec<PathBuf>,
    /// Whether other players or codemakers come from the folder, so that nothing of it is copied but `files`.
    pub is_shared: bool,
    /// Files and folders that are not copied, such as the folder of the results.
    pub hidden: Vec<PathBuf>,
    /// Files and folders that the program may read besides those of the system.
    pub readable: Vec<PathBuf>,
    /// Variables of the environment.
    pub environment: Vec<(String, String)>,
    /// The command that starts the sandbox.
    pub launcher: (PathBuf, Vec<String>),
    /// The folder in which the standard error is kept, a file a match.
    pub messages: Option<PathBuf>,
    /// The folder in which a player that asks a language model keeps what was said, a file a match.
    pub transcripts: Option<PathBuf>,
    /// For how many seconds of a round the program may wait for the network. `None`: it has no network.
    pub network: Option<u64>,
    /// The memory of all processes of the program together, in megabytes.
    pub memory_mb: u64,
    /// Whether the rounds of a match are independent of each other, so that several processes may play them.
    pub is_independent: bool,
    /// The player of this program that the program plays as, if it is one.
    pub builtin: Option<String>,
    /// How every round ends, if the program was found not to start: then no process is started.
    #[serde(default)]
    pub failure: Option<Outcome>,
}

impl ExternalPlayer {
    /// A player of that name, started by that command through that launcher. It has 2 GiB of memory, and learns.
    pub fn new(name: impl Into<String>, command: Vec<String>, launcher: (PathBuf, Vec<String>)) -> ExternalPlayer {
        ExternalPlayer { name: name.into(), command, launcher, memory_mb: 2048, ..ExternalPlayer::default() }
    }

    /// Hides the files of players and codemakers from each other: a player sees its own files and, if no other player comes from its folder, the
    /// folder without those of other players in it. Players with the same files are no others.
    pub fn keep_apart(players: &mut [ExternalPlayer]) {
        let places: Vec<_> = players.iter().map(|player| (player.folder.clone(), player.files.clone())).collect();
        for player in players {
            let Some(folder) = player.folder.clone() else { continue };
            let others = places.iter().filter(|(_, files)| *files != player.files);
            for other in others.filter_map(|(other, _)| other.as_ref()).filter(|other| other.starts_with(&folder)) {
                if *other == folder {
                    player.is_shared = true;
                } else {
                    player.hidden.push(other.clone());
                }
            }
        }
    }

    /// A clause for a player that may miss other files of its folder, and why it sees only those that its command names.
    pub(crate) fn alone(&self, reason: &str) -> String {
        let names = self.files.iter().filter_map(|file| file.file_name()).map(|name| name.to_string_lossy());
        let names = names.collect::<Vec<_>>().join(" and ");
        format!(
            "it sees only {names} of its folder, because {reason}; give it a folder of its own with the files that it needs"
        )
    }

    pub(crate) fn launcher(&self) -> Launcher {
        let (program, arguments) = &self.launcher;
        Launcher { program: program.clone(), arguments: arguments.iter().map(Into::into).collect() }
    }

    /// Checks that the program can be started, without starting it: that there is an executable file of its name, and that
    /// the files of the player may be copied.
    ///
    /// # Errors
    /// [`ProgramError`] when that is not so.
    pub fn check(&self) -> Result<(), ProgramError> {
        let (sandbox, command) = self.sandbox().map_err(ProgramError::Folder)?;
        Ok(sandbox.check(&command)?)
    }

    /// What the program may use and see, and its command.
    pub(crate) fn sandbox(&self) -> Result<(Sandbox, Vec<OsString>), String> {
        let given = self.environment.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let environment = HASH_SEEDS.into_iter().chain(given);
        let mut sandbox = Sandbox {
            memory: self.memory_mb << 20,
            processes: MOST_PROCESSES,
            readable: self.readable.iter().map(Into::into).collect(),
            environment: environment.map(|(name, value)| (name.into(), value.into())).collect(),
            ..Sandbox::default()
        };
        if self.network.is_some() {
            (sandbox.network, sandbox.file_size) = (true, MOST_TRANSCRIPT);
            sandbox.readable.extend(NETWORK_FILES.iter().filter(|file| Path::new(file).exists()).map(Into::into));
            sandbox.environment.extend(env::var_os(KEY).map(|key| (KEY.into(), key)));
        }
        if let Some(folder) = &self.folder {
            sandbox.copied = Some(folder.into());
            let (copied, reason) = self.copied()?;
            sandbox.only_copied = Some(copied.into_iter().map(Into::into).collect());
            let reason = self.is_shared.then(|| SHARED_FOLDER.to_owned()).or(reason);
            sandbox.environment.extend(reason.map(|reason| (SHARED.into(), self.alone(&reason).into())));
        }
        Ok((sandbox, self.command.iter().map(Into::into).collect()))
    }

    /// Starts the program, asks for its version, and ends it. Returns whether its rounds are independent. A bridge loads the player's file,
    /// too.
    ///
    /// # Errors
    /// [`ProgramError`] when it cannot be started, the file cannot be loaded, or it does not answer within 10 s of CPU time or of waiting.
    pub fn probe(&self) -> Result<bool, ProgramError> {
        let is_bridged = self.builtin.is_none() && !self.readable.is_empty();
        let mut player = self.clone();
        player.environment.extend(is_bridged.then(|| (LOAD.to_owned(), String::new())));
        let hello = || {
            let mut session = Session::start(&player, None)?;
            let is_independent = session.hello(HELLO_LIMIT);
            session.end();
            is_independent.map_err(ProgramError::Outcome)
        };
        let is_over = |answer: &_| !matches!(answer, Err(ProgramError::Outcome(outcome)) if was_killed(outcome));
        (0..MOST_KILLED).map(|_| hello()).find(is_over).unwrap_or_else(hello)
    }

    /// The player as an entry of a list of players.
    ///
    /// # Errors
    /// A message when this program has no such built-in player.
    pub fn entry(&self, players: &Players) -> Result<Entry, String> {
        let builtin = self.builtin.as_ref().map(|name| players.find(name)).transpose().map_err(|e| e.to_string())?;
        let definition = serde_json::to_string(self).map_err(|e| e.to_string())?;
        let player = Arc::new(self.clone());
        let prepare = move |briefing: &_| ExternalGame::prepare(Arc::clone(&player), briefing);
        let learns: fn(&Knowledge) -> bool = if self.is_independent { |_| false } else { |_| true };
        let entry = Entry::external(self.name.clone(), learns, &definition, prepare);
        Ok(match builtin {
            Some(builtin) => entry.standing_for(&builtin),
            None => entry,
        })
    }

    /// The entry that [`entry`](ExternalPlayer::entry) made, in another process of this program.
    ///
    /// # Errors
    /// A message when the definition is not one of this program.
    pub fn define(players: &Players, definition: &str) -> Result<Entry, String> {
        ExternalPlayer::parse(definition)?.entry(players)
    }

    /// The player of the [definition](Entry::definition) of an entry.
    ///
    /// # Errors
    /// A message when the definition is not one of this program.
    pub fn parse(definition: &str) -> Result<ExternalPlayer, String> {
        serde_json::from_str(definition).map_err(|e| e.to_string())
    }

    /// The file for what it writes to its standard error in a match, if that is kept.
    pub(crate) fn messages_file(&self, codemaker: &str, game: Game) -> Option<PathBuf> {
        Some(self.messages.as_ref()?.join(messages_name(&self.name, codemaker, game)))
    }

    /// The player that a text `NAME=COMMAND` describes. The command is split into words as a shell splits them; no shell runs it.
    ///
    /// The folder of the player is that of the first file that the command names outside of the system's folders, or else the first folder
    /// that it names, as in `java -cp FOLDER CLASS`. A program in a folder `bin`, such as an interpreter, counts only if there is no other.
    /// Names of files in the folder are made relative to it, because the program works in a copy of it.
    ///
    /// A command `python:FILE.py[#CLASS]` or `lisp:FILE.lisp[#FUNCTION]` plays a player of the course through a bridge: `scripts` gives
    /// the interpreter and the folder of the scripts. `chat:MODEL [OPTIONS]` asks a language model, for which the caller says how long it may
    /// wait.
    ///
    /// # Errors
    /// A sentence that says what to do, when the text has another form.
    pub fn from_text(
        text: &str,
        launcher: (PathBuf, Vec<String>),
        memory_mb: u64,
        scripts: impl FnOnce(Bridge) -> Result<(String, PathBuf), String>,
    ) -> Result<ExternalPlayer, String> {
        let no_name = || {
            let advice = match text.split_once('=') {
                Some((name, command)) if name_fault(name).is_none() && !name.contains(' ') => {
                    let works = format!("{}={command}", name_like(name));
                    format!("did you mean {}?", shlex::try_quote(&works).unwrap_or_default())
                }
                _ => "write for example mine=python:mine.py".to_owned(),
            };
            let shown = visible(&shortened(text, 60)).into_owned();
            format!("'{shown}' is not NAME=COMMAND, with a name of lowercase letters, digits and hyphens; {advice}")
        };
        let (name, command) = text.split_once('=').filter(|(name, _)| is_name(name)).ok_or_else(no_name)?;
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let mut command =
            words.ok_or_else(|| format!("'{command}' is no command: it is empty, or a quote is not closed"))?;
        let mut player = ExternalPlayer { memory_mb, ..ExternalPlayer::new(name, Vec::new(), launcher) };
        if let Some((bridge, rest)) = Bridge::of(&command[0]) {
            let (file, part) = rest.split_once('#').map_or((rest, None), |(file, part)| (file, Some(part)));
            if bridge == Bridge::Chat {
                let (interpreter, scripts) = scripts(bridge)?;
                player.command = bridge.command(&interpreter, &scripts, rest, None, memory_mb);
                player.command.extend_from_slice(&command[1..]);
                (player.readable, player.network) = (vec![scripts], Some(0));
                return Ok(player);
            }
            if !Path::new(file).is_file() {
                return Err(format!("there is no file {file}; name the file of the player"));
            }
            let (interpreter, scripts) = scripts(bridge)?;
            player.folder = own_folder(file);
            let inside = player.folder.as_ref().and_then(|folder| inside(file, folder));
            let word = inside.as_ref().map_or(file, |(word, _)| word);
            player.command = bridge.command(&interpreter, &scripts, word, part, memory_mb);
            player.files.extend(inside.map(|(_, path)| path));
            player.readable = vec![scripts];
            return Ok(player);
        }
        let folder = player_folder(&command);
        if let Some(folder) = &folder {
            for word in &mut command {
                if let Some((inside, path)) = inside(word, folder) {
                    *word = inside;
                    player.files.push(path);
                } else if class_folder(word).as_ref() == Some(folder) {
                    ".".clone_into(word);
                }
            }
        }
        Ok(ExternalPlayer { folder, command, ..player })
    }

    /// Runs the program as a codemaker: its command with four more arguments, which are the number of pegs, of colors and of codes, and
    /// a seed, and where no color may come twice a fifth one, `no-repeats`. It prints the codes, one a line. What it prints after them is not read.
    ///
    /// # Errors
    /// A sentence that says what to do, when it fails, takes more than `limit` of CPU time or waits that long, or prints something else.
    pub fn make_codes(&self, game: Game, count: u64, seed: u64, limit: Duration) -> Result<Vec<Code>, String> {
        let mut program = self.clone();
        let arguments = [game.pegs() as u64, game.colors() as u64, count, seed];
        program.command.extend(arguments.iter().map(u64::to_string));
        program.command.extend((!game.allows_repeats()).then(|| NO_REPEATS.to_owned()));
        let mut session = Session::start(&program, None).map_err(|e| e.to_string())?;
        session.watch.begin(limit);
        let mut codes = Vec::new();
        for number in 1..=count {
            let line = match session.receive_or_end() {
                Ok(Some(line)) => String::from_utf8_lossy(line).trim().to_owned(),
                Ok(None) => {
                    let found = number - 1;
                    return Err(format!("it printed {found} codes where {count} were asked for"));
                }
                Err(outcome) => {
                    let how = match outcome {
                        failed @ Outcome::Failure(_) => format!("it failed: {}", ProgramError::Outcome(failed)),
                        _ => "it took too long".to_owned(),
                    };
                    let (last, _) = session.watch.telling_message();
                    let is_new = !last.is_empty() && !how.contains(&last);
                    let last = if is_new { format!(" (its last message: {last})") } else { String::new() };
                    return Err(how + &last);
                }
            };
            let wrong = |reason: &dyn fmt::Display| {
                let text = line.escape_debug();
                format!("line {number} of its output, '{text}', is no code of {game}: {reason}")
            };
            let code = scsa::notation::parse_code(&line).map_err(|e| wrong(&e))?;
            game.check(&code).map_err(|broken| wrong(&broken))?;
            codes.push(code);
        }
        Ok(codes)
    }
}

/// Folders of the system, whose files are no player's own.
const SYSTEM: [&str; 6] = ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc"];

/// The name of the file for what a player writes to its standard error in a match. A line begins with `round N, turn T: `, or with
/// `round N: ` outside of a turn; round 0 is the preparation.
pub fn messages_name(player: &str, codemaker: &str, game: Game) -> String {
    let name = format!("{player}-{codemaker}-{game}.txt");
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect()
}

/// The most of a file of messages that is read, in bytes.
const MOST_MESSAGES: u64 = 16 << 20;

/// The lines that a player wrote to its standard error in a round, with their turns, as a file in that folder has them; those of the
/// preparation if there are none of the round. Turn 0 is before the first guess.
pub fn printed(messages: &Path, player: &str, codemaker: &str, game: Game, round: u64) -> Vec<(usize, String)> {
    let file = messages.join(messages_name(player, codemaker, game));
    let text = folder_files::read_text(&file, MOST_MESSAGES).unwrap_or_default();
    let of = |round: u64| -> Vec<(usize, String)> {
        let start = format!("round {round}");
        let rest = |line: &'_ str| -> Option<(usize, String)> {
            let (turn, line) = line.strip_prefix(&start)?.split_once(": ")?;
            let turn = if turn.is_empty() { "0" } else { turn.strip_prefix(", turn ")? };
            Some((turn.parse().ok()?, line.to_owned()))
        };
        text.lines().filter_map(rest).collect()
    };
    Some(of(round)).filter(|lines| !lines.is_empty()).unwrap_or_else(|| of(0))
}

/// Whether a text can be the name of a player: lowercase letters, digits and hyphens, the first one a letter.
pub fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && name_fault(text).is_none()
        && text.chars().all(|c| matches!(c, 'a'..='z' | '0'..='9' | '-'))
}

/// A name of a player that is like a text: `team-b1` for `Team_B1`, and `my-2nd` for `2nd`.
#[must_use]
pub fn name_like(text: &str) -> String {
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let name = if words.is_empty() { "player".to_owned() } else { words.join("-") };
    if name.starts_with(|c: char| c.is_ascii_lowercase()) { name } else { format!("my-{name}") }
}

fn player_folder(command: &[String]) -> Option<PathBuf> {
    let (program, arguments) = command.split_first()?;
    let of_program = own_folder(program);
    let of_files = || arguments.iter().find_map(|word| own_folder(word));
    let of_arguments = || of_files().or_else(|| arguments.iter().find_map(|word| class_folder(word)));
    match of_program {
        Some(folder) if folder.ends_with("bin") => {
            of_arguments().or_else(|| Some(folder).filter(|folder| refusal(folder).is_none()))
        }
        Some(folder) => Some(folder),
        None => of_arguments(),
    }
}

/// A path outside of the system's folders.
fn own_path(word: &str) -> Option<PathBuf> {
    let path = Path::new(word).canonicalize().ok()?;
    (!SYSTEM.iter().any(|folder| path.starts_with(folder))).then_some(path)
}

fn own_folder(file: &str) -> Option<PathBuf> {
    own_path(file).filter(|path| path.is_file())?.parent().map(Path::to_path_buf)
}

/// A folder that a command names in place of a file, as in `java -cp FOLDER CLASS`.
fn class_folder(word: &str) -> Option<PathBuf> {
    own_path(word).filter(|path| path.is_dir() && refusal(path).is_none())
}

fn inside(word: &str, folder: &Path) -> Option<(String, PathBuf)> {
    let path = Path::new(word).canonicalize().ok()?;
    let inside = path.strip_prefix(folder).ok().filter(|inside| !inside.as_os_str().is_empty())?;
    Some((format!("./{}", inside.to_str()?), path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn parse(text: &str) -> Result<ExternalPlayer, String> {
        let launcher = (PathBuf::from("arena"), vec!["sandbox".to_owned()]);
        ExternalPlayer::from_text(text, launcher, 2048, |_| Ok(("python3".to_owned(), PathBuf::from("/scripts"))))
    }

    #[test]
    fn the_files_of_a_command_are_relative_to_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().canonicalize().unwrap();
        fs::write(path.join("my player.py"), "").unwrap();
        fs::write(path.join("table.txt"), "").unwrap();
        let player =
            parse(&format!("mine=python3 -u '{0}/my player.py' {0}/table.txt --fast", path.display())).unwrap();
        assert_eq!((player.name.as_str(), player.folder), ("mine", Some(path.clone())));
        assert_eq!(player.files, ["my player.py", "table.txt"].map(|name| path.join(name)));
        assert_eq!(player.command, ["python3", "-u", "./my player.py", "./table.txt", "--fast"]);
        let player = parse(&format!("mine=python:{}/table.txt#Mine", path.display())).unwrap();
        assert_eq!(player.command, ["python3", "-B", "/scripts/python/bridge.py", "./table.txt#Mine"]);
        assert_eq!((player.folder, player.readable), (Some(path.clone()), vec![PathBuf::from("/scripts")]));
        assert_eq!(player.files, [path.join("table.txt")]);
        // What an interpreter is installed with is readable: so the folder of a player does not choose one.
        fs::create_dir_all(path.join(".venv/bin")).unwrap();
        fs::write(path.join(".venv/pyvenv.cfg"), "").unwrap();
        fs::write(path.join(".venv/bin/python"), "").unwrap();
        let player = parse(&format!("mine=python:{}/table.txt", path.display())).unwrap();
        assert_eq!(player.command[0], "python3");
        fs::create_dir(path.join("bin")).unwrap();
        fs::write(path.join("bin/python3"), "").unwrap();
        let interpreter = format!("{}/bin/python3", path.display());
        let player = parse(&format!("mine={interpreter} {}/table.txt", path.display())).unwrap();
        assert_eq!(player.folder, Some(path.clone()));
        assert_eq!(player.command, ["./bin/python3", "./table.txt"]);
        let player = parse(&format!("mine={interpreter} --fast")).unwrap();
        assert_eq!((player.folder, player.command[0].as_str()), (Some(path.join("bin")), "./python3"));
        let player = parse("mine=sh -c 'echo hello 2'").unwrap();
        assert_eq!((player.command, player.folder), (["sh", "-c", "echo hello 2"].map(str::to_owned).to_vec(), None));
    }

    #[test]
    fn players_of_one_folder_see_their_own_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().canonicalize().unwrap();
        let at = |name: &str| path.join(name);
        fs::create_dir_all(at("x/y")).unwrap();
        ["a.py", "b.py", "table.txt", "x/c.py", "x/y/d.py"]
            .into_iter()
            .for_each(|name| fs::write(at(name), "").unwrap());
        std::os::unix::fs::symlink(at("x"), at("link")).unwrap();
        let all = ["a.py", "b.py", "table.txt", "x", "x/c.py", "x/y", "x/y/d.py"];
        // What every one of these players sees.
        let seen = |commands: &[&str]| {
            let texts = commands.iter().map(|command| command.replace("@", &path.display().to_string()));
            let mut players: Vec<_> = texts.map(|command| parse(&format!("p={command}")).unwrap()).collect();
            ExternalPlayer::keep_apart(&mut players);
            let sees = |player: &ExternalPlayer| {
                let seen = player.submission().unwrap();
                all.iter().filter(|name| seen.contains(&at(name))).copied().collect::<Vec<_>>()
            };
            players.iter().map(sees).collect::<Vec<_>>()
        };
        assert_eq!(seen(&["python:@/a.py"]), [&all[..]]);
        assert_eq!(seen(&["python:@/a.py#A", "python:@/x/../a.py#B", "python3 @/a.py"]), [&all[..], &all, &all]);
        let c = &["x/c.py", "x/y", "x/y/d.py"][..];
        let (with_table, lisp) = ("sh @/b.py @/table.txt", "lisp:@/b.py#f");
        assert_eq!(seen(&["python:@/a.py", with_table]), [&["a.py"][..], &["b.py", "table.txt"]]);
        assert_eq!(seen(&[lisp, "python:@/x/c.py"]), [&["a.py", "b.py", "table.txt"][..], c]);
        assert_eq!(
            seen(&["@/a.py", "sh @/link/c.py", "python:@/x/y/d.py"]),
            [&["a.py", "b.py", "table.txt"][..], &["x/c.py"], &["x/y/d.py"]]
        );
        assert_eq!(seen(&["python:@/a.py", "python:@/b.py", "python:@/x/c.py"]), [&["a.py"][..], &["b.py"], c]);
    }
}
