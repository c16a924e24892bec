//! Properties of the color of a peg beside the pegs before it: a relation, in which it is to them, and a context, which they are.
//!
//! A relation and a context are numbers. Relation 0 is none.

use crate::counting::is_vowel;
use scsa::{Color, Game};

/// The pegs before one.
#[derive(Clone, Debug)]
pub struct Before {
    game: Game,
    pegs: [u8; Game::MAX_PEGS],
    read: usize,
    counts: [u8; Color::MAX],
    /// The colors in the order in which they first came.
    order: [u8; Color::MAX],
    /// The number of other colors that came first before each.
    places: [u8; Color::MAX],
    distinct: usize,
    most: u8,
    sum: usize,
    /// The sum of the distances between neighbors.
    distances: usize,
    /// Whether colors went up, and down.
    directions: [bool; 2],
    /// Whether distances became larger, and smaller, before.
    growth: [bool; 2],
    /// By step, whether it came.
    steps: [bool; Color::MAX + 1],
}

impl Before {
    pub fn new(game: Game) -> Before {
        let (counts, order, places) = ([0; Color::MAX], [0; Color::MAX], [0; Color::MAX]);
        let (pegs, steps) = ([0; Game::MAX_PEGS], [false; Color::MAX + 1]);
        let (read, distinct, most, sum, distances, directions, growth) = (0, 0, 0, 0, 0, [false; 2], [false; 2]);
        Before { game, pegs, read, counts, order, places, distinct, most, sum, distances, directions, growth, steps }
    }

    pub fn push(&mut self, color: usize) {
        if self.counts[color] == 0 {
            self.order[self.distinct] = color as u8;
            self.distinct += 1;
            let others = self.counts.iter().zip(&mut self.places).enumerate();
            others.for_each(|(other, (count, place))| *place += u8::from(*count == 0 && other != color));
        }
        if let Some(last) = self.back(1) {
            let distance = color.abs_diff(last);
            let before = self.last_two().map_or(distance, |[before, last]| last.abs_diff(before));
            self.directions[0] |= color > last;
            self.directions[1] |= color < last;
            self.growth[0] |= distance > before;
            self.growth[1] |= distance < before;
            self.distances += distance;
            self.steps[step(color, last, self.game.colors())] = true;
        }
        self.counts[color] += 1;
        self.most = self.most.max(self.counts[color]);
        self.sum += color;
        self.pegs[self.read] = color as u8;
        self.read += 1;
    }

    pub fn pegs(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.pegs[..self.read].iter().map(|&peg| usize::from(peg))
    }

    /// The color so many pegs before, of which there is one at least.
    fn back(&self, pegs: usize) -> Option<usize> {
        if pegs == 0 { None } else { self.read.checked_sub(pegs).map(|peg| usize::from(self.pegs[peg])) }
    }

    fn first(&self) -> Option<usize> {
        self.back(self.read)
    }

    fn last_two(&self) -> Option<[usize; 2]> {
        Some([self.back(2)?, self.back(1)?])
    }

    /// The number of pegs that come after the next one.
    fn left(&self) -> usize {
        self.game.pegs() - 1 - self.read
    }

    fn count(&self, color: usize) -> usize {
        usize::from(self.counts[color])
    }

    fn is_new(&self, color: usize) -> bool {
        self.counts[color] == 0
    }

    /// A sum modulo the colors.
    fn rest(&self, sum: usize) -> usize {
        sum % self.game.colors()
    }

    /// A sum of so many pegs, in 62 parts of the largest one.
    fn part(&self, sum: usize) -> usize {
        1 + sum * 62 / (self.game.pegs() * self.game.colors())
    }

    /// The relation of each color.
    fn each(&self, relation: impl Fn(usize) -> usize) -> Relations {
        each(self.game, relation)
    }

    /// The relation of each color to the one before, which is none at the first peg.
    fn to_last(&self, relation: impl Fn(usize, usize) -> usize) -> Relations {
        self.back(1).map_or([0; Color::MAX], |last| self.each(|color| relation(color, last)))
    }

    /// The relation of each color that did not come before.
    fn new_ones(&self, relation: impl Fn(usize) -> usize) -> Relations {
        self.each(|color| if self.is_new(color) { relation(color) } else { 0 })
    }
}

fn each(game: Game, relation: impl Fn(usize) -> usize) -> Relations {
    let mut relations = [0; Color::MAX];
    for (color, place) in relations.iter_mut().enumerate().take(game.colors()) {
        *place = relation(color).min(MOST_KINDS - 1) as u8;
    }
    relations
}

/// 1 and the distance from another color to one, upwards and modulo the colors.
fn step(color: usize, other: usize, colors: usize) -> usize {
    1 + if color < other { color + colors - other } else { color - other }
}

/// 1 below, 2 equal, 3 above.
fn compared(one: usize, other: usize) -> usize {
    2 + usize::from(one > other) - usize::from(one < other)
}

fn two(flags: [bool; 2]) -> usize {
    usize::from(flags[0]) + 2 * usize::from(flags[1])
}

/// The relation of each color, below [`MOST_KINDS`]; 0 is none.
pub type Relations = [u8; Color::MAX];

enum Relation {
    /// Of a color beside another one, or a sum modulo the colors, that the pegs before have: none where they have none. It is told both,
    /// and the number of colors.
    To(&'static str, fn(&Before) -> Option<usize>, fn(usize, usize, usize) -> usize),
    /// Of all colors beside the pegs before.
    Of(&'static str, fn(&Before) -> Relations),
}

use Relation::{Of, To};

/// Relations are below this.
pub const MOST_KINDS: usize = 64;
/// The first relations, which are the same with more pegs to come.
const LOCAL: usize = 21;
/// Sums of all pegs are also taken modulo these, as they are and weighted by the numbers of the pegs.
const MODULI: std::ops::RangeInclusive<usize> = 3..=13;

const RELATIONS: [Relation; 25] = [
    To("its letter", |_| Some(0), |color, _, _| 1 + color),
    To("its step from the color before", |b| b.back(1), step),
    To("its step from the color two before", |b| b.back(2), step),
    To("its step from the color three before", |b| b.back(3), step),
    To("its step from the first color", Before::first, step),
    To("its step from three times the color before", |b| b.back(1).map(|last| b.rest(3 * last)), step),
    To(
        "its step less the step before",
        |b| b.last_two().map(|[before, last]| b.rest(2 * last + b.game.colors() - before)),
        step,
    ),
    To("its sum with the color before", |b| b.back(1), |color, last, _| 1 + last + color),
    To("its distance from the color before", |b| b.back(1), |color, last, _| 1 + color.abs_diff(last)),
    Of("whether that distance grows", |b| match b.back(2) {
        Some(before) => b.to_last(|color, last| compared(color.abs_diff(last), last.abs_diff(before))),
        None => [0; Color::MAX],
    }),
    To("whether it is above the color before", |b| b.back(1), |color, last, _| compared(color, last)),
    To("whether it is above the color two before", |b| b.back(2), |color, other, _| compared(color, other)),
    Of("its letter, if it is new", |b| b.new_ones(|color| 1 + color)),
    Of("its distance from the last new color, if it is new", |b| match b.distinct.checked_sub(1) {
        Some(last) => b.new_ones(|color| 1 + Color::MAX + color - usize::from(b.order[last])),
        None => [0; Color::MAX],
    }),
    Of("which one it is, in the order in which colors first came", |b| {
        b.each(|color| if b.is_new(color) { 0 } else { 1 + usize::from(b.places[color]) })
    }),
    Of("how recently it came", |b| {
        let mut relations = [0; Color::MAX];
        b.pegs().enumerate().for_each(|(peg, color)| relations[color] = (b.read - peg) as u8);
        relations
    }),
    Of("how often it came", |b| b.counts),
    Of("how often it came beside the most frequent color", |b| {
        b.each(|color| compared(b.count(color) + 1, usize::from(b.most)))
    }),
    Of("how many colors are as far from it as their pegs", |b| {
        let mut relations = [0; Color::MAX];
        for (pegs, color) in (1..).zip(b.pegs().rev()) {
            for attacked in [color.wrapping_sub(pegs), color + pegs] {
                relations.get_mut(attacked).into_iter().for_each(|colors| *colors += 1);
            }
        }
        relations
    }),
    Of("whether its step came", |b| b.to_last(|color, last| usize::from(b.steps[step(color, last, b.game.colors())]))),
    To("the sum modulo the colors", |b| Some(b.rest(b.sum)), |color, sum, colors| 1 + (sum + color) % colors),
    Of("the sum", |b| b.each(|color| b.part(b.sum + color))),
    Of("the sum of distances", |b| b.to_last(|color, last| b.part(b.distances + color.abs_diff(last)))),
    To(
        "its step from its mirror image",
        |b| Some(b.left()).filter(|&peg| peg < b.read).map(|peg| usize::from(b.pegs[peg])),
        step,
    ),
    To(
        "its step from its own in the first half",
        |b| b.read.checked_sub(b.game.pegs().div_ceil(2)).map(|own| usize::from(b.pegs[own])),
        step,
    ),
];

pub type Context = (&'static str, fn(&Before) -> usize);

/// The first contexts, which are the same with more pegs to come.
const LOCAL_CONTEXTS: usize = 15;

pub const CONTEXTS: [Context; 18] = [
    ("", |_| 0),
    ("whether the peg is even", |b| b.read % 2),
    ("the color before", |b| b.back(1).map_or(0, |last| 1 + last)),
    ("the color two before", |b| b.back(2).map_or(0, |other| 1 + other)),
    ("the first color", |b| b.first().map_or(0, |first| 1 + first)),
    ("how often the first color came", |b| b.first().map_or(0, |first| b.count(first))),
    ("how often the color before came", |b| b.back(1).map_or(0, |last| b.count(last))),
    ("how often a color came at most", |b| usize::from(b.most)),
    ("the number of colors", |b| b.distinct),
    ("the length of the run", |b| b.pegs().rev().take_while(|&peg| Some(peg) == b.back(1)).count()),
    ("whether the color before went up", |b| b.last_two().map_or(0, |[before, last]| compared(last, before))),
    ("the distance of the color before", |b| b.last_two().map_or(0, |[before, last]| 1 + last.abs_diff(before))),
    ("whether colors went up and down", |b| two(b.directions)),
    ("whether distances grew and shrank", |b| two(b.growth)),
    ("whether the vowels are odd", |b| b.pegs().filter(|&peg| is_vowel(peg)).count() % 2),
    ("how many more are of the first half of the colors", |b| {
        let low = b.counts[..b.game.colors() / 2].iter().map(|&count| usize::from(count)).sum::<usize>();
        (2 * low + 4).saturating_sub(b.read).min(8)
    }),
    ("the peg", |b| b.read),
    ("the pegs that are left", |b| b.left().min(2)),
];

/// A relation in a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Property {
    pub relation: usize,
    pub context: usize,
}

/// The number of relations, those of sums of all pegs included.
pub fn relations() -> usize {
    RELATIONS.len() + 2 * MODULI.count()
}

pub fn relations_of_colors(index: usize, before: &Before) -> Relations {
    match (key(index, before), RELATIONS.get(index)) {
        (Some(key), _) => relations_to(index, before.game, key),
        (None, Some(Of(_, relations))) => relations(before),
        _ => [0; Color::MAX],
    }
}

/// The only number of the pegs before on which the relation depends, below [`Color::MAX`]. Without one, and if it
/// [depends on one](has_key), it is none for all colors.
pub fn key(index: usize, before: &Before) -> Option<usize> {
    match RELATIONS.get(index) {
        Some(To(_, key, _)) => key(before),
        Some(_) => None,
        None if before.left() > 0 => None,
        None => {
            let (modulus, is_weighted) = of_sum(index);
            let weight = |place: usize| if is_weighted { place + 1 } else { 1 };
            Some(before.pegs().enumerate().map(|(place, peg)| weight(place) * peg).sum::<usize>() % modulus)
        }
    }
}

pub fn has_key(index: usize) -> bool {
    !matches!(RELATIONS.get(index), Some(Of(..)))
}

/// The relation of each color where that is the number of the pegs before, if one can have it.
pub fn relations_to(index: usize, game: Game, key: usize) -> Relations {
    match RELATIONS.get(index) {
        Some(To(_, _, relation)) if key < game.colors() => each(game, |color| relation(color, key, game.colors())),
        Some(_) => [0; Color::MAX],
        None => {
            let (modulus, is_weighted) = of_sum(index);
            each(game, |color| 1 + (key + if is_weighted { game.pegs() } else { 1 } * color) % modulus)
        }
    }
}

/// The modulus of a sum of all pegs, and whether it is weighted by their numbers.
fn of_sum(index: usize) -> (usize, bool) {
    let place = index - RELATIONS.len();
    (MODULI.start() + place / 2, place % 2 == 1)
}

pub fn context(index: usize, before: &Before) -> usize {
    CONTEXTS[index].1(before)
}

impl Property {
    /// All, sums of all pegs in no context.
    pub fn all() -> impl Iterator<Item = Property> {
        let contexts = |relation| if relation < RELATIONS.len() { CONTEXTS.len() } else { 1 };
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
        self.relation < LOCAL && self.context < LOCAL_CONTEXTS
    }

    pub fn words(self) -> String {
        let relation = match RELATIONS.get(self.relation) {
            Some(Of(words, _) | To(words, ..)) => (*words).to_owned(),
            None => match of_sum(self.relation) {
                (modulus, true) => format!("the sum of all pegs times their numbers, modulo {modulus}"),
                (modulus, false) => format!("the sum of all pegs, modulo {modulus}"),
            },
        };
        match CONTEXTS[self.context].0 {
            "" => relation,
            words => format!("{relation}, given {words}"),
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
        let of = |words: &str, color| {
            relations_of_colors(
                RELATIONS.iter().position(|of| matches!(of, Of(other, _) | To(other, ..) if *other == words)).unwrap(),
                &before,
            )[color]
        };
        assert_eq!([0, 1, 6].map(|color| of("its step from the color two before", color)), [3, 4, 2]);
        // From F to A were two colors upwards, modulo the colors: the step to B is one less.
        assert_eq!(of("its step less the step before", 1), 1 + 6);
        assert_eq!([0, 3, 6].map(|color| of("how recently it came", color)), [1, 0, 0]);
        assert_eq!([2, 5].map(|color| of("how many colors are as far from it as their pegs", color)), [0, 1]);
        let given = |words: &str| CONTEXTS.iter().find(|(other, _)| *other == words).unwrap().1(&before);
        assert_eq!(given("whether colors went up and down"), 1 + 2);
        assert_eq!(given("whether distances grew and shrank"), 1);
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
            let local = Property::all().filter(|property| property.is_local());
            let numbers = local.map(|of| (context(of.context, &before), relations_of_colors(of.relation, &before)));
            numbers.collect::<Vec<_>>()
        };
        assert_eq!(all(games[0]), all(games[1]));
    }
}
