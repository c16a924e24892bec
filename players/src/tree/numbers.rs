//! What the numbers of guesses stand for.

use scsa::{Code, Color, Size};
use std::sync::Arc;

/// The codes that the numbers of guesses stand for, in lexicographic order: all codes of the size where a u32 counts them,
/// else a table of those that are guessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    size: Size,
    table: Option<Arc<[Code]>>,
}

impl Numbers {
    /// All codes.
    pub const fn all(size: Size) -> Numbers {
        Numbers { size, table: None }
    }

    /// Numbers for these guesses.
    pub fn of(size: Size, guesses: impl Iterator<Item = Code>) -> Numbers {
        if size.count_at_most(u32::MAX.into()).is_some() {
            return Numbers::all(size);
        }
        let mut table: Vec<Code> = guesses.collect();
        table.sort_unstable();
        table.dedup();
        Numbers { size, table: Some(table.into()) }
    }

    pub const fn size(&self) -> Size {
        self.size
    }

    /// The code of a number.
    pub fn code(&self, number: u32) -> Code {
        match &self.table {
            None => self.size.unrank(number.into()),
            // Every number of a tree is in its table.
            Some(table) => table.get(number as usize).copied().unwrap_or_else(|| Code::uniform(self.size, Color::A)),
        }
    }

    /// The number of a code, which must be one of the guesses.
    pub fn number(&self, code: &Code) -> u32 {
        match &self.table {
            None => self.size.rank(code) as u32,
            Some(table) => table.binary_search(code).map_or(0, |place| place as u32),
        }
    }
}
