//! The inner loops of chains and of counting pairs, with the widest registers that the processor has.
//!
//! Besides `dispatch`, this is the only module of this crate with `unsafe` code: AVX2 instructions, and calls of functions compiled for
//! them. Each is used only where the processor was found to have AVX2, and never reads beyond the lanes.

#![cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "see above"))]

use crate::board::{Lanes, ResponseTables, minus, plus};
use scsa::Game;
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(target_arch = "x86_64")]
use std::{arch::x86_64::*, hint::select_unpredictable};

/// The registers of AVX2. A value exists only where the processor has them.
#[derive(Clone, Copy, Debug)]
#[cfg(target_arch = "x86_64")]
pub struct Avx2(());

/// Uninhabited on other processors.
#[derive(Clone, Copy, Debug)]
#[cfg(not(target_arch = "x86_64"))]
pub struct Avx2(std::convert::Infallible);

impl Avx2 {
    #[cfg(any(test, target_arch = "x86_64"))]
    #[inline]
    pub fn find() -> Option<Avx2> {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2") && !IS_PORTABLE.load(Ordering::Relaxed)
        {
            return Some(Avx2(()));
        }
        None
    }
}

/// Whether the instructions that every processor has are used alone.
static IS_PORTABLE: AtomicBool = AtomicBool::new(false);

/// Uses the instructions that every processor has alone from now on, in all threads. Results do not depend on it.
pub fn use_portable_instructions() {
    IS_PORTABLE.store(true, Ordering::Relaxed);
}

/// The sum of the absolute differences of the lanes, a multiple of 16.
#[inline(always)]
pub fn distance<const N: usize>(a: &[u8; N], b: &[u8; N], wide: Option<Avx2>) -> u32 {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every processor of this kind has SSE2.
    unsafe {
        let halves = halves(a, b, wide);
        (_mm_cvtsi128_si32(halves) + _mm_extract_epi16::<4>(halves)) as u32
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = wide;
        plain_distance(a, b)
    }
}

/// [`distance`] of four at once.
#[inline(always)]
pub fn distances<const N: usize>(four: &[[u8; N]; 4], b: &[u8; N], wide: Option<Avx2>) -> [u32; 4] {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: as above; what is stored has the length of the register.
    unsafe {
        // Not by a closure, which would not be compiled for the instructions.
        let [first, second, third, fourth] = four;
        let (one, two) = (halves(first, b, wide), halves(second, b, wide));
        let low = _mm_add_epi64(_mm_unpacklo_epi64(one, two), _mm_unpackhi_epi64(one, two));
        let (one, two) = (halves(third, b, wide), halves(fourth, b, wide));
        let high = _mm_add_epi64(_mm_unpacklo_epi64(one, two), _mm_unpackhi_epi64(one, two));
        let all = _mm_shuffle_ps::<0b10_00_10_00>(_mm_castsi128_ps(low), _mm_castsi128_ps(high));
        let mut into = [0; 4];
        _mm_storeu_si128(into.as_mut_ptr().cast(), _mm_castps_si128(all));
        into
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = wide;
        four.each_ref().map(|a| plain_distance(a, b))
    }
}

/// The distance in two parts, a number of 64 bits each.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn halves<const N: usize>(a: &[u8; N], b: &[u8; N], wide: Option<Avx2>) -> __m128i {
    const { assert!(N.is_multiple_of(16)) };
    // SAFETY: `at` stays below N in steps of the registers' width, so that no load reads beyond the lanes, and loads need
    // no alignment. Every processor of this kind has SSE2, and this one AVX2 if that is proved.
    unsafe {
        let mut sum = _mm_setzero_si128();
        let mut at = 0;
        if wide.is_some() && N >= 32 {
            let mut wide = _mm256_setzero_si256();
            while at + 32 <= N {
                let a = _mm256_loadu_si256(a.as_ptr().add(at).cast());
                let b = _mm256_loadu_si256(b.as_ptr().add(at).cast());
                wide = _mm256_add_epi64(wide, _mm256_sad_epu8(a, b));
                at += 32;
            }
            sum = _mm_add_epi64(_mm256_castsi256_si128(wide), _mm256_extracti128_si256::<1>(wide));
        }
        while at + 16 <= N {
            let a = _mm_loadu_si128(a.as_ptr().add(at).cast());
            let b = _mm_loadu_si128(b.as_ptr().add(at).cast());
            sum = _mm_add_epi64(sum, _mm_sad_epu8(a, b));
            at += 16;
        }
        sum
    }
}

/// The same for any processor.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn plain_distance<const N: usize>(a: &[u8; N], b: &[u8; N]) -> u32 {
    a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(*b))).sum()
}

const MAX: usize = Game::MAX_PEGS;

pub struct Exchange<'a, const N: usize> {
    /// The group whose color is exchanged with that of each other group.
    pub u: usize,
    /// The Metropolis threshold for each other group: by how much the violations of black pegs may grow. It is far below zero where no
    /// exchange is proposed.
    pub threshold: &'a [i32; MAX],
    pub colors: &'a mut [u8; MAX],
    /// The contribution of each group to the black pegs.
    pub own: &'a mut [Lanes<N>; MAX],
    /// The black pegs without the contribution of `u`.
    pub base: Lanes<N>,
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
    wide: Option<Avx2>,
) {
    #[cfg(target_arch = "x86_64")]
    if let Some(wide) = wide
        && (N == 16 || N == 32)
    {
        return exchange_avx2(&mut chains, tables, groups, wide);
    }
    let _ = wide;
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
        let next = distance(&plus(plus(*base, tables.at(*u, y)), &change), &tables.black, None);
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
        // The lower half of a register is of the first chain, the upper half of the last one, which may be the same. These are no
        // closures, which would not be compiled for the instructions.
        macro_rules! load {
            ($low:expr, $high:expr) => {{
                let (low, high): (&Lanes<N>, &Lanes<N>) = ($low, $high);
                match C {
                    2 => _mm256_set_m128i(_mm_loadu_si128(high.as_ptr().cast()), _mm_loadu_si128(low.as_ptr().cast())),
                    _ => _mm256_loadu_si256(low.as_ptr().cast()),
                }
            }};
        }
        macro_rules! half_of {
            ($value:expr, $is_high:expr) => {
                if $is_high { _mm256_extracti128_si256::<1>($value) } else { _mm256_castsi256_si128($value) }
            };
        }
        macro_rules! store {
            ($lanes:expr, $value:expr, $is_high:expr) => {
                match C {
                    2 => _mm_storeu_si128($lanes.as_mut_ptr().cast(), half_of!($value, $is_high)),
                    _ => _mm256_storeu_si256($lanes.as_mut_ptr().cast(), $value),
                }
            };
        }
        macro_rules! spread {
            ($low:expr, $high:expr) => {
                _mm256_set_m128i(_mm_set1_epi32($high), _mm_set1_epi32($low))
            };
        }
        let aim = load!(&tables.black, &tables.black);
        let (mut base, mut wrong, mut incoming) = ([aim; R], [aim; R], [aim; R]);
        let mut x = [[0; C]; R];
        let mut r = 0;
        while r < R {
            let (low, high) = (&chains[r * C], &chains[r * C + C - 1]);
            x[r][0] = low.colors[low.u & (MAX - 1)];
            x[r][C - 1] = high.colors[high.u & (MAX - 1)];
            base[r] = load!(&low.base, &high.base);
            wrong[r] = spread!(*low.wrong as i32, *high.wrong as i32);
            incoming[r] = load!(tables.at(0, x[r][0]), tables.at(0, x[r][C - 1]));
            r += 1;
        }
        let mut v = 0;
        while v < groups.min(MAX) {
            r = 0;
            while r < R {
                let (low, high) = (&chains[r * C], &chains[r * C + C - 1]);
                let (y, of_high) = (low.colors[v], high.colors[v]);
                let had = load!(&low.own[v], &high.own[v]);
                let outgoing = load!(tables.at(low.u, y), tables.at(high.u, of_high));
                let threshold = spread!(low.threshold[v], high.threshold[v]);
                // The contribution of either color in the next group is loaded before the decision is known.
                let stays = load!(tables.at(v + 1, x[r][0]), tables.at(v + 1, x[r][C - 1]));
                let comes = load!(tables.at(v + 1, y), tables.at(v + 1, of_high));
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
                    store!(chain.own[v], own, c == 1);
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
                store!(chain.black, base[r], c == 1);
                *chain.black = plus(*chain.black, tables.at(u, x));
                *chain.wrong = _mm_cvtsi128_si32(half_of!(wrong[r], c == 1)) as u32;
                c += 1;
            }
            r += 1;
        }
    }
}

/// The number of lanes of [`same_pairs`].
pub const SAME: usize = 32;

/// For each lane, the number of pairs of these that are equal there. At most 256, so that the number fits.
pub fn same_pairs(all: &[[u8; SAME]]) -> [u16; SAME] {
    assert!(all.len() <= 256);
    #[cfg(target_arch = "x86_64")]
    if Avx2::find().is_some() {
        // SAFETY: the processor has these instructions.
        return unsafe { same_pairs_avx2(all) };
    }
    plain_same_pairs(all)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn same_pairs_avx2(all: &[[u8; SAME]]) -> [u16; SAME] {
    let mut pairs = [0; SAME];
    // SAFETY: loads and stores are of all lanes, which fill a register, or two with two bytes each, and need no alignment.
    unsafe {
        let mut sums = [_mm256_setzero_si256(); 2];
        for (number, one) in all.iter().enumerate() {
            let one = _mm256_loadu_si256(one.as_ptr().cast());
            let mut same = _mm256_setzero_si256();
            for other in &all[..number] {
                same = _mm256_sub_epi8(same, _mm256_cmpeq_epi8(one, _mm256_loadu_si256(other.as_ptr().cast())));
            }
            let halves = [_mm256_castsi256_si128(same), _mm256_extracti128_si256::<1>(same)];
            sums[0] = _mm256_add_epi16(sums[0], _mm256_cvtepu8_epi16(halves[0]));
            sums[1] = _mm256_add_epi16(sums[1], _mm256_cvtepu8_epi16(halves[1]));
        }
        let into: *mut u16 = pairs.as_mut_ptr();
        _mm256_storeu_si256(into.cast(), sums[0]);
        _mm256_storeu_si256(into.add(SAME / 2).cast(), sums[1]);
    }
    pairs
}

/// The same for any processor.
fn plain_same_pairs(all: &[[u8; SAME]]) -> [u16; SAME] {
    let mut pairs = [0; SAME];
    for (number, one) in all.iter().enumerate() {
        let mut same = [0_u8; SAME];
        for other in &all[..number] {
            same.iter_mut().zip(one).zip(other).for_each(|((same, a), b)| *same += u8::from(a == b));
        }
        pairs.iter_mut().zip(same).for_each(|(pairs, same)| *pairs += u16::from(same));
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::Rng;

    fn agree<const N: usize>(rng: &mut Rng) {
        for _ in 0..1000 {
            let [a, b]: [[u8; N]; 2] = std::array::from_fn(|_| std::array::from_fn(|_| rng.bits() as u8));
            let plain = plain_distance(&a, &b);
            let four = [a, b, a.map(|lane| lane / 2), [0; N]];
            let plain_of_four = four.map(|lanes| plain_distance(&lanes, &b));
            assert_eq!(distances(&four, &b, None), plain_of_four);
            assert_eq!(distance(&a, &b, None), plain);
            if let Some(wide) = Avx2::find() {
                assert_eq!(distance(&a, &b, Some(wide)), plain);
                assert_eq!(distances(&four, &b, Some(wide)), plain_of_four);
            }
        }
    }

    #[test]
    fn distances_are_those_of_the_plain_sum() {
        let mut rng = Rng::new(1);
        agree::<16>(&mut rng);
        agree::<32>(&mut rng);
        agree::<64>(&mut rng);
        agree::<128>(&mut rng);
    }

    #[test]
    fn pairs_are_those_of_the_plain_count() {
        let mut rng = Rng::new(4);
        for (number, values) in [(0, 1), (1, 1), (2, 2), (50, 3), (64, 200), (256, 1), (256, 2)] {
            let all: Vec<[u8; SAME]> = (0..number).map(|_| std::array::from_fn(|_| rng.below(values) as u8)).collect();
            assert_eq!(same_pairs(&all), plain_same_pairs(&all));
        }
    }
}
