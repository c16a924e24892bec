//! Codes in columns, against which guesses are held.

use crate::endgame::guesses_for;
use scsa::{Code, Color, Size};

/// Codes that may be the secret, each with a weight, peg by peg and count by count.
#[derive(Clone, Debug)]
pub struct Field {
    pub size: Size,
    /// How many codes.
    pub len: usize,
    stride: usize,
    pegs: Vec<u8>,
    counts: Vec<u8>,
    weights: Vec<u32>,
    /// Whether all weights are 1.
    even: bool,
    /// What a response costs by the weight of its codes: n log n, in nats; of few codes the guesses that they take together.
    costs: Vec<f32>,
    whole: u32,
    few: bool,
}

/// Codes a block; columns are filled up with codes of no weight.
const BLOCK: usize = 64;

/// What a guess tells of a field.
#[derive(Clone, Copy, Debug)]
pub enum Told {
    /// Of many codes: the entropies, in nats, of the black pegs and of the whole response, and how probable it is that the
    /// guess is the secret.
    Nats { black: f64, joint: f64, win: f64 },
    /// Of few codes: how many guesses the rest of the game takes, about, this one among them.
    Guesses(f64),
}

/// A guess held against a field: its black pegs and its pegs of the right color for every code.
#[derive(Clone, Debug)]
pub struct Held {
    pub guess: Code,
    black: Vec<u8>,
    total: Vec<u8>,
}

impl Field {
    /// Of codes with whole weights, whose sum is at most some 10^5. Of `few` codes it is told what the rest of the game takes.
    pub fn new(size: Size, codes: &[(Code, u32)], few: bool) -> Field {
        let stride = codes.len().next_multiple_of(BLOCK);
        let mut field = Field {
            size,
            len: codes.len(),
            stride,
            pegs: vec![u8::MAX; size.pegs() * stride],
            counts: vec![0; size.colors() * stride],
            weights: vec![0; stride],
            even: codes.iter().all(|(_, weight)| *weight == 1),
            costs: Vec::new(),
            whole: codes.iter().map(|(_, weight)| weight).sum(),
            few,
        };
        for (place, (code, weight)) in codes.iter().enumerate() {
            for (peg, color) in code.pegs().enumerate() {
                field.pegs[peg * stride + place] = color.index() as u8;
            }
            for color in size.palette() {
                field.counts[color.index() * stride + place] = code.count(color) as u8;
            }
            field.weights[place] = *weight;
        }
        let unit = f64::from(field.whole) / codes.len().max(1) as f64;
        let cost = |n: u32| match n {
            0 => 0.0,
            _ if few => (f64::from(n) * guesses_for(f64::from(n) / unit, size.pegs())) as f32,
            _ => (f64::from(n) * libm::log(f64::from(n))) as f32,
        };
        field.costs = (0..=field.whole).map(cost).collect();
        field
    }

    fn column(&self, peg: usize) -> &[u8] {
        &self.pegs[peg * self.stride..][..self.stride]
    }

    fn counts(&self, color: Color) -> &[u8] {
        &self.counts[color.index() * self.stride..][..self.stride]
    }

    pub fn hold(&self, guess: &Code) -> Held {
        let mut held = Held { guess: *guess, black: vec![0; self.stride], total: vec![0; self.stride] };
        for (peg, color) in guess.pegs().enumerate() {
            let color = color.index() as u8;
            for (black, &is) in held.black.iter_mut().zip(self.column(peg)) {
                *black += u8::from(is == color);
            }
        }
        for color in self.size.palette() {
            let most = guess.count(color) as u8;
            if most > 0 {
                for (total, &count) in held.total.iter_mut().zip(self.counts(color)) {
                    *total += count.min(most);
                }
            }
        }
        held
    }

    /// Changes some pegs of a guess that is held.
    pub fn change(&self, held: &Held, changes: &[(usize, Color)], into: &mut Held) {
        into.guess = held.guess;
        into.black.copy_from_slice(&held.black);
        into.total.copy_from_slice(&held.total);
        for &(peg, to) in changes {
            let from = into.guess.peg(peg);
            if from == to {
                continue;
            }
            let (from_raw, to_raw) = (from.index() as u8, to.index() as u8);
            for (black, &is) in into.black.iter_mut().zip(self.column(peg)) {
                *black = *black + u8::from(is == to_raw) - u8::from(is == from_raw);
            }
            into.guess.set(peg, to);
        }
        for color in self.size.palette() {
            let (before, after) = (held.guess.count(color) as u8, into.guess.count(color) as u8);
            if before != after {
                for (total, &count) in into.total.iter_mut().zip(self.counts(color)) {
                    *total = *total + count.min(after) - count.min(before);
                }
            }
        }
    }

    /// What the guess tells.
    pub fn told(&self, held: &Held, cells: &mut Cells) -> Told {
        let pegs = self.size.pegs();
        let row = pegs + 1;
        let cells = &mut cells.0;
        cells.clear();
        cells.resize(2 * row * row, 0);
        let (one, two) = cells.split_at_mut(row * row);
        let place = |k: usize| usize::from(held.total[k]) * row + usize::from(held.black[k]);
        if self.even {
            let pairs = self.len / 2;
            for k in 0..pairs {
                one[place(2 * k)] += 1;
                two[place(2 * k + 1)] += 1;
            }
            if self.len % 2 == 1 {
                one[place(self.len - 1)] += 1;
            }
        } else {
            let pairs = self.len / 2;
            for k in 0..pairs {
                one[place(2 * k)] += self.weights[2 * k];
                two[place(2 * k + 1)] += self.weights[2 * k + 1];
            }
            if self.len % 2 == 1 {
                one[place(self.len - 1)] += self.weights[self.len - 1];
            }
        }
        let (mut joint, mut blacks) = (0.0f32, [0u32; Size::MAX_PEGS + 1]);
        for total in 0..row {
            let mut sum = 0.0f32;
            for black in 0..=total {
                let cell = one[total * row + black] + two[total * row + black];
                sum += self.costs[cell as usize];
                blacks[black] += cell;
            }
            joint += sum;
        }
        let (whole, won) = (f64::from(self.whole), blacks[pegs]);
        if self.few {
            return Told::Guesses(1.0 + f64::from(joint - self.costs[won as usize]) / whole);
        }
        let black: f32 = blacks[..row].iter().map(|&n| self.costs[n as usize]).sum();
        let base = libm::log(whole);
        Told::Nats {
            black: base - f64::from(black) / whole,
            joint: base - f64::from(joint) / whole,
            win: f64::from(won) / whole,
        }
    }
}

/// Room for the weights of the responses.
#[derive(Clone, Debug, Default)]
pub struct Cells(Vec<u32>);
