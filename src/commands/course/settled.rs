//! Whether the standing of a contest is settled: whether more rounds could change the order of neighbors, or a grade.

use super::folder::CourseFolder;
use crate::present::{counted, words};
use crate::settings::Contest;
use scsa::Game;
use tournament::compare::{CommonRounds, Evidence, Measure, Order, RoundTable};

/// Of more questions than this that are open, the others are counted.
const MOST_LINES: usize = 5;

/// What the rounds of a contest say of its order.
pub struct KnownOrder {
    /// The rounds of a match that everybody has.
    pub rounds: u64,
    /// The pairs whose order is asked for, and what is known of each.
    questions: Vec<(Question, Evidence)>,
    /// The number of pairs of which something could be said.
    pairs: usize,
}

/// Two players, and the game in which they are compared, or all.
type Question = ([String; 2], Option<Game>);

impl KnownOrder {
    /// Of players in the order of the leaderboard.
    pub fn new(course: &CourseFolder, contest: &Contest, table: &RoundTable, players: &[&str]) -> KnownOrder {
        let common = CommonRounds::scored(table);
        let position = |name: &str| (0..common.players().len()).find(|&position| common.name(position) == name);
        let entered = course.entered(contest);
        let files = |player: &str| entered.iter().find(|row| row.player == player).map(|row| &row.sha256);
        let of_question = |question: Question| {
            let [first, second] = &question.0;
            let positions = [position(first)?, position(second)?];
            // The same files play the same games.
            if files(first).is_some() && files(first) == files(second) {
                return None;
            }
            let of_game = question.1.map(|game| common.only_matches(|match_| match_.game == game));
            let evidence =
                Evidence::of(of_game.as_ref().unwrap_or(&common), positions[0], positions[1], Measure::Score);
            Some((question, evidence))
        };
        let questions: Vec<_> = questions(contest, players).into_iter().filter_map(of_question).collect();
        let in_games = questions.iter().filter(|((_, game), _)| game.is_some()).count();
        let rounds = common.matches().iter().map(|match_| match_.round_count() as u64).max().unwrap_or(0);
        KnownOrder { rounds, questions, pairs: players.len() * players.len().saturating_sub(1) / 2 + in_games }
    }

    fn open(&self) -> impl Iterator<Item = &(Question, Evidence)> {
        self.questions.iter().filter(|(_, evidence)| evidence.order(self.pairs).is_none())
    }

    pub fn is_settled(&self) -> bool {
        self.open().next().is_none()
    }

    pub fn lines(&self) -> Vec<String> {
        if self.questions.is_empty() {
            return Vec::new();
        }
        let all = counted(self.questions.len(), "pair");
        let open: Vec<String> = self.open().map(|question| self.line(question)).collect();
        if open.is_empty() {
            let alike = self.questions.iter().filter(|(_, evidence)| evidence.order(self.pairs) == Some(Order::Alike));
            let alike: Vec<String> = alike.map(|question| self.line(question)).collect();
            let first = format!("Settled: the order of all {all} is known, with an error of at most 5 % in all.");
            return [vec![first], alike].concat();
        }
        let more = open.len().saturating_sub(MOST_LINES);
        let first = format!("Not settled: the order of {} of {all} is not known.", open.len());
        let last = (more > 0).then(|| format!("and {more} more"));
        [first].into_iter().chain(open.into_iter().take(MOST_LINES)).chain(last).collect()
    }

    fn line(&self, ((players, game), evidence): &(Question, Evidence)) -> String {
        let at = game.map_or(String::new(), |game| format!("at {game} "));
        format!("{at}{}", words::order([&players[0], &players[1]], evidence, self.pairs))
    }
}

/// The pairs that decide the order or the grades: neighbors, and whoever must beat a reference.
fn questions(contest: &Contest, players: &[&str]) -> Vec<Question> {
    let rule = contest.grade.as_ref();
    let needs_order = rule.is_none_or(|rule| !rule.places.is_empty() || rule.beats.is_empty());
    let neighbors = players.windows(2).filter(|_| needs_order).map(|pair| ([pair[0], pair[1]], None));
    let beats = rule.into_iter().flat_map(|rule| &rule.beats).flat_map(|(reference, game, _)| {
        let teams = players.iter().filter(move |team| *team != reference);
        teams.map(move |team| ([*team, &**reference], *game))
    });
    let mut questions: Vec<Question> = Vec::new();
    for (pair, game) in neighbors.chain(beats) {
        let is_same =
            |(other, at): &Question| *at == game && pair.iter().all(|name| other.iter().any(|one| one == name));
        if !questions.iter().any(is_same) {
            questions.push((pair.map(str::to_owned), game));
        }
    }
    questions
}
