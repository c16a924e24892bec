//! A network in words.

use super::table::{ContextTable, Member, Sign};

/// The number of a place for people, from the left and from 1.
type Numbering<'a> = &'a dyn Fn(usize) -> usize;

/// The most dependences that are named.
const MOST: usize = 8;
/// A table whose rows have one color with this probability determines the color.
const CERTAIN: f64 = 0.95;

/// The dependences of tables, those that determine a color first.
pub fn describe(mut tables: Vec<&ContextTable>, number: Numbering<'_>) -> String {
    tables.retain(|table| !table.dependence.is_none());
    tables.sort_by_key(|table| table.certainty() < CERTAIN);
    let mut words: Vec<String> = tables.iter().flat_map(|table| of_table(number, table)).collect();
    if words.is_empty() {
        return "no peg depends on another one, and each has its own frequencies".to_owned();
    }
    if words.len() > MOST {
        let more = words.len() - MOST;
        words.truncate(MOST);
        words.push(format!("and {more} more"));
    }
    words.join("; ")
}

/// On what the pegs of a table depend: in one sentence where all of them depend on pegs at the same distances.
fn of_table(number: Numbering<'_>, table: &ContextTable) -> Vec<String> {
    let members = &table.dependence.members;
    let first = members.first().map(distances);
    if members.len() > 1 && members.iter().all(|member| Some(distances(member)) == first) {
        return vec![of_all(number, table, &members[0])];
    }
    members.iter().map(|member| of_one(number, table, member)).collect()
}

/// How far the pegs stand on which a peg depends.
fn distances(member: &Member) -> (Vec<usize>, Vec<usize>) {
    let far = |pegs: &mut dyn Iterator<Item = usize>| pegs.map(|peg| member.peg - peg).collect();
    (far(&mut member.context.iter().copied()), far(&mut member.base.iter().map(|(peg, _)| *peg)))
}

fn of_one(number: Numbering<'_>, table: &ContextTable, member: &Member) -> String {
    let name = |places: &[usize]| {
        let mut numbers: Vec<usize> = places.iter().map(|&place| number(place)).collect();
        numbers.sort_unstable();
        pegs(&numbers)
    };
    sentence(table, member, &format!("peg {}", number(member.peg)), &name)
}

fn of_all(number: Numbering<'_>, table: &ContextTable, member: &Member) -> String {
    let mut own: Vec<usize> = table.dependence.members.iter().map(|member| number(member.peg)).collect();
    own.sort_unstable();
    let side = if number(0) == 1 { "before" } else { "after" };
    let name = |places: &[usize]| {
        let words: Vec<String> = places.iter().map(|place| format!("{} {side}", member.peg - place)).collect();
        format!("the {} {} it", if places.len() > 1 { "pegs" } else { "peg" }, words.join(" and "))
    };
    sentence(table, member, &format!("each of {}", pegs(&own)), &name)
}

/// How a peg, or each of some, depends on others.
fn sentence(table: &ContextTable, member: &Member, own: &str, name: &dyn Fn(&[usize]) -> String) -> String {
    let is_certain = table.certainty() >= CERTAIN;
    let from = || signed(&member.base, |place| name(&[place]));
    match (&member.base[..], &member.context[..]) {
        ([], context) if is_certain => format!("{own} is determined by {}", name(context)),
        ([], context) => format!("{own} depends on {}", name(context)),
        (_, []) if is_certain => format!("{own} is {}{}", from(), plus(table.most_frequent())),
        (_, []) => format!("{own} is some steps from {}, with its own frequencies", from()),
        (_, context) => format!("{own} is some steps from {}, which depend on {}", from(), name(context)),
    }
}

/// A sum of colors: "peg 1 plus peg 4 less peg 2".
fn signed(base: &[(usize, Sign)], name: impl Fn(usize) -> String) -> String {
    let mut parts = base.to_vec();
    parts.sort_by_key(|(_, sign)| *sign == Sign::Minus);
    let words = parts.into_iter().enumerate().map(|(index, (place, sign))| match (index, sign) {
        (0, Sign::Plus) => name(place),
        (0, Sign::Minus) => format!("the last color less {}", name(place)),
        (_, Sign::Plus) => format!(" plus {}", name(place)),
        (_, Sign::Minus) => format!(" less {}", name(place)),
    });
    words.collect()
}

/// Pegs as a person writes them: "peg 3", "pegs 1, 2 and 7".
fn pegs(numbers: &[usize]) -> String {
    let texts: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    match texts.split_last() {
        Some((last, [])) => format!("peg {last}"),
        Some((last, others)) => format!("pegs {} and {last}", others.join(", ")),
        None => "no peg".to_owned(),
    }
}

/// How many colors further a peg is.
fn plus(steps: Option<usize>) -> String {
    match steps {
        None | Some(0) => String::new(),
        Some(1) => " plus 1 color".to_owned(),
        Some(steps) => format!(" plus {steps} colors"),
    }
}
