//! Rules of codemakers, each with its exact probabilities.

use super::draw::{Draw, Rule};
use scsa::Rng;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// A kind of rule: the name of the codemaker, the rule in words, the colors of the game, and a function that draws a rule for a number of
/// pegs and of colors. What the rule does not say, such as the colors of a substitution, is drawn once for a codemaker.
pub type RuleEntry = (&'static str, &'static str, usize, fn(usize, usize, &mut Rng) -> Rule);

/// The rules of which the design note on models has a table.
pub const TABLE: [RuleEntry; 9] = [
    ("cipher", "the second half is a substitution of the first", 7, cipher),
    ("two-chains", "odd and even pegs follow sparse chains", 7, two_chains),
    ("functions-of-two", "each peg of the second half is a function of two of the first", 7, functions),
    ("third-before", "each peg is the third before it plus a constant of the code", 6, third_before),
    ("disturbed-base", "a base code, rotated, its colors shifted, two neighbors exchanged", 7, disturbed_base),
    ("rotated-pattern", "the first peg rotates a pattern of three new colors", 7, rotated_pattern),
    ("joined-words", "two of twelve words", 7, joined_words),
    ("brackets", "balanced brackets of three kinds", 6, brackets),
    ("sorted-half", "the second half is the first sorted", 7, sorted_half),
];

/// Rules that models were developed with.
pub const DEVELOPMENT: [RuleEntry; 10] = [
    ("mirrored-cipher", "the second half is the first from behind, substituted", 7, mirrored_cipher),
    ("second-order", "each peg is one of two that the two before it allow", 7, second_order),
    ("walk", "each peg is at most one from the one before, reflected at the ends", 7, walk),
    ("checksums", "the last two pegs are weighted checksums of a part each", 7, checksums),
    ("fourth-before", "each peg is the fourth before it plus one of two constants", 6, repeats),
    ("changed-bases", "one of three base codes with two pegs changed", 7, changed),
    ("short-and-long-words", "two short words and a long one", 7, joined),
    ("forbidden-pairs", "some pairs of neighbors are forbidden", 7, forbidden),
    ("block-counts", "blocks whose color counts are of a list of five", 7, blocks),
    ("pattern-list", "one of four equality patterns, colors drawn anew", 7, patterns),
];

/// Rules that are for measuring only: no model is made for one of them.
pub const HELD_OUT: [RuleEntry; 10] = [
    ("mixed-ciphers", "mixed ciphers", 7, mixture),
    ("interleaved-chains", "interleaved chains", 7, three_chains),
    ("variable-contexts", "variable contexts", 7, contexts),
    ("looked-up-pegs", "looked-up pegs", 7, latin_square),
    ("noisy-counter", "noisy counter", 7, counter),
    ("keyed-base", "keyed base", 7, keyed_base),
    ("interleaved-words", "interleaved words", 7, interleaved),
    ("balanced-halves", "balanced halves", 7, balanced),
    ("sorted-parts", "sorted parts", 7, sorted_parts),
    ("hidden-palindrome", "hidden palindrome", 7, palindrome),
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

fn cipher(pegs: usize, colors: usize, rng: &mut Rng) -> Rule {
    let substitution = permutation(colors, rng);
    second_half(pegs, move |half| half.iter().map(|&color| substitution[color]).collect())
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
    second_half(pegs, move |first| pairs.iter().map(|&[one, other]| (first[one] ^ first[other]) % colors).collect())
}

fn third_before(pegs: usize, colors: usize, _: &mut Rng) -> Rule {
    Box::new(move |draw| {
        let code = draw.set_any(0..3)?;
        let constant = draw.below(colors);
        go_on(draw, code, pegs, constant)
    })
}

/// Each further peg is the one that many pegs before it plus a constant.
fn go_on(draw: &mut Draw<'_>, mut code: Vec<usize>, pegs: usize, constant: usize) -> Option<()> {
    let first = code.len();
    (first..pegs).try_for_each(|peg| {
        code.push((code[peg - first] + constant) % draw.colors());
        draw.set(peg, code[peg])
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
        colored(draw, colors, (1..pegs).map(|peg| (peg, PATTERN[(peg - 1 + turn) % PATTERN.len()])))
    })
}

/// Pegs of one class, of four at the most, have one color; colors are drawn when they are needed, all of them different.
fn colored(draw: &mut Draw<'_>, colors: usize, mut classes: impl Iterator<Item = (usize, usize)>) -> Option<()> {
    let (mut left, mut drawn): (Vec<usize>, [Option<usize>; 4]) = ((0..colors).collect(), [None; 4]);
    classes.try_for_each(|(peg, class)| {
        let color = drawn[class].unwrap_or_else(|| left.swap_remove(draw.below(left.len())));
        drawn[class] = Some(color);
        draw.set(peg, color)
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
    second_half(pegs, |mut half| {
        half.sort_unstable();
        half
    })
}

fn mirrored_cipher(pegs: usize, colors: usize, rng: &mut Rng) -> Rule {
    let substitution = permutation(colors, rng);
    second_half(pegs, move |half| half.iter().rev().map(|&color| substitution[color]).collect())
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
        let code = draw.set_any(0..4)?;
        go_on(draw, code, pegs, constant)
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
        colored(draw, colors, pattern.iter().copied().enumerate())
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
