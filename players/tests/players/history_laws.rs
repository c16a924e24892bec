//! Laws of the guesses after any turns: guesses of others, wrong answers, many turns, in any order, and a player that is asked only now.

use players::notation::parse_code;
use players::{Briefing, Entry, Knowledge, PlayerInstance, ROSTER, find, tree_of};
use proptest::{prelude::*, test_runner::TestRunner};
use rayon::prelude::*;
use scsa::{Code, Color, Feedback, Rng, Size, Turn, algorithms, is_consistent};
use std::{cell::RefCell, collections::HashMap};

/// Small sizes, some with more pegs than colors, and 8x10, where codes are not listed.
const SIZES: [&str; 8] = ["1x5", "2x2", "2x4", "3x3", "4x4", "4x6", "6x3", "8x10"];

/// How a guess of a history is made.
#[derive(Clone, Copy, Debug)]
enum Made {
    /// By the player.
    Own,
    /// At random.
    Random,
    /// Of one color.
    Uniform,
    /// Like one that was guessed before.
    Again,
    /// With two pegs of one that was guessed before exchanged.
    Swapped,
}

/// A history: how its guesses are made and whether each answer is right.
#[derive(Clone, Debug)]
struct HistoryPlan {
    size: Size,
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
        .prop_map(|(size, codemaker, seed, turns)| HistoryPlan { size: size.parse().unwrap(), codemaker, seed, turns })
}

/// The players that are tried: those of the roster, some with an opening, and that of a tree.
fn entries(folder: &std::path::Path) -> Vec<Entry> {
    let size: Size = "4x4".parse().unwrap();
    let briefing = Briefing::new(size, "insert-colors", Knowledge::Nothing);
    let tree = tree_of(&find("knuth").unwrap().prepare(&briefing).unwrap(), size).unwrap();
    let file = folder.join("knuth.json");
    std::fs::write(&file, tree.to_json(scsa::notation::Notation::Letters)).unwrap();
    let fast = |entry: &Entry| if entry.name() == "bayes" { find("bayes:1").unwrap() } else { entry.clone() };
    let others = ["AABB+lc", "AABB+CDDA+lc", "1122+rc", "local-search:3"].map(str::to_owned);
    let others = others.into_iter().chain([format!("tree:{}", file.display())]);
    ROSTER.iter().map(fast).chain(others.map(|name| find(&name).unwrap())).collect()
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
    static PREPARED: RefCell<HashMap<(String, Size, usize), Option<PlayerInstance>>> = RefCell::default();
}

/// A player that is prepared for a match, unless it refuses that.
fn prepared(entry: &Entry, size: Size, codemaker: usize) -> Option<PlayerInstance> {
    let prepare = || {
        let scsa = algorithms::find(["insert-colors", "two-color", "mystery-1"][codemaker])?;
        let knowledge = if codemaker == 2 { Knowledge::Nothing } else { Knowledge::rule(scsa) };
        entry.prepare(&Briefing::new(size, scsa.name(), knowledge)).ok()
    };
    let key = (entry.name().to_owned(), size, codemaker);
    PREPARED.with_borrow_mut(|prepared| prepared.entry(key).or_insert_with(prepare).clone())
}

/// Asks a player at each turn of a history and checks every guess. Returns the turns, none after a win, and whether all answers are right.
fn check_history(entry: &Entry, plan: &HistoryPlan) -> Result<(), TestCaseError> {
    let HistoryPlan { size, codemaker, seed, turns: planned } = plan;
    let (size, name) = (*size, entry.name());
    let Some(mut instance) = prepared(entry, size, *codemaker) else { return Ok(()) };
    let mut only_now = instance.clone();
    let mut rng = Rng::new(u128::from(*seed));
    let random = |rng: &mut Rng| Code::from_fn(size, |_| rng.color(size.colors()));
    // Also secrets that the codemaker cannot make.
    let secret = random(&mut rng);
    let (mut turns, mut is_own, mut is_right): (Vec<Turn>, _, _) = (Vec::new(), true, true);
    let listed: Option<Vec<Code>> = size.count_at_most(5000).map(|_| size.codes().collect());
    instance.player().start_round();
    for (made, answers_right) in planned.iter().copied().chain([(Made::Own, true)]) {
        let guess = instance.player().guess(&turns, &mut Rng::new(1));
        prop_assert!(size.is_legal(&guess), "{name}: {guess} after {turns:?}");
        let is_guessed = |code: &Code| turns.iter().any(|turn| turn.guess == *code);
        let has_repeated = is_guessed(&guess) && !listed.as_ref().is_some_and(|codes| codes.iter().all(is_guessed));
        prop_assert!(!has_repeated || why_it_repeats(name, is_own).is_some(), "{name} repeats {guess} after {turns:?}");
        let has_candidate = match &listed {
            Some(codes) => codes.iter().any(|code| is_consistent(code, &turns)),
            None => is_right,
        };
        if has_candidate && is_consistent_player(name, &turns) {
            prop_assert!(is_consistent(&guess, &turns), "{name}: {guess} is not consistent with {turns:?}");
        }
        let before = (!turns.is_empty()).then(|| turns[rng.below(turns.len())].guess);
        let board = match (made, before) {
            (Made::Own, _) => guess,
            (Made::Again, Some(code)) => code,
            (Made::Swapped, Some(mut code)) => {
                let (one, other) = (rng.below(size.pegs()), rng.below(size.pegs()));
                let (a, b) = (code.peg(one), code.peg(other));
                code.set(one, b);
                code.set(other, a);
                code
            }
            (Made::Uniform, _) => Code::uniform(size, Color::new(rng.below(size.colors())).unwrap()),
            (Made::Random | Made::Again | Made::Swapped, _) => random(&mut rng),
        };
        is_own &= board == guess;
        let mut feedback = secret.feedback(&board);
        if !answers_right {
            let all: Vec<Feedback> = Feedback::all(size.pegs()).collect();
            feedback = all[rng.below(all.len())];
            is_right &= feedback == secret.feedback(&board);
        }
        if feedback.is_win(size) {
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
        let cases = if entry.name() == "bayes:1" { cases / 8 } else { cases };
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
    for_every_player(150, || histories(&SIZES, 14, 0).boxed(), check_history);
    for_every_player(100, || histories(&SIZES[..7], 14, 25).boxed(), check_history);
    for_every_player(20, || histories(&["3x3", "4x4"], 120, 30).boxed(), check_history);
}

/// After guesses of others, too, a player finds every secret that it finds alone.
#[test]
fn secrets_are_found_after_guesses_of_others() {
    for_every_player(
        60,
        || histories(&["2x4", "3x3", "4x4", "6x3"], 8, 0).boxed(),
        |entry, plan| {
            let name = entry.name();
            if matches!(name, "random" | "one-color") {
                return Ok(());
            }
            let Some(mut instance) = prepared(entry, plan.size, 0) else { return Ok(()) };
            let mut rng = Rng::new(u128::from(plan.seed));
            let mut random = || Code::from_fn(plan.size, |_| rng.color(plan.size.colors()));
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
                turns.push(Turn::new(board, &secret));
            }
            prop_assert!(false, "{} does not find {} after {:?}", name, secret, &turns[..plan.turns.len()]);
            Ok(())
        },
    );
}
