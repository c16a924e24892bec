//! How much each rule has to do with the codes that were seen.

/// No more passes over the codes.
const MOST_PASSES: usize = 40;
/// Passes end when no more than this part of the codes changes its rule.
const STILL: f64 = 2e-4;
/// How often a codemaker of one rule is taken to make something else.
const SLIP: f64 = 0.03;

/// How many codes each rule made, as far as can be told, and which.
#[derive(Clone, Debug)]
pub struct Weighing {
    /// For each rule the sum of its shares in the codes.
    pub counts: Vec<f64>,
    /// For each code the share of each rule in it; they sum to 1.
    pub shares: Vec<f64>,
    /// The logarithm of how probable all codes are, each judged by the others.
    pub evidence: f64,
}

/// Weighs rules, given how probable each makes each code (`table`, a row a code), and how many codes' worth each rule counts for
/// before any is seen. The first rule makes every code possible.
///
/// Codes are drawn from a mixture whose weights have a Dirichlet distribution; the share of a rule in a code is judged by its
/// shares in the other codes (Asuncion, Welling, Smyth and Teh 2009, "On smoothing and inference for topic models", CVB0). It
/// begins with the prior weights, with those of codemakers of one rule each, and with what came of the first, made uneven; the
/// most probable end is taken.
pub fn weigh(table: &[f64], prior: &[f64]) -> Weighing {
    let several = settle(table, prior, prior);
    let squares: Vec<f64> = several.counts.iter().map(|count| count * count + 1e-12).collect();
    let fewer = settle(table, prior, &squares);
    let one = settle(table, prior, &of_one_rule(table, prior));
    let mut best = (marginal(table, prior, &one), one);
    for other in [fewer, several] {
        let probable = marginal(table, prior, &other);
        if probable > best.0 {
            best = (probable, other);
        }
    }
    best.1
}

/// The logarithm of how probable the codes are with weights not known but by their Dirichlet distribution: every rule that is
/// needed costs something. An approximation about the shares.
fn marginal(table: &[f64], prior: &[f64], weighing: &Weighing) -> f64 {
    let codes = (table.len() / prior.len()) as f64;
    let mut sum = 0.0;
    for row in table.chunks_exact(prior.len()) {
        sum += libm::log(row.iter().zip(&weighing.counts).map(|(p, count)| p * count / codes).sum());
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

/// How probable each rule alone is to have made all codes.
fn of_one_rule(table: &[f64], prior: &[f64]) -> Vec<f64> {
    let mut logs: Vec<f64> = prior.iter().map(|&weight| libm::log(weight)).collect();
    for row in table.chunks_exact(prior.len()) {
        for (sum, p) in logs.iter_mut().zip(row) {
            *sum += libm::log((1.0 - SLIP) * p + SLIP * row[0]);
        }
    }
    let most = logs.iter().fold(f64::NEG_INFINITY, |most, &log| most.max(log));
    logs.iter().map(|log| libm::exp(log - most)).collect()
}

/// Passes over the codes from these weights on, until shares change no more.
fn settle(table: &[f64], prior: &[f64], start: &[f64]) -> Weighing {
    let rules = prior.len();
    let codes = table.len() / rules;
    let sum: f64 = start.iter().sum();
    let before: Vec<f64> = start.iter().map(|weight| weight / sum).collect();
    let mut shares: Vec<f64> = (0..codes).flat_map(|_| &before).copied().collect();
    let mut counts: Vec<f64> = before.iter().map(|weight| weight * codes as f64).collect();
    for _ in 0..MOST_PASSES {
        let mut changed = 0.0;
        for (row, shares) in table.chunks_exact(rules).zip(shares.chunks_exact_mut(rules)) {
            let mut sum = 0.0;
            for (((count, share), p), prior) in counts.iter_mut().zip(shares.iter()).zip(row).zip(prior) {
                *count = (*count - share).max(0.0);
                sum += (prior + *count) * p;
            }
            for (((count, share), p), prior) in counts.iter_mut().zip(shares.iter_mut()).zip(row).zip(prior) {
                let now = (prior + *count) * p / sum;
                changed += (now - *share).abs();
                *share = now;
                *count += now;
            }
        }
        if changed <= STILL * codes as f64 {
            break;
        }
    }
    let weight: f64 = prior.iter().sum::<f64>() + codes as f64 - 1.0;
    let mut evidence = 0.0;
    for (row, shares) in table.chunks_exact(rules).zip(shares.chunks_exact(rules)) {
        let others = counts.iter().zip(shares).zip(row).zip(prior);
        let p: f64 = others.map(|(((count, share), p), prior)| (prior + (count - share).max(0.0)) * p).sum();
        evidence += libm::log(p / weight);
    }
    Weighing { counts, shares, evidence }
}
