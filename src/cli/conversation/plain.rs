//! Conversations in plain lines: lines are read, lines are printed, and nothing else.

use super::{Conversation, Reply};
use crate::cli::Failure;
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
        let reply = match length {
            0 => Reply { is_end: true, ..conversation.end_of_input() },
            _ => conversation.respond(&String::from_utf8_lossy(&line)),
        };
        print(&reply)?;
        is_end = reply.is_end;
    }
    Ok(())
}
