//! Base codes of which some pegs are changed: the number of those that stay has a distribution of its own.

use super::{Alignments, Assignment, LatentClasses, NEW_CLASS};
use crate::{
    counting::{choices, color, listed_texts, pick, power},
    model::{self, Evidence, FittedFamily, RuleFamily, WeightedModels},
};
use scsa::{Code, Rng, Size};
use std::{collections::BTreeMap, sync::Arc};

/// The sum of the Dirichlet parameters of the numbers of pegs that stay.
const CONCENTRATION: f64 = 1.0;

/// Bases, and how often each number of their pegs stayed. All codes that keep as many pegs of a base are equally probable.
#[derive(Clone, Debug)]
pub struct BaseCodes {
    home: Size,
    alignments: Alignments,
    /// Each with the weight of its codes.
    bases: Vec<(f64, Vec<u8>)>,
    /// By the number of pegs that stay.
    staying: Vec<f64>,
    all: f64,
    /// For each code its base, and how many pegs stay.
    assigned: BTreeMap<Code, (usize, usize)>,
    log_evidence: f64,
}

impl BaseCodes {
    /// The bases of classes: the most frequent color of each peg.
    pub fn of(classes: &LatentClasses, codes: &BTreeMap<Code, f64>) -> BaseCodes {
        let (home, alignments) = (classes.home, classes.alignments);
        let bases = classes.bases().map(|base| (0.0, base)).collect();
        let staying = vec![0.0; home.pegs() + 1];
        let mut fitted =
            BaseCodes { home, alignments, bases, staying, all: 0.0, assigned: BTreeMap::new(), log_evidence: 0.0 };
        for (code, &share) in codes {
            let all = (0..fitted.bases.len()).flat_map(|class| {
                alignments.all(home).map(move |(rotation, shift)| Assignment { class, rotation, shift })
            });
            let equal = all.map(|at| (fitted.equal(code, at), at.class));
            // The first of those with most equal pegs.
            let (most, class) = equal.fold((0, 0), |best, one| if one.0 > best.0 { one } else { best });
            fitted.bases[class].0 += share;
            fitted.staying[most] += share;
            fitted.all += share;
            fitted.assigned.insert(*code, (class, most));
        }
        fitted.bases.retain(|(codes, _)| *codes > 0.0);
        // Bases without codes are the last ones only if none was left out.
        if fitted.bases.len() < classes.classes.len() {
            return BaseCodes { log_evidence: f64::NEG_INFINITY, ..fitted };
        }
        fitted.log_evidence = fitted.log_joint();
        fitted
    }

    pub fn log_evidence(&self) -> f64 {
        self.log_evidence
    }

    /// The evidence, where the codes are part of more codes.
    pub fn for_all(mut self, total: f64) -> BaseCodes {
        self.log_evidence *= total / self.all;
        self
    }

    /// The number of pegs that are those of a base at an alignment.
    fn equal(&self, code: &Code, at: Assignment) -> usize {
        let (pegs, colors) = (self.home.pegs(), self.home.colors());
        let base = &self.bases[at.class].1;
        let is_equal =
            |(peg, index): (usize, usize)| usize::from(base[(peg + at.rotation) % pegs]) == (index + at.shift) % colors;
        code.pegs().map(scsa::Color::index).enumerate().filter(|&one| is_equal(one)).count()
    }

    /// The number of codes that keep this number of pegs of a base.
    fn codes_with(&self, equal: usize) -> f64 {
        choices(self.home.pegs(), equal) * power(self.home.colors() - 1, self.home.pegs() - equal)
    }

    /// The log probability of the bases, the codes and their assignment.
    fn log_joint(&self) -> f64 {
        let each = CONCENTRATION / self.staying.len() as f64;
        let of_base = self.home.pegs() as f64 * libm::log(self.home.colors() as f64);
        let mut log = libm::lgamma(NEW_CLASS) - libm::lgamma(NEW_CLASS + self.all);
        log -= self.all * libm::log(self.alignments.count(self.home));
        for (codes, _) in &self.bases {
            log += libm::log(NEW_CLASS) + libm::lgamma(codes.max(1.0)) - of_base;
        }
        log += libm::lgamma(CONCENTRATION) - libm::lgamma(CONCENTRATION + self.all);
        for (equal, &codes) in self.staying.iter().enumerate().filter(|(_, codes)| **codes > 0.0) {
            log += libm::lgamma(each + codes) - libm::lgamma(each) - codes * libm::log(self.codes_with(equal));
        }
        log
    }

    /// The probability of a code, without that weight of the code itself.
    fn without(&self, code: &Code, share: f64) -> f64 {
        let own = self.assigned.get(code).filter(|_| share > 0.0);
        let taken = if own.is_some() { share } else { 0.0 };
        let each = CONCENTRATION / self.staying.len() as f64;
        let all = self.all - taken;
        let of_staying = |equal: usize| {
            let own = own.map_or(0.0, |own| if own.1 == equal { share } else { 0.0 });
            ((self.staying[equal] - own).max(0.0) + each) / (all + CONCENTRATION) / self.codes_with(equal)
        };
        let by_equal: Vec<f64> = (0..self.staying.len()).map(of_staying).collect();
        let mut sum = 0.0;
        for (class, (codes, _)) in self.bases.iter().enumerate() {
            let own = own.map_or(0.0, |own| if own.0 == class { share } else { 0.0 });
            let of_alignments = self.alignments.all(self.home);
            let probable = of_alignments
                .map(|(rotation, shift)| by_equal[self.equal(code, Assignment { class, rotation, shift })]);
            sum += (codes - own).max(0.0) * probable.sum::<f64>();
        }
        let of_new = NEW_CLASS / power(self.home.colors(), self.home.pegs());
        (sum / self.alignments.count(self.home) + of_new) / (all + NEW_CLASS)
    }
}

impl RuleFamily for BaseCodes {
    fn name(&self) -> &'static str {
        "base-codes"
    }

    /// Nothing is known of the bases at another size.
    fn at(&self, size: Size) -> WeightedModels {
        if size == self.home { model::only(BaseCodesModel(Arc::new(self.clone()))) } else { Vec::new() }
    }
}

impl FittedFamily for BaseCodes {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        self.without(code, share)
    }

    fn evidence(&self) -> Evidence {
        Evidence::Marginal(self.log_evidence)
    }
}

#[derive(Debug)]
struct BaseCodesModel(Arc<BaseCodes>);

impl model::Model for BaseCodesModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let BaseCodesModel(fitted) = self;
        let (size, pegs, colors) = (fitted.home, fitted.home.pegs(), fitted.home.colors());
        let weights: Vec<f64> = fitted.bases.iter().map(|(codes, _)| *codes).chain([NEW_CLASS]).collect();
        let Some((_, base)) = fitted.bases.get(pick(&weights, rng)) else {
            return Code::from_fn(size, |_| rng.color(colors));
        };
        let (rotation, shift) =
            (rng.below(fitted.alignments.rotations(size)), rng.below(fitted.alignments.shifts(size)));
        let each = CONCENTRATION / fitted.staying.len() as f64;
        let weights: Vec<f64> = fitted.staying.iter().map(|codes| codes + each).collect();
        let staying = pick(&weights, rng);
        let mut order: Vec<usize> = (0..pegs).collect();
        rng.shuffle(&mut order);
        Code::from_fn(size, |peg| {
            let index = usize::from(base[(peg + rotation) % pegs]);
            let index = if order[peg] < staying { index } else { crate::counting::another(index, colors, rng) };
            color((index + colors - shift) % colors)
        })
    }

    fn probability(&self, code: &Code) -> f64 {
        self.0.without(code, 0.0)
    }

    fn description(&self) -> String {
        let BaseCodes { home, alignments, bases, staying, .. } = &*self.0;
        let mut order: Vec<&(f64, Vec<u8>)> = bases.iter().collect();
        order.sort_by(|a, b| b.0.total_cmp(&a.0));
        let text = |base: &[u8]| base.iter().map(|&index| color(usize::from(index)).letter()).collect::<String>();
        let shown = listed_texts(order.iter().take(3).map(|(_, base)| text(base)));
        let all: f64 = staying.iter().sum();
        let mut changed: Vec<(usize, f64)> = staying
            .iter()
            .map(|codes| codes / all)
            .enumerate()
            .map(|(equal, part)| (home.pegs() - equal, part))
            .collect();
        changed.retain(|(_, part)| *part >= 0.005);
        changed.sort_by(|a, b| b.1.total_cmp(&a.1));
        let changed = changed.iter().map(|(pegs, part)| format!("{pegs} ({:.0} %)", 100.0 * part));
        let base = if bases.len() == 1 {
            format!("the base {shown}")
        } else {
            format!("one of {} bases, such as {shown}", bases.len())
        };
        let changed = listed_texts(changed.take(4));
        format!("{base}{}; the number of its pegs that are changed is {changed}", alignments.words())
    }
}
