//! How a round ends, and how that is recorded.

use crate::text::visible;
use scsa::{Code, Game};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr, time::Duration};
use thiserror::Error;

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

impl Outcome {
    /// The outcome of rounds whose player failed so before its first one. A loss stays one.
    #[must_use]
    pub fn before_first_round(self) -> Outcome {
        match self {
            Outcome::Failure(fault) if fault.kind() != FailureKind::NotLoaded => {
                Outcome::Failure(Fault::NotLoaded(fault.to_string()))
            }
            other => other,
        }
    }

    /// What a player may compute or wait beyond its time before it is stopped, so that a guess that is a little late is still recorded as
    /// such.
    pub const GRACE: Duration = Duration::from_millis(250);

    /// How a round ends whose player has computed and waited so long, where it may do either for `allowance`; `None` while it may go on.
    /// In the part `busy` of the time that it waited it computed a little.
    pub fn overtime(
        allowance: Duration,
        computed: Duration,
        waited: Duration,
        busy: Duration,
        place: &Place,
    ) -> Option<Outcome> {
        let most = allowance + Outcome::GRACE;
        if computed > most || waited > most && busy > waited / 2 {
            Some(Outcome::Loss(Limit::Time(place.clone())))
        } else if waited > most {
            Some(Outcome::Failure(Fault::Silence(allowance, place.clone())))
        } else {
            None
        }
    }
}

/// Where an external player said last that it was, such as "mine.py, line 12". `None` if it did not say that.
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
    /// The guess is no code of the game.
    Illegal(Code),
    /// What an external player gave as its guess is no code. The text says what it was and what was expected.
    NoCode(String),
    /// The player panicked, or ended by an exception that it did not catch. The message ends with the position in the source.
    Exception(String),
    /// The process of the player ended, for example by a stack overflow, lack of memory or an abort.
    Crash(CrashCause),
    /// The player used more memory than allowed, in megabytes.
    Memory(u64),
    /// The player did not answer in this time, and did not compute either.
    Silence(Duration, Place),
    /// An external player broke the protocol. The text says how.
    Protocol(String),
    /// The player failed before its first round: while its file was loaded, or while it was prepared. The text says how.
    NotLoaded(String),
}

/// Why there is no process of a player any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
pub enum CrashCause {
    /// It exited with this code.
    #[error("exit code {0}")]
    Exit(i32),
    /// The signal of this number ended it.
    #[error("signal {0}{name}", name = CrashCause::signal_name(*.0))]
    Signal(i32),
    /// By that cause; its last messages follow.
    #[error("{0}{1}")]
    Told(Box<CrashCause>, String),
    /// In words.
    #[error("{0}")]
    Other(String),
}

impl CrashCause {
    /// SIGKILL, by which the system ends processes when memory is short.
    pub const KILLED: CrashCause = CrashCause::Signal(9);

    /// Whether it was killed by SIGKILL.
    pub fn is_killed(&self) -> bool {
        match self {
            CrashCause::Told(cause, _) => cause.is_killed(),
            cause => *cause == CrashCause::KILLED,
        }
    }

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

impl Fault {
    /// The kind of the failure.
    pub const fn kind(&self) -> FailureKind {
        match self {
            Fault::Illegal(_) | Fault::NoCode(_) => FailureKind::Illegal,
            Fault::Exception(_) => FailureKind::Exception,
            Fault::Crash(_) => FailureKind::Crash,
            Fault::Memory(_) => FailureKind::Memory,
            Fault::Silence(..) => FailureKind::Silence,
            Fault::Protocol(_) => FailureKind::Protocol,
            Fault::NotLoaded(_) => FailureKind::NotLoaded,
        }
    }

    fn text(&self) -> String {
        match self {
            Fault::Illegal(guess) => guess.to_string(),
            Fault::Crash(cause) => cause.to_string(),
            Fault::Memory(megabytes) => format!("more than {megabytes} MB"),
            Fault::Silence(time, None) => format!("no answer in {} s", time.as_secs_f64()),
            Fault::Silence(time, place) => format!("no answer in {} s; {}", time.as_secs_f64(), was_in(place)),
            Fault::NoCode(text) | Fault::Exception(text) | Fault::Protocol(text) | Fault::NotLoaded(text) => {
                text.clone()
            }
        }
    }
}

/// The kind and what happened: `crash: exit code 3`.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&told(self.kind(), &self.text()))
    }
}

/// A kind and what happened. An exception names its class, and a panic says more than its name.
fn told(kind: FailureKind, text: &str) -> String {
    match (kind, text) {
        (_, "") => kind.word().to_owned(),
        (FailureKind::Exception, text) => text.to_owned(),
        (_, text) => format!("{}: {text}", kind.word()),
    }
}

fn was_in(place: &Place) -> String {
    place.as_ref().map(|place| format!("it was in {place}")).unwrap_or_default()
}

impl FailureKind {
    /// What its author may ask, where something is known; empty else. It is for what shows a failure, and is never recorded.
    pub const fn hint(self) -> &'static str {
        if let FailureKind::Silence = self { "does it flush its output, does it wait or loop?" } else { "" }
    }
}

/// Declares the kinds of failures, each with its word and what it means.
macro_rules! failure_kinds {
    ($($Kind:ident $word:literal $meaning:literal;)+) => {
        /// Why a round was not won: one of a few words that never change. They stand in the column `failure` of `rounds.csv`, and in the
        /// names of the columns that count them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum FailureKind {
            $(#[doc = $meaning] $Kind,)+
        }

        impl FailureKind {
            /// All kinds, in the order in which they are counted and shown.
            pub const ALL: [FailureKind; [$($word),+].len()] = [$(FailureKind::$Kind),+];

            /// The word of the kind.
            pub const fn word(self) -> &'static str {
                match self {
                    $(FailureKind::$Kind => $word,)+
                }
            }

            /// What it means, as a sentence.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(FailureKind::$Kind => $meaning,)+
                }
            }
        }
    };
}

failure_kinds! {
    Guesses "guesses" "The guesses ran out.";
    Time "time" "The CPU time ran out.";
    Illegal "illegal" "The guess was no code of the game.";
    Exception "exception" "An exception that nobody caught, or a panic of Rust.";
    Crash "crash" "The process of the player ended.";
    Memory "memory" "The player used too much memory.";
    Silence "silence" "The player neither answered nor computed.";
    Protocol "protocol" "An external player broke the protocol.";
    NotLoaded "not-loaded" "The player failed before its first round: while it was loaded or prepared.";
    GivenUp "given-up" "The round was not played, because the match was given up.";
}

impl FromStr for FailureKind {
    type Err = ();

    fn from_str(text: &str) -> Result<FailureKind, ()> {
        FailureKind::ALL.into_iter().find(|kind| kind.word() == text).ok_or(())
    }
}

/// How a round ended, as it is recorded: by its kind, from which everything is decided, and a cause for people, from which nothing is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// The secret was guessed.
    Win,
    /// The round earns no points.
    Loss(Cause),
    /// The round costs points.
    Failure(Cause),
}

/// Why a round was not won.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cause {
    /// The kind.
    pub kind: FailureKind,
    /// What happened, for people: one line, empty where the kind says everything.
    pub text: String,
}

impl Cause {
    /// A cause of that kind with that text, which becomes one line that shows all its characters and is no formula of a spreadsheet.
    pub fn new(kind: FailureKind, text: &str) -> Cause {
        let line = text.trim().replace(['\n', '\r', '\t'], " ");
        let line = visible(&line);
        let text = if line.starts_with(['=', '+', '-', '@']) { format!("message: {line}") } else { line.into_owned() };
        Cause { kind, text }
    }
}

/// The record of an outcome in any game: of an illegal guess it says not what is wrong with it.
impl From<&Outcome> for Ending {
    fn from(outcome: &Outcome) -> Ending {
        match outcome {
            Outcome::Win => Ending::Win,
            Outcome::Loss(Limit::Guesses) => Ending::OUT_OF_GUESSES,
            Outcome::Loss(Limit::Time(place)) => Ending::Loss(Cause::new(FailureKind::Time, &was_in(place))),
            Outcome::Failure(fault) => Ending::Failure(Cause::new(fault.kind(), &fault.text())),
        }
    }
}

impl Ending {
    /// The loss of a round in which the guesses ran out.
    pub const OUT_OF_GUESSES: Ending = Ending::Loss(Cause { kind: FailureKind::Guesses, text: String::new() });

    /// The record of an outcome in a game.
    pub fn of(outcome: &Outcome, game: Game) -> Ending {
        match outcome {
            Outcome::Failure(Fault::Illegal(guess)) => {
                let broken = game.check(guess).err().map(|broken| format!("; {broken}")).unwrap_or_default();
                Ending::Failure(Cause::new(FailureKind::Illegal, &format!("{guess}{broken}")))
            }
            outcome => Ending::from(outcome),
        }
    }

    /// `win`, `loss` or `failure`.
    pub const fn word(&self) -> &'static str {
        match self {
            Ending::Win => "win",
            Ending::Loss(_) => "loss",
            Ending::Failure(_) => "failure",
        }
    }

    /// Why the round was not won; none after a win.
    pub const fn kind(&self) -> Option<FailureKind> {
        match self {
            Ending::Win => None,
            Ending::Loss(cause) | Ending::Failure(cause) => Some(cause.kind),
        }
    }

    /// What happened, for people; empty after a win.
    pub fn cause(&self) -> &str {
        match self {
            Ending::Win => "",
            Ending::Loss(cause) | Ending::Failure(cause) => &cause.text,
        }
    }

    /// Whether a round can end so: guesses and time that run out are losses, other kinds are failures, and what is given up is either.
    pub const fn fits(&self) -> bool {
        match (self.kind(), self.is_failure()) {
            (None | Some(FailureKind::GivenUp), _) => true,
            (Some(FailureKind::Guesses | FailureKind::Time), is_failure) => !is_failure,
            (Some(_), is_failure) => is_failure,
        }
    }

    /// The kind and what happened, for people: `crash: exit code 3`; empty after a win.
    pub fn told(&self) -> String {
        self.kind().map(|kind| told(kind, self.cause())).unwrap_or_default()
    }

    /// Whether the round costs points.
    pub const fn is_failure(&self) -> bool {
        matches!(self, Ending::Failure(_))
    }

    /// The record of a round that is not played because the match was given up after this one: it is worth as much.
    #[must_use]
    pub fn given_up(&self) -> Ending {
        let cause = Cause { kind: FailureKind::GivenUp, text: String::new() };
        if self.is_failure() { Ending::Failure(cause) } else { Ending::Loss(cause) }
    }

    /// The record of a round whose player failed so before its first round. A loss stays one.
    #[must_use]
    pub fn before_first_round(self) -> Ending {
        match self {
            Ending::Failure(Cause { kind, text }) if kind != FailureKind::NotLoaded => {
                Ending::Failure(Cause { kind: FailureKind::NotLoaded, text: told(kind, &text) })
            }
            other => other,
        }
    }

    /// Whether the player computed or waited too long in a round that ended so, or stopped working. An illegal guess costs no time.
    pub const fn stops_working(&self) -> bool {
        !matches!(self.kind(), None | Some(FailureKind::Guesses | FailureKind::Illegal))
    }

    /// Whether the process of the player may have ended in a round that ended so: it did if the round was not timed.
    pub const fn ends_process(&self) -> bool {
        use FailureKind::{Crash, Memory, Silence, Time};
        matches!(self.kind(), Some(Crash | Memory | Silence | Time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_that_exceed_their_time_are_stopped() {
        let ms = Duration::from_millis;
        let overtime = |computed, waited, busy| Outcome::overtime(ms(5000), ms(computed), ms(waited), ms(busy), &None);
        assert_eq!(overtime(5100, 0, 0), None, "a late guess may still come");
        assert_eq!(overtime(6400, 0, 0), Some(Outcome::Loss(Limit::Time(None))), "computes without end");
        assert_eq!(overtime(500, 3000, 0), None, "waits for something");
        let silence = Outcome::Failure(Fault::Silence(ms(5000), None));
        assert_eq!(overtime(3, 5300, 100), Some(silence), "sleeps without end");
        assert_eq!(overtime(3, 5300, 3000), Some(Outcome::Loss(Limit::Time(None))), "computes between the checks");
    }

    #[test]
    fn kinds_are_found_by_their_words() {
        for kind in FailureKind::ALL {
            assert_eq!((kind.word().parse(), FailureKind::ALL[kind as usize]), (Ok(kind), kind));
        }
        assert!(["", "panic", "Time"].into_iter().all(|word| word.parse::<FailureKind>().is_err()));
    }

    #[test]
    fn causes_are_one_line_that_no_spreadsheet_computes() {
        for (text, wanted) in [(" a\nb ", "a b"), ("=1+1", "message: =1+1"), ("\x1b[2J", "\\u001b[2J"), ("", "")] {
            assert_eq!(Cause::new(FailureKind::Exception, text).text, wanted);
        }
    }
}
