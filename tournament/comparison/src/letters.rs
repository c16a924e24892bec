//! Compact letter displays: which of several items cannot be told apart.

/// The letters of items in order of rank: two items share a letter if and only if they do not differ significantly.
///
/// `differ(i, j)` says whether the items i < j differ significantly. The first item has the letter a. After z come a', b' and so on.
///
/// A letter stands for a set of items of which no two differ, and to which no item can be added. H.-P. Piepho, "An algorithm for a
/// letter-based representation of all-pairwise comparisons", Journal of Computational and Graphical Statistics 13 (2004) finds all
/// such sets, by inserting and absorbing. There can be exponentially many, and not all are needed. So sets are grown from pairs
/// that have no letter yet, and those that others make redundant are removed: the growing of cliques and the sweeping that are
/// compared in J. Gramm et al., "Algorithms for compact letter displays", Computational Statistics and Data Analysis 52 (2007).
///
/// Cost: up to n⁴ steps.
///
/// ```
/// // Only the first and the last of three differ.
/// let letters = comparison::letters(3, |i, j| (i, j) == (0, 2));
/// assert_eq!(letters, ["a", "ab", "b"]);
/// ```
#[must_use]
pub fn letters(items: usize, differ: impl Fn(usize, usize) -> bool) -> Vec<String> {
    let mut letters = vec![String::new(); items];
    for (index, set) in sets(items, &differ).iter().enumerate() {
        set.iter().for_each(|&item| push_letter(&mut letters[item], index));
    }
    letters
}

/// The sets of items that share a letter, in the order of the letters. Each is ascending.
fn sets(items: usize, differ: &impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let is_joinable = |set: &[usize], item: usize| {
        set.iter().all(|&other| other != item && !differ(other.min(item), other.max(item)))
    };
    let mut sets: Vec<Vec<usize>> = Vec::new();
    // The number of sets that a pair is in. An item is a pair with itself, so that every item gets a letter.
    let mut shared = vec![vec![0u32; items]; items];
    for (i, j) in (0..items).flat_map(|i| (i..items).map(move |j| (i, j))) {
        let has_company = i == j && (0..items).any(|other| is_joinable(&[i], other));
        if has_company || shared[i][j] > 0 || (i != j && differ(i, j)) {
            continue;
        }
        let mut set = if i == j { vec![i] } else { vec![i, j] };
        for item in 0..items {
            if is_joinable(&set, item) {
                set.push(item);
            }
        }
        set.sort_unstable();
        pairs(&set).for_each(|(i, j)| shared[i][j] += 1);
        sets.push(set);
    }
    sets.retain(|set| {
        let is_redundant = pairs(set).all(|(i, j)| shared[i][j] > 1);
        if is_redundant {
            pairs(set).for_each(|(i, j)| shared[i][j] -= 1);
        }
        !is_redundant
    });
    sets.sort_unstable();
    sets
}

/// All pairs of a set, with those of an item and itself.
fn pairs(set: &[usize]) -> impl Iterator<Item = (usize, usize)> + '_ {
    set.iter().enumerate().flat_map(|(index, &i)| set[index..].iter().map(move |&j| (i, j)))
}

fn push_letter(letters: &mut String, index: usize) {
    letters.extend(('a'..='z').nth(index % 26));
    letters.extend((0..index / 26).map(|_| '\''));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All maximal sets of items of which no two differ, by Piepho's insert-and-absorb.
    fn insert_and_absorb(items: usize, differ: &impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
        let mut columns: Vec<Vec<usize>> = vec![(0..items).collect()];
        for (i, j) in (0..items).flat_map(|i| (i + 1..items).map(move |j| (i, j))).filter(|&(i, j)| differ(i, j)) {
            let without = |column: &[usize], removed| column.iter().copied().filter(|item| *item != removed).collect();
            let inserted: Vec<Vec<usize>> = columns
                .iter()
                .flat_map(|column| {
                    let is_split = column.contains(&i) && column.contains(&j);
                    if is_split { vec![without(column, i), without(column, j)] } else { vec![column.clone()] }
                })
                .collect();
            columns = Vec::new();
            for (index, column) in inserted.iter().enumerate() {
                let is_absorbed = inserted.iter().enumerate().any(|(other_index, other)| {
                    let is_larger = other.len() > column.len() || other.len() == column.len() && other_index < index;
                    is_larger && column.iter().all(|item| other.contains(item))
                });
                if !is_absorbed {
                    columns.push(column.clone());
                }
            }
        }
        columns.sort_unstable();
        columns
    }

    /// The second example of Gramm et al., figures 1 and 2: of five treatments, 1 and 5, 2 and 3, 2 and 5, 3 and 5 differ.
    #[test]
    fn the_example_of_gramm() {
        let differ = |i, j| [(0, 4), (1, 2), (1, 4), (2, 4)].contains(&(i, j));
        assert_eq!(letters(5, differ), ["ab", "a", "b", "abc", "c"]);
        assert_eq!(sets(5, &differ), insert_and_absorb(5, &differ));
    }

    #[test]
    fn no_or_all_pairs_differ() {
        assert_eq!(letters(0, |_, _| true), Vec::<String>::new());
        assert_eq!(letters(3, |_, _| false), ["a", "a", "a"]);
        assert_eq!(letters(3, |_, _| true), ["a", "b", "c"]);
        assert_eq!(
            letters(54, |_, _| true)[25..=52].concat(),
            "za'b'c'd'e'f'g'h'i'j'k'l'm'n'o'p'q'r's't'u'v'w'x'y'z'a''"
        );
    }

    #[test]
    fn exponentially_many_sets_are_not_listed() {
        // Items 2i and 2i + 1 differ: there are 2^32 maximal sets.
        let letters = letters(64, |i, j| i / 2 == j / 2);
        assert!(letters.iter().all(|letters| !letters.is_empty()));
    }

    proptest! {
        #[test]
        fn a_letter_is_shared_if_and_only_if_items_do_not_differ(
            items in 1usize..10,
            matrix in prop::collection::vec(any::<bool>(), 100),
        ) {
            let differ = |i: usize, j: usize| matrix[i * 10 + j];
            let found = sets(items, &differ);
            let all = insert_and_absorb(items, &differ);
            prop_assert!(found.iter().all(|set| all.contains(set)), "{found:?} {all:?}");
            for i in 0..items {
                prop_assert!(found.iter().any(|set| set.contains(&i)));
                for j in i + 1..items {
                    let is_shared = found.iter().any(|set| set.contains(&i) && set.contains(&j));
                    prop_assert_eq!(is_shared, !differ(i, j));
                }
            }
        }

        /// Where items differ beyond a distance, as ranked means do, the sets are those of insert-and-absorb.
        #[test]
        fn intervals_give_the_sets_of_insert_and_absorb(mut places in prop::collection::vec(0u32..100, 1..12)) {
            places.sort_unstable();
            let differ = |i: usize, j: usize| places[j] - places[i] > 20;
            prop_assert_eq!(sets(places.len(), &differ), insert_and_absorb(places.len(), &differ));
        }
    }
}
