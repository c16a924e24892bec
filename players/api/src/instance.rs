//! A player that is prepared for a match.

use crate::Player;
use std::{any::Any, fmt};

/// A player that is prepared for a match. A clone starts as the player was prepared and shares what is behind an `Arc`.
pub struct PlayerInstance(Box<dyn Instance>);

/// A copy of a player in the middle of a round, which can be copied again.
pub trait RoundSnapshot: Player {
    /// A copy in the same state.
    fn snapshot(&self) -> Box<dyn RoundSnapshot>;
}

impl PlayerInstance {
    pub(crate) fn new(prepared: impl Player + Clone + 'static) -> PlayerInstance {
        let playing = prepared.clone();
        PlayerInstance(Box::new(Pair { prepared, playing }))
    }

    /// The player, in the state that its calls since the last [`reset`](PlayerInstance::reset) left.
    pub fn player(&mut self) -> &mut dyn Player {
        self.0.player()
    }

    /// Resets the player to the state in which it was prepared. It allocates only if cloning the player does.
    pub fn reset(&mut self) {
        self.0.reset();
    }

    /// A copy of the player in its present state.
    #[must_use]
    pub fn snapshot(&self) -> Box<dyn RoundSnapshot> {
        self.0.snapshot()
    }

    /// The player as it was prepared, if it is of type `P`.
    #[must_use]
    pub fn downcast_ref<P: Player + 'static>(&self) -> Option<&P> {
        self.0.prepared().downcast_ref()
    }
}

impl Clone for PlayerInstance {
    fn clone(&self) -> PlayerInstance {
        PlayerInstance(self.0.copy())
    }
}

impl fmt::Debug for PlayerInstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PlayerInstance")
    }
}

/// The player as it was prepared, and the clone of it that plays.
struct Pair<P> {
    prepared: P,
    playing: P,
}

/// The operations of [`PlayerInstance`] without the type of the player.
trait Instance: Send {
    fn player(&mut self) -> &mut dyn Player;
    fn reset(&mut self);
    fn snapshot(&self) -> Box<dyn RoundSnapshot>;
    fn prepared(&self) -> &dyn Any;
    fn copy(&self) -> Box<dyn Instance>;
}

impl<P: Player + Clone + 'static> Instance for Pair<P> {
    fn player(&mut self) -> &mut dyn Player {
        &mut self.playing
    }

    fn reset(&mut self) {
        self.playing.clone_from(&self.prepared);
    }

    fn snapshot(&self) -> Box<dyn RoundSnapshot> {
        RoundSnapshot::snapshot(&self.playing)
    }

    fn prepared(&self) -> &dyn Any {
        &self.prepared
    }

    fn copy(&self) -> Box<dyn Instance> {
        let (prepared, playing) = (self.prepared.clone(), self.prepared.clone());
        Box::new(Pair { prepared, playing })
    }
}

impl<P: Player + Clone + 'static> RoundSnapshot for P {
    fn snapshot(&self) -> Box<dyn RoundSnapshot> {
        Box::new(self.clone())
    }
}
