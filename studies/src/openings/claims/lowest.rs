//! Claims of LC besides totals and means.

use super::claim::{ClaimChecker, no_evidence, yes_or_no};
use crate::openings::{evidence, lowest::LowestOpening, names};

impl ClaimChecker<'_> {
    pub fn check_lowest(&mut self) {
        let (lowest, matrix) = (&self.analysis.lowest, self.matrix());
        let best: Vec<u16> = lowest.best_fixed().into_iter().flat_map(|one| one.first.clone()).collect();
        self.check_text("X+lc", "best first guesses", "5463 5466", names::codes(matrix, &best), no_evidence);
        let pairs: Vec<&LowestOpening> = lowest.best_of_pairs().collect();
        let least = pairs.first().map_or(0, |one| one.lengths.total());
        let published = lowest.published.iter().min_by_key(|one| one.lengths.total());
        let listed = || pairs.iter().copied().chain(published).map(|one| (one.name(matrix), &one.lengths));
        let remark = "The source states that it may not be the smallest.";
        let claim =
            self.check_text("X+Y+lc", "smallest total", "5869", least.to_string(), || evidence::lengths(listed()));
        claim.remark = remark;
        let Some(random) = &self.analysis.random else { return };
        let best = lowest.best_fixed().first().map_or(0, |one| one.lengths.total()) as f64;
        self.check_text(
            "X+lc",
            "the best takes more than rc",
            "yes",
            yes_or_no(best > random.first.free.guesses()),
            no_evidence,
        );
        let pair = random.pairs.first().map_or(0.0, |(_, lengths)| lengths.guesses());
        let better = lowest.published.iter().filter(|one| (one.lengths.total() as f64) < pair);
        let better: Vec<String> = better.map(|one| one.name(matrix)).collect();
        let published = "5463+4322+lc 5466+4322+lc 6564+4233+lc 6564+4332+lc";
        self.check_text("X+Y+lc", "better than 1123+2245+rc", published, better.join(" "), no_evidence);
        let bound = random.three.as_ref().and_then(|(three, _)| three.bound());
        let helps = bound.map(|bound| yes_or_no(u64::from(bound) <= least));
        self.check_text("X+Y+Z+lc", "a third fixed guess may help", "no", helps, no_evidence);
    }
}
