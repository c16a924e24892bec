//! Where labels beside the ends of lines lie.

/// The positions nearest to the desired ones, by least squares, that are at least `pitch` apart and between `low` and
/// `high`. The desired positions ascend.
///
/// Positions less their place times the pitch need only ascend: that is isotonic regression, solved by pooling adjacent
/// violators (R. E. Barlow et al., "Statistical Inference under Order Restrictions", 1972, section 1.2).
pub(crate) fn separated(desired: &[i32], pitch: i32, low: i32, high: i32) -> Vec<i32> {
    // Sums and sizes of the pools.
    let mut pools: Vec<(i32, i32)> = Vec::new();
    for (place, position) in desired.iter().enumerate() {
        pools.push((position - pitch * place as i32, 1));
        while let [.., (sum, size), (last_sum, last_size)] = pools[..]
            && sum * last_size > last_sum * size
        {
            pools.truncate(pools.len() - 2);
            pools.push((sum + last_sum, size + last_size));
        }
    }
    let highest = (high - pitch * (desired.len() as i32 - 1)).max(low);
    let shifted = pools.iter().flat_map(|&(sum, size)| (0..size).map(move |_| (sum / size).clamp(low, highest)));
    shifted.enumerate().map(|(place, position)| position + pitch * place as i32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_move_as_little_as_they_can() {
        assert_eq!(separated(&[10, 50, 90], 20, 0, 100), [10, 50, 90]);
        assert_eq!(separated(&[50, 50, 50], 20, 0, 100), [30, 50, 70]);
        assert_eq!(separated(&[0, 1, 90, 99, 100], 20, 0, 100), [0, 20, 60, 80, 100]);
        assert_eq!(separated(&[], 20, 0, 100), [0i32; 0]);
    }

    #[test]
    fn labels_never_overlap() {
        for count in 1..30 {
            let mut desired: Vec<i32> = (0..count).map(|label| label * label * 37 % 401).collect();
            desired.sort_unstable();
            let found = separated(&desired, 13, 0, 400);
            assert!(found.windows(2).all(|pair| pair[1] - pair[0] >= 13), "{found:?}");
            assert!(found.iter().all(|position| (0..=400).contains(position)), "{found:?}");
        }
    }
}
