//! The lines that a codebreaker types.

use crate::present::words::counted;
use scsa::{
    Code, Size,
    notation::{Notation, code_form, parse_code},
};

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayCommand {
    /// A guess, as it was written.
    Guess(Code, Notation),
    /// The guess of a player.
    Hint(Option<String>),
    Undo,
    Left,
    Grid,
    Turns,
    GiveUp,
    Help,
    Quit,
}

/// What the help says of every command.
pub const HELP: [&str; 8] = [
    "CODE             guess a code",
    "hint [PLAYER]    what a player would guess now",
    "undo             take the last guess back",
    "left             the number of codes that are left",
    "grid             what every peg can still be",
    "turns            all guesses with their answers",
    "give up          the secret, and what players need for it",
    "quit             leave; the input may also end",
];

impl PlayCommand {
    /// Reads a line. A command in small letters is a command, also where it could be a code: codes may be in capitals.
    pub fn parse(line: &str, size: Size) -> Result<PlayCommand, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let Some(command) = PlayCommand::named(&words) {
            return Ok(command);
        }
        let code = code(&words, size);
        let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
        let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
        match (code, PlayCommand::named(&lower)) {
            (Ok((code, notation)), _) => Ok(PlayCommand::Guess(code, notation)),
            (Err(_), Some(command)) => Ok(command),
            (Err(reason), None) => Err(reason),
        }
    }

    fn named(words: &[&str]) -> Option<PlayCommand> {
        Some(match words {
            ["hint" | "h"] => PlayCommand::Hint(None),
            ["hint" | "h", player] => PlayCommand::Hint(Some((*player).to_owned())),
            ["undo" | "u"] => PlayCommand::Undo,
            ["left"] => PlayCommand::Left,
            ["grid"] => PlayCommand::Grid,
            ["turns"] => PlayCommand::Turns,
            ["give", "up"] => PlayCommand::GiveUp,
            ["help" | "?"] => PlayCommand::Help,
            ["quit" | "exit" | "q"] => PlayCommand::Quit,
            _ => return None,
        })
    }
}

/// Reads a code of a size in digits or letters, whose pegs may stand apart.
pub fn code(words: &[&str], size: Size) -> Result<(Code, Notation), String> {
    let has_single_pegs = words.iter().all(|word| word.chars().count() == 1);
    let text = if has_single_pegs { words.concat() } else { words.join(" ") };
    let wrong = |reason: &str| format!("'{text}' {reason}: a code is {}; `help` lists the commands", code_form(size));
    let code = parse_code(&text).map_err(|_| wrong("is no code and no command"))?;
    let pegs = code.len();
    if pegs != size.pegs() {
        return Err(wrong(&format!("has {}", counted(pegs, "peg"))));
    }
    if !size.is_legal(&code) {
        return Err(wrong("has another color"));
    }
    let notation =
        if text.starts_with(|first: char| first.is_ascii_digit()) { Notation::Digits } else { Notation::Letters };
    Ok((code, notation))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str, size: &str) -> Result<PlayCommand, String> {
        PlayCommand::parse(line, size.parse().unwrap())
    }

    #[test]
    fn codes_are_in_digits_or_letters() {
        let guess = |notation| Ok(PlayCommand::Guess("AABF".parse().unwrap(), notation));
        for line in ["AABF", "aabf", "a a b f\n"] {
            assert_eq!(parse(line, "4x6"), guess(Notation::Letters), "{line}");
        }
        assert_eq!(parse(" 1126 ", "4x6"), guess(Notation::Digits));
        let form = "a code is 4 pegs in digits 1 to 6 or letters A to F; `help` lists the commands";
        assert_eq!(parse("AAB", "4x6"), Err(format!("'AAB' has 3 pegs: {form}")));
        assert_eq!(parse("AABG", "4x6"), Err(format!("'AABG' has another color: {form}")));
        assert_eq!(parse("what?", "4x6"), Err(format!("'what?' is no code and no command: {form}")));
    }

    /// At 4x26 the commands of four letters are codes.
    #[test]
    fn commands_in_capitals_are_codes_where_they_can_be() {
        let commands = [
            ("hint", PlayCommand::Hint(None)),
            ("undo", PlayCommand::Undo),
            ("left", PlayCommand::Left),
            ("quit", PlayCommand::Quit),
        ];
        for (word, command) in commands {
            assert_eq!(parse(word, "4x26"), Ok(command.clone()));
            assert_eq!(parse(&word.to_uppercase(), "4x6"), Ok(command));
            let code = word.parse().unwrap();
            assert_eq!(parse(&word.to_uppercase(), "4x26"), Ok(PlayCommand::Guess(code, Notation::Letters)));
        }
        assert_eq!(parse("hint bayes:1", "4x6"), Ok(PlayCommand::Hint(Some("bayes:1".to_owned()))));
        assert_eq!(parse("Give Up", "4x6"), Ok(PlayCommand::GiveUp));
    }
}
