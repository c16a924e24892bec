//! Tasks that are compiled for several instruction sets, of which the processor's widest is chosen at run time.
//!
//! This is the only module with `unsafe` code: instructions, and calls of functions compiled for instructions, that not every
//! processor has. Each is used only after the processor was found to have them. The code of a task runs on these instructions
//! only where it is inlined: `run` and all that it calls in a loop have to be `#[inline(always)]`.

#![cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "see above"))]

#[cfg(target_arch = "x86_64")]
mod avx512;

use super::simd::{Portable, Simd};
#[cfg(target_arch = "x86_64")]
use avx512::Avx512;

/// The vectors of 512 bits of this processor. For them, lanes of 16 and 32 bits, and code for each number of pegs, pay for the
/// larger machine code.
#[cfg(target_arch = "x86_64")]
pub type Wide = Avx512;

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

/// The vectors of 512 bits, where the processor has them.
pub fn wide() -> Option<Wide> {
    #[cfg(target_arch = "x86_64")]
    return Avx512::detect();
    #[cfg(not(target_arch = "x86_64"))]
    None
}

pub fn run_wide<T: SimdTask>(wide: Wide, task: T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: an `Avx512` exists only where the processor has these instructions.
    return unsafe { run_avx512(wide, task) };
    #[cfg(not(target_arch = "x86_64"))]
    match wide {}
}

/// Runs a task with AVX-512, AVX2 or no special instructions, whichever the processor has.
///
/// Each task is a function of its own, as are those below: compiling a function takes more than twice as long when it is twice as
/// large.
#[inline(never)]
pub fn run<T: SimdTask>(task: T) {
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(simd) = Avx512::detect() {
            // SAFETY: an `Avx512` exists only where the processor has these instructions.
            return unsafe { run_avx512(simd, task) };
        }
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
            // SAFETY: the line above found that the processor has these instructions.
            return unsafe { run_avx2(task) };
        }
    }
    task.run(Portable);
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
fn run_avx2<T: SimdTask>(task: T) {
    task.run(Portable);
}

pub fn run_with_popcount<T: PopcountTask>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("popcnt") {
        // SAFETY: the line above found that the processor has the instruction.
        return unsafe { run_popcnt(task) };
    }
    task.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt")]
fn run_popcnt<T: PopcountTask>(task: T) -> T::Output {
    task.run()
}
