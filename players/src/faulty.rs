//! Players that break the rules on purpose.
//!
//! Each now and then does what it is named for; most guess at random otherwise. They show what the referee makes of it.

use crate::{Briefing, Entrant, Knowledge, Outcome, Player, Refusal};
use scsa::{Code, Color, Rng, Size, Turn};
use std::{hint::black_box, thread, time::Duration};

/// How rarely they break a rule: at one guess in so many.
const RARITY: usize = 8;

macro_rules! faulty {
    ($(#[$doc:meta])* $player:ident, $name:literal, $summary:literal, $act:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $player {
            size: Size,
        }

        impl Player for $player {
            fn guess(&mut self, _turns: &[Turn], rng: &mut Rng) -> Code {
                let guess = Code::from_fn(self.size, |_| rng.color(self.size.colors()));
                let act: fn(Size, Code) -> Code = $act;
                if rng.below(RARITY) == 0 { act(self.size, guess) } else { guess }
            }
        }

        impl Entrant for $player {
            const NAME: &'static str = $name;
            const SUMMARY: &'static str = $summary;

            fn prepare(briefing: &Briefing) -> Result<$player, Refusal> {
                Ok($player { size: briefing.size })
            }
        }
    };
}

faulty! {
    /// Leaves out a peg, or adds one where the game has only one.
    WrongLength, "faulty-length", "now and then guesses a code of the wrong length", |size, _| {
        let wrong = if size.pegs() > 1 { size.pegs() - 1 } else { 2 };
        Size::new(wrong, size.colors()).map_or_else(|_| Code::uniform(size, Color::A), |s| Code::uniform(s, Color::A))
    }
}

faulty! {
    /// Uses the first color behind the last of the game; at 26 colors there is none, and it leaves out a peg instead.
    WrongColor, "faulty-color", "now and then guesses a color that the game does not have", |size, guess| {
        match Color::new(size.colors()) {
            Some(outside) => {
                let mut wrong = guess;
                wrong.set(0, outside);
                wrong
            }
            None => Code::uniform(Size::new(size.pegs() % Size::MAX_PEGS + 1, 1).unwrap_or(size), Color::A),
        }
    }
}

faulty! {
    /// Panics.
    Panicking, "faulty-panic", "now and then panics", |_, guess| panic!("no guess after {guess}")
}

faulty! {
    /// Overflows its stack.
    Overflowing, "faulty-overflow", "now and then recurses until its stack overflows", |_, guess| overflow(guess)
}

faulty! {
    /// Computes without end.
    Hanging, "faulty-hang", "now and then computes without end", |_, guess| {
        compute_on();
        guess
    }
}

faulty! {
    /// Waits without end, using no time of the processor.
    Sleeping, "faulty-sleep", "now and then waits without end", |_, _| loop {
        thread::sleep(Duration::from_secs(3600));
    }
}

/// Never gets ready for a match.
#[derive(Clone, Debug)]
pub struct Unready;

impl Player for Unready {
    fn guess(&mut self, _turns: &[Turn], _rng: &mut Rng) -> Code {
        unreachable!("it is never ready")
    }
}

impl Entrant for Unready {
    const NAME: &'static str = "faulty-prepare";
    const SUMMARY: &'static str =
        "overflows its stack as it gets ready for a match, or computes without end with an odd number of pegs";

    fn prepare(briefing: &Briefing) -> Result<Unready, Refusal> {
        if briefing.size.pegs() % 2 == 1 {
            compute_on();
        }
        overflow(Code::uniform(briefing.size, Color::A));
        Ok(Unready)
    }
}

/// Computes without end.
fn compute_on() {
    let mut steps = 0u64;
    while black_box(steps) < u64::MAX {
        steps = black_box(steps).wrapping_add(2);
    }
}

/// Recurses until the stack is used up.
fn overflow(guess: Code) -> Code {
    fn descend(depth: u64, guess: Code) -> Code {
        // The frame stays on the stack, because it is looked at after the call.
        let frame = black_box([depth; 64]);
        let below = if frame[0] == u64::MAX { guess } else { descend(depth + 1, guess) };
        if black_box(frame)[1] == depth { below } else { guess }
    }
    descend(0, guess)
}

/// Learns nothing but how many rounds it has played: it begins each round with the color of that number. At one round in
/// sixteen it panics, at another it overflows its stack, and so it forgets how many.
#[derive(Clone, Debug)]
pub struct Forgetting {
    size: Size,
    rounds: usize,
}

impl Player for Forgetting {
    fn guess(&mut self, turns: &[Turn], rng: &mut Rng) -> Code {
        if turns.is_empty() {
            match rng.below(2 * RARITY) {
                0 => panic!("forgot all after round {}", self.rounds),
                1 => return overflow(Code::uniform(self.size, Color::A)),
                _ => {}
            }
        }
        let color = Color::new((self.rounds + turns.len()) % self.size.colors());
        Code::uniform(self.size, color.unwrap_or(Color::A))
    }

    fn end_round(&mut self, _turns: &[Turn], _outcome: &Outcome) {
        self.rounds += 1;
    }
}

impl Entrant for Forgetting {
    const NAME: &'static str = "faulty-learner";
    const SUMMARY: &'static str = "counts its rounds, and now and then panics or overflows its stack";
    const LEARNS: fn(&Knowledge) -> bool = |_| true;

    fn prepare(briefing: &Briefing) -> Result<Forgetting, Refusal> {
        Ok(Forgetting { size: briefing.size, rounds: 0 })
    }
}
