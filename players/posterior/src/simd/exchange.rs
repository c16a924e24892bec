//! The exchange step of Markov chains: one group of pegs exchanges its color with each other group in turn.

#[cfg(target_arch = "x86_64")]
use super::Avx2;
use super::{Portable, Registers, distance};
use crate::response_tables::{Lanes, ResponseTables, minus, plus};
use scsa::Size;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

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

/// [`exchange_portable`] of several chains. There is no branch on whether an exchange is accepted: a third are, at random, and a
/// branch that is predicted wrongly costs as much as two steps.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn exchange_avx2<const N: usize, const K: usize>(
    chains: &mut [Exchange<'_, N>; K],
    tables: &ResponseTables<N>,
    groups: usize,
    _: Avx2,
) {
    assert!(N == 16 || N == 32);
    // SAFETY: the processor has AVX2, as is proved by the argument. Loads and stores are of lanes as a whole, which fill a
    // register, and need no alignment.
    unsafe {
        let load = |lanes: &Lanes<N>| match N {
            16 => _mm256_zextsi128_si256(_mm_loadu_si128(lanes.as_ptr().cast())),
            _ => _mm256_loadu_si256(lanes.as_ptr().cast()),
        };
        let store = |lanes: &mut Lanes<N>, value: __m256i| match N {
            16 => _mm_storeu_si128(lanes.as_mut_ptr().cast(), _mm256_castsi256_si128(value)),
            _ => _mm256_storeu_si256(lanes.as_mut_ptr().cast(), value),
        };
        let aim = load(&tables.black);
        let (mut base, mut wrong, mut incoming) = ([aim; K], [aim; K], [aim; K]);
        let mut x = [0; K];
        let mut k = 0;
        while k < K {
            let chain = &chains[k];
            x[k] = chain.colors[chain.u & (MAX - 1)];
            (base[k], wrong[k]) = (load(&chain.base), _mm256_set1_epi32(*chain.wrong as i32));
            incoming[k] = load(tables.at(0, x[k]));
            k += 1;
        }
        let mut v = 0;
        while v < groups.min(MAX) {
            k = 0;
            while k < K {
                let Exchange { u, threshold, colors, own, .. } = &mut chains[k];
                let y = colors[v];
                let had = load(&own[v]);
                let change = _mm256_sub_epi8(incoming[k], had);
                let black = _mm256_add_epi8(_mm256_add_epi8(base[k], load(tables.at(*u, y))), change);
                let mut sum = _mm256_sad_epu8(black, aim);
                if N == 32 {
                    sum = _mm256_add_epi64(sum, _mm256_permute4x64_epi64::<0b01_00_11_10>(sum));
                }
                let halves = (_mm256_shuffle_epi32::<0b10_10_00_00>(sum), _mm256_shuffle_epi32::<0b00_00_10_10>(sum));
                let sum = _mm256_add_epi32(halves.0, halves.1);
                let most = _mm256_add_epi32(wrong[k], _mm256_set1_epi32(threshold[v]));
                let refused = _mm256_cmpgt_epi32(sum, most);
                base[k] = _mm256_add_epi8(base[k], _mm256_andnot_si256(refused, change));
                store(&mut own[v], _mm256_add_epi8(had, _mm256_andnot_si256(refused, change)));
                wrong[k] = _mm256_blendv_epi8(sum, wrong[k], refused);
                // The contribution of either color in the next group is loaded before the decision is known.
                let (stays, comes) = (load(tables.at(v + 1, x[k])), load(tables.at(v + 1, y)));
                incoming[k] = _mm256_blendv_epi8(comes, stays, refused);
                let other = (x[k] ^ y) & !(_mm_cvtsi128_si32(_mm256_castsi256_si128(refused)) as u8);
                colors[v] = y ^ other;
                x[k] ^= other;
                k += 1;
            }
            v += 1;
        }
        k = 0;
        while k < K {
            let chain = &mut chains[k];
            let u = chain.u & (MAX - 1);
            (chain.colors[u], chain.own[u]) = (x[k], *tables.at(u, x[k]));
            store(chain.black, _mm256_add_epi8(base[k], load(tables.at(u, x[k]))));
            *chain.wrong = _mm_cvtsi128_si32(_mm256_castsi256_si128(wrong[k])) as u32;
            k += 1;
        }
    }
}
