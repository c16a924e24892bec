//! Guesses in games whose guesses need not be the player's own.

use scsa::{Code, Color, Size, Turn};

/// A method whose next guess follows from the answers to its guesses so far, such as Rao's. It learns nothing from other guesses.
pub trait AskingMethod {
    /// The next guess. It is called at the beginning, and once after every [`learn`](AskingMethod::learn).
    fn next_guess(&mut self) -> Code;

    /// Learns from the answer to the last guess.
    fn learn(&mut self, turn: &Turn);

    /// Whether the guess after a correct answer may be one that it made before.
    fn repeats(&self) -> bool {
        false
    }
}

/// The most answers that a method needs for each peg and color; Rao's needs about one. A method that reads more of those that were
/// given before is stuck.
const ANSWERS_FOR_PEG_AND_COLOR: usize = 4;

/// Asks for the guesses of a method, after any turns.
///
/// A game of its own guesses is the method's. From the first guess of another on, an answer that was given in the game is not asked
/// for again, and the answers to guesses that the method does not make are not used. Where answers contradict each other, so that
/// the method makes the same guesses without end, the guess is the [`lowest_unguessed`] code.
#[derive(Clone, Debug)]
pub struct Asker<M> {
    size: Size,
    method: M,
    /// The guess of the method that waits for its answer.
    asked: Option<Code>,
    /// The number of turns that are its own guesses, in order.
    own: usize,
    /// Whether all turns so far were.
    is_own: bool,
}

impl<M: AskingMethod> Asker<M> {
    pub const fn new(size: Size, method: M) -> Asker<M> {
        Asker { size, method, asked: None, own: 0, is_own: true }
    }

    /// The guess after these turns, which continue those of the call before.
    pub fn guess(&mut self, turns: &[Turn]) -> Code {
        let mut asked = self.asked.unwrap_or_else(|| self.method.next_guess());
        while self.is_own
            && let Some(turn) = turns.get(self.own)
        {
            self.is_own = turn.guess == asked;
            if self.is_own {
                asked = self.after(turn);
                self.own += 1;
                // Only wrong answers lead other methods to the same guess. To look at all turns would take as long as the method.
                self.is_own = turn.guess != asked || self.method.repeats();
            }
        }
        let most = ANSWERS_FOR_PEG_AND_COLOR * self.size.pegs() * self.size.colors() + turns.len();
        let mut guess = Some(asked);
        if !self.is_own {
            let answer = |guess: &Code| turns.iter().find(|turn| turn.guess == *guess);
            for _ in 0..most {
                let Some(turn) = answer(&asked) else { break };
                asked = self.after(turn);
            }
            guess = Some(asked).filter(|guess| answer(guess).is_none());
        }
        self.asked = Some(asked);
        guess.unwrap_or_else(|| lowest_unguessed(self.size, turns))
    }

    #[cfg(test)]
    pub const fn method(&self) -> &M {
        &self.method
    }

    /// The guess of the method after the answer to its last one.
    fn after(&mut self, turn: &Turn) -> Code {
        self.method.learn(turn);
        self.method.next_guess()
    }
}

/// The lowest code that was not guessed yet; the lowest of all if all were.
pub fn lowest_unguessed(size: Size, turns: &[Turn]) -> Code {
    lowest_unguessed_from(Code::uniform(size, Color::A), size, turns)
}

/// The lowest code that is not below `floor` and was not guessed yet; the lowest of all if there is none.
pub fn lowest_unguessed_from(floor: Code, size: Size, turns: &[Turn]) -> Code {
    let codes = std::iter::successors(Some(floor), |code| code.successor(size));
    let mut unguessed = codes.filter(|code| turns.iter().all(|turn| turn.guess != *code));
    unguessed.next().unwrap_or_else(|| Code::uniform(size, Color::A))
}
