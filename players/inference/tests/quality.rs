//! How well posteriors predict codes: the mean of -log2 of the probability of codes that were not seen, in bits a code. With
//! `cargo test --release -p mastermind-arena-inference --test quality -- --nocapture` the figures are shown.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use inference::ModelPosterior;
use scsa::algorithms::{self, AbColor, FirstAndLast, InsertColors, Mystery2, Mystery3, Mystery4, Mystery5, Palette};
use scsa::{Code, Color, Game, Rng, Scsa};

fn game_of(text: &str) -> Game {
    text.parse().unwrap()
}

fn bits(rule: &dyn Scsa, game: Game, codes: &[Code]) -> f64 {
    -codes.iter().map(|code| rule.probability(game, code).log2()).sum::<f64>() / codes.len() as f64
}

fn draw(count: usize, seed: u128, mut one: impl FnMut(&mut Rng) -> Code) -> Vec<Code> {
    let mut rng = Rng::new(seed);
    (0..count).map(|_| one(&mut rng)).collect()
}

/// 200 samples of every rule of the contest, codes of the same game and of the largest board.
#[test]
#[ignore = "takes some seconds"]
fn the_rules_of_the_contest_are_found_and_transferred() {
    for (home, scsa) in
        ["7x5", "10x7"].iter().flat_map(|home| algorithms::with_variants().map(move |scsa| (game_of(home), scsa)))
    {
        if !scsa.supports(home) {
            continue;
        }
        let posterior = ModelPosterior::from_samples(&draw(200, 1, |rng| scsa.draw(home, rng)), None);
        let more = |at: Game| {
            let codes = draw(500, 2, |rng| scsa.draw(at, rng));
            (bits(&posterior, at, &codes), bits(scsa, at, &codes))
        };
        let ((ours, wanted), (far, far_wanted)) = (more(home), more(game_of("20x26")));
        let name = scsa.name();
        println!("{name:22} {home:>5} {ours:7.3}, itself {wanted:7.3};   20x26 {far:7.3}, itself {far_wanted:7.3}");
        assert!(ours < wanted + 0.02, "{name} {home}: {ours}, not {wanted}");
        assert!(far < far_wanted + 0.2, "{name} from {home} to 20x26: {far}, not {far_wanted}");
    }
}

/// Codemakers that choose among rules for every code: 100 of their codes are learned.
#[test]
fn mixtures_are_identified() {
    let [one, two, three] = [1, 2, 3].map(|colors| Box::leak(Box::new(Palette { colors })) as &dyn Scsa);
    let mixtures: [&[(usize, &dyn Scsa)]; 5] = [
        &[(6, one), (4, three)],
        &[(2, one), (5, &Mystery2), (3, &AbColor)],
        &[(7, &FirstAndLast), (3, two)],
        &[(9, &Mystery5), (1, &InsertColors)],
        &[(1, &Mystery3), (1, &Mystery5), (1, &Mystery4)],
    ];
    for (home, mixture) in ["7x5", "10x7"].iter().flat_map(|home| mixtures.map(|mixture| (game_of(home), mixture))) {
        let of: Vec<&dyn Scsa> = mixture.iter().flat_map(|&(times, rule)| std::iter::repeat_n(rule, times)).collect();
        let codes = |at, count, seed| draw(count, seed, |rng| of[rng.below(of.len())].draw(at, rng));
        let posterior = ModelPosterior::from_samples(&codes(home, 100, 1), None);
        let more = |at: Game| {
            let unseen = codes(at, 500, 2);
            let sum = |code: &Code| of.iter().map(|rule| rule.probability(at, code)).sum::<f64>() / of.len() as f64;
            let itself = -unseen.iter().map(|code| sum(code).log2()).sum::<f64>() / unseen.len() as f64;
            (bits(&posterior, at, &unseen), itself)
        };
        let ((ours, wanted), (far, far_wanted)) = (more(home), more(game_of("20x26")));
        let names: Vec<String> = mixture.iter().map(|(times, rule)| format!("{times} {}", rule.name())).collect();
        let names = names.join(" + ");
        println!("{home:>5} {ours:7.3}, itself {wanted:7.3};   20x26 {far:7.3}, itself {far_wanted:7.3}   {names}");
        assert!(ours < wanted + 0.3, "{names} at {home}: {ours}, not {wanted}");
        assert!(far < far_wanted + 0.8, "{names} from {home} to 20x26: {far}, not {far_wanted}");
    }
}

/// Makes the indices of a code of 10x7.
type Maker = fn(&mut Rng) -> Vec<usize>;

fn drawn(rng: &mut Rng, pegs: usize) -> Vec<usize> {
    (0..pegs).map(|_| rng.below(7)).collect()
}

/// Any code for which that holds.
fn such(rng: &mut Rng, holds: impl Fn(&[usize]) -> bool) -> Vec<usize> {
    std::iter::repeat_with(|| drawn(rng, 10)).find(|code| holds(code)).unwrap()
}

/// Codemakers of rules that nobody lists, one or two for each mechanism, with the entropy of their codes in bits.
const RULES: [(&str, f64, Maker); 15] = [
    ("peg networks: the second half is a substitution of the first", 14.04, |rng| {
        let half = drawn(rng, 5);
        half.iter().copied().chain(half.iter().map(|&index| [3, 5, 0, 6, 1, 4, 2][index])).collect()
    }),
    ("peg networks: each peg is the sum of the two before it", 5.61, |rng| {
        let mut code = drawn(rng, 2);
        (2..10).for_each(|peg| code.push((code[peg - 1] + code[peg - 2]) % 7));
        code
    }),
    ("contexts: a walk of steps of one color at most", 17.07, |rng| {
        let mut code = drawn(rng, 1);
        (1..10).for_each(|peg| code.push((code[peg - 1] + 6 + rng.below(3)) % 7));
        code
    }),
    ("contexts: three pegs on end are of three colors", 23.97, |rng| {
        such(rng, |code| code.windows(3).all(|of| of[0] != of[1] && of[1] != of[2] && of[0] != of[2]))
    }),
    ("contexts: two of the seven colors after each", 11.81, |rng| {
        let mut code = drawn(rng, 1);
        (1..10).for_each(|peg| code.push([code[peg - 1] * 3 + 1, code[peg - 1] * 5 + 2][rng.below(2)] % 7));
        code
    }),
    ("lists: one of two patterns, with three colors drawn anew", 8.71, |rng| {
        let mut palette: Vec<usize> = (0..7).collect();
        rng.shuffle(&mut palette);
        [[0, 1, 0, 2, 2, 1, 0, 0, 1, 2], [0, 0, 1, 1, 2, 0, 2, 1, 1, 0]][rng.below(2)]
            .map(|place| palette[place])
            .into()
    }),
    ("lists: the counts A3 B3 C1 F3, shuffled", 14.04, |rng| {
        let mut code = vec![0, 0, 0, 1, 1, 1, 2, 5, 5, 5];
        rng.shuffle(&mut code);
        code
    }),
    ("base codes: one of three, with one peg drawn anew", 7.4, |rng| {
        let bases = [[0, 3, 6, 2, 2, 5, 1, 4, 0, 3], [5, 5, 1, 0, 6, 4, 2, 2, 3, 1], [4, 0, 0, 6, 3, 1, 5, 2, 6, 4]];
        let mut code = bases[rng.below(3)].to_vec();
        code[rng.below(10)] = rng.below(7);
        code
    }),
    ("frequencies: A in a half, B in a quarter, C in an eighth …", 19.69, |rng| {
        (0..10).map(|_| (rng.bits().trailing_zeros() as usize).min(6)).collect()
    }),
    ("frequencies: pegs 1, 3, 5 … from A, B and C, the others from the rest", 17.92, |rng| {
        (0..10).map(|peg| if peg % 2 == 0 { rng.below(3) } else { 3 + rng.below(4) }).collect()
    }),
    ("automata: the sum modulo 5 is 2", 25.75, |rng| such(rng, |code| code.iter().sum::<usize>() % 5 == 2)),
    ("automata: the sum is 30", 24.33, |rng| such(rng, |code| code.iter().sum::<usize>() == 30)),
    ("patterns: the second half is the first, shuffled", 19.6, |rng| {
        let mut code = drawn(rng, 5).repeat(2);
        rng.shuffle(&mut code[5..]);
        code
    }),
    ("patterns: a step is drawn, by which every peg is behind the one before it", 5.61, |rng| {
        let (first, step) = (rng.below(7), rng.below(7));
        (0..10).map(|peg| (first + peg * step) % 7).collect()
    }),
    ("two rules: a palindrome, or sorted", 13.5, |rng| {
        let mut code = drawn(rng, 10);
        if rng.below(2) == 0 {
            code.sort_unstable();
        } else {
            (5..10).for_each(|peg| code[peg] = code[9 - peg]);
        }
        code
    }),
];

fn maker(make: Maker) -> impl Fn(&mut Rng) -> Code {
    move |rng| {
        let indices = make(rng);
        Code::from_fn(game_of("10x7"), |peg| Color::new(indices[peg]).unwrap())
    }
}

/// 150 codes of each rule are learned. In another game nothing is much worse than the uniform distribution.
#[test]
fn other_rules_are_found() {
    let home = game_of("10x7");
    for (what, wanted, make) in RULES {
        let posterior = ModelPosterior::from_samples(&draw(150, 1, maker(make)), None);
        let ours = bits(&posterior, home, &draw(400, 2, maker(make)));
        let any = draw(100, 3, |rng| InsertColors.draw(game_of("20x26"), rng));
        let far = bits(&posterior, game_of("20x26"), &any);
        println!("{ours:6.2}, itself {wanted:6.2}; any code of 20x26 {far:6.1}   {what}");
        assert!(ours < wanted + 0.6, "{what}: {ours}, not {wanted}");
        assert!(far < 94.01 + 8.0, "{what}: {far} for any code");
    }
}

/// Without samples, after 100 codes. It is slow at 20x26.
fn assert_learned(game: Game, scsa: &dyn Scsa) {
    let codes = |count, seed| draw(count, seed, |rng| scsa.draw(game, rng));
    let mut posterior = ModelPosterior::from_prior();
    let unseen = codes(200, 4);
    let before = bits(&posterior, game, &unseen);
    codes(100, 3).iter().for_each(|code| posterior.update(game, code));
    let (after, wanted) = (bits(&posterior, game, &unseen), bits(scsa, game, &unseen));
    let name = scsa.name();
    println!("{before:6.2}, after 100 rounds of {game} {after:6.2}, itself {wanted:6.2}   {name}");
    assert!(after < wanted + 0.2, "{name} at {game}: {after}, not {wanted}");
}

#[test]
#[ignore = "takes a quarter of a minute"]
fn rounds_are_learned_from() {
    let game = game_of("6x10");
    algorithms::all().filter(|scsa| scsa.supports(game)).for_each(|scsa| assert_learned(game, scsa));
    assert_learned("20x26".parse().unwrap(), &Mystery5);
}
