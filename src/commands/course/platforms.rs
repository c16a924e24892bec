//! Grades as learning platforms import them.

use super::feedback::{advice, introduction};
use super::folder::CourseFolder;
use super::grade::{Grade, GradePart, NOT_PLAYED};
use super::intake;
use super::status::{self, Standing};
use crate::commands::report::causes;
use crate::failure::Failure;
use crate::present::leaderboard::LeaderboardRow;
use crate::present::{JoinedFolders, counted, json_bytes, notice, words};
use crate::settings::{Contest, GradeRule};
use course::{Row, Status};
use serde_json::json;
use tournament::Registry;

/// A learning platform that reads grades.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Platform {
    /// A grading worksheet of an assignment.
    Moodle,
    /// The gradebook.
    Canvas,
    /// The results of an autograder.
    Gradescope,
}

impl Platform {
    /// Its name in file names.
    pub const fn name(self) -> &'static str {
        match self {
            Platform::Moodle => "moodle",
            Platform::Canvas => "canvas",
            Platform::Gradescope => "gradescope",
        }
    }
}

/// Points as platforms read them: with a dot, and without needless zeros.
fn number(points: f64) -> String {
    ((points * 100.0).round() / 100.0).to_string()
}

/// The grading worksheet of a Moodle assignment, as `mod/assign/feedback/offline` reads it: the identifier, the grade and the time of the last
/// grade are required. An empty time leaves a grade alone that was given in Moodle, and an empty grade one that is there.
pub fn moodle(course: &CourseFolder, contest: &Contest, grades: &[Grade], most: f64) -> Vec<[String; 6]> {
    let header = ["Identifier", "Full name", "Grade", "Maximum Grade", "Last modified (grade)", "Feedback comments"];
    let entered = course.entered(contest);
    let row_of = |grade: &Grade| entered.iter().find(|row| row.player == grade.row.player);
    // An id is that of a participant in one assignment.
    let is_unknown =
        |grade: &&Grade| grade.row.id.is_empty() || row_of(grade).is_some_and(|row| row.contest != contest.name);
    let unknown: Vec<&str> = grades.iter().filter(is_unknown).map(|grade| &*grade.row.player).collect();
    if !unknown.is_empty() {
        let (name, unknown) = (&contest.name, unknown.join(", "));
        notice(format_args!("note: Moodle leaves out what has no id of {name}; enter by hand: {unknown}"));
    }
    let row = |Grade { row, .. }: &Grade| {
        let is_number = !row.id.is_empty() && row.id.bytes().all(|byte| byte.is_ascii_digit());
        let id = if is_number { format!("Participant {}", row.id) } else { row.id.clone() };
        let version = row.version.map(|version| format!("version {version}"));
        let score = row.score.map(|score| format!("SCORE {score:.1}"));
        let reason = Some(row.reason.clone()).filter(|reason| !reason.is_empty());
        let comments: Vec<String> = version.into_iter().chain(score).chain(reason).collect();
        let points = row.points.map_or(String::new(), number);
        [id, row.name.clone(), points, number(most), String::new(), comments.join("; ")]
    };
    [header.map(str::to_owned)].into_iter().chain(grades.iter().map(row)).collect()
}

/// A gradebook of Canvas. It finds a student by the id in its archives, or else by the name. `EX` is an excused student.
pub fn canvas(assignment: &str, grades: &[Grade], most: f64) -> Vec<[String; 6]> {
    let columns = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", assignment];
    let possible = ["    Points Possible", "", "", "", "", &number(most)].map(str::to_owned);
    let row = |Grade { row, .. }: &Grade| {
        let is_number = row.id.bytes().all(|byte| byte.is_ascii_digit());
        let (id, login) = if is_number { (row.id.clone(), String::new()) } else { (String::new(), row.id.clone()) };
        let points = row.points.map_or_else(|| "EX".to_owned(), number);
        [row.name.clone(), id, String::new(), login, String::new(), points]
    };
    [columns.map(str::to_owned), possible].into_iter().chain(grades.iter().map(row)).collect()
}

/// The `results.json` of an autograder of Gradescope, for the one team of the course: its points by each key of the rule, and why its player
/// fails. It has no id, seed or path.
pub fn gradescope(
    registry: &Registry,
    course: &CourseFolder,
    contest: &Contest,
    rule: &GradeRule,
    grades: &[Grade],
) -> Result<Vec<u8>, Failure> {
    let (place, advice) = (&contest.place, "Gradescope grades a team alone; leave `places` out");
    ensure!(rule.places.is_empty(), "{place}: grade: `places` are among teams, and {advice}");
    let [grade] = grades else {
        bail!(
            "{}: Gradescope grades one team, and the roster has {}; take in one submission alone, as examples/gradescope does",
            course.path.display(),
            counted(grades.len(), "team")
        )
    };
    let entered = course.entered(contest);
    let mut lines: Vec<String> = entered.iter().map(|row| introduction(course, contest, row)).collect();
    lines.extend(match (&entered[..], &grade.standing) {
        ([row], Some(own)) => of_player(course, contest, row, own)?,
        ([row], None) if row.status == Status::Counts => {
            let folder = course.submission(row);
            let starts = intake::state(registry, contest, row, &folder).replace(&format!("{}/", folder.display()), "");
            vec![format!("{}: {starts}", status::state_of(course, contest, Some(row))?)]
        }
        _ => Vec::new(),
    });
    let is_told = |reason: &&String| !reason.is_empty() && *reason != NOT_PLAYED;
    lines.extend(Some(&grade.row.reason).filter(is_told).cloned());
    let rounded = |points: f64| (points * 100.0).round() / 100.0;
    let test = |GradePart { name, points, most, scores }: &GradePart| json!({ "name": name, "score": rounded(*points), "max_score": most, "output": scores });
    let mut results = json!({
        "score": grade.row.points.unwrap_or(0.0),
        "output": lines.join("\n"),
        "tests": grade.parts.iter().map(test).collect::<Vec<_>>(),
    });
    if let Some(score) = grade.row.score {
        results["leaderboard"] = json!([{ "name": "SCORE", "value": rounded(score) }]);
    }
    json_bytes(&results)
}

/// How a player stands, why its rounds failed, and what is worth trying next.
fn of_player(
    course: &CourseFolder,
    contest: &Contest,
    row: &Row,
    own: &LeaderboardRow,
) -> Result<Vec<String>, Failure> {
    let folders = [course.results(contest, Some(row))];
    let joined = JoinedFolders::read(&folders)?;
    let count = |rounds: Option<u64>| counted(rounds.unwrap_or(0), "round");
    let [wins, losses, failures, given_up] = [own.wins, own.losses, own.failures, own.given_up].map(count);
    let ended = format!("{wins} won, {losses} lost, {failures} failed, {given_up} given up");
    let mut lines = vec![format!("SCORE {:.1}: {ended}", own.score.unwrap_or_default())];
    for (kind, rounds, first) in causes(&joined, &row.player)? {
        let first = if first.is_empty() { first } else { format!(", the first at {first}") };
        lines.push(format!("{} in {}{first}", words::kind(kind), counted(rounds, "round")));
    }
    lines.extend(advice(row, &joined.results.summaries, &Standing::read(course, contest, None)?.rows));
    Ok(lines)
}
