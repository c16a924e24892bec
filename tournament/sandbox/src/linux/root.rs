//! A file system of its own: a temporary root with the folders that may be read, and a scratch folder of limited size.

use crate::{Sandbox, command::SYSTEM};
use nix::sched::CloneFlags;
use rustix::fs::StatVfsMountFlags;
use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind, mount_bind_recursive, mount_change,
    mount_remount, unmount,
};
use rustix::process::{chdir, pivot_root};
use std::ffi::CString;
use std::fs;
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

/// Device files that a program may read and write. A shared mapping of `/dev/zero` would be memory that no process has.
pub(super) const DEVICES: [&str; 4] = ["/dev/null", "/dev/full", "/dev/random", "/dev/urandom"];

/// The folder for temporary files, in the new root: a file system of limited size, and all that is writable.
pub(super) const TEMPORARY: &str = "/tmp";

/// The scratch folder, in the new root. A program that is itself below /tmp is seen there, beside it.
pub(super) const SCRATCH: &str = "/tmp/sandbox-scratch";

/// Files and folders of /etc that programs need to start. None has secrets.
pub(super) const SETTINGS: [&str; 13] = [
    "/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime", "/etc/timezone",
    "/etc/nsswitch.conf", "/etc/passwd", "/etc/group", "/etc/locale.alias", "/etc/ssl/openssl.cnf", "/etc/perl",
    "/etc/mono",
];

/// Settings whose names have a version, such as java-21-openjdk.
pub(super) const VERSIONED_SETTINGS: [&str; 2] = ["java", "python"];

/// What is shown of /proc besides processes and links: what programs need to know of the machine. The rest tells what others do: how busy
/// the system is, what it has opened and locked.
const SHOWN: [&str; 6] = ["cpuinfo", "filesystems", "meminfo", "sys", "version", "cgroups"];

pub(super) struct Root<'a> {
    base: &'a Path,
    bound: Vec<PathBuf>,
    /// Whether it has a /proc of its own.
    pub(super) has_proc: bool,
    /// Whether all that is bound is read-only.
    pub(super) is_read_only: bool,
}

/// The settings that exist, with those of a version.
pub(super) fn settings() -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = SETTINGS.iter().map(PathBuf::from).collect();
    for entry in fs::read_dir("/etc").into_iter().flatten().flatten() {
        let name = entry.file_name();
        if VERSIONED_SETTINGS.iter().any(|start| name.to_string_lossy().starts_with(start)) {
            paths.push(entry.path());
        }
    }
    paths.retain(|path| path.exists());
    paths
}

/// Gives this process mounts of its own, which nobody else sees.
pub(super) fn separate_mounts() -> io::Result<()> {
    nix::sched::unshare(CloneFlags::CLONE_NEWNS)?;
    Ok(mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?)
}

/// Removes what was mounted at `base`.
pub(super) fn discard(base: &Path) {
    let _ = unmount(base, UnmountFlags::DETACH);
}

impl<'a> Root<'a> {
    /// Mounts the new root at `base`, with the folders of the system and of the sandbox, devices, /proc if permitted, and the scratch folder.
    pub(super) fn build(base: &'a Path, sandbox: &Sandbox) -> io::Result<Root<'a>> {
        let flags = MountFlags::NOSUID | MountFlags::NODEV;
        mount_tmpfs(base, flags, "size=4m,mode=0755")?;
        let mut root = Root { base, bound: Vec::new(), has_proc: false, is_read_only: true };
        for folder in SYSTEM.iter().map(Path::new) {
            root.system(folder)?;
        }
        let folder = root.folder(Path::new(TEMPORARY))?;
        mount_tmpfs(&folder, flags, &format!("size={},nr_inodes=20000,mode=0700", sandbox.scratch))?;
        root.folder(Path::new(SCRATCH))?;
        // Relative links, which lead to the new root while it is built: what is readable may be below them.
        for (parent, link) in [("/var", "tmp"), ("/dev", "shm")] {
            symlink(Path::new("..").join("tmp"), root.folder(Path::new(parent))?.join(link))?;
        }
        let mut others: Vec<PathBuf> = settings();
        others.extend(sandbox.readable.iter().map(PathBuf::from));
        others.sort_by_key(|path| path.components().count());
        for path in &others {
            root.bind(path)?;
        }
        for device in DEVICES {
            root.bind(Path::new(device))?;
        }
        if let Some(folder) = sandbox.writable.as_ref().map(Path::new) {
            mount_bind(folder, root.folder(folder)?)?;
        }
        symlink("/proc/self/fd", root.inside(Path::new("/dev/fd")))?;
        let proc = root.folder(Path::new("/proc"))?;
        // Files of /proc belong to root, and root may write some of them without any capability.
        let flags = flags | MountFlags::NOEXEC | MountFlags::RDONLY;
        root.has_proc = mount("proc", &proc, "proc", flags, None).is_ok();
        if root.has_proc {
            root.hide(&proc)?;
        }
        Ok(root)
    }

    /// The path below the base of a path in the new root.
    pub(super) fn inside(&self, path: &Path) -> PathBuf {
        self.base.join(path.strip_prefix("/").unwrap_or(path))
    }

    /// Makes it the root of this process, and the old one unreachable.
    pub(super) fn enter(self) -> io::Result<()> {
        chdir(self.base)?;
        pivot_root(".", ".")?;
        unmount(".", UnmountFlags::DETACH)?;
        chdir("/")?;
        remount_read_only(Path::new("/"))
    }

    /// A folder of the system, which may be a link to another one.
    fn system(&mut self, folder: &Path) -> io::Result<()> {
        match folder.read_link() {
            Ok(target) => symlink(target, self.inside(folder)),
            Err(_) if folder.exists() => self.bind(folder),
            Err(_) => Ok(()),
        }
    }

    /// Makes a file or folder visible at its path, and where links lead to.
    fn bind(&mut self, path: &Path) -> io::Result<()> {
        let Ok(source) = path.canonicalize() else { return Ok(()) };
        for target in [path, &source] {
            if self.bound.iter().any(|bound| target.starts_with(bound)) {
                continue;
            }
            let point = if source.is_dir() { self.folder(target)? } else { self.file(target)? };
            mount_bind_recursive(&source, &point)?;
            // Where this fails, Landlock and the owner of the files prevent writing, but not in a folder that is writable.
            let is_read_only = remount_read_only(&point);
            self.is_read_only &= is_read_only.is_ok();
            if point.canonicalize()?.starts_with(self.inside(Path::new(TEMPORARY))) {
                is_read_only?;
            }
            self.bound.push(target.to_owned());
        }
        Ok(())
    }

    /// Hides what a folder /proc tells of the system behind a file and a folder that nobody may read. What cannot be hidden stays.
    fn hide(&self, proc: &Path) -> io::Result<()> {
        let cover = self.folder(Path::new("/cover"))?;
        mount_tmpfs(&cover, MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC, "size=4k,mode=0700")?;
        let (file, folder) = (cover.join("file"), cover.join("folder"));
        fs::File::create_new(&file)?;
        fs::create_dir(&folder)?;
        for unreadable in [&file, &folder] {
            fs::set_permissions(unreadable, fs::Permissions::from_mode(0o0))?;
        }
        remount_read_only(&cover)?;
        for entry in fs::read_dir(proc)?.flatten() {
            let (name, kind) = (entry.file_name(), entry.file_type()?);
            let name = name.to_string_lossy();
            let is_shown = SHOWN.contains(&&*name) || name.starts_with(|first: char| first.is_ascii_digit());
            if !kind.is_symlink() && !is_shown {
                let _ = mount_bind(if kind.is_dir() { &folder } else { &file }, entry.path());
            }
        }
        let _ = mount_bind(&folder, proc.join("sys/fs"));
        unmount(&cover, UnmountFlags::DETACH)?;
        fs::remove_dir(&cover)
    }

    fn folder(&self, path: &Path) -> io::Result<PathBuf> {
        let folder = self.inside(path);
        fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    fn file(&self, path: &Path) -> io::Result<PathBuf> {
        let file = self.inside(path);
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent)?;
        }
        match fs::File::create_new(&file) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
            _ => Ok(file),
        }
    }
}

fn mount_tmpfs(at: &Path, flags: MountFlags, options: &str) -> io::Result<()> {
    let options = CString::new(options)?;
    Ok(mount("tmpfs", at, "tmpfs", flags, options.as_c_str())?)
}

/// Makes a mount read-only, and keeps the flags that it has: in a user namespace they are locked.
fn remount_read_only(at: &Path) -> io::Result<()> {
    let now = rustix::fs::statvfs(at)?.f_flag;
    let mut flags = MountFlags::BIND | MountFlags::RDONLY | MountFlags::NOSUID;
    for (seen, flag) in [
        (StatVfsMountFlags::NODEV, MountFlags::NODEV),
        (StatVfsMountFlags::NOEXEC, MountFlags::NOEXEC),
        (StatVfsMountFlags::NOATIME, MountFlags::NOATIME),
        (StatVfsMountFlags::NODIRATIME, MountFlags::NODIRATIME),
        (StatVfsMountFlags::RELATIME, MountFlags::RELATIME),
    ] {
        if now.contains(seen) {
            flags |= flag;
        }
    }
    Ok(mount_remount(at, flags, "")?)
}
