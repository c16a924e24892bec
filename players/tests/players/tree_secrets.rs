//! Strategy trees for the secrets of one codemaker, at any size.

use crate::small_tree::{self, briefing, by_hand, size};
use players::{
    find,
    notation::Notation,
    tree::{Branch, Secrets, Tree, UncheckedTree},
};
use scsa::{
    Code, Feedback, Rng, Turn,
    algorithms::{InsertColors, Mystery2, OnlyOnce, TwoColorAlternating},
    support,
};
use std::fs;

const ALTERNATING: Secrets = Secrets::Of(&TwoColorAlternating);

const CSV: &str = "\
history,guess,count,total,average,max,size,secrets
,121,6,12,2.000000,3,3x3,two-color-alternating
|W,232,2,5,2.500000,3,3x3,two-color-alternating
|R,323,1,2,2.000000,2,3x3,two-color-alternating
|RR,131,1,2,2.000000,2,3x3,two-color-alternating
|WW,212,1,2,2.000000,2,3x3,two-color-alternating
|W|W,313,1,3,3.000000,3,3x3,two-color-alternating
";

const JSON: &str = r#"{"size":"3x3","secrets":"two-color-alternating","guess":"121","count":6,"total":12,"average":2.000000,"max":3,"next":{
 "W":{"guess":"232","count":2,"total":5,"average":2.500000,"max":3,"next":{
  "W":{"guess":"313","count":1,"total":3,"average":3.000000,"max":3}}},
 "R":{"guess":"323","count":1,"total":2,"average":2.000000,"max":2},
 "WW":{"guess":"212","count":1,"total":2,"average":2.000000,"max":2},
 "RR":{"guess":"131","count":1,"total":2,"average":2.000000,"max":2}}}
"#;

fn code(text: &str) -> Code {
    text.parse().unwrap()
}

fn last(text: &str) -> UncheckedTree {
    UncheckedTree::new(code(text), Vec::new())
}

/// The six secrets of 3x3, by hand.
fn unchecked() -> UncheckedTree {
    let either = UncheckedTree::new(code("BCB"), vec![(Feedback::new(0, 1), last("CAC"))]);
    let next = [((2, 0), last("ACA")), ((0, 2), last("BAB")), ((1, 0), last("CBC")), ((0, 1), either)];
    UncheckedTree::new(code("ABA"), next.map(|((black, white), next)| (Feedback::new(black, white), next)).into())
}

/// Guesses the lowest candidate.
fn lowest(candidates: &[Code]) -> UncheckedTree {
    let guess = candidates[0];
    let part = |feedback: &Feedback| -> Vec<Code> {
        candidates[1..].iter().copied().filter(|code| code.feedback(&guess) == *feedback).collect()
    };
    let parts = Feedback::all(guess.len()).map(|feedback| (feedback, part(&feedback)));
    let parts = parts.filter(|(_, part)| !part.is_empty());
    UncheckedTree::new(guess, parts.map(|(feedback, part)| (feedback, lowest(&part))).collect())
}

fn codes(secrets: Secrets, text: &str) -> Vec<Code> {
    let Secrets::Of(scsa) = secrets else { return size(text).codes().collect() };
    support(scsa, size(text), 2_000_000).unwrap().into_iter().map(|(code, _)| code).collect()
}

#[test]
fn a_small_tree_in_every_format() {
    let tree = Tree::build(size("3x3"), ALTERNATING, unchecked()).unwrap();
    assert_eq!((tree.secrets(), tree.lengths().by_guesses()), (ALTERNATING, &[1, 4, 1][..]));
    assert_eq!(tree.guesses(), [1, 2, 2, 2, 3, 2]);
    assert_eq!(tree.to_csv(Notation::Digits), CSV);
    assert_eq!(tree.to_json(Notation::Digits), JSON);
    assert!(tree.to_dot(Notation::Digits).starts_with("digraph \"two-color-alternating at 3x3\" {\n"));
    let by_hand = "secrets,history,guess\n?,,ABA\n?,|R,CBC\n?,|RR,ACA\n?,|W,BCB\n?,|W|W,CAC\n?,|WW,BAB\n";
    for csv in [CSV, &by_hand.replace('?', "two-color-alternating")] {
        assert_eq!(Tree::from_csv(csv.as_bytes()).as_ref(), Ok(&tree), "{csv}");
    }
    assert_eq!(Tree::from_json(JSON.as_bytes()).as_ref(), Ok(&tree));
    // The same by the ranks of the codes.
    let number = |text: &str| size("3x3").rank(&code(text)) as u32;
    let leaf = |black, white, text| (Feedback::new(black, white), Branch::leaf(number(text)));
    let either = Branch::new(number("BCB"), true, vec![leaf(0, 1, "CAC")]);
    let next = vec![leaf(2, 0, "ACA"), leaf(0, 2, "BAB"), leaf(1, 0, "CBC"), (Feedback::new(0, 1), either)];
    assert_eq!(tree, Tree::of(size("3x3"), ALTERNATING, Branch::new(number("ABA"), true, next)));
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
        let (size, secret_codes) = (size(text), codes(secrets, text));
        let tree = Tree::build(size, secrets, lowest(&secret_codes)).unwrap();
        assert_eq!((tree.lengths().secrets(), secret_codes.len()), (number, number as usize), "{text}");
        for notation in [Notation::of(size), Notation::Letters] {
            assert!(Tree::from_csv(tree.to_csv(notation).as_bytes()).as_ref() == Ok(&tree), "{text}");
            assert!(Tree::from_json(tree.to_json(notation).as_bytes()).as_ref() == Ok(&tree), "{text}");
        }
        assert_eq!(tree.guesses().into_iter().map(u64::from).sum::<u64>(), tree.lengths().total());
        assert_eq!(tree.table(1)[0].games, tree.root().games(0));
        assert_eq!((tree.guess(tree.root()), tree.counts().len()), (secret_codes[0], number as usize));
        for (secret, wanted) in secret_codes.iter().zip(tree.guesses()) {
            let (mut branch, mut guesses) = (tree.root(), 1);
            while tree.guess(branch) != *secret {
                branch = branch.after(tree.guess(branch).feedback(secret)).unwrap();
                guesses += 1;
            }
            assert_eq!((guesses, branch.wins()), (wanted, true));
        }
    }
}

/// The lowest and the highest of the same 650 secrets first.
#[test]
fn two_strategies_compared() {
    let mut secrets = codes(ALTERNATING, "10x26");
    let low = Tree::build(size("10x26"), ALTERNATING, lowest(&secrets)).unwrap();
    secrets.reverse();
    let high = Tree::build(size("10x26"), ALTERNATING, lowest(&secrets)).unwrap();
    let differences = low.against(&high, 1);
    assert_eq!(differences.iter().map(|step| step.secrets).sum::<u64>(), 650);
    let (first, last) = (&differences[0], &differences[differences.len() - 1]);
    assert_eq!(
        (first.examples[0].to_string(), last.examples[0].to_string()),
        ("ABABABABAB".into(), "ZYZYZYZYZY".into())
    );
    assert_eq!(first.guesses, 1 - i64::from(high.guesses()[0]));
    let all = Tree::build(size("3x3"), Secrets::All, lowest(&codes(Secrets::All, "3x3"))).unwrap();
    let some = Tree::build(size("3x3"), ALTERNATING, unchecked()).unwrap();
    assert!(all.against(&some, 1).is_empty());
}

/// The secrets of a codemaker that makes every code are all codes.
#[test]
fn secrets_of_a_complete_codemaker_are_all_codes() {
    let tree = Tree::build(size("2x2"), Secrets::Of(&InsertColors), lowest(&codes(Secrets::All, "2x2")));
    assert_eq!(tree, Ok(by_hand()));
    let text = small_tree::JSON.replacen(',', ",\"secrets\":\"usually-fewer\",", 1);
    assert!(Tree::from_json(text.as_bytes()).unwrap_err().to_string().contains("which needs at least 3 colors"));
    assert_eq!(Tree::from_json(text.replace("usually-fewer", "two-color").as_bytes()), Ok(by_hand()));
}

#[test]
fn errors_are_one_line() {
    let replaced = |from: &str, to: &str| CSV.replace(from, to);
    let large = "history,guess,size,secrets\n,AAAAAAAAAAAAAAAAAAAA,20x26,insert-colors\n";
    for (text, wanted) in [
        (
            replaced("two-color-alternating", "two-colors"),
            "line 2: \"two-colors\" is no SCSA whose secrets a tree is for; a name such as only-once was expected",
        ),
        (replaced("two-color-alternating", ""), "line 2: \"\" is no SCSA whose secrets a tree is for"),
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
            large.replace("insert-colors", "two-color-alternating"),
            "at the first guess: a guess for the response '' is missing, so that the secret BCBCBCBCBCBCBCBCBCBC is never",
        ),
        (
            large.replace("AAA", "AA").replace("insert-colors", "mystery-5"),
            "at the first guess: the guess AAAAAAAAAAAAAA is no code of 20x26",
        ),
        (
            replaced("two-color-alternating", "mystery-5") + "|,222,0,0,0,0,3x3,mystery-5\n",
            "after |: no secret of mystery-5 at 3x3 gives these responses",
        ),
        (CSV.to_owned() + "|RRR,121,0,0,0,0,3x3,two-color-alternating\n", "after |RRR: a guess after the game is won"),
        (
            replaced("|W|W,313,1,3,3.000000,3,3x3,two-color-alternating\n", ""),
            "after |W: a guess for the response 'W' is missing, so that the secret 313 is never guessed",
        ),
        (
            replaced("two-color-alternating", "insert-colors"),
            "after |W: a guess for the response 'RR' is missing, so that the secret 233 is never guessed",
        ),
    ] {
        let line = Tree::from_csv(text.as_bytes()).unwrap_err().to_string();
        assert!(line.starts_with(wanted) && !line.contains('\n'), "{text}: {line}");
    }
    for (text, wanted) in [
        (
            JSON.replace("two-color-alternating", "x"),
            "it is no tree in JSON: \"x\" is no SCSA whose secrets a tree is for",
        ),
        (JSON.replace("\"two-color-alternating\"", "1"), "invalid type: integer `1`, expected a string"),
        (JSON.replace("{\"guess\":\"212\"", "{\"secrets\":\"x\""), "unknown field `secrets`, expected one of `guess`"),
        (JSON.replace("\"size\":\"3x3\"", "\"secrets\":\"only-once\""), "duplicate field `secrets` at line 1"),
        (JSON.replace("two-color-alternating", "only-once"), "after |W: no secret of only-once at 3x3 gives these"),
    ] {
        let line = Tree::from_json(text.as_bytes()).unwrap_err().to_string();
        assert!(line.contains(wanted) && !line.contains('\n'), "{text}: {line}");
    }
}

/// The check of an unchecked tree includes what a reader of files finds.
#[test]
fn unchecked_trees_with_errors_are_refused() {
    let twice = |response| vec![(response, last("BA")), (response, last("BA"))];
    let mut long = last("BA");
    for _ in 0..250 {
        long = UncheckedTree::new(code("BB"), vec![(Feedback::new(1, 0), long)]);
    }
    for (text, unchecked, wanted) in [
        ("2x2", UncheckedTree::new(code("AB"), twice(Feedback::new(0, 2))), "after |WW: a second guess"),
        (
            "2x2",
            UncheckedTree::new(code("AB"), twice(Feedback::new(0, 0))),
            "after |: no secret of two-color-alternating at 2x2",
        ),
        ("2x2", long, "|R|R: a game of more than 250 guesses"),
        ("2x2", UncheckedTree::default(), "at the first guess: a guess is missing"),
        ("2x2", last("AC"), "at the first guess: the guess 13 is no code of 2x2; one up to 22 was expected"),
        ("20x26", last("AC"), "at the first guess: the guess AC is no code of 20x26"),
        ("2x1", last("AA"), "its secrets are those of two-color-alternating at 2x1, which needs at least 2 colors"),
    ] {
        let line = Tree::build(size(text), ALTERNATING, unchecked).unwrap_err().to_string();
        assert!(line.contains(wanted), "{line}");
    }
    let line = Tree::build(size("20x26"), Secrets::All, unchecked()).unwrap_err().to_string();
    assert_eq!(line, "its size 20x26 has more than 2000000 codes, too many for a tree");
}

#[test]
fn a_file_is_played_against_any_secret_of_its_size() {
    let folder = tempfile::tempdir().unwrap();
    let (size, codes) = (size("10x26"), codes(ALTERNATING, "10x26"));
    let tree = Tree::build(size, ALTERNATING, lowest(&codes)).unwrap();
    let path = folder.path().join("some.json");
    fs::write(&path, tree.to_json(Notation::Letters)).unwrap();
    let entry = find(&format!("tree:{}", path.display())).unwrap();
    assert_eq!(entry.only_size(), Some(size));
    let mut prepared = entry.prepare(&briefing(size)).unwrap();
    assert!(players::tree_of(&prepared, size) == Ok(tree.clone()));
    let mut play = |secret: &Code| {
        prepared.reset();
        let mut turns: Vec<Turn> = Vec::new();
        while turns.len() < 30 && turns.last().is_none_or(|turn| turn.guess != *secret) {
            let guess = prepared.player().guess(&turns, &mut Rng::new(1));
            assert!(size.is_legal(&guess));
            turns.push(Turn::new(guess, secret));
        }
        turns
    };
    let guesses: Vec<u32> = codes.iter().map(|secret| play(secret).len() as u32).collect();
    assert_eq!(guesses, tree.guesses());
    // No alternating code gives one white peg alone.
    let turns = play(&code("CDEFGHIJKA"));
    assert_eq!((turns.len(), turns[0].guess), (30, turns[29].guess));
}
