//! Codemakers that are programs of their own, on the command line.

use super::{
    Failure,
    external::{self, launcher},
    settings::{programs::Programs, setting::Setting},
};
use ::external::{ExternalPlayer, is_name};
use scsa::{Code, Color, Size};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tournament::{CodeFile, Codemaker, Plan, RecordedCodes, Registry, Streams, files};

/// The command of a codemaker that was recorded.
const RECORDED: &str = "recorded:";

/// The codemakers that are given as NAME=COMMAND, with the codes that their programs make for a plan.
pub fn codemakers(
    registry: &Registry,
    given: &[Setting<String>],
    plan: &Plan,
    programs: &Programs<'_>,
) -> Result<Vec<Codemaker>, Failure> {
    let mut all: Vec<Codemaker> = Vec::new();
    for Setting { value: text, origin } in given {
        let (name, command) = text.split_once('=').filter(|(name, _)| is_name(name)).ok_or_else(|| {
            Failure::input(format!(
                "{origin} '{text}' is not NAME=COMMAND, with a name of lowercase letters, digits and hyphens; write for \
                 example mine='python3 mine.py'"
            ))
        })?;
        let is_known = registry.codemakers.iter().chain(&all).any(|codemaker| codemaker.name() == name);
        if is_known {
            return Err(Failure::input(format!("{origin} {text}: a codemaker has the name {name}; give another name")));
        }
        let codes = match command.strip_prefix(RECORDED) {
            Some(folder) => recorded(name, Path::new(folder))?,
            None if programs.are_started => {
                let program = ExternalPlayer::from_text(text, launcher()?, plan.limits.memory_mb, external::scripts)
                    .map_err(|e| Failure::input(format!("{origin}: {e}")))?;
                made(&external::with_limits(program, plan.limits, Some(programs.out)), name, plan)?
            }
            None => stand_in(plan),
        };
        all.push(Codemaker::Recorded { name: name.to_owned(), codes });
    }
    Ok(all)
}

/// Codes in the place of those that a program would make: as many, all of the same color.
fn stand_in(plan: &Plan) -> RecordedCodes {
    let mut codes = RecordedCodes::default();
    for &size in &plan.sizes {
        let code = Code::uniform(size, Color::A);
        codes.insert(size, vec![code; rounds(plan) as usize], vec![code]);
    }
    codes
}

fn rounds(plan: &Plan) -> u64 {
    plan.rounds.unwrap_or(Plan::ROUNDS)
}

/// The codes that a program makes.
fn made(program: &ExternalPlayer, name: &str, plan: &Plan) -> Result<RecordedCodes, Failure> {
    let mut codes = RecordedCodes::default();
    for &size in &plan.sizes {
        let make = |count: u64, streams: Streams| {
            // Round 0 of the streams, which no tournament plays. The seed is a number that every language can read.
            let seed = streams.round(0).seed() as u64 >> 1;
            let made = program.make_codes(size, count, seed, plan.limits.preparation());
            made.map_err(|e| {
                Failure::input(format!(
                    "the codemaker {name} makes no codes of size {size}: {e}; mend its program or choose other --sizes"
                ))
            })
        };
        let samples = make(Codemaker::SAMPLES, Streams::samples(size, name))?;
        codes.insert(size, make(rounds(plan), plan.seed.secrets(size, name))?, samples);
    }
    Ok(codes)
}

/// The codes that a tournament recorded in its folder of results.
fn recorded(name: &str, folder: &Path) -> Result<RecordedCodes, Failure> {
    let folder = if folder.join(files::CODES).is_dir() { folder.join(files::CODES) } else { folder.to_owned() };
    let unreadable = |e: std::io::Error| {
        Failure::input(format!(
            "the recorded codes in {} cannot be read: {e}; give a folder of results",
            folder.display()
        ))
    };
    let mut codes = RecordedCodes::default();
    for entry in fs::read_dir(&folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let Some(size) = stem.strip_prefix(name).and_then(|rest| rest.strip_prefix('-')?.parse::<Size>().ok()) else {
            continue;
        };
        let read = |path: &Path| -> Result<Vec<Code>, Failure> {
            let file = CodeFile::read(path).map_err(|e| Failure::input(e.to_string()))?;
            Ok(file.codes().to_vec())
        };
        codes.insert(size, read(&path)?, read(&samples_path(&path))?);
    }
    if codes.sizes().next().is_none() {
        return Err(Failure::input(format!(
            "{} holds no codes of a codemaker {name}; give its name",
            folder.display()
        )));
    }
    Ok(codes)
}

/// Records the codes of external codemakers in a folder of results.
pub fn record(codemakers: &[Codemaker], out: &Path) -> Result<(), Failure> {
    for codemaker in codemakers {
        let Codemaker::Recorded { name, codes } = codemaker else { continue };
        let folder = out.join(files::CODES);
        fs::create_dir_all(&folder).map_err(|e| Failure::run(format!("cannot create {}: {e}", folder.display())))?;
        for size in codes.sizes() {
            let path = folder.join(format!("{name}-{size}.txt"));
            write_codes(&path, codes.secrets(size).unwrap_or_default())?;
            write_codes(&samples_path(&path), &codes.samples(size).unwrap_or_default())?;
        }
    }
    Ok(())
}

fn samples_path(path: &Path) -> PathBuf {
    path.with_extension("samples.txt")
}

fn write_codes(path: &Path, codes: &[Code]) -> Result<(), Failure> {
    let text: String = codes.iter().map(|code| format!("{code}\n")).collect();
    files::write_whole(path, text.as_bytes()).map_err(|e| Failure::run(e.to_string()))
}
