//! Rows of a limited length.

use crate::place::refusal;
use std::io::{self, Read, Seek, SeekFrom};

/// The longest row of a file, in bytes. Those of this program have some 100, and a cause of a failure some 1000.
pub const MOST_ROW: usize = 1 << 20;

/// A source of rows in CSV that fails when a row, or the blank lines between two rows, are longer than [`MOST_ROW`], so that a reader never
/// holds or passes over more. A compressed source also fails after as many bytes as its rows can have: a small file can unpack to any
/// number of them.
///
/// Cost: as that of finding a byte, but for rows with quotes.
#[derive(Debug)]
pub struct BoundedRows<R> {
    source: R,
    /// The most bytes of the source, and how many of them are left.
    most: u64,
    left: u64,
    /// The bytes of the row so far.
    pub(crate) length: usize,
    /// The line breaks at the end of what was read.
    pub(crate) breaks: usize,
    /// Whether the row so far ends between quotes, where a line break does not end a row.
    is_quoted: bool,
    previous: u8,
    /// Whether the end of the source was read.
    pub is_at_end: bool,
}

impl<R> BoundedRows<R> {
    /// The rows of a source.
    pub const fn new(source: R) -> BoundedRows<R> {
        BoundedRows::of_at_most(source, u64::MAX)
    }

    /// The rows of a source that may have that many bytes.
    pub const fn of_at_most(source: R, most: u64) -> BoundedRows<R> {
        BoundedRows {
            source,
            most,
            left: most,
            length: 0,
            breaks: 0,
            is_quoted: false,
            previous: b'\n',
            is_at_end: false,
        }
    }

    fn count(&mut self, bytes: &[u8]) {
        let Some(last) = bytes.last() else { return };
        let breaks = bytes.iter().rev().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
        self.breaks = if breaks == bytes.len() { self.breaks + breaks } else { breaks };
        let end = if self.is_quoted || bytes.contains(&b'"') {
            let mut end = None;
            for (at, &byte) in bytes.iter().enumerate() {
                match byte {
                    b'"' if self.is_quoted => self.is_quoted = false,
                    // A quote opens at the beginning of a field, and two quotes stand for one.
                    b'"' => self.is_quoted = matches!(self.previous, b',' | b'\n' | b'\r' | b'"'),
                    b'\n' if !self.is_quoted => end = Some(at),
                    _ => {}
                }
                self.previous = byte;
            }
            end
        } else {
            bytes.iter().rposition(|&byte| byte == b'\n')
        };
        self.previous = *last;
        self.length = end.map_or(self.length + bytes.len(), |end| bytes.len() - 1 - end);
    }
}

impl<R: Read> Read for BoundedRows<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.source.read(buffer)?;
        self.is_at_end = length == 0 && !buffer.is_empty();
        self.left = self.left.checked_sub(length as u64).ok_or_else(|| {
            refusal(format!("its rows have more than {} bytes, which is more than was expected", self.most))
        })?;
        self.count(&buffer[..length]);
        if self.length > MOST_ROW {
            return Err(refusal(format!("a row has more than {} MB", MOST_ROW >> 20)));
        }
        if self.breaks > MOST_ROW {
            return Err(refusal(format!("it has more than {} MB of blank lines", MOST_ROW >> 20)));
        }
        Ok(length)
    }
}

impl<R: Seek> Seek for BoundedRows<R> {
    /// Goes to the beginning of a row.
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        (self.left, self.length, self.breaks, self.is_quoted, self.previous) = (self.most, 0, 0, false, b'\n');
        self.source.seek(to)
    }
}
