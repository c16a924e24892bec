//! Permutations of a multiset in lexicographic order.

/// Rearranges the items into the lexicographically next permutation, and returns true. The last permutation is followed by the
/// first; then it returns false.
///
/// Knuth, "The Art of Computer Programming", section 7.2.1.2, algorithm L. Equal items are interchangeable: 1, 1, 2 has three
/// permutations. O(n) in the worst case.
///
/// ```
/// let mut items = [1, 1, 2];
/// assert!(scsa::next_permutation(&mut items));
/// assert_eq!(items, [1, 2, 1]);
/// ```
pub fn next_permutation<T: Ord>(items: &mut [T]) -> bool {
    let pivot = items.windows(2).rposition(|pair| pair[0] < pair[1]);
    match pivot {
        Some(pivot) => {
            if let Some(larger) = items.iter().rposition(|item| *item > items[pivot]) {
                items.swap(pivot, larger);
            }
            items[pivot + 1..].reverse();
        }
        None => items.reverse(),
    }
    pivot.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_permutation_of_a_multiset_occurs_once_in_order() {
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
