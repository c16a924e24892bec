//! Games to measure: lines of JSON, or the rounds of a results folder.

use super::Usage;
use crate::failure::Failure;
use crate::playing::play_games;
use crate::settings::{ProgramUse, from_manifest, selection};
use folder_files::MOST_ROW;
use player_api::{Ending, text_fault};
use rayon::prelude::*;
use scsa::notation::{code_form, parse_code};
use scsa::{Code, Color, Game, Turn};
use serde::Deserialize;
use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead, BufReader, Read};
use std::{ops::ControlFlow, path::Path};
use tournament::{FinishedRounds, KnownRounds, Match, Plan, Registry, Transcript, files};

pub struct RecordedGame {
    pub player: String,
    /// The index of its [`Match`]: the codemaker and the game.
    pub setting: usize,
    pub secret: Code,
    pub turns: Vec<Turn>,
    pub is_won: bool,
    /// The guess limit; of a game without one, the guesses that were made.
    pub limit: usize,
    pub tokens: Option<f64>,
    pub seconds: Option<f64>,
}

/// Games, and in what matches of the reference player they were played, one for each codemaker and game.
#[derive(Default)]
pub struct RecordedGames {
    pub games: Vec<RecordedGame>,
    pub plans: Vec<(Plan, Match)>,
    /// The answers of the referee that are wrong, one sentence each. Their games are left out.
    pub wrong: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameLine {
    player: String,
    game: String,
    codemaker: Option<String>,
    #[serde(rename = "match")]
    match_: Option<String>,
    round: Option<u64>,
    secret: WrittenCode,
    guesses: Vec<WrittenCode>,
    #[serde(default)]
    answers: Vec<[u64; 2]>,
    guess_limit: Option<usize>,
    /// The number of the first color, where codes are lists of numbers.
    #[serde(default = "one")]
    numbers: usize,
    tokens: Option<f64>,
    seconds: Option<f64>,
}

const fn one() -> usize {
    1
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "a code is a text such as \"ABCD\" or a list of numbers such as [1, 2, 3, 4]")]
enum WrittenCode {
    Text(String),
    Numbers(Vec<usize>),
}

impl WrittenCode {
    fn read(&self, game: Game, first: usize) -> Result<Code, String> {
        let (shown, code) = match self {
            WrittenCode::Text(text) => (text.clone(), parse_code(text).map_err(|e| e.to_string())),
            WrittenCode::Numbers(numbers) => {
                let color = |number: &usize| number.checked_sub(first).and_then(Color::new);
                let missing = || format!("colors are numbers from {first} on; \"numbers\": 0 counts them from 0");
                let colors = numbers.iter().map(color).collect::<Option<Vec<Color>>>().ok_or_else(missing);
                (format!("{numbers:?}"), colors.and_then(|colors| Code::new(&colors).map_err(|e| e.to_string())))
            }
        };
        let form = || format!("{game} has {}", code_form(game));
        let code = code.and_then(|code| if game.is_legal(&code) { Ok(code) } else { Err(form()) });
        code.map_err(|fault| format!("{shown} is no code of the game: {fault}"))
    }
}

impl RecordedGames {
    /// Reads lines of JSON from a file, or from the standard input.
    pub fn read(registry: &Registry, path: &Path) -> Result<RecordedGames, Failure> {
        if path.as_os_str() == "-" {
            return RecordedGames::of_lines(registry, "standard input", io::stdin().lock());
        }
        let name = path.display().to_string();
        let file = folder_files::open(path).map_err(|e| Failure::unread(&e, format!("cannot read {name}: {e}")))?;
        RecordedGames::of_lines(registry, &name, file)
    }

    fn of_lines(registry: &Registry, file: &str, source: impl Read) -> Result<RecordedGames, Failure> {
        let (mut all, mut known, mut seen) = (RecordedGames::default(), HashMap::new(), HashSet::new());
        let mut source = BufReader::new(source);
        for number in 1.. {
            let (place, mut line) = (format!("{file}, line {number}"), Vec::new());
            let read = source.by_ref().take(MOST_ROW as u64).read_until(b'\n', &mut line);
            let length = read.map_err(|e| Failure::unread(&e, format!("cannot read {place}: {e}")))?;
            ensure!(length < MOST_ROW, "{place} has more than {} MB; a line is one game", MOST_ROW >> 20);
            if length == 0 {
                break;
            } else if line.trim_ascii().is_empty() {
                continue;
            }
            // The position in the line, not the number of the line, which is always 1.
            let at = |e: serde_json::Error| {
                let fault = e.to_string().replace(" at line 1 column", " at column");
                failure!("{place}: {fault}; a line is one game, as docs/analyze.md describes")
            };
            let game: GameLine = serde_json::from_slice(line.trim_ascii()).map_err(at)?;
            all.add(registry, &place, &game, &mut known).map_err(|failure| failure.about(&place))?;
            if let GameLine { player, codemaker, match_, round: Some(round), .. } = game {
                let names = (player, game.game, codemaker, match_, round);
                ensure!(
                    seen.insert(names),
                    "{place}: the round {round} of this player and match was on a line before; give each game once"
                );
            }
        }
        ensure!(!all.games.is_empty() || !all.wrong.is_empty(), "{file} has no game; give one a line");
        Ok(all)
    }

    fn add(
        &mut self,
        registry: &Registry,
        place: &str,
        line: &GameLine,
        known: &mut HashMap<(String, Option<String>), usize>,
    ) -> Result<(), Failure> {
        if let Some(fault) = text_fault(&line.player) {
            bail!("the player {:?} {fault}", line.player);
        }
        let key = (line.game.clone(), line.codemaker.clone());
        let setting = match known.get(&key) {
            Some(&setting) => setting,
            None => {
                let (game, name) = (selection::game(&line.game)?, line.codemaker.as_deref());
                let is_file = name.is_some_and(|name| name.contains(':'));
                ensure!(!is_file, "the codemaker is a name of `arena list`, not a file");
                let codemaker = selection::codemaker_for(registry, name, game)?;
                let plan = Plan::new([selection::player(registry, super::REFERENCE)?], [codemaker], [game]);
                let setting = self.setting(plan.matches().remove(0), plan)?;
                *known.entry(key).or_insert(setting)
            }
        };
        let match_ = &self.plans[setting].1;
        let (game, codemaker) = (match_.game, &match_.codemaker);
        let secret = line.secret.read(game, line.numbers).map_err(|fault| failure!("the secret {fault}"))?;
        if let Some(rule) = codemaker.rule().filter(|rule| rule.probability(game, &secret) <= 0.0) {
            bail!("{} cannot make the secret {secret}; give another codemaker", rule.name());
        }
        let mut turns = Vec::new();
        for (guess, number) in line.guesses.iter().zip(1..) {
            let code = guess.read(game, line.numbers).map_err(|fault| failure!("the guess {number}, {fault}"))?;
            let found = turns.last().is_some_and(|turn: &Turn| turn.guess == secret);
            ensure!(!found, "the guess {number} comes after the secret was found; end the game there");
            turns.push(Turn::new(game, code, &secret));
        }
        let (guesses, limit) = (turns.len(), line.guess_limit.unwrap_or(turns.len()));
        ensure!(guesses <= limit, "{guesses} guesses are more than the guess limit, {limit}");
        ensure!(line.answers.len() <= guesses, "there are {} answers to {guesses} guesses", line.answers.len());
        for (name, value) in [("tokens", line.tokens), ("seconds", line.seconds)] {
            ensure!(value.is_none_or(|value| value >= 0.0), "{name} is less than 0");
        }
        let before = self.wrong.len();
        for ((answer, Turn { guess, feedback }), number) in line.answers.iter().zip(&turns).zip(1..) {
            let right = [feedback.black() as u64, feedback.white() as u64];
            if *answer != right {
                self.wrong.push(format!(
                    "{place}, turn {number}: the answer to {guess} for the secret {secret} is {right:?}, not {answer:?}"
                ));
            }
        }
        if self.wrong.len() == before {
            let is_won = turns.last().is_some_and(|turn| turn.guess == secret);
            let (player, tokens, seconds) = (line.player.clone(), line.tokens, line.seconds);
            self.games.push(RecordedGame { player, setting, secret, turns, is_won, limit, tokens, seconds });
        }
        Ok(())
    }

    /// The index of a match among those of the same codemaker and game.
    fn setting(&mut self, match_: Match, plan: Plan) -> Result<usize, Failure> {
        if let Some(objection) = &match_.objection {
            bail!("{} makes no codes at {}: {objection}", match_.codemaker.name(), match_.game);
        }
        let same =
            |(_, known): &(Plan, Match)| known.game == match_.game && known.codemaker.name() == match_.codemaker.name();
        Ok(self.plans.iter().position(same).unwrap_or_else(|| {
            self.plans.push((plan, match_));
            self.plans.len() - 1
        }))
    }

    /// The rounds of a results folder: recorded guesses of external players, and the others played again, as `arena games --from` does.
    pub fn of_folder(registry: &Registry, path: &Path) -> Result<RecordedGames, Failure> {
        let plan = from_manifest::read(path, None)?.played_plan(registry, ProgramUse::Absent)?;
        let rounds = files::ROUNDS;
        ensure!(
            folder_files::exists(&path.join(rounds)),
            "{} has no {rounds}; play the tournament again without --no-rounds",
            path.display()
        );
        let mut recorded = FinishedRounds::open(path, &plan).map_err(|e| Failure::unread(&e, &e))?;
        let (mut all, reference) = (RecordedGames::default(), selection::player(registry, super::REFERENCE)?);
        let (mut found, mut again) = (Vec::new(), Vec::new());
        for match_ in plan.matches() {
            let (number, name) = (recorded.of_match(&match_).rounds, match_.player.name());
            if number == 0 {
                continue;
            } else if recorded.has_guesses_of(name) {
                let games = recorded.games(&match_).collect::<Result<Vec<Transcript>, _>>();
                found.push((match_, games.map_err(Failure::input)?));
            } else if selection::player(registry, name).is_err() {
                bail!("{} has no guesses of {name}, an external player", path.display());
            } else {
                again.push((match_, number));
            }
        }
        let play = |(match_, number): (Match, u64)| {
            let mut games = Vec::new();
            let keep = |transcript: Transcript, _| {
                games.push(transcript);
                Ok(if games.len() as u64 == number { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            };
            play_games(&plan, &match_, 1, None, keep)?;
            Ok((match_, games))
        };
        found.extend(again.into_par_iter().map(play).collect::<Result<Vec<_>, Failure>>()?);
        found.sort_by_key(|(match_, _)| match_.number);
        for (match_, games) in found {
            let player = match_.player.name().to_owned();
            let (codemaker, knowledge) = (match_.codemaker.clone(), plan.knowledge.clone());
            let of_reference = Plan { knowledge, ..Plan::new([reference.clone()], [codemaker], [match_.game]) };
            let setting = all.setting(of_reference.matches().remove(0), of_reference)?;
            let usage = Usage::default().add(path, &player, match_.codemaker.stream_name(), match_.game)?;
            all.games.extend(games.into_iter().map(|Transcript { record, turns, .. }| {
                let used = usage.get(&record.number);
                RecordedGame {
                    player: player.clone(),
                    setting,
                    secret: record.secret,
                    turns,
                    is_won: record.round.ending == Ending::Win,
                    limit: match_.guess_limit,
                    tokens: used.and_then(|(tokens, _)| *tokens),
                    seconds: used.map(|(_, seconds)| *seconds),
                }
            }));
        }
        ensure!(!all.games.is_empty(), "{} has no round", path.display());
        Ok(all)
    }
}
