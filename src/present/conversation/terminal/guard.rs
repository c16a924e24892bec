//! The state of the terminal while a picture is shown.

use ratatui::crossterm::{
    cursor::Show,
    event::{DisableBracketedPaste, EnableBracketedPaste},
    execute,
    terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
};
use std::{
    io, panic,
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

/// Whether the terminal is as this program set it.
static IS_CHANGED: AtomicBool = AtomicBool::new(false);

/// Keeps the terminal in the state for pictures. It is restored at the drop, and before a panic of this thread is printed.
#[derive(Debug)]
pub struct TerminalGuard(());

impl TerminalGuard {
    /// Changes to the alternate screen, on which keys are read one by one.
    pub fn new() -> io::Result<TerminalGuard> {
        let (thread, previous) = (thread::current().id(), panic::take_hook());
        panic::set_hook(Box::new(move |info| {
            // Panics of other threads are caught and reported in the picture.
            if thread::current().id() == thread {
                restore();
            }
            previous(info);
        }));
        enable_raw_mode()?;
        IS_CHANGED.store(true, Ordering::Relaxed);
        let guard = TerminalGuard(());
        execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste)?;
        Ok(guard)
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal, once. If that fails there is nothing left to do.
fn restore() {
    if IS_CHANGED.swap(false, Ordering::Relaxed) {
        let _ = execute!(io::stdout(), DisableBracketedPaste, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}
