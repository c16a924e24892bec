//! Rows of the lengths of the games of a strategy.

use players::tree::Lengths;

/// The columns of [`row`] in tables.
pub const COLUMNS: [&str; 5] = ["strategy", "total_guesses", "mean_guesses", "max_guesses", "secrets_by_guesses"];
/// The columns of [`row`] on pages.
pub const HEAD: [&str; 5] = ["strategy", "total", "mean", "longest", "secrets by guesses"];

/// The name, the total, the mean, the most guesses, and the number of secrets found with one guess, with two, and so on.
pub fn row(name: &str, lengths: &Lengths) -> [String; 5] {
    let secrets: Vec<String> = lengths.by_guesses().iter().map(u64::to_string).collect();
    let mean = format!("{:.6}", lengths.average());
    [name.to_owned(), lengths.total().to_string(), mean, lengths.worst().to_string(), secrets.join(" ")]
}
