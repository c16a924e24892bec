//! Entries of a journal as bytes: a length and a checksum of four bytes each, little-endian, then the number of the match and the
//! entry in postcard's format.

use super::entry::JournalEntry;
use std::io::{self, Read, Write};

/// The first bytes of a journal. The last one counts the versions of its format.
pub const MAGIC: [u8; 8] = *b"arenaJ\0\x01";
/// The bytes before an entry.
const HEAD: usize = 8;
/// The largest entry, in bytes. A job of 100000 rounds at 32 pegs takes some 6 MB.
const MOST_BYTES: u32 = 1 << 26;

/// Writes an entry in one piece, and returns the number of its bytes.
pub fn write_frame(file: &mut impl Write, game: usize, entry: &JournalEntry<'_>) -> io::Result<u64> {
    write_bytes(file, postcard::to_extend(&(game, entry), vec![0; HEAD]).map_err(io::Error::other)?)
}

/// Writes a text in a frame.
pub fn write_text(file: &mut impl Write, text: &[u8]) -> io::Result<u64> {
    write_bytes(file, [&[0; HEAD], text].concat())
}

/// Writes the bytes after the first [`HEAD`] ones, which become their length and checksum.
fn write_bytes(file: &mut impl Write, mut bytes: Vec<u8>) -> io::Result<u64> {
    let length = u32::try_from(bytes.len() - HEAD).map_err(io::Error::other)?;
    let checksum = crc32fast::hash(&bytes[HEAD..]);
    bytes[..4].copy_from_slice(&length.to_le_bytes());
    bytes[4..HEAD].copy_from_slice(&checksum.to_le_bytes());
    file.write_all(&bytes)?;
    Ok(bytes.len() as u64)
}

/// Reads an entry and the number of its bytes. `None` at the end, and if what follows is not a whole entry.
pub fn read_frame(file: &mut impl Read) -> io::Result<Option<(usize, JournalEntry<'static>, u64)>> {
    let Some(bytes) = read_text(file)? else { return Ok(None) };
    let entry: Option<(usize, JournalEntry<'static>)> = postcard::from_bytes(&bytes).ok();
    Ok(entry.map(|(game, entry)| (game, entry, (HEAD + bytes.len()) as u64)))
}

/// Reads the bytes of a frame. `None` if what follows is not a whole one.
pub fn read_text(file: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut head = [0; HEAD];
    if !fill(file, &mut head)? {
        return Ok(None);
    }
    let [length, checksum] = [&head[..4], &head[4..]].map(|bytes| bytes.try_into().map_or(0, u32::from_le_bytes));
    if length > MOST_BYTES {
        return Ok(None);
    }
    // Memory is needed for the bytes that are there only.
    let mut bytes = Vec::new();
    let is_whole =
        file.take(length.into()).read_to_end(&mut bytes)? == length as usize && crc32fast::hash(&bytes) == checksum;
    Ok(is_whole.then_some(bytes))
}

/// Fills a buffer, and says whether there were enough bytes.
fn fill(file: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match file.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(e) => Err(e),
    }
}
