//! Files that somebody else wrote: whatever their bytes are, the program answers or says one sentence, within bounded memory and steps.
//! What is shown of their texts is in `tests/commands/long/texts.md`.

#[path = "../../fuzz/readers.rs"]
mod readers;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use readers::{READERS, Reader, assert_sentence, cases};
use std::{env, path::Path, process::Command};

/// How many changed files of each reader a process reads that has these limits: of address space in kilobytes, and of CPU time in seconds.
const CASES: &str = "READER_CASES";
const MOST_KILOBYTES: u32 = 6 << 20;
const MOST_SECONDS: u32 = 1000;

/// The readers that refuse all cases but those whose names say otherwise.
const REFUSED: [&str; 3] = ["rows", "journal", "shard"];

fn is_read(path: &str) -> bool {
    ["/valid.", "/read-"].iter().any(|name| path.contains(name))
}

/// Texts in place of others: numbers that are too large, characters that terminals obey, and signs of the formats.
const TEXTS: [&str; 24] = [
    "0", "-1", "100", "101", "1000000000", "4294967296", "18446744073709551615", "18446744073709551616", "1e300",
    "1e-300", "nan", "inf", "\x1b[2J", "\u{9b}", "\u{202e}", "\0", "\n", "\"", ",", "=1+1", "{", "[[", "null",
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
];

/// A change of bytes. Places are taken modulo the length.
#[derive(Clone, Debug, PartialEq)]
enum Change {
    Cut(usize),
    Set(usize, u8),
    /// Bytes that are a large number in the binary formats.
    Number(usize, u8),
    Copy(usize, usize, usize),
    Insert(usize, Vec<u8>),
    /// Another text in place of a number, or what else is between two signs.
    Replace(usize, usize),
}

fn change() -> impl Strategy<Value = Change> {
    let place = || any::<u16>().prop_map(usize::from);
    prop_oneof![
        1 => place().prop_map(Change::Cut),
        3 => (place(), any::<u8>()).prop_map(|(place, byte)| Change::Set(place, byte)),
        3 => (place(), 1..10u8).prop_map(|(place, length)| Change::Number(place, length)),
        2 => (place(), place(), 1..200usize).prop_map(|(from, to, length)| Change::Copy(from, to, length)),
        1 => (place(), prop::collection::vec(any::<u8>(), 1..40)).prop_map(|(place, bytes)| Change::Insert(place, bytes)),
        6 => (place(), 0..TEXTS.len()).prop_map(|(place, text)| Change::Replace(place, text)),
    ]
}

fn changed(mut bytes: Vec<u8>, changes: &[Change]) -> Vec<u8> {
    for change in changes.iter().cloned() {
        let length = bytes.len();
        if length == 0 {
            break;
        }
        match change {
            Change::Cut(place) => bytes.truncate(place % length),
            Change::Set(place, byte) => bytes[place % length] = byte,
            Change::Number(place, count) => {
                let place = place % length;
                let number = [vec![0xff; count.into()], vec![1]].concat();
                bytes.splice(place..=place, number);
            }
            Change::Copy(from, to, count) => {
                let part: Vec<u8> = bytes.iter().skip(from % length).take(count).copied().collect();
                let to = to % length;
                bytes.splice(to..to, part);
            }
            Change::Insert(place, more) => {
                let place = place % length;
                bytes.splice(place..place, more);
            }
            Change::Replace(place, text) => {
                let is_in_field = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'.';
                let start = place % length;
                let end = start + bytes[start..].iter().take_while(|byte| is_in_field(byte)).count();
                let start = start - bytes[..start].iter().rev().take_while(|byte| is_in_field(byte)).count();
                bytes.splice(start..end, TEXTS[text].bytes());
            }
        }
    }
    bytes
}

/// Reads changed files by every reader, and the cases that are kept.
fn read_all(count: u32) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    for reader in &READERS {
        let Reader { name, read, valid, seal } = reader;
        assert_eq!(read(valid), Ok(()), "{name}: the valid file");
        for (path, bytes) in cases(&corpus, reader) {
            for (is_sealed, bytes) in [(true, seal(&bytes)), (false, bytes)] {
                match read(&bytes) {
                    Err(sentence) => assert_sentence(&sentence),
                    // Without its checksum an entry is no entry.
                    Ok(()) => assert!(!is_sealed || !REFUSED.contains(name) || is_read(&path), "{path} is read"),
                }
            }
        }
        let config = Config { cases: count, failure_persistence: None, ..Config::default() };
        // The same changes every time, unless more are asked for.
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[count as u8; 32]);
        let result = TestRunner::new_with_rng(config, rng).run(
            &(prop::collection::vec(change(), 1..6), any::<bool>()),
            |(changes, is_sealed)| {
                let bytes = changed(valid.to_vec(), &changes);
                let bytes = if is_sealed { seal(&bytes) } else { bytes };
                if let Err(sentence) = read(&bytes) {
                    assert_sentence(&sentence);
                }
                Ok(())
            },
        );
        assert_eq!(result, Ok(()), "{name}");
    }
}

/// Runs [`within_limits`] in a process that is killed when it takes more memory or CPU time than it may.
fn read_within_limits(count: u32) {
    let script = format!(
        "ulimit -v {MOST_KILOBYTES} && ulimit -t {MOST_SECONDS} && exec \"$0\" --exact strangers::within_limits --nocapture"
    );
    let program = env::current_exe().unwrap();
    let output = Command::new("sh").args(["-c", &script]).arg(program).env(CASES, count.to_string()).output().unwrap();
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    assert!(output.status.success(), "{} {text}", output.status);
    assert!(text.contains("1 passed"), "{text}");
}

/// Does nothing unless [`read_within_limits`] started it.
#[test]
fn within_limits() {
    if let Some(count) = env::var_os(CASES) {
        read_all(count.to_str().unwrap().parse().unwrap());
    }
}

#[test]
fn any_bytes_give_an_answer_or_a_sentence() {
    read_within_limits(48);
}

#[test]
#[ignore = "takes a minute"]
fn many_bytes_give_an_answer_or_a_sentence() {
    read_within_limits(2000);
}
