//! The records of consecutive rounds.

use crate::plan::{Limits, Match, Plan};
use player_api::{Cause, CrashCause, Ending, FailureKind};
use scsa::{Code, Color, Game};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The result of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// How the round ended.
    pub ending: Ending,
    /// The number of guesses that were answered; 0 after a crash, when it is not known.
    pub guesses: usize,
    /// The CPU time, if the round was timed.
    pub time: Option<RoundTime>,
}

impl Round {
    /// The result of a round whose player's process ended.
    pub(crate) fn crashed(cause: &CrashCause) -> Round {
        Round::stopped(Ending::Failure(Cause::new(FailureKind::Crash, &cause.to_string())), 0)
    }

    /// The result of a round that ended after that many guesses without a time: the watchdog stopped its player, or it is not played.
    pub(crate) const fn stopped(ending: Ending, guesses: usize) -> Round {
        Round { ending, guesses, time: None }
    }
}

/// The CPU time of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundTime {
    /// The time of the first guess.
    pub first: Duration,
    /// The time of all guesses.
    pub whole: Duration,
    /// The number of guesses requested, including a last one that was not answered.
    pub guesses: usize,
}

/// The record of one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundRecord {
    /// The number of the round, from 1.
    pub number: u64,
    /// The secret.
    pub secret: Code,
    /// The result.
    pub round: Round,
    /// The guesses, if the player is a program of its own and they are known.
    pub codes: Vec<Code>,
}

/// The records of consecutive rounds of a match, in columns: about 10 bytes a round and one more a peg.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batch {
    /// The number of the first round.
    pub(crate) first: u64,
    /// The pegs of the secrets; 0 without rounds.
    pub(crate) pegs: usize,
    /// The colors of all secrets, `pegs` of them a round.
    #[serde(with = "serde_bytes")]
    secrets: Vec<u8>,
    guesses: Vec<usize>,
    /// How the rounds ended that were not won, by index.
    not_won: Vec<(usize, Ending)>,
    /// The times of the rounds that were timed, by index.
    times: Vec<(usize, RoundTime)>,
    /// The CPU time that the worker used for the batch.
    pub cpu_time: Duration,
    /// The colors of all guesses; empty where they are not recorded.
    #[serde(with = "serde_bytes")]
    codes: Vec<u8>,
}

impl Batch {
    /// Adds a round, which must be the one after the last.
    pub fn push(&mut self, number: u64, secret: &Code, round: Round) {
        if self.guesses.is_empty() {
            (self.first, self.pegs) = (number, secret.len());
        }
        debug_assert_eq!((number, secret.len()), (self.next(), self.pegs), "rounds of a batch are consecutive");
        let index = self.guesses.len();
        self.secrets.extend(secret.pegs().map(|color| color.index() as u8));
        self.guesses.push(round.guesses);
        if round.ending != Ending::Win {
            self.not_won.push((index, round.ending));
        }
        if let Some(time) = round.time {
            self.times.push((index, time));
        }
    }

    /// Adds the guesses of the round that was added last. They are those of all rounds, or of none.
    pub fn push_codes(&mut self, codes: impl IntoIterator<Item = Code>) {
        self.codes.extend(
            codes.into_iter().flat_map(|code| code.pegs().map(|color| color.index() as u8).collect::<Vec<_>>()),
        );
    }

    pub fn len(&self) -> usize {
        self.guesses.len()
    }

    pub fn is_empty(&self) -> bool {
        self.guesses.is_empty()
    }

    /// The number of the round after the last.
    pub fn next(&self) -> u64 {
        self.first + self.guesses.len() as u64
    }

    /// Why it cannot be of a match of that game, with that guess limit and number of rounds, if it cannot.
    pub fn fault(&self, game: Game, guess_limit: usize, rounds: u64) -> Option<String> {
        let length = self.guesses.len();
        let is_increasing = |mut indices: &mut dyn Iterator<Item = usize>| {
            (&mut indices).try_fold(0, |least, index| (least <= index && index < length).then_some(index + 1)).is_some()
        };
        let last = self.first.checked_add(length as u64).map(|next| next - 1);
        if length == 0 || self.first == 0 || last.is_none_or(|last| last > rounds) {
            return Some(format!("{length} rounds from round {} on are not among rounds 1 to {rounds}", self.first));
        }
        let are_codes = |indices: &[u8]| {
            let is_legal = |indices| code(indices).is_some_and(|code| game.is_legal(&code));
            indices.chunks(game.pegs()).all(is_legal)
        };
        if self.pegs != game.pegs()
            || Some(self.secrets.len()) != length.checked_mul(self.pegs)
            || !are_codes(&self.secrets)
        {
            return Some(format!("the secrets of round {} and those after it are not all codes of {game}", self.first));
        }
        let is_possible = |ending: &Ending, guesses| guesses <= guess_limit && (guesses > 0 || *ending != Ending::Win);
        if let Some((ending, _)) = self.endings().find(|(ending, _)| !ending.fits()) {
            return Some(format!("a {} has another reason: {:?}", ending.word(), ending.kind()));
        }
        let columns_fit = is_increasing(&mut self.not_won.iter().map(|(index, _)| *index))
            && is_increasing(&mut self.times.iter().map(|(index, _)| *index));
        if let Some((_, guesses)) = self.endings().find(|(ending, guesses)| !is_possible(ending, *guesses)) {
            return Some(format!(
                "a round has {guesses} guesses; at most {guess_limit} were expected, and at least 1 of a win"
            ));
        }
        let answered = self.guesses.iter().try_fold(0usize, |sum, guesses| sum.checked_add(*guesses));
        let pegs = answered.and_then(|guesses| guesses.checked_mul(self.pegs));
        if !self.codes.is_empty() && (Some(self.codes.len()) != pegs || !are_codes(&self.codes)) {
            return Some(format!("the guesses of round {} and those after it are not all codes of {game}", self.first));
        }
        let is_time = |time: &RoundTime| time.whole <= Limits::LONGEST && time.guesses.saturating_sub(1) <= guess_limit;
        (!columns_fit || !self.times.iter().all(|(_, time)| is_time(time)))
            .then(|| format!("the outcomes and times of round {} and those after it are not in order", self.first))
    }

    /// The last round in which the process of the player ended.
    pub fn last_process_end(&self) -> Option<u64> {
        let is_timed = |index: usize| self.times.binary_search_by_key(&index, |(at, _)| *at).is_ok();
        let last = self.not_won.iter().rfind(|(index, ending)| ending.ends_process() && !is_timed(*index));
        last.map(|(index, _)| self.first + *index as u64)
    }

    pub fn endings(&self) -> impl Iterator<Item = (&Ending, usize)> {
        let mut not_won = self.not_won.iter().peekable();
        self.guesses.iter().enumerate().map(move |(index, &guesses)| {
            (not_won.next_if(|(at, _)| *at == index).map_or(&Ending::Win, |(_, ending)| ending), guesses)
        })
    }

    pub fn times(&self) -> impl Iterator<Item = (&Ending, &RoundTime)> {
        let ending = |index| {
            let place = self.not_won.binary_search_by_key(index, |(at, _)| *at);
            place.ok().and_then(|place| self.not_won.get(place)).map_or(&Ending::Win, |(_, ending)| ending)
        };
        self.times.iter().map(move |(index, time)| (ending(index), time))
    }

    pub fn has_failure(&self) -> bool {
        self.not_won.iter().any(|(_, ending)| ending.is_failure())
    }

    /// The records in order. A batch whose columns do not fit each other, which no worker of this program sends, ends early.
    pub fn records(self) -> impl Iterator<Item = RoundRecord> {
        let Batch { first, pegs, secrets, guesses, not_won, times, codes, .. } = self;
        let mut played = 0;
        let (mut not_won, mut times) = (not_won.into_iter().peekable(), times.into_iter().peekable());
        guesses.into_iter().enumerate().map_while(move |(index, guesses)| {
            let secret = code(secrets.get(index * pegs..(index + 1) * pegs)?)?;
            let ending = not_won.next_if(|(at, _)| *at == index).map_or(Ending::Win, |(_, ending)| ending);
            let time = times.next_if(|(at, _)| *at == index).map(|(_, time)| time);
            let of_round = codes.get(played * pegs..(played + guesses) * pegs).unwrap_or_default();
            played += guesses;
            let codes = of_round.chunks_exact(pegs.max(1)).map_while(code).collect();
            Some(RoundRecord { number: first + index as u64, secret, round: Round { ending, guesses, time }, codes })
        })
    }
}

/// The number of rounds in a row, taken in order, in which a player did not work.
#[derive(Clone, Copy, Debug, Default)]
pub struct Streak(u64);

impl Streak {
    /// Takes the next round, and returns the number of rounds in a row up to it.
    pub const fn count(&mut self, ending: &Ending) -> u64 {
        self.0 = if ending.stops_working() { self.0 + 1 } else { 0 };
        self.0
    }
}

/// The records of rounds that no worker could report, and that all have this result.
pub fn unreported(plan: &Plan, match_: &Match, first: u64, rounds: u64, round: &Round) -> Batch {
    let streams = plan.seed.secrets(match_.game, match_.codemaker.stream_name());
    let mut batch = Batch::default();
    for number in first..first + rounds {
        let Some(secret) = match_.codemaker.secret(match_.game, number, &mut streams.round(number)) else { break };
        batch.push(number, &secret, round.clone());
        if round.ending.kind() == Some(FailureKind::Time) {
            batch.cpu_time += plan.limits.time;
        }
    }
    batch
}

fn code(indices: &[u8]) -> Option<Code> {
    let mut colors = [Color::A; Game::MAX_PEGS];
    for (color, &index) in colors.iter_mut().zip(indices) {
        *color = Color::new(index.into())?;
    }
    Code::new(colors.get(..indices.len())?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use player_api::Cause;

    #[test]
    fn a_batch_has_codes_of_its_game_and_endings_with_a_reason_of_theirs() {
        let batch = |secret: &str, ending: Ending| {
            let mut batch = Batch::default();
            batch.push(1, &secret.parse().unwrap(), Round { ending, guesses: 1, time: None });
            batch
        };
        let fault = |batch: &Batch, game: &str| batch.fault(game.parse().unwrap(), 9, 9);
        assert_eq!(fault(&batch("ABCA", Ending::Win), "4x6"), None);
        assert!(fault(&batch("ABCA", Ending::Win), "4x6n").unwrap().contains("not all codes of 4x6n"));
        assert!(fault(&batch("ABCG", Ending::Win), "4x6").unwrap().contains("not all codes of 4x6"));
        for kind in FailureKind::ALL {
            let cause = Cause::new(kind, "");
            let (loss, failure) = (Ending::Loss(cause.clone()), Ending::Failure(cause));
            let fits = [loss, failure].map(|ending| fault(&batch("ABCD", ending), "4x6").is_none());
            let wanted = match kind {
                FailureKind::Guesses | FailureKind::Time => [true, false],
                FailureKind::GivenUp => [true, true],
                _ => [false, true],
            };
            assert_eq!(fits, wanted, "{kind:?}");
        }
    }
}
