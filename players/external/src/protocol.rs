//! The lines of the protocol, version 2: `docs/protocol.md` describes it for authors of players.

use player_api::{Briefing, Fault, Knowledge, Limit, Outcome, Place, is_hidden, shortened};
use scsa::{Code, Color, Game, Response};
use std::fmt::Write as _;

/// The version of the protocol.
pub const VERSION: u32 = 2;

/// The words of a match that say whether a color may come twice in a code.
const REPEATS: &str = "repeats";
pub(crate) const NO_REPEATS: &str = "no-repeats";

/// How the line begins by which a player says that it cannot go on.
pub(crate) const EXCEPTION: &str = "exception ";

const SHOWN_TEXT: usize = 200;

/// The longest line of a player, in bytes.
pub const MAX_LINE: usize = 4096;

/// The first line to a player.
pub fn hello() -> String {
    format!("hello {VERSION}\n")
}

/// The last line to a player.
pub const BYE: &str = "bye\n";

/// The lines that begin a match.
pub fn match_message(briefing: &Briefing) -> String {
    let Briefing { game, guess_limit, time_limit, codemaker, knowledge } = briefing;
    let (pegs, colors, seconds) = (game.pegs(), game.colors(), time_limit.as_secs_f64());
    // The name is one word.
    let codemaker = codemaker.replace(char::is_whitespace, "-");
    let repeats = if game.allows_repeats() { REPEATS } else { NO_REPEATS };
    let mut lines = format!("match {pegs} {colors} {repeats} {guess_limit} {seconds} {codemaker} ");
    match knowledge {
        Knowledge::Nothing => lines.push_str("nothing\n"),
        Knowledge::Rule(_) => lines.push_str("rule\n"),
        Knowledge::Samples(codes) => {
            // Writing into memory does not fail.
            let _ = writeln!(lines, "samples {}", codes.len());
            for code in codes.iter() {
                let _ = writeln!(lines, "sample {code}");
            }
        }
    }
    lines
}

/// The game of the words PEGS COLORS REPEATS of a match, if there is such a game.
pub(crate) fn parse_game(pegs: &str, colors: &str, repeats: &str) -> Option<Game> {
    let game = Game::new(pegs.parse().ok()?, colors.parse().ok()?).ok()?;
    match repeats {
        REPEATS => Some(game),
        NO_REPEATS => game.without_repeats().ok(),
        _ => None,
    }
}

/// The lines that begin a round and ask for its first guess.
pub fn round(number: u64, seed: u128) -> String {
    format!("round {number} {seed:032x}\nturn 1\n")
}

/// The line that answers the last guess and asks for the guess of a turn, which is counted from 1.
pub fn turn(number: usize, feedback: Response) -> String {
    format!("turn {number} {} {}\n", feedback.black(), feedback.white())
}

/// The line that ends a round with that many answered guesses. The secret is that of a round that was won.
pub fn end(guesses: usize, outcome: &Outcome, secret: Option<&Code>) -> String {
    match (outcome, secret) {
        (Outcome::Win, Some(secret)) => format!("end {guesses} win {secret}\n"),
        (Outcome::Win, None) => format!("end {guesses} win\n"),
        (Outcome::Loss(Limit::Guesses), _) => format!("end {guesses} loss-guesses\n"),
        (Outcome::Loss(Limit::Time(_)), _) => format!("end {guesses} loss-time\n"),
        (Outcome::Failure(_), _) => format!("end {guesses} failure\n"),
    }
}

/// The answer to `hello`: whether the rounds are independent.
///
/// # Errors
/// [`Fault::Protocol`] when the line is no such answer.
pub fn parse_hello(line: &[u8]) -> Result<bool, Fault> {
    let words = words(line).unwrap_or_default();
    let version = |word: &str| word.parse::<u32>().ok();
    match words[..] {
        ["hello", number] if version(number) == Some(VERSION) => Ok(false),
        ["hello", number, "independent"] if version(number) == Some(VERSION) => Ok(true),
        ["hello", number, ..] if version(number).is_some_and(|number| number != VERSION) => {
            Err(Fault::Protocol(format!(
                "it speaks version {number} of the protocol, and the tournament version {VERSION}; change it as docs/protocol.md \
             describes, and let it answer `hello {VERSION}`"
            )))
        }
        _ => Err(unexpected(line, &format!("`hello {VERSION}` or `hello {VERSION} independent`"))),
    }
}

/// The answer to a match: ready, or the reason of a refusal.
///
/// # Errors
/// [`Fault::Protocol`] when the line is no such answer.
pub fn parse_ready(line: &[u8]) -> Result<Option<String>, Fault> {
    match words(line).as_deref() {
        Some(["ready"]) => Ok(None),
        Some(["refuse", reason @ ..]) if !reason.is_empty() => Ok(Some(plain(&reason.join(" ")))),
        _ => Err(unexpected(line, "`ready` or `refuse REASON`")),
    }
}

/// The answer to the end of a round.
///
/// # Errors
/// [`Fault::Protocol`] when the line is no such answer.
pub fn parse_end(line: &[u8]) -> Result<(), Fault> {
    match words(line).as_deref() {
        Some(["ready"]) => Ok(()),
        _ => Err(unexpected(line, "`ready`")),
    }
}

/// The guess of a turn in a game. It may be illegal, but it has at most 32 letters.
///
/// # Errors
/// [`Fault::NoCode`] when the line is an answer of that turn that has no code, and [`Fault::Protocol`] when it is no such answer.
pub fn parse_guess(line: &[u8], turn: usize, game: Game) -> Result<Code, Fault> {
    let mut words = line.trim_ascii().splitn(3, u8::is_ascii_whitespace);
    let (verb, number, rest) = (words.next(), words.next(), words.next().unwrap_or_default().trim_ascii());
    let is_of_turn = number.is_some_and(|number| number == turn.to_string().as_bytes());
    let given = match verb {
        Some(b"guess") if is_of_turn => {
            // A code may be parsed from lowercase letters, too.
            let text = std::str::from_utf8(rest).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_uppercase()));
            match text.and_then(|text| text.parse().ok()) {
                Some(code) => return Ok(code),
                None => format!("sent '{}'", shown(rest)),
            }
        }
        Some(b"illegal") if is_of_turn => {
            format!("returned {}", shortened(&plain(&String::from_utf8_lossy(rest)), SHOWN_TEXT))
        }
        Some(b"ready") => {
            return Err(unexpected(line, &format!("`guess {turn} CODE`; `round` and `sample` have no answer")));
        }
        _ => return Err(unexpected(line, &format!("`guess {turn} CODE`"))),
    };
    let letters = match (game.pegs(), game.allows_repeats()) {
        (1, _) => "1 letter".to_owned(),
        (pegs, true) => format!("{pegs} letters"),
        (pegs, false) => format!("{pegs} different letters"),
    };
    let colors: String = (0..game.colors()).filter_map(Color::new).map(|color| color.to_string()).collect();
    Err(Fault::NoCode(format!("{given}; expected {letters} of {colors}")))
}

/// Where a program says that it is: the rest of a line `where PLACE`.
pub fn place(text: &[u8]) -> Place {
    let place = shortened(&plain(&String::from_utf8_lossy(text)), SHOWN_TEXT).into_owned();
    Some(place).filter(|place| !place.is_empty())
}

/// The words of a line, or none if it is not ASCII text.
fn words(line: &[u8]) -> Option<Vec<&str>> {
    let text = std::str::from_utf8(line).ok().filter(|text| text.is_ascii())?;
    Some(text.split_ascii_whitespace().collect())
}

/// A text of a player for people, without characters that are not shown: terminals obey some of them.
pub fn plain(text: &str) -> String {
    text.replace(is_hidden, " ").trim().to_owned()
}

/// The beginning of bytes of a player as text without control characters.
fn shown(bytes: &[u8]) -> String {
    const SHOWN: usize = 60;
    let more = if bytes.len() > SHOWN { "…" } else { "" };
    format!("{}{more}", bytes[..bytes.len().min(SHOWN)].escape_ascii())
}

/// The line by which a player says that it cannot go on, and why.
pub(crate) fn exception(message: &str) -> String {
    format!("{EXCEPTION}{}", message.replace(['\n', '\r'], " "))
}

/// The fault of a line that is not what was expected: an exception that the player reports, or a fault of the protocol.
fn unexpected(line: &[u8], expected: &str) -> Fault {
    match line.strip_prefix(EXCEPTION.as_bytes()) {
        Some(message) => Fault::Exception(plain(&String::from_utf8_lossy(message))),
        None => Fault::Protocol(format!("'{}' in place of {expected}", shown(line))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::algorithms::InsertColors;

    #[test]
    fn messages_are_those_of_the_description() {
        let rule = Briefing::new("4x6".parse().unwrap(), "insert-colors", Knowledge::rule(InsertColors));
        assert_eq!(match_message(&rule), "match 4 6 repeats 100 5 insert-colors rule\n");
        let codes = ["ABC", "BCA"].map(|code| code.parse().unwrap());
        let mystery = Briefing::new("3x4n".parse().unwrap(), "mystery-1", Knowledge::Samples(codes.into()));
        assert_eq!(match_message(&mystery), "match 3 4 no-repeats 100 5 mystery-1 samples 2\nsample ABC\nsample BCA\n");
        let game = |words: [&str; 3]| parse_game(words[0], words[1], words[2]);
        assert_eq!(game(["4", "6", "repeats"]), "4x6".parse().ok());
        assert_eq!(game(["4", "10", "no-repeats"]), "4x10n".parse().ok());
        for wrong in [["4", "3", "no-repeats"], ["0", "6", "repeats"], ["4", "6", "100"]] {
            assert_eq!(game(wrong), None);
        }
        assert_eq!(round(7, 255), "round 7 000000000000000000000000000000ff\nturn 1\n");
        let (secret, guess): (Code, Code) = ("ABCA".parse().unwrap(), "AABB".parse().unwrap());
        assert_eq!(turn(2, Game::new(4, 6).unwrap().answer(&guess, &secret)), "turn 2 1 2\n");
        assert_eq!(end(5, &Outcome::Win, Some(&secret)), "end 5 win ABCA\n");
        assert_eq!(end(100, &Outcome::Loss(Limit::Guesses), None), "end 100 loss-guesses\n");
    }

    #[test]
    fn answers_are_parsed() {
        assert_eq!(parse_hello(b"hello 2"), Ok(false));
        assert_eq!(parse_hello(b"hello 2 independent\r"), Ok(true));
        let other = "it speaks version 1 of the protocol, and the tournament version 2; change it as docs/protocol.md describes, and let it \
                     answer `hello 2`";
        for line in ["hello 1", "hello 1 independent"] {
            assert_eq!(parse_hello(line.as_bytes()), Err(Fault::Protocol(other.to_owned())));
        }
        for line in ["hello", "hello two", "hello 2 dependent", "ready"] {
            let wanted = format!("'{line}' in place of `hello 2` or `hello 2 independent`");
            assert_eq!(parse_hello(line.as_bytes()), Err(Fault::Protocol(wanted)));
        }
        assert_eq!(parse_ready(b"ready"), Ok(None));
        assert_eq!(parse_ready(b"refuse more than 6 colors"), Ok(Some("more than 6 colors".to_owned())));
        let game: Game = "4x6".parse().unwrap();
        assert_eq!(parse_guess(b"guess 3 AABB\r", 3, game), Ok("AABB".parse().unwrap()));
        // Its length and colors are a matter of the rules of the game.
        assert_eq!(parse_guess(b"guess 1 Z", 1, game), Ok("Z".parse().unwrap()));
        let fault = |line: &[u8]| parse_guess(line, 2, game).unwrap_err().to_string();
        assert_eq!(fault(b"guess 1 AABB"), "protocol: 'guess 1 AABB' in place of `guess 2 CODE`");
        assert_eq!(
            fault(b"ready"),
            "protocol: 'ready' in place of `guess 2 CODE`; `round` and `sample` have no answer"
        );
        assert_eq!(fault(b"illegal 1 7"), "protocol: 'illegal 1 7' in place of `guess 2 CODE`");
        assert_eq!(fault(b"exception no idea"), "no idea");
        assert_eq!(fault(b"exception \x1b[2Jno\tidea\r"), "[2Jno idea");
        assert_eq!(parse_ready(b"refuse \x1b[2J"), Ok(Some("[2J".to_owned())));
        assert_eq!(fault(b"thinking...\xff"), "protocol: 'thinking...\\xff' in place of `guess 2 CODE`");
        assert!(fault(&[b'A'; 100]).contains("A…' in place of"));
    }

    #[test]
    fn a_guess_that_is_no_code_is_an_illegal_guess_with_what_came() {
        let long = [&b"guess 2 "[..], &[b'A'; 1000]].concat();
        let list = format!("illegal 2 [{}]", "'Ä', ".repeat(100));
        for (line, given) in [
            (&b"illegal 2 None"[..], "returned None".to_owned()),
            (b"illegal 2 'a  b'", "returned 'a  b'".to_owned()),
            (b"illegal 2 \x1b[2J", "returned [2J".to_owned()),
            (b"illegal 2", "returned ".to_owned()),
            (list.as_bytes(), format!("returned [{}…", &"'Ä', ".repeat(100).chars().take(199).collect::<String>())),
            (b"guess 2 aabb", "sent 'aabb'".to_owned()),
            (b"guess 2", "sent ''".to_owned()),
            (b"guess 2 A A B B", "sent 'A A B B'".to_owned()),
            (b"guess 2 1122", "sent '1122'".to_owned()),
            (b"guess 2 AA\xff\x07", "sent 'AA\\xff\\x07'".to_owned()),
            (&long, format!("sent '{}…'", "A".repeat(60))),
        ] {
            let fault = parse_guess(line, 2, "4x6".parse().unwrap()).unwrap_err();
            assert_eq!(fault, Fault::NoCode(format!("{given}; expected 4 letters of ABCDEF")));
        }
        let fault = parse_guess(b"guess 1 b", 1, "1x2".parse().unwrap()).unwrap_err();
        assert_eq!(fault.to_string(), "illegal: sent 'b'; expected 1 letter of AB");
    }
}
