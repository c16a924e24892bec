//! How results were made, how to cite them, and how to make them again.

use super::data::FolderData;
use crate::present::words::{joined, shell_word};
use crate::present::{program_name, trust_option};
use maud::{Markup, html};
use player_api::visible;
use sandbox::Protection;
use tournament::Manifest;

fn facts(manifest: &Manifest, rounds: u64) -> Vec<(&'static str, String)> {
    let machine = &manifest.machine;
    let processor = machine.processor.as_deref().unwrap_or("processor not known");
    let known = |text: Option<String>| text.unwrap_or_else(|| "not known".to_owned());
    let match_time = manifest.match_time_s.map(|time| format!("{time} s of CPU time"));
    let planned = if rounds == manifest.rounds { String::new() } else { format!(" of {} planned", manifest.rounds) };
    let mut facts = vec![
        ("Program", manifest.program.clone()),
        ("Revision", known(manifest.revision.clone())),
        ("Program file (SHA-256)", known(manifest.program_sha256.clone())),
        ("Seed", manifest.seed.to_string()),
        ("Random numbers", manifest.generator.clone()),
        ("Rules", text(&manifest.rules)),
        ("Guess limit", manifest.guess_limit.among(&manifest.games).in_words()),
        ("Time limit", format!("{} s of CPU time a round", manifest.time_limit_s)),
        ("Time limit of a match", match_time.unwrap_or_else(|| "as the rules say".to_owned())),
        ("Memory limit", format!("{} MB", manifest.memory_limit_mb)),
        ("Players", manifest.players.join(", ")),
        ("Codemakers", manifest.codemakers.join(", ")),
        ("Games", joined(&manifest.games)),
        ("Rounds", format!("{rounds}{planned}")),
        ("Rules of mysteries", if manifest.reveal { "known to players" } else { "not known to players" }.to_owned()),
    ];
    facts.extend(manifest.samples.iter().map(|file| ("Samples", file.clone())));
    facts.extend(manifest.tournament_files.iter().map(|file| ("Tournament file", file.clone())));
    let players = manifest.players.iter().filter_map(|name| Some((name, manifest.external_players.get(name)?)));
    let codemakers =
        manifest.codemakers.iter().filter_map(|name| Some((name, manifest.external_codemakers.get(name)?.as_ref()?)));
    facts.extend(players.chain(codemakers).map(|(name, command)| ("Program of its own", format!("{name}: {command}"))));
    facts.extend(manifest.inputs.iter().map(|(name, hash)| ("Input (SHA-256)", format!("{name}: {hash}"))));
    let system = format!("{} {}", machine.system, machine.architecture);
    facts.push(("Machine", format!("{system}, {processor}, {} processors", machine.processors)));
    let isolated = if manifest.isolate { ", every player in a sandbox" } else { "" };
    facts.push(("Workers", format!("{}{isolated}", manifest.jobs)));
    if manifest.missing_protection.as_ref().is_some_and(|missing| missing.contains(&Protection::Network)) {
        let text = "reached by players given as chat: language models, whose answers nobody can compute again";
        facts.push(("Network", text.to_owned()));
    }
    facts.push(("Began", manifest.started.clone()));
    facts.extend(manifest.resumed.iter().map(|time| ("Went on", time.clone())));
    facts.push(("Ended", manifest.finished.clone().unwrap_or_else(|| "not ended".to_owned())));
    facts
}

fn text(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).unwrap_or_default().as_str().unwrap_or_default().to_owned()
}

pub fn section(folders: &[FolderData]) -> Markup {
    html! {
        @if folders.is_empty() { p.missing { "Not on this page." } }
        @for FolderData { path, rounds, manifest } in folders {
            @if folders.len() > 1 { h3 { (path) } }
            @match manifest {
                None => p.missing { "How these results were made is not known: they have no manifest." },
                Some(manifest) => dl { @for same in facts(manifest, *rounds).chunk_by(|one, next| one.0 == next.0) {
                    div { dt { (same[0].0) } @for (_, text) in same { dd { (visible(text)) } } }
                } },
            }
        }
    }
}

pub fn citation(folders: &[FolderData]) -> Markup {
    let known: Vec<(&str, u64, &Manifest)> =
        folders.iter().filter_map(|folder| Some((&*folder.path, folder.rounds, folder.manifest.as_ref()?))).collect();
    html! {
        @if known.is_empty() { p.missing { "How these results were made is not known." } }
        @for (path, rounds, manifest) in known {
            @if folders.len() > 1 { h3 { (path) } }
            p { "Cite as:" }
            pre.copied tabindex="0" aria-label="Citation" { (sentence(manifest, rounds)) }
            p { "In BibTeX:" }
            pre.copied tabindex="0" aria-label="Citation in BibTeX" { (bibtex(manifest, rounds)) }
            p { (if manifest.earlier_commands.is_empty() { "The command that played it" } else { "The commands that played it, in order" }) ", and what repeats and checks it from its folder:" }
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

fn sentence(manifest: &Manifest, rounds: u64) -> String {
    let Manifest { seed, started, players, codemakers, games, .. } = manifest;
    let (year, version) = (year(manifest), version(manifest));
    let [players, codemakers, games] = [players.len(), codemakers.len(), games.len()];
    format!(
        "The arena developers ({year}). arena: tournaments for agents that break secret codes (Mastermind), version {version}. Tournament \
         of {players} players, {codemakers} codemakers and {games} games, {rounds} rounds, seed {seed}, played {started}."
    )
}

fn bibtex(manifest: &Manifest, rounds: u64) -> String {
    let (year, version, seed) = (year(manifest), version(manifest), manifest.seed);
    format!(
        "@misc{{arena,\n  author = {{{{The arena developers}}}},\n  title = {{arena: tournaments for agents that break secret codes \
         (Mastermind)}},\n  year = {{{year}}},\n  note = {{Version {version}; {rounds} rounds, seed {seed}}}\n}}"
    )
}

fn commands(path: &str, manifest: &Manifest) -> String {
    let line = |command: &Vec<String>| command.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" ") + "\n";
    let (program, folder) = (program_name(), shell_word(path));
    let trust = trust_option(manifest, None);
    let played: String = manifest.commands().map(line).collect();
    format!("{played}{program} run --from {folder} --out again{trust}\n{program} verify {folder}{trust}")
}
