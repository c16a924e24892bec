//! A network in words.

use super::table::{ContextTable, Distinction, Member, Sign};
use crate::counting::color;

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

/// The distances to the pegs that choose the row, and to those from which steps are counted.
pub fn distances(member: &Member) -> [Vec<usize>; 2] {
    let far = |pegs: &mut dyn Iterator<Item = usize>| pegs.map(|peg| member.peg - peg).collect();
    [far(&mut member.context.iter().copied()), far(&mut member.base.iter().map(|(peg, _)| *peg))]
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
        ([], context) => format!("{own} depends on {}{}", name(context), followers(table)),
        (_, []) if is_certain => format!("{own} is {}{}", from(), plus(table.most_frequent())),
        (_, []) if table.dependence.distinction == Distinction::Equality => {
            let often = table.distribution_of_row(0)[0] * 100.0;
            format!("{own} repeats {} in {often:.0} %, else it has any other color", from())
        }
        (_, []) => format!("{own} is some steps from {}: {}", from(), steps(table)),
        (_, context) => format!("{own} is some steps from {}, which depend on {}", from(), name(context)),
    }
}

/// The most frequent steps of a table with one row: "0 (80 %), +1 (20 %)". A step of more than half the colors is a step back.
fn steps(table: &ContextTable) -> String {
    let (row, colors) = (table.distribution_of_row(0), table.colors());
    let mut order: Vec<usize> = (0..colors).filter(|&step| row[step] >= 0.005).collect();
    order.sort_by(|&a, &b| row[b].total_cmp(&row[a]));
    let words = order.iter().take(MOST).map(|&step| {
        let sign = if step == 0 {
            ""
        } else if step * 2 <= colors {
            "+"
        } else {
            "−"
        };
        format!("{sign}{} ({:.0} %)", step.min(colors - step), row[step] * 100.0)
    });
    words.collect::<Vec<_>>().join(", ")
}

/// The most frequent color after each color, where the row depends on one peg: ", most often AB 50 %, BC 40 %".
fn followers(table: &ContextTable) -> String {
    let rows = table.rows_by_color().take(MOST).filter_map(|(before, row)| {
        let most = (0..table.colors()).max_by(|&a, &b| row[a].total_cmp(&row[b]))?;
        Some(format!("{}{} {:.0} %", color(before), color(most), row[most] * 100.0))
    });
    let words: Vec<String> = rows.collect();
    if words.is_empty() { String::new() } else { format!(", most often {}", words.join(", ")) }
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

/// Pegs as a person writes them: "peg 3", "pegs 1, 2 and 7", "pegs 2 to 9".
fn pegs(numbers: &[usize]) -> String {
    if let [first, .., last] = numbers
        && last - first + 1 == numbers.len()
        && numbers.len() > 3
    {
        return format!("pegs {first} to {last}");
    }
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
