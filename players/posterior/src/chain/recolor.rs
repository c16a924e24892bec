//! Steps that give a group another color.

use super::{Chain, MAX, TargetContext};
use crate::{
    code_prior::CodePrior,
    response_tables::{minus, plus},
    simd::{Registers, distance, distances},
    temperature::TemperatureTable,
};
use scsa::Rng;

/// What makes a color that the prior forbids worse than all others, in units.
const FORBIDDEN: u32 = 1 << 30;

impl<const N: usize> Chain<N> {
    /// A group gets any color, each as often as the violations that it leads to, and the prior, allow.
    #[inline(always)]
    pub fn recolor<R: Registers>(
        &mut self,
        target: &TargetContext<'_, N>,
        temperature: &TemperatureTable,
        u: usize,
        rng: &mut Rng,
        registers: R,
    ) {
        let TargetContext { board, tables, prior, .. } = target;
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
            let totals = distances(&totals, &tables.total, registers);
            let blacks = distances(&blacks, &tables.black, registers);
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
            if !self.accepts(target, temperature, &colors, distinct, rng) {
                return;
            }
        } else if let CodePrior::ByDistinct(of) = prior {
            self.prior = of[distinct];
        }
        let total = plus(minus(base_total, tables.shared(y, of_y)), tables.shared(y, of_y + n));
        counts[usize::from(y) & 31] += n;
        (self.counts, self.distinct) = (counts, distinct);
        self.colors[u & (MAX - 1)] = y;
        (self.total, self.wrong_total) = (total, distance(&total, &tables.total, registers));
        let black = plus(base_black, tables.at(u, y));
        self.own[u & (MAX - 1)] = *tables.at(u, y);
        (self.black, self.wrong_black) = (black, distance(&black, &tables.black, registers));
    }
}

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

/// The least of the first numbers.
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
