//! `arena new-player`

#![allow(clippy::disallowed_methods, reason = "it makes a folder of the person who asks for it")]

use crate::failure::Failure;
use crate::present::{shell_word, stdout, with_program_name};
use clap::ValueEnum;
use std::env;
use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::Builder;
use tournament::Registry;

const PYTHON: &str = include_str!("templates/my_player.py");
const LISP: &str = include_str!("templates/my-player.lisp");
const C: &str = include_str!("templates/my_player.c");
const MAIN: &str = include_str!("templates/main.rs.txt");
const RUST: &str = include_str!("templates/my_player.rs.txt");
const MANIFEST: &str = include_str!("templates/Cargo.toml.txt");

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena new-player my-player --language python
  arena new-player my-player --language lisp --dir mine
  arena new-player my-player --language rust --crate my-player   a package of its own")]
pub struct NewPlayer {
    /// The name of the player: lowercase letters, digits and hyphens
    name: String,
    /// The language of the player
    #[arg(long)]
    language: Language,
    /// The folder for a file in Python, Lisp or C; it is made if it is missing [default: the current folder]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// The new folder for a player in Rust, which is a package of its own
    #[arg(long = "crate", value_name = "DIR")]
    package: Option<PathBuf>,
    /// The folder of a checkout of arena, for a player in Rust [default: the one around the current folder, else the source of this program]
    #[arg(long, value_name = "DIR")]
    arena: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Language {
    Python,
    Lisp,
    Rust,
    C,
}

impl NewPlayer {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let names = Names::new(&self.name, registry)?;
        self.check_options()?;
        let text = match (self.language, &self.package) {
            (Language::Rust, Some(folder)) => self.package(&names, folder)?,
            (Language::Rust, None) => bail!("a player in Rust is a package of its own; give its folder with --crate"),
            _ => self.file(&names)?,
        };
        Ok(stdout().write_all(with_program_name(&text).as_bytes())?)
    }

    fn check_options(&self) -> Result<(), Failure> {
        let is_rust = self.language == Language::Rust;
        let wrong = match self {
            NewPlayer { dir: Some(_), .. } if is_rust => "--dir is for Python, Lisp and C; give --crate",
            NewPlayer { package: Some(_), .. } if !is_rust => "--crate is for Rust; give --dir",
            NewPlayer { arena: Some(_), .. } if !is_rust => "--arena is for Rust; leave it out",
            _ => return Ok(()),
        };
        Err(Failure::input(wrong))
    }

    fn file(&self, names: &Names) -> Result<String, Failure> {
        let folder = self.dir.as_deref().unwrap_or(Path::new(""));
        ensure!(
            !Checkout::is_one(folder),
            "this folder is a checkout of arena, and the folder of a player is copied whenever it plays; give another with --dir"
        );
        let Names { name, snake, .. } = names;
        let shown = |file: &str| shell_word(&folder.join(file).display().to_string());
        let (file, text, command, part) = match self.language {
            Language::Lisp => {
                // No function of the language has such a name.
                let function = if name.ends_with("player") { name.clone() } else { format!("{name}-player") };
                let text = LISP.replace("my-player (", &format!("{function} ("));
                (format!("{name}.lisp"), text, "lisp:", "the last function")
            }
            Language::C => (format!("{snake}.c"), C.to_owned(), "", "the function next_guess"),
            Language::Python | Language::Rust => {
                (format!("{snake}.py"), PYTHON.to_owned(), "python:", "the method guess")
            }
        };
        let path = folder.join(&file);
        write_new(&path, &names.insert(&text))?;
        let (build, program) = match self.language {
            Language::C => {
                let program = if self.dir.is_some() { shown(name) } else { format!("./{name}") };
                (format!("  cc -O2 -o {} {}\n", shown(name), shown(&file)), program)
            }
            _ => (String::new(), shown(&file)),
        };
        let player = shell_word(&format!("{name}={command}{program}"));
        Ok(format!(
            "{} is a player that draws random consistent codes. To make it yours, change {part}. Try it, check it, and play:\n\n\
             {build}{}",
            path.display(),
            next_commands("arena", [&program, &player, &format!("--player {player} --players rao")], name),
        ))
    }

    fn package(&self, names: &Names, folder: &Path) -> Result<String, Failure> {
        names.refuse(KEYWORDS, "a word of Rust")?;
        names.refuse(PACKAGES, "the name of another package")?;
        let checkout = match &self.arena {
            Some(folder) => folder.canonicalize().ok().filter(|folder| Checkout::is_one(folder)).ok_or_else(|| {
                let folder = folder.display();
                failure!("{folder} is no checkout of arena: it has no {LIST}; name another with --arena")
            })?,
            None => {
                let current = env::current_dir().unwrap_or_default();
                let mut folders = current.ancestors().chain([Path::new(env!("CARGO_MANIFEST_DIR"))]);
                folders.find(|folder| Checkout::is_one(folder)).map(Path::to_owned).ok_or_else(|| {
                    failure!("the source of arena is not found; name the folder of a checkout with --arena")
                })?
            }
        };
        let checkout = Checkout(checkout);
        let wrong = |e: &dyn std::fmt::Display| {
            failure!("cannot write the package {}: {e}; give another folder with --crate", folder.display())
        };
        ensure!(
            folder.symlink_metadata().is_err(),
            "{} is there already and is not overwritten; give another folder with --crate",
            folder.display()
        );
        // The package is written to a temporary folder, which is then renamed.
        let parent = folder_files::parent(folder);
        fs::create_dir_all(parent).map_err(|e| wrong(&e))?;
        let temporary = Builder::new().permissions(Permissions::from_mode(0o777)).tempdir_in(parent);
        let temporary = temporary.map_err(|e| wrong(&e))?;
        let source = temporary.path().join("src");
        let write = || {
            fs::create_dir(&source)?;
            fs::write(temporary.path().join("Cargo.toml"), checkout.manifest(MANIFEST, &names.name))?;
            fs::write(temporary.path().join(".gitignore"), "/target\n/results\n")?;
            fs::write(source.join("main.rs"), names.insert(MAIN))?;
            fs::write(source.join(format!("{}.rs", names.snake)), names.insert(RUST))?;
            // With the versions of the checkout the package builds as the checkout does.
            let versions = checkout.0.join("Cargo.lock");
            if versions.is_file() {
                fs::copy(versions, temporary.path().join("Cargo.lock"))?;
            }
            fs::rename(temporary.path(), folder)
        };
        write().map_err(|e: io::Error| wrong(&e))?;
        let _ = temporary.keep();
        let name = &names.name;
        Ok(format!(
            "{0} is a package with a player that draws random consistent codes. To make it yours, change the method guess in \
             src/{1}.rs.\nIn the folder {0}, try it, check it, and play; the first build takes some minutes:\n\n{2}",
            folder.display(),
            names.snake,
            next_commands("cargo run --release --", [name, name, &format!("--players {name},rao")], name),
        ))
    }
}

/// The commands that try a player, check it and play, for a player as each of them names it.
fn next_commands(arena: &str, [tried, checked, players]: [&str; 3], name: &str) -> String {
    format!(
        "  {arena} try {tried}\n  {arena} check-player {checked}\n  \
         {arena} run {players} --scsa insert-colors --sizes 4x6 --out results/{name}\n"
    )
}

/// Writes a file that must not exist, whole or not at all.
fn write_new(path: &Path, text: &str) -> Result<(), Failure> {
    let wrong = |e: &io::Error| match e.kind() {
        io::ErrorKind::AlreadyExists => failure!(
            "{} is there already and is not overwritten; give the player another name, or remove the file",
            path.display()
        ),
        _ => failure!("cannot write {}: {e}; choose a folder that can be written", path.display()),
    };
    let parent = folder_files::parent(path);
    if path.symlink_metadata().is_ok() {
        return Err(wrong(&io::ErrorKind::AlreadyExists.into()));
    }
    fs::create_dir_all(parent).map_err(|e| wrong(&e))?;
    let temporary = Builder::new().permissions(Permissions::from_mode(0o666)).tempfile_in(parent);
    let mut temporary = temporary.map_err(|e| wrong(&e))?;
    temporary.write_all(text.as_bytes()).map_err(|e| wrong(&e))?;
    temporary.persist_noclobber(path).map_err(|e| wrong(&e.error))?;
    Ok(())
}

/// Words that cannot be the name of a module in Rust.
const KEYWORDS: &str = "\
    abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen \
    if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait \
    true try type typeof unsafe unsized use virtual where while yield";

const PACKAGES: &str = "arena player-api scsa alloc core proc-macro std test";

/// The name of a player: `my-player`, `my_player`, `MyPlayer`.
struct Names {
    name: String,
    snake: String,
    camel: String,
}

impl Names {
    /// The forms of a name that no player has.
    pub fn new(name: &str, registry: &Registry) -> Result<Names, Failure> {
        ensure!(
            external::is_name(name) && !name.split('-').any(str::is_empty),
            "'{name}' is no name of a player: it has lowercase letters, digits, and single hyphens between them, and begins with a \
                 letter, as in my-player"
        );
        ensure!(
            !(name == "all" || registry.players.find(name).is_ok()),
            "there is a player '{name}' already; give another name"
        );
        let capitalized = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
        let camel = name.split('-').map(capitalized).collect();
        Ok(Names { name: name.to_owned(), snake: name.replace('-', "_"), camel })
    }

    pub fn insert(&self, template: &str) -> String {
        let text = template.replace("my-player", &self.name).replace("my_player", &self.snake);
        text.replace("MyPlayer", &self.camel)
    }

    fn refuse(&self, words: &str, what: &str) -> Result<(), Failure> {
        let Names { name, .. } = self;
        let is_taken = words.split(' ').any(|word| word == name);
        ensure!(!is_taken, "{name} is {what}; give another name, such as my-{name}");
        Ok(())
    }
}

const LIST: &str = "players/src/agents/mod.rs";

struct Checkout(PathBuf);

impl Checkout {
    pub fn is_one(folder: &Path) -> bool {
        ["Cargo.toml", "players/api/Cargo.toml", LIST].iter().all(|file| folder.join(file).is_file())
    }

    pub fn manifest(&self, example: &str, name: &str) -> String {
        let path =
            |folder: &str| format!("path = {:?}", self.0.join(folder).display().to_string().trim_end_matches('/'));
        example
            .replace("path = \"../..\"", &path(""))
            .replace("path = \"../../players/api\"", &path("players/api"))
            .replace("path = \"../../scsa\"", &path("scsa"))
            .replace("it adds a player and a codemaker", "it adds a player")
            .replace("own-crate", name)
    }
}

#[cfg(test)]
#[path = "../../../examples/own-crate/src/my_player.rs"]
mod my_player;

#[cfg(test)]
mod tests {
    use super::*;
    use player_api::{Briefing, Entrant, Knowledge, Player};
    use scsa::{Game, Rng, Turn};

    #[test]
    fn the_template_in_rust_plays_legally() {
        for text in ["1x1", "4x6", "3x5n", "4x10n"] {
            let (game, mut rng): (Game, _) = (text.parse().unwrap(), Rng::new(1));
            let mut player = my_player::MyPlayer::prepare(&Briefing::new(game, "any", Knowledge::Nothing)).unwrap();
            for _ in 0..20 {
                let (secret, mut turns) = (game.draw(&mut rng), Vec::new());
                while turns.last().is_none_or(|turn: &Turn| turn.guess != secret) {
                    let guess = player.guess(&turns, &mut rng);
                    assert_eq!(game.check(&guess), Ok(()));
                    turns.push(Turn::new(game, guess, &secret));
                }
            }
        }
    }

    #[test]
    fn the_templates_are_the_example_package() {
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/own-crate");
        for (file, template) in [("src/my_player.rs", RUST), ("Cargo.toml", MANIFEST)] {
            assert_eq!(fs::read_to_string(example.join(file)).unwrap(), template, "{file}");
        }
    }

    #[test]
    fn the_manifest_depends_on_the_checkout() {
        let manifest = Checkout("/a/b".into()).manifest(MANIFEST, "mine");
        assert!(manifest.contains("name = \"mine\"") && !manifest.contains("../.."), "{manifest}");
        for path in ["/a/b\"", "/a/b/players/api\"", "/a/b/scsa\""] {
            assert!(manifest.contains(&format!("path = \"{path}")), "{path}: {manifest}");
        }
    }
}
