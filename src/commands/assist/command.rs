//! The lines that the keeper of a secret types.

use scsa::{Code, Feedback, Size};

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssistCommand {
    /// The answer to the guess.
    Answer(Feedback),
    /// Another guess stands on the board.
    Guess(Code),
    /// The answer of a turn, counted from 1, is another.
    Fix(usize, Feedback),
    /// Another player goes on.
    Player(String),
    Undo,
    Left,
    Grid,
    Turns,
    Help,
    Quit,
}

/// What the help says of every command.
pub const HELP: [&str; 9] = [
    "BLACK WHITE             the answer: the black and the white pegs, such as 1 2",
    "fix TURN BLACK WHITE    correct the answer of a turn",
    "undo                    take the last answer back",
    "guess CODE              another guess stands on the board",
    "player NAME             let another player go on",
    "left                    the number of codes that are left",
    "grid                    what every peg can still be",
    "turns                   all guesses with their answers",
    "quit                    leave; the input may also end",
];

impl AssistCommand {
    /// Reads a line.
    pub fn parse(line: &str, size: Size) -> Result<AssistCommand, String> {
        let lower = line.to_lowercase();
        let words: Vec<&str> =
            lower.split([' ', '\t', ',', '/']).map(str::trim).filter(|word| !word.is_empty()).collect();
        Ok(match words.as_slice() {
            ["undo" | "u"] => AssistCommand::Undo,
            ["left"] => AssistCommand::Left,
            ["grid"] => AssistCommand::Grid,
            ["turns"] => AssistCommand::Turns,
            ["help" | "?"] => AssistCommand::Help,
            ["quit" | "exit" | "q"] => AssistCommand::Quit,
            // The command of a program of its own keeps its capitals and signs.
            ["player", _, ..] => AssistCommand::Player(line.trim().split_at("player".len()).1.trim().to_owned()),
            ["guess", code @ ..] if !code.is_empty() => {
                AssistCommand::Guess(crate::commands::play::command::code(code, size)?.0)
            }
            ["guess"] => return Err("write the code that stands on the board, such as `guess AABC`".to_owned()),
            ["player"] => return Err("write the player that goes on, such as `player rao`".to_owned()),
            ["fix", turn, black, white] => {
                let turn = turn.parse().map_err(|_| format!("'{turn}' is no turn: write for example `fix 2 1 0`"))?;
                AssistCommand::Fix(turn, answer(black, white, size)?)
            }
            ["fix", ..] => return Err("write the turn, the black and the white pegs, such as `fix 2 1 0`".to_owned()),
            [black, white] => AssistCommand::Answer(answer(black, white, size)?),
            _ => {
                let line = line.trim();
                return Err(format!(
                    "'{line}' is no answer: write the black and the white pegs, such as 1 2, or `help`"
                ));
            }
        })
    }
}

/// Reads an answer that can occur.
fn answer(black: &str, white: &str, size: Size) -> Result<Feedback, String> {
    let pegs = size.pegs();
    let number = |text: &str| text.parse::<usize>().ok();
    let (Some(black), Some(white)) = (number(black), number(white)) else {
        return Err(format!(
            "'{black} {white}' is no answer: write the black and the white pegs, such as 1 2, or `help`"
        ));
    };
    if black.saturating_add(white) > pegs {
        return Err(format!("{black} black and {white} white are more than the {pegs} pegs of a guess"));
    }
    if black + 1 == pegs && white == 1 {
        return Err(format!("{black} black and 1 white cannot be: the last peg has only the place where it is"));
    }
    Ok(Feedback::new(black as u8, white as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<AssistCommand, String> {
        AssistCommand::parse(line, "4x6".parse().unwrap())
    }

    #[test]
    fn answers_are_two_numbers() {
        for line in ["1 2", " 1,2 ", "1, 2", "1/2", "1\t2\r\n"] {
            assert_eq!(parse(line), Ok(AssistCommand::Answer(Feedback::new(1, 2))), "{line:?}");
        }
        assert_eq!(parse("fix 3 0 1"), Ok(AssistCommand::Fix(3, Feedback::new(0, 1))));
        for line in ["guess 1126", "guess a a b f"] {
            assert_eq!(parse(line), Ok(AssistCommand::Guess("AABF".parse().unwrap())), "{line}");
        }
        let player = "mine='python3 Mine.py'";
        assert_eq!(parse(&format!("player {player}")), Ok(AssistCommand::Player(player.to_owned())));
    }

    #[test]
    fn answers_that_cannot_be_are_refused() {
        let reason = |line: &str| parse(line).unwrap_err();
        assert_eq!(reason("3 2"), "3 black and 2 white are more than the 4 pegs of a guess");
        assert_eq!(reason("3 1"), "3 black and 1 white cannot be: the last peg has only the place where it is");
        assert!(reason("99999999999999999999 1").contains("is no answer"));
        assert!(reason("18446744073709551615 1").contains("are more than"));
        assert!(reason("-1 1").contains("is no answer"));
        assert!(reason("one").contains("'one' is no answer"));
        assert!(reason("guess").contains("such as `guess AABC`") && reason("player").contains("such as `player rao`"));
        assert!(reason("fix 2").contains("such as `fix 2 1 0`"));
    }
}
