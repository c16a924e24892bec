//! What the guesses of games were worth, and the means of it for each player.

use super::input::{RecordedGame, RecordedGames};
use crate::commands::games::explanation::{Explainer, guesses_for};
use crate::failure::Failure;
use crate::playing::CandidateCodes;
use player_api::Briefing;
use player_api::registry::PlayerInstance;
use players::BestGuesses;
use posterior::{Candidates, TurnFigures, analyze};
use rayon::prelude::*;
use scsa::{Code, Turn};
use serde::{Deserialize, Serialize};
use tournament::compare::{CONFIDENCE, Estimate, Stratum};
use tournament::{Match, Plan, Registry, in_order};

tournament::documented! {
/// The means of a player's games: a row of `arena analyze --format csv`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AnalysisRow {
    /// The player.
    pub player: String,
    /// The codemaker, which says which secrets are possible.
    pub scsa: String,
    /// The game.
    pub game: String,
    /// The turn, from 1; empty in the row of all turns.
    pub turn: Option<usize>,
    /// The games; of a turn, those that have it.
    pub games: usize,
    /// The games that were won; of a turn, those that it won.
    pub won: usize,
    /// The mean number of guesses, where a game that was not won counts as its guess limit + 1. Empty for a turn, as are the next columns up to `reference`.
    pub mean_guesses: Option<f64>,
    /// The lower end of the 95 % interval of `mean_guesses`; empty with fewer than two games.
    pub guesses_low: Option<f64>,
    /// The upper end of that interval.
    pub guesses_high: Option<f64>,
    /// The mean of the guesses over those of `reference`.
    pub over: Option<f64>,
    /// The lower end of the 95 % interval of `over`.
    pub over_low: Option<f64>,
    /// The upper end of that interval.
    pub over_high: Option<f64>,
    /// What `over` compares with: `optimum` is the mean of a proved optimal strategy, a player's name stands for its games with the same secrets.
    pub reference: String,
    /// The share of the guesses that agreed with all feedback before them.
    pub consistent: Option<f64>,
    /// The share of the guesses that were made before in the same game.
    pub repeated: Option<f64>,
    /// The guesses whose candidates are counted: the next four columns are means over them.
    pub counted: usize,
    /// The bits that the feedback gave.
    pub bits: Option<f64>,
    /// The bits that the guess was expected to give.
    pub expected_bits: Option<f64>,
    /// The expected bits of the best guess.
    pub best_bits: Option<f64>,
    /// `expected_bits` as a share of `best_bits`; empty where no guess gives bits.
    pub of_best: Option<f64>,
    /// Where the best guess is from: `all`, the best of all legal guesses; or a player's name, the better of its guess and the one that was made.
    pub best_of: String,
    /// The mean of the tokens, over the games where they are given. Empty for a turn, as is the last column.
    pub tokens: Option<f64>,
    /// The mean of the seconds, over the games where they are given.
    pub seconds: Option<f64>,
}
}

/// What is known of the secrets of a codemaker in a game, and with what games are compared.
pub struct Setting {
    plan: Plan,
    pub match_: Match,
    candidates: Candidates,
    /// Which codes are candidates before the first turn, in words.
    pub counted: String,
    best: Option<BestGuesses>,
    /// The mean number of guesses of an optimal strategy, if it is proved.
    pub optimum: Option<f64>,
}

#[derive(Clone, Copy, Debug)]
struct Worth {
    is_consistent: bool,
    is_repeated: bool,
    /// The bits that it gave, those that were expected, and those expected of the best guess.
    bits: Option<[f64; 3]>,
}

struct Measured<'a> {
    game: &'a RecordedGame,
    guesses: f64,
    over: Option<f64>,
    turns: Vec<Worth>,
}

impl Setting {
    pub fn new(registry: &Registry, plan: Plan, match_: Match, secret: &Code) -> Setting {
        let (candidates, counted) = CandidateCodes::listing(Candidates::MAX_LISTED).of(&match_, secret);
        let briefing = Briefing::new(match_.game, match_.codemaker.stream_name(), match_.knowledge.clone());
        let optimal = registry.players.find("optimal").ok().filter(|_| candidates.is_all());
        let tree = optimal.and_then(|optimal| players::tree_of(&optimal.prepare(&briefing).ok()?, match_.game).ok());
        let optimum = tree.map(|tree| tree.lengths().average());
        Setting { best: BestGuesses::new(&candidates), plan, match_, candidates, counted, optimum }
    }

    /// Whether guesses are compared with all legal ones.
    pub const fn has_all_guesses(&self) -> bool {
        self.best.is_some()
    }

    fn measure<'a>(&self, explainer: &Explainer, games: &[&'a RecordedGame], has_bits: bool) -> Vec<Measured<'a>> {
        let is_needed = self.best.is_none() || self.optimum.is_none();
        let mut reference = is_needed.then(|| explainer.prepare(&self.plan, &self.match_).ok()).flatten();
        let measure = |&game: &&'a RecordedGame| {
            let beside = match (&self.best, &mut reference) {
                _ if !has_bits => Vec::new(),
                (Some(best), _) => best.beside(&game.turns),
                (None, Some(player)) => explainer.guesses(&self.plan, &self.match_, player, (1, &game.turns)).0,
                (None, None) => Vec::new(),
            };
            let figures = match has_bits {
                true => analyze(&self.candidates, &game.turns, &beside, self.candidates.states()),
                false => Vec::new(),
            };
            let bits = |figures: &TurnFigures| {
                let (got, own) = figures.information.zip(figures.guess.expected)?;
                Some([got, own, figures.reference.as_ref()?.expected?.max(own)])
            };
            let worth = |(number, turn): (usize, &Turn)| {
                let before = &game.turns[..number];
                Worth {
                    is_consistent: self.match_.game.is_consistent(&turn.guess, before),
                    is_repeated: before.iter().any(|earlier| earlier.guess == turn.guess),
                    bits: figures.get(number).and_then(bits),
                }
            };
            let guesses = if game.is_won { game.turns.len() } else { game.limit + 1 } as f64;
            let of_reference = |player: &mut PlayerInstance| {
                let (codemaker, of) = (self.match_.codemaker.stream_name(), self.match_.game);
                let mut rng = self.plan.seed.player(of, codemaker, super::REFERENCE).round(1);
                guesses_for(player, of, &game.secret, game.limit, &mut rng)
            };
            let compared = self.optimum.or_else(|| reference.as_mut().and_then(of_reference));
            let over = compared.map(|compared| guesses - compared);
            Measured { game, guesses, over, turns: game.turns.iter().enumerate().map(worth).collect() }
        };
        games.iter().map(measure).collect()
    }
}

/// The rows of all players in the order of their first games, each followed by those of its turns; and the settings. In games with more
/// codes than that, candidates are not counted, so that there are no bits.
pub fn rows(
    registry: &Registry,
    recorded: RecordedGames,
    most_codes: f64,
) -> Result<(Vec<AnalysisRow>, Vec<Setting>), Failure> {
    let explainer = Explainer::new(crate::settings::selection::player(registry, super::REFERENCE)?, false);
    let games = recorded.games;
    let setting = |(index, (plan, match_)): (usize, (Plan, Match))| {
        let first = games.iter().find(|game| game.setting == index)?;
        Some(Setting::new(registry, plan, match_, &first.secret))
    };
    let settings: Vec<Option<Setting>> = recorded.plans.into_par_iter().enumerate().map(setting).collect();
    let mut rows = Vec::new();
    for (player, index) in in_order(&games, |game| (&game.player, game.setting)) {
        let Some(setting) = &settings[index] else { continue };
        let own: Vec<&RecordedGame> =
            games.iter().filter(|game| game.player == *player && game.setting == index).collect();
        let has_bits = setting.match_.game.approximate_count() <= most_codes;
        // A part has a reference player of its own.
        let part = own.len().div_ceil(8 * rayon::current_num_threads()).max(32);
        let measured: Vec<Measured<'_>> =
            own.par_chunks(part).flat_map_iter(|part| setting.measure(&explainer, part, has_bits)).collect();
        let longest = measured.iter().map(|game| game.turns.len()).max().unwrap_or(0);
        rows.push(whole_row(setting, player, &measured));
        rows.extend((1..=longest).map(|turn| turn_row(setting, player, &measured, turn)));
    }
    Ok((rows, settings.into_iter().flatten().collect()))
}

fn whole_row(setting: &Setting, player: &str, games: &[Measured<'_>]) -> AnalysisRow {
    let bounds =
        |estimate: Estimate| estimate.interval(CONFIDENCE).map(|interval| (interval.low, interval.high)).unzip();
    let guesses = estimate(games.iter().map(|game| game.guesses));
    let (guesses_low, guesses_high) = bounds(guesses);
    let all_compared = games.iter().all(|game| game.over.is_some());
    let over = all_compared.then(|| estimate(games.iter().filter_map(|game| game.over)));
    let (over_low, over_high) = over.map(bounds).unwrap_or_default();
    let is_optimum = setting.optimum.is_some();
    AnalysisRow {
        games: games.len(),
        won: games.iter().filter(|game| game.game.is_won).count(),
        mean_guesses: Some(guesses.mean),
        guesses_low,
        guesses_high,
        over: over.map(|over| over.mean),
        over_low,
        over_high,
        reference: over.map_or("", |_| if is_optimum { "optimum" } else { super::REFERENCE }).to_owned(),
        tokens: mean(games.iter().filter_map(|game| game.game.tokens)),
        seconds: mean(games.iter().filter_map(|game| game.game.seconds)),
        ..guess_row(setting, player, &games.iter().flat_map(|game| &game.turns).copied().collect::<Vec<_>>())
    }
}

fn turn_row(setting: &Setting, player: &str, games: &[Measured<'_>], turn: usize) -> AnalysisRow {
    let guesses: Vec<Worth> = games.iter().filter_map(|game| game.turns.get(turn - 1)).copied().collect();
    let is_last = |game: &&Measured<'_>| game.game.is_won && game.turns.len() == turn;
    let won = games.iter().filter(is_last).count();
    AnalysisRow { turn: Some(turn), games: guesses.len(), won, ..guess_row(setting, player, &guesses) }
}

fn guess_row(setting: &Setting, player: &str, guesses: &[Worth]) -> AnalysisRow {
    let share = |is: fn(&Worth) -> bool| mean(guesses.iter().map(|guess| f64::from(u8::from(is(guess)))));
    let bits = |which: usize| mean(guesses.iter().filter_map(|guess| Some(guess.bits?[which])));
    let (expected_bits, best_bits) = (bits(1), bits(2));
    AnalysisRow {
        player: player.to_owned(),
        scsa: setting.match_.codemaker.name().to_owned(),
        game: setting.match_.game.to_string(),
        consistent: share(|guess| guess.is_consistent),
        repeated: share(|guess| guess.is_repeated),
        counted: guesses.iter().filter(|guess| guess.bits.is_some()).count(),
        bits: bits(0),
        expected_bits,
        best_bits,
        of_best: expected_bits.zip(best_bits).filter(|(_, best)| *best > 0.0).map(|(expected, best)| expected / best),
        best_of: if setting.has_all_guesses() { "all" } else { super::REFERENCE }.to_owned(),
        ..AnalysisRow::default()
    }
}

/// The mean of independent games, with its interval.
fn estimate(values: impl Iterator<Item = f64>) -> Estimate {
    Estimate::stratified(&[Stratum::of(values)])
}

/// The mean of numbers, if there are any.
fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let all = estimate(values);
    (all.count > 0).then_some(all.mean)
}
