//! What all codes of a rule have in common, and what each group of pegs and each color count adds to the response of every turn.

use scsa::{Code, Color, Game, Rng, Turn};

/// The pegs in groups that have the same color in every code, and the colors that occur.
///
/// Both are found from codes drawn, so that any rule will do. What happens once in ten thousand codes may be missed.
#[derive(Clone, Debug)]
pub struct Board {
    pub game: Game,
    pub group_of: [u8; Game::MAX_PEGS],
    pub groups: usize,
    pub lens: [u8; Game::MAX_PEGS],
    pub of_len: Vec<Vec<usize>>,
    pub even: bool,
    /// The colors that occur, with filling behind.
    pub palette: [u8; Game::MAX_PEGS],
    pub colors: usize,
}

impl Board {
    pub fn of(game: Game, codes: &[Code]) -> Board {
        let mut board = Board {
            game,
            group_of: [0; Game::MAX_PEGS],
            groups: 0,
            lens: [0; Game::MAX_PEGS],
            of_len: vec![Vec::new(); game.pegs() + 1],
            even: true,
            palette: [0; Game::MAX_PEGS],
            colors: 0,
        };
        for peg in 0..game.pegs() {
            let equal = |other: &usize| codes.iter().all(|code| code.peg(peg) == code.peg(*other));
            let group = (0..peg).find(equal).map_or(board.groups, |other| usize::from(board.group_of[other]));
            board.groups = board.groups.max(group + 1);
            board.group_of[peg] = group as u8;
            board.lens[group] += 1;
        }
        (0..board.groups).for_each(|group| board.of_len[usize::from(board.lens[group])].push(group));
        board.even = board.lens[..board.groups].iter().all(|&len| len == board.lens[0]);
        for color in game.palette().filter(|&color| codes.iter().any(|code| code.count(color) > 0)) {
            board.palette[board.colors] = color.index() as u8;
            board.colors += 1;
        }
        board
    }

    pub fn code(&self, colors: &[u8; Game::MAX_PEGS]) -> Code {
        let color = |peg: usize| Color::new(usize::from(colors[usize::from(self.group_of[peg])]));
        Code::from_fn(self.game, |peg| color(peg).unwrap_or(Color::A))
    }

    /// A code with the colors of groups of the same length in any order.
    pub fn shuffled(&self, code: &Code, rng: &mut Rng) -> Code {
        let mut colors = [0; Game::MAX_PEGS];
        colors.iter_mut().zip(self.leaders()).for_each(|(color, peg)| *color = code.peg(peg).index() as u8);
        // Shuffles each length apart, as Fisher and Yates do.
        let mut left = [0; Game::MAX_PEGS];
        left.iter_mut().zip(&self.of_len).for_each(|(left, groups)| *left = groups.len());
        for u in (1..self.groups).rev() {
            let len = usize::from(self.lens[u]);
            colors.swap(u, self.of_len[len][rng.below(left[len])]);
            left[len] -= 1;
        }
        self.code(&colors)
    }

    pub fn counts(&self, colors: &[u8; Game::MAX_PEGS]) -> [u8; Game::MAX_PEGS] {
        let mut counts = [0; Game::MAX_PEGS];
        for (&color, len) in colors[..self.groups].iter().zip(self.lens) {
            counts[usize::from(color)] += len;
        }
        counts
    }

    pub fn leaders(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.groups).filter_map(|group| self.group_of.iter().position(|&of| usize::from(of) == group))
    }

    pub fn colors(&self) -> &[u8] {
        &self.palette[..self.colors]
    }
}

/// A lane for each turn.
pub type Lanes<const N: usize> = [u8; N];

/// The table lengths for groups with colors, and for colors with counts: powers of two, so that no index has to be checked.
const AT: usize = 32 * 32;
const SHARED: usize = 32 * 64;

/// Chains use the newest turns only, up to this number.
pub const MOST_TURNS: usize = 128;

/// An expression with the smallest number of lanes for this number of turns.
macro_rules! with_lanes {
    ($turns:expr, $lanes:ident => $do:expr) => {
        match $turns {
            0..=16 => {
                const $lanes: usize = 16;
                $do
            }
            17..=32 => {
                const $lanes: usize = 32;
                $do
            }
            33..=64 => {
                const $lanes: usize = 64;
                $do
            }
            _ => {
                const $lanes: usize = $crate::board::MOST_TURNS;
                $do
            }
        }
    };
}
pub(crate) use with_lanes;

/// The turns, a lane each: lanes that no turn uses are zero everywhere.
pub struct ResponseTables<const N: usize> {
    /// For a group with a color: the number of its pegs that each guess has in that color.
    at: Box<[Lanes<N>; AT]>,
    /// For a color with a count: the number of pegs of that color in each guess, at most the count.
    shared: Box<[Lanes<N>; SHARED]>,
    pub black: Lanes<N>,
    pub total: Lanes<N>,
}

impl<const N: usize> ResponseTables<N> {
    pub fn new(board: &Board, turns: &[Turn]) -> ResponseTables<N> {
        let pegs = board.game.pegs();
        let (mut at, mut shared) = (boxed::<N, AT>(), boxed::<N, SHARED>());
        let (mut black, mut total) = ([0; N], [0; N]);
        let kept = &turns[turns.len().saturating_sub(N)..];
        for (lane, turn) in kept.iter().enumerate() {
            for (peg, color) in turn.guess.pegs().enumerate() {
                at[usize::from(board.group_of[peg]) << 5 | color.index()][lane] += 1;
            }
            for color in board.game.palette() {
                let most = turn.guess.count(color);
                for count in 0..=pegs {
                    shared[color.index() << 6 | count][lane] = count.min(most) as u8;
                }
            }
            black[lane] = turn.feedback.black() as u8;
            total[lane] = turn.feedback.total() as u8;
        }
        ResponseTables { at, shared, black, total }
    }

    #[inline(always)]
    pub fn at(&self, group: usize, color: u8) -> &Lanes<N> {
        &self.at[(group << 5 | usize::from(color)) & (AT - 1)]
    }

    #[inline(always)]
    pub fn shared(&self, color: u8, count: u8) -> &Lanes<N> {
        &self.shared[(usize::from(color) << 6 | usize::from(count)) & (SHARED - 1)]
    }
}

fn boxed<const N: usize, const LEN: usize>() -> Box<[Lanes<N>; LEN]> {
    vec![[0; N]; LEN].into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("made with that length"))
}

#[inline(always)]
pub fn plus<const N: usize>(mut a: Lanes<N>, b: &Lanes<N>) -> Lanes<N> {
    for lane in 0..N {
        a[lane] = a[lane].wrapping_add(b[lane]);
    }
    a
}

#[inline(always)]
pub fn minus<const N: usize>(mut a: Lanes<N>, b: &Lanes<N>) -> Lanes<N> {
    for lane in 0..N {
        a[lane] = a[lane].wrapping_sub(b[lane]);
    }
    a
}
