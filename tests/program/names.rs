//! The paths and items that documents and comments name are there: a name in backticks that looks like a file of the repository, such as
//! `docs/files.md`, or like an item of one of its crates, such as `external::session`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Paths that are made by the reader, or stand for any name.
const MADE: [&str; 9] = [
    "players/src/agents/highest_consistent.rs", "tests/golden/highest-consistent.txt", "subs/alice/player.py",
    "subs/bob/player.py", "src/my_player.rs", "results/latest", "results/latest-report", "results/sizes/charts",
    "results/sizes",
];

const FOLDERS: [&str; 10] =
    ["src", "scsa", "players", "tournament", "studies", "tests", "docs", "fuzz", "benches", "examples"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files of the folders of the repository with sources and documents.
fn files() -> Vec<PathBuf> {
    fn below(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        entries.flat_map(|path| if path.is_dir() { below(&path) } else { vec![path] }).collect()
    }
    let documents = ["README.md", "CONTRIBUTING.md"].map(|name| root().join(name));
    FOLDERS.iter().flat_map(|folder| below(&root().join(folder))).chain(documents).collect()
}

/// The words that each crate declares: modules and items, by the name of its library.
fn declared(files: &[PathBuf]) -> BTreeMap<String, BTreeSet<String>> {
    let crates = files.iter().filter(|path| path.ends_with("Cargo.toml"));
    let mut declared = BTreeMap::new();
    for manifest in crates {
        let text = fs::read_to_string(manifest).unwrap();
        let name = |line: &str| Some(line.strip_prefix("name = \"")?.strip_suffix('"')?.replace('-', "_"));
        // The name of the library follows that of the package.
        let Some(name) = text.lines().take_while(|line| !line.starts_with("[[")).filter_map(name).last() else {
            continue;
        };
        let sources = files.iter().filter(|path| path.starts_with(manifest.parent().unwrap()));
        let sources = sources.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
        let mut words = BTreeSet::new();
        for source in sources {
            let text = fs::read_to_string(source).unwrap();
            let mut before = "";
            for word in
                text.split(|character: char| !character.is_alphanumeric() && character != '_' && character != '!')
            {
                let is_item = ["mod", "fn", "struct", "enum", "trait", "const", "static", "type", "macro_rules!"];
                if is_item.contains(&before) {
                    words.insert(word.to_owned());
                }
                before = if word.is_empty() { before } else { word };
            }
        }
        declared.insert(name, words);
    }
    declared
}

/// The texts in backticks of a document, or of the comments of a source.
fn quoted(path: &Path, text: &str) -> Vec<String> {
    let is_source = path.extension().is_some_and(|extension| extension == "rs");
    let lines = text.lines().filter(|line| !is_source || line.trim_start().starts_with("//"));
    lines.flat_map(|line| line.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// Whether a text looks like a file or folder of the repository.
fn is_path(text: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    let ends = [".rs", ".md", ".toml"];
    let names_any =
        text.split(['/', '.']).any(|part| part.len() > 3 && part.bytes().all(|byte| byte.is_ascii_uppercase()));
    text.contains('/')
        && !names_any
        && text.trim_end_matches('/').split('/').all(is_part)
        && (ends.iter().any(|end| text.ends_with(end))
            || FOLDERS.iter().any(|folder| text.starts_with(&format!("{folder}/"))))
}

#[test]
fn documents_and_comments_name_what_is_there() {
    let files = files();
    let declared = declared(&files);
    let mut missing = Vec::new();
    let named = files.iter().filter(|path| path.extension().is_some_and(|end| end == "md" || end == "rs"));
    // A page of commands names the files that it makes.
    for path in named.filter(|path| !path.starts_with(root().join("tests/commands"))) {
        let text = fs::read_to_string(path).unwrap();
        for name in quoted(path, &text) {
            let is_there = || {
                // From the folder of the file, or the end of a path.
                let mut folders = path.ancestors().skip(1).take_while(|folder| folder.starts_with(root()));
                folders.any(|folder| folder.join(&name).exists()) || files.iter().any(|file| file.ends_with(&name))
            };
            if is_path(&name) && !MADE.contains(&&*name) && !is_there() {
                missing.push(format!("{}: `{name}`", path.display()));
            }
            let mut parts = name.split("::");
            let Some(words) = parts.next().and_then(|name| declared.get(name)) else { continue };
            let parts: Vec<&str> = parts.map(|part| part.trim_end_matches("()")).collect();
            let is_name = |part: &&str| part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            if parts.iter().all(is_name) && parts.iter().any(|part| !words.contains(*part)) {
                missing.push(format!("{}: `{name}`", path.display()));
            }
        }
    }
    assert!(missing.is_empty(), "these are not there; name what is:\n{}", missing.join("\n"));
}
