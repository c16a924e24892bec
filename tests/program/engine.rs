//! `arena engine` answers every line, whatever it is, with one line.

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};

/// The answers to some lines, without the greeting.
fn answers(lines: &[Vec<u8>]) -> Vec<Value> {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_arena"));
    let engine = engine.arg("engine").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut engine = engine.spawn().unwrap();
    let (mut input, lines) = (engine.stdin.take().unwrap(), lines.join(&b'\n'));
    let writer = std::thread::spawn(move || input.write_all(&lines).unwrap());
    let output = engine.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    let answers = String::from_utf8(output.stdout).unwrap();
    answers.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A line with the words of questions, most of which are wrong somewhere.
fn line() -> impl Strategy<Value = Vec<u8>> {
    let words = || {
        let names = ["new", "guess", "turn", "undo", "reveal", "count", "candidates", "evaluate", "consistent", "fly"];
        prop_oneof![
            select(names.to_vec()).prop_map(|name| json!(name)),
            select(vec!["3x3", "2x40", "AAB", "ABCD", "only-once", "\u{0}é"]).prop_map(|text| json!(text)),
            select(vec![-1.0, 0.0, 1.0, 2.0, 64.0, 65.0, 1.5, 1e300]).prop_map(|number| json!(number)),
            (0_u64..4).prop_map(|number| json!(number)),
            Just(json!(["AAB", null, "CCC"])),
            Just(Value::Null),
        ]
    };
    let keys = [
        "do", "game", "seed", "round", "count", "secret", "samples", "guess", "guesses", "black", "white", "which",
        "limit", "id",
    ];
    let question = proptest::collection::vec((select(keys.to_vec()), words()), 0..5);
    let question = question.prop_map(|pairs| {
        let fields = pairs.into_iter().map(|(key, value)| (key.to_owned(), value));
        Value::Object(fields.collect()).to_string().into_bytes()
    });
    let noise = proptest::collection::vec(any::<u8>(), 1..40);
    let noise = noise.prop_map(|bytes| bytes.into_iter().map(|byte| if byte == b'\n' { b'x' } else { byte }).collect());
    prop_oneof![4 => question, 1 => noise, 1 => Just(br#"{"do":"new","game":"3x3","seed":1,"count":2}"#.to_vec())]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn every_line_has_one_answer(lines in proptest::collection::vec(line(), 1..200)) {
        let lines: Vec<_> = lines.into_iter().filter(|line| !line.trim_ascii().is_empty()).collect();
        let answers = answers(&lines);
        prop_assert_eq!(answers.len(), lines.len());
        for answer in &answers {
            prop_assert!(answer.is_object());
            let kind = answer.get("error").map(|error| error["kind"].as_str().unwrap().to_owned());
            prop_assert!(kind.is_none_or(|kind| kind == "input"), "{}", answer);
        }
    }
}
