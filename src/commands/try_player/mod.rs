//! `arena try`

mod diagnosis;

use super::games::{PlayedGame, end_text, printed};
use crate::failure::Failure;
use crate::playing::{CandidateCodes, play_games};
use crate::present::{Sheet, column_lines, counted, fitted, notice, program_name, shell_word, stdout, words};
use crate::settings::{LimitOptions, SeedArgument, external_players, player_files, selection};
use folder_files::TemporaryFolder;
use player_api::{Briefing, Ending, FailureKind, registry::Entry};
use posterior::{Candidates, Count, TurnFigures, analyze};
use rayon::prelude::*;
use scsa::{Game, Turn};
use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};
use std::{fs, thread};
use tournament::{Codemaker, GuessLimits, Limits, Plan, Registry, Transcript, in_order};

/// The games in the first game, and at each other.
const GAMES: [u64; 2] = [10, 3];
/// The players beside which the player stands, and their labels.
const OTHERS: [(&str, &str); 3] = [("rc", "rc (random consistent)"), ("rao", "rao"), ("bayes:1", "bayes:1")];
/// The CPU time of the games after which no other is begun. On a busy machine the same games are played.
const MOST_CPU_TIME: Duration = Duration::from_secs(10);
/// The same by the clock, for players that wait.
const MOST_TIME: Duration = Duration::from_secs(30);
const MOST_TURNS: usize = 20;
/// How lines begin that a bridge prints for the author.
const NOTE: &str = "note: ";
const LOOK: Duration = Duration::from_millis(300);

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The exit code is 1 if the player fails a round.

Examples:
  arena try my_player.py
  arena try my_player.py --watch         play again whenever the file is saved
  arena try ./my_player --scsa two-color-alternating
  arena try 'mine=java -cp build Player'")]
pub struct Try {
    /// The player: its file, the folder of its file, NAME=COMMAND, or a name of `arena list`
    #[arg(value_name = "FILE")]
    player: String,
    /// The codemaker [default: insert-colors; only-once where no color comes twice]
    #[arg(long, value_name = "NAME")]
    scsa: Option<String>,
    /// The seed from which secrets and random choices follow: a number, or `random`
    #[arg(long, value_name = "SEED", default_value = "1")]
    seed: SeedArgument,
    /// The games: pegs x colors, 4x10n where no color comes twice, and ranges such as 4-8x10: ten games at the first, three at each other
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "4x6,6x10,8x10")]
    sizes: Vec<String>,
    /// Play again whenever a file of the player is saved, until an interrupt
    #[arg(long)]
    watch: bool,
    #[command(flatten)]
    limits: LimitOptions,
}

impl Try {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        if !self.watch {
            return self.play(registry);
        }
        let of_command = || self.player.split_once('=').and_then(|(_, command)| player_files::file_of(command));
        let file = player_files::named(registry, &self.player)?.map(|(file, _)| file).or_else(of_command);
        let Some(file) = file else {
            bail!("--watch {}: there is no file to look at; give the player's file", self.player)
        };
        loop {
            let before = saved(&file);
            if let Err(failure) = self.play(registry) {
                notice(format_args!("error: {}", failure.message));
            }
            notice(format_args!("(plays again when {} or a file beside it is saved)", file.display()));
            while saved(&file) == before {
                thread::sleep(LOOK);
            }
            writeln!(stdout(), "\n----\n")?;
        }
    }

    fn play(&self, registry: &Registry) -> Result<(), Failure> {
        let (guess_limits, limits) = (self.limits.guess_limits(), self.limits.limits()?);
        let text = player_files::resolved(registry, &self.player)?;
        let folder =
            TemporaryFolder::new().map_err(|e| Failure::system(format!("no folder for temporary files: {e}")))?;
        let (entry, starts) = match text.contains('=') {
            true => external_players::entry(registry, &text, limits, Some(folder.path()))?,
            false => (selection::one_player(registry, &text)?, true),
        };
        let entry = external_players::on_trial(registry, entry)?;
        let scsa = self.scsa.as_deref();
        let games = selection::sizes(&self.sizes)?;
        let codemaker = |game: &Game| Ok((*game, selection::codemaker_for(registry, scsa, *game)?));
        let codemakers = games.iter().map(codemaker).collect::<Result<Vec<(Game, Codemaker)>, Failure>>()?;
        let plan = |entry: &Entry, game: Game, rounds: u64| {
            let codemaker = codemakers.iter().filter(|(of, _)| *of == game).map(|(_, codemaker)| codemaker.clone());
            let plan = Plan { limits, ..Plan::new([entry.clone()], codemaker, [game]).rounds(rounds) };
            Plan { seed: self.seed.seed, guess_limits: guess_limits.clone(), ..plan }
        };
        // They play beside the player, all games that it may play.
        let mut rows = Vec::new();
        for (name, label) in OTHERS.into_iter().filter(|(name, _)| *name != entry.name()) {
            let other = selection::one_player(registry, name)?;
            let plan_of = |(number, game): (usize, &Game)| (*game, plan(&other, *game, GAMES[number.min(1)]));
            rows.push((label, games.iter().enumerate().map(plan_of).collect::<Vec<_>>()));
        }
        let others = Others(thread::spawn(move || rows.into_par_iter().map(played_row).collect()));
        let (began, word, notes) = (Instant::now(), shell_word(&text), Vec::new());
        let own_limits = guess_limits.clone();
        let mut tried =
            Tried { registry, guess_limits: own_limits, limits, starts, scsa, word, began, games: Vec::new(), notes };
        for (number, game) in games.into_iter().enumerate() {
            if tried.failed().is_some() {
                break;
            } else if tried.is_over() && !tried.games.is_empty() {
                tried.notes.push(format!("{game} is not played: the games before took too long"));
            } else {
                tried.play(&plan(&entry, game, GAMES[number.min(1)]))?;
            }
        }
        let mut out = stdout();
        let Some(played) = tried.failed() else {
            tried.write_table(&mut out, &entry, others)?;
            tried.write_worst(&mut out, |game| plan(&entry, game, GAMES[0]))?;
            return Ok(tried.write_next(&mut out)?);
        };
        if tried.games.len() > 1 {
            tried.write_table(&mut out, &entry, others)?;
            writeln!(out)?;
        }
        tried.write_failure(&mut out, played, &plan(&entry, played.match_.game, GAMES[0]))
    }
}

/// When the files in the folder of a file were written last: its modules are beside it.
fn saved(file: &Path) -> Vec<(PathBuf, SystemTime)> {
    let folder = folder_files::parent(file);
    let written = |name| {
        let path = folder.join(name);
        let data = fs::metadata(&path).ok().filter(fs::Metadata::is_file)?;
        Some((path, data.modified().ok()?))
    };
    let mut saved: Vec<_> = folder_files::names(folder).unwrap_or_default().into_iter().filter_map(written).collect();
    saved.sort();
    saved
}

/// The thread that plays the games of the other players: for each its label, and its games by size.
struct Others(thread::JoinHandle<Result<Vec<OtherRow>, Failure>>);

type OtherRow = (&'static str, BTreeMap<Game, Vec<Transcript>>);

fn played_row((label, plans): (&'static str, Vec<(Game, Plan)>)) -> Result<OtherRow, Failure> {
    let games = plans.into_par_iter().map(|(game, plan)| {
        let mut played = Vec::new();
        for match_ in plan.matches() {
            play_games(&plan, &match_, 1, None, |transcript, _| {
                played.push(transcript);
                Ok(ControlFlow::Continue(()))
            })?;
        }
        Ok((game, played))
    });
    Ok((label, games.collect::<Result<_, Failure>>()?))
}

struct Tried<'a> {
    registry: &'a Registry,
    guess_limits: GuessLimits,
    limits: Limits,
    starts: bool,
    scsa: Option<&'a str>,
    /// The player as it is written in a command.
    word: String,
    began: Instant,
    games: Vec<PlayedGame>,
    /// Why it plays no match in a game.
    notes: Vec<String>,
}

impl Tried<'_> {
    /// Plays rounds of a game, until one fails or the time is over.
    fn play(&mut self, plan: &Plan) -> Result<(), Failure> {
        let Some(match_) = plan.matches().pop() else { return Ok(()) };
        let refusal = play_games(plan, &match_, 1, None, |transcript, is_unprepared| {
            let printed = external_players::printed(&match_, transcript.record.number);
            let (match_, seed, note, explanation) = (match_.clone(), plan.seed, None, None);
            let played = PlayedGame { match_, seed, transcript, is_unprepared, note, explanation, printed };
            self.games.push(played);
            let is_end = self.failed().is_some() || self.is_over();
            Ok(if is_end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        self.notes.extend(refusal.map(|reason| format!("{} is not played: {reason}", match_.game)));
        Ok(())
    }

    fn is_over(&self) -> bool {
        // The time of the guess that is too late is not known.
        let of_game = |played: &PlayedGame| match played.ending().kind() {
            Some(FailureKind::Time) => self.limits.time,
            _ => played.transcript.times.iter().sum(),
        };
        self.games.iter().map(of_game).sum::<Duration>() > MOST_CPU_TIME || self.began.elapsed() > MOST_TIME
    }

    fn failed(&self) -> Option<&PlayedGame> {
        self.games.last().filter(|played| is_failure(played.ending()))
    }

    /// The mean guesses of the player in every game, and of others on the same secrets.
    fn write_table(&self, out: &mut impl Write, entry: &Entry, others: Others) -> Result<(), Failure> {
        let mut own: BTreeMap<Game, Vec<&Transcript>> = BTreeMap::new();
        self.games.iter().for_each(|played| own.entry(played.match_.game).or_default().push(&played.transcript));
        let row = |label: &str, means: Vec<String>| [vec![label.to_owned()], means].concat();
        let header = own.iter().map(|(game, games)| format!("{game}, {}", counted(games.len(), "game"))).collect();
        let mut rows = vec![row(entry.name(), own.values().map(|games| mean(games.iter().copied())).collect())];
        let played = others.0.join().map_err(|_| Failure::system("the games of the other players ended early"))??;
        for (label, of) in played {
            // The same secrets as those of the player.
            let means = own.iter().map(|(game, games)| mean(of[game].iter().take(games.len()))).collect();
            rows.push(row(label, means));
        }
        let scsa = in_order(&self.games, |played| played.match_.codemaker.name().to_owned()).join(" and ");
        let notes = self.notes.clone();
        let title = Sheet::new(format!("Mean guesses against {scsa}"), []);
        Sheet { header: row("player", header), rows, may_wrap: true, notes, ..title }.write(out, false)?;
        Ok(())
    }

    /// The game with the most guesses, turn by turn. If it is lost, also what the player printed, and why.
    fn write_worst(&self, out: &mut impl Write, plan: impl Fn(Game) -> Plan) -> Result<(), Failure> {
        let cost = |played: &PlayedGame| (*played.ending() != Ending::Win, played.transcript.turns.len());
        let first = self.games.first().map(|played| played.match_.game);
        let of_first = self.games.iter().filter(|played| Some(played.match_.game) == first);
        let Some(played) = of_first.rev().max_by_key(|played| cost(played)) else { return Ok(()) };
        let (secret, game) = (played.transcript.record.secret, played.match_.game);
        let is_lost = *played.ending() != Ending::Win;
        writeln!(out, "\nThe worst game at {game}: the secret is {secret}, {}", end_text(played))?;
        let figures = write_turns(out, played, is_lost)?;
        if is_lost { self.write_notes(out, played, &plan(game), &figures) } else { Ok(()) }
    }

    fn write_notes(
        &self,
        out: &mut impl Write,
        played: &PlayedGame,
        plan: &Plan,
        figures: &[TurnFigures],
    ) -> Result<(), Failure> {
        for note in diagnosis::notes(self.registry, plan, played, figures)? {
            writeln!(out, "{}", fitted(&format!("note: {note}"), 6))?;
        }
        Ok(())
    }

    /// What went wrong: the turns before it, what the player printed, what these show, and the sentence.
    fn write_failure(&self, out: &mut impl Write, played: &PlayedGame, plan: &Plan) -> Result<(), Failure> {
        let (number, game) = (played.transcript.record.number, played.match_.game);
        let ending = played.ending();
        if !played.transcript.turns.is_empty() {
            writeln!(out, "Game {number} at {game}: the secret is {}", played.transcript.record.secret)?;
        }
        let figures = write_turns(out, played, true)?;
        self.write_notes(out, played, plan, &figures)?;
        let place = match played.failed_guess() {
            _ if !self.starts => "to start".to_owned(),
            _ if ending.kind() == Some(FailureKind::NotLoaded) => format!("before game {number} at {game}"),
            Some(guess) if guess <= played.match_.guess_limit => format!("at guess {guess} of game {number} at {game}"),
            // What is called after a round.
            _ => format!("after the last guess of game {number} at {game}"),
        };
        let mut cause = match self.starts {
            true => words::cause_with_limit(ending, self.limits.time),
            false => words::start_cause(ending),
        };
        // Its preparation may have failed.
        let is_first = number == 1 && played.transcript.turns.is_empty() && ending.kind() != Some(FailureKind::Illegal);
        if self.starts && is_first && !ending.is_failure() {
            let preparation = self.limits.time * Briefing::PREPARATION_FACTOR;
            cause += &format!(", and its preparation {} s", preparation.as_secs_f64());
        }
        Err(Failure::finding(format!("{} fails {place}: {cause}", played.match_.player.name())))
    }

    fn write_next(&self, out: &mut impl Write) -> std::io::Result<()> {
        let printed = self.games.iter().flat_map(|played| &played.printed).map(|(_, line)| &**line);
        let (notes, others): (Vec<&str>, Vec<&str>) = printed.partition(|line| line.starts_with(NOTE));
        for note in in_order(notes, str::to_owned) {
            writeln!(out, "\n{}", fitted(&note, NOTE.len()))?;
        }
        if !others.is_empty() {
            let (program, word) = (program_name(), &self.word);
            writeln!(out, "\nIt printed something: `{program} games {word} --rounds {}` shows it", GAMES[0])?;
        }
        let lost = self.games.iter().filter(|played| *played.ending() != Ending::Win).count();
        if lost > 0 {
            let of_games: Vec<Game> = self.games.iter().map(|played| played.match_.game).collect();
            let limits = self.guess_limits.among(&of_games).in_words();
            let games = counted(self.games.len(), "game");
            writeln!(out, "\n{lost} of {games} are lost: a game has {limits}")
        } else if let (true, Some(played)) = (self.word.contains('='), self.games.first()) {
            let (program, word, name) = (program_name(), &self.word, played.match_.player.name());
            // The first and the largest game that the time sufficed for.
            let mut sizes: Vec<String> = self.games.iter().map(|played| played.match_.game.to_string()).collect();
            sizes.dedup();
            sizes.drain(1..sizes.len().max(2) - 1);
            let scsa = self.scsa.map(|scsa| format!(" --scsa {}", shell_word(scsa))).unwrap_or_default();
            writeln!(
                out,
                "\nNext: {program} check-player {word}\n      \
                 {program} run --player {word} --players rao,bayes{scsa} --sizes {} --out results/{name}",
                sizes.join(",")
            )
        } else {
            Ok(())
        }
    }
}

/// A game turn by turn, with the codes that were left, and what the player printed if that is asked for. Of a long game the beginning and the
/// end.
fn write_turns(out: &mut impl Write, played: &PlayedGame, shows_printed: bool) -> Result<Vec<TurnFigures>, Failure> {
    let (match_, turns, secret) = (&played.match_, &played.transcript.turns, &played.transcript.record.secret);
    let (candidates, _) = CandidateCodes::listing(Candidates::MAX_LISTED).of(match_, secret);
    let figures = analyze(&candidates, turns, &vec![None; turns.len()], candidates.states());
    let row = |(index, (turn, figures)): (usize, (&Turn, &TurnFigures))| {
        let left = match figures.after {
            Count::Exact(left) => format!("{left} left"),
            Count::Many | Count::Unknown => String::new(),
        };
        vec![
            (index + 1).to_string(),
            turn.guess.to_string(),
            turn.feedback.black().to_string(),
            turn.feedback.white().to_string(),
            left,
            remark(match_.game, &turns[..=index], figures),
        ]
    };
    let rows: Vec<Vec<String>> = turns.iter().zip(&figures).enumerate().map(row).collect();
    let lines = column_lines(&rows, &[1, 4, 5]);
    let printed =
        |is_wanted: &dyn Fn(usize) -> bool| if shows_printed { printed(played, is_wanted) } else { String::new() };
    write!(out, "{}", printed(&|turn| turn == 0))?;
    let end = lines.len().saturating_sub(MOST_TURNS / 2);
    for (index, line) in lines.iter().enumerate() {
        if index < MOST_TURNS / 2 || index >= end {
            writeln!(out, "  {}", line.trim_end())?;
            write!(out, "{}", printed(&|turn| turn == index + 1))?;
        } else if index == MOST_TURNS / 2 {
            writeln!(out, "  … {} more", end - index)?;
        }
    }
    write!(out, "{}", printed(&|turn| turn > lines.len()))?;
    Ok(figures)
}

fn is_failure(ending: &Ending) -> bool {
    ending.kind().is_some_and(|kind| kind != FailureKind::Guesses)
}

/// The mean guesses of the games that were won, and how many were not.
fn mean<'a>(games: impl Iterator<Item = &'a Transcript>) -> String {
    let (won, others): (Vec<_>, Vec<_>) = games.partition(|played| played.record.round.ending == Ending::Win);
    let wins = won.len();
    let mean = won.iter().map(|played| played.turns.len()).sum::<usize>() as f64 / wins as f64;
    match (wins, others.len()) {
        (0, 0) => "–".to_owned(),
        (0, _) => "none won".to_owned(),
        (_, 0) => format!("{mean:.1}"),
        (_, _) => format!("{mean:.1} ({wins} won)"),
    }
}

/// What an author may want to know of the last guess.
pub fn remark(game: Game, turns: &[Turn], figures: &TurnFigures) -> String {
    let Some((Turn { guess, .. }, before)) = turns.split_last() else { return String::new() };
    if let Some(earlier) = figures.repeats {
        return format!("made before, as guess {earlier}");
    } else if figures.guess.is_candidate {
        return String::new();
    } else if matches!(figures.before, Count::Exact(1.0)) {
        return "the secret was certain".to_owned();
    }
    match before.iter().position(|turn| game.answer(&turn.guess, guess) != turn.feedback) {
        Some(earlier) => format!("cannot be the secret, by guess {}", earlier + 1),
        None => "cannot be the secret: the codemaker does not make it".to_owned(),
    }
}
