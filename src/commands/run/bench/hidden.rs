//! The codemakers of a benchmark of learning: rules that are generated from the seed, and the secrets of the matches against them.

use super::scope::{Benchmark, Scope};
use crate::commands::games::explanation::guesses_for;
use crate::failure::Failure;
use player_api::registry::{Entry, catch_panic};
use player_api::{Briefing, Knowledge};
use rayon::prelude::*;
use scsa::{Code, Color, Game, GeneratedRule, Rng, Scsa, algorithms};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;
use tournament::{Codemaker, RecordedCodes, in_order};

/// The guesses that a rule must leave to be learned, on average per round: the floor less the ceiling.
pub const LEAST_TO_LEARN: f64 = 0.5;
/// The most rules that are generated for each that counts.
const MOST_TRIES: usize = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arm {
    Learning,
    /// A control: all codes are equally probable, so that there is nothing to learn.
    Uniform,
    /// A control: the secrets of the first match of each rule, dealt over matches.
    Shuffled,
    /// A control: the first match of each rule, with other names of the colors.
    Renamed,
    /// A control: each secret of the first match of each rule, in a match of its own.
    Single,
    /// No matches of its own: the first match of each rule, with the player's own rounds alone as the floor.
    Memory,
}

impl Arm {
    pub const ALL: [Arm; 6] = [Arm::Learning, Arm::Uniform, Arm::Shuffled, Arm::Renamed, Arm::Single, Arm::Memory];
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HiddenRule {
    pub game: Game,
    /// Which rule of the game it is, from 1.
    pub number: usize,
    pub rule: String,
    /// The mean guesses of the floor and of the ceiling.
    pub floor: f64,
    pub ceiling: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HiddenMatch {
    /// What players call the codemaker. It says nothing of the rule or the arm.
    pub codemaker: String,
    pub game: Game,
    pub arm: Arm,
    /// The number of the rule, if the secrets are those of one.
    pub rule: Option<usize>,
    pub secrets: Vec<Code>,
    /// The guesses for each secret of a player that takes all codes as equally probable.
    pub floor: Vec<f64>,
    /// The guesses for each secret of a player that knows the rule; none in a control.
    pub ceiling: Vec<f64>,
    pub samples: Vec<Code>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HiddenSet {
    pub scope: Scope,
    pub rules: Vec<HiddenRule>,
    pub matches: Vec<HiddenMatch>,
}

impl HiddenSet {
    /// Generates the set of a scope; that of deduction has no matches. `reference` is the player of the floor and the ceiling. `say` is
    /// told what is done.
    pub fn new(scope: &Scope, reference: &Entry, say: impl Fn(&str)) -> Result<HiddenSet, Failure> {
        let mut set = HiddenSet { scope: scope.clone(), rules: Vec::new(), matches: Vec::new() };
        if scope.bench == Benchmark::Deduction {
            return Ok(set);
        }
        for &game in &scope.games {
            let floor = Reference::new(reference, scope, game, Knowledge::rule(algorithms::uniform(game)));
            let mut of_game = set.of_rules(&floor, reference, game, &say)?;
            let firsts: Vec<HiddenMatch> = of_game.iter().step_by(scope.matches).cloned().collect();
            of_game.extend(set.scope.controls(&floor, &firsts));
            set.matches.extend(of_game);
        }
        // The number of a match says nothing of what it is for, and is the same in all games.
        let count = set.matches.len() / scope.games.len();
        let mut numbers: Vec<usize> = (1..=count).collect();
        scope.rng(scope.games[0], "numbers", 1).shuffle(&mut numbers);
        let digits = count.to_string().len();
        for (place, match_) in set.matches.iter_mut().enumerate() {
            match_.codemaker = format!("hidden-{:0digits$}", numbers[place % count]);
        }
        Ok(set)
    }

    /// The matches against the rules that count, those of a rule together.
    fn of_rules(
        &mut self,
        floor: &Reference<'_>,
        reference: &Entry,
        game: Game,
        say: &impl Fn(&str),
    ) -> Result<Vec<HiddenMatch>, Failure> {
        let (scope, mut found) = (self.scope.clone(), Vec::new());
        let mut number = 0;
        for tried in 1..=(MOST_TRIES * scope.rules) as u64 {
            if number == scope.rules {
                break;
            }
            say(&format!("{game}: rule {} of {}", number + 1, scope.rules));
            let (rule, codes) = GeneratedRule::draw(game, &mut scope.rng(game, "rule", tried));
            let codes = Arc::new(codes);
            let drawn = |stream: &str, round: u64, count: u64| -> Vec<Code> {
                let mut rng = scope.rng(game, &format!("rule-{tried}/{stream}"), round);
                (0..count).map(|_| codes.draw(game, &mut rng)).collect()
            };
            let ceiling = Reference::new(reference, &scope, game, Knowledge::Rule(codes.clone()));
            let new = |place: u64| HiddenMatch {
                samples: drawn("samples", place, scope.samples),
                ..HiddenMatch::new(game, Arm::Learning, Some(number + 1), drawn("match", place, scope.rounds))
            };
            let mut matches: Vec<HiddenMatch> = (1..=scope.matches as u64).map(new).collect();
            floor.measure(&mut matches, |match_| &mut match_.floor);
            ceiling.measure(&mut matches, |match_| &mut match_.ceiling);
            let floor = mean(matches.iter().flat_map(|match_| &match_.floor));
            let ceiling = mean(matches.iter().flat_map(|match_| &match_.ceiling));
            if floor - ceiling >= LEAST_TO_LEARN {
                number += 1;
                self.rules.push(HiddenRule { game, number, rule: rule.to_string(), floor, ceiling });
                found.extend(matches);
            }
        }
        ensure!(
            number == scope.rules,
            "only {number} of {} rules at {game} leave {LEAST_TO_LEARN} guesses to be learned; give a larger game or fewer --rules",
            MOST_TRIES * scope.rules
        );
        Ok(found)
    }

    /// Whether a set that was read has all matches of its scope, with all secrets.
    pub fn is_whole(&self) -> bool {
        let Scope { bench, rules, matches, rounds, .. } = self.scope;
        let wanted = |arm: Arm| match arm {
            _ if bench == Benchmark::Deduction => 0,
            Arm::Learning => rules.saturating_mul(matches),
            Arm::Uniform | Arm::Shuffled | Arm::Renamed => rules,
            Arm::Single => rules.saturating_mul(rounds as usize),
            Arm::Memory => 0,
        };
        let fits = |one: &HiddenMatch| {
            let count = if one.arm == Arm::Single { 1 } else { rounds as usize };
            let ceiling = if one.arm == Arm::Learning { count } else { 0 };
            let are_legal = one.secrets.iter().all(|code| one.game.is_legal(code));
            are_legal && [one.secrets.len(), one.floor.len(), one.ceiling.len()] == [count, count, ceiling]
        };
        let count = |game: &Game, arm| self.matches.iter().filter(|one| one.game == *game && one.arm == arm).count();
        let has_all = |game: &Game| Arm::ALL.into_iter().all(|arm| count(game, arm) == wanted(arm));
        self.matches.iter().all(fits) && self.scope.games.iter().all(has_all)
    }

    /// The codemakers of the matches of these arms, which have codes for all games.
    pub fn codemakers(&self, are_single: bool) -> Vec<Codemaker> {
        let own = || self.matches.iter().filter(|match_| (match_.arm == Arm::Single) == are_single);
        let codemaker = |name: String| {
            let mut codes = RecordedCodes::default();
            for match_ in own().filter(|match_| match_.codemaker == name) {
                codes.insert(match_.game, match_.secrets.clone(), match_.samples.clone());
            }
            Codemaker::Recorded { name, codes }
        };
        in_order(own(), |match_| match_.codemaker.clone()).into_iter().map(codemaker).collect()
    }
}

impl Scope {
    /// The controls of a game, given the first match of each rule.
    fn controls(&self, floor: &Reference<'_>, firsts: &[HiddenMatch]) -> Vec<HiddenMatch> {
        let (game, rounds) = (floor.game, self.rounds as usize);
        let mut uniform = Vec::new();
        for place in 1..=firsts.len() as u64 {
            let mut rng = self.rng(game, "uniform", place);
            let mut draw = |count: u64| (0..count).map(|_| game.draw(&mut rng)).collect::<Vec<Code>>();
            let secrets = draw(self.rounds);
            let samples = draw(self.samples);
            uniform.push(HiddenMatch { samples, ..HiddenMatch::new(game, Arm::Uniform, None, secrets) });
        }
        let renamed = firsts.iter().zip(1..).map(|(first, place)| {
            let mut names: Vec<Color> = game.palette().collect();
            self.rng(game, "names", place).shuffle(&mut names);
            let renamed = |code: &Code| Code::from_fn(game, |peg| names[code.peg(peg).index()]);
            HiddenMatch {
                samples: first.samples.iter().map(renamed).collect(),
                ..HiddenMatch::new(game, Arm::Renamed, first.rule, first.secrets.iter().map(renamed).collect())
            }
        });
        uniform.extend(renamed);
        floor.measure(&mut uniform, |match_| &mut match_.floor);
        let mut pool: Vec<(Code, f64, Code)> = Vec::new();
        for first in firsts {
            let samples = first.samples.iter().chain(std::iter::repeat(&first.secrets[0]));
            let measured = first.secrets.iter().zip(&first.floor).zip(samples);
            pool.extend(measured.map(|((code, floor), sample)| (*code, *floor, *sample)));
        }
        let dealt = |arm: Arm, deal: &[(Code, f64, Code)], rule: Option<usize>| HiddenMatch {
            floor: deal.iter().map(|(_, floor, _)| *floor).collect(),
            samples: deal.iter().map(|(.., sample)| *sample).take(self.samples as usize).collect(),
            ..HiddenMatch::new(floor.game, arm, rule, deal.iter().map(|(code, ..)| *code).collect())
        };
        let single = pool.iter().enumerate().map(|(place, one)| HiddenMatch {
            samples: firsts[place / rounds].samples.clone(),
            ..dealt(Arm::Single, &[*one], firsts[place / rounds].rule)
        });
        let mut controls: Vec<HiddenMatch> = single.collect();
        self.rng(game, "shuffled", 1).shuffle(&mut pool);
        controls.extend(pool.chunks(rounds).map(|deal| dealt(Arm::Shuffled, deal, None)));
        [uniform, controls].concat()
    }
}

impl HiddenMatch {
    fn new(game: Game, arm: Arm, rule: Option<usize>, secrets: Vec<Code>) -> HiddenMatch {
        let (floor, ceiling, samples) = (Vec::new(), Vec::new(), Vec::new());
        HiddenMatch { codemaker: String::new(), game, arm, rule, secrets, floor, ceiling, samples }
    }
}

/// A player that is told a rule, and measures what secrets take.
struct Reference<'a> {
    entry: &'a Entry,
    game: Game,
    limit: usize,
    briefing: Briefing,
    rng: Rng,
}

impl<'a> Reference<'a> {
    fn new(entry: &'a Entry, scope: &Scope, game: Game, knowledge: Knowledge) -> Reference<'a> {
        let limit = scope.guess_limit(game);
        let briefing = Briefing { guess_limit: limit, ..Briefing::new(game, "reference", knowledge) };
        Reference { entry, game, limit, briefing, rng: scope.rng(game, "reference", 1) }
    }

    /// Sets the guesses of each secret of matches. A player that fails needs more guesses than the limit.
    fn measure(&self, matches: &mut [HiddenMatch], of: impl Fn(&mut HiddenMatch) -> &mut Vec<f64>) {
        let secrets: Vec<Code> = in_order(matches.iter().flat_map(|match_| &match_.secrets), |code| *code);
        // Preparing a player takes as long as some rounds.
        let part = secrets.len().div_ceil(rayon::current_num_threads()).max(1);
        let measured = secrets.par_chunks(part).flat_map_iter(|secrets| {
            let mut player = catch_panic(|| self.entry.prepare(&self.briefing)).ok().and_then(Result::ok);
            let guesses = move |secret: &Code| {
                let played = player.as_mut();
                played.and_then(|player| guesses_for(player, self.game, secret, self.limit, &mut self.rng.clone()))
            };
            secrets.iter().map(guesses).collect::<Vec<_>>()
        });
        let measured: Vec<f64> = measured.map(|guesses| guesses.unwrap_or(self.limit as f64 + 1.0)).collect();
        let known: HashMap<Code, f64> = secrets.into_iter().zip(measured).collect();
        for match_ in matches {
            *of(match_) = match_.secrets.iter().map(|secret| known[secret]).collect();
        }
    }
}

pub fn mean<'a>(values: impl Iterator<Item = &'a f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / count
}
