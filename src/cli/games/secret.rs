//! The secret of `--secret`.

use crate::cli::{Failure, counted};
use player_api::registry::Entry;
use scsa::{Code, Size, notation::parse_code};
use tournament::Codemaker;

/// The number of colors of a game for a secret without a size, unless the secret needs more.
const COLORS: usize = 6;

/// A secret that the user chose.
#[derive(Clone, Debug)]
pub struct ChosenSecret {
    text: String,
    pub code: Code,
    /// The smallest size at which it is a code.
    least: Size,
}

impl ChosenSecret {
    /// Reads a secret in letters or digits.
    pub fn parse(text: &str) -> Result<ChosenSecret, Failure> {
        let code = parse_code(text).map_err(|e| Failure::input(format!("--secret '{text}' is no code: {e}")))?;
        let colors = code.pegs().map(|color| color.index() + 1).max().unwrap_or(1);
        let least = Size::new(code.len(), colors).map_err(|e| Failure::input(format!("--secret {text}: {e}")))?;
        Ok(ChosenSecret { text: text.to_owned(), code, least })
    }

    /// The size of a game where none is given: that of the first player which plays one size only, if the secret is a code there; else
    /// 6 colors, or as many as the secret needs.
    pub fn default_size(&self, players: &[Entry]) -> Size {
        let only = players.iter().find_map(Entry::only_size).filter(|size| size.is_legal(&self.code));
        let colors = self.least.colors().max(COLORS);
        only.unwrap_or_else(|| Size::new(self.least.pegs(), colors).unwrap_or(self.least))
    }

    /// Checks that the secret is a code at these sizes.
    pub fn check(&self, sizes: &[Size]) -> Result<(), Failure> {
        let Some(size) = sizes.iter().find(|size| !size.is_legal(&self.code)) else { return Ok(()) };
        let (pegs, colors) = (counted(self.least.pegs(), "peg"), counted(self.least.colors(), "color"));
        let such_as = self.default_size(&[]);
        Err(Failure::input(format!(
            "--secret {} has {pegs} and needs {colors}, but the size is {size}; choose --sizes {such_as}",
            self.text
        )))
    }

    /// A note if the codemaker cannot make the secret.
    pub fn note(&self, codemaker: &Codemaker, size: Size) -> Option<String> {
        let (name, code) = (codemaker.name(), &self.code);
        if let Some(rule) = codemaker.rule() {
            let is_possible = rule.supports(size) && rule.probability(size, code) > 0.0;
            return (!is_possible)
                .then(|| format!("{name} cannot make {code}: players that rely on its rule may not find it"));
        }
        let listed = match codemaker {
            Codemaker::Codes { codes, .. } => Some(codes.codes()),
            Codemaker::Recorded { codes, .. } => codes.secrets(size),
            Codemaker::Rule { .. } | Codemaker::Weighted { .. } => None,
        };
        listed.filter(|codes| !codes.contains(code)).map(|_| format!("{code} is not among the codes of {name}"))
    }
}
