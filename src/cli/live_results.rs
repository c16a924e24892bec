//! The results of a tournament while it is played.

use super::{counted, tables};
use comparison::{Leaderboard, LeaderboardEntry, LeaderboardOptions, PartialMatch};
use intervals::CONFIDENCE;
use tournament::{Match, Plan, Results, RoundCounts, Rules};

/// The results of a tournament while it is played: its rounds so far, by match.
#[derive(Debug)]
pub struct LiveResults {
    matches: Vec<Match>,
    rules: Rules,
    guess_limit: usize,
    counts: Vec<RoundCounts>,
}

impl LiveResults {
    /// The results of a plan of which nothing is played.
    pub fn new(plan: &Plan) -> LiveResults {
        let matches = plan.matches();
        let counts = vec![RoundCounts::default(); matches.len()];
        LiveResults { matches, rules: plan.rules, guess_limit: plan.limits.guesses, counts }
    }

    /// Adds rounds of a match.
    pub fn add(&mut self, game: &Match, rounds: &RoundCounts) {
        if let Some(counts) = self.counts.get_mut(game.number) {
            counts.add(rounds);
        }
    }

    /// The matches that were begun.
    pub fn matches(&self) -> Vec<PartialMatch> {
        let begun = self.matches.iter().zip(&self.counts).filter(|(_, counts)| counts.rounds.rounds() > 0);
        let partial = begun.map(|(game, counts)| PartialMatch {
            summary: counts.rounds.summary(game.player.name(), game.codemaker.name(), game.size, self.rules),
            planned: game.rounds,
        });
        partial.collect()
    }

    /// The rounds so far as results.
    pub fn results(&self) -> Results {
        let timing = |(game, counts): (&Match, &RoundCounts)| {
            counts.times.summary(game.player.name(), game.codemaker.name(), game.size)
        };
        Results {
            summaries: self.matches().into_iter().map(|game| game.summary).collect(),
            timings: self.matches.iter().zip(&self.counts).filter_map(timing).collect(),
        }
    }

    /// The leaderboard that the rounds so far let expect for the end.
    pub fn leaderboard(&self) -> Leaderboard {
        let options = LeaderboardOptions { guess_limit: self.guess_limit, ..LeaderboardOptions::default() };
        Leaderboard::projected(&self.matches(), &options)
    }

    /// What a round that was not won counts in the mean number of guesses.
    pub const fn guess_limit(&self) -> usize {
        self.guess_limit
    }

    /// The leaderboard so far for a terminal of that size, without a line end after the last line: at most as many lines as it has.
    pub fn board(&self, columns: usize, lines: usize) -> String {
        let projection = self.leaderboard();
        // A heading above the players and a note below them.
        let Some(most) = lines.checked_sub(2).filter(|most| *most > 0 && projection.entries.len() > 1) else {
            return String::new();
        };
        let shown = if projection.entries.len() > most { most - 1 } else { most };
        let rows: Vec<[String; 5]> = projection.entries.iter().take(shown).enumerate().map(row).collect();
        let heading = ["", "player", "SCORE at the end", "guesses", "rounds so far"].map(str::to_owned);
        let widths: [usize; 5] = std::array::from_fn(|column| {
            rows.iter().chain([&heading]).map(|row| console::measure_text_width(&row[column])).max().unwrap_or(0)
        });
        let mut text: Vec<String> = [&heading].into_iter().chain(&rows).map(|row| line(row, &widths)).collect();
        let hidden = projection.entries.len() - rows.len();
        if hidden > 0 {
            text.push(format!("… and {}", counted(hidden, "player")));
        }
        let others = match projection.others.len() {
            0 => String::new(),
            others => format!("; {others} of other matches"),
        };
        text.push(format!(
            "Predicted from the rounds so far of {}, ± {:.0} %{others}",
            counted(projection.matches.len(), "match"),
            CONFIDENCE * 100.0
        ));
        let fitting: Vec<_> =
            text.iter().map(|line| console::truncate_str(line.trim_end(), columns.saturating_sub(1), "…")).collect();
        fitting.join("\n")
    }

    /// The best players so far, in one line.
    pub fn leaders(&self) -> String {
        let leaders = self.leaderboard().entries;
        let leaders: Vec<String> =
            leaders.iter().take(3).map(|entry| format!("{} {}", entry.player, score(entry))).collect();
        if leaders.len() < 2 { String::new() } else { format!("SCOREs at the end, predicted: {}", leaders.join(", ")) }
    }
}

fn score(entry: &LeaderboardEntry) -> String {
    tables::with_half_width(entry.score.sum, entry.score.sum_interval(CONFIDENCE), 0)
}

fn row((index, entry): (usize, &LeaderboardEntry)) -> [String; 5] {
    let bound = if entry.is_lower_bound { "≥ " } else { "" };
    let guesses = tables::with_half_width(entry.guesses.mean, entry.guesses.interval(CONFIDENCE), 2);
    [(index + 1).to_string(), entry.player.clone(), score(entry), format!("{bound}{guesses}"), entry.rounds.to_string()]
}

/// A row of the leaderboard: the name stands left, numbers stand right.
fn line(row: &[String; 5], widths: &[usize; 5]) -> String {
    let pad = |column: usize, alignment| console::pad_str(&row[column], widths[column], alignment, None).into_owned();
    let cells = (0..5).map(|column| match column {
        1 => pad(column, console::Alignment::Left),
        _ => pad(column, console::Alignment::Right),
    });
    cells.collect::<Vec<_>>().join("  ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use player_api::Outcome;
    use tournament::Codemakers;

    fn results() -> LiveResults {
        let codemaker = Codemakers::builtin().find("insert-colors").unwrap().unwrap();
        let players = ["rao", "dino", "knuth"].map(|name| players::find(name).unwrap());
        let plan = Plan::new(players, [codemaker], ["4x6".parse().unwrap()]).rounds(100);
        let mut results = LiveResults::new(&plan);
        for (number, guesses) in [[6, 5], [7, 8], [4, 5]].into_iter().enumerate() {
            let mut counts = RoundCounts::default();
            guesses.iter().for_each(|&guesses| counts.rounds.count(&Outcome::Win, guesses));
            results.add(&plan.matches()[number], &counts);
        }
        results
    }

    #[test]
    fn a_board_fits_the_terminal() {
        let results = results();
        let board = results.board(80, 10);
        assert_eq!(board.lines().count(), 5, "{board}");
        assert!(board.lines().nth(1).unwrap().starts_with("1  knuth"), "{board}");
        assert!(board.ends_with("Predicted from the rounds so far of 1 match, ± 95 %"), "{board}");
        let small = results.board(30, 4);
        assert!(small.lines().count() <= 4 && small.contains("… and 2 players"), "{small}");
        assert!(small.lines().all(|line| console::measure_text_width(line) < 30), "{small}");
        assert_eq!(results.board(80, 2), "");
    }

    #[test]
    fn the_leaders_come_first() {
        let line = results().leaders();
        let order = ["knuth 237 ±", "rao 214 ±", "dino 183 ±"].map(|text| line.find(text));
        assert!(order.is_sorted() && order[0].is_some(), "{line}");
    }
}
