//! Rules of codemakers, each with its exact probabilities.

use super::draw::{Draw, Rule};
use scsa::Rng;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// A kind of rule: the name of the codemaker, the rule in words, and a function that draws a rule for a number of pegs and of colors. What
/// the rule does not say, such as the colors of a substitution, is drawn once for a codemaker.
pub type RuleEntry = (&'static str, &'static str, fn(usize, usize, &mut Rng) -> Rule);

/// Rules that are for measuring only: no model is made for any of them.
pub const RULES: [RuleEntry; 10] = [
    ("mixed-ciphers", "the second half a substitution of the first, or all sorted", mixture),
    ("interleaved-chains", "every third peg follows a chain", three_chains),
    ("variable-contexts", "one or two pegs before tell the next", contexts),
    ("looked-up-pegs", "looked up in a Latin square by two neighbors", latin_square),
    ("noisy-counter", "a key plus a count by a step, with errors", counter),
    ("keyed-base", "the last peg rotates a base code, shifted, one peg changed", keyed_base),
    ("interleaved-words", "two of twelve words, interleaved, one from behind", interleaved),
    ("balanced-halves", "halves of equal sums and equally many odd colors", balanced),
    ("sorted-parts", "three parts, sorted up, down and up", sorted_parts),
    ("hidden-palindrome", "a palindrome whose pegs are permuted", palindrome),
];

fn permutation(count: usize, rng: &mut Rng) -> Vec<usize> {
    let mut permutation: Vec<usize> = (0..count).collect();
    rng.shuffle(&mut permutation);
    permutation
}

fn word(length: usize, below: usize, rng: &mut Rng) -> Vec<usize> {
    (0..length).map(|_| rng.below(below)).collect()
}

fn words(count: usize, length: usize, below: usize, rng: &mut Rng) -> Vec<Vec<usize>> {
    (0..count).map(|_| word(length, below, rng)).collect()
}

/// For each context, weights of the colors: the given ones, in an order drawn anew, the others zero.
fn table(contexts: usize, colors: usize, weights: &[f64], rng: &mut Rng) -> Vec<Vec<f64>> {
    let row = |rng: &mut Rng| {
        permutation(colors, rng).into_iter().map(|rank| weights.get(rank).copied().unwrap_or(0.0)).collect()
    };
    (0..contexts).map(|_| row(rng)).collect()
}

/// Each peg is drawn with the weights in a row of a table. The colors of the earlier pegs tell the row; where there is none, all colors
/// are equally probable.
fn chain(pegs: usize, table: Vec<Vec<f64>>, row: impl Fn(&[usize]) -> Option<usize> + Send + Sync + 'static) -> Rule {
    Box::new(move |draw| {
        let mut code = Vec::with_capacity(pegs);
        for peg in 0..pegs {
            let color = match row(&code) {
                Some(row) => draw.set_weighted(peg, &table[row]),
                None => draw.set_even(peg),
            };
            code.push(color?);
        }
        Some(())
    })
}

/// All codes that an automaton accepts, evenly. From the start state, each peg leads to another state or is not allowed; it accepts
/// at the last peg's end.
fn accepted<S: Copy + Eq + Hash + Send + Sync + 'static>(
    pegs: usize,
    colors: usize,
    start: S,
    step: impl Fn(S, usize, usize) -> Option<S> + Send + Sync + 'static,
    accepts: impl Fn(S) -> bool,
) -> Rule {
    let mut states: Vec<HashSet<S>> = vec![HashSet::from([start])];
    for peg in 0..pegs {
        let follow = |&state: &S| (0..colors).filter_map(|color| step(state, peg, color)).collect::<Vec<S>>();
        states.push(states[peg].iter().flat_map(follow).collect());
    }
    // The number of ways to go on from a state, last peg first.
    let mut ways: HashMap<S, f64> =
        states[pegs].iter().map(|&state| (state, f64::from(u8::from(accepts(state))))).collect();
    // For each peg and state, the number of ways by color.
    let mut weights: Vec<HashMap<S, Vec<f64>>> = Vec::new();
    for peg in (0..pegs).rev() {
        let by_color = |&state: &S| {
            let ways = (0..colors).map(|color| step(state, peg, color).map_or(0.0, |next| ways[&next]));
            (state, ways.collect())
        };
        let of_peg: HashMap<S, Vec<f64>> = states[peg].iter().map(by_color).collect();
        ways = of_peg.iter().map(|(&state, by_color)| (state, by_color.iter().sum())).collect();
        weights.insert(0, of_peg);
    }
    Box::new(move |draw: &mut Draw<'_>| {
        let mut state = start;
        for (peg, weights) in weights.iter().enumerate() {
            let color = draw.set_weighted(peg, &weights[&state])?;
            state = step(state, peg, color)?;
        }
        Some(())
    })
}

/// The second half is made of the first one, whose colors are drawn evenly.
fn second_half(pegs: usize, second: impl Fn(Vec<usize>) -> Vec<usize> + Send + Sync + 'static) -> Rule {
    Box::new(move |draw| {
        let half = draw.set_any(0..pegs / 2)?;
        draw.set_all(pegs / 2..pegs, &second(half))
    })
}

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
    second_half(pegs, move |half| {
        let next = half.iter().cycle().skip(1);
        half.iter().zip(next).map(|(&one, &other)| names[(rows[one] + columns[other]) % colors]).collect()
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
