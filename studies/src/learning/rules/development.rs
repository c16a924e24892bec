//! Rules that models were developed with.

use super::{
    draw::{Draw, Rule},
    entry::RuleEntry,
    secrets::{accepted, chain, permutation, table, word, words},
};
use scsa::Rng;

pub const RULES: [RuleEntry; 10] = [
    RuleEntry {
        name: "mirrored-cipher",
        title: "the second half is the first from behind, substituted",
        colors: 7,
        make: mirrored_cipher,
    },
    RuleEntry {
        name: "second-order",
        title: "each peg is one of two that the two before it allow",
        colors: 7,
        make: second_order,
    },
    RuleEntry {
        name: "walk",
        title: "each peg is at most one from the one before, reflected at the ends",
        colors: 7,
        make: walk,
    },
    RuleEntry {
        name: "checksums",
        title: "the last two pegs are weighted checksums of a part each",
        colors: 7,
        make: checksums,
    },
    RuleEntry {
        name: "fourth-before",
        title: "each peg is the fourth before it plus one of two constants",
        colors: 6,
        make: repeats,
    },
    RuleEntry {
        name: "changed-bases",
        title: "one of three base codes with two pegs changed",
        colors: 7,
        make: changed,
    },
    RuleEntry { name: "short-and-long-words", title: "two short words and a long one", colors: 7, make: joined },
    RuleEntry { name: "forbidden-pairs", title: "some pairs of neighbors are forbidden", colors: 7, make: forbidden },
    RuleEntry {
        name: "block-counts",
        title: "blocks whose color counts are of a list of five",
        colors: 7,
        make: blocks,
    },
    RuleEntry {
        name: "pattern-list",
        title: "one of four equality patterns, colors drawn anew",
        colors: 7,
        make: patterns,
    },
];

fn mirrored_cipher(pegs: usize, colors: usize, rng: &mut Rng) -> Rule {
    let substitution = permutation(colors, rng);
    Box::new(move |draw| {
        let half = draw.set_any(0..pegs / 2)?;
        let second: Vec<usize> = half.iter().rev().map(|&color| substitution[color]).collect();
        draw.set_all(pegs / 2..pegs, &second)
    })
}

/// In 75 % the one, in 25 % the other. The first two pegs are any.
fn second_order(pegs: usize, colors: usize, rng: &mut Rng) -> Rule {
    let table = table(colors * colors, colors, &[0.75, 0.25], rng);
    chain(pegs, table, move |code| match *code {
        [.., two, one] => Some(colors * two + one),
        _ => None,
    })
}

/// One down, the same and one up in 35, 30 and 35 %.
fn walk(pegs: usize, colors: usize, _: &mut Rng) -> Rule {
    let row = |last: usize| {
        let mut weights = vec![0.0; colors];
        weights[last] = 0.3;
        weights[if last == 0 { 1 } else { last - 1 }] += 0.35;
        weights[if last == colors - 1 { colors - 2 } else { last + 1 }] += 0.35;
        weights
    };
    chain(pegs, (0..colors).map(row).collect(), |code| code.last().copied())
}

fn checksums(pegs: usize, colors: usize, rng: &mut Rng) -> Rule {
    let weights = word(pegs - 2, colors - 1, rng);
    Box::new(move |draw| {
        let code = draw.set_any(0..pegs - 2)?;
        let terms: Vec<usize> = code.iter().zip(&weights).map(|(color, weight)| color * (weight + 1)).collect();
        let sum = |part: &[usize]| part.iter().sum::<usize>() % colors;
        let (first, second) = terms.split_at(pegs / 2 - 1);
        draw.set_all(pegs - 2..pegs, &[sum(first), sum(second)])
    })
}

/// The constant is drawn for each code.
fn repeats(pegs: usize, colors: usize, rng: &mut Rng) -> Rule {
    let constants = permutation(colors, rng);
    Box::new(move |draw| {
        let constant = *draw.one_of(&constants[..2]);
        let mut code = draw.set_any(0..4)?;
        for peg in 4..pegs {
            code.push((code[peg - 4] + constant) % colors);
            draw.set(peg, code[peg])?;
        }
        Some(())
    })
}

fn changed(pegs: usize, colors: usize, rng: &mut Rng) -> Rule {
    let bases = words(3, pegs, colors, rng);
    Box::new(move |draw| {
        let base = draw.one_of(&bases);
        let one = draw.below(pegs);
        let other = (one + 1 + draw.below(pegs - 1)) % pegs;
        (0..pegs).try_for_each(|peg| {
            let on = if peg == one || peg == other { 1 + draw.below(colors - 1) } else { 0 };
            draw.set(peg, (base[peg] + on) % colors)
        })
    })
}

/// Of eight short words and six long ones. The long one is first, second or last.
fn joined(pegs: usize, colors: usize, rng: &mut Rng) -> Rule {
    let length = pegs / 3;
    let (short, long) = (words(8, length, colors, rng), words(6, pegs - 2 * length, colors, rng));
    Box::new(move |draw| {
        let (place, mut peg) = (draw.below(3), 0);
        (0..3).try_for_each(|index| {
            let word = draw.one_of(if index == place { &long } else { &short });
            peg += word.len();
            draw.set_all(peg - word.len()..peg, word)
        })
    })
}

/// Two of five pairs, in this order of the two.
fn forbidden(pegs: usize, colors: usize, rng: &mut Rng) -> Rule {
    let pairs = permutation(colors * colors, rng);
    let step = move |last: usize, _: usize, color: usize| {
        (last == colors || pairs[colors * last + color] * 5 >= colors * colors * 2).then_some(color)
    };
    accepted(pegs, colors, colors, step, |_| true)
}

/// The order of the blocks is drawn.
fn blocks(pegs: usize, colors: usize, rng: &mut Rng) -> Rule {
    let counts = |rng: &mut Rng| -> Vec<(usize, usize)> {
        let mut divisions: Vec<usize> = permutation(pegs - 1, rng)[..3].iter().map(|division| division + 1).collect();
        divisions.extend([0, pegs]);
        divisions.sort_unstable();
        permutation(colors, rng).into_iter().zip(divisions.windows(2).map(|two| two[1] - two[0])).collect()
    };
    let list: Vec<Vec<(usize, usize)>> = (0..5).map(|_| counts(rng)).collect();
    Box::new(move |draw| {
        let (mut left, mut peg) = (draw.one_of(&list).clone(), 0);
        while !left.is_empty() {
            let (color, count) = left.swap_remove(draw.below(left.len()));
            draw.set_all(peg..peg + count, &vec![color; count])?;
            peg += count;
        }
        Some(())
    })
}

/// Each pattern has four colors at the most, all of them different.
fn patterns(pegs: usize, colors: usize, rng: &mut Rng) -> Rule {
    let list = words(4, pegs, 4, rng);
    Box::new(move |draw: &mut Draw<'_>| {
        let pattern = draw.one_of(&list);
        let (mut left, mut drawn): (Vec<usize>, [Option<usize>; 4]) = ((0..colors).collect(), [None; 4]);
        (0..pegs).try_for_each(|peg| {
            let color = drawn[pattern[peg]].unwrap_or_else(|| left.swap_remove(draw.below(left.len())));
            drawn[pattern[peg]] = Some(color);
            draw.set(peg, color)
        })
    })
}
