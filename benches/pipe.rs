//! What a guess of an external player costs beyond the player's own time: a C player that does nothing but answer.
//!
//! `round_trip` is the floor: two processes that pass 16 bytes back and forth through pipes. `guess` is the same with the
//! protocol, the referee and the watcher. Both are 1000 guesses an iteration.

#![allow(missing_docs, clippy::unwrap_used)]

use divan::{Bencher, counter::ItemsCount};
use external::ExternalPlayer;
use player_api::{Briefing, Ending, Knowledge, registry::Players};
use scsa::{Code, Rng};
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tournament::Referee;

/// Answers every turn with a code that is never the secret.
const PLAYER: &str = r#"
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[4096];
    int turn;
    while (fgets(line, sizeof line, stdin)) {
        if (line[0] == 'h') puts("hello 2 independent");
        if (line[0] == 'm' || line[0] == 'e') puts("ready");
        if (sscanf(line, "turn %d", &turn) == 1) printf("guess %d AAAAAAAA\n", turn);
        fflush(stdout);
    }
}
"#;

/// Sends back every 16 bytes.
const ECHO: &str = r#"
#include <unistd.h>
int main(void) {
    char bytes[16];
    while (read(0, bytes, 16) == 16) write(1, bytes, 16);
}
"#;

const GUESSES: usize = 1000;

fn compiled(folder: &Path, name: &str, source: &str) -> PathBuf {
    let (file, program) = (folder.join(format!("{name}.c")), folder.join(name));
    fs::write(&file, source).unwrap();
    assert!(Command::new("cc").arg("-O2").arg("-w").arg("-o").arg(&program).arg(&file).status().unwrap().success());
    program
}

#[divan::bench]
fn round_trip(bencher: Bencher) {
    let folder = tempfile::tempdir().unwrap();
    let echo = compiled(folder.path(), "echo", ECHO);
    let mut child = Command::new(echo).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    bencher.counter(ItemsCount::new(GUESSES)).bench_local(|| {
        let mut bytes = *b"turn 17 3 2\n    ";
        for _ in 0..GUESSES {
            stdin.write_all(&bytes).unwrap();
            stdout.read_exact(&mut bytes).unwrap();
        }
        assert_eq!(&bytes, b"turn 17 3 2\n    ");
    });
    drop(stdin);
    child.wait().unwrap();
}

#[divan::bench]
fn guess(bencher: Bencher) {
    let folder = tempfile::tempdir().unwrap();
    let player = compiled(folder.path(), "player", PLAYER);
    let launcher = (PathBuf::from(env!("CARGO_BIN_EXE_arena")), vec!["sandbox".to_owned()]);
    let text = format!("player={}", player.display());
    let player = ExternalPlayer::from_text(&text, launcher, 2048, |_| Err(String::new())).unwrap();
    let briefing = Briefing::new("8x10".parse().unwrap(), "insert-colors", Knowledge::Nothing);
    let mut instance = player.entry(&Players::default()).unwrap().prepare(&briefing).unwrap();
    let (mut referee, secret) =
        (Referee::new(briefing.game, GUESSES, Briefing::TIME_LIMIT), "ABCDEFGH".parse::<Code>().unwrap());
    bencher.counter(ItemsCount::new(GUESSES)).bench_local(|| {
        let round = referee.play(instance.player(), &secret, &mut Rng::new(1), true);
        assert_eq!((round.ending, round.guesses), (Ending::OUT_OF_GUESSES, GUESSES));
    });
}

fn main() {
    divan::main();
}
