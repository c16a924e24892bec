//! External codemakers on the command line.

use super::external_players;
use super::selection::{self, Choice, ProgramChoice, ProgramUse, Programs, RECORDED, Recorded};
use super::setting::Origin;
use crate::{failure::Failure, present::counted};
use ::external::{ExternalPlayer, is_name};
use scsa::{Code, Game};
use std::path::{Path, PathBuf};
use tournament::{CodeFile, Codemaker, FileError, Plan, RecordedCodes, Registry, Streams, files};

/// The most codes that programs make for a tournament. In memory a code takes 64 bytes.
const MOST_CODES: u64 = 5_000_000;

/// The codemaker of an item of a list: one of this program by its name, or a program of its own, which has no codes yet.
pub fn find(registry: &Registry, choice: &Choice) -> Result<Codemaker, Failure> {
    let Choice::Program(program) = choice else { return selection::codemaker(registry, choice.name()) };
    let (name, text) = (program.parts().0, &program.text);
    ensure!(
        !(!is_name(name) || !text.contains('=')),
        "'{text}' is not NAME=COMMAND, with a name of lowercase letters, digits and hyphens; write for example \
             mine='python3 mine.py'"
    );
    let is_there = registry.codemakers.iter().any(|codemaker| codemaker.name() == name);
    ensure!(!is_there, "{text}: there is a codemaker {name} already; give another name");
    Ok(Codemaker::Recorded { name: name.to_owned(), codes: RecordedCodes::default() })
}

/// The codes of an external codemaker for a plan: those that are recorded, and if they are too few those that the program makes.
///
/// The recorded ones stay as they are: a program that makes others is refused, because its rounds cannot be those of a tournament
/// that was played at once.
pub fn codes(program: &ProgramChoice, plan: &Plan, programs: &Programs<'_>) -> Result<RecordedCodes, Failure> {
    let (name, command) = program.parts();
    let recorded = program.recorded.as_ref().filter(|recorded| recorded.seed == plan.seed || command.is_empty());
    let kept = recorded.map(|Recorded { folder, .. }| self::recorded(name, folder)).transpose();
    // A program whose codes are not there, or not whole, makes them.
    let can_make = programs.codemakers != ProgramUse::Absent && !command.is_empty();
    let kept = if can_make { kept.unwrap_or_default() } else { kept? }.unwrap_or_default();
    if programs.codemakers == ProgramUse::Absent || has_enough(&kept, plan) {
        return Ok(kept);
    }
    let more = match command.strip_prefix(RECORDED) {
        Some(folder) => self::recorded(name, Path::new(folder))?,
        None if command.is_empty() => {
            let folder = recorded.map(|recorded| recorded.folder.display().to_string()).unwrap_or_default();
            bail!(
                "{folder} has too few codes of {name} for these sizes and rounds, and its command is not known; give it: \
                 --codemaker '{name}=COMMAND'"
            );
        }
        None => {
            let (rounds, sizes) = (rounds(plan), plan.games.len());
            let most = MOST_CODES / sizes.max(1) as u64;
            ensure!(
                rounds <= most,
                "{}: {rounds} rounds at {} are more than the {MOST_CODES} codes that a program may make; give {most} rounds or fewer",
                program.text,
                counted(sizes, "size")
            );
            let own = external_players::defined(&program.text, plan.limits, Some(programs.out))?;
            if programs.codemakers == ProgramUse::Named {
                let mut codes = kept;
                for &game in &plan.games {
                    if codes.secrets(game).is_none_or(|own| (own.len() as u64) < rounds) {
                        codes.announce(game, rounds);
                    }
                }
                return Ok(codes);
            }
            made(&own, name, plan)?
        }
    };
    if programs.codemakers == ProgramUse::Started {
        check_repeats(name, &kept, &more)?;
    }
    let mut codes = kept;
    for game in more.games() {
        let new = more.secrets(game).unwrap_or_default();
        if codes.secrets(game).is_none_or(|old| old.len() < new.len()) {
            codes.insert(game, new.to_vec(), more.samples(game).unwrap_or_default().to_vec());
        }
    }
    Ok(codes)
}

pub fn are_recorded(program: &ProgramChoice, plan: &Plan) -> bool {
    let recorded = program.recorded.as_ref().filter(|recorded| recorded.seed == plan.seed);
    let codes = recorded.and_then(|Recorded { folder, .. }| self::recorded(program.parts().0, folder).ok());
    codes.is_some_and(|codes| has_enough(&codes, plan))
}

fn has_enough(codes: &RecordedCodes, plan: &Plan) -> bool {
    let wanted = plan.rounds.unwrap_or(0);
    plan.games.iter().all(|game| codes.secrets(*game).is_some_and(|codes| codes.len() as u64 >= wanted))
}

pub fn makes_codes(program: &ProgramChoice) -> bool {
    let command = program.parts().1;
    !command.is_empty() && !command.starts_with(RECORDED)
}

fn check_repeats(name: &str, recorded: &RecordedCodes, made: &RecordedCodes) -> Result<(), Failure> {
    for game in recorded.games().filter(|game| made.secrets(*game).is_some()) {
        let (old, new) = (recorded.secrets(game).unwrap_or_default(), made.secrets(game).unwrap_or_default());
        let differing = (1..).zip(old.iter().zip(new)).find(|(_, (old, new))| old != new);
        let difference = match differing {
            Some((round, (old, new))) => format!("round {round} at {game} has {old}, and it makes {new}"),
            None if recorded.samples(game) != made.samples(game) => format!("it makes other samples at {game}"),
            None => continue,
        };
        return Err(Failure::program(format!(
            "the codemaker {name} does not repeat its codes: {difference}; give the program that made them, or play it \
             into another folder with --out"
        )));
    }
    Ok(())
}

/// What is wrong with the program of a codemaker that has yet to make codes for a plan, as far as it can be said without starting it.
pub fn missing(program: &ProgramChoice, origin: &Origin, plan: &Plan) -> Option<Failure> {
    let makes = |codemaker: &&Codemaker| match codemaker {
        Codemaker::Recorded { name, codes } if name == program.parts().0 => {
            plan.games.iter().any(|game| codes.secrets(*game).is_none_or(<[Code]>::is_empty))
        }
        _ => false,
    };
    plan.codemakers.iter().find(makes)?;
    let defined = external_players::defined(&program.text, plan.limits, None);
    defined.and_then(|defined| external_players::check(origin, &program.text, &defined)).err()
}

fn rounds(plan: &Plan) -> u64 {
    plan.rounds.unwrap_or(Plan::ROUNDS)
}

fn made(program: &ExternalPlayer, name: &str, plan: &Plan) -> Result<RecordedCodes, Failure> {
    let mut codes = RecordedCodes::default();
    for &game in &plan.games {
        let make = |count: u64, streams: Streams| {
            // Round 0 of the streams, which no tournament plays. The seed is a number that every language can read.
            let seed = streams.round(0).seed() as u64 >> 1;
            let made = program.make_codes(game, count, seed, plan.limits.preparation());
            made.map_err(|e| {
                Failure::program(format!(
                    "the codemaker {name} makes no codes of size {game}: {e}; mend its program or choose other --sizes"
                ))
            })
        };
        let samples = make(Codemaker::SAMPLES, Streams::samples(game, name))?;
        codes.insert(game, make(rounds(plan), plan.seed.secrets(game, name))?, samples);
    }
    Ok(codes)
}

pub fn recorded(name: &str, folder: &Path) -> Result<RecordedCodes, Failure> {
    let folder = if folder.join(files::CODES).is_dir() { folder.join(files::CODES) } else { folder.to_owned() };
    let unreadable = |e: std::io::Error| {
        let folder = folder.display();
        Failure::unread(&e, format!("the recorded codes in {folder} cannot be read: {e}; give a folder of results"))
    };
    // A program makes fewer, with a few samples.
    let (mut codes, mut left) = (RecordedCodes::default(), 2 * MOST_CODES);
    for entry in folder_files::names(&folder).map_err(unreadable)? {
        let path = folder.join(entry);
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let Some(game) = stem.strip_prefix(name).and_then(|rest| rest.strip_prefix('-')?.parse::<Game>().ok()) else {
            continue;
        };
        let mut read = |path: &Path| -> Result<Vec<Code>, Failure> {
            let file = CodeFile::read_recorded(path).map_err(|e| Failure::unread(&e, &e))?;
            left = left.checked_sub(file.codes().len() as u64).ok_or_else(|| {
                let folder = folder.display();
                failure!("{folder} holds more codes of a codemaker {name} than a program may make")
            })?;
            match file.codes().iter().find(|code| !game.is_legal(code)) {
                Some(code) => Err(failure!("{} holds {code}, which is no code of {game}", path.display())),
                None => Ok(file.codes().to_vec()),
            }
        };
        let (secrets, samples) = (read(&path)?, samples_path(&path));
        // A benchmark has codemakers without samples.
        let has_samples = folder_files::read(&samples, 0).is_err();
        codes.insert(game, secrets, if has_samples { read(&samples)? } else { Vec::new() });
    }
    ensure!(codes.games().next().is_some(), "{} holds no codes of a codemaker {name}; give its name", folder.display());
    Ok(codes)
}

pub fn record(codemakers: &[Codemaker], out: &Path) -> Result<(), Failure> {
    for codemaker in codemakers {
        let Codemaker::Recorded { name, codes } = codemaker else { continue };
        let folder = out.join(files::CODES);
        folder_files::make_folder(&folder).map_err(|e| FileError::new(&folder, "make the folder", e))?;
        for game in codes.games() {
            let path = folder.join(format!("{name}-{game}.txt"));
            write_codes(&path, codes.secrets(game).unwrap_or_default())?;
            write_codes(&samples_path(&path), &codes.samples(game).unwrap_or_default())?;
        }
    }
    Ok(())
}

fn samples_path(path: &Path) -> PathBuf {
    path.with_extension("samples.txt")
}

fn write_codes(path: &Path, codes: &[Code]) -> Result<(), Failure> {
    let text: String = codes.iter().map(|code| format!("{code}\n")).collect();
    Ok(files::write_whole(path, text.as_bytes())?)
}
