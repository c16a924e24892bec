//! The page that says what was found.

use super::{
    Analysis, CLAIMS, LOWEST, PAIR_TOTALS, PAIRS, PLAYERS, RANDOM, RANDOM_LENGTHS,
    claims::{Compared, Verdict},
    sections, tables,
};
use crate::markdown::{Page, cells};

/// Where claims are denied.
const DENIED: &str = "What is otherwise than published";
/// Of longer games the histogram does not fit a page.
const LONGEST: usize = 16;

/// The page. It is the same to the byte on any number of threads.
pub fn page(analysis: &Analysis, claims: &[Compared]) -> String {
    let size = analysis.size();
    let mut page = Page::new(&format!("Simple strategies at {size}, exactly"));
    page.paragraph(&format!(
        "Made by `arena analyze --size {size}`. Every one of the {} codes is the secret once, and random guesses are not drawn \
         but gone through: nothing here is simulated. Codes and strategies are written as `arena tree` takes them. *lc* guesses \
         the lowest consistent code; *rc* a consistent code at random, each equally likely. *X+lc* guesses the code X first, \
         *X+Y+lc* X and then Y whatever the response (unless X was the secret), then it goes on as lc; the order of X and Y does \
         not matter. A *total* is the guesses of all secrets together. In games a response has an R for each black peg and a W \
         for each white one.",
        analysis.matrix.codes()
    ));
    page.list([
        format!("[{LOWEST}]({LOWEST}): lc, every X+lc with its best second guess, the best X+Y+lc and published ones"),
        format!("[{PAIRS}]({PAIRS}): the best X+Y+lc with the best third guess; [{PAIR_TOTALS}]({PAIR_TOTALS}): how many pairs have which total"),
        format!("[{RANDOM}]({RANDOM}): rc, X+rc, X+Y+rc; [{RANDOM_LENGTHS}]({RANDOM_LENGTHS}): how probable games of each length are"),
        format!("[{PLAYERS}]({PLAYERS}): players of the roster; [{CLAIMS}]({CLAIMS}): published figures beside these"),
    ]);
    page.section("In short");
    let [agree, denied] = ["yes", "no"].map(|word| claims.iter().filter(|one| one.agrees() == word).count());
    let link = DENIED.to_lowercase().replace(' ', "-");
    let answer = format!("Of {} published figures {denied} are wrong: [{DENIED}](#{link}).", agree + denied);
    page.list(sections::summary(analysis).into_iter().chain((denied > 0).then_some(answer)));
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
        page.section(DENIED);
        deny(&mut page, claims);
    }
    page.into_text()
}

fn players(page: &mut Page, analysis: &Analysis) {
    let roster = &analysis.roster;
    let head = cells(["strategy", "total", "average", "worst", "secrets by guesses"]);
    let rows = roster.strategies.iter().map(|one| {
        let [name, total, average, worst, secrets] = tables::lengths_row(one.name, &one.lengths);
        let shown = if one.lengths.worst() > LONGEST { format!("in {PLAYERS}") } else { secrets };
        vec![name, total, average, worst, shown]
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
    let counted = |word| claims.iter().filter(|one| one.agrees() == word).count();
    page.paragraph(&format!(
        "*Agrees* means to the last digit published, and of an average of a million games within three standard errors. {} agree, \
         {} do not, and {} are of strategies that no player here plays.",
        counted("yes"),
        counted("no"),
        counted("not computed here")
    ));
    let computed = |one: &&Compared| !matches!(one.verdict, Verdict::NotComputed);
    let rows = claims.iter().filter(computed).map(|one| {
        let claim = &one.claim;
        let agrees = if one.agrees() == "no" { "**no**" } else { one.agrees() };
        [claim.strategy, &claim.figure, &claim.claimed, one.computed(), agrees, claim.remark]
            .map(str::to_owned)
            .to_vec()
    });
    page.table(&cells(["strategy", "figure", "published", "here", "agrees", "remark"]), &rows.collect::<Vec<_>>());
    let rows = claims
        .iter()
        .filter(|one| !computed(one))
        .map(|one| [one.claim.strategy, &one.claim.figure, &one.claim.claimed].map(str::to_owned).to_vec());
    let rows: Vec<Vec<String>> = rows.collect();
    if !rows.is_empty() {
        page.paragraph("Not computed here:");
        page.table(&cells(["strategy", "figure", "published"]), &rows);
    }
    let mut sources: Vec<&str> = claims.iter().map(|one| one.claim.source).collect();
    sources.sort_unstable();
    sources.dedup();
    page.paragraph(&format!("Published by: {}.", sources.join("; ")));
}

/// What shows that claims are wrong.
fn deny(page: &mut Page, claims: &[Compared]) {
    let mut before = "";
    for one in claims {
        let Verdict::Denied { computed, evidence } = &one.verdict else { continue };
        let claim = &one.claim;
        page.paragraph(&format!(
            "**{}, {}**: published is {}; it is {computed}.",
            claim.strategy, claim.figure, claim.claimed
        ));
        // One table may show several figures wrong.
        if evidence != before && !evidence.is_empty() {
            page.paragraph(evidence);
        }
        before = evidence;
    }
}
