//! The exchange step of Markov chains: one group of pegs exchanges its color with each other group in turn.

#[cfg(target_arch = "x86_64")]
use super::Avx2;
use super::{Portable, Registers, distance};
use crate::response_tables::{Lanes, ResponseTables, minus, plus};
use scsa::Size;
#[cfg(target_arch = "x86_64")]
use std::{arch::x86_64::*, hint::select_unpredictable};

const MAX: usize = Size::MAX_PEGS;

/// The exchange step of one chain.
#[derive(Debug)]
pub struct Exchange<'a, const N: usize> {
    /// The group whose color is exchanged with that of each other group.
    pub u: usize,
    /// The Metropolis threshold for each other group: by how much the violations of black pegs may grow. It is far below zero where no
    /// exchange is proposed.
    pub threshold: &'a [i32; MAX],
    /// The color of each group.
    pub colors: &'a mut [u8; MAX],
    /// The contribution of each group to the black pegs.
    pub own: &'a mut [Lanes<N>; MAX],
    /// The black pegs without the contribution of `u`.
    pub base: Lanes<N>,
    /// The black pegs.
    pub black: &'a mut Lanes<N>,
    /// The violations of black pegs.
    pub wrong: &'a mut u32,
}

/// The exchange steps of several chains, with AVX2 if there is a proof that the processor has it.
///
/// The steps of one chain depend on each other, with a latency of about 20 cycles. Those of several chains are computed side by
/// side, which takes little longer.
#[inline(always)]
pub fn exchange<const N: usize, const K: usize>(
    mut chains: [Exchange<'_, N>; K],
    tables: &ResponseTables<N>,
    groups: usize,
    registers: impl Registers,
) {
    #[cfg(target_arch = "x86_64")]
    if let Some(wide) = registers.wide()
        && (N == 16 || N == 32)
    {
        return exchange_avx2(&mut chains, tables, groups, wide);
    }
    let _ = registers;
    for chain in &mut chains {
        exchange_portable(chain, tables, groups);
    }
}

fn exchange_portable<const N: usize>(chain: &mut Exchange<'_, N>, tables: &ResponseTables<N>, groups: usize) {
    let Exchange { u, threshold, colors, own, base, black, wrong } = chain;
    let mut x = colors[*u];
    for v in 0..groups {
        let y = colors[v];
        let change = minus(*tables.at(v, x), &own[v]);
        let next = distance(&plus(plus(*base, tables.at(*u, y)), &change), &tables.black, Portable);
        if next as i32 <= **wrong as i32 + threshold[v] {
            (own[v], colors[v], **wrong) = (*tables.at(v, x), x, next);
            *base = plus(*base, &change);
            x = y;
        }
    }
    (colors[*u], own[*u]) = (x, *tables.at(*u, x));
    **black = plus(*base, tables.at(*u, x));
}

/// [`exchange_portable`] of several chains.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn exchange_avx2<const N: usize, const K: usize>(
    chains: &mut [Exchange<'_, N>; K],
    tables: &ResponseTables<N>,
    groups: usize,
    wide: Avx2,
) {
    const { assert!(K.is_multiple_of(4)) };
    if N == 16 {
        for four in chains.as_chunks_mut::<4>().0 {
            exchange_in_registers::<N, 2>(four, tables, groups, wide);
        }
    } else {
        for two in chains.as_chunks_mut::<2>().0 {
            exchange_in_registers::<N, 1>(two, tables, groups, wide);
        }
    }
}

/// The exchange steps of the chains in two registers, each with the states of C chains: of two with up to 16 turns, or of one. The
/// registers are computed side by side.
///
/// There is no branch on whether an exchange is accepted: a third are, at random, and a branch that is predicted wrongly costs as much as
/// two steps.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn exchange_in_registers<const N: usize, const C: usize>(
    chains: &mut [Exchange<'_, N>],
    tables: &ResponseTables<N>,
    groups: usize,
    _: Avx2,
) {
    const R: usize = 2;
    assert!((N, C) == (16, 2) || (N, C) == (32, 1));
    assert!(chains.len() == R * C);
    // SAFETY: the processor has AVX2, as is proved by the argument. Loads and stores are of lanes as a whole, which fill a half of a
    // register if there are 16, and a register if there are 32. They need no alignment.
    unsafe {
        // The lower half of a register is of the first chain, the upper half of the last one, which may be the same.
        let half = |lanes: &Lanes<N>| _mm_loadu_si128(lanes.as_ptr().cast());
        let load = |low: &Lanes<N>, high: &Lanes<N>| match C {
            2 => _mm256_set_m128i(half(high), half(low)),
            _ => _mm256_loadu_si256(low.as_ptr().cast()),
        };
        let half_of = |value: __m256i, is_high: bool| match is_high {
            false => _mm256_castsi256_si128(value),
            true => _mm256_extracti128_si256::<1>(value),
        };
        let store = |lanes: &mut Lanes<N>, value: __m256i, is_high: bool| match C {
            2 => _mm_storeu_si128(lanes.as_mut_ptr().cast(), half_of(value, is_high)),
            _ => _mm256_storeu_si256(lanes.as_mut_ptr().cast(), value),
        };
        let spread = |low: i32, high: i32| _mm256_set_m128i(_mm_set1_epi32(high), _mm_set1_epi32(low));
        let number = |value: __m256i, is_high: bool| _mm_cvtsi128_si32(half_of(value, is_high));
        let aim = load(&tables.black, &tables.black);
        let (mut base, mut wrong, mut incoming) = ([aim; R], [aim; R], [aim; R]);
        let mut x = [[0; C]; R];
        let mut r = 0;
        while r < R {
            let (low, high) = (&chains[r * C], &chains[r * C + C - 1]);
            x[r][0] = low.colors[low.u & (MAX - 1)];
            x[r][C - 1] = high.colors[high.u & (MAX - 1)];
            base[r] = load(&low.base, &high.base);
            wrong[r] = spread(*low.wrong as i32, *high.wrong as i32);
            incoming[r] = load(tables.at(0, x[r][0]), tables.at(0, x[r][C - 1]));
            r += 1;
        }
        let mut v = 0;
        while v < groups.min(MAX) {
            r = 0;
            while r < R {
                let (low, high) = (&chains[r * C], &chains[r * C + C - 1]);
                let (y, of_high) = (low.colors[v], high.colors[v]);
                let had = load(&low.own[v], &high.own[v]);
                let outgoing = load(tables.at(low.u, y), tables.at(high.u, of_high));
                let threshold = spread(low.threshold[v], high.threshold[v]);
                // The contribution of either color in the next group is loaded before the decision is known.
                let stays = load(tables.at(v + 1, x[r][0]), tables.at(v + 1, x[r][C - 1]));
                let comes = load(tables.at(v + 1, y), tables.at(v + 1, of_high));
                let change = _mm256_sub_epi8(incoming[r], had);
                let black = _mm256_add_epi8(_mm256_add_epi8(base[r], outgoing), change);
                let mut sum = _mm256_sad_epu8(black, aim);
                if N == 32 {
                    sum = _mm256_add_epi64(sum, _mm256_permute4x64_epi64::<0b01_00_11_10>(sum));
                }
                let halves = (_mm256_shuffle_epi32::<0b10_10_00_00>(sum), _mm256_shuffle_epi32::<0b00_00_10_10>(sum));
                let sum = _mm256_add_epi32(halves.0, halves.1);
                let refused = _mm256_cmpgt_epi32(sum, _mm256_add_epi32(wrong[r], threshold));
                let taken = _mm256_andnot_si256(refused, change);
                base[r] = _mm256_add_epi8(base[r], taken);
                wrong[r] = _mm256_blendv_epi8(sum, wrong[r], refused);
                incoming[r] = _mm256_blendv_epi8(comes, stays, refused);
                let own = _mm256_add_epi8(had, taken);
                let mask = _mm256_movemask_epi8(refused);
                let mut c = 0;
                while c < C {
                    let chain = &mut chains[r * C + c];
                    let is_refused = mask & (1 << (16 * c)) != 0;
                    let y = chain.colors[v];
                    store(&mut chain.own[v], own, c == 1);
                    chain.colors[v] = select_unpredictable(is_refused, y, x[r][c]);
                    x[r][c] = select_unpredictable(is_refused, x[r][c], y);
                    c += 1;
                }
                r += 1;
            }
            v += 1;
        }
        r = 0;
        while r < R {
            let mut c = 0;
            while c < C {
                let chain = &mut chains[r * C + c];
                let (u, x) = (chain.u & (MAX - 1), x[r][c]);
                chain.colors[u] = x;
                chain.own[u] = *tables.at(u, x);
                store(chain.black, base[r], c == 1);
                *chain.black = plus(*chain.black, tables.at(u, x));
                *chain.wrong = number(wrong[r], c == 1) as u32;
                c += 1;
            }
            r += 1;
        }
    }
}
