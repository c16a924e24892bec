//! Codes that are parts from lists, joined.

use super::dirichlet::SeenItems;
use crate::{
    counting::{color, letters, listed_texts, pick, power},
    model::{self, Evidence, FittedFamily, RuleFamily, WeightedModels, WeightedSample, total},
    transfer,
};
use scsa::{Code, Rng, Size};
use std::{ops::Range, slice, sync::Arc};

/// The weight of the uniform distribution at another size.
const ELSEWHERE: f64 = 0.2;
/// The probability that all parts of one length are from one list.
const SHARED: f64 = 0.5;

/// The colors of a part.
type PartColors = Vec<u8>;

/// The pegs of each part, from left to right, and the list that it is from.
#[derive(Clone, Debug)]
struct Segment {
    pegs: Range<usize>,
    list: usize,
}

/// Parts that follow each other, each drawn from a list that is learned.
#[derive(Clone, Debug)]
pub struct PartList {
    home: Size,
    segments: Vec<Segment>,
    lists: Vec<SeenItems<PartColors>>,
    /// The log marginal likelihood of the codes.
    log_evidence: f64,
}

/// The parts whose lists make the codes most probable, if some part of several pegs comes again. Where the parts end is found by
/// dynamic programming over the pegs.
pub fn fit(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    let pegs = home.pegs();
    if pegs < 4 || home.colors() < 2 || total(codes) < 8.0 {
        return None;
    }
    // The best segments of the first pegs, with their log evidence.
    let mut best: Vec<(f64, Vec<Range<usize>>)> = vec![(0.0, Vec::new())];
    for end in 1..=pegs {
        let longer = (0..end).filter(|start| end - start < pegs).map(|start| {
            let pegs = start..end;
            let alone = list_of(home, codes, slice::from_ref(&pegs)).log_evidence;
            (best[start].0 + alone, start)
        });
        let (log, start) = longer.max_by(|a, b| a.0.total_cmp(&b.0))?;
        let mut segments = best[start].1.clone();
        segments.push(start..end);
        best.push((log, segments));
    }
    let (_, found) = best.pop()?;
    // Segments of one length, in as few lists as make the codes most probable; and equal parts of each length.
    let in_equal = (2..=pegs / 2).filter(|length| pegs.is_multiple_of(*length));
    let equal = in_equal.map(|length| (0..pegs / length).map(|part| part * length..(part + 1) * length).collect());
    let lists =
        [found].into_iter().chain(equal).map(|segments: Vec<Range<usize>>| PartList::new(home, codes, &segments));
    let list = lists.max_by(|a, b| a.log_evidence.total_cmp(&b.log_evidence))?;
    let is_list = list.segments.iter().any(|of| of.pegs.len() > 1 && list.lists[of.list].counts().1 > 0);
    is_list.then(|| Arc::new(list) as _)
}

/// The list of the parts at some segments, which have one length.
fn list_of(home: Size, codes: WeightedSample, segments: &[Range<usize>]) -> SeenItems<PartColors> {
    let base = 1.0 / power(home.colors(), segments.first().map_or(0, ExactSizeIterator::len));
    let items =
        codes.iter().flat_map(|(code, share)| segments.iter().map(move |pegs| (part(code, pegs), *share, base)));
    SeenItems::of(items)
}

fn part(code: &Code, pegs: &Range<usize>) -> PartColors {
    pegs.clone().map(|peg| code.peg(peg).index() as u8).collect()
}

impl PartList {
    fn new(home: Size, codes: WeightedSample, segments: &[Range<usize>]) -> PartList {
        let mut list = PartList { home, segments: Vec::new(), lists: Vec::new(), log_evidence: 0.0 };
        // Each peg but the last ends a part or not.
        list.log_evidence -= (home.pegs() - 1) as f64 * std::f64::consts::LN_2;
        for length in 1..=home.pegs() {
            let of_length: Vec<Range<usize>> = segments.iter().filter(|pegs| pegs.len() == length).cloned().collect();
            if of_length.is_empty() {
                continue;
            }
            let alone = of_length.iter().map(|pegs| list_of(home, codes, slice::from_ref(pegs)));
            let (shared, alone) = (list_of(home, codes, &of_length), alone.collect::<Vec<_>>());
            let log_alone = alone.iter().map(|list| list.log_evidence).sum::<f64>() + libm::log(1.0 - SHARED);
            let log_shared = shared.log_evidence + libm::log(SHARED);
            let is_shared = log_shared >= log_alone;
            list.log_evidence += log_shared.max(log_alone);
            for (place, pegs) in of_length.into_iter().enumerate() {
                let of_list = list.lists.len() + if is_shared { 0 } else { place };
                list.segments.push(Segment { pegs, list: of_list });
            }
            list.lists.extend(if is_shared { vec![shared] } else { alone });
        }
        list.segments.sort_by_key(|segment| segment.pegs.start);
        list
    }

    /// The length of the parts, if they are all of one length and from one list.
    fn length(&self) -> Option<usize> {
        let length = self.segments.first()?.pegs.len();
        (self.lists.len() == 1 && self.segments.iter().all(|of| of.pegs.len() == length)).then_some(length)
    }

    /// The segments at a size. With more pegs, parts of the one list go on; those that are left over at the end are any.
    fn segments_at(&self, size: Size) -> Option<Vec<Segment>> {
        if size.pegs() == self.home.pegs() {
            return Some(self.segments.clone());
        }
        let length = self.length().filter(|length| size.pegs() >= *length)?;
        let whole = (0..size.pegs() / length).map(|part| part * length..(part + 1) * length);
        Some(whole.map(|pegs| Segment { pegs, list: 0 }).collect())
    }
}

impl RuleFamily for PartList {
    fn name(&self) -> &'static str {
        "part-list"
    }

    fn at(&self, size: Size) -> WeightedModels {
        let Some(segments) = self.segments_at(size).filter(|_| size.colors() >= self.home.colors()) else {
            return Vec::new();
        };
        let model = model::only(PartListModel { segments, lists: self.lists.clone(), size });
        if size == self.home { model } else { transfer::with_uniform_share(model, ELSEWHERE, size) }
    }
}

impl FittedFamily for PartList {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        let parts: Vec<(usize, PartColors)> = self.segments.iter().map(|of| (of.list, part(code, &of.pegs))).collect();
        parts.iter().fold(1.0, |product, (list, part)| {
            let base = 1.0 / power(self.home.colors(), part.len());
            let of_list = || parts.iter().filter(|(other, _)| other == list);
            let again = of_list().filter(|(_, other)| other == part).count() as f64;
            product * self.lists[*list].without(part, base, share * again, share * of_list().count() as f64)
        })
    }

    fn evidence(&self) -> Evidence {
        Evidence::Marginal(self.log_evidence)
    }
}

#[derive(Debug)]
struct PartListModel {
    segments: Vec<Segment>,
    lists: Vec<SeenItems<PartColors>>,
    size: Size,
}

impl model::Model for PartListModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let mut code = Code::from_fn(self.size, |_| rng.color(self.size.colors()));
        for Segment { pegs, list } in &self.segments {
            let (seen, new) = self.lists[*list].next();
            let weights: Vec<f64> = seen.iter().map(|(_, weight)| *weight).chain([new]).collect();
            if let Some((part, _)) = seen.get(pick(&weights, rng)) {
                pegs.clone().zip(*part).for_each(|(peg, &index)| code.set(peg, color(usize::from(index))));
            }
        }
        code
    }

    fn probability(&self, code: &Code) -> f64 {
        let in_parts: usize = self.segments.iter().map(|of| of.pegs.len()).sum();
        let rest = 1.0 / power(self.size.colors(), code.len() - in_parts);
        self.segments.iter().fold(rest, |product, of| {
            let base = 1.0 / power(self.size.colors(), of.pegs.len());
            product * self.lists[of.list].probability(&part(code, &of.pegs), base)
        })
    }

    fn description(&self) -> String {
        let of_list = |(number, list): (usize, &SeenItems<PartColors>)| {
            let pegs: Vec<&Range<usize>> =
                self.segments.iter().filter(|of| of.list == number).map(|of| &of.pegs).collect();
            let (seen, new) = list.next();
            let (count, mut most) = (seen.len(), seen);
            most.sort_by(|a, b| b.1.total_cmp(&a.1));
            let words: Vec<String> = most.iter().take(5).map(|(part, _)| letters(part)).collect();
            let at = |pegs: &&Range<usize>| match pegs.len() {
                1 => format!("peg {}", pegs.end),
                _ => format!("pegs {} to {}", pegs.start + 1, pegs.end),
            };
            let places = listed_texts(pegs.iter().map(at));
            format!("{places}: one of {count} parts, such as {}; {:.0} % are others", words.join(", "), 100.0 * new)
        };
        let lists: Vec<String> = self.lists.iter().enumerate().map(of_list).collect();
        lists.join(" | ")
    }
}
