//! Records the revision of the source in the program, for the manifests of its results.

use std::process::Command;

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn main() {
    // Without a repository, as in a packaged source, there is no revision.
    let revision = git(&["rev-parse", "--short=12", "HEAD"]).map(|revision| {
        let is_modified =
            git(&["status", "--porcelain", "--untracked-files=no"]).is_none_or(|status| !status.is_empty());
        if is_modified { format!("{revision}-dirty") } else { revision }
    });
    println!("cargo:rustc-env=ARENA_REVISION={}", revision.unwrap_or_default());
    for path in ["HEAD", "index", "logs/HEAD"] {
        if let Some(file) = git(&["rev-parse", "--git-path", path]) {
            println!("cargo:rerun-if-changed={file}");
        }
    }
}
