//! The hashes of what a tournament reads besides the program itself.

use super::{external_codemakers, external_players::program_of};
use crate::failure::Failure;
use crate::present::notice;
use crate::this_program::{file_hash, hash_file, hex};
use folder_files::{Entry, Folder};
use player_api::registry;
use sha2::{Digest, Sha256};
use std::io::{self, Read};
use std::{collections::BTreeMap, path::Path};
use tournament::{CodeFile, Codemaker, Manifest, Plan, RecordedCodes, changed_sentence, files};

/// The bytes of a player's folder that are hashed. Of files beyond them, names and lengths are.
const MOST_BYTES: u64 = 1 << 28;

/// The SHA-256 hashes of what a plan is read from, by names: the files of its samples, codemakers and players, the codes that programs
/// made, and the folders of external players.
pub fn input_hashes(plan: &Plan) -> Result<BTreeMap<String, String>, Failure> {
    let mut hashes = code_hashes(plan)?;
    for codemaker in &plan.codemakers {
        if let Codemaker::Recorded { name, codes } = codemaker {
            hashes.insert(codes_name(name), recorded_hash(codes));
        }
    }
    hashes.append(&mut player_hashes(plan)?);
    Ok(hashes)
}

fn code_hashes(plan: &Plan) -> Result<BTreeMap<String, String>, Failure> {
    let samples = plan.knowledge.samples.iter().map(CodeFile::path);
    let codes = plan.codemakers.iter().filter_map(|codemaker| match codemaker {
        Codemaker::Codes { codes, .. } => Some(codes.path()),
        _ => None,
    });
    let weighted = parameter_files(plan.codemakers.iter().map(Codemaker::name));
    hashed(samples.chain(codes).chain(weighted))
}

fn player_hashes(plan: &Plan) -> Result<BTreeMap<String, String>, Failure> {
    let mut hashes = hashed(parameter_files(plan.players.iter().map(registry::Entry::name)))?;
    for entry in &plan.players {
        if let Some((folder, player)) = program_of(entry).and_then(|player| Some((player.folder.clone()?, player))) {
            let seen = player.submission().map_err(|e| failure!("{}: {e}", player.name))?;
            let hash = folder_hash(&folder, |path| seen.contains(path)).map_err(|e| unreadable(&folder, &e))?;
            hashes.insert(player.name, hash);
        }
    }
    Ok(hashes)
}

/// The files among the parameters of names: tree:FILE, weighted:FILE.
pub fn parameter_files<'a>(names: impl Iterator<Item = &'a str>) -> impl Iterator<Item = &'a Path> {
    names.filter_map(|name| Some(Path::new(name.split_once(':')?.1))).filter(|path| path.is_file())
}

fn hashed<'a>(paths: impl Iterator<Item = &'a Path>) -> Result<BTreeMap<String, String>, Failure> {
    paths.map(|path| Ok((path.display().to_string(), file_hash(path).map_err(|e| unreadable(path, &e))?))).collect()
}

fn codes_name(codemaker: &str) -> String {
    format!("{}/{codemaker}", files::CODES)
}

fn recorded_hash(codes: &RecordedCodes) -> String {
    let mut hasher = Sha256::new();
    codes.games().filter_map(|game| codes.secrets(game)).flatten().for_each(|secret| {
        hasher.update(format!("{secret}\n"));
    });
    hex(hasher)
}

/// The names of the inputs that are not as they were when the manifest of a folder was written: those of the plan, and the codes of
/// programs that are recorded in the folder. The inputs of players count if they are needed.
pub fn changed_inputs(
    plan: &Plan,
    manifest: &Manifest,
    folder: &Path,
    needs_players: bool,
) -> Result<Vec<String>, Failure> {
    let mut now = code_hashes(plan)?;
    if needs_players {
        now.append(&mut player_hashes(plan)?);
    }
    for name in manifest.external_codemakers.keys() {
        if plan.codemakers.iter().any(|codemaker| codemaker.name() == name) {
            let codes = external_codemakers::recorded(name, folder).map(|codes| recorded_hash(&codes));
            now.insert(codes_name(name), codes.unwrap_or_default());
        }
    }
    let changed = now.into_iter().filter(|(name, hash)| manifest.inputs.get(name).is_some_and(|before| before != hash));
    Ok(changed.map(|(name, _)| name).collect())
}

/// Says on the standard error which inputs of a plan are not as they were when it was played into a folder before.
pub fn note_changes(plan: &Plan, folder: &Path) -> Result<(), Failure> {
    let manifest = Manifest::read(folder).map_err(|e| Failure::unread(&e, &e))?;
    let changed = changed_inputs(plan, &manifest, folder, true)?;
    if !changed.is_empty() {
        notice(format_args!(
            "note: {} when {} was played: rounds can end otherwise; give the files as they were to repeat them",
            changed_sentence(&changed),
            folder.display()
        ));
    }
    Ok(())
}

fn unreadable(path: &Path, e: &io::Error) -> Failure {
    Failure::unread(e, format!("cannot read {}: {e}; the tournament depends on it", path.display()))
}

fn folder_hash(folder: &Path, sees: impl Fn(&Path) -> bool) -> io::Result<String> {
    let (mut hasher, mut left) = (Sha256::new(), MOST_BYTES);
    let mut folders = vec![folder.canonicalize()?];
    let whole = folders[0].clone();
    while let Some(next) = folders.pop() {
        let open = Folder::open(&next)?;
        for name in open.names()? {
            let path = next.join(&name);
            let inside = path.strip_prefix(&whole).unwrap_or(&path).to_owned();
            if !sees(&folder.join(&inside)) {
                continue;
            }
            hasher.update(inside.as_os_str().as_encoded_bytes());
            let mut length = |length: u64| hasher.update(length.to_le_bytes());
            match open.entry(&name)? {
                Entry::File(file) => {
                    let bytes = file.metadata()?.len();
                    length(bytes);
                    if bytes <= left {
                        left -= bytes;
                        hash_file(&mut hasher, file.take(bytes))?;
                    }
                }
                Entry::Link(target) => length(target.len() as u64),
                // How long a folder is depends on the file system.
                Entry::Folder(_) => {
                    length(0);
                    folders.push(path);
                }
                Entry::Other => length(0),
            }
        }
    }
    Ok(hex(hasher))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_hash_follows_from_names_and_contents() {
        let folder = tempfile::tempdir().unwrap();
        let (file, inner, out) = (folder.path().join("a.py"), folder.path().join("b/c.txt"), folder.path().join("out"));
        fs::create_dir(folder.path().join("b")).unwrap();
        fs::write(&file, "x").unwrap();
        fs::write(&inner, "y").unwrap();
        let hash = || folder_hash(folder.path(), |path| path != out).unwrap();
        let first = hash();
        fs::write(&out, "results").unwrap();
        assert_eq!(hash(), first);
        fs::write(&inner, "z").unwrap();
        assert_ne!(hash(), first);
        fs::write(&inner, "y").unwrap();
        assert_eq!(hash(), first);
        // As `sha256sum` gives it.
        assert_eq!(&file_hash(&file).unwrap()[..8], "2d711642");
    }
}
