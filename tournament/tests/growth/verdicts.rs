//! How often true and false claims get which verdict.

use crate::synthetic::{GRID, REPORT, points};
use scsa::Rng;
use tournament::compare::growth::{Claim, Law, Ranking, Reason, Verdict, Weighting};

/// The number of data sets of a simulation.
const SETS: usize = 2000;

/// With how many of the data sets a claim agrees, disagrees and is undecided.
fn verdicts(truth: &str, claim: &str, sizes: &[&str], noise: f64) -> [usize; 3] {
    let (truth, claim): (Claim, Claim) = (truth.parse().unwrap(), claim.parse().unwrap());
    let exponents = [truth.exponents()[0], truth.exponents().get(1).copied().unwrap_or(0.0)];
    let mut rng = Rng::new(1);
    let mut counts = [0; 3];
    for _ in 0..SETS {
        let data = points(truth.law(), exponents, sizes, noise, &mut rng);
        let check = Ranking::new(&data, Weighting::Equal).check(&claim).unwrap();
        counts[check.verdict() as usize] += 1;
    }
    counts
}

/// Three standard errors above a rate.
fn bound(rate: f64) -> usize {
    let sets = SETS as f64;
    (rate * sets + 3.0 * (rate * (1.0 - rate) * sets).sqrt()) as usize
}

/// In simulations of 20 000 data sets, 5.0 to 5.6 % of true claims of one exponent disagreed at the sizes of the grid, and 5.1
/// to 10.0 % at those of the report, most with noise of 0.07 to 0.1.
#[test]
fn true_claims_are_rarely_disagreed_with() {
    for claim in ["n^3", "m-log-n^1", "n-m^1", "codes^0.1", "n-and-m^1.5,0.5"] {
        let [agrees, disagrees, _] = verdicts(claim, claim, &GRID, 0.1);
        assert!(disagrees <= bound(0.056) && agrees >= SETS * 85 / 100, "{claim}: {agrees} {disagrees}");
    }
    for claim in ["n^3", "m-log-n^1", "n-m^1", "codes^0.1"] {
        for noise in [0.02, 0.07, 0.1] {
            let [_, disagrees, _] = verdicts(claim, claim, &REPORT, noise);
            assert!(disagrees <= bound(0.1), "{claim}: {disagrees}");
        }
    }
}

#[test]
fn false_claims_rarely_agree() {
    for (truth, claim) in
        [("n^3", "n^2"), ("n^3", "exp-n"), ("m-log-n^1", "n-log-m^1"), ("n-m^1", "n-and-m^1,0.5"), ("n^1", "m^1")]
    {
        let [agrees, disagrees, _] = verdicts(truth, claim, &GRID, 0.1);
        assert!(agrees <= SETS / 100 && disagrees >= SETS * 95 / 100, "{truth}, {claim}: {agrees} {disagrees}");
    }
}

#[test]
fn noise_leaves_claims_undecided() {
    let [agrees, _, undecided] = verdicts("n^1", "n^1", &REPORT, 1.0);
    assert!(agrees <= SETS * 5 / 100 && undecided >= SETS * 80 / 100, "{agrees} {undecided}");
}

#[test]
fn sizes_where_pegs_and_colors_grow_together_leave_rivals() {
    let data = points(Law::PegsTimesColors, [1.0, 0.0], &REPORT, 0.1, &mut Rng::new(1));
    let ranking = Ranking::new(&data, Weighting::Equal);
    assert!(ranking.caution.is_some());
    assert!(!ranking.check(&"n-m^1".parse().unwrap()).unwrap().rivals.is_empty());
}

#[test]
fn the_p_value_is_below_the_level_where_the_interval_excludes_the_exponent() {
    let mut rng = Rng::new(1);
    for _ in 0..200 {
        let data = points(Law::Pegs, [2.0, 0.0], &GRID, 0.3, &mut rng);
        let ranking = Ranking::new(&data, Weighting::Equal);
        for exponent in [1.5, 1.8, 2.0, 2.2] {
            let check = ranking.check(&Claim::new(Law::Pegs, &[exponent]).unwrap()).unwrap();
            let excluded = !check.ranked.fit.b.interval.contains(exponent);
            assert_eq!(check.p_value.unwrap() < 0.05, excluded, "{check}");
            assert_eq!(check.reason == Reason::ExponentsRejected, excluded);
        }
    }
}

#[test]
fn two_exponents_are_tested_together() {
    // The exponents are each in their interval, but both too large.
    let data = points(Law::PegsAndColors, [1.5, 0.5], &REPORT, 0.05, &mut Rng::new(1));
    let mut six = data;
    six.extend(points(Law::PegsAndColors, [1.5, 0.5], &["10x12", "12x16"], 0.05, &mut Rng::new(2)));
    let ranking = Ranking::new(&six, Weighting::Equal);
    let fit = &ranking.of(Law::PegsAndColors).unwrap().fit;
    let c = fit.c.unwrap();
    assert!(fit.correlation.unwrap() < -0.9, "{fit:?}");
    let claim = |b, c| ranking.check(&Claim::new(Law::PegsAndColors, &[b, c]).unwrap()).unwrap();
    let (b, c) = (fit.b.estimate + 1.5 * fit.b.standard_error, c.estimate + 1.5 * c.standard_error);
    assert!(fit.b.interval.contains(b) && fit.c.unwrap().interval.contains(c));
    assert_eq!(claim(b, c).verdict(), Verdict::Disagrees);
    assert!(claim(fit.b.estimate, fit.c.unwrap().estimate).p_value.unwrap() > 0.999);
}

#[test]
fn verdicts_need_enough_sizes_and_say_why() {
    let data = points(Law::Pegs, [2.0, 0.0], &REPORT[..4], 0.02, &mut Rng::new(1));
    let ranking = Ranking::new(&data, Weighting::Equal);
    let check = ranking.check(&"n^2".parse().unwrap()).unwrap();
    assert_eq!((check.verdict(), check.reason), (Verdict::Undecided, Reason::TooFewSizes));
    assert!(check.to_string().starts_with("n^2: undecided: a·Nᵇ, b = "), "{check}");
    assert!(check.to_string().ends_with("); there are too few sizes to compare laws"), "{check}");
    assert_eq!(
        ranking.check(&"n-and-m".parse().unwrap()).unwrap_err().to_string(),
        "too few sizes: 4, at least 5 are needed"
    );
}
