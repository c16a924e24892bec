//! What shows how something is, in Markdown.

use crate::{
    analysis::{Analysis, exact::Matrix, names, tables},
    markdown::{Page, cells},
};
use players::tree::{Lengths, Tree};
use scsa::Feedback;

/// A table of how long the games of strategies are.
pub fn lengths<'a>(rows: impl IntoIterator<Item = (String, &'a Lengths)>) -> String {
    let rows = rows.into_iter().map(|(name, lengths)| tables::lengths_row(&name, lengths).to_vec());
    table(["strategy", "total", "average", "worst", "secrets by guesses"], rows)
}

/// A table.
pub fn table<const N: usize>(head: [&str; N], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut page = Page::default();
    page.table(&cells(head), &rows.into_iter().collect::<Vec<_>>());
    page.into_text().trim().to_owned()
}

/// Lines as they are.
pub fn lines(lines: &[String]) -> String {
    format!("```text\n{}\n```", lines.join("\n"))
}

/// Paragraphs.
pub fn paragraphs(texts: &[String]) -> String {
    texts.join("\n\n")
}

/// How many codes give which response to a guess, the most frequent first, then in the order of their names.
pub fn profile(matrix: &Matrix, set: &[u16], guess: u16) -> Vec<(u32, String)> {
    let sizes = crate::analysis::exact::profile(matrix, set, guess).into_iter();
    let mut sizes: Vec<(u32, String)> = sizes.map(|(feedback, codes)| (codes, names::response(feedback))).collect();
    sizes.sort_by(|(one, name), (other, its)| other.cmp(one).then_with(|| name.cmp(its)));
    sizes
}

/// The first of them: `R=317 W=308 -=256`.
pub fn profile_text(profile: &[(u32, String)], most: usize) -> String {
    let texts = profile.iter().take(most).map(|(codes, response)| format!("{response}={codes}"));
    texts.collect::<Vec<_>>().join(" ")
}

/// The game of a strategy against a secret: its guesses, each with the index of its feedback.
pub fn game(matrix: &Matrix, tree: &Tree, secret: u16) -> Vec<(u16, u8)> {
    let (mut branch, mut game) = (Some(tree.root()), Vec::new());
    while let Some(here) = branch {
        let guess = matrix.place(&tree.guess(here));
        let feedback = matrix.feedback(guess, secret);
        game.push((guess, feedback));
        branch = here.after(Feedback::from_index(feedback.into()));
    }
    game
}

/// A game in one line.
pub fn game_text(matrix: &Matrix, game: &[(u16, u8)]) -> String {
    names::game(matrix, game).join(", ")
}

/// Two players side by side: how long their games are, on how many secrets each is shorter, and where by most.
pub fn against(analysis: &Analysis, name: &str, other: &str) -> String {
    let matrix = &analysis.matrix;
    let sides = [name, other].map(|name| analysis.roster.find(name));
    let [Some(one), Some(two)] = sides else { return String::new() };
    let differences = one.tree.against(&two.tree, 1);
    let shorter = |sign: i64| -> u64 {
        differences.iter().filter(|step| step.guesses.signum() == sign).map(|step| step.secrets).sum()
    };
    let counts = format!("{name} is shorter on {} secrets, {other} on {}.", shorter(-1), shorter(1));
    let most = [differences.first(), differences.last()].into_iter().flatten().filter(|step| step.guesses != 0);
    let games = most.flat_map(|step| step.examples.first()).flat_map(|secret| {
        let secret = matrix.place(secret);
        [one, two].map(|side| {
            let game = game(matrix, &side.tree, secret);
            format!("{:<8} {} guesses: {}", side.name, game.len(), game_text(matrix, &game))
        })
    });
    let games: Vec<String> = games.collect();
    paragraphs(&[
        lengths([one, two].map(|side| (side.name.to_owned(), &side.lengths))),
        format!("{counts} Where each is shorter by most:"),
        lines(&games),
    ])
}
