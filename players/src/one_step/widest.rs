//! The search with the widest instructions that the processor has.
//!
//! This is the only place with `unsafe` code: calls of functions that are compiled for instructions which not every processor
//! has. Each is made only where the processor said that it has them.

#![expect(unsafe_code, reason = "see above")]

use super::scan::{Among, Best, Search};

/// The best guess: that of [`Search::best`].
pub fn best(search: &Search<'_>, among: Among<'_>) -> Option<Best> {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vpopcntdq")
        {
            // SAFETY: the processor has these instructions, as the line before says.
            return unsafe { best_avx512(search, among) };
        }
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
            // SAFETY: the processor has these instructions, as the line before says.
            return unsafe { best_avx2(search, among) };
        }
    }
    search.best(among)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512vpopcntdq,popcnt")]
fn best_avx512(search: &Search<'_>, among: Among<'_>) -> Option<Best> {
    search.best(among)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
fn best_avx2(search: &Search<'_>, among: Among<'_>) -> Option<Best> {
    search.best(among)
}
