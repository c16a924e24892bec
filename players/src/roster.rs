//! Who can play: the one list that a new player is added to.

use crate::{Briefing, Entrant, Player, Refusal, baselines::*, faulty, one_color::OneColor, random::Random, rao};
use std::fmt;

/// Every player that competes, in the order in which they are listed.
pub const ROSTER: &[Entry] = &[
    Entry::of::<Random>(),
    Entry::of::<OneColor>(),
    Entry::of::<Baseline1>(),
    Entry::of::<Baseline2>(),
    Entry::of::<Baseline2Zero>(),
    Entry::of::<Baseline3>(),
    Entry::of::<rao::Baseline4>(),
    Entry::of::<rao::Rao>(),
];

/// Players that break the rules on purpose, to show what becomes of them. They are found by name, but `all` does not
/// mean them.
pub const FAULTY: &[Entry] = &[
    Entry::of::<faulty::WrongLength>(),
    Entry::of::<faulty::WrongColor>(),
    Entry::of::<faulty::Panicking>(),
    Entry::of::<faulty::Overflowing>(),
    Entry::of::<faulty::Hanging>(),
    Entry::of::<faulty::Sleeping>(),
    Entry::of::<faulty::Forgetting>(),
    Entry::of::<faulty::Unready>(),
];

/// The player of that name, competing or faulty.
///
/// ```
/// assert_eq!(players::find("baseline-4").unwrap().name, "baseline-4");
/// assert!(players::find("baseline-5").is_none());
/// ```
#[must_use]
pub fn find(name: &str) -> Option<&'static Entry> {
    ROSTER.iter().chain(FAULTY).find(|entry| entry.name == name)
}

/// A player of the roster.
pub struct Entry {
    /// Its name, in kebab-case.
    pub name: &'static str,
    /// What it does, in a few words.
    pub summary: &'static str,
    /// Whether it learns from one round to the next.
    pub learns: bool,
    prepare: fn(&Briefing) -> Result<Prepared, Refusal>,
}

impl Entry {
    /// The entry of a kind of player.
    #[must_use]
    pub const fn of<E: Entrant>() -> Entry {
        Entry {
            name: E::NAME,
            summary: E::SUMMARY,
            learns: E::LEARNS,
            prepare: |briefing| {
                let model = E::prepare(briefing)?;
                let playing = model.clone();
                Ok(Prepared(Box::new(Seat { model, playing })))
            },
        }
    }

    /// Gets a player ready for a match.
    ///
    /// # Errors
    /// [`Refusal`] when it does not play such a match.
    pub fn prepare(&self, briefing: &Briefing) -> Result<Prepared, Refusal> {
        (self.prepare)(briefing)
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A player that is ready for a match. A clone of it plays as it would, sharing what sits behind an `Arc`.
pub struct Prepared(Box<dyn AnySeat>);

impl Prepared {
    /// The player, with what it has seen since [`Prepared::renew`].
    pub fn player(&mut self) -> &mut dyn Player {
        self.0.player()
    }

    /// Makes the player again as it was when the match began, without a heap allocation where its parts need none.
    pub fn renew(&mut self) {
        self.0.renew();
    }
}

impl Clone for Prepared {
    fn clone(&self) -> Prepared {
        Prepared(self.0.copy())
    }
}

impl fmt::Debug for Prepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Prepared")
    }
}

/// The player as it was prepared, and the copy of it that plays.
struct Seat<E> {
    model: E,
    playing: E,
}

trait AnySeat: Send {
    fn player(&mut self) -> &mut dyn Player;
    fn renew(&mut self);
    fn copy(&self) -> Box<dyn AnySeat>;
}

impl<E: Entrant> AnySeat for Seat<E> {
    fn player(&mut self) -> &mut dyn Player {
        &mut self.playing
    }

    fn renew(&mut self) {
        self.playing.clone_from(&self.model);
    }

    fn copy(&self) -> Box<dyn AnySeat> {
        let (model, playing) = (self.model.clone(), self.model.clone());
        Box::new(Seat { model, playing })
    }
}
