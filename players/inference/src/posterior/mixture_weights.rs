//! Posterior weights of mixture components (collapsed variational Bayes).

const MAX_PASSES: usize = 40;
/// Passes end when the responsibilities change by no more than this part of the codes.
const STILL: f64 = 2e-4;
/// The share of other codes that a codemaker of one rule is taken to make.
const SLIP: f64 = 0.03;

/// The likelihood of each code under each rule. Zeros are not stored.
#[derive(Clone, Debug)]
pub struct LikelihoodTable {
    rules: usize,
    entries: Vec<(u32, f64)>,
    ends: Vec<usize>,
}

impl LikelihoodTable {
    pub fn new(rules: usize) -> LikelihoodTable {
        LikelihoodTable { rules, entries: Vec::new(), ends: Vec::new() }
    }

    /// Adds the likelihoods of a code under all rules. That of the first rule must not be 0.
    pub fn push(&mut self, row: impl Iterator<Item = f64>) {
        let possible = row.enumerate().filter(|(_, p)| *p > 0.0);
        self.entries.extend(possible.map(|(rule, p)| (rule as u32, p)));
        self.ends.push(self.entries.len());
    }

    /// The table without the likelihoods of some rules; the first rule must be among those that stay.
    pub fn only(&self, stays: &[bool]) -> LikelihoodTable {
        let mut table = LikelihoodTable::new(self.rules);
        for row in self.rows() {
            table.entries.extend(row.iter().filter(|(rule, _)| stays[*rule as usize]));
            table.ends.push(table.entries.len());
        }
        table
    }

    fn rows(&self) -> impl Iterator<Item = &[(u32, f64)]> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.entries[start..end])
    }

    fn codes(&self) -> usize {
        self.ends.len()
    }
}

/// The responsibility of each rule for each code, and their sums.
#[derive(Clone, Debug, Default)]
pub struct Responsibilities {
    /// For each rule the sum of its responsibilities: the expected number of its codes.
    pub counts: Vec<f64>,
    /// The leave-one-out log-likelihood of the codes, in nats.
    pub evidence: f64,
    /// For each entry of the table the share of the rule in the code; those of a code sum to 1.
    shares: Vec<f64>,
    /// The same where not all codes are of one rule.
    of_several: Vec<f64>,
}

impl Responsibilities {
    pub fn none(rules: usize) -> Responsibilities {
        Responsibilities { counts: vec![0.0; rules], ..Responsibilities::default() }
    }

    /// For each of these rules its shares in the codes of the table that was weighed, where not all codes are of one rule: rules
    /// fitted to these may show that they are not.
    pub fn shares_of(&self, table: &LikelihoodTable, rules: std::ops::Range<usize>) -> Vec<Vec<f64>> {
        let mut shares = vec![vec![0.0; table.codes()]; rules.len()];
        let mut entries = self.of_several.iter();
        for (code, row) in table.rows().enumerate() {
            for (&(rule, _), &share) in row.iter().zip(entries.by_ref()) {
                if let Some(place) = (rule as usize).checked_sub(rules.start).filter(|&place| place < rules.len()) {
                    shares[place][code] = share;
                }
            }
        }
        shares
    }
}

/// Infers the responsibilities from the likelihoods and from the Dirichlet parameters of the weights.
///
/// It is the mean of several hypotheses, by their marginal likelihoods. One is that all codes come from one rule. The others are local
/// optima of the mixture with Dirichlet weights, where the responsibility of a rule for a code follows from those for the other codes
/// (CVB0: Asuncion, Welling, Smyth and Teh 2009, "On smoothing and inference for topic models"). The optimum depends on the start:
/// the prior weights, the squares of the optimum reached from these, or a codemaker of nearly one rule. Given weights of the first
/// rules from another game, one more hypothesis is that these are right.
pub fn weigh(table: &LikelihoodTable, prior: &[f64], before: Option<&[f64]>) -> Responsibilities {
    let (one, of_one) = of_one_rule(table, prior, 0.0);
    let several = settle(table, prior, prior);
    let squares: Vec<f64> = several.counts.iter().map(|count| count * count + 1e-12).collect();
    let fewer = settle(table, prior, &squares);
    let nearly_one = settle(table, prior, &of_one_rule(table, prior, SLIP).0);
    let mut hypotheses = vec![(of_one, whole(table, &one))];
    hypotheses.extend([several, fewer, nearly_one].map(|end| (marginal(table, prior, &end), end)));
    hypotheses.extend(before.map(|before| as_before(table, before)));
    let mut mean = mean_of(&hypotheses, table);
    mean.of_several = mean_of(&hypotheses[1..], table).shares;
    mean.evidence = judged_by_others(table, prior, &mean);
    mean
}

/// The mean of hypotheses, by the logarithms of how probable they make the codes.
fn mean_of(hypotheses: &[(f64, Responsibilities)], table: &LikelihoodTable) -> Responsibilities {
    let most = hypotheses.iter().fold(f64::NEG_INFINITY, |most, (log, _)| most.max(*log));
    let probable: Vec<f64> = hypotheses.iter().map(|(log, _)| libm::exp(log - most)).collect();
    let sum: f64 = probable.iter().sum();
    let mut mean = Responsibilities::none(table.rules);
    mean.shares = vec![0.0; table.entries.len()];
    for ((_, hypothesis), weight) in hypotheses.iter().zip(probable) {
        add(&mut mean.counts, &hypothesis.counts, weight / sum);
        add(&mut mean.shares, &hypothesis.shares, weight / sum);
    }
    mean
}

fn add(sums: &mut [f64], values: &[f64], weight: f64) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += weight * value;
    }
}

/// How probable each rule is to have made all codes, but for that part of them, which the first rule made; and the logarithm of
/// how probable that makes them.
fn of_one_rule(table: &LikelihoodTable, prior: &[f64], slip: f64) -> (Vec<f64>, f64) {
    let all: f64 = prior.iter().sum();
    let mut logs: Vec<f64> = prior.iter().map(|&weight| libm::log(weight / all)).collect();
    let mut of_row = vec![0.0; table.rules];
    for row in table.rows() {
        of_row.fill(slip * row[0].1);
        for &(rule, p) in row {
            of_row[rule as usize] += (1.0 - slip) * p;
        }
        for (sum, &p) in logs.iter_mut().zip(&of_row) {
            *sum += libm::log(p);
        }
    }
    let most = logs.iter().fold(f64::NEG_INFINITY, |most, &log| most.max(log));
    let weights: Vec<f64> = logs.iter().map(|log| libm::exp(log - most)).collect();
    let sum: f64 = weights.iter().sum();
    (weights.into_iter().map(|weight| weight / sum).collect(), most + libm::log(sum))
}

/// The logarithm of how probable the codes are if these are the weights of the first rules, and others make none; and the shares,
/// of which the mean over the codes is the weights.
fn as_before(table: &LikelihoodTable, before: &[f64]) -> (f64, Responsibilities) {
    let mut sum = 0.0;
    let mut shares = Vec::with_capacity(table.entries.len());
    for row in table.rows() {
        let probable = |&(rule, p): &(u32, f64)| before.get(rule as usize).map_or(0.0, |weight| weight * p);
        let of_row: f64 = row.iter().map(probable).sum();
        shares.extend(row.iter().map(|entry| probable(entry) / of_row));
        sum += libm::log(of_row);
    }
    let mut counts = vec![0.0; table.rules];
    add(&mut counts, before, table.codes() as f64);
    (sum, Responsibilities { counts, shares, ..Responsibilities::default() })
}

fn whole(table: &LikelihoodTable, weights: &[f64]) -> Responsibilities {
    let counts = weights.iter().map(|weight| weight * table.codes() as f64).collect();
    let shares = table.entries.iter().map(|&(rule, _)| weights[rule as usize]).collect();
    Responsibilities { counts, shares, ..Responsibilities::default() }
}

/// Passes over the codes from these weights on, until shares change no more.
fn settle(table: &LikelihoodTable, prior: &[f64], start: &[f64]) -> Responsibilities {
    // A share of a rule that cannot have made the code is no share: the first pass takes the start for the counts of one more code.
    let sum: f64 = start.iter().sum();
    let mut counts: Vec<f64> = start.iter().map(|weight| weight / sum * table.codes() as f64).collect();
    let mut shares = vec![0.0; table.entries.len()];
    for pass in 0..MAX_PASSES {
        let mut changed = 0.0;
        let mut left = &mut shares[..];
        for row in table.rows() {
            let (shares, others) = left.split_at_mut(row.len());
            left = others;
            let mut sum = 0.0;
            for (&(rule, p), share) in row.iter().zip(&*shares) {
                let rule = rule as usize;
                if pass > 0 {
                    counts[rule] = (counts[rule] - share).max(0.0);
                }
                sum += (prior[rule] + counts[rule]) * p;
            }
            for (&(rule, p), share) in row.iter().zip(shares) {
                let rule = rule as usize;
                let now = (prior[rule] + counts[rule]) * p / sum;
                changed += (now - *share).abs();
                *share = now;
                if pass > 0 {
                    counts[rule] += now;
                }
            }
        }
        if pass == 0 {
            counts.fill(0.0);
            for (&(rule, _), share) in table.entries.iter().zip(&shares) {
                counts[rule as usize] += share;
            }
        } else if changed <= STILL * table.codes() as f64 {
            break;
        }
    }
    Responsibilities { counts, shares, ..Responsibilities::default() }
}

/// The logarithm of how probable the codes are with weights not known but by their Dirichlet distribution: every rule that is
/// needed costs something. An approximation about the shares.
fn marginal(table: &LikelihoodTable, prior: &[f64], weighing: &Responsibilities) -> f64 {
    let codes = table.codes() as f64;
    let mut sum = 0.0;
    for row in table.rows() {
        sum += libm::log(row.iter().map(|&(rule, p)| p * weighing.counts[rule as usize] / codes).sum());
    }
    let all: f64 = prior.iter().sum();
    sum += libm::lgamma(all) - libm::lgamma(all + codes);
    for (&prior, &count) in prior.iter().zip(&weighing.counts) {
        if count > 1e-9 {
            sum -= count * libm::log(count / codes);
            // Less than one code is one code with that probability.
            sum += match count < 1.0 {
                true => count * libm::log(prior),
                false => libm::lgamma(prior + count) - libm::lgamma(prior),
            };
        }
    }
    sum
}

/// The logarithm of how probable all codes are, each judged by the shares of the rules in the others.
fn judged_by_others(table: &LikelihoodTable, prior: &[f64], weighing: &Responsibilities) -> f64 {
    let weight: f64 = prior.iter().sum::<f64>() + table.codes() as f64 - 1.0;
    let mut shares = weighing.shares.iter();
    let mut sum = 0.0;
    for row in table.rows() {
        let others = row.iter().zip(shares.by_ref()).map(|(&(rule, p), share)| {
            let rule = rule as usize;
            (prior[rule] + (weighing.counts[rule] - share).max(0.0)) * p
        });
        sum += libm::log(others.sum::<f64>() / weight);
    }
    sum
}
