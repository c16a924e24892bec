//! What is drawn and shown of results: when they are complete, and what was played, in sentences.

use super::play_folder::{extension_note, resume_command};
use super::progress::ProgressReporter;
use crate::failure::Failure;
use crate::present::{
    FolderLeaderboard, JoinedFolders, Layout, ResultsFolder, contest, counted, leaderboard, notice, program_name,
    shell_word, stdout, tables,
};
use crate::settings::OutputOptions;
use ::charts::Format;
use std::io::{self, Write};
use std::path::PathBuf;
use tournament::{FileError, Manifest, Plan, Results, Seed, files};

/// Draws the charts of results. Shows the leaderboard, the failures and the files unless it is quiet.
pub fn write(
    options: &OutputOptions,
    plan: &Plan,
    results: &Results,
    progress: &ProgressReporter,
    is_quiet: bool,
) -> Result<(), Failure> {
    for remark in progress.remarks() {
        notice(remark);
    }
    if !is_quiet {
        let folders = [options.folder().to_owned()];
        let joined = JoinedFolders::read(&folders)?;
        let board = FolderLeaderboard::new(joined.leaderboard_input(), options.by());
        let mut lines = stdout();
        leaderboard::write(&mut lines, &board, &Layout::default())?;
        tables::failures(&mut lines, &progress.failures.0)?;
    }
    let mut charts = 0;
    if options.has_charts() {
        let formats = options.chart_format.as_ref();
        let formats = formats.map_or_else(|| [Format::Svg].into(), |given| given.iter().map(|one| one.value).collect());
        let drawn = charts::draw_all(results, &[], &formats, options.folder())?;
        charts = drawn.len() / formats.len().max(1);
    }
    if !is_quiet {
        list_files(options, plan, charts)?;
    }
    Ok(())
}

/// Checks, before anything is played, that what is written when results are complete takes the place of files only.
pub fn check(options: &OutputOptions) -> Result<(), Failure> {
    let charts = options.folder().join(files::CHARTS);
    if !options.has_charts() || !folder_files::exists(&charts) {
        return Ok(());
    }
    let names = folder_files::names(&charts).map_err(|e| FileError::new(&charts, "write into", e))?;
    let is_drawn = |path: &PathBuf| {
        path.extension().is_some_and(|ending| ["svg", "png", "pdf", "json"].iter().any(|own| ending == *own))
    };
    let mut drawn = names.iter().map(|name| charts.join(name)).filter(is_drawn);
    drawn.try_for_each(|path| folder_files::check(&path).map_err(|e| FileError::new(&path, "write", e).into()))
}

fn list_files(options: &OutputOptions, plan: &Plan, charts: usize) -> io::Result<()> {
    let mut lines = stdout();
    writeln!(lines)?;
    let out = options.folder();
    let rounds = options.has_rounds().then(|| "one row per round".to_owned());
    let times = if options.has_rounds() { " (timings.csv: per round)" } else { "" };
    let charts = options.has_charts().then(|| counted(charts, "chart"));
    let folder = |name: &str, what: &str| out.join(name).is_dir().then(|| what.to_owned());
    let Seed(seed) = plan.seed;
    for (name, what) in [
        (files::SUMMARY, Some("one row per match".to_owned())),
        (files::ROUNDS, rounds),
        (files::TIMING_SUMMARY, Some(format!("CPU times, one row per match{times}"))),
        (files::MANIFEST, Some(format!("how the results were made, with seed {seed}"))),
        (files::CHARTS, charts),
        (files::MESSAGES, folder(files::MESSAGES, "what external players wrote to their standard error")),
        (files::TRANSCRIPTS, folder(files::TRANSCRIPTS, "what language models were asked and answered")),
        (files::CODES, folder(files::CODES, "the codes of external codemakers")),
    ] {
        if let Some(what) = what {
            let path = out.join(name).display().to_string();
            writeln!(lines, "{path:<40} {what}")?;
        }
    }
    let folder = shell_word(&out.display().to_string());
    let shows = format!("`{} show {folder}` shows the scores match by match.", program_name());
    tables::line(&mut lines, &shows, 0)
}

/// What was played: a line for each folder, and more where there is something to say.
pub fn setup_lines(joined: &JoinedFolders) -> Vec<String> {
    let shown = joined.shown.as_ref().map(|(players, _)| format!("Shown are {} alone.", players.join(", ")));
    let lines = match &joined.folders[..] {
        [folder] => of_one(folder, joined),
        folders => {
            let seed = folders.iter().find_map(|folder| Some(folder.manifest.as_ref().ok()?.seed));
            let seed = seed.map(|seed| format!(" with seed {seed}")).unwrap_or_default();
            let title = format!("{} of the same rounds{seed}, shown as one", counted(folders.len(), "folder"));
            let of_each = folders.iter().filter_map(|folder| {
                let manifest = folder.manifest.as_ref().ok()?;
                let end = if manifest.finished.is_some() { "" } else { ", not to the end" };
                let (path, started) = (folder.path.display(), &manifest.started);
                let played = what_was_played(manifest, joined.rounds_played(folder), folder);
                Some(format!("{path}: {played}, played {started}{end}"))
            });
            [title].into_iter().chain(of_each).collect()
        }
    };
    lines.into_iter().chain(shown).collect()
}

fn of_one(folder: &ResultsFolder, joined: &JoinedFolders) -> Vec<String> {
    let manifest = match &folder.manifest {
        Ok(manifest) => manifest,
        Err(e) => return vec![format!("How these results were made is not known: {e}")],
    };
    let rounds = joined.rounds_played(folder);
    let played =
        format!("{}, seed {}, played {}", what_was_played(manifest, rounds, folder), manifest.seed, manifest.started);
    if manifest.finished.is_some() {
        return [played].into_iter().chain(extension_note(&folder.path)).collect();
    }
    let planned = counted(manifest.rounds, "planned round");
    let written = match joined.rounds {
        Ok(_) => format!("{rounds} of {planned} are shown, and in the tables of scores the finished matches"),
        Err(_) => "only finished matches are shown".to_owned(),
    };
    let go_on = resume_command(&folder.path);
    vec![played, format!("This tournament is not finished: {written}. {go_on} goes on.")]
}

/// The contest and its rounds: those played, where others were planned these, and those given up.
fn what_was_played(manifest: &Manifest, rounds: u64, folder: &ResultsFolder) -> String {
    let planned = if rounds == manifest.rounds { String::new() } else { format!(" of {} planned", manifest.rounds) };
    let given_up: u64 = folder.results.summaries.iter().map(|row| row.given_up).sum();
    let given_up = if given_up > 0 { format!(", {given_up} given up") } else { String::new() };
    let contest = contest(manifest.players.len(), manifest.codemakers.len(), &manifest.games);
    format!("{contest}: {}{planned}{given_up}", counted(rounds, "round"))
}
