//! What is played: the matches of the report.

use super::published;
use crate::tournaments::StudyTournament;
use tournament::{Codemakers, KnowledgePolicy, Limits, Plan, Rules, Seed};

/// The folder of the matches against the codemakers that the report describes.
pub const CONTEST: &str = "contest";
/// The folder of the matches against mysteries.
pub const MYSTERIES: &str = "mysteries";

/// The players of the tables that play any codemaker.
pub const GENERAL_PLAYERS: [&str; 5] = ["baseline-3", "baseline-4", "rao", "local-search", "dino"];
/// The local search with a wider beam, which the report calls worse.
pub const WIDE_LOCAL_SEARCH: &str = "local-search:4";
/// The players that were made for one codemaker.
const SPECIAL_PLAYERS: [&str; 5] =
    ["dino-two-color-alternating", "dino-first-and-last", "dino-ab-color", "dino-only-once", "dino-mystery-2"];
/// The mysteries of the report.
const MYSTERY_SCSAS: [&str; 2] = ["mystery-2", "mystery-5"];

/// The tournaments, with that many rounds a match.
pub fn tournaments(rounds: u64, seed: Seed) -> [StudyTournament; 2] {
    let tournament = |folder: &str, scsas: &[&str], sizes: &[&str]| StudyTournament {
        folder: folder.to_owned(),
        plan: Plan {
            players: GENERAL_PLAYERS
                .iter()
                .chain(&[WIDE_LOCAL_SEARCH])
                .chain(&SPECIAL_PLAYERS)
                .filter_map(|name| players::find(name).ok())
                .collect(),
            codemakers: scsas.iter().filter_map(|name| Codemakers::builtin().find(name).ok().flatten()).collect(),
            sizes: sizes.iter().filter_map(|size| size.parse().ok()).collect(),
            rounds: Some(rounds),
            seed,
            limits: Limits::default(),
            rules: Rules::Report,
            knowledge: KnowledgePolicy::default(),
            separate: false,
        },
        keeps_rounds: false,
    };
    [
        tournament(CONTEST, &published::SCSAS, &published::SIZES),
        tournament(MYSTERIES, &MYSTERY_SCSAS, &[published::MYSTERY_SIZE]),
    ]
}
