//! Whether the standing of a contest is settled: whether more rounds could change the order of neighbors, or a grade.

use super::folder::CourseFolder;
use crate::failure::Failure;
use crate::present::{JoinedFolders, counted, words};
use crate::settings::Contest;
use scsa::Game;
use tournament::compare::{CommonRounds, Evidence, Leaderboard, Measure, Order};

/// Of more questions than this that are open, the others are counted.
const MOST_LINES: usize = 5;

/// What the rounds of a contest say of its order.
pub struct Standing {
    /// The rounds of a match that everybody has.
    pub rounds: u64,
    /// Which pairs are asked for: in all games or one, and what is known of them.
    questions: Vec<(Question, Evidence)>,
    /// The pairs of which something could be said.
    pairs: usize,
}

/// Two players, and the game in which they are compared, or all.
type Question = ([String; 2], Option<Game>);

impl Standing {
    /// None where nothing is played, or one player alone.
    pub fn read(course: &CourseFolder, contest: &Contest) -> Result<Option<Standing>, Failure> {
        let folders = course.played(contest);
        if folders.is_empty() {
            return Ok(None);
        }
        let joined = JoinedFolders::read(&folders)?;
        // Without rows of rounds there is no evidence.
        let Ok(table) = &joined.rounds else { return Ok(None) };
        let order: Vec<String> =
            Leaderboard::of_table(table, Measure::Score).entries.into_iter().map(|entry| entry.player).collect();
        let common = CommonRounds::scored(table);
        let position = |name: &str| (0..common.players().len()).find(|&position| common.name(position) == name);
        let rounds = common.matches().iter().map(|match_| match_.round_count() as u64).max().unwrap_or(0);
        let entered = course.entered(contest);
        let files = |player: &String| entered.iter().find(|row| row.player == *player).map(|row| &row.sha256);
        let mut questions: Vec<Question> = questions(contest, &order);
        // The same files play the same games.
        questions.retain(|([first, second], _)| files(first).is_none() || files(first) != files(second));
        let of_question = |question: Question| {
            let (first, second) = (position(&question.0[0])?, position(&question.0[1])?);
            let of_game = question.1.map(|game| common.only_matches(|match_| match_.game == game));
            let evidence = Evidence::of(of_game.as_ref().unwrap_or(&common), first, second, Measure::Score);
            Some((question, evidence))
        };
        let in_games = questions.iter().filter(|(_, game)| game.is_some()).count();
        let pairs = order.len() * order.len().saturating_sub(1) / 2 + in_games;
        let questions = questions.into_iter().filter_map(of_question).collect();
        Ok((pairs > 0).then_some(Standing { rounds, questions, pairs }))
    }

    fn open(&self) -> impl Iterator<Item = &(Question, Evidence)> {
        self.questions.iter().filter(|(_, evidence)| evidence.order(self.pairs).is_none())
    }

    /// Whether everything that is asked for is known.
    pub fn is_settled(&self) -> bool {
        self.open().next().is_none()
    }

    /// What is known, or what is missing, in lines.
    pub fn lines(&self) -> Vec<String> {
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
fn questions(contest: &Contest, order: &[String]) -> Vec<Question> {
    let rule = contest.grade.as_ref();
    let needs_order = rule.is_none_or(|rule| !rule.places.is_empty() || rule.beats.is_empty());
    let neighbors = order.windows(2).filter(|_| needs_order).map(|pair| ([pair[0].clone(), pair[1].clone()], None));
    let beaten = rule.into_iter().flat_map(|rule| &rule.beats);
    let beats = beaten.flat_map(|(reference, game, _)| {
        let teams = order.iter().filter(move |team| *team != reference);
        teams.map(move |team| ([team.clone(), reference.clone()], *game))
    });
    let mut questions: Vec<Question> = neighbors.collect();
    for (pair, game) in beats {
        let is_same = |(other, at): &Question| *at == game && pair.iter().all(|name| other.contains(name));
        if !questions.iter().any(is_same) {
            questions.push((pair, game));
        }
    }
    questions
}
