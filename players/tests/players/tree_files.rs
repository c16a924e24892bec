//! Reading strategy trees, and the player of a tree file.

use crate::small_tree::{CSV, JSON, briefing, by_hand, size};
use players::{
    PlayerNameError, find,
    tree::{Tree, TreeFile},
};
use proptest::{prelude::*, sample::Index};
use scsa::{Code, Feedback, Rng, Turn};
use std::{fs, path::Path};

#[test]
fn order_and_optional_columns_do_not_matter() {
    for text in [
        CSV,
        "history,guess\n|R|WW,21\n|R,AB\n|,bb\n,11\n",
        "\u{feff}max,guess,history\r\nany,11,\r\n,22,|\r\n7,12,|R\r\n,21,|R|WW\r\n",
    ] {
        assert_eq!(Tree::from_csv(text.as_bytes()), Ok(by_hand()), "{text}");
    }
    for text in [
        JSON,
        r#"{"next":{"R":{"next":{"WW":{"guess":"BA","next":{}}},"guess":"ab"},"":{"guess":"22"}},"guess":"11"}"#,
        "\u{feff} {\"guess\":\"11\",\"next\":{\"\":{\"guess\":\"22\"},\n\"R\":{\"max\":1e9,\"guess\":\"12\",\"next\":{\"WW\":{\"guess\":\"21\"}}}},\"size\":\"2x2\"}\n",
    ] {
        assert_eq!(Tree::from_json(text.as_bytes()), Ok(by_hand()), "{text}");
    }
}

#[test]
fn errors_in_csv_are_one_line() {
    let rows = |rows: &str| format!("history,guess\n{rows}");
    let sized = |size: &str, rows: &str| {
        let rows: Vec<String> = rows.lines().map(|row| format!("{row},{size}\n")).collect();
        format!("history,guess,size\n{}", rows.concat())
    };
    let whole = ",11\n|,22\n|R,12\n|R|WW,21\n";
    for (text, wanted) in [
        (String::new(), "it has no column \"history\""),
        ("history\n".to_owned(), "it has no column \"guess\""),
        ("history,guess,gess\n".to_owned(), "the column \"gess\" is unknown; some of history,guess,count,total,"),
        ("history,guess,guess\n".to_owned(), "the column \"guess\" is there twice"),
        (rows(""), "at the first guess: a guess is missing"),
        (rows(",11\n|R\n"), "it is no CSV: CSV error: record 2 (line: 3, byte: 18): found record with 1 fields"),
        ("history,guess\n\u{0},\u{1}\n".to_owned(), "line 2: \"\\0\" is no history; one such as |RW|W was expected"),
        (rows(",11\n|WR,22\n"), "line 3: \"|WR\" is no history"),
        (rows(",11\n|,2x\n"), "after |: \"2x\" is no code; one was expected in digits, as 1122, or letters, as AABB"),
        (rows(",\n"), "at the first guess: \"\" is no code"),
        (rows(",11\n|,222\n"), "after |: the guess 222 is no code of 2x2; one up to 22 was expected"),
        (sized("2x2", ",11\n|,33\n"), "after |: the guess 33 is no code of 2x2; one up to 22 was expected"),
        (sized("2y2", ",11\n"), "line 2: \"2y2\": a size is pegs x colors"),
        (sized("9x9", ",111111111\n"), "its size 9x9 has more than 2000000 codes, too many for a tree"),
        (rows(&(sized("2x2", whole) + "|R,12,3x2\n")), "it is no CSV"),
        (sized("2x2", whole) + "|R,12,3x2\n", "line 6: the size is 3x2, that of the rows before 2x2"),
        (rows(&(whole.to_owned() + "|R,12\n")), "after |R: a second guess"),
        (rows(&(whole.to_owned() + "|RR,12\n")), "after |RR: a guess after the game is won"),
        (rows(&(whole.to_owned() + "|R|RR,12\n")), "after |R|RR: a guess after the game is won"),
        (rows(&(whole.to_owned() + "|W,12\n")), "after |W: no secret of 2x2 gives these responses"),
        (rows(&(whole.to_owned() + "|RW,12\n")), "after |RW: no secret of 2x2 gives these responses"),
        (rows(&(whole.to_owned() + "|RRW,12\n")), "after |RRW: no secret of 2x2 gives these responses"),
        (rows(&(whole.to_owned() + "|WWWWW,12\n")), "after |WWWWW: no secret of 2x2 gives these responses"),
        (rows(&(whole.to_owned() + "|R|R,12\n")), "after |R|R: no secret of 2x2 gives these responses"),
        (rows(",11\n|,22\n|R|WW,21\n"), "after |R: a guess is missing"),
        (
            rows(",11\n|,22\n|R,12\n"),
            "after |R: a guess for the response 'WW' is missing, so that the secret 21 is never guessed",
        ),
        (
            sized("2x2", ",11\n|,11\n|R,12\n|R|WW,21\n"),
            "after |: a guess for the response '' is missing, so that the secret 22 is never guessed",
        ),
        (rows(&format!(",11\n{},22\n", "|".repeat(250))), "line 3: a game of more than 250 guesses"),
    ] {
        let line = Tree::from_csv(text.as_bytes()).unwrap_err().to_string();
        assert!(line.starts_with(wanted) && !line.contains('\n'), "{text:?}: {line}");
    }
    assert!(Tree::from_csv(b"history,guess\n\xff,11\n").unwrap_err().to_string().contains("invalid UTF-8"));
}

#[test]
fn errors_in_json_are_one_line() {
    for (text, wanted) in [
        ("", "EOF while parsing a value at line 1 column 0"),
        ("history,guess\n", "expected value at line 1 column 1"),
        ("[]", "invalid type: sequence, expected an object with a guess at line 1"),
        (r#"{"guess":"1"} x"#, "trailing characters at line 1 column 15"),
        (r#"{"guess":["1"]}"#, "invalid type: sequence, expected a string"),
        (r#"{"guess":"1","next":[]}"#, "invalid type: sequence, expected an object with a situation for each response"),
        (r#"{"guess":"1","gess":"2"}"#, "unknown field `gess`, expected one of `guess`, `count`"),
        (r#"{"guess":"12","next":{"WW":{"size":"2x2"}}}"#, "unknown field `size`"),
        (r#"{"guess":"12","count":"many"}"#, "invalid type: string \"many\", expected f64"),
        (r#"{"guess":"1","size":"1x0"}"#, "the colors must be 1 to 26"),
        (r#"{"guess":"12","next":{"x":{}}}"#, "at the first guess: \"x\" is no response; an R for each black peg"),
        (r#"{"guess":"12","next":{"R":{"guess":"0"}}}"#, "after |R: \"0\" is no code; one was expected in digits"),
        (r#"{"guess":"12","next":{"R":{"guess":"11"},"R":{}}}"#, "after |R: a second guess"),
        (r#"{"guess":"12","guess":"12"}"#, "duplicate field `guess` at line 1 column 21"),
        (r#"{"next":{"R":{}},"next":{}}"#, "duplicate field `next`"),
        (r#"{"next":{},"next":{"R":{}}}"#, "duplicate field `next`"),
        (r#"{"size":"2x2","size":"2x2"}"#, "duplicate field `size`"),
        (r#"{"guess":"12","next":{"R":{"max":1,"max":1}}}"#, "duplicate field `max`"),
        (r#"{"next":{"R":{"guess":"11"}}}"#, "at the first guess: a guess is missing"),
        (r#"{"guess":"12","next":{"R":{}}}"#, "after |R: a guess is missing"),
        (r#"{"guess":"13","size":"2x2"}"#, "at the first guess: the guess 13 is no code of 2x2; one up to 22"),
        (r#"{"guess":"12","next":{"RR":{"guess":"12"}}}"#, "after |RR: a guess after the game is won"),
        (r#"{"guess":"12","next":{"":{"guess":"12"}}}"#, "after |: no secret of 2x2 gives these responses"),
        (
            r#"{"guess":"12","next":{"WW":{"guess":"21"}}}"#,
            "at the first guess: a guess for the response 'R' is missing, so that the secret 11 is never guessed",
        ),
    ] {
        let line = Tree::from_json(text.as_bytes()).unwrap_err().to_string();
        assert!(line.contains(wanted) && !line.contains('\n'), "{text}: {line}");
    }
}

#[test]
fn a_deep_text_does_not_overflow_the_stack() {
    let deep = |start: &str, depth: usize| Tree::from_json(start.repeat(depth).as_bytes()).unwrap_err().to_string();
    for (start, depth, wanted) in [
        (r#"{"guess":"11","next":{"":"#, 1_000_000, "a game of more than 250 guesses"),
        (r#"{"next":{"R":"#, 250, "a game of more than 250 guesses"),
        (r#"{"next":{"R":"#, 249, "EOF while parsing a value"),
        ("[", 1_000_000, "invalid type: sequence"),
        (r#"{"size":"#, 1_000_000, "invalid type: map"),
    ] {
        assert!(deep(start, depth).contains(wanted), "{start} {depth}: {}", deep(start, depth));
    }
    let row = "|R".repeat(100_000) + ",11\n";
    let line = Tree::from_csv(("history,guess\n".to_owned() + &row).as_bytes()).unwrap_err().to_string();
    assert_eq!(line, "line 2: a game of more than 250 guesses");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Reading damaged text gives a tree or an error.
    #[test]
    fn damaged_text_is_read_or_refused(text in "[|RW,\"{}:12\n a-z]{0,80}", cut in any::<Index>()) {
        for whole in [CSV, JSON] {
            let place = cut.index(whole.len());
            let damaged = format!("{}{text}{}", &whole[..place], &whole[place..]);
            for result in [Tree::from_csv(damaged.as_bytes()), Tree::from_json(damaged.as_bytes())] {
                if let Err(e) = result {
                    prop_assert!(!e.to_string().is_empty());
                }
            }
        }
    }
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    format!("tree:{}", path.display())
}

#[test]
fn a_file_is_played_at_its_size() {
    let folder = tempfile::tempdir().unwrap();
    let name = write(folder.path(), "hand.csv", CSV);
    let entry = find(&name).unwrap();
    assert_eq!((entry.name(), entry.usage()), (&*name, name.clone()));
    let refusal = entry.prepare(&briefing(size("2x3"))).unwrap_err();
    assert!(refusal.to_string().ends_with("hand.csv is for 2x2"), "{refusal}");
    assert_eq!(refusal.hint(), Some("choose the size 2x2"));

    let mut prepared = entry.prepare(&briefing(size("2x2"))).unwrap();
    let mut rng = Rng::new(1);
    // Guesses are legal after contradictory feedback, too.
    for secret in ["AA", "BA", "AB", "BB"].map(|text| text.parse::<Code>().unwrap()) {
        prepared.reset();
        let mut turns: Vec<Turn> = Vec::new();
        for _ in 0..5 {
            let guess = prepared.player().guess(&turns, &mut rng);
            assert!(size("2x2").is_legal(&guess));
            let feedback = if turns.len().is_multiple_of(2) { secret.feedback(&guess) } else { Feedback::new(1, 1) };
            turns.push(Turn { guess, feedback });
        }
    }
    // The entry contains the tree: it does not read the file again.
    fs::remove_file(name.trim_start_matches("tree:")).unwrap();
    assert!(entry.prepare(&briefing(size("2x2"))).is_ok());
    assert!(find(&name).is_err());
}

#[test]
fn files_without_a_tree_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let large = folder.path().join("large.json");
    fs::File::create(&large).unwrap().set_len(TreeFile::MAX_BYTES + 1).unwrap();
    let none = folder.path().join("none.csv").display().to_string();
    for (name, wanted) in [
        ("tree".to_owned(), "the player tree needs a FILE: tree:FILE".to_owned()),
        ("tree:".to_owned(), "'' is no FILE of tree: its name must end in .json or .csv".to_owned()),
        ("tree:x.dot".to_owned(), "'x.dot' is no FILE of tree: its name must end in .json or .csv".to_owned()),
        ("tree:a\u{7}.csv".to_owned(), "it has a control character in its name; rename the file".to_owned()),
        (format!("tree:{none}"), format!("'{none}' is no FILE of tree: it cannot be read: No such file")),
        (format!("tree:{}", large.display()), "it cannot be read: it holds more than 256 MB".to_owned()),
        (write(folder.path(), "csv.json", CSV), "it is no tree in JSON: expected value at line 1 column 1".to_owned()),
        (
            write(folder.path(), "cut.csv", &CSV[..CSV.len() - 28]),
            "a guess for the response 'WW' is missing".to_owned(),
        ),
    ] {
        let error = find(&name).unwrap_err();
        assert!(matches!(error, PlayerNameError::Parameter(_)));
        assert!(error.to_string().contains(&wanted), "{name}: {error}");
    }
}
