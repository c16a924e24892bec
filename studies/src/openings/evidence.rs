//! Evidence in Markdown.

use super::{analysis::Analysis, lengths as length_rows, names};
use crate::markdown::{MarkdownPage, row};
use exact_openings::{EqualProfiles, ExpectedTotal, FeedbackMatrix, RandomConsistent};
use players::tree::{Lengths, Tree};
use scsa::Feedback;

/// A table of the lengths of the games of strategies.
pub fn lengths<'a>(rows: impl IntoIterator<Item = (String, &'a Lengths)>) -> String {
    table(length_rows::HEAD, rows.into_iter().map(|(name, lengths)| length_rows::row(&name, lengths).to_vec()))
}

/// A table.
pub fn table<const N: usize>(head: [&str; N], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    fragment(|page| page.table(&row(head), rows))
}

/// Lines in a fixed-width font.
pub fn lines(lines: &[String]) -> String {
    fragment(|page| page.verbatim(lines))
}

/// A part of a page.
fn fragment(write: impl FnOnce(&mut MarkdownPage)) -> String {
    let mut page = MarkdownPage::default();
    write(&mut page);
    page.into_text().trim().to_owned()
}

/// Paragraphs.
pub fn paragraphs(texts: &[String]) -> String {
    texts.join("\n\n")
}

/// The number of codes for each response to a guess, the most frequent response first, then by name.
pub fn profile(matrix: &FeedbackMatrix, set: &[u16], guess: u16) -> Vec<(u32, String)> {
    let sizes = exact_openings::profile(matrix, set, guess).into_iter();
    let mut sizes: Vec<(u32, String)> = sizes.map(|(feedback, codes)| (codes, names::response(feedback))).collect();
    sizes.sort_by(|(one, name), (other, its)| other.cmp(one).then_with(|| name.cmp(its)));
    sizes
}

/// The first of them, like `R=317 W=308 -=256`.
pub fn profile_text(profile: &[(u32, String)], most: usize) -> String {
    let texts = profile.iter().take(most).map(|(codes, response)| format!("{response}={codes}"));
    texts.collect::<Vec<_>>().join(" ")
}

/// The game of a tree against a secret: the guesses, each with the index of its feedback.
pub fn game(matrix: &FeedbackMatrix, tree: &Tree, secret: u16) -> Vec<(u16, u8)> {
    let (mut branch, mut game) = (Some(tree.root()), Vec::new());
    while let Some(here) = branch {
        let guess = matrix.rank(&tree.guess(here));
        let feedback = matrix.feedback(guess, secret);
        game.push((guess, feedback));
        branch = here.after(Feedback::from_index(feedback.into()));
    }
    game
}

/// A game in one line.
pub fn game_text(matrix: &FeedbackMatrix, game: &[(u16, u8)]) -> String {
    names::game(matrix, game).join(", ")
}

/// Two players compared: the lengths of their games, the number of secrets on which each is shorter, and the largest differences.
pub fn against(analysis: &Analysis, name: &str, other: &str) -> String {
    let matrix = &analysis.matrix;
    let sides = [name, other].map(|name| analysis.players.find(name));
    let [Some(one), Some(two)] = sides else { return String::new() };
    let differences = one.tree.against(&two.tree, 1);
    let shorter = |sign: i64| -> u64 {
        differences.iter().filter(|step| step.guesses.signum() == sign).map(|step| step.secrets).sum()
    };
    let counts = format!("{name} is shorter on {} secrets, {other} on {}.", shorter(-1), shorter(1));
    let most = [differences.first(), differences.last()].into_iter().flatten().filter(|step| step.guesses != 0);
    let games = most.flat_map(|step| step.examples.first()).flat_map(|secret| {
        let secret = matrix.rank(secret);
        [one, two].map(|side| {
            let game = game(matrix, &side.tree, secret);
            format!("{:<8} {} guesses: {}", side.name, game.len(), game_text(matrix, &game))
        })
    });
    let games: Vec<String> = games.collect();
    paragraphs(&[
        lengths([one, two].map(|side| (side.name.to_owned(), &side.lengths))),
        format!("{counts} The largest difference in each direction:"),
        lines(&games),
    ])
}

/// The mean and total after second guesses of equal profile.
pub fn second_guesses_of_equal_profile(analysis: &Analysis, first: u16) -> Vec<String> {
    let matrix = &analysis.matrix;
    let mut rc: RandomConsistent<ExpectedTotal> = RandomConsistent::new(matrix);
    let groups = analysis.second_guesses_of_equal_profile.iter().filter(|(own, _)| *own == first);
    let describe = |(_, group): &(u16, Vec<u16>)| {
        let figures = group.iter().map(|&second| {
            let mean = analysis.mean(rc.with_first(&matrix.all(), &[first, second]).guesses());
            let total = analysis.lowest.pairs.total(first, second).unwrap_or_default();
            let [with_rc, with_lc] = ["rc", "lc"].map(|then| names::strategy(matrix, &[first, second], then));
            format!("{with_rc} has the mean {mean:.6}, {with_lc} the total {total}")
        });
        let figures: Vec<String> = figures.collect();
        format!(
            "After {} these second guesses have equal profiles after every first response and are not equivalent: {}.",
            names::code(matrix, first),
            figures.join("; ")
        )
    };
    groups.map(describe).collect()
}

/// Two guesses of equal profile, with the totals after each.
pub fn example(analysis: &Analysis, one: &EqualProfiles, what: &str) -> String {
    let matrix = &analysis.matrix;
    let [first, other] = one.guesses.map(|guess| names::code(matrix, guess));
    format!(
        "{what}: after {}, the {} candidates {}. The totals after {first} are {} with the best strategy of consistent guesses, {:.4} \
         with rc and {} with lc; after {other} they are {}, {:.4} and {}.",
        names::game(matrix, &one.history).join(", "),
        one.candidates.len(),
        names::codes(matrix, &one.candidates),
        one.best[0],
        one.random[0],
        one.lowest[0],
        one.best[1],
        one.random[1],
        one.lowest[1]
    )
}
