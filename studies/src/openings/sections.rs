//! The sections of the page.

use super::{
    analysis::{Analysis, MOST_CANDIDATES},
    evidence, lengths,
    lowest::LowestOpening,
    names,
    random::RandomOpenings,
    tables::RANDOM,
};
use crate::markdown::{MarkdownPage, row};
use exact_openings::{BestThree, EqualProfiles, ExpectedTotal, LengthDistribution, RandomConsistent, ThreeGuesses};
use std::collections::BTreeSet;

/// The number of rows of a long table that are shown.
const SHOWN: usize = 12;

/// The main results.
pub fn summary(analysis: &Analysis) -> Vec<String> {
    let lowest = &analysis.lowest;
    let mut answers = Vec::new();
    let names = |strategies: &[&LowestOpening]| {
        let shown: Vec<String> = strategies.iter().take(SHOWN).map(|one| one.name(&analysis.matrix)).collect();
        let more = strategies.len().saturating_sub(SHOWN);
        shown.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
    };
    let fixed = lowest.best_fixed();
    let pairs: Vec<&LowestOpening> = lowest.best_of_pairs().collect();
    if let Some((fixed_one, pair)) = fixed.first().zip(pairs.first()) {
        answers.push(format!(
            "lc has the total {}, a mean of {:.6}. The best X+lc have the total {}: {}. The best X+Y+lc of all {} pairs have the total \
             **{}**, a mean of {:.6}: {}.",
            lowest.free.lengths.total(),
            lowest.free.lengths.average(),
            fixed_one.lengths.total(),
            names(&fixed),
            lowest.pairs.iter().count(),
            pair.lengths.total(),
            pair.lengths.average(),
            names(&pairs)
        ));
    }
    let Some(random) = &analysis.random else { return answers };
    let best = random.first.fixed.iter().min_by(|(_, one), (_, other)| one.guesses().total_cmp(&other.guesses()));
    if let Some((class, lengths)) = best {
        let name = |first: &[u16]| names::strategy(&analysis.matrix, first, "rc");
        let pairs: Vec<String> = random.best_pairs().map(|(pair, _)| name(pair)).collect();
        let pair = random.pairs.first().map_or(f64::NAN, |(_, lengths)| analysis.mean(lengths.guesses()));
        answers.push(format!(
            "rc has the mean {:.6}; the best X+rc, {}, has {:.6}. The best pair is {}, with {pair:.6}.",
            analysis.mean(random.first.free.guesses()),
            name(&[class.lowest()]),
            analysis.mean(lengths.guesses()),
            pairs.join(", ")
        ));
    }
    answers.push(format!(
        "The longest game of consistent guesses takes {} guesses. A game of rc takes that many with the probability {:.2e}.",
        random.longest.len(),
        analysis.mean(random.first.free.by_guesses().last().copied().unwrap_or_default())
    ));
    if let Some(bound) = random.three.as_ref().and_then(|(three, _)| three.bound()) {
        let lowest = lowest.best_of_pairs().next().map_or(0, |pair| pair.lengths.total());
        let random = random.pairs.first().map_or(0.0, |(_, lengths)| lengths.guesses());
        let helps = if f64::from(bound) > random && u64::from(bound) > lowest {
            "That is more than the totals of the best pairs with lc and with rc: a third fixed guess helps neither. The smallest \
             total of X+Y+Z+lc is open."
        } else {
            "That does not exclude that a third fixed guess helps."
        };
        answers.push(format!("No strategy with three fixed guesses has a total below {bound}. {helps}"));
    }
    answers
}

/// Always the lowest consistent code.
pub fn lowest(page: &mut MarkdownPage, analysis: &Analysis) {
    let lowest = &analysis.lowest;
    let fixed = lowest.best_fixed();
    let listed = [&lowest.free].into_iter().chain(fixed.into_iter().take(SHOWN));
    let listed = listed.chain(lowest.best_pairs.iter().take(SHOWN));
    let rows = listed.map(|one| lengths::row(&one.name(&analysis.matrix), &one.lengths).to_vec());
    page.table(&row(lengths::HEAD), rows);
    let histogram = lowest.pairs.histogram();
    let (pairs, mut seen) = (histogram.values().sum::<u64>(), 0);
    let mut rows = Vec::new();
    let mut shares = [0.0, 0.0001, 0.001, 0.01, 0.1, 0.5, 0.9, 1.0].into_iter().peekable();
    for (total, count) in &histogram {
        seen += count;
        while let Some(share) = shares.next_if(|share| seen as f64 >= share * pairs as f64) {
            rows.push(vec![format!("{} %", share * 100.0), total.to_string(), seen.to_string()]);
        }
    }
    page.paragraph("Quantiles of the totals of all X+Y+lc:");
    page.table(&row(["share of the pairs", "largest total", "pairs"]), rows);
}

/// A consistent code at random.
pub fn random(page: &mut MarkdownPage, analysis: &Analysis, random: &RandomOpenings) {
    let fixed = random.first.fixed.iter().map(|(class, lengths)| (vec![class.lowest()], lengths));
    let pairs = random.pairs.iter().take(SHOWN).map(|(pair, lengths)| (pair.clone(), lengths));
    let listed: Vec<(Vec<u16>, &LengthDistribution)> =
        [(Vec::new(), &random.first.free)].into_iter().chain(fixed).chain(pairs).collect();
    let longest = listed.iter().map(|(_, lengths)| lengths.by_guesses().len()).max().unwrap_or_default();
    let mut head = row(["strategy", "mean"]);
    head.extend((1..=longest).map(|guesses| format!("P({guesses})")));
    let rows = listed.iter().map(|(first, lengths)| {
        let average = format!("{:.6}", analysis.mean(lengths.guesses()));
        let chance = |secrets: &f64| probability(analysis.mean(*secrets));
        [names::strategy(&analysis.matrix, first, "rc"), average]
            .into_iter()
            .chain(lengths.by_guesses().iter().map(chance))
            .collect()
    });
    let mut rows: Vec<Vec<String>> = rows.collect();
    for row in &mut rows {
        row.resize(head.len(), String::new());
    }
    page.paragraph(
        "P(k) is the probability that a game takes k guesses. X stands for its class of equivalent codes (those that differ only in the \
         names of the colors and the order of the pegs), and a pair for its class of equivalent pairs.",
    );
    page.table(&head, rows);
    page.paragraph(&format!(
        "All {} classes of pairs are in {RANDOM}. The sums have positive terms only, in a fixed order, with 53 binary digits: the \
         relative error is below 10^-12.",
        random.pairs.len()
    ));
    let nine = 9.min(random.longest.len());
    let many: f64 = random.first.free.by_guesses().iter().skip(nine - 1).sum();
    page.paragraph(&format!(
        "rc takes {nine} guesses or more with the probability {:.4e}. A longest game of consistent guesses, with {} guesses:",
        analysis.mean(many),
        random.longest.len()
    ));
    page.verbatim(&names::game(&analysis.matrix, &random.longest));
}

/// Three fixed guesses.
pub fn third(
    page: &mut MarkdownPage,
    analysis: &Analysis,
    random: &RandomOpenings,
    (three, best): &(ThreeGuesses, BestThree),
) {
    let (Some((parts, set)), Some(bound)) = (three.most_parts(), three.bound()) else { return };
    let n = analysis.matrix.codes();
    page.paragraph(&format!(
        "Of the {} classes of three different codes, that of {} partitions the other {} codes into the most parts: {parts}. The fourth \
         guess finds at most one code of each part, and every other code takes at least five guesses. So the total of three fixed \
         guesses is at least 1 + 2 + 3 + 5 · {} - {parts} = {bound}, whatever follows.",
        three.count(),
        names::strategy(&analysis.matrix, set, "…"),
        n - 3,
        n - 3
    ));
    let name = |first: &[u16], then| names::strategy(&analysis.matrix, first, then);
    page.paragraph(&format!(
        "The best X+Y+Z+rc of all has the mean {:.6}: {}. ({} classes of sets were computed; the bound of each other class excludes \
         it.)",
        analysis.mean(best.total),
        best.sets.iter().map(|set| name(set, "rc")).collect::<Vec<_>>().join(", "),
        best.played
    ));
    if let Some(((total, thirds), (pair, _))) = random.thirds.as_ref().zip(random.pairs.first()) {
        page.paragraph(&format!(
            "After the best pair, {}, the best third guess has the mean {:.6}: {}.",
            name(pair, "rc"),
            analysis.mean(*total),
            names::codes(&analysis.matrix, thirds)
        ));
    }
    let lowest = &analysis.lowest;
    let thirds = lowest.best_pairs.iter().zip(&lowest.thirds).filter_map(|(pair, third)| Some((pair, third.as_ref()?)));
    if let Some((pair, (total, thirds))) = thirds.min_by_key(|(_, (total, _))| *total) {
        let all = thirds.iter().map(|third| name(&[pair.first.as_slice(), &[*third]].concat(), "lc"));
        page.paragraph(&format!(
            "X+Y+Z+lc was computed for every Z after the {} best pairs only: the best of these sets has the total {total}: {}. Other \
             sets may have a smaller total, but none below {bound}; the best pair has {}.",
            lowest.best_pairs.len(),
            all.collect::<Vec<_>>().join(", "),
            lowest.best_of_pairs().next().map_or(0, |pair| pair.lengths.total())
        ));
    }
}

/// Guesses of equal profile.
pub fn equal_profiles(page: &mut MarkdownPage, analysis: &Analysis) {
    page.paragraph(
        "The profile of a guess is the number of candidates for each response. Two guesses are equivalent when a permutation of the \
         colors and pegs leaves the history as it is and maps one to the other. Guesses of equal profile need not be equivalent:",
    );
    let first: BTreeSet<u16> = analysis.second_guesses_of_equal_profile.iter().map(|(first, _)| *first).collect();
    let mut found: Vec<String> =
        first.into_iter().flat_map(|first| evidence::second_guesses_of_equal_profile(analysis, first)).collect();
    let examples = &analysis.equal_profiles;
    let best = |one: &&EqualProfiles| one.best[0] != one.best[1];
    let random =
        |one: &&EqualProfiles| (one.random[0] - one.random[1]).abs() > RandomConsistent::<ExpectedTotal>::ERROR;
    let lowest = |one: &&EqualProfiles| one.lowest[0] != one.lowest[1];
    let misleads = |one: &&EqualProfiles| one.misleads;
    let show = |one: Option<&EqualProfiles>, what: &str| one.map(|one| evidence::example(analysis, one, what));
    found.extend(show(examples.iter().find(lowest), "The fewest candidates with different totals of lc"));
    found.extend(show(examples.iter().find(random), "The fewest with different totals of rc"));
    found.extend(show(examples.iter().find(best), "The fewest with different smallest totals of consistent guesses"));
    found.extend(show(
        examples.iter().find(misleads),
        "The fewest where a search that tries only the lowest guess of each profile misses the smallest total",
    ));
    page.list(found);
    page.paragraph(&format!(
        "These are the first examples after all classes of a first and a consistent second guess with at most {MOST_CANDIDATES} candidates."
    ));
}

fn probability(chance: f64) -> String {
    if chance >= 1e-4 { format!("{chance:.6}") } else { format!("{chance:.3e}") }
}
