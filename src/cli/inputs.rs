//! The hashes of what a tournament reads besides the program itself.

use super::Failure;
use external::ExternalPlayer;
use player_api::registry::Entry;
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Read},
    path::Path,
};
use tournament::{CodeFile, Codemaker, Manifest, Plan};

/// The bytes of a player's folder that are hashed. Of files beyond them, names and lengths are.
const MOST_BYTES: u64 = 1 << 28;

/// The SHA-256 hashes of the files that the samples, codemakers and players of a plan are read from, of recorded codes, and of the
/// folders of external players, by their names.
pub fn input_hashes(plan: &Plan) -> Result<BTreeMap<String, String>, Failure> {
    let mut hashes = BTreeMap::new();
    let samples = plan.knowledge.samples.iter().map(CodeFile::path);
    let codes = plan.codemakers.iter().filter_map(|codemaker| match codemaker {
        Codemaker::Codes { codes, .. } => Some(codes.path()),
        _ => None,
    });
    // The parameter of a player or a codemaker may be a file: tree:FILE, weighted:FILE.
    let names = plan.players.iter().map(Entry::name).chain(plan.codemakers.iter().map(Codemaker::name));
    let parameters = names.filter_map(|name| Some(Path::new(name.split_once(':')?.1))).filter(|path| path.is_file());
    for path in samples.chain(codes).chain(parameters) {
        hashes.insert(path.display().to_string(), file_hash(path).map_err(|e| unreadable(path, &e))?);
    }
    for codemaker in &plan.codemakers {
        if let Codemaker::Recorded { name, codes } = codemaker {
            let secrets = codes.sizes().filter_map(|size| codes.secrets(size)).flatten();
            let mut hasher = Sha256::new();
            secrets.for_each(|secret| hasher.update(format!("{secret}\n")));
            hashes.insert(name.clone(), hex(hasher));
        }
    }
    for entry in &plan.players {
        let player = entry.definition().and_then(|definition| ExternalPlayer::parse(definition).ok());
        if let Some((folder, player)) = player.and_then(|player| Some((player.folder.clone()?, player))) {
            let hash = folder_hash(&folder, |path| player.sees(path)).map_err(|e| unreadable(&folder, &e))?;
            hashes.insert(player.name, hash);
        }
    }
    Ok(hashes)
}

/// The names of the inputs of a plan that are not as they were when this manifest was written.
pub fn changed_inputs(plan: &Plan, manifest: &Manifest) -> Result<Vec<String>, Failure> {
    let now = input_hashes(plan)?;
    let changed = now.into_iter().filter(|(name, hash)| manifest.inputs.get(name).is_some_and(|before| before != hash));
    Ok(changed.map(|(name, _)| name).collect())
}

fn unreadable(path: &Path, e: &io::Error) -> Failure {
    Failure::input(format!("cannot read {}: {e}; the tournament depends on it", path.display()))
}

/// The SHA-256 hash of a file in hexadecimal digits.
pub fn file_hash(path: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    hash_file(&mut hasher, path)?;
    Ok(hex(hasher))
}

fn hash_file(hasher: &mut Sha256, path: &Path) -> io::Result<()> {
    let (mut file, mut buffer) = (File::open(path)?, vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(()),
            length => hasher.update(&buffer[..length]),
        }
    }
}

/// The hash of the files of a folder and of the folders in it, of those that its player sees.
fn folder_hash(folder: &Path, sees: impl Fn(&Path) -> bool) -> io::Result<String> {
    let (mut hasher, mut left) = (Sha256::new(), MOST_BYTES);
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        let mut paths = fs::read_dir(&next)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
        paths.retain(|path| sees(path));
        paths.sort();
        for path in paths {
            let about = fs::symlink_metadata(&path)?;
            hasher.update(path.strip_prefix(folder).unwrap_or(&path).as_os_str().as_encoded_bytes());
            hasher.update(about.len().to_le_bytes());
            if about.is_dir() {
                folders.push(path);
            } else if about.is_file() && about.len() <= left {
                left -= about.len();
                hash_file(&mut hasher, &path)?;
            }
        }
    }
    Ok(hex(hasher))
}

fn hex(hasher: Sha256) -> String {
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
