//! What is published of LC besides totals and averages.

use super::{Claims, evidence, guesses::yes, itself};
use crate::analysis::{lowest::Strategy, names};

impl Claims<'_> {
    pub(super) fn of_lowest(&mut self) {
        let (lowest, matrix) = (&self.analysis.lowest, self.matrix());
        let best: Vec<u16> = lowest.best_fixed().into_iter().flat_map(|one| one.first.clone()).collect();
        self.say("X+lc", "best first guesses", "5463 5466", names::codes(matrix, &best), itself);
        let pairs: Vec<&Strategy> = lowest.best_of_pairs().collect();
        let least = pairs.first().map_or(0, |one| one.lengths.total());
        let published = lowest.published.iter().min_by_key(|one| one.lengths.total());
        let listed = || pairs.iter().copied().chain(published).map(|one| (one.name(matrix), &one.lengths));
        let remark = "The source says that it may not be the smallest.";
        let claim = self.say("X+Y+lc", "smallest total", "5869", least.to_string(), || evidence::lengths(listed()));
        claim.remark = remark;
        let Some(random) = &self.analysis.random else { return };
        let best = lowest.best_fixed().first().map_or(0, |one| one.lengths.total()) as f64;
        self.say("X+lc", "the best takes more than rc", "yes", yes(best > random.first.free.guesses()), itself);
        let pair = random.pairs.first().map_or(0.0, |(_, spread)| spread.guesses());
        let better = lowest.published.iter().filter(|one| (one.lengths.total() as f64) < pair);
        let better: Vec<String> = better.map(|one| one.name(matrix)).collect();
        let claimed = "5463+4322+lc 5466+4322+lc 6564+4233+lc 6564+4332+lc";
        self.say("X+Y+lc", "better than 1123+2245+rc", claimed, better.join(" "), itself);
        let bound = random.three.as_ref().and_then(|(three, _)| three.bound());
        let helps = bound.map(|bound| yes(u64::from(bound) <= least));
        self.say("X+Y+Z+lc", "a third fixed guess may help", "no", helps, itself);
    }
}
