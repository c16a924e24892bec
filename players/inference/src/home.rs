//! What is believed from codes of one size, and from what was believed before the first of them.

use crate::{
    dictionary::{self, Family},
    law::{self, Fitted, Kind, Laws},
    mixing::{self, Table, Weighing},
    mixture::{Mixture, Weighed},
};
use scsa::{Code, Size};
use std::sync::Arc;

/// How many codes the weights that rules have before any is seen count for, together.
const CONCENTRATION: f64 = 0.5;
/// The same where the weights are those of another size.
const CARRIED: f64 = 2.0;
/// How much of those weights goes to all rules as if nothing had been seen: what was learned may not be true of other sizes.
const ANEW: f64 = 0.1;
/// With more codes than these, rules are fitted and weighed no more; weights still follow the codes.
pub const MOST: usize = 1500;
/// How often rules are fitted to their own shares of the codes.
const ROUNDS: usize = 2;
/// Only where their shares are more codes than these,
const FEWEST: f64 = 2.0;
/// and less than this part of all.
const NEARLY_ALL: f64 = 0.97;
/// How many codes a fitted rule takes before it can judge others.
const FOUNDATION: f64 = 1.5;
/// A rule fitted at another size of less weight is forgotten.
const LEAST: f64 = 1e-6;

/// A rule that was there before the codes, and what it counts for then.
#[derive(Clone, Debug)]
struct Known {
    prior: f64,
    kind: Arc<dyn Kind>,
    /// Whether it was fitted, to codes of another size.
    fitted: bool,
}

/// A rule fitted to the codes.
#[derive(Clone, Debug)]
struct Fresh {
    prior: f64,
    family: Family,
    kind: Arc<dyn Fitted>,
    law: Laws,
    /// How much of each code it was fitted to.
    shares: Vec<f64>,
    /// What part of the evidence of its codes was not founded on others.
    unfounded: f64,
    /// What fitting its parameters costs, as a factor for each of its codes.
    discount: f64,
    /// The rule of the same family that is fitted to whole codes, if this one is not.
    beside: Option<usize>,
}

/// One of several ways to carry a rule. Where it is carried in fewer ways, all of them.
#[derive(Debug)]
struct Way {
    kind: Arc<dyn Kind>,
    place: usize,
}

impl Kind for Way {
    fn name(&self) -> &'static str {
        self.kind.name()
    }

    fn at(&self, size: Size) -> Laws {
        let mut laws = self.kind.at(size);
        if self.place < laws.len() { vec![(1.0, laws.swap_remove(self.place).1)] } else { laws }
    }
}

/// The ways to carry a rule to a size, apart from each other, so that codes of that size can tell which is right.
fn ways(kind: Arc<dyn Kind>, size: Size) -> Vec<(f64, Arc<dyn Kind>)> {
    let weights: Vec<f64> = kind.at(size).iter().map(|(weight, _)| *weight).collect();
    if weights.len() < 2 {
        return vec![(1.0, kind)];
    }
    let way = |place| Arc::new(Way { kind: Arc::clone(&kind), place }) as Arc<dyn Kind>;
    weights.into_iter().enumerate().map(|(place, weight)| (weight, way(place))).collect()
}

/// A code that was seen, with how probable the known rules made it.
#[derive(Clone, Debug)]
struct Seen {
    code: Code,
    known: Arc<[f64]>,
}

/// The codes that were seen at one size, and the rules judged by them.
#[derive(Clone, Debug)]
pub struct Home {
    size: Size,
    known: Arc<[Known]>,
    /// What each known rule is at this size.
    laws: Arc<[Laws]>,
    families: Arc<[(f64, Family)]>,
    /// The weights of the known rules as they were believed at another size.
    before: Option<Arc<[f64]>>,
    seen: Vec<Seen>,
    fresh: Vec<Fresh>,
    weighing: Weighing,
    /// How many codes were weighed.
    weighed: usize,
    /// How many codes were seen; no more than [`MOST`] are kept.
    count: usize,
    /// When rules are fitted next.
    next: usize,
}

impl Home {
    /// A size at which nothing was seen, by one who was told nothing.
    pub fn start(size: Size) -> Home {
        let rules = dictionary::rules();
        let families = dictionary::families();
        let sum: f64 = rules.iter().map(|(weight, _)| weight).chain(families.iter().map(|(weight, _)| weight)).sum();
        let prior = |weight: f64| weight / sum * CONCENTRATION;
        let known = rules.into_iter().map(|(weight, kind)| Known { prior: prior(weight), kind, fitted: false });
        let families = families.into_iter().map(|(weight, family)| (prior(weight), family));
        Home::new(size, known.collect(), families.collect(), None)
    }

    /// A size at which nothing was seen, by one who believes what this one does.
    pub fn carried(&self, size: Size) -> Home {
        let start = Home::start(size);
        let of_fresh = self.fresh.iter().map(|rule| (Arc::clone(&rule.kind) as Arc<dyn Kind>, true));
        let kinds = self.known.iter().map(|rule| (Arc::clone(&rule.kind), rule.fitted)).chain(of_fresh);
        let sum: f64 = self.weights().sum();
        let mut known = Vec::new();
        let mut before = Vec::new();
        for (place, ((kind, fitted), weight)) in kinds.zip(self.weights()).enumerate() {
            let weight = weight / sum;
            if !fitted || weight >= LEAST {
                // The fixed rules are the first ones, always the same.
                let anew = start.known.get(place).map_or(0.0, |rule| rule.prior / CONCENTRATION);
                for (part, kind) in ways(kind, size) {
                    let prior = CARRIED * part * ((1.0 - ANEW) * weight + ANEW * anew);
                    known.push(Known { prior, kind, fitted });
                    before.push(part * weight);
                }
            }
        }
        let anew = |prior: f64| CARRIED * ANEW * prior / CONCENTRATION;
        let families = start.families.iter().map(|(prior, family)| (anew(*prior), *family)).collect();
        Home::new(size, known, families, Some(before.into()))
    }

    fn new(size: Size, known: Vec<Known>, families: Arc<[(f64, Family)]>, before: Option<Arc<[f64]>>) -> Home {
        Home {
            size,
            laws: known.iter().map(|rule| rule.kind.at(size)).collect(),
            weighing: Weighing::none(known.len()),
            known: known.into(),
            families,
            before,
            seen: Vec::new(),
            fresh: Vec::new(),
            weighed: 0,
            count: 0,
            next: 1,
        }
    }

    pub fn size(&self) -> Size {
        self.size
    }

    /// How many codes were seen.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The logarithm of how probable the codes that were weighed are, each judged by the others, and how many they are.
    pub fn evidence(&self) -> (f64, usize) {
        (self.weighing.evidence, self.weighed)
    }

    /// What is believed at a size. `elsewhere` is whether only codes with other numbers of pegs were seen.
    pub fn mixture(&self, size: Size, elsewhere: bool) -> Mixture {
        let known = self.known.iter().map(|rule| (&*rule.kind, rule.fitted));
        let fresh = self.fresh.iter().map(|rule| (&*rule.kind as &dyn Kind, true));
        let weighed = known.chain(fresh).zip(self.weights());
        Mixture::new(size, elsewhere, weighed.map(|((kind, fitted), weight)| Weighed { weight, kind, fitted }))
    }

    fn priors(&self) -> impl Iterator<Item = f64> {
        self.known.iter().map(|rule| rule.prior).chain(self.fresh.iter().map(|rule| rule.prior))
    }

    fn weights(&self) -> impl Iterator<Item = f64> {
        self.priors().zip(&self.weighing.counts).map(|(prior, count)| prior + count)
    }

    /// Takes a code in, judged by the rules as they are, and fits them anew from time to time.
    pub fn learn(&mut self, code: &Code) {
        self.keep(code);
        if self.count >= self.next && self.count <= MOST {
            self.fit();
        }
    }

    /// Counts a code without a look at it: one of samples of which enough others are taken in.
    pub fn pass_over(&mut self) {
        self.count += 1;
    }

    /// Takes a code in, judged by the rules as they are. It must be legal.
    pub fn keep(&mut self, code: &Code) {
        self.count += 1;
        let known: Arc<[f64]> = self.laws.iter().map(|laws| law::probability(laws, code)).collect();
        let fresh = self.fresh.iter().map(|rule| law::probability(&rule.law, code));
        let row = known.iter().copied().chain(fresh);
        let shares: Vec<f64> = self.weights().zip(row).map(|(weight, p)| weight * p).collect();
        let sum: f64 = shares.iter().sum();
        for (count, share) in self.weighing.counts.iter_mut().zip(shares) {
            *count += share / sum;
        }
        if self.seen.len() < MOST {
            self.seen.push(Seen { code: *code, known });
        }
    }

    /// Fits all families to the codes, and weighs all rules: each family first fitted to all codes, then another one to its share
    /// in them.
    pub fn fit(&mut self) {
        self.next = self.count + (self.count / 5).max(1);
        if self.seen.is_empty() {
            return;
        }
        let whole = vec![1.0; self.seen.len()];
        let families = Arc::clone(&self.families);
        let fitted = families.iter().filter_map(|(prior, family)| self.fitted(*prior, *family, &whole, None));
        self.fresh = fitted.collect();
        let wholes = self.fresh.len();
        let mut table = self.weigh();
        for _ in 0..ROUNDS {
            self.fit_shares(&table, wholes);
            table = self.weigh();
        }
    }

    /// Beside the rules that are fitted to whole codes, others of the same families are fitted to the shares of both in the
    /// codes, where these are neither few nor nearly all.
    fn fit_shares(&mut self, table: &Table, wholes: usize) {
        let rules = self.known.len()..self.known.len() + self.fresh.len();
        let mut shares = self.weighing.shares_of(table, rules);
        let besides = shares.split_off(wholes);
        for (rule, beside) in self.fresh[wholes..].iter().zip(besides) {
            let whole = rule.beside.and_then(|whole| shares.get_mut(whole));
            for (sum, share) in whole.into_iter().flatten().zip(beside) {
                *sum += share;
            }
        }
        self.fresh.truncate(wholes);
        for (whole, shares) in shares.iter().enumerate() {
            let sum: f64 = shares.iter().sum();
            if sum > FEWEST && sum < NEARLY_ALL * self.seen.len() as f64 {
                let (prior, family) = (self.fresh[whole].prior, self.fresh[whole].family);
                let beside = self.fitted(prior, family, shares, Some(whole));
                self.fresh.extend(beside);
            }
        }
    }

    fn fitted(&self, prior: f64, family: Family, shares: &[f64], beside: Option<usize>) -> Option<Fresh> {
        let counting = self.seen.iter().zip(shares).filter(|(_, share)| **share > 1e-6);
        let codes: Vec<(Code, f64)> = counting.map(|(seen, share)| (seen.code, *share)).collect();
        let kind = family.fit(self.size, &codes)?;
        let all = law::total(&codes);
        // Half the logarithm of how much was seen for each number that is fitted (Schwarz 1978), of which judging codes by the
        // others has charged one already.
        let charge = (0.5 * libm::log((all * self.size.pegs() as f64).max(1.0)) - 1.0).max(0.0);
        Some(Fresh {
            prior,
            family,
            law: kind.at(self.size),
            shares: shares.to_vec(),
            unfounded: (FOUNDATION / all).min(1.0),
            discount: libm::exp(-(kind.parameters() * charge + kind.choices()) / all.max(1.0)),
            kind,
            beside,
        })
    }

    /// Weighs all rules; returns what was weighed.
    fn weigh(&mut self) -> Table {
        let mut table = Table::new(self.known.len() + self.fresh.len());
        for (place, seen) in self.seen.iter().enumerate() {
            let fresh = self.fresh.iter().map(|rule| {
                // Each code is judged by all others, but the first one was judged by none: that much of the evidence is that of
                // the rule that knows nothing.
                let p = rule.kind.without(&seen.code, rule.shares[place]);
                if p > 0.0 { rule.discount * p * libm::pow(seen.known[0] / p, rule.unfounded) } else { 0.0 }
            });
            table.push(seen.known.iter().copied().chain(fresh));
        }
        let priors: Vec<f64> = self.priors().collect();
        self.weighing = mixing::weigh(&table, &priors, self.before.as_deref());
        self.weighed = self.seen.len();
        table
    }
}
