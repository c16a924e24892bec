//! Claims of RC besides means.

use super::claim::{ClaimChecker, no_evidence, yes_or_no};
use crate::openings::{evidence, names, random::best_third};
use exact_openings::{ExpectedTotal, FeedbackMatrix, RandomConsistent, relabeling};

/// Pairs of fixed guesses; the first one is claimed to be better.
const PAIRS: [&str; 2] = ["1123 2245", "1123 4415"];

impl ClaimChecker<'_> {
    pub fn check_random(&mut self) {
        let (analysis, matrix) = (self.analysis, self.matrix());
        let Some(openings) = &analysis.random else { return };
        let first = || openings.first.fixed.iter().map(|(class, lengths)| (class.lowest(), lengths.guesses()));
        let best = first().min_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(x, _)| names::code(matrix, x));
        self.check_text("X+rc", "best first guess", "1123", best, no_evidence);
        let free = openings.first.free.guesses();
        let better: Vec<u16> = first().filter(|(_, total)| *total < free).map(|(x, _)| x).collect();
        let means = || {
            let row = |name: String, total: f64| vec![name, format!("{:.6}", analysis.mean(total))];
            let fixed = first().map(|(x, total)| row(names::strategy(matrix, &[x], "rc"), total));
            evidence::table(["strategy", "mean"], [row("rc".to_owned(), free)].into_iter().chain(fixed))
        };
        self.check_text("X+rc", "first guesses better than none", "1123", names::codes(matrix, &better), means);
        let [Some(pair), Some(other)] = PAIRS.map(|pair| names::ranks(matrix, pair)) else { return };
        let mut rc: RandomConsistent<ExpectedTotal> = RandomConsistent::new(matrix);
        let mut differ = |one: &[u16], other: &[u16]| {
            let [one, other] = [one, other].map(|first| rc.with_first(&matrix.all(), first).guesses());
            yes_or_no((one - other).abs() > RandomConsistent::<ExpectedTotal>::ERROR)
        };
        let turned: Vec<u16> = pair.iter().rev().copied().collect();
        self.check_text("2245+1123+rc", "differs from 1123+2245+rc", "no", differ(&pair, &turned), no_evidence);
        let edge = differ(&pair, &other);
        let evidence = || {
            let found = [&pair, &turned].into_iter().find_map(|from| equivalence(matrix, from, &other));
            found.unwrap_or_default()
        };
        let claim = self.check_text("1123+2245+rc", "better than 1123+4415+rc", "yes", edge, evidence);
        claim.remark = "The means of the source differ by 0.001.";
        let third = best_third(matrix, &pair).map(|(total, _)| format!("{:.2}", analysis.mean(total)));
        self.check_text("1123+2245+Z+rc", "best mean", "4.75", third, no_evidence);
        let best = openings.pairs.first().map(|(_, lengths)| lengths.guesses());
        let helps = openings.three.as_ref().zip(best).map(|((_, three), best)| yes_or_no(three.total < best));
        self.check_text("X+Y+Z+rc", "a third fixed guess may help", "no", helps, no_evidence);
    }
}

/// The relabeling that maps a pair to another.
fn equivalence(matrix: &FeedbackMatrix, from: &[u16], to: &[u16]) -> Option<String> {
    let relabeling = relabeling(matrix, from, to)?;
    let pegs: Vec<String> = relabeling.pegs.iter().map(|peg| (peg + 1).to_string()).collect();
    let colors: Vec<String> = relabeling
        .colors
        .iter()
        .map(|(from, to)| format!("{} for {}", names::color(matrix, *to), names::color(matrix, *from)))
        .collect();
    Some(format!(
        "The pairs are equivalent: {} become {} with the pegs in the order {} and {}.",
        names::codes(matrix, from),
        names::codes(matrix, to),
        pegs.join(" "),
        colors.join(", ")
    ))
}
