//! Which pegs the color of a peg depends on: the structure of a network, by marginal likelihood.

use super::table::{Dependence, Distinction, Member, OrderedCodes, Sign, log_evidence};

const MOST_PARENTS: usize = 3;
/// The prior probability of each number of pegs on which a peg depends.
const PRIOR: [f64; MOST_PARENTS + 1] = [0.9, 0.05, 0.03, 0.02];
/// The sums of the Dirichlet parameters of a row. Small ones fit rows with one or two colors, large ones even rows; with the last one all
/// colors are equally probable.
const CONCENTRATIONS: [f64; 4] = [0.1, 1.0, 6.0, 1e9];
/// Structures whose logarithm is further below the best one's are dropped.
const NEGLIGIBLE: f64 = 3.0;
const MOST_STRUCTURES: usize = 3;
/// The structures of a peg that are compared by several concentrations.
const COMPARED: usize = 16;
/// The largest distance from a peg to one of three pegs on which it depends.
const FARTHEST_OF_THREE: usize = 11;
pub const MOST_CODES: usize = 300;
/// The distances between the pegs that share a table.
const STRIDES: [usize; 3] = [1, 2, 3];
/// The largest distance to a peg on which pegs at regular places depend that share a table.
const FARTHEST: usize = 6;
/// How probable it is that pegs share a table.
const SHARING: f64 = 0.2;

#[derive(Clone, Debug)]
pub struct Structure {
    pub weight: f64,
    pub dependence: Dependence,
    pub concentration: f64,
    /// The natural logarithm of its prior probability.
    log_prior: f64,
}

/// The structures of pegs that have them in common: of one peg, or of several that share tables.
#[derive(Clone, Debug)]
pub struct Structures {
    pub pegs: Vec<usize>,
    pub structures: Vec<Structure>,
    /// The natural logarithm of the marginal likelihood of the colors of these pegs, over all structures.
    pub log_evidence: f64,
}

pub fn structures(codes: &OrderedCodes, pegs: usize) -> Vec<Structures> {
    let alone: Vec<Structures> = (0..pegs).map(|peg| of_pegs(codes, &[peg], peg)).collect();
    let sum = |pegs: &[usize]| pegs.iter().map(|&peg| alone[peg].log_evidence).sum::<f64>();
    let merged = merged(codes, alone.clone());
    let mut best = (merged.iter().map(|of| of.log_evidence).sum::<f64>() + libm::log(1.0 - SHARING), merged);
    for stride in STRIDES.into_iter().filter(|stride| pegs > 2 * stride) {
        // The pegs before the first have tables of their own.
        for first in 1..=FARTHEST.min(pegs - 2) {
            let classes = (0..stride).map(|rest| (first..pegs).filter(|peg| peg % stride == rest).collect::<Vec<_>>());
            let shared: Vec<Structures> =
                classes.filter(|class| class.len() > 1).map(|class| of_pegs(codes, &class, first)).collect();
            let in_classes: Vec<usize> = shared.iter().flat_map(|of| of.pegs.iter().copied()).collect();
            let rest: Vec<usize> = (0..pegs).filter(|peg| !in_classes.contains(peg)).collect();
            let prior = libm::log(SHARING / (STRIDES.len() * FARTHEST) as f64);
            let log = prior + sum(&rest) + shared.iter().map(|of| of.log_evidence).sum::<f64>();
            if log > best.0 {
                best = (log, rest.iter().map(|&peg| alone[peg].clone()).chain(shared).collect());
            }
        }
    }
    best.1
}

/// Lets pegs that depend on others in the same way share a table, whichever pegs these are, as long as that makes the codes more probable.
fn merged(codes: &OrderedCodes, mut groups: Vec<Structures>) -> Vec<Structures> {
    loop {
        let mut best: Option<(f64, usize, usize, Structures)> = None;
        for first in 0..groups.len() {
            for second in first + 1..groups.len() {
                let Some(joint) = joint(codes, &groups[first], &groups[second]) else { continue };
                let gain = joint.log_evidence - groups[first].log_evidence - groups[second].log_evidence;
                if gain > best.as_ref().map_or(0.0, |best| best.0) {
                    best = Some((gain, first, second, joint));
                }
            }
        }
        let Some((_, first, second, joint)) = best else { return groups };
        groups.remove(second);
        groups[first] = joint;
    }
}

/// Two groups with one table for their best structures, if these are alike.
fn joint(codes: &OrderedCodes, first: &Structures, second: &Structures) -> Option<Structures> {
    let (one, other) = (first.structures.first()?, second.structures.first()?);
    if one.dependence.is_none() || !one.dependence.is_like(&other.dependence) {
        return None;
    }
    let members = [&one.dependence.members[..], &other.dependence.members].concat();
    let dependence = Dependence { members, ..one.dependence.clone() };
    let log_prior = one.log_prior + other.log_prior + libm::log(SHARING);
    let logs = log_evidence(codes, &dependence, CONCENTRATIONS, usize::from(u16::MAX))?;
    let best = logs.into_iter().zip(CONCENTRATIONS).max_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(Structures {
        pegs: [&first.pegs[..], &second.pegs].concat(),
        structures: vec![Structure { weight: 1.0, dependence, concentration: best.1, log_prior }],
        log_evidence: log_prior + best.0,
    })
}

/// The structures of pegs that share tables. They depend on pegs that are at most `farthest` places before them.
fn of_pegs(codes: &OrderedCodes, pegs: &[usize], farthest: usize) -> Structures {
    let offsets: Vec<usize> = (1..=farthest).collect();
    // Where most contexts come once, nothing is learned from them.
    let most_contexts = (codes.codes.len() * pegs.len() * 3 / 4).max(1);
    let sizes: f64 = PRIOR[..=MOST_PARENTS.min(offsets.len())].iter().sum();
    // By one concentration the structures are found that are compared by all of them.
    let mut likely: Vec<(f64, f64, Dependence)> = Vec::new();
    for (size, of_size) in PRIOR.iter().enumerate().take(MOST_PARENTS.min(offsets.len()) + 1) {
        let near = if size < 3 { &offsets[..] } else { &offsets[..offsets.len().min(FARTHEST_OF_THREE)] };
        let sets = subsets(near, size);
        let log_prior = libm::log(of_size / sizes / (sets.len() * relations(size).len()) as f64);
        for set in sets {
            for (roles, distinction) in relations(size) {
                let members = pegs.iter().map(|&peg| member(peg, &set, roles)).collect();
                let dependence = Dependence { members, distinction: *distinction };
                if let Some([log]) = log_evidence(codes, &dependence, [1.0], most_contexts) {
                    likely.push((log_prior + log, log_prior, dependence));
                }
            }
        }
    }
    likely.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut found: Vec<(f64, Structure)> = Vec::new();
    for (_, log_prior, dependence) in likely.into_iter().take(COMPARED) {
        let log_prior = log_prior - libm::log(CONCENTRATIONS.len() as f64);
        for (log, concentration) in
            log_evidence(codes, &dependence, CONCENTRATIONS, most_contexts).into_iter().flatten().zip(CONCENTRATIONS)
        {
            let dependence = dependence.clone();
            found.push((log_prior + log, Structure { weight: 0.0, dependence, concentration, log_prior }));
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    let best = found.first().map_or(0.0, |found| found.0);
    let sum: f64 = found.iter().map(|(log, _)| libm::exp(log - best)).sum();
    found.truncate(MOST_STRUCTURES);
    found.retain(|(log, _)| *log > best - NEGLIGIBLE);
    let kept: f64 = found.iter().map(|(log, _)| libm::exp(log - best)).sum();
    let structures =
        found.into_iter().map(|(log, structure)| Structure { weight: libm::exp(log - best) / kept, ..structure });
    Structures { pegs: pegs.to_vec(), structures: structures.collect(), log_evidence: best + libm::log(sum) }
}

/// What a peg that another one depends on does: it is part of the color from which steps are counted, or else it chooses the row.
type Role = Option<Sign>;

/// A peg that depends on pegs at given distances before it.
fn member(peg: usize, offsets: &[usize], roles: &[Role]) -> Member {
    let mut member = Member { peg, context: Vec::new(), base: Vec::new() };
    for (offset, role) in offsets.iter().zip(roles) {
        match role {
            None => member.context.push(peg - offset),
            Some(sign) => member.base.push((peg - offset, *sign)),
        }
    }
    member
}

fn relations(parents: usize) -> &'static [(&'static [Role], Distinction)] {
    use Distinction::{All, Equality, Unordered};
    const CONTEXT: Role = None;
    const PLUS: Role = Some(Sign::Plus);
    const MINUS: Role = Some(Sign::Minus);
    match parents {
        0 => &[(&[], All)],
        1 => &[(&[CONTEXT], All), (&[PLUS], All), (&[PLUS], Equality), (&[MINUS], All)],
        2 => &[
            (&[CONTEXT, CONTEXT], All),
            (&[CONTEXT, CONTEXT], Unordered),
            (&[CONTEXT, PLUS], All),
            (&[PLUS, CONTEXT], All),
            (&[PLUS, PLUS], All),
            (&[PLUS, MINUS], All),
            (&[MINUS, PLUS], All),
        ],
        _ => &[
            (&[CONTEXT, CONTEXT, CONTEXT], All),
            (&[PLUS, PLUS, MINUS], All),
            (&[PLUS, MINUS, PLUS], All),
            (&[MINUS, PLUS, PLUS], All),
        ],
    }
}

fn subsets(items: &[usize], size: usize) -> Vec<Vec<usize>> {
    match (size, items) {
        (0, _) => vec![Vec::new()],
        (_, []) => Vec::new(),
        (_, [first, rest @ ..]) => {
            let with = subsets(rest, size - 1).into_iter().map(|subset| [&[*first][..], &subset].concat());
            with.chain(subsets(rest, size)).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::{Game, Rng};

    fn codes(pegs: usize, mut make: impl FnMut(&mut Rng, &mut [u8])) -> OrderedCodes {
        let mut rng = Rng::new(1);
        let codes = (0..100).map(|_| {
            let mut code = [0; Game::MAX_PEGS];
            code[..pegs].fill_with(|| rng.below(5) as u8);
            make(&mut rng, &mut code);
            (code, 1.0)
        });
        OrderedCodes { colors: 5, codes: codes.collect() }
    }

    fn of(found: &[Structures], peg: usize) -> Member {
        let groups = found.iter().find(|of| of.pegs.contains(&peg)).unwrap();
        let members = &groups.structures[0].dependence.members;
        members.iter().find(|member| member.peg == peg).unwrap().clone()
    }

    #[test]
    fn the_pegs_on_which_a_peg_depends_are_found() {
        let codes = codes(6, |_, code| {
            code[4] = (code[1] * 3 + 2) % 5;
            code[5] = (code[0] + code[3]) % 5;
        });
        let found = structures(&codes, 6);
        assert_eq!(of(&found, 4), Member { peg: 4, context: vec![1], base: vec![] });
        let mut base = of(&found, 5).base;
        base.sort_by_key(|(peg, _)| *peg);
        assert_eq!(base, [(0, Sign::Plus), (3, Sign::Plus)]);
        assert!((0..4).all(|peg| of(&found, peg).context.is_empty() && of(&found, peg).base.is_empty()));
    }

    #[test]
    fn pegs_with_the_same_dependence_share_a_table() {
        let codes = codes(8, |_, code| (3..8).for_each(|peg| code[peg] = (code[peg - 3] + 1) % 5));
        let found = structures(&codes, 8);
        let shared = found.iter().find(|of| of.pegs.len() > 1).unwrap();
        assert_eq!(shared.structures[0].dependence.members[0].base, [(0, Sign::Plus)]);
    }

    /// A function without structure, of pegs at no regular places.
    #[test]
    fn functions_of_different_pegs_share_a_table() {
        let of = |a: u8, b: u8| (a * a + b * b + 3 * a * b) % 5;
        let codes = codes(8, |_, code| {
            code[5] = of(code[0], code[3]);
            code[6] = of(code[1], code[2]);
            code[7] = of(code[4], code[0]);
        });
        let found = structures(&codes, 8);
        let shared = found.iter().find(|of| of.pegs.len() > 1).unwrap();
        assert_eq!((shared.pegs.len(), shared.structures[0].dependence.distinction), (3, Distinction::Unordered));
    }
}
