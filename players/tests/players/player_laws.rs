//! Laws that every player of the roster obeys.

use players::{Briefing, Entry, FAULTY, FROM_FILES, Knowledge, Limit, Outcome, Player, PlayerInstance, ROSTER, find};
use rayon::prelude::*;
use scsa::{Code, Rng, Scsa, Size, Turn, algorithms};
use std::{collections::BTreeMap, sync::Arc};

const GUESS_LIMIT: usize = 100;

/// Sizes at the limits of what is supported, those of the contest, and some between.
fn sizes() -> Vec<Size> {
    ["1x1", "1x26", "2x1", "2x2", "3x2", "4x6", "6x5", "7x4", "8x10", "10x7", "26x1", "32x2", "20x26", "32x26"]
        .map(|text| text.parse().unwrap())
        .to_vec()
}

fn briefing(size: Size, scsa: &'static dyn Scsa, knowledge: Knowledge) -> Briefing {
    Briefing::new(size, scsa.name(), knowledge)
}

/// `bayes` with the least effort, because it takes long.
const SLOW: &str = "bayes:1";

/// The players of the roster, and those with these names.
fn roster_and(others: [&str; 2]) -> Vec<Entry> {
    let fast = |entry: &Entry| if entry.name() == "bayes" { find(SLOW).unwrap() } else { entry.clone() };
    ROSTER.iter().map(fast).chain(others.map(|name| find(name).unwrap())).collect()
}

/// Sample codes of an SCSA at the size of the samples of a tournament; none if it does not support that size.
fn samples(scsa: &dyn Scsa) -> Option<Arc<[Code]>> {
    let size: Size = "7x5".parse().unwrap();
    let mut rng = Rng::new(3);
    scsa.supports(size).then(|| (0..20).map(|_| scsa.draw(size, &mut rng)).collect())
}

/// A round against a secret, with the random numbers of a seed.
struct Game {
    size: Size,
    secret: Code,
    rng: Rng,
    turns: Vec<Turn>,
    about: String,
}

impl Game {
    fn new(size: Size, secret: Code, seed: u128, about: &str) -> Game {
        Game { size, secret, rng: Rng::new(seed), turns: Vec::new(), about: about.to_owned() }
    }

    /// Asks the player for guesses, all of which must be legal, until the round ends or has that many turns.
    fn play(&mut self, player: &mut dyn Player, turns: usize) {
        if self.turns.is_empty() {
            player.start_round();
        }
        // At larger sizes than those of the contest the beginning of a round is enough.
        let limit = if self.size.pegs() > 20 { 12 } else { GUESS_LIMIT };
        while self.turns.len() < turns.min(limit) && self.turns.last().is_none_or(|turn| turn.guess != self.secret) {
            let guess = player.guess(&self.turns, &mut self.rng);
            let Game { size, secret, turns, about, .. } = self;
            assert!(size.is_legal(&guess), "{about}: {guess} against {secret} after {turns:?}");
            turns.push(Turn::new(guess, secret));
        }
    }
}

/// The turns of a whole round.
fn play(player: &mut dyn Player, size: Size, secret: &Code, seed: u128, about: &str) -> Vec<Turn> {
    let mut game = Game::new(size, *secret, seed, about);
    game.play(player, usize::MAX);
    game.turns
}

#[test]
fn names_are_unique_and_in_kebab_case() {
    let names: Vec<&str> = ROSTER.iter().chain(FROM_FILES).chain(FAULTY).map(Entry::name).collect();
    for (index, name) in names.iter().enumerate() {
        assert!(!names[..index].contains(name), "two players have the name {name}");
        let is_word = |word: &str| {
            !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        };
        assert!(name.split('-').all(is_word), "{name} is not in kebab-case");
        assert_ne!(*name, "all", "it stands for all players");
    }
    for entry in ROSTER.iter().chain(FAULTY) {
        assert_eq!(find(entry.name()).unwrap().name(), entry.name());
    }
}

#[test]
fn summaries_are_clauses() {
    for entry in ROSTER.iter().chain(FROM_FILES).chain(FAULTY) {
        let summary = entry.summary();
        let is_clause = summary.len() > 10 && summary.starts_with(char::is_lowercase) && !summary.ends_with('.');
        assert!(
            is_clause,
            "the summary of {} must be a clause such as \"guesses at random\": {summary:?}",
            entry.name()
        );
    }
}

/// At every size, against every codemaker, whatever is known of it: guesses are legal; the same seed gives the same game, also
/// when a clone continues it; a round of a player that does not learn does not depend on earlier rounds; and no round depends on other
/// matches. Every player plays at least one of these matches.
#[test]
fn guesses_are_legal_and_depend_on_nothing_but_turns_and_seed() {
    let entries = roster_and(["AABB+lc", "AABB+CDEF+rc"]);
    let pairs: Vec<(&Entry, Size)> =
        entries.iter().flat_map(|entry| sizes().into_iter().map(move |size| (entry, size))).collect();
    let count = |(entry, size): (&Entry, Size)| {
        let mut other = other_match(entry);
        let supporting = algorithms::all().filter(|scsa| scsa.supports(size)).enumerate();
        let chosen = supporting.filter(|(index, _)| (index + size.colors()) % stride(entry, size) == 0);
        (entry.name().to_owned(), chosen.map(|(_, scsa)| check_matches(entry, size, scsa, &mut other)).sum())
    };
    let counts: Vec<(String, usize)> = pairs.into_par_iter().with_max_len(1).map(count).collect();
    let mut matches = BTreeMap::new();
    for (name, count) in counts {
        *matches.entry(name).or_insert(0) += count;
    }
    let idle: Vec<&String> = matches.iter().filter(|(_, count)| **count == 0).map(|(name, _)| name).collect();
    assert!(idle.is_empty(), "these players refuse every match of this test: {idle:?}");
}

/// Only one codemaker of this many is played where a preparation or a round takes long.
fn stride(entry: &Entry, size: Size) -> usize {
    match (entry.name(), size.pegs()) {
        (SLOW, 21..) => 24,
        (SLOW, _) => 12,
        // The best strategies are found anew for each match.
        ("optimal" | "consistent-optimal", _) => 6,
        ("rc", 8..) | (_, 21..) => 6,
        _ => 1,
    }
}

/// A player that is prepared for another match, if it plays that.
fn other_match(entry: &Entry) -> Option<PlayerInstance> {
    let scsa = algorithms::find("insert-colors").unwrap();
    entry.prepare(&briefing("3x3".parse().unwrap(), scsa, Knowledge::Nothing)).ok()
}

/// Tells a player the end of a round.
fn learn(player: &mut dyn Player, turns: &[Turn], secret: &Code) {
    let is_won = turns.last().is_some_and(|turn| turn.guess == *secret);
    player.end_round(turns, &if is_won { Outcome::Win } else { Outcome::Loss(Limit::Guesses) });
}

/// Checks the law above for a codemaker at a size. Returns the number of matches that the player does not refuse.
fn check_matches(entry: &Entry, size: Size, scsa: &'static dyn Scsa, other: &mut Option<PlayerInstance>) -> usize {
    let samples = samples(scsa).map(Knowledge::Samples);
    let mut matches = 0;
    for knowledge in [Knowledge::Nothing, Knowledge::rule(scsa)].into_iter().chain(samples) {
        let about = format!("{} {size} {} {knowledge:?}", entry.name(), scsa.name());
        // Most players do not use their knowledge of the codemaker.
        let learns = entry.learns(&knowledge);
        let games = match () {
            // A round after one that it learned from takes long.
            () if learns && size.pegs() <= 8 => 2,
            () if matches!(knowledge, Knowledge::Nothing) && entry.name() != SLOW => 3,
            () => 1,
        };
        let Ok(mut prepared) = entry.prepare(&briefing(size, scsa, knowledge)) else { continue };
        matches += 1;
        let mut fresh = prepared.clone();
        let mut secrets = Rng::new(5);
        let mut rounds = Vec::new();
        for seed in 0..games {
            let secret = scsa.draw(size, &mut secrets);
            if !learns {
                prepared.reset();
            }
            let turns = play(prepared.player(), size, &secret, seed, &about);
            learn(prepared.player(), &turns, &secret);
            rounds.push((seed, secret, turns));
        }
        // The order matters only to a player that learns, and rounds of another match to none.
        if !learns {
            rounds.reverse();
        }
        for (seed, secret, turns) in rounds {
            if let Some(other) = other {
                other.reset();
                play(other.player(), "3x3".parse().unwrap(), &"BCB".parse().unwrap(), seed, &about);
            }
            let mut again = Game::new(size, secret, seed, &about);
            if learns {
                again.play(fresh.player(), usize::MAX);
                learn(fresh.player(), &turns, &secret);
            } else {
                fresh.reset();
                again.play(fresh.player(), turns.len() / 2);
                again.play(&mut *fresh.snapshot(), usize::MAX);
            }
            assert_eq!(turns, again.turns, "{about}");
        }
    }
    matches
}

/// These players find every secret of a small size within the limit.
#[test]
fn systematic_players_win_at_3x3() {
    let size: Size = "3x3".parse().unwrap();
    let scsa = algorithms::find("insert-colors").unwrap();
    for name in [
        "baseline-1",
        "baseline-2",
        "baseline-2-zero",
        "baseline-3",
        "baseline-4",
        "rao",
        "lc",
        "rc",
        "easy",
        "advanced",
    ] {
        let mut prepared = find(name).unwrap().prepare(&briefing(size, scsa, Knowledge::Nothing)).unwrap();
        for secret in size.codes() {
            prepared.reset();
            let game = play(prepared.player(), size, &secret, 1, name);
            assert_eq!(game.last().unwrap().guess, secret, "{name}");
        }
    }
}

/// Rao's method wins all rounds at the largest size of the contest.
#[test]
fn rao_wins_at_20x26() {
    let size: Size = "20x26".parse().unwrap();
    for scsa in algorithms::all() {
        for name in ["baseline-4", "rao"] {
            let mut prepared = find(name).unwrap().prepare(&briefing(size, scsa, Knowledge::Nothing)).unwrap();
            let mut rng = Rng::new(11);
            for _ in 0..50 {
                let secret = scsa.draw(size, &mut rng);
                prepared.reset();
                let game = play(prepared.player(), size, &secret, 1, name);
                assert_eq!(game.last().unwrap().guess, secret, "{name} {}", scsa.name());
            }
        }
    }
}

/// No referee gives contradictory feedback, but a player that panicked on it would hide the referee's fault.
#[test]
fn guesses_are_legal_after_contradictory_feedback() {
    let size: Size = "5x4".parse().unwrap();
    let scsa = algorithms::find("insert-colors").unwrap();
    roster_and(["AABBC+lc", "AABBC+BCDDA+rc"]).into_par_iter().with_max_len(1).for_each(|entry| {
        let Ok(mut prepared) = entry.prepare(&briefing(size, scsa, Knowledge::Nothing)) else { return };
        // Its search for codes that do not exist takes long.
        let games = if entry.name() == SLOW { 4 } else { 40 };
        for seed in 0..games {
            let mut rng = Rng::new(seed);
            prepared.reset();
            let mut turns: Vec<Turn> = Vec::new();
            for _ in 0..15 {
                let guess = prepared.player().guess(&turns, &mut rng);
                assert!(size.is_legal(&guess), "{}: {guess} after {turns:?}", entry.name());
                // As if the secret were another one at each turn, and never the guess.
                let secret = scsa.draw(size, &mut Rng::new(seed * 100 + turns.len() as u128));
                let feedback = secret.feedback(&guess);
                if feedback.is_win(size) {
                    break;
                }
                turns.push(Turn { guess, feedback });
            }
        }
    });
}
