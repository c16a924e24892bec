//! Everything that reads files and lines that others wrote, as functions of bytes: for fuzzing, and for the tests of the program, which
//! run the same functions on changed files.
//!
//! The law: any bytes give an answer or one sentence, within bounded memory and steps.

use external::protocol;
use players::tree::Tree;
use std::{fmt::Display, fs, io, io::Read, path::Path};
use tournament::compare::{Leaderboard, Measure, RoundTable};
use tournament::{
    CodeFile, Codemakers, FinishedRounds, JOURNAL, Journal, KnownRounds, Plan, ShardFile, ShardRounds, files, verify,
};

pub struct Reader {
    /// Its name: that of its folder in `corpus`, and of its target.
    pub name: &'static str,
    /// Reads bytes. An error is the sentence that the program prints.
    pub read: fn(&[u8]) -> Result<(), String>,
    /// A file that it reads without an error.
    pub valid: &'static [u8],
    /// Writes the checksums of changed bytes anew, so that they are read and not only refused.
    pub seal: fn(&[u8]) -> Vec<u8>,
}

/// The files of the results folder in which one file is replaced.
const FOLDER: [(&str, &[u8]); 5] = [
    (files::MANIFEST, include_bytes!("corpus/manifest/valid.json")),
    (files::ROUNDS, include_bytes!("corpus/rows/valid.csv")),
    (files::SUMMARY, include_bytes!("corpus/summary/valid.csv")),
    (files::TIMINGS, include_bytes!("corpus/timings/valid.csv")),
    (files::TIMING_SUMMARY, include_bytes!("corpus/timing-summary/valid.csv")),
];

/// A reader of bytes without checksums.
const fn reader(name: &'static str, read: fn(&[u8]) -> Result<(), String>, valid: &'static [u8]) -> Reader {
    Reader { name, read, valid, seal: <[u8]>::to_vec }
}

pub const READERS: [Reader; 12] = [
    reader("rows", rows, FOLDER[1].1),
    reader("timings", |bytes| verified(files::TIMINGS, bytes), FOLDER[3].1),
    reader("summary", summary, FOLDER[2].1),
    reader("timing-summary", |bytes| verified(files::TIMING_SUMMARY, bytes), FOLDER[4].1),
    reader("manifest", |bytes| verified(files::MANIFEST, bytes), FOLDER[0].1),
    Reader { name: "journal", read: journal, valid: include_bytes!("corpus/journal/valid.bin"), seal: sealed_journal },
    Reader { name: "shard", read: shard, valid: include_bytes!("corpus/shard/valid.bin"), seal: sealed_shard },
    reader("tree-csv", |bytes| sentence(Tree::from_csv(bytes)), include_bytes!("corpus/tree-csv/valid.csv")),
    reader("codes", codes, include_bytes!("corpus/codes/valid.txt")),
    reader("toml", toml, include_bytes!("corpus/toml/valid.toml")),
    reader("answers", answers, include_bytes!("corpus/answers/valid.txt")),
    reader("requests", requests, include_bytes!("corpus/requests/valid.txt")),
];

/// Reads bytes by the reader of that name, as they are and with checksums written anew. For fuzzing.
#[allow(dead_code, reason = "tests go through the readers themselves")]
pub fn read(name: &str, bytes: &[u8]) {
    for reader in READERS.iter().filter(|reader| reader.name == name) {
        for bytes in [bytes.to_vec(), (reader.seal)(bytes)] {
            if let Err(sentence) = (reader.read)(&bytes) {
                assert_sentence(&sentence);
            }
        }
    }
}

/// Checks that what is said of bytes can be printed as one sentence.
pub fn assert_sentence(sentence: &str) {
    assert!(!sentence.is_empty(), "there is nothing to say");
    assert!(sentence.len() < 100_000, "{} bytes are no sentence", sentence.len());
}

fn sentence<T>(result: Result<T, impl Display>) -> Result<(), String> {
    result.map(|_| ()).map_err(|e| e.to_string())
}

fn folder_with(name: &str, bytes: &[u8]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    fs::write(folder.path().join(name), bytes).expect("the folder can be written to");
    folder
}

/// The tournament of the files.
fn plan(rounds: u64) -> Plan {
    let codemaker = Codemakers::builtin().find("insert-colors").expect("it reads no file").expect("there is one");
    Plan::new([players::find("rao").expect("there is one")], [codemaker], ["4x6".parse().expect("a size")])
        .rounds(rounds)
}

/// Verifies the results with one of their files replaced, and reads them to add to them.
fn verified(name: &str, bytes: &[u8]) -> Result<(), String> {
    let folder = folder_with(name, bytes);
    for (other, bytes) in FOLDER.iter().filter(|(other, _)| *other != name) {
        fs::write(folder.path().join(other), bytes).expect("the folder can be written to");
    }
    let plan = plan(5);
    let found = verify(folder.path(), &plan, None).map_err(|e| e.to_string())?;
    found.findings.iter().for_each(|finding| assert_sentence(&finding.text));
    let finished = FinishedRounds::open(folder.path(), &plan).and_then(|mut rounds| rounds.check(&plan));
    finished.map_err(|e| e.to_string())?;
    found.findings.first().map_or(Ok(()), |finding| Err(finding.text.clone()))
}

fn rows(bytes: &[u8]) -> Result<(), String> {
    let table = RoundTable::from_csv(files::ROUNDS, bytes).map(|table| {
        let _ = Leaderboard::of_table(&table, Measure::Score);
    });
    verified(files::ROUNDS, bytes).and(sentence(table))
}

fn summary(bytes: &[u8]) -> Result<(), String> {
    let folder = folder_with(files::SUMMARY, bytes);
    let rows = files::read_results(folder.path()).map(|results| {
        let _ = Leaderboard::from_summaries(&results.summaries, Measure::Score);
    });
    sentence(rows).and(verified(files::SUMMARY, bytes))
}

fn journal(bytes: &[u8]) -> Result<(), String> {
    let (folder, plan) = (folder_with(JOURNAL, bytes), plan(200_000));
    let (_, mut rounds) = Journal::open(folder.path(), &plan, Box::new(())).map_err(|e| e.to_string())?;
    read_known(&mut rounds, &plan)
}

fn shard(bytes: &[u8]) -> Result<(), String> {
    let folder = folder_with("shard-1-of-1.bin", bytes);
    let shard = ShardFile::open(&folder.path().join("shard-1-of-1.bin")).map_err(|e| e.to_string())?;
    let shards = ShardRounds::sorted(vec![shard]).map_err(|e| e.to_string())?;
    let plan = plan(20);
    let mut rounds = ShardRounds::new(shards, &plan).map_err(|e| e.to_string())?;
    read_known(&mut rounds, &plan)
}

fn read_known(rounds: &mut dyn KnownRounds, plan: &Plan) -> Result<(), String> {
    for match_ in plan.matches() {
        let (known, mut next) = (rounds.of_match(&match_).rounds, 1);
        while next <= known {
            let batch = rounds.read(&match_, next).map_err(|e| e.to_string())?;
            assert!(batch.next() > next, "reading goes on");
            next = batch.next();
        }
    }
    Ok(())
}

fn codes(bytes: &[u8]) -> Result<(), String> {
    let folder = folder_with("codes.txt", bytes);
    let path = folder.path().join("codes.txt");
    let weighted = Codemakers::builtin().find(&format!("weighted:{}", path.display()));
    sentence(weighted).and(sentence(CodeFile::read(&path)))
}

fn toml(bytes: &[u8]) -> Result<(), String> {
    arena::check_tournament_file("t.toml", &String::from_utf8_lossy(bytes))
}

/// Lines of a player, each as the answer to everything.
fn answers(bytes: &[u8]) -> Result<(), String> {
    let game = "4x6".parse().expect("a size");
    let answer = |(turn, line): (usize, &[u8])| {
        let faults = [
            protocol::parse_hello(line).err(),
            protocol::parse_ready(line).err(),
            protocol::parse_end(line).err(),
            protocol::parse_guess(line, turn, game).err(),
        ];
        let fault = (faults.iter().all(Option::is_some)).then(|| faults.into_iter().flatten().last()).flatten();
        fault.map_or(Ok(()), |fault| Err(fault.to_string()))
    };
    (1..).zip(bytes.split(|byte| *byte == b'\n')).filter(|(_, line)| !line.is_empty()).try_for_each(answer)
}

/// Lines of a tournament to a player.
fn requests(bytes: &[u8]) -> Result<(), String> {
    let player = players::find("rao").expect("there is one");
    sentence(external::serve(&player, |_| None, bytes.take(1 << 16), io::sink()))
}

/// Writes the checksums of the frames from a place on anew, as far as they are whole, and returns where each of them ends.
fn seal_frames(bytes: &mut [u8], mut place: usize) -> Vec<usize> {
    let mut ends = Vec::new();
    while let Some(length) = bytes.get(place..place + 4).map(|head| u32::from_le_bytes(head.try_into().expect("four")))
    {
        let Some(end) = (place + 8).checked_add(length as usize).filter(|end| *end <= bytes.len()) else { break };
        let checksum = crc32fast::hash(&bytes[place + 8..end]);
        bytes[place + 4..place + 8].copy_from_slice(&checksum.to_le_bytes());
        place = end;
        ends.push(end);
    }
    ends
}

/// The bytes as a journal of the tournament of the files.
fn sealed_journal(bytes: &[u8]) -> Vec<u8> {
    let valid = include_bytes!("corpus/journal/valid.bin");
    let mut sealed = [&valid[..24], bytes.get(24..).unwrap_or_default()].concat();
    seal_frames(&mut sealed, 24);
    sealed
}

/// The bytes as a shard: magic bytes, a header, entries, and a frame with their number. If the text of the header has another length,
/// that is written, too.
fn sealed_shard(bytes: &[u8]) -> Vec<u8> {
    let text = bytes.get(16..).unwrap_or_default();
    let mut header = serde_json::Deserializer::from_slice(text).into_iter::<serde::de::IgnoredAny>();
    let length = if matches!(header.next(), Some(Ok(_))) { header.byte_offset() } else { 0 };
    let mut sealed =
        [&include_bytes!("corpus/shard/valid.bin")[..8], &(length as u32).to_le_bytes(), &[0; 4], text].concat();
    let mut ends = seal_frames(&mut sealed, 8);
    if ends.last().is_some_and(|end| sealed[..*end].ends_with(b" entries")) {
        ends.pop();
    }
    sealed.truncate(ends.last().copied().unwrap_or(8));
    let count = format!("{} entries", ends.len().saturating_sub(1));
    let place = sealed.len();
    sealed.extend_from_slice(&[&(count.len() as u32).to_le_bytes(), &[0; 4][..], count.as_bytes()].concat());
    seal_frames(&mut sealed, place);
    sealed
}

/// The cases of a reader that are kept in a folder `corpus`.
#[allow(dead_code, reason = "fuzzing reads the folder itself")]
pub fn cases(corpus: &Path, reader: &Reader) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(corpus.join(reader.name)).expect("every reader has cases");
    let case = |entry: io::Result<fs::DirEntry>| {
        let path = entry.expect("the folder is read").path();
        (path.display().to_string(), fs::read(&path).expect("the case is read"))
    };
    let mut cases: Vec<_> = entries.map(case).collect();
    cases.sort();
    cases
}
