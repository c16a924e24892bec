//! The grades of a contest, by its rule.

use super::folder::CourseFolder;
use super::status::Standing;
use crate::failure::Failure;
use crate::present::counted;
use crate::present::leaderboard::LeaderboardRow;
use crate::settings::{Contest, GradeRule};
use course::{Row, Status};
use serde::Serialize;

tournament::documented! {
/// The grade of a team in a contest: a row of `grades.csv`.
#[derive(Clone, Debug, Serialize)]
pub struct GradeRow {
    /// What the learning platform calls the team.
    pub id: String,
    /// The name that people read.
    pub name: String,
    /// The player's name in the tables of the contest.
    pub player: String,
    /// The version that counts; empty for a team that handed in nothing.
    pub version: Option<u32>,
    /// The days late.
    pub late: u32,
    /// The place among the teams; teams with the same SCORE share one. Empty without a SCORE, as are the next two.
    pub place: Option<usize>,
    /// The letters of its groups: teams with a letter in common cannot be told apart at 95 %.
    pub group: String,
    /// The SCORE.
    pub score: Option<f64>,
    /// The points by the rule of the contest, with two decimals; empty for a team that is excused.
    pub points: Option<f64>,
    /// Why the points are not those of the SCORE alone.
    pub reason: String,
}
}

/// The reason of a team whose player counts and has no results.
pub const NOT_PLAYED: &str = "not played";

/// The grade of a team, and what it consists of.
pub struct Grade {
    pub row: GradeRow,
    pub parts: Vec<GradePart>,
    /// How its player stands, if it is played.
    pub standing: Option<LeaderboardRow>,
}

/// The points for one key of the rule.
pub struct GradePart {
    pub name: String,
    pub points: f64,
    pub most: f64,
    /// The SCOREs that they follow from.
    pub scores: String,
}

pub fn grades(course: &CourseFolder, contest: &Contest, rule: &GradeRule) -> Result<Vec<Grade>, Failure> {
    let all = Standing::read(course, contest, None)?.rows;
    let entered = course.entered(contest);
    let score_of = |standing: &[LeaderboardRow], player: &str| {
        standing.iter().find(|one| one.player == player).and_then(|one| one.score)
    };
    // What references have, over all games or at one.
    let reference = |standing: &[LeaderboardRow], player: &str| {
        score_of(standing, player).ok_or_else(|| {
            failure!(
                "{}: grade: '{player}' has no SCORE in {}; it is one of its players once it is played",
                contest.place,
                contest.name
            )
        })
    };
    // The players between whose SCOREs points grow, and these SCOREs.
    let mut linear = None;
    if let Some([worst, best]) = &rule.linear {
        let (from, to) = (reference(&all, worst)?, reference(&all, best)?);
        let place = &contest.place;
        if from >= to {
            bail!("{place}: grade: the SCORE of {worst}, {from:.1}, is not below that of {best}, {to:.1}");
        }
        linear = Some((worst, best, from, to));
    }
    let mut thresholds = Vec::new();
    for (player, game, points) in &rule.beats {
        let standing = if game.is_some() { Standing::read(course, contest, *game)?.rows } else { all.clone() };
        let name = game.map_or_else(|| player.clone(), |game| format!("{player} at {game}"));
        thresholds.push((name, reference(&standing, player)?, standing, *points));
    }
    let mut scores: Vec<f64> = entered.iter().filter_map(|row| score_of(&all, &row.player)).collect();
    scores.sort_by(|one, other| other.total_cmp(one));
    // What a team has by each key; nothing without a SCORE that counts.
    let parts = |player: &str, score: Option<f64>, place: Option<usize>| {
        let part = |name: String, most: f64, points: f64, scores: String| GradePart { name, points, most, scores };
        let mut parts = Vec::new();
        if let Some((worst, best, from, to)) = linear {
            let points = score.map_or(0.0, |score| rule.points * ((score - from) / (to - from)).clamp(0.0, 1.0));
            let name = format!("SCORE between {worst} and {best}");
            parts.push(part(name, rule.points, points, format!("{worst} has {from:.1}, {best} {to:.1}")));
        }
        for (name, least, standing, most) in &thresholds {
            let own = score.and_then(|_| score_of(standing, player));
            let points = if own > Some(*least) { *most } else { 0.0 };
            let has = own.map_or(String::new(), |own| format!("{player} has {own:.1}, "));
            parts.push(part(format!("larger SCORE than {name}"), *most, points, format!("{has}{name} {least:.1}")));
        }
        if let Some(last) = rule.places.last() {
            let points = score.and(place).map_or(0.0, |place| *rule.places.get(place - 1).unwrap_or(last));
            let most = rule.places.iter().copied().fold(0.0, f64::max);
            parts.push(part("place".to_owned(), most, points, place.map_or(String::new(), |place| place.to_string())));
        }
        parts
    };
    let grade = |team: &Row, row: Option<&Row>| {
        let found = row.and_then(|row| all.iter().find(|one| one.player == row.player));
        let score = found.and_then(|one| one.score);
        let place = score.and_then(|score| scores.iter().position(|one| *one <= score)).map(|place| place + 1);
        let status = row.map(|row| row.status);
        let parts = parts(&team.player, score.filter(|_| status == Some(Status::Counts)), place);
        let mut reasons = match status {
            None => vec!["handed in nothing".to_owned()],
            Some(Status::Counts) if score.is_none() => vec![NOT_PLAYED.to_owned()],
            Some(Status::Counts | Status::Excused) => Vec::new(),
            Some(status) => vec![status.to_string()],
        };
        let full = (status != Some(Status::Excused)).then(|| parts.iter().map(|part| part.points).sum::<f64>());
        let late = row.map_or(0, |row| row.late_in(&contest.name));
        let points = full.map(|points| {
            let cost = f64::from(late) * rule.late / 100.0;
            if cost > 0.0 && points > 0.0 {
                reasons.push(format!("{} late: {:.0} % less", counted(late as usize, "day"), 100.0 * cost.min(1.0)));
            }
            (points * (1.0 - cost).max(0.0) * 100.0).round() / 100.0
        });
        reasons.extend(row.map(|row| row.reason.clone()).filter(|reason| !reason.is_empty()));
        let row = GradeRow {
            id: row.unwrap_or(team).id.clone(),
            name: team.name.clone(),
            player: team.player.clone(),
            version: row.map(|row| row.version),
            late,
            place,
            group: found.map_or(String::new(), |one| one.group.clone()),
            score,
            points,
            reason: reasons.join("; "),
        };
        Grade { row, parts, standing: found.cloned() }
    };
    let row_of = |team: &Row| entered.iter().find(|row| row.player == team.player).copied();
    Ok(course.roster.players().into_iter().map(|team| grade(team, row_of(team))).collect())
}
