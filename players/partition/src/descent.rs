//! All guesses for few candidates, peg by peg, so that guesses that begin alike share the sums of their beginning.

use super::{
    criterion::Cells,
    guesses::{Alike, Choices, Taken},
    lanes::{self, Engine, Memory, is},
    planes::{FEW_WORDS, MOST_BITS, MOST_SUMS, Planes, add},
    scan::{Found, Search},
};
use scsa::{Color, Size};

/// So many colors of the last peg are worked on at once.
const GROUP: usize = 8;

/// A walk through all guesses.
///
/// Candidates are the bits of `WORDS` words, of which the lowest `LANE` bits are used. As many guesses as lanes of so many
/// bits fit into a line are judged at once: groups of those that differ only in the last peg. A number of pegs that is known
/// to the compiler, `PEGS`, makes all loops over the sums, `SUMS` of them, known, too; 0 is for any.
///
/// Everything in it is inlined into the function that is compiled for the widest instructions, which a recursion would not
/// be: so the walk keeps a stack of its own.
struct Descent<
    'a,
    E: Engine,
    const LANE: usize,
    const WORDS: usize,
    const BITS: usize,
    const PEGS: usize,
    const SUMS: usize,
> {
    engine: E,
    search: &'a Search<'a>,
    /// The words in use.
    words: usize,
    /// The candidates by the color of their last peg.
    last: Groups<WORDS>,
    /// The candidates that have more than so many pegs of a color.
    more: Vec<Groups<WORDS>>,
    /// Of these the ones that the next peg of each color asks for.
    next: Groups<WORDS>,
    waiting: Waiting<WORDS, BITS>,
    found: &'a mut Found,
}

/// Words of candidates for each color: by group of colors and word, a color a lane, from the first lane on.
type Groups<const WORDS: usize> = Vec<[Memory; WORDS]>;

/// Guesses that wait until there are as many as lanes.
struct Waiting<const WORDS: usize, const BITS: usize> {
    /// The bits of the sums over all pegs but the last, and the candidates to be added for it.
    black: [[Memory; BITS]; WORDS],
    total: [[Memory; BITS]; WORDS],
    last: [Memory; WORDS],
    next: [Memory; WORDS],
    /// The lanes that have a guess.
    valid: u32,
    groups: usize,
    /// The place of the guess in the first lane of each group, had it a guess.
    places: [u32; 4],
}

/// The sums over the pegs chosen so far, bit by bit, for the words of the candidates.
#[derive(Clone, Copy)]
struct Sums<const WORDS: usize, const BITS: usize> {
    black: [[u64; WORDS]; BITS],
    total: [[u64; WORDS]; BITS],
}

/// What is chosen up to a peg.
#[derive(Clone, Copy)]
struct Step<const WORDS: usize, const BITS: usize> {
    /// The colors that the peg may still have.
    colors: u32,
    /// What is to be put back when the peg gets another color.
    taken: Taken,
    place: u32,
    sums: Sums<WORDS, BITS>,
}

/// Looks at all guesses.
#[inline(always)]
pub fn look<E: Engine>(engine: E, search: &Search<'_>, alike: &Alike, found: &mut Found) {
    macro_rules! with {
        ($pegs:expr) => {
            match search.planes.candidates() {
                few if search.judge.is_small(few) => {
                    run::<E, 16, 1, 3, $pegs, { $pegs + 1 }>(engine, search, alike, found)
                }
                ..32 => run::<E, 32, 1, 3, $pegs, { $pegs + 1 }>(engine, search, alike, found),
                ..=64 => run::<E, 64, 1, 3, $pegs, { $pegs + 1 }>(engine, search, alike, found),
                _ => run::<E, 64, FEW_WORDS, 3, $pegs, { $pegs + 1 }>(engine, search, alike, found),
            }
        };
    }
    match search.size.pegs() {
        4 if E::IS_WIDE => with!(4),
        5 if E::IS_WIDE => with!(5),
        6 if E::IS_WIDE => with!(6),
        // Such boards are rare, and so are such processors: one machine code does for all.
        ..8 => run::<E, 64, FEW_WORDS, 3, 0, 8>(engine, search, alike, found),
        8..16 => run::<E, 64, FEW_WORDS, 4, 0, 16>(engine, search, alike, found),
        _ => run::<E, 64, FEW_WORDS, MOST_BITS, 0, MOST_SUMS>(engine, search, alike, found),
    }
}

#[inline(always)]
fn run<E: Engine, const LANE: usize, const WORDS: usize, const BITS: usize, const PEGS: usize, const SUMS: usize>(
    engine: E,
    search: &Search<'_>,
    alike: &Alike,
    found: &mut Found,
) {
    let (size, planes) = (search.size, search.planes);
    let groups = |row: &dyn Fn(usize) -> u16| {
        let mut groups = vec![[[0; 8]; WORDS]; size.colors().div_ceil(GROUP)];
        for color in 0..size.colors() {
            for (word, bits) in planes.words_of::<WORDS>(row(color)).into_iter().enumerate() {
                let bit = color % GROUP * LANE;
                groups[color / GROUP][word][bit / 64] |= bits << (bit % 64);
            }
        }
        groups
    };
    let last = groups(&|color| Planes::stands(size, size.pegs() - 1, color));
    let more: Vec<_> = (0..size.pegs()).map(|than| groups(&|color| Planes::more(size, color, than))).collect();
    let next = more[0].clone();
    let waiting = Waiting {
        black: [[[0; 8]; BITS]; WORDS],
        total: [[[0; 8]; BITS]; WORDS],
        last: [[0; 8]; WORDS],
        next: [[0; 8]; WORDS],
        valid: 0,
        groups: 0,
        places: [0; 4],
    };
    let mut descent = Descent::<E, LANE, WORDS, BITS, PEGS, SUMS> {
        engine,
        search,
        words: planes.words(),
        last,
        more,
        next,
        waiting,
        found,
    };
    descent.walk(alike.choices(planes));
    descent.judge();
}

impl<E: Engine, const LANE: usize, const WORDS: usize, const BITS: usize, const PEGS: usize, const SUMS: usize>
    Descent<'_, E, LANE, WORDS, BITS, PEGS, SUMS>
{
    /// The groups that fit into a line, and the words of a line that each has.
    const GROUPS: usize = 64 / LANE;
    const SHARE: usize = 8 / Self::GROUPS;

    /// The words in use; where there is one, the compiler knows.
    #[inline(always)]
    fn words(&self) -> usize {
        if WORDS == 1 { 1 } else { self.words.min(WORDS) }
    }

    /// Goes through all guesses, as long as better ones may come.
    #[inline(always)]
    fn walk(&mut self, mut choices: Choices<'_>) {
        let (size, planes) = (self.search.size, self.search.planes);
        let (mut chosen, mut counts) = ([0; Size::MAX_PEGS], [0; Color::MAX]);
        let none = Sums { black: [[0; WORDS]; BITS], total: [[0; WORDS]; BITS] };
        let mut steps = [Step { colors: 0, taken: Taken::default(), place: 0, sums: none }; Size::MAX_PEGS];
        let last = size.pegs() - 1;
        let mut peg = 0;
        steps[0].colors = choices.colors(0, &chosen);
        loop {
            if peg == last {
                if !self.wait(&steps[peg]) {
                    return;
                }
                steps[peg].colors = 0;
            }
            let step = &mut steps[peg];
            if step.colors == 0 {
                // The peg before it gets its next color.
                if peg == 0 {
                    return;
                }
                peg -= 1;
                let color = usize::from(chosen[peg]);
                counts[color] -= 1;
                self.ask_for(color, counts[color]);
                choices.put_back(steps[peg].taken);
                continue;
            }
            let color = step.colors.trailing_zeros() as usize;
            step.colors &= step.colors - 1;
            let (mut sums, place) = (step.sums, step.place * size.colors() as u32 + color as u32);
            add(&mut sums.black, planes.words_of::<WORDS>(Planes::stands(size, peg, color)));
            add(&mut sums.total, planes.words_of::<WORDS>(Planes::more(size, color, counts[color])));
            chosen[peg] = color as u8;
            counts[color] += 1;
            self.ask_for(color, counts[color]);
            steps[peg].taken = choices.take(color);
            peg += 1;
            steps[peg] = Step { colors: choices.colors(peg, &chosen), taken: Taken::default(), place, sums };
        }
    }

    /// The next peg of that color asks for more than so many of them.
    #[inline(always)]
    fn ask_for(&mut self, color: usize, than: usize) {
        let (group, bit) = (color / GROUP, color % GROUP * LANE);
        let mask = u64::MAX >> (64 - LANE) << (bit % 64);
        for word in 0..self.words() {
            let more = self.more[than][group][word][bit / 64];
            let next = &mut self.next[group][word][bit / 64];
            *next ^= (*next ^ more) & mask;
        }
    }

    /// Puts the guesses that end with the colors of a step aside, and judges those that wait. Whether to go on.
    #[inline(always)]
    fn wait(&mut self, step: &Step<WORDS, BITS>) -> bool {
        let words = self.words();
        for group in 0..self.next.len() {
            let valid = step.colors >> (group * GROUP) & 0xff;
            if valid == 0 {
                continue;
            }
            let waiting = &mut self.waiting;
            let number = waiting.groups % Self::GROUPS;
            let first = number * Self::SHARE;
            for word in 0..words {
                for bit in 0..BITS {
                    waiting.black[word][bit][first..first + Self::SHARE]
                        .fill(repeat::<LANE>(step.sums.black[bit][word]));
                    waiting.total[word][bit][first..first + Self::SHARE]
                        .fill(repeat::<LANE>(step.sums.total[bit][word]));
                }
                let (last, next) = (&self.last[group][word], &self.next[group][word]);
                waiting.last[word][first..first + Self::SHARE].copy_from_slice(&last[..Self::SHARE]);
                waiting.next[word][first..first + Self::SHARE].copy_from_slice(&next[..Self::SHARE]);
            }
            waiting.valid |= valid << (number * GROUP);
            waiting.places[number] = step.place * self.search.size.colors() as u32 + (group * GROUP) as u32;
            waiting.groups = number + 1;
            if waiting.groups == Self::GROUPS && !self.judge() {
                return false;
            }
        }
        true
    }

    /// Judges the guesses that wait. Whether to go on.
    #[inline(always)]
    fn judge(&mut self) -> bool {
        let engine = self.engine;
        let pegs = if PEGS == 0 { self.search.size.pegs() } else { PEGS };
        let there = self.search.planes.there::<WORDS>();
        let empty = engine.splat::<64>(0);
        let mut masks = Masks::<E, LANE, WORDS, SUMS> {
            engine,
            words: self.words(),
            blacks: [[empty; SUMS]; WORDS],
            totals: [[empty; SUMS]; WORDS],
        };
        for word in 0..self.words() {
            let sums = |before: &[Memory; BITS], peg: &Memory| {
                let mut sums = [empty; BITS];
                for (sum, before) in sums.iter_mut().zip(before) {
                    *sum = engine.load(before);
                }
                lanes::add(engine, sums, engine.load(peg))
            };
            let black = sums(&self.waiting.black[word], &self.waiting.last[word]);
            let total = sums(&self.waiting.total[word], &self.waiting.next[word]);
            let there = engine.splat::<LANE>(there[word]);
            for sum in 0..=pegs {
                masks.blacks[word][sum] = is(engine, &black, sum);
                masks.totals[word][sum] = engine.and(is(engine, &total, sum), there);
            }
        }
        let (scores, wins) =
            self.search.judge.scores_of::<E, LANE>(engine, pegs, self.search.planes.candidates(), &masks);
        let Waiting { valid, places, .. } = self.waiting;
        let place = |lane: usize| places[lane / GROUP] + (lane % GROUP) as u32;
        self.found.keep::<E, LANE>(engine, scores, wins, valid, place);
        (self.waiting.valid, self.waiting.groups) = (0, 0);
        !self.found.has(self.search.enough)
    }
}

/// The lowest bits in every lane.
#[inline(always)]
const fn repeat<const LANE: usize>(bits: u64) -> u64 {
    match LANE {
        16 => bits * 0x0001_0001_0001_0001,
        32 => bits * 0x0000_0001_0000_0001,
        _ => bits,
    }
}

/// Where the candidates have so many black pegs, and so many of both kinds.
struct Masks<E: Engine, const LANE: usize, const WORDS: usize, const SUMS: usize> {
    engine: E,
    words: usize,
    blacks: [[E::Line; SUMS]; WORDS],
    totals: [[E::Line; SUMS]; WORDS],
}

impl<E: Engine, const LANE: usize, const WORDS: usize, const SUMS: usize> Cells<E> for Masks<E, LANE, WORDS, SUMS> {
    #[inline(always)]
    fn size(&self, total: usize, black: usize) -> E::Line {
        let mut size = self.engine.splat::<64>(0);
        for word in 0..self.words {
            let cell = self.engine.and(self.totals[word][total], self.blacks[word][black]);
            size = self.engine.add::<LANE>(size, self.engine.count::<LANE>(cell));
        }
        size
    }
}
