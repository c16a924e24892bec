//! Commands as they are typed: `NAME=COMMAND`.

use crate::{Bridge, ExternalPlayer, submission::refusal};
use player_api::{name_fault, shortened, visible};
use std::{
    error::Error,
    fmt,
    path::{Path, PathBuf},
};

/// Folders of the system, whose files are no player's own.
const SYSTEM: [&str; 6] = ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc"];

/// Why a text is not an external player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// There is no name and equals sign before the command.
    Name(String),
    /// The command is empty or has a quote that is not closed.
    Words(String),
    /// There is no such file.
    File(String),
    /// What a bridge needs is missing, for this reason.
    Bridge(String),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Name(text) => write!(
                f,
                "'{}' is not NAME=COMMAND, with a name of lowercase letters, digits and hyphens; write for example \
                 mine='python3 mine.py'",
                visible(&shortened(text, 60))
            ),
            CommandError::Words(command) => {
                write!(f, "'{command}' is no command: it is empty, or a quote is not closed")
            }
            CommandError::File(file) => write!(f, "there is no file {file}; name the file of the player"),
            CommandError::Bridge(reason) => f.write_str(reason),
        }
    }
}

impl Error for CommandError {}

impl ExternalPlayer {
    /// The player that a text `NAME=COMMAND` describes. The command is split into words as a shell splits them; no shell runs it.
    ///
    /// The folder of the player is that of the first file that the command names outside of the system's folders; a program in a
    /// folder `bin`, such as an interpreter, counts only if there is no other. Names of files in it are made relative to it, because
    /// the program works in a copy of it.
    ///
    /// A command `python:FILE.py[#CLASS]` or `lisp:FILE.lisp[#FUNCTION]` plays a player of the course through a bridge: `scripts` gives
    /// the interpreter and the folder of the scripts.
    ///
    /// # Errors
    /// [`CommandError`] when the text has another form.
    pub fn from_text(
        text: &str,
        launcher: (PathBuf, Vec<String>),
        memory_mb: u64,
        scripts: impl FnOnce(Bridge) -> Result<(String, PathBuf), String>,
    ) -> Result<ExternalPlayer, CommandError> {
        let (name, command) = text.split_once('=').ok_or_else(|| CommandError::Name(text.to_owned()))?;
        if !is_name(name) {
            return Err(CommandError::Name(text.to_owned()));
        }
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let mut command = words.ok_or_else(|| CommandError::Words(command.to_owned()))?;
        let mut player = ExternalPlayer { memory_mb, ..ExternalPlayer::new(name, Vec::new(), launcher) };
        if let Some((bridge, rest)) = Bridge::of(&command[0]) {
            let (file, part) = rest.split_once('#').map_or((rest, None), |(file, part)| (file, Some(part)));
            if !Path::new(file).is_file() {
                return Err(CommandError::File(file.to_owned()));
            }
            let (interpreter, scripts) = scripts(bridge).map_err(CommandError::Bridge)?;
            player.folder = own_folder(file);
            let inside = player.folder.as_ref().and_then(|folder| inside(file, folder));
            let word = inside.as_ref().map_or(file, |(word, _)| word);
            player.command = bridge.command(&interpreter, &scripts, word, part, memory_mb);
            player.files.extend(inside.map(|(_, path)| path));
            player.environment = bridge.environment();
            player.readable = vec![scripts];
            return Ok(player);
        }
        let folder = player_folder(&command);
        if let Some(folder) = &folder {
            for word in &mut command {
                if let Some((inside, path)) = inside(word, folder) {
                    *word = inside;
                    player.files.push(path);
                }
            }
        }
        Ok(ExternalPlayer { folder, command, ..player })
    }
}

/// Whether a text can be the name of a player: lowercase letters, digits and hyphens, the first one a letter.
#[must_use]
pub fn is_name(text: &str) -> bool {
    let is_first = text.starts_with(|c: char| c.is_ascii_lowercase());
    is_first
        && name_fault(text).is_none()
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// The folder of the files that a command names.
fn player_folder(command: &[String]) -> Option<PathBuf> {
    let (program, arguments) = command.split_first()?;
    let of_program = own_folder(program);
    let of_arguments = || arguments.iter().find_map(|word| own_folder(word));
    match of_program {
        Some(folder) if folder.ends_with("bin") => {
            of_arguments().or_else(|| Some(folder).filter(|folder| refusal(folder).is_none()))
        }
        Some(folder) => Some(folder),
        None => of_arguments(),
    }
}

/// The folder of a file outside of the system's folders.
fn own_folder(word: &str) -> Option<PathBuf> {
    let path = Path::new(word).canonicalize().ok().filter(|path| path.is_file())?;
    let is_own = !SYSTEM.iter().any(|folder| path.starts_with(folder));
    is_own.then(|| path.parent().map(Path::to_path_buf)).flatten()
}

/// The path of a file in a folder as a command in that folder writes it, and the whole path.
fn inside(word: &str, folder: &Path) -> Option<(String, PathBuf)> {
    let path = Path::new(word).canonicalize().ok()?;
    let inside = path.strip_prefix(folder).ok().filter(|inside| !inside.as_os_str().is_empty())?;
    Some((format!("./{}", inside.to_str()?), path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn parse(text: &str) -> Result<ExternalPlayer, CommandError> {
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
        fs::create_dir(path.join("bin")).unwrap();
        fs::write(path.join("bin/python3"), "").unwrap();
        let interpreter = format!("{}/bin/python3", path.display());
        let player = parse(&format!("mine={interpreter} {}/table.txt", path.display())).unwrap();
        assert_eq!(
            (player.folder, &player.command[..]),
            (Some(path.clone()), &["./bin/python3", "./table.txt"].map(str::to_owned)[..])
        );
        let player = parse(&format!("mine={interpreter} --fast")).unwrap();
        assert_eq!((player.folder, player.command[0].as_str()), (Some(path.join("bin")), "./python3"));
        let player = parse("mine=sh -c 'echo hello 1'").unwrap();
        assert_eq!((player.command, player.folder), (["sh", "-c", "echo hello 1"].map(str::to_owned).to_vec(), None));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["mine", "=python3", "Mine=python3", "my player=x", "-x=y"] {
            assert_eq!(parse(text), Err(CommandError::Name(text.to_owned())), "{text}");
        }
        assert_eq!(parse("mine=lisp:no.lisp#x").unwrap_err(), CommandError::File("no.lisp".to_owned()));
        assert_eq!(parse("mine=").unwrap_err(), CommandError::Words(String::new()));
        assert_eq!(parse("mine=echo 'x").unwrap_err(), CommandError::Words("echo 'x".to_owned()));
    }

    #[test]
    fn players_of_one_folder_see_their_own_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().canonicalize().unwrap();
        let at = |name: &str| path.join(name);
        fs::create_dir_all(at("x/y")).unwrap();
        for name in ["a.py", "b.py", "table.txt", "x/c.py", "x/y/d.py"] {
            fs::write(at(name), "").unwrap();
        }
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
