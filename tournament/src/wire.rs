//! Messages between the tournament and its workers: a length of four bytes, then the message.

use serde::{Serialize, de::DeserializeOwned};
use std::io::{self, Read, Write};

/// Sends a message.
pub fn send(to: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let mut bytes = postcard::to_extend(message, vec![0; 4]).map_err(io::Error::other)?;
    let length = u32::try_from(bytes.len() - 4).map_err(io::Error::other)?;
    bytes[..4].copy_from_slice(&length.to_le_bytes());
    to.write_all(&bytes)
}

/// Receives a message, or `None` when the other side is gone.
pub fn receive<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<Option<T>> {
    let mut length = [0; 4];
    match from.read_exact(&mut length) {
        Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let mut bytes = vec![0; u32::from_le_bytes(length) as usize];
    from.read_exact(&mut bytes)?;
    postcard::from_bytes(&bytes).map(Some).map_err(io::Error::other)
}
