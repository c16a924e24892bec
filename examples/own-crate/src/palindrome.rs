//! A codemaker whose codes read the same from both ends.

use scsa::{Code, Rng, Scsa, Size};

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

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        let half = Code::from_fn(size, |_| rng.color(size.colors()));
        Code::from_fn(size, |peg| half.peg(peg.min(size.pegs() - 1 - peg)))
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        let pegs = size.pegs();
        let is_palindrome = size.is_legal(code) && (0..pegs).all(|peg| code.peg(peg) == code.peg(pegs - 1 - peg));
        if is_palindrome { (size.colors() as f64).powi(-(pegs.div_ceil(2) as i32)) } else { 0.0 }
    }
}
