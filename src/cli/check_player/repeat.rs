//! The same games again, and guesses that contradict a response.

use super::{
    finding::{CheckResult, Problem, fault},
    subject::{Subject, is_by_time},
};
use crate::cli::{Failure, counted, program_name::program_name};
use scsa::{Size, is_consistent};
use std::time::{Duration, Instant};
use tournament::{RoundRecord, Transcript};

/// The codemakers of the games that are compared: one whose rule players know, and one of which they know samples.
pub const CODEMAKERS: [&str; 2] = ["insert-colors", "mystery-3"];
/// The games of a match that are compared.
pub const GAMES: u64 = 4;
/// The rounds that are played with one process and with two, at first and at the most.
const ROUNDS: (u64, u64) = (40, 100_000);
/// The time that the rounds must take with one process: a tournament gives a match with less work to one process only.
const SHARED_WORK: Duration = Duration::from_secs(2);

/// Games of one match, in order.
pub struct MatchGames {
    pub codemaker: &'static str,
    pub size: Size,
    pub games: Vec<Transcript>,
}

/// Plays games at these sizes, turn by turn.
pub fn games(subject: &Subject<'_>, sizes: &[Size]) -> Result<Vec<MatchGames>, Failure> {
    let mut all = Vec::new();
    for &size in sizes {
        for codemaker in CODEMAKERS {
            let plan = subject.plan([subject.codemaker(codemaker)?], [size], GAMES);
            all.push(MatchGames { codemaker, size, games: subject.transcripts(&plan)? });
        }
    }
    Ok(all)
}

/// Plays the same games again.
pub fn check_again(subject: &Subject<'_>, first: &[MatchGames]) -> Result<CheckResult, Failure> {
    let mut compared = 0;
    for MatchGames { codemaker, size, games } in first {
        let plan = subject.plan([subject.codemaker(codemaker)?], [*size], GAMES);
        let again = subject.transcripts(&plan)?;
        for (one, two) in games.iter().zip(&again) {
            if let Some(difference) = difference(one, two) {
                let round = one.record.number;
                let what = format!(
                    "the same seed gives other games: {difference} the second time, in round {round} against {codemaker} at {size}; \
                     all random numbers must follow from those of the round, and nothing from clocks or the order of a set"
                );
                let command = subject.games(codemaker, *size, round);
                return Ok(CheckResult::wrong(what, format!("{command}; {command}")));
            }
            compared += 1;
        }
    }
    Ok(CheckResult::Passed(format!("{} twice, turn by turn", counted(compared, "game"))))
}

/// How a game differs from one that should be the same: `guess 3 is AABB, and ABBA`. Nothing of games that ended by time.
pub fn difference(one: &Transcript, two: &Transcript) -> Option<String> {
    let outcomes = [one, two].map(|game| &game.record.round.outcome);
    if outcomes.iter().any(|outcome| is_by_time(outcome)) {
        return None;
    }
    let guess = |game: &Transcript, turn: usize| {
        game.turns.get(turn).map_or_else(|| "none".to_owned(), |turn| turn.guess.to_string())
    };
    let turns = one.turns.len().max(two.turns.len());
    if let Some(turn) = (0..turns).find(|&turn| guess(one, turn) != guess(two, turn)) {
        return Some(format!("guess {} is {}, and {}", turn + 1, guess(one, turn), guess(two, turn)));
    }
    (outcomes[0] != outcomes[1]).then(|| "the game ends in another way".to_owned())
}

/// Plays rounds with one process and with two, if they are independent.
pub fn check_jobs(subject: &Subject<'_>, size: Size) -> Result<CheckResult, Failure> {
    let codemaker = subject.codemaker(CODEMAKERS[0])?;
    if !subject.is_independent(&codemaker) {
        let how = if subject.is_external() { "; `hello 1 independent` says otherwise" } else { "" };
        return Ok(CheckResult::Skipped(format!("it learns from round to round{how}")));
    }
    let (mut rounds, mut plan, mut one);
    (rounds, plan) = (ROUNDS.0, subject.plan([codemaker], [size], ROUNDS.0));
    loop {
        let start = Instant::now();
        one = subject.play(&plan, 1, false)?;
        let is_enough = start.elapsed() > SHARED_WORK || one.results.is_none() || rounds >= ROUNDS.1;
        if is_enough {
            break;
        }
        let factor = 1.5 * SHARED_WORK.as_secs_f64() / start.elapsed().as_secs_f64();
        rounds = ((rounds as f64 * factor.clamp(2.0, 10.0)) as u64).min(ROUNDS.1);
        plan = plan.rounds(rounds);
    }
    let two = subject.play(&plan, 2, false)?;
    let is_other = |one: &RoundRecord, two: &RoundRecord| {
        let is_timed = is_by_time(&one.round.outcome) || is_by_time(&two.round.outcome);
        !is_timed && (&one.round.outcome, one.round.guesses) != (&two.round.outcome, two.round.guesses)
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
            CheckResult::wrong(what, jobs_command(subject, size, rounds))
        }
    })
}

/// The command that compares the games of one process with those of two.
fn jobs_command(subject: &Subject<'_>, size: Size, rounds: u64) -> String {
    let (option, program) = (if subject.is_external() { "--player" } else { "--players" }, program_name());
    let Subject { word, options, .. } = subject;
    let run = |jobs: usize| {
        format!(
            "{program} run {option} {word} --scsa {} --sizes {size} --rounds {rounds}{options} --no-charts -q --jobs {jobs} --out jobs-{jobs}",
            CODEMAKERS[0]
        )
    };
    format!("{} && {} && cmp jobs-1/rounds.csv jobs-2/rounds.csv", run(1), run(2))
}

/// Counts the guesses that cannot be the secret, because they contradict an earlier response.
pub fn check_consistency(subject: &Subject<'_>, all: &[MatchGames]) -> CheckResult {
    let (mut guesses, mut wasted, mut example) = (0, 0, None);
    for MatchGames { codemaker, size, games } in all {
        for game in games {
            for (number, turn) in game.turns.iter().enumerate() {
                guesses += 1;
                let earlier = &game.turns[..number];
                if is_consistent(&turn.guess, earlier) {
                    continue;
                }
                wasted += 1;
                let contradicted =
                    earlier.iter().find(|earlier| turn.guess.feedback(&earlier.guess) != earlier.feedback);
                if let (None, Some(earlier)) = (&example, contradicted) {
                    let (black, white) = (earlier.feedback.black(), earlier.feedback.white());
                    let what = format!(
                        "in round {} against {codemaker} at {size} guess {}, {}, contradicts the response {black} {white} to {}",
                        game.record.number,
                        number + 1,
                        turn.guess,
                        earlier.guess
                    );
                    example = Some((what, subject.games(codemaker, *size, game.record.number)));
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

/// The first fault of games.
pub fn first_fault(subject: &Subject<'_>, games: &[Transcript], size: Size) -> Option<(u64, String)> {
    games.iter().find_map(|game| {
        let fault = fault(&game.record.round.outcome, size, &subject.limits)?;
        Some((game.record.number, fault))
    })
}
