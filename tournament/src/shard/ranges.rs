//! Numbers in words.

/// Numbers in ascending order as a list of ranges.
///
/// ```
/// assert_eq!(tournament::number_ranges(&[2, 5, 6, 7, 9]), "2, 5-7, 9");
/// ```
#[must_use]
pub fn number_ranges(numbers: &[usize]) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let text =
        |(first, last): (usize, usize)| if first == last { first.to_string() } else { format!("{first}-{last}") };
    ranges.into_iter().map(text).collect::<Vec<_>>().join(", ")
}
