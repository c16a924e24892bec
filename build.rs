//! Records the revision of the source in the program, for the manifests of its results.

use std::process::Command;

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// What the program is compiled from.
const SOURCES: [&str; 7] = ["src", "scsa", "players", "tournament", "studies", "Cargo.toml", "Cargo.lock"];

fn main() {
    // Without a repository, as in a packaged source, there is no revision.
    let revision = git(&["rev-parse", "--short=12", "HEAD"]).map(|revision| {
        let status = git(&[&["status", "--porcelain", "--"], &SOURCES[..]].concat());
        let is_modified = status.is_none_or(|status| !status.is_empty());
        if is_modified { format!("{revision}-dirty") } else { revision }
    });
    println!("cargo:rustc-env=ARENA_REVISION={}", revision.unwrap_or_default());
    let of_git = ["HEAD", "index", "logs/HEAD"].into_iter().filter_map(|path| git(&["rev-parse", "--git-path", path]));
    for path in of_git.chain(SOURCES.map(str::to_owned)) {
        println!("cargo:rerun-if-changed={path}");
    }
}
