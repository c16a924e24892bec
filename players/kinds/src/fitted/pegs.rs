//! Each peg has its own frequencies of colors.

use super::{
    frequencies::{Frequencies, percentages},
    total,
};
use crate::{
    carry,
    counting::{self, color},
    kinds::chain::{Row, even, normalized},
    law::{self, Fitted, Kind, Shares},
};
use scsa::{Code, Color, Rng, Size};
use std::sync::Arc;

/// What is added to what was seen at a peg, spread over all colors.
const UNSEEN: f64 = 0.5;
/// From what a peg can be drawn, and how probable that is before anything is seen: from all colors, from the colors of all
/// pegs, from those of every other peg, from those of this peg.
const SOURCES: usize = 4;
const PRIOR: [f64; SOURCES] = [0.4, 0.2, 0.2, 0.2];

/// How often each color was seen at each peg, and what that says of its source.
#[derive(Clone, Debug)]
pub struct Pegs {
    home: Size,
    common: Frequencies,
    /// Of the pegs 1, 3, 5 … and of the others.
    halves: [Row; 2],
    own: Vec<Row>,
    all: f64,
    /// How probable each source of each peg is.
    sources: Vec<[f64; SOURCES]>,
}

/// The frequencies of the pegs of those codes.
pub fn fit(home: Size, codes: Shares) -> Option<Arc<dyn Fitted>> {
    if home.pegs() < 2 || home.colors() < 2 {
        return None;
    }
    let none = [0.0; Color::MAX];
    let mut pegs = Pegs {
        home,
        common: Frequencies::of(home, codes),
        halves: [none; 2],
        own: vec![none; home.pegs()],
        all: total(codes),
        sources: vec![PRIOR; home.pegs()],
    };
    for (code, share) in codes {
        for (peg, color) in code.pegs().enumerate() {
            pegs.own[peg][color.index()] += share;
            pegs.halves[peg % 2][color.index()] += share;
        }
    }
    pegs.judge(codes);
    Some(Arc::new(pegs))
}

impl Pegs {
    /// Judges the sources by how probable each code is made by all the others.
    fn judge(&mut self, codes: Shares) {
        let mut evidence = vec![[0.0; SOURCES]; self.home.pegs()];
        for (code, share) in codes {
            for (peg, sums) in evidence.iter_mut().enumerate() {
                for (sum, probability) in sums.iter_mut().zip(self.peg_without(code, peg, *share)) {
                    *sum += share * libm::log(probability);
                }
            }
        }
        for (sources, sums) in self.sources.iter_mut().zip(evidence) {
            let most = sums.iter().fold(f64::NEG_INFINITY, |most, &sum| most.max(sum));
            let weights: [f64; SOURCES] = std::array::from_fn(|source| PRIOR[source] * libm::exp(sums[source] - most));
            let all: f64 = weights.iter().sum();
            *sources = weights.map(|weight| weight / all);
        }
    }

    /// How probable the color of a peg of the code is from each source, judged by the other codes.
    fn peg_without(&self, code: &Code, peg: usize, share: f64) -> [f64; SOURCES] {
        let (color, colors) = (code.peg(peg), self.home.colors() as f64);
        let from = |seen: f64, all: f64| (seen.max(0.0) + UNSEEN / colors) / (all.max(0.0) + UNSEEN);
        let in_half = (peg % 2..code.len()).step_by(2);
        let half = in_half.len() as f64;
        let of_half = in_half.filter(|&other| code.peg(other) == color).count() as f64;
        [
            1.0 / colors,
            self.common.one_without(color, code.count(color), share),
            from(self.halves[peg % 2][color.index()] - share * of_half, (self.all - share) * half),
            from(self.own[peg][color.index()] - share, self.all - share),
        ]
    }

    /// The frequencies at a peg of the home, at a size with as many or other colors.
    fn row(&self, peg: usize, size: Size) -> Row {
        let carried = |row: Row| carry::mean(&carry::frequencies(&row, self.home, size), size);
        let unseen = UNSEEN / self.home.colors() as f64;
        let seen = |row: &Row| {
            let row = std::array::from_fn(|index| if index < self.home.colors() { row[index] + unseen } else { 0.0 });
            carried(normalized(row, self.home))
        };
        let [all, common, half, own] = self.sources[peg];
        carry::mean(
            &[
                (all, even(size)),
                (common, carried(self.common.row())),
                (half, seen(&self.halves[peg % 2])),
                (own, seen(&self.own[peg])),
            ],
            size,
        )
    }
}

/// How a peg of another length finds its peg at home.
#[derive(Clone, Copy, Debug)]
enum Counted {
    FromBothEnds,
    FromFront,
    FromEnd,
    InProportion,
}

impl Counted {
    /// The peg at home; none for one that is in neither's reach.
    fn at_home(self, peg: usize, pegs: usize, home: usize) -> Option<usize> {
        let behind = pegs - 1 - peg;
        match self {
            Counted::FromBothEnds if peg < home / 2 => Some(peg),
            Counted::FromBothEnds if behind < home / 2 => Some(home - 1 - behind),
            Counted::FromBothEnds => None,
            Counted::FromFront => Some(peg).filter(|&peg| peg < home),
            Counted::FromEnd => (home - 1).checked_sub(behind),
            Counted::InProportion => Some(peg * home / pegs),
        }
    }
}

impl Kind for Pegs {
    fn name(&self) -> &'static str {
        "peg-frequencies"
    }

    fn at(&self, size: Size) -> law::Laws {
        let home = self.home.pegs();
        let rows: Vec<Row> = (0..home).map(|peg| self.row(peg, size)).collect();
        // Pegs in no reach are as those between the ends, of the same half.
        let between = |parity: usize| {
            let pegs: Vec<usize> = (0..home).filter(|peg| peg % 2 == parity).collect();
            let inner: Vec<usize> = pegs.iter().copied().filter(|&peg| peg > 0 && peg + 1 < home).collect();
            let pegs = if inner.is_empty() { pegs } else { inner };
            carry::mean(&pegs.into_iter().map(|peg| (1.0, rows[peg])).collect::<Vec<_>>(), size)
        };
        let between = [between(0), between(1)];
        let law = |counted: Counted| {
            let row = |peg| counted.at_home(peg, size.pegs(), home).map_or(between[peg % 2], |peg| rows[peg]);
            Law { size, rows: (0..size.pegs()).map(row).collect() }
        };
        if size.pegs() == home {
            return law::only(law(Counted::FromFront));
        }
        let ways = [
            (0.4, Counted::FromBothEnds),
            (0.3, Counted::FromFront),
            (0.15, Counted::FromEnd),
            (0.15, Counted::InProportion),
        ];
        law::doubted(law::weighted(ways.map(|(weight, counted)| (weight, law(counted)))), 0.15, size)
    }
}

impl Fitted for Pegs {
    fn without(&self, code: &Code, share: f64) -> f64 {
        (0..code.len()).fold(1.0, |product, peg| {
            let of_sources = self.peg_without(code, peg, share);
            let mixed: f64 = self.sources[peg].iter().zip(of_sources).map(|(weight, p)| weight * p).sum();
            product * mixed
        })
    }

    fn parameters(&self) -> f64 {
        // A table of its own for each peg with one, for a half or all pegs together, and the choice of the sources.
        let most = |source: usize| self.sources.iter().fold(0.0f64, |most, sources| most.max(sources[source]));
        let own: f64 = self.sources.iter().map(|sources| sources[3]).sum();
        let tables = own + 2.0 * most(2) + most(1);
        tables * (self.home.colors() - 1) as f64 + 0.5 * self.home.pegs() as f64
    }
}

#[derive(Debug)]
struct Law {
    size: Size,
    rows: Vec<Row>,
}

impl law::Law for Law {
    fn draw(&self, rng: &mut Rng) -> Code {
        Code::from_fn(self.size, |peg| color(counting::pick(&self.rows[peg], rng)))
    }

    fn probability(&self, code: &Code) -> f64 {
        code.pegs().zip(&self.rows).map(|(color, row)| row[color.index()]).product()
    }

    fn sentence(&self) -> String {
        let least = 1.0 / self.size.colors() as f64;
        let uneven = |row: &Row| row.iter().any(|&share| share > 1.5 * least + 0.02);
        let pegs: Vec<usize> = (0..self.rows.len()).filter(|&peg| uneven(&self.rows[peg])).collect();
        let words = pegs.iter().take(6).map(|&peg| format!("peg {} {}", peg + 1, percentages(&self.rows[peg])));
        let words = words.collect::<Vec<_>>().join("; ");
        match pegs.len() {
            0 => "each peg has its own frequencies, all of them about even".to_owned(),
            some if some > 6 => format!("each peg has its own frequencies: {words}; and {} more", some - 6),
            _ => format!("each peg has its own frequencies: {words}"),
        }
    }
}
