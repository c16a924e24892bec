//! What the program says of itself: `arena list`, and with the feature `packaging` what packages contain.

#[cfg(feature = "packaging")]
pub mod packaging;

use crate::failure::Failure;
use crate::present::{stdout, tables};
use player_api::{Knowledge, registry::Entry};
use tournament::{Codemaker, Registry};

pub fn list(registry: &Registry) -> Result<(), Failure> {
    let mut out = stdout();
    let mut section = |title: &str, lines: Vec<(String, String)>| {
        tables::line(&mut out, title, 0)?;
        tables::entries(&mut out, &lines)
    };
    let (needing, faulty): (Vec<&Entry>, Vec<&Entry>) =
        registry.players.others.iter().partition(|entry| entry.requires_parameter());
    section("Players (--players):", players(&registry.players.competitors))?;
    section("\nPlayers that need a parameter, not included in `all`:", players(needing))?;
    section("\nPlayers that break the rules on purpose, not included in `all`:", players(faulty))?;
    let mut scsas = codemakers(registry.codemakers.contest());
    for (prefix, summary) in [
        (Codemaker::FILE_PREFIX, "the codes of a file in order, one a line, such as ABCA"),
        (Codemaker::WEIGHTED_PREFIX, "codes drawn by the weights of a file, one a line, such as ABCA 3"),
    ] {
        scsas.push((format!("{prefix}FILE"), summary.to_owned()));
    }
    section("\nSCSAs (--scsa):", scsas)?;
    let title = "\nSCSAs as the rules of 2024 have them, not included in `all`:";
    Ok(section(title, codemakers(registry.codemakers.variants()))?)
}

fn codemakers(codemakers: &[Codemaker]) -> Vec<(String, String)> {
    let line = |codemaker: &Codemaker| {
        let Codemaker::Rule { scsa, .. } = codemaker else { return None };
        let (name, summary) = (scsa.name().to_owned(), scsa.summary());
        Some(match scsa.needs() {
            "any size" => (name, summary.to_owned()),
            needs => (name, format!("{summary} (needs {needs})")),
        })
    };
    codemakers.iter().filter_map(line).collect()
}

fn players<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Vec<(String, String)> {
    let line = |entry: &Entry| {
        let learns = if entry.learns(&Knowledge::Nothing) { " (learns from round to round)" } else { "" };
        (entry.usage(), format!("{}{learns}", entry.summary()))
    };
    entries.into_iter().map(line).collect()
}
