//! What is played.

use super::{
    experiment::{Experiment, GUESS_LIMIT, OTHERS, OTHERS_OF_SAMPLES, PLAYER},
    references,
    samples::SampleFile,
};
use crate::tournaments::StudyTournament;
use posterior::Ablation;
use scsa::Size;
use std::time::Duration;
use tournament::{Codemaker, Codemakers, KnowledgePolicy, Limits, Plan, Rules, Seed};

/// The most CPU time of a player in a round. It is generous, so that no round depends on the speed of the machine.
const TIME_LIMIT: Duration = Duration::from_secs(60);
/// The efforts beside the default one.
const OTHER_EFFORTS: [u8; 3] = [1, 3, 30];
/// The default effort of the player.
const DEFAULT_EFFORT: u8 = 10;

/// The rounds of a match of the table at the other sizes, and at all sizes of the rules that prefer fewer colors.
pub const ROUNDS: u64 = 1000;
/// The rounds of a match of the table at a large size.
pub const LARGE_ROUNDS: u64 = 400;
/// The large sizes.
pub const LARGE_SIZES: [&str; 2] = ["15x20", "20x26"];
/// The rounds of a match of the ablation, at 10x10 and at 20x26.
pub const ABLATION_ROUNDS: [u64; 2] = [400, 120];

/// Matches with the same number of rounds.
struct MatchBlock {
    experiment: Experiment,
    name: &'static str,
    scsas: &'static [&'static str],
    sizes: &'static [&'static str],
    rounds: u64,
}

const FEWER_SCSAS: &[&str] = &["usually-fewer", "prefer-fewer"];
const OTHER_SCSAS: &[&str] =
    &["insert-colors", "two-color", "ab-color", "two-color-alternating", "only-once", "first-and-last"];

const BLOCKS: [MatchBlock; 5] = [
    MatchBlock {
        experiment: Experiment::Table,
        name: "small",
        scsas: &references::SCSAS,
        sizes: &["4x6", "6x10", "8x10", "8x12", "10x10"],
        rounds: ROUNDS,
    },
    MatchBlock {
        experiment: Experiment::Table,
        name: "large",
        scsas: OTHER_SCSAS,
        sizes: &LARGE_SIZES,
        rounds: LARGE_ROUNDS,
    },
    MatchBlock {
        experiment: Experiment::Table,
        name: "large-fewer",
        scsas: FEWER_SCSAS,
        sizes: &LARGE_SIZES,
        rounds: ROUNDS,
    },
    MatchBlock {
        experiment: Experiment::Ablation,
        name: "10x10",
        scsas: &["insert-colors", "usually-fewer", "ab-color"],
        sizes: &["10x10"],
        rounds: ABLATION_ROUNDS[0],
    },
    MatchBlock {
        experiment: Experiment::Ablation,
        name: "20x26",
        scsas: &["insert-colors"],
        sizes: &["20x26"],
        rounds: ABLATION_ROUNDS[1],
    },
];

/// What the matches depend on.
#[derive(Clone, Copy, Debug)]
pub struct MatchOptions<'a> {
    /// No match has more rounds than this.
    pub most_rounds: Option<u64>,
    /// The sizes of the table and of the ablation.
    pub sizes: &'a [Size],
    /// The seed of every random stream.
    pub seed: Seed,
}

/// The tournaments of the table and of the ablation, in order.
pub fn tournaments(options: MatchOptions<'_>) -> Vec<(Experiment, StudyTournament)> {
    let tournament = |block: &MatchBlock| {
        let sizes = options.sizes.iter().copied().filter(|size| block.sizes.contains(&&*size.to_string()));
        let sizes: Vec<Size> = sizes.collect();
        let players = match block.experiment {
            Experiment::Ablation => variants(),
            Experiment::Table | Experiment::Samples => with_others(&OTHERS),
        };
        let codemakers =
            block.scsas.iter().filter_map(|name| Codemakers::builtin().find(name).ok().flatten()).collect();
        let plan = Plan { sizes, ..plan(options, &players, codemakers, block.rounds) };
        let (experiment, folder) = (block.experiment, format!("{}/{}", block.experiment.folder(), block.name));
        let keeps_rounds = experiment.keeps_rounds();
        (!plan.sizes.is_empty()).then_some((experiment, StudyTournament { folder, plan, keeps_rounds }))
    };
    BLOCKS.iter().filter_map(tournament).collect()
}

/// The tournaments against the codes of mysteries, one a file.
pub fn sample_tournaments(samples: &[SampleFile], options: MatchOptions<'_>) -> Vec<(Experiment, StudyTournament)> {
    let tournament = |file: &SampleFile| {
        let rounds = file.secrets.codes().len() as u64;
        let codemaker = Codemaker::Codes { name: file.scsa(), codes: file.secrets.clone() };
        let plan = Plan {
            sizes: vec![file.size],
            knowledge: KnowledgePolicy { reveal: false, samples: Some(file.samples.clone()) },
            ..plan(options, &with_others(&OTHERS_OF_SAMPLES), vec![codemaker], rounds)
        };
        let folder = format!("{}/{}", Experiment::Samples.folder(), file.name);
        let keeps_rounds = Experiment::Samples.keeps_rounds();
        (Experiment::Samples, StudyTournament { folder, plan, keeps_rounds })
    };
    samples.iter().map(tournament).collect()
}

fn plan(options: MatchOptions<'_>, players: &[String], codemakers: Vec<Codemaker>, rounds: u64) -> Plan {
    Plan {
        players: players.iter().filter_map(|name| players::find(name).ok()).collect(),
        codemakers,
        sizes: Vec::new(),
        rounds: Some(options.most_rounds.map_or(rounds, |most| most.min(rounds))),
        seed: options.seed,
        limits: Limits { guesses: GUESS_LIMIT, time: TIME_LIMIT, ..Limits::default() },
        rules: Rules::Report,
        knowledge: KnowledgePolicy::default(),
        separate: false,
    }
}

/// The player that the study is about, and these.
fn with_others(others: &[&str]) -> Vec<String> {
    [PLAYER].iter().chain(others).map(ToString::to_string).collect()
}

/// The player, with each other effort, and without each of its components.
fn variants() -> Vec<String> {
    let efforts = OTHER_EFFORTS.map(|effort| format!("{PLAYER}:{effort}"));
    let components = Ablation::ALL.map(|component| format!("{PLAYER}:{DEFAULT_EFFORT}-{}", component.name()));
    [PLAYER.to_owned()].into_iter().chain(efforts).chain(components).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn played(sizes: &[&str], most_rounds: Option<u64>) -> Vec<(Experiment, StudyTournament)> {
        let sizes: Vec<Size> = sizes.iter().map(|size| size.parse().unwrap()).collect();
        tournaments(MatchOptions { most_rounds, sizes: &sizes, seed: Seed(1) })
    }

    #[test]
    fn every_match_of_the_table_is_played_once_with_its_rounds() {
        let tournaments = played(&references::SIZES, None);
        let of = |experiment| tournaments.iter().filter(move |(own, _)| *own == experiment).map(|(_, one)| &one.plan);
        let mut matches = BTreeSet::new();
        for game in of(Experiment::Table).flat_map(Plan::matches) {
            let large = game.size.pegs() >= 15;
            let fewer = game.codemaker.name().ends_with("-fewer");
            assert_eq!(game.rounds, if large && !fewer { 400 } else { 1000 });
            assert!(references::reference(game.codemaker.name(), &game.size.to_string()).is_some());
            matches.insert((game.player.name().to_owned(), game.codemaker.name().to_owned(), game.size.to_string()));
        }
        assert_eq!(matches.len(), 3 * 8 * 7);
        assert_eq!(of(Experiment::Ablation).map(Plan::total_rounds).collect::<Vec<_>>(), [9 * 3 * 400, 9 * 120]);
        assert!(of(Experiment::Ablation).all(|plan| plan.players.len() == 4 + Ablation::ALL.len()));
    }

    #[test]
    fn sizes_and_rounds_can_be_fewer() {
        let few = played(&["4x6", "20x26"], Some(3));
        let folders: Vec<&str> = few.iter().map(|(_, one)| &*one.folder).collect();
        assert_eq!(folders, ["table/small", "table/large", "table/large-fewer", "ablation/20x26"]);
        assert!(few.iter().all(|(_, one)| one.plan.rounds == Some(3) && one.plan.sizes.len() == 1));
    }
}
