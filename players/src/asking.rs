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
    asked: Code,
    /// The number of turns that are its own guesses, in order.
    own: usize,
    /// Whether all turns so far were.
    is_own: bool,
}

impl<M: AskingMethod> Asker<M> {
    pub fn new(size: Size, mut method: M) -> Asker<M> {
        let asked = method.next_guess();
        Asker { size, method, asked, own: 0, is_own: true }
    }

    /// The guess after these turns, which continue those of the call before.
    pub fn guess(&mut self, turns: &[Turn]) -> Code {
        while self.is_own
            && let Some(turn) = turns.get(self.own)
        {
            self.is_own = turn.guess == self.asked;
            if self.is_own {
                self.learn(turn);
                self.own += 1;
                // Only wrong answers lead other methods to the same guess. To look at all turns would take as long as the method.
                self.is_own = turn.guess != self.asked || self.method.repeats();
            }
        }
        if self.is_own { self.asked } else { self.unanswered_guess(turns) }
    }

    /// The next guess of the method that was not answered yet.
    fn unanswered_guess(&mut self, turns: &[Turn]) -> Code {
        let most = ANSWERS_FOR_PEG_AND_COLOR * self.size.pegs() * self.size.colors() + turns.len();
        let answer = |guess: &Code| turns.iter().find(|turn| turn.guess == *guess);
        for _ in 0..most {
            let Some(turn) = answer(&self.asked) else { return self.asked };
            self.learn(turn);
        }
        if answer(&self.asked).is_none() { self.asked } else { lowest_unguessed(self.size, turns) }
    }

    #[cfg(test)]
    pub const fn method(&self) -> &M {
        &self.method
    }

    /// Learns from the answer to the guess that waits for it, and makes the next.
    fn learn(&mut self, turn: &Turn) {
        self.method.learn(turn);
        self.asked = self.method.next_guess();
    }
}

/// The lowest code that was not guessed yet; the lowest of all if all were.
pub fn lowest_unguessed(size: Size, turns: &[Turn]) -> Code {
    let lowest = Code::uniform(size, Color::A);
    let mut codes = std::iter::successors(Some(lowest), |code| code.successor(size));
    codes.find(|code| turns.iter().all(|turn| turn.guess != *code)).unwrap_or(lowest)
}
