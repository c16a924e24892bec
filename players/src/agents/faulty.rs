//! Players that break the rules on purpose, to test the referee.
//!
//! At one guess in eight each does what it is named for; otherwise most guess at random.

use crate::{Briefing, Entrant, Knowledge, Outcome, Player, Refusal};
use scsa::{Code, Color, Game, Rng, Turn};
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// The reciprocal of the probability that a guess breaks a rule.
const GUESSES_PER_FAULT: usize = 8;

macro_rules! faulty {
    ($($(#[$doc:meta])* $player:ident, $name:literal, $summary:literal, $act:expr;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $player {
            game: Game,
        }

        impl Player for $player {
            fn guess(&mut self, _turns: &[Turn], rng: &mut Rng) -> Code {
                let guess = Code::from_fn(self.game, |_| rng.color(self.game.colors()));
                let act: fn(Game, Code) -> Code = $act;
                if rng.below(GUESSES_PER_FAULT) == 0 { act(self.game, guess) } else { guess }
            }
        }

        impl Entrant for $player {
            const NAME: &'static str = $name;
            const SUMMARY: &'static str = $summary;

            fn prepare(briefing: &Briefing) -> Result<$player, Refusal> {
                Ok($player { game: briefing.game })
            }
        }
    )+};
}

faulty! {
    /// Omits a peg, or adds one if the game has only one.
    WrongLength, "faulty-length", "sometimes guesses a code of the wrong length", |game, _| {
        let wrong = if game.pegs() > 1 { game.pegs() - 1 } else { 2 };
        Game::new(wrong, game.colors()).map_or_else(|_| Code::uniform(game, Color::A), |s| Code::uniform(s, Color::A))
    };

    /// Computes in two other threads, of which one never ends. Their CPU time counts as that of the player.
    Threading, "faulty-thread", "sometimes computes for long in other threads", |_, guess| {
        thread::spawn(|| (0..u64::MAX).for_each(|step| _ = black_box(step)));
        // A panic of the thread does not matter.
        let _ = thread::spawn(|| (0..STEPS_OF_THREAD).for_each(|step| _ = black_box(step))).join();
        guess
    };

    /// Uses the first color above those of the game; with 26 colors there is none, and it changes the length instead.
    WrongColor, "faulty-color", "sometimes guesses a color that the game does not have", |game, mut guess| {
        match Color::new(game.colors()) {
            Some(outside) => {
                guess.set(0, outside);
                guess
            }
            None => Code::uniform(Game::new(game.pegs() % Game::MAX_PEGS + 1, 1).unwrap_or(game), Color::A),
        }
    };

    Panicking, "faulty-panic", "sometimes panics", |_, guess| panic!("no guess after {guess}");

    Overflowing, "faulty-overflow", "sometimes overflows its stack", |_, guess| overflow(guess);

    Allocating, "faulty-memory", "sometimes allocates memory without end", |_, guess| {
        let mut memory = Vec::new();
        loop {
            memory.push(vec![black_box(1u8); 1 << 20]);
            if memory.is_empty() {
                return guess;
            }
        }
    };

    Hanging, "faulty-hang", "sometimes computes without end", |_, guess| {
        compute_forever();
        guess
    };

    Sleeping, "faulty-sleep", "sometimes sleeps without end", |_, _| loop {
        thread::sleep(Duration::from_secs(3600));
    };
}

/// The steps of a thread of [`Threading`], which take at least 0.1 s.
const STEPS_OF_THREAD: u64 = 400_000_000;

static IS_PREPARED: AtomicBool = AtomicBool::new(false);

/// Uses a static variable: it refuses to be prepared twice in a process.
#[derive(Clone, Debug)]
pub struct Static(Game);

impl Player for Static {
    fn guess(&mut self, _turns: &[Turn], rng: &mut Rng) -> Code {
        Code::from_fn(self.0, |_| rng.color(self.0.colors()))
    }
}

impl Entrant for Static {
    const NAME: &'static str = "faulty-static";
    const SUMMARY: &'static str = "refuses to be prepared twice in a process";

    fn prepare(briefing: &Briefing) -> Result<Static, Refusal> {
        if IS_PREPARED.swap(true, Ordering::Relaxed) {
            return Err(Refusal::new("it was prepared in this process before"));
        }
        Ok(Static(briefing.game))
    }
}

/// Cannot be prepared for a match.
#[derive(Clone, Debug)]
pub struct Unready;

impl Player for Unready {
    fn guess(&mut self, _turns: &[Turn], _rng: &mut Rng) -> Code {
        unreachable!("it cannot be prepared")
    }
}

impl Entrant for Unready {
    const NAME: &'static str = "faulty-prepare";
    const SUMMARY: &'static str =
        "overflows its stack when prepared for a match, or with an odd number of pegs computes without end";

    fn prepare(briefing: &Briefing) -> Result<Unready, Refusal> {
        if briefing.game.pegs() % 2 == 1 {
            compute_forever();
        }
        overflow(Code::uniform(briefing.game, Color::A));
        Ok(Unready)
    }
}

fn compute_forever() {
    let mut steps = 0u64;
    while black_box(steps) < u64::MAX {
        steps = black_box(steps).wrapping_add(2);
    }
}

fn overflow(guess: Code) -> Code {
    fn descend(depth: u64, guess: Code) -> Code {
        // The frame stays on the stack, because it is read after the call.
        let frame = black_box([depth; 64]);
        let result = if frame[0] == u64::MAX { guess } else { descend(depth + 1, guess) };
        if black_box(frame)[1] == depth { result } else { guess }
    }
    descend(0, guess)
}

/// Learns only the number of rounds it has played: it begins each round with the color of that number. It panics in one round
/// of sixteen and overflows its stack in another, and so forgets the number.
#[derive(Clone, Debug)]
pub struct Forgetting {
    game: Game,
    rounds: usize,
}

impl Player for Forgetting {
    fn guess(&mut self, turns: &[Turn], rng: &mut Rng) -> Code {
        if turns.is_empty() {
            match rng.below(2 * GUESSES_PER_FAULT) {
                0 => panic!("forgot all after round {}", self.rounds),
                1 => return overflow(Code::uniform(self.game, Color::A)),
                _ => {}
            }
        }
        let color = Color::new((self.rounds + turns.len()) % self.game.colors());
        Code::uniform(self.game, color.unwrap_or(Color::A))
    }

    fn end_round(&mut self, _turns: &[Turn], _outcome: &Outcome) {
        self.rounds += 1;
    }
}

impl Entrant for Forgetting {
    const NAME: &'static str = "faulty-learner";
    const SUMMARY: &'static str = "counts its rounds, and sometimes panics or overflows its stack";
    const LEARNS: fn(&Knowledge) -> bool = |_| true;

    fn prepare(briefing: &Briefing) -> Result<Forgetting, Refusal> {
        Ok(Forgetting { game: briefing.game, rounds: 0 })
    }
}
