//! The target of every reader: it is the one of the name of the program.

#![no_main]

#[path = "../readers.rs"]
mod readers;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| readers::read(env!("CARGO_BIN_NAME"), bytes));
