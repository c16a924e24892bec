//! Conversations in plain lines: lines are read, lines are printed, and nothing else.

use crate::{
    failure::Failure,
    present::conversation::{Conversation, Reply},
};
use std::io::{BufRead, Write};

/// Answers the lines of the input one by one. What is printed follows from them.
pub fn converse(
    mut conversation: impl Conversation,
    mut input: impl BufRead,
    mut output: impl Write,
) -> Result<(), Failure> {
    let mut print = |reply: &Reply| -> Result<(), Failure> {
        for line in &reply.lines {
            writeln!(output, "{line}")?;
        }
        Ok(output.flush()?)
    };
    let opening = conversation.opening();
    print(&opening)?;
    let mut is_end = opening.is_end;
    let mut line = Vec::new();
    while !is_end {
        line.clear();
        let read = input.read_until(b'\n', &mut line);
        let length = read.map_err(|e| Failure::run(format!("cannot read the input: {e}")))?;
        let is_over = length == 0;
        let reply = match length {
            0 => conversation.end_of_input(),
            _ => conversation.respond(&plain_text(&line)),
        };
        print(&reply)?;
        is_end = is_over || reply.is_end;
    }
    Ok(())
}

/// The longest line that is answered, in characters; of a longer one this is the beginning.
const LONGEST: usize = 1000;

/// The text of a line. Control characters become blanks: answers repeat parts of the line, and terminals obey some of them.
fn plain_text(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let plain = text.chars().map(|character| if character.is_control() { ' ' } else { character });
    plain.take(LONGEST).collect()
}
