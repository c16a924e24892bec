//! What is published of the tables of strategies: how long they are, and their rows.

use super::{
    Claims, evidence, itself,
    tables::{Row, TABLES},
};
use crate::analysis::roster::PlayerStrategy;
use players::{
    notation::Notation,
    tree::{Branch, Tree, history},
};
use scsa::Feedback;
use std::collections::BTreeMap;

impl Claims<'_> {
    pub(super) fn of_trees(&mut self) {
        let analysis = self.analysis;
        let find = |name| analysis.roster.find(name);
        let both = || [find("knuth"), find("consistent-knuth")].into_iter().flatten();
        let lengths = || evidence::lengths(both().map(|player| (player.name.to_owned(), &player.lengths)));
        let totals = find("consistent-knuth").zip(find("knuth"));
        let more = totals.map(|(one, other)| (one.lengths.total() as i64 - other.lengths.total() as i64).to_string());
        self.say("consistent-knuth", "guesses more than knuth", "21", more, lengths);
        let entries = find("knuth").map(|player| player.tree.counts().len().to_string());
        self.say("knuth", "entries of the complete table", "1296", entries, || situations(both()));
        for (name, claimed) in [("knuth", "269"), ("consistent-knuth", "286")] {
            let entries = find(name).map(|player| large(&player.tree).to_string());
            self.say(name, "entries with more than two candidates", claimed, entries, itself);
        }
        for (name, rows) in TABLES {
            let wrong = find(name).map(|player| wrong_rows(&player.tree, rows));
            let right = wrong.as_ref().map(|wrong| (rows.len() - wrong.len()).to_string());
            let wrong = || evidence::lines(&wrong.unwrap_or_default());
            self.say(name, "rows of the published table that come out", &rows.len().to_string(), right, wrong);
        }
        self.say("consistent guesses", "strategies that never take more than five", "0", None, itself);
    }
}

/// Situations with more than two candidates. Of one or two any is as good a guess.
fn large(tree: &Tree) -> usize {
    tree.counts().iter().filter(|&&count| count > 2).count()
}

/// The situations of strategies, by whether the guess may win.
fn situations<'a>(players: impl Iterator<Item = &'a PlayerStrategy>) -> String {
    let mut examples = Vec::new();
    let rows = players.map(|player| {
        let mut vain = Vec::new();
        in_vain(&player.tree, player.tree.root(), &mut Vec::new(), &mut vain);
        if let Some((codes, example)) = vain.iter().max_by_key(|(codes, _)| *codes) {
            examples.push(format!("The one of `{}` with most candidates, {codes}: {example}.", player.name));
        }
        let all = player.tree.counts().len();
        let counts = [all, all - vain.len(), vain.len(), large(&player.tree)].map(|count| count.to_string());
        [player.name.to_owned()].into_iter().chain(counts).collect()
    });
    let head = ["strategy", "situations", "the guess may win", "it cannot", "more than two candidates"];
    let table = evidence::table(head, rows.collect::<Vec<_>>());
    let why = "A strategy that wins against all codes has a situation for each of them in which it is guessed, and one more for \
               each guess that cannot win.";
    evidence::paragraphs(&[table, why.to_owned(), examples.join(" ")])
}

/// The situations whose guess cannot win: how many candidates there are, the history and the guess.
fn in_vain(tree: &Tree, branch: &Branch, responses: &mut Vec<Feedback>, found: &mut Vec<(u64, String)>) {
    if !branch.wins() {
        let guess = Notation::of(tree.size()).code(&tree.guess(branch));
        found.push((branch.games(0).count, format!("{guess} after `{}`", history(responses))));
    }
    for (feedback, next) in branch.next() {
        responses.push(feedback);
        in_vain(tree, next, responses, found);
        responses.pop();
    }
}

/// The published rows that are not rows of the tree, each with what is.
fn wrong_rows(tree: &Tree, published: &[Row]) -> Vec<String> {
    let rows = tree.table(usize::MAX).into_iter().map(|row| {
        let guess = Notation::of(tree.size()).code(&row.guess);
        (row.history, text(&guess, row.games.count, row.games.total, row.games.max))
    });
    let rows: BTreeMap<String, String> = rows.collect();
    let wrong = published.iter().filter_map(|&(history, guess, count, total, max)| {
        let (claimed, own) = (text(guess, count, total, max), rows.get(history));
        let is_wrong = own != Some(&claimed);
        is_wrong.then(|| format!("{history} {claimed}, and it is {}", own.map_or("no situation", String::as_str)))
    });
    wrong.collect()
}

fn text(guess: &str, count: u64, total: u64, max: usize) -> String {
    format!("{guess}: {count} codes, {total} guesses, {max} at the most")
}
