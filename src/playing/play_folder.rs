//! The folder that a tournament is played into: begun, gone on with, or extended.

use crate::failure::Failure;
use crate::present::{counted, notice, program_name, shell_word, trust_option};
use crate::settings::changed_inputs;
use crate::this_program::with_hash;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use tournament::files::{self, EXTENSION};
use tournament::{
    FileError, FinishedRounds, FolderLock, History, JOURNAL, Journal, KnownRounds, Likeness, Manifest, Plan,
    ResultFiles, changed_sentence,
};

/// The largest manifest that is put back when nothing can be played, in bytes.
const MOST_KEPT: u64 = 16 << 20;

pub struct PlayFolder {
    pub files: ResultFiles,
    pub history: History,
    pub folder: PathBuf,
}

#[derive(Clone, Copy, Debug)]
pub struct Replacing {
    pub force: bool,
    /// A tournament that ended early is expected.
    pub resume: bool,
    pub is_quiet: bool,
}

/// A results folder to which rounds, players, codemakers or games are added. While this value exists, no other tournament is played into
/// the folder.
pub struct ExtendedFolder {
    lock: FolderLock,
    manifest: Manifest,
}

pub fn begin(
    out: &Path,
    plan: &Plan,
    manifest: &Manifest,
    with_rounds: bool,
    replacing: Replacing,
) -> Result<PlayFolder, Failure> {
    check(out, manifest, replacing)?;
    let lock = locked(out)?;
    // Again under the lock, so that no other tournament began in between.
    check_locked(out, manifest, replacing)?;
    let files_begun = |lock, keeps_others| {
        let begin = if keeps_others { ResultFiles::begin_again } else { ResultFiles::begin };
        begin(lock, with_rounds).map_err(writable)
    };
    let folder = out.to_owned();
    if is_begun(out) && !replacing.force {
        let before = Manifest::read(out).map_err(writable)?;
        let history = resumed(out, plan, Box::new(()), before, replacing.is_quiet)?;
        return Ok(PlayFolder { files: files_begun(lock, true)?, history, folder });
    }
    files::remove_extension(out).map_err(writable)?;
    // The manifest comes first: whatever a process leaves that is killed now, it says what was to be played. What was there before comes
    // back when nothing can be played.
    let had_results = files::holds_results(out);
    let path = out.join(files::MANIFEST);
    let (older, had_manifest) = (folder_files::read(&path, MOST_KEPT).ok(), folder_files::exists(&path));
    folder_files::remove_if_there(&out.join(JOURNAL))
        .map_err(|e| writable(FileError::new(&out.join(JOURNAL), "remove", e)))?;
    let begun = manifest.write(out).map_err(writable).and_then(|()| {
        let journal = Journal::create(out, plan).map_err(writable)?;
        match files_begun(lock, !had_results) {
            Ok(files) => Ok((files, journal)),
            Err(failure) => {
                // A journal that cannot be removed stays, without a round.
                let _ = journal.remove();
                Err(failure)
            }
        }
    });
    let (files, journal) = begun.inspect_err(|_| {
        // The failure that is told is the first one.
        let _ = match older {
            Some(older) => files::write_whole(&path, &older).is_ok(),
            None => had_manifest || folder_files::remove(&path).is_ok(),
        };
    })?;
    Ok(PlayFolder { files, history: History { journal: Some(journal), ..History::none() }, folder })
}

pub fn check(out: &Path, manifest: &Manifest, replacing: Replacing) -> Result<(), Failure> {
    // A tournament that is being played did not end early.
    let _lock = (is_begun(out) && !replacing.force).then(|| locked(out)).transpose()?;
    check_locked(out, manifest, replacing)
}

fn check_locked(out: &Path, manifest: &Manifest, replacing: Replacing) -> Result<(), Failure> {
    let folder = out.display();
    if replacing.force || is_unplayed(out) {
        return Ok(());
    }
    if is_begun(out) {
        let before = Manifest::read(out).map_err(|e| failure!("{e}; give --force to begin anew"))?;
        let now = with_hash(manifest.clone());
        if let Some(difference) = before.differences(&now, Likeness::Tournament).first() {
            // With the settings of the folder, only files can differ: the program, or what it reads.
            let advice = match replacing.resume || before.differs_in_inputs_only(&now) {
                true => "give the files as they were to go on with it",
                false => "give --resume alone to go on with it",
            };
            bail!(
                "{folder} holds a tournament that ended early and is another one ({difference}); {advice}, --force to overwrite it, or \
                 another folder with --out"
            );
        }
        return Ok(());
    }
    check_free(out, replacing)
}

/// Checks what of a folder does not depend on the plan: that it holds no results, and a tournament that ended early if one is expected.
pub fn check_free(out: &Path, replacing: Replacing) -> Result<(), Failure> {
    if replacing.force || has_journal(out) {
        return Ok(());
    }
    if replacing.resume {
        return check_begun(out);
    }
    let folder = out.display();
    ensure!(
        !files::holds_results(out),
        "{folder} holds results already; give --force to overwrite them, --extend to add to them, or another folder with \
             --out"
    );
    Ok(())
}

pub fn check_begun(out: &Path) -> Result<(), Failure> {
    if is_begun(out) {
        return Ok(());
    }
    let folder = out.display();
    ensure!(
        !is_unplayed(out),
        "{folder} does not say which tournament was begun in it, and nothing was played; give its command again"
    );
    Err(failure!("{folder} holds no tournament that ended early; run it without --resume"))
}

fn has_journal(folder: &Path) -> bool {
    folder_files::exists(&folder.join(JOURNAL))
}

pub fn is_begun(folder: &Path) -> bool {
    let is_unfinished =
        || Manifest::read(folder).is_ok_and(|manifest| manifest.finished.is_none() && manifest.shards.is_none());
    folder.join(files::MANIFEST).exists() && (has_journal(folder) || is_unfinished())
}

/// Whether a folder has a tournament that was played to its end. An extension of it may have ended early.
pub fn is_finished(folder: &Path) -> bool {
    Manifest::read(folder).is_ok_and(|manifest| manifest.finished.is_some())
}

/// Whether a folder has the journal of a tournament, and does not say of which one.
pub fn is_unplayed(folder: &Path) -> bool {
    has_journal(folder) && !folder.join(files::MANIFEST).exists()
}

fn locked(folder: &Path) -> Result<FolderLock, Failure> {
    FolderLock::acquire(folder).map_err(writable)
}

fn writable(e: impl Display) -> Failure {
    failure!("{e}; give a folder that can be written with --out")
}

fn resumed(
    folder: &Path,
    plan: &Plan,
    known: Box<dyn KnownRounds>,
    manifest: Manifest,
    is_quiet: bool,
) -> Result<History, Failure> {
    if !has_journal(folder) {
        Journal::create(folder, plan).map_err(writable)?;
    }
    let (journal, rounds) = Journal::open(folder, plan, known)
        .map_err(|e| failure!("{e}; give --force to begin anew, or another folder with --out"))?;
    if !is_quiet {
        let (kept, all) = (rounds.total(), counted(plan.total_rounds(), "planned round"));
        notice(format_args!("going on with the tournament in {}: {kept} of {all} are kept", folder.display()));
    }
    Ok(History { known: Box::new(rounds), journal: Some(journal), manifest: Some(manifest), is_resumed: true })
}

/// The command that goes on with what ended early in a folder: a tournament or its extension.
pub fn resume_command(folder: &Path) -> String {
    let folder = if folder.ends_with(EXTENSION) { folder_files::parent(folder) } else { folder };
    let trust = Manifest::read(folder).map(|manifest| trust_option(&manifest, None)).unwrap_or_default();
    format!("`{} run --resume --out {}{trust}`", program_name(), shell_word(&folder.display().to_string()))
}

/// The manifest of the extension of a folder that ended early, if there is one.
pub fn pending_extension(folder: &Path) -> Option<Manifest> {
    let work = folder.join(EXTENSION);
    Manifest::read(&work).ok().filter(|_| has_journal(&work))
}

/// What a person is told of a folder whose extension ended early.
pub fn extension_note(folder: &Path) -> Option<String> {
    let rounds = counted(pending_extension(folder)?.rounds, "planned round");
    Some(format!("An extension to {rounds} ended early: {} goes on.", resume_command(folder)))
}

impl ExtendedFolder {
    pub fn open(out: &Path) -> Result<ExtendedFolder, Failure> {
        let manifest = || {
            Manifest::read(out)
                .map_err(|e| Failure::unread(&e, format!("{e}; --extend and --add take a results folder with --out")))
        };
        if !out.exists() {
            // The lock would make the folder.
            manifest()?;
        }
        let lock = locked(out)?;
        complete_extension(out)?;
        let (shown, command) = (out.display(), resume_command(out));
        ensure!(!is_begun(out), "{shown} holds a tournament that ended early; go on with it first: {command}");
        Ok(ExtendedFolder { manifest: manifest()?, lock })
    }

    /// The rounds of a match in the folder; those that --until was playing, if it was interrupted.
    pub fn rounds(&self) -> u64 {
        let begun = pending_extension(self.lock.folder()).filter(|begun| begun.until.is_some());
        begun.as_ref().unwrap_or(&self.manifest).match_rounds.unwrap_or(Plan::ROUNDS)
    }

    /// Makes the folder ready for more rounds, players, codemakers or games. What it holds is not played again, and stays as it is until
    /// [`ExtendedFolder::complete`].
    pub fn begin(&self, plan: &Plan, now: &Manifest, replacing: Replacing) -> Result<PlayFolder, Failure> {
        let (out, before) = (self.lock.folder(), &self.manifest);
        let folder = out.display();
        if let Some(difference) = before.differences(now, Likeness::Extension).first() {
            bail!("{folder} was played by other rules ({difference}); give the same, or another folder with --out");
        }
        let changed = changed_inputs(plan, before, out, true)?;
        let what = changed_sentence(&changed);
        ensure!(changed.is_empty(), "{what} when {folder} was played; give the same, or another folder with --out");
        for (name, command) in &before.external_players {
            if let Some(other) = now.external_players.get(name).filter(|other| *other != command) {
                bail!(
                    "the player {name} is `{command}` in {folder}, not `{other}`; give another name, or the same command"
                );
            }
        }
        let games = [before, now].map(|manifest| manifest.games.iter().map(ToString::to_string).collect::<Vec<_>>());
        for (kind, had, has) in [
            ("player", &before.players, &now.players),
            ("codemaker", &before.codemakers, &now.codemakers),
            ("game", &games[0], &games[1]),
        ] {
            if let Some(missing) = had.iter().find(|name| !has.contains(name)) {
                bail!(
                    "the {kind} {missing} of {folder} would be removed, and --extend only adds; play into another folder with \
                     --out"
                );
            }
        }
        let [had, wanted] = [before, now].map(|manifest| manifest.match_rounds.unwrap_or(Plan::ROUNDS));
        ensure!(
            wanted >= had,
            "{folder} has {had} rounds a match, and --rounds {wanted} is fewer; give more, or another folder with --out"
        );
        ensure!(
            out.join(files::ROUNDS).exists(),
            "{folder} has no {}, so that its rounds cannot be kept; play it again without --no-rounds",
            files::ROUNDS
        );
        let work = out.join(EXTENSION);
        let begun = pending_extension(out).filter(|_| !replacing.force);
        let differences = begun.as_ref().map(|begun| begun.differences(now, Likeness::Tournament));
        if let Some(difference) = differences.unwrap_or_default().first() {
            bail!(
                "{folder} has an extension that ended early and is another one ({difference}); {} goes on with it, and --force removes \
                 its rounds",
                resume_command(out)
            );
        }
        let unreadable = |e: FileError| Failure::unread(&e, format!("{e}; give another folder with --out"));
        let mut known = Box::new(FinishedRounds::open(out, plan).map_err(unreadable)?);
        known.check(plan).map_err(unreadable)?;
        if begun.is_none() {
            // What is there has no round, or is to be removed.
            files::remove_extension(out).map_err(writable)?;
        }
        let lock = locked(&work)?;
        if let Some(begun) = begun {
            let history = resumed(&work, plan, known, begun, replacing.is_quiet)?;
            let files = ResultFiles::begin_again(lock, true).map_err(writable)?;
            return Ok(PlayFolder { files, history, folder: work });
        }
        let files = ResultFiles::begin(lock, true).map_err(writable)?;
        let journal = Journal::create(&work, plan).map_err(writable)?;
        let history = History { known, journal: Some(journal), manifest: Some(before.clone()), is_resumed: false };
        Ok(PlayFolder { files, history, folder: work })
    }

    /// Puts the files of the extension, which was played to its end, in the place of those that it extends.
    pub fn complete(self) -> Result<(), Failure> {
        complete_extension(self.lock.folder())
    }
}

fn complete_extension(out: &Path) -> Result<(), Failure> {
    let work = out.join(EXTENSION);
    if has_journal(&work) || !is_finished(&work) {
        return Ok(());
    }
    let codes = work.join(files::CODES);
    let rows = [files::ROUNDS, files::TIMINGS, files::GUESSES, files::SUMMARY, files::TIMING_SUMMARY];
    let mut moved = rows.map(PathBuf::from).to_vec();
    if folder_files::exists(&codes) {
        let names = folder_files::names(&codes).map_err(|e| FileError::new(&codes, "read", e))?;
        moved.extend(names.into_iter().map(|name| Path::new(files::CODES).join(name)));
        let to = out.join(files::CODES);
        folder_files::make_folder(&to).map_err(|e| FileError::new(&to, "make the folder", e))?;
    }
    files::remove_analysis(out)?;
    // The manifest, which says that the extension is complete, is the last, also on the disk.
    for names in [&moved[..], &[PathBuf::from(files::MANIFEST)]] {
        for name in names {
            let (from, to) = (work.join(name), out.join(name));
            if folder_files::exists(&from) {
                let what = |e| FileError::new(&to, "replace by that of the extension", e);
                folder_files::rename(&from, &to).map_err(what)?;
            }
        }
        [out, &work].into_iter().for_each(files::sync_folder);
    }
    let _ = folder_files::remove_folder(&codes);
    // A folder that is not empty stays.
    let _ = folder_files::remove_folder(&work);
    Ok(())
}
