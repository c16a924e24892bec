//! Who handed in what, by the names that learning platforms give to the files that they hand out.

use crate::archive::{Archive, is_zip};
use std::collections::BTreeMap;

/// What one team handed in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submission {
    /// The name of the team, as the platform or the file has it.
    pub name: String,
    /// What the platform calls the team; empty if it does not say.
    pub id: String,
    /// When it was handed in, in UTC, if it is known.
    pub submitted: Option<String>,
    /// Whether the platform says that it is late.
    pub is_late: bool,
    /// The entries of the archive, and their paths in the submission.
    pub entries: Vec<(usize, String)>,
}

/// What a path says: the team, its id, when it was handed in, whether it is late, and the path in the submission. The path is empty in what
/// the platform adds itself.
#[derive(Default)]
struct Named<'a> {
    name: &'a str,
    id: &'a str,
    submitted: Option<String>,
    is_late: bool,
    path: String,
}

/// How a platform names a file.
type Platform = for<'a> fn(&'a str) -> Option<Named<'a>>;

/// The submissions in an archive that is called `name`, and the files that belong to none.
///
/// - Moodle: `Anna Müller_12345_assignsubmission_file_/player.py`, or the same with an underscore in place of the slash
/// - Blackboard: `Assignment_annam_attempt_2026-03-01-12-30-00_player.py`; each attempt is a submission
/// - Canvas: `mulleranna_LATE_12345_67890_player.py`
/// - a folder that has folders and zips alone: each of them
/// - else it is one submission
///
/// The first of them that names some file is taken.
pub fn submissions(archive: &Archive, name: &str, is_folder: bool) -> (Vec<Submission>, Vec<String>) {
    let paths: Vec<&str> = archive.entries.iter().map(|entry| &*entry.path).collect();
    // Of names such as those of Canvas, all are such: others have them, too.
    let platforms: [(Platform, bool); 3] = [(moodle, false), (blackboard, false), (canvas, true)];
    let by_platform = platforms.into_iter().find(|(platform, of_all)| {
        let named = paths.iter().filter(|path| platform(path).is_some()).count();
        named > 0 && (!of_all || named == paths.len())
    });
    if let Some((platform, _)) = by_platform {
        return grouped(archive, platform);
    }
    let has_parts = paths.iter().all(|path| path.contains('/') || is_zip(path));
    if is_folder && has_parts {
        return grouped(archive, part);
    }
    let entries = paths.iter().enumerate().map(|(entry, path)| (entry, (*path).to_owned())).collect();
    (vec![Submission { name: name.to_owned(), entries, ..Submission::default() }], Vec::new())
}

fn grouped(archive: &Archive, platform: Platform) -> (Vec<Submission>, Vec<String>) {
    let (mut found, mut others) = (BTreeMap::<(String, String, String), Submission>::new(), Vec::new());
    for (index, entry) in archive.entries.iter().enumerate() {
        let Some(Named { name, id, submitted, is_late, path }) = platform(&entry.path) else {
            others.push(entry.path.clone());
            continue;
        };
        // Each attempt is a submission.
        let attempt = submitted.clone().unwrap_or_default();
        let (name, id) = (name.to_owned(), id.to_owned());
        let key = (name.clone(), id.clone(), attempt);
        let own = found.entry(key).or_insert_with(|| Submission { name, id, ..Submission::default() });
        own.is_late |= is_late;
        // Of several files the time of the last one.
        own.submitted = own.submitted.take().max(submitted.or_else(|| entry.modified.clone()));
        if !path.is_empty() {
            own.entries.push((index, path));
        }
    }
    (found.into_values().collect(), others)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn moodle(path: &str) -> Option<Named<'_>> {
    let (owner, rest) = path.split_once("_assignsubmission_")?;
    let (name, id) = owner.rsplit_once('_')?;
    // `file_/player.py`, `file_player.py`, and `onlinetext_…`, which is no file.
    let path = rest.strip_prefix("file").map(|rest| rest.trim_start_matches('_').trim_start_matches('/').to_owned());
    let is_named = is_number(id) && !name.is_empty() && !name.contains('/');
    is_named.then(|| Named { name, id, path: path.unwrap_or_default(), ..Named::default() })
}

fn blackboard(path: &str) -> Option<Named<'_>> {
    let (owner, rest) = path.split_once("_attempt_")?;
    let (_, name) = owner.rsplit_once('_')?;
    let (time, path) = (rest.get(..19)?, rest.get(19..)?);
    let parts: Vec<&str> = time.split('-').collect();
    let is_time = parts.len() == 6 && parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    let submitted = format!("{}T{}Z", parts.get(..3)?.join("-"), parts.get(3..6)?.join(":"));
    // What the platform says of the attempt is in a text beside the files.
    let path = path.strip_prefix('_').unwrap_or_default().to_owned();
    let is_named = is_time && !name.is_empty() && !owner.contains('/');
    is_named.then_some(Named { name, id: name, submitted: Some(submitted), is_late: false, path })
}

fn canvas(path: &str) -> Option<Named<'_>> {
    let (name, rest) = path.split_once('_')?;
    let (is_late, rest) = match rest.strip_prefix("LATE_").or_else(|| rest.strip_prefix("late_")) {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let (id, rest) = rest.split_once('_')?;
    let (attempt, file) = rest.split_once('_')?;
    let is_named = is_number(id) && is_number(attempt) && !file.is_empty() && !path.contains('/') && !name.is_empty();
    is_named.then(|| Named { name, id, submitted: None, is_late, path: without_number(file) })
}

/// The name of a file without the number that Canvas adds when it is handed in again: `player.py` of `player-1.py`.
fn without_number(file: &str) -> String {
    let (stem, ending) = file.rsplit_once('.').unwrap_or((file, ""));
    match stem.rsplit_once('-') {
        Some((before, number))
            if !before.is_empty() && !ending.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            format!("{before}.{ending}")
        }
        _ => file.to_owned(),
    }
}

/// A folder or a zip in a folder.
fn part(path: &str) -> Option<Named<'_>> {
    let (name, inner) = match path.split_once('/') {
        Some((folder, inner)) => (folder, inner.to_owned()),
        None => (path.get(..path.len() - 4)?, path.to_owned()),
    };
    Some(Named { name, path: inner, ..Named::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Files;
    use std::io::{Cursor, Write};
    use zip::write::SimpleFileOptions;
    use zip::{CompressionMethod, ZipWriter};

    fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (path, bytes) in files {
            zip.start_file(*path, SimpleFileOptions::default().compression_method(CompressionMethod::Deflated))
                .unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    /// The names, ids, days and paths of what is found in a zip.
    fn found(files: &[&str]) -> Vec<String> {
        let files: Vec<(&str, &[u8])> = files.iter().map(|path| (*path, &b"x"[..])).collect();
        let archive = Archive::of_zip(Cursor::new(zipped(&files))).unwrap();
        let (all, others) = submissions(&archive, "own", false);
        let told = |one: &Submission| {
            let paths: Vec<&str> = one.entries.iter().map(|(_, path)| &**path).collect();
            let late = if one.is_late { " late" } else { "" };
            format!("{} {}{late}: {}", one.name, one.id, paths.join(" "))
        };
        all.iter().map(told).chain(others.into_iter().map(|other| format!("other {other}"))).collect()
    }

    #[test]
    fn platforms_are_known_by_their_names() {
        assert_eq!(
            found(&[
                "Müller Anna_12345_assignsubmission_file_/player.py",
                "Müller Anna_12345_assignsubmission_file_/lib/a.py",
                "李 小明_12346_assignsubmission_file_player.py",
                "Li B_12347_assignsubmission_onlinetext_/onlinetext.html",
                "readme.txt",
            ]),
            ["Li B 12347: ", "Müller Anna 12345: lib/a.py player.py", "李 小明 12346: player.py", "other readme.txt"]
        );
        assert_eq!(
            found(&["mulleranna_LATE_12345_67890_player-2.py", "li_12346_67891_my-player.py"]),
            ["li 12346: my-player.py", "mulleranna 12345 late: player.py"]
        );
        assert_eq!(
            found(&[
                "Players_annam_attempt_2026-03-01-12-30-00.txt",
                "Players_annam_attempt_2026-03-01-12-30-00_player.py",
                "Players_annam_attempt_2026-03-02-09-00-00_player.py",
            ]),
            ["annam annam: player.py", "annam annam: player.py"]
        );
        assert_eq!(found(&["src/player.py", "src/lib.py"]), ["own : src/lib.py src/player.py"]);
        assert_eq!(found(&["my_player.py", "a_1_2_b.py"]), ["own : a_1_2_b.py my_player.py"]);
    }

    fn files(bytes: Vec<u8>) -> Result<Files, String> {
        let mut archive = Archive::of_zip(Cursor::new(bytes))?;
        let (all, _) = submissions(&archive, "own", false);
        Files::of(&mut archive, &all[0].entries)
    }

    #[test]
    fn archives_that_are_no_submission_are_refused_by_name() {
        let bomb = zipped(&[("player.py", &vec![b' '; 60 << 20][..])]);
        assert!(bomb.len() < 100_000);
        let nested = zipped(&[("b.zip", &zipped(&[("c.zip", b"x")])[..])]);
        for (bytes, wanted) in [
            (bomb, "its files have more than 50 MB"),
            (nested, "b.zip: it has an archive in it, c.zip"),
            (zipped(&[("a.py", b"x"), ("b.zip", b"x")]), "b.zip: it is an archive beside other files"),
            (zipped(&[("../a.py", b"x")]), "../a.py: its path leads outside of the folder"),
            (zipped(&[("/etc/a.py", b"x")]), "/etc/a.py: its path leads outside of the folder"),
            (zipped(&[("C:/a.py", b"x")]), "C:/a.py: its path leads outside of the folder"),
            (zipped(&[("a\n.py", b"x")]), "a\\u000a.py: its name has a character that is not shown, or is too long"),
            (zipped(&[("__MACOSX/a.py", b"x")]), "it has no file"),
            (b"no zip".to_vec(), "it is no zip that can be read: invalid Zip archive: Could not find EOCD"),
        ] {
            assert_eq!(files(bytes).unwrap_err(), wanted);
        }
        let mut link = ZipWriter::new(Cursor::new(Vec::new()));
        link.add_symlink("player.py", "/etc/passwd", SimpleFileOptions::default()).unwrap();
        assert_eq!(files(link.finish().unwrap().into_inner()).unwrap_err(), "player.py: it is a link");
    }

    #[test]
    fn a_zip_in_a_zip_and_a_folder_around_all_are_opened() {
        let inner = zipped(&[("work/player.py", b"print()"), ("work/lib/a.py", b"#!x"), ("work/.DS_Store", b"x")]);
        let own = files(zipped(&[("upload.zip", &inner[..])])).unwrap();
        assert_eq!(own.0.iter().map(|(path, _)| &**path).collect::<Vec<_>>(), ["lib/a.py", "player.py"]);
        assert_eq!(own.sha256(), files(inner).unwrap().sha256());
        let folder = tempfile::tempdir().unwrap();
        let to = folder.path().join("anna/v1");
        own.write(&to).unwrap();
        assert_eq!(std::fs::read(to.join("player.py")).unwrap(), b"print()");
        own.write(&to).unwrap();
        // The same from the folder.
        let mut archive = Archive::open(folder.path()).unwrap();
        let (all, _) = submissions(&archive, "own", true);
        assert_eq!((all.len(), &*all[0].name), (1, "anna"));
        assert_eq!(Files::of(&mut archive, &all[0].entries).unwrap(), own);
    }
}
