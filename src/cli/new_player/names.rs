//! The name of a new player, in the forms of the languages.

use crate::cli::Failure;
use tournament::Registry;

/// The name that the templates have.
const TEMPLATE: [&str; 3] = ["my-player", "my_player", "MyPlayer"];

/// Words that cannot be the name of a module in Rust.
const KEYWORDS: [&str; 51] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
    "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true",
    "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Packages that a package of a player depends on, and names that Cargo does not take.
const PACKAGES: [&str; 8] = ["arena", "player-api", "scsa", "alloc", "core", "proc-macro", "std", "test"];

/// Modules of Python that a player in Python imports, some of them through others. A file of that name would hide the module.
const MODULES: [&str; 16] = [
    "abc",
    "bisect",
    "codecs",
    "fractions",
    "functools",
    "hashlib",
    "io",
    "itertools",
    "math",
    "numbers",
    "operator",
    "os",
    "site",
    "statistics",
    "sys",
    "warnings",
];

/// The name of a player: `my-player`, `my_player`, `MyPlayer`.
#[derive(Clone, Debug)]
pub struct Names {
    pub name: String,
    pub snake: String,
    pub camel: String,
}

impl Names {
    /// The forms of a name that no player has.
    pub fn new(name: &str, registry: &Registry) -> Result<Names, Failure> {
        if !external::is_name(name) || name.split('-').any(str::is_empty) {
            return Err(Failure::input(format!(
                "'{name}' is no name of a player: it has lowercase letters, digits, and single hyphens between them, and begins with a \
                 letter, as in my-player"
            )));
        }
        if name == "all" || registry.players.find(name).is_ok() {
            return Err(Failure::input(format!("there is a player '{name}' already; give another name")));
        }
        let capitalized = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
        Ok(Names {
            name: name.to_owned(),
            snake: name.replace('-', "_"),
            camel: name.split('-').map(capitalized).collect(),
        })
    }

    /// A template with this name in the place of its own.
    pub fn insert(&self, template: &str) -> String {
        let forms = TEMPLATE.iter().zip([&self.name, &self.snake, &self.camel]);
        forms.fold(template.to_owned(), |text, (old, new)| text.replace(old, new))
    }

    /// The name of the function in Lisp, which is no function of the language.
    pub fn lisp(&self) -> String {
        if self.name.ends_with("player") { self.name.clone() } else { format!("{}-player", self.name) }
    }

    /// Refuses a name that is a word of Rust.
    pub fn check_rust(&self) -> Result<(), Failure> {
        self.refuse(&KEYWORDS, "a word of Rust")
    }

    /// Refuses a name that cannot be the name of a package.
    pub fn check_package(&self) -> Result<(), Failure> {
        self.refuse(&PACKAGES, "the name of another package")
    }

    /// Refuses a name whose file would hide a module of Python.
    pub fn check_python(&self) -> Result<(), Failure> {
        self.refuse(&MODULES, "the name of a module of Python")
    }

    fn refuse(&self, words: &[&str], what: &str) -> Result<(), Failure> {
        let Names { name, .. } = self;
        match words.contains(&name.as_str()) {
            true => Err(Failure::input(format!("{name} is {what}; give another name, such as my-{name}"))),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tournament::Codemakers;

    #[test]
    fn forms_of_names() {
        let registry = Registry::new(players::builtin(), Codemakers::builtin());
        let names = Names::new("two-step-2", &registry).unwrap();
        assert_eq!((names.snake.as_str(), names.camel.as_str()), ("two_step_2", "TwoStep2"));
        assert_eq!(names.lisp(), "two-step-2-player");
        assert_eq!(
            names.insert("mod my_player; // my-player is MyPlayer"),
            "mod two_step_2; // two-step-2 is TwoStep2"
        );
        for wrong in ["", "My", "a--b", "a-", "2a", "a_b", "a b", "rao", "all", "é"] {
            assert!(Names::new(wrong, &registry).is_err(), "{wrong}");
        }
        let refusals = |name: &str| {
            let names = Names::new(name, &registry).unwrap();
            [names.check_rust(), names.check_package(), names.check_python()].map(|result| result.is_err())
        };
        assert_eq!(refusals("match"), [true, false, false]);
        assert_eq!(refusals("scsa"), [false, true, false]);
        assert_eq!(refusals("hashlib"), [false, false, true]);
        assert_eq!(refusals("mine"), [false; 3]);
    }
}
