//! The name of the program as it was started, which differs from `arena` where a package adds players to the program.

use clap::{Command, builder::StyledStr};
use std::{env, path::Path, sync::LazyLock};

const NAME: &str = "arena";
/// What stands around the name where a text shows a command or the file of its completions, so that it is not the name of the project.
const AROUND: [(&str, &str); 6] =
    [("`", " "), ("  ", " "), ("| ", " "), ("&& ", " "), ("completions/", ""), ("/_", "")];

/// The name under which the program was started: the file name of the first word of its command line. It is `arena` where there is
/// none, or one that no shell takes as a plain word.
pub fn program_name() -> &'static str {
    static STARTED_AS: LazyLock<String> = LazyLock::new(|| {
        let first = env::args_os().next().unwrap_or_default();
        let file = Path::new(&first).file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let name = file.strip_suffix(env::consts::EXE_SUFFIX).unwrap_or(file);
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.+".contains(c);
        let is_name = name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.chars().all(is_plain);
        if is_name { name } else { NAME }.to_owned()
    });
    &STARTED_AS
}

pub fn with_program_name(text: &str) -> String {
    with_name(text, program_name())
}

pub fn named_command(command: Command) -> Command {
    let name = program_name();
    let command = command.name(name).bin_name(name);
    if name == NAME { command } else { with_texts(command, name) }
}

fn with_name(text: &str, name: &str) -> String {
    if name == NAME {
        return text.to_owned();
    }
    AROUND.iter().fold(text.to_owned(), |text, (before, after)| {
        text.replace(&format!("{before}{NAME}{after}"), &format!("{before}{name}{after}"))
    })
}

fn with_texts(mut command: Command, name: &'static str) -> Command {
    let text = |styled: &StyledStr| with_name(&styled.to_string(), name);
    if let Some(about) = command.get_about().map(text) {
        command = command.about(about);
    }
    if let Some(about) = command.get_long_about().map(text) {
        command = command.long_about(about);
    }
    if let Some(examples) = command.get_after_help().map(text) {
        command = command.after_help(examples);
    }
    command
        .mut_args(|mut argument| {
            if let Some(help) = argument.get_help().map(text) {
                argument = argument.help(help);
            }
            if let Some(help) = argument.get_long_help().map(text) {
                argument = argument.long_help(help);
            }
            argument
        })
        .mut_subcommands(|command| with_texts(command, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_get_the_name_and_the_project_keeps_its_own() {
        let text = "`arena list` shows all\n  arena codes cipher | arena learn -   in a checkout of arena, for players";
        let named = "`mine list` shows all\n  mine codes cipher | mine learn -   in a checkout of arena, for players";
        assert_eq!(with_name(text, "mine"), named);
        assert_eq!(with_name(text, NAME), text);
        assert_eq!(with_name("arena list > completions/arena.fish", "mine"), "arena list > completions/mine.fish");
        // A name that contains the other one is not changed again.
        assert_eq!(with_name("`arena list`", "my-arena"), "`my-arena list`");
    }
}
