use crate::command::{self, Executable};
use crate::{Contained, SandboxError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

const MIB: u64 = 1 << 20;

/// Which namespaces of Linux separate a program from the system.
///
/// A system that does not permit those that are asked for gets the next weaker ones. [`Contained::missing`] says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Namespaces {
    /// User, process, network, mount, IPC and host name namespaces. The program sees a file system of its own.
    #[default]
    All,
    /// The same without a file system of its own: files are protected by Landlock alone.
    WithoutMounts,
    /// None: Landlock, seccomp and resource limits alone. For systems where namespaces are faulty, and for tests.
    None,
}

/// The program that calls [`launch`](crate::launch) when it is started with these first arguments.
///
/// Usually the program itself with a hidden command: `std::env::current_exe()` and `["sandbox"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launcher {
    /// The executable file.
    pub program: PathBuf,
    /// The first arguments, after which those of `launch` follow.
    pub arguments: Vec<OsString>,
}

/// What a contained program may use and see.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[must_use]
#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "other systems enforce less"))]
pub struct Sandbox {
    /// The memory limit in bytes, of all processes together.
    ///
    /// It is enforced by the caller: compare it with [`Usage::memory`](crate::Usage::memory), and kill. The kernel limits the private
    /// writable memory of each process (`RLIMIT_DATA`) to twice as much, so that a program that exceeds the limit bit by bit is still
    /// measured before its allocations fail.
    pub memory: u64,
    /// The limit of living processes. Threads do not count.
    ///
    /// It is enforced by the caller: compare it with [`Usage::processes`](crate::Usage::processes), and kill. In a user namespace the kernel
    /// limits processes and threads together to 8 times this number, and at least 128; for root to 300 more, since Linux 6.14.
    pub processes: u32,
    /// The limit of open files of one process (`RLIMIT_NOFILE`).
    pub open_files: u64,
    /// The limit of the size of one file in bytes (`RLIMIT_FSIZE`).
    pub file_size: u64,
    /// The limit of all files that are written, in the scratch folder and in `/tmp`, in bytes. It needs a file system of its own.
    pub scratch: u64,
    /// Files and folders that are readable and executable, besides the folders of the system and the installation of the program. Paths
    /// need not be text.
    pub readable: Vec<OsString>,
    /// The folder whose contents are copied into the scratch folder, which is the working directory: at most 64 MiB and 5000 files.
    ///
    /// Symbolic links are copied as such. The folder itself stays out of sight.
    pub copied: Option<OsString>,
    /// If given, of what is inside of the copied folder, these files and folders only are copied. Of a folder it is the folder itself,
    /// without what is in it. So nothing is copied that is added after they were chosen.
    pub only_copied: Option<BTreeSet<OsString>>,
    /// A folder that the program sees at its path, and may write in: what it leaves there stays.
    pub writable: Option<OsString>,
    /// Whether the program may connect to others over the network of the machine. It cannot listen.
    pub network: bool,
    /// Environment variables. Besides these the program has `PATH`, `HOME`, `TMPDIR`, `LANG` and `LC_ALL`.
    pub environment: Vec<(OsString, OsString)>,
    /// Which namespaces separate the program from the system.
    pub namespaces: Namespaces,
}

impl Default for Sandbox {
    /// 2 GiB of memory, 64 processes, 256 open files, 64 MiB for a file and for the scratch folder, no readable paths, no copied folder,
    /// no folder to write in, no network, no variables, all namespaces.
    fn default() -> Sandbox {
        Sandbox {
            memory: 2048 * MIB,
            processes: 64,
            open_files: 256,
            file_size: 64 * MIB,
            scratch: 64 * MIB,
            readable: Vec::new(),
            copied: None,
            only_copied: None,
            writable: None,
            network: false,
            environment: Vec::new(),
            namespaces: Namespaces::All,
        }
    }
}

impl Sandbox {
    /// Starts a command. Returns when the program has been executed.
    ///
    /// The first word is the program. A name without a slash is looked for in `PATH`; a relative path is looked for in the copied folder,
    /// then in the current one; a path inside of the copied folder means the copy. The other words are passed as they are. Files
    /// that the program's interpreter needs are readable: see [the documentation of the crate](crate#files).
    ///
    /// # Errors
    /// If the program is not found, the folder to copy is too large, or the operating system refuses a step that is not optional.
    /// Protections that this system does not offer are no errors, but listed by [`Contained::missing`].
    pub fn spawn(&self, launcher: &Launcher, command: &[OsString]) -> Result<Contained, SandboxError> {
        let (sandbox, program) = self.resolved(command)?;
        Contained::start(&sandbox, launcher, &program, &command[1..])
    }

    /// Checks that a command can be started, without starting it: that its program and what it is to read are there.
    ///
    /// # Errors
    /// As for [`spawn`](Sandbox::spawn), as far as they do not need the operating system.
    pub fn check(&self, command: &[OsString]) -> Result<(), SandboxError> {
        self.resolved(command).map(|_| ())
    }

    /// The sandbox with absolute paths and all that the program of a command needs, and that program.
    fn resolved(&self, command: &[OsString]) -> Result<(Sandbox, Executable), SandboxError> {
        let first = command.first().ok_or_else(|| SandboxError::Setup("the command has no words".to_owned()))?;
        let mut sandbox = self.clone();
        for path in &mut sandbox.readable {
            *path = checked(Path::new(path))?.into();
        }
        if let Some(copied) = &mut sandbox.copied {
            *copied = folder(Path::new(copied))?.into();
        }
        if let Some(only) = sandbox.only_copied.take() {
            let absolute =
                |path| Ok::<_, SandboxError>(std::path::absolute(path)?.components().collect::<PathBuf>().into());
            sandbox.only_copied = Some(only.into_iter().map(absolute).collect::<Result<_, _>>()?);
        }
        let search = std::env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into());
        let copied = sandbox.copied.as_deref().map(Path::new);
        let (mut program, mut readable) = command::resolve(first, &search, copied)?;
        if let (Executable::Copied(inside), Some(folder)) = (&program, copied)
            && !sandbox.is_copied(&folder.join(inside))
        {
            (program, readable) = command::resolve(first, &search, None)?;
        }
        sandbox.readable.extend(readable.into_iter().map(PathBuf::into_os_string));
        if !sandbox.environment.iter().any(|(name, _)| name == "PATH") {
            let path = command::visible(&search, &sandbox.readable);
            sandbox.environment.push(("PATH".into(), path));
        }
        Ok((sandbox, program))
    }

    /// The command that starts a program in a scratch folder, with that alone in its environment which every program has.
    pub(crate) fn command(&self, program: &Path, scratch: &Path) -> Command {
        let mut command = Command::new(program);
        command
            .env_clear()
            .envs([("HOME", scratch), ("TMPDIR", scratch)])
            .envs([("LANG", "C.UTF-8"), ("LC_ALL", "C.UTF-8")])
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .current_dir(scratch);
        command
    }

    /// Whether a path inside of the copied folder is copied.
    pub(crate) fn is_copied(&self, path: &Path) -> bool {
        self.only_copied.as_ref().is_none_or(|only| only.contains(path.as_os_str()))
    }
}

/// The absolute path of something that is to be readable.
fn checked(path: &Path) -> Result<PathBuf, SandboxError> {
    let fail = |reason| SandboxError::Setup(format!("{} cannot be made readable: {reason}", path.display()));
    let whole = std::path::absolute(path).map_err(|error| fail(error.to_string()))?;
    let target = whole.canonicalize().map_err(|error| fail(error.to_string()))?;
    if target == Path::new("/") || whole == Path::new("/") {
        return Err(fail("the whole file system is not contained".to_string()));
    }
    Ok(whole)
}

/// The canonical path of the folder to copy.
fn folder(path: &Path) -> Result<PathBuf, SandboxError> {
    let fail = |error: String| SandboxError::Setup(format!("{} cannot be copied: {error}", path.display()));
    let whole = path.canonicalize().map_err(|error| fail(error.to_string()))?;
    if whole.is_dir() { Ok(whole) } else { Err(fail("it is not a folder".to_string())) }
}
