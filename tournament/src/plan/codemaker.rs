//! The codemaker of a match: a rule, or a file of codes.

use crate::plan::Streams;
use player_api::Knowledge;
use scsa::{Code, Game, Rng, Scsa, WeightedCodes, algorithms, notation::parse_code};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fmt, io};
use thiserror::Error;

/// What makes the secrets of a match.
#[derive(Clone, Debug)]
pub enum Codemaker {
    /// A secret-code-selection algorithm.
    Rule {
        /// The algorithm.
        scsa: Arc<dyn Scsa>,
        /// Whether players are given sample codes in place of the rule.
        is_mystery: bool,
    },
    /// Codes from a file, played in order: the first round has the first code.
    Codes {
        /// `codes:` and the path as it was given.
        name: String,
        /// The codes.
        codes: CodeFile,
    },
    /// Codes with probabilities, from a file. Players know them.
    Weighted {
        /// `weighted:` and the path as it was given.
        name: String,
        /// The codes.
        rule: Arc<WeightedCodes>,
    },
    /// Codes that a program made before the tournament, for every game. Players are given samples.
    Recorded {
        /// The name of the codemaker.
        name: String,
        /// The codes for every game.
        codes: RecordedCodes,
    },
}

/// The codes that a program made before the tournament: secrets and samples for every game.
#[derive(Clone, Debug, Default)]
pub struct RecordedCodes(BTreeMap<Game, CodesOfGame>);

#[derive(Clone, Debug, Default)]
struct CodesOfGame {
    /// The number of secrets, which a program may have yet to make.
    count: u64,
    secrets: Arc<[Code]>,
    samples: Arc<[Code]>,
}

impl RecordedCodes {
    /// Adds the codes for a game: the secrets, the first round's first, and the samples.
    pub fn insert(&mut self, game: Game, secrets: Vec<Code>, samples: Vec<Code>) {
        let count = secrets.len() as u64;
        self.0.insert(game, CodesOfGame { count, secrets: secrets.into(), samples: samples.into() });
    }

    /// Announces that many secrets for a game, which a program has yet to make. A tournament can be planned with them, not played.
    pub fn announce(&mut self, game: Game, count: u64) {
        self.0.insert(game, CodesOfGame { count, ..CodesOfGame::default() });
    }

    /// The games for which there are codes.
    pub fn games(&self) -> impl Iterator<Item = Game> {
        self.0.keys().copied()
    }

    /// The secrets for a game.
    pub fn secrets(&self, game: Game) -> Option<&[Code]> {
        self.0.get(&game).map(|codes| &*codes.secrets)
    }

    /// The samples for a game.
    pub fn samples(&self, game: Game) -> Option<Arc<[Code]>> {
        self.0.get(&game).map(|codes| Arc::clone(&codes.samples))
    }
}

impl Codemaker {
    /// The number of sample codes of a mystery.
    pub const SAMPLES: u64 = 200;

    /// The game of the sample codes of a mystery. Every mystery supports it.
    pub const SAMPLE_SIZE: Game = match Game::new(7, 5) {
        Ok(game) => game,
        Err(_) => panic!("7x5 is a game"),
    };

    /// The first part of a name that ends with the path of a file of codes.
    pub const FILE_PREFIX: &'static str = "codes:";

    /// The first part of a name that ends with the path of a file of codes with weights.
    pub const WEIGHTED_PREFIX: &'static str = "weighted:";

    /// A codemaker whose rule players know.
    pub fn visible(scsa: impl Scsa + 'static) -> Codemaker {
        Codemaker::Rule { scsa: Arc::new(scsa), is_mystery: false }
    }

    /// A codemaker of which players are given sample codes in place of the rule.
    pub fn mystery(scsa: impl Scsa + 'static) -> Codemaker {
        Codemaker::Rule { scsa: Arc::new(scsa), is_mystery: true }
    }

    /// The name, as it stands in records.
    pub fn name(&self) -> &str {
        match self {
            Codemaker::Rule { scsa, .. } => scsa.name(),
            Codemaker::Codes { name, .. } | Codemaker::Weighted { name, .. } | Codemaker::Recorded { name, .. } => name,
        }
    }

    /// The name from which random streams are derived. It does not contain the path of a file.
    pub fn stream_name(&self) -> &str {
        match self {
            Codemaker::Rule { scsa, .. } => scsa.name(),
            Codemaker::Codes { .. } => Codemaker::FILE_PREFIX,
            Codemaker::Weighted { .. } => Codemaker::WEIGHTED_PREFIX,
            Codemaker::Recorded { name, .. } => name,
        }
    }

    /// Why the codemaker does not support a game, or `None` if it does.
    pub fn objection(&self, game: Game) -> Option<String> {
        let misfit = |least: Game| {
            (!game.includes(least)).then(|| match game.with_repeats().includes(least) {
                true => "a color comes twice in some codes".to_owned(),
                false => format!("the codes have {} pegs and need {} colors", least.pegs(), least.colors()),
            })
        };
        match self {
            Codemaker::Rule { scsa, .. } if scsa.supports(game) => None,
            Codemaker::Rule { scsa, .. } if scsa.supports(game.with_repeats()) => {
                Some(format!("{} makes codes with a color twice", scsa.name()))
            }
            Codemaker::Rule { scsa, .. } => Some(format!("{} needs {}", scsa.name(), scsa.needs())),
            Codemaker::Codes { codes, .. } => misfit(Game::of_codes(codes.codes())?),
            Codemaker::Weighted { rule, .. } => misfit(rule.least_game()),
            Codemaker::Recorded { name, codes } => {
                codes.secrets(game).is_none().then(|| format!("there are no codes of {name} for this game"))
            }
        }
    }

    /// The number of secrets, if it is finite: the number of codes of a file, or of those made before.
    pub fn secrets(&self) -> Option<u64> {
        match self {
            Codemaker::Rule { .. } | Codemaker::Weighted { .. } => None,
            Codemaker::Codes { codes, .. } => Some(codes.codes().len() as u64),
            Codemaker::Recorded { codes, .. } => codes.0.values().map(|codes| codes.count).min(),
        }
    }

    /// The secrets of a game in the order of the rounds, if they are listed.
    pub(crate) fn listed(&self, game: Game) -> Option<&[Code]> {
        match self {
            Codemaker::Rule { .. } | Codemaker::Weighted { .. } => None,
            Codemaker::Codes { codes, .. } => Some(codes.codes()),
            Codemaker::Recorded { codes, .. } => codes.secrets(game),
        }
    }

    /// The rule, if there is one: that of an algorithm or of codes with weights.
    pub fn rule(&self) -> Option<Arc<dyn Scsa>> {
        match self {
            Codemaker::Rule { scsa, .. } => Some(Arc::clone(scsa)),
            Codemaker::Weighted { rule, .. } => Some(Arc::clone(rule) as Arc<dyn Scsa>),
            Codemaker::Codes { .. } | Codemaker::Recorded { .. } => None,
        }
    }

    /// The sample codes of a mystery, which have the game 7x5 whatever the game of the match; and those of a codemaker that is a
    /// program of its own, which have the game of the match. They are the same in every tournament, and not drawn from the streams of
    /// any seed. `None` for other codemakers.
    pub fn samples(&self, game: Game) -> Option<Arc<[Code]>> {
        if let Codemaker::Recorded { codes, .. } = self {
            return codes.samples(game);
        }
        let Codemaker::Rule { scsa, is_mystery: true } = self else { return None };
        let streams = Streams::samples(Codemaker::SAMPLE_SIZE, scsa.name());
        let draw = |number| self.secret(Codemaker::SAMPLE_SIZE, number, &mut streams.round(number));
        Some((1..=Codemaker::SAMPLES).filter_map(draw).collect())
    }

    /// The secret of a round; the first round is 1. `None` if a file has no more codes or the game is not supported.
    pub fn secret(&self, game: Game, round: u64, rng: &mut Rng) -> Option<Code> {
        match self {
            Codemaker::Rule { scsa, .. } => scsa.supports(game).then(|| scsa.draw(game, rng)),
            Codemaker::Weighted { rule, .. } => rule.supports(game).then(|| rule.draw(game, rng)),
            Codemaker::Codes { .. } | Codemaker::Recorded { .. } => {
                let index = usize::try_from(round.checked_sub(1)?).ok()?;
                self.listed(game)?.get(index).copied().filter(|code| game.is_legal(code))
            }
        }
    }
}

/// The codemakers that a program offers, by name.
#[derive(Clone, Debug, Default)]
pub struct Codemakers {
    contest: Vec<Codemaker>,
    variants: Vec<Codemaker>,
}

impl Codemakers {
    /// Those of [`scsa::algorithms`]: the visible ones and the mysteries, and the variants of 2024.
    pub fn builtin() -> Codemakers {
        let visible = algorithms::VISIBLE.into_iter().map(Codemaker::visible);
        let mysteries = algorithms::MYSTERIES.into_iter().map(Codemaker::mystery);
        let variants = algorithms::COURSE_2024.into_iter().map(Codemaker::visible);
        Codemakers { contest: visible.chain(mysteries).collect(), variants: variants.collect() }
    }

    /// Adds a codemaker.
    ///
    /// # Panics
    /// When a codemaker of that name is in the list: two codemakers of one name are a mistake in the program that lists them.
    pub fn add(&mut self, codemaker: Codemaker) {
        let name = codemaker.name();
        assert!(self.iter().all(|other| other.name() != name), "two codemakers have the name {name}");
        self.contest.push(codemaker);
    }

    /// The codemakers that "all codemakers" means: all but the variants of 2024.
    pub fn contest(&self) -> &[Codemaker] {
        &self.contest
    }

    /// The variants of 2024.
    pub fn variants(&self) -> &[Codemaker] {
        &self.variants
    }

    /// All codemakers, the variants of 2024 last.
    pub fn iter(&self) -> impl Iterator<Item = &Codemaker> {
        self.contest.iter().chain(&self.variants)
    }

    /// The codemaker of a name: one of the list, or `codes:` or `weighted:` and a path. `None` if there is none.
    ///
    /// # Errors
    /// [`CodeFileError`] when the file cannot be used.
    pub fn find(&self, name: &str) -> Result<Option<Codemaker>, CodeFileError> {
        if let Some(path) = name.strip_prefix(Codemaker::WEIGHTED_PREFIX) {
            let rule = Arc::new(read_weighted(Path::new(path))?);
            return Ok(Some(Codemaker::Weighted { name: name.to_owned(), rule }));
        }
        match name.strip_prefix(Codemaker::FILE_PREFIX) {
            Some(path) => {
                let codes = CodeFile::read(Path::new(path))?;
                Ok(Some(Codemaker::Codes { name: name.to_owned(), codes }))
            }
            None => Ok(self.iter().find(|codemaker| codemaker.name() == name).cloned()),
        }
    }
}

/// The size of the largest file that is read, in bytes.
const LARGEST: u64 = 512 << 20;
/// The most codes of a file. In memory, five million take some 500 MB while they are read.
const MOST_CODES: usize = 5_000_000;

/// Codes in order, read from a text file with one code a line, in letters or digits: secrets of a codemaker, or samples. Blank
/// lines are ignored.
#[derive(Clone, Debug, Default)]
pub struct CodeFile {
    path: PathBuf,
    codes: Arc<[Code]>,
}

impl CodeFile {
    /// Reads a file that a person named, which may be a link to a file.
    ///
    /// # Errors
    /// [`CodeFileError`] when it cannot be read, a line is not a code, codes have different lengths, or there is none.
    pub fn read(path: &Path) -> Result<CodeFile, CodeFileError> {
        let file = folder_files::named(path).map_err(|e| unreadable(path, e))?;
        Ok(CodeFile { path: path.to_owned(), ..CodeFile::read_recorded(&file)? })
    }

    /// Reads a file of a results folder.
    ///
    /// # Errors
    /// As [`CodeFile::read`], and when it is a link.
    pub fn read_recorded(path: &Path) -> Result<CodeFile, CodeFileError> {
        let mut codes: Vec<Code> = Vec::new();
        for (line, text) in lines(path)? {
            codes.push(next_code(path, line, &text, codes.first(), codes.len())?);
        }
        if codes.is_empty() {
            let what = "holds no code; one code a line was expected, such as ABCA";
            return Err(CodeFileError::new(format!("{} {what}", path.display())));
        }
        Ok(CodeFile { path: path.to_owned(), codes: codes.into() })
    }

    /// The path of the file, as it was given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The codes in order.
    pub fn codes(&self) -> &[Code] {
        &self.codes
    }
}

fn read_weighted(path: &Path) -> Result<WeightedCodes, CodeFileError> {
    let mut codes: Vec<(Code, f64)> = Vec::new();
    for (line, text) in lines(&folder_files::named(path).map_err(|e| unreadable(path, e))?)? {
        let (code, weight) = text.split_once(char::is_whitespace).unwrap_or((&text, "1"));
        let code = next_code(path, line, code, codes.first().map(|(first, _)| first), codes.len())?;
        let weight = weight.trim().parse().ok().filter(|weight: &f64| weight.is_finite() && *weight >= 0.0);
        let wanted = "write a code and a weight from 0 on, such as AABC 2.5";
        codes.push((code, weight.ok_or_else(|| at(path, line, wanted))?));
    }
    WeightedCodes::new(codes).map_err(|e| CodeFileError::new(format!("{}: {e}", path.display())))
}

/// The lines of a file that are not blank, with their numbers. Some editors begin a file with a byte order mark.
fn lines(path: &Path) -> Result<impl Iterator<Item = (usize, String)>, CodeFileError> {
    let bytes = folder_files::read(path, LARGEST).map_err(|e| unreadable(path, e))?;
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let trimmed = |line: &[u8]| String::from_utf8_lossy(line).trim().to_owned();
    let lines: Vec<String> = text.split(|&byte| byte == b'\n').map(trimmed).collect();
    Ok((1..).zip(lines).filter(|(_, text)| !text.is_empty()))
}

/// The code of a line. All codes of a file have the length of the first, and memory is bounded.
fn next_code(path: &Path, line: usize, text: &str, first: Option<&Code>, count: usize) -> Result<Code, CodeFileError> {
    let code = parse_code(text).map_err(|e| at(path, line, e))?;
    if count == MOST_CODES {
        let what = format!("holds more than {MOST_CODES} codes; give a file with fewer");
        return Err(CodeFileError::new(format!("{} {what}", path.display())));
    }
    match first.filter(|first| first.len() != code.len()) {
        Some(first) => {
            let (pegs, before) = (code.len(), first.len());
            let what = format!("the code has {pegs} pegs, those before it have {before}; use one file a game");
            Err(at(path, line, what))
        }
        None => Ok(code),
    }
}

/// Why a file of codes cannot be used. The message names the file and, where there is one, the line.
#[derive(Debug, Error)]
#[error("{sentence}")]
pub struct CodeFileError {
    sentence: String,
    #[source]
    cause: Option<io::Error>,
}

impl CodeFileError {
    const fn new(sentence: String) -> CodeFileError {
        CodeFileError { sentence, cause: None }
    }
}

fn unreadable(path: &Path, e: io::Error) -> CodeFileError {
    CodeFileError { sentence: format!("cannot read the codes in {}: {e}", path.display()), cause: Some(e) }
}

fn at(path: &Path, line: usize, what: impl fmt::Display) -> CodeFileError {
    CodeFileError::new(format!("{}, line {line}: {what}", path.display()))
}

/// What players know of the codemakers besides their names.
///
/// By default that is the rule of a visible codemaker and of codes with weights, [sample codes](Codemaker::samples) of a mystery and
/// of an external codemaker, and nothing of a file of codes.
#[derive(Clone, Debug, Default)]
pub struct KnowledgePolicy {
    /// Whether players know the rule of mysteries, too.
    pub reveal: bool,
    /// Sample codes of every codemaker whose rule players do not know: of files of codes, and of mysteries in place of their
    /// own samples. Their game need not be that of a match.
    pub samples: Option<CodeFile>,
}

impl KnowledgePolicy {
    /// What players know of a codemaker in a match of that game.
    pub fn knowledge(&self, codemaker: &Codemaker, game: Game) -> Knowledge {
        let is_mystery = matches!(codemaker, Codemaker::Rule { is_mystery: true, .. });
        if let Some(rule) = codemaker.rule().filter(|_| self.reveal || !is_mystery) {
            return Knowledge::Rule(rule);
        }
        let given = self.samples.as_ref().map(|file| Arc::clone(&file.codes));
        given.or_else(|| codemaker.samples(game)).map_or(Knowledge::Nothing, Knowledge::Samples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Seed;
    use scsa::Code;
    use std::fs;

    /// A repeated tournament must give players the same samples: these values must not change.
    #[test]
    fn the_samples_of_mysteries_are_pinned_and_drawn_by_their_rules() {
        let mut pinned = String::new();
        for scsa in algorithms::MYSTERIES {
            let samples = Codemaker::mystery(scsa).samples(Codemaker::SAMPLE_SIZE).unwrap();
            assert_eq!(samples.len(), 200);
            assert!(samples.iter().all(|code| scsa.probability(Codemaker::SAMPLE_SIZE, code) > 0.0));
            let first: Vec<String> = samples.iter().take(4).map(Code::to_string).collect();
            pinned += &format!("{} {} .. {}\n", scsa.name(), first.join(" "), samples[199]);
        }
        assert_eq!(
            pinned,
            "\
mystery-1 CCCCCCC DDDDDDD CEEEEEE BBBBBBE .. AAAAAAA
mystery-2 CDACDAC CDECDEC CBECBEC AEBAEBA .. ECAECAE
mystery-3 EEACCCA DEDCCDE CBDDBCC CDDECEE .. AABBACC
mystery-4 BEDBDAD ECBCBBC CEDCCEA EBEDDDA .. EBCEBDE
mystery-5 DEDEDED CDCDCDC AEAEAEA EAEAEAE .. EBEBEBE
"
        );
        for scsa in algorithms::VISIBLE.into_iter().chain(algorithms::COURSE_2024) {
            assert!(Codemaker::visible(scsa).samples(Codemaker::SAMPLE_SIZE).is_none());
        }
    }

    /// A tournament in the game of the samples has other secrets, whatever its seed.
    #[test]
    fn samples_are_not_the_secrets_of_a_seed() {
        let game = Codemaker::SAMPLE_SIZE;
        // This mystery has enough codes that ten equal codes in a row do not occur by chance.
        let mystery = Codemakers::builtin().find("mystery-4").unwrap().unwrap();
        let samples = mystery.samples(game).unwrap();
        for seed in (0..2000).chain([u64::MAX]) {
            let streams = Seed(seed).secrets(game, mystery.stream_name());
            let secrets = (1..=10).filter_map(|round| mystery.secret(game, round, &mut streams.round(round)));
            assert!(!secrets.eq(samples.iter().copied().take(10)), "{seed}");
        }
    }

    fn describe(policy: &KnowledgePolicy, codemaker: &Codemaker) -> String {
        match policy.knowledge(codemaker, Codemaker::SAMPLE_SIZE) {
            Knowledge::Nothing => "nothing".to_owned(),
            Knowledge::Rule(scsa) => format!("the rule of {}", scsa.name()),
            Knowledge::Samples(codes) if codemaker.samples(Codemaker::SAMPLE_SIZE).is_some_and(|own| own == codes) => {
                "own".to_owned()
            }
            Knowledge::Samples(codes) => codes.iter().map(Code::to_string).collect::<Vec<_>>().join(" "),
        }
    }

    #[test]
    fn knowledge_of_every_kind_of_codemaker() {
        let codemakers = Codemakers::builtin();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("codes.txt");
        fs::write(&path, "ABC\nBCA\n").unwrap();
        let file = codemakers.find(&format!("codes:{}", path.display())).unwrap().unwrap();
        let given = CodeFile::read(&path).unwrap();
        let policies = [(false, None), (true, None), (false, Some(given.clone())), (true, Some(given))]
            .map(|(reveal, samples)| KnowledgePolicy { reveal, samples });
        let of_file = policies.each_ref().map(|policy| describe(policy, &file));
        assert_eq!(of_file, ["nothing", "nothing", "ABC BCA", "ABC BCA"]);
        for codemaker in codemakers.iter() {
            let rule = &*format!("the rule of {}", codemaker.name());
            let wanted =
                if codemaker.name().starts_with("mystery-") { ["own", rule, "ABC BCA", rule] } else { [rule; 4] };
            assert_eq!(policies.each_ref().map(|policy| describe(policy, codemaker)), wanted);
        }
    }
}
