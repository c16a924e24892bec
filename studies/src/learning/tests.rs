//! The rules against themselves, and against the models.

use super::{
    codemaker::RuleCodemaker,
    independent::{PLAYER, SamplesOnly},
    matches::{PlayerKnowledge, tournaments},
    prediction::{Prediction, SAMPLES},
    rules::{RuleEntry, RuleGroup},
};
use players::{Briefing, Entrant, Knowledge};
use rayon::prelude::*;
use scsa::{Code, Scsa, Size};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use tournament::Seed;

const SEED: Seed = Seed(1);

fn codemaker(entry: &'static RuleEntry, pegs: usize, colors: usize) -> RuleCodemaker {
    RuleCodemaker::new(entry, Size::new(pegs, colors).unwrap(), SEED)
}

fn all_rules() -> impl Iterator<Item = &'static RuleEntry> {
    RuleGroup::all_rules().map(|(_, entry)| entry)
}

fn named(name: &str) -> &'static RuleEntry {
    all_rules().find(|entry| entry.name == name).unwrap()
}

/// The rules of the table, and their entropy in bits a code. That of `disturbed-base` depends on its base: codes that several changes
/// lead to are more probable.
const ENTROPIES: [(&str, f64); 9] = [
    ("cipher", 14.04),
    ("two-chains", 12.66),
    ("functions-of-two", 14.04),
    ("third-before", 10.34),
    ("disturbed-base", 9.12),
    ("rotated-pattern", 10.52),
    ("joined-words", 7.17),
    ("brackets", 13.32),
    ("sorted-half", 14.04),
];

/// What the description of the model says that is learned for a rule of the table, for those that a mechanism describes exactly.
const WORDS: [(&str, &str); 6] = [
    ("cipher", "is determined by the peg 5"),
    ("two-chains", "the peg 2"),
    ("functions-of-two", "is determined by pegs"),
    ("third-before", "less the peg 4"),
    ("rotated-pattern", "chooses the pattern of the others"),
    ("sorted-half", "the second half is the first"),
];

/// The entropy is computed over all codes; 300 codes have a cross-entropy near it.
#[test]
fn rules_of_the_table_have_their_entropies() {
    assert!(RuleGroup::Table.rules().iter().map(|entry| entry.name).eq(ENTROPIES.map(|(name, _)| name)));
    for (name, entropy) in ENTROPIES {
        let entry = named(name);
        let codemaker = codemaker(entry, 10, entry.colors);
        let codes = codemaker.listed(codemaker.size()).unwrap();
        let total: f64 = codes.iter().map(|(_, probability)| probability).sum();
        let exact: f64 = codes.iter().map(|(_, probability)| -probability * probability.log2()).sum();
        assert!((total - 1.0).abs() < 1e-9, "{name}: {total}");
        assert!((exact - entropy).abs() < 0.03, "{name}: {exact}, not {entropy}");
        let fresh = codemaker.fresh_codes(SEED, 300);
        let cross = fresh.iter().map(|code| -codemaker.probability(codemaker.size(), code).log2()).sum::<f64>() / 300.0;
        assert!((cross - exact).abs() < 0.3, "{name}: {cross}, not {exact}");
    }
}

#[test]
fn rules_of_the_table_are_learned_and_named() {
    let learned: Vec<(&str, &str, Prediction)> = WORDS
        .par_iter()
        .map(|&(name, words)| {
            let entry = named(name);
            (name, words, Prediction::of(&codemaker(entry, 10, entry.colors), SEED))
        })
        .collect();
    let wrong: Vec<_> = learned
        .iter()
        .filter(|(_, words, learned)| learned.bits > learned.true_bits + 1.5 || !learned.model.contains(words))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn other_rules_are_predicted_no_worse_than_by_the_uniform_distribution() {
    let others: Vec<&RuleEntry> =
        [RuleGroup::Development, RuleGroup::HeldOut].iter().flat_map(|group| group.rules()).collect();
    others.par_iter().for_each(|entry| {
        let uniform = 10.0 * (entry.colors as f64).log2();
        let Prediction { bits, true_bits, .. } = Prediction::of(&codemaker(entry, 10, entry.colors), SEED);
        assert!(true_bits <= uniform + 1e-9 && bits < uniform + 0.2, "{}: {bits}, itself {true_bits}", entry.name);
    });
}

/// At 6x4, all probabilities sum to 1, the list of all codes has the same ones, and 20000 codes drawn are as frequent as they should
/// be: the chi-square statistic over codes that are expected 5 times or more, and all others together, lies within 5 standard
/// deviations.
#[test]
fn probabilities_are_those_of_the_draws() {
    const DRAWS: u64 = 20000;
    for entry in all_rules() {
        let (name, codemaker) = (entry.name, codemaker(entry, 6, 4));
        let size = codemaker.size();
        let mut frequencies: BTreeMap<Code, f64> = BTreeMap::new();
        for code in codemaker.fresh_codes(SEED, DRAWS) {
            *frequencies.entry(code).or_default() += 1.0;
        }
        let listed: BTreeMap<Code, f64> = codemaker.listed(size).unwrap().into_iter().collect();
        let (mut sum, mut statistic, mut cells, mut others) = (0.0, 0.0, 0.0, [0.0, 0.0]);
        for code in size.codes() {
            let probability = codemaker.probability(size, &code);
            let frequency = frequencies.get(&code).copied().unwrap_or_default();
            let other = listed.get(&code).copied().unwrap_or_default();
            assert!((probability - other).abs() < 1e-12, "{name}: {code} has {probability}, in the list {other}");
            assert!(probability > 0.0 || frequency == 0.0, "{name}: {code} is impossible");
            sum += probability;
            let expected = probability * DRAWS as f64;
            if expected >= 5.0 {
                statistic += (frequency - expected).powi(2) / expected;
                cells += 1.0;
            } else {
                others = [others[0] + frequency, others[1] + expected];
            }
        }
        assert!((sum - 1.0_f64).abs() < 1e-9, "{name}: {sum}");
        if others[1] > 0.0 {
            statistic += (others[0] - others[1]).powi(2) / others[1];
            cells += 1.0;
        }
        let degrees = cells - 1.0;
        assert!((statistic - degrees).abs() < 5.0 * (2.0_f64 * degrees).sqrt(), "{name}: {statistic} of {degrees}");
    }
}

#[test]
fn names_are_unique_and_in_kebab_case() {
    let names: Vec<&str> = all_rules().map(|entry| entry.name).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), 29);
    let is_kebab = |name: &&str| name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-');
    assert!(names.iter().all(is_kebab), "{names:?}");
}

#[test]
fn a_codemaker_has_one_size_and_follows_from_its_seed() {
    let (entry, size): (_, Size) = (named("cipher"), "10x7".parse().unwrap());
    let first = |seed| RuleCodemaker::new(entry, size, seed).samples(seed, 1)[0];
    assert_eq!(first(SEED), first(SEED));
    assert_ne!(first(SEED), first(Seed(2)));
    let codemaker = codemaker(entry, 10, 7);
    assert_ne!(codemaker.samples(SEED, 1), codemaker.fresh_codes(SEED, 1));
    let other: Size = "10x8".parse().unwrap();
    assert!(!codemaker.supports(other) && codemaker.listed(other).is_none());
    assert_eq!(codemaker.probability(size, &"AAAAAAAAAH".parse().unwrap()), 0.0);
    assert_eq!(codemaker.probability(other, &first(SEED)), 0.0);
}

/// Of both players, one gets the samples and the other the rule, and both face the same secrets.
#[test]
fn both_players_face_the_same_secrets() {
    let codemakers: Vec<_> = ["cipher", "third-before", "brackets"]
        .map(named)
        .iter()
        .map(|entry| Arc::new(codemaker(entry, 10, entry.colors)))
        .collect();
    let tournaments = tournaments(&codemakers, 4, SEED);
    let folders: Vec<&str> = tournaments.iter().map(|one| &*one.folder).collect();
    assert_eq!(folders, ["from-samples/10x7", "rule-known/10x7", "from-samples/10x6", "rule-known/10x6"]);
    let mut secrets: BTreeMap<String, Vec<Vec<Code>>> = BTreeMap::new();
    for tournament in &tournaments {
        for game in tournament.plan.matches() {
            assert_eq!(game.rounds, 4);
            match (&game.knowledge, game.player.name()) {
                (Knowledge::Samples(codes), "bayes-from-samples") => assert_eq!(codes.len() as u64, SAMPLES),
                (Knowledge::Rule(rule), PLAYER) => assert_eq!(rule.name(), game.codemaker.name()),
                other => panic!("{other:?}"),
            }
            assert!(!game.learns());
            let streams = SEED.secrets(game.size, game.codemaker.stream_name());
            let secret = |round| game.codemaker.secret(game.size, round, &mut streams.round(round)).unwrap();
            secrets.entry(game.codemaker.name().to_owned()).or_default().push((1..=4).map(secret).collect());
        }
    }
    assert!(secrets.len() == 3 && secrets.values().all(|both| both.len() == 2 && both[0] == both[1]), "{secrets:?}");
    assert_eq!(PlayerKnowledge::of_player(SamplesOnly::NAME), PlayerKnowledge::Samples);
}

/// The player with samples makes the guesses of the registered player in its first round.
#[test]
fn the_player_with_samples_is_the_registered_one() {
    let codemaker = codemaker(named("joined-words"), 10, 7);
    let samples = codemaker.samples(SEED, 30);
    let briefing = Briefing::new(codemaker.size(), "joined-words", Knowledge::Samples(samples.into()));
    let mut rng = scsa::Rng::new(1);
    let mut own = SamplesOnly::prepare(&briefing).unwrap();
    let mut registered = players::find(PLAYER).unwrap().prepare(&briefing).unwrap();
    let secret = codemaker.secrets(SEED, 1)[0];
    let mut turns: Vec<scsa::Turn> = Vec::new();
    while turns.last().is_none_or(|turn| turn.guess != secret) {
        let guess = players::Player::guess(&mut own, &turns, &mut rng);
        assert_eq!(guess, registered.player().guess(&turns, &mut rng));
        turns.push(scsa::Turn::new(guess, &secret));
    }
}
