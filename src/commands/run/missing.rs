//! A tournament that may have been played before, as a whole or in part: what is missing is played.

use super::manifest_of;
use crate::failure::Failure;
use crate::playing::{ExtendedFolder, Replacing, Runner, play_folder};
use crate::settings::{ProgramUse, Settings, check_playable, external_codemakers, external_players};
use crate::this_program::with_hash;
use tournament::{Likeness, Manifest, Observer, Plan, Registry};

/// Whether a folder has all that is to be played.
pub fn is_played(registry: &Registry, settings: &Settings) -> Result<bool, Failure> {
    let Ok(there) = Manifest::read(settings.out()) else { return Ok(false) };
    let wanted = Manifest::begin(&settings.plan_without_programs(registry)?);
    let is_whole = there.finished.is_some() && play_folder::pending_extension(settings.out()).is_none();
    let rounds = |manifest: &Manifest| manifest.match_rounds.unwrap_or(Plan::ROUNDS);
    let has = |had: &[String], wanted: &[String]| wanted.iter().all(|name| had.contains(name));
    let names = |manifest: &Manifest| manifest.games.iter().map(ToString::to_string).collect::<Vec<_>>();
    Ok(is_whole
        && there.differences(&wanted, Likeness::Rounds).is_empty()
        && has(&there.players, &wanted.players)
        && has(&there.codemakers, &wanted.codemakers)
        && has(&names(&there), &names(&wanted))
        && rounds(&there) >= rounds(&wanted))
}

/// Plays what the folder of these settings lacks: begins it, goes on with it, or extends it. The codes of external codemakers are recorded.
/// Returns the observer.
pub fn play_missing<O: Observer>(
    registry: &Registry,
    settings: &Settings,
    runner: &Runner,
    observer: impl FnOnce(&Plan) -> O,
) -> Result<O, Failure> {
    let out = settings.out();
    let replacing = Replacing { force: false, resume: false, is_quiet: true };
    // A player with a syntax error is played, and fails all its rounds, so that its author gets a page.
    let plan = settings.played_plan(registry, ProgramUse::Started)?;
    let manifest = manifest_of(settings, &plan, &[])?;
    let started = check_playable(&external_players::with_messages(registry, &plan, None), runner.jobs)?;
    let manifest = with_hash(manifest);
    let extended = play_folder::is_finished(out).then(|| ExtendedFolder::open(out)).transpose()?;
    let into = match &extended {
        Some(folder) => folder.begin(&plan, &manifest, replacing)?,
        None => play_folder::begin(out, &plan, &manifest, true, replacing)?,
    };
    external_codemakers::record(&plan.codemakers, &into.folder)?;
    let mut observer = observer(&plan);
    runner.play(&plan, Some(started), manifest, into, &mut observer)?;
    extended.map_or(Ok(()), ExtendedFolder::complete)?;
    Ok(observer)
}
