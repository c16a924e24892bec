//! How results were made, how to cite them, and how to make them again.

use crate::cli::{program_name::program_name, report::page_data::FolderData, shell_word};
use maud::{Markup, html};
use tournament::Manifest;

/// The facts of a manifest: a name, and a text.
fn facts(manifest: &Manifest) -> Vec<(&'static str, String)> {
    let machine = &manifest.machine;
    let processor = machine.processor.as_deref().unwrap_or("processor not known");
    let mut facts = vec![
        ("Program", manifest.program.clone()),
        ("Revision", manifest.revision.clone().unwrap_or_else(|| "not known".to_owned())),
        ("Program file (SHA-256)", manifest.program_sha256.clone().unwrap_or_else(|| "not known".to_owned())),
        ("Seed", manifest.seed.to_string()),
        ("Random numbers", manifest.generator.clone()),
        ("Rules", text(&manifest.rules)),
        ("Guess limit", manifest.guess_limit.to_string()),
        ("Time limit", format!("{} s of CPU time a round", manifest.time_limit_s)),
        (
            "Memory limit",
            manifest.memory_limit_mb.map_or_else(|| "not known".to_owned(), |limit| format!("{limit} MB")),
        ),
        ("Players", manifest.players.join(", ")),
        ("Codemakers", manifest.codemakers.join(", ")),
        ("Sizes", manifest.sizes.join(", ")),
        ("Rounds", manifest.rounds.to_string()),
        ("Rules of mysteries", if manifest.reveal { "known to players" } else { "not known to players" }.to_owned()),
    ];
    facts.extend(manifest.samples.iter().map(|file| ("Samples", file.clone())));
    let external = manifest.external_players.iter();
    facts.extend(external.map(|(name, command)| ("Program of its own", format!("{name}: {command}"))));
    facts.extend(manifest.inputs.iter().map(|(name, hash)| ("Input (SHA-256)", format!("{name}: {hash}"))));
    facts.push((
        "Machine",
        format!("{} {}, {processor}, {} processors", machine.system, machine.architecture, machine.processors),
    ));
    let isolated = if manifest.isolate == Some(true) { ", every player in a sandbox" } else { "" };
    facts.push(("Workers", format!("{}{isolated}", manifest.jobs)));
    facts.push(("Began", manifest.started.clone()));
    facts.extend(manifest.resumed.iter().map(|time| ("Went on", time.clone())));
    facts.push(("Ended", manifest.finished.clone().unwrap_or_else(|| "not ended".to_owned())));
    facts
}

/// A value of a manifest as it is written there.
fn text(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).unwrap_or_default().as_str().unwrap_or_default().to_owned()
}

pub fn section(folders: &[FolderData]) -> Markup {
    html! {
        @if folders.is_empty() { p.missing { "Not on this page." } }
        @for FolderData { path, manifest } in folders {
            @if folders.len() > 1 { h3 { (path) } }
            @match manifest {
                None => p.missing { "How these results were made is not known: they have no manifest." },
                Some(manifest) => dl { @for (name, text) in facts(manifest) { div { dt { (name) } dd { (text) } } } },
            }
        }
    }
}

pub fn citation(folders: &[FolderData]) -> Markup {
    let known: Vec<(&str, &Manifest)> =
        folders.iter().filter_map(|folder| Some((&*folder.path, folder.manifest.as_ref()?))).collect();
    html! {
        @if known.is_empty() { p.missing { "How these results were made is not known." } }
        @for (path, manifest) in known {
            @if folders.len() > 1 { h3 { (path) } }
            p { "Cite as:" }
            pre.copied tabindex="0" aria-label="Citation" { (sentence(manifest)) }
            p { "In BibTeX:" }
            pre.copied tabindex="0" aria-label="Citation in BibTeX" { (bibtex(manifest)) }
            p { "The command that played it, and what repeats and checks it from its folder:" }
            pre.copied tabindex="0" aria-label="Commands" { (commands(path, manifest)) }
        }
    }
}

fn version(manifest: &Manifest) -> String {
    let revision = manifest.revision.as_ref().map(|revision| format!(", revision {revision}")).unwrap_or_default();
    format!("{}{revision}", manifest.program.trim_start_matches("arena "))
}

fn year(manifest: &Manifest) -> &str {
    manifest.started.split('-').next().unwrap_or_default()
}

fn sentence(manifest: &Manifest) -> String {
    format!(
        "The arena developers ({}). arena: tournaments for agents that break secret codes (Mastermind), version {}. Tournament of {} \
         players, {} codemakers and {} sizes, {} rounds, seed {}, played {}.",
        year(manifest),
        version(manifest),
        manifest.players.len(),
        manifest.codemakers.len(),
        manifest.sizes.len(),
        manifest.rounds,
        manifest.seed,
        manifest.started,
    )
}

fn bibtex(manifest: &Manifest) -> String {
    let (year, version, rounds, seed) = (year(manifest), version(manifest), manifest.rounds, manifest.seed);
    format!(
        "@misc{{arena,\n  author = {{{{The arena developers}}}},\n  title = {{arena: tournaments for agents that break secret codes \
         (Mastermind)}},\n  year = {{{year}}},\n  note = {{Version {version}; {rounds} rounds, seed {seed}}}\n}}"
    )
}

fn commands(path: &str, manifest: &Manifest) -> String {
    let played: Vec<String> = manifest.command.iter().map(|word| shell_word(word)).collect();
    let (program, folder) = (program_name(), shell_word(path));
    format!("{}\n{program} run --from {folder} --out again\n{program} verify {folder}", played.join(" "))
}
