//! What a tournament is to be, as far as it is given.

use super::{
    limit_settings::LimitSettings,
    output_options::OutputOptions,
    setting::{self, Origin, Setting},
};
use crate::cli::{
    Failure, external, external_codemaker,
    jobs::JobSettings,
    options,
    select::{self, CONTEST_PLAYERS, CONTEST_SIZES},
};
use player_api::registry::Entry;
use std::{collections::BTreeMap, path::Path};
use tournament::{Codemaker, Limits, Plan, Registry, Rules, Seed};

/// What a tournament is to be, as far as it is given: by options, a tournament file or a manifest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TournamentSettings {
    /// The players of this program. An empty list selects none.
    pub players: Option<Vec<Setting<String>>>,
    /// Players that are programs of their own, as NAME=COMMAND.
    pub external_players: Vec<Setting<String>>,
    pub effort: Option<Setting<String>>,
    /// The codemakers of this program. An empty list selects none.
    pub scsas: Option<Vec<Setting<String>>>,
    /// Codemakers that are programs of their own, as NAME=COMMAND.
    pub external_codemakers: Vec<Setting<String>>,
    pub sizes: Option<Vec<Setting<String>>>,
    pub rounds: Option<Setting<u64>>,
    /// The standard error of the mean guesses, as a fraction of the mean, until which more rounds are played.
    pub until: Option<f64>,
    pub seed: Option<Seed>,
    pub rules: Option<Rules>,
    pub limits: LimitSettings,
    pub reveals: bool,
    pub samples: Option<Setting<String>>,
    pub isolates: bool,
    pub output: OutputOptions,
    pub jobs: JobSettings,
}

impl TournamentSettings {
    /// These settings, and those of `other` where there are none.
    ///
    /// The players given here replace those of `other`, but may name its external ones; the same goes for codemakers.
    pub fn or(self, other: TournamentSettings) -> TournamentSettings {
        let (players, external_players) =
            replaced((self.players, self.external_players), (other.players, other.external_players));
        let (scsas, external_codemakers) =
            replaced((self.scsas, self.external_codemakers), (other.scsas, other.external_codemakers));
        TournamentSettings {
            players,
            external_players,
            effort: self.effort.or(other.effort),
            scsas,
            external_codemakers,
            sizes: self.sizes.or(other.sizes),
            rounds: self.rounds.or(other.rounds),
            until: self.until.or(other.until),
            seed: self.seed.or(other.seed),
            rules: self.rules.or(other.rules),
            limits: self.limits.or(other.limits),
            reveals: self.reveals || other.reveals,
            samples: self.samples.or(other.samples),
            isolates: self.isolates || other.isolates,
            output: self.output.or(other.output),
            jobs: JobSettings {
                count: self.jobs.count.or(other.jobs.count),
                oversubscribes: self.jobs.oversubscribes || other.jobs.oversubscribes,
            },
        }
    }

    /// These settings together with those of a tournament that they extend: its players, codemakers and sizes come first.
    pub fn extending(self, extended: TournamentSettings) -> TournamentSettings {
        let joined = |first: Option<Vec<_>>, then: Option<Vec<_>>| {
            let both: Vec<_> = first.into_iter().chain(then).flatten().collect();
            (!both.is_empty()).then_some(both)
        };
        let all = |first: &[Setting<String>], then: &[Setting<String>]| {
            let new = then.iter().filter(|one| first.iter().all(|other| defined_name(one) != defined_name(other)));
            first.iter().chain(new).cloned().collect()
        };
        TournamentSettings {
            players: joined(extended.players.clone(), self.players.clone()),
            external_players: all(&extended.external_players, &self.external_players),
            scsas: joined(extended.scsas.clone(), self.scsas.clone()),
            external_codemakers: all(&extended.external_codemakers, &self.external_codemakers),
            sizes: joined(extended.sizes.clone(), self.sizes.clone()),
            ..self.or(extended)
        }
    }

    /// The folder for the results.
    pub fn out(&self) -> &Path {
        self.output.folder()
    }

    /// The tournament, with defaults where nothing is given. Programs are started when everything else is checked: external codemakers
    /// make their codes, external players are asked whether their rounds are independent.
    pub fn plan(&self, registry: &Registry) -> Result<Plan, Failure> {
        let plan = self.plan_without_programs(registry)?;
        if let Some(first) = self.missing_programs(&plan).into_iter().next() {
            return Err(first);
        }
        if self.isolates || !self.external_players.is_empty() {
            external::warn_of_missing_protection()?;
        }
        let codemakers = external_codemaker::made(&self.external_codemakers, &plan, self.out())?;
        let players = external::probed(registry, &plan.players, &self.external_players)?;
        Ok(Plan { players, codemakers, ..plan })
    }

    /// The programs of players and codemakers that are not there.
    pub fn missing_programs(&self, plan: &Plan) -> Vec<Failure> {
        let of_players = external::missing(&plan.players, &self.external_players);
        let of_codemakers = external_codemaker::missing(&self.external_codemakers, plan);
        of_players.into_iter().chain(of_codemakers).collect()
    }

    /// The same without starting a program: external players count as learning, and the codes of external codemakers are not made.
    pub fn plan_without_programs(&self, registry: &Registry) -> Result<Plan, Failure> {
        let (rules, limits) = (self.rules.unwrap_or_default(), self.limits.limits()?);
        let sizes = match &self.sizes {
            Some(items) => setting::selected(items, select::sizes)?,
            None => select::sizes(&list(CONTEST_SIZES))?,
        };
        let rounds = self.rounds.as_ref().map(|rounds| rounds.value);
        let plan = Plan { rounds, seed: self.seed.unwrap_or(Plan::SEED), limits, rules, ..Plan::new([], [], sizes) };
        let codemakers = self.codemakers(registry, &plan)?;
        if let Some(rounds) = &self.rounds {
            options::check_rounds_of(rounds, &codemakers)?;
        }
        // Of the codemakers of a file, options may choose those that have no samples.
        let is_option = |setting: &Setting<String>| matches!(setting.origin, Origin::Option(_));
        let chosen =
            self.scsas.iter().flatten().any(is_option) && self.samples.as_ref().is_some_and(|file| !is_option(file));
        let samples = self.samples.as_ref().filter(|_| !chosen || options::can_have_samples(self.reveals, &codemakers));
        let knowledge = options::knowledge_policy(self.reveals, samples, &codemakers)?;
        Ok(Plan { players: self.players(registry, limits)?, codemakers, knowledge, ..plan })
    }

    /// The commands of the external players, by name.
    pub fn external_commands(&self) -> BTreeMap<String, String> {
        let commands = self.external_players.iter().filter_map(|player| player.value.split_once('='));
        commands.map(|(name, command)| (name.to_owned(), command.to_owned())).collect()
    }

    fn players(&self, registry: &Registry, limits: Limits) -> Result<Vec<Entry>, Failure> {
        let selected = match &self.players {
            Some(items) if items.is_empty() && !self.external_players.is_empty() => Vec::new(),
            Some(items) => setting::selected(items, |items| select::players(registry, items))?,
            None => select::players(registry, &list(CONTEST_PLAYERS))?,
        };
        let selected = match &self.effort {
            Some(Setting { value, origin }) => {
                select::with_effort(registry, selected, Some(value)).map_err(|failure| origin.explain(failure))?
            }
            None => selected,
        };
        external::add(registry, selected, &self.external_players, self.isolates, limits, self.out())
    }

    fn codemakers(&self, registry: &Registry, plan: &Plan) -> Result<Vec<Codemaker>, Failure> {
        let mut codemakers = match &self.scsas {
            Some(items) if items.is_empty() && !self.external_codemakers.is_empty() => Vec::new(),
            Some(items) => setting::selected(items, |items| select::codemakers(registry, items))?,
            None => select::contest_codemakers(registry, plan.rules),
        };
        codemakers.append(&mut external_codemaker::codemakers(registry, &self.external_codemakers, plan)?);
        Ok(codemakers)
    }
}

/// A list of names, and what is defined besides them.
type Named = (Option<Vec<Setting<String>>>, Vec<Setting<String>>);

/// The names and definitions given first, or those given second. Names that were given first may be of definitions that were given
/// second. Of two definitions of a name the first counts.
fn replaced(first: Named, second: Named) -> Named {
    let ((names, mut definitions), (other_names, mut other_definitions)) = (first, second);
    other_definitions.retain(|other| definitions.iter().all(|one| defined_name(one) != defined_name(other)));
    let Some(mut names) = names else {
        definitions.append(&mut other_definitions);
        return (other_names, definitions);
    };
    for definition in other_definitions {
        let number = names.len();
        names.retain(|item| item.value != defined_name(&definition));
        if names.len() < number {
            definitions.push(definition);
        }
    }
    (Some(names), definitions)
}

/// The name in NAME=COMMAND.
fn defined_name(definition: &Setting<String>) -> &str {
    definition.value.split_once('=').map_or(&definition.value, |(name, _)| name)
}

fn list(text: &str) -> Vec<String> {
    text.split(',').map(str::to_owned).collect()
}
