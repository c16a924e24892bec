//! Claims of the published tables of strategies: their numbers of rows, and the rows.

use super::{
    claim::{ClaimChecker, no_evidence},
    published_tables::{PublishedRow, TABLES},
};
use crate::openings::{evidence, player_trees::PlayerTree};
use players::{
    notation::Notation,
    tree::{Branch, Tree, history},
};
use scsa::Feedback;
use std::collections::BTreeMap;

impl ClaimChecker<'_> {
    pub fn check_trees(&mut self) {
        let analysis = self.analysis;
        let find = |name| analysis.players.find(name);
        let both = || [find("knuth"), find("consistent-knuth")].into_iter().flatten();
        let lengths = || evidence::lengths(both().map(|player| (player.name.to_owned(), &player.lengths)));
        let totals = find("consistent-knuth").zip(find("knuth"));
        let more = totals.map(|(one, other)| (one.lengths.total() as i64 - other.lengths.total() as i64).to_string());
        self.check_text("consistent-knuth", "guesses more than knuth", "21", more, lengths);
        let entries = find("knuth").map(|player| player.tree.counts().len().to_string());
        self.check_text("knuth", "entries of the complete table", "1296", entries, || situations(both()));
        for (name, published) in [("knuth", "269"), ("consistent-knuth", "286")] {
            let entries = find(name).map(|player| large(&player.tree).to_string());
            self.check_text(name, "entries with more than two candidates", published, entries, no_evidence);
        }
        for (name, rows) in TABLES {
            let wrong = find(name).map(|player| wrong_rows(&player.tree, rows));
            let right = wrong.as_ref().map(|wrong| (rows.len() - wrong.len()).to_string());
            let wrong = || evidence::lines(&wrong.unwrap_or_default());
            self.check_text(
                name,
                "rows of the published table that are correct",
                &rows.len().to_string(),
                right,
                wrong,
            );
        }
        self.check_text(
            "consistent guesses",
            "strategies that never take more than five guesses",
            "0",
            None,
            no_evidence,
        );
    }
}

/// The number of situations with more than two candidates. With one or two candidates every consistent guess is optimal.
fn large(tree: &Tree) -> usize {
    tree.counts().iter().filter(|&&count| count > 2).count()
}

/// The number of situations of strategies, by whether the guess may win.
fn situations<'a>(players: impl Iterator<Item = &'a PlayerTree>) -> String {
    let mut examples = Vec::new();
    let rows = players.map(|player| {
        let mut never_wins = Vec::new();
        cannot_win(&player.tree, player.tree.root(), &mut Vec::new(), &mut never_wins);
        if let Some((codes, example)) = never_wins.iter().max_by_key(|(codes, _)| *codes) {
            examples.push(format!(
                "The situation of `{}` with the most candidates, {codes}, in which the guess cannot win: {example}.",
                player.name
            ));
        }
        let all = player.tree.counts().len();
        let counts =
            [all, all - never_wins.len(), never_wins.len(), large(&player.tree)].map(|count| count.to_string());
        [player.name.to_owned()].into_iter().chain(counts).collect()
    });
    let head = ["strategy", "situations", "the guess may win", "it cannot", "more than two candidates"];
    let table = evidence::table(head, rows.collect::<Vec<_>>());
    let why = "A strategy that finds every secret has one situation for each code, in which that code is guessed and may win, and one for \
               each guess that cannot win.";
    evidence::paragraphs(&[table, why.to_owned(), examples.join(" ")])
}

/// Collects the situations whose guess cannot win: the number of candidates, the guess and the history.
fn cannot_win(tree: &Tree, branch: &Branch, responses: &mut Vec<Feedback>, found: &mut Vec<(u64, String)>) {
    if !branch.wins() {
        let guess = Notation::of(tree.size()).code(&tree.guess(branch));
        found.push((branch.games(0).count, format!("{guess} after `{}`", history(responses))));
    }
    for (feedback, next) in branch.next() {
        responses.push(feedback);
        cannot_win(tree, next, responses, found);
        responses.pop();
    }
}

/// The published rows that are not rows of the tree, each with the row of the tree.
fn wrong_rows(tree: &Tree, published: &[PublishedRow]) -> Vec<String> {
    let rows = tree.table(usize::MAX).into_iter().map(|row| {
        let guess = Notation::of(tree.size()).code(&row.guess);
        (row.history, text(&guess, row.games.count, row.games.total, row.games.max))
    });
    let rows: BTreeMap<String, String> = rows.collect();
    let wrong = published.iter().filter_map(|&(history, guess, count, total, max)| {
        let (published, own) = (text(guess, count, total, max), rows.get(history));
        let is_wrong = own != Some(&published);
        is_wrong.then(|| format!("{history} {published}; computed: {}", own.map_or("no situation", String::as_str)))
    });
    wrong.collect()
}

fn text(guess: &str, count: u64, total: u64, max: usize) -> String {
    format!("{guess}: {count} candidates, total {total}, longest game {max}")
}
