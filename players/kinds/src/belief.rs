//! What is believed of a codemaker, from the codes that it made.

use crate::{
    counting::with_pegs,
    dictionary::{self, Family},
    law::{self, Fitted, Kind, Laws},
    mixing::{self, Weighing},
    mixture::{Mixture, Told},
};
use scsa::{Code, Part, Rng, Scsa, Size};
use std::sync::{Arc, Mutex, PoisonError};

/// How many codes the prior weights of all rules together count for.
const CONCENTRATION: f64 = 0.5;
/// With more codes than these, rules are fitted and weighed no more; weights still follow the codes.
const MOST: usize = 1500;
/// The size of samples is taken to have at least so many colors, for games with fewer are rare.
const COLORS: usize = 5;
/// Rules are fitted at no more sizes than these, the first ones at which codes were seen.
const HOMES: usize = 4;
/// How often rules are fitted to their own shares of the codes.
const ROUNDS: usize = 2;
/// How many codes a fitted rule takes before it can judge others.
const FOUNDATION: f64 = 1.5;
/// Only where their shares are more codes than these,
const FEWEST: f64 = 2.0;
/// and less than this part of all.
const NEARLY_ALL: f64 = 0.97;

/// What is believed of a codemaker: a mixture of rules with weights, judged by the codes that were seen.
///
/// It is a [`Scsa`] that supports every size and holds no legal code to be impossible. Equal codes in equal order make equal
/// beliefs on every machine.
///
/// ```
/// use kinds::Belief;
/// use scsa::{Scsa, Size};
///
/// let size: Size = "5x8".parse()?;
/// let mut belief = Belief::start();
/// for code in ["HAAAH", "HBCCH", "HEFGH", "HAABH"] {
///     belief.learn(size, &code.parse()?);
/// }
/// assert!(belief.probability(size, &"HDCBH".parse()?) > 10.0 * belief.probability(size, &"BDCBH".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Belief {
    fixed: Arc<[Rule]>,
    families: Arc<[(f64, Family)]>,
    /// The sizes at which codes were seen, each with the laws that the fixed rules are there.
    homes: Vec<(Size, Arc<[Laws]>)>,
    seen: Vec<Seen>,
    fitted: Vec<FittedRule>,
    weighing: Weighing,
    /// How many codes were seen; those after the first [`MOST`] are not kept.
    count: usize,
    /// When rules are fitted next.
    next: usize,
    /// The size that was asked for last.
    last: Mutex<Option<Arc<Mixture>>>,
}

#[derive(Clone, Debug)]
struct Rule {
    prior: f64,
    kind: Arc<dyn Kind>,
}

/// A code that was seen, with what the fixed rules made of it.
#[derive(Clone, Debug)]
struct Seen {
    home: usize,
    code: Code,
    fixed: Arc<[f64]>,
}

/// A rule fitted to codes seen at its home, and what it comes to at each size where codes were seen.
#[derive(Clone, Debug)]
struct FittedRule {
    prior: f64,
    family: Family,
    kind: Arc<dyn Fitted>,
    home: usize,
    laws: Vec<Laws>,
    /// How much of each code it was fitted to.
    shares: Vec<f64>,
    /// What part of the evidence of its codes was not founded on others.
    unfounded: f64,
    /// The rule of the same family that is fitted to whole codes, if this one is not.
    beside: Option<usize>,
}

impl Belief {
    /// The belief of one who was told nothing: all rules that are known, weighed by how likely somebody is to think of them. It
    /// takes some 100 µs.
    #[must_use]
    pub fn start() -> Belief {
        let rules = dictionary::rules();
        let families = dictionary::families();
        let sum: f64 = rules.iter().map(|(weight, _)| weight).chain(families.iter().map(|(weight, _)| weight)).sum();
        let prior = |weight: f64| weight / sum * CONCENTRATION;
        let fixed: Arc<[Rule]> = rules.into_iter().map(|(weight, kind)| Rule { prior: prior(weight), kind }).collect();
        let counts = vec![0.0; fixed.len()];
        Belief {
            fixed,
            families: families.into_iter().map(|(weight, family)| (prior(weight), family)).collect(),
            homes: Vec::new(),
            seen: Vec::new(),
            fitted: Vec::new(),
            weighing: Weighing { counts, shares: Vec::new(), evidence: 0.0 },
            count: 0,
            next: 1,
            last: Mutex::new(None),
        }
    }

    /// The belief of one who was shown these codes, all of one length. The colors of their game are those up to the last one that
    /// occurs, and five at least. With 200 samples of ten pegs it takes some 10 ms, with more than 1500 no more than with these.
    #[must_use]
    pub fn from_samples(samples: &[Code]) -> Belief {
        let mut belief = Belief::start();
        let last = samples.iter().flat_map(Code::pegs).max();
        let colors = last.map_or(COLORS, |color| (color.index() + 1).max(COLORS));
        if let Ok(any) = Size::new(1, colors) {
            for code in samples {
                belief.keep(with_pegs(any, code.len()), code);
            }
        }
        belief.fit();
        belief
    }

    /// Learns of one more code, of a game of that size; one that is illegal there is passed over.
    ///
    /// Rules are fitted anew when the codes are a fifth more than the last time. On average a code takes about 0.5 ms.
    pub fn learn(&mut self, size: Size, code: &Code) {
        if !size.admits(code) {
            return;
        }
        self.keep(size, code);
        if self.count >= self.next && self.count <= MOST {
            self.fit();
        }
    }

    /// How many codes it has learned of.
    #[must_use]
    pub fn codes(&self) -> usize {
        self.count
    }

    /// The size at which codes were seen first: that of the samples, as far as it is known.
    #[must_use]
    pub fn home(&self) -> Option<Size> {
        self.homes.first().map(|(size, _)| *size)
    }

    /// How surprising a code was when judged by all the others, in bits, as the mean over the codes that the rules were fitted
    /// to; none without codes.
    #[must_use]
    pub fn bits(&self) -> Option<f64> {
        let codes = self.weighing.shares.len() / (self.fixed.len() + self.fitted.len());
        (codes > 0).then(|| -self.weighing.evidence / codes as f64 / std::f64::consts::LN_2)
    }

    /// What is believed at that size, the heaviest rule first, for people to read.
    #[must_use]
    pub fn rules(&self, size: Size) -> Vec<Told> {
        self.at(size).told()
    }

    /// What is believed at that size, ready to be asked often. Asked for the same size again it takes no time, else about a
    /// millisecond.
    #[must_use]
    pub fn at(&self, size: Size) -> Arc<Mixture> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mixture) = last.as_ref().filter(|mixture| mixture.supports(size)) {
            return Arc::clone(mixture);
        }
        let fixed = self.fixed.iter().map(|rule| (rule.prior, &*rule.kind));
        let fitted = self.fitted.iter().map(|rule| (rule.prior, &*rule.kind as &dyn Kind));
        let kinds = fixed.chain(fitted).zip(&self.weighing.counts);
        let mixture = Arc::new(Mixture::new(size, kinds.map(|((prior, kind), count)| (prior + count, kind))));
        *last = Some(Arc::clone(&mixture));
        mixture
    }

    /// Takes a code in, judged by the rules as they are.
    fn keep(&mut self, size: Size, code: &Code) {
        self.forget_last();
        self.count += 1;
        let home = self.homes.iter().position(|(home, _)| *home == size).unwrap_or_else(|| {
            self.homes.push((size, self.fixed.iter().map(|rule| rule.kind.at(size)).collect()));
            for rule in &mut self.fitted {
                rule.laws.push(rule.kind.at(size));
            }
            self.homes.len() - 1
        });
        let fixed: Arc<[f64]> = self.homes[home].1.iter().map(|laws| law::probability(laws, code)).collect();
        let fitted = self.fitted.iter().map(|rule| law::probability(&rule.laws[home], code));
        let row: Vec<f64> = fixed.iter().copied().chain(fitted).collect();
        let priors = self.priors();
        let weights =
            || self.weighing.counts.iter().zip(&priors).zip(&row).map(|((count, prior), p)| (count + prior) * p);
        let sum: f64 = weights().sum();
        let shares: Vec<f64> = weights().map(|weight| weight / sum).collect();
        for (count, share) in self.weighing.counts.iter_mut().zip(shares) {
            *count += share;
        }
        if self.seen.len() < MOST {
            self.seen.push(Seen { home, code: *code, fixed });
        }
    }

    fn forget_last(&mut self) {
        *self.last.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn priors(&self) -> Vec<f64> {
        self.fixed.iter().map(|rule| rule.prior).chain(self.fitted.iter().map(|rule| rule.prior)).collect()
    }

    /// Fits all rules to the codes, and weighs them: each first fitted to all codes, then another one to its share in them.
    fn fit(&mut self) {
        self.forget_last();
        self.next = self.count + (self.count / 5).max(1);
        if self.seen.is_empty() {
            return;
        }
        let whole = vec![1.0; self.seen.len()];
        self.fitted.clear();
        for home in 0..self.homes.len().min(HOMES) {
            for (prior, family) in self.families.iter() {
                self.fitted.extend(self.fit_one(*prior, *family, home, &whole));
            }
        }
        let wholes = self.fitted.len();
        self.weigh();
        for _ in 0..ROUNDS {
            self.fit_shares(wholes);
            self.weigh();
        }
    }

    fn fit_one(&self, prior: f64, family: Family, home: usize, shares: &[f64]) -> Option<FittedRule> {
        let of_home = self.seen.iter().zip(shares).filter(|(seen, share)| seen.home == home && **share > 1e-6);
        let codes: Vec<(Code, f64)> = of_home.map(|(seen, share)| (seen.code, *share)).collect();
        if codes.is_empty() {
            return None;
        }
        let unfounded = (FOUNDATION / codes.iter().map(|(_, share)| share).sum::<f64>()).min(1.0);
        let kind = family.fit(self.homes[home].0, &codes)?;
        let laws = self.homes.iter().map(|(size, _)| kind.at(*size)).collect();
        Some(FittedRule { prior, family, kind, home, laws, shares: shares.to_vec(), unfounded, beside: None })
    }

    /// Beside the rules that are fitted to whole codes, others of the same families are fitted to the shares of both in the
    /// codes, where these are neither few nor nearly all.
    fn fit_shares(&mut self, wholes: usize) {
        let rules = self.fixed.len() + self.fitted.len();
        let mut shares: Vec<Vec<f64>> = vec![Vec::with_capacity(self.seen.len()); wholes];
        for row in self.weighing.shares.chunks_exact(rules) {
            for (place, rule) in self.fitted.iter().enumerate() {
                let share = row[self.fixed.len() + place];
                match rule.beside {
                    None => shares[place].push(share),
                    Some(whole) => {
                        if let Some(sum) = shares[whole].last_mut() {
                            *sum += share;
                        }
                    }
                }
            }
        }
        self.fitted.truncate(wholes);
        for (whole, shares) in shares.iter().enumerate() {
            let sum: f64 = shares.iter().sum();
            if sum > FEWEST && sum < NEARLY_ALL * self.seen.len() as f64 {
                let FittedRule { prior, family, home, .. } = self.fitted[whole];
                let beside = self.fit_one(prior, family, home, shares);
                self.fitted.extend(beside.map(|rule| FittedRule { beside: Some(whole), ..rule }));
            }
        }
    }

    fn weigh(&mut self) {
        let priors = self.priors();
        let mut table = Vec::with_capacity(priors.len() * self.seen.len());
        for (place, seen) in self.seen.iter().enumerate() {
            table.extend_from_slice(&seen.fixed);
            table.extend(self.fitted.iter().map(|rule| match rule.home == seen.home {
                true => {
                    // Each code is judged by all others, but the first one was judged by none: that much of the evidence is
                    // that of the rule that knows nothing.
                    let p = rule.kind.without(&seen.code, rule.shares[place]);
                    if p > 0.0 { p * libm::pow(seen.fixed[0] / p, rule.unfounded) } else { 0.0 }
                }
                false => law::probability(&rule.laws[seen.home], &seen.code),
            }));
        }
        self.weighing = mixing::weigh(&table, &priors);
    }
}

impl Clone for Belief {
    fn clone(&self) -> Belief {
        Belief {
            fixed: Arc::clone(&self.fixed),
            families: Arc::clone(&self.families),
            homes: self.homes.clone(),
            seen: self.seen.clone(),
            fitted: self.fitted.clone(),
            weighing: self.weighing.clone(),
            count: self.count,
            next: self.next,
            last: Mutex::new(None),
        }
    }
}

impl Scsa for Belief {
    fn name(&self) -> &'static str {
        "belief"
    }

    fn summary(&self) -> &'static str {
        "what is believed of a codemaker, from the codes that it made"
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        self.at(size).draw(size, rng)
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        self.at(size).probability(size, code)
    }

    fn parts(&self, size: Size) -> Vec<Part> {
        self.at(size).parts(size)
    }
}
