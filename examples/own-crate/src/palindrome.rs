//! A codemaker whose codes read the same from both ends.

use scsa::{Code, Game, Rng, Scsa};

/// The first half is drawn uniformly; the second half mirrors it.
#[derive(Clone, Copy, Debug)]
pub struct Palindrome;

impl Scsa for Palindrome {
    fn name(&self) -> &str {
        "palindrome"
    }

    fn summary(&self) -> &str {
        "the first half is drawn uniformly, the second half mirrors it"
    }

    fn draw(&self, game: Game, rng: &mut Rng) -> Code {
        let half = Code::from_fn(game, |_| rng.color(game.colors()));
        Code::from_fn(game, |peg| half.peg(peg.min(game.pegs() - 1 - peg)))
    }

    fn probability(&self, game: Game, code: &Code) -> f64 {
        let pegs = game.pegs();
        let is_palindrome = game.is_legal(code) && (0..pegs).all(|peg| code.peg(peg) == code.peg(pegs - 1 - peg));
        if is_palindrome { (game.colors() as f64).powi(-(pegs.div_ceil(2) as i32)) } else { 0.0 }
    }
}
