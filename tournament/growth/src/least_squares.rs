//! Weighted linear least squares of a few parameters.

/// A column whose part orthogonal to the columns before it is smaller than this, relative to its norm, is a linear combination of
/// them.
const DEPENDENT: f64 = 1e-10;

/// The solution of a least squares problem with P parameters.
#[derive(Clone, Debug)]
pub struct LeastSquaresSolution<const P: usize> {
    /// The parameters.
    pub parameters: [f64; P],
    /// (XᵀWX)⁻¹: the covariance of the parameters in units of the residual variance.
    pub covariance: [[f64; P]; P],
    /// The responses less the fitted values.
    pub residuals: Vec<f64>,
    /// The diagonal of the hat matrix W^½ X (XᵀWX)⁻¹ Xᵀ W^½. The leverages sum to P.
    pub leverages: Vec<f64>,
    /// The sum of the weighted squares of the residuals.
    pub residual_squares: f64,
}

/// Minimizes the sum of the weighted squares of response − row · parameters.
///
/// `None` when there are not more rows than parameters, or when columns are linearly dependent.
///
/// The columns are scaled to norm 1 and factored by Householder reflections (Golub and Van Loan, "Matrix Computations", 4th
/// edition 2013, section 5.3.2). O(n P²) for n rows.
pub fn solve<const P: usize>(rows: &[[f64; P]], response: &[f64], weights: &[f64]) -> Option<LeastSquaresSolution<P>> {
    if rows.len() <= P {
        return None;
    }
    let roots: Vec<f64> = weights.iter().map(|weight| weight.sqrt()).collect();
    let norms: [f64; P] = std::array::from_fn(|column| {
        rows.iter().zip(&roots).map(|(row, root)| (row[column] * root).powi(2)).sum::<f64>().sqrt()
    });
    if !norms.iter().all(|norm| norm.is_finite() && *norm > 0.0) {
        return None;
    }
    let weighted = |(row, root): (&[f64; P], &f64)| std::array::from_fn(|column| row[column] * root / norms[column]);
    let design: Vec<[f64; P]> = rows.iter().zip(&roots).map(weighted).collect();
    let mut factor = design.clone();
    let mut rotated: Vec<f64> = response.iter().zip(&roots).map(|(y, root)| y * root).collect();
    for column in 0..P {
        reflect(&mut factor, &mut rotated, column)?;
    }
    let inverse = columns_of_inverse(&factor);
    let parameters = std::array::from_fn(|index| {
        inverse.iter().zip(&rotated).map(|(column, y)| column[index] * y).sum::<f64>() / norms[index]
    });
    let covariance = std::array::from_fn(|row| {
        let entry = |other: usize| inverse.iter().map(|column| column[row] * column[other]).sum::<f64>();
        std::array::from_fn(|other| entry(other) / norms[row] / norms[other])
    });
    let residuals: Vec<f64> = rows.iter().zip(response).map(|(row, y)| y - dot(row, &parameters)).collect();
    let leverages = design.iter().map(|row| inverse.iter().map(|column| dot(row, column).powi(2)).sum());
    let residual_squares = residuals.iter().zip(weights).map(|(residual, weight)| weight * residual * residual).sum();
    Some(LeastSquaresSolution { parameters, covariance, leverages: leverages.collect(), residuals, residual_squares })
}

/// Makes a column zero below the diagonal by a Householder reflection of all columns and the response. `None` when the column
/// depends on those before it.
fn reflect<const P: usize>(factor: &mut [[f64; P]], response: &mut [f64], column: usize) -> Option<()> {
    let mut normal: Vec<f64> = factor[column..].iter().map(|row| row[column]).collect();
    let norm = normal.iter().map(|entry| entry * entry).sum::<f64>().sqrt();
    if norm < DEPENDENT {
        return None;
    }
    let half_square = norm * (norm + normal[0].abs());
    normal[0] += norm.copysign(normal[0]);
    for other in column..P {
        let product: f64 = normal.iter().zip(&factor[column..]).map(|(entry, row)| entry * row[other]).sum();
        for (entry, row) in normal.iter().zip(&mut factor[column..]) {
            row[other] -= product / half_square * entry;
        }
    }
    let product: f64 = normal.iter().zip(&response[column..]).map(|(entry, y)| entry * y).sum();
    for (entry, y) in normal.iter().zip(&mut response[column..]) {
        *y -= product / half_square * entry;
    }
    Some(())
}

/// The columns of the inverse of the upper triangle, by back substitution.
fn columns_of_inverse<const P: usize>(factor: &[[f64; P]]) -> [[f64; P]; P] {
    std::array::from_fn(|column| {
        let mut solution = [0.0; P];
        for row in (0..=column).rev() {
            let unit = if row == column { 1.0 } else { 0.0 };
            solution[row] = (unit - dot(&factor[row], &solution)) / factor[row][row];
        }
        solution
    })
}

fn dot<const P: usize>(left: &[f64; P], right: &[f64; P]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NIST, Statistical Reference Datasets, linear regression, "Longley" (higher level of difficulty): y, x1 to x6. Source of
    /// the data: J. W. Longley 1967, "An Appraisal of Least Squares Programs for the Electronic Computer from the Viewpoint of
    /// the User".
    const LONGLEY: [[f64; 7]; 16] = [
        [60323.0, 83.0, 234_289.0, 2356.0, 1590.0, 107_608.0, 1947.0],
        [61122.0, 88.5, 259_426.0, 2325.0, 1456.0, 108_632.0, 1948.0],
        [60171.0, 88.2, 258_054.0, 3682.0, 1616.0, 109_773.0, 1949.0],
        [61187.0, 89.5, 284_599.0, 3351.0, 1650.0, 110_929.0, 1950.0],
        [63221.0, 96.2, 328_975.0, 2099.0, 3099.0, 112_075.0, 1951.0],
        [63639.0, 98.1, 346_999.0, 1932.0, 3594.0, 113_270.0, 1952.0],
        [64989.0, 99.0, 365_385.0, 1870.0, 3547.0, 115_094.0, 1953.0],
        [63761.0, 100.0, 363_112.0, 3578.0, 3350.0, 116_219.0, 1954.0],
        [66019.0, 101.2, 397_469.0, 2904.0, 3048.0, 117_388.0, 1955.0],
        [67857.0, 104.6, 419_180.0, 2822.0, 2857.0, 118_734.0, 1956.0],
        [68169.0, 108.4, 442_769.0, 2936.0, 2798.0, 120_445.0, 1957.0],
        [66513.0, 110.8, 444_546.0, 4681.0, 2637.0, 121_950.0, 1958.0],
        [68655.0, 112.6, 482_704.0, 3813.0, 2552.0, 123_366.0, 1959.0],
        [69564.0, 114.2, 502_601.0, 3931.0, 2514.0, 125_368.0, 1960.0],
        [69331.0, 115.7, 518_173.0, 4806.0, 2572.0, 127_852.0, 1961.0],
        [70551.0, 116.9, 554_894.0, 4007.0, 2827.0, 130_081.0, 1962.0],
    ];

    fn agree(found: f64, certified: f64, digits: f64) -> bool {
        (found / certified - 1.0).abs() < digits
    }

    #[test]
    fn longley_has_the_certified_parameters_and_standard_deviations() {
        let certified = [
            (-3_482_258.634_595_82, 890_420.383_607_373),
            (15.061_872_271_373_3, 84.914_925_774_766_9),
            (-0.035_819_179_292_591_0, 0.033_491_007_772_243_2),
            (-2.020_229_803_816_83, 0.488_399_681_651_699),
            (-1.033_226_867_173_59, 0.214_274_163_161_675),
            (-0.051_104_105_653_580_7, 0.226_073_200_069_370),
            (1_829.151_464_613_55, 455.478_499_142_212),
        ];
        let rows = LONGLEY.map(|[_, rest @ ..]| [&[1.0][..], &rest].concat().try_into().unwrap());
        let solution = solve::<7>(&rows, &LONGLEY.map(|row| row[0]), &[1.0; 16]).unwrap();
        let sd = (solution.residual_squares / 9.0).sqrt();
        assert!(agree(sd, 304.854_073_561_965, 1e-11), "{sd}");
        for (index, (parameter, se)) in certified.into_iter().enumerate() {
            let found = (solution.parameters[index], sd * solution.covariance[index][index].sqrt());
            assert!(agree(found.0, parameter, 1e-9) && agree(found.1, se, 1e-9), "{index}: {found:?}");
        }
        assert!((solution.leverages.iter().sum::<f64>() - 7.0).abs() < 1e-9);
    }

    /// The same, "Norris" (lower level of difficulty): y, x.
    #[test]
    fn norris_has_the_certified_line() {
        #[rustfmt::skip]
        let norris = [
            (0.1, 0.2), (338.8, 337.4), (118.1, 118.2), (888.0, 884.6), (9.2, 10.1), (228.1, 226.5), (668.5, 666.3), (998.5, 996.3),
            (449.1, 448.6), (778.9, 777.0), (559.2, 558.2), (0.3, 0.4), (0.1, 0.6), (778.1, 775.5), (668.8, 666.9), (339.3, 338.0),
            (448.9, 447.5), (10.8, 11.6), (557.7, 556.0), (228.3, 228.1), (998.0, 995.8), (888.8, 887.6), (119.6, 120.2), (0.3, 0.3),
            (0.6, 0.3), (557.6, 556.8), (339.3, 339.1), (888.0, 887.2), (998.5, 999.0), (778.9, 779.0), (10.2, 11.1), (117.6, 118.3),
            (228.9, 229.2), (668.4, 669.1), (449.2, 448.9), (0.2, 0.5),
        ];
        let solution = solve(&norris.map(|(_, x)| [1.0, x]), &norris.map(|(y, _)| y), &[1.0; 36]).unwrap();
        let sd = (solution.residual_squares / 34.0).sqrt();
        let se = |index: usize| sd * solution.covariance[index][index].sqrt();
        assert!(agree(solution.parameters[0], -0.262_323_073_774_029, 1e-11));
        assert!(agree(solution.parameters[1], 1.002_116_818_020_45, 1e-13));
        assert!(agree(se(0), 0.232_818_234_301_152, 1e-11) && agree(se(1), 0.429_796_848_199_937e-3, 1e-11));
        assert!(agree(sd, 0.884_796_396_144_373, 1e-11));
    }

    #[test]
    fn whole_weights_count_rows_several_times() {
        let (rows, y) = ([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 4.0]], [1.0, 3.0, 2.0, 6.0]);
        let weighted = solve(&rows, &y, &[1.0, 3.0, 2.0, 1.0]).unwrap();
        let places = [0, 1, 1, 1, 2, 2, 3];
        let repeated = solve(&places.map(|i| rows[i]), &places.map(|i| y[i]), &[1.0; 7]).unwrap();
        assert!((0..2).all(|i| (weighted.parameters[i] - repeated.parameters[i]).abs() < 1e-12));
        assert!((weighted.residual_squares - repeated.residual_squares).abs() < 1e-12);
        assert!((weighted.covariance[0][1] - repeated.covariance[0][1]).abs() < 1e-12);
    }

    #[test]
    fn what_has_no_unique_solution_has_none() {
        assert!(solve(&[[1.0, 2.0], [1.0, 3.0]], &[1.0, 2.0], &[1.0; 2]).is_none(), "two rows, two parameters");
        assert!(solve(&[[1.0, 2.0]; 5], &[1.0; 5], &[1.0; 5]).is_none(), "x is constant");
        assert!(solve(&[[1.0, 0.0]; 5], &[1.0; 5], &[1.0; 5]).is_none(), "x is zero");
        let twice = [1.0, 2.0, 3.0, 5.0].map(|x| [1.0, x, 2.0 * x]);
        assert!(solve(&twice, &[1.0, 2.0, 4.0, 3.0], &[1.0; 4]).is_none(), "proportional columns");
    }
}
