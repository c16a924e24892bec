//! What the caller sends to the process that prepares the program, and what that one reports.

use crate::command::Executable;
use crate::{Ended, Missing, Sandbox};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::time::Duration;

/// A sandbox and the command that is to run in it.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Namespaces;
    use std::os::unix::ffi::OsStringExt;

    #[test]
    fn a_setup_is_read_as_it_was_written_also_with_paths_that_are_no_text() {
        let sandbox = Sandbox::default()
            .cpu(Some(Duration::from_millis(1500)))
            .readable(OsString::from_vec(vec![b'/', 0xff]))
            .only_copied(["/y/x".into(), "/y".into()])
            .copied("/y")
            .namespaces(Namespaces::WithoutMounts);
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
