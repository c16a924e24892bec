//! Commands of strangers: what a manifest names is started only if it is trusted.

use crate::{
    failure::Failure,
    present::{
        output::stderr,
        words::{counted, shell_word},
    },
    settings::{
        selection::ProgramChoice,
        setting::{Origin, layers},
    },
};
use player_api::visible;
use std::io::{self, IsTerminal, Write};
use tournament::Manifest;

/// The option that trusts the commands of a manifest.
pub const OPTION: &str = "--trust-commands";

/// The most characters of a command that are shown.
const MOST_CHARACTERS: usize = 2000;

layers! {
/// Whether the commands of a manifest are trusted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct Trust {
    /// Start the programs that the manifest of a results folder names, and copy the folders of their files, without a question
    #[arg(long = "trust-commands", help_heading = "Execution")]
    pub is_given: bool,
}
}

impl Trust {
    /// Fails if there are commands that are not trusted.
    pub fn check(commands: &[(&ProgramChoice, &Origin)]) -> Result<(), Failure> {
        let Some((_, origin)) = commands.first() else { return Ok(()) };
        let shown: Vec<String> = commands.iter().map(|(program, _)| shell_word(&shown(&program.text))).collect();
        Err(Failure::input(format!(
            "{} names {}, which may be of a stranger and {} not started: {}; read what is to be started, and give {OPTION}",
            manifest_of(origin),
            counted(commands.len(), "program"),
            if commands.len() == 1 { "is" } else { "are" },
            shown.join(" ")
        )))
    }

    /// Asks on a terminal whether commands that are not trusted may be started. Without a terminal they are not.
    pub fn ask(self, commands: &[(&ProgramChoice, &Origin)]) -> Result<Trust, Failure> {
        let is_terminal = io::stdin().is_terminal() && io::stderr().is_terminal();
        let (Some((_, origin)), true) = (commands.first(), is_terminal) else {
            return Trust::check(commands).map(|()| self);
        };
        let mut out = stderr();
        writeln!(out, "{} names {}:", manifest_of(origin), counted(commands.len(), "program"))?;
        for (program, _) in commands {
            writeln!(out, "  {}", shown(&program.text))?;
        }
        write!(out, "They play in a sandbox, in copies of the folders of their files. Start them? [y/N] ")?;
        out.flush()?;
        let mut answer = String::new();
        // What is no answer is no yes.
        let _ = io::stdin().read_line(&mut answer);
        match ["y", "yes"].contains(&&*answer.trim().to_lowercase()) {
            true => Ok(Trust { is_given: true }),
            false => Trust::check(commands).map(|()| self),
        }
    }
}

/// The manifest in which a command was found.
fn manifest_of(origin: &Origin) -> String {
    let origin = origin.to_string();
    shown(origin.rsplit_once(": ").map_or(&*origin, |(path, _)| path))
}

/// A text of a stranger as it may be printed: nothing in it controls the terminal, or hides other parts of it.
fn shown(text: &str) -> String {
    let more = text.chars().count().saturating_sub(MOST_CHARACTERS);
    let end = if more > 0 { format!("… ({more} more characters)") } else { String::new() };
    visible(&text.chars().take(MOST_CHARACTERS).collect::<String>()).into_owned() + &end
}

/// Whether a command starts programs of a manifest: those of these players, or all.
pub fn is_needed(manifest: &Manifest, players: Option<&[&str]>) -> bool {
    match players {
        Some(players) => players.iter().any(|player| manifest.external_players.contains_key(*player)),
        None => !manifest.external_players.is_empty() || !manifest.external_codemakers.is_empty(),
    }
}

/// The option with a blank before it, if a command needs it.
pub fn option(manifest: &Manifest, players: Option<&[&str]>) -> String {
    if is_needed(manifest, players) { format!(" {OPTION}") } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Whatever a command is: what is shown of it cannot control a terminal, and a plain command is shown as it is.
        #[test]
        fn a_command_controls_no_terminal(text in any::<String>(), plain in "[ -~]{0,100}") {
            let (text, bidirectional) = (shown(&format!("{text}\u{1b}[2J\u{202e}\u{2066}\n")), '\u{202a}'..='\u{202e}');
            let is_hidden = |c: char| c.is_control() || bidirectional.contains(&c) || ('\u{2066}'..='\u{2069}').contains(&c);
            prop_assert!(!text.chars().any(is_hidden));
            prop_assert_eq!(shown(&plain), plain);
        }
    }

    #[test]
    fn a_long_command_is_cut_and_says_so() {
        assert!(shown(&"x".repeat(1 << 20)).ends_with("x… (1046576 more characters)"));
    }
}
