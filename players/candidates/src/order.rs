//! Another order of the pegs and of the colors.

use scsa::{Code, Color, Rng, Size};

/// A permutation of the pegs and one of the colors. No feedback changes when both codes are permuted.
#[derive(Clone, Debug)]
pub struct PegColorPermutation {
    size: Size,
    pegs: Vec<usize>,
    colors: Vec<Color>,
}

impl PegColorPermutation {
    pub fn random(size: Size, rng: &mut Rng) -> PegColorPermutation {
        let (mut pegs, mut colors): (Vec<usize>, Vec<Color>) = ((0..size.pegs()).collect(), size.palette().collect());
        rng.shuffle(&mut pegs);
        rng.shuffle(&mut colors);
        PegColorPermutation { size, pegs, colors }
    }

    /// The code in this order.
    pub fn apply(&self, code: &Code) -> Code {
        Code::from_fn(self.size, |peg| self.colors[code.peg(self.pegs[peg]).index()])
    }

    /// The code of which that one is in this order.
    pub fn undo(&self, code: &Code) -> Code {
        let mut original = *code;
        for (peg, color) in self.pegs.iter().zip(code.pegs()) {
            let index = self.colors.iter().position(|other| *other == color).and_then(Color::new);
            original.set(*peg, index.unwrap_or(color));
        }
        original
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_undone_and_keeps_feedback() {
        let (size, mut rng) = (Size::new(7, 5).unwrap(), Rng::new(1));
        for _ in 0..20 {
            let order = PegColorPermutation::random(size, &mut rng);
            let [one, other] = [(); 2].map(|()| Code::from_fn(size, |_| rng.color(5)));
            assert_eq!(order.undo(&order.apply(&one)), one);
            assert_eq!(order.apply(&one).feedback(&order.apply(&other)), one.feedback(&other));
        }
    }
}
