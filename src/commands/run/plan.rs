//! `arena plan`

use crate::failure::Failure;
use crate::playing::{REFERENCE, TimeEstimate, extension_note, refusal};
use crate::present::{counted, stdout, tables, time_in_words, words::joined};
use crate::settings::{Settings, TournamentOptions, external_players, processors};
use player_api::registry::Entry;
use scsa::Game;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::time::Duration;
use tournament::{Codemaker, Limits, Match, Plan, Registry, files};

/// The memory of the tournament's own process, in megabytes. Records that wait to be written take at most 64 MB of it.
const OWN_MB: u64 = 80;
/// What a round takes in `rounds.csv` and `timings.csv`, in bytes.
const ROUND_BYTES: u64 = 100;
/// What a match takes in the other files, in bytes.
const MATCH_BYTES: u64 = 400;
const NAME_WIDTH: usize = 12;
const MOST_NAMES: usize = 4;
const MOST_LINES: usize = 12;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena plan                                 the default contest
  arena plan contest.toml --rounds 1000      a tournament file with more rounds
  arena plan --players all --sizes 4-8x10")]
pub struct PlanCommand {
    #[command(flatten)]
    tournament: TournamentOptions,
}

impl PlanCommand {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let settings = self.tournament.settings()?.with_player_files(registry);
        let plan = settings.plan_without_programs(registry)?;
        let forecast = Forecast::new(&plan, settings.jobs.jobs()?);
        let mut out = stdout();
        forecast.write(&mut out, &settings)?;
        let missing = settings.missing_programs(&plan).into_iter().map(|failure| failure.message);
        let problems = missing.chain(forecast.problems(&settings)).chain(external_players::seed_note(&plan));
        let problems: Vec<String> = problems.collect();
        for problem in &problems {
            tables::paragraph(&mut out, &format!("- {problem}"), 2)?;
        }
        if problems.is_empty() {
            writeln!(out, "no problems were found")?;
        }
        Ok(())
    }
}

struct Forecast<'a> {
    plan: &'a Plan,
    /// How many rounds are played at once, and why it is not the number that was asked for, if it is not.
    jobs: (usize, Option<String>),
    matches: Vec<Match>,
    estimate: TimeEstimate,
    /// The time of each match; 0 for one that is not played, and `None` where it is unknown.
    times: Vec<Option<Duration>>,
    /// Why matches are not played, by their indices.
    refusals: BTreeMap<usize, &'static str>,
}

impl Forecast<'_> {
    fn new(plan: &Plan, jobs: (usize, Option<String>)) -> Forecast<'_> {
        let (mut matches, mut refusals) = (plan.matches(), BTreeMap::new());
        for match_ in matches.iter_mut().filter(|match_| match_.rounds > 0) {
            if let Some(reason) = refusal(match_) {
                refusals.insert(match_.number, reason);
                match_.rounds = 0;
            }
        }
        let estimate = TimeEstimate::new(&matches, plan.limits.time);
        let times = estimate.matches().collect();
        Forecast { plan, jobs, estimate, times, refusals, matches }
    }

    fn write(&self, out: &mut impl Write, settings: &Settings) -> Result<(), Failure> {
        let Plan { players, codemakers, games, limits, rules, seed, .. } = self.plan;
        let rounds: u64 = self.matches.iter().map(|match_| match_.rounds).sum();
        let played = self.matches.iter().filter(|match_| match_.rounds > 0).count();
        let Limits { time, memory_mb, .. } = limits;
        let names = |names: Vec<&str>| names.join(", ");
        let of_match =
            self.plan.match_time().map_or_else(String::new, |time| format!("; a match has {} s", time.as_secs_f64()));
        let rules = format!(
            "{}, seed {}; a round has {}, {} s of CPU time and {memory_mb} MB{of_match}",
            rules.name(),
            seed.0,
            self.plan.guess_limits.among(games).in_words(),
            time.as_secs_f64()
        );
        let of_rounds = if settings.output.has_rounds() { rounds.saturating_mul(ROUND_BYTES) } else { 0 };
        let bytes = of_rounds.saturating_add(self.matches.len() as u64 * MATCH_BYTES);
        let lines = [
            ("players", names(players.iter().map(Entry::name).collect())),
            ("codemakers", names(codemakers.iter().map(Codemaker::name).collect())),
            ("games", joined(games)),
            ("rounds", format!("{rounds} in {} of {}", played, counted(self.matches.len(), "match"))),
            ("rules", rules),
            ("time", self.time()),
            ("memory", self.memory()),
            ("files", format!("about {} MB in {}", (bytes >> 20).max(1), settings.out().display())),
        ];
        for (name, text) in lines {
            tables::paragraph(out, &format!("{name:<NAME_WIDTH$}{text}"), NAME_WIDTH)?;
        }
        Ok(writeln!(out, "{}", self.table())?)
    }

    fn time(&self) -> String {
        let estimate = self.estimate.total(self.jobs.0);
        let jobs = counted(self.jobs.0, "job");
        if estimate.most.is_none() {
            let longest = time_in_words(self.times.iter().flatten().max().copied().unwrap_or_default());
            return format!(
                "{estimate} with {jobs}, as measured on another machine; the longest match takes {longest}"
            );
        }
        let games = self.matches.iter().zip(&self.times).filter(|(_, time)| time.is_none());
        let unknown: BTreeSet<&str> = games.map(|(match_, _)| match_.player.name()).collect();
        let names = self.plan.players.iter().map(Entry::name);
        let unknown: Vec<&str> = names.filter(|name| unknown.contains(name)).collect();
        let limit = self.plan.limits.time.as_secs_f64();
        let who = if unknown.len() > MOST_NAMES { counted(unknown.len(), "player") } else { unknown.join(", ") };
        format!(
            "{estimate} with {jobs}, where every round of {who} takes the {limit} s of its limit: the time of their rounds was not \
             measured; the other matches take about {}",
            time_in_words(estimate.measured)
        )
    }

    /// The largest processes that can be in play at once, and their limit.
    fn memory(&self) -> String {
        let played = self.matches.iter().filter(|match_| match_.rounds > 0);
        let sizes: Option<Vec<u64>> = played.map(|match_| REFERENCE.memory.nearest(match_)).collect();
        // Several processes can play one match.
        let of_all = |process: u64| process * self.jobs.0 as u64 + OWN_MB;
        let about = match sizes {
            Some(sizes) => format!("about {} MB", of_all(sizes.into_iter().max().unwrap_or(0))),
            None => "unknown".to_owned(),
        };
        let limit = of_all(self.plan.limits.memory_mb);
        format!("{about}, at most {limit} MB: a process of a player that takes more is ended")
    }

    fn table(&self) -> comfy_table::Table {
        let mut table = tables::table(&[0], ["player", "matches", "rounds", "CPU time", "of all"]);
        let all: Option<Duration> = self.times.iter().copied().sum();
        for entry in &self.plan.players {
            let own = self.matches.iter().zip(&self.times).filter(|(match_, _)| match_.player.name() == entry.name());
            let (mut matches, mut rounds, mut time) = (0, 0, Some(Duration::ZERO));
            for (match_, match_time) in own {
                matches += u64::from(match_.rounds > 0);
                rounds += match_.rounds;
                time = time.zip(*match_time).map(|(sum, next)| sum + next);
            }
            let share = time.zip(all).map(|(time, all)| {
                format!("{:.0} %", 100.0 * time.as_secs_f64() / all.as_secs_f64().max(f64::MIN_POSITIVE))
            });
            table.add_row([
                entry.name().to_owned(),
                matches.to_string(),
                rounds.to_string(),
                match time {
                    None => "unknown".to_owned(),
                    Some(time) if time < Duration::from_secs(1) => "< 1 s".to_owned(),
                    Some(time) => time_in_words(time),
                },
                share.unwrap_or_else(tables::dash),
            ]);
        }
        tables::keep_words(&mut table);
        table
    }

    /// What a person should know before the tournament is played.
    fn problems(&self, settings: &Settings) -> Vec<String> {
        let mut problems = Vec::new();
        if self.matches.iter().all(|match_| match_.rounds == 0) {
            problems.push("there is nothing to play: choose other sizes or codemakers".to_owned());
        }
        let out = settings.out();
        if files::holds_results(out) {
            let shown = out.display();
            problems.push(format!("{shown} holds results already: `arena run` needs --force or another --out"));
            problems.extend(extension_note(out));
        }
        problems.extend(self.jobs.1.clone());
        if self.jobs.0 > processors() {
            let (jobs, processors) = (counted(self.jobs.0, "job"), counted(processors(), "processor"));
            problems.push(format!("{jobs} on {processors}: measured times will be too long"));
        }
        problems.extend(self.slow_matches());
        problems.extend(self.unplayed_matches());
        problems
    }

    /// Matches whose rounds take longer than the limit of CPU time.
    fn slow_matches(&self) -> Vec<String> {
        let limit = self.plan.limits.time.as_secs_f64();
        let slow = self.matches.iter().filter(|match_| match_.rounds > 0).filter_map(|match_| {
            let round = REFERENCE.costs.measured(match_)?.round;
            (round > limit / 2.0).then(|| ((match_.player.name(), match_.game.to_string()), round))
        });
        let by_match: BTreeMap<(&str, String), f64> = slow.collect();
        let line = |((player, game), round): ((&str, String), f64)| {
            format!("{player} takes about {round:.2} s a round at {game}, and the limit is {limit} s")
        };
        shortened(by_match.into_iter().map(line).collect())
    }

    /// The matches that are not played, together where the reason is the same.
    fn unplayed_matches(&self) -> Vec<String> {
        let mut by_reason: BTreeMap<(&str, &str), BTreeSet<Game>> = BTreeMap::new();
        for match_ in &self.matches {
            let of_player = self.refusals.get(&match_.number).map(|reason| (match_.player.name(), *reason));
            let of_codemaker = match_.objection.as_deref().map(|reason| (match_.codemaker.name(), reason));
            if let Some(unplayed) = of_codemaker.or(of_player) {
                by_reason.entry(unplayed).or_default().insert(match_.game);
            }
        }
        let line = |((name, reason), sizes): ((&str, &str), BTreeSet<Game>)| {
            let sizes: Vec<String> = sizes.iter().map(Game::to_string).collect();
            format!("{name} does not play {}: {reason}", sizes.join(", "))
        };
        shortened(by_reason.into_iter().map(line).collect())
    }
}

fn shortened(mut lines: Vec<String>) -> Vec<String> {
    let more = lines.len().saturating_sub(MOST_LINES);
    if more > 0 {
        lines.truncate(MOST_LINES);
        lines.push(format!("and {more} more like these"));
    }
    lines
}
