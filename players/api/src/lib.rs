//! What the author of a Mastermind player needs.
//!
//! A [`Player`] makes guesses; its documentation states the rules and limits. An [`Entrant`] is a kind of player: it has a name, and
//! it prepares a player for a match from a [`Briefing`]. A [`ParameterizedEntrant`] also takes a parameter that is part of its
//! name, as in `local-search:4`. Programs that list players and play rounds need the module [`registry`] as well.
//!
//! This is a complete player, with the test that its author would write:
//!
//! ```
//! use player_api::{Briefing, Entrant, Knowledge, Player, Refusal};
//! use scsa::{Code, Game, Rng, Turn};
//!
//! /// Guesses the first of all codes that is consistent with all turns.
//! #[derive(Clone)]
//! struct FirstConsistent {
//!     game: Game,
//! }
//!
//! impl Player for FirstConsistent {
//!     fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
//!         let mut consistent = self.game.codes().filter(|code| self.game.is_consistent(code, turns));
//!         consistent.next().expect("the secret is consistent with all turns")
//!     }
//! }
//!
//! impl Entrant for FirstConsistent {
//!     const NAME: &'static str = "first-consistent";
//!     const SUMMARY: &'static str = "guesses the first consistent code in lexicographic order";
//!
//!     fn prepare(briefing: &Briefing) -> Result<FirstConsistent, Refusal> {
//!         briefing.codes_up_to(1_000_000)?; // With more codes a guess would take too long.
//!         Ok(FirstConsistent { game: briefing.game })
//!     }
//! }
//!
//! let briefing = Briefing::new("4x6".parse()?, "insert-colors", Knowledge::Nothing);
//! let mut player = FirstConsistent::prepare(&briefing)?;
//! let secret: Code = "CAFE".parse()?;
//! let mut turns: Vec<Turn> = Vec::new();
//! while turns.last().is_none_or(|turn| turn.guess != secret) {
//!     let guess = player.guess(&turns, &mut Rng::new(1));
//!     turns.push(Turn::new(briefing.game, guess, &secret));
//! }
//! assert_eq!(turns.len(), 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod outcome;
mod player;
pub mod registry;
mod text;

pub use outcome::{Cause, CrashCause, Ending, FailureKind, Fault, Limit, Outcome, Place};
pub use player::{Briefing, Entrant, Knowledge, ParameterPosition, ParameterizedEntrant, Player, Refusal};
pub use text::{MOST_NAME, is_hidden, name_fault, shortened, text_fault, visible, visible_but};
