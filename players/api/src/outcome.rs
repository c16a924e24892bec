//! How a round ends.

use scsa::{Code, Game};
use serde::{Deserialize, Serialize};
use std::{fmt, time::Duration};

/// How a round ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// The secret was guessed.
    Win,
    /// The secret was not guessed within this limit.
    Loss(Limit),
    /// The player broke a rule or stopped working.
    Failure(Fault),
}

/// Where a player that is a program of its own said last that it was, such as "mine.py, line 12". `None` if it did not say that.
pub type Place = Option<String>;

/// The limits of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Limit {
    /// The number of guesses was reached without a win.
    Guesses,
    /// The CPU time was exceeded, possibly by the guess that is the secret.
    Time(Place),
}

/// The ways in which a player fails a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fault {
    /// The guess had the wrong length or a color outside the game.
    Illegal(Code),
    /// The player panicked. The message ends with the position in the source.
    Panic(String),
    /// The process of the player ended, for example by a stack overflow, lack of memory or an abort.
    Crash(CrashCause),
    /// The player used more memory than allowed, in megabytes.
    Memory(u64),
    /// A player that is a program of its own broke the protocol. The text says how.
    Protocol(String),
    /// The player did not answer in this time, and did not compute either.
    Silence(Duration, Place),
    /// What a player that is a program of its own gave as its guess is no code. The text says what it was and what was expected.
    NoCode(String),
}

/// Why there is no process of a player any more. It is stored as its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", from = "String")]
pub enum CrashCause {
    /// It exited with this code.
    Exit(i32),
    /// The signal of this number ended it.
    Signal(i32),
    /// In words.
    Other(String),
}

impl CrashCause {
    /// SIGKILL, by which the system ends processes when memory is short.
    pub const KILLED: CrashCause = CrashCause::Signal(9);

    /// The name of a signal on Linux, and why programs end by it.
    fn signal_name(number: i32) -> &'static str {
        match number {
            4 => " (SIGILL)",
            6 => " (SIGABRT: an abort or an overflow of the stack)",
            7 => " (SIGBUS)",
            8 => " (SIGFPE: a division by zero)",
            9 => " (SIGKILL)",
            11 => " (SIGSEGV: a wrong address or an overflow of the stack)",
            _ => "",
        }
    }
}

impl Outcome {
    /// `win`, `loss` or `failure`.
    pub const fn word(&self) -> &'static str {
        match self {
            Outcome::Win => "win",
            Outcome::Loss(_) => "loss",
            Outcome::Failure(_) => "failure",
        }
    }

    /// The cause of a loss or a failure in a game, which is the text of its limit or fault; empty after a win.
    pub fn cause(&self, game: Game) -> String {
        match self {
            Outcome::Win => String::new(),
            Outcome::Failure(Fault::Illegal(guess)) => format!("{ILLEGAL}: {guess}; {}", illegality(guess, game)),
            Outcome::Loss(limit) => limit.to_string(),
            Outcome::Failure(fault) => fault.to_string(),
        }
    }

    /// The outcome with that [`word`](Outcome::word) and [`cause`](Outcome::cause) in a game; none if no outcome has these
    /// texts.
    ///
    /// ```
    /// use player_api::{Fault, Outcome};
    /// let outcome = Outcome::from_texts("failure", "illegal guess: ABC; it has 3 pegs, not 4", "4x6".parse().unwrap());
    /// assert_eq!(outcome, Some(Outcome::Failure(Fault::Illegal("ABC".parse().unwrap()))));
    /// ```
    pub fn from_texts(word: &str, cause: &str, game: Game) -> Option<Outcome> {
        let illegal = || {
            let (code, _) = cause.strip_prefix(ILLEGAL)?.strip_prefix(": ")?.split_once("; ")?;
            let outcome = Outcome::Failure(Fault::Illegal(code.parse().ok()?));
            Some(outcome).filter(|outcome| outcome.cause(game) == cause)
        };
        match word {
            "win" if cause.is_empty() => Some(Outcome::Win),
            "loss" => limit(cause).map(Outcome::Loss),
            "failure" => illegal().or_else(|| fault(cause).map(Outcome::Failure)),
            _ => None,
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Guesses => f.write_str("guesses"),
            Limit::Time(None) => f.write_str(TIME),
            Limit::Time(Some(place)) => write!(f, "{TIME}: {WAS_IN}{place}"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Illegal(guess) => write!(f, "{ILLEGAL}: {guess}"),
            Fault::Panic(message) if is_marked(message) => write!(f, "{PANIC}{message}"),
            Fault::Panic(message) => f.write_str(message),
            Fault::Crash(cause) => write!(f, "crash: {cause}"),
            Fault::Memory(megabytes) => write!(f, "memory: more than {megabytes} MB"),
            Fault::Protocol(reason) => write!(f, "protocol: {reason}"),
            Fault::NoCode(reason) => write!(f, "{ILLEGAL}: {reason}"),
            Fault::Silence(time, place) => {
                write!(f, "silence: no answer in {} s{SILENCE_HINT}", time.as_secs_f64())?;
                place.iter().try_for_each(|place| write!(f, " {WAS_IN}{place}"))
            }
        }
    }
}

/// The limit of a text.
fn limit(text: &str) -> Option<Limit> {
    if text == "guesses" {
        return Some(Limit::Guesses);
    }
    match text.strip_prefix(TIME)?.strip_prefix(": ") {
        None => (text == TIME).then_some(Limit::Time(None)),
        Some(place) => Some(Limit::Time(Some(place.strip_prefix(WAS_IN)?.to_owned()))),
    }
}

/// What is wrong with an illegal guess.
fn illegality(guess: &Code, game: Game) -> String {
    if guess.len() != game.pegs() {
        let pegs = if guess.len() == 1 { "peg" } else { "pegs" };
        return format!("it has {} {pegs}, not {}", guess.len(), game.pegs());
    }
    let last = game.last_color();
    let outside = (1..).zip(guess.pegs()).find(|(_, color)| *color > last);
    outside
        .map_or_else(String::new, |(peg, color)| format!("its peg {peg}, {color}, is not among the colors A to {last}"))
}

const ILLEGAL: &str = "illegal guess";
const TIME: &str = "time";
const PANIC: &str = "panic: ";
const SILENCE_HINT: &str = ": does it flush its output, does it wait or loop?";
const WAS_IN: &str = "it was in ";

/// Whether a message has the word panic before it: one that reads like another fault or like nothing, or that a spreadsheet would compute.
fn is_marked(message: &str) -> bool {
    let is_formula = message.starts_with(|c: char| c.is_whitespace() || c.is_control() || "=+-@".contains(c));
    message.is_empty() || is_formula || message.starts_with(PANIC) || other(message).is_some()
}

/// The fault of a text, if it is not that of a panic.
fn other(text: &str) -> Option<Fault> {
    let (kind, what) = text.split_once(": ")?;
    let fault = match kind {
        ILLEGAL => what.parse().map_or_else(|_| Fault::NoCode(what.to_owned()), Fault::Illegal),
        "crash" => Fault::Crash(what.to_owned().into()),
        "memory" => Fault::Memory(what.split(' ').nth(2)?.parse().ok()?),
        "protocol" => Fault::Protocol(what.to_owned()),
        "silence" => {
            let (seconds, place) = what.strip_prefix("no answer in ")?.split_once(&format!(" s{SILENCE_HINT}"))?;
            let time = Duration::try_from_secs_f64(seconds.parse().ok()?).ok()?;
            Fault::Silence(
                time,
                place.strip_prefix(' ').and_then(|place| place.strip_prefix(WAS_IN)).map(str::to_owned),
            )
        }
        _ => return None,
    };
    (fault.to_string() == text).then_some(fault)
}

/// The fault of a text.
fn fault(text: &str) -> Option<Fault> {
    let marked = || Fault::Panic(text.strip_prefix(PANIC).unwrap_or(text).to_owned());
    let fault = other(text).unwrap_or_else(marked);
    (fault.to_string() == text).then_some(fault)
}

impl fmt::Display for CrashCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CrashCause::Exit(code) => write!(f, "exit code {code}"),
            CrashCause::Signal(number) => write!(f, "signal {number}{}", CrashCause::signal_name(*number)),
            CrashCause::Other(cause) => f.write_str(cause),
        }
    }
}

impl From<String> for CrashCause {
    fn from(text: String) -> CrashCause {
        let (kind, number) = text.split(" (").next().and_then(|words| words.rsplit_once(' ')).unwrap_or_default();
        let cause = number.parse().ok().and_then(|number| match kind {
            "exit code" => Some(CrashCause::Exit(number)),
            "signal" => Some(CrashCause::Signal(number)),
            _ => None,
        });
        cause.filter(|cause| cause.to_string() == text).unwrap_or(CrashCause::Other(text))
    }
}

impl From<CrashCause> for String {
    fn from(cause: CrashCause) -> String {
        cause.to_string()
    }
}
