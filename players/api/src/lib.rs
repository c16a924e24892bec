//! What the author of a Mastermind player needs.
//!
//! A [`Player`] makes guesses. An [`Entrant`] is a kind of player: it has a name and prepares a player for a match from a
//! [`Briefing`]. A [`ParameterizedEntrant`] also takes a parameter that is part of its name, as in `local-search:4`. An
//! [`Entry`] is either of them as a value, and [`Players`] is the list of entries that a program offers.
//!
//! ```
//! use player_api::{Briefing, Entrant, Entry, Knowledge, Player, Refusal};
//! use scsa::{Code, Color, Rng, Turn};
//!
//! /// Guesses A in every position, then B, and so on.
//! #[derive(Clone)]
//! struct Monochrome(Briefing);
//!
//! impl Player for Monochrome {
//!     fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
//!         let color = Color::new(turns.len() % self.0.size.colors()).unwrap_or(Color::A);
//!         Code::uniform(self.0.size, color)
//!     }
//! }
//!
//! impl Entrant for Monochrome {
//!     const NAME: &'static str = "monochrome";
//!     const SUMMARY: &'static str = "guesses codes of a single color";
//!
//!     fn prepare(briefing: &Briefing) -> Result<Monochrome, Refusal> {
//!         Ok(Monochrome(briefing.clone()))
//!     }
//! }
//!
//! let briefing = Briefing::new("4x6".parse()?, "insert-colors", Knowledge::Nothing);
//! let mut instance = Entry::of::<Monochrome>().prepare(&briefing)?;
//! assert_eq!(instance.player().guess(&[], &mut Rng::new(1)).to_string(), "AAAA");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod briefing;
mod entrant;
mod entry;
mod instance;
mod outcome;
mod parameter;
mod player;
mod players;
mod refusal;

pub use briefing::{Briefing, Knowledge};
pub use entrant::Entrant;
pub use entry::Entry;
pub use instance::{PlayerInstance, RoundSnapshot};
pub use outcome::{Fault, Limit, Outcome};
pub use parameter::{ParameterPosition, ParameterizedEntrant};
pub use player::Player;
pub use players::{PlayerNameError, Players};
pub use refusal::Refusal;
