//! Where games are printed.

use super::{
    comparison::comparisons,
    format::GameFormat,
    json::GameJson,
    played::{Heading, PlayedGame},
    text,
};
use std::io::{self, Write};

/// Prints games: as text when they are played, with a blank line between two blocks; or all at the end as JSON.
pub struct GamesReport<W> {
    out: W,
    format: GameFormat,
    is_first: bool,
    documents: Vec<GameJson>,
    /// The explained games, which are compared at the end.
    explained: Vec<PlayedGame>,
}

impl<W: Write> GamesReport<W> {
    pub const fn new(out: W, format: GameFormat) -> GamesReport<W> {
        GamesReport { out, format, is_first: true, documents: Vec::new(), explained: Vec::new() }
    }

    pub fn game(&mut self, game: PlayedGame) -> io::Result<()> {
        match self.format {
            GameFormat::Text => self.block(&text::game(&game))?,
            GameFormat::Json => self.documents.push(GameJson::from(&game)),
        }
        if game.explanation.is_some() && self.format == GameFormat::Text {
            self.explained.push(game);
        }
        Ok(())
    }

    pub fn unsupported(&mut self, heading: &Heading, reason: &str) -> io::Result<()> {
        match self.format {
            GameFormat::Text => self.block(&text::unsupported(heading, reason)),
            GameFormat::Json => {
                self.documents.push(GameJson::unsupported(heading, reason));
                Ok(())
            }
        }
    }

    /// Prints what comes after the last game.
    pub fn finish(mut self) -> io::Result<()> {
        match self.format {
            GameFormat::Text => match comparisons(&self.explained) {
                text if text.is_empty() => Ok(()),
                text => self.block(&text),
            },
            GameFormat::Json => {
                serde_json::to_writer_pretty(&mut self.out, &self.documents)?;
                writeln!(self.out)
            }
        }
    }

    fn block(&mut self, block: &str) -> io::Result<()> {
        if !std::mem::take(&mut self.is_first) {
            writeln!(self.out)?;
        }
        self.out.write_all(block.as_bytes())?;
        self.out.flush()
    }
}
