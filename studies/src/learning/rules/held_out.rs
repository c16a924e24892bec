//! Rules to test with only: no model is written for one of them.

use super::{
    draw::Rule,
    entry::RuleEntry,
    secrets::{accepted, chain, permutation, table, word, words},
};
use scsa::Rng;

pub const RULES: [RuleEntry; 10] = [
    RuleEntry { name: "mixed-ciphers", title: "mixed ciphers", colors: 7, make: mixture },
    RuleEntry { name: "interleaved-chains", title: "interleaved chains", colors: 7, make: three_chains },
    RuleEntry { name: "variable-contexts", title: "variable contexts", colors: 7, make: contexts },
    RuleEntry { name: "looked-up-pegs", title: "looked-up pegs", colors: 7, make: latin_square },
    RuleEntry { name: "noisy-counter", title: "noisy counter", colors: 7, make: counter },
    RuleEntry { name: "keyed-base", title: "keyed base", colors: 7, make: keyed_base },
    RuleEntry { name: "interleaved-words", title: "interleaved words", colors: 7, make: interleaved },
    RuleEntry { name: "balanced-halves", title: "balanced halves", colors: 7, make: balanced },
    RuleEntry { name: "sorted-parts", title: "sorted parts", colors: 7, make: sorted_parts },
    RuleEntry { name: "hidden-palindrome", title: "hidden palindrome", colors: 7, make: palindrome },
];

/// In 70 % the second half is a substitution of the first, in 30 % the whole code is sorted.
fn mixture(pegs: usize, colors: usize, rng: &mut Rng) -> Rule {
    let (substitution, all) = (permutation(colors, rng), (0..pegs).collect::<Vec<usize>>());
    Box::new(move |draw| {
        if draw.weighted(&[0.7, 0.3]) == 1 {
            return draw.set_sorted(&all);
        }
        let half = draw.set_any(0..pegs / 2)?;
        draw.set_all(pegs / 2..pegs, &half.iter().map(|&color| substitution[color]).collect::<Vec<usize>>())
    })
}

/// Pegs 1, 4, 7 …, pegs 2, 5, 8 … and pegs 3, 6, 9 … follow a chain each: one color in 70 %, another in 30 %.
fn three_chains(pegs: usize, colors: usize, rng: &mut Rng) -> Rule {
    let table = table(3 * colors, colors, &[0.7, 0.3], rng);
    chain(pegs, table, move |code| match *code {
        [.., three, _, _] => Some(colors * (code.len() % 3) + three),
        _ => None,
    })
}

/// After three colors, the one before tells; after the others, the two before do.
fn contexts(pegs: usize, colors: usize, rng: &mut Rng) -> Rule {
    let table = table(colors * (colors + 1), colors, &[0.6, 0.3, 0.1], rng);
    let alone = permutation(colors, rng);
    chain(pegs, table, move |code| match *code {
        [] => None,
        [.., two, one] if alone[one] >= 3 => Some(colors * (two + 1) + one),
        [.., one] => Some(one),
    })
}

/// Each peg of the second half is looked up in a Latin square by two neighbors of the first.
fn latin_square(pegs: usize, colors: usize, rng: &mut Rng) -> Rule {
    let [rows, columns, names] = [(); 3].map(|()| permutation(colors, rng));
    Box::new(move |draw| {
        let half = draw.set_any(0..pegs / 2)?;
        let next = half.iter().cycle().skip(1);
        let look = |(&one, &other): (&usize, &usize)| names[(rows[one] + columns[other]) % colors];
        draw.set_all(pegs / 2..pegs, &half.iter().zip(next).map(look).collect::<Vec<usize>>())
    })
}

/// A key plus a count from a start by a step; start and step are drawn for each code. Each peg is drawn anew in 5 %.
fn counter(pegs: usize, colors: usize, rng: &mut Rng) -> Rule {
    let key = word(pegs, colors, rng);
    let row = |color: usize| {
        let mut weights = vec![0.05 / colors as f64; colors];
        weights[color] += 0.95;
        weights
    };
    let table: Vec<Vec<f64>> = (0..colors).map(row).collect();
    Box::new(move |draw| {
        let (start, step) = (draw.below(colors), draw.below(colors));
        (0..pegs)
            .try_for_each(|peg| draw.set_weighted(peg, &table[(key[peg] + start + peg * step) % colors]).map(|_| ()))
    })
}

/// The last peg tells how far a base code is rotated. All colors of the base are shifted by one number; one peg of it is changed.
fn keyed_base(pegs: usize, colors: usize, rng: &mut Rng) -> Rule {
    let base = word(pegs - 1, colors, rng);
    Box::new(move |draw| {
        let turn = draw.set_any([pegs - 1])?[0];
        let (shift, changed) = (draw.below(colors), draw.below(pegs - 1));
        (0..pegs - 1).try_for_each(|peg| {
            let on = if peg == changed { 1 + draw.below(colors - 1) } else { 0 };
            draw.set(peg, (base[(peg + turn) % (pegs - 1)] + shift + on) % colors)
        })
    })
}

/// Pegs 1, 3, 5 … are one of twelve words, the others another one from behind.
fn interleaved(pegs: usize, colors: usize, rng: &mut Rng) -> Rule {
    let words = words(12, pegs / 2, colors, rng);
    Box::new(move |draw| {
        let word = draw.one_of(&words);
        draw.set_all((0..pegs).step_by(2), word)?;
        let word = draw.one_of(&words);
        draw.set_all((1..pegs).step_by(2).rev(), word)
    })
}

/// The halves have equal sums, and equally many pegs of odd colors.
fn balanced(pegs: usize, colors: usize, _: &mut Rng) -> Rule {
    let step = move |(sum, odd): (isize, isize), peg: usize, color: usize| {
        let (sign, color) = (if peg < pegs / 2 { 1 } else { -1 }, color as isize);
        Some((sum + sign * color, odd + sign * (color % 2)))
    };
    accepted(pegs, colors, (0, 0), step, |state| state == (0, 0))
}

/// Three parts; the first and the last go up, the middle one down.
fn sorted_parts(pegs: usize, _: usize, _: &mut Rng) -> Rule {
    let all: Vec<usize> = (0..pegs).collect();
    let (first, second) = (pegs / 3, 2 * pegs / 3 + 1);
    Box::new(move |draw| {
        draw.set_sorted(&all[..first])?;
        draw.set_sorted(&all[first..second].iter().rev().copied().collect::<Vec<usize>>())?;
        draw.set_sorted(&all[second..])
    })
}

/// A palindrome whose pegs are permuted.
fn palindrome(pegs: usize, _: usize, rng: &mut Rng) -> Rule {
    let place = permutation(pegs, rng);
    Box::new(move |draw| {
        let half = draw.set_any(place[..pegs / 2].iter().copied())?;
        draw.set_all(place.iter().rev().copied(), &half)
    })
}
