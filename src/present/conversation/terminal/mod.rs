//! Conversations on a terminal: a picture of the board, and a line to type.

mod editor;
mod guard;
mod hangup;
mod screen;
#[cfg(test)]
mod tests;
mod view;

use crate::{
    failure::Failure,
    playing::runner::set_on_interrupt,
    present::{
        conversation::{BoardView, Conversation, Reply},
        output::stdout,
    },
};
use guard::TerminalGuard;
use ratatui::{
    Terminal,
    backend::CrosstermBackend,
    crossterm::{
        event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers},
        terminal,
    },
};
use rustix::termios::{self, OptionalActions};
use screen::Screen;
use std::{
    collections::VecDeque,
    io::{self, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, Sender, TryRecvError},
    },
    thread,
    time::Duration,
};
use tournament::catch_panic;

/// How long a key is waited for before the answer to the last line is looked for.
const WAIT: Duration = Duration::from_millis(40);

/// What the thread of the conversation is asked.
enum ConversationRequest {
    Opening,
    Line(String),
    EndOfInput,
}

/// An answer with the board after it, or the message of a panic.
type BoardReply = Result<(Reply, BoardView), String>;

/// Holds a conversation in a picture of the whole terminal. At the end, the terminal shows what it showed before, and below it the turns
/// and the last messages.
pub fn converse(conversation: impl Conversation + 'static) -> Result<(), Failure> {
    let is_stopped = set_on_interrupt()?;
    let broken = |e: io::Error| Failure::run(format!("the terminal cannot be used: {e}; pipe the lines in instead"));
    hangup::end_when_closed().map_err(broken)?;
    let run = || {
        let _guard = TerminalGuard::new().map_err(broken)?;
        let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout())).map_err(broken)?;
        let mut dialog = Dialog::new(conversation)?;
        dialog
            .run(&is_stopped, |screen| terminal.draw(|frame| view::draw(frame, screen)).map(|_| ()).map_err(broken))?;
        Ok(dialog)
    };
    let dialog = run().map_err(hangup::or_closed)?;
    let mut out = stdout();
    for line in dialog.screen.record() {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The picture, and the thread that answers.
struct Dialog {
    screen: Screen,
    requests: Sender<ConversationRequest>,
    answers: Receiver<BoardReply>,
    /// Lines that are not answered yet.
    waiting: VecDeque<String>,
}

impl Dialog {
    /// Starts a thread for the conversation: an answer may take seconds, in which the picture follows the size of the terminal and the
    /// program can be ended.
    fn new(mut conversation: impl Conversation + 'static) -> Result<Dialog, Failure> {
        let (requests, asked) = mpsc::channel();
        let (answer, answers) = mpsc::channel();
        let respond = move || {
            while let Ok(request) = asked.recv() {
                let answered = catch_panic(|| {
                    let reply = match request {
                        ConversationRequest::Opening => conversation.opening(),
                        ConversationRequest::Line(line) => conversation.respond(&line),
                        ConversationRequest::EndOfInput => {
                            Reply { is_end: true, is_left: true, ..conversation.end_of_input() }
                        }
                    };
                    (reply, conversation.board())
                });
                if answer.send(answered).is_err() {
                    return;
                }
            }
        };
        let spawned = thread::Builder::new().name("conversation".to_owned()).spawn(respond);
        spawned.map_err(|e| Failure::run(format!("no thread can be started: {e}")))?;
        let mut dialog = Dialog { screen: Screen::default(), requests, answers, waiting: VecDeque::new() };
        dialog.ask(ConversationRequest::Opening);
        Ok(dialog)
    }

    fn ask(&mut self, request: ConversationRequest) {
        self.screen.is_working = true;
        // A thread that has ended is noticed when its answer is looked for.
        let _ = self.requests.send(request);
    }

    /// Asks for the answer to the next line, if no other one is computed.
    fn ask_next(&mut self) {
        if !self.screen.is_working
            && !self.screen.is_over
            && let Some(line) = self.waiting.pop_front()
        {
            self.screen.close_panel();
            self.ask(ConversationRequest::Line(line));
        }
    }

    /// Shows the screen, takes keys and answers, until the conversation is over and left.
    fn run(
        &mut self,
        is_stopped: &Arc<AtomicBool>,
        mut draw: impl FnMut(&mut Screen) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let unreadable = |e: io::Error| Failure::run(format!("the keys cannot be read: {e}"));
        let mut is_changed = true;
        let mut drawn_size = None;
        loop {
            // crossterm does not report a new size that arrives together with a key.
            let size = terminal::size().ok();
            if is_changed || size != drawn_size {
                drawn_size = size;
                draw(&mut self.screen)?;
            }
            if is_stopped.load(Ordering::Relaxed) {
                return Err(Failure::interrupt("interrupted"));
            }
            is_changed = false;
            // All keys that are there are taken before the picture is drawn again.
            let mut wait = WAIT;
            while event::poll(wait).map_err(unreadable)? {
                (is_changed, wait) = (true, Duration::ZERO);
                let is_left = match event::read().map_err(unreadable)? {
                    Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key)?,
                    Event::Paste(text) => {
                        self.screen.editor.insert(&text);
                        false
                    }
                    Event::Resize(..) => {
                        // Nor does it report a key that arrives together with a new size, until it is told again that there are keys:
                        // a terminal tells that when its settings are set, be they the same.
                        let stdin = io::stdin();
                        let same = termios::tcgetattr(&stdin)
                            .and_then(|settings| termios::tcsetattr(&stdin, OptionalActions::Now, &settings));
                        same.map_err(|e| unreadable(e.into()))?;
                        false
                    }
                    _ => false,
                };
                if is_left {
                    return Ok(());
                }
            }
            is_changed |= self.receive()?;
            if self.screen.is_left {
                return Ok(());
            }
        }
    }

    /// Takes the answer, if it is there. Returns whether it was.
    fn receive(&mut self) -> Result<bool, Failure> {
        let answer = match self.answers.try_recv() {
            Ok(answer) => answer,
            Err(TryRecvError::Empty) => return Ok(false),
            Err(TryRecvError::Disconnected) => Err("the thread of the game has ended".to_owned()),
        };
        let (reply, board) = answer.map_err(|panic| Failure::run(format!("a fault in this program: {panic}")))?;
        self.screen.show(reply, board);
        self.ask_next();
        Ok(true)
    }

    /// Obeys a key. Returns whether the conversation is left.
    fn key(&mut self, key: KeyEvent) -> Result<bool, Failure> {
        let (is_control, screen) = (key.modifiers.contains(KeyModifiers::CONTROL), &mut self.screen);
        match key.code {
            KeyCode::Char('c') if is_control => return Err(Failure::interrupt("interrupted")),
            KeyCode::Char('d') if is_control && screen.editor.is_empty() && !screen.is_working => {
                if screen.is_over {
                    return Ok(true);
                }
                self.ask(ConversationRequest::EndOfInput);
            }
            KeyCode::PageUp => screen.scroll(-1),
            KeyCode::PageDown => screen.scroll(1),
            KeyCode::Esc if screen.is_over => return Ok(true),
            KeyCode::Esc => screen.close_panel(),
            KeyCode::Enter if screen.is_over => return Ok(true),
            KeyCode::Enter => {
                let line = screen.editor.take();
                if line.trim().is_empty() {
                    screen.close_panel();
                } else {
                    // Lines that are typed while an answer is computed wait for it.
                    self.waiting.push_back(line);
                }
                self.ask_next();
            }
            _ => screen.editor.key(key),
        }
        Ok(false)
    }
}
