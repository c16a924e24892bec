//! The tournaments of results folders, as far as their rounds can be played again.

use crate::{
    failure::Failure,
    present::joined_folders::JoinedFolders,
    settings::{
        from_manifest, select,
        selection::{Choice, ProgramUse},
        tournament::Settings,
    },
};
use tournament::{Match, Plan, Registry, Status};

/// The tournaments of results folders.
#[derive(Debug)]
pub struct ReplayPlans {
    plans: Vec<Plan>,
    /// The players that are programs of their own, which are not started.
    pub external: Vec<String>,
}

impl ReplayPlans {
    /// The tournaments of the manifests, with those of their players that this program has. Nothing is started.
    pub fn new(joined: &JoinedFolders, registry: &Registry) -> Result<ReplayPlans, Failure> {
        let mut plans = ReplayPlans { plans: Vec::new(), external: Vec::new() };
        for folder in &joined.folders {
            let manifest = folder.manifest.as_ref().map_err(|e| Failure::input(e.to_string()))?.clone();
            let played = folder.results.summaries.iter().filter(|row| row.status == Status::Played);
            let rounds = manifest.match_rounds.or_else(|| played.map(|row| row.rounds).max());
            plans.external.extend(manifest.external_players.keys().cloned());
            let settings = from_manifest::settings(&manifest, folder.path, rounds)?;
            let mut players = settings.players.unwrap_or_default();
            players.retain(|item| match &item.value {
                Choice::Name(name) => select::one_player(registry, name).is_ok(),
                Choice::Program(_) => false,
            });
            if players.is_empty() {
                continue;
            }
            // Players of this program play the same games outside of the sandbox.
            let settings = Settings { players: Some(players), isolate: false, ..settings };
            plans.plans.push(settings.played_plan(registry, ProgramUse::Named)?);
        }
        Ok(plans)
    }

    /// The match of a player against a codemaker at a size, with the plan of this match alone.
    pub fn find(&self, player: &str, scsa: &str, size: &str) -> Option<(Plan, Match)> {
        self.plans.iter().find_map(|plan| {
            let player = plan.players.iter().find(|entry| entry.name() == player)?;
            let codemaker = plan.codemakers.iter().find(|codemaker| codemaker.name() == scsa)?;
            let size = plan.sizes.iter().find(|one| one.to_string() == size)?;
            let one = Plan {
                players: vec![player.clone()],
                codemakers: vec![codemaker.clone()],
                sizes: vec![*size],
                ..plan.clone()
            };
            let game = one.matches().into_iter().next()?;
            Some((one, game))
        })
    }
}
