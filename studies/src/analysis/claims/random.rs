//! What is published of RC besides averages.

use super::{Claims, evidence, guesses::yes, itself};
use crate::analysis::{
    exact::{Matrix, RandomConsistent, Total, exchange},
    names,
    random::best_third,
};

/// The pairs of fixed guesses of which the first is said to be better.
const PAIRS: [&str; 2] = ["1123 2245", "1123 4415"];

impl Claims<'_> {
    pub(super) fn of_random(&mut self) {
        let (analysis, matrix) = (self.analysis, self.matrix());
        let Some(family) = &analysis.random else { return };
        let first = || family.first.fixed.iter().map(|(class, spread)| (class.lowest(), spread.guesses()));
        let best = first().min_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(x, _)| names::code(matrix, x));
        self.say("X+rc", "best first guess", "1123", best, itself);
        let free = family.first.free.guesses();
        let better: Vec<u16> = first().filter(|(_, total)| *total < free).map(|(x, _)| x).collect();
        let averages = || {
            let row = |name: String, total: f64| vec![name, format!("{:.6}", analysis.average(total))];
            let fixed = first().map(|(x, total)| row(names::strategy(matrix, &[x], "rc"), total));
            evidence::table(["strategy", "average"], [row("rc".to_owned(), free)].into_iter().chain(fixed))
        };
        self.say("X+rc", "first guesses better than none", "1123", names::codes(matrix, &better), averages);
        let [Some(pair), Some(other)] = PAIRS.map(|pair| names::places(matrix, pair)) else { return };
        let mut rc: RandomConsistent<Total> = RandomConsistent::new(matrix);
        let mut differ = |one: &[u16], other: &[u16]| {
            let [one, other] = [one, other].map(|first| rc.with_first(&matrix.all(), first).guesses());
            yes((one - other).abs() > RandomConsistent::<Total>::ERROR)
        };
        let turned: Vec<u16> = pair.iter().rev().copied().collect();
        self.say("2245+1123+rc", "other than 1123+2245+rc", "no", differ(&pair, &turned), itself);
        let edge = differ(&pair, &other);
        let shown = || {
            let found = [&pair, &turned].into_iter().find_map(|from| exchanged(matrix, from, &other));
            found.unwrap_or_default()
        };
        let claim = self.say("1123+2245+rc", "better than 1123+4415+rc", "yes", edge, shown);
        claim.remark = "The source takes it for so: its averages differ by 0.001.";
        let third = best_third(matrix, &pair).map(|(total, _)| format!("{:.2}", analysis.average(total)));
        self.say("1123+2245+Z+rc", "best average", "4.75", third, itself);
        let best = family.pairs.first().map(|(_, spread)| spread.guesses());
        let helps = family.three.as_ref().zip(best).map(|((_, three), best)| yes(three.total < best));
        self.say("X+Y+Z+rc", "a third fixed guess may help", "no", helps, itself);
    }
}

/// How an exchange turns a pair into another.
fn exchanged(matrix: &Matrix, from: &[u16], to: &[u16]) -> Option<String> {
    let exchange = exchange(matrix, from, to)?;
    let pegs: Vec<String> = exchange.pegs.iter().map(|peg| (peg + 1).to_string()).collect();
    let colors: Vec<String> = exchange
        .colors
        .iter()
        .map(|(from, to)| format!("{} for {}", names::color(matrix, *to), names::color(matrix, *from)))
        .collect();
    Some(format!(
        "They are one pair: {} become {} with the pegs in the order {} and {}.",
        names::codes(matrix, from),
        names::codes(matrix, to),
        pegs.join(" "),
        colors.join(", ")
    ))
}
