//! A network in words.

use super::table::{ContextTable, Distinction, Member, Sign};

const MOST: usize = 8;
/// A table whose rows have one color with this probability determines the color.
const CERTAIN: f64 = 0.95;

/// The dependences of tables, those that determine a color first. `number` is that of a place for people, from the left and from 1.
pub fn describe(mut tables: Vec<&ContextTable>, number: &dyn Fn(usize) -> usize) -> String {
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
fn of_table(number: &dyn Fn(usize) -> usize, table: &ContextTable) -> Vec<String> {
    let members = &table.dependence.members;
    let distances = |member: &Member| -> Vec<usize> {
        let base = member.base.iter().map(|(peg, _)| peg);
        member.context.iter().chain(base).map(|peg| member.peg - peg).collect()
    };
    if members.len() > 1 && members.iter().all(|member| distances(member) == distances(&members[0])) {
        let mut own: Vec<usize> = members.iter().map(|member| number(member.peg)).collect();
        own.sort_unstable();
        let side = if number(0) == 1 { "before" } else { "after" };
        let name = |places: &[usize]| {
            let words: Vec<String> = places.iter().map(|place| format!("{} {side}", members[0].peg - place)).collect();
            format!("the {} {} it", if places.len() > 1 { "pegs" } else { "peg" }, words.join(" and "))
        };
        return vec![sentence(table, &members[0], &format!("each of {}", pegs(&own)), &name)];
    }
    let name = |places: &[usize]| {
        let mut numbers: Vec<usize> = places.iter().map(|&place| number(place)).collect();
        numbers.sort_unstable();
        pegs(&numbers)
    };
    let of_one = |member: &Member| sentence(table, member, &format!("peg {}", number(member.peg)), &name);
    members.iter().map(of_one).collect()
}

/// How a peg, or each of some, depends on others.
fn sentence(table: &ContextTable, member: &Member, own: &str, name: &dyn Fn(&[usize]) -> String) -> String {
    let is_certain = table.certainty() >= CERTAIN;
    let mut base = member.base.clone();
    base.sort_by_key(|(_, sign)| *sign == Sign::Minus);
    let terms = base.iter().enumerate().map(|(index, (place, sign))| match (index, sign) {
        (0, Sign::Plus) => name(&[*place]),
        (0, Sign::Minus) => format!("the last color less {}", name(&[*place])),
        (_, Sign::Plus) => format!(" plus {}", name(&[*place])),
        (_, Sign::Minus) => format!(" less {}", name(&[*place])),
    });
    let from: String = terms.collect();
    match (&member.base[..], &member.context[..]) {
        ([], context) if is_certain => format!("{own} is determined by {}", name(context)),
        ([], context) => format!("{own} depends on {}", name(context)),
        (_, []) if table.dependence.distinction == Distinction::Equality && !is_certain => {
            let often = table.distribution_of_row(0)[0] * 100.0;
            format!("{own} repeats {from} in {often:.0} %, else it has any other color")
        }
        (_, []) => {
            let row = table.distribution_of_row(0);
            let mut steps: Vec<usize> = (0..row.len()).filter(|&step| row[step] >= 0.005).collect();
            steps.sort_by(|&a, &b| row[b].total_cmp(&row[a]));
            match steps.first() {
                Some(0) if is_certain => format!("{own} is {from}"),
                Some(1) if is_certain => format!("{own} is {from} plus 1 color"),
                Some(step) if is_certain => format!("{own} is {from} plus {step} colors"),
                _ => {
                    let words = steps.iter().take(MOST).map(|&step| format!("{step} ({:.0} %)", row[step] * 100.0));
                    format!("{own} is some steps from {from}: {}", words.collect::<Vec<_>>().join(", "))
                }
            }
        }
        (_, context) => format!("{own} is some steps from {from}, which depend on {}", name(context)),
    }
}

/// Pegs as a person writes them: "peg 3", "pegs 1, 2 and 7", "pegs 2 to 9".
fn pegs(numbers: &[usize]) -> String {
    match numbers {
        [first, _, _, .., last] if last - first + 1 == numbers.len() => format!("pegs {first} to {last}"),
        [one] => format!("peg {one}"),
        some => format!("pegs {}", crate::counting::listed_texts(some.iter().map(ToString::to_string))),
    }
}
