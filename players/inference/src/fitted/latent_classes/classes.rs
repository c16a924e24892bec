//! Codes in classes, each with color frequencies of its own at every peg.

use crate::{
    at_home::HomeRule,
    counting::{color, letters, listed_texts, pick, power},
    fitted::dirichlet::{log_partition, log_urn},
    model::Evidence,
};
use scsa::{Code, Color, Rng, Size};
use std::collections::BTreeMap;

/// The most classes.
pub const MOST_CLASSES: usize = 12;
/// The number of times that every code is assigned again.
const PASSES: usize = 5;
/// The weight of a class that has not been seen (Chinese restaurant process).
pub const NEW_CLASS: f64 = 1.0;
/// The sums of the Dirichlet parameters of the colors of a peg that are compared; codes are assigned by the second one.
const CONCENTRATIONS: [f64; 3] = [0.3, 1.0, 4.0];

/// The changes of a base that are equally probable for each code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alignments {
    rotates: bool,
    shifts: bool,
}

/// All combinations, the simplest one first.
pub const ALIGNMENTS: [Alignments; 4] = [
    Alignments { rotates: false, shifts: false },
    Alignments { rotates: false, shifts: true },
    Alignments { rotates: true, shifts: false },
    Alignments { rotates: true, shifts: true },
];

/// How a code lies on the base of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alignment {
    pub class: usize,
    pub rotation: usize,
    pub shift: usize,
}

/// How often each color was seen at each peg of the base, in the codes of a class.
#[derive(Clone, Debug)]
pub struct Class {
    codes: f64,
    /// Peg by peg, color by color.
    counts: Vec<f64>,
}

impl Class {
    /// The most frequent color of each peg.
    fn base(&self, colors: usize) -> Vec<u8> {
        let most = |row: &[f64]| (0..colors).fold(0, |most, index| if row[index] > row[most] { index } else { most });
        self.counts.chunks_exact(colors).map(|row| most(row) as u8).collect()
    }
}

/// A mixture of classes, with the most probable assignment of the codes.
#[derive(Clone, Debug)]
pub struct LatentClasses {
    pub home: Size,
    pub alignments: Alignments,
    concentration: f64,
    pub classes: Vec<Class>,
    all: f64,
    assigned: BTreeMap<Code, Alignment>,
    /// The log probability of the codes together with their assignment, which bounds the log marginal likelihood from below.
    pub log_evidence: f64,
}

impl Alignments {
    pub fn rotations(self, size: Size) -> usize {
        if self.rotates { size.pegs() } else { 1 }
    }

    pub fn shifts(self, size: Size) -> usize {
        if self.shifts { size.colors() } else { 1 }
    }

    /// All rotations with all shifts.
    pub fn all(self, size: Size) -> impl Iterator<Item = (usize, usize)> {
        let shifts = self.shifts(size);
        (0..self.rotations(size)).flat_map(move |rotation| (0..shifts).map(move |shift| (rotation, shift)))
    }

    /// What is added to a base in a description.
    pub fn words(self) -> &'static str {
        match (self.rotates, self.shifts) {
            (false, false) => "",
            (true, false) => ", rotated by any number of pegs",
            (false, true) => ", its colors shifted by any number",
            (true, true) => ", rotated by any number of pegs, its colors shifted by any number",
        }
    }

    /// The number of changes.
    pub fn count(self, size: Size) -> f64 {
        (self.rotations(size) * self.shifts(size)) as f64
    }
}

impl LatentClasses {
    pub fn fitted(home: Size, alignments: Alignments, codes: &BTreeMap<Code, f64>) -> LatentClasses {
        let mut fitted = LatentClasses {
            home,
            alignments,
            concentration: CONCENTRATIONS[1],
            classes: Vec::new(),
            all: 0.0,
            assigned: BTreeMap::new(),
            log_evidence: 0.0,
        };
        for pass in 0..PASSES {
            let mut changed = false;
            for (code, &share) in codes {
                let before = fitted.assigned.get(code).copied();
                if let Some(before) = before {
                    fitted.count(code, before, -share);
                }
                let now = fitted.most_probable(code);
                changed |= before != Some(now);
                fitted.count(code, now, share);
                fitted.assigned.insert(*code, now);
            }
            // Codes that are all alike need no more passes, nor do those of which nearly each is a class.
            if !changed
                || pass == 0 && fitted.classes.len() == MOST_CLASSES && fitted.log_joint() < fitted.log_uniform()
            {
                break;
            }
        }
        let evidence = CONCENTRATIONS.map(|concentration| {
            fitted.concentration = concentration;
            (fitted.log_joint(), concentration)
        });
        let (best, concentration) = evidence.into_iter().fold(evidence[0], |a, b| if b.0 > a.0 { b } else { a });
        fitted.concentration = concentration;
        fitted.log_evidence = best - libm::log((CONCENTRATIONS.len() * ALIGNMENTS.len()) as f64);
        fitted
    }

    /// With the evidence of all codes, of which those fitted are a part.
    pub fn for_all(mut self, total: f64) -> LatentClasses {
        self.log_evidence *= total / self.all;
        self
    }

    /// Counts a code in a class, at its alignment.
    fn count(&mut self, code: &Code, at: Alignment, share: f64) {
        let (pegs, colors) = (self.home.pegs(), self.home.colors());
        if at.class == self.classes.len() {
            self.classes.push(Class { codes: 0.0, counts: vec![0.0; pegs * colors] });
        }
        let class = &mut self.classes[at.class];
        for (peg, color) in code.pegs().enumerate() {
            class.counts[cell(peg, color, at, pegs, colors)] += share;
        }
        class.codes += share;
        self.all += share;
    }

    /// The probability of the pegs of a code, if it is of a class at an alignment, without that weight of the code itself.
    fn pegs_given(&self, code: &Code, at: Alignment, share: f64) -> f64 {
        let (pegs, colors) = (self.home.pegs(), self.home.colors());
        let class = &self.classes[at.class];
        let each = self.concentration / colors as f64;
        let all = (class.codes - share).max(0.0) + self.concentration;
        // One division for all pegs takes half of the time of one for each.
        let (product, all) = code.pegs().enumerate().fold((1.0, 1.0), |(product, power), (peg, color)| {
            let count = (class.counts[cell(peg, color, at, pegs, colors)] - share).max(0.0);
            (product * (count + each), power * all)
        });
        product / all
    }

    /// The most frequent color of each peg, for each class, the largest class first.
    pub fn bases(&self) -> impl Iterator<Item = Vec<u8>> {
        let mut classes: Vec<&Class> = self.classes.iter().filter(|class| class.codes > 1e-9).collect();
        classes.sort_by(|a, b| b.codes.total_cmp(&a.codes));
        classes.into_iter().map(|class| class.base(self.home.colors()))
    }

    /// The class and alignment in which a code is most probable, or a class that has not been seen.
    fn most_probable(&self, code: &Code) -> Alignment {
        let new = Alignment { class: self.classes.len(), rotation: 0, shift: 0 };
        let of_new = NEW_CLASS * self.uniform();
        let mut best = (if self.classes.len() < MOST_CLASSES { of_new } else { -1.0 }, new);
        for (class, seen) in self.classes.iter().enumerate() {
            for (rotation, shift) in self.alignments.all(self.home) {
                let at = Alignment { class, rotation, shift };
                let probability = seen.codes * self.pegs_given(code, at, 0.0);
                if probability > best.0 {
                    best = (probability, at);
                }
            }
        }
        best.1
    }

    fn uniform(&self) -> f64 {
        1.0 / power(self.home.colors(), self.home.pegs())
    }

    fn log_uniform(&self) -> f64 {
        self.all * libm::log(self.uniform())
    }

    /// The log probability of the codes and their assignment.
    fn log_joint(&self) -> f64 {
        let each = self.concentration / self.home.colors() as f64;
        let sizes = self.classes.iter().map(|class| class.codes);
        let log = log_partition(sizes, NEW_CLASS) - self.all * libm::log(self.alignments.count(self.home));
        let rows = self.classes.iter().flat_map(|class| class.counts.chunks_exact(self.home.colors()));
        log + rows.map(|row| log_urn(row.iter().map(|&count| (each, count)), self.concentration)).sum::<f64>()
    }
}

/// The place of a color at a peg in the counts of a class.
fn cell(peg: usize, color: Color, at: Alignment, pegs: usize, colors: usize) -> usize {
    let (peg, color) = (peg + at.rotation, color.index() + at.shift);
    let peg = if peg < pegs { peg } else { peg - pegs };
    peg * colors + if color < colors { color } else { color - colors }
}

impl HomeRule for LatentClasses {
    const NAME: &'static str = "latent-classes";

    fn home(&self) -> Size {
        self.home
    }

    fn draw(&self, rng: &mut Rng) -> Code {
        let (size, colors) = (self.home, self.home.colors());
        let weights: Vec<f64> = self.classes.iter().map(|class| class.codes).chain([NEW_CLASS]).collect();
        let Some(class) = self.classes.get(pick(&weights, rng)) else {
            return Code::from_fn(size, |_| rng.color(colors));
        };
        let rotation = rng.below(self.alignments.rotations(size));
        let shift = rng.below(self.alignments.shifts(size));
        let each = self.concentration / colors as f64;
        Code::from_fn(size, |peg| {
            let peg = (peg + rotation) % size.pegs();
            let weights: Vec<f64> =
                class.counts[peg * colors..][..colors].iter().map(|count| count.max(0.0) + each).collect();
            color((pick(&weights, rng) + colors - shift) % colors)
        })
    }

    /// The probability of a code, without that weight of the code itself in the class to which it is assigned.
    fn without(&self, code: &Code, share: f64) -> f64 {
        let own = self.assigned.get(code).filter(|_| share > 0.0);
        let mut sum = 0.0;
        for (class, seen) in self.classes.iter().enumerate() {
            for (rotation, shift) in self.alignments.all(self.home) {
                let at = Alignment { class, rotation, shift };
                let in_class = if own.is_some_and(|own| own.class == class) { share } else { 0.0 };
                let in_place = if own == Some(&at) { share } else { 0.0 };
                sum += (seen.codes - in_class).max(0.0) * self.pegs_given(code, at, in_place);
            }
        }
        let taken = if own.is_some() { share } else { 0.0 };
        let of_seen = sum / self.alignments.count(self.home);
        (of_seen + NEW_CLASS * self.uniform()) / (self.all - taken + NEW_CLASS)
    }

    fn evidence(&self) -> Evidence {
        Evidence::Marginal(self.log_evidence)
    }

    fn description(&self) -> String {
        let LatentClasses { home, alignments, classes, .. } = self;
        let mut bases: Vec<(f64, f64, String)> = Vec::new();
        for class in classes.iter().filter(|class| class.codes > 1e-9) {
            let base = class.base(home.colors());
            let count = |(peg, &index): (usize, &u8)| class.counts[peg * home.colors() + usize::from(index)];
            let equal = base.iter().enumerate().map(count).sum();
            bases.push((class.codes, equal, letters(&base)));
        }
        bases.sort_by(|a, b| b.0.total_cmp(&a.0));
        let all: f64 = bases.iter().map(|(codes, ..)| codes).sum();
        let equal: f64 = bases.iter().map(|(_, equal, _)| equal).sum();
        let kept = 100.0 * equal / (all * home.pegs() as f64);
        let shown = bases.iter().take(3).map(|(.., base)| base.clone());
        let (number, shown) = (bases.len(), listed_texts(shown));
        let base =
            if number == 1 { format!("the base {shown}") } else { format!("one of {number} bases, such as {shown}") };
        format!("{base}{}, of which {kept:.0} % of the pegs stay", alignments.words())
    }
}
