//! Codemakers whose rules are no families of the catalog: how many bits their codes have for a posterior that has seen 100 of them.
//! With `cargo test --release -p inference --test structures -- --nocapture` the figures are shown.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use inference::ModelPosterior;
use scsa::{Code, Color, Rng, Scsa, Size};

const PEGS: usize = 10;

/// What is drawn once for a codemaker: substitutions, chains, words.
struct Secret {
    colors: usize,
    substitution: Vec<usize>,
    /// For each color of two chains, two colors that follow it.
    followers: [Vec<[usize; 2]>; 2],
    parents: [[usize; 2]; 5],
    base: Vec<usize>,
    words: Vec<Vec<usize>>,
}

impl Secret {
    fn new(colors: usize, rng: &mut Rng) -> Secret {
        let mut substitution: Vec<usize> = (0..colors).collect();
        rng.shuffle(&mut substitution);
        let mut followers = || {
            (0..colors)
                .map(|_| {
                    let first = rng.below(colors);
                    [first, (first + 1 + rng.below(colors - 1)) % colors]
                })
                .collect()
        };
        let followers = [followers(), followers()];
        let parents = std::array::from_fn(|_| {
            let first = rng.below(5);
            [first, (first + 1 + rng.below(4)) % 5]
        });
        let base = (0..PEGS).map(|_| rng.below(colors)).collect();
        let words = (0..12).map(|_| (0..5).map(|_| rng.below(colors)).collect()).collect();
        Secret { colors, substitution, followers, parents, base, words }
    }
}

type Maker = fn(&Secret, &mut Rng) -> Vec<usize>;

/// The rule, the colors, a maker of its codes, their entropy in bits, and the most bits that the posterior may need.
const RULES: [(&str, usize, Maker, f64, f64); 9] = [
    ("the second half is a substitution of the first", 7, cipher, 14.04, 1.5),
    ("odd and even pegs follow chains", 7, chains, 12.66, 1.5),
    ("pegs 6 to 10 are functions of two others", 7, functions, 14.04, 1.5),
    ("each peg is the third before it plus a constant of the code", 6, steps, 10.34, 1.5),
    ("a base code, rotated, shifted, two neighbors exchanged", 7, disturbed, 9.3, 1.5),
    ("the first peg rotates a pattern of three new colors", 7, rotated, 10.5, 1.5),
    ("two of twelve words", 7, joined, 7.17, 1.5),
    ("balanced brackets of three kinds", 6, brackets, 13.31, 1.5),
    ("the second half is the first sorted", 7, sorted, 14.04, 1.5),
];

fn any(secret: &Secret, count: usize, rng: &mut Rng) -> Vec<usize> {
    (0..count).map(|_| rng.below(secret.colors)).collect()
}

fn cipher(secret: &Secret, rng: &mut Rng) -> Vec<usize> {
    let half = any(secret, 5, rng);
    half.iter().copied().chain(half.iter().map(|&color| secret.substitution[color])).collect()
}

fn chains(secret: &Secret, rng: &mut Rng) -> Vec<usize> {
    let mut code = any(secret, 2, rng);
    for peg in 2..PEGS {
        let [often, seldom] = secret.followers[peg % 2][code[peg - 2]];
        code.push(if rng.below(10) < 7 { often } else { seldom });
    }
    code
}

fn functions(secret: &Secret, rng: &mut Rng) -> Vec<usize> {
    let mut code = any(secret, 5, rng);
    for [one, other] in secret.parents {
        code.push((code[one] ^ code[other]) % secret.colors);
    }
    code
}

fn steps(secret: &Secret, rng: &mut Rng) -> Vec<usize> {
    let (mut code, step) = (any(secret, 3, rng), rng.below(secret.colors));
    for peg in 3..PEGS {
        code.push((code[peg - 3] + step) % secret.colors);
    }
    code
}

fn disturbed(secret: &Secret, rng: &mut Rng) -> Vec<usize> {
    let (turn, shift, place) = (rng.below(PEGS), rng.below(secret.colors), rng.below(PEGS - 1));
    let mut code: Vec<usize> =
        (0..PEGS).map(|peg| (secret.base[(peg + turn) % PEGS] + shift) % secret.colors).collect();
    code.swap(place, place + 1);
    code
}

fn rotated(secret: &Secret, rng: &mut Rng) -> Vec<usize> {
    let mut colors: Vec<usize> = (0..secret.colors).collect();
    rng.shuffle(&mut colors);
    let turn = rng.below(secret.colors);
    let pattern = [0, 1, 0, 2, 2, 1, 0, 1, 2];
    [turn].into_iter().chain((0..9).map(|peg| colors[pattern[(peg + turn) % 9]])).collect()
}

fn joined(secret: &Secret, rng: &mut Rng) -> Vec<usize> {
    (0..2).flat_map(|_| secret.words[rng.below(12)].clone()).collect()
}

/// Colors 0 to 2 open a bracket, 3 to 5 close it.
fn brackets(_: &Secret, rng: &mut Rng) -> Vec<usize> {
    loop {
        let (mut code, mut open) = (Vec::new(), Vec::new());
        for _ in 0..PEGS {
            if rng.below(2) == 0 {
                open.push(rng.below(3));
                code.push(open[open.len() - 1]);
            } else if let Some(kind) = open.pop() {
                code.push(kind + 3);
            }
        }
        if open.is_empty() && code.len() == PEGS {
            return code;
        }
    }
}

fn sorted(secret: &Secret, rng: &mut Rng) -> Vec<usize> {
    let half = any(secret, 5, rng);
    let mut sorted = half.clone();
    sorted.sort_unstable();
    half.into_iter().chain(sorted).collect()
}

#[test]
fn rules_of_other_structures_are_approximated() {
    let mut wrong = Vec::new();
    for (what, colors, maker, wanted, most) in RULES {
        let size = Size::new(PEGS, colors).unwrap();
        let mut rng = Rng::new(7);
        let secret = Secret::new(colors, &mut rng);
        let mut draw = |count: usize| -> Vec<Code> {
            let code = |colors: Vec<usize>| Code::from_fn(size, |peg| Color::new(colors[peg]).unwrap());
            (0..count).map(|_| code(maker(&secret, &mut rng))).collect()
        };
        let (seen, unseen) = (draw(100), draw(300));
        let posterior = ModelPosterior::from_samples(&seen);
        let bits = -unseen.iter().map(|code| posterior.probability(size, code).log2()).sum::<f64>() / 300.0;
        let best = &posterior.model_weights(size)[0];
        println!(
            "{bits:6.2}, itself {wanted:6.2}   {what}\n    {:.2} {}: {}",
            best.weight, best.name, best.description
        );
        if bits > wanted + most {
            wrong.push(format!("{what}: {bits}, not {wanted}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
