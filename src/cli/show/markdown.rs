//! The results as Markdown.

use super::document::Document;
use crate::cli::sheet::markdown;
use std::io::{self, Write};

pub fn write(out: &mut impl Write, document: &Document) -> io::Result<()> {
    let setup: Vec<String> = document.setup.iter().map(|line| markdown(line)).collect();
    writeln!(out, "{}", setup.join("\n\n"))?;
    document.leaderboard.write(out, true)?;
    for (heading, players) in &document.remarks {
        writeln!(out, "\n{heading}:\n")?;
        for (player, text) in players {
            writeln!(out, "- {}: {}", markdown(player), markdown(text))?;
        }
    }
    for sheet in &document.scores {
        sheet.write(out, true)?;
    }
    for note in &document.notes {
        writeln!(out, "\n{}", markdown(note))?;
    }
    Ok(())
}
