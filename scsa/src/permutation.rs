//! The orders of a multiset, one after another.

/// Puts the items in their next lexicographic order; after the last one comes the first again (Knuth, "The Art of
/// Computer Programming", section 7.2.1.2, algorithm L). Whether there was a next one.
///
/// ```
/// let mut items = [1, 1, 2];
/// assert!(scsa::next_permutation(&mut items));
/// assert_eq!(items, [1, 2, 1]);
/// ```
pub fn next_permutation<T: Ord>(items: &mut [T]) -> bool {
    let rising = items.windows(2).rposition(|pair| pair[0] < pair[1]);
    match rising {
        Some(rising) => {
            if let Some(larger) = items.iter().rposition(|item| *item > items[rising]) {
                items.swap(rising, larger);
            }
            items[rising + 1..].reverse();
        }
        None => items.reverse(),
    }
    rising.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutations_of_a_multiset_come_once_each_in_order() {
        let mut items = [0, 0, 1, 2, 2];
        let mut seen = vec![items];
        while next_permutation(&mut items) {
            assert!(items > *seen.last().unwrap());
            seen.push(items);
        }
        assert_eq!(seen.len(), 30); // 5! / 2! 2!
        assert_eq!(items, seen[0]);
    }
}
