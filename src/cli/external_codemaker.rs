//! Codemakers that are programs of their own, on the command line.

use super::{
    Failure, counted,
    external::{self, launcher},
    settings::setting::Setting,
};
use ::external::{ExternalPlayer, is_name};
use scsa::{Code, Size};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tournament::{CodeFile, Codemaker, Plan, RecordedCodes, Registry, Streams, files};

/// The command of a codemaker that was recorded.
const RECORDED: &str = "recorded:";

/// The most codes that programs make for a tournament. In memory a code takes 64 bytes.
const MOST_CODES: u64 = 5_000_000;

/// The codemakers that are given as NAME=COMMAND. No program is started: see [`made`].
pub fn codemakers(registry: &Registry, given: &[Setting<String>], plan: &Plan) -> Result<Vec<Codemaker>, Failure> {
    let mut all: Vec<Codemaker> = Vec::new();
    for given in given {
        let Setting { value: text, origin } = given;
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
            None => {
                defined(given, plan)?;
                announced(&format!("{origin} {text}"), plan)?
            }
        };
        all.push(Codemaker::Recorded { name: name.to_owned(), codes });
    }
    Ok(all)
}

/// The codemakers of a plan, with the codes that the programs of those make that are given as NAME=COMMAND.
pub fn made(given: &[Setting<String>], plan: &Plan, out: &Path) -> Result<Vec<Codemaker>, Failure> {
    let mut codemakers = plan.codemakers.clone();
    for given in given.iter().filter(|given| !is_recorded(given)) {
        let program = external::with_limits(defined(given, plan)?, plan.limits, Some(out));
        let codes = codes_of(&program, plan)?;
        let own = codemakers.iter_mut().filter(|codemaker| codemaker.name() == program.name);
        own.for_each(|own| *own = Codemaker::Recorded { name: program.name.clone(), codes: codes.clone() });
    }
    Ok(codemakers)
}

/// What is wrong with the programs of codemakers, as far as it can be said without starting them: one that is missing.
pub fn missing(given: &[Setting<String>], plan: &Plan) -> Vec<Failure> {
    let programs = given.iter().filter(|given| !is_recorded(given));
    let check = |given: &Setting<String>| external::check(&given.origin, &given.value, &defined(given, plan)?);
    programs.filter_map(|given| check(given).err()).collect()
}

/// Whether a codemaker's codes are recorded, so that no program makes them.
fn is_recorded(given: &Setting<String>) -> bool {
    given.value.split_once('=').is_some_and(|(_, command)| command.starts_with(RECORDED))
}

/// The program of a codemaker. It is not started.
fn defined(given: &Setting<String>, plan: &Plan) -> Result<ExternalPlayer, Failure> {
    ExternalPlayer::from_text(&given.value, launcher()?, plan.limits.memory_mb, external::scripts)
        .map_err(|e| Failure::input(format!("{}: {e}", given.origin)))
}

/// The number of codes that a program will make, in the place of these codes.
fn announced(given: &str, plan: &Plan) -> Result<RecordedCodes, Failure> {
    let (rounds, sizes) = (rounds(plan), plan.sizes.len() as u64);
    let most = MOST_CODES / sizes.max(1);
    if rounds > most {
        return Err(Failure::input(format!(
            "{given}: {rounds} rounds at {} are more than the {MOST_CODES} codes that a program may make; give {most} rounds or fewer",
            counted(sizes, "size")
        )));
    }
    let mut codes = RecordedCodes::default();
    plan.sizes.iter().for_each(|&size| codes.announce(size, rounds));
    Ok(codes)
}

fn rounds(plan: &Plan) -> u64 {
    plan.rounds.unwrap_or(Plan::ROUNDS)
}

/// The codes that a program makes.
fn codes_of(program: &ExternalPlayer, plan: &Plan) -> Result<RecordedCodes, Failure> {
    let name = &program.name;
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
