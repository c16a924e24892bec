//! Tasks that are compiled for several instruction sets, of which the processor's widest is chosen at run time.
//!
//! This is the only module with `unsafe` code: instructions, and calls of functions compiled for instructions, that not every
//! processor has. Each is used only after the processor was found to have them. The code of a task runs on these instructions
//! only where it is inlined: `run` and all that it calls in a loop have to be `#[inline(always)]`.

#![cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "see above"))]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(all(test, target_arch = "x86_64"))]
mod tests;

use super::simd::Simd;
use std::sync::atomic::{AtomicU8, Ordering};
#[cfg(target_arch = "x86_64")]
use {avx2::Avx2, avx512::Avx512};

/// A set of vector instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instructions {
    /// Registers of 512 bits: AVX-512 with BITALG and VPOPCNTDQ.
    Avx512,
    /// Registers of 256 bits: AVX2.
    Avx2,
    /// What every processor has.
    Portable,
}

impl Instructions {
    /// All of them, with their names, the widest first.
    pub const ALL: [(Instructions, &str); 3] =
        [(Instructions::Avx512, "avx512"), (Instructions::Avx2, "avx2"), (Instructions::Portable, "portable")];

    /// Uses no wider instructions from now on, in all threads. Results do not depend on it.
    pub fn limit(self) {
        WIDEST.store(self as u8, Ordering::Relaxed);
    }

    /// Whether this processor has them.
    pub fn are_there(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        match self {
            Instructions::Avx512 => return Avx512::detect().is_some(),
            Instructions::Avx2 => return Avx2::detect().is_some(),
            Instructions::Portable => {}
        }
        self == Instructions::Portable
    }

    /// Whether these may be used.
    fn may_be_used(self) -> bool {
        WIDEST.load(Ordering::Relaxed) <= self as u8
    }
}

/// The widest instructions that may be used.
static WIDEST: AtomicU8 = AtomicU8::new(0);

/// The vectors of this processor, where it has some of 256 bits or more. For them, lanes of 16 and 32 bits, and code for each number of
/// pegs, pay for the larger machine code.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub enum Wide {
    Avx512(Avx512),
    Avx2(Avx2),
}

/// No other processor has such vectors here.
#[cfg(not(target_arch = "x86_64"))]
#[derive(Clone, Copy, Debug)]
pub enum Wide {}

pub trait SimdTask {
    /// Runs the task with the vector operations of `simd`. To be inlined.
    fn run<S: Simd>(self, simd: S);
}

pub trait PopcountTask {
    type Output;

    /// Runs the task. To be inlined.
    fn run(self) -> Self::Output;
}

/// The wide vectors, where the processor has them.
pub fn wide() -> Option<Wide> {
    #[cfg(target_arch = "x86_64")]
    {
        let avx512 = || Instructions::Avx512.may_be_used().then(Avx512::detect).flatten().map(Wide::Avx512);
        let avx2 = || Instructions::Avx2.may_be_used().then(Avx2::detect).flatten().map(Wide::Avx2);
        avx512().or_else(avx2)
    }
    #[cfg(not(target_arch = "x86_64"))]
    None
}

/// Runs a task with these vectors. Each task is a function of its own, as are those below: compiling a function takes more than twice as
/// long when it is twice as large.
pub fn run_wide<T: SimdTask>(wide: Wide, task: T) {
    #[cfg(target_arch = "x86_64")]
    match wide {
        // SAFETY: an `Avx512` exists only where the processor has these instructions.
        Wide::Avx512(simd) => unsafe { run_avx512(simd, task) },
        // SAFETY: an `Avx2` exists only where the processor has these instructions.
        Wide::Avx2(simd) => unsafe { run_avx2(simd, task) },
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = task;
        match wide {}
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512bitalg,avx512vpopcntdq,popcnt")]
#[inline(never)]
fn run_avx512<T: SimdTask>(simd: Avx512, task: T) {
    task.run(simd);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
#[inline(never)]
fn run_avx2<T: SimdTask>(simd: Avx2, task: T) {
    task.run(simd);
}

pub fn run_with_popcount<T: PopcountTask>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if Instructions::Avx2.may_be_used() && is_x86_feature_detected!("popcnt") {
        // SAFETY: the condition above found that the processor has the instruction.
        return unsafe { run_popcnt(task) };
    }
    task.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt")]
fn run_popcnt<T: PopcountTask>(task: T) -> T::Output {
    task.run()
}
