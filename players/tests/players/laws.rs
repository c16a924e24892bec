//! Laws that every player of the roster obeys: in its own games, and after any turns (guesses of others, wrong answers, in any order).

use crate::{game_of, tree, try_prepare};
use players::notation::{Notation, parse_code};
use players::{Briefing, Entry, FAULTY, FROM_FILES, Knowledge, Limit, Outcome, Player, PlayerInstance, ROSTER, find};
use proptest::{prelude::*, test_runner::TestRunner};
use rayon::prelude::*;
use scsa::{Code, Color, Game, Response, Rng, Scsa, Turn, algorithms};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

const GUESS_LIMIT: usize = 100;

/// Games at the limits of what is supported, those of the contest, some between, and some without repeats.
fn games() -> Vec<Game> {
    [
        "1x1", "1x26", "2x1", "2x2", "3x2", "4x6", "6x5", "7x4", "8x10", "10x7", "26x1", "32x2", "20x26", "32x26",
        "1x1n", "3x3n", "4x6n", "4x10n", "8x10n", "20x26n", "26x26n",
    ]
    .map(game_of)
    .to_vec()
}

/// `bayes` with the least effort, because it takes long.
const SLOW: &str = "bayes:1";

fn roster_and(others: impl IntoIterator<Item = String>) -> Vec<Entry> {
    let fast = |entry: &Entry| if entry.name() == "bayes" { find(SLOW).unwrap() } else { entry.clone() };
    ROSTER.iter().map(fast).chain(others.into_iter().map(|name| find(&name).unwrap())).collect()
}

/// Sample codes of an SCSA in the game of the samples of a tournament; none if it does not support that game.
fn samples(scsa: &dyn Scsa) -> Option<Arc<[Code]>> {
    let (game, mut rng) = (game_of("7x5"), Rng::new(3));
    scsa.supports(game).then(|| (0..20).map(|_| scsa.draw(game, &mut rng)).collect())
}

/// A round against a secret, with the random numbers of a seed.
struct PlayedRound {
    game: Game,
    secret: Code,
    rng: Rng,
    turns: Vec<Turn>,
    about: String,
}

impl PlayedRound {
    fn new(game: Game, secret: Code, seed: u128, about: &str) -> PlayedRound {
        PlayedRound { game, secret, rng: Rng::new(seed), turns: Vec::new(), about: about.to_owned() }
    }

    /// Asks the player for guesses, all of which must be legal, until the round ends or has that many turns.
    fn play(&mut self, player: &mut dyn Player, turns: usize) {
        if self.turns.is_empty() {
            player.start_round();
        }
        // In larger games than those of the contest the beginning of a round is enough.
        let limit = if self.game.pegs() > 20 { 12 } else { GUESS_LIMIT };
        while self.turns.len() < turns.min(limit) && self.turns.last().is_none_or(|turn| turn.guess != self.secret) {
            let guess = player.guess(&self.turns, &mut self.rng);
            let PlayedRound { game, secret, turns, about, .. } = self;
            assert!(game.is_legal(&guess), "{about}: {guess} against {secret} after {turns:?}");
            turns.push(Turn::new(*game, guess, secret));
        }
    }
}

fn play(player: &mut dyn Player, game: Game, secret: &Code, seed: u128, about: &str) -> Vec<Turn> {
    let mut round = PlayedRound::new(game, *secret, seed, about);
    round.play(player, usize::MAX);
    round.turns
}

#[test]
fn names_are_unique_and_in_kebab_case_and_summaries_are_clauses() {
    let entries: Vec<&Entry> = ROSTER.iter().chain(FROM_FILES).chain(FAULTY).collect();
    for (index, entry) in entries.iter().enumerate() {
        let (name, summary) = (entry.name(), entry.summary());
        assert!(entries[..index].iter().all(|other| other.name() != name), "two players have the name {name}");
        let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| matches!(c, 'a'..='z' | '0'..='9'));
        assert!(name.split('-').all(is_word) && name != "all", "{name}");
        assert!(entry.requires_parameter() || find(name).unwrap().name() == name);
        let is_clause = summary.len() > 10 && summary.starts_with(char::is_lowercase) && !summary.ends_with('.');
        assert!(is_clause, "the summary of {name} must be a clause such as \"guesses at random\": {summary:?}");
    }
}

/// Whatever is known of the codemaker: guesses are legal; the same seed gives the same game, also when a clone continues it; a round of a player
/// that does not learn does not depend on earlier rounds; and no round depends on other matches. Every player plays one match at least.
#[test]
fn guesses_are_legal_and_depend_on_nothing_but_turns_and_seed() {
    let entries = roster_and(["AABB+lc", "AABB+CDEF+rc"].map(str::to_owned));
    let pairs: Vec<(&Entry, Game)> =
        entries.iter().flat_map(|entry| games().into_iter().map(move |game| (entry, game))).collect();
    let count = |(entry, game): (&Entry, Game)| {
        // A player that is prepared for another match, if it plays that.
        let mut other = try_prepare(entry.name(), game_of("3x3")).ok();
        let supporting = algorithms::all().filter(|scsa| scsa.supports(game)).enumerate();
        let chosen = supporting.filter(|(index, _)| (index + game.colors()) % stride(entry, game) == 0);
        (entry.name().to_owned(), chosen.map(|(_, scsa)| check_matches(entry, game, scsa, &mut other)).sum())
    };
    let counts: Vec<(String, usize)> = pairs.into_par_iter().with_max_len(1).map(count).collect();
    let mut matches = BTreeMap::new();
    counts.into_iter().for_each(|(name, count)| *matches.entry(name).or_insert(0) += count);
    let idle: Vec<&String> = matches.iter().filter(|(_, count)| **count == 0).map(|(name, _)| name).collect();
    assert!(idle.is_empty(), "these players refuse every match of this test: {idle:?}");
}

/// Of the largest boards, responses do not have a byte each.
#[test]
fn bayes_plays_the_largest_boards() {
    for game in ["21x26", "22x26", "32x26"] {
        let scsa = algorithms::find("two-color-alternating").unwrap();
        assert!(check_matches(&find(SLOW).unwrap(), game_of(game), scsa, &mut None) > 1, "{game}");
    }
}

/// Only one codemaker of this many is played where a preparation or a round takes long.
fn stride(entry: &Entry, game: Game) -> usize {
    match (entry.name(), game.pegs()) {
        (SLOW, 3 | 4 | 8) => 13,
        // Not at all.
        (SLOW, _) => 24,
        // The best strategies are found anew for each match.
        ("optimal" | "consistent-optimal", _) => 12,
        ("rc", 8..) | (_, 21..) => 6,
        // Methods that weigh all codes have thousands there.
        (_, 6 | 7) => 3,
        _ => 1,
    }
}

fn learn(player: &mut dyn Player, turns: &[Turn], secret: &Code) {
    let is_won = turns.last().is_some_and(|turn| turn.guess == *secret);
    player.end_round(turns, &if is_won { Outcome::Win } else { Outcome::Loss(Limit::Guesses) });
}

/// Checks the law above for a codemaker in a game. Returns the number of matches that the player does not refuse.
fn check_matches(entry: &Entry, game: Game, scsa: &'static dyn Scsa, other: &mut Option<PlayerInstance>) -> usize {
    let samples = samples(scsa).map(Knowledge::Samples);
    let mut matches = 0;
    for knowledge in [Knowledge::Nothing, Knowledge::rule(scsa)].into_iter().chain(samples) {
        let about = format!("{} {game} {} {knowledge:?}", entry.name(), scsa.name());
        // Most players do not use their knowledge of the codemaker.
        let learns = entry.learns(&knowledge);
        let games = match () {
            // A round after one that it learned from takes long.
            () if learns && game.pegs() <= 8 => 2,
            () if matches!(knowledge, Knowledge::Nothing) && entry.name() != SLOW => 3,
            () => 1,
        };
        let Ok(mut prepared) = entry.prepare(&Briefing::new(game, scsa.name(), knowledge)) else { continue };
        matches += 1;
        let mut fresh = prepared.clone();
        let mut secrets = Rng::new(5);
        let mut rounds = Vec::new();
        for seed in 0..games {
            let secret = scsa.draw(game, &mut secrets);
            if !learns {
                prepared.reset();
            }
            let turns = play(prepared.player(), game, &secret, seed, &about);
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
                play(other.player(), game_of("3x3"), &"BCB".parse().unwrap(), seed, &about);
            }
            let mut again = PlayedRound::new(game, secret, seed, &about);
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

/// Small games, some with more pegs than colors, and 8x10, where codes are not listed.
const GAMES: [&str; 11] = ["1x5", "2x2", "2x4", "3x3", "4x4", "4x6", "6x3", "3x3n", "3x5n", "4x6n", "8x10"];

#[derive(Clone, Copy, Debug)]
enum Made {
    Own,
    Random,
    Uniform,
    /// Like one that was guessed before.
    Again,
    /// With two pegs of one that was guessed before exchanged.
    Swapped,
}

/// A history: how its guesses are made and whether each answer is right.
#[derive(Clone, Debug)]
struct HistoryPlan {
    game: Game,
    codemaker: usize,
    seed: u64,
    turns: Vec<(Made, bool)>,
}

/// Histories of which `lies` of 100 answers are wrong.
fn histories(sizes: &'static [&'static str], most: usize, lies: u32) -> impl Strategy<Value = HistoryPlan> {
    let made = prop_oneof![
        3 => Just(Made::Own),
        3 => Just(Made::Random),
        1 => Just(Made::Uniform),
        1 => Just(Made::Again),
        1 => Just(Made::Swapped),
    ];
    let is_right = (0..100_u32).prop_map(move |number| number >= lies);
    let turns = prop::collection::vec((made, is_right), 0..most);
    (prop::sample::select(sizes), 0..3_usize, any::<u64>(), turns)
        .prop_map(|(game, codemaker, seed, turns)| HistoryPlan { game: game_of(game), codemaker, seed, turns })
}

/// The players that are tried: those of the roster, some with an opening, and that of a tree.
fn entries(folder: &std::path::Path) -> Vec<Entry> {
    let file = folder.join("knuth.csv");
    std::fs::write(&file, tree("knuth", game_of("4x4")).to_csv(Notation::Letters)).unwrap();
    let others = ["AABB+lc", "AABB+CDDA+lc", "1122+rc", "local-search:3"].map(str::to_owned);
    roster_and(others.into_iter().chain([format!("tree:{}", file.display())]))
}

/// Whether the guesses of a player are consistent with all turns, where a code is; after its opening, if it has one.
fn is_consistent_player(name: &str, turns: &[Turn]) -> bool {
    let (opening, kind) = name.rsplit_once('+').unwrap_or(("", name));
    let opening: Vec<Code> = opening.split('+').filter_map(|code| parse_code(code).ok()).collect();
    let is_in_opening =
        turns.len() < opening.len() && turns.iter().zip(&opening).all(|(turn, code)| turn.guess == *code);
    let kinds = ["baseline-2", "lc", "rc", "easy", "advanced"];
    (kinds.contains(&kind) || kind.starts_with("consistent-")) && !is_in_opening
}

/// Why a player may make a guess again that was answered and did not win.
fn why_it_repeats(name: &str, is_own: bool) -> Option<&'static str> {
    match name {
        "random" => Some("it ignores all answers"),
        "one-color" => Some("it begins again after the last color"),
        // Also where others guessed: a tree has no guess for answers that none of its secrets gives.
        _ if name.starts_with("tree:") => Some("feedback that no secret of the tree gives is skipped"),
        "baseline-3" if is_own => {
            Some("it begins again after the last permutation, which only wrong answers let it guess")
        }
        "baseline-4" if is_own => Some("the published method guesses again after two white pegs"),
        _ if name.starts_with("dino") && is_own => Some("Rao's method begins anew when an assumption is refuted"),
        _ => None,
    }
}

/// Whether the guesses of a player depend on its random numbers.
fn is_random(name: &str) -> bool {
    name == "random" || name.ends_with("rc") || name.starts_with("local-search")
}

thread_local! {
    static PREPARED: RefCell<HashMap<(String, Game, usize), Option<PlayerInstance>>> = RefCell::default();
}

/// A player that is prepared for a match, unless it refuses that.
fn prepared(entry: &Entry, game: Game, codemaker: usize) -> Option<PlayerInstance> {
    let prepare = || {
        let scsa = algorithms::find(["insert-colors", "two-color", "mystery-1"][codemaker])?;
        let scsa = if scsa.supports(game) { scsa } else { algorithms::uniform(game) };
        let knowledge = if codemaker == 2 { Knowledge::Nothing } else { Knowledge::rule(scsa) };
        entry.prepare(&Briefing::new(game, scsa.name(), knowledge)).ok()
    };
    let key = (entry.name().to_owned(), game, codemaker);
    PREPARED.with_borrow_mut(|prepared| prepared.entry(key).or_insert_with(prepare).clone())
}

/// Asks a player at each turn of a history and checks every guess. Returns the turns, none after a win, and whether all answers are right.
fn check_history(entry: &Entry, plan: &HistoryPlan) -> Result<(), TestCaseError> {
    let HistoryPlan { game, codemaker, seed, turns: planned } = plan;
    let (game, name) = (*game, entry.name());
    let Some(mut instance) = prepared(entry, game, *codemaker) else { return Ok(()) };
    let mut only_now = instance.clone();
    let mut rng = Rng::new(u128::from(*seed));
    // Also secrets that the codemaker cannot make.
    let secret = game.draw(&mut rng);
    let (mut turns, mut is_own, mut is_right): (Vec<Turn>, _, _) = (Vec::new(), true, true);
    let listed: Option<Vec<Code>> = game.count_at_most(5000).map(|_| game.codes().collect());
    instance.player().start_round();
    for (made, answers_right) in planned.iter().copied().chain([(Made::Own, true)]) {
        let guess = instance.player().guess(&turns, &mut Rng::new(1));
        prop_assert!(game.is_legal(&guess), "{name}: {guess} after {turns:?}");
        let is_guessed = |code: &Code| turns.iter().any(|turn| turn.guess == *code);
        let has_repeated = is_guessed(&guess) && !listed.as_ref().is_some_and(|codes| codes.iter().all(is_guessed));
        prop_assert!(!has_repeated || why_it_repeats(name, is_own).is_some(), "{name} repeats {guess} after {turns:?}");
        let has_candidate = match &listed {
            Some(codes) => codes.iter().any(|code| game.is_consistent(code, &turns)),
            None => is_right,
        };
        if has_candidate && is_consistent_player(name, &turns) {
            prop_assert!(game.is_consistent(&guess, &turns), "{name}: {guess} is not consistent with {turns:?}");
        }
        let before = (!turns.is_empty()).then(|| turns[rng.below(turns.len())].guess);
        let board = match (made, before) {
            (Made::Own, _) => guess,
            (Made::Again, Some(code)) => code,
            (Made::Swapped, Some(mut code)) => {
                let (one, other) = (rng.below(game.pegs()), rng.below(game.pegs()));
                let (a, b) = (code.peg(one), code.peg(other));
                code.set(one, b);
                code.set(other, a);
                code
            }
            (Made::Uniform, _) if game.allows_repeats() => {
                Code::uniform(game, Color::new(rng.below(game.colors())).unwrap())
            }
            _ => game.draw(&mut rng),
        };
        is_own &= board == guess;
        let mut feedback = game.answer(&board, &secret);
        if !answers_right {
            let all: Vec<Response> = Response::all(game.pegs()).collect();
            feedback = all[rng.below(all.len())];
            is_right &= feedback == game.answer(&board, &secret);
        }
        if feedback.is_win(game) {
            break;
        }
        turns.push(Turn { guess: board, feedback });
    }
    if !is_random(name) {
        only_now.player().start_round();
        let asked = instance.player().guess(&turns, &mut Rng::new(1));
        let now = only_now.player().guess(&turns, &mut Rng::new(2));
        prop_assert_eq!(asked, now, "{} when asked only now after {:?}", name, turns);
    }
    Ok(())
}

/// Every player, some cases each.
fn for_every_player(
    cases: u32,
    plans: impl Fn() -> BoxedStrategy<HistoryPlan> + Sync,
    check: fn(&Entry, &HistoryPlan) -> Result<(), TestCaseError>,
) {
    let folder = tempfile::tempdir().unwrap();
    let fault = |entry: Entry| {
        // Its search for codes that do not exist takes long.
        let cases = if entry.name() == "bayes:1" { cases.div_ceil(8) } else { cases };
        let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) };
        let result = TestRunner::new(config).run(&plans(), |plan| check(&entry, &plan));
        result.err().map(|e| format!("{}: {e}", entry.name()))
    };
    let faults: Vec<String> = entries(folder.path()).into_par_iter().with_max_len(1).filter_map(fault).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Whatever was guessed and answered: a guess is legal; consistent, of a player that guesses so, where a code is; none that was answered;
/// and the same whether the player was asked at each turn or only now.
#[test]
fn guesses_are_sensible_after_any_turns() {
    for_every_player(30, || histories(&GAMES, 14, 0).boxed(), check_history);
    for_every_player(25, || histories(&GAMES[..10], 14, 25).boxed(), check_history);
    for_every_player(6, || histories(&["3x3", "4x4"], 120, 30).boxed(), check_history);
}

/// After guesses of others, too, a player finds every secret that it finds alone.
#[test]
fn secrets_are_found_after_guesses_of_others() {
    for_every_player(
        60,
        || histories(&["2x4", "3x3", "4x4", "6x3", "3x6n", "4x5n"], 8, 0).boxed(),
        |entry, plan| {
            let name = entry.name();
            if matches!(name, "random" | "one-color") {
                return Ok(());
            }
            let Some(mut instance) = prepared(entry, plan.game, 0) else { return Ok(()) };
            let mut rng = Rng::new(u128::from(plan.seed));
            let mut random = || plan.game.draw(&mut rng);
            let secret = random();
            let mut turns: Vec<Turn> = Vec::new();
            let mut own = Rng::new(3);
            instance.player().start_round();
            let others = plan.turns.iter().map(|(made, _)| Some(*made)).chain(std::iter::repeat(None));
            for made in others.take(plan.turns.len() + 730) {
                let guess = instance.player().guess(&turns, &mut own);
                let board = if matches!(made, None | Some(Made::Own)) { guess } else { random() };
                if board == secret {
                    return Ok(());
                }
                turns.push(Turn::new(plan.game, board, &secret));
            }
            prop_assert!(false, "{} does not find {} after {:?}", name, secret, &turns[..plan.turns.len()]);
            Ok(())
        },
    );
}
