//! Codes that are found together with one of them.

use super::Listing;
use crate::{Code, Color, Rng, Scsa, Size, next_permutation};
use std::collections::HashSet;

/// So many codes that are drawn tell whether a rule has a symmetry.
const PROBES: usize = 64;

/// What can be done to a code that makes it no less probable, and no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetry {
    /// Its pegs may be put in any order.
    Pegs,
    /// Its colors may become any others, different ones different ones.
    Colors,
    /// Nothing: each code is by itself.
    None,
}

impl Symmetry {
    /// The symmetry of a rule, as far as codes that are drawn tell.
    pub fn of(scsa: &dyn Scsa, size: Size, rng: &mut Rng) -> Symmetry {
        let mut has = |symmetry: Symmetry| {
            (0..PROBES).all(|_| {
                let code = scsa.draw(size, rng);
                let other = symmetry.another(size, &code, rng);
                let (one, other) = (scsa.probability(size, &code), scsa.probability(size, &other));
                one > 0.0 && (one - other).abs() <= 1e-9 * one
            })
        };
        [Symmetry::Pegs, Symmetry::Colors].into_iter().find(|symmetry| has(*symmetry)).unwrap_or(Symmetry::None)
    }

    /// A code with the same orbit, drawn.
    fn another(self, size: Size, code: &Code, rng: &mut Rng) -> Code {
        match self {
            Symmetry::Pegs => {
                let mut pegs: Vec<Color> = code.pegs().collect();
                rng.shuffle(&mut pegs);
                Code::from_fn(size, |peg| pegs[peg])
            }
            Symmetry::Colors => {
                let mut palette: Vec<Color> = size.palette().collect();
                rng.shuffle(&mut palette);
                Code::from_fn(size, |peg| palette[code.peg(peg).index()])
            }
            Symmetry::None => *code,
        }
    }

    /// The code that stands for an orbit, all codes that one of them can become: its lexicographically first one.
    fn first(self, size: Size, code: &Code) -> Code {
        match self {
            Symmetry::Pegs => {
                let mut pegs: Vec<Color> = code.pegs().collect();
                pegs.sort_unstable();
                Code::from_fn(size, |peg| pegs[peg])
            }
            Symmetry::Colors => {
                let (mut names, mut palette) = ([None; Color::MAX], size.palette());
                Code::from_fn(size, |peg| {
                    *names[code.peg(peg).index()].get_or_insert_with(|| palette.next().unwrap_or(Color::A))
                })
            }
            Symmetry::None => *code,
        }
    }

    /// Calls `each` with the codes of the orbit that begins with this one, until it says no.
    fn orbit(self, size: Size, first: &Code, mut each: impl FnMut(Code) -> bool) {
        match self {
            Symmetry::Pegs => {
                let mut pegs: Vec<Color> = first.pegs().collect();
                while each(Code::from_fn(size, |peg| pegs[peg])) && next_permutation(&mut pegs) {}
            }
            Symmetry::Colors => {
                // The first places are what the colors of the code become. The others are turned around before each step, so
                // that it passes over their orders.
                let mut palette: Vec<Color> = size.palette().collect();
                let distinct = first.distinct();
                while each(Code::from_fn(size, |peg| palette[first.peg(peg).index()])) {
                    palette[distinct..].reverse();
                    if !next_permutation(&mut palette) {
                        break;
                    }
                }
            }
            Symmetry::None => {
                each(*first);
            }
        }
    }
}

/// What a search came to.
pub enum Found {
    /// All codes of the rule, in lexicographic order.
    All(Vec<(Code, f64)>),
    /// More than were asked for, or not all in so many draws.
    NotAll,
    /// Codes that show that the rule has not got that symmetry.
    OtherSymmetry,
}

impl Found {
    /// All codes, if they were found.
    pub fn all(self) -> Option<Vec<(Code, f64)>> {
        match self {
            Found::All(codes) => Some(codes),
            Found::NotAll | Found::OtherSymmetry => None,
        }
    }
}

/// A search for all codes of a rule, orbit by orbit.
pub struct Search<'a> {
    pub scsa: &'a dyn Scsa,
    pub size: Size,
    pub symmetry: Symmetry,
    pub listing: &'a Listing,
}

impl Search<'_> {
    /// Draws codes until all orbits are found. Of each orbit all codes are known at once, and, with a symmetry, the orbits to which
    /// one of its pegs with another color leads.
    ///
    /// That they have a probability, and that those sum to 1, shows that they are right and all there are.
    pub fn run(&self, rng: &mut Rng) -> Found {
        let Search { scsa, size, symmetry, listing } = *self;
        let most = listing.most;
        let (mut codes, mut sum, mut in_vain) = (Vec::new(), 0.0, 0);
        let mut seen: HashSet<Code> = HashSet::new();
        let mut next: Vec<Code> = Vec::new();
        for _ in 0..listing.draws {
            let drawn = symmetry.first(size, &scsa.draw(size, rng));
            if seen.insert(drawn) {
                next.push(drawn);
            }
            while let Some(first) = next.pop() {
                symmetry.orbit(size, &first, |code| {
                    let probability = scsa.probability(size, &code);
                    if probability > 0.0 {
                        codes.push((code, probability));
                        sum += probability;
                    } else {
                        in_vain += 1;
                    }
                    codes.len() <= most && in_vain <= most
                });
                if codes.len() > most {
                    return Found::NotAll;
                }
                if in_vain > most {
                    return Found::OtherSymmetry;
                }
                if symmetry != Symmetry::None {
                    self.neighbours(&first, &mut seen, &mut next);
                }
            }
            if listing.are_all(sum) {
                codes.sort_unstable_by_key(|(code, _)| *code);
                return Found::All(codes);
            }
        }
        Found::NotAll
    }

    /// Adds the orbits to which another color of one peg leads and that were not seen.
    fn neighbours(&self, first: &Code, seen: &mut HashSet<Code>, next: &mut Vec<Code>) {
        for (peg, color) in (0..self.size.pegs()).flat_map(|peg| self.size.palette().map(move |color| (peg, color))) {
            let mut other = *first;
            other.set(peg, color);
            let other = self.symmetry.first(self.size, &other);
            if !seen.contains(&other) && self.scsa.probability(self.size, &other) > 0.0 {
                seen.insert(other);
                next.push(other);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::{FirstAndLast, InsertColors, OnlyOnce, TwoColorAlternating, UsuallyFewer};

    fn size(text: &str) -> Size {
        text.parse().unwrap()
    }

    #[test]
    fn rules_have_the_symmetries_that_they_have() {
        let of = |scsa: &dyn Scsa| Symmetry::of(scsa, size("6x9"), &mut Rng::new(1));
        assert_eq!(of(&InsertColors), Symmetry::Pegs);
        assert_eq!(of(&OnlyOnce), Symmetry::Pegs);
        assert_eq!(of(&UsuallyFewer), Symmetry::Pegs);
        assert_eq!(of(&TwoColorAlternating), Symmetry::Colors);
        assert_eq!(of(&FirstAndLast), Symmetry::Colors);
    }

    #[test]
    fn orbits_have_all_their_codes_once() {
        let number = |symmetry: Symmetry, text: &str| {
            let (size, mut orbit) = (size("4x5"), Vec::new());
            let code: Code = text.parse().unwrap();
            let first = symmetry.first(size, &code);
            symmetry.orbit(size, &first, |code| {
                assert_eq!(symmetry.first(size, &code), first);
                orbit.push(code);
                true
            });
            assert!(orbit.is_sorted() && orbit[0] == first && orbit.contains(&code));
            assert!(orbit.windows(2).all(|pair| pair[0] != pair[1]));
            orbit.len()
        };
        assert_eq!(number(Symmetry::Pegs, "CABC"), 12);
        assert_eq!(number(Symmetry::Pegs, "DDDD"), 1);
        assert_eq!(number(Symmetry::Colors, "CABC"), 60);
        assert_eq!(number(Symmetry::Colors, "DDDD"), 5);
        assert_eq!(number(Symmetry::Colors, "EDCB"), 120);
        assert_eq!(number(Symmetry::None, "EDCB"), 1);
    }
}
