//! What a player is, what it knows before a match, and how a kind of player prepares one.

use crate::{Outcome, text::visible};
use scsa::{Code, Game, Rng, Scsa, Turn};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr, sync::Arc, time::Duration};
use thiserror::Error;

/// An agent that breaks codes.
///
/// # Calls
///
/// For every round the referee calls [`start_round`](Player::start_round) once, then [`guess`](Player::guess) once a turn
/// with all earlier turns of the round, then [`end_round`](Player::end_round) once. A round ends
///
/// - with a win, after the guess that is the secret;
/// - with a loss, after the last guess that the limit allows, or after a guess that comes too late;
/// - with a failure, after an illegal guess, or at a panic or a crash. After a panic or a crash `end_round` is not called.
///
/// # State
///
/// A player whose entrant does not learn ([`Entrant::LEARNS`](crate::Entrant::LEARNS)) starts every round as a clone of what
/// `prepare` returned: no state survives a round, and the rounds of a match are played in several processes at once. A player that
/// learns keeps its state from round to round: one instance plays all rounds of its match in order. After a panic or a crash it
/// starts again from a clone, or from `prepare`. No state survives a match.
///
/// A player may be cloned in the middle of a round, for example to find its whole strategy tree. A clone must then guess like
/// the original: state that changes must not be shared, unless it is a cache that does not influence guesses.
///
/// # Determinism
///
/// A player sees its [`Briefing`](crate::Briefing), the turns and its own random numbers, and nothing else. Equal briefings, turns
/// and random numbers must give equal guesses; the guesses of a player that learns may also depend on its earlier rounds. Static
/// variables, clocks, files, the environment, the order of a `HashMap` and other sources of randomness break this, and with it
/// the reproducibility of tournaments.
///
/// # Limits
///
/// A round allows a number of guesses ([`Briefing::guess_limit`](crate::Briefing::guess_limit), normally 100) and an amount of CPU
/// time (normally 5 s, of its whole process) for all calls of the round together. A guess that comes later loses the round even if
/// it is right. A player that computes on is stopped soon after the limit, and has lost the round by time. A player that sleeps,
/// or waits for anything else, uses no CPU time; it is stopped after some time, too, and has failed the round by silence, which
/// costs points. Count work, not time, where a search must end: then the same seed gives the same game on every machine.
///
/// The process of a player has a memory limit, normally 2 GiB. A player that exceeds it fails the round. The stack is that of the
/// main thread, normally 8 MB; its overflow fails the round.
///
/// # Threads, input and output
///
/// A player may start threads if they end before the call that started them returns. Their CPU time counts. Standard input is
/// empty. What a player prints appears on the standard error of the tournament.
pub trait Player: Send {
    /// Returns the next guess.
    ///
    /// `turns` are the turns of this round so far, oldest first; it is empty at the first guess. The guess must be legal
    /// ([`Game::is_legal`](scsa::Game::is_legal)) in the game of the briefing. An illegal guess and a panic fail the round, which
    /// costs points.
    ///
    /// In a tournament all guesses of the turns are the player's own, and their feedback is right. Who asks for advice in a game of
    /// others (`arena assist`, a hint of `arena play`) passes any turns, which may contradict each other.
    fn guess(&mut self, turns: &[Turn], rng: &mut Rng) -> Code;

    /// Called before the first guess of every round.
    fn start_round(&mut self) {}

    /// Called after every round that ended without a panic or a crash, with all turns that got feedback. After a win the guess of
    /// the last turn is the secret; otherwise the secret is not disclosed. A panic in this method fails the round.
    fn end_round(&mut self, _turns: &[Turn], _outcome: &Outcome) {}
}

/// A kind of player: its name, and how a player of that kind is prepared for a match.
pub trait Entrant: Player + Clone + 'static {
    /// The name in kebab-case (lowercase letters, digits and hyphens), unique among the players of a program. It is also the name of
    /// the player's random streams: renaming a player changes its games.
    const NAME: &'static str;

    /// What the player does, as a clause in the third person: "guesses the first consistent code".
    const SUMMARY: &'static str;

    /// Whether the player learns from one round of a match to the next, given what it knows of the codemaker. If it does, one
    /// instance plays all rounds of a match in order; otherwise every round starts from a clone of the prepared player.
    const LEARNS: fn(&Knowledge) -> bool = |_| false;

    /// Prepares a player for a match: builds tables, finds a first guess.
    ///
    /// It is called once a match in every process that plays rounds of the match, and again after a crash. It may take twelve times
    /// the CPU time of a round, normally 60 s. The result is cloned for every round: keep large tables behind an
    /// [`Arc`](std::sync::Arc). If it panics, crashes or takes too long, all rounds of the match fail or are lost.
    ///
    /// # Errors
    /// [`Refusal`] when the player cannot play this match, which is then recorded as refused. Refuse only by what the briefing
    /// says, so that every process refuses the same matches.
    fn prepare(briefing: &Briefing) -> Result<Self, Refusal>;
}

/// A kind of player that takes a parameter as part of its name: `local-search:4`, `1122+lc`. Otherwise it is like an
/// [`Entrant`](crate::Entrant). If its entry has a default, the name may be used without a parameter.
pub trait ParameterizedEntrant: Player + Clone + 'static {
    /// The name without the parameter, as for [`Entrant::NAME`](crate::Entrant::NAME).
    const NAME: &'static str;

    /// What the player does and what the parameter means, as a clause in the third person.
    const SUMMARY: &'static str;

    /// The name of the parameter in capitals: `WIDTH`.
    const PARAMETER: &'static str;

    /// The position of the parameter in the name.
    const POSITION: ParameterPosition = ParameterPosition::AfterColon;

    /// Whether the player learns from one round of a match to the next, as for [`Entrant::LEARNS`](crate::Entrant::LEARNS).
    const LEARNS: fn(&Knowledge) -> bool = |_| false;

    /// The type of the parameter. Its `Display` text must parse to an equal parameter; the name of the player contains that text.
    type Parameter: FromStr<Err: fmt::Display> + fmt::Display + PartialEq + Send + Sync;

    /// The only game that the player plays with this parameter, if there is only one.
    fn only_game(_parameter: &Self::Parameter) -> Option<Game> {
        None
    }

    /// Prepares a player for a match, as [`Entrant::prepare`](crate::Entrant::prepare) does.
    ///
    /// # Errors
    /// [`Refusal`] when the player cannot play this match, which is then recorded as refused.
    fn prepare(briefing: &Briefing, parameter: &Self::Parameter) -> Result<Self, Refusal>;
}

/// The position of the parameter in the name of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterPosition {
    /// Before the name and a plus sign: `1122+lc`.
    BeforePlus,
    /// After the name and a colon: `local-search:4`.
    AfterColon,
}

impl ParameterPosition {
    /// The name of a player with a parameter.
    pub fn join(self, name: &str, parameter: &str) -> String {
        match self {
            ParameterPosition::BeforePlus => format!("{parameter}+{name}"),
            ParameterPosition::AfterColon => format!("{name}:{parameter}"),
        }
    }

    /// Splits a name into the name without its parameter, and the parameter with its position if there is one.
    pub(crate) fn split(text: &str) -> (&str, Option<(ParameterPosition, &str)>) {
        // A path after a colon may contain a plus sign.
        if let Some((name, parameter)) = text.split_once(':') {
            (name, Some((ParameterPosition::AfterColon, parameter)))
        } else if let Some((parameter, name)) = text.rsplit_once('+') {
            (name, Some((ParameterPosition::BeforePlus, parameter)))
        } else {
            (text, None)
        }
    }
}

/// What a player knows before a match.
///
/// ```
/// use player_api::{Briefing, Knowledge};
/// use scsa::{Rng, Scsa, algorithms::OnlyOnce};
///
/// let briefing = Briefing::new("4x6".parse()?, "only-once", Knowledge::rule(OnlyOnce));
/// if let Knowledge::Rule(rule) = &briefing.knowledge {
///     let code = rule.draw(briefing.game, &mut Rng::new(1));
///     assert_eq!(rule.probability(briefing.game, &code), 1.0 / 360.0);
/// }
/// # Ok::<(), scsa::GameError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Briefing {
    /// The game.
    pub game: Game,
    /// The number of guesses of a round. A round without a win after that many guesses is lost.
    pub guess_limit: usize,
    /// The CPU time of a round.
    pub time_limit: Duration,
    /// The name of the codemaker.
    pub codemaker: String,
    /// What the player knows of the codemaker besides its name.
    pub knowledge: Knowledge,
}

/// What a player knows of the codemaker besides its name.
#[derive(Clone, Debug)]
pub enum Knowledge {
    /// Nothing: a mystery without samples.
    Nothing,
    /// Sample codes of a mystery: codes that the codemaker made before. All have the same length, which may differ from that of
    /// the match; the number of colors may differ, too.
    Samples(Arc<[Code]>),
    /// The rule of a visible codemaker. A player may call all its methods: draw codes and ask for their probabilities. Two rules
    /// are the same if their names are.
    Rule(Arc<dyn Scsa>),
}

impl Knowledge {
    /// The knowledge of this rule.
    pub fn rule(rule: impl Scsa + 'static) -> Knowledge {
        Knowledge::Rule(Arc::new(rule))
    }
}

impl Briefing {
    /// The guess limit of [`Briefing::new`] and of tournaments by default.
    pub const GUESS_LIMIT: usize = 100;

    /// The time limit of [`Briefing::new`] and of tournaments by default.
    pub const TIME_LIMIT: Duration = Duration::from_secs(5);

    /// The CPU time that preparing a player may take, as a multiple of that of a round.
    pub const PREPARATION_FACTOR: u32 = 12;

    /// A briefing with the default limits: 100 guesses and 5 s.
    pub fn new(game: Game, codemaker: impl Into<String>, knowledge: Knowledge) -> Briefing {
        Briefing {
            game,
            guess_limit: Briefing::GUESS_LIMIT,
            time_limit: Briefing::TIME_LIMIT,
            codemaker: codemaker.into(),
            knowledge,
        }
    }

    /// Refuses games in which no color comes twice, for a player that guesses such codes.
    ///
    /// # Errors
    /// [`Refusal`] in such a game.
    pub fn needs_repeats(&self) -> Result<(), Refusal> {
        if self.game.allows_repeats() {
            return Ok(());
        }
        let reason = format!("it guesses codes with a color twice, and {} has none", self.game);
        Err(Refusal::new(reason).with_hint(format!("choose {}", self.game.with_repeats())))
    }

    /// The number of codes of the game, for a player that can list at most `most` codes.
    ///
    /// # Errors
    /// [`Refusal`] when there are more.
    pub fn codes_up_to(&self, most: u64) -> Result<u64, Refusal> {
        self.game
            .count_at_most(most)
            .ok_or_else(|| Refusal::new(format!("more than {most} codes to list")).with_hint("choose a smaller game"))
    }
}

/// Why a player does not play a match: a clause such as "more than 1000000 codes to list". It may have a hint on what to do instead,
/// such as "choose a smaller game".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[error("{reason}")]
pub struct Refusal {
    reason: String,
    hint: Option<String>,
}

impl Refusal {
    /// A refusal for that reason, without a hint. Characters of the reason that are not shown are [escaped](crate::visible).
    pub fn new(reason: impl Into<String>) -> Refusal {
        Refusal { reason: visible(&reason.into()).into_owned(), hint: None }
    }

    /// The same refusal with a hint.
    #[must_use]
    pub fn with_hint(self, hint: impl Into<String>) -> Refusal {
        Refusal { hint: Some(hint.into()), ..self }
    }

    /// What to do instead.
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}
