//! Rao's method that takes something for granted.

use super::method::{Method, Reading};
use scsa::{Code, Size, Turn};
use std::marker::PhantomData;

/// Something that holds for the codes of some codemaker and tells more than the answers do.
pub trait Presumption {
    /// Draws the conclusions from what is known now.
    fn apply(method: &mut Method) -> Verdict;
}

/// What came of a presumption.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It tells nothing at this point.
    Silent,
    /// It told something, which is now taken for true.
    Applied,
    /// It is false.
    Refuted,
}

/// The first and the last peg have one color.
#[derive(Clone, Copy, Debug)]
pub struct EqualEnds;

impl Presumption for EqualEnds {
    fn apply(method: &mut Method) -> Verdict {
        method.presume_equal_ends()
    }
}

/// No color is used twice.
#[derive(Clone, Copy, Debug)]
pub struct ColorsOnce;

impl Presumption for ColorsOnce {
    fn apply(method: &mut Method) -> Verdict {
        method.presume_colors_once()
    }
}

/// Rao's method as the report's program plays it, with a presumption. When an answer refutes that, it goes back to where
/// the presumption told something first, keeps the color counts that it learned since, which do not depend on it, and
/// goes on with the mended method.
#[derive(Clone, Debug)]
pub struct Presuming<P> {
    method: Method,
    presumes: bool,
    /// The method before the presumption told something.
    before: Option<Method>,
    presumption: PhantomData<P>,
}

impl<P: Presumption> Presuming<P> {
    pub fn new(size: Size) -> Presuming<P> {
        let method = Method::new(size, Reading::Report);
        let mut presuming = Presuming { method, presumes: true, before: None, presumption: PhantomData };
        presuming.presume();
        presuming
    }

    /// The next guess, after the answer to the last one.
    pub fn guess(&mut self, turns: &[Turn]) -> Code {
        if let Some(turn) = turns.last() {
            let contradicted = self.presumes && self.before.is_some() && self.method.is_contradicted_by(turn);
            self.method.learn(turn.feedback);
            if contradicted {
                self.go_back();
            }
            self.presume();
        }
        self.method.build()
    }

    fn presume(&mut self) {
        if !self.presumes {
            return;
        }
        let now = self.method.clone();
        let verdict = P::apply(&mut self.method);
        if verdict == Verdict::Applied {
            self.before.get_or_insert(now);
        }
        if verdict == Verdict::Refuted || !self.method.is_sound() {
            self.go_back();
        }
    }

    fn go_back(&mut self) {
        self.presumes = false;
        let sound = self.before.take().unwrap_or_else(|| self.method.clone());
        self.method = sound.catch_up(&self.method);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::algorithms;

    /// How many games of that codemaker, at that size, ended without and with a refutation.
    fn refutations<P: Presumption>(scsa: &str, size: &str) -> (usize, usize) {
        let (scsa, size) = (algorithms::find(scsa).unwrap(), size.parse::<Size>().unwrap());
        let (mut kept, mut refuted) = (0, 0);
        for secret in size.codes().filter(|code| scsa.probability(size, code) > 0.0) {
            let mut player: Presuming<P> = Presuming::new(size);
            let mut turns: Vec<Turn> = Vec::new();
            while turns.last().is_none_or(|turn| turn.guess != secret) {
                let guess = player.guess(&turns);
                turns.push(Turn { guess, feedback: secret.feedback(&guess) });
                assert!(turns.len() <= 30, "{secret} {turns:?}");
            }
            if player.presumes {
                kept += 1;
            } else {
                refuted += 1;
            }
        }
        (kept, refuted)
    }

    #[test]
    fn what_is_true_is_never_refuted() {
        assert_eq!(refutations::<EqualEnds>("first-and-last", "5x5"), (625, 0));
        assert_eq!(refutations::<EqualEnds>("first-and-last", "2x3"), (3, 0));
        assert_eq!(refutations::<EqualEnds>("insert-colors", "1x4"), (4, 0));
        assert_eq!(refutations::<ColorsOnce>("only-once", "4x6"), (360, 0));
        assert_eq!(refutations::<ColorsOnce>("only-once", "5x5"), (120, 0));
    }

    /// Every secret is found, whether it is as presumed or not.
    #[test]
    fn what_is_false_is_refuted_in_time() {
        for size in ["4x6", "5x5", "6x4"] {
            let (kept, refuted) = refutations::<EqualEnds>("insert-colors", size);
            assert!(refuted > kept, "{kept} {refuted}");
            let (kept, refuted) = refutations::<ColorsOnce>("insert-colors", size);
            assert!(refuted > kept / 2, "{kept} {refuted}");
        }
    }
}
