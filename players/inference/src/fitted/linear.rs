//! Pegs that are sums of multiples of others, modulo the number of colors: A is 0, B is 1.

use crate::{
    counting::{color, power},
    model,
};
use scsa::{Code, Rng, Size};

/// A peg that is a sum: of free pegs, each times a factor that is not 0, and a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearRow {
    pub peg: usize,
    pub terms: Vec<(usize, usize)>,
    pub plus: usize,
}

impl LinearRow {
    fn sum(&self, code: &Code, modulus: usize) -> usize {
        let sum: usize = self.terms.iter().map(|&(peg, factor)| factor * code.peg(peg).index()).sum();
        (sum + self.plus) % modulus
    }
}

/// Some pegs depend on the others, which are free; all such codes are equally likely.
#[derive(Clone, Debug)]
pub struct Linear {
    size: Size,
    /// By pegs.
    rows: Vec<LinearRow>,
    each: f64,
    description: String,
}

impl Linear {
    /// These pegs depend on those without a row.
    pub fn new(size: Size, rows: Vec<LinearRow>) -> Linear {
        let each = 1.0 / power(size.colors(), size.pegs() - rows.len());
        let description = in_full(&rows, size);
        Linear { size, rows, each, description }
    }

    /// All pegs but the first ones, which are free, depend on pegs before them: their factors and a number, which may be negative.
    pub fn step_by_step(size: Size, free: usize, depends: impl Fn(usize) -> (Vec<(usize, isize)>, isize)) -> Linear {
        let modulus = size.colors() as isize;
        let mut sums: Vec<(Vec<isize>, isize)> = Vec::new();
        for peg in free..size.pegs() {
            let (others, mut plus) = depends(peg);
            let mut factors = vec![0; free];
            for (other, factor) in others {
                if other < free {
                    factors[other] += factor;
                } else {
                    let (of, more) = &sums[other - free];
                    factors.iter_mut().zip(of).for_each(|(sum, of)| *sum += factor * of);
                    plus += factor * more;
                }
            }
            factors.iter_mut().for_each(|sum| *sum = sum.rem_euclid(modulus));
            sums.push((factors, plus.rem_euclid(modulus)));
        }
        let rows = sums.into_iter().enumerate().map(|(row, (factors, plus))| {
            let terms = factors.into_iter().map(|factor| factor as usize).enumerate();
            LinearRow { peg: free + row, terms: terms.filter(|(_, factor)| *factor > 0).collect(), plus: plus as usize }
        });
        Linear::new(size, rows.collect())
    }

    /// The same with other words.
    pub fn told(self, description: String) -> Linear {
        Linear { description, ..self }
    }

    /// How many pegs are free.
    pub fn free(&self) -> usize {
        self.size.pegs() - self.rows.len()
    }

    pub fn rows(&self) -> &[LinearRow] {
        &self.rows
    }

    /// Whether a code is one of them.
    pub fn holds(&self, code: &Code) -> bool {
        self.rows.iter().all(|row| row.sum(code, self.size.colors()) == code.peg(row.peg).index())
    }
}

/// The rows as a person reads them, the first ones.
fn in_full(rows: &[LinearRow], size: Size) -> String {
    const SHOWN: usize = 3;
    let words = rows.iter().take(SHOWN).map(|row| {
        let term = |&(peg, factor): &(usize, usize)| match factor {
            1 => format!("peg {}", peg + 1),
            more => format!("{more} × peg {}", peg + 1),
        };
        let mut terms: Vec<String> = row.terms.iter().map(term).collect();
        if row.plus > 0 || terms.is_empty() {
            terms.push(row.plus.to_string());
        }
        format!("peg {} = {}", row.peg + 1, terms.join(" + "))
    });
    let words = words.collect::<Vec<_>>().join("; ");
    let more = rows.len().saturating_sub(SHOWN);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    format!("{words}{more}, modulo {} with A for 0", size.colors())
}

impl model::Model for Linear {
    fn draw(&self, rng: &mut Rng) -> Code {
        let free = Code::from_fn(self.size, |_| rng.color(self.size.colors()));
        let mut rows = self.rows.iter().peekable();
        Code::from_fn(self.size, |peg| match rows.next_if(|row| row.peg == peg) {
            Some(row) => color(row.sum(&free, self.size.colors())),
            None => free.peg(peg),
        })
    }

    fn probability(&self, code: &Code) -> f64 {
        if self.holds(code) { self.each } else { 0.0 }
    }

    fn description(&self) -> String {
        self.description.clone()
    }
}
