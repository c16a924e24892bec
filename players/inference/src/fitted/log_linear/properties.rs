//! Properties of the color of a peg beside the pegs before it: a relation, in which it is to them, and a context, which they are.
//!
//! A relation and a context are numbers. Relation 0 is none.

use crate::counting::{color, is_vowel};
use scsa::{Color, Game};

/// The pegs before one.
#[derive(Clone, Debug)]
pub struct Before {
    game: Game,
    pegs: [usize; Game::MAX_PEGS],
    read: usize,
    counts: [usize; Color::MAX],
    /// The colors in the order in which they first came.
    order: [usize; Color::MAX],
    distinct: usize,
}

impl Before {
    pub fn new(game: Game) -> Before {
        let (pegs, counts, order) = ([0; Game::MAX_PEGS], [0; Color::MAX], [0; Color::MAX]);
        Before { game, pegs, read: 0, counts, order, distinct: 0 }
    }

    pub fn push(&mut self, color: usize) {
        if self.counts[color] == 0 {
            self.order[self.distinct] = color;
            self.distinct += 1;
        }
        self.counts[color] += 1;
        self.pegs[self.read] = color;
        self.read += 1;
    }

    pub fn pegs(&self) -> &[usize] {
        &self.pegs[..self.read]
    }

    /// The color so many pegs before, of which there is one at least.
    fn back(&self, pegs: usize) -> Option<usize> {
        if pegs == 0 { None } else { self.read.checked_sub(pegs).map(|peg| self.pegs[peg]) }
    }

    /// The number of pegs that come after the next one.
    fn left(&self) -> usize {
        self.game.pegs() - 1 - self.read
    }

    /// The number of other colors that came first before it.
    fn place(&self, color: usize) -> usize {
        self.order[..self.distinct].iter().position(|&other| other == color).unwrap_or(self.distinct)
    }

    fn largest_count(&self) -> usize {
        self.counts.iter().copied().max().unwrap_or_default()
    }

    fn sum(&self) -> usize {
        self.pegs().iter().sum()
    }

    fn distances(&self) -> impl Iterator<Item = usize> {
        self.pegs().windows(2).map(|pair| pair[0].abs_diff(pair[1]))
    }

    /// Whether distances became larger, and smaller, before.
    fn growth(&self) -> [bool; 2] {
        let pairs = || self.distances().zip(self.distances().skip(1));
        [pairs().any(|(one, next)| next > one), pairs().any(|(one, next)| next < one)]
    }

    /// How often colors went up, and down.
    fn directions(&self) -> [usize; 2] {
        let pairs = || self.pegs().windows(2);
        [pairs().filter(|pair| pair[1] > pair[0]).count(), pairs().filter(|pair| pair[1] < pair[0]).count()]
    }

    /// 1 and the distance from another color to one, upwards and modulo the colors.
    fn behind(&self, other: usize, color: usize) -> usize {
        1 + if color < other { color + self.game.colors() - other } else { color - other }
    }

    /// The color so many times the one before, modulo the colors, less another one.
    fn multiple(&self, times: usize, less: usize) -> Option<usize> {
        self.back(1).map(|last| (times * last + self.game.colors() - less) % self.game.colors())
    }

    fn step(&self, back: usize, color: usize) -> usize {
        self.back(back).map_or(0, |other| self.behind(other, color))
    }

    fn last_two(&self) -> Option<[usize; 2]> {
        Some([self.back(2)?, self.back(1)?])
    }

    /// A sum of so many pegs, in 62 parts of the largest one.
    fn part(&self, sum: usize) -> usize {
        1 + sum * 62 / (self.game.pegs() * self.game.colors())
    }
}

/// 1 below, 2 equal, 3 above.
fn compared(one: usize, other: usize) -> usize {
    2 + usize::from(one > other) - usize::from(one < other)
}

/// The difference, limited to so many on either side.
fn difference(one: usize, other: usize, most: usize) -> usize {
    (one + most).saturating_sub(other).min(2 * most)
}

fn two(flags: [bool; 2]) -> usize {
    usize::from(flags[0]) + 2 * usize::from(flags[1])
}

type Relation = (&'static str, fn(&Before, usize) -> usize);

/// Relations are below this.
pub const MOST_KINDS: usize = 64;
/// The first relations, which are the same with more pegs to come.
const LOCAL: usize = 28;
/// Sums of all pegs are also taken modulo these, as they are and weighted by the numbers of the pegs.
const MODULI: std::ops::RangeInclusive<usize> = 3..=13;

const RELATIONS: [Relation; 32] = [
    ("its letter", |_, color| 1 + color),
    ("its step from the color before", |b, color| b.step(1, color)),
    ("its step from the color two before", |b, color| b.step(2, color)),
    ("its step from the color three before", |b, color| b.step(3, color)),
    ("its step from the first color", |b, color| b.step(b.read, color)),
    ("its step from twice the color before", |b, color| b.multiple(2, 0).map_or(0, |other| b.behind(other, color))),
    ("its step from three times the color before", |b, color| {
        b.multiple(3, 0).map_or(0, |other| b.behind(other, color))
    }),
    ("its step less the step before", |b, color| {
        b.back(2).and_then(|before| b.multiple(2, before)).map_or(0, |other| b.behind(other, color))
    }),
    ("its sum with the color before", |b, color| b.back(1).map_or(0, |last| 1 + last + color)),
    ("its distance from the color before", |b, color| b.back(1).map_or(0, |last| 1 + color.abs_diff(last))),
    ("whether that distance grows", |b, color| {
        b.last_two().map_or(0, |[before, last]| compared(color.abs_diff(last), last.abs_diff(before)))
    }),
    ("whether it is above the color before", |b, color| b.back(1).map_or(0, |last| compared(color, last))),
    ("whether it is above the color two before", |b, color| b.back(2).map_or(0, |other| compared(color, other))),
    ("whether it is above the first color", |b, color| b.back(b.read).map_or(0, |first| compared(color, first))),
    ("whether it is above the mean", |b, color| if b.read > 0 { compared(color * b.read, b.sum()) } else { 0 }),
    ("whether it is new", |b, color| usize::from(b.counts[color] == 0)),
    ("its letter, if it is new", |b, color| if b.counts[color] == 0 { 1 + color } else { 0 }),
    ("its place in the alphabet among those that came, if it is new", |b, color| {
        let is_beyond = |beyond: fn(usize, usize) -> bool| b.pegs().iter().all(|&other| beyond(color, other));
        if b.counts[color] == 0 { 1 + two([is_beyond(|a, b| a < b), is_beyond(|a, b| a > b)]) } else { 0 }
    }),
    ("its distance from the last new color, if it is new", |b, color| match b.distinct.checked_sub(1) {
        Some(last) if b.counts[color] == 0 => 1 + Color::MAX + color - b.order[last],
        _ => 0,
    }),
    ("which one it is, in the order in which colors first came", |b, color| {
        if b.counts[color] == 0 { 0 } else { 1 + b.place(color) }
    }),
    ("how recently it came", |b, color| {
        b.pegs().iter().rev().position(|&other| other == color).map_or(0, |pegs| 1 + pegs)
    }),
    ("how often it came", |b, color| b.counts[color]),
    ("how often it came beside those that first came before and after it", |b, color| {
        let (place, count) = (b.place(color), b.counts[color] + 1);
        let beside = |place: Option<usize>| place.map_or(0, |place| compared(count, b.counts[b.order[place]]));
        1 + 4 * beside(place.checked_sub(1)) + beside(Some(place + 1).filter(|&next| next < b.distinct))
    }),
    ("how often it came beside the most frequent color", |b, color| compared(b.counts[color] + 1, b.largest_count())),
    ("how many colors are as far from it as their pegs", |b, color| {
        (0..b.read).filter(|&peg| b.pegs[peg].abs_diff(color) == b.read - peg).count()
    }),
    ("whether its step came", |b, color| {
        let came = |pair: &[usize]| b.behind(pair[0], pair[1]) == b.step(1, color);
        usize::from(b.pegs().windows(2).any(came))
    }),
    ("whether the sum is odd", |b, color| (b.sum() + color) % 2),
    ("the sum modulo the colors", |b, color| 1 + (b.sum() + color) % b.game.colors()),
    ("the sum", |b, color| b.part(b.sum() + color)),
    ("the sum of distances", |b, color| {
        b.back(1).map_or(0, |last| b.part(b.distances().sum::<usize>() + color.abs_diff(last)))
    }),
    (
        "its step from its mirror image",
        |b, color| {
            if b.left() < b.read { b.behind(b.pegs[b.left()], color) } else { 0 }
        },
    ),
    ("its step from its own in the first half", |b, color| {
        b.read.checked_sub(b.game.pegs().div_ceil(2)).map_or(0, |own| b.behind(b.pegs[own], color))
    }),
];

type Context = (&'static str, fn(&Before) -> usize);

/// The first contexts, which are the same with more pegs to come.
const LOCAL_CONTEXTS: usize = 18;

const CONTEXTS: [Context; 21] = [
    ("", |_| 0),
    ("whether the peg is even", |b| b.read % 2),
    ("the color before", |b| b.back(1).map_or(0, |last| 1 + last)),
    ("the color two before", |b| b.back(2).map_or(0, |other| 1 + other)),
    ("the first color", |b| b.back(b.read).map_or(0, |first| 1 + first)),
    ("how often the first color came", |b| b.back(b.read).map_or(0, |first| b.counts[first])),
    ("how often the color before came", |b| b.back(1).map_or(0, |last| b.counts[last])),
    ("how often a color came at most", Before::largest_count),
    ("the number of colors", |b| b.distinct),
    ("the length of the run", |b| b.pegs().iter().rev().take_while(|&&peg| Some(peg) == b.back(1)).count()),
    ("the pegs since a new color", |b| {
        (0..b.read).rev().take_while(|&peg| b.pegs[..peg].contains(&b.pegs[peg])).count()
    }),
    ("whether the color before went up", |b| b.last_two().map_or(0, |[before, last]| compared(last, before))),
    ("the distance of the color before", |b| b.last_two().map_or(0, |[before, last]| 1 + last.abs_diff(before))),
    ("whether colors went up and down", |b| two(b.directions().map(|times| times > 0))),
    ("how many more went up than down", |b| difference(b.directions()[0], b.directions()[1], 3)),
    ("whether distances grew and shrank", |b| two(b.growth())),
    ("whether the sum is odd", |b| b.sum() % 2),
    ("whether the vowels are odd", |b| b.pegs().iter().filter(|&&peg| is_vowel(peg)).count() % 2),
    ("how many more are of the first half of the colors", |b| {
        let low = b.counts[..b.game.colors() / 2].iter().sum::<usize>();
        difference(2 * low, b.read, 4)
    }),
    ("the peg", |b| b.read),
    ("the pegs that are left", |b| b.left().min(2)),
];

/// A relation in a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Property {
    pub relation: usize,
    pub context: usize,
}

/// The number of relations, those of sums of all pegs included.
pub fn relations() -> usize {
    RELATIONS.len() + 2 * MODULI.count()
}

/// The number of contexts, the counts of each color included.
pub fn contexts(game: Game) -> usize {
    CONTEXTS.len() + game.colors()
}

/// The relation of each color, below [`MOST_KINDS`]; 0 is none.
pub fn relations_of_colors(index: usize, before: &Before) -> [u8; Color::MAX] {
    let mut numbers = [0; Color::MAX];
    let colors = numbers.iter_mut().enumerate().take(before.game.colors());
    match RELATIONS.get(index) {
        Some((_, relation)) => {
            colors.for_each(|(color, number)| *number = relation(before, color).min(MOST_KINDS - 1) as u8);
        }
        None if before.left() > 0 => {}
        None => {
            let (modulus, is_weighted) = of_sum(index);
            let weight = |place: usize| if is_weighted { place + 1 } else { 1 };
            let sum: usize = before.pegs().iter().enumerate().map(|(place, peg)| weight(place) * peg).sum();
            let last = weight(before.read);
            colors.for_each(|(color, number)| *number = 1 + ((sum + last * color) % modulus) as u8);
        }
    }
    numbers
}

/// The modulus of a sum of all pegs, and whether it is weighted by their numbers.
fn of_sum(index: usize) -> (usize, bool) {
    let place = index - RELATIONS.len();
    (MODULI.start() + place / 2, place % 2 == 1)
}

pub fn context(index: usize, before: &Before) -> usize {
    match CONTEXTS.get(index) {
        Some((_, context)) => context(before),
        None => before.counts[index - CONTEXTS.len()],
    }
}

impl Property {
    /// All: the first few relations in the contexts of counts of a color too, sums of all pegs in no context.
    pub fn all(game: Game) -> impl Iterator<Item = Property> {
        let contexts = move |relation| match relation {
            0..2 => contexts(game),
            _ if relation < RELATIONS.len() => CONTEXTS.len(),
            _ => 1,
        };
        (0..relations())
            .flat_map(move |relation| (0..contexts(relation)).map(move |context| Property { relation, context }))
    }

    /// The logarithm of how many there are.
    pub fn charge(self) -> f64 {
        let contexts = if self.context > 0 { CONTEXTS.len() } else { 1 };
        libm::log((RELATIONS.len() * contexts) as f64)
    }

    /// Whether it is the same where more pegs are to come.
    pub fn is_local(self) -> bool {
        self.relation < LOCAL && (self.context < LOCAL_CONTEXTS || self.context >= CONTEXTS.len())
    }

    pub fn words(self) -> String {
        let relation = match RELATIONS.get(self.relation) {
            Some((words, _)) => (*words).to_owned(),
            None => match of_sum(self.relation) {
                (modulus, true) => format!("the sum of all pegs times their numbers, modulo {modulus}"),
                (modulus, false) => format!("the sum of all pegs, modulo {modulus}"),
            },
        };
        match CONTEXTS.get(self.context) {
            Some(("", _)) => relation,
            Some((words, _)) => format!("{relation}, given {words}"),
            None => format!("{relation}, given how often {} came", color(self.context - CONTEXTS.len())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After A, C, F, A of six pegs.
    #[test]
    fn relations_and_contexts_are_as_their_words() {
        let mut before = Before::new("6x7".parse().unwrap());
        [0, 2, 5, 0].into_iter().for_each(|color| before.push(color));
        let of = |words: &str, color| RELATIONS.iter().find(|(other, _)| *other == words).unwrap().1(&before, color);
        assert_eq!([0, 1, 6].map(|color| of("its step from the color two before", color)), [3, 4, 2]);
        // From F to A were two colors upwards, modulo the colors: the step to B is one less.
        assert_eq!(of("its step less the step before", 1), 1 + 6);
        assert_eq!([0, 3, 6].map(|color| of("how recently it came", color)), [1, 0, 0]);
        assert_eq!([2, 5].map(|color| of("how many colors are as far from it as their pegs", color)), [0, 1]);
        let given = |words: &str| CONTEXTS.iter().find(|(other, _)| *other == words).unwrap().1(&before);
        assert_eq!(given("how many more went up than down"), 3 + 1);
        assert_eq!(given("whether distances grew and shrank"), 1);
        assert_eq!(given("the pegs since a new color"), 1);
        // 0 · 1 + 2 · 2 + 5 · 3 + 0 · 4 + 3 · 5 + 1 · 6.
        before.push(3);
        let weighted = (0..relations()).find(|&index| index >= RELATIONS.len() && of_sum(index) == (11, true)).unwrap();
        assert_eq!(relations_of_colors(weighted, &before)[1], 1 + 40 % 11);
    }

    /// Local properties do not change where more pegs are to come.
    #[test]
    fn local_properties_do_not_know_the_pegs_to_come() {
        let games: [Game; 2] = ["6x7", "9x7"].map(|game| game.parse().unwrap());
        let all = |game| {
            let mut before = Before::new(game);
            [3, 1, 1, 6].into_iter().for_each(|color| before.push(color));
            let local = Property::all(game).filter(|property| property.is_local());
            let numbers = local.map(|of| (context(of.context, &before), relations_of_colors(of.relation, &before)));
            numbers.collect::<Vec<_>>()
        };
        assert_eq!(all(games[0]), all(games[1]));
    }
}
