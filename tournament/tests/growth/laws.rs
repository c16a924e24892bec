//! Properties of all fits, of sensible and of degenerate points.

use proptest::prelude::*;
use scsa::Size;
use tournament::compare::growth::{Claim, FittedParameter, Law, LawRow, Point, Ranking, Weighting};

const WEIGHTINGS: [Weighting; 2] = [Weighting::Equal, Weighting::StandardErrors { unexplained: 0.05 }];

fn sizes() -> impl Strategy<Value = Size> {
    (1..=32usize, 1..=26usize).prop_map(|(pegs, colors)| Size::new(pegs, colors).unwrap())
}

fn sensible() -> impl Strategy<Value = Vec<Point>> {
    let point = (sizes(), 0.1..1000.0, 0.001..0.2);
    let point = point.prop_map(|(size, value, error)| Point { size, value, standard_error: Some(error * value) });
    prop::collection::vec(point, 0..15)
}

fn any_number() -> impl Strategy<Value = f64> {
    let special = [0.0, -0.0, 1.0, f64::MIN_POSITIVE, 5e-324, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    prop_oneof![3 => any::<f64>(), 2 => prop::sample::select(special.to_vec()), 2 => 1.0..2.0]
}

fn degenerate() -> impl Strategy<Value = Vec<Point>> {
    let few_sizes = prop_oneof![sizes(), (1..=4usize, 1..=4usize).prop_map(|(n, m)| Size::new(n, m).unwrap())];
    let point = (few_sizes, any_number(), prop::option::of(any_number()));
    let point = point.prop_map(|(size, value, standard_error)| Point { size, value, standard_error });
    prop::collection::vec(point, 0..12)
}

fn numbers(row: &LawRow) -> Vec<f64> {
    let exponents = [row.b, row.b_se, row.b_low, row.b_high, row.c, row.c_se, row.c_low, row.c_high];
    let factor = [row.a, row.a_low, row.a_high, row.ln_a_se];
    let quality = [row.typical_error_percent, row.r_squared, row.leave_one_out_percent];
    let ranks = [row.aicc, row.delta_aicc, row.akaike_weight];
    exponents.into_iter().chain(factor).chain(quality).chain(ranks).flatten().collect()
}

fn is_close(left: f64, right: f64) -> bool {
    (left - right).abs() <= 1e-6 * (1.0 + left.abs().max(right.abs()))
}

proptest! {
    #[test]
    fn no_points_give_a_number_that_is_none(points in degenerate(), unexplained in any_number(), b in any_number()) {
        for weighting in WEIGHTINGS.into_iter().chain([Weighting::StandardErrors { unexplained }]) {
            let ranking = Ranking::new(&points, weighting);
            prop_assert_eq!(ranking.laws.len() + ranking.not_fitted.len(), Law::ALL.len());
            for row in ranking.rows() {
                prop_assert!(numbers(&row).iter().all(|number| !number.is_nan()), "{:?}", row);
                prop_assert!(row.r_squared.is_none_or(|part| (0.0..=1.0).contains(&part)));
                prop_assert!(row.akaike_weight.is_none_or(|weight| (0.0..=1.0).contains(&weight)));
                prop_assert_eq!(row.note.is_empty(), row.points.is_some());
            }
            for law in Law::ALL {
                let claims = [Claim::new(law, &[]), Claim::new(law, &[b]), Claim::new(law, &[b, 1.0])];
                for check in claims.into_iter().flatten().filter_map(|claim| ranking.check(&claim).ok()) {
                    prop_assert!(check.p_value.is_none_or(|p| (0.0..=1.0).contains(&p)), "{}: {:?}", check, check.p_value);
                }
                if let Ok(ranked) = ranking.of(law) {
                    prop_assert!(points.iter().all(|point| !ranked.fit.value_at(point.size).unwrap_or(0.0).is_nan()));
                }
            }
        }
    }

    #[test]
    fn the_order_of_points_does_not_matter(points in sensible(), turn in 0usize..15) {
        let mut others: Vec<Point> = points.iter().rev().copied().collect();
        others.rotate_left(turn.min(points.len()));
        for weighting in WEIGHTINGS {
            prop_assert_eq!(Ranking::new(&points, weighting), Ranking::new(&others, weighting));
        }
    }

    #[test]
    fn the_unit_of_values_scales_the_factor_only(points in sensible(), unit in 0.001..1000.0) {
        let scale = |point: &Point| Point {
            size: point.size,
            value: unit * point.value,
            standard_error: point.standard_error.map(|error| unit * error),
        };
        let scaled: Vec<Point> = points.iter().map(scale).collect();
        for weighting in WEIGHTINGS {
            let (plain, scaled) = (Ranking::new(&points, weighting), Ranking::new(&scaled, weighting));
            for ranked in &plain.laws {
                let (fit, other) = (&ranked.fit, &scaled.of(ranked.fit.law).unwrap().fit);
                prop_assert!(is_close(fit.ln_a.estimate + f64::ln(unit), other.ln_a.estimate));
                let bounds = |b: &FittedParameter| [b.estimate, b.standard_error, b.interval.low, b.interval.high];
                prop_assert!(bounds(&fit.b).into_iter().zip(bounds(&other.b)).all(|(left, right)| is_close(left, right)));
                prop_assert!(is_close(fit.residual_sd, other.residual_sd));
                prop_assert!(is_close(fit.leave_one_out.unwrap_or(-1.0), other.leave_one_out.unwrap_or(-1.0)));
            }
        }
    }
}

#[test]
fn rows_are_rows_of_csv() {
    let measured = [("4x6", 5.93), ("6x10", 9.78), ("8x10", 13.0), ("15x20", 35.9), ("20x20", 0.0)];
    let point = |(size, value): (&str, f64)| Point { size: size.parse().unwrap(), value, standard_error: None };
    let ranking = Ranking::new(&measured.map(point), Weighting::Equal);
    let mut writer = csv::Writer::from_writer(Vec::new());
    ranking.rows().iter().for_each(|row| writer.serialize(row).unwrap());
    let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
    assert!(text.starts_with("law,formula,points,undefined,not_positive,no_standard_error,a,a_low,"), "{text}");
    assert_eq!(text.lines().count(), 9);
    assert!(text.lines().nth(1).unwrap().contains("ᵇ"), "{text}");
    let last = "n-and-m,a·Nᵇ·Mᶜ,,0,1,0,,,,,,,,,,,,,,,,,,,\"too few sizes: 4, at least 5 are needed\"";
    assert_eq!(text.lines().last().unwrap(), last);
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.serialize(ranking.check(&"n^3".parse().unwrap()).unwrap().row()).unwrap();
    let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
    assert!(text.starts_with("claim,verdict,reason,b,b_low,b_high,c,c_low,c_high,p_value,"), "{text}");
    assert!(text.lines().nth(1).unwrap().starts_with("n^3,disagrees,"), "{text}");
}
