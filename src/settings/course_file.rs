//! The file of a course: contests, each with a deadline and the settings of a tournament.

use super::toml_file::TomlText;
use super::tournament::Settings;
use crate::failure::Failure;
use std::path::Path;

/// A contest of a course.
#[derive(Clone, Debug)]
pub struct Contest {
    pub name: String,
    /// The line of its table, such as `course.toml:12`.
    pub place: String,
    /// Until when something is handed in in time, in UTC.
    pub deadline: Option<String>,
    /// What is played; the players are references, beside whom the submissions stand.
    pub settings: Settings,
}

/// What the file of a course says.
#[derive(Clone, Debug)]
pub struct CourseFile {
    pub title: String,
    /// In the order of the file.
    pub contests: Vec<Contest>,
}

/// Settings of tournaments that a course decides: every player has a folder of its own, secrets are sealed, and every view draws its own
/// charts.
const OWN_KEYS: [&str; 8] = ["seed", "out", "no-rounds", "format", "no-charts", "chart-format", "by", "until"];

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
                let mut deadline = None;
                let settings = file.settings(value, &["deadline"], "a contest", |_, value| {
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
                contests.push(Contest { name: name.to_owned(), place, deadline, settings });
            }
        }
        ensure!(!contests.is_empty(), "{name} has no contest; write one, such as [contest.first]");
        Ok(CourseFile { title, contests })
    }

    pub fn names(&self) -> Vec<String> {
        self.contests.iter().map(|contest| contest.name.clone()).collect()
    }

    /// The contest of that name, or the only one.
    pub fn contest(&self, name: Option<&str>) -> Result<&Contest, Failure> {
        match (name, &self.contests[..]) {
            (None, [only]) => Ok(only),
            (None, _) => Err(failure!("there are several contests; give one of {}", self.names().join(", "))),
            (Some(name), contests) => contests
                .iter()
                .find(|contest| contest.name == name)
                .ok_or_else(|| failure!("there is no contest '{name}'; the contests are {}", self.names().join(", "))),
        }
    }
}
