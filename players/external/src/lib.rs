//! External players, in any language.
//!
//! Such a program talks over its standard input and output: one line is one message ([`protocol`]; `docs/protocol.md` describes it for
//! authors of players). An [`ExternalPlayer`] says how the program is started; its [`entry`](ExternalPlayer::entry) is a player like
//! any other. The program runs in a sandbox, one process a match. A thread watches it: a program that exceeds its time or memory is
//! killed, which is an outcome of the round, and a fresh one plays the next round.
//!
//! [`serve`] is the other side: it lets a player of this program play as an external one.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod bridges;
mod game;
mod messages;
mod player;
pub mod protocol;
mod serve;
mod session;
mod submission;

pub use bridges::{Bridge, ChatCommand, install};
pub use game::Adviser;
pub use player::{ExternalPlayer, TRY, is_name, messages_name, name_like, printed};
pub use serve::serve;
pub use session::{HELLO_LIMIT, ProgramError};
