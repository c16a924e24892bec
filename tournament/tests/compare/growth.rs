//! Laws of growth that are fitted and ranked.

use proptest::prelude::*;
use scsa::{Game, Rng};
use tournament::compare::growth::{Fit, FittedParameter, Law, LawRow, Point, Ranked, Ranking, SUPPORTED};

/// The games of the report of 2019. Pegs and colors grow together.
const REPORT: [&str; 5] = ["4x6", "6x10", "8x10", "15x20", "20x26"];

/// A grid, which tells pegs and colors apart.
const GRID: [&str; 12] = ["4x4", "4x8", "4x16", "6x4", "6x8", "6x16", "10x4", "10x8", "10x16", "16x4", "16x8", "16x16"];

/// A normal deviate, by the method of Box and Muller (1958).
fn normal(rng: &mut Rng) -> f64 {
    let radius = (-2.0 * (1.0 - rng.unit()).ln()).sqrt();
    radius * (std::f64::consts::TAU * rng.unit()).cos()
}

/// A point a game of the law with a = 2, with normal noise of a standard deviation of ln y.
fn points(law: Law, exponents: [f64; 2], sizes: &[&str], noise: f64, rng: &mut Rng) -> Vec<Point> {
    let point = |text: &&str| {
        let game: Game = text.parse().unwrap();
        let [x, z] = law.regressors(game).unwrap();
        let ln_y = 2f64.ln() + exponents[0] * x + exponents[1] * z + noise * normal(rng);
        Point { game, value: ln_y.exp() }
    };
    sizes.iter().map(point).collect()
}

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
        let ranking = Ranking::new(&data);
        let best = &ranking.laws[0];
        assert_eq!(best.fit.law, law);
        assert!(best.fit.b.is_none_or(|found| (found.estimate / b - 1.0).abs() < 0.05), "{law}: {:?}", best.fit.b);
        assert!(best.fit.c.is_none_or(|found| (found.estimate / c - 1.0).abs() < 0.05));
        assert!((best.fit.a() / 2.0 - 1.0).abs() < 0.1 && best.weight.unwrap() > 0.4, "{law}: {best:?}");
        assert!((1.0..4.0).contains(&best.fit.typical_error_percent()), "{law}: {best:?}");
    }
}

/// How many of 1000 intervals contain the true b, c and ln a.
fn covered(law: Law, sizes: &[&str]) -> Vec<usize> {
    let [b, c] = exponents(law);
    let mut covered = vec![0; law.exponents() + 1];
    let mut rng = Rng::new(sizes.len() as u128);
    for _ in 0..1000 {
        let fit = Fit::new(law, &points(law, [b, c], sizes, 0.1, &mut rng)).unwrap();
        let truths = [(Some(fit.ln_a), 2f64.ln()), (fit.b, b), (fit.c, c)];
        let truths = truths.into_iter().filter_map(|(parameter, truth)| Some((parameter?, truth)));
        for (count, (parameter, truth)) in covered.iter_mut().zip(truths) {
            *count += usize::from(parameter.interval.contains(truth));
        }
    }
    covered
}

/// Of 1000 data sets without growth few seem to grow, although eight laws are compared with the constant.
#[test]
fn what_does_not_grow_is_a_constant() {
    let mut rng = Rng::new(7);
    let is_constant = |sizes: &[&str], rng: &mut Rng| {
        let ranking = Ranking::new(&points(Law::Constant, [0.0; 2], sizes, 0.1, rng));
        ranking.best().is_some_and(|best| best.fit.law == Law::Constant)
    };
    let constant = (0..1000).filter(|_| is_constant(&GRID, &mut rng)).count();
    assert!((850..=950).contains(&constant), "{constant}");
}

/// 95 % of 1000 have a standard error of 7.
#[test]
fn intervals_contain_the_truth_in_95_percent_of_the_data_sets() {
    for sizes in [&REPORT[..], &GRID] {
        for law in Law::ALL {
            let covered = covered(law, sizes);
            assert!(covered.iter().all(|count| (930..=970).contains(count)), "{law}: {covered:?}");
        }
    }
}

#[test]
fn sizes_where_pegs_and_colors_grow_together_leave_rivals() {
    let data = points(Law::PegsTimesColors, [1.0, 0.0], &REPORT, 0.1, &mut Rng::new(1));
    let ranking = Ranking::new(&data);
    assert!(ranking.caution.is_some());
    let rival = |ranked: &&Ranked| ranked.fit.law != Law::PegsTimesColors;
    assert!(ranking.laws.iter().filter(rival).any(|ranked| ranked.delta.is_some_and(|delta| delta <= SUPPORTED)));
}

fn sizes() -> impl Strategy<Value = Game> {
    (1..=32usize, 1..=26usize).prop_map(|(pegs, colors)| Game::new(pegs, colors).unwrap())
}

fn sensible() -> impl Strategy<Value = Vec<Point>> {
    let point = (sizes(), 0.1..1000.0).prop_map(|(game, value)| Point { game, value });
    prop::collection::vec(point, 0..15)
}

fn any_number() -> impl Strategy<Value = f64> {
    let special = [0.0, -0.0, 1.0, f64::MIN_POSITIVE, 5e-324, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    prop_oneof![3 => any::<f64>(), 2 => prop::sample::select(special.to_vec()), 2 => 1.0..2.0]
}

fn degenerate() -> impl Strategy<Value = Vec<Point>> {
    let few_sizes = prop_oneof![sizes(), (1..=4usize, 1..=4usize).prop_map(|(n, m)| Game::new(n, m).unwrap())];
    let point = (few_sizes, any_number()).prop_map(|(game, value)| Point { game, value });
    prop::collection::vec(point, 0..12)
}

fn numbers(row: &LawRow) -> Vec<f64> {
    let exponents = [row.b, row.b_se, row.b_low, row.b_high, row.c, row.c_se, row.c_low, row.c_high];
    let factor = [row.a, row.a_low, row.a_high, row.ln_a_se];
    let quality = [row.typical_error_percent, row.r_squared];
    let ranks = [row.aicc, row.delta_aicc, row.akaike_weight];
    exponents.into_iter().chain(factor).chain(quality).chain(ranks).flatten().collect()
}

fn is_close(left: f64, right: f64) -> bool {
    (left - right).abs() <= 1e-6 * (1.0 + left.abs().max(right.abs()))
}

proptest! {
    #[test]
    fn no_points_give_a_number_that_is_none(points in degenerate()) {
        let ranking = Ranking::new(&points);
        prop_assert_eq!(ranking.laws.len() + ranking.not_fitted.len(), Law::ALL.len());
        for row in ranking.rows() {
            prop_assert!(numbers(&row).iter().all(|number| !number.is_nan()), "{:?}", row);
            prop_assert!(row.r_squared.is_none_or(|part| (0.0..=1.0).contains(&part)));
            prop_assert!(row.akaike_weight.is_none_or(|weight| (0.0..=1.0).contains(&weight)));
            prop_assert_eq!(row.note.is_empty(), row.points.is_some());
        }
        for law in Law::ALL {
            if let Ok(ranked) = ranking.of(law) {
                prop_assert!(points.iter().all(|point| !ranked.fit.value_at(point.game).unwrap_or(0.0).is_nan()));
            }
        }
    }

    #[test]
    fn the_order_of_points_does_not_matter(points in sensible(), turn in 0usize..15) {
        let mut others: Vec<Point> = points.iter().rev().copied().collect();
        others.rotate_left(turn.min(points.len()));
        prop_assert_eq!(Ranking::new(&points), Ranking::new(&others));
    }

    #[test]
    fn the_unit_of_values_scales_the_factor_only(points in sensible(), unit in 0.001..1000.0) {
        let scaled: Vec<Point> = points.iter().map(|point| Point { value: unit * point.value, ..*point }).collect();
        let (plain, scaled) = (Ranking::new(&points), Ranking::new(&scaled));
        for ranked in &plain.laws {
            let (fit, other) = (&ranked.fit, &scaled.of(ranked.fit.law).unwrap().fit);
            prop_assert!(is_close(fit.ln_a.estimate + f64::ln(unit), other.ln_a.estimate));
            let bounds = |b: &FittedParameter| [b.estimate, b.standard_error, b.interval.low, b.interval.high];
            prop_assert!(fit.b.iter().flat_map(bounds).zip(other.b.iter().flat_map(bounds)).all(|(left, right)| is_close(left, right)));
            prop_assert!(is_close(fit.residual_sd, other.residual_sd));
        }
    }
}
