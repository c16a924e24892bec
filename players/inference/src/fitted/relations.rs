//! Linear relations between pegs that make sense at every size.

use super::linear::Linear;
use crate::transfer;
use scsa::{Code, Size};

/// A relation between the pegs of a code, modulo the number of colors: A is 0, B is 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Each two pegs that a palindrome has equal have this sum; the one in the middle is free.
    Mirror(usize),
    /// Each peg is a sum of multiples of those before it, the nearest one first, and of a number.
    Recurrence(Vec<isize>, usize),
    /// The sum of all pegs.
    Sum(usize),
    /// The last peg is the sum of all others and this.
    Last(usize),
    /// The first peg is the sum of all others and this.
    First(usize),
    /// The sum of the pegs 1, 3, 5 … is that of the others and this.
    Alternating(usize),
}

/// The factors of recurrences that people think of.
const RECURRENCES: [&[isize]; 8] = [&[1, 1], &[2, -1], &[3, -3, 1], &[1, 1, 1], &[1, -1], &[-1, -1], &[-1], &[2]];
/// No peg depends on more pegs before it than these.
const LONGEST: usize = 3;

impl Relation {
    /// All relations with the numbers that are right for this code.
    pub fn all(size: Size, code: &Code) -> Vec<Relation> {
        let modulus = size.colors() as isize;
        let peg = |peg: usize| code.peg(peg).index() as isize;
        let number = |number: isize| number.rem_euclid(modulus) as usize;
        let (last, sum) = (size.pegs() - 1, (0..size.pegs()).map(peg).sum::<isize>());
        let mut all: Vec<Relation> = Vec::new();
        for factors in RECURRENCES.iter().filter(|factors| factors.len() + 2 <= size.pegs()) {
            let next = factors.iter().enumerate().map(|(back, factor)| factor * peg(factors.len() - 1 - back));
            let plus = number(peg(factors.len()) - next.sum::<isize>());
            all.push(Relation::Recurrence(factors.to_vec(), plus));
        }
        all.push(Relation::Mirror(number(peg(0) + peg(last))));
        all.push(Relation::Last(number(2 * peg(last) - sum)));
        all.push(Relation::First(number(2 * peg(0) - sum)));
        all.push(Relation::Sum(number(sum)));
        all.push(Relation::Alternating(number(sum - 2 * (1..size.pegs()).step_by(2).map(peg).sum::<isize>())));
        all
    }

    /// The recurrence that this is, if it is one.
    pub fn recurrence_of(size: Size, linear: &Linear) -> Option<Relation> {
        let free = linear.free();
        let row = linear.rows().first().filter(|row| row.peg == free && free <= LONGEST && free + 2 <= size.pegs())?;
        let half = size.colors() / 2;
        let signed =
            |factor: usize| if factor > half { factor as isize - size.colors() as isize } else { factor as isize };
        let factor = |peg: usize| row.terms.iter().find(|(of, _)| *of == peg).map_or(0, |(_, factor)| signed(*factor));
        let factors = (0..free).rev().map(factor).collect();
        let relation = Relation::Recurrence(factors, row.plus);
        (relation.at(size).rows() == linear.rows()).then_some(relation)
    }

    /// How many numbers it has, each as large as colors are many.
    pub fn numbers(&self) -> usize {
        match self {
            Relation::Recurrence(factors, _) if !RECURRENCES.contains(&&factors[..]) => 1 + factors.len(),
            _ => 1,
        }
    }

    /// The same at another size, where it makes sense.
    pub fn transferred(&self, home: Size, size: Size) -> Option<Relation> {
        let step = |number: usize| transfer::step(number, home, size);
        // What is the last color stays that: then the colors of both pegs are as far from either end.
        let mirrored = |sum: usize| if sum + 1 == home.colors() { size.colors() - 1 } else { step(sum) };
        let transferred = match self {
            Relation::Mirror(sum) => Relation::Mirror(mirrored(*sum)),
            Relation::Recurrence(factors, plus) => Relation::Recurrence(factors.clone(), step(*plus)),
            Relation::Sum(sum) => Relation::Sum(step(*sum)),
            Relation::Last(plus) => Relation::Last(step(*plus)),
            Relation::First(plus) => Relation::First(step(*plus)),
            Relation::Alternating(plus) => Relation::Alternating(step(*plus)),
        };
        (transferred.free(size) < size.pegs()).then_some(transferred)
    }

    /// How many pegs are free.
    fn free(&self, size: Size) -> usize {
        match self {
            Relation::Mirror(_) => size.pegs().div_ceil(2),
            Relation::Recurrence(factors, _) => factors.len().min(size.pegs()),
            _ => size.pegs() - 1,
        }
    }

    /// What it comes to at a size.
    pub fn at(&self, size: Size) -> Linear {
        let last = size.pegs() - 1;
        let others = |factor: &dyn Fn(usize) -> isize| (0..last).map(|peg| (peg, factor(peg))).collect::<Vec<_>>();
        let linear = Linear::step_by_step(size, self.free(size), |peg| match self {
            Relation::Mirror(sum) => (vec![(last - peg, -1)], *sum as isize),
            Relation::Recurrence(factors, plus) => {
                let before = factors.iter().enumerate().map(|(back, &factor)| (peg - 1 - back, factor));
                (before.collect(), *plus as isize)
            }
            Relation::Sum(sum) => (others(&|_| -1), *sum as isize),
            Relation::Last(plus) => (others(&|_| 1), *plus as isize),
            Relation::First(plus) if last > 0 => (others(&|peg| if peg == 0 { 1 } else { -1 }), -(*plus as isize)),
            Relation::First(plus) => (Vec::new(), *plus as isize),
            // The last peg is to have the factor 1.
            Relation::Alternating(plus) => {
                let sign = if last.is_multiple_of(2) { 1 } else { -1 };
                (others(&|peg| if peg % 2 == 0 { -sign } else { sign }), sign * *plus as isize)
            }
        });
        linear.told(self.description(size))
    }

    fn description(&self, size: Size) -> String {
        let and = |plus: usize| if plus > 0 { format!(" + {plus}") } else { String::new() };
        let words = match self {
            Relation::Mirror(sum) => format!("pegs that a palindrome has equal add up to {sum}"),
            Relation::Recurrence(factors, plus) => {
                let terms = factors.iter().zip(["one", "second", "third"]).filter(|(factor, _)| **factor != 0);
                let mut words = String::new();
                for (factor, peg) in terms {
                    let sign = match (words.is_empty(), *factor < 0) {
                        (true, false) => "",
                        (true, true) => "- ",
                        (false, false) => " + ",
                        (false, true) => " - ",
                    };
                    let times = if factor.abs() == 1 { String::new() } else { format!("{} × ", factor.abs()) };
                    words += &format!("{sign}{times}the {peg} before it");
                }
                format!("each peg is {words}{}", and(*plus))
            }
            Relation::Sum(sum) => format!("all pegs add up to {sum}"),
            Relation::Last(plus) => format!("the last peg is the sum of all others{}", and(*plus)),
            Relation::First(plus) => format!("the first peg is the sum of all others{}", and(*plus)),
            Relation::Alternating(plus) => format!("the pegs 1, 3, 5 … add up to the sum of the others{}", and(*plus)),
        };
        format!("{words}, modulo {} with A for 0", size.colors())
    }
}
