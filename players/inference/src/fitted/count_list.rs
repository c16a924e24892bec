//! Color counts from a list that is learned, of certain colors or of colors drawn anew, with the pegs in any order or each color in one
//! block.

use super::dirichlet::SeenItems;
use crate::{
    at_home::{AtHome, HomeRule},
    counting::{ColorCounts, FACTORIALS, choices, color, counts, orders, pick, power, rebuilt, shuffled},
    model::{Evidence, FittedFamily, WeightedSample, total},
};
use scsa::{Code, Color, Rng, Size};
use std::sync::Arc;

/// With fewer codes no list shows.
const LEAST_CODES: f64 = 8.0;

/// Which arrangements of the pegs are possible. Those of the same counts are equally probable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PegArrangement {
    Any,
    /// The pegs of a color stand next to each other.
    Blocks,
}

/// The colors that have the counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PaletteKind {
    Fixed,
    /// Colors drawn anew for each code: the counts are in decreasing order.
    Anew,
}

/// All combinations.
const KINDS: [(PaletteKind, PegArrangement); 4] = [
    (PaletteKind::Fixed, PegArrangement::Any),
    (PaletteKind::Fixed, PegArrangement::Blocks),
    (PaletteKind::Anew, PegArrangement::Any),
    (PaletteKind::Anew, PegArrangement::Blocks),
];

/// How often each set of counts was seen.
#[derive(Clone, Debug)]
pub struct CountList {
    home: Size,
    palette: PaletteKind,
    order: PegArrangement,
    seen: SeenItems<ColorCounts>,
    log_evidence: f64,
}

/// The list, with the order that makes the codes most probable, if some counts come again.
pub fn fit(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    if home.pegs() < 3 || home.colors() < 2 || total(codes) < LEAST_CODES {
        return None;
    }
    let lists = KINDS.into_iter().filter_map(|(palette, order)| CountList::new(home, palette, order, codes));
    // One set of counts in any order is described by other families.
    let lists = lists.filter(|list| list.order == PegArrangement::Blocks || list.seen.counts().0 > 1);
    let list = lists.max_by(|a, b| a.log_evidence.total_cmp(&b.log_evidence))?;
    (list.seen.counts().1 > 0).then(|| AtHome::family(list))
}

impl PegArrangement {
    fn holds(self, code: &Code) -> bool {
        let blocks = 1 + code.pegs().zip(code.pegs().skip(1)).filter(|(a, b)| a != b).count();
        self == PegArrangement::Any || blocks == code.distinct()
    }

    /// The number of codes with the counts of a code, colors included.
    fn orders_of(self, code: &Code) -> f64 {
        if self == PegArrangement::Any { orders(code) } else { FACTORIALS[code.distinct()] }
    }

    /// The number of codes of a size with this number of colors, in blocks.
    fn block_codes(size: Size, blocks: usize) -> f64 {
        choices(size.colors(), blocks) * FACTORIALS[blocks] * choices(size.pegs() - 1, blocks - 1)
    }

    /// The number of all codes of a size.
    fn codes(self, size: Size) -> f64 {
        match self {
            PegArrangement::Any => power(size.colors(), size.pegs()),
            PegArrangement::Blocks => {
                (1..=size.pegs().min(size.colors())).map(|blocks| PegArrangement::block_codes(size, blocks)).sum()
            }
        }
    }
}

impl PaletteKind {
    /// The counts of a code, as they are listed.
    fn counts(self, code: &Code) -> ColorCounts {
        let mut counts = counts(code);
        if self == PaletteKind::Anew {
            counts.sort_unstable_by(|a, b| b.cmp(a));
        }
        counts
    }

    /// The number of ways to give these counts to colors.
    fn colorings(self, counts: &ColorCounts, size: Size) -> f64 {
        if self == PaletteKind::Fixed {
            return 1.0;
        }
        let shown = counts.iter().filter(|&&count| count > 0).count();
        let equal = counts[..shown].chunk_by(|a, b| a == b).map(|equal| FACTORIALS[equal.len()]);
        choices(size.colors(), shown) * FACTORIALS[shown] / equal.product::<f64>()
    }
}

impl CountList {
    /// The number of codes with the counts of a code.
    fn codes_like(home: Size, palette: PaletteKind, order: PegArrangement, code: &Code) -> f64 {
        order.orders_of(code) * palette.colorings(&palette.counts(code), home)
    }

    /// None if the pegs of some code are in another order.
    fn new(home: Size, palette: PaletteKind, order: PegArrangement, codes: WeightedSample) -> Option<CountList> {
        if !codes.iter().all(|(code, _)| order.holds(code)) {
            return None;
        }
        let all = order.codes(home);
        let like = |code: &Code| CountList::codes_like(home, palette, order, code);
        let items = codes.iter().map(|(code, share)| (palette.counts(code), *share, like(code) / all));
        let seen = SeenItems::of(items);
        let of_order: f64 = codes.iter().map(|(code, share)| share * libm::log(like(code))).sum();
        let log_evidence = seen.log_evidence - of_order - libm::log(KINDS.len() as f64);
        Some(CountList { home, palette, order, seen, log_evidence })
    }
}

impl HomeRule for CountList {
    const NAME: &'static str = "count-list";

    fn home(&self) -> Size {
        self.home
    }

    fn draw(&self, rng: &mut Rng) -> Code {
        let CountList { home, palette, order, seen, .. } = self;
        let (known, new) = seen.next();
        let weights: Vec<f64> = known.iter().map(|(_, weight)| *weight).chain([new]).collect();
        let (pegs, colors) = (home.pegs(), home.colors());
        let drawn = known.get(pick(&weights, rng)).map(|(counts, _)| {
            let mut counts = **counts;
            if *palette == PaletteKind::Anew {
                rng.shuffle(&mut counts[..colors]);
            }
            counts
        });
        match (order, drawn) {
            (PegArrangement::Any, None) => Code::from_fn(*home, |_| rng.color(colors)),
            (PegArrangement::Any, Some(counts)) => {
                shuffled(&in_blocks(pegs, &mut (0..colors).collect::<Vec<_>>(), &counts), rng)
            }
            (PegArrangement::Blocks, drawn) => {
                let counts = drawn.unwrap_or_else(|| {
                    let weights: Vec<f64> =
                        (1..=pegs.min(colors)).map(|blocks| PegArrangement::block_codes(*home, blocks)).collect();
                    let blocks = 1 + pick(&weights, rng);
                    let mut ends: Vec<usize> = (1..pegs).collect();
                    let ends = rng.shuffle_front(&mut ends, blocks - 1);
                    ends.sort_unstable();
                    let mut palette: Vec<usize> = (0..colors).collect();
                    let palette = rng.shuffle_front(&mut palette, blocks);
                    let mut counts = [0; Color::MAX];
                    let mut start = 0;
                    for (&index, &end) in palette.iter().zip(ends.iter().chain([&pegs])) {
                        counts[index] = (end - start) as u8;
                        start = end;
                    }
                    counts
                });
                let mut palette: Vec<usize> = (0..colors).collect();
                rng.shuffle(&mut palette);
                in_blocks(pegs, &mut palette, &counts)
            }
        }
    }

    fn without(&self, code: &Code, share: f64) -> f64 {
        if !self.order.holds(code) {
            return 0.0;
        }
        let like = CountList::codes_like(self.home, self.palette, self.order, code);
        self.seen.without(&self.palette.counts(code), like / self.order.codes(self.home), share, share) / like
    }

    fn evidence(&self) -> Evidence {
        Evidence::Marginal(self.log_evidence)
    }

    fn description(&self) -> String {
        let CountList { palette, order, seen, .. } = self;
        let (mut known, new) = seen.next();
        let number = known.len();
        known.sort_by(|a, b| b.1.total_cmp(&a.1));
        let text = |counts: &ColorCounts| {
            let shown = counts.iter().enumerate().filter(|(_, count)| **count > 0);
            match palette {
                PaletteKind::Fixed => {
                    shown.map(|(index, count)| format!("{}{count}", color(index))).collect::<Vec<_>>().join(" ")
                }
                PaletteKind::Anew => shown.map(|(_, count)| count.to_string()).collect::<Vec<_>>().join("+"),
            }
        };
        let shown: Vec<String> = known.iter().take(4).map(|(counts, _)| text(counts)).collect();
        let colors = if *palette == PaletteKind::Fixed { "" } else { " of colors drawn anew" };
        let order = if *order == PegArrangement::Any { "shuffled" } else { "each color in one block" };
        format!(
            "color counts{colors} from a list of {number}, such as {}, {order}; {:.0} % are others",
            shown.join(", "),
            100.0 * new
        )
    }
}

/// The code with these counts, whose colors come in this order.
fn in_blocks(pegs: usize, palette: &mut [usize], counts: &ColorCounts) -> Code {
    let mut colors = palette.iter().flat_map(|&index| std::iter::repeat_n(index, usize::from(counts[index])));
    rebuilt(pegs, |_| color(colors.next().unwrap_or_default()))
}
