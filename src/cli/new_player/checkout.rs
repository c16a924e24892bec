//! A checkout of this repository.

use crate::cli::Failure;
use std::{
    env, fs,
    path::{Path, PathBuf},
};
use tournament::files;

/// The list of players, in a checkout.
const LIST: &str = "players/src/agents/mod.rs";

/// The folder of a checkout.
#[derive(Clone, Debug)]
pub struct Checkout(PathBuf);

impl Checkout {
    /// Whether a folder is a checkout. The empty path is the current folder.
    pub fn is_one(folder: &Path) -> bool {
        ["Cargo.toml", "players/api/Cargo.toml", LIST].iter().all(|file| folder.join(file).is_file())
    }

    /// The checkout in a folder.
    pub fn at(folder: &Path) -> Result<Checkout, Failure> {
        let absolute = folder.canonicalize().ok().filter(|folder| Checkout::is_one(folder));
        absolute.map(Checkout).ok_or_else(|| {
            let folder = folder.display();
            Failure::input(format!("{folder} is no checkout of arena: it has no {LIST}; name another with --arena"))
        })
    }

    /// The checkout that the current folder is in.
    pub fn around_current_folder() -> Option<Checkout> {
        let current = env::current_dir().ok()?;
        current.ancestors().find(|folder| Checkout::is_one(folder)).map(|folder| Checkout(folder.to_owned()))
    }

    /// The checkout from which this program was built, if it is still there.
    pub fn of_this_program() -> Option<Checkout> {
        let source = Path::new(env!("CARGO_MANIFEST_DIR"));
        Checkout::is_one(source).then(|| Checkout(source.to_owned()))
    }

    /// The file of the list of players.
    pub fn list(&self) -> PathBuf {
        self.0.join(LIST)
    }

    /// The versions of all packages that the checkout depends on.
    pub fn lock_file(&self) -> PathBuf {
        self.0.join("Cargo.lock")
    }

    /// The file of a player that is a module.
    pub fn module(&self, module: &str) -> PathBuf {
        self.list().with_file_name(format!("{module}.rs"))
    }

    /// The text of the list of players with one more, a type in a module.
    pub fn list_with(&self, module: &str, kind: &str) -> Result<String, Failure> {
        let path = self.list();
        let text = fs::read_to_string(&path).map_err(|e| {
            Failure::input(format!("cannot read {}: {e}; name another checkout with --arena", path.display()))
        })?;
        if path.with_file_name(module).exists()
            || text.lines().any(|line| line.trim().starts_with(&format!("{module}:")))
        {
            return Err(Failure::input(format!("{} has a module {module} already; give another name", path.display())));
        }
        with_line(&text, &format!("        {module}: of {kind};\n")).ok_or_else(|| {
            Failure::input(format!("{} has no list ROSTER; name another checkout with --arena", path.display()))
        })
    }

    /// Replaces the list of players.
    pub fn write_list(&self, text: &str) -> Result<(), Failure> {
        files::write_whole(&self.list(), text.as_bytes()).map_err(|e| Failure::run(e.to_string()))
    }

    /// The manifest of the example package, for a package of that name which depends on this checkout.
    pub fn manifest(&self, example: &str, name: &str) -> String {
        let path =
            |folder: &str| format!("path = {:?}", self.0.join(folder).display().to_string().trim_end_matches('/'));
        example
            .replace("path = \"../..\"", &path(""))
            .replace("path = \"../../players/api\"", &path("players/api"))
            .replace("path = \"../../scsa\"", &path("scsa"))
            .replace("it adds a player and a codemaker", "it adds a player")
            .replace("own-crate", name)
    }
}

/// A text with a line added at the end of the list ROSTER.
fn with_line(text: &str, line: &str) -> Option<String> {
    let start = text.find("\n    ROSTER {\n")?;
    let end = start + text[start..].find("\n    }\n")? + 1;
    Some([&text[..end], line, &text[end..]].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_the_last_of_the_roster() {
        let text = "agents! {\n    ROSTER {\n        rao: of Rao;\n    }\n\n    FAULTY {\n        x: of X;\n    }\n}\n";
        let wanted = text.replace("of Rao;\n", "of Rao;\n        mine: of Mine;\n");
        assert_eq!(with_line(text, "        mine: of Mine;\n"), Some(wanted));
        assert_eq!(with_line("agents! {}", "x"), None);
    }

    #[test]
    fn the_manifest_depends_on_the_checkout() {
        let checkout = Checkout("/a/b".into());
        let manifest = checkout.manifest(include_str!("../../../examples/own-crate/Cargo.toml"), "mine");
        assert!(manifest.contains("name = \"mine\"") && !manifest.contains("../.."), "{manifest}");
        for path in ["/a/b\"", "/a/b/players/api\"", "/a/b/scsa\""] {
            assert!(manifest.contains(&format!("path = \"{path}")), "{path}: {manifest}");
        }
    }
}
