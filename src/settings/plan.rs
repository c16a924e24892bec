//! The tournament that follows from settings: names are looked up, and programs are started.

use super::options::{Trust, within};
use super::selection::{self, CONTEST_PLAYERS, CONTEST_SIZES, Choice, Choices, ProgramChoice, ProgramUse, Programs};
use super::setting::{self, Hides, Origin, Setting};
use super::tournament::Settings;
use super::{external_codemakers, external_players};
use crate::{failure::Failure, present::counted, this_program::this_program};
use player_api::registry::Entry;
use scsa::Game;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use tournament::{
    Codemaker, KnowledgePolicy, Limits, MOST_ROUNDS, Plan, Registry, Seed, StartedWorkers, Workers, preflight,
};

impl Settings {
    pub fn out(&self) -> &Path {
        self.output.folder()
    }

    /// The tournament, with defaults where nothing is given. Programs are started when everything else is checked: external codemakers
    /// make their codes, external players are asked whether their rounds are independent.
    ///
    /// # Errors
    /// Also when commands of a manifest would be started that are not [trusted](Settings::trusted).
    pub fn plan(&self, registry: &Registry) -> Result<Plan, Failure> {
        Trust::check(&self.commands_of_manifest(registry, ProgramUse::Started)?)?;
        let plan = self.plan_without_programs(registry)?;
        if let Some(first) = self.missing_programs(&plan).into_iter().next() {
            return Err(first);
        }
        let (players, codemakers) = (ProgramUse::Started, ProgramUse::Started);
        let programs = Programs { players, codemakers, limits: plan.limits, out: self.out() };
        let codemakers = self.codemakers(registry, &plan, &programs)?;
        let players = self.ready(registry, plan.players.clone(), &programs)?;
        Ok(Plan { players, codemakers, ..plan })
    }

    fn ready(&self, registry: &Registry, players: Vec<Entry>, programs: &Programs<'_>) -> Result<Vec<Entry>, Failure> {
        let isolates = Setting::is_on(&self.isolate);
        external_players::ready(registry, players, &self.player_choices(), isolates, programs)
    }

    /// The same settings with `NAME=COMMAND` for players that are given by their files.
    pub fn with_player_files(mut self, registry: &Registry) -> Settings {
        for item in self.players.iter_mut().flatten().chain(&mut self.player) {
            item.value = selection::resolved_choice(registry, item.value.clone());
        }
        self
    }

    /// The programs of players and codemakers that are not there.
    pub fn missing_programs(&self, plan: &Plan) -> Vec<Failure> {
        let of_players = external_players::missing(&plan.players, &self.player_choices());
        let codemakers = self.codemaker_choices();
        let codemakers = selection::programs(&codemakers);
        let of_codemakers =
            codemakers.filter_map(|(program, origin)| external_codemakers::missing(program, origin, plan));
        of_players.into_iter().chain(of_codemakers).collect()
    }

    /// The same without starting a program: external players count as learning, and the codes of external codemakers are not made.
    pub fn plan_without_programs(&self, registry: &Registry) -> Result<Plan, Failure> {
        self.plan_with(registry, ProgramUse::Named, ProgramUse::Named)
    }

    pub fn played_plan(&self, registry: &Registry, players: ProgramUse) -> Result<Plan, Failure> {
        if players == ProgramUse::Started {
            Trust::check(&self.commands_of_manifest(registry, ProgramUse::Absent)?)?;
        }
        self.plan_with(registry, players, ProgramUse::Absent)
    }

    /// The same settings, once the commands of a manifest that they start are trusted: by the option, or by a question on a terminal.
    pub fn trusted(self, registry: &Registry, codemakers: ProgramUse) -> Result<Settings, Failure> {
        let trust = self.trust.ask(&self.commands_of_manifest(registry, codemakers)?)?;
        Ok(Settings { trust, ..self })
    }

    /// The programs of a manifest that are not trusted and are started: players, and codemakers that have to make codes. Nothing is looked up.
    fn commands_of_manifest(
        &self,
        registry: &Registry,
        codemakers: ProgramUse,
    ) -> Result<Vec<(&ProgramChoice, &Origin)>, Failure> {
        if self.trust.is_given {
            return Ok(Vec::new());
        }
        let own = |choice: &Choice| match choice {
            Choice::Name(name) => selection::player(registry, name),
            Choice::Program(program) => Ok(Entry::named(program.parts().0.to_owned())),
        };
        let mut commands: Vec<_> = of_manifest(&self.players).collect();
        if !commands.is_empty() {
            let players =
                selection::selected(&self.player_choices(), |items| selection::chosen_players(registry, items, own))?;
            commands.retain(|(program, _)| players.iter().any(|player| player.name() == program.parts().0));
        }
        if codemakers == ProgramUse::Started {
            let rounds = self.rounds.as_ref().map(|rounds| rounds.value);
            let plan = Plan { seed: self.seed(), rounds, ..Plan::new([], [], self.sizes()?) };
            // How many rounds --until needs is not known yet.
            let makes =
                |program: &ProgramChoice| self.until.is_some() || !external_codemakers::are_recorded(program, &plan);
            let all = of_manifest(&self.scsa);
            // Codes that are recorded in another folder are not of a stranger's to name, either.
            commands.extend(all.filter(|(program, _)| !program.parts().1.is_empty() && makes(program)));
        }
        Ok(commands)
    }

    fn sizes(&self) -> Result<Vec<Game>, Failure> {
        match &self.sizes {
            Some(items) => setting::selected(items, selection::sizes, String::clone),
            None => selection::sizes(&CONTEST_SIZES.split(',').map(str::to_owned).collect::<Vec<_>>()),
        }
    }

    fn plan_with(&self, registry: &Registry, players: ProgramUse, codemakers: ProgramUse) -> Result<Plan, Failure> {
        let rules = self.rules.as_ref().map(|rules| rules.value).unwrap_or_default();
        let limits = self.limits.limits()?;
        let give_up = self.give_up.as_ref().map_or(limits.give_up, |give_up| give_up.value);
        let match_time = self.match_time.as_ref();
        let match_time =
            match_time.map(|_| within(match_time, Limits::MATCH_SECONDS, " seconds", 0.0).map(Duration::from_secs_f64));
        let limits = Limits { give_up, match_time: match_time.transpose()?, ..limits };
        let programs = Programs { players, codemakers, limits, out: self.out() };
        let sizes = self.sizes()?;
        let rounds = self.rounds.as_ref().map(|rounds| rounds.value);
        let plan = Plan {
            rounds,
            seed: self.seed(),
            guess_limits: self.limits.guess_limits(),
            limits,
            rules,
            separate: Setting::is_on(&self.separate),
            ..Plan::new([], [], sizes)
        };
        // All names are looked up before a program is started.
        let players = self.players(registry, &programs)?;
        let codemakers = self.codemakers(registry, &plan, &programs)?;
        if let Some(fault) = Plan::fault(players.len(), codemakers.len().saturating_mul(plan.games.len())) {
            bail!("{fault}; give fewer sizes or names");
        }
        // A codemaker has fewer codes than rounds if --until played more against the others.
        if let Some(rounds) = self.rounds.as_ref().filter(|rounds| !matches!(rounds.origin, Origin::Manifest(_))) {
            check_rounds(rounds, &codemakers)?;
        }
        // Of the codemakers of a file, options may choose those that have no samples.
        let is_option = |origin: &Origin| matches!(origin, Origin::Option(_));
        let knowledge = &self.knowledge;
        let chosen = self.scsa.iter().flatten().chain(&self.codemaker).any(|item| is_option(&item.origin))
            && knowledge.samples.as_ref().is_some_and(|file| !is_option(&file.origin));
        let knowledge = match chosen && !knowledge.can_be_of(&codemakers) {
            true => KnowledgePolicy { reveal: Setting::is_on(&knowledge.reveal), samples: None },
            false => knowledge.policy(&codemakers)?,
        };
        let players = self.ready(registry, players, &programs)?;
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

    pub fn makes_codes(&self, name: &str) -> bool {
        selection::programs(&self.codemaker_choices())
            .any(|(program, _)| program.parts().0 == name && external_codemakers::makes_codes(program))
    }

    pub fn commands(&self, plan: &Plan) -> (BTreeMap<String, String>, BTreeMap<String, String>) {
        let players = selection::commands(&self.player_choices(), plan.players.iter().map(Entry::name));
        let codemakers = plan.codemakers.iter().map(Codemaker::name);
        (players, selection::commands(&self.codemaker_choices(), codemakers))
    }

    fn seed(&self) -> Seed {
        self.seed.as_ref().map_or(Plan::SEED, |seed| seed.value.seed)
    }

    fn player_choices(&self) -> Choices {
        let contest = || selection::named("--players", CONTEST_PLAYERS.split(','));
        chosen(self.players.as_ref(), &self.player, contest)
    }

    fn codemaker_choices(&self) -> Choices {
        chosen(self.scsa.as_ref(), &self.codemaker, Choices::new)
    }

    fn players(&self, registry: &Registry, programs: &Programs<'_>) -> Result<Vec<Entry>, Failure> {
        let find = |choice: &Choice| external_players::find(registry, choice, programs);
        let selected =
            selection::selected(&self.player_choices(), |items| selection::chosen_players(registry, items, find))?;
        let selected = external_players::kept_apart(registry, selected, &self.hidden(), programs.limits)?;
        let Some(Setting { value, origin }) = &self.effort else { return Ok(selected) };
        selection::with_effort(registry, selected, value).map_err(|failure| origin.explain(failure))
    }

    pub fn codemakers(
        &self,
        registry: &Registry,
        plan: &Plan,
        programs: &Programs<'_>,
    ) -> Result<Vec<Codemaker>, Failure> {
        let contest = selection::contest_codemakers(registry, plan.rules, &plan.games);
        let contest = || selection::named("--scsa", contest.iter().map(Codemaker::name));
        let choices = chosen(self.scsa.as_ref(), &self.codemaker, contest);
        let find = |choice: &Choice| external_codemakers::find(registry, choice);
        let mut selected = selection::selected(&choices, |items| selection::chosen_codemakers(registry, items, find))?;
        for codemaker in &mut selected {
            let Codemaker::Recorded { name, codes } = codemaker else { continue };
            for (program, origin) in selection::programs(&choices).filter(|(one, _)| one.parts().0 == name).take(1) {
                *codes =
                    external_codemakers::codes(program, plan, programs).map_err(|failure| origin.explain(failure))?;
            }
        }
        Ok(selected)
    }
}

/// What is selected: a list and what is added to it, or the default with that.
fn chosen(list: Option<&Choices>, added: &Choices, default: impl FnOnce() -> Choices) -> Choices {
    match list {
        Some(list) => [list.clone(), added.clone()].concat(),
        None => selection::joined(default(), added.clone(), false),
    }
}

fn of_manifest(list: &Option<Choices>) -> impl Iterator<Item = (&ProgramChoice, &Origin)> {
    selection::programs(list.as_deref().unwrap_or_default()).filter(|(_, origin)| matches!(origin, Origin::Manifest(_)))
}

pub fn check_rounds(rounds: &Setting<u64>, codemakers: &[Codemaker]) -> Result<(), Failure> {
    let Setting { value: wanted, origin } = rounds;
    ensure!(*wanted != 0, "{origin} 0 plays nothing; give 1 or more");
    ensure!(*wanted < MOST_ROUNDS, "{origin} {wanted} is too many; give fewer than {MOST_ROUNDS}");
    for codemaker in codemakers {
        if let Some(most) = codemaker.secrets().filter(|most| wanted > most) {
            let (name, codes) = (codemaker.name(), counted(most, "code"));
            bail!("{name} holds {codes}, {origin} {wanted} wants more; give {most} or fewer");
        }
    }
    Ok(())
}

/// Checks that there is something to play, and returns that many workers, which can play the plan.
pub fn check_playable(plan: &Plan, jobs: usize) -> Result<StartedWorkers, Failure> {
    let workers = Workers::Processes(this_program()?, jobs);
    preflight(plan, &workers).map_err(Failure::system)?.map_err(|refused| {
        let (first, refusal) = *refused;
        let hint = refusal.hint().unwrap_or("choose other --sizes or another --scsa");
        Failure::refused(format!("there is nothing to play: {first}: {refusal}; {hint}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args, FromArgMatches};
    use std::fs;
    use tournament::Codemakers;

    /// Whatever option names a file in the folder of a player: the player does not see the file, only its own.
    #[test]
    fn no_player_sees_what_an_option_names() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        let path = |name: &str| folder.join(name);
        fs::create_dir(path("makers")).unwrap();
        for name in ["own.sh", "data.txt", "named.txt", "makers/maker.sh"] {
            fs::write(path(name), "").unwrap();
        }
        let registry = Registry {
            players: players::builtin().with_definitions(external::ExternalPlayer::define),
            codemakers: Codemakers::builtin(),
        };
        let own = format!("own=sh {}", path("own.sh").display());
        // What of the named files and the data the player sees, if this is given.
        let seen = |option: &str, value: String| {
            let command = Settings::augment_args(clap::Command::new("run"));
            let words = ["run".to_owned(), format!("--player={own}"), format!("--{option}={value}")];
            let settings = Settings::from_arg_matches(&command.get_matches_from(words)).unwrap();
            let out = &path("out");
            let (players, codemakers) = (ProgramUse::Named, ProgramUse::Named);
            let programs = Programs { players, codemakers, limits: Limits::default(), out };
            let players = settings.players(&registry, &programs).unwrap();
            let player = players.iter().find_map(external_players::program_of).unwrap();
            let seen = player.submission().unwrap();
            ["own.sh", "data.txt", "named.txt", "makers/maker.sh"].map(|name| seen.contains(&path(name)))
        };
        let named = path("named.txt").display().to_string();
        let mut options = 0;
        for option in Settings::augment_args(clap::Command::new("run")).get_arguments() {
            let (name, kind) = (option.get_long().unwrap(), option.get_value_names().unwrap_or_default());
            let values = match kind.first().map_or("", |kind| kind.as_str()) {
                // Players get these codes.
                "FILE" if name == "samples" => continue,
                "FILE" | "DIR" => vec![named.clone()],
                "LIST" if name == "scsa" => ["codes", "weighted"].map(|kind| format!("{kind}:{named}")).to_vec(),
                "NAME=COMMAND" if name == "codemaker" => vec![format!("x=recorded:{named}")],
                _ => continue,
            };
            options += 1;
            for value in values {
                assert_eq!(seen(name, value.clone()), [true, true, false, true], "--{name}={value}");
            }
        }
        assert!(options >= 3, "--codemaker, --scsa, --out");
        let maker = |file: &str| format!("x=sh {}", path(file).display());
        for option in ["codemaker", "player"] {
            assert_eq!(seen(option, maker("makers/maker.sh")), [true, true, true, false], "{option}");
            assert_eq!(seen(option, maker("named.txt")), [true, false, false, false], "{option}: a folder of both");
            assert_eq!(seen(option, maker("own.sh")), [true; 4], "{option}: the same file");
        }
    }
}
