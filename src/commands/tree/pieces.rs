//! The pieces of a proof, in a folder that searches share.

use crate::failure::Failure;
use crate::present::notice;
use crate::this_program::{of_this_program, with_hash};
use folder_files::{append, exists, make_folder, names, open, read_text, remove_if_there};
use scsa::notation::{Notation, parse_code};
use scsa::{Code, Game, Response};
use serde::{Deserialize, Serialize};
use solver::{Archive, Fact, ListedProblem, Piece, PieceBound, SearchMonitor, Strategy};
use std::collections::{BTreeMap, HashMap};
use std::fs::{File, TryLockError};
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tournament::{FileError, Manifest, ShardNumber, files};

/// What is proved: the least total of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proved {
    pub game: Game,
    pub consistent: bool,
}

/// The file of a piece.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PieceFile {
    /// The version of the format.
    piece: u32,
    proved: Proved,
    first: String,
    /// The black and the white pegs of the response to the first guess.
    response: Option<(u8, u8)>,
    share: (usize, usize),
    lower_bound: u64,
    strategy: Option<Branch>,
}

/// A strategy: a guess, and what follows each response.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Branch {
    guess: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    next: BTreeMap<String, Branch>,
}

/// The first line of a journal.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct JournalHead {
    proved: Proved,
    /// The program: another one may name sets of candidates by other keys.
    program: Option<String>,
}

/// The version of the format of pieces, and of the order of the guesses, of which a share has every n-th: raise it when either changes.
const VERSION: u32 = 1;
/// The most bytes of a piece.
const MOST_BYTES: u64 = 1 << 30;
/// The least time between two writes of what was noted.
const WRITE_EVERY: Duration = Duration::from_secs(1);
/// The most bytes of a line of a journal.
const MOST_LINE: u64 = 4096;
/// Not the extension of a shard of a tournament.
const JOURNAL: &str = "facts";
const PIECE: &str = "json";

/// The pieces of a proof in a folder, of which a search does those of a shard.
pub struct Pieces {
    folder: PathBuf,
    proved: Proved,
    shard: ShardNumber,
    watch: Arc<SearchMonitor>,
    journal: Mutex<(BufWriter<File>, Instant)>,
    /// Why a file could not be read or written, after which the search is stopped.
    fault: Mutex<Option<Failure>>,
}

impl Proved {
    /// What is proved, in words.
    pub fn name(self) -> String {
        format!("{}{}", self.game, if self.consistent { ", consistent guesses" } else { "" })
    }
}

impl Pieces {
    /// What is proved in a folder, by the files that are there; none where it has no pieces.
    pub fn proved_in(folder: &Path) -> Result<Option<Proved>, Failure> {
        let mut proved: Option<(PathBuf, Proved)> = None;
        for path in files_of(folder, PIECE)?.into_iter().chain(files_of(folder, JOURNAL)?) {
            let of_path = match path.extension() {
                Some(extension) if extension == PIECE => piece_file(&path)?.proved,
                _ => match journal(&path)? {
                    Some((head, _)) => head.proved,
                    None => continue,
                },
            };
            match &proved {
                Some((other, of_other)) if *of_other != of_path => bail!(
                    "{} is of {}, {} of {}; give a folder with the pieces of one proof",
                    other.display(),
                    of_other.name(),
                    path.display(),
                    of_path.name()
                ),
                _ => proved = Some((path, of_path)),
            }
        }
        Ok(proved.map(|(_, proved)| proved))
    }

    /// Checks the pieces that are there, and begins or goes on with a shard.
    pub fn open(
        folder: &Path,
        proved: Proved,
        shard: ShardNumber,
        watch: &Arc<SearchMonitor>,
    ) -> Result<Pieces, Failure> {
        make_folder(folder)
            .map_err(|e| failure!("cannot make the folder {}: {e}; give another one with --out", folder.display()))?;
        let mut candidates = HashMap::new();
        for path in files_of(folder, PIECE)? {
            let (piece, _) = bound_of(&path, proved, &mut candidates)?;
            let name = name(&piece);
            ensure!(path.ends_with(&name), "{} is the piece {name}; rename it", path.display());
        }
        let path = journal_path(folder, shard);
        let failed = |e| Failure::from(FileError::new(&path, "write", e));
        let mut file = append(&path).map_err(failed)?;
        // A network file system may have no locks. That is no reason not to search.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            bail!("another search works on shard {shard} in {}; wait until it ends", folder.display());
        }
        let head = JournalHead { proved, program: with_hash(of_this_program(Manifest::default())).program_sha256 };
        let line = serde_json::to_string(&head).unwrap_or_default() + "\n";
        match journal(&path)? {
            Some((of_file, length)) if of_file == head && head.program.is_some() => {
                file.set_len(length).map_err(failed)?;
            }
            there => {
                let path = path.display();
                match there {
                    Some(_) => {
                        notice(format_args!("note: {path} is of another version of the program, and begins anew"));
                    }
                    None => ensure!(
                        read_text(&journal_path(folder, shard), MOST_LINE).is_ok_and(|text| line.starts_with(&text)),
                        "{path} is no journal of a proof; give another folder with --out"
                    ),
                }
                file.set_len(0).and_then(|()| file.write_all(line.as_bytes())).map_err(failed)?;
            }
        }
        Ok(Pieces {
            folder: folder.to_owned(),
            proved,
            shard,
            watch: Arc::clone(watch),
            journal: Mutex::new((BufWriter::new(file), Instant::now())),
            fault: Mutex::new(None),
        })
    }

    /// Ends the search, after which the journal of a shard is needed no longer if its pieces are complete.
    pub fn close(self, is_complete: bool) -> Result<(), Failure> {
        let path = journal_path(&self.folder, self.shard);
        let Pieces { journal, fault, .. } = self;
        if let Some(fault) = fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(fault);
        }
        let (mut file, _) = journal.into_inner().unwrap_or_else(PoisonError::into_inner);
        let ended = if is_complete { remove_if_there(&path) } else { file.flush() };
        ended.map_err(|e| FileError::new(&path, "write", e).into())
    }

    fn fail(&self, fault: impl Into<Failure>) {
        lock(&self.fault).get_or_insert(fault.into());
        self.watch.stop();
    }
}

impl Archive for Pieces {
    fn is_own(&self, number: usize) -> bool {
        number % self.shard.count() == self.shard.number() - 1
    }

    fn load(&self, piece: &Piece) -> Option<PieceBound> {
        let path = self.folder.join(name(piece));
        if !exists(&path) {
            return None;
        }
        match bound_of(&path, self.proved, &mut HashMap::new()) {
            Ok((_, bound)) => Some(bound),
            Err(fault) => {
                self.fail(fault);
                None
            }
        }
    }

    fn save(&self, piece: &Piece, bound: &PieceBound) {
        let notation = Notation::of(self.proved.game);
        let file = PieceFile {
            piece: VERSION,
            proved: self.proved,
            first: notation.code(&piece.first),
            response: piece.response.map(|response| (response.black() as u8, response.white() as u8)),
            share: (piece.share.0 + 1, piece.share.1),
            lower_bound: bound.lower,
            strategy: bound.strategy.as_ref().map(|strategy| branch(strategy, notation)),
        };
        let path = self.folder.join(name(piece));
        let text = serde_json::to_string(&file).unwrap_or_default() + "\n";
        if let Err(e) = files::write_whole(&path, text.as_bytes()) {
            self.fail(e);
        }
    }

    fn note(&self, fact: Fact) {
        let mut journal = lock(&self.journal);
        let (file, written) = &mut *journal;
        let is_due = written.elapsed() >= WRITE_EVERY;
        let end = if fact.is_exact { "exact" } else { "least" };
        let wrote = writeln!(file, "{:x} {} {} {end}", fact.key, fact.candidates, fact.lower);
        let wrote = wrote.and_then(|()| if is_due { file.flush() } else { Ok(()) });
        if is_due {
            *written = Instant::now();
        }
        if let Err(e) = wrote {
            self.fail(FileError::new(&journal_path(&self.folder, self.shard), "write", e));
        }
    }

    fn noted(&self, each: &mut dyn FnMut(Fact)) {
        let program = with_hash(of_this_program(Manifest::default())).program_sha256;
        let read = |path: &Path, each: &mut dyn FnMut(Fact)| match journal(path)? {
            Some((head, _)) if program.is_some() && head.program == program => visit(path, each).map(drop),
            None => Ok(()),
            Some(_) => {
                notice(format_args!(
                    "note: {} is of another version of the program; only its pieces are used",
                    path.display()
                ));
                Ok(())
            }
        };
        let journals = files_of(&self.folder, JOURNAL);
        let read = journals.and_then(|journals| journals.iter().try_for_each(|path| read(path, each)));
        if let Err(fault) = read {
            self.fail(fault);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The files of a folder with this extension, sorted.
fn files_of(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, Failure> {
    if !exists(folder) {
        return Ok(Vec::new());
    }
    ensure!(folder.is_dir(), "{} is no folder; give another one with --out", folder.display());
    let names = names(folder).map_err(|e| FileError::new(folder, "read", e))?;
    let mut paths: Vec<PathBuf> = names.iter().map(|name| folder.join(name)).collect();
    paths.retain(|path| path.extension().is_some_and(|of_path| of_path == extension));
    paths.sort();
    Ok(paths)
}

fn journal_path(folder: &Path, shard: ShardNumber) -> PathBuf {
    folder.join(format!("shard-{}-of-{}.{JOURNAL}", shard.number(), shard.count()))
}

fn name(piece: &Piece) -> String {
    format!("{piece}.{PIECE}")
}

/// A response as `2b0w`.
fn word(response: Response) -> String {
    format!("{}b{}w", response.black(), response.white())
}

fn branch(strategy: &Strategy, notation: Notation) -> Branch {
    let next = strategy.next.iter().map(|(response, next)| (word(*response), branch(next, notation)));
    Branch { guess: notation.code(&strategy.guess), next: next.collect() }
}

fn piece_file(path: &Path) -> Result<PieceFile, Failure> {
    let damaged = |e: &dyn std::fmt::Display| {
        failure!(
            "{} is no piece of a proof, or damaged: {e}; give another folder with --out, or remove the file, and its piece is searched again",
            path.display()
        )
    };
    let text = read_text(path, MOST_BYTES).map_err(|e| damaged(&e))?;
    let file: serde_json::Value = serde_json::from_str(&text).map_err(|e| damaged(&e))?;
    if let Some(version) = file["piece"].as_u64().filter(|version| *version != u64::from(VERSION)) {
        bail!(
            "{} has version {version} of pieces, this program reads {VERSION}; go on with the other one",
            path.display()
        );
    }
    serde_json::from_value(file).map_err(|e| damaged(&e))
}

/// The piece of a file, with its bound. A strategy is played against each candidate.
fn bound_of(
    path: &Path,
    proved: Proved,
    candidates: &mut HashMap<(Code, Option<Response>), Vec<Code>>,
) -> Result<(Piece, PieceBound), Failure> {
    let (file, game) = (piece_file(path)?, proved.game);
    let wrong = |what: String| failure!("{}: {what}; remove the file, and its piece is searched again", path.display());
    if file.proved != proved {
        return Err(wrong(format!("it is a piece of {}", file.proved.name())));
    }
    let code = |text: &str| {
        let code = parse_code(text).map_err(|e| wrong(e.to_string()))?;
        if game.is_legal(&code) { Ok(code) } else { Err(wrong(format!("{text} is no code of {game}"))) }
    };
    let first = code(&file.first)?;
    let response = match file.response {
        Some((black, white)) if usize::from(black) + usize::from(white) > game.pegs() => {
            return Err(wrong(format!("{black} black and {white} white are no response at {game}")));
        }
        response => response.map(|(black, white)| Response::new(black, white)),
    };
    let (share, shares) = file.share;
    if !(1..=shares).contains(&share) {
        return Err(wrong(format!("there is no piece {share} of {shares}")));
    }
    let codes = game.count_at_most(ListedProblem::MAX_CODES).unwrap_or_default();
    if file.lower_bound > codes * (codes + 1) / 2 {
        return Err(wrong(format!("no strategy takes {} guesses", file.lower_bound)));
    }
    let strategy = match &file.strategy {
        None => None,
        Some(branch) => {
            let is_candidate = |secret: &Code| response.is_none_or(|response| game.answer(&first, secret) == response);
            let candidates = candidates.entry((first, response));
            let candidates = candidates.or_insert_with(|| game.codes().filter(is_candidate).collect());
            let (strategy, total) = played(branch, candidates, proved, &code).map_err(|e| match e {
                Ok(failure) => failure,
                Err(what) => wrong(what),
            })?;
            if total != file.lower_bound {
                return Err(wrong(format!("the strategy takes {total} guesses, the bound is {}", file.lower_bound)));
            }
            Some(strategy)
        }
    };
    let piece = Piece { first, response, share: (share - 1, shares) };
    Ok((piece, PieceBound { lower: file.lower_bound, strategy }))
}

/// The strategy of a branch, and the guesses that it takes for the candidates.
fn played(
    branch: &Branch,
    candidates: &[Code],
    proved: Proved,
    code: &dyn Fn(&str) -> Result<Code, Failure>,
) -> Result<(Strategy, u64), Result<Failure, String>> {
    let guess = code(&branch.guess).map_err(Ok)?;
    let text = &branch.guess;
    if proved.consistent && !candidates.contains(&guess) {
        return Err(Err(format!("the guess {text} cannot be the secret")));
    }
    let mut parts: BTreeMap<String, (Response, Vec<Code>)> = BTreeMap::new();
    for secret in candidates.iter().filter(|secret| **secret != guess) {
        let response = proved.game.answer(&guess, secret);
        parts.entry(word(response)).or_insert_with(|| (response, Vec::new())).1.push(*secret);
    }
    let wins = candidates.contains(&guess);
    if !parts.keys().eq(branch.next.keys()) || !wins && parts.len() < 2 {
        return Err(Err(format!("the responses after {text} are not those of the candidates")));
    }
    let (mut total, mut next) = (candidates.len() as u64, Vec::new());
    for ((response, part), of_part) in parts.values().zip(branch.next.values()) {
        let (strategy, cost) = played(of_part, part, proved, code)?;
        total += cost;
        next.push((*response, strategy));
    }
    next.sort_by_key(|(response, _)| response.index());
    Ok((Strategy { guess, wins, next }, total))
}

/// The head of a journal, and its length up to the last whole line; none where it was cut before its first line ends.
fn journal(path: &Path) -> Result<Option<(JournalHead, u64)>, Failure> {
    visit(path, &mut |_| ())
}

/// Reads a journal up to the last whole line.
fn visit(path: &Path, each: &mut dyn FnMut(Fact)) -> Result<Option<(JournalHead, u64)>, Failure> {
    let failed = |e| Failure::from(FileError::new(path, "read", e));
    let mut file = BufReader::new(open(path).map_err(failed)?);
    let (mut line, mut length, mut head) = (Vec::new(), 0, None);
    loop {
        line.clear();
        length += file.by_ref().take(MOST_LINE).read_until(b'\n', &mut line).map_err(failed)? as u64;
        let text = str::from_utf8(&line).ok().and_then(|line| line.strip_suffix('\n')).unwrap_or_default();
        match (&head, fact(text)) {
            (Some(_), Some(fact)) => each(fact),
            (Some(_), None) => return Ok(head.map(|head| (head, length - line.len() as u64))),
            (None, _) => match serde_json::from_str::<JournalHead>(text) {
                Ok(of_text) => head = Some(of_text),
                Err(_) => return Ok(None),
            },
        }
    }
}

fn fact(line: &str) -> Option<Fact> {
    let mut words = line.split(' ');
    let key = u128::from_str_radix(words.next()?, 16).ok()?;
    let candidates = words.next()?.parse().ok()?;
    let (lower, end) = (words.next()?.parse().ok()?, words.next()?);
    let is_exact = end == "exact";
    (is_exact || end == "least").then_some(Fact { key, candidates, lower, is_exact })
}
