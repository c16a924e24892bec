//! All guesses for few candidates, by depth-first search over the pegs: guesses that begin with the same colors share the sums of these pegs.

use crate::partition::candidates::{CandidateSymmetry, ColorChoices, FEW_WORDS, MAX_SUM_BITS, MAX_SUMS};
use crate::partition::criterion::PartSizes;
use crate::partition::dispatch::{self, SimdTask};
use crate::partition::guesses::{color_at, more_than};
use crate::partition::selection::{GuessSearch, Selection};
use crate::partition::simd::{self, Bits512, Portable, Simd, is};
use scsa::{Color, Game};

/// The number of colors of the last peg in a group. The guesses of a group are scored together.
const GROUP: usize = 8;

/// A depth-first search through all guesses.
///
/// A candidate is a bit in one of `WORDS` words, of which the lowest `LANE` bits are used. A vector has a lane of `LANE` bits
/// for each of several guesses, which are scored at once: groups of guesses that differ only in the last peg. `PEGS` is the
/// number of pegs, known to the compiler so that it unrolls the loops over the `SUMS` values of a sum; 0 is for any number.
///
/// All of it is inlined into the function that is compiled for the widest instructions. A recursive function would not be
/// inlined, so the search keeps its own stack.
struct DepthFirst<
    'a,
    S: Simd,
    const LANE: usize,
    const WORDS: usize,
    const BITS: usize,
    const PEGS: usize,
    const SUMS: usize,
> {
    simd: S,
    search: &'a GuessSearch<'a>,
    words: usize,
    last: ColorGroups<WORDS>,
    more_than: Vec<ColorGroups<WORDS>>,
    /// For each color the bitmap that one more peg of it adds to the total: that of `more_than` for the number of pegs that
    /// the guess has so far.
    next: ColorGroups<WORDS>,
    batch: LaneBatch<WORDS, BITS>,
    selection: &'a mut Selection,
}

/// Words of candidates for each color, by group of colors and word. A color of a group has a lane; the first color has the first lane.
type ColorGroups<const WORDS: usize> = Vec<[Bits512; WORDS]>;

/// Guesses that are scored together, once there is one for each lane.
struct LaneBatch<const WORDS: usize, const BITS: usize> {
    /// The bit-sliced sums over all pegs but the last, and the bitmaps that the last peg adds to them.
    black: [[Bits512; BITS]; WORDS],
    total: [[Bits512; BITS]; WORDS],
    last: [Bits512; WORDS],
    next: [Bits512; WORDS],
    valid: u32,
    groups: usize,
    /// For each group the rank that a guess in its first lane has.
    ranks: [u32; 4],
}

#[derive(Clone, Copy)]
struct PegFrame<const WORDS: usize, const BITS: usize> {
    /// The colors that are still to be tried on the peg, a bit each.
    colors: u32,
    /// How to undo the choice of the current color.
    undo: (u32, u32),
    /// The rank of the pegs before it, as a shorter code.
    rank: u32,
    /// The bit-sliced sums over the pegs chosen so far, for each word of candidates.
    black: [[u64; WORDS]; BITS],
    total: [[u64; WORDS]; BITS],
}

/// What a selection has kept of all guesses, one of each symmetry class at least.
pub fn select(search: &GuessSearch<'_>, symmetry: &CandidateSymmetry, mut kept: Selection) -> Selection {
    let selection = &mut kept;
    match (search.game.pegs(), dispatch::wide()) {
        (4, Some(wide)) => select_wide::<4, 5>(wide, search, symmetry, selection),
        (5, Some(wide)) => select_wide::<5, 6>(wide, search, symmetry, selection),
        (6, Some(wide)) => select_wide::<6, 7>(wide, search, symmetry, selection),
        // Other games are rare, so that they share one instance of the code, and so do other processors.
        (..16, Some(wide)) => {
            dispatch::run_wide(wide, DepthFirstTask::<64, FEW_WORDS, 4, 0, 16> { search, symmetry, selection });
        }
        (..8, None) => DepthFirstTask::<64, FEW_WORDS, 3, 0, 8> { search, symmetry, selection }.run(Portable),
        _ => DepthFirstTask::<64, FEW_WORDS, MAX_SUM_BITS, 0, MAX_SUMS> { search, symmetry, selection }.run(Portable),
    }
    kept
}

/// The same for that number of pegs and the values of their sums, with the smallest lanes that the scores fit into.
fn select_wide<const PEGS: usize, const SUMS: usize>(
    wide: dispatch::Wide,
    search: &GuessSearch<'_>,
    symmetry: &CandidateSymmetry,
    selection: &mut Selection,
) {
    match search.candidates.count {
        few if search.scorer.fits_16_bits(few) => {
            dispatch::run_wide(wide, DepthFirstTask::<16, 1, 3, PEGS, SUMS> { search, symmetry, selection });
        }
        0..32 => dispatch::run_wide(wide, DepthFirstTask::<32, 1, 3, PEGS, SUMS> { search, symmetry, selection }),
        32..=64 => dispatch::run_wide(wide, DepthFirstTask::<64, 1, 3, PEGS, SUMS> { search, symmetry, selection }),
        _ => dispatch::run_wide(wide, DepthFirstTask::<64, FEW_WORDS, 3, PEGS, SUMS> { search, symmetry, selection }),
    }
}

struct DepthFirstTask<
    'a,
    const LANE: usize,
    const WORDS: usize,
    const BITS: usize,
    const PEGS: usize,
    const SUMS: usize,
> {
    search: &'a GuessSearch<'a>,
    symmetry: &'a CandidateSymmetry,
    selection: &'a mut Selection,
}

impl<const LANE: usize, const WORDS: usize, const BITS: usize, const PEGS: usize, const SUMS: usize> SimdTask
    for DepthFirstTask<'_, LANE, WORDS, BITS, PEGS, SUMS>
{
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let DepthFirstTask { search, symmetry, selection } = self;
        let (game, candidates) = (search.game, search.candidates);
        let groups = |row: &dyn Fn(usize) -> u16| {
            let mut groups = vec![[[0; 8]; WORDS]; game.colors().div_ceil(GROUP)];
            for color in 0..game.colors() {
                for (word, bits) in candidates.words_of::<WORDS>(row(color)).into_iter().enumerate() {
                    let bit = color % GROUP * LANE;
                    groups[color / GROUP][word][bit / 64] |= bits << (bit % 64);
                }
            }
            groups
        };
        let last = groups(&|color| color_at(game, game.pegs() - 1, color));
        let more_than: Vec<_> = (0..game.pegs()).map(|n| groups(&|color| more_than(game, color, n))).collect();
        let next = more_than[0].clone();
        let batch = LaneBatch {
            black: [[[0; 8]; BITS]; WORDS],
            total: [[[0; 8]; BITS]; WORDS],
            last: [[0; 8]; WORDS],
            next: [[0; 8]; WORDS],
            valid: 0,
            groups: 0,
            ranks: [0; 4],
        };
        let mut walk = DepthFirst::<S, LANE, WORDS, BITS, PEGS, SUMS> {
            simd,
            search,
            words: candidates.word_count(),
            last,
            more_than,
            next,
            batch,
            selection,
        };
        walk.walk(symmetry.choices(candidates));
        walk.score_batch();
    }
}

impl<S: Simd, const LANE: usize, const WORDS: usize, const BITS: usize, const PEGS: usize, const SUMS: usize>
    DepthFirst<'_, S, LANE, WORDS, BITS, PEGS, SUMS>
{
    /// The number of groups in a vector, and the number of words of a vector that each has.
    const GROUPS: usize = 64 / LANE;
    const SHARE: usize = 8 / Self::GROUPS;

    /// The number of words in use; a constant where it is 1.
    #[inline(always)]
    fn words(&self) -> usize {
        if WORDS == 1 { 1 } else { self.words.min(WORDS) }
    }

    /// Goes through all guesses until a score is found at which the search may stop.
    #[inline(always)]
    fn walk(&mut self, mut choices: ColorChoices<'_>) {
        let (game, candidates) = (self.search.game, self.search.candidates);
        let (mut chosen, mut counts) = ([0; Game::MAX_PEGS], [0; Color::MAX]);
        let none = [[0; WORDS]; BITS];
        // There are more sums than pegs.
        let mut frames = [PegFrame { colors: 0, undo: (0, 0), rank: 0, black: none, total: none }; SUMS];
        let last = game.pegs() - 1;
        let mut peg = 0;
        frames[0].colors = choices.colors(0, &chosen);
        loop {
            if peg == last {
                if !self.enqueue(&frames[peg]) {
                    return;
                }
                frames[peg].colors = 0;
            }
            if frames[peg].colors == 0 {
                // Go back to the peg before.
                if peg == 0 {
                    return;
                }
                peg -= 1;
                let color = usize::from(chosen[peg]);
                counts[color] -= 1;
                self.set_next(color, counts[color]);
                choices.undo(frames[peg].undo);
                continue;
            }
            let [frame, next] = &mut frames[peg..][..2] else { return };
            let color = frame.colors.trailing_zeros() as usize;
            frame.colors &= frame.colors - 1;
            next.rank = frame.rank * game.colors() as u32 + color as u32;
            for word in 0..self.words() {
                let black = candidates.word_of(word, color_at(game, peg, color));
                let total = candidates.word_of(word, more_than(game, color, counts[color]));
                add_word(&frame.black, &mut next.black, word, black);
                add_word(&frame.total, &mut next.total, word, total);
            }
            chosen[peg] = color as u8;
            counts[color] += 1;
            frame.undo = choices.choose(color);
            peg += 1;
            next.colors = choices.colors(peg, &chosen);
            self.set_next(color, counts[color]);
        }
    }

    /// Sets the bitmap that the next peg of the color adds: the candidates with more than `n` pegs of it.
    #[inline(always)]
    fn set_next(&mut self, color: usize, n: usize) {
        let (group, bit) = (color / GROUP, color % GROUP * LANE);
        let mask = u64::MAX >> (64 - LANE) << (bit % 64);
        for word in 0..self.words() {
            let more = self.more_than[n][group][word][bit / 64];
            let next = &mut self.next[group][word][bit / 64];
            *next ^= (*next ^ more) & mask;
        }
    }

    /// Puts the guesses that end with the colors of a frame into the batch, which is scored whenever it is full. Returns whether to go on.
    #[inline(always)]
    fn enqueue(&mut self, frame: &PegFrame<WORDS, BITS>) -> bool {
        let words = self.words();
        for group in 0..self.next.len() {
            let valid = frame.colors >> (group * GROUP) & 0xff;
            if valid == 0 {
                continue;
            }
            let batch = &mut self.batch;
            let number = batch.groups % Self::GROUPS;
            let first = number * Self::SHARE;
            // Slices of that few words would be filled and copied by calls.
            for word in 0..words {
                for bit in 0..BITS {
                    let (black, total) =
                        (repeat::<LANE>(frame.black[bit][word]), repeat::<LANE>(frame.total[bit][word]));
                    for place in 0..Self::SHARE {
                        batch.black[word][bit][(first + place) % 8] = black;
                        batch.total[word][bit][(first + place) % 8] = total;
                    }
                }
                for place in 0..Self::SHARE {
                    batch.last[word][(first + place) % 8] = self.last[group][word][place];
                    batch.next[word][(first + place) % 8] = self.next[group][word][place];
                }
            }
            batch.valid |= valid << (number * GROUP);
            batch.ranks[number] = frame.rank * self.search.game.colors() as u32 + (group * GROUP) as u32;
            batch.groups = number + 1;
            if batch.groups == Self::GROUPS && !self.score_batch() {
                return false;
            }
        }
        true
    }

    /// Scores the guesses of the batch, and empties it. Returns whether to go on.
    #[inline(always)]
    fn score_batch(&mut self) -> bool {
        let simd = self.simd;
        let pegs = if PEGS == 0 { self.search.game.pegs() } else { PEGS };
        let valid = self.search.candidates.candidate_words::<WORDS>();
        let empty = simd.splat::<64>(0);
        let mut masks = FeedbackMasks::<S, LANE, WORDS, SUMS> {
            simd,
            pegs,
            words: self.words(),
            blacks: [[empty; SUMS]; WORDS],
            totals: [[empty; SUMS]; WORDS],
        };
        for word in 0..self.words() {
            let black = sums_with(simd, &self.batch.black[word], &self.batch.last[word]);
            let total = sums_with(simd, &self.batch.total[word], &self.batch.next[word]);
            let valid = simd.splat::<LANE>(valid[word]);
            for sum in 0..=pegs {
                masks.blacks[word][sum] = is(simd, &black, sum);
                masks.totals[word][sum] = simd.and(is(simd, &total, sum), valid);
            }
        }
        let (scores, wins) =
            self.search.scorer.lane_scores::<S, LANE>(simd, pegs, self.search.candidates.count, &masks);
        let LaneBatch { valid, ranks, .. } = self.batch;
        let rank = |lane: usize| ranks[lane / GROUP] + (lane % GROUP) as u32;
        self.selection.add_lanes::<S, LANE>(simd, scores, wins, valid, rank);
        (self.batch.valid, self.batch.groups) = (0, 0);
        !self.selection.has_score(self.search.stop_at)
    }
}

/// The sums with one more peg. It is no closure, which would not be compiled for the instructions.
#[inline(always)]
fn sums_with<S: Simd, const BITS: usize>(simd: S, before: &[Bits512; BITS], peg: &Bits512) -> [S::Register; BITS] {
    let mut sums = [simd.splat::<64>(0); BITS];
    for (sum, before) in sums.iter_mut().zip(before) {
        *sum = simd.load(before);
    }
    simd::add(simd, sums, simd.load(peg))
}

/// Sets a word of the bit-sliced sums with one more peg. Frames of many words would be copied by calls.
#[inline(always)]
fn add_word<const WORDS: usize, const BITS: usize>(
    before: &[[u64; WORDS]; BITS],
    after: &mut [[u64; WORDS]; BITS],
    word: usize,
    mut carry: u64,
) {
    for (before, after) in before.iter().zip(after) {
        after[word] = before[word] ^ carry;
        carry &= before[word];
    }
}

#[inline(always)]
const fn repeat<const LANE: usize>(bits: u64) -> u64 {
    match LANE {
        16 => bits * 0x0001_0001_0001_0001,
        32 => bits * 0x0000_0001_0000_0001,
        _ => bits,
    }
}

/// The candidates with each number of black pegs, and those with each number of black and white pegs.
struct FeedbackMasks<S: Simd, const LANE: usize, const WORDS: usize, const SUMS: usize> {
    simd: S,
    pegs: usize,
    words: usize,
    blacks: [[S::Register; SUMS]; WORDS],
    totals: [[S::Register; SUMS]; WORDS],
}

impl<S: Simd, const LANE: usize, const WORDS: usize, const SUMS: usize> PartSizes<S>
    for FeedbackMasks<S, LANE, WORDS, SUMS>
{
    #[inline(always)]
    fn size(&self, total: usize, black: usize) -> S::Register {
        let mut size = self.simd.splat::<64>(0);
        // All pegs but one cannot be black where the last one is white.
        if total == self.pegs && black + 1 == total {
            return size;
        }
        for word in 0..self.words {
            let part = self.simd.and(self.totals[word][total], self.blacks[word][black]);
            size = self.simd.add::<LANE>(size, self.simd.count::<LANE>(part));
        }
        size
    }
}
