//! Holm's step-down adjustment of p values.

/// The p values adjusted for their number, in the same order. Tests whose adjusted p value is at most α have together an error
/// of the first kind with probability α or less, however they depend on each other.
///
/// The i-th smallest of m values is multiplied by m − i + 1; an adjusted value is at least that of every smaller one, and at most 1.
/// A value that is not a number counts as 1.
///
/// Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979).
///
/// ```
/// let adjusted = comparison::holm(&[0.01, 0.04, 0.03, 0.005]);
/// assert_eq!(adjusted, [0.03, 0.06, 0.06, 0.02]);
/// ```
#[must_use]
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let p = |index: usize| if p_values[index].is_nan() { 1.0 } else { p_values[index] };
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p(a).total_cmp(&p(b)));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut least = 0.0f64;
    for (rank, index) in order.into_iter().enumerate() {
        least = least.max((p_values.len() - rank) as f64 * p(index)).min(1.0);
        adjusted[index] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// By hand: 5 · 0.01, 4 · 0.02, 3 · 0.03, then 2 · 0.04 and 1 · 0.05, which are less. R: p.adjust(1:5 / 100, "holm").
    #[test]
    fn adjusted_values_do_not_fall() {
        let wanted = [0.05, 0.08, 0.09, 0.09, 0.09];
        for (found, wanted) in holm(&[0.01, 0.02, 0.03, 0.04, 0.05]).into_iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-12);
        }
    }

    #[test]
    fn limits() {
        assert_eq!(holm(&[]), Vec::<f64>::new());
        assert_eq!(holm(&[0.7, 0.6]), [1.0, 1.0]);
        assert_eq!(holm(&[f64::NAN, 0.02, 0.0]), [1.0, 0.04, 0.0]);
    }

    proptest! {
        /// The definition: the largest (m − j + 1)·p(j) over the j-th smallest values up to this one.
        #[test]
        fn agrees_with_the_definition(p_values in prop::collection::vec(0.0f64..=1.0, 0..20)) {
            let mut sorted = p_values.clone();
            sorted.sort_by(f64::total_cmp);
            let adjusted = holm(&p_values);
            for (p, found) in p_values.iter().zip(adjusted) {
                let upto = sorted.iter().enumerate().filter(|(_, other)| *other <= p);
                let wanted = upto.map(|(j, other)| (sorted.len() - j) as f64 * other).fold(0.0, f64::max).min(1.0);
                prop_assert_eq!(found, wanted);
            }
        }
    }
}
