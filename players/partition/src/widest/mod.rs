//! The search with the widest instructions that the processor has.
//!
//! This is the only room with `unsafe` code: instructions, and calls of functions that are compiled for instructions, which
//! not every processor has. Each is used only where the processor said that it has them.

#![cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "see above"))]

#[cfg(target_arch = "x86_64")]
mod avx512;

use super::{
    lanes::Plain,
    pairs::{Own, Pairs},
    scan::{Among, Found, Search},
};
#[cfg(target_arch = "x86_64")]
use avx512::Avx512;

/// Looks at guesses, as [`Search::look`] does.
pub fn look(search: &Search<'_>, among: Among<'_>, found: &mut Found) {
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(engine) = Avx512::detect() {
            // SAFETY: there is an engine only where the processor has these instructions.
            return unsafe { look_avx512(engine, search, among, found) };
        }
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
            // SAFETY: the processor has these instructions, as the line before says.
            return unsafe { look_avx2(search, among, found) };
        }
    }
    search.look(Plain, among, found);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512bitalg,avx512vpopcntdq,popcnt")]
fn look_avx512(engine: Avx512, search: &Search<'_>, among: Among<'_>, found: &mut Found) {
    search.look(engine, among, found);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
fn look_avx2(search: &Search<'_>, among: Among<'_>, found: &mut Found) {
    search.look(Plain, among, found);
}

/// The responses of candidates to a guess, as [`Pairs::respond`] tells them.
pub fn respond(pairs: &Pairs, guess: u32, places: &[u32], responses: &mut Vec<u16>) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("popcnt") {
        // SAFETY: the processor has the instruction, as the line before says.
        return unsafe { respond_popcnt(pairs, guess, places, responses) };
    }
    pairs.respond(guess, places, responses);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt")]
fn respond_popcnt(pairs: &Pairs, guess: u32, places: &[u32], responses: &mut Vec<u16>) {
    pairs.respond(guess, places, responses);
}

/// The best of few candidates, as [`Pairs::look_at_few`] finds it.
pub fn best_of_few(pairs: &Pairs, places: &[u32], fewest: &[u32]) -> Own {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("popcnt") {
        // SAFETY: the processor has the instruction, as the line before says.
        return unsafe { best_of_few_popcnt(pairs, places, fewest) };
    }
    pairs.look_at_few(places, fewest)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt")]
fn best_of_few_popcnt(pairs: &Pairs, places: &[u32], fewest: &[u32]) -> Own {
    pairs.look_at_few(places, fewest)
}
