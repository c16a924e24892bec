//! The checks of a player: sizes, the same games again, what it knows of codemakers, and its processes.

use super::subject::{CHECK_TIME, CheckResult, PlayedMatches, Problem, Subject, fault, is_by_time, problems};
use crate::failure::Failure;
use crate::present::{counted, program_name, shell_word};
use crate::settings::selection;
use external::{ExternalPlayer, protocol};
use player_api::{Briefing, Ending, Knowledge};
use scsa::{Game, algorithms::uniform};
use std::sync::Arc;
use std::{fs, thread};
use tournament::{CodeFile, Codemaker, KnowledgePolicy, Match, Plan, RoundRecord, Seed, Status, Transcript};

/// The games that are played, and the rounds of each match: those at the limits, those of contests, some
/// between, and one in which no color comes twice.
const SIZES: [(&str, u64); 11] = [
    ("4x6", 6),
    ("1x1", 2),
    ("1x26", 4),
    ("2x2", 6),
    ("3x9", 4),
    ("7x5", 3),
    ("8x10", 3),
    ("4x10n", 20),
    ("12x9", 2),
    ("20x1", 2),
    ("20x26", 1),
];

/// The rounds of each match in a game that is asked for.
const ROUNDS_OF_ASKED: u64 = 6;

/// With at most this many codes, every player must win a round.
const SMALL: u64 = 10_000;
/// So many rounds show that a player wins nothing, also where others did not end in time.
const CERTAIN_ROUNDS: usize = 30;

pub struct SizeReport {
    pub finding: CheckResult,
    pub rounds: usize,
    pub is_slow: bool,
    /// Whether something is wrong and no round was won: further checks would find the same.
    pub is_fatal: bool,
}

/// The games, with the rounds of each match: those that are asked for, or else the listed ones. The only game of a player comes first.
pub fn sizes(subject: &Subject<'_>, asked: &[String]) -> Result<Vec<(Game, u64)>, Failure> {
    if !asked.is_empty() {
        return Ok(selection::sizes(asked)?.into_iter().map(|game| (game, ROUNDS_OF_ASKED)).collect());
    }
    let only = subject.entry.only_game().map(|game| (game, SIZES[0].1));
    let listed = SIZES.iter().filter_map(|(game, rounds)| Some((game.parse().ok()?, *rounds)));
    let listed = listed.filter(|(game, _)| only.is_none_or(|(only, _)| only != *game));
    Ok(only.into_iter().chain(listed).collect())
}

pub fn check_size(subject: &Subject<'_>, game: Game, rounds: u64, is_first: bool) -> Result<SizeReport, Failure> {
    let contest = subject.registry.codemakers.contest().iter();
    let codemakers = contest.filter(|codemaker| codemaker.objection(game).is_none());
    let plan = subject.plan(codemakers.cloned(), [game], rounds);
    let jobs = thread::available_parallelism().map_or(1, usize::from);
    let played = subject.play(&plan, jobs)?;
    let is_slow = played.records.iter().any(|(_, record)| is_by_time(&record.round.ending));
    let command = |match_: &Match, round| subject.games(match_.codemaker.name(), game, round);
    let mut problems = problems(subject, played.rounds(), command);
    let wins = |played: &PlayedMatches| -> Vec<usize> {
        let records = played.records.iter().map(|(_, record)| &record.round);
        records.filter(|round| round.ending == Ending::Win).map(|round| round.guesses).collect()
    };
    let (won, guesses) = (wins(&played).len(), wins(&played).iter().sum::<usize>());
    let mut text = format!("{}, {won} won", counted(played.records.len(), "round"));
    if won > 0 {
        text += &format!(", {:.1} guesses on average", guesses as f64 / won as f64);
    }
    match &played.results {
        Some(results) => {
            let refused: Vec<_> =
                results.summaries.iter().filter(|summary| summary.status == Status::Refused).collect();
            let reason = refused.first().map(|summary| summary.note.clone()).unwrap_or_default();
            if refused.len() == plan.codemakers.len() {
                text = format!("not played: it refuses this size ({reason})");
            } else if !refused.is_empty() {
                text += &format!("; it refuses {} of {} codemakers ({reason})", refused.len(), plan.codemakers.len());
            }
        }
        None if played.records.is_empty() => {
            let command = subject.games(known_codemaker(game), game, 1);
            let finding = CheckResult::Skipped(format!("no round ended in time; see `{command}`"));
            return Ok(SizeReport { finding, rounds: 0, is_slow, is_fatal: false });
        }
        None => text += &format!("; not all: these took {} s of CPU time", CHECK_TIME.as_secs_f64()),
    }
    let rounds = played.records.len();
    let is_certain = played.results.is_some() || rounds >= CERTAIN_ROUNDS;
    let mut weak = None;
    if 2 * won < rounds && problems.is_empty() {
        let consistent = selection::one_player(subject.registry, "rc")?;
        let others = subject.play(&Plan { players: vec![consistent], ..plan }, 1)?;
        let (others_won, others) = (wins(&others).len(), others.records.len());
        let (own, of) = (if won == 0 { "none".to_owned() } else { won.to_string() }, counted(rounds, "round"));
        let what = format!("it wins {own} of {of}; random consistent guesses (rc) win {others_won} of {others}");
        let command = format!("{} --explain", subject.games(known_codemaker(game), game, 1));
        weak = (others_won * rounds > 2 * won * others).then_some(Problem { what, command });
    }
    let finding = match weak {
        // A simple method need not win where there are many codes, and a busy machine plays few rounds.
        Some(problem) if won > 0 || game.count_at_most(SMALL).is_none() || !is_certain => CheckResult::Hint(problem),
        weak => {
            problems.extend(weak);
            CheckResult::of(problems, text)
        }
    };
    let is_fatal = is_first && won == 0 && finding.is_wrong();
    Ok(SizeReport { finding, rounds, is_slow, is_fatal })
}

/// The codemaker of a game whose rule players know: it makes all codes.
fn known_codemaker(game: Game) -> &'static str {
    uniform(game).name()
}

/// A codemaker of which players know samples.
const SAMPLED: &str = "mystery-3";
pub const GAMES: u64 = 4;
/// The rounds that are played with one process and with two, at first and at the most.
const ROUNDS: (u64, u64) = (40, 100_000);

pub struct MatchGames {
    pub codemaker: &'static str,
    pub game: Game,
    pub games: Vec<Transcript>,
}

pub fn games(subject: &Subject<'_>, sizes: &[Game]) -> Result<Vec<MatchGames>, Failure> {
    let mut all = Vec::new();
    for &game in sizes {
        for codemaker in [known_codemaker(game), SAMPLED] {
            let supported = subject.codemaker(codemaker)?;
            if supported.objection(game).is_some() {
                continue;
            }
            let plan = subject.plan([supported], [game], GAMES);
            // The check of a fresh process compares the rounds behind it.
            let least = if all.is_empty() && subject.is_external() { FAILED + 1 } else { 1 };
            all.push(MatchGames { codemaker, game, games: subject.transcripts(&plan, 1, least)? });
        }
    }
    Ok(all)
}

pub fn check_again(subject: &Subject<'_>, first: &[MatchGames]) -> Result<CheckResult, Failure> {
    let mut compared = 0;
    for MatchGames { codemaker, game, games } in first {
        let plan = subject.plan([subject.codemaker(codemaker)?], [*game], GAMES);
        let again = subject.transcripts(&plan, 1, 1)?;
        let found = games.iter().zip(&again).find_map(|(one, two)| Some((one.record.number, difference(one, two)?)));
        if let Some((round, difference)) = found {
            let what = format!(
                "the same seed gives other games: {difference} the second time, in round {round} against {codemaker} at {game}; \
                 all random numbers must follow from those of the round, and nothing from clocks or the order of a set"
            );
            let command = subject.games(codemaker, *game, round);
            return Ok(CheckResult::wrong(what, format!("{command}; {command}")));
        }
        compared += games.len().min(again.len());
    }
    Ok(CheckResult::Passed(format!("{} twice, turn by turn", counted(compared, "game"))))
}

/// How a game differs from one that should be the same: `guess 3 is AABB, and ABBA`. Nothing of games that ended by time.
pub fn difference(one: &Transcript, two: &Transcript) -> Option<String> {
    let endings = [one, two].map(|played| &played.record.round.ending);
    if endings.iter().any(|ending| is_by_time(ending)) {
        return None;
    }
    let guess = |played: &Transcript, turn: usize| {
        played.turns.get(turn).map_or_else(|| "none".to_owned(), |turn| turn.guess.to_string())
    };
    let turns = one.turns.len().max(two.turns.len());
    if let Some(turn) = (0..turns).find(|&turn| guess(one, turn) != guess(two, turn)) {
        return Some(format!("guess {} is {}, and {}", turn + 1, guess(one, turn), guess(two, turn)));
    }
    (endings[0] != endings[1]).then(|| "the game ends in another way".to_owned())
}

/// Plays rounds with one process and with two, if they are independent.
pub fn check_jobs(subject: &Subject<'_>, game: Game) -> Result<CheckResult, Failure> {
    let codemaker = subject.codemaker(known_codemaker(game))?;
    if !subject.is_independent(&codemaker) {
        let how = if subject.is_external() { "; a program that says `hello 2 independent` does not" } else { "" };
        return Ok(CheckResult::Skipped(format!("it learns from round to round{how}")));
    }
    let (mut rounds, mut plan) = (ROUNDS.0, subject.plan([codemaker], [game], ROUNDS.0));
    let mut one = subject.play(&plan, 1)?;
    // A tournament gives a match of little work to one process only: this one is to take longer than a check.
    while one.results.is_some() && rounds < ROUNDS.1 {
        rounds = (10 * rounds).min(ROUNDS.1);
        plan = plan.rounds(rounds);
        one = subject.play(&plan, 1)?;
    }
    let two = subject.play(&plan, 2)?;
    let is_other = |one: &RoundRecord, two: &RoundRecord| {
        let is_timed = is_by_time(&one.round.ending) || is_by_time(&two.round.ending);
        !is_timed && (&one.round.ending, one.round.guesses) != (&two.round.ending, two.round.guesses)
    };
    let mut pairs = one.records.iter().zip(&two.records);
    Ok(match pairs.find(|((_, one), (_, two))| is_other(one, two)) {
        None => CheckResult::Passed("the same games with one process and with two".to_owned()),
        Some(((_, one), (_, two))) => {
            let (number, guesses) = (one.number, [one, two].map(|record| counted(record.round.guesses, "guess")));
            let hint = match subject.is_external() {
                true => "leave `independent` out of the answer to `hello`, or forget earlier rounds",
                false => "say that it learns (LEARNS), or use no static variables",
            };
            let what = format!(
                "round {number} depends on the rounds before it: {} with one process, {} with two; {hint}",
                guesses[0], guesses[1]
            );
            CheckResult::wrong(what, jobs_command(subject, game, rounds))
        }
    })
}

fn jobs_command(subject: &Subject<'_>, game: Game, rounds: u64) -> String {
    let (option, program) = (if subject.is_external() { "--player" } else { "--players" }, program_name());
    let Subject { word, options, .. } = subject;
    let run = |jobs: usize| {
        format!(
            "{program} run {option} {word} --scsa {} --sizes {game} --rounds {rounds}{options} --no-charts -q --jobs {jobs} --out jobs-{jobs}",
            known_codemaker(game)
        )
    };
    format!("{} && {} && cmp jobs-1/rounds.csv jobs-2/rounds.csv", run(1), run(2))
}

/// Counts the guesses that cannot be the secret, because they contradict an earlier response.
pub fn check_consistency(subject: &Subject<'_>, all: &[MatchGames]) -> CheckResult {
    let (mut guesses, mut wasted, mut example) = (0, 0, None);
    for MatchGames { codemaker, game, games } in all {
        for played in games {
            for (number, turn) in played.turns.iter().enumerate() {
                guesses += 1;
                let earlier = &played.turns[..number];
                if game.is_consistent(&turn.guess, earlier) {
                    continue;
                }
                wasted += 1;
                let contradicted =
                    earlier.iter().find(|earlier| game.answer(&turn.guess, &earlier.guess) != earlier.feedback);
                if let (None, Some(earlier)) = (&example, contradicted) {
                    let (black, white) = (earlier.feedback.black(), earlier.feedback.white());
                    let what = format!(
                        "in round {} against {codemaker} at {game} guess {}, {}, contradicts the response {black} {white} to {}",
                        played.record.number,
                        number + 1,
                        turn.guess,
                        earlier.guess
                    );
                    example = Some((what, subject.games(codemaker, *game, played.record.number)));
                }
            }
        }
    }
    match example {
        None if guesses == 0 => CheckResult::Skipped("no guesses".to_owned()),
        None => CheckResult::Passed(format!("none of {} contradicts an earlier response", counted(guesses, "guess"))),
        Some((what, command)) => {
            let of = counted(guesses, "guess");
            CheckResult::Hint(Problem { what: format!("{wasted} of {of} cannot be the secret: {what}"), command })
        }
    }
}

/// The game of the samples: another number of pegs than that of any match, and colors that the match does not have.
const SAMPLE_SIZE: Game = match Game::new(10, 26) {
    Ok(game) => game,
    Err(_) => panic!("10x26 is a size"),
};
const SAMPLES: u64 = 12;
const UNKNOWN_ROUNDS: u64 = 4;

pub fn check_samples(subject: &Subject<'_>, game: Game) -> Result<CheckResult, Failure> {
    let (samples, make) = write_codes(subject, "samples.txt", SAMPLE_SIZE, SAMPLES)?;
    let names = ["mystery-1", "mystery-3"];
    let mut codemakers = names.iter().map(|name| subject.codemaker(name)).collect::<Result<Vec<_>, _>>()?;
    codemakers.retain(|codemaker| codemaker.objection(game).is_none());
    if codemakers.is_empty() {
        return Ok(CheckResult::Skipped(format!("no codemaker of which players know samples has codes at {game}")));
    }
    let knowledge = KnowledgePolicy { reveal: false, samples: Some(samples) };
    let plan = Plan { knowledge, ..subject.plan(codemakers, [game], UNKNOWN_ROUNDS) };
    let played = subject.play(&plan, 1)?;
    let problems = problems(subject, played.rounds(), |match_, round| {
        format!("{make} && {} --samples samples.txt", subject.games(match_.codemaker.name(), game, round))
    });
    let rounds = counted(played.records.len(), "round");
    Ok(CheckResult::of(problems, format!("{rounds} at {game} with samples of {SAMPLE_SIZE}")))
}

pub fn check_nothing(subject: &Subject<'_>, game: Game) -> Result<CheckResult, Failure> {
    let (codes, make) = write_codes(subject, "codes.txt", game, UNKNOWN_ROUNDS)?;
    let name = format!("{}codes.txt", Codemaker::FILE_PREFIX);
    let plan = subject.plan([Codemaker::Codes { name: name.clone(), codes }], [game], UNKNOWN_ROUNDS);
    let played = subject.play(&plan, 1)?;
    let problems =
        problems(subject, played.rounds(), |_, round| format!("{make} && {}", subject.games(&name, game, round)));
    let rounds = counted(played.records.len(), "round");
    Ok(CheckResult::of(problems, format!("{rounds} at {game} with secrets of a file")))
}

/// Writes codes into a file of that name. Returns them, and the command that writes them.
fn write_codes(subject: &Subject<'_>, name: &str, game: Game, count: u64) -> Result<(CodeFile, String), Failure> {
    let source = known_codemaker(game);
    let codemaker = subject.codemaker(source)?;
    let streams = Seed(1).secrets(game, codemaker.stream_name());
    let codes = (1..=count).filter_map(|number| codemaker.secret(game, number, &mut streams.round(number)));
    let text: String = codes.map(|code| format!("{code}\n")).collect();
    let path = subject.file(name);
    #[allow(clippy::disallowed_methods, reason = "the folder is new and of this process")]
    fs::write(&path, text).map_err(|e| Failure::system(format!("cannot write {}: {e}", path.display())))?;
    let command = format!("{} codes {source} --size {game} --count {count} > {name}", program_name());
    Ok((CodeFile::read(&path).map_err(Failure::system)?, command))
}

/// The round behind which a fresh process begins.
const FAILED: u64 = 2;

/// Begins behind a round, as a fresh program does after one that failed in it. It must play the next round; if its rounds are
/// independent, as it did before.
pub fn check_restart(subject: &Subject<'_>, games: &[MatchGames]) -> Result<CheckResult, Failure> {
    let Some(definition) = subject.entry.definition() else {
        return Ok(CheckResult::Skipped("a process of a built-in player is always a fresh one".to_owned()));
    };
    let Some(MatchGames { codemaker, game, games }) = games.first() else {
        return Ok(CheckResult::Skipped("no games".to_owned()));
    };
    let player: ExternalPlayer = serde_json::from_str(definition).map_err(Failure::system)?;
    // A player whose rounds are independent may begin with any of them.
    let fresh = ExternalPlayer { is_independent: true, ..player.clone() };
    let entry = fresh.entry(&subject.registry.players).map_err(Failure::system)?;
    let codemaker_value = subject.codemaker(codemaker)?;
    let briefing = briefing(subject, &codemaker_value, *game);
    let is_independent = subject.is_independent(&codemaker_value);
    let mut plan = subject.plan([codemaker_value], [*game], GAMES);
    plan.players = vec![entry];
    let command = || by_hand(&player, &briefing);
    let fault =
        |played: &Transcript| Some((played.record.number, fault(&played.record.round.ending, &subject.limits)?));
    if let Some((round, fault)) = games.iter().filter(|played| played.record.number < FAILED).find_map(fault) {
        return Ok(CheckResult::Skipped(format!("not played: round {round} fails: {fault}")));
    }
    let again = subject.transcripts(&plan, FAILED + 1, 1)?;
    if let Some((round, fault)) = again.iter().find_map(fault) {
        let what = format!("as after a failure in round {FAILED}, a fresh one fails round {round}: {fault}");
        return Ok(CheckResult::wrong(what, command()));
    }
    for two in &again {
        let one = games.iter().find(|played| played.record.number == two.record.number);
        let Some(difference) = one.and_then(|one| difference(one, two)) else { continue };
        let hint = match is_independent {
            true => "leave `independent` out of the answer to `hello`, or forget earlier rounds",
            false => "if it is not meant to learn, it does not begin anew at the first turn of a round",
        };
        let round = two.record.number;
        let what = format!(
            "as after a failure in round {FAILED}, a fresh one plays round {round} in another way: {difference}; {hint}"
        );
        let problem = Problem { what, command: command() };
        return Ok(if is_independent { CheckResult::Wrong(vec![problem]) } else { CheckResult::Hint(problem) });
    }
    Ok(CheckResult::Passed(format!(
        "{} by a fresh process, as after a failure in round {FAILED}",
        counted(again.len(), "round")
    )))
}

/// The command that shows a fresh process the first round that it plays.
fn by_hand(player: &ExternalPlayer, briefing: &Briefing) -> String {
    let lines = protocol::hello() + &protocol::match_message(briefing) + &protocol::round(FAILED + 1, 7);
    let words: Vec<String> = player.command.iter().map(|word| shell_word(word)).collect();
    let folder = player.folder.as_ref().map(|folder| format!("cd {} && ", shell_word(&folder.display().to_string())));
    format!("{}printf '{}' | {}", folder.unwrap_or_default(), lines.replace('\n', "\\n"), words.join(" "))
}

/// What the player knows before a match in a game: the rule of the codemaker, if it has one.
fn briefing(subject: &Subject<'_>, codemaker: &Codemaker, game: Game) -> Briefing {
    let knowledge = match codemaker {
        Codemaker::Rule { scsa, .. } => Knowledge::Rule(Arc::clone(scsa)),
        _ => Knowledge::Nothing,
    };
    let (guess_limit, time_limit) = (subject.guess_limits.of(game), subject.limits.time);
    Briefing { guess_limit, time_limit, ..Briefing::new(game, codemaker.name(), knowledge) }
}
