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
        let factors = [unused, used];
        let forbidden = factors.map(|factor| if factor > 0 { 0 } else { FORBIDDEN });
        let base_black = minus(self.black, &self.own[u & (MAX - 1)]);
        let base_total = plus(minus(self.total, tables.shared(x, of_x)), tables.shared(x, of_x - n));
        // Plain loops: what iterators are made of is not compiled for wide registers.
        let palette = board.colors.min(MAX);
        let mut wrong = [0u32; MAX];
        let mut place = 0;
        while place < palette {
            let [mut blacks, mut totals] = [[[0; N]; 4]; 2];
            let mut k = 0;
            while k < 4 {
                let y = board.palette[(place + k) & (MAX - 1)];
                let of_y = counts[usize::from(y) & 31];
                totals[k] = plus(minus(base_total, tables.shared(y, of_y)), tables.shared(y, of_y + n));
                blacks[k] = plus(base_black, tables.at(u, y));
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
        let is_used = |place: usize| usize::from(counts[usize::from(board.palette[place & (MAX - 1)]) & 31] > 0);
        let mut least = u32::MAX;
        place = 0;
        while place < palette {
            least = least.min(wrong[place] + forbidden[is_used(place)]);
            place += 1;
        }
        let mut sum = 0;
        let mut sums = [u64::MAX; MAX];
        place = 0;
        while place < palette {
            sum += temperature.weight(wrong[place].saturating_sub(least)) * factors[is_used(place)];
            sums[place] = sum;
            place += 1;
        }
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
