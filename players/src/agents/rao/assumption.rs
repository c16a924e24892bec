//! Rao's method with an assumption about the codes of the codemaker.

use super::method::{Deduction, Method, Variant};
use crate::asking::AskingMethod;
use scsa::{Code, Size, Turn};
use std::marker::PhantomData;

/// A property of all codes of some codemaker that implies more than the feedback does.
pub trait Assumption {
    /// Draws the conclusions that the property allows at this point.
    fn apply(method: &mut Method) -> Deduction;
}

/// The first and the last peg have the same color.
#[derive(Clone, Copy, Debug)]
pub struct EqualEnds;

impl Assumption for EqualEnds {
    fn apply(method: &mut Method) -> Deduction {
        method.assume_equal_ends()
    }
}

/// No color is used twice.
#[derive(Clone, Copy, Debug)]
pub struct DistinctColors;

impl Assumption for DistinctColors {
    fn apply(method: &mut Method) -> Deduction {
        method.assume_distinct_colors()
    }
}

/// Rao's method as published in the report, with an assumption. When the feedback refutes the assumption, it goes back to
/// the state before the assumption implied anything, keeps the color counts learned since, which do not depend on it, and
/// continues with the corrected method.
#[derive(Clone, Debug)]
pub struct AssumingMethod<A> {
    method: Method,
    /// Whether the assumption is not refuted.
    assumes: bool,
    /// The method before the assumption implied anything.
    before: Option<Method>,
    assumption: PhantomData<A>,
}

impl<A: Assumption> AssumingMethod<A> {
    pub fn new(size: Size) -> AssumingMethod<A> {
        let method = Method::new(size, Variant::Published);
        let mut new = AssumingMethod { method, assumes: true, before: None, assumption: PhantomData };
        new.apply();
        new
    }

    fn apply(&mut self) {
        if !self.assumes {
            return;
        }
        let now = self.method.clone();
        let deduction = A::apply(&mut self.method);
        if deduction == Deduction::Applied {
            self.before.get_or_insert(now);
        }
        if deduction == Deduction::Refuted || !self.method.is_sound() {
            self.go_back();
        }
    }

    fn go_back(&mut self) {
        self.assumes = false;
        let sound = self.before.take().unwrap_or_else(|| self.method.clone());
        self.method = sound.with_counts_of(&self.method);
    }
}

impl<A: Assumption> AskingMethod for AssumingMethod<A> {
    fn learn(&mut self, turn: &Turn) {
        let contradicted = self.assumes && self.before.is_some() && self.method.is_contradicted_by(turn);
        self.method.learn(turn);
        if contradicted {
            self.go_back();
        }
        self.apply();
    }

    fn next_guess(&mut self) -> Code {
        self.method.next_guess()
    }

    /// As the published method does, and after it went back.
    fn repeats(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asking::Asker;
    use scsa::algorithms;

    /// The number of games against that codemaker, at that size, that ended without and with a refutation.
    fn refutations<A: Assumption>(scsa: &str, size: &str) -> (usize, usize) {
        let (scsa, size) = (algorithms::find(scsa).unwrap(), size.parse::<Size>().unwrap());
        let (mut kept, mut refuted) = (0, 0);
        for secret in size.codes().filter(|code| scsa.probability(size, code) > 0.0) {
            let mut player: Asker<AssumingMethod<A>> = Asker::new(size, AssumingMethod::new(size));
            let mut turns: Vec<Turn> = Vec::new();
            while turns.last().is_none_or(|turn| turn.guess != secret) {
                let guess = player.guess(&turns);
                turns.push(Turn::new(guess, &secret));
                assert!(turns.len() <= 30, "{secret} {turns:?}");
            }
            if player.method().assumes {
                kept += 1;
            } else {
                refuted += 1;
            }
        }
        (kept, refuted)
    }

    #[test]
    fn a_true_assumption_is_never_refuted() {
        assert_eq!(refutations::<EqualEnds>("first-and-last", "5x5"), (625, 0));
        assert_eq!(refutations::<EqualEnds>("first-and-last", "2x3"), (3, 0));
        assert_eq!(refutations::<EqualEnds>("insert-colors", "1x4"), (4, 0));
        assert_eq!(refutations::<DistinctColors>("only-once", "4x6"), (360, 0));
        assert_eq!(refutations::<DistinctColors>("only-once", "5x5"), (120, 0));
    }

    /// Every secret is found, whether it has the property or not.
    #[test]
    fn a_false_assumption_is_refuted() {
        for size in ["4x6", "5x5", "6x4"] {
            let (kept, refuted) = refutations::<EqualEnds>("insert-colors", size);
            assert!(refuted > kept, "{kept} {refuted}");
            let (kept, refuted) = refutations::<DistinctColors>("insert-colors", size);
            assert!(refuted > kept / 2, "{kept} {refuted}");
        }
    }
}
