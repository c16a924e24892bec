//! `arena new-player`

mod checkout;
mod names;

use super::{Failure, program_name::with_program_name, shell_word};
use crate::cli::output::stdout;
use checkout::Checkout;
use clap::ValueEnum;
use names::Names;
use std::{
    fs::{self, Permissions},
    io::{self, Write},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};
use tempfile::Builder;
use tournament::Registry;

const PYTHON: &str = include_str!("templates/my_player.py");
const LISP: &str = include_str!("templates/my-player.lisp");
const C: &str = include_str!("templates/my_player.c");
const MAIN: &str = include_str!("templates/main.rs.txt");
/// The player of the example package, which is built and played there.
const RUST: &str = include_str!("../../../examples/own-crate/src/my_player.rs");
const MANIFEST: &str = include_str!("../../../examples/own-crate/Cargo.toml");

/// The options of the tournament that is played first.
const FIRST_TOURNAMENT: &str = "--scsa insert-colors --sizes 4x6";

/// The arguments of `arena new-player`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena new-player my-player --language python
  arena new-player my-player --language lisp --dir mine
  arena new-player my-player --language rust                     in a checkout of arena
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
    /// Write a package of its own for a player in Rust, in this new folder [default: a module in a checkout of arena]
    #[arg(long = "crate", value_name = "DIR")]
    package: Option<PathBuf>,
    /// The folder of a checkout of arena, for a player in Rust [default: the one around the current folder; for a package, else the
    /// source of this program]
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
            (Language::Rust, None) => self.module(&names)?,
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

    /// Writes a player that is one file. Returns what is printed.
    fn file(&self, names: &Names) -> Result<String, Failure> {
        let folder = self.dir.as_deref().unwrap_or(Path::new(""));
        if Checkout::is_one(folder) {
            return Err(Failure::input(
                "this folder is a checkout of arena, and the folder of a player is copied whenever it plays; give another with --dir",
            ));
        }
        let Names { name, snake, .. } = names;
        let shown = |file: &str| shell_word(&folder.join(file).display().to_string());
        let (file, text, command, part) = match self.language {
            Language::Lisp => {
                let file = format!("{name}.lisp");
                let command = format!("lisp:{}", shown(&file));
                (file, LISP.replace("my-player (", &format!("{} (", names.lisp())), command, "the last function")
            }
            Language::C => {
                let program = if self.dir.is_some() { shown(name) } else { format!("./{name}") };
                (format!("{snake}.c"), C.to_owned(), program, "the function next_guess")
            }
            Language::Python | Language::Rust => {
                names.check_python()?;
                let file = format!("{snake}.py");
                let command = format!("python3 {}", shown(&file));
                (file, PYTHON.to_owned(), command, "the function next_guess")
            }
        };
        let path = folder.join(&file);
        write_new(&path, &names.insert(&text))?;
        let player = shell_word(&format!("{name}={command}"));
        let build = match self.language {
            Language::C => format!("  cc -O2 -o {} {}\n", shown(name), shown(&file)),
            _ => String::new(),
        };
        Ok(format!(
            "{} is a player that draws random consistent codes. To make it yours, change {part}. Play it, and check it:\n\n\
             {build}  arena run --player {player} --players rao {FIRST_TOURNAMENT} --out results/{name} --force\n  \
             arena check-player {player}\n",
            path.display()
        ))
    }

    /// Writes a module into a checkout, and adds it to the list of players. Returns what is printed.
    fn module(&self, names: &Names) -> Result<String, Failure> {
        names.check_rust()?;
        let checkout = match &self.arena {
            Some(folder) => Checkout::at(folder)?,
            None => Checkout::around_current_folder().ok_or_else(|| {
                Failure::input(
                    "this folder is not in a checkout of arena; go to one, name one with --arena, or give --crate for a package of \
                     its own",
                )
            })?,
        };
        let Names { name, snake, camel } = names;
        let path = checkout.module(snake);
        let list = checkout.list_with(snake, camel)?;
        write_new(&path, &names.insert(RUST))?;
        if let Err(failure) = checkout.write_list(&list) {
            // A file that is not in the list would be in the way of the next attempt.
            let _ = fs::remove_file(&path);
            return Err(failure);
        }
        Ok(format!(
            "{} is a player that draws random consistent codes, and the list in {} has it. To make it yours, change the method guess.\n\
             In the checkout, play it, and check it:\n\n{}\n\
             When it plays as it should, write its golden games, look at them, and commit them:\n\n  \
             GOLDEN={name} cargo test --test program golden::\n",
            path.display(),
            checkout.list().display(),
            cargo_commands(name),
        ))
    }

    /// Writes a package of its own. Returns what is printed.
    fn package(&self, names: &Names, folder: &Path) -> Result<String, Failure> {
        names.check_rust()?;
        names.check_package()?;
        let checkout = match &self.arena {
            Some(checkout) => Checkout::at(checkout)?,
            None => Checkout::around_current_folder().or_else(Checkout::of_this_program).ok_or_else(|| {
                Failure::input("the source of arena is not found; name the folder of a checkout with --arena")
            })?,
        };
        let wrong = |e: &dyn std::fmt::Display| {
            Failure::input(format!(
                "cannot write the package {}: {e}; give another folder with --crate",
                folder.display()
            ))
        };
        if folder.symlink_metadata().is_ok() {
            return Err(Failure::input(format!(
                "{} is there already and is not overwritten; give another folder with --crate",
                folder.display()
            )));
        }
        // The package is written to a temporary folder, which is then renamed.
        let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
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
            if checkout.lock_file().is_file() {
                fs::copy(checkout.lock_file(), temporary.path().join("Cargo.lock"))?;
            }
            fs::rename(temporary.path(), folder)
        };
        write().map_err(|e: io::Error| wrong(&e))?;
        let _ = temporary.keep();
        Ok(format!(
            "{0} is a package with a player that draws random consistent codes. To make it yours, change the method guess in \
             src/{1}.rs.\nIn the folder {0}, play it, and check it; the first build takes some minutes:\n\n{2}",
            folder.display(),
            names.snake,
            cargo_commands(&names.name),
        ))
    }
}

/// The commands for a player in Rust.
fn cargo_commands(name: &str) -> String {
    format!(
        "  cargo run --release -- run --players {name},rao {FIRST_TOURNAMENT} --out results/{name} --force\n  \
         cargo run --release -- check-player {name}\n"
    )
}

/// Writes a file that must not exist, whole or not at all.
fn write_new(path: &Path, text: &str) -> Result<(), Failure> {
    let wrong = |e: &io::Error| match e.kind() {
        io::ErrorKind::AlreadyExists => Failure::input(format!(
            "{} is there already and is not overwritten; give the player another name, or remove the file",
            path.display()
        )),
        _ => Failure::input(format!("cannot write {}: {e}; choose a folder that can be written", path.display())),
    };
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
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
