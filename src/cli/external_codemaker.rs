//! Codemakers that are programs of their own, on the command line.

use super::{
    Failure,
    external::{self, launcher},
};
use ::external::{ExternalPlayer, is_name};
use scsa::{Code, Size};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tournament::{CodeFile, Codemaker, Limits, Plan, RecordedCodes, Registry, Seed, Streams, files};

/// The command of a codemaker that was recorded.
const RECORDED: &str = "recorded:";

/// Options for codemakers that are programs of their own.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "What is played")]
pub struct CodemakerOptions {
    /// A codemaker that is a program of its own, besides those of --scsa; may be given several times. The program gets the pegs,
    /// colors, number of codes and a seed as arguments, and prints the codes. recorded:DIR plays the codes again that a
    /// tournament left in DIR
    #[arg(long = "codemaker", value_name = "NAME=COMMAND")]
    external_codemakers: Vec<String>,
}

impl CodemakerOptions {
    /// The codemakers, with the codes that their programs make for the sizes, seed and rounds.
    pub fn codemakers(
        &self,
        registry: &Registry,
        sizes: &[Size],
        rounds: Option<u64>,
        seed: Seed,
        limits: Limits,
        out: &Path,
    ) -> Result<Vec<Codemaker>, Failure> {
        let mut all: Vec<Codemaker> = Vec::new();
        for text in &self.external_codemakers {
            let (name, command) = text.split_once('=').filter(|(name, _)| is_name(name)).ok_or_else(|| {
                Failure::input(format!(
                    "--codemaker '{text}' is not NAME=COMMAND, with a name of lowercase letters, digits and hyphens; write for \
                     example mine='python3 mine.py'"
                ))
            })?;
            let is_known = registry.codemakers.iter().chain(&all).any(|codemaker| codemaker.name() == name);
            if is_known {
                return Err(Failure::input(format!(
                    "--codemaker {text}: a codemaker has the name {name}; give another name"
                )));
            }
            let codes = match command.strip_prefix(RECORDED) {
                Some(folder) => recorded(name, Path::new(folder))?,
                None => made(text, name, sizes, rounds.unwrap_or(Plan::ROUNDS), seed, limits, out)?,
            };
            all.push(Codemaker::Recorded { name: name.to_owned(), codes });
        }
        Ok(all)
    }
}

/// The codes that a program makes.
fn made(
    text: &str,
    name: &str,
    sizes: &[Size],
    rounds: u64,
    seed: Seed,
    limits: Limits,
    out: &Path,
) -> Result<RecordedCodes, Failure> {
    let program = ExternalPlayer::from_text(text, launcher()?, limits.memory_mb, external::scripts);
    let program = program.map_err(|e| Failure::input(format!("--codemaker: {e}")))?;
    let program = external::with_limits(program, limits, Some(out));
    let mut codes = RecordedCodes::default();
    for &size in sizes {
        let make = |count: u64, streams: Streams| {
            // Round 0 of the streams, which no tournament plays. The seed is a number that every language can read.
            let seed = streams.round(0).seed() as u64 >> 1;
            let made = program.make_codes(size, count, seed, limits.preparation());
            made.map_err(|e| {
                Failure::input(format!(
                    "the codemaker {name} makes no codes of size {size}: {e}; mend its program or choose other --sizes"
                ))
            })
        };
        let samples = make(Codemaker::SAMPLES, Streams::samples(size, name))?;
        codes.insert(size, make(rounds, seed.secrets(size, name))?, samples);
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
