//! The roster: a row for everything that was handed in, and what of it counts. A file that people edit in a spreadsheet.

use player_api::{name_fault, text_fault, visible};
use serde::Serialize;
use std::collections::HashSet;
use std::{fmt, str::FromStr};

/// The largest roster that is read, in bytes.
pub const MOST_BYTES: u64 = 16 << 20;
const MOST_ROWS: usize = 20_000;

/// What was handed in by one team for one contest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The name in commands, files and tables of tournaments: small letters, digits and hyphens.
    pub player: String,
    /// The name that people read.
    pub name: String,
    /// What the learning platform calls the team; empty if it is not known.
    pub id: String,
    /// The contest for which it was handed in; empty for a team that handed in nothing so far.
    pub contest: String,
    /// Which of the team's submissions it is, from 1: the folder `submissions/PLAYER/vN`. 0 for a team without any.
    pub version: u32,
    /// The file of the player in the folder, where more than one could be it; else empty.
    pub file: String,
    /// When it was handed in, in UTC.
    pub submitted: String,
    /// The days that it is late; a day that has begun counts.
    pub late: u32,
    /// The hash of its files.
    pub sha256: String,
    /// What of it counts. Empty for a team that handed in nothing so far.
    pub status: Status,
    /// Why, for people.
    pub reason: String,
}

/// What of a submission counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// It is played, ranked and graded.
    Counts,
    /// Another version of the team is played in its place.
    Replaced,
    /// It is played, and neither ranked nor graded.
    Disqualified,
    /// It is left out.
    Withdrawn,
    /// It is left out, and the team is not graded in this contest.
    Excused,
    /// The team handed in nothing.
    Missing,
}

impl Status {
    /// All of them with their names in files and commands.
    pub const ALL: [(Status, &str); 6] = [
        (Status::Counts, "counts"),
        (Status::Replaced, "replaced"),
        (Status::Disqualified, "disqualified"),
        (Status::Withdrawn, "withdrawn"),
        (Status::Excused, "excused"),
        (Status::Missing, "missing"),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Status::ALL.iter().find(|(status, _)| *status == self).map_or("", |(_, name)| name)
    }
}

impl FromStr for Status {
    type Err = String;

    fn from_str(text: &str) -> Result<Status, String> {
        let names = Status::ALL.map(|(_, name)| name).join(", ");
        let found = Status::ALL.iter().find(|(_, name)| *name == text);
        found.map(|(status, _)| *status).ok_or_else(|| format!("'{}' is not one of {names}", visible(text)))
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// All rows, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    /// The rows.
    pub rows: Vec<Row>,
    separator: u8,
}

impl Roster {
    /// Reads a roster, with commas or semicolons, as spreadsheets write it. `contests` are the names of the contests.
    ///
    /// # Errors
    /// A sentence with the line of the first row that is wrong.
    pub fn read(text: &str, contests: &[String]) -> Result<Roster, String> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let header = text.lines().next().unwrap_or_default();
        let separator = if header.contains(';') && !header.contains(',') { b';' } else { b',' };
        let mut reader =
            csv::ReaderBuilder::new().delimiter(separator).trim(csv::Trim::All).from_reader(text.as_bytes());
        let columns = reader.headers().map_err(|e| told(&e))?.clone();
        for wanted in ["player", "name"] {
            if !columns.iter().any(|column| column == wanted) {
                return Err(format!("line 1: the header has no column '{wanted}'; its columns are {COLUMNS}"));
            }
        }
        let mut rows = Vec::new();
        let mut record = csv::StringRecord::new();
        while reader.read_record(&mut record).map_err(|e| told(&e))? {
            let line = record.position().map_or(0, csv::Position::line);
            if record.iter().all(str::is_empty) {
                continue;
            }
            let of_column = |column: &str| {
                columns.iter().position(|one| one == column).and_then(|index| record.get(index)).unwrap_or_default()
            };
            let fault = |row: &Row| row.fault(contests).or_else(|| clash(&rows, row));
            let row = Row::read(of_column).and_then(|row| fault(&row).map_or(Ok(row), Err));
            rows.push(row.map_err(|fault| format!("line {line}: {fault}"))?);
            if rows.len() > MOST_ROWS {
                return Err(format!("line {line}: a roster has at most {MOST_ROWS} rows"));
            }
        }
        Ok(Roster { rows, separator })
    }

    /// The text of the file, with the separator that it had.
    ///
    /// # Errors
    /// When it cannot be written into memory.
    pub fn text(&self) -> Result<Vec<u8>, String> {
        let separator = if self.separator == 0 { b',' } else { self.separator };
        let mut writer = csv::WriterBuilder::new().delimiter(separator).has_headers(false).from_writer(Vec::new());
        let columns: Vec<&str> = COLUMNS.split(", ").collect();
        let written =
            writer.write_record(columns).and_then(|()| self.rows.iter().try_for_each(|row| writer.serialize(row)));
        written.map_err(|e| e.to_string())?;
        writer.into_inner().map_err(|e| e.to_string())
    }

    /// The players with a row each, in the order of their first row: the name that people read, and the id.
    pub fn players(&self) -> Vec<&Row> {
        let mut known = HashSet::new();
        self.rows.iter().filter(|row| known.insert(&*row.player)).collect()
    }

    /// The row of a player in a contest, if there is one: what was handed in for it, or else what counts in the last contest before it.
    /// `contests` are the contests up to this one, in order.
    pub fn entered(&self, player: &str, contests: &[String]) -> Option<&Row> {
        let (this, before) = contests.split_last()?;
        let row = |contest: &str, is_wanted: fn(Status) -> bool| {
            self.rows.iter().find(|row| row.player == player && row.contest == contest && is_wanted(row.status))
        };
        let earlier = || before.iter().rev().find_map(|contest| row(contest, |status| status == Status::Counts));
        row(this, |status| status != Status::Replaced).or_else(earlier)
    }

    /// The next version of a player.
    pub fn next_version(&self, player: &str) -> u32 {
        self.rows.iter().filter(|row| row.player == player).map(|row| row.version).max().unwrap_or(0) + 1
    }

    /// A row of the team with this name or id, which hands something in for a contest. An id is that of one team, but a platform may give
    /// a team another one for each contest: so a name is enough where the team handed in nothing for this contest, or has no id.
    ///
    /// # Errors
    /// The name of the player that a new team gets, none for which `is_taken` is true.
    pub fn team(&self, name: &str, id: &str, contest: &str, is_taken: impl Fn(&str) -> bool) -> Result<&Row, String> {
        let is_same = |row: &&Row| {
            row.name == name || row.player == name || !plain(name).is_empty() && plain(&row.name) == plain(name)
        };
        let is_here = |player: &str| self.rows.iter().any(|row| row.player == player && row.contest == contest);
        let by_id = self.rows.iter().find(|row| !id.is_empty() && row.id == id);
        let may_be = |row: &&Row| id.is_empty() || row.id.is_empty() || !is_here(&row.player);
        by_id.or_else(|| self.rows.iter().filter(is_same).find(may_be)).ok_or_else(|| {
            let own = slug(name);
            let is_free = |slug: &String| !is_taken(slug) && !self.rows.iter().any(|row| row.player == *slug);
            let of_id = (!id.is_empty()).then(|| slug(&format!("{name} {id}")));
            let numbered = (2..).map(|number| format!("{own}-{number}"));
            [own.clone()].into_iter().chain(of_id).chain(numbered).find(is_free).unwrap_or_default()
        })
    }
}

/// The columns of a roster, as they are written.
pub const COLUMNS: &str = "player, name, id, contest, version, file, submitted, late, sha256, status, reason";

/// A name in ASCII for commands and files: `Müller Anna` is `muller-anna`, `李 小明` is `li-xiao-ming`.
///
/// ```
/// assert_eq!(course::slug("Müller Anna"), "muller-anna");
/// assert_eq!(course::slug("李 小明"), "li-xiao-ming");
/// ```
pub fn slug(name: &str) -> String {
    let text = deunicode::deunicode(name).to_lowercase();
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let slug = words.collect::<Vec<_>>().join("-");
    let slug = match slug.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => slug,
        Some(_) => format!("team-{slug}"),
        None => "team".to_owned(),
    };
    slug.get(..MOST_SLUG).unwrap_or(&slug).trim_end_matches('-').to_owned()
}

/// Whether a text can be a slug, with a number that tells it from others.
fn is_slug(text: &str) -> bool {
    let is_of_slug = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    text.starts_with(|c: char| c.is_ascii_lowercase()) && text.bytes().all(is_of_slug) && text.len() <= 2 * MOST_SLUG
}

const MOST_SLUG: usize = 60;

/// A name as it is compared: without case, blanks and accents, as platforms shorten it.
fn plain(name: &str) -> String {
    deunicode::deunicode(name).to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect()
}

impl Row {
    /// The row of these fields, of which those that are missing are empty.
    fn read<'a>(field: impl Fn(&str) -> &'a str) -> Result<Row, String> {
        let text = |column: &str| field(column).to_owned();
        let number = |column: &str| match field(column) {
            "" => Ok(0),
            text => text.parse().map_err(|_| format!("{column}: '{}' is no whole number from 0", visible(text))),
        };
        let status = match field("status") {
            "" => Ok(Status::Missing),
            text => text.parse().map_err(|fault| format!("status: {fault}")),
        };
        Ok(Row {
            player: text("player"),
            name: text("name"),
            id: text("id"),
            contest: text("contest"),
            version: number("version")?,
            file: text("file"),
            submitted: text("submitted"),
            late: number("late")?,
            sha256: text("sha256"),
            status: status?,
            reason: text("reason"),
        })
    }

    /// The days that it is late in a contest: what was handed in for another one is in time.
    pub fn late_in(&self, contest: &str) -> u32 {
        if self.contest == contest { self.late } else { 0 }
    }

    /// What is wrong with it, if something is.
    pub fn fault(&self, contests: &[String]) -> Option<String> {
        let Row { player, name, id, contest, version, file, submitted, sha256, status, reason, .. } = self;
        if !is_slug(player) {
            return Some(format!("player: '{}' is not made of small letters, digits and hyphens", visible(player)));
        }
        if let Some(fault) = name_fault(name) {
            return Some(format!("name: '{}' {fault}", visible(name)));
        }
        for (column, text) in
            [("id", id), ("file", file), ("submitted", submitted), ("sha256", sha256), ("reason", reason)]
        {
            if let Some(fault) = text_fault(text).filter(|_| !text.is_empty()) {
                return Some(format!("{column}: '{}' {fault}", visible(text)));
            }
            if text.starts_with(['=', '+', '-', '@']) {
                return Some(format!("{column}: '{}' begins with a sign, which a spreadsheet computes", visible(text)));
            }
        }
        let has_files = *version > 0;
        if (*status == Status::Missing) == has_files {
            return Some(format!(
                "status {status} does not fit version {version}: a team without a version is missing"
            ));
        }
        if file.starts_with('/') || file.split('/').any(|part| part == "..") {
            return Some(format!("file: '{}' is not in the folder of the submission", visible(file)));
        }
        if !submitted.is_empty() && crate::utc(submitted).is_none() {
            return Some(format!("submitted: '{submitted}' is no time, such as 2026-03-01T23:59:00Z"));
        }
        let is_known = contests.iter().any(|known| known == contest);
        (has_files && !is_known).then(|| {
            format!("contest: '{}' is not in course.toml; its contests are {}", visible(contest), contests.join(", "))
        })
    }
}

/// Why two rows cannot both be there.
fn clash(rows: &[Row], row: &Row) -> Option<String> {
    rows.iter().find_map(|other| {
        if other.player != row.player {
            return (!row.id.is_empty() && row.id == other.id)
                .then(|| format!("id: {} and {} have the same id '{}'", other.player, row.player, visible(&row.id)));
        }
        if other.name != row.name {
            return Some(format!("{}: its rows have different names", row.player));
        }
        if (&other.contest, other.version) == (&row.contest, row.version) {
            return Some(format!("{}: version {} is there twice", row.player, row.version));
        }
        let both_play = [other, row].iter().all(|one| !matches!(one.status, Status::Replaced | Status::Missing));
        (other.contest == row.contest && both_play)
            .then(|| format!("{}: two versions count in {}; one is to be `replaced`", row.player, row.contest))
    })
}

/// What the reader says, with the line.
fn told(e: &csv::Error) -> String {
    let line = e.position().map_or(0, csv::Position::line);
    match e.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("line {line}: it has {len} fields, and the header {expected_len}")
        }
        _ => e.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn contests() -> Vec<String> {
        ["first", "final"].map(str::to_owned).to_vec()
    }

    #[test]
    fn rows_that_are_wrong_are_named_by_their_lines() {
        let head = "player,name,id,contest,version,file,submitted,late,sha256,status,reason\n";
        let good = "anna,Anna Müller,7,first,1,,2026-03-01T10:00:00Z,0,ab,counts,\n";
        for (row, wanted) in [
            ("Anna B,x,,first,1,,,0,,counts,", "player: 'Anna B' is not made of small letters, digits and hyphens"),
            ("b,=1+1,,first,1,,,0,,counts,", "name: '=1+1' does not begin with a letter or a digit, or has a backtick"),
            ("b,B,7,first,1,,,0,,counts,", "id: anna and b have the same id '7'"),
            ("b,B,,third,1,,,0,,counts,", "contest: 'third' is not in course.toml; its contests are first, final"),
            ("b,B,,first,1,,yesterday,0,,counts,", "submitted: 'yesterday' is no time, such as 2026-03-01T23:59:00Z"),
            ("b,B,,first,0,,,0,,counts,", "status counts does not fit version 0: a team without a version is missing"),
            ("anna,Anna Müller,7,first,2,,,0,,counts,", "anna: two versions count in first; one is to be `replaced`"),
            ("anna,Anna,7,first,2,,,0,,replaced,", "anna: its rows have different names"),
            ("b,B,,first,1,,,soon,,counts,", "late: 'soon' is no whole number from 0"),
            (
                "b,B,,first,1,,,0,,ok,",
                "status: 'ok' is not one of counts, replaced, disqualified, withdrawn, excused, missing",
            ),
            ("b,B,,first,1,,0", "it has 7 fields, and the header 11"),
            ("b,B,,first,1,../x.py,,0,,counts,", "file: '../x.py' is not in the folder of the submission"),
        ] {
            let fault = Roster::read(&format!("{head}{good}{row}\n"), &contests()).unwrap_err();
            assert_eq!(fault, format!("line 3: {wanted}"));
        }
        let roster =
            Roster::read(&format!("\u{feff}{}", format!("{head}{good}").replace(',', ";")), &contests()).unwrap();
        assert_eq!(String::from_utf8(roster.text().unwrap()).unwrap(), format!("{head}{good}").replace(',', ";"));
    }

    #[test]
    fn what_counts_in_a_contest_is_the_last_that_was_handed_in() {
        let row = |contest: &str, version, status| Row {
            player: "anna".into(),
            name: "Anna".into(),
            contest: contest.into(),
            version,
            status,
            ..Row::read(|_| "").unwrap()
        };
        let (counts, replaced) = (Status::Counts, Status::Replaced);
        let rows = vec![row("first", 1, replaced), row("first", 2, counts)];
        let excused = Roster { rows: vec![row("first", 1, Status::Excused)], separator: b',' };
        assert_eq!(excused.entered("anna", &contests()), None, "it is excused in the first contest alone");
        let roster = Roster { rows, separator: b',' };
        let entered = |roster: &Roster, contests: &[String]| roster.entered("anna", contests).map(|row| row.version);
        assert_eq!((entered(&roster, &contests()[..1]), entered(&roster, &contests())), (Some(2), Some(2)));
        let roster = Roster { rows: [roster.rows, vec![row("final", 3, counts)]].concat(), separator: b',' };
        assert_eq!((entered(&roster, &contests()[..1]), entered(&roster, &contests())), (Some(2), Some(3)));
        assert_eq!(roster.next_version("anna"), 4);
    }

    #[test]
    fn a_team_is_known_by_its_id_or_its_name() {
        let head = "player,name,id,contest,version,status\n";
        let rows = "muller-anna,Müller Anna,7,first,1,counts\nfinn,Finn,,,,\n";
        let roster = Roster::read(&format!("{head}{rows}"), &contests()).unwrap();
        let team = |name: &str, id: &str, contest: &str| {
            let found = roster.team(name, id, contest, |slug| slug == "rao");
            found.map_or_else(|new| format!("new {new}"), |row| row.player.clone())
        };
        for (name, id, contest, wanted) in [
            ("mulleranna", "7", "first", "muller-anna"),
            ("Muller Anna", "", "first", "muller-anna"),
            // Another person of the same name, and the same with the id of another contest.
            ("Müller Anna", "8", "first", "new muller-anna-8"),
            ("Müller Anna", "8", "final", "muller-anna"),
            ("Finn", "9", "first", "finn"),
            ("Rao", "", "first", "new rao-2"),
            ("Rao", "5", "first", "new rao-5"),
        ] {
            assert_eq!(team(name, id, contest), wanted, "{name} {id} {contest}");
        }
    }

    proptest! {
        #[test]
        fn any_name_has_a_slug_that_is_its_own(name in "\\PC{0,40}", id in "[0-9]{0,5}") {
            let own = slug(&name);
            prop_assert_eq!(&slug(&own), &own);
            prop_assert!(own.len() <= MOST_SLUG && is_slug(&own));
            let found = Roster::default().team(&name, &id, "first", |_| false).unwrap_err();
            prop_assert_eq!(found, own);
        }

        #[test]
        fn any_text_is_a_roster_or_a_sentence(text in "(player,name,status\n)?(\\PC{0,20}[,;\n\"]){0,12}") {
            if let Err(fault) = Roster::read(&text, &contests()) {
                prop_assert!(!fault.is_empty());
            }
        }
    }
}
