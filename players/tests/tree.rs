//! Strategy trees: tables, files, and the player of a file.

#![allow(clippy::unwrap_used)]

use players::{
    Briefing, Entry, Knowledge, NotFound, ROSTER, find,
    notation::Notation,
    tree::{Branch, Tree, TreeFile},
};
use proptest::{prelude::*, sample::Index};
use scsa::{Code, Feedback, Rng, Size, Turn};
use std::{fs, path::Path};

fn size(text: &str) -> Size {
    text.parse().unwrap()
}

fn briefing(size: Size) -> Briefing {
    Briefing { size, guess_limit: 100, codemaker: "insert-colors".to_owned(), knowledge: Knowledge::Nothing }
}

fn tree_of(player: &Entry, size: Size) -> Tree {
    Tree::of_player(&player.prepare(&briefing(size)).unwrap(), size).unwrap()
}

/// The tree of whoever chooses among the candidates.
fn grow(size: Size, candidates: &[Code], choose: &mut dyn FnMut(&[Code]) -> Code) -> Branch {
    let guess = choose(candidates);
    let wins = candidates.contains(&guess);
    let cell = |feedback: &Feedback| -> Vec<Code> {
        candidates.iter().copied().filter(|code| *code != guess && code.feedback(&guess) == *feedback).collect()
    };
    let cells: Vec<_> = Feedback::all(size.pegs()).map(|feedback| (feedback, cell(&feedback))).collect();
    let cells = cells.into_iter().filter(|(_, cell)| !cell.is_empty());
    let next = cells.map(|(feedback, cell)| (feedback, grow(size, &cell, choose))).collect();
    Branch::new(size.place(&guess) as u32, wins, next)
}

/// Lowest consistent code at 2x2, by hand: 11, then 22 if no 1 is in the code, else 12 and 21.
fn by_hand() -> Tree {
    let place = |text: &str| size("2x2").place(&text.parse().unwrap()) as u32;
    let last = |text: &str| Branch::new(place(text), true, Vec::new());
    let either = Branch::new(place("AB"), true, vec![(Feedback::new(0, 2), last("BA"))]);
    let next = vec![(Feedback::new(1, 0), either), (Feedback::new(0, 0), last("BB"))];
    Tree::new(size("2x2"), Branch::new(place("AA"), true, next))
}

const CSV: &str = "\
history,guess,count,total,average,max,size
,11,4,8,2.000000,3,2x2
|R,12,2,5,2.500000,3,2x2
|,22,1,2,2.000000,2,2x2
|R|WW,21,1,3,3.000000,3,2x2
";

const JSON: &str = r#"{"size":"2x2","guess":"11","count":4,"total":8,"average":2.000000,"max":3,"next":{
 "":{"guess":"22","count":1,"total":2,"average":2.000000,"max":2},
 "R":{"guess":"12","count":2,"total":5,"average":2.500000,"max":3,"next":{
  "WW":{"guess":"21","count":1,"total":3,"average":3.000000,"max":3}}}}}
"#;

const DOT: &str = r#"digraph "2x2" {
  node [shape=box];
  n0 [label="11\n4"];
  n0 -> n1 [label="|"];
  n1 [label="22\n1"];
  n0 -> n2 [label="|R"];
  n2 [label="12\n2"];
  n2 -> n3 [label="|WW"];
  n3 [label="21\n1"];
}
"#;

#[test]
fn a_small_tree_in_every_form() {
    let tree = by_hand();
    assert_eq!(tree, tree_of(&find("baseline-2").unwrap(), size("2x2")));
    assert_eq!((tree.lengths().by_guesses(), tree.lengths().total()), (&[1, 2, 1][..], 8));
    assert_eq!(tree.guesses(), [1, 2, 3, 2]);
    assert_eq!(tree.to_csv(Notation::Digits), CSV);
    assert_eq!(tree.to_json(Notation::Digits), JSON);
    assert_eq!(tree.to_dot(Notation::Digits), DOT);
    assert!(tree.to_csv(Notation::Letters).contains("\n|R|WW,BA,1,3,"));
}

#[test]
fn a_tree_is_read_from_any_order_with_any_columns() {
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
fn what_is_wrong_in_csv_is_said_in_one_line() {
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
        (rows(&(whole.to_owned() + "|R,12\n")), "after |R: a second guess, where one was expected"),
        (rows(&(whole.to_owned() + "|RR,12\n")), "after |RR: a guess, where the game is won"),
        (rows(&(whole.to_owned() + "|R|RR,12\n")), "after |R|RR: a guess, where the game is won"),
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
fn what_is_wrong_in_json_is_said_in_one_line() {
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
        (r#"{"guess":"12","next":{"R":{"guess":"11"},"R":{}}}"#, "after |R: a second guess, where one was expected"),
        (r#"{"guess":"12","guess":"12"}"#, "at the first guess: a second guess"),
        (r#"{"next":{"R":{}},"next":{}}"#, "duplicate field `next`"),
        (r#"{"next":{"R":{"guess":"11"}}}"#, "at the first guess: a guess is missing"),
        (r#"{"guess":"12","next":{"R":{}}}"#, "after |R: a guess is missing"),
        (r#"{"guess":"13","size":"2x2"}"#, "at the first guess: the guess 13 is no code of 2x2; one up to 22"),
        (r#"{"guess":"12","next":{"RR":{"guess":"12"}}}"#, "after |RR: a guess, where the game is won"),
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

/// The longest game that a file may hold is read: A is guessed again and again before B.
#[test]
fn the_longest_game_is_read() {
    let size = size("1x2");
    let last = Branch::new(1, true, Vec::new());
    let tree = Tree::new(
        size,
        (1..Tree::LONGEST)
            .fold(last, |next, left| Branch::new(0, left == Tree::LONGEST - 1, vec![(Feedback::new(0, 0), next)])),
    );
    assert_eq!((tree.lengths().worst(), tree.lengths().total()), (250, 251));
    assert_eq!(Tree::from_json(tree.to_json(Notation::Digits).as_bytes()), Ok(tree.clone()));
    assert_eq!(Tree::from_csv(tree.to_csv(Notation::Digits).as_bytes()), Ok(tree));
}

#[test]
fn trees_of_players_are_read_as_they_were_written_and_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut read = 0;
    for size in ["3x4", "2x12", "1x1", "4x3"].map(size) {
        for entry in ROSTER {
            let Ok(prepared) = entry.prepare(&briefing(size)) else { continue };
            let Ok(tree) = Tree::of_player(&prepared, size) else { continue };
            for notation in [Notation::of(size), Notation::Letters] {
                let (csv, json) = (tree.to_csv(notation), tree.to_json(notation));
                assert!(Tree::from_csv(csv.as_bytes()).as_ref() == Ok(&tree), "{} {size}", entry.name());
                assert!(Tree::from_json(json.as_bytes()).as_ref() == Ok(&tree), "{} {size}", entry.name());
                let path = folder.path().join(format!("{}-{size}-{notation:?}.JSON", entry.name()));
                fs::write(&path, json).unwrap();
                let again = find(&format!("tree:{}", path.display())).unwrap();
                assert!(tree_of(&again, size) == tree, "{} {size}", entry.name());
            }
            read += 1;
        }
    }
    assert!(read > 20, "{read}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Strategies that guess anything, if it is not useless.
    #[test]
    fn any_tree_is_read_as_it_was_written(pegs in 1..4usize, colors in 1..5usize, draws in proptest::collection::vec(any::<Index>(), 9)) {
        let size = Size::new(pegs, colors).unwrap();
        let codes: Vec<Code> = size.codes().collect();
        let mut draws = draws.iter().cycle();
        let mut choose = |candidates: &[Code]| {
            let wild = *draws.next().unwrap().get(&codes);
            let splits = candidates.iter().any(|code| code.feedback(&wild) != candidates[0].feedback(&wild));
            if splits { wild } else { candidates[0] }
        };
        let tree = Tree::new(size, grow(size, &codes, &mut choose));
        let read = [
            Tree::from_csv(tree.to_csv(Notation::Digits).as_bytes()),
            Tree::from_json(tree.to_json(Notation::Letters).as_bytes()),
        ];
        prop_assert_eq!(read, [Ok(tree.clone()), Ok(tree.clone())]);
        let guesses: u64 = tree.guesses().into_iter().map(u64::from).sum();
        prop_assert_eq!(guesses, tree.lengths().total());
        prop_assert_eq!(tree.table(1)[0].games, tree.root().games(0));
    }

    /// Whatever a file holds, reading it ends with a tree or a line.
    #[test]
    fn any_text_is_read_or_refused(text in "[|RW,\"{}:12\n a-z]{0,80}", cut in any::<Index>()) {
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

/// Knuth's strategy: the largest cell is as small as can be, then a consistent guess, then the lowest.
#[test]
fn the_table_of_knuths_strategy_is_the_published_one() {
    let size = size("4x6");
    let codes: Vec<Code> = size.codes().collect();
    let mut knuth = |candidates: &[Code]| {
        if let [only] = candidates {
            return *only;
        }
        let largest = |guess: &Code| {
            let mut cells = [0; Feedback::values(4)];
            candidates.iter().for_each(|code| cells[code.feedback(guess).index()] += 1);
            let wins = cells[Feedback::new(4, 0).index()] > 0;
            (cells.into_iter().max(), !wins)
        };
        *codes.iter().min_by_key(|guess| largest(guess)).unwrap()
    };
    let tree = Tree::new(size, grow(size, &codes, &mut knuth));
    let rows = tree.table(usize::MAX);
    // How the source orders rows of equal count is not known.
    let published = "\
        ,1122,1296,5801,4.48,5
        |,3345,256,1175,4.59,5
        |R,1344,256,1179,4.61,5
        |W,2344,256,1176,4.59,5
        |RW,1134,208,938,4.51,5
        |RR,1234,114,500,4.39,5
        |WW,2344,96,407,4.24,5
        ||RW,3636,46,217,4.72,5
        |R|W,3526,44,209,4.75,5
        |W|W,3516,44,209,4.75,5
        |R|RW,4524,42,198,4.71,5
        |W|RW,4514,42,198,4.71,5
        ||WW,6634,42,199,4.74,5
        |R|WW,3135,41,195,4.76,5
        |W|WW,3235,41,195,4.76,5
        ||RWW,3454,40,189,4.73,5
        |RW|W,2352,38,176,4.63,5
        |RWW,1213,36,145,4.03,5
        |RW|RWW,1315,34,160,4.71,5
        |R|R,3325,34,157,4.62,5
        |W|R,3315,34,157,4.62,5
        |RRW,1223,32,124,3.88,4
        |RW|RW,1516,32,147,4.59,5
        ||RR,3636,29,135,4.66,5";
    for (row, published) in rows.iter().zip(published.lines()) {
        let (games, guess) = (row.games, Notation::Digits.code(&row.guess));
        let (count, total, average, max) = (games.count, games.total, games.rounded(), games.max);
        assert_eq!(format!("{},{guess},{count},{total},{average},{max}", row.history), published.trim());
    }
    assert_eq!(rows.iter().filter(|row| row.games.count > 2).count(), 269);
    assert_eq!(tree.lengths().by_guesses()[4], 694);
}

#[test]
fn two_strategies_side_by_side() {
    let mut highest = |candidates: &[Code]| *candidates.last().unwrap();
    let size = size("2x2");
    let other = Tree::new(size, grow(size, &size.codes().collect::<Vec<_>>(), &mut highest));
    // 22 first, then 11 or 21 and 12.
    let differences = by_hand().against(&other, 1);
    let found: Vec<_> =
        differences.iter().map(|step| (step.guesses, step.secrets, step.examples[0].to_string())).collect();
    assert_eq!(found, [(-1, 2, "AA".to_owned()), (1, 2, "BA".to_owned())]);
    assert!(by_hand().against(&tree_of(&find("rao").unwrap(), "2x3".parse().unwrap()), 1).is_empty());
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    format!("tree:{}", path.display())
}

#[test]
fn a_file_is_a_player_at_its_size() {
    let folder = tempfile::tempdir().unwrap();
    let name = write(folder.path(), "hand.csv", CSV);
    let entry = find(&name).unwrap();
    assert_eq!((entry.name(), entry.usage()), (&*name, name.clone()));
    let refusal = entry.prepare(&briefing(size("2x3"))).unwrap_err();
    assert!(refusal.to_string().ends_with("hand.csv is for 2x2"), "{refusal}");
    assert_eq!(refusal.way_out(), Some("choose the size 2x2"));

    let mut prepared = entry.prepare(&briefing(size("2x2"))).unwrap();
    let mut rng = Rng::new(1);
    // Responses that contradict each other get a legal guess.
    for secret in ["AA", "BA", "AB", "BB"].map(|text| text.parse::<Code>().unwrap()) {
        prepared.player().start_round();
        let mut turns: Vec<Turn> = Vec::new();
        for _ in 0..5 {
            let guess = prepared.player().guess(&turns, &mut rng);
            assert!(size("2x2").admits(&guess));
            let feedback = if turns.len().is_multiple_of(2) { secret.feedback(&guess) } else { Feedback::new(1, 1) };
            turns.push(Turn { guess, feedback });
        }
    }
    // Whatever becomes of the file, this process has read it.
    fs::remove_file(name.trim_start_matches("tree:")).unwrap();
    assert_eq!(find(&name).unwrap().name(), name);
}

#[test]
fn files_that_hold_no_tree_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let large = folder.path().join("large.json");
    fs::File::create(&large).unwrap().set_len(TreeFile::LARGEST + 1).unwrap();
    let none = folder.path().join("none.csv").display().to_string();
    for (name, wanted) in [
        ("tree".to_owned(), "the player tree needs a FILE: tree:FILE".to_owned()),
        ("tree:".to_owned(), "'' is no FILE of tree: its name must end in .json or .csv".to_owned()),
        ("tree:x.dot".to_owned(), "'x.dot' is no FILE of tree: its name must end in .json or .csv".to_owned()),
        ("tree:a\u{7}.csv".to_owned(), "it has a control character in its name; rename the file".to_owned()),
        (format!("tree:{none}"), format!("'{none}' is no FILE of tree: it cannot be read: No such file")),
        (format!("tree:{}", large.display()), "it holds more than 256 MB".to_owned()),
        (write(folder.path(), "csv.json", CSV), "it is no tree in JSON: expected value at line 1 column 1".to_owned()),
        (
            write(folder.path(), "cut.csv", &CSV[..CSV.len() - 28]),
            "a guess for the response 'WW' is missing".to_owned(),
        ),
    ] {
        let error = find(&name).unwrap_err();
        assert!(matches!(error, NotFound::Setting(_)));
        assert!(error.to_string().contains(&wanted), "{name}: {error}");
    }
}
