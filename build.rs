//! Records the revision of the source in the program, for the manifests of its results. The studies use it, too.

use std::{env, path::Path, process::Command};

/// What the program is compiled from. Of `results` these are the files that sources include.
const SOURCES: [&str; 10] = [
    "src", "scsa", "players", "tournament", "Cargo.toml", "Cargo.lock", "results/contest/memory.csv",
    "results/contest/summary.csv", "results/contest/timing-summary.csv", "results/scaling/timing-summary.csv",
];

/// What a repository changes with every commit and checkout. The index is not among it: `git status` writes it, too.
const OF_GIT: [&str; 4] = ["HEAD", "logs/HEAD", "refs/heads", "packed-refs"];

fn git(arguments: &[&str]) -> Option<String> {
    // Otherwise `status` writes the index.
    let output = Command::new("git").arg("--no-optional-locks").args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn main() {
    // From here on, paths are those of the repository.
    let root = git(&["rev-parse", "--show-toplevel"]).unwrap_or_default();
    let _ = env::set_current_dir(&root);
    let is_studies = env::var("CARGO_PKG_NAME").is_ok_and(|name| name == "studies");
    let sources = || SOURCES.into_iter().chain(is_studies.then_some("studies"));
    // Without a repository, as in a packaged source, there is no revision.
    let revision = git(&["rev-parse", "--short=12", "HEAD"]).map(|revision| {
        let status = git(&["status", "--porcelain", "--"].into_iter().chain(sources()).collect::<Vec<_>>());
        let is_modified = status.is_none_or(|status| !status.is_empty());
        if is_modified { format!("{revision}-dirty") } else { revision }
    });
    println!("cargo:rustc-env=ARENA_REVISION={}", revision.unwrap_or_default());
    // In a worktree `.git` is a file.
    let of_git: Vec<String> = OF_GIT.iter().filter_map(|path| git(&["rev-parse", "--git-path", path])).collect();
    // The log of HEAD has every commit and checkout of this worktree. The branches have those of others, too.
    let has_log = of_git.get(1).is_some_and(|log| Path::new(log).exists());
    let of_git = of_git.into_iter().take(if has_log { 2 } else { OF_GIT.len() });
    // What does not exist would be taken for changed every time.
    for path in of_git.chain(sources().map(str::to_owned)).filter(|path| Path::new(path).exists()) {
        println!("cargo:rerun-if-changed={}", Path::new(&root).join(path).display());
    }
}
