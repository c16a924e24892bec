use super::*;
use proptest::prelude::*;
use rustix::fs::{CWD, FileType, Mode, mknodat};
use std::os::unix::{fs::symlink, net::UnixListener};

/// Everything that is no regular file, by name, beside a file `precious`.
const OTHERS: [&str; 7] = ["link", "device-link", "nowhere", "folder-link", "pipe", "socket", "folder"];

/// Puts them into a folder.
fn fill(folder: &Path, precious: &Path) -> UnixListener {
    symlink(precious, folder.join("link")).unwrap();
    symlink("/dev/zero", folder.join("device-link")).unwrap();
    symlink(folder.join("new"), folder.join("nowhere")).unwrap();
    symlink(folder.join("folder"), folder.join("folder-link")).unwrap();
    mknodat(CWD, folder.join("pipe"), FileType::Fifo, Mode::from_raw_mode(0o600), 0).unwrap();
    fs::create_dir(folder.join("folder")).unwrap();
    UnixListener::bind(folder.join("socket")).unwrap()
}

/// Every way in which a file is used.
fn uses(path: &Path) -> Vec<(&'static str, io::Result<()>)> {
    let other = path.with_file_name("other");
    fs::write(&other, "").unwrap();
    vec![
        ("open", open(path).map(drop)),
        ("read", read(path, 10).map(drop)),
        ("edit", edit(path).map(drop)),
        ("append", append(path).map(drop)),
        ("rename from", rename(path, &other)),
        ("rename to", rename(&other, path)),
        ("replace", Place::of(path).and_then(|place| place.replace_by("other".as_ref()))),
    ]
}

#[test]
fn nothing_but_a_regular_file_is_used() {
    let (folder, home) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let precious = home.path().join("precious");
    fs::write(&precious, "precious").unwrap();
    let _socket = fill(folder.path(), &precious);
    for name in OTHERS {
        for (what, used) in uses(&folder.path().join(name)) {
            let error = used.expect_err(&format!("{what} {name}"));
            assert!(is_refused(&error) && error.to_string().starts_with("it is a "), "{what} {name}: {error}");
        }
    }
    assert_eq!(fs::read_to_string(&precious).unwrap(), "precious");
    assert!(!exists(&folder.path().join("new")));

    // Removing a link removes the link.
    for name in OTHERS.iter().filter(|name| **name != "folder") {
        remove(&folder.path().join(name)).unwrap();
    }
    assert_eq!(names(home.path()).unwrap(), ["precious"]);
    assert_eq!(names(folder.path()).unwrap(), ["folder", "other"]);
}

#[test]
fn a_folder_in_a_results_folder_is_no_link_and_the_folder_itself_may_be_one() {
    let (folder, home) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for name in ["precious", "other"] {
        fs::write(home.path().join(name), "precious").unwrap();
    }
    symlink(folder.path(), home.path().join("given")).unwrap();
    let given = home.path().join("given");
    fs::create_dir(folder.path().join(EXTENSION)).unwrap();
    for inner in INNER.map(PathBuf::from).into_iter().filter(|inner| *inner != *EXTENSION) {
        for inner in [inner.clone(), Path::new(EXTENSION).join(inner)] {
            let inner = given.join(inner);
            symlink(home.path(), &inner).unwrap();
            let path = inner.join("precious");
            for (what, used) in uses(&path) {
                let error = used.expect_err(what);
                assert!(is_refused(&error) && error.to_string().contains("is a symbolic link"), "{what}: {error}");
            }
            for refused in [remove(&path), make_folder(&inner), names(&inner).map(drop), remove_folder(&inner)] {
                refused.unwrap_err();
            }
            remove(&inner).unwrap();
            make_folder(&inner).unwrap();
            drop(edit(&path).unwrap());
            assert_eq!(names(&inner).unwrap(), ["precious"]);
            remove(&path).unwrap();
            remove_folder(&inner).unwrap();
        }
    }
    assert_eq!(fs::read_to_string(home.path().join("precious")).unwrap(), "precious");
    assert_eq!(names(folder.path()).unwrap(), [EXTENSION]);
}

#[test]
fn a_file_with_two_names_is_read_and_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    fs::write(&one, "text").unwrap();
    fs::hard_link(&one, &two).unwrap();
    for written in [edit(&two), append(&two)] {
        assert!(written.unwrap_err().to_string().contains("hard link"));
    }
    assert_eq!(read(&two, 4).unwrap(), b"text");
    assert_eq!(read(&two, 3).unwrap_err().to_string(), "it holds more than 3 bytes");
}

#[test]
fn a_person_may_name_a_link_that_is_not_in_a_results_folder() {
    let folder = tempfile::tempdir().unwrap();
    let [file, link, results] = ["file", "link", SUMMARY].map(|name| folder.path().join(name));
    assert_eq!(named(&file).unwrap(), file, "it need not exist");
    fs::write(&file, "text").unwrap();
    symlink("file", &link).unwrap();
    assert_eq!(named(&link).unwrap(), file.canonicalize().unwrap());
    symlink("file", &results).unwrap();
    assert_eq!(named(&results).unwrap(), file.canonicalize().unwrap(), "nothing else shows that there are results");
    assert!(named(&link).unwrap_err().to_string().contains("results folder"));
}

/// The lengths of the rows of a text, by the plain definition.
fn row_lengths(text: &str) -> Vec<usize> {
    let (mut rows, mut length, mut is_quoted, mut previous) = (Vec::new(), 0, false, '\n');
    for byte in text.chars() {
        length += 1;
        if byte == '"' {
            is_quoted = !is_quoted && matches!(previous, ',' | '\n' | '"');
        } else if byte == '\n' && !is_quoted {
            rows.push(length - 1);
            length = 0;
        }
        previous = byte;
    }
    rows.push(length);
    rows
}

proptest! {
    /// However the bytes arrive, a row is as long as it is.
    #[test]
    fn a_row_is_as_long_as_it_is(text in "[a,\"\n]{0,40}", cuts in prop::collection::vec(1..9usize, 1..40)) {
        let mut rows = BoundedRows::new(text.as_bytes());
        let (mut buffer, mut longest) = ([0; 8], 0);
        for cut in cuts.into_iter().cycle().take(80) {
            let length = rows.read(&mut buffer[..cut.min(8)]).unwrap();
            longest = longest.max(rows.length);
            if length == 0 {
                break;
            }
        }
        prop_assert!(longest <= row_lengths(&text).into_iter().max().unwrap());
        prop_assert_eq!(rows.length, *row_lengths(&text).last().unwrap());
        prop_assert_eq!(rows.breaks, text.len() - text.trim_end_matches('\n').len());
    }
}

#[test]
fn a_row_without_end_is_an_error() {
    let (zeros, open) = (vec![0; 2 * MOST_ROW], [b"\"".to_vec(), b"a\n".repeat(MOST_ROW)].concat());
    for endless in [zeros, open, b"\r\n".repeat(MOST_ROW)] {
        assert!(is_refused(&BoundedRows::new(&*endless).read_to_end(&mut Vec::new()).unwrap_err()));
    }
    let rows = b"\"a\n\",b\n".repeat(MOST_ROW);
    assert_eq!(BoundedRows::new(&*rows).read_to_end(&mut Vec::new()).unwrap(), rows.len());
}
