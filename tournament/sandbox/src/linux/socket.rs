//! The socket between the caller and the launcher: the setup with the streams of the program goes one way, reports the other.

use super::message::LauncherReport;
use rustix::net::sockopt::{socket_domain, socket_peercred, socket_type};
use rustix::net::{AddressFamily, SocketType};
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags,
    recvmsg, sendmsg,
};
use rustix::process::{geteuid, getppid};
use serde::{Serialize, de::DeserializeOwned};
use std::io::{self, IoSlice, IoSliceMut, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;

/// The largest size of a message in bytes.
const MAX_MESSAGE: usize = 16 << 20;

/// The bytes before a message, which are its length.
const HEAD: usize = 4;

/// Standard input, output and error of the program.
pub(super) type StandardStreams = [OwnedFd; 3];

/// The socket that is the standard input.
pub(super) fn of_standard_input() -> Option<UnixStream> {
    let input = io::stdin().as_fd().try_clone_to_owned().ok()?;
    let is_stream = socket_type(&input) == Ok(SocketType::STREAM) && socket_domain(&input) == Ok(AddressFamily::UNIX);
    is_stream.then(|| UnixStream::from(input))
}

/// The socket that is the standard input, if the parent of this process made it, as the same user.
pub(super) fn of_caller() -> Option<UnixStream> {
    let socket = of_standard_input()?;
    let peer = socket_peercred(&socket).ok()?;
    (Some(peer.pid) == getppid() && peer.uid == geteuid()).then_some(socket)
}

/// Sends the path of the temporary folder, a setup, or a report: its length and its bytes, and descriptors with them.
pub(super) fn send(socket: &UnixStream, message: &impl Serialize, descriptors: &[BorrowedFd<'_>]) -> io::Result<()> {
    let bytes = postcard::to_stdvec(message).map_err(io::Error::other)?;
    let length = u32::try_from(bytes.len()).map_err(io::Error::other)?.to_le_bytes();
    send_with(socket, &[&length[..], &bytes].concat(), descriptors)
}

/// Sends bytes, and up to 3 descriptors with them.
fn send_with(mut socket: &UnixStream, bytes: &[u8], descriptors: &[BorrowedFd<'_>]) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    control.push(SendAncillaryMessage::ScmRights(descriptors));
    let sent = sendmsg(socket, &[IoSlice::new(bytes)], &mut control, SendFlags::NOSIGNAL)?;
    socket.write_all(&bytes[sent..])
}

/// Receives some bytes, and the descriptors that came with them.
fn receive_with(socket: &UnixStream, bytes: &mut [u8], descriptors: &mut Vec<OwnedFd>) -> io::Result<usize> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let received = recvmsg(socket, &mut [IoSliceMut::new(bytes)], &mut control, RecvFlags::CMSG_CLOEXEC)?.bytes;
    for message in control.drain() {
        if let RecvAncillaryMessage::ScmRights(passed) = message {
            descriptors.extend(passed);
        }
    }
    Ok(received)
}

/// Sends a report. Errors are ignored: the caller has gone, and the launcher ends.
pub(super) fn report(socket: &UnixStream, report: &LauncherReport, descriptors: &[BorrowedFd<'_>]) {
    let _ = send(socket, report, descriptors);
}

/// Reads messages.
#[derive(Debug)]
pub(super) struct Messages {
    socket: UnixStream,
    rest: Vec<u8>,
    /// What came with the messages that were read.
    pub(super) descriptors: Vec<OwnedFd>,
}

impl Messages {
    pub(super) const fn new(socket: UnixStream) -> Messages {
        Messages { socket, rest: Vec::new(), descriptors: Vec::new() }
    }

    /// The next message, or `None` at the end. Nothing that comes after it is read. If the socket does not block: `WouldBlock` if not all of
    /// it has come.
    pub(super) fn next<T: DeserializeOwned>(&mut self) -> io::Result<Option<T>> {
        let invalid = |what: String| io::Error::new(io::ErrorKind::InvalidData, what);
        loop {
            let wanted = match self.rest.first_chunk() {
                Some(length) => HEAD + u32::from_le_bytes(*length) as usize,
                None => HEAD,
            };
            if wanted > MAX_MESSAGE {
                return Err(invalid(format!("a message of {wanted} bytes is too large")));
            }
            if wanted > HEAD && self.rest.len() == wanted {
                let message = postcard::from_bytes(&self.rest[HEAD..]).map_err(|error| invalid(error.to_string()))?;
                self.rest.clear();
                return Ok(Some(message));
            }
            let mut piece = vec![0; (wanted - self.rest.len()).min(1 << 16)];
            match receive_with(&self.socket, &mut piece, &mut self.descriptors) {
                Ok(0) => return Ok(None),
                Ok(length) => self.rest.extend(&piece[..length]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    pub(super) const fn socket(&self) -> &UnixStream {
        &self.socket
    }
}
