//! Panics leave the terminal as it was.

use crate::present::conversation::terminal::*;
use std::env;

#[allow(dead_code)] // The tests of the program use all of it.
#[path = "../../../../tests/program/pseudo_terminal.rs"]
mod pseudo_terminal;

/// A conversation that panics: when it is asked, or when its board is drawn.
struct Faulty;

impl Conversation for Faulty {
    fn opening(&mut self) -> Reply {
        Reply::line("hello")
    }

    fn respond(&mut self, _line: &str) -> Reply {
        panic!("a fault in an answer")
    }

    fn end_of_input(&mut self) -> Reply {
        Reply::default()
    }

    fn board(&mut self) -> BoardView {
        BoardView::default()
    }
}

/// What the test below runs in a terminal. Without its variable, nothing.
#[test]
#[ignore = "the test of panics starts this"]
fn conversation_that_panics() {
    match env::var("PANICS").as_deref() {
        Err(_) => {}
        Ok("answer") => assert!(converse(Faulty).is_err()),
        Ok(_) => {
            let _guard = TerminalGuard::new().unwrap();
            panic!("a fault in the picture");
        }
    }
}

/// A panic of either thread restores the terminal, and says what happened.
#[test]
fn panics_restore_the_terminal() {
    for place in ["answer", "picture"] {
        let words =
            ["--ignored", "--exact", "--nocapture", "present::conversation::terminal::tests::conversation_that_panics"];
        let program = env::current_exe().unwrap();
        let mut terminal = pseudo_terminal::PseudoTerminal::start(
            program,
            &words,
            &[("PANICS", place), ("RUST_BACKTRACE", "0")],
            (24, 80),
        );
        if place == "answer" {
            terminal.wait_for("hello");
            assert!(!terminal.settings().is_cooked);
            terminal.type_keys("line\r");
        }
        let status = terminal.wait_for_end();
        assert_eq!(status.success(), place == "answer", "{place}: {}", terminal.screen());
        assert_eq!(terminal.settings(), terminal.initial, "{place}");
        let (_, bytes) = terminal.end();
        let screen = pseudo_terminal::screen_of(&bytes, (24, 80));
        assert!(!screen.alternate_screen() && !screen.hide_cursor(), "{place}");
        if place == "picture" {
            assert!(screen.contents().contains("a fault in the picture"), "{}", screen.contents());
        }
    }
}
