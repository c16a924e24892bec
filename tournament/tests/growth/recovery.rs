//! Laws that made the data are found again.

use crate::synthetic::{GRID, REPORT, normal, points};
use scsa::Rng;
use tournament::compare::growth::{Fit, Law, Point, Ranking, Weighting};

/// Exponents that make values of a similar range.
fn exponents(law: Law) -> [f64; 2] {
    match law {
        Law::Pegs => [3.0, 0.0],
        Law::ExponentialInPegs => [0.4, 0.0],
        Law::Codes => [0.1, 0.0],
        Law::PegsAndColors => [1.5, 0.5],
        _ => [1.0, 0.0],
    }
}

#[test]
fn exponents_are_recovered_and_the_law_is_ranked_first() {
    for law in Law::ALL {
        let [b, c] = exponents(law);
        let data = points(law, [b, c], &GRID, 0.02, &mut Rng::new(1));
        let ranking = Ranking::new(&data, Weighting::Equal);
        let best = &ranking.laws[0];
        assert_eq!(best.fit.law, law);
        assert!((best.fit.b.estimate / b - 1.0).abs() < 0.05, "{law}: {:?}", best.fit.b);
        assert!(best.fit.c.is_none_or(|found| (found.estimate / c - 1.0).abs() < 0.05));
        assert!((best.fit.a() / 2.0 - 1.0).abs() < 0.1 && best.weight.unwrap() > 0.5, "{law}: {best:?}");
        assert!((1.0..4.0).contains(&best.fit.typical_error_percent()), "{law}: {best:?}");
        assert!(best.fit.leave_one_out_percent().unwrap() > best.fit.typical_error_percent());
    }
}

/// How many of 1000 intervals contain the true b, c and ln a.
fn covered(law: Law, sizes: &[&str], data: impl Fn(&mut Rng) -> Vec<Point>, weighting: Weighting) -> Vec<usize> {
    let [b, c] = exponents(law);
    let mut covered = vec![0; law.exponents() + 1];
    let mut rng = Rng::new(sizes.len() as u128);
    for _ in 0..1000 {
        let fit = Fit::new(law, &data(&mut rng), weighting).unwrap();
        let truths = [(Some(fit.ln_a), 2f64.ln()), (Some(fit.b), b), (fit.c, c)];
        let truths = truths.into_iter().filter_map(|(parameter, truth)| Some((parameter?, truth)));
        for (count, (parameter, truth)) in covered.iter_mut().zip(truths) {
            *count += usize::from(parameter.interval.contains(truth));
        }
    }
    covered
}

/// 95 % of 1000 have a standard error of 7.
#[test]
fn intervals_contain_the_truth_in_95_percent_of_the_data_sets() {
    for sizes in [&REPORT[..], &GRID] {
        for law in Law::ALL {
            let data = |rng: &mut Rng| points(law, exponents(law), sizes, 0.1, rng);
            let covered = covered(law, sizes, data, Weighting::Equal);
            assert!(covered.iter().all(|count| (930..=970).contains(count)), "{law}: {covered:?}");
        }
    }
}

/// The standard deviations are 0.02 and 0.3 in turn, and 0.05 of lack of fit in all points.
#[test]
fn weighted_intervals_contain_the_truth_and_are_narrower() {
    let law = Law::Pegs;
    let data = |rng: &mut Rng| {
        let mut data = points(law, exponents(law), &GRID, 0.05, rng);
        for (index, point) in data.iter_mut().enumerate() {
            let error = if index % 2 == 0 { 0.02 } else { 0.3 };
            point.value *= (error * normal(rng)).exp();
            point.standard_error = Some(error * point.value);
        }
        data
    };
    let weighting = Weighting::StandardErrors { unexplained: 0.05 };
    let covered = covered(law, &GRID, data, weighting);
    assert!(covered.iter().all(|count| (930..=970).contains(count)), "{covered:?}");
    let mut rng = Rng::new(3);
    let mut width = |weighting| {
        let interval = |_| Fit::new(law, &data(&mut rng), weighting).unwrap().b.interval;
        (0..200).map(interval).map(|interval| interval.high - interval.low).sum::<f64>() / 200.0
    };
    let (weighted, equal) = (width(weighting), width(Weighting::Equal));
    assert!(weighted < 0.5 * equal, "{weighted} {equal}");
}
