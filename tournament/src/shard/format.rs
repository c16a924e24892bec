//! The bytes of a shard's file: magic bytes, the header as JSON in a frame, the entries of the journal in the order of the plan, and
//! an end with their number and a hash of all bytes before it.

use crate::{FileError, files::Replacement};
use siphasher::sip128::{Hasher128, SipHasher24};
use std::{
    hash::Hasher,
    io::{self, Read, Write},
};

/// The first bytes of a shard's file. The last one counts the versions of its format.
pub const MAGIC: [u8; 8] = *b"arenaS\0\x01";
/// The first bytes of its end.
const END: [u8; 8] = *b"arenaEnd";
/// The number of bytes of its end.
pub const END_BYTES: u64 = 32;

/// The end of a file with that many entries and that hash.
pub fn end(entries: u64, hash: [u8; 16]) -> Vec<u8> {
    [&END[..], &entries.to_le_bytes(), &hash].concat()
}

/// Writes bytes to a new file, and hashes them.
pub struct HashedWriter {
    file: Replacement,
    hasher: SipHasher24,
    buffer: Vec<u8>,
}

/// The bytes that are written at once.
const BUFFER: usize = 1 << 20;

impl HashedWriter {
    pub fn new(file: Replacement) -> HashedWriter {
        HashedWriter { file, hasher: SipHasher24::new(), buffer: Vec::with_capacity(BUFFER) }
    }

    /// Writes the end after that many entries, and puts the file into its place.
    pub fn finish(mut self, entries: u64) -> Result<(), FileError> {
        let end = end(entries, self.hasher.finish128().as_bytes());
        self.buffer.extend(end);
        self.file.write(&self.buffer)?;
        self.file.commit().map(drop)
    }
}

impl Write for HashedWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.hasher.write(bytes);
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= BUFFER {
            self.file.write(&self.buffer).map_err(io::Error::other)?;
            self.buffer.clear();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads bytes, and hashes and counts them.
pub struct HashedReader<R> {
    inner: R,
    hasher: SipHasher24,
    /// The number of bytes that were read.
    pub offset: u64,
}

impl<R: Read> HashedReader<R> {
    pub fn new(inner: R) -> HashedReader<R> {
        HashedReader { inner, hasher: SipHasher24::new(), offset: 0 }
    }

    /// Whether the rest is the end of a file with that many entries.
    pub fn is_end(&mut self, entries: u64) -> io::Result<bool> {
        let mut rest = Vec::new();
        self.inner.read_to_end(&mut rest)?;
        Ok(rest == end(entries, self.hasher.finish128().as_bytes()))
    }
}

impl<R: Read> Read for HashedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.hasher.write(&buffer[..length]);
        self.offset += length as u64;
        Ok(length)
    }
}
