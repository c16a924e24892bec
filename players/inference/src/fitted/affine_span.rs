//! The affine span of codes, where the number of colors is prime.

use super::linear::{Linear, LinearRow};
use scsa::{Code, Size};

/// Peg by peg, modulo the number of colors.
type Vector = [usize; Size::MAX_PEGS];

/// The smallest set of codes that holds certain ones and, with any two of them, all codes on the line through both.
#[derive(Clone, Debug)]
pub struct AffineSpan {
    pub linear: Linear,
    /// Codes without which the hull is smaller, and does not hold them.
    pub needed: Vec<Code>,
}

/// A direction in the hull, 1 at its pivot and 0 at those of the ones before it; and how it is made from the codes of the basis,
/// each as it lies from the first.
struct SpanDirection {
    pivot: usize,
    vector: Vector,
    made: Vector,
}

/// The hull of those codes, if it does not hold all; their number of colors must be a prime. By elimination (Gauss), of which the
/// cost is that of codes × pegs × pegs, or much less where they have nothing to do with each other.
pub fn hull<'a>(size: Size, mut codes: impl Iterator<Item = &'a Code>) -> Option<AffineSpan> {
    let (pegs, modulus) = (size.pegs(), size.colors());
    let origin = codes.next()?;
    let mut directions: Vec<SpanDirection> = Vec::new();
    // The codes of the basis, and whether another code depends on them: without such a one the hull is the same.
    let mut basis = vec![(*origin, false)];
    for code in codes {
        let mut vector = [0; Size::MAX_PEGS];
        let mut made = [0; Size::MAX_PEGS];
        for (peg, place) in vector.iter_mut().enumerate().take(pegs) {
            *place = (code.peg(peg).index() + modulus - origin.peg(peg).index()) % modulus;
        }
        for direction in &directions {
            let factor = vector[direction.pivot];
            if factor > 0 {
                subtract(&mut vector, &direction.vector, factor, modulus);
                subtract(&mut made, &direction.made, factor, modulus);
            }
        }
        match vector.iter().position(|&place| place > 0) {
            Some(_) if directions.len() + 1 == pegs => return None,
            Some(pivot) => {
                made[directions.len()] = 1;
                let inverse = inverse(vector[pivot], modulus);
                for place in vector.iter_mut().chain(&mut made) {
                    *place = *place * inverse % modulus;
                }
                directions.push(SpanDirection { pivot, vector, made });
                basis.push((*code, false));
            }
            None => {
                // What was subtracted makes the code.
                let others: usize = made[..directions.len()].iter().sum();
                basis[0].1 |= !(1 + others).is_multiple_of(modulus);
                for (member, &factor) in basis[1..].iter_mut().zip(&made) {
                    member.1 |= factor > 0;
                }
            }
        }
    }
    let needed = basis.into_iter().filter(|(_, depended)| !depended).map(|(code, _)| code).collect();
    Some(AffineSpan { linear: solved(size, origin, directions), needed })
}

/// The pegs that are no pivots as sums of those that are.
fn solved(size: Size, origin: &Code, directions: Vec<SpanDirection>) -> Linear {
    let modulus = size.colors();
    let mut vectors: Vec<(usize, Vector)> = directions.into_iter().map(|one| (one.pivot, one.vector)).collect();
    for later in (0..vectors.len()).rev() {
        let (pivot, vector) = vectors[later];
        for (_, earlier) in &mut vectors[..later] {
            let factor = earlier[pivot];
            subtract(earlier, &vector, factor, modulus);
        }
    }
    let dependent = (0..size.pegs()).filter(|peg| vectors.iter().all(|(pivot, _)| pivot != peg));
    let rows = dependent.map(|peg| {
        let mut terms: Vec<(usize, usize)> = vectors.iter().map(|(pivot, vector)| (*pivot, vector[peg])).collect();
        terms.retain(|(_, factor)| *factor > 0);
        terms.sort_unstable();
        let less: usize = terms.iter().map(|&(pivot, factor)| (modulus - factor) * origin.peg(pivot).index()).sum();
        LinearRow { peg, terms, plus: (origin.peg(peg).index() + less) % modulus }
    });
    Linear::new(size, rows.collect())
}

fn subtract(from: &mut Vector, vector: &Vector, factor: usize, modulus: usize) {
    for (place, of) in from.iter_mut().zip(vector) {
        *place = (*place + (modulus - factor) * of) % modulus;
    }
}

/// By what a number is to be multiplied to make 1.
fn inverse(number: usize, prime: usize) -> usize {
    (1..prime).find(|other| number * other % prime == 1).unwrap_or(1)
}

/// Whether a number is a prime.
pub fn is_prime(number: usize) -> bool {
    number > 1 && (2..number).all(|divisor| !number.is_multiple_of(divisor))
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::Rng;
    use std::collections::BTreeSet;

    /// Adds points of lines until there are no more.
    fn closure(size: Size, codes: &[Code]) -> BTreeSet<Code> {
        let mut all: BTreeSet<Code> = codes.iter().copied().collect();
        loop {
            let known: Vec<Code> = all.iter().copied().collect();
            for (one, other) in known.iter().flat_map(|one| known.iter().map(move |other| (one, other))) {
                for times in 2..size.colors() + 2 {
                    let on_line = |peg: usize| {
                        let (from, to) = (one.peg(peg).index(), other.peg(peg).index());
                        crate::counting::color((from + times * (to + size.colors() - from)) % size.colors())
                    };
                    all.insert(Code::from_fn(size, on_line));
                    // With two colors a line has two points, a plane four.
                    all.insert(Code::from_fn(size, |peg| {
                        let three = [one, other, &codes[0]].map(|code| code.peg(peg).index());
                        crate::counting::color((three[0] + three[1] + (size.colors() - 1) * three[2]) % size.colors())
                    }));
                }
            }
            if all.len() == known.len() {
                return all;
            }
        }
    }

    #[test]
    fn the_hull_is_what_lines_reach() {
        let mut rng = Rng::new(7);
        let mut smaller = 0;
        for size in ["3x2", "4x2", "3x3", "4x3", "2x5", "3x5"].map(|text| text.parse::<Size>().unwrap()) {
            for count in (1..7).cycle().take(60) {
                let codes: Vec<Code> = (0..count).map(|_| Code::from_fn(size, |_| rng.color(size.colors()))).collect();
                let all = closure(size, &codes);
                let Some(hull) = hull(size, codes.iter()) else {
                    assert_eq!(all.len() as f64, size.codes().count() as f64);
                    continue;
                };
                assert!(size.codes().all(|code| hull.linear.holds(&code) == all.contains(&code)), "{size} {codes:?}");
                for left_out in 0..codes.len() {
                    let mut others = codes.clone();
                    let code = others.remove(left_out);
                    let needed = others.is_empty() || !closure(size, &others).contains(&code);
                    assert_eq!(hull.needed.contains(&code), needed, "{size} {codes:?}: {code}");
                }
                smaller += 1;
            }
        }
        assert!(smaller > 100, "{smaller}");
    }
}
