//! Fixed counts of colors, shuffled.

use super::frequencies;
use crate::{
    counting::{ColorCounts, FACTORIALS, choices, color, counts, pick, rebuilt, shuffled},
    fn_model::FnModel,
    model::{FittedFamily, Model, RuleFamily, WeightedModels, WeightedSample},
    models::neighbors::normalized,
    tally::WeightedTally,
    transfer,
};
use scsa::{Code, Color, Rng, Size};
use std::sync::Arc;

/// No more different counts than these, the most frequent ones, make a rule.
const MOST: usize = 24;

/// How often each set of counts was seen.
#[derive(Clone, Debug)]
pub struct FixedCounts {
    home: Size,
    tally: WeightedTally<ColorCounts>,
}

/// The color counts that come again.
pub fn fit(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    let tally = WeightedTally::of(codes.iter().map(|(code, share)| (counts(code), *share)));
    tally.repeats().then(|| Arc::new(FixedCounts { home, tally }) as _)
}

impl FixedCounts {
    fn frequent(&self) -> Vec<(f64, ColorCounts)> {
        let mut frequent: Vec<(f64, ColorCounts)> =
            self.tally.seen.iter().map(|(counts, &seen)| (seen / self.tally.all, *counts)).collect();
        frequent.sort_by(|a, b| b.0.total_cmp(&a.0));
        frequent.truncate(MOST);
        frequent
    }
}

impl RuleFamily for FixedCounts {
    fn name(&self) -> &'static str {
        "fixed-counts"
    }

    fn at(&self, size: Size) -> WeightedModels {
        let frequent = self.frequent();
        let fits = |counts: &ColorCounts| counts[size.colors()..].iter().all(|&count| count == 0);
        if size.pegs() == self.home.pegs() && frequent.iter().all(|(_, counts)| fits(counts)) {
            let whole = frequent.into_iter().map(|(weight, counts)| (weight, CountChoices::whole(&counts)));
            return vec![(1.0, model(size, whole.collect(), "shuffled"))];
        }
        // Proportions rounded one way, rounded any way, or those of the chances of every peg.
        let transferred = |ways: fn(&ColorCounts, Size) -> Option<CountChoices>| {
            let transferred = frequent.iter().filter_map(|(weight, counts)| Some((*weight, ways(counts, size)?)));
            transferred.collect::<Vec<_>>()
        };
        let (rounded, any) = (transferred(CountChoices::rounded), transferred(CountChoices::any_rounding));
        if rounded.is_empty() {
            return Vec::new();
        }
        let mut models = vec![(0.5, model(size, rounded, "shuffled"))];
        if any.iter().any(|(_, counted)| counted.more > 0) {
            models.push((0.4, model(size, any, "and one more of some, shuffled")));
        }
        let rows = frequent.iter().map(|(weight, counts)| (*weight, normalized(counts.map(f64::from), size)));
        let row = transfer::mean(&rows.collect::<Vec<_>>(), size);
        models.push((0.1, Arc::new(frequencies::FrequenciesModel { size, row })));
        let sum: f64 = models.iter().map(|(weight, _)| weight).sum();
        models.into_iter().map(|(weight, model)| (weight / sum, model)).collect()
    }
}

impl FittedFamily for FixedCounts {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        let counts = counts(code);
        self.tally.leave_one_out(&counts, share) * CountChoices::whole(&counts).probability(&counts)
    }
}

/// Counts of which each may be one more than `least` where `open`, `more` of them in all, any choice being equally probable.
#[derive(Clone, Debug)]
struct CountChoices {
    least: ColorCounts,
    open: [bool; Color::MAX],
    more: usize,
}

impl CountChoices {
    fn whole(counts: &ColorCounts) -> CountChoices {
        CountChoices { least: *counts, open: [false; Color::MAX], more: 0 }
    }

    /// Colors outside of the size left out, and the others in proportion; none where nothing is left.
    fn rounded(counts: &ColorCounts, size: Size) -> Option<CountChoices> {
        let shares: Vec<f64> = counts[..size.colors()].iter().map(|&count| f64::from(count)).collect();
        let rounded = transfer::proportional(&shares, size.pegs());
        let counts = std::array::from_fn(|index| rounded.get(index).map_or(0, |&count| count as u8));
        (rounded.iter().sum::<usize>() == size.pegs()).then(|| CountChoices::whole(&counts))
    }

    fn any_rounding(counts: &ColorCounts, size: Size) -> Option<CountChoices> {
        let sum: usize = counts[..size.colors()].iter().map(|&count| usize::from(count)).sum();
        if sum == 0 {
            return None;
        }
        let exact = |index: usize| if index < size.colors() { usize::from(counts[index]) * size.pegs() } else { 0 };
        let least: ColorCounts = std::array::from_fn(|index| (exact(index) / sum) as u8);
        let open = std::array::from_fn(|index| exact(index) % sum > 0);
        let more = size.pegs() - least.iter().map(|&count| usize::from(count)).sum::<usize>();
        Some(CountChoices { least, open, more })
    }

    fn probability(&self, counts: &ColorCounts) -> f64 {
        let mut pegs = 0;
        let mut orders = 1.0;
        for ((&count, &least), &open) in counts.iter().zip(&self.least).zip(&self.open) {
            if count != least && !(open && count == least + 1) {
                return 0.0;
            }
            pegs += usize::from(count);
            orders *= FACTORIALS[usize::from(count)];
        }
        let choices = choices(self.open.iter().filter(|&&open| open).count(), self.more);
        orders / FACTORIALS[pegs.min(Size::MAX_PEGS)] / choices
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        let mut counts = self.least;
        let mut open: Vec<usize> = (0..Color::MAX).filter(|&index| self.open[index]).collect();
        for &mut index in rng.shuffle_front(&mut open, self.more) {
            counts[index] += 1;
        }
        let mut pegs = (0..Color::MAX).flat_map(|index| std::iter::repeat_n(color(index), usize::from(counts[index])));
        shuffled(&rebuilt(size.pegs(), |_| pegs.next().unwrap_or(Color::A)), rng)
    }
}

/// Counts are drawn by weights that need not sum to 1, and the pegs are shuffled.
fn model(size: Size, counted: Vec<(f64, CountChoices)>, words: &str) -> Arc<dyn Model> {
    let (weights, counted): (Vec<f64>, Vec<CountChoices>) = counted.into_iter().unzip();
    let sum: f64 = weights.iter().sum();
    let of = |counts: &ColorCounts| {
        let colors = (0..Color::MAX).filter(|&index| counts[index] > 0);
        colors.map(|index| format!("{}{}", color(index), counts[index])).collect::<Vec<_>>().join(" ")
    };
    let shown: Vec<String> = counted.iter().take(3).map(|counted| of(&counted.least)).collect();
    let others = counted.len().saturating_sub(3);
    let others = if others > 0 { format!(" or {others} others") } else { String::new() };
    let description = format!("the counts {}{others}, {words}", shown.join(" or "));
    let parts = (weights.clone(), counted.clone());
    let probability = move |code: &Code| {
        let counts = counts(code);
        weights.iter().zip(&counted).map(|(weight, counted)| weight * counted.probability(&counts)).sum::<f64>() / sum
    };
    let draw = move |rng: &mut Rng| parts.1[pick(&parts.0, rng)].draw(size, rng);
    Arc::new(FnModel::new(description, probability, draw))
}
