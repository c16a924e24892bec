//! The name of the program as it was started, which differs from `arena` where a package adds players to the program.

use clap::builder::{Resettable, StyledStr};
use clap::{Arg, Command};
use std::{env, ffi::OsStr, path::Path, sync::LazyLock};

const NAME: &str = "arena";
/// What stands around the name where a text shows a command, so that it is not the name of the project.
const AROUND: [(&str, &str); 4] = [("`", " "), ("  ", " "), ("| ", " "), ("&& ", " ")];
/// What stands around it where a text shows the file of its completions.
const AROUND_FILES: [(&str, &str); 2] = [("completions/", ""), ("/_", "")];

/// The words that start the program again: `cargo run` with its profile where cargo started it, else the name of its file.
pub fn program_name() -> &'static str {
    &STARTED_AS.words
}

pub fn with_program_name(text: &str) -> String {
    STARTED_AS.named(text)
}

pub fn named_command(command: Command) -> Command {
    let Started { words, file } = &*STARTED_AS;
    let command = command.name(file.as_str()).bin_name(words);
    if words == NAME { command } else { with_texts(command) }
}

static STARTED_AS: LazyLock<Started> = LazyLock::new(|| {
    let first = env::args_os().next().unwrap_or_default();
    Started::of(Path::new(&first), env::var_os("CARGO").is_some())
});

#[derive(Debug, PartialEq, Eq)]
struct Started {
    words: String,
    /// The name of its file. It is `arena` where there is none, or one that no shell takes as a plain word.
    file: String,
}

impl Started {
    /// The start by the first word of the command line. Cargo names itself in the environment, and starts `target/release/NAME`.
    fn of(first: &Path, is_below_cargo: bool) -> Started {
        let name = |path: &Path| path.file_name().and_then(OsStr::to_str).unwrap_or_default().to_owned();
        let file = name(first);
        let file = file.strip_suffix(env::consts::EXE_SUFFIX).unwrap_or(&file);
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.+".contains(c);
        let is_name = file.starts_with(|c: char| c.is_ascii_alphanumeric()) && file.chars().all(is_plain);
        let file = if is_name { file } else { NAME }.to_owned();
        let words = match first.parent().map(name).as_deref() {
            Some("debug") if is_below_cargo => "cargo run --".to_owned(),
            Some("release") if is_below_cargo => "cargo run --release --".to_owned(),
            _ => file.clone(),
        };
        Started { words, file }
    }

    fn named(&self, text: &str) -> String {
        let names = AROUND.map(|around| (around, &self.words)).into_iter();
        let names = names.chain(AROUND_FILES.map(|around| (around, &self.file)));
        names.fold(text.to_owned(), |text, ((before, after), name)| {
            text.replace(&format!("{before}{NAME}{after}"), &format!("{before}{name}{after}"))
        })
    }
}

fn with_texts(command: Command) -> Command {
    let text = |styled: &StyledStr| StyledStr::from(with_program_name(&styled.to_string()));
    let about = Resettable::from(command.get_about().map(text));
    let long_about = Resettable::from(command.get_long_about().map(text));
    let examples = Resettable::from(command.get_after_help().map(text));
    let argument = |argument: Arg| {
        let help = Resettable::from(argument.get_help().map(text));
        let long_help = Resettable::from(argument.get_long_help().map(text));
        argument.help(help).long_help(long_help)
    };
    let command = command.about(about).long_about(long_about).after_help(examples);
    command.mut_args(argument).mut_subcommands(with_texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_get_the_name_and_the_project_keeps_its_own() {
        let with_name = |text: &str, first: &str| Started::of(Path::new(first), true).named(text);
        let text = "`arena list` shows all\n  arena codes cipher | arena learn -   in a checkout of arena, for players";
        let named = "`mine list` shows all\n  mine codes cipher | mine learn -   in a checkout of arena, for players";
        assert_eq!(with_name(text, "mine"), named);
        assert_eq!(with_name(text, NAME), text);
        assert_eq!(with_name("arena list > completions/arena.fish", "/bin/mine"), "arena list > completions/mine.fish");
        // A name that contains the other one is not changed again.
        assert_eq!(with_name("`arena list`", "my-arena"), "`my-arena list`");
        let by_cargo = "`cargo run -- list` shows completions/mine.fish";
        assert_eq!(with_name("`arena list` shows completions/arena.fish", "target/debug/mine"), by_cargo);
    }

    #[test]
    fn what_cargo_started_is_started_by_cargo_again() {
        for (first, is_below_cargo, words, file) in [
            ("mine", true, "mine", "mine"),
            ("target/debug/mine", true, "cargo run --", "mine"),
            ("/elsewhere/release/mine", true, "cargo run --release --", "mine"),
            ("target/release/mine", false, "mine", "mine"),
            ("/usr/bin/mine", true, "mine", "mine"),
            ("a program", false, NAME, NAME),
            ("", true, NAME, NAME),
        ] {
            let started = Started { words: words.to_owned(), file: file.to_owned() };
            assert_eq!(Started::of(Path::new(first), is_below_cargo), started, "{first}");
        }
    }
}
