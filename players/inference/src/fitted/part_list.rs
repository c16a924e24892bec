//! Codes that are parts of a list, joined.

use super::dirichlet::SeenItems;
use crate::{
    counting::{color, pick, power},
    model::{self, Evidence, FittedFamily, RuleFamily, WeightedCodes, WeightedModels, total},
    transfer,
};
use scsa::{Code, Rng, Size};
use std::sync::Arc;

/// The weight of the uniform distribution at another size.
const ELSEWHERE: f64 = 0.2;

/// The colors of a part.
type Part = Vec<u8>;

/// Parts of one length, each drawn from a list that is learned. Pegs that are left over at the end are any.
#[derive(Clone, Debug)]
pub struct PartList {
    home: Size,
    length: usize,
    parts: SeenItems<Part>,
    /// The log marginal likelihood of the codes.
    log_evidence: f64,
}

/// The list of the length that makes the codes most probable, if some part comes again.
pub fn fit(home: Size, codes: WeightedCodes) -> Option<Arc<dyn FittedFamily>> {
    if home.pegs() < 4 || home.colors() < 2 || total(codes) < 8.0 {
        return None;
    }
    let lengths = 2..=home.pegs() / 2;
    let alternatives = libm::log(lengths.clone().count() as f64);
    let lists = lengths.map(|length| {
        let base = 1.0 / power(home.colors(), length);
        let items =
            codes.iter().flat_map(|(code, share)| parts(code, length).into_iter().map(|part| (part, *share, base)));
        PartList { home, length, parts: SeenItems::of(items), log_evidence: 0.0 }
    });
    let of_rest =
        |list: &PartList| -total(codes) * (home.pegs() % list.length) as f64 * libm::log(home.colors() as f64);
    let evidence = |list: &PartList| list.parts.log_evidence + of_rest(list);
    let mut list = lists.max_by(|a, b| evidence(a).total_cmp(&evidence(b)))?;
    if list.parts.counts().1 == 0 {
        return None;
    }
    list.log_evidence = evidence(&list) - alternatives;
    Some(Arc::new(list))
}

/// The whole parts of a code.
fn parts(code: &Code, length: usize) -> Vec<Part> {
    let colors: Vec<u8> = code.pegs().map(|color| color.index() as u8).collect();
    colors.chunks_exact(length).map(<[u8]>::to_vec).collect()
}

impl PartList {
    fn base(&self, size: Size) -> f64 {
        1.0 / power(size.colors(), self.length)
    }
}

impl RuleFamily for PartList {
    fn name(&self) -> &'static str {
        "part-list"
    }

    fn at(&self, size: Size) -> WeightedModels {
        if size.pegs() < self.length || size.colors() < self.home.colors() {
            return Vec::new();
        }
        let model = model::only(PartListModel { list: self.clone(), size });
        if size == self.home { model } else { transfer::with_uniform_share(model, ELSEWHERE, size) }
    }
}

impl FittedFamily for PartList {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        let parts = parts(code, self.length);
        let (base, of_all) = (self.base(self.home), share * parts.len() as f64);
        let rest = 1.0 / power(self.home.colors(), code.len() % self.length);
        parts.iter().fold(rest, |product, part| {
            let again = parts.iter().filter(|other| *other == part).count() as f64;
            product * self.parts.without(part, base, share * again, of_all)
        })
    }

    fn evidence(&self) -> Evidence {
        Evidence::Marginal(self.log_evidence)
    }
}

#[derive(Debug)]
struct PartListModel {
    list: PartList,
    size: Size,
}

impl model::Model for PartListModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let (seen, new) = self.list.parts.next();
        let weights: Vec<f64> = seen.iter().map(|(_, weight)| *weight).chain([new]).collect();
        let mut colors: Vec<usize> = Vec::new();
        while colors.len() + self.list.length <= self.size.pegs() {
            match seen.get(pick(&weights, rng)) {
                Some((part, _)) => colors.extend(part.iter().map(|&color| usize::from(color))),
                None => colors.extend((0..self.list.length).map(|_| rng.below(self.size.colors()))),
            }
        }
        Code::from_fn(self.size, |peg| match colors.get(peg) {
            Some(&index) => color(index),
            None => rng.color(self.size.colors()),
        })
    }

    fn probability(&self, code: &Code) -> f64 {
        let base = self.list.base(self.size);
        let rest = 1.0 / power(self.size.colors(), code.len() % self.list.length);
        parts(code, self.list.length)
            .iter()
            .fold(rest, |product, part| product * self.list.parts.probability(part, base))
    }

    fn description(&self) -> String {
        let (number, _) = self.list.parts.counts();
        let (seen, new) = self.list.parts.next();
        let mut most = seen;
        most.sort_by(|a, b| b.1.total_cmp(&a.1));
        let text = |part: &Part| part.iter().map(|&index| color(usize::from(index)).to_string()).collect::<String>();
        let words: Vec<String> = most.iter().take(5).map(|(part, _)| text(part)).collect();
        format!(
            "parts of {} pegs from a list of {number}, such as {}; {:.0} % are others",
            self.list.length,
            words.join(", "),
            100.0 * new
        )
    }
}
