//! What a player is, and what it is told.

use crate::tree::Tree;
use scsa::{Code, Rng, Scsa, Size, Turn};
use serde::{Deserialize, Serialize};
use std::{error::Error, fmt, str::FromStr, sync::Arc};

/// An agent that breaks codes.
///
/// A player sees nothing but its [`Briefing`], its turns and its own stream of random numbers: neither the secret nor
/// the referee nor another player. Unless its [`Entrant`] says that it learns, it starts every round as a fresh copy of
/// what [`Entrant::prepare`] made, so that no round can depend on another.
pub trait Player: Send {
    /// The next guess, after the turns of this round so far. It must be legal at the size of the briefing
    /// ([`Size::is_legal`]); an illegal guess and a panic are failures, which cost points.
    ///
    /// Equal turns and equal random numbers must give equal guesses.
    fn guess(&mut self, turns: &[Turn], rng: &mut Rng) -> Code;

    /// Its whole strategy, if it has a faster way to tell than being asked after every history. It must be the same. A player
    /// for some secrets only ([`Secrets`](crate::tree::Secrets)) tells what it does with those.
    fn tree(&self) -> Option<Tree> {
        None
    }

    /// Called before each round of a match. Of use to players that learn.
    fn start_round(&mut self) {}

    /// Called after each round that ended without a panic. Of use to players that learn: after a win the last guess
    /// was the secret. A panic here fails the round, too.
    fn end_round(&mut self, _turns: &[Turn], _outcome: &Outcome) {}
}

/// What a player is told before a match.
#[derive(Clone, Debug)]
pub struct Briefing {
    /// The size of the game.
    pub size: Size,
    /// With so many guesses a round is lost.
    pub guess_limit: usize,
    /// The name of the codemaker.
    pub codemaker: String,
    /// What else is known of the codemaker.
    pub knowledge: Knowledge,
}

impl Briefing {
    /// How many codes the size has, for a player that lists no more than `most`.
    ///
    /// # Errors
    /// [`Refusal`] when there are more.
    ///
    /// ```
    /// use players::{Briefing, Knowledge};
    /// let size = "4x6".parse()?;
    /// let briefing = Briefing { size, guess_limit: 100, codemaker: "insert-colors".into(), knowledge: Knowledge::Nothing };
    /// assert_eq!(briefing.codes_up_to(2000), Ok(1296));
    /// assert_eq!(briefing.codes_up_to(1000).unwrap_err().to_string(), "more than 1000 codes to list");
    /// # Ok::<(), scsa::SizeError>(())
    /// ```
    pub fn codes_up_to(&self, most: u64) -> Result<u64, Refusal> {
        self.size.count_up_to(most).ok_or_else(|| {
            Refusal::new(format!("more than {most} codes to list")).with_way_out("choose a smaller size")
        })
    }
}

/// What a player knows of the codemaker besides its name.
#[derive(Clone, Debug)]
pub enum Knowledge {
    /// Nothing.
    Nothing,
    /// Codes that it made, of one length, but not always at the size of the match.
    Samples(Arc<[Code]>),
    /// The rule by which it makes codes.
    Algorithm(&'static dyn Scsa),
}

/// A kind of player: its name and how it gets ready for a match. This is what a new player module implements.
pub trait Entrant: Player + Clone + 'static {
    /// The name, in kebab-case, unique in the roster.
    const NAME: &'static str;

    /// What it does, in a few words.
    const SUMMARY: &'static str;

    /// Whether it learns from one round to the next when it is told that. Then one copy plays all rounds of a match in order.
    const LEARNS: fn(&Knowledge) -> bool = |_| false;

    /// Gets ready for a match: tables, an opening. It is called once a match in every process that plays rounds of it
    /// (again after a crash) and copied for each round; tables that are large belong behind an `Arc`. It may take twelve
    /// times the time of a round.
    ///
    /// # Errors
    /// [`Refusal`] when the player cannot play such a match; then the match is recorded as unsupported.
    fn prepare(briefing: &Briefing) -> Result<Self, Refusal>;
}

/// A kind of player with a setting, which stands beside its name: `local-search:4`. Otherwise it is as an [`Entrant`].
/// Where the setting has a default, the name may stand alone.
pub trait Tunable: Player + Clone + 'static {
    /// The name, in kebab-case, unique in the roster.
    const NAME: &'static str;

    /// What it does, in a few words.
    const SUMMARY: &'static str;

    /// What the setting is, in a word in capitals, for lists: `WIDTH`.
    const FORM: &'static str;

    /// On which side of the name the setting stands.
    const SIDE: Side = Side::Behind;

    /// Whether it learns from one round to the next when it is told that.
    const LEARNS: fn(&Knowledge) -> bool = |_| false;

    /// The setting. It is read from text once a process, and the same text stands for equal settings.
    type Setting: FromStr<Err: fmt::Display> + fmt::Display + PartialEq + Send + Sync;

    /// The only size that it plays with that setting, if there is just one.
    fn only_size(_setting: &Self::Setting) -> Option<Size> {
        None
    }

    /// Gets ready for a match, as [`Entrant::prepare`] does.
    ///
    /// # Errors
    /// [`Refusal`] when the player cannot play such a match; then the match is recorded as unsupported.
    fn prepare(briefing: &Briefing, setting: &Self::Setting) -> Result<Self, Refusal>;
}

/// Where a setting stands in the name of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Before the name and a plus sign: `1122+lc`.
    Before,
    /// Behind the name and a colon: `local-search:4`.
    Behind,
}

impl Side {
    /// The name with that setting.
    pub(crate) fn join(self, name: &str, setting: &str) -> String {
        match self {
            Side::Before => format!("{setting}+{name}"),
            Side::Behind => format!("{name}:{setting}"),
        }
    }

    /// The name alone, and the setting beside it if there is one.
    pub(crate) fn split(text: &str) -> (&str, Option<(Side, &str)>) {
        // A file behind a colon may have a plus sign in its name.
        if let Some((name, setting)) = text.split_once(':') {
            (name, Some((Side::Behind, setting)))
        } else if let Some((setting, name)) = text.rsplit_once('+') {
            (name, Some((Side::Before, setting)))
        } else {
            (text, None)
        }
    }
}

/// Why a player does not play a match, in a clause that a person can read: "more than 1000000 codes to list". That is what
/// is shown of it; what would help may stand beside it: "choose a smaller size".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    reason: String,
    way_out: Option<String>,
}

impl Refusal {
    /// A refusal for that reason.
    pub fn new(reason: impl Into<String>) -> Refusal {
        Refusal { reason: reason.into(), way_out: None }
    }

    /// The same, with what would help.
    #[must_use]
    pub fn with_way_out(self, way_out: impl Into<String>) -> Refusal {
        Refusal { way_out: Some(way_out.into()), ..self }
    }

    /// What would help, if anything is known to.
    #[must_use]
    pub fn way_out(&self) -> Option<&str> {
        self.way_out.as_deref()
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl Error for Refusal {}

/// How a round ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The secret was guessed.
    Win,
    /// A limit was reached.
    Loss(Limit),
    /// The player broke.
    Failure(Fault),
}

/// The limits of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The guesses ran out.
    Guesses,
    /// The time ran out. A guess that comes later loses even if it is right.
    Time,
}

/// The ways in which a player can break, each with the particulars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The guess had the wrong length or a color outside the game.
    Illegal(Code),
    /// The player panicked, with this message.
    Panic(String),
    /// The process that ran the player ended: a stack overflow, memory that ran out, an abort.
    Crash(String),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Guesses => "guesses",
            Limit::Time => "time",
        })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Illegal(guess) => write!(f, "illegal guess: {guess}"),
            Fault::Panic(message) => write!(f, "panic: {message}"),
            Fault::Crash(how) => write!(f, "crash: {how}"),
        }
    }
}
