//! The steps of a chain, compiled for AVX2 where the processor has it.

#![cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "calls of functions that are compiled for AVX2"))]

use crate::chain::{Chain, TargetContext};
use crate::placement::{PlacementLimits, PlacementSearch};
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx2;
use scsa::{Code, Rng};

/// [`Chain::walk`] with the widest instructions at hand.
#[inline]
pub fn walk<const N: usize, const K: usize>(
    chains: &mut [Chain<N>; K],
    target: &TargetContext<'_, N>,
    updates: usize,
    rng: &mut Rng,
) {
    #[cfg(target_arch = "x86_64")]
    if let Some(wide) = Avx2::find() {
        // SAFETY: the processor has these instructions, as `wide` proves.
        return unsafe { walk_avx2(chains, target, updates, rng, wide) };
    }
    Chain::walk(chains, target, updates, rng, None);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi2")]
fn walk_avx2<const N: usize, const K: usize>(
    chains: &mut [Chain<N>; K],
    target: &TargetContext<'_, N>,
    updates: usize,
    rng: &mut Rng,
    wide: Avx2,
) {
    Chain::walk(chains, target, updates, rng, Some(wide));
}

/// [`PlacementSearch::run`] with the widest instructions at hand.
pub fn place<const N: usize>(
    search: &PlacementSearch<'_, N>,
    limits: &mut PlacementLimits,
    codes: &mut Vec<Code>,
) -> Option<()> {
    #[cfg(target_arch = "x86_64")]
    if Avx2::find().is_some() {
        // SAFETY: the processor has these instructions.
        return unsafe { place_avx2(search, limits, codes) };
    }
    search.run(limits, codes)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi2")]
fn place_avx2<const N: usize>(
    search: &PlacementSearch<'_, N>,
    limits: &mut PlacementLimits,
    codes: &mut Vec<Code>,
) -> Option<()> {
    search.run(limits, codes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, ResponseTables};
    use crate::chain::TemperatureTable;
    use crate::prior::CodePrior;
    use scsa::{Game, Turn};

    /// A context with random codes and their responses is passed on.
    fn with_target<const N: usize>(
        game: &str,
        draw: impl Fn(&mut Rng, Game) -> Code,
        turns: usize,
        temperature: f64,
        check: impl Fn(&TargetContext<'_, N>, &[Code]),
    ) {
        let (game, mut rng): (Game, _) = (game.parse().unwrap(), Rng::new(1));
        let codes: Vec<Code> = (0..100).map(|_| draw(&mut rng, game)).collect();
        let (board, secret) = (Board::of(game, &codes), codes[99]);
        let turn = |guess: &Code| Turn { guess: *guess, feedback: game.answer(guess, &secret) };
        let turns: Vec<Turn> = codes[..turns].iter().map(turn).collect();
        let tables = ResponseTables::<N>::new(&board, &turns);
        let temperature = &TemperatureTable::new(temperature);
        check(&TargetContext { board: &board, tables: &tables, prior: &CodePrior::Flat, temperature }, &codes);
    }

    fn even(rng: &mut Rng, game: Game) -> Code {
        Code::from_fn(game, |_| rng.color(game.colors()))
    }

    /// The last peg has the color of the first.
    fn uneven(rng: &mut Rng, game: Game) -> Code {
        let mut code = even(rng, game);
        code.set(game.pegs() - 1, code.peg(0));
        code
    }

    #[test]
    fn the_state_of_a_chain_is_that_of_its_code() {
        let check = |target: &TargetContext<'_, 16>, codes: &[Code]| {
            let mut chains = [60, 61, 62, 63].map(|place| Chain::new(target, &codes[place]));
            let mut rng = Rng::new(1);
            for _ in 0..200 {
                walk(&mut chains, target, 1, &mut rng);
                for chain in &chains {
                    let anew = Chain::new(target, &Chain::<16>::code_of(target.board, chain.key()));
                    assert_eq!(format!("{chain:?}"), format!("{anew:?}"));
                }
            }
            assert_ne!(Chain::<16>::code_of(target.board, chains[0].key()), codes[60]);
        };
        with_target("20x26", even, 10, 1.0, check);
        with_target("20x26", uneven, 10, 1.0, check);
    }

    fn same_steps<const N: usize>(draw: fn(&mut Rng, Game) -> Code) {
        with_target("12x14", draw, N / 2 + 4, 0.7, |target: &TargetContext<'_, N>, codes| {
            let mut wide = [50, 51, 52, 53].map(|place| Chain::new(target, &codes[place]));
            let mut portable = wide.clone();
            let [mut one, mut two] = [Rng::new(3), Rng::new(3)];
            for _ in 0..300 {
                walk(&mut wide, target, 3, &mut one);
                Chain::walk(&mut portable, target, 3, &mut two, None);
                assert_eq!(format!("{wide:?}"), format!("{portable:?}"));
            }
            assert_ne!(Chain::<N>::code_of(target.board, wide[0].key()), codes[50]);
        });
    }

    /// The steps of a chain do not depend on the processor.
    #[test]
    fn wide_registers_change_no_step() {
        for draw in [even, uneven] {
            same_steps::<16>(draw);
            same_steps::<32>(draw);
            same_steps::<64>(draw);
        }
    }
}
