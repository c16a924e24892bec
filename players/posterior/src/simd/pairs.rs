//! The number of equal pairs.

#[cfg(target_arch = "x86_64")]
use super::Avx2;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

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
        let load = |lanes: &[u8; SAME]| _mm256_loadu_si256(lanes.as_ptr().cast());
        let mut sums = [_mm256_setzero_si256(); 2];
        for (number, one) in all.iter().enumerate() {
            let one = load(one);
            let mut same = _mm256_setzero_si256();
            for other in &all[..number] {
                same = _mm256_sub_epi8(same, _mm256_cmpeq_epi8(one, load(other)));
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

    #[test]
    fn pairs_are_those_of_the_plain_count() {
        let mut rng = Rng::new(4);
        for (number, values) in [(0, 1), (1, 1), (2, 2), (50, 3), (64, 200), (256, 1), (256, 2)] {
            let all: Vec<[u8; SAME]> = (0..number).map(|_| std::array::from_fn(|_| rng.below(values) as u8)).collect();
            assert_eq!(same_pairs(&all), plain_same_pairs(&all));
        }
    }
}
