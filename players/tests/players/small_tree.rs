//! A small tree made by hand, its text in every format, and the trees of players.

use players::{
    Briefing, Entry, Knowledge,
    tree::{Branch, Tree},
};
use scsa::{Feedback, Size};

pub fn size(text: &str) -> Size {
    text.parse().unwrap()
}

pub fn briefing(size: Size) -> Briefing {
    Briefing::new(size, "insert-colors", Knowledge::Nothing)
}

pub fn tree_of(player: &Entry, size: Size) -> Tree {
    players::tree_of(&player.prepare(&briefing(size)).unwrap(), size).unwrap()
}

/// Lowest consistent code at 2x2, by hand: 11, then 22 if no 1 is in the code, else 12 and 21.
pub fn by_hand() -> Tree {
    let rank = |text: &str| size("2x2").rank(&text.parse().unwrap()) as u32;
    let last = |text: &str| Branch::new(rank(text), true, Vec::new());
    let either = Branch::new(rank("AB"), true, vec![(Feedback::new(0, 2), last("BA"))]);
    let next = vec![(Feedback::new(1, 0), either), (Feedback::new(0, 0), last("BB"))];
    Tree::new(size("2x2"), Branch::new(rank("AA"), true, next))
}

pub const CSV: &str = "\
history,guess,count,total,average,max,size
,11,4,8,2.000000,3,2x2
|R,12,2,5,2.500000,3,2x2
|,22,1,2,2.000000,2,2x2
|R|WW,21,1,3,3.000000,3,2x2
";

pub const JSON: &str = r#"{"size":"2x2","guess":"11","count":4,"total":8,"average":2.000000,"max":3,"next":{
 "":{"guess":"22","count":1,"total":2,"average":2.000000,"max":2},
 "R":{"guess":"12","count":2,"total":5,"average":2.500000,"max":3,"next":{
  "WW":{"guess":"21","count":1,"total":3,"average":3.000000,"max":3}}}}}
"#;
