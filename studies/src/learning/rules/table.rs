//! The rules of which the design note on models has a table.

use super::{
    draw::{Draw, Rule},
    entry::RuleEntry,
    secrets::{accepted, chain, permutation, word, words},
};
use scsa::Rng;

pub const RULES: [RuleEntry; 9] = [
    RuleEntry { name: "cipher", title: "the second half is a substitution of the first", colors: 7, make: cipher },
    RuleEntry { name: "two-chains", title: "odd and even pegs follow sparse chains", colors: 7, make: two_chains },
    RuleEntry {
        name: "functions-of-two",
        title: "each peg of the second half is a function of two of the first",
        colors: 7,
        make: functions,
    },
    RuleEntry {
        name: "third-before",
        title: "each peg is the third before it plus a constant of the code",
        colors: 6,
        make: third_before,
    },
    RuleEntry {
        name: "disturbed-base",
        title: "a base code, rotated, its colors shifted, two neighbors exchanged",
        colors: 7,
        make: disturbed_base,
    },
    RuleEntry {
        name: "rotated-pattern",
        title: "the first peg rotates a pattern of three new colors",
        colors: 7,
        make: rotated_pattern,
    },
    RuleEntry { name: "joined-words", title: "two of twelve words", colors: 7, make: joined_words },
    RuleEntry { name: "brackets", title: "balanced brackets of three kinds", colors: 6, make: brackets },
    RuleEntry { name: "sorted-half", title: "the second half is the first sorted", colors: 7, make: sorted_half },
];

fn cipher(pegs: usize, colors: usize, rng: &mut Rng) -> Rule {
    let substitution = permutation(colors, rng);
    Box::new(move |draw| {
        let half = draw.set_any(0..pegs / 2)?;
        let second: Vec<usize> = half.iter().map(|&color| substitution[color]).collect();
        draw.set_all(pegs / 2..pegs, &second)
    })
}

/// After each color, one follows in 70 %, another in 30 %; other ones at odd pegs than at even ones.
fn two_chains(pegs: usize, colors: usize, rng: &mut Rng) -> Rule {
    let mut row = || {
        let (first, on, mut weights) = (rng.below(colors), 1 + rng.below(colors - 1), vec![0.0; colors]);
        (weights[first], weights[(first + on) % colors]) = (0.7, 0.3);
        weights
    };
    let table = (0..2 * colors).map(|_| row()).collect();
    chain(pegs, table, move |code| match *code {
        [.., two, _] => Some(colors * (code.len() % 2) + two),
        _ => None,
    })
}

/// The function is the bitwise exclusive or, modulo the colors.
fn functions(pegs: usize, colors: usize, rng: &mut Rng) -> Rule {
    let half = pegs / 2;
    let pair = |rng: &mut Rng| {
        let first = rng.below(half);
        [first, (first + 1 + rng.below(half - 1)) % half]
    };
    let pairs: Vec<[usize; 2]> = (half..pegs).map(|_| pair(rng)).collect();
    Box::new(move |draw| {
        let first = draw.set_any(0..half)?;
        let second: Vec<usize> = pairs.iter().map(|&[one, other]| (first[one] ^ first[other]) % colors).collect();
        draw.set_all(half..pegs, &second)
    })
}

fn third_before(pegs: usize, colors: usize, _: &mut Rng) -> Rule {
    Box::new(move |draw| {
        let mut code = draw.set_any(0..3)?;
        let constant = draw.below(colors);
        for peg in 3..pegs {
            code.push((code[peg - 3] + constant) % colors);
            draw.set(peg, code[peg])?;
        }
        Some(())
    })
}

fn disturbed_base(pegs: usize, colors: usize, rng: &mut Rng) -> Rule {
    let base = word(pegs, colors, rng);
    Box::new(move |draw| {
        let (turn, shift, place) = (draw.below(pegs), draw.below(colors), draw.below(pegs - 1));
        (0..pegs).try_for_each(|peg| {
            let from = match peg {
                _ if peg == place => place + 1,
                _ if peg == place + 1 => place,
                _ => peg,
            };
            draw.set(peg, (base[(from + turn) % pegs] + shift) % colors)
        })
    })
}

fn rotated_pattern(pegs: usize, colors: usize, _: &mut Rng) -> Rule {
    const PATTERN: [usize; 9] = [0, 1, 0, 2, 2, 1, 0, 1, 2];
    Box::new(move |draw: &mut Draw<'_>| {
        let turn = draw.set_even(0)?;
        let (mut left, mut drawn): (Vec<usize>, [Option<usize>; 3]) = ((0..colors).collect(), [None; 3]);
        (1..pegs).try_for_each(|peg| {
            let class = PATTERN[(peg - 1 + turn) % PATTERN.len()];
            let color = drawn[class].unwrap_or_else(|| left.swap_remove(draw.below(left.len())));
            drawn[class] = Some(color);
            draw.set(peg, color)
        })
    })
}

fn joined_words(pegs: usize, colors: usize, rng: &mut Rng) -> Rule {
    let words = words(12, pegs / 2, colors, rng);
    Box::new(move |draw| {
        let word = draw.one_of(&words);
        draw.set_all(0..pegs / 2, word)?;
        let word = draw.one_of(&words);
        draw.set_all(pegs / 2..pegs, word)
    })
}

/// The first half of the colors open a bracket, the second half close it. All balanced codes are equally probable.
fn brackets(pegs: usize, colors: usize, _: &mut Rng) -> Rule {
    let kinds = colors / 2;
    // The open brackets as digits of a number, the last one last, after a leading 1.
    let step = move |open: usize, _: usize, color: usize| {
        if color < kinds {
            open.checked_mul(kinds).map(|open| open + color)
        } else {
            (open > 1 && color < 2 * kinds && open % kinds == color - kinds).then_some(open / kinds)
        }
    };
    accepted(pegs, colors, 1, step, |open| open == 1)
}

fn sorted_half(pegs: usize, _: usize, _: &mut Rng) -> Rule {
    Box::new(move |draw| {
        let mut half = draw.set_any(0..pegs / 2)?;
        half.sort_unstable();
        draw.set_all(pegs / 2..pegs, &half)
    })
}
