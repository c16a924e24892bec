//! Codemakers of rules that were written without a look at the models: how many bits their codes have for a posterior that has seen
//! 100 of them, beside the bits that they have by the rule itself.
//! With `cargo test --release -p inference --test unseen -- --nocapture` the figures are shown. For the rules that are held out,
//! they are shown without what was found, so that no model is made for them.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod development;
mod draw;
mod held_out;
mod secrets;

use draw::Entry;
use inference::ModelPosterior;
use scsa::{Code, Color, Rng, Scsa, Size};
use std::time::Instant;

const PEGS: usize = 10;
const UNSEEN: usize = 300;

/// Prints a row for each rule: bits a code of the posterior, of the rule itself, and seconds of learning.
fn table(title: &str, rules: &[Entry], seed: u128, details: bool) {
    println!("{title}: bits a code, of the rule itself, seconds");
    let (mut sum, mut sum_itself) = (0.0, 0.0);
    for (&(what, colors, rule), seed) in rules.iter().zip(seed..) {
        let (size, mut rng) = (Size::new(PEGS, colors).unwrap(), Rng::new(seed));
        let rule = rule(PEGS, colors, &mut rng);
        let mut draw = |count: usize| -> Vec<Vec<usize>> {
            (0..count).map(|_| draw::code(&rule, PEGS, colors, &mut rng)).collect()
        };
        let (seen, unseen) = (draw(100), draw(UNSEEN));
        let of = |code: &Vec<usize>| Code::from_fn(size, |peg| Color::new(code[peg]).unwrap());
        let mean_bits = |probability: &dyn Fn(&Vec<usize>) -> f64| {
            -unseen.iter().map(|code| probability(code).log2()).sum::<f64>() / UNSEEN as f64
        };
        let begin = Instant::now();
        let posterior = ModelPosterior::from_samples(&seen.iter().map(of).collect::<Vec<Code>>());
        let seconds = begin.elapsed().as_secs_f64();
        let bits = mean_bits(&|code| posterior.probability(size, &of(code)));
        let itself = mean_bits(&|code| draw::probability(&rule, code, colors));
        println!("{bits:6.2} {itself:6.2} {seconds:5.2}   {what}");
        if details {
            let best = &posterior.model_weights(size)[0];
            println!("                       {:.2} {}", best.weight, best.description);
        }
        let uniform = PEGS as f64 * (colors as f64).log2();
        assert!(itself <= uniform + 1e-9 && bits < uniform + 0.2, "{what}: {bits}, itself {itself}, uniform {uniform}");
        (sum, sum_itself) = (sum + bits, sum_itself + itself);
    }
    println!("{:6.2} {:6.2}         mean\n", sum / rules.len() as f64, sum_itself / rules.len() as f64);
}

#[test]
fn unseen_rules_are_no_worse_than_uniform() {
    table("DEVELOPMENT", &development::RULES, 100, true);
    table("HELD OUT", &held_out::RULES, 200, false);
}

/// At 6x4, all probabilities sum to 1, and 20000 codes drawn are as frequent as they should be: the chi-square statistic over codes
/// that are expected 5 times or more, and all others together, lies within 5 standard deviations.
#[test]
fn probabilities_are_those_of_the_draws() {
    const DRAWS: usize = 20000;
    let (pegs, colors) = (6, 4);
    for (&(what, _, rule), seed) in development::RULES.iter().chain(&held_out::RULES).zip(300..) {
        let mut rng = Rng::new(seed);
        let rule = rule(pegs, colors, &mut rng);
        let mut frequencies = vec![0.0; colors.pow(pegs as u32)];
        for _ in 0..DRAWS {
            let code = draw::code(&rule, pegs, colors, &mut rng);
            frequencies[code.iter().rev().fold(0, |rank, color| rank * colors + color)] += 1.0;
        }
        let (mut sum, mut statistic, mut cells, mut others) = (0.0, 0.0, 0.0, [0.0, 0.0]);
        for (rank, &frequency) in frequencies.iter().enumerate() {
            let code: Vec<usize> = (0..pegs).map(|peg| rank / colors.pow(peg as u32) % colors).collect();
            let probability = draw::probability(&rule, &code, colors);
            assert!(probability > 0.0 || frequency == 0.0, "{what}: {code:?} is impossible");
            sum += probability;
            let expected = probability * DRAWS as f64;
            if expected >= 5.0 {
                statistic += (frequency - expected).powi(2) / expected;
                cells += 1.0;
            } else {
                others = [others[0] + frequency, others[1] + expected];
            }
        }
        assert!((sum - 1.0_f64).abs() < 1e-9, "{what}: {sum}");
        if others[1] > 0.0 {
            statistic += (others[0] - others[1]).powi(2) / others[1];
            cells += 1.0;
        }
        let degrees = cells - 1.0;
        assert!((statistic - degrees).abs() < 5.0 * (2.0_f64 * degrees).sqrt(), "{what}: {statistic} of {degrees}");
    }
}
