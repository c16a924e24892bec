//! What of a player's folder is copied: what a submission may hold.

use crate::ExternalPlayer;
use folder_files::{Entry, Folder};
use player_api::visible;
use sandbox::{MAX_BYTES, MAX_FILES, is_personal};
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Files of the course that a player in Python gets from this program if it does not see those of its folder.
const COURSE_FILES: [&str; 3] = ["mastermind.py", "player.py", "scsa.py"];

/// Why a player sees only its own files of a folder that others share.
pub const SHARED_FOLDER: &str = "other players or codemakers come from there";

/// Folders in which everybody has files. Folders in them can be those of players.
const SHARED_FOLDERS: [&str; 20] = [
    "/", "/boot", "/dev", "/dev/shm", "/etc", "/home", "/media", "/mnt", "/opt", "/proc", "/run", "/srv", "/sys",
    "/tmp", "/usr", "/var", "/var/lib", "/var/tmp", "/Users", "/Volumes",
];

/// By each of them a home is recognized, wherever it is.
const HOME_FILES: [&str; 10] =
    [".ssh", ".gnupg", ".aws", ".kube", ".netrc", ".bash_history", ".zsh_history", ".bashrc", ".zshrc", ".profile"];

/// The endings of files that hold keys or the history of a shell.
const PRIVATE_ENDINGS: [&str; 10] =
    [".pem", ".key", ".p12", ".pfx", ".ppk", ".jks", ".keystore", ".kdbx", ".gpg", "_history"];

/// How other names of such files begin.
const PRIVATE_BEGINNINGS: [&str; 7] =
    ["id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "known_hosts", "authorized_keys", "credentials"];

/// The file of a folder with an installation of Python. Its interpreter reads it where it is.
const VIRTUAL_ENVIRONMENT: &str = "pyvenv.cfg";

/// How the files begin that a tournament writes: rows, journals and shards.
const RESULT_BEGINNINGS: [&[u8]; 3] = [b"player,scsa,", b"arenaJ\0", b"arenaS\0"];

/// How a manifest begins, after its brace.
const MANIFEST_MARK: &[u8] = b"\"program\": \"arena ";

/// What a page of results has in its beginning.
const PAGE_MARK: &[u8] = b"<meta name=\"generator\" content=\"arena\">";

/// The name of compressed rows, which have no other mark.
const COMPRESSED: &str = "guesses.csv.gz";

/// The folders in a folder of results whose files have no mark.
const RESULT_FOLDERS: [&str; 4] = ["charts", "codes", "messages", "scale"];

/// The bytes of a file in which a mark is looked for.
const BEGINNING: u64 = 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    /// By it a folder of results is recognized.
    Results,
    /// A page, which may be in any folder.
    Page,
}

impl ExternalPlayer {
    /// The files of the player, and the folders that they are in: those that its command names and, if no other player comes from its
    /// folder, what the folder holds besides. Hidden files and folders, keys, histories of shells, installations of Python and what
    /// tournaments wrote are left out.
    ///
    /// Of a folder that is a home or one in which everybody has files, or that is too large, the files that the command names are all.
    ///
    /// It reads the beginning of every file.
    ///
    /// # Errors
    /// A sentence that says what to do, when the folder is such a one and the command names no file, or when it cannot be read.
    pub fn submission(&self) -> Result<BTreeSet<PathBuf>, String> {
        Ok(self.copied()?.0)
    }

    /// What is copied, and why that is only what the command names, if it is so for the kind of the folder.
    pub(crate) fn copied(&self) -> Result<(BTreeSet<PathBuf>, Option<String>), String> {
        let Some(folder) = &self.folder else { return Ok((BTreeSet::new(), None)) };
        let named = self.files.iter().flat_map(|file| file.ancestors().take_while(|path| path != folder));
        let alone = |named: BTreeSet<PathBuf>, reason: String| match named.is_empty() {
            true => Err(format!(
                "{}, the folder of the program, is not copied, because {reason}; put the program into a folder of its own",
                folder.display()
            )),
            false => Ok((named, Some(reason))),
        };
        let named: BTreeSet<PathBuf> = named.map(Path::to_owned).collect();
        if let Some(reason) = refusal(folder) {
            return alone(named, reason);
        }
        let mut chosen = Choice { player: self, root: folder, paths: named.clone(), bytes: 0 };
        if !self.is_shared {
            let open = Folder::open(folder).map_err(|e| unreadable(folder, &e))?;
            if !chosen.add(&open, folder)? {
                let limits = format!("{} MiB and {MAX_FILES} files", MAX_BYTES >> 20);
                return alone(named, format!("it is too large: the limits are {limits}"));
            }
        }
        Ok((chosen.paths, None))
    }

    /// What the author of a player may expect to be copied with its folder, and is not: installations of Python, and files that cannot be
    /// read; each a clause.
    pub fn left_out(&self) -> Vec<String> {
        let Some(folder) = &self.folder else { return Vec::new() };
        if let Ok((_, Some(reason))) = self.copied() {
            return vec![format!("the other files of {}, because {reason}", folder.display())];
        }
        if self.is_shared {
            let is_supplied = |name: &&str| folder.join(name).is_file() && !self.files.contains(&folder.join(name));
            let supplied = COURSE_FILES.iter().copied().filter(is_supplied).collect::<Vec<_>>().join(", ");
            let note = format!(
                "the {supplied} of its folder, but files of the same names of this program: {}",
                self.alone(SHARED_FOLDER)
            );
            return if supplied.is_empty() { Vec::new() } else { vec![note] };
        }
        let opened = Folder::open(folder);
        let of = |name: OsString| {
            let (path, shown) = (folder.join(&name), visible(&name.to_string_lossy()).into_owned());
            let is_started_from = self.command.first().is_some_and(|program| Path::new(program).starts_with(&path));
            if is_started_from {
                None
            } else if path.join(VIRTUAL_ENVIRONMENT).is_file() {
                Some(format!(
                    "{shown}, an installation of Python: packages are those of {}; activate the other one to use its own",
                    self.command.first().map_or("the interpreter", |program| program)
                ))
            } else if !is_private(&name) && opened.as_ref().is_ok_and(|opened| is_unreadable(&opened.entry(&name))) {
                Some(format!("{shown}, which cannot be read"))
            } else {
                None
            }
        };
        let names = opened.as_ref().ok().and_then(|opened| opened.names().ok());
        names.unwrap_or_default().into_iter().filter_map(of).collect()
    }
}

struct Choice<'a> {
    player: &'a ExternalPlayer,
    root: &'a Path,
    paths: BTreeSet<PathBuf>,
    bytes: u64,
}

impl Choice<'_> {
    fn is_hidden(&self, path: &Path) -> bool {
        self.player.hidden.iter().any(|hidden| hidden == path)
    }

    /// Adds what is copied of an open folder, which was at that path. Returns whether that is not too much.
    fn add(&mut self, folder: &Folder, path: &Path) -> Result<bool, String> {
        let names = folder.names().map_err(|e| unreadable(path, &e))?;
        let (mut own, mut inner, mut holds_results) = (Vec::new(), Vec::new(), self.is_hidden(path));
        for name in &names {
            match folder.entry(name) {
                Ok(Entry::File(file)) => match written_by_tournament(&file, name) {
                    Some(written) => holds_results |= written == Written::Results,
                    None => own.push((name, file.metadata().map_or(0, |data| data.len()))),
                },
                Ok(Entry::Folder(_)) => inner.push(name),
                Ok(Entry::Link(_) | Entry::Other) => own.push((name, 0)),
                // It was removed meanwhile.
                Err(e) if e.kind() == io::ErrorKind::NotFound => {}
                unreadable_entry if is_unreadable(&unreadable_entry) => {}
                Err(e) => return Err(unreadable(&path.join(name), &e)),
            }
        }
        if path == self.root {
            // The player itself may be in a folder of results.
            let is_of_results = |name: &OsStr| holds_results && RESULT_FOLDERS.iter().any(|folder| name == *folder);
            own.retain(|(name, _)| !is_of_results(name));
            inner.retain(|name| !is_of_results(name));
        } else if holds_results || names.iter().any(|name| name == VIRTUAL_ENVIRONMENT) {
            return Ok(true);
        } else {
            self.paths.insert(path.to_owned());
        }
        let is_copied = |name: &OsStr| Some(path.join(name)).filter(|path| !is_private(name) && !self.is_hidden(path));
        let files: Vec<_> = own.into_iter().filter_map(|(name, length)| Some((is_copied(name)?, length))).collect();
        let inner: Vec<_> = inner.into_iter().filter_map(|name| Some((name, is_copied(name)?))).collect();
        for (path, length) in files {
            self.bytes += length;
            self.paths.insert(path);
        }
        if self.bytes > MAX_BYTES || self.paths.len() + inner.len() > MAX_FILES as usize {
            return Ok(false);
        }
        for (name, path) in inner {
            // It may be no folder any more.
            if let Ok(Entry::Folder(folder)) = folder.entry(name)
                && !self.add(&folder, &path)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn unreadable(path: &Path, error: &io::Error) -> String {
    format!("{} cannot be read: {error}; make it readable, or put the program into another folder", path.display())
}

/// Whether a file or a folder cannot be read for want of a permission.
fn is_unreadable(entry: &io::Result<Entry>) -> bool {
    matches!(entry, Err(e) if e.kind() == io::ErrorKind::PermissionDenied)
}

/// Why nothing of a folder is copied, if it is none of a player.
pub fn refusal(folder: &Path) -> Option<String> {
    if is_shared(folder) {
        return Some("everybody has files there".to_owned());
    }
    if is_personal(folder) {
        return Some("it is a home, or holds one".to_owned());
    }
    if let Some(name) = mark_of_home(folder) {
        return Some(format!("it holds {name}, as a home does"));
    }
    let is_home = |folder: &Path| !is_shared(folder) && (is_personal(folder) || mark_of_home(folder).is_some());
    let is_hidden = |path: &&Path| path.file_name().is_some_and(is_hidden) && path.parent().is_some_and(is_home);
    folder.ancestors().find(is_hidden).map(|hidden| format!("{} is a hidden folder of a home", hidden.display()))
}

fn is_shared(folder: &Path) -> bool {
    SHARED_FOLDERS.iter().any(|shared| folder == Path::new(shared))
}

/// What a folder holds that only homes hold.
fn mark_of_home(folder: &Path) -> Option<&'static str> {
    HOME_FILES.into_iter().find(|name| folder.join(name).symlink_metadata().is_ok())
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// Whether a file or a folder of that name is no part of a submission.
fn is_private(name: &OsStr) -> bool {
    let lower = name.to_string_lossy().to_lowercase();
    is_hidden(name)
        || PRIVATE_BEGINNINGS.iter().any(|beginning| lower.starts_with(beginning))
        || PRIVATE_ENDINGS.iter().any(|ending| lower.ends_with(ending))
}

/// What a tournament wrote into a file of that name, if it did.
fn written_by_tournament(file: &File, name: &OsStr) -> Option<Written> {
    let mut beginning = Vec::new();
    file.take(BEGINNING).read_to_end(&mut beginning).ok()?;
    let has = |mark: &[u8]| beginning.windows(mark.len()).any(|bytes| bytes == mark);
    let is_result =
        name == COMPRESSED || RESULT_BEGINNINGS.iter().any(|mark| beginning.starts_with(mark)) || has(MANIFEST_MARK);
    is_result.then_some(Written::Results).or_else(|| has(PAGE_MARK).then_some(Written::Page))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::fs;

    /// Names that a submission may hold, and others.
    const OWN: [&str; 5] = ["a", "b.py", "key", "data.csv", "monkey.txt"];
    const OTHERS: [&str; 6] = [".env", ".ssh2", "id_rsa", "B.PEM", "sh_history", "credentials.json"];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// In whatever folders files are: those are copied in whose path no name is private, and no folder holds results.
        #[test]
        fn what_is_private_is_copied_nowhere(
            files in prop::collection::btree_map(
                prop::collection::vec(0..OWN.len() + OTHERS.len(), 1..4),
                prop::sample::select(vec!["text", "player,scsa,game\n", "arenaJ\0\x01", "arenaS\0\x01"]),
                0..12,
            ),
            named in 0..OTHERS.len(),
        ) {
            let folder = tempfile::tempdir().unwrap();
            let root = folder.path().canonicalize().unwrap();
            let name = |index: &usize| OWN.iter().chain(&OTHERS).nth(*index).copied().unwrap();
            let mut written = Vec::new();
            for (names, text) in &files {
                let path: PathBuf = [&*root].into_iter().chain(names.iter().map(|name_| Path::new(name(name_)))).collect();
                // A name may be that of a file already.
                if fs::create_dir_all(path.parent().unwrap()).is_ok() && !path.exists() && fs::write(&path, text).is_ok() {
                    written.push((path, *text == "text"));
                }
            }
            let own = root.join("own").join(OTHERS[named]);
            fs::create_dir_all(own.parent().unwrap()).unwrap();
            fs::write(&own, "").unwrap();
            let launcher = (PathBuf::new(), Vec::new());
            let mut player = ExternalPlayer::new("p", Vec::new(), launcher);
            (player.folder, player.files) = (Some(root.clone()), vec![own.clone()]);
            let seen = player.submission().unwrap();
            prop_assert!(seen.contains(&own), "what the command names is copied");
            let results: Vec<&Path> =
                written.iter().filter(|(_, is_text)| !is_text).filter_map(|(path, _)| path.parent()).collect();
            for (path, is_text) in &written {
                let inside = path.strip_prefix(&root).unwrap();
                let is_private = inside.iter().any(|name| OTHERS.iter().any(|other| name == *other));
                let is_of_results = results.iter().any(|folder| *folder != root && path.starts_with(folder));
                prop_assert_eq!(seen.contains(path), *is_text && !is_private && !is_of_results, "{:?}", path);
            }
            prop_assert!(seen.iter().all(|path| path.starts_with(&root) && *path != root));
        }
    }

    #[test]
    fn folders_that_are_none_of_a_player_are_refused() {
        #[rustfmt::skip]
        let refused = [
            "/", "/etc", "/tmp", "/home", "/home/someone", "/home/someone/.ssh", "/home/a/.x/y/z", "/root", "/usr", "/var/tmp",
        ];
        refused.into_iter().for_each(|folder| assert!(refusal(Path::new(folder)).is_some(), "{folder}"));
        for folder in ["/home/someone/players", "/home/a/work/.x", "/tmp/.x", "/srv/course/alice", "/opt/players"] {
            assert_eq!(refusal(Path::new(folder)), None, "{folder}");
        }
    }
}
