//! Fixed counts of colors, shuffled.

use super::frequencies;
use crate::{
    counting::{FACTORIALS, choices, color, counts, pick, rebuilt, shuffled},
    model::{self, FittedFamily, RuleFamily, WeightedCodes, total},
    models::neighbors::normalized,
    transfer,
};
use scsa::{Code, Color, Rng, Size};
use std::{collections::BTreeMap, sync::Arc};

/// No more different counts than these, the most frequent ones, make a rule.
const MOST: usize = 24;

type Counts = [u8; Color::MAX];

/// How often each set of counts was seen.
#[derive(Clone, Debug)]
pub struct FixedCounts {
    home: Size,
    seen: BTreeMap<Counts, f64>,
    all: f64,
}

/// The color counts that come again.
pub fn fit(home: Size, codes: WeightedCodes) -> Option<Arc<dyn FittedFamily>> {
    let mut seen: BTreeMap<Counts, f64> = BTreeMap::new();
    for (code, share) in codes {
        *seen.entry(counts(code)).or_default() += share;
    }
    let again = seen.values().any(|&seen| seen > 1.5);
    again.then(|| Arc::new(FixedCounts { home, seen, all: total(codes) }) as _)
}

impl FixedCounts {
    fn frequent(&self) -> Vec<(f64, Counts)> {
        let mut frequent: Vec<(f64, Counts)> =
            self.seen.iter().map(|(counts, &seen)| (seen / self.all, *counts)).collect();
        frequent.sort_by(|a, b| b.0.total_cmp(&a.0));
        frequent.truncate(MOST);
        frequent
    }
}

impl RuleFamily for FixedCounts {
    fn name(&self) -> &'static str {
        "fixed-counts"
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        let frequent = self.frequent();
        let fits = |counts: &Counts| counts[size.colors()..].iter().all(|&count| count == 0);
        if size.pegs() == self.home.pegs() && frequent.iter().all(|(_, counts)| fits(counts)) {
            let whole = frequent.into_iter().map(|(weight, counts)| (weight, Counted::whole(&counts)));
            return model::only(FixedCountsModel::new(size, whole, "shuffled"));
        }
        // Proportions rounded one way, rounded any way, or those of the chances of every peg.
        let transferred = |ways: fn(&Counts, Size) -> Option<Counted>| {
            let transferred = frequent.iter().filter_map(|(weight, counts)| Some((*weight, ways(counts, size)?)));
            transferred.collect::<Vec<_>>()
        };
        let (rounded, any) = (transferred(Counted::rounded), transferred(Counted::any_rounding));
        if rounded.is_empty() {
            return Vec::new();
        }
        let even = any.iter().all(|(_, counted)| counted.more == 0);
        let mut models =
            vec![(0.5, Arc::new(FixedCountsModel::new(size, rounded, "shuffled")) as Arc<dyn model::Model>)];
        if !even {
            models.push((0.4, Arc::new(FixedCountsModel::new(size, any, "and one more of some, shuffled"))));
        }
        let rows = frequent.iter().map(|(weight, counts)| (*weight, normalized(counts.map(f64::from), size)));
        models.push((
            0.1,
            Arc::new(frequencies::FrequenciesModel { size, row: transfer::mean(&rows.collect::<Vec<_>>(), size) }),
        ));
        let sum: f64 = models.iter().map(|(weight, _)| weight).sum();
        models.into_iter().map(|(weight, model)| (weight / sum, model)).collect()
    }
}

impl FittedFamily for FixedCounts {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        let counts = counts(code);
        let seen = self.seen.get(&counts).copied().unwrap_or_default() - share;
        if seen > 1e-9 { seen / (self.all - share) * Counted::whole(&counts).probability(&counts) } else { 0.0 }
    }
}

/// Counts of which each may be one more than `least` where `open`, `more` of them in all, any ones being as likely.
#[derive(Clone, Debug)]
struct Counted {
    least: Counts,
    open: [bool; Color::MAX],
    more: usize,
}

impl Counted {
    fn whole(counts: &Counts) -> Counted {
        Counted { least: *counts, open: [false; Color::MAX], more: 0 }
    }

    /// Colors outside of the size left out, and the others in proportion; none where nothing is left.
    fn rounded(counts: &Counts, size: Size) -> Option<Counted> {
        let shares: Vec<f64> = counts[..size.colors()].iter().map(|&count| f64::from(count)).collect();
        let rounded = transfer::proportional(&shares, size.pegs());
        let counts = std::array::from_fn(|index| rounded.get(index).map_or(0, |&count| count as u8));
        (rounded.iter().sum::<usize>() == size.pegs()).then(|| Counted::whole(&counts))
    }

    fn any_rounding(counts: &Counts, size: Size) -> Option<Counted> {
        let sum: usize = counts[..size.colors()].iter().map(|&count| usize::from(count)).sum();
        if sum == 0 {
            return None;
        }
        let exact = |index: usize| if index < size.colors() { usize::from(counts[index]) * size.pegs() } else { 0 };
        let least: Counts = std::array::from_fn(|index| (exact(index) / sum) as u8);
        let open = std::array::from_fn(|index| exact(index) % sum > 0);
        let more = size.pegs() - least.iter().map(|&count| usize::from(count)).sum::<usize>();
        Some(Counted { least, open, more })
    }

    fn probability(&self, counts: &Counts) -> f64 {
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

#[derive(Debug)]
struct FixedCountsModel {
    size: Size,
    weights: Vec<f64>,
    counted: Vec<Counted>,
    words: &'static str,
}

impl FixedCountsModel {
    fn new(size: Size, counted: impl IntoIterator<Item = (f64, Counted)>, words: &'static str) -> FixedCountsModel {
        let (mut weights, counted): (Vec<f64>, Vec<Counted>) = counted.into_iter().unzip();
        let sum: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight /= sum);
        FixedCountsModel { size, weights, counted, words }
    }
}

impl model::Model for FixedCountsModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        self.counted[pick(&self.weights, rng)].draw(self.size, rng)
    }

    fn probability(&self, code: &Code) -> f64 {
        let counts = counts(code);
        self.weights.iter().zip(&self.counted).map(|(weight, counted)| weight * counted.probability(&counts)).sum()
    }

    fn description(&self) -> String {
        let of = |counts: &Counts| {
            let colors = (0..Color::MAX).filter(|&index| counts[index] > 0);
            colors.map(|index| format!("{}{}", color(index), counts[index])).collect::<Vec<_>>().join(" ")
        };
        let shown: Vec<String> = self.counted.iter().take(3).map(|counted| of(&counted.least)).collect();
        let others = self.counted.len().saturating_sub(3);
        let others = if others > 0 { format!(" or {others} others") } else { String::new() };
        format!("the counts {}{others}, {}", shown.join(" or "), self.words)
    }
}
