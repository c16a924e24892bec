//! The results as Markdown.

use super::document::Document;
use std::io::{self, Write};

pub fn write(out: &mut impl Write, document: &Document) -> io::Result<()> {
    writeln!(out, "{}", document.setup.join("\n\n"))?;
    document.leaderboard.write(out, true)?;
    if !document.not_ranked.is_empty() {
        writeln!(out, "\nNot ranked:\n")?;
        for (player, reason) in &document.not_ranked {
            writeln!(out, "- {player}: {reason}")?;
        }
    }
    for sheet in &document.scores {
        sheet.write(out, true)?;
    }
    for note in &document.notes {
        writeln!(out, "\n{note}")?;
    }
    Ok(())
}
