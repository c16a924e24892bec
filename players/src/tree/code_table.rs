//! The codes of the numbers of guesses.

use scsa::{Code, Color, Size};
use std::sync::Arc;

/// The codes that the numbers of guesses stand for, in lexicographic order: all codes of the size if their ranks fit into a u32,
/// else a table of the guesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CodeTable {
    size: Size,
    table: Option<Arc<[Code]>>,
}

impl CodeTable {
    /// All codes: the number of a code is its rank.
    pub const fn all(size: Size) -> CodeTable {
        CodeTable { size, table: None }
    }

    /// The codes of these guesses.
    pub fn of(size: Size, guesses: impl Iterator<Item = Code>) -> CodeTable {
        if size.count_at_most(u32::MAX.into()).is_some() {
            return CodeTable::all(size);
        }
        let mut table: Vec<Code> = guesses.collect();
        table.sort_unstable();
        table.dedup();
        CodeTable { size, table: Some(table.into()) }
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
            Some(table) => table.binary_search(code).map_or(0, |index| index as u32),
        }
    }
}
