//! Strategy trees: their formats and figures, reading them, and the player of a tree file; for all codes, or for the secrets of one
//! codemaker in any game.

use crate::{briefing, game_of, play};
use players::notation::Notation;
use players::tree::{Branch, Secrets, Tree, TreeFile, UncheckedTree};
use players::{PlayerNameError, ROSTER, find};
use scsa::algorithms::{InsertColors, Mystery2, OnlyOnce, TwoColorAlternating};
use scsa::{Code, Game, Response, Rng, support};
use std::{fs, path::Path};

const CSV: &str = "\
history,guess,count,total,average,max,game
,11,4,8,2.000000,3,2x2
|R,12,2,5,2.500000,3,2x2
|,22,1,2,2.000000,2,2x2
|R|WW,21,1,3,3.000000,3,2x2
";

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

const ALTERNATING: Secrets = Secrets::Of(&TwoColorAlternating);

const ALTERNATING_CSV: &str = "\
history,guess,count,total,average,max,game,secrets
,121,6,12,2.000000,3,3x3,two-color-alternating
|W,232,2,5,2.500000,3,3x3,two-color-alternating
|R,323,1,2,2.000000,2,3x3,two-color-alternating
|RR,131,1,2,2.000000,2,3x3,two-color-alternating
|WW,212,1,2,2.000000,2,3x3,two-color-alternating
|W|W,313,1,3,3.000000,3,3x3,two-color-alternating
";

/// Lowest consistent code at 2x2, by hand: 11, then 22 if no 1 is in the code, else 12 and 21.
fn by_hand() -> Tree {
    let rank = |text: &str| game_of("2x2").rank(&text.parse().unwrap()) as u32;
    let last = |text: &str| Branch::new(rank(text), true, Vec::new());
    let either = Branch::new(rank("AB"), true, vec![(Response::new(0, 2), last("BA"))]);
    let next = vec![(Response::new(1, 0), either), (Response::new(0, 0), last("BB"))];
    Tree::new(game_of("2x2"), Branch::new(rank("AA"), true, next))
}

fn code(text: &str) -> Code {
    text.parse().unwrap()
}

fn last(text: &str) -> UncheckedTree {
    UncheckedTree::new(code(text), Vec::new())
}

/// The six secrets of 3x3, by hand.
fn unchecked() -> UncheckedTree {
    let either = UncheckedTree::new(code("BCB"), vec![(Response::new(0, 1), last("CAC"))]);
    let next = [((2, 0), last("ACA")), ((0, 2), last("BAB")), ((1, 0), last("CBC")), ((0, 1), either)];
    UncheckedTree::new(code("ABA"), next.map(|((black, white), next)| (Response::new(black, white), next)).into())
}

fn lowest(game: Game, candidates: &[Code]) -> UncheckedTree {
    let guess = candidates[0];
    let part = |feedback: &Response| -> Vec<Code> {
        candidates[1..].iter().copied().filter(|code| game.answer(&guess, code) == *feedback).collect()
    };
    let parts = Response::all(guess.len()).map(|feedback| (feedback, part(&feedback)));
    let parts = parts.filter(|(_, part)| !part.is_empty());
    UncheckedTree::new(guess, parts.map(|(feedback, part)| (feedback, lowest(game, &part))).collect())
}

fn codes(secrets: Secrets, text: &str) -> Vec<Code> {
    let Secrets::Of(scsa) = secrets else { return game_of(text).codes().collect() };
    support(scsa, game_of(text), 2_000_000).unwrap().into_iter().map(|(code, _)| code).collect()
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    format!("tree:{}", path.display())
}

#[test]
fn a_small_tree_in_every_format() {
    let tree = by_hand();
    assert_eq!(tree, crate::tree("baseline-2", game_of("2x2")));
    assert_eq!((tree.lengths().by_guesses(), tree.lengths().total()), (&[1, 2, 1][..], 8));
    assert_eq!(tree.guesses(), [1, 2, 3, 2]);
    assert_eq!(tree.to_csv(Notation::Digits), CSV);
    assert_eq!(tree.to_dot(Notation::Digits), DOT);
    assert!(tree.to_csv(Notation::Letters).contains("\n|R|WW,BA,1,3,"));
}

#[test]
fn a_tree_of_a_codemaker_in_every_format() {
    let tree = Tree::build(game_of("3x3"), ALTERNATING, unchecked()).unwrap();
    assert_eq!((tree.secrets(), tree.lengths().by_guesses()), (ALTERNATING, &[1, 4, 1][..]));
    assert_eq!(tree.guesses(), [1, 2, 2, 2, 3, 2]);
    assert_eq!(tree.to_csv(Notation::Digits), ALTERNATING_CSV);
    assert!(tree.to_dot(Notation::Digits).starts_with("digraph \"two-color-alternating at 3x3\" {\n"));
    let by_hand = "secrets,history,guess\n?,,ABA\n?,|R,CBC\n?,|RR,ACA\n?,|W,BCB\n?,|W|W,CAC\n?,|WW,BAB\n";
    for csv in [ALTERNATING_CSV, &by_hand.replace('?', "two-color-alternating")] {
        assert_eq!(Tree::from_csv(csv.as_bytes()).as_ref(), Ok(&tree), "{csv}");
    }
}

#[test]
fn order_and_optional_columns_do_not_matter() {
    for text in [
        CSV,
        "history,guess\n|R|WW,21\n|R,AB\n|,bb\n,11\n",
        "\u{feff}max,guess,history\r\nany,11,\r\n,22,|\r\n7,12,|R\r\n,21,|R|WW\r\n",
    ] {
        assert_eq!(Tree::from_csv(text.as_bytes()), Ok(by_hand()), "{text}");
    }
}

/// The longest game that a file may contain is read: A is guessed repeatedly before B.
#[test]
fn the_longest_game_is_read() {
    let game = game_of("1x2");
    let last = Branch::new(1, true, Vec::new());
    let before = |next, left| Branch::new(0, left == Tree::MAX_LENGTH - 1, vec![(Response::new(0, 0), next)]);
    let tree = Tree::new(game, (1..Tree::MAX_LENGTH).fold(last, before));
    assert_eq!((tree.lengths().worst(), tree.lengths().total()), (250, 251));
    assert_eq!(Tree::from_csv(tree.to_csv(Notation::Digits).as_bytes()), Ok(tree));
}

#[test]
fn trees_of_players_round_trip_and_are_played() {
    let folder = tempfile::tempdir().unwrap();
    let mut read = 0;
    for game in ["3x4", "2x12", "1x1", "4x3"].map(game_of) {
        for entry in ROSTER {
            let Ok(prepared) = entry.prepare(&briefing(game)) else { continue };
            let Ok(tree) = players::tree_of(&prepared, game) else { continue };
            for notation in [Notation::of(game), Notation::Letters] {
                let csv = tree.to_csv(notation);
                assert!(Tree::from_csv(csv.as_bytes()).as_ref() == Ok(&tree), "{} {game}", entry.name());
                let file = write(folder.path(), &format!("{}-{game}-{notation:?}.CSV", entry.name()), &csv);
                assert!(crate::tree(&file, game) == tree, "{} {game}", entry.name());
            }
            read += 1;
        }
    }
    assert!(read > 20, "{read}");
}

#[test]
fn trees_of_any_size_round_trip() {
    for (secrets, text, number) in [
        (ALTERNATING, "10x26", 650),
        (ALTERNATING, "20x2", 2),
        (ALTERNATING, "20x26", 650),
        (ALTERNATING, "32x2", 2),
        (Secrets::Of(&Mystery2), "20x8", 336),
        (Secrets::Of(&OnlyOnce), "4x6", 360),
        (Secrets::All, "3x4", 64),
    ] {
        let (game, secret_codes) = (game_of(text), codes(secrets, text));
        let tree = Tree::build(game, secrets, lowest(game, &secret_codes)).unwrap();
        assert_eq!((tree.lengths().secrets(), secret_codes.len()), (number, number as usize), "{text}");
        for notation in [Notation::of(game), Notation::Letters] {
            assert!(Tree::from_csv(tree.to_csv(notation).as_bytes()).as_ref() == Ok(&tree), "{text}");
        }
        assert_eq!(tree.guesses().into_iter().map(u64::from).sum::<u64>(), tree.lengths().total());
        assert_eq!(tree.table(1)[0].games, tree.root().games(0));
        assert_eq!((tree.guess(tree.root()), tree.counts().len()), (secret_codes[0], number as usize));
        for (secret, wanted) in secret_codes.iter().zip(tree.guesses()) {
            let (mut branch, mut guesses) = (tree.root(), 1);
            while tree.guess(branch) != *secret {
                branch = branch.after(tree.game().answer(&tree.guess(branch), secret)).unwrap();
                guesses += 1;
            }
            assert_eq!((guesses, branch.wins()), (wanted, true));
        }
    }
}

/// The lowest and the highest of the same 650 secrets first, and two strategies by hand.
#[test]
fn two_strategies_compared() {
    let first =
        |secrets, text, codes: &[Code]| Tree::build(game_of(text), secrets, lowest(game_of(text), codes)).unwrap();
    let mut codes_of_2x2 = codes(Secrets::All, "2x2");
    codes_of_2x2.reverse();
    let other = first(Secrets::All, "2x2", &codes_of_2x2);
    // 22 first, then 11 or 21 and 12.
    let found = by_hand().against(&other, 1);
    let found: Vec<_> = found.iter().map(|step| (step.guesses, step.secrets, step.examples[0])).collect();
    assert_eq!(found, [(-1, 2, code("AA")), (1, 2, code("BA"))]);
    assert!(by_hand().against(&crate::tree("rao", game_of("2x3")), 1).is_empty());
    let mut secrets = codes(ALTERNATING, "10x26");
    let low = first(ALTERNATING, "10x26", &secrets);
    secrets.reverse();
    let high = first(ALTERNATING, "10x26", &secrets);
    let differences = low.against(&high, 1);
    assert_eq!(differences.iter().map(|step| step.secrets).sum::<u64>(), 650);
    let [lowest, highest] = [0, differences.len() - 1].map(|place| differences[place].examples[0]);
    assert_eq!((lowest, highest), (code("ABABABABAB"), code("ZYZYZYZYZY")));
    assert_eq!(differences[0].guesses, 1 - i64::from(high.guesses()[0]));
    assert!(low.against(&Tree::build(game_of("3x3"), ALTERNATING, unchecked()).unwrap(), 1).is_empty());
}

/// The secrets of a codemaker that makes every code are all codes.
#[test]
fn secrets_of_a_complete_codemaker_are_all_codes() {
    let tree =
        Tree::build(game_of("2x2"), Secrets::Of(&InsertColors), lowest(game_of("2x2"), &codes(Secrets::All, "2x2")));
    assert_eq!(tree, Ok(by_hand()));
    let rows = |name: &str| CSV.replace("2x2", &format!("2x2,{name}")).replace("game\n", "game,secrets\n");
    assert!(Tree::from_csv(rows("usually-fewer").as_bytes()).unwrap_err().to_string().contains("at least 3 colors"));
    assert_eq!(Tree::from_csv(rows("two-color").as_bytes()), Ok(by_hand()));
}

#[test]
fn errors_in_csv_are_one_line() {
    let rows = |rows: &str| format!("history,guess\n{rows}");
    let sized = |game: &str, rows: &str| {
        let rows: Vec<String> = rows.lines().map(|row| format!("{row},{game}\n")).collect();
        format!("history,guess,game\n{}", rows.concat())
    };
    let whole = ",11\n|,22\n|R,12\n|R|WW,21\n";
    let replaced = |from: &str, to: &str| ALTERNATING_CSV.replace(from, to);
    let large = "history,guess,game,secrets\n,AAAAAAAAAAAAAAAAAAAA,20x26,insert-colors\n";
    for (text, wanted) in [
        (String::new(), "it has no column \"history\""),
        ("history,guess,gess\n".to_owned(), "the column \"gess\" is unknown; some of history,guess,count,total,"),
        ("history,guess,guess\n".to_owned(), "the column \"guess\" is there twice"),
        (rows(""), "at the first guess: a guess is missing"),
        (rows(",11\n|R\n"), "it is no CSV: CSV error: record 2 (line: 3, byte: 18): found record with 1 fields"),
        (rows(",11\n|WR,22\n"), "line 3: \"|WR\" is no history"),
        (rows(",11\n|,2x\n"), "after |: \"2x\" is no code; one was expected in digits, as 1122, or letters, as AABB"),
        (sized("2x2", ",11\n|,33\n"), "after |: the guess 33 is no code of 2x2; one up to 22 was expected"),
        (sized("2y2", ",11\n"), "line 2: \"2y2\": a game is pegs x colors"),
        (sized("9x9", ",111111111\n"), "its size 9x9 has more than 2000000 codes, too many for a tree"),
        (sized("2x2", whole) + "|R,12,3x2\n", "line 6: the game is 3x2, that of the rows before 2x2"),
        (rows(&(whole.to_owned() + "|R,12\n")), "after |R: a second guess"),
        (rows(&(whole.to_owned() + "|RR,12\n")), "after |RR: a guess after the game is won"),
        (rows(&(whole.to_owned() + "|W,12\n")), "after |W: no secret of 2x2 gives these responses"),
        (
            rows(",11\n|,22\n|R,12\n"),
            "after |R: a guess for the response 'WW' is missing, so that the secret 21 is never guessed",
        ),
        (rows(&format!(",11\n{},22\n", "|".repeat(250))), "line 3: a game of more than 250 guesses"),
        (rows(&format!("{},11\n", "|R".repeat(100_000))), "line 2: a game of more than 250 guesses"),
        (
            replaced("two-color-alternating", "two-colors"),
            "line 2: \"two-colors\" is no SCSA whose secrets a tree is for; a name such as only-once was expected",
        ),
        (
            replaced("212,1,2,2.000000,2,3x3,two-color-alternating", "212,1,2,2.000000,2,3x3,only-once"),
            "line 6: it is for the secrets of only-once, the rows before for the secrets of two-color-alternating",
        ),
        (
            replaced("3x3", "3x2").replace("two-color-alternating", "only-once"),
            "its secrets are those of only-once at 3x2, which needs at least as many colors as pegs",
        ),
        (large.to_owned(), "its secrets are those of insert-colors at 20x26, more than 2000000, too many for a tree"),
        (
            replaced("two-color-alternating", "mystery-5") + "|,222,0,0,0,0,3x3,mystery-5\n",
            "after |: no secret of mystery-5 at 3x3 gives these responses",
        ),
    ] {
        let line = Tree::from_csv(text.as_bytes()).unwrap_err().to_string();
        assert!(line.starts_with(wanted) && !line.contains('\n'), "{text:?}: {line}");
    }
    assert!(Tree::from_csv(b"history,guess\n\xff,11\n").unwrap_err().to_string().contains("invalid UTF-8"));
}

#[test]
fn a_file_is_played_at_its_size() {
    let folder = tempfile::tempdir().unwrap();
    let name = write(folder.path(), "hand.csv", CSV);
    let entry = find(&name).unwrap();
    assert_eq!((entry.name(), entry.usage()), (&*name, name.clone()));
    let refusal = entry.prepare(&briefing(game_of("2x3"))).unwrap_err();
    assert!(refusal.to_string().ends_with("hand.csv is for 2x2"), "{refusal}");
    assert_eq!(refusal.hint(), Some("choose 2x2"));

    // The entry contains the tree: it does not read the file again.
    fs::remove_file(name.trim_start_matches("tree:")).unwrap();
    assert!(entry.prepare(&briefing(game_of("2x2"))).is_ok());
    assert!(find(&name).is_err());
}

#[test]
fn a_file_is_played_against_any_secret_of_its_size() {
    let folder = tempfile::tempdir().unwrap();
    let (game, codes) = (game_of("10x26"), codes(ALTERNATING, "10x26"));
    let tree = Tree::build(game, ALTERNATING, lowest(game, &codes)).unwrap();
    let entry = find(&write(folder.path(), "some.csv", &tree.to_csv(Notation::Letters))).unwrap();
    assert_eq!(entry.only_game(), Some(game));
    let mut prepared = entry.prepare(&briefing(game)).unwrap();
    assert!(players::tree_of(&prepared, game) == Ok(tree.clone()));
    let mut play = |secret: &Code| play(&mut prepared, secret, &mut Rng::new(1));
    let guesses: Vec<u32> = codes.iter().map(|secret| play(secret).len() as u32).collect();
    assert_eq!(guesses, tree.guesses());
    // No alternating code gives one white peg alone.
    let turns = play(&code("CDEFGHIJKA"));
    assert_eq!((turns.len(), turns[0].guess), (100, turns[99].guess));
}

#[test]
fn files_without_a_tree_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let large = folder.path().join("large.csv");
    fs::File::create(&large).unwrap().set_len(TreeFile::MAX_BYTES + 1).unwrap();
    let none = folder.path().join("none.csv").display().to_string();
    let cut = write(folder.path(), "cut.csv", &CSV[..CSV.len() - 28]);
    for (name, wanted) in [
        ("tree", "the player tree needs a FILE: tree:FILE"),
        ("tree:", "'' is no FILE of tree: its name must end in .csv"),
        ("tree:x.dot", "'x.dot' is no FILE of tree: its name must end in .csv"),
        ("tree:a\u{7}.csv", "it has a control character in its name; rename the file"),
        (&format!("tree:{none}"), &format!("'{none}' is no FILE of tree: it cannot be read: No such file")),
        (&format!("tree:{}", large.display()), "it cannot be read: it holds more than 256 MB"),
        (&cut, "a guess for the response 'WW' is missing"),
    ] {
        let error = find(name).unwrap_err();
        assert!(matches!(error, PlayerNameError::Parameter(_)));
        assert!(error.to_string().contains(wanted), "{name}: {error}");
    }
}
