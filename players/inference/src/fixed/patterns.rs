//! Rules about which pegs are equal and in which order: patterns whose groups are colored as a shorter code, second halves that are the
//! first half in another order, and pegs that are drawn and then sorted, or put in blocks of a color.

use crate::counting::{FACTORIALS, orders, power, rebuilt, with_pegs};
use crate::family::{Family, FnModel, Model, only};
use scsa::{Code, Color, Game, Rng};
use std::sync::Arc;

/// A pattern of pegs that are equal, for codes of any length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EqualityPattern {
    /// The first pegs, of that number, come over and over.
    Period(usize),
    Mirror,
    /// That number of equal parts: the code is one part over and over; the last one is cut where they do not come out even.
    Repeats(usize),
    /// Only the first and the last peg.
    Ends,
    Runs(usize),
    /// That number of blocks, as even as possible, longer ones first.
    Blocks(usize),
    Odd,
    Even,
}

pub fn patterns() -> Vec<(EqualityPattern, f64)> {
    let cycles = (2..=8).map(EqualityPattern::Period).zip([4.0, 3.0, 1.5, 0.5, 0.2, 0.1, 0.1]);
    let others = [
        (EqualityPattern::Mirror, 2.0),
        (EqualityPattern::Ends, 3.0),
        (EqualityPattern::Repeats(2), 0.6),
        (EqualityPattern::Repeats(3), 0.1),
        (EqualityPattern::Runs(2), 1.0),
        (EqualityPattern::Runs(3), 0.4),
        (EqualityPattern::Runs(4), 0.1),
        (EqualityPattern::Blocks(2), 1.0),
        (EqualityPattern::Blocks(3), 0.5),
        (EqualityPattern::Blocks(4), 0.2),
        (EqualityPattern::Odd, 0.2),
        (EqualityPattern::Even, 0.2),
    ];
    cycles.chain(others).collect()
}

impl EqualityPattern {
    /// The name of such a rule, and the pattern in words.
    fn words(self) -> (&'static str, String) {
        match self {
            EqualityPattern::Period(period) => ("cycle", format!("{period} pegs, over and over")),
            EqualityPattern::Mirror => ("palindrome", "a palindrome".to_owned()),
            EqualityPattern::Repeats(2) => ("repeated-part", "the first half twice".to_owned()),
            EqualityPattern::Repeats(parts) => ("repeated-part", format!("the first of {parts} parts over and over")),
            EqualityPattern::Ends => ("first-and-last", "the first and the last peg are equal".to_owned()),
            EqualityPattern::Runs(length) => ("runs", format!("each color for {length} pegs on end")),
            EqualityPattern::Blocks(blocks) => ("blocks", format!("{blocks} blocks of one color each")),
            EqualityPattern::Odd => ("every-other-peg", "the pegs 1, 3, 5 … are equal".to_owned()),
            EqualityPattern::Even => ("every-other-peg", "the pegs 2, 4, 6 … are equal".to_owned()),
        }
    }

    /// Pegs of a code of that length are equal if this number is.
    fn key(self, pegs: usize, peg: usize) -> usize {
        match self {
            EqualityPattern::Period(period) => peg % period,
            EqualityPattern::Mirror => peg.min(pegs - 1 - peg),
            EqualityPattern::Repeats(parts) => peg % pegs.div_ceil(parts),
            EqualityPattern::Ends => peg % (pegs - 1).max(1),
            EqualityPattern::Runs(length) => peg / length,
            EqualityPattern::Blocks(blocks) => {
                let (length, longer) = (pegs / blocks, pegs % blocks);
                let in_longer = longer * (length + 1);
                if peg < in_longer { peg / (length + 1) } else { longer + (peg - in_longer) / length.max(1) }
            }
            EqualityPattern::Odd => peg * (peg % 2),
            EqualityPattern::Even if peg % 2 == 1 => 1,
            EqualityPattern::Even => peg + 2,
        }
    }

    /// For each peg its group, numbered in the order of their first pegs, and for each group its first peg.
    fn groups(self, pegs: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut groups, mut first): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        for peg in 0..pegs {
            let same = first.iter().position(|&other| self.key(pegs, other) == self.key(pegs, peg));
            groups.push(same.unwrap_or(first.len()));
            if same.is_none() {
                first.push(peg);
            }
        }
        (groups, first)
    }
}

/// The groups of a pattern are colored as the pegs of a shorter code, by another rule.
pub fn patterned(pattern: EqualityPattern, coloring: Family) -> Family {
    let (name, words) = pattern.words();
    Family::fixed(name, move |game| {
        let (groups, first) = pattern.groups(game.pegs());
        let colorings = coloring.at(with_pegs(game, first.len())).into_iter();
        let of_coloring = |coloring: Arc<dyn Model>| -> Arc<dyn Model> {
            let description = format!("{words}: {}", coloring.description());
            let (groups, first, drawn) = (groups.clone(), first.clone(), (groups.clone(), Arc::clone(&coloring)));
            let by_distinct = coloring.by_distinct();
            let probability = move |code: &Code| {
                let holds = groups.iter().zip(code.pegs()).all(|(&group, color)| code.peg(first[group]) == color);
                if holds { coloring.probability(&rebuilt(first.len(), |group| code.peg(first[group]))) } else { 0.0 }
            };
            let draw = move |rng: &mut Rng| {
                let short = drawn.1.draw(rng);
                Code::from_fn(game, |peg| short.peg(drawn.0[peg]))
            };
            Arc::new(FnModel::new(description, probability, draw).by_distinct(by_distinct))
        };
        colorings.map(|(weight, coloring)| (weight, of_coloring(coloring))).collect()
    })
}

/// In what order the pegs of the first half come again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HalfOrder {
    /// From a peg on that is drawn uniformly; after the last one comes the first.
    Rotated,
    Shuffled,
    Ascending,
    Descending,
}

impl HalfOrder {
    fn words(self) -> &'static str {
        match self {
            HalfOrder::Rotated => "begun at any peg",
            HalfOrder::Shuffled => "shuffled",
            HalfOrder::Ascending => "sorted by color",
            HalfOrder::Descending => "sorted by color from the last one",
        }
    }

    /// The probability that the pegs of a half that is not empty come in the order of `second`.
    fn probability(self, half: &[Color], second: &[Color]) -> f64 {
        let pegs = half.len();
        let in_order = |colors: &[Color]| {
            let mut colors = colors.to_vec();
            colors.sort_unstable();
            colors
        };
        match self {
            HalfOrder::Rotated => {
                let is_turned = |by: &usize| half[*by..] == second[..pegs - by] && half[..*by] == second[pegs - by..];
                (0..pegs).filter(is_turned).count() as f64 / pegs as f64
            }
            _ if in_order(half) != in_order(second) => 0.0,
            HalfOrder::Shuffled => 1.0 / orders(&rebuilt(pegs, |peg| half[peg])),
            HalfOrder::Ascending => f64::from(u8::from(second.is_sorted())),
            HalfOrder::Descending => f64::from(u8::from(second.iter().rev().is_sorted())),
        }
    }

    fn arrange(self, half: &mut [Color], rng: &mut Rng) {
        match self {
            HalfOrder::Rotated => half.rotate_left(rng.below(half.len().max(1))),
            HalfOrder::Shuffled => rng.shuffle(half),
            HalfOrder::Ascending => half.sort_unstable(),
            HalfOrder::Descending => half.sort_unstable_by(|a, b| b.cmp(a)),
        }
    }
}

/// The first half is drawn from all colors, and the second one has its pegs in another order. The middle one of an odd number is any.
pub fn half_again(order: HalfOrder) -> Family {
    Family::fixed("half-again", move |game| {
        let (pegs, half, second) = (game.pegs(), game.pegs() / 2, game.pegs().div_ceil(2));
        let each = 1.0 / power(game.colors(), second);
        let probability = move |code: &Code| {
            let colors: Vec<Color> = code.pegs().collect();
            if half == 0 { each } else { each * order.probability(&colors[..half], &colors[second..]) }
        };
        let draw = move |rng: &mut Rng| {
            let mut colors: Vec<Color> = (0..pegs).map(|_| rng.color(game.colors())).collect();
            colors.copy_within(..half, second);
            order.arrange(&mut colors[second..], rng);
            Code::from_fn(game, |peg| colors[peg])
        };
        let besides = if pegs % 2 == 1 { "; the middle peg is any" } else { "" };
        let description = format!("the second half is the first, {}{besides}", order.words());
        only(FnModel::new(description, probability, draw))
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PegSorting {
    Ascending,
    Descending,
    ColorBlocks,
}

/// A code is drawn by a rule that does not depend on the order of the pegs, and then put in order.
pub fn sorted(order: PegSorting, coloring: Family) -> Family {
    Family::fixed(if order == PegSorting::ColorBlocks { "grouped" } else { "sorted" }, move |game| {
        let colorings = coloring.at(game).into_iter();
        colorings.map(|(weight, coloring)| (weight, sorted_model(game, order, coloring))).collect()
    })
}

fn blocks(code: &Code) -> usize {
    1 + code.pegs().zip(code.pegs().skip(1)).filter(|(before, peg)| before != peg).count()
}

fn sorted_model(game: Game, order: PegSorting, coloring: Arc<dyn Model>) -> Arc<dyn Model> {
    let words = match order {
        PegSorting::Ascending => "sorted, A first",
        PegSorting::Descending => "sorted, A last",
        PegSorting::ColorBlocks => "each color in one block",
    };
    let description = format!("{}, and then {words}", coloring.description());
    let drawn = Arc::clone(&coloring);
    let probability = move |code: &Code| {
        let mut neighbors = code.pegs().zip(code.pegs().skip(1));
        let (holds, arrangements) = match order {
            PegSorting::Ascending => (neighbors.all(|(before, peg)| before <= peg), 1.0),
            PegSorting::Descending => (neighbors.all(|(before, peg)| before >= peg), 1.0),
            PegSorting::ColorBlocks => (blocks(code) == code.distinct(), FACTORIALS[code.distinct()]),
        };
        if holds { orders(code) * coloring.probability(code) / arrangements } else { 0.0 }
    };
    let draw = move |rng: &mut Rng| {
        let code = drawn.draw(rng);
        let mut palette: Vec<Color> = game.palette().collect();
        match order {
            PegSorting::Ascending => {}
            PegSorting::Descending => palette.reverse(),
            PegSorting::ColorBlocks => rng.shuffle(&mut palette),
        }
        let mut pegs = palette.into_iter().flat_map(|color| std::iter::repeat_n(color, code.count(color)));
        Code::from_fn(game, |_| pegs.next().unwrap_or(Color::A))
    };
    Arc::new(FnModel::new(description, probability, draw))
}
