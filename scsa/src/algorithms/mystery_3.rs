use super::Scsa;
use crate::{Code, Rng, Size, counting};

/// How many colors share the pegs.
const SHARERS: usize = 3;

/// Three distinct colors are drawn; their counts are as even as possible (3, 2, 2 at seven pegs), and the pegs shuffled.
#[derive(Clone, Copy, Debug)]
pub struct Mystery3;

impl Scsa for Mystery3 {
    fn name(&self) -> &'static str {
        "mystery-3"
    }

    fn summary(&self) -> &'static str {
        "three colors share the pegs as evenly as can be, shuffled"
    }

    fn needs(&self) -> &'static str {
        "at least 3 colors"
    }

    fn supports(&self, size: Size) -> bool {
        size.colors() >= 3
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        let mut colors = counting::palette(size);
        let chosen = rng.shuffle_front(&mut colors[..size.colors()], SHARERS);
        // In turn: the counts differ by one at the most, and the colors drawn first are the more frequent ones.
        let mut pegs = [chosen[0]; Size::MAX_PEGS];
        for (peg, color) in pegs.iter_mut().enumerate() {
            *color = chosen[peg % SHARERS];
        }
        rng.shuffle(&mut pegs[..size.pegs()]);
        Code::from_fn(size, |peg| pegs[peg])
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        let (least, more) = (size.pegs() / SHARERS, size.pegs() % SHARERS);
        let having = |n: usize| size.palette().filter(|&c| code.count(c) == n).count();
        let even = having(least + 1) == more && (least == 0 || having(least) == SHARERS - more);
        if !size.is_legal(code) || !even {
            return 0.0;
        }
        // Which colors have one peg more, which of the others share the rest, and in which order the pegs stand.
        let mut ways = counting::choices(size.colors(), more) * counting::factorial(size.pegs());
        if least > 0 {
            ways *= counting::choices(size.colors() - more, SHARERS - more);
        }
        size.palette().fold(1.0 / ways, |p, c| p * counting::factorial(code.count(c)))
    }
}
