//! What a tournament is to be, as far as it is given.

use super::{
    limit_settings::LimitSettings,
    output_options::OutputOptions,
    programs::{ProgramUse, Programs},
    selection::{Choice, ProgramChoice, Selection},
    setting::{self, Origin, Setting},
    trust::Trust,
};
use crate::cli::{
    Failure, external, external_codemaker,
    jobs::JobSettings,
    options::{self, SeedArgument},
    select::{self, CONTEST_PLAYERS, CONTEST_SIZES},
};
use player_api::registry::Entry;
use scsa::Size;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};
use tournament::{Codemaker, Plan, Registry, Rules};

/// What a tournament is to be, as far as it is given: by options, a tournament file or a manifest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TournamentSettings {
    pub players: Option<Selection>,
    /// Programs of a tournament of which other players play now.
    pub other_programs: Vec<ProgramChoice>,
    pub effort: Option<Setting<String>>,
    /// The codemakers.
    pub scsas: Option<Selection>,
    pub sizes: Option<Vec<Setting<String>>>,
    pub rounds: Option<Setting<u64>>,
    /// The standard error of the mean guesses, as a fraction of the mean, until which more rounds are played.
    pub until: Option<f64>,
    pub seed: Option<SeedArgument>,
    pub rules: Option<Rules>,
    pub limits: LimitSettings,
    pub reveals: bool,
    pub samples: Option<Setting<String>>,
    pub isolates: bool,
    pub separates: bool,
    /// Whether nothing is played on a system that does not offer all protections.
    pub requires_sandbox: bool,
    pub output: OutputOptions,
    pub jobs: JobSettings,
    /// The tournament files, which have the seed.
    pub files: Vec<PathBuf>,
    /// Whether commands of manifests are started.
    pub trust: Trust,
}

impl TournamentSettings {
    /// These settings, and those of `other` where there are none.
    pub fn or(self, other: TournamentSettings) -> TournamentSettings {
        TournamentSettings {
            players: both(self.players, other.players, Selection::or),
            other_programs: [self.other_programs, other.other_programs].concat(),
            effort: self.effort.or(other.effort),
            scsas: both(self.scsas, other.scsas, Selection::or),
            sizes: self.sizes.or(other.sizes),
            rounds: self.rounds.or(other.rounds),
            until: self.until.or(other.until),
            seed: self.seed.or(other.seed),
            rules: self.rules.or(other.rules),
            limits: self.limits.or(other.limits),
            reveals: self.reveals || other.reveals,
            samples: self.samples.or(other.samples),
            isolates: self.isolates || other.isolates,
            separates: self.separates || other.separates,
            requires_sandbox: self.requires_sandbox || other.requires_sandbox,
            output: self.output.or(other.output),
            jobs: JobSettings {
                count: self.jobs.count.or(other.jobs.count),
                oversubscribes: self.jobs.oversubscribes || other.jobs.oversubscribes,
            },
            files: [self.files, other.files].concat(),
            trust: Trust { is_given: self.trust.is_given || other.trust.is_given },
        }
    }

    /// These settings together with those of a tournament that they extend: its players, codemakers and sizes come first.
    pub fn extending(self, extended: TournamentSettings) -> TournamentSettings {
        let joined = |own: Option<Selection>, first: &Option<Selection>| {
            both(own, first.clone(), |own, first| own.after(first, true))
        };
        TournamentSettings {
            players: joined(self.players.clone(), &extended.players),
            scsas: joined(self.scsas.clone(), &extended.scsas),
            sizes: both(self.sizes.clone(), extended.sizes.clone(), |own, first| [first, own].concat()),
            ..self.or(extended)
        }
    }

    /// The folder for the results.
    pub fn out(&self) -> &Path {
        self.output.folder()
    }

    /// The tournament, with defaults where nothing is given. Programs are started when everything else is checked: external codemakers
    /// make their codes, external players are asked whether their rounds are independent.
    ///
    /// # Errors
    /// Also when commands of a manifest would be started that are not [trusted](TournamentSettings::trusted).
    pub fn plan(&self, registry: &Registry) -> Result<Plan, Failure> {
        Trust::check(&self.commands_of_manifest(registry, ProgramUse::Started)?)?;
        let plan = self.plan_without_programs(registry)?;
        if let Some(first) = self.missing_programs(&plan).into_iter().next() {
            return Err(first);
        }
        let (players, codemakers) = (ProgramUse::Started, ProgramUse::Started);
        let programs = Programs { players, codemakers, limits: plan.limits, out: self.out() };
        let codemakers = self.codemakers(registry, &plan, &programs)?;
        let players =
            external::ready(registry, plan.players.clone(), &self.player_selection(), self.isolates, &programs)?;
        Ok(Plan { players, codemakers, ..plan })
    }

    /// The programs of players and codemakers that are not there.
    pub fn missing_programs(&self, plan: &Plan) -> Vec<Failure> {
        let of_players = external::missing(&plan.players, &self.player_selection());
        let codemakers = self.scsas.iter().flat_map(Selection::programs);
        let of_codemakers =
            codemakers.filter_map(|(program, origin)| external_codemaker::missing(program, origin, plan));
        of_players.into_iter().chain(of_codemakers).collect()
    }

    /// The same without starting a program: external players count as learning, and the codes of external codemakers are not made.
    pub fn plan_without_programs(&self, registry: &Registry) -> Result<Plan, Failure> {
        self.plan_with(registry, ProgramUse::Named, ProgramUse::Named)
    }

    /// A tournament that was played, with the codes that were recorded.
    pub fn played_plan(&self, registry: &Registry, players: ProgramUse) -> Result<Plan, Failure> {
        if players == ProgramUse::Started {
            Trust::check(&self.commands_of_manifest(registry, ProgramUse::Absent)?)?;
        }
        self.plan_with(registry, players, ProgramUse::Absent)
    }

    /// The same settings, once the commands of a manifest that they start are trusted: by the option, or by a question on a terminal.
    pub fn trusted(self, registry: &Registry, codemakers: ProgramUse) -> Result<TournamentSettings, Failure> {
        let trust = self.trust.ask(&self.commands_of_manifest(registry, codemakers)?)?;
        Ok(TournamentSettings { trust, ..self })
    }

    /// The programs of a manifest that are not trusted and are started: players, and codemakers that have to make codes. Nothing is looked
    /// up.
    fn commands_of_manifest(
        &self,
        registry: &Registry,
        codemakers: ProgramUse,
    ) -> Result<Vec<(&ProgramChoice, &Origin)>, Failure> {
        if self.trust.is_given {
            return Ok(Vec::new());
        }
        let own = |choice: &Choice| match choice {
            Choice::Name(name) => select::player(registry, name),
            Choice::Program(program) => Ok(Entry::named(program.parts().0.to_owned())),
        };
        let mut commands: Vec<_> = of_manifest(self.players.as_ref()).collect();
        if !commands.is_empty() {
            let players = self.player_selection().selected(|items| select::chosen_players(registry, items, own))?;
            commands.retain(|(program, _)| players.iter().any(|player| player.name() == program.parts().0));
        }
        if codemakers == ProgramUse::Started {
            let (seed, rounds) = (self.seed.map(|seed| seed.seed), self.rounds.as_ref().map(|rounds| rounds.value));
            let plan = Plan { seed: seed.unwrap_or(Plan::SEED), rounds, ..Plan::new([], [], self.sizes()?) };
            // How many rounds --until needs is not known yet.
            let makes =
                |program: &ProgramChoice| self.until.is_some() || !external_codemaker::are_recorded(program, &plan);
            let all = of_manifest(self.scsas.as_ref());
            // Codes that are recorded in another folder are not of a stranger's to name, either.
            commands.extend(all.filter(|(program, _)| !program.parts().1.is_empty() && makes(program)));
        }
        Ok(commands)
    }

    fn sizes(&self) -> Result<Vec<Size>, Failure> {
        match &self.sizes {
            Some(items) => setting::selected(items, select::sizes, String::clone),
            None => select::sizes(&list(CONTEST_SIZES)),
        }
    }

    fn plan_with(&self, registry: &Registry, players: ProgramUse, codemakers: ProgramUse) -> Result<Plan, Failure> {
        let (rules, limits) = (self.rules.unwrap_or_default(), self.limits.limits()?);
        let programs = Programs { players, codemakers, limits, out: self.out() };
        let sizes = self.sizes()?;
        let rounds = self.rounds.as_ref().map(|rounds| rounds.value);
        let seed = self.seed.map_or(Plan::SEED, |seed| seed.seed);
        let plan = Plan { rounds, seed, limits, rules, separate: self.separates, ..Plan::new([], [], sizes) };
        // All names are looked up before a program is started.
        let players = self.players(registry, &programs)?;
        let codemakers = self.codemakers(registry, &plan, &programs)?;
        if let Some(fault) = Plan::fault(players.len(), codemakers.len().saturating_mul(plan.sizes.len())) {
            return Err(Failure::input(format!("{fault}; give fewer sizes or names")));
        }
        // A codemaker has fewer codes than rounds if --until played more against the others.
        if let Some(rounds) = self.rounds.as_ref().filter(|rounds| !matches!(rounds.origin, Origin::Manifest(_))) {
            options::check_rounds_of(rounds, &codemakers)?;
        }
        // Of the codemakers of a file, options may choose those that have no samples.
        let is_option = |origin: &Origin| matches!(origin, Origin::Option(_));
        let chosen = self.scsas.iter().flat_map(|selection| &selection.items).any(|item| is_option(&item.origin))
            && self.samples.as_ref().is_some_and(|file| !is_option(&file.origin));
        let samples = self.samples.as_ref().filter(|_| !chosen || options::can_have_samples(self.reveals, &codemakers));
        let knowledge = options::knowledge_policy(self.reveals, samples, &codemakers)?;
        let players = external::ready(registry, players, &self.player_selection(), self.isolates, &programs)?;
        Ok(Plan { players, codemakers, knowledge, ..plan })
    }

    /// The same tournament with more rounds, for which codemakers that are programs make more codes.
    pub fn with_rounds(&self, registry: &Registry, plan: &Plan, rounds: u64) -> Result<Plan, Failure> {
        let plan = plan.clone().rounds(rounds);
        Trust::check(&self.commands_of_manifest(registry, ProgramUse::Started)?)?;
        let (players, codemakers) = (ProgramUse::Named, ProgramUse::Started);
        let programs = Programs { players, codemakers, limits: plan.limits, out: self.out() };
        Ok(Plan { codemakers: self.codemakers(registry, &plan, &programs)?, ..plan })
    }

    /// Whether a codemaker is a program that can make more codes.
    pub fn makes_codes(&self, name: &str) -> bool {
        let mut programs = self.scsas.iter().flat_map(Selection::programs);
        programs.any(|(program, _)| program.parts().0 == name && external_codemaker::makes_codes(program))
    }

    /// The commands of players and of codemakers that are programs of their own, by name.
    pub fn commands(&self, plan: &Plan) -> (BTreeMap<String, String>, BTreeMap<String, String>) {
        let players = plan.players.iter().map(Entry::name);
        let codemakers = plan.codemakers.iter().map(Codemaker::name);
        let of = |selection: &Option<Selection>, names: Vec<&str>| {
            selection.as_ref().map(|selection| selection.commands(names)).unwrap_or_default()
        };
        (of(&self.players, players.collect()), of(&self.scsas, codemakers.collect()))
    }

    /// The players that are selected, or those of the contest.
    fn player_selection(&self) -> Selection {
        let contest = Selection::of_names(&Origin::Option("--players"), CONTEST_PLAYERS.split(','));
        chosen(self.players.as_ref(), contest)
    }

    /// The players. No program is started.
    fn players(&self, registry: &Registry, programs: &Programs<'_>) -> Result<Vec<Entry>, Failure> {
        let find = |choice: &Choice| external::find(registry, choice, programs);
        let selected = self.player_selection().selected(|items| select::chosen_players(registry, items, find))?;
        // One that is not there any more has no files.
        let others = self.other_programs.iter();
        let others = others.filter_map(|other| external::defined(&other.text, programs.limits, None).ok());
        let names = self.scsas.iter().flat_map(|selection| &selection.items).map(|item| item.value.name());
        let codes = names.filter_map(|name| name.strip_prefix("codes:")).map(PathBuf::from);
        let secrets: Vec<PathBuf> = codes.chain(self.files.iter().cloned()).collect();
        let selected = external::kept_apart(registry, selected, others, &secrets)?;
        let Some(Setting { value, origin }) = &self.effort else { return Ok(selected) };
        select::with_effort(registry, selected, Some(value)).map_err(|failure| origin.explain(failure))
    }

    /// The codemakers, with the codes of programs for a plan.
    pub fn codemakers(
        &self,
        registry: &Registry,
        plan: &Plan,
        programs: &Programs<'_>,
    ) -> Result<Vec<Codemaker>, Failure> {
        let contest = select::contest_codemakers(registry, plan.rules);
        let contest = Selection::of_names(&Origin::Option("--scsa"), contest.iter().map(Codemaker::name));
        let selection = chosen(self.scsas.as_ref(), contest);
        let find = |choice: &Choice| external_codemaker::find(registry, choice);
        let mut selected = selection.selected(|items| select::chosen_codemakers(registry, items, find))?;
        for codemaker in &mut selected {
            let Codemaker::Recorded { name, codes } = codemaker else { continue };
            if let Some((program, origin)) = selection.programs().find(|(program, _)| program.parts().0 == name) {
                *codes =
                    external_codemaker::codes(program, plan, programs).map_err(|failure| origin.explain(failure))?;
            }
        }
        Ok(selected)
    }
}

/// What is selected: these, or the default with what is added to it.
fn chosen(selection: Option<&Selection>, default: Selection) -> Selection {
    match selection {
        None => default,
        Some(selection) if selection.is_addition => selection.clone().after(default, false),
        Some(selection) => selection.clone(),
    }
}

/// One of two values, or what a function makes of both.
fn both<T>(one: Option<T>, other: Option<T>, join: impl FnOnce(T, T) -> T) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(join(one, other)),
        (one, other) => one.or(other),
    }
}

/// The programs of a selection that a manifest names.
fn of_manifest(selection: Option<&Selection>) -> impl Iterator<Item = (&ProgramChoice, &Origin)> {
    let programs = selection.into_iter().flat_map(Selection::programs);
    programs.filter(|(_, origin)| matches!(origin, Origin::Manifest(_)))
}

fn list(text: &str) -> Vec<String> {
    text.split(',').map(str::to_owned).collect()
}
