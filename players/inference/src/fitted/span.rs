//! Linear relations between pegs, modulo the number of colors with A for 0: check digits, constant sums, recurrences, complements.
//!
//! The relations that hold in all codes are those of their span: with any three codes a, b and c it has a + b − c. Elimination with
//! divisors of the modulus as pivots finds it for any number of colors (J. A. Howell, "Spans in the module (Zm)^s", 1986).

use crate::counting::color;
use crate::family::{Family, Model, WeightedSample, total};
use crate::transfer::at_home;
use scsa::{Code, Color, Game, Rng};
use std::collections::BTreeSet;

/// The number of codes, beyond those that make a span, that must lie in it.
const MORE: f64 = 2.0;
/// No more relations than these are described.
const DESCRIBED: usize = 3;

type Vector = Vec<usize>;

/// A set of codes that is closed under sums and differences of what their pegs are behind those of one of them.
#[derive(Clone, Debug)]
struct Span {
    game: Game,
    origin: Vector,
    /// For each peg a direction that is 0 before it and a divisor of the modulus there, or 0 where there is none.
    rows: Vec<Vector>,
    /// Codes that are not in the span of the others.
    needed: BTreeSet<Code>,
}

/// The span of the codes, if it does not have all codes.
pub fn fit(home: Game, codes: WeightedSample) -> Option<Family> {
    let ((first, _), all) = (codes.first()?, total(codes));
    let mut span = Span::new(home, first);
    let mut made = vec![*first];
    for (code, _) in codes {
        if span.insert(span.behind_origin(code)) {
            made.push(*code);
            if span.pivots().all(|pivot| pivot == 1) {
                return None;
            }
        }
    }
    if all < made.len() as f64 + MORE {
        return None;
    }
    let is_needed = |code: &Code| {
        let others: Vec<&Code> = codes.iter().map(|(other, _)| other).filter(|other| *other != code).collect();
        if codes.len() - others.len() > 1 {
            return false;
        }
        let mut others = others.into_iter();
        let Some(origin) = others.next() else { return true };
        let mut without = Span::new(home, origin);
        others.all(|other| {
            without.insert(without.behind_origin(other));
            !without.has(code)
        })
    };
    span.needed = made.into_iter().filter(is_needed).collect();
    Some(at_home("linear-relations", home, span, None, |span, code, _| {
        if span.needed.contains(code) { 0.0 } else { span.probability(code) }
    }))
}

/// The greatest common divisor of two numbers, and a multiple of each, modulo a number, which sum to it.
fn common_divisor(one: usize, other: usize, modulus: usize) -> (usize, usize, usize) {
    if other == 0 {
        return (one, 1, 0);
    }
    let (divisor, of_other, of_rest) = common_divisor(other, one % other, modulus);
    (divisor, of_rest, (of_other + (modulus - one / other % modulus) * of_rest) % modulus)
}

impl Span {
    fn new(game: Game, origin: &Code) -> Span {
        let rows = vec![vec![0; game.pegs()]; game.pegs()];
        Span { game, origin: origin.pegs().map(Color::index).collect(), rows, needed: BTreeSet::new() }
    }

    fn modulus(&self) -> usize {
        self.game.colors()
    }

    /// For each peg the divisor of the modulus at it; the modulus where there is no direction.
    fn pivots(&self) -> impl Iterator<Item = usize> {
        let pivot = |(peg, row): (usize, &Vector)| if row[peg] == 0 { self.modulus() } else { row[peg] };
        self.rows.iter().enumerate().map(pivot)
    }

    fn behind_origin(&self, code: &Code) -> Vector {
        code.pegs()
            .zip(&self.origin)
            .map(|(color, of)| (color.index() + self.modulus() - of) % self.modulus())
            .collect()
    }

    fn sum(&self, (one, factor): (&Vector, usize), (other, times): (&Vector, usize)) -> Vector {
        one.iter().zip(other).map(|(a, b)| (a * factor + b * times) % self.modulus()).collect()
    }

    /// Adds a direction. Whether it was not there. In O(pegs²), more where it was not.
    fn insert(&mut self, mut vector: Vector) -> bool {
        let (modulus, mut grows) = (self.modulus(), false);
        for peg in 0..vector.len() {
            let (value, row) = (vector[peg], self.rows[peg].clone());
            let pivot = if row[peg] == 0 { modulus } else { row[peg] };
            if value.is_multiple_of(pivot) {
                vector = self.sum((&vector, 1), (&row, modulus - value / pivot));
                continue;
            }
            grows = true;
            let (divisor, of_pivot, of_value) = common_divisor(pivot, value, modulus);
            let direction = self.sum((&row, of_pivot), (&vector, of_value));
            vector = self.sum((&row, value / divisor), (&vector, modulus - pivot / divisor));
            let besides = self.sum((&direction, modulus / divisor), (&direction, 0));
            self.rows[peg] = direction;
            self.insert(besides);
        }
        grows
    }

    fn has(&self, code: &Code) -> bool {
        let mut vector = self.behind_origin(code);
        for ((peg, row), pivot) in self.rows.iter().enumerate().zip(self.pivots()) {
            if !vector[peg].is_multiple_of(pivot) {
                return false;
            }
            if vector[peg] > 0 {
                vector = self.sum((&vector, 1), (row, self.modulus() - vector[peg] / pivot));
            }
        }
        true
    }

    /// The pegs that follow from those before them, each with the factors of these and a number. Empty where some follow in part.
    fn relations(&self) -> Vec<(usize, Vector, usize)> {
        let pivots: Vec<usize> = self.pivots().collect();
        let mut rows = self.rows.clone();
        for peg in (0..rows.len()).filter(|&peg| pivots[peg] == 1) {
            for earlier in 0..peg {
                rows[earlier] = self.sum((&rows[earlier], 1), (&rows[peg], self.modulus() - rows[earlier][peg]));
            }
        }
        let is_solved = pivots.iter().all(|&pivot| pivot == 1 || pivot == self.modulus());
        let dependent = (0..rows.len()).filter(|&peg| is_solved && pivots[peg] != 1);
        let relation = |peg: usize| {
            let factors: Vector = rows.iter().map(|row| row[peg]).collect();
            let sum: usize = factors.iter().zip(&self.origin).map(|(factor, of)| (self.modulus() - factor) * of).sum();
            (peg, factors, (self.origin[peg] + sum) % self.modulus())
        };
        dependent.map(relation).collect()
    }
}

impl Model for Span {
    fn draw(&self, rng: &mut Rng) -> Code {
        let mut vector = self.origin.clone();
        for (row, pivot) in self.rows.iter().zip(self.pivots()) {
            vector = self.sum((&vector, 1), (row, rng.below(self.modulus() / pivot)));
        }
        Code::from_fn(self.game, |peg| color(vector[peg]))
    }

    fn probability(&self, code: &Code) -> f64 {
        let each = self.pivots().fold(1.0, |each, pivot| each * pivot as f64 / self.modulus() as f64);
        if self.has(code) { each } else { 0.0 }
    }

    fn description(&self) -> String {
        let relations = self.relations();
        let words = relations.iter().take(DESCRIBED).map(|(peg, factors, plus)| {
            let term = |(of, factor): (usize, &usize)| match factor {
                0 => None,
                1 => Some(format!("peg {}", of + 1)),
                _ => Some(format!("{factor} × peg {}", of + 1)),
            };
            let terms = factors.iter().enumerate().filter_map(term).chain((*plus > 0).then(|| plus.to_string()));
            let terms: Vec<String> = terms.collect();
            format!("peg {} = {}", peg + 1, if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") })
        });
        let words: Vec<String> = words.collect();
        let words = if words.is_empty() { "linear relations between pegs".to_owned() } else { words.join("; ") };
        let others = if relations.len() > DESCRIBED { " and so on" } else { "" };
        format!("{words}{others}, modulo {} with A for 0", self.modulus())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The span has what sums and differences reach, for numbers of colors that are primes or not.
    #[test]
    fn a_span_has_what_sums_reach() {
        let mut rng = Rng::new(7);
        for game in ["3x2", "3x3", "3x4", "4x4", "3x5", "3x6", "2x8", "2x12"].map(|text| text.parse::<Game>().unwrap())
        {
            for count in (1..5).cycle().take(40) {
                let codes: Vec<Code> = (0..count).map(|_| Code::from_fn(game, |_| rng.color(game.colors()))).collect();
                let mut span = Span::new(game, &codes[0]);
                let mut reached: BTreeSet<Code> = codes.iter().copied().collect();
                codes.iter().for_each(|code| {
                    span.insert(span.behind_origin(code));
                });
                let mut before = 0;
                while reached.len() > before {
                    before = reached.len();
                    for one in reached.clone() {
                        reached.extend(codes.iter().map(|other| {
                            let on = span.sum((&span.behind_origin(&one), 1), (&span.behind_origin(other), 1));
                            Code::from_fn(game, |peg| color((on[peg] + span.origin[peg]) % game.colors()))
                        }));
                    }
                }
                assert!(game.codes().all(|code| span.has(&code) == reached.contains(&code)), "{game} {codes:?}");
                assert!((span.probability(&codes[0]) * reached.len() as f64 - 1.0).abs() < 1e-9, "{game} {codes:?}");
                assert!((0..9).all(|_| reached.contains(&span.draw(&mut rng))));
            }
        }
    }

    #[test]
    fn a_check_digit_is_described() {
        let (game, mut rng): (Game, _) = ("4x6".parse().unwrap(), Rng::new(1));
        let codes: Vec<(Code, f64)> = (0..30)
            .map(|_| {
                let pegs: Vec<usize> = (0..3).map(|_| rng.below(6)).collect();
                let last = (pegs[0] + 5 * pegs[1] + 2 * pegs[2] + 3) % 6;
                (Code::from_fn(game, |peg| color(*pegs.get(peg).unwrap_or(&last))), 1.0)
            })
            .collect();
        let family = fit(game, &codes).unwrap();
        let model = family.at(game).swap_remove(0).1;
        assert_eq!(model.description(), "peg 4 = peg 1 + 5 × peg 2 + 2 × peg 3 + 3, modulo 6 with A for 0");
        assert!((crate::family::probability(&family.at(game), &codes[0].0) - 1.0 / 216.0).abs() < 1e-12);
        assert!((family.leave_one_out(game, &codes[9].0, 1.0) - 1.0 / 216.0).abs() < 1e-12);
    }
}
