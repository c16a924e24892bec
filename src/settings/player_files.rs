//! Players in files: the name and the command of one.

use crate::failure::Failure;
use crate::present::shell_word;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tournament::Registry;

/// The most of a file that is looked at, in bytes.
const MOST: u64 = 1 << 20;
/// The files of a folder that are looked at.
const MOST_FILES: usize = 1000;

/// Endings of source files that a compiler makes a program of, with such a command.
const COMPILED: [(&str, &str); 10] = [
    ("c", "cc -O2 -o player"),
    ("cc", "c++ -O2 -o player"),
    ("cpp", "c++ -O2 -o player"),
    ("cxx", "c++ -O2 -o player"),
    ("rs", "rustc -O -o player"),
    ("go", "go build -o player"),
    ("hs", "ghc -O2 -o player"),
    ("java", "javac"),
    ("swift", "swiftc -O -o player"),
    ("zig", "zig build-exe -femit-bin=player"),
];

/// Endings of files that a program plays, and the program.
const INTERPRETED: [(&str, &str); 10] = [
    ("sh", "sh"),
    ("bash", "bash"),
    ("js", "node"),
    ("mjs", "node"),
    ("rb", "ruby"),
    ("pl", "perl"),
    ("lua", "lua"),
    ("jl", "julia"),
    ("R", "Rscript"),
    ("jar", "java -jar"),
];

const LISP: [&str; 3] = ["lisp", "lsp", "cl"];

/// The file of a player and `NAME=COMMAND`, for a player that is given by its file, the folder of its file, `FILE.py#CLASS`, or a command
/// without a name. `None` for other texts, such as `NAME=COMMAND` and the name of a player.
pub fn named(registry: &Registry, text: &str) -> Result<Option<(PathBuf, String)>, Failure> {
    let path = Path::new(text);
    let has_path = text.contains('/') || path.extension().is_some();
    let is_builtin = !has_path && registry.players.find(text).is_ok();
    let (whole, class) = text.split_once('#').unwrap_or((text, ""));
    let words: Vec<&str> = text.split_whitespace().collect();
    let (file, command) = if words.is_empty() || is_builtin {
        return Ok(None);
    } else if path.exists() {
        let file = the_file(path)?;
        let command = command_of(&file)?;
        (file, command)
    } else if words[0].contains('=') {
        return Ok(None);
    } else if let Some(file) = whole.strip_prefix("python:").or_else(|| whole.strip_prefix("lisp:")) {
        (PathBuf::from(file), text.to_owned())
    } else if !class.is_empty() && Path::new(whole).is_file() {
        (PathBuf::from(whole), format!("{}#{class}", command_of(Path::new(whole))?))
    } else if let [interpreter, file, rest @ ..] = &words[..] {
        // A class in Python is played by the bridge, whoever asks.
        let is_python = is_python(interpreter) && rest.is_empty() && Path::new(file).is_file();
        let file = words[1..].iter().map(Path::new).find(|word| word.is_file());
        let Some(file) = file else {
            bail!("{text}: a command has a name, as in {}", shell_word(&format!("mine={text}")))
        };
        (file.to_owned(), if is_python { command_of(file)? } else { text.to_owned() })
    } else if has_path && !text.contains(':') {
        return Err(Failure::missing_file(match players_in(folder_files::parent(path)).as_slice() {
            [] => format!("{}: there is no such file; give the path of a player's file", path.display()),
            there => format!("{}: there is no such file; there is {}", path.display(), names(there)),
        }));
    } else if let Some(file) =
        ["py", "lisp"].map(|ending| path.with_extension(ending)).iter().find(|file| file.is_file())
    {
        bail!("{text}: there is no player of this name; did you mean the file {}?", file.display())
    } else {
        return Ok(None);
    };
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let class = command.rsplit_once('#').map(|(_, class)| class.to_owned());
    let name = external::name_like(&class.unwrap_or(stem));
    // No player of this program has the name.
    let my = if registry.players.find(&name).is_ok() { "my-" } else { "" };
    Ok(Some((file, format!("{my}{name}={command}"))))
}

/// A player that one argument gives in any form, as `NAME=COMMAND`, or as the name that it is.
pub fn resolved(registry: &Registry, text: &str) -> Result<String, Failure> {
    Ok(named(registry, text)?.map_or_else(|| text.to_owned(), |(_, program)| program))
}

/// What to say of a text where a name or `NAME=COMMAND` is wanted, if it gives a player otherwise: the form that works, or why there is none.
pub fn advice(registry: &Registry, text: &str) -> Option<String> {
    match named(registry, text) {
        Ok(found) => found.map(|(_, program)| format!("did you mean {}?", shell_word(&program))),
        Err(failure) => Some(failure.message),
    }
}

/// The same of `NAME=COMMAND` whose command is a file that cannot be executed, or is played by a bridge.
pub fn advice_on_command(registry: &Registry, text: &str) -> Option<String> {
    let (name, command) = text.split_once('=')?;
    let is_python = is_python(command);
    if !is_python && (!Path::new(command).is_file() || is_executable(Path::new(command))) {
        return None;
    }
    let (_, program) = match named(registry, command) {
        Ok(found) => found?,
        Err(failure) => return Some(failure.message),
    };
    let (_, works) = program.split_once('=')?;
    let is_other = works != command && (!is_python || works.starts_with("python:"));
    is_other.then(|| format!("did you mean {}?", shell_word(&format!("{name}={works}"))))
}

/// Whether a command begins with an interpreter of Python.
pub fn is_python(command: &str) -> bool {
    let word = command.split_whitespace().next().unwrap_or_default();
    let name = Path::new(word).file_name().unwrap_or_default().to_string_lossy();
    name.starts_with("python") && !name.contains(':')
}

/// The file that a command plays, as far as it can be told.
pub fn file_of(command: &str) -> Option<PathBuf> {
    let words = shlex::split(command)?;
    let mut files = words.iter().map(|word| {
        let file = word.strip_prefix("python:").or_else(|| word.strip_prefix("lisp:")).unwrap_or(word);
        Path::new(file.split('#').next().unwrap_or(file))
    });
    files.find(|file| file.is_file()).map(Path::to_owned)
}

/// A file that is a player, or the only one in a folder.
fn the_file(path: &Path) -> Result<PathBuf, Failure> {
    if !path.is_dir() {
        return Ok(path.to_owned());
    }
    let (shown, players) = (path.display(), players_in(path));
    ensure!(
        !players.is_empty(),
        "{shown}: no file of this folder is a player: a class with a method guess in Python, a function in Lisp, or a program; give the file"
    );
    ensure!(players.len() == 1, "{shown}: this folder has several players: {}; give one of them", names(&players));
    Ok(players[0].clone())
}

fn names(files: &[PathBuf]) -> String {
    let names: Vec<String> = files.iter().take(5).map(|file| file.display().to_string()).collect();
    names.join(", ") + if files.len() > 5 { ", …" } else { "" }
}

/// The files of a folder that look like players, in the order of their names.
fn players_in(folder: &Path) -> Vec<PathBuf> {
    let names = folder_files::names(folder).unwrap_or_default().into_iter().take(MOST_FILES);
    let path = |name| if folder == Path::new(".") { PathBuf::from(name) } else { folder.join(name) };
    let mut files: Vec<PathBuf> = names.map(path).collect();
    files.sort();
    files.retain(|file| match extension(file) {
        "py" => is_class(&text_of(file)) || speaks(&text_of(file)),
        extension if LISP.contains(&extension) => text_of(file).contains("last-response"),
        extension => is_executable(file) || INTERPRETED.iter().any(|(ending, _)| *ending == extension),
    });
    files
}

fn extension(file: &Path) -> &str {
    file.extension().and_then(|extension| extension.to_str()).unwrap_or_default()
}

fn text_of(file: &Path) -> String {
    folder_files::read(file, MOST).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

/// Whether a text of Python has a player for the bridge.
fn is_class(text: &str) -> bool {
    text.contains("def guess(") || text.contains("def make_guess(")
}

fn speaks(text: &str) -> bool {
    text.contains("hello") && (text.contains("stdin") || text.contains("input("))
}

fn is_executable(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

pub fn command_of(file: &Path) -> Result<String, Failure> {
    let (shown, extension) = (file.display().to_string(), extension(file));
    let word = shell_word(&shown);
    let is_compiled = COMPILED.iter().find(|(ending, _)| *ending == extension);
    let interpreter = INTERPRETED.iter().find(|(ending, _)| *ending == extension);
    Ok(match extension {
        "py" if speaks(&text_of(file)) && !is_class(&text_of(file)) => format!("python3 {word}"),
        "py" => format!("python:{word}"),
        extension if LISP.contains(&extension) => format!("lisp:{word}"),
        _ if is_compiled.is_some_and(|_| !is_executable(file)) => {
            let compiler = is_compiled.map_or("", |(_, compiler)| compiler);
            let then = if compiler == "javac" { "NAME='java -cp FOLDER CLASS'" } else { "./player" };
            bail!("{shown}: source has to be compiled first, as in `{compiler} {word}`; then give {then}")
        }
        _ if is_executable(file) && shown.contains('/') => word,
        _ if is_executable(file) => format!("./{word}"),
        _ => match interpreter {
            Some((_, program)) => format!("{program} {word}"),
            None => {
                let advice = match extension {
                    _ if is_class(&text_of(file)) => "it has a player in Python: let its name end in .py".to_owned(),
                    "class" => "give NAME='java -cp FOLDER CLASS'".to_owned(),
                    "ipynb" => "save the notebook as a file .py, and give that".to_owned(),
                    "zip" | "gz" | "tgz" | "tar" => "unpack it, and give the player's file".to_owned(),
                    _ => format!("`chmod +x {word}` if it is one, or give NAME=COMMAND"),
                };
                bail!("{shown} is no program: it cannot be executed; {advice}")
            }
        },
    })
}
