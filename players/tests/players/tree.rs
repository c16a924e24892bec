//! Strategy trees: their formats and figures.

use crate::small_tree::{CSV, JSON, briefing, by_hand, size, tree_of};
use players::{
    ROSTER, find,
    notation::Notation,
    tree::{Branch, Tree},
};
use proptest::{prelude::*, sample::Index};
use scsa::{Code, Feedback, Size};
use std::fs;

/// The tree of a strategy that chooses by the candidates.
fn grow(size: Size, candidates: &[Code], choose: &mut dyn FnMut(&[Code]) -> Code) -> Branch {
    let guess = choose(candidates);
    let wins = candidates.contains(&guess);
    let part = |feedback: &Feedback| -> Vec<Code> {
        candidates.iter().copied().filter(|code| *code != guess && code.feedback(&guess) == *feedback).collect()
    };
    let parts: Vec<_> = Feedback::all(size.pegs()).map(|feedback| (feedback, part(&feedback))).collect();
    let parts = parts.into_iter().filter(|(_, part)| !part.is_empty());
    let next = parts.map(|(feedback, part)| (feedback, grow(size, &part, choose))).collect();
    Branch::new(size.rank(&guess) as u32, wins, next)
}

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
fn a_small_tree_in_every_format() {
    let tree = by_hand();
    assert_eq!(tree, tree_of(&find("baseline-2").unwrap(), size("2x2")));
    assert_eq!((tree.lengths().by_guesses(), tree.lengths().total()), (&[1, 2, 1][..], 8));
    assert_eq!(tree.guesses(), [1, 2, 3, 2]);
    assert_eq!(tree.to_csv(Notation::Digits), CSV);
    assert_eq!(tree.to_json(Notation::Digits), JSON);
    assert_eq!(tree.to_dot(Notation::Digits), DOT);
    assert!(tree.to_csv(Notation::Letters).contains("\n|R|WW,BA,1,3,"));
}

/// The longest game that a file may contain is read: A is guessed repeatedly before B.
#[test]
fn the_longest_game_is_read() {
    let size = size("1x2");
    let last = Branch::new(1, true, Vec::new());
    let tree = Tree::new(
        size,
        (1..Tree::MAX_LENGTH)
            .fold(last, |next, left| Branch::new(0, left == Tree::MAX_LENGTH - 1, vec![(Feedback::new(0, 0), next)])),
    );
    assert_eq!((tree.lengths().worst(), tree.lengths().total()), (250, 251));
    assert_eq!(Tree::from_json(tree.to_json(Notation::Digits).as_bytes()), Ok(tree.clone()));
    assert_eq!(Tree::from_csv(tree.to_csv(Notation::Digits).as_bytes()), Ok(tree));
}

#[test]
fn trees_of_players_round_trip_and_are_played() {
    let folder = tempfile::tempdir().unwrap();
    let mut read = 0;
    for size in ["3x4", "2x12", "1x1", "4x3"].map(size) {
        for entry in ROSTER {
            let Ok(prepared) = entry.prepare(&briefing(size)) else { continue };
            let Ok(tree) = players::tree_of(&prepared, size) else { continue };
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

    /// Strategies with any guess that splits the candidates.
    #[test]
    fn random_trees_round_trip(pegs in 1..4usize, colors in 1..5usize, draws in proptest::collection::vec(any::<Index>(), 9)) {
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
}

#[test]
fn two_strategies_compared() {
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
