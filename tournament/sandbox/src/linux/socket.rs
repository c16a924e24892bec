//! The socket between the caller and the launcher: the setup with the streams of the program goes one way, reports the other.

use super::message::{LauncherReport, Setup};
use rustix::net::sockopt::{socket_domain, socket_peercred, socket_type};
use rustix::net::{AddressFamily, SocketType};
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags,
    recvmsg, sendmsg,
};
use rustix::process::{geteuid, getppid};
use std::ffi::OsString;
use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

/// The largest size of a setup in bytes.
const MAX_SETUP: u64 = 16 << 20;

/// The longest path in bytes.
const MAX_PATH: u64 = 4096;

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

/// Sends the path of the temporary folder, which comes before the setup.
pub(super) fn send_folder(socket: &mut UnixStream, folder: &Path) -> io::Result<()> {
    let bytes = folder.as_os_str().as_bytes();
    socket.write_all(&(bytes.len() as u64).to_le_bytes())?;
    socket.write_all(bytes)
}

/// Receives the path of the temporary folder. What comes after it is not read.
pub(super) fn receive_folder(socket: &mut UnixStream) -> io::Result<PathBuf> {
    let mut length = [0; 8];
    socket.read_exact(&mut length)?;
    let length = u64::from_le_bytes(length);
    if length > MAX_PATH {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut bytes = vec![0; length as usize];
    socket.read_exact(&mut bytes)?;
    Ok(OsString::from_vec(bytes).into())
}

/// Sends a setup and the streams.
pub(super) fn send(socket: &mut UnixStream, setup: &Setup, streams: &StandardStreams) -> io::Result<()> {
    let bytes = setup.encode();
    let length = (bytes.len() as u64).to_le_bytes();
    send_with(socket, &length, &streams.each_ref().map(AsFd::as_fd))?;
    socket.write_all(&bytes)
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

/// Receives a setup and the streams.
pub(super) fn receive(socket: &mut UnixStream) -> io::Result<(Setup, StandardStreams)> {
    let bad = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_string());
    let mut length = [0; 8];
    let mut streams = Vec::new();
    let received = receive_with(socket, &mut length, &mut streams)?;
    if received == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    socket.read_exact(&mut length[received..])?;
    let length = u64::from_le_bytes(length);
    if length > MAX_SETUP {
        return Err(bad("the setup is too large"));
    }
    let mut bytes = Vec::new();
    (&mut *socket).take(length).read_to_end(&mut bytes)?;
    let setup = Setup::decode(&bytes).ok_or_else(|| bad("the setup is not valid"))?;
    let streams = streams.try_into().map_err(|_| bad("the setup has no three streams"))?;
    Ok((setup, streams))
}

/// Writes a report. Errors are ignored: the caller has gone, and the launcher ends.
pub(super) fn report(mut socket: &UnixStream, report: &LauncherReport) {
    let _ = socket.write_all(report.line().as_bytes());
}

/// Writes a report that a descriptor comes with.
pub(super) fn report_with(socket: &UnixStream, report: &LauncherReport, descriptor: BorrowedFd<'_>) {
    let _ = send_with(socket, report.line().as_bytes(), &[descriptor]);
}

/// Reads reports.
#[derive(Debug)]
pub(super) struct Reports {
    socket: UnixStream,
    rest: Vec<u8>,
    /// What came with the reports that were read.
    pub(super) descriptors: Vec<OwnedFd>,
}

impl Reports {
    pub(super) const fn new(socket: UnixStream) -> Reports {
        Reports { socket, rest: Vec::new(), descriptors: Vec::new() }
    }

    /// The next report, or `None` at the end. If the socket does not block: `WouldBlock` if none has come.
    pub(super) fn next(&mut self) -> io::Result<Option<LauncherReport>> {
        loop {
            if let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.rest.drain(..=end).collect();
                return LauncherReport::parse(String::from_utf8_lossy(&line[..end]).as_ref()).map(Some);
            }
            let mut piece = [0; 1024];
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
