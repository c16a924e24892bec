//! The page that says what was found.

use super::{
    Analysis, CLAIMS, LOWEST, PAIR_TOTALS, PAIRS, PLAYERS, RANDOM, RANDOM_LENGTHS, claims::Compared, sections,
};
use crate::markdown::{Page, cells};

/// Of longer games the histogram does not fit a page.
const LONGEST: usize = 16;

/// The page. It is the same to the byte on any number of threads.
pub fn page(analysis: &Analysis, claims: &[Compared]) -> String {
    let size = analysis.size();
    let mut page = Page::new(&format!("Simple strategies at {size}, exactly"));
    page.paragraph(&format!(
        "Made by `arena analyze --size {size}`. Every one of the {} codes is the secret once, and random guesses are not drawn \
         but gone through: nothing here is simulated. *LC* guesses the lowest consistent code, A before B; *RC* a consistent \
         code at random, each equally likely. *X+LC* guesses the code X first, *X+Y+LC* X and then Y whatever the response \
         (unless X was the secret), then it goes on as LC; the order of X and Y does not matter. A *total* is the guesses of \
         all secrets together.",
        analysis.matrix.codes()
    ));
    page.list([
        format!("[{LOWEST}]({LOWEST}): LC, every X+LC, the best X+Y+LC; [{PAIRS}]({PAIRS}): the best pairs, with the best third guess"),
        format!("[{PAIR_TOTALS}]({PAIR_TOTALS}): how many pairs have which total"),
        format!("[{RANDOM}]({RANDOM}): RC, X+RC, X+Y+RC; [{RANDOM_LENGTHS}]({RANDOM_LENGTHS}): how probable games of each length are"),
        format!("[{PLAYERS}]({PLAYERS}): players of the roster; [{CLAIMS}]({CLAIMS}): published figures beside these"),
    ]);
    page.section("In short");
    page.list(sections::summary(analysis));
    page.section("The lowest consistent code");
    sections::lowest(&mut page, analysis);
    page.section("A random consistent code");
    match &analysis.random {
        Some(family) => sections::random(&mut page, analysis, family),
        None => page.paragraph("At this size there are too many sets of candidates to go through."),
    }
    if let Some((family, three)) = analysis.random.as_ref().and_then(|family| Some((family, family.three.as_ref()?))) {
        page.section("A third fixed guess");
        sections::third(&mut page, analysis, family, three);
    }
    if !analysis.look_alikes.is_empty() || !analysis.second_look_alikes.is_empty() {
        page.section("Guesses that look alike");
        sections::look_alikes(&mut page, analysis);
    }
    page.section("Players of the roster");
    players(&mut page, analysis);
    if !claims.is_empty() {
        page.section("Published figures");
        compare(&mut page, claims);
    }
    page.into_text()
}

fn players(page: &mut Page, analysis: &Analysis) {
    let roster = &analysis.roster;
    let head = cells(["player", "total", "average", "worst", "secrets by guesses"]);
    let rows = roster.strategies.iter().map(|one| {
        let mut row = sections::lengths_row(one.name.to_owned(), &one.lengths);
        if let Some(secrets) = row.last_mut().filter(|_| one.lengths.worst() > LONGEST) {
            *secrets = format!("in {PLAYERS}");
        }
        row
    });
    page.paragraph("All that have a fixed strategy, told of `insert-colors`:");
    page.table(&head, &rows.collect::<Vec<_>>());
    if !roster.undetermined.is_empty() {
        let names = roster.undetermined.join(", ");
        page.paragraph(&format!("Not here, because they draw random numbers or learn from round to round: {names}."));
    }
    page.list(roster.without.iter().map(|(name, reason)| format!("{name} has no total: {reason}.")));
}

fn compare(page: &mut Page, claims: &[Compared]) {
    let counted = |agreed| claims.iter().filter(|one| one.agreed == agreed).count();
    page.paragraph(&format!(
        "Codes are written as published, with digits for colors: 1 is A. *Agrees* means to the last digit published, and of an \
         average of a million games within three standard errors. {} agree, {} do not, {} are of players that are not here.",
        counted(Some(true)),
        counted(Some(false)),
        counted(None)
    ));
    let head = cells(["strategy", "figure", "published", "here", "agrees", "remark"]);
    let rows = claims.iter().map(|one| {
        let claim = &one.claim;
        let agrees = if one.agreed == Some(false) { "**no**" } else { one.agrees() };
        let fields = [claim.strategy, claim.figure.name(), &claim.claimed, &one.computed, agrees, claim.remark];
        fields.map(str::to_owned).to_vec()
    });
    page.table(&head, &rows.collect::<Vec<_>>());
    let mut sources: Vec<&str> = claims.iter().map(|one| one.claim.source).collect();
    sources.dedup();
    sources.sort_unstable();
    sources.dedup();
    page.paragraph(&format!("Published by: {}.", sources.join("; ")));
}
