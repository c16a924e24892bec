//! The steps of a chain, compiled for AVX2 where the processor has it.

#![cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "calls of functions that are compiled for AVX2"))]

#[cfg(target_arch = "x86_64")]
use crate::simd::Avx2;
use crate::{
    chain::{Chain, TargetContext},
    simd::Portable,
    temperature::TemperatureTable,
};
use scsa::Rng;

/// [`Chain::walk`] with the widest instructions at hand.
#[inline]
pub fn walk<const N: usize>(
    chain: &mut Chain<N>,
    target: &TargetContext<'_, N>,
    temperature: &TemperatureTable,
    pegs: usize,
    rng: &mut Rng,
) {
    #[cfg(target_arch = "x86_64")]
    if let Some(wide) = Avx2::find() {
        // SAFETY: the processor has these instructions, as `wide` proves.
        return unsafe { walk_avx2(chain, target, temperature, pegs, rng, wide) };
    }
    chain.walk(target, temperature, pegs, rng, Portable);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi2")]
fn walk_avx2<const N: usize>(
    chain: &mut Chain<N>,
    target: &TargetContext<'_, N>,
    temperature: &TemperatureTable,
    pegs: usize,
    rng: &mut Rng,
    wide: Avx2,
) {
    chain.walk(target, temperature, pegs, rng, wide);
}

/// [`Chain::color`] with the widest instructions at hand.
#[inline]
pub fn color<const N: usize>(
    chain: &mut Chain<N>,
    target: &TargetContext<'_, N>,
    temperature: &TemperatureTable,
    groups: usize,
    rng: &mut Rng,
) {
    #[cfg(target_arch = "x86_64")]
    if let Some(wide) = Avx2::find() {
        // SAFETY: the processor has these instructions, as `wide` proves.
        return unsafe { color_avx2(chain, target, temperature, groups, rng, wide) };
    }
    chain.color(target, temperature, groups, rng, Portable);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi2")]
fn color_avx2<const N: usize>(
    chain: &mut Chain<N>,
    target: &TargetContext<'_, N>,
    temperature: &TemperatureTable,
    groups: usize,
    rng: &mut Rng,
    wide: Avx2,
) {
    chain.color(target, temperature, groups, rng, wide);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{board::Board, code_prior::CodePrior, response_tables::ResponseTables};
    use scsa::{Code, Size, Turn};

    fn kept_as_if_made_anew(code: impl Fn(&mut Rng) -> Code, counts_fixed: bool) {
        let size: Size = "20x26".parse().unwrap();
        let mut rng = Rng::new(1);
        let codes: Vec<Code> = (0..100).map(|_| code(&mut rng)).collect();
        let (board, secret) = (Board::of(size, &codes), codes[50]);
        let turn = |guess: &Code| Turn { guess: *guess, feedback: secret.feedback(guess) };
        let turns: Vec<Turn> = codes[..10].iter().map(turn).collect();
        let clues = ResponseTables::<16>::new(&board, &turns);
        let target = TargetContext { board: &board, clues: &clues, prior: &CodePrior::Flat, counts_fixed };
        let mut chain = Chain::new(&target, &codes[60]);
        let counts = |chain: &Chain<16>| board.counts(chain.colors());
        let before = counts(&chain);
        for _ in 0..100 {
            walk(&mut chain, &target, &TemperatureTable::new(1.0, 1.0), 1, &mut rng);
            let anew = Chain::new(&target, &chain.code(&board));
            assert_eq!(format!("{chain:?}"), format!("{anew:?}"));
        }
        assert_eq!(counts(&chain) == before, counts_fixed);
        assert_ne!(chain.code(&board), codes[60]);
    }

    #[test]
    fn what_is_kept_of_a_code_is_as_if_made_anew() {
        let size: Size = "20x26".parse().unwrap();
        let even = |rng: &mut Rng| Code::from_fn(size, |_| rng.color(26));
        // Of few colors, so that two pegs have the same often.
        let uneven = |rng: &mut Rng| {
            let mut code = Code::from_fn(size, |_| rng.color(3));
            code.set(19, code.peg(0));
            code
        };
        for counts_fixed in [false, true] {
            kept_as_if_made_anew(even, counts_fixed);
            kept_as_if_made_anew(uneven, counts_fixed);
        }
    }

    fn go_the_same_way<const N: usize>(rng: &mut Rng, tied: bool, counts_fixed: bool) {
        let size: Size = "12x14".parse().unwrap();
        let draw = |rng: &mut Rng| {
            let mut code = Code::from_fn(size, |_| rng.color(14));
            code.set(11, code.peg(if tied { 0 } else { 11 }));
            code
        };
        let codes: Vec<Code> = (0..100).map(|_| draw(rng)).collect();
        let (board, secret) = (Board::of(size, &codes), draw(rng));
        let turn = |guess: &Code| Turn { guess: *guess, feedback: secret.feedback(guess) };
        let turns: Vec<Turn> = codes[..N / 2 + 4].iter().map(turn).collect();
        let clues = ResponseTables::<N>::new(&board, &turns);
        let target = TargetContext { board: &board, clues: &clues, prior: &CodePrior::Flat, counts_fixed };
        let temperature = TemperatureTable::new(0.7, 0.7);
        let mut chains = [Chain::new(&target, &codes[50]), Chain::new(&target, &codes[50])];
        let [mut one, mut two] = [Rng::new(3), Rng::new(3)];
        for _ in 0..1000 {
            walk(&mut chains[0], &target, &temperature, 3, &mut one);
            chains[1].walk(&target, &temperature, 3, &mut two, Portable);
            let [one, two] = chains.each_ref().map(|chain| format!("{chain:?}"));
            assert_eq!(one, two);
        }
        assert_ne!(chains[0].code(&board), codes[50]);
    }

    /// Where a chain goes does not depend on the processor.
    #[test]
    fn wide_registers_change_no_step() {
        let mut rng = Rng::new(2);
        for (tied, counts_fixed) in [(false, false), (false, true), (true, false), (true, true)] {
            go_the_same_way::<16>(&mut rng, tied, counts_fixed);
            go_the_same_way::<32>(&mut rng, tied, counts_fixed);
            go_the_same_way::<64>(&mut rng, tied, counts_fixed);
        }
    }
}
