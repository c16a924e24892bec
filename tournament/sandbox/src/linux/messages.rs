//! The socket between the caller and the launcher: the setup with the streams of the program goes one way, reports the other.

use crate::{Ended, Missing, Sandbox, command::Executable};
use rustix::net::sockopt::{socket_domain, socket_peercred, socket_type};
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags, SocketType, recvmsg, sendmsg,
};
use rustix::process::{geteuid, getppid};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::ffi::OsString;
use std::io::{self, IoSlice, IoSliceMut, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// First argument of the outer process; then come the namespaces and the launcher's own arguments.
pub(super) const OUTER: &str = "outer";

/// First argument of the inner process; then comes what namespaces it is in.
pub(super) const INNER: &str = "inner";

/// First argument of a process that becomes the program, after it has given up signals to others; then come the program and its arguments.
pub(super) const PROGRAM: &str = "program";

/// Namespaces that a process is to have, or has, as an argument.
pub(super) const NAMESPACES: &str = "namespaces";

/// The same without one of the network.
pub(super) const WITH_NETWORK: &str = "namespaces-with-network";

/// The opposite of [`NAMESPACES`].
pub(super) const NO_NAMESPACES: &str = "no-namespaces";

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Setup {
    pub(super) sandbox: Sandbox,
    /// An empty folder, which is the scratch folder if there is no file system of its own.
    pub(super) base: OsString,
    pub(super) program: Executable,
    pub(super) arguments: Vec<OsString>,
}

/// What happened, in the order of a run: `Missing`* and `Counter`, `Started`, `Ended`; or `Failed`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum LauncherReport {
    /// A protection that this system does not offer.
    Missing(Missing),
    /// The descriptor that comes with it is a counter of CPU time.
    Counter,
    /// The program runs, in namespaces of its own or not. Its process number is that of its process namespace.
    Started { process: i32, separate: bool },
    /// The program was not started.
    Failed(String),
    /// The program has ended. The CPU time is that of all processes that were waited for.
    Ended { ended: Ended, cpu: Duration },
}

const MAX_MESSAGE: usize = 16 << 20;

/// The bytes before a message, which are its length.
const HEAD: usize = 4;

pub(super) type StandardStreams = [OwnedFd; 3];

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

/// Sends the path of the temporary folder, a setup, or a report: its length and its bytes, and up to 3 descriptors with them. A launcher that
/// has begun its program may write, and not send descriptors.
pub(super) fn send(
    mut socket: &UnixStream,
    message: &impl Serialize,
    descriptors: &[BorrowedFd<'_>],
) -> io::Result<()> {
    let message = postcard::to_stdvec(message).map_err(io::Error::other)?;
    let length = u32::try_from(message.len()).map_err(io::Error::other)?.to_le_bytes();
    let bytes = [&length[..], &message].concat();
    let mut sent = 0;
    if !descriptors.is_empty() {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        control.push(SendAncillaryMessage::ScmRights(descriptors));
        sent = sendmsg(socket, &[IoSlice::new(&bytes)], &mut control, SendFlags::NOSIGNAL)?;
    }
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

#[derive(Debug)]
pub(super) struct Messages {
    pub(super) socket: UnixStream,
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Namespaces;
    use std::os::unix::ffi::OsStringExt;

    #[test]
    fn a_setup_is_read_as_it_was_written_also_with_paths_that_are_no_text() {
        let sandbox = Sandbox {
            readable: vec![OsString::from_vec(vec![b'/', 0xff])],
            copied: Some("/y".into()),
            only_copied: Some(["/y/x".into(), "/y".into()].into()),
            namespaces: Namespaces::WithoutMounts,
            ..Sandbox::default()
        };
        let arguments = vec!["".into(), "-c".into()];
        let setup = Setup { sandbox, base: "/base".into(), program: Executable::Copied("bin/p".into()), arguments };
        let bytes = postcard::to_stdvec(&setup).unwrap();
        let back: Setup = postcard::from_bytes(&bytes).unwrap();
        assert_eq!(format!("{back:?}"), format!("{setup:?}"));
        for length in 0..bytes.len() {
            assert!(postcard::from_bytes::<Setup>(&bytes[..length]).is_err(), "{length} bytes");
        }
    }
}
