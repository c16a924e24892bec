//! The page of results.

use super::{
    analysis::Analysis,
    claims::{CheckedClaim, ClaimCheck},
    lengths, sections,
    tables::{CLAIMS, LOWEST, PAIR_TOTALS, PAIRS, PLAYERS, RANDOM, RANDOM_LENGTHS},
};
use crate::markdown::{MarkdownPage, row};

/// The name of the page.
pub const PAGE: &str = "strategies.md";
/// The title of the section of refuted claims.
const REFUTED: &str = "Claims that are refuted";
/// The longest game whose histogram fits into the table of players.
const LONGEST: usize = 16;

/// The page. It is reproducible byte by byte on any number of threads.
pub fn page(command: &str, analysis: &Analysis, claims: &[CheckedClaim]) -> MarkdownPage {
    let mut page = MarkdownPage::new(&format!("Simple strategies at {}, exactly", analysis.size()));
    page.paragraph(&format!(
        "Made by `{command}`. Every one of the {} codes is the secret once, and all random choices are enumerated: nothing is simulated. \
         Codes and strategies are written in the notation of `arena tree`. *lc* guesses the lowest consistent code; *rc* guesses a \
         random consistent code, each with the same probability. *X+lc* guesses the code X first, *X+Y+lc* guesses X and then Y \
         whatever the response (unless X was the secret), and then continues as lc; the order of X and Y does not matter. A *total* is \
         the sum of the guesses over all secrets, a *mean* the total divided by their number. In games a response has an R for each \
         black peg and a W for each white peg.",
        analysis.matrix.codes()
    ));
    page.list([
        format!("[{LOWEST}]({LOWEST}): lc, every X+lc with its best second guess, the best X+Y+lc and those with published figures"),
        format!("[{PAIRS}]({PAIRS}): the best X+Y+lc with the best third guess; [{PAIR_TOTALS}]({PAIR_TOTALS}): the number of pairs of each total"),
        format!("[{RANDOM}]({RANDOM}): rc, X+rc, X+Y+rc; [{RANDOM_LENGTHS}]({RANDOM_LENGTHS}): the probability of each length of a game"),
        format!("[{PLAYERS}]({PLAYERS}): the players; [{CLAIMS}]({CLAIMS}): published claims beside these figures"),
    ]);
    page.section("Results");
    let refuted = claims.iter().filter(|one| one.is_refuted()).count();
    let checked = claims.iter().filter(|one| one.is_computed()).count();
    let link = REFUTED.to_lowercase().replace(' ', "-");
    let refutation =
        format!("Of {checked} published claims that are checked, {refuted} are wrong: [{REFUTED}](#{link}).");
    page.list(sections::summary(analysis).into_iter().chain((refuted > 0).then_some(refutation)));
    page.section("The lowest consistent code");
    sections::lowest(&mut page, analysis);
    page.section("A random consistent code");
    match &analysis.random {
        Some(openings) => sections::random(&mut page, analysis, openings),
        None => page.paragraph("At this size there are too many sets of candidates to enumerate."),
    }
    let three = analysis.random.as_ref().and_then(|openings| Some((openings, openings.three.as_ref()?)));
    if let Some((openings, three)) = three {
        page.section("A third fixed guess");
        sections::third(&mut page, analysis, openings, three);
    }
    if !analysis.equal_profiles.is_empty() || !analysis.second_guesses_of_equal_profile.is_empty() {
        page.section("Guesses of equal profile");
        sections::equal_profiles(&mut page, analysis);
    }
    page.section("Players");
    players(&mut page, analysis);
    if !claims.is_empty() {
        page.section("Published claims");
        all_claims(&mut page, claims);
        page.section(REFUTED);
        refuted_claims(&mut page, claims);
    }
    page
}

fn players(page: &mut MarkdownPage, analysis: &Analysis) {
    let players = &analysis.players;
    let rows = players.trees.iter().map(|one| {
        let [name, total, mean, longest, secrets] = lengths::row(one.name, &one.lengths);
        let shown = if one.lengths.worst() > LONGEST { format!("in {PLAYERS}") } else { secrets };
        vec![name, total, mean, longest, shown]
    });
    page.paragraph("All players with a deterministic strategy, which know that the codemaker is `insert-colors`:");
    page.table(&row(lengths::HEAD), rows);
    if !players.undetermined.is_empty() {
        let names = players.undetermined.join(", ");
        page.paragraph(&format!("Left out, because they use random numbers or learn from round to round: {names}."));
    }
    page.list(players.without.iter().map(|(name, reason)| format!("{name} has no total: {reason}.")));
}

fn all_claims(page: &mut MarkdownPage, claims: &[CheckedClaim]) {
    let count = |is: fn(&CheckedClaim) -> bool| claims.iter().filter(|one| is(one)).count();
    page.paragraph(&format!(
        "A claim *agrees* when all published digits are right; a simulated mean of a million games, when it is within three standard \
         errors. {} claims agree, {} do not, and {} are about strategies that no player here plays.",
        count(CheckedClaim::is_confirmed),
        count(CheckedClaim::is_refuted),
        count(|one| !one.is_computed())
    ));
    let rows = claims.iter().filter(|one| one.is_computed()).map(|one| {
        let claim = &one.claim;
        let agrees = if one.is_refuted() { "**no**" } else { one.agreement() };
        [claim.strategy, &claim.figure, &claim.published, one.computed(), agrees, claim.remark]
            .map(str::to_owned)
            .to_vec()
    });
    page.table(&row(["strategy", "figure", "published", "computed", "agrees", "remark"]), rows);
    let rows = claims
        .iter()
        .filter(|one| !one.is_computed())
        .map(|one| [one.claim.strategy, &one.claim.figure, &one.claim.published].map(str::to_owned).to_vec());
    let rows: Vec<Vec<String>> = rows.collect();
    if !rows.is_empty() {
        page.paragraph("Not computed:");
        page.table(&row(["strategy", "figure", "published"]), rows);
    }
    let mut sources: Vec<&str> = claims.iter().map(|one| one.claim.source).collect();
    sources.sort_unstable();
    sources.dedup();
    page.paragraph(&format!("Sources: {}.", sources.join("; ")));
}

/// The refuted claims, with evidence.
fn refuted_claims(page: &mut MarkdownPage, claims: &[CheckedClaim]) {
    let mut before = "";
    for one in claims {
        let ClaimCheck::Refuted { computed, evidence } = &one.check else { continue };
        let claim = &one.claim;
        page.paragraph(&format!(
            "**{}, {}**: published is {}; computed is {computed}.",
            claim.strategy, claim.figure, claim.published
        ));
        // The same evidence may refute several claims.
        if evidence != before && !evidence.is_empty() {
            page.paragraph(evidence);
        }
        before = evidence;
    }
}
