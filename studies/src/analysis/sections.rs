//! The sections of the page.

use super::{
    Analysis, MOST_CANDIDATES, RANDOM,
    exact::{BestThree, LookAlikes, RandomConsistent, Spread, ThreeGuesses, Total},
    lowest::Strategy,
    names,
    random::RandomFamily,
    tables,
};
use crate::markdown::{Page, cells};
use std::collections::BTreeSet;

/// So many rows of a long table are shown.
const SHOWN: usize = 12;

/// The answers.
pub fn summary(analysis: &Analysis) -> Vec<String> {
    let lowest = &analysis.lowest;
    let mut answers = Vec::new();
    let names = |strategies: &[&Strategy]| {
        let shown: Vec<String> = strategies.iter().take(SHOWN).map(|one| one.name(&analysis.matrix)).collect();
        let more = strategies.len().saturating_sub(SHOWN);
        shown.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
    };
    let fixed = lowest.best_fixed();
    let pairs: Vec<&Strategy> = lowest.best_of_pairs().collect();
    if let Some((fixed_one, pair)) = fixed.first().zip(pairs.first()) {
        answers.push(format!(
            "lc takes {} guesses, {:.6} a secret. The best X+lc take {}: {}. Of all {} pairs the best X+Y+lc take **{}**, \
             {:.6} a secret: {}.",
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
    if let Some((class, spread)) = best {
        let name = |first: &[u16]| names::strategy(&analysis.matrix, first, "rc");
        let pairs: Vec<String> = random.best_pairs().map(|(pair, _)| name(pair)).collect();
        let pair = random.pairs.first().map_or(f64::NAN, |(_, spread)| analysis.average(spread.guesses()));
        answers.push(format!(
            "rc takes {:.6} guesses on average, the best X+rc, {}, takes {:.6}. No pair is better than {}, with {pair:.6}.",
            analysis.average(random.first.free.guesses()),
            name(&[class.lowest()]),
            analysis.average(spread.guesses()),
            pairs.join(", ")
        ));
    }
    answers.push(format!(
        "The longest game of consistent guesses has {} of them. A game of rc that long has the probability {:.2e}.",
        random.longest.len(),
        analysis.average(random.first.free.by_guesses().last().copied().unwrap_or_default())
    ));
    if let Some(bound) = random.three.as_ref().and_then(|(three, _)| three.bound()) {
        let lowest = lowest.best_of_pairs().next().map_or(0, |pair| pair.lengths.total());
        let random = random.pairs.first().map_or(0.0, |(_, spread)| spread.guesses());
        let helps = if f64::from(bound) > random && u64::from(bound) > lowest {
            "That is more than the best pairs take with lc and with rc: a third fixed guess helps neither. How few the best \
             X+Y+Z+lc takes is open."
        } else {
            "That does not rule out that a third fixed guess helps."
        };
        answers.push(format!(
            "With three fixed guesses no strategy takes fewer than {bound}, whatever it does then. {helps}"
        ));
    }
    answers
}

/// Always the lowest consistent code.
pub fn lowest(page: &mut Page, analysis: &Analysis) {
    let lowest = &analysis.lowest;
    let head = cells(["strategy", "total", "average", "worst", "secrets by guesses"]);
    let fixed = lowest.best_fixed();
    let listed = [&lowest.free].into_iter().chain(fixed.into_iter().take(SHOWN));
    let listed = listed.chain(lowest.best_pairs.iter().take(SHOWN));
    let rows = listed.map(|one| tables::lengths_row(&one.name(&analysis.matrix), &one.lengths).to_vec());
    page.table(&head, &rows.collect::<Vec<_>>());
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
    page.paragraph("How the totals of all X+Y+lc are spread:");
    page.table(&cells(["share of the pairs", "total at the most", "pairs"]), &rows);
}

/// A consistent code at random.
pub fn random(page: &mut Page, analysis: &Analysis, random: &RandomFamily) {
    let fixed = random.first.fixed.iter().map(|(class, spread)| (vec![class.lowest()], spread));
    let pairs = random.pairs.iter().take(SHOWN).map(|(pair, spread)| (pair.clone(), spread));
    let listed: Vec<(Vec<u16>, &Spread)> =
        [(Vec::new(), &random.first.free)].into_iter().chain(fixed).chain(pairs).collect();
    let longest = listed.iter().map(|(_, spread)| spread.by_guesses().len()).max().unwrap_or_default();
    let mut head = cells(["strategy", "average"]);
    head.extend((1..=longest).map(|guesses| format!("P({guesses})")));
    let rows = listed.iter().map(|(first, spread)| {
        let average = format!("{:.6}", analysis.average(spread.guesses()));
        let chance = |secrets: &f64| probability(analysis.average(*secrets));
        [names::strategy(&analysis.matrix, first, "rc"), average]
            .into_iter()
            .chain(spread.by_guesses().iter().map(chance))
            .collect()
    });
    let mut rows: Vec<Vec<String>> = rows.collect();
    for row in &mut rows {
        row.resize(head.len(), String::new());
    }
    page.paragraph(
        "P(k) is the probability that a game takes k guesses. X stands for all codes that are like it but for the names of \
         colors and the order of pegs, and a pair for all pairs like it.",
    );
    page.table(&head, &rows);
    page.paragraph(&format!(
        "All {} kinds of pairs are in {RANDOM}. Sums are of positive numbers, in a fixed order, with 53 binary digits: the relative \
         error is below 10^-12.",
        random.pairs.len()
    ));
    let nine = 9.min(random.longest.len());
    let many: f64 = random.first.free.by_guesses().iter().skip(nine - 1).sum();
    page.paragraph(&format!(
        "rc takes {nine} guesses or more with the probability {:.4e}. A longest game of consistent guesses, of {}:",
        analysis.average(many),
        random.longest.len()
    ));
    page.paragraph(&format!("```text\n{}\n```", names::game(&analysis.matrix, &random.longest).join("\n")));
}

/// Three fixed guesses.
pub fn third(page: &mut Page, analysis: &Analysis, random: &RandomFamily, (three, best): &(ThreeGuesses, BestThree)) {
    let (Some((cells, set)), Some(bound)) = (three.most_cells(), three.bound()) else { return };
    let n = analysis.matrix.codes();
    page.paragraph(&format!(
        "Of the {} kinds of three different codes, those like {} divide the other {} codes into the most cells: {cells}. In each \
         cell the fourth guess finds one code at the most, and the others take five or more. So three fixed guesses take at least \
         1 + 2 + 3 + 5 · {} - {cells} = {bound}, however one goes on.",
        three.classes(),
        names::strategy(&analysis.matrix, set, "…"),
        n - 3,
        n - 3
    ));
    let name = |first: &[u16], then| names::strategy(&analysis.matrix, first, then);
    page.paragraph(&format!(
        "The best X+Y+Z+rc of all takes {:.6} on average: {}. ({} kinds of sets were played through; the others cannot be better by \
         the same bound, taken for each.)",
        analysis.average(best.total),
        best.sets.iter().map(|set| name(set, "rc")).collect::<Vec<_>>().join(", "),
        best.played
    ));
    if let Some(((total, thirds), (pair, _))) = random.thirds.as_ref().zip(random.pairs.first()) {
        page.paragraph(&format!(
            "After the best pair, {}, the best third guess makes it {:.6}: {}.",
            name(pair, "rc"),
            analysis.average(*total),
            names::codes(&analysis.matrix, thirds)
        ));
    }
    let lowest = &analysis.lowest;
    let thirds = lowest.best_pairs.iter().zip(&lowest.thirds).filter_map(|(pair, third)| Some((pair, third.as_ref()?)));
    if let Some((pair, (total, thirds))) = thirds.min_by_key(|(_, (total, _))| *total) {
        let all = thirds.iter().map(|third| name(&[pair.first.as_slice(), &[*third]].concat(), "lc"));
        page.paragraph(&format!(
            "X+Y+Z+lc was played with every Z, but after the {} best pairs only: of these sets the best takes {total}, as {}. Others \
             may take fewer, though no fewer than {bound}; the best pair takes {}.",
            lowest.best_pairs.len(),
            all.collect::<Vec<_>>().join(", "),
            lowest.best_of_pairs().next().map_or(0, |pair| pair.lengths.total())
        ));
    }
}

/// Guesses with the same profile.
pub fn look_alikes(page: &mut Page, analysis: &Analysis) {
    page.paragraph(
        "Two guesses are alike when an exchange of colors and pegs that leaves the history as it is turns one into the other. \
         The same number of candidates for each response is not enough, as these show.",
    );
    let first: BTreeSet<u16> = analysis.second_look_alikes.iter().map(|(first, _)| *first).collect();
    let mut found: Vec<String> = first.into_iter().flat_map(|first| second_look_alikes(analysis, first)).collect();
    let examples = &analysis.look_alikes;
    let best = |one: &&LookAlikes| one.best[0] != one.best[1];
    let random = |one: &&LookAlikes| (one.random[0] - one.random[1]).abs() > RandomConsistent::<Total>::ERROR;
    let lowest = |one: &&LookAlikes| one.lowest[0] != one.lowest[1];
    let misleads = |one: &&LookAlikes| one.misleads;
    let show = |one: Option<&LookAlikes>, what: &str| one.map(|one| example(analysis, one, what));
    found.extend(show(examples.iter().find(lowest), "The fewest candidates where lc takes different totals"));
    found.extend(show(examples.iter().find(random), "The fewest where rc does"));
    found.extend(show(examples.iter().find(best), "The fewest where the best consistent play does"));
    found.extend(show(
        examples.iter().find(misleads),
        "The fewest where a search that tries one guess of each profile, the lowest, misses the best total",
    ));
    page.list(found);
    page.paragraph(&format!(
        "Looked for after all kinds of a first and a consistent second guess, where {MOST_CANDIDATES} candidates at the most are left."
    ));
}

/// What second guesses take that look alike after a first guess.
pub fn second_look_alikes(analysis: &Analysis, first: u16) -> Vec<String> {
    let matrix = &analysis.matrix;
    let mut rc: RandomConsistent<Total> = RandomConsistent::new(matrix);
    let groups = analysis.second_look_alikes.iter().filter(|(own, _)| *own == first);
    let tell = |(_, group): &(u16, Vec<u16>)| {
        let averages = group.iter().map(|&second| {
            let average = analysis.average(rc.with_first(&matrix.all(), &[first, second]).guesses());
            let total = analysis.lowest.pairs.total(first, second).unwrap_or_default();
            let [with_rc, with_lc] = ["rc", "lc"].map(|then| names::strategy(matrix, &[first, second], then));
            format!("{with_rc} takes {average:.6} on average, {with_lc} {total} in all")
        });
        let averages: Vec<String> = averages.collect();
        format!(
            "After {} these second guesses leave cells of the same sizes, whatever the first response, and are not alike: {}.",
            names::code(matrix, first),
            averages.join("; ")
        )
    };
    groups.map(tell).collect()
}

/// Two guesses with the same profile, and what they take.
pub fn example(analysis: &Analysis, one: &LookAlikes, what: &str) -> String {
    let matrix = &analysis.matrix;
    let [first, other] = one.guesses.map(|guess| names::code(matrix, guess));
    format!(
        "{what}: after {}, the {} candidates {}. With {first} they take {} with the best consistent play, {:.4} with rc and {} with \
         lc; with {other} they take {}, {:.4} and {}.",
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

fn probability(chance: f64) -> String {
    if chance >= 1e-4 { format!("{chance:.6}") } else { format!("{chance:.3e}") }
}
