//! A Markov chain over codes, whose consistent states are distributed as the posterior.

use crate::board::{Board, Lanes, ResponseTables, minus, plus};
use crate::prior::CodePrior;
use crate::simd::{Avx2, Exchange, distance, distances, exchange};
use scsa::{Code, Game, Rng, Scsa};
use std::sync::OnceLock;

const MAX: usize = Game::MAX_PEGS;
/// The number of steps in sixteen that give a group any color. The others exchange its color with those of all other groups.
const RECOLORS: u64 = 5;

/// A threshold with which no exchange is taken.
const NEVER: i32 = -1_000_000;

/// The state of a chain: a code, with its responses to all guesses.
#[derive(Clone, Debug)]
pub struct Chain<const N: usize> {
    black: Lanes<N>,
    total: Lanes<N>,
    /// What each group adds to the black pegs.
    own: [Lanes<N>; MAX],
    colors: [u8; MAX],
    counts: [u8; MAX],
    wrong_black: u32,
    wrong_total: u32,
    distinct: usize,
    /// The prior probability. 0 for a code that the rule cannot make: chains pass through such codes.
    prior: f64,
    /// Whether it was free to move since it was last consistent.
    pub hot: bool,
    /// How often it evaluated the rule, in this code or another.
    pub evaluations: usize,
}

/// The colors of all groups, a byte each.
pub type CodeKey = [u128; 2];

/// The target distribution of a chain, and what is needed to evaluate it.
pub struct TargetContext<'a, const N: usize> {
    pub board: &'a Board,
    pub tables: &'a ResponseTables<N>,
    pub prior: &'a CodePrior,
    pub temperature: &'a TemperatureTable,
}

impl<const N: usize> Chain<N> {
    pub fn new(target: &TargetContext<'_, N>, code: &Code) -> Chain<N> {
        let mut colors = [0; MAX];
        for (group, peg) in target.board.leaders().enumerate() {
            colors[group] = code.peg(peg).index() as u8;
        }
        let TargetContext { board, tables, prior, .. } = *target;
        let mut black = [0; N];
        let mut own = [[0; N]; MAX];
        let counts = board.counts(&colors);
        for (group, &color) in colors[..board.groups].iter().enumerate() {
            own[group] = *tables.at(group, color);
            black = plus(black, tables.at(group, color));
        }
        let mut total = [0; N];
        for color in 0..board.game.colors() as u8 {
            total = plus(total, tables.shared(color, counts[usize::from(color)]));
        }
        let (wrong_black, wrong_total) = (distance(&black, &tables.black, None), distance(&total, &tables.total, None));
        let distinct = counts.iter().filter(|&&count| count > 0).count();
        let prior = prior.of(board, &colors, distinct);
        Chain {
            black,
            total,
            own,
            colors,
            counts,
            wrong_black,
            wrong_total,
            distinct,
            prior,
            hot: false,
            evaluations: 0,
        }
    }

    /// The color of each group, ordered as the codes are.
    pub fn key(&self) -> CodeKey {
        let half = |at: usize| u128::from_be_bytes(std::array::from_fn(|byte| self.colors[at + byte]));
        [half(0), half(MAX / 2)]
    }

    pub fn code_of(board: &Board, key: CodeKey) -> Code {
        let mut colors = [0; MAX];
        colors[..MAX / 2].copy_from_slice(&key[0].to_be_bytes());
        colors[MAX / 2..].copy_from_slice(&key[1].to_be_bytes());
        board.code(&colors)
    }

    /// The sum, over the turns, of how much the black pegs and the total differ from the response; more for a code that the rule cannot make.
    #[inline(always)]
    pub fn violations(&self) -> u32 {
        self.wrong_black + self.wrong_total + if self.prior > 0.0 { 0 } else { IMPOSSIBLE }
    }

    /// The violations of the turn in this lane alone.
    pub fn violations_of(&self, tables: &ResponseTables<N>, lane: usize) -> u32 {
        let of = |own: &Lanes<N>, aim: &Lanes<N>| u32::from(own[lane].abs_diff(aim[lane]));
        of(&self.black, &tables.black) + of(&self.total, &tables.total)
    }

    /// Whether all responses are those of the turns.
    #[inline(always)]
    pub fn is_consistent(&self) -> bool {
        self.violations() == 0
    }

    /// Updates groups of pegs of every chain, `updates` times: each time one group of each chain exchanges its color with all others in
    /// turn, or gets any color. All chains make the same kind of step, so that their exchanges are computed side by side.
    #[inline(always)]
    pub fn walk<const K: usize>(
        chains: &mut [Chain<N>; K],
        target: &TargetContext<'_, N>,
        updates: usize,
        rng: &mut Rng,
        wide: Option<Avx2>,
    ) {
        let groups = target.board.groups;
        for _ in 0..updates {
            let kind = rng.bits();
            if kind >> 58 == 0 {
                for chain in &mut *chains {
                    chain.rename(target, rng);
                }
            }
            if kind >> 59 == 1
                && let Some(of) = target.prior.rule()
            {
                for chain in &mut *chains {
                    chain.cross(target, &*of.rule, rng);
                }
            }
            if (kind >> 40 & 15) < RECOLORS {
                for chain in &mut *chains {
                    let u = below(rng.bits(), groups);
                    chain.recolor(target, u, rng, wide);
                }
            } else {
                Chain::exchange(chains, target, rng, wide);
            }
        }
    }

    /// A group of each chain exchanges its color with each other in turn.
    #[inline(always)]
    fn exchange<const K: usize>(
        chains: &mut [Chain<N>; K],
        target: &TargetContext<'_, N>,
        rng: &mut Rng,
        wide: Option<Avx2>,
    ) {
        let TargetContext { board, tables, prior, temperature } = *target;
        let groups = board.groups.min(MAX);
        // The chains share the random numbers, but not the group: each is a Markov chain, and they do not become equal.
        let mut drawn = [NEVER; MAX];
        // Five numbers of 12 bits from each of 64.
        let mut v = 0;
        while v < groups {
            let (mut chance, end) = (rng.bits(), groups.min(v + 5));
            while v < end {
                drawn[v] = temperature.threshold(chance) as i32;
                chance >>= 12;
                v += 1;
            }
        }
        let mut of_chain = [(0, drawn); K];
        for (chain, (u, threshold)) in chains.iter_mut().zip(&mut of_chain) {
            *u = below(rng.bits(), groups) & (MAX - 1);
            threshold[*u] = NEVER;
            if !board.even {
                if rng.bits() & 7 == 0 {
                    chain.exchange_uneven(target, *u, rng);
                }
                let others = threshold.iter_mut().zip(&board.lens).filter(|(_, len)| **len != board.lens[*u]);
                others.for_each(|(threshold, _)| *threshold = NEVER);
            }
            if let CodePrior::Rule(_) = prior {
                chain.exchange_by_rule(target, *u, threshold, rng);
            }
        }
        if let CodePrior::Rule(_) = prior {
            return;
        }
        let mut of_chain = of_chain.iter();
        let moves = chains.each_mut().map(|chain| {
            let (u, threshold) = of_chain.next().unwrap_or(&(0, [NEVER; MAX]));
            let base = minus(chain.black, &chain.own[*u]);
            let Chain { colors, own, black, wrong_black, .. } = chain;
            Exchange { u: *u, threshold, colors, own, base, black, wrong: wrong_black }
        });
        exchange(moves, tables, groups, wide);
    }

    /// The same for one chain, where the prior may refuse an exchange.
    fn exchange_by_rule(&mut self, target: &TargetContext<'_, N>, u: usize, threshold: &[i32; MAX], rng: &mut Rng) {
        let TargetContext { board, tables, .. } = *target;
        for (v, threshold) in threshold.iter().enumerate().take(board.groups) {
            let (x, y) = (self.colors[u], self.colors[v]);
            if x == y {
                continue;
            }
            let black = plus(plus(self.black, tables.at(u, y)), tables.at(v, x));
            let black = minus(minus(black, &self.own[u]), &self.own[v]);
            let wrong_black = distance(&black, &tables.black, None);
            if wrong_black as i32 > self.wrong_black as i32 + threshold {
                continue;
            }
            let mut colors = self.colors;
            colors.swap(u, v);
            if self.accepts(target, &colors, self.distinct, rng) {
                self.colors = colors;
                (self.own[u], self.own[v]) = (*tables.at(u, y), *tables.at(v, x));
                (self.black, self.wrong_black) = (black, wrong_black);
            }
        }
    }

    /// One color becomes another everywhere, and that one it.
    fn rename(&mut self, target: &TargetContext<'_, N>, rng: &mut Rng) {
        let TargetContext { board, tables, .. } = *target;
        let random = rng.bits();
        let among = board.colors;
        let (x, y) = (board.palette[below(random >> 16, among)], board.palette[below(random >> 32, among)]);
        if x == y {
            return;
        }
        let (mut colors, mut counts, mut black) = (self.colors, self.counts, self.black);
        counts.swap(usize::from(x), usize::from(y));
        for (group, color) in colors[..board.groups].iter_mut().enumerate() {
            if *color == x || *color == y {
                let to = if *color == x { y } else { x };
                black = plus(minus(black, tables.at(group, *color)), tables.at(group, to));
                *color = to;
            }
        }
        self.consider(target, &colors, &counts, black, rng);
    }

    /// A step that changes the counts of two colors or more.
    fn consider(
        &mut self,
        target: &TargetContext<'_, N>,
        colors: &[u8; MAX],
        counts: &[u8; MAX],
        black: Lanes<N>,
        rng: &mut Rng,
    ) {
        let TargetContext { board, tables, temperature, .. } = *target;
        let mut total = self.total;
        for &color in board.colors() {
            let (from, to) = (self.counts[usize::from(color)], counts[usize::from(color)]);
            if from != to {
                total = plus(minus(total, tables.shared(color, from)), tables.shared(color, to));
            }
        }
        let (wrong_black, wrong_total) = (distance(&black, &tables.black, None), distance(&total, &tables.total, None));
        let distinct = counts.iter().filter(|&&n| n > 0).count();
        let before = self.wrong_black + self.wrong_total;
        let gain = (f64::from(wrong_black + wrong_total) - f64::from(before)) / temperature.temperature;
        if (gain <= 0.0 || rng.unit() < libm::exp(-gain)) && self.accepts(target, colors, distinct, rng) {
            (self.colors, self.counts, self.distinct) = (*colors, *counts, distinct);
            (self.black, self.wrong_black) = (black, wrong_black);
            (self.total, self.wrong_total) = (total, wrong_total);
            for (group, own) in self.own[..board.groups].iter_mut().enumerate() {
                *own = *tables.at(group, colors[group]);
            }
        }
    }

    /// Whether the prior accepts a step (Metropolis). If so, the state has the prior probability of the new code.
    #[inline(always)]
    fn accepts(&mut self, target: &TargetContext<'_, N>, colors: &[u8; MAX], distinct: usize, rng: &mut Rng) -> bool {
        if matches!(target.prior, CodePrior::Flat) {
            return true;
        }
        let next = target.prior.of(target.board, colors, distinct);
        self.evaluations += usize::from(target.prior.rule().is_some());
        let impossible = target.prior.rule().map_or(0.0, |of| of.typical * target.temperature.of_impossible);
        let [before, after] = [self.prior, next].map(|prior| if prior > 0.0 { prior } else { impossible });
        if after >= before || after > before * rng.unit() {
            self.prior = next;
            return true;
        }
        false
    }

    /// A group gets any color, each as often as the violations that it leads to, and the prior, allow.
    #[inline(always)]
    fn recolor(&mut self, target: &TargetContext<'_, N>, u: usize, rng: &mut Rng, wide: Option<Avx2>) {
        let TargetContext { board, tables, prior, temperature } = *target;
        let (n, x) = (board.lens[u & (MAX - 1)], self.colors[u & (MAX - 1)]);
        let of_x = self.counts[usize::from(x) & 31];
        let mut counts = self.counts;
        counts[usize::from(x) & 31] = of_x - n;
        let base_distinct = self.distinct - usize::from(of_x == n);
        let (used, unused) = prior.colors(base_distinct);
        let base_black = minus(self.black, &self.own[u & (MAX - 1)]);
        let base_total = plus(minus(self.total, tables.shared(x, of_x)), tables.shared(x, of_x - n));
        // Plain loops: what iterators are made of is not compiled for wide registers.
        let palette = board.colors.min(MAX);
        let mut wrong = [0u32; MAX];
        let mut is_used = [0u8; MAX];
        let mut place = 0;
        while place < palette {
            let [mut blacks, mut totals] = [[[0; N]; 4]; 2];
            let mut k = 0;
            while k < 4 {
                let y = board.palette[(place + k) & (MAX - 1)];
                let of_y = counts[usize::from(y) & 31];
                totals[k] = plus(minus(base_total, tables.shared(y, of_y)), tables.shared(y, of_y + n));
                blacks[k] = plus(base_black, tables.at(u, y));
                is_used[(place + k) & (MAX - 1)] = u8::from(of_y > 0);
                k += 1;
            }
            let totals = distances(&totals, &tables.total, wide);
            let blacks = distances(&blacks, &tables.black, wide);
            k = 0;
            while k < 4 {
                wrong[(place + k) & (MAX - 1)] = blacks[k] + totals[k];
                k += 1;
            }
            place += 4;
        }
        let mut sums = [u64::MAX; MAX];
        let sum = if used == unused {
            weigh(temperature, &wrong, palette, &mut sums)
        } else {
            weigh_by_use(temperature, &wrong, palette, &is_used, [unused, used], &mut sums)
        };
        if sum == 0 {
            return;
        }
        let drawn = ((u128::from(rng.bits()) * u128::from(sum)) >> 64) as u64;
        let mut chosen = 0;
        place = 0;
        while place < MAX {
            chosen += u64::from(sums[place] <= drawn);
            place += 1;
        }
        let place = chosen as usize;
        let y = board.palette[place & (MAX - 1)];
        if x == y {
            return;
        }
        let of_y = counts[usize::from(y) & 31];
        let distinct = base_distinct + usize::from(of_y == 0);
        if matches!(prior, CodePrior::ByCounts(_) | CodePrior::Rule(_)) {
            let mut colors = self.colors;
            colors[u] = y;
            if !self.accepts(target, &colors, distinct, rng) {
                return;
            }
        } else if let CodePrior::ByDistinct(of) = prior {
            self.prior = of[distinct];
        }
        let total = plus(minus(base_total, tables.shared(y, of_y)), tables.shared(y, of_y + n));
        counts[usize::from(y) & 31] += n;
        (self.counts, self.distinct) = (counts, distinct);
        self.colors[u & (MAX - 1)] = y;
        (self.total, self.wrong_total) = (total, distance(&total, &tables.total, wide));
        let black = plus(base_black, tables.at(u, y));
        self.own[u & (MAX - 1)] = *tables.at(u, y);
        (self.black, self.wrong_black) = (black, distance(&black, &tables.black, wide));
    }

    /// Exchanges the colors of some groups with those of a code drawn from the rule (crossover: Liang and Wong 2000).
    ///
    /// The exchange is its own inverse. So it is accepted by the target density of the pair (code, draw), π(code) p(draw). It leads
    /// from one part of the support of a rule to another where no change of one or two pegs does.
    fn cross(&mut self, target: &TargetContext<'_, N>, rule: &dyn Scsa, rng: &mut Rng) {
        let TargetContext { board, tables, .. } = *target;
        let draw = rule.draw(board.game, rng);
        // A draw takes as long as two.
        self.evaluations += 4;
        let random = rng.bits();
        // Neighboring groups, or any.
        let (start, len) = (below(random, board.groups), 1 + below(random >> 16, board.groups));
        let is_taken = |group: usize| match random >> 63 {
            0 => (group + board.groups - start) % board.groups < len,
            _ => random >> (group % MAX) & 1 == 1,
        };
        let (mut colors, mut others, mut black) = (self.colors, [0; MAX], self.black);
        for (group, peg) in board.leaders().enumerate() {
            others[group] = draw.peg(peg).index() as u8;
            if is_taken(group) {
                std::mem::swap(&mut colors[group], &mut others[group]);
                black = plus(minus(black, &self.own[group]), tables.at(group, colors[group]));
            }
        }
        if colors == self.colors {
            return;
        }
        let (before, after) = (rule.probability(board.game, &draw), rule.probability(board.game, &board.code(&others)));
        if after > before * rng.unit() {
            self.consider(target, &colors, &board.counts(&colors), black, rng);
        }
    }

    /// A group exchanges its color with each other of another game in turn, so that the counts change.
    fn exchange_uneven(&mut self, target: &TargetContext<'_, N>, u: usize, rng: &mut Rng) {
        let TargetContext { board, tables, .. } = *target;
        for v in (0..board.groups).filter(|&v| board.lens[v] != board.lens[u]) {
            let (x, y) = (self.colors[u], self.colors[v]);
            if x == y {
                continue;
            }
            let black = plus(plus(self.black, tables.at(u, y)), tables.at(v, x));
            let black = minus(minus(black, &self.own[u]), &self.own[v]);
            let (n, m) = (board.lens[u], board.lens[v]);
            let (mut counts, mut colors) = (self.counts, self.colors);
            counts[usize::from(x)] = counts[usize::from(x)] + m - n;
            counts[usize::from(y)] = counts[usize::from(y)] + n - m;
            colors.swap(u, v);
            self.consider(target, &colors, &counts, black, rng);
        }
    }
}

/// A number below n, of the lowest 16 bits.
#[inline(always)]
fn below(bits: u64, n: usize) -> usize {
    ((bits & 0xffff) as usize * n) >> 16
}

/// What makes a color that the prior forbids worse than all others, in units.
const FORBIDDEN: u32 = 1 << 30;

/// Fills in the sums of the weights of the first colors, each by its violations, and returns that of all.
#[inline(always)]
fn weigh(temperature: &TemperatureTable, wrong: &[u32; MAX], colors: usize, sums: &mut [u64; MAX]) -> u64 {
    let least = least(wrong, colors);
    let mut sum = 0;
    let mut place = 0;
    while place < colors.min(MAX) {
        sum += temperature.weight(wrong[place] - least);
        sums[place] = sum;
        place += 1;
    }
    sum
}

/// The same where the prior gives colors different factors: one for those that no other group has, one for those that are used.
#[inline(always)]
fn weigh_by_use(
    temperature: &TemperatureTable,
    wrong: &[u32; MAX],
    colors: usize,
    is_used: &[u8; MAX],
    factors: [u64; 2],
    sums: &mut [u64; MAX],
) -> u64 {
    let forbidden = factors.map(|factor| if factor > 0 { 0 } else { FORBIDDEN });
    let factor_of = |place: usize| usize::from(is_used[place] & 1);
    let mut possible = *wrong;
    let mut place = 0;
    while place < colors.min(MAX) {
        possible[place] += forbidden[factor_of(place)];
        place += 1;
    }
    let least = least(&possible, colors);
    let mut sum = 0;
    place = 0;
    while place < colors.min(MAX) {
        sum += temperature.weight(wrong[place].saturating_sub(least)) * factors[factor_of(place)];
        sums[place] = sum;
        place += 1;
    }
    sum
}

#[inline(always)]
fn least(numbers: &[u32; MAX], count: usize) -> u32 {
    let mut least = u32::MAX;
    let mut place = 0;
    while place < count.min(MAX) {
        least = least.min(numbers[place]);
        place += 1;
    }
    least
}

/// The tabulated weights e^(-violations / temperature).
pub struct TemperatureTable {
    pub temperature: f64,
    /// The Boltzmann weight of a code that the rule cannot make.
    pub of_impossible: f64,
    /// The Metropolis threshold: by how much the violations may grow, by random number.
    threshold: Box<[u8; CHANCES]>,
    /// e^(-violations / temperature), of 2^32.
    weights: [u32; FAR],
}

/// A code that the rule cannot make counts as this many violations, so that chains pass through such codes.
pub const IMPOSSIBLE: u32 = 2;
/// The length of the table of weights: more violations have the weight of the last entry.
const FAR: usize = 256;
/// The number of distinct random numbers: 12 bits.
const CHANCES: usize = 1 << 12;

/// The negative logarithms of all random numbers, as fractions of 1.
static LOGS: OnceLock<Vec<f64>> = OnceLock::new();

impl TemperatureTable {
    pub fn new(temperature: f64) -> TemperatureTable {
        let logs = LOGS.get_or_init(|| (0..CHANCES).map(|c| -libm::log((c as f64 + 0.5) / CHANCES as f64)).collect());
        let (factor, mut weight) = (libm::exp(-1.0 / temperature), f64::from(u32::MAX));
        let weights = std::array::from_fn(|_| {
            let rounded = weight as u32;
            weight *= factor;
            rounded
        });
        // The logarithms fall, so that equal thresholds stand side by side.
        let (mut threshold, mut end) = (Box::new([u8::MAX; CHANCES]), CHANCES);
        for violations in 0..u8::MAX {
            let start = logs[..end].partition_point(|log| temperature * log >= f64::from(violations) + 1.0);
            threshold[start..end].fill(violations);
            end = start;
        }
        let of_impossible = libm::exp(-f64::from(IMPOSSIBLE) / temperature);
        TemperatureTable { temperature, of_impossible, threshold, weights }
    }

    /// By how much the violations may grow, for this random number.
    #[inline(always)]
    pub fn threshold(&self, chance: u64) -> u32 {
        u32::from(self.threshold[chance as usize & (CHANCES - 1)])
    }

    /// The Boltzmann weight e^(-violations / temperature), times 2^32.
    #[inline(always)]
    pub fn weight(&self, violations: u32) -> u64 {
        u64::from(self.weights[(violations as usize).min(FAR - 1)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All five parts of a 64-bit number are uniform, so that violations are accepted with the right frequency.
    #[test]
    fn chances_are_even_and_violations_as_frequent_as_the_temperature_says() {
        let (mut rng, temperature) = (Rng::new(1), TemperatureTable::new(0.7));
        const TIMES: usize = 40_000;
        let (mut sums, mut taken) = ([0.0; 5], [[0.0; 3]; 5]);
        for _ in 0..TIMES {
            let mut chance = rng.bits();
            for (sum, taken) in sums.iter_mut().zip(&mut taken) {
                *sum += (chance as usize % CHANCES) as f64 / TIMES as f64;
                for (more, taken) in taken.iter_mut().enumerate() {
                    *taken += f64::from(u8::from(more as u32 <= temperature.threshold(chance))) / TIMES as f64;
                }
                chance >>= 12;
            }
        }
        for (sum, taken) in sums.into_iter().zip(taken) {
            // Six standard errors.
            let error = 6.0 * (CHANCES as f64) / 12.0_f64.sqrt() / (TIMES as f64).sqrt();
            assert!((sum - (CHANCES as f64 - 1.0) / 2.0).abs() < error, "{sum}");
            for (more, taken) in taken.into_iter().enumerate() {
                let wanted = libm::exp(-(more as f64) / temperature.temperature);
                assert!((taken - wanted).abs() < 6.0 * (wanted / TIMES as f64).sqrt(), "{more}: {taken}, not {wanted}");
            }
        }
    }
}
