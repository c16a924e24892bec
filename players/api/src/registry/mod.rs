//! Kinds of players as values, for programs that list players and play rounds. The author of a player does not need this module.
//!
//! An [`Entry`] is a kind of player, [`Players`] is the list of entries that a program offers, and a [`PlayerInstance`] is a player
//! that an entry has prepared for a match.
//!
//! ```
//! use player_api::{Briefing, Entrant, Knowledge, Player, Refusal, registry::{Entry, Players}};
//! use scsa::{Code, Rng, Size, Turn};
//!
//! /// Draws every guess at random.
//! #[derive(Clone)]
//! struct Drawer(Size);
//!
//! impl Player for Drawer {
//!     fn guess(&mut self, _turns: &[Turn], rng: &mut Rng) -> Code {
//!         Code::from_fn(self.0, |_| rng.color(self.0.colors()))
//!     }
//! }
//!
//! impl Entrant for Drawer {
//!     const NAME: &'static str = "drawer";
//!     const SUMMARY: &'static str = "draws every guess at random";
//!
//!     fn prepare(briefing: &Briefing) -> Result<Drawer, Refusal> {
//!         Ok(Drawer(briefing.size))
//!     }
//! }
//!
//! let players = Players::new(&[Entry::of::<Drawer>()], &[]);
//! let briefing = Briefing::new("4x6".parse()?, "insert-colors", Knowledge::Nothing);
//! let mut instance = players.find("drawer")?.prepare(&briefing)?;
//! let first = instance.player().guess(&[], &mut Rng::new(1));
//! instance.reset(); // For the next round.
//! assert_eq!(instance.player().guess(&[], &mut Rng::new(1)), first);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod catch;
mod entry;
mod instance;
mod players;

pub use catch::catch_panic;
pub use entry::Entry;
pub use instance::{PlayerInstance, RoundSnapshot};
pub use players::{Define, PlayerNameError, Players};
