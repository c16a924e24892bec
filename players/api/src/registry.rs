//! Kinds of players as values, for programs that list players and play rounds. The author of a player does not need this module.
//!
//! An [`Entry`] is a kind of player, [`Players`] is the list of entries that a program offers, and a [`PlayerInstance`] is a player
//! that an entry has prepared for a match. The crate `players` has an example: it finds a player, prepares it and plays a game.

use crate::{Briefing, Entrant, Knowledge, Outcome, ParameterPosition, ParameterizedEntrant, Player, Refusal};
use scsa::{Code, Game, Rng, Turn};
use std::any::Any;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Once};
use std::time::Duration;
use thiserror::Error;

/// A kind of player as a value, with its parameter if it has one.
#[derive(Clone)]
pub struct Entry {
    name: Cow<'static, str>,
    summary: &'static str,
    learns: fn(&Knowledge) -> bool,
    only_game: Option<Game>,
    /// The text that defines an external player.
    definition: Option<Arc<str>>,
    is_foreign: bool,
    /// The parameter that the entry takes; none if it takes none or has one already.
    parameter: Option<ParameterSpec>,
    prepare: Prepare,
}

#[derive(Clone, Copy)]
struct ParameterSpec {
    name: &'static str,
    position: ParameterPosition,
    is_required: bool,
    parse: fn(&str) -> Result<Entry, String>,
}

#[derive(Clone)]
enum Prepare {
    Function(fn(&Briefing) -> Result<PlayerInstance, Refusal>),
    Closure(Arc<PrepareWithParameter>),
}

type PrepareWithParameter = dyn Fn(&Briefing) -> Result<PlayerInstance, Refusal> + Send + Sync;

impl Entry {
    const fn new(
        name: Cow<'static, str>,
        summary: &'static str,
        learns: fn(&Knowledge) -> bool,
        parameter: Option<ParameterSpec>,
        prepare: Prepare,
    ) -> Entry {
        Entry { name, summary, learns, only_game: None, definition: None, is_foreign: false, parameter, prepare }
    }

    /// The entry of a kind of player.
    pub const fn of<E: Entrant>() -> Entry {
        let prepare = Prepare::Function(|briefing| E::prepare(briefing).map(PlayerInstance::new));
        Entry::new(Cow::Borrowed(E::NAME), E::SUMMARY, E::LEARNS, None, prepare)
    }

    /// The entry of a kind of player whose parameter has a default. It plays with the default unless its name has another.
    pub const fn with_default<E: ParameterizedEntrant<Parameter: Default>>() -> Entry {
        let parse = |text: &str| {
            let parameter = parse::<E>(text)?;
            let is_default = parameter == E::Parameter::default();
            Ok(if is_default { Entry::with_default::<E>() } else { Entry::bound::<E>(parameter) })
        };
        let parameter = ParameterSpec { name: E::PARAMETER, position: E::POSITION, is_required: false, parse };
        let prepare =
            Prepare::Function(|briefing| E::prepare(briefing, &E::Parameter::default()).map(PlayerInstance::new));
        Entry::new(Cow::Borrowed(E::NAME), E::SUMMARY, E::LEARNS, Some(parameter), prepare)
    }

    /// The entry of a kind of player that cannot play without a parameter.
    pub const fn requiring_parameter<E: ParameterizedEntrant>() -> Entry {
        let parse = |text: &str| parse::<E>(text).map(Entry::bound::<E>);
        let parameter = ParameterSpec { name: E::PARAMETER, position: E::POSITION, is_required: true, parse };
        let prepare = Prepare::Function(|_| Err(Refusal::new(format!("{} needs a {}", E::NAME, E::PARAMETER))));
        Entry::new(Cow::Borrowed(E::NAME), E::SUMMARY, E::LEARNS, Some(parameter), prepare)
    }

    fn bound<E: ParameterizedEntrant>(parameter: E::Parameter) -> Entry {
        let name = E::POSITION.join(E::NAME, &parameter.to_string());
        let only_game = E::only_game(&parameter);
        let prepare = Arc::new(move |briefing: &Briefing| E::prepare(briefing, &parameter).map(PlayerInstance::new));
        Entry { only_game, ..Entry::new(Cow::Owned(name), E::SUMMARY, E::LEARNS, None, Prepare::Closure(prepare)) }
    }

    /// The entry of an external player: `prepare` starts it. From `definition`, another process of this program
    /// makes the same entry ([`Players::with_definitions`]).
    pub fn external<P: RefereedPlayer + Clone + 'static>(
        name: String,
        learns: fn(&Knowledge) -> bool,
        definition: &str,
        prepare: impl Fn(&Briefing) -> Result<P, Refusal> + Send + Sync + 'static,
    ) -> Entry {
        let prepare = Arc::new(move |briefing: &Briefing| prepare(briefing).map(PlayerInstance::of_refereed));
        let entry = Entry::new(Cow::Owned(name), "an external player", learns, None, Prepare::Closure(prepare));
        Entry { definition: Some(definition.into()), is_foreign: true, ..entry }
    }

    /// The entry of a player of which only the name is known, such as that of results whose player is not there. It plays no match.
    pub fn named(name: String) -> Entry {
        let prepare = Prepare::Function(|_| Err(Refusal::new("only its name is known")));
        Entry::new(Cow::Owned(name), "only its name is known", |_| true, None, prepare)
    }

    /// The same entry, in whose process a player of this program plays: it learns when that one does, and plays its games only.
    #[must_use]
    pub fn standing_for(self, own: &Entry) -> Entry {
        Entry { learns: own.learns, only_game: own.only_game, is_foreign: false, ..self }
    }

    /// Whether the player is a program of others.
    pub const fn is_foreign(&self) -> bool {
        self.is_foreign
    }

    /// The text that defines an external player. `None` for players of this program.
    pub fn definition(&self) -> Option<&str> {
        self.definition.as_deref()
    }

    /// The name, in kebab-case, with its parameter unless that is the default.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The syntax of the name: `tree:FILE` requires a parameter, `local-search[:WIDTH]` and `[OPENING+]lc` take one.
    pub fn usage(&self) -> String {
        let Some(ParameterSpec { name, position, is_required, .. }) = self.parameter else {
            return self.name.to_string();
        };
        match (is_required, position) {
            (true, _) => position.join(&self.name, name),
            (false, ParameterPosition::BeforePlus) => format!("[{name}+]{}", self.name),
            (false, ParameterPosition::AfterColon) => format!("{}[:{name}]", self.name),
        }
    }

    /// What the player does, as a clause.
    pub const fn summary(&self) -> &'static str {
        self.summary
    }

    /// The name of the parameter that this entry takes: `EFFORT` for `bayes`, none for `rao` and `bayes:20`.
    pub fn parameter(&self) -> Option<&'static str> {
        self.parameter.map(|parameter| parameter.name)
    }

    /// Whether the player cannot play without a parameter.
    pub fn requires_parameter(&self) -> bool {
        self.parameter.is_some_and(|parameter| parameter.is_required)
    }

    /// Whether the player learns from one round of a match to the next, given what it knows of the codemaker.
    pub fn learns(&self, knowledge: &Knowledge) -> bool {
        (self.learns)(knowledge)
    }

    /// The only game that the player plays, if there is only one, such as that of a `tree:FILE`.
    pub const fn only_game(&self) -> Option<Game> {
        self.only_game
    }

    /// Prepares a player for a match.
    ///
    /// # Errors
    /// [`Refusal`] when it does not play this match.
    pub fn prepare(&self, briefing: &Briefing) -> Result<PlayerInstance, Refusal> {
        match &self.prepare {
            Prepare::Function(prepare) => prepare(briefing),
            Prepare::Closure(prepare) => prepare(briefing),
        }
    }
}

fn parse<E: ParameterizedEntrant>(text: &str) -> Result<E::Parameter, String> {
    text.parse().map_err(|e| format!("'{text}' is no {} of {}: {e}", E::PARAMETER, E::NAME))
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Makes the entry of an external player from its definition. The list gives players of this program.
pub type Define = fn(&Players, &str) -> Result<Entry, String>;

/// The players that a program offers, by name.
///
/// *Competitors* are what "all players" means. *Others* are found by name only: players that need a parameter, and players
/// that break the rules on purpose.
#[derive(Clone, Debug, Default)]
pub struct Players {
    /// The competitors, in the order in which they were added.
    pub competitors: Vec<Entry>,
    /// The players that are found by name only.
    pub others: Vec<Entry>,
    define: Option<Define>,
}

impl Players {
    /// A list of these competitors and other players.
    ///
    /// # Panics
    /// When two entries have the same name.
    pub fn new(competitors: &[Entry], others: &[Entry]) -> Players {
        let mut players = Players::default();
        competitors.iter().for_each(|entry| players.add(entry.clone()));
        for entry in others {
            players.check_unique(entry);
            players.others.push(entry.clone());
        }
        players
    }

    /// Adds a competitor.
    ///
    /// # Panics
    /// When a player of that name is in the list already.
    pub fn add(&mut self, entry: Entry) {
        self.check_unique(&entry);
        self.competitors.push(entry);
    }

    /// The same list, which makes entries of external players with this function of their definition.
    #[must_use]
    pub fn with_definitions(self, define: Define) -> Players {
        Players { define: Some(define), ..self }
    }

    /// The entry of an external player.
    ///
    /// # Errors
    /// [`PlayerNameError`] when this list has no such players, or the definition is wrong.
    pub fn define(&self, definition: &str) -> Result<Entry, PlayerNameError> {
        let define = self.define.ok_or(PlayerNameError::Unknown)?;
        define(self, definition).map_err(PlayerNameError::Parameter)
    }

    fn check_unique(&self, entry: &Entry) {
        assert!(self.iter().all(|other| other.name() != entry.name()), "two players have the name {entry:?}");
    }

    /// All players, competitors first.
    pub fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.competitors.iter().chain(&self.others)
    }

    /// The player of a name, which may contain a parameter: `rao`, `local-search:4`, `1122+lc`.
    ///
    /// # Errors
    /// [`PlayerNameError`] when there is no such player, it does not take the parameter, or it needs one.
    pub fn find(&self, name: &str) -> Result<Entry, PlayerNameError> {
        let (kind, parameter) = ParameterPosition::split(name);
        let entry = self.iter().find(|entry| entry.name() == kind).ok_or(PlayerNameError::Unknown)?;
        let found = match (parameter, &entry.parameter) {
            (None, Some(spec)) if spec.is_required => {
                Err(format!("the player {kind} needs a {}: {}", spec.name, entry.usage()))
            }
            (None, _) => Ok(entry.clone()),
            (Some((position, text)), Some(spec)) if position == spec.position => (spec.parse)(text),
            (Some(_), Some(spec)) => {
                let usage = spec.position.join(kind, spec.name);
                Err(format!("the player {kind} with a parameter is written {usage}"))
            }
            (Some(_), None) => Err(format!("the player {kind} takes no parameter")),
        };
        found.map_err(PlayerNameError::Parameter)
    }
}

/// Why there is no player of a name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayerNameError {
    /// No player has that name.
    #[error("there is no such player")]
    Unknown,
    /// The parameter in the name is missing or wrong, for this reason.
    #[error("{0}")]
    Parameter(String),
}

/// A player that is prepared for a match. A clone is in the state in which the player was prepared, and shares what is behind an `Arc`.
pub struct PlayerInstance {
    prepared: Box<dyn RoundSnapshot>,
    playing: Box<dyn RoundSnapshot>,
}

/// A player as a referee plays with it. An external player answers in ways that [`Player::guess`] has no place for;
/// any other answers as the methods do by default.
pub trait RefereedPlayer: Player {
    /// Called before the first guess of the round of that number, counted from 1.
    fn begin_round(&mut self, _number: u64) {
        self.start_round();
    }

    /// Returns the next guess, or how the round ends without one.
    ///
    /// # Errors
    /// The outcome of the round: a failure, or a loss by time.
    fn answer(&mut self, turns: &[Turn], rng: &mut Rng) -> Result<Code, Outcome> {
        Ok(self.guess(turns, rng))
    }

    /// Called at the end of a round. Returns the outcome, which is another one if the player fails now.
    fn finish_round(&mut self, turns: &[Turn], outcome: Outcome) -> Outcome {
        self.end_round(turns, &outcome);
        outcome
    }

    /// The CPU time that an external player has used so far. `None` for other players: their time is that of the process which calls them.
    fn own_cpu_time(&self) -> Option<Duration> {
        None
    }
}

/// A player of this program.
#[derive(Clone)]
struct InProcess<P>(P);

impl<P: Player> Player for InProcess<P> {
    fn guess(&mut self, turns: &[Turn], rng: &mut Rng) -> Code {
        self.0.guess(turns, rng)
    }

    fn start_round(&mut self) {
        self.0.start_round();
    }

    fn end_round(&mut self, turns: &[Turn], outcome: &Outcome) {
        self.0.end_round(turns, outcome);
    }
}

impl<P: Player> RefereedPlayer for InProcess<P> {}

/// A player that can be copied in the middle of a round. Every refereed player that is `Clone` implements it.
pub trait RoundSnapshot: RefereedPlayer + Any {
    /// A copy in the same state.
    fn snapshot(&self) -> Box<dyn RoundSnapshot>;

    /// Takes over the state of another player of the same type.
    fn restore(&mut self, from: &(dyn RoundSnapshot + 'static));
}

impl<P: RefereedPlayer + Clone + 'static> RoundSnapshot for P {
    fn snapshot(&self) -> Box<dyn RoundSnapshot> {
        Box::new(self.clone())
    }

    fn restore(&mut self, from: &(dyn RoundSnapshot + 'static)) {
        if let Some(from) = (from as &dyn Any).downcast_ref() {
            self.clone_from(from);
        }
    }
}

impl PlayerInstance {
    fn new(prepared: impl Player + Clone + 'static) -> PlayerInstance {
        PlayerInstance::of_refereed(InProcess(prepared))
    }

    fn of_refereed(prepared: impl RefereedPlayer + Clone + 'static) -> PlayerInstance {
        PlayerInstance { playing: prepared.snapshot(), prepared: Box::new(prepared) }
    }

    /// The player in its present state.
    pub fn player(&mut self) -> &mut dyn RefereedPlayer {
        &mut *self.playing
    }

    /// Resets the player to the state in which it was prepared. It allocates only if cloning the player does.
    pub fn reset(&mut self) {
        self.playing.restore(&*self.prepared);
    }

    /// A copy of the player in its present state.
    pub fn snapshot(&self) -> Box<dyn RoundSnapshot> {
        self.playing.snapshot()
    }

    /// The player as it was prepared, if it is of type `P`.
    pub fn downcast_ref<P: Player + 'static>(&self) -> Option<&P> {
        (&*self.prepared as &dyn Any).downcast_ref().map(|InProcess(player)| player)
    }
}

impl Clone for PlayerInstance {
    fn clone(&self) -> PlayerInstance {
        PlayerInstance { prepared: self.prepared.snapshot(), playing: self.prepared.snapshot() }
    }
}

impl fmt::Debug for PlayerInstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PlayerInstance")
    }
}

thread_local! {
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    static LOCATION: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Calls a function and returns its result, or the message and the source location of its panic. Panics of this thread are not
/// printed while the function runs; those of other threads are.
///
/// # Errors
/// The message of the panic and its location, as in `index out of bounds … (players/src/agents/rao.rs:12:5)`.
pub fn catch_panic<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if CATCHING.get() {
                LOCATION.set(info.location().map(|location| portable(&location.to_string())));
            } else {
                previous(info);
            }
        }));
    });
    let outer = CATCHING.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(f));
    CATCHING.set(outer);
    result.map_err(|payload| {
        let message = payload
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| payload.downcast_ref::<&str>().copied())
            .unwrap_or("no message");
        let location = LOCATION.take().map(|location| format!(" ({location})")).unwrap_or_default();
        let text = format!("{message}{location}");
        // Dropping a payload may panic again.
        std::mem::forget(payload);
        text
    })
}

/// A source location without the folder in which this machine keeps the sources of dependencies.
fn portable(location: &str) -> String {
    let inside = location.split_once("/registry/src/").and_then(|(_, rest)| rest.split_once('/'));
    inside.map_or(location, |(_, inside)| inside).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_are_the_same_on_every_machine() {
        let location = "/home/x/.cargo/registry/src/index.crates.io-1949/csv-1.4.0/src/reader.rs:7:1";
        assert_eq!(portable(location), "csv-1.4.0/src/reader.rs:7:1");
        assert_eq!(portable("players/src/agents/faulty.rs:1:2"), "players/src/agents/faulty.rs:1:2");
    }

    #[test]
    fn message_and_location_are_returned() {
        assert_eq!(catch_panic(|| 7), Ok(7));
        let text = catch_panic(|| panic!("no {}", "way")).unwrap_err();
        assert!(text.starts_with("no way (players/api/src/registry.rs:"), "{text}");
        let text = catch_panic(|| panic::panic_any(7u8)).unwrap_err();
        assert!(text.starts_with("no message"), "{text}");
    }
}
