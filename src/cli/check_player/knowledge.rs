//! Games of which the player knows little: sample codes of another size, or nothing.

use super::{
    finding::{CheckResult, problems},
    subject::Subject,
};
use crate::cli::{Failure, counted, program_name::program_name};
use scsa::{Code, Size};
use std::{fmt::Write as _, fs};
use tournament::{CodeFile, Codemaker, KnowledgePolicy, Seed};

/// The codemaker whose codes are given, as samples or as secrets.
const SOURCE: &str = "insert-colors";
/// The size of the samples: another number of pegs than that of any match, and colors that the match does not have.
const SAMPLE_SIZE: Size = match Size::new(10, 26) {
    Ok(size) => size,
    Err(_) => panic!("10x26 is a size"),
};
/// The number of samples.
const SAMPLES: u64 = 12;
/// The rounds of a match.
const ROUNDS: u64 = 4;

/// Gives samples of another size than the match.
pub fn check_samples(subject: &Subject<'_>, size: Size) -> Result<CheckResult, Failure> {
    let path = write_codes(subject, "samples.txt", SAMPLE_SIZE, SAMPLES)?;
    let names = ["mystery-1", "mystery-3"];
    let codemakers = names.iter().map(|name| subject.codemaker(name)).collect::<Result<Vec<_>, _>>()?;
    let plan =
        subject.plan(codemakers, [size], ROUNDS).knowledge(KnowledgePolicy { reveal: false, samples: Some(path) });
    let played = subject.play(&plan, 1, false)?;
    let make = make_codes(SAMPLE_SIZE, SAMPLES, "samples.txt");
    let problems = problems(subject, played.rounds(), |game, round| {
        format!("{make} && {} --samples samples.txt", subject.games(game.codemaker.name(), size, round))
    });
    let rounds = counted(played.records.len(), "round");
    Ok(CheckResult::of(problems, format!("{rounds} at {size} with samples of {SAMPLE_SIZE}")))
}

/// Says nothing of the codemaker.
pub fn check_nothing(subject: &Subject<'_>, size: Size) -> Result<CheckResult, Failure> {
    let codes = write_codes(subject, "codes.txt", size, ROUNDS)?;
    let name = format!("{}codes.txt", Codemaker::FILE_PREFIX);
    let plan = subject.plan([Codemaker::Codes { name: name.clone(), codes }], [size], ROUNDS);
    let played = subject.play(&plan, 1, false)?;
    let make = make_codes(size, ROUNDS, "codes.txt");
    let problems =
        problems(subject, played.rounds(), |_, round| format!("{make} && {}", subject.games(&name, size, round)));
    let rounds = counted(played.records.len(), "round");
    Ok(CheckResult::of(problems, format!("{rounds} at {size} with secrets of a file")))
}

/// The codes that a command of [`make_codes`] writes.
fn write_codes(subject: &Subject<'_>, name: &str, size: Size, count: u64) -> Result<CodeFile, Failure> {
    let codemaker = subject.codemaker(SOURCE)?;
    let streams = Seed(1).secrets(size, codemaker.stream_name());
    let codes = (1..=count).filter_map(|number| codemaker.secret(size, number, &mut streams.round(number)));
    let text = codes.fold(String::new(), |mut text, code: Code| {
        // Writing into memory does not fail.
        let _ = writeln!(text, "{code}");
        text
    });
    let path = subject.file(name);
    fs::write(&path, text).map_err(|e| Failure::run(format!("cannot write {}: {e}", path.display())))?;
    CodeFile::read(&path).map_err(|e| Failure::run(e.to_string()))
}

/// The command that writes codes of the first rounds into a file.
fn make_codes(size: Size, count: u64, file: &str) -> String {
    format!("{} codes {SOURCE} --size {size} --count {count} > {file}", program_name())
}
