//! The file of a course: contests, each with a deadline and the settings of a tournament.

use super::external_players;
use super::setting::Setting;
use super::toml_file::{TomlText, TomlValue};
use super::tournament::Settings;
use crate::failure::Failure;
use scsa::Game;
use std::path::Path;
use toml::de::DeValue;

#[derive(Clone, Debug)]
pub struct Contest {
    pub name: String,
    /// The line of its table, such as `course.toml:12`.
    pub place: String,
    /// Until when something is handed in in time, in UTC.
    pub deadline: Option<String>,
    pub grade: Option<GradeRule>,
    /// What is played; the players are references, beside whom the submissions stand.
    pub settings: Settings,
}

/// How points follow from the standing of a contest: the sum of what its keys say.
#[derive(Clone, Debug, Default)]
pub struct GradeRule {
    /// The most points between the two players of `linear`.
    pub points: f64,
    /// The player whose SCORE is worth nothing, and the one whose SCORE is worth all points.
    pub linear: Option<[String; 2]>,
    /// The points for a larger SCORE than that of a player, over all games or in one.
    pub beats: Vec<(String, Option<Game>, f64)>,
    /// The points of the first place, the second and so on; the last one is that of all places after it.
    pub places: Vec<f64>,
    /// The part of the points that a day late costs, in percent.
    pub late: f64,
}

pub struct CourseFile {
    pub title: String,
    /// In the order of the file.
    pub contests: Vec<Contest>,
}

/// Settings of tournaments that a course decides: every player has a folder of its own, secrets are sealed, and every view draws its own
/// charts.
const OWN_KEYS: [&str; 8] = ["seed", "out", "no-rounds", "format", "no-charts", "chart-format", "by", "until"];

const GRADE_KEYS: [&str; 6] = ["points", "from", "to", "beats", "places", "late"];

impl GradeRule {
    pub fn most(&self) -> f64 {
        let beats = self.beats.iter().map(|(.., points)| points).sum::<f64>();
        self.points + beats + self.places.iter().copied().fold(0.0, f64::max)
    }
}

fn grade_rule(file: TomlText<'_>, value: &TomlValue<'_>) -> Result<GradeRule, Failure> {
    let place = file.place(&value.span());
    let DeValue::Table(table) = value.get_ref() else {
        return Err(file.unexpected("grade", value, "a table", "{ points = 20, from = \"rao\", to = \"rc\" }"));
    };
    let number = |key: &str, value: &TomlValue<'_>| {
        let number = file.plain(key, value)?.parse::<f64>().ok().filter(|number| (0.0..=1e6).contains(number));
        number.ok_or_else(|| failure!("{}: {key}: a number from 0 was expected", file.place(&value.span())))
    };
    let (mut rule, mut ends) = (GradeRule::default(), [None, None]);
    for (key, value) in file.entries(table, &GRADE_KEYS, "a table of grades")? {
        match (key, value.get_ref()) {
            ("points", _) => rule.points = number(key, value)?,
            ("late", _) => rule.late = number(key, value)?,
            ("from", _) => ends[0] = Some(file.plain(key, value)?),
            ("to", _) => ends[1] = Some(file.plain(key, value)?),
            ("places", DeValue::Array(all)) => {
                rule.places = all.iter().map(|value| number(key, value)).collect::<Result<_, _>>()?;
            }
            ("beats", DeValue::Table(all)) => {
                for (name, value) in all {
                    let name: &str = name.get_ref();
                    let (player, game) =
                        name.split_once(" at ").map_or((name, None), |(name, game)| (name, Some(game)));
                    let wrong = |e| failure!("{}: beats: {e}", file.place(&value.span()));
                    let game = game.map(str::parse).transpose().map_err(wrong)?;
                    rule.beats.push((player.to_owned(), game, number(key, value)?));
                }
            }
            ("beats", _) => return Err(file.unexpected(key, value, "a table", "{ rc = 5, \"rao at 8x10\" = 10 }")),
            (_, _) => return Err(file.unexpected(key, value, "a list", "[20, 15, 10]")),
        }
    }
    rule.linear = match ends {
        [Some(from), Some(to)] => Some([from, to]),
        [None, None] => None,
        _ => bail!("{place}: grade: `from` and `to` go together: the players whose SCORE is worth 0 and all points"),
    };
    ensure!(
        rule.linear.is_some() == (rule.points > 0.0),
        "{place}: grade: `points` are those between `from` and `to`; give all three"
    );
    Ok(rule)
}

impl Contest {
    /// Fails if the contest asks for a sandbox that this system does not offer.
    pub fn check_sandbox(&self) -> Result<(), Failure> {
        if Setting::is_on(&self.settings.require_sandbox) { external_players::require_protection() } else { Ok(()) }
    }

    /// Whether nothing more is handed in in time.
    pub fn is_over(&self) -> bool {
        self.deadline.as_deref().is_none_or(|deadline| *deadline < *course::now())
    }
}

impl CourseFile {
    pub fn read(path: &Path) -> Result<CourseFile, Failure> {
        let name = path.display().to_string();
        let text = TomlText::read(path, "the file of a course", "give a folder that `arena course new` made")?;
        let file = TomlText { file: &name, text: &text };
        let table = file.table()?;
        let (mut title, mut contests) = (String::new(), Vec::new());
        for (key, value) in file.entries(table.get_ref(), &["title", "contest"], "the file of a course")? {
            if key == "title" {
                title = file.plain(key, value)?;
                continue;
            }
            for (name, value, place) in file.tables(key, value)? {
                let name_fault = course::slug(name) != name;
                ensure!(!name_fault, "{place}: the contest '{name}' is not named in small letters, digits and hyphens");
                let (mut deadline, mut grade) = (None, None);
                let settings = file.settings(value, &["deadline", "grade"], "a contest", |key, value| {
                    if key == "grade" {
                        grade = Some(grade_rule(file, value)?);
                        return Ok(());
                    }
                    let text = file.plain("deadline", value)?;
                    deadline = course::utc(&text);
                    let place = file.place(&value.span());
                    ensure!(
                        deadline.is_some(),
                        "{place}: deadline: '{text}' is no time in UTC, such as 2026-03-01 23:59:00"
                    );
                    Ok(())
                })?;
                if let Some(key) = OWN_KEYS.iter().find(|key| value.keys().any(|name| name.get_ref() == **key)) {
                    bail!("{place}: {key} is no setting of a contest: a course decides it; leave it out");
                }
                contests.push(Contest { name: name.to_owned(), place, deadline, grade, settings });
            }
        }
        ensure!(!contests.is_empty(), "{name} has no contest; write one, such as [contest.first]");
        Ok(CourseFile { title, contests })
    }

    pub fn names(&self) -> Vec<String> {
        self.contests.iter().map(|contest| contest.name.clone()).collect()
    }

    /// The contest of that name, or all.
    pub fn chosen(&self, name: Option<&str>) -> Result<Vec<&Contest>, Failure> {
        name.map_or_else(|| Ok(self.contests.iter().collect()), |name| Ok(vec![self.contest(Some(name))?]))
    }

    /// The contest of that name, or the only one.
    pub fn contest(&self, name: Option<&str>) -> Result<&Contest, Failure> {
        match (name, &self.contests[..]) {
            (None, [only]) => Ok(only),
            (None, _) => Err(failure!("there are several contests; give one of {}", self.names().join(", "))),
            (Some(name), contests) => {
                let found = contests.iter().find(|contest| contest.name == name);
                let names = || self.names().join(", ");
                found.ok_or_else(|| failure!("there is no contest '{name}'; the contests are {}", names()))
            }
        }
    }
}
