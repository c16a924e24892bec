//! Fresh processes: a program goes on after one was killed, and a built-in player leaves nothing behind in its process.

use super::{
    finding::CheckResult,
    repeat::{CODEMAKERS, GAMES, MatchGames, difference, first_fault},
    subject::{CHECK_TIME, Subject},
};
use crate::cli::{Failure, counted, external::SERVE, interrupt::INTERRUPT, shell_word, this_program::this_program};
use external::{ExternalPlayer, protocol};
use player_api::{Briefing, Knowledge};
use scsa::{Code, Feedback, Size};
use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, Command, Stdio},
    sync::mpsc::channel,
    thread,
};
use tournament::Codemaker;

/// The round in which the process is killed.
const KILLED: u64 = 2;
/// The turns of a game that are compared.
const TURNS: usize = 10;

/// Kills the program in a round. A fresh one must play the next round; if its rounds are independent, as it did before.
pub fn check_restart(subject: &Subject<'_>, games: &[MatchGames]) -> Result<CheckResult, Failure> {
    let Some(definition) = subject.entry.definition() else {
        return Ok(CheckResult::Skipped("a process of a built-in player is always a fresh one".to_owned()));
    };
    let Some(MatchGames { codemaker, size, games }) = games.first() else {
        return Ok(CheckResult::Skipped("no games".to_owned()));
    };
    let player: ExternalPlayer = serde_json::from_str(definition).map_err(|e| Failure::run(e.to_string()))?;
    let program =
        this_program()?.canonicalize().map_err(|e| Failure::run(format!("this program cannot find itself: {e}")))?;
    let words = [program.display().to_string(), INTERRUPT.to_owned(), KILLED.to_string()];
    let killed = ExternalPlayer {
        command: words.into_iter().chain(player.command.clone()).collect(),
        readable: player.readable.iter().cloned().chain([program]).collect(),
        ..player.clone()
    };
    let entry = killed.entry(&subject.registry.players).map_err(Failure::run)?;
    let codemaker_value = subject.codemaker(codemaker)?;
    let is_independent = subject.is_independent(&codemaker_value);
    let mut plan = subject.plan([codemaker_value], [*size], GAMES);
    plan.players = vec![entry];
    let mut again = subject.transcripts(&plan)?;
    again.retain(|game| game.record.number != KILLED);
    let command = || by_hand(&player, codemaker, *size, subject);
    if let Some((round, fault)) = first_fault(subject, &again, *size).filter(|(round, _)| *round > KILLED) {
        let what = format!("after its process was killed in round {KILLED}, a fresh one fails round {round}: {fault}");
        return Ok(CheckResult::wrong(what, command()));
    }
    if is_independent {
        for two in again.iter().filter(|game| game.record.number > KILLED) {
            let one = games.iter().find(|game| game.record.number == two.record.number);
            if let Some(difference) = one.and_then(|one| difference(one, two)) {
                let what = format!(
                    "after its process was killed in round {KILLED}, a fresh one plays round {} in another way: {difference}; leave \
                     `independent` out of the answer to `hello`, or forget earlier rounds",
                    two.record.number
                );
                return Ok(CheckResult::wrong(what, command()));
            }
        }
    }
    let after = again.iter().filter(|game| game.record.number > KILLED).count();
    Ok(CheckResult::Passed(format!("{} by a fresh process, after round {KILLED} was cut off", counted(after, "round"))))
}

/// The command that shows a fresh process the round after the killed one.
fn by_hand(player: &ExternalPlayer, codemaker: &str, size: Size, subject: &Subject<'_>) -> String {
    let (pegs, colors, guesses, seconds) =
        (size.pegs(), size.colors(), subject.limits.guesses, subject.limits.time.as_secs_f64());
    let words: Vec<String> = player.command.iter().map(|word| shell_word(word)).collect();
    let folder = player.folder.as_ref().map(|folder| format!("cd {} && ", shell_word(&folder.display().to_string())));
    format!(
        "{}printf 'hello 1\\nmatch {pegs} {colors} {guesses} {seconds} {codemaker} rule\\nround {} {:032x}\\nturn 1\\n' | {}",
        folder.unwrap_or_default(),
        KILLED + 1,
        7,
        words.join(" ")
    )
}

/// Plays the same match twice in one process, in which a player of this program must leave nothing behind.
pub fn check_statics(subject: &Subject<'_>, size: Size) -> Result<CheckResult, Failure> {
    if subject.is_external() {
        return Ok(CheckResult::Skipped("a program of its own plays one match a process".to_owned()));
    }
    let Codemaker::Rule { scsa, .. } = subject.codemaker(CODEMAKERS[0])? else {
        return Ok(CheckResult::Skipped("no rule".to_owned()));
    };
    let briefing = Briefing {
        guess_limit: subject.limits.guesses,
        time_limit: subject.limits.time,
        ..Briefing::new(size, scsa.name(), Knowledge::Rule(scsa.clone()))
    };
    let secret = scsa.draw(size, &mut scsa::Rng::new(7));
    let command = subject.games(CODEMAKERS[0], size, 1);
    let mut process = Command::new(this_program()?)
        .args([SERVE, subject.entry.name()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| Failure::run(format!("the player cannot be started: {e}")))?;
    let outcome = two_matches(&mut process, briefing, secret);
    // It has no other duty than to end.
    let _ = process.kill();
    let _ = process.wait();
    Ok(match outcome {
        None => CheckResult::Skipped(format!("not played: two matches take more than {} s", CHECK_TIME.as_secs())),
        Some([Err(reason), _]) => CheckResult::Skipped(format!("not played: {reason}")),
        Some([Ok(_), Err(reason)]) => {
            let what = format!("the second match in a process does not begin: {reason}; use no static variables");
            CheckResult::wrong(what, command)
        }
        Some([Ok(one), Ok(two)]) => match one.iter().zip(&two).position(|(one, two)| one != two) {
            Some(turn) => {
                let what = format!(
                    "the second match in a process differs from the first: guess {} is {}, and {}; use no static variables",
                    turn + 1,
                    one[turn],
                    two[turn]
                );
                CheckResult::wrong(what, command)
            }
            None => CheckResult::Passed("the second match in a process is like the first".to_owned()),
        },
    })
}

/// The first guesses of a round, in two matches of one process; an error is why there are none. `None` if that takes too long.
fn two_matches(process: &mut Child, briefing: Briefing, secret: Code) -> Option<[Result<Vec<Code>, String>; 2]> {
    let (mut input, output) = (process.stdin.take()?, process.stdout.take()?);
    let (sender, receiver) = channel();
    // The thread ends when the process is killed.
    thread::spawn(move || {
        let mut lines = BufReader::new(output).lines();
        let mut ask = |request: String| {
            let sent = input.write_all(request.as_bytes()).and_then(|()| input.flush());
            let answer = sent.ok().and_then(|()| lines.next()).and_then(Result::ok);
            answer.ok_or_else(|| "its process ends".to_owned())
        };
        let mut play = |is_first: bool| {
            if is_first {
                ask(protocol::hello())?;
            }
            let answer = ask(protocol::game(&briefing))?;
            if let Some(reason) = protocol::parse_ready(answer.as_bytes()).map_err(|fault| fault.to_string())? {
                return Err(reason);
            }
            let (mut guesses, mut request) = (Vec::new(), protocol::round(1, 7));
            for turn in 1..=TURNS {
                let guess = protocol::parse_guess(ask(request)?.as_bytes(), turn, briefing.size)
                    .map_err(|fault| fault.to_string())?;
                guesses.push(guess);
                let feedback: Feedback = secret.feedback(&guess);
                if feedback.is_win(briefing.size) || !briefing.size.is_legal(&guess) {
                    break;
                }
                request = protocol::turn(turn + 1, feedback);
            }
            Ok(guesses)
        };
        let _ = sender.send([play(true), play(false)]);
    });
    receiver.recv_timeout(CHECK_TIME).ok()
}
