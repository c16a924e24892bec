//! The guesses worth looking at: one of each class of guesses that part the candidates alike.

use super::planes::Planes;
use scsa::{Code, Size};

/// What is alike for the candidates after a history.
///
/// The candidates do not change when colors that were never guessed are exchanged, nor when pegs are that had the same
/// color in every guess. And all colors that no candidate has are as good as one of them. Of every class of guesses that
/// follow from each other by that, the lowest one in numeric order is looked at (and sometimes some more of the class).
#[derive(Clone, Debug)]
pub struct Alike {
    size: Size,
    /// For each peg the last one before it that had the same color in every guess.
    twin: [Option<u8>; Size::MAX_PEGS],
    /// The colors that were guessed, as a set.
    guessed: u32,
    /// Whether no guess may have a color twice.
    distinct: bool,
}

/// New names for colors that were never guessed, and the pegs that have their place.
#[derive(Clone, Debug)]
struct Renaming {
    names: [u8; 32],
    next: u8,
    used: u32,
}

/// Guesses in numeric order, each as the rows of planes that it asks for.
#[derive(Clone, Debug)]
pub struct Guesses {
    size: Size,
    rows: Vec<u16>,
}

impl Alike {
    /// Before the first guess everything is alike.
    pub fn new(size: Size) -> Alike {
        let twin = std::array::from_fn(|peg| (peg as u8).checked_sub(1));
        Alike { size, twin, guessed: 0, distinct: false }
    }

    /// Before the first guess, where the candidates are not all codes: they stay the same when two such pegs are exchanged,
    /// and when two of these colors (a bit each) are.
    pub fn among(size: Size, pegs: impl Fn(usize, usize) -> bool, colors: u32) -> Alike {
        let twin = |peg: usize| (0..peg.min(size.pegs())).rev().find(|&other| peg < size.pegs() && pegs(other, peg));
        let twin = std::array::from_fn(|peg| twin(peg).map(|twin| twin as u8));
        Alike { size, twin, guessed: !colors & (u32::MAX >> (32 - size.colors())), distinct: false }
    }

    /// The same, where no guess may have a color twice.
    #[must_use]
    pub fn distinct(self) -> Alike {
        Alike { distinct: true, ..self }
    }

    /// After one guess more.
    pub fn after(&self, guess: &Code) -> Alike {
        let mut after = self.clone();
        for peg in 0..self.size.pegs() {
            let mut twin = self.twin[peg];
            while let Some(other) = twin.filter(|&other| guess.peg(other.into()) != guess.peg(peg)) {
                twin = self.twin[usize::from(other)];
            }
            after.twin[peg] = twin;
        }
        after.guessed = guess.pegs().fold(self.guessed, |colors, color| colors | 1 << color.index());
        after
    }

    /// What may be chosen, peg by peg, to come by one guess at least of each class.
    pub fn choices(&self, candidates: &Planes) -> Choices<'_> {
        let colors = self.size.colors();
        let present =
            (0..colors).filter(|&color| candidates.has(self.size, color)).fold(0, |set, color| set | 1 << color);
        let absent: u32 = !present & (u32::MAX >> (32 - colors));
        // Of the colors without a candidate the lowest.
        let worth = present | (absent & absent.wrapping_neg());
        let dead_on = std::array::from_fn(|peg| {
            let stands = |color| peg < self.size.pegs() && candidates.has_on(self.size, peg, color);
            (0..colors).filter(|&color| !stands(color)).fold(0, |set, color| set | 1 << color)
        });
        Choices { alike: self, worth, fresh: present & !self.guessed, absent, dead_on }
    }

    /// One guess at least of each class.
    pub fn guesses(&self, candidates: &Planes) -> Guesses {
        let mut guesses = Guesses { size: self.size, rows: Vec::new() };
        self.choices(candidates).walk(0, &mut [0; Size::MAX_PEGS], &mut |pegs, last| {
            for color in (0..self.size.colors()).filter(|color| last >> color & 1 == 1) {
                pegs[self.size.pegs() - 1] = color as u8;
                guesses.push(pegs);
            }
            true
        });
        guesses
    }

    /// The place of the lowest code that a code becomes when pegs that had the same color in every guess are exchanged, and
    /// colors that were never guessed.
    #[must_use]
    pub fn canonical(&self, code: &Code) -> u32 {
        let pegs = self.size.pegs();
        // Pegs by the first one that had the same colors.
        let mut class = [0; Size::MAX_PEGS];
        let mut own = [0; Size::MAX_PEGS];
        for (peg, color) in code.pegs().enumerate() {
            class[peg] = self.twin[peg].map_or(peg, |twin| class[usize::from(twin)]);
            own[peg] = color.index() as u8;
        }
        let renaming = Renaming { names: [u8::MAX; 32], next: self.next_new(0), used: 0 };
        let mut lowest = u32::MAX;
        self.lowest(0, 0, &own[..pegs], &class, &renaming, &mut lowest);
        lowest
    }

    /// The first color from there on that was never guessed.
    fn next_new(&self, from: u8) -> u8 {
        let new = !self.guessed >> from;
        from + new.trailing_zeros() as u8
    }

    /// Goes through the orders of the pegs that may lead to the lowest code.
    fn lowest(
        &self,
        peg: usize,
        place: u32,
        own: &[u8],
        class: &[usize; Size::MAX_PEGS],
        renaming: &Renaming,
        lowest: &mut u32,
    ) {
        if peg == own.len() {
            *lowest = place.min(*lowest);
            return;
        }
        let name = |color: u8| match renaming.names[usize::from(color)] {
            _ if self.guessed >> color & 1 == 1 => color,
            u8::MAX => renaming.next,
            name => name,
        };
        let free = |&from: &usize| class[from] == class[peg] && renaming.used >> from & 1 == 0;
        let least = (0..own.len()).filter(free).map(|from| name(own[from])).min().unwrap_or(0);
        let mut tried = 0u32;
        for from in (0..own.len()).filter(free) {
            let color = own[from];
            if name(color) != least || tried >> color & 1 == 1 {
                continue;
            }
            tried |= 1 << color;
            let mut next = renaming.clone();
            next.used |= 1 << from;
            if self.guessed >> color & 1 == 0 && next.names[usize::from(color)] == u8::MAX {
                next.names[usize::from(color)] = least;
                next.next = self.next_new(least + 1);
            }
            self.lowest(peg + 1, place * self.size.colors() as u32 + u32::from(least), own, class, &next, lowest);
        }
    }

    /// Whether a code is the lowest one of its class as far as can be seen at a glance. No guess is made of colors that no
    /// candidate has.
    pub fn is_lowest(&self, place: u32) -> bool {
        let pegs = pegs(self.size, place);
        let mut guessed = self.guessed;
        for (peg, &color) in pegs[..self.size.pegs()].iter().enumerate() {
            if self.twin[peg].is_some_and(|twin| pegs[usize::from(twin)] > color) {
                return false;
            }
            let bit = 1 << color;
            // Of the colors that are new the lowest comes first.
            if guessed & bit == 0 && !guessed & (bit - 1) != 0 {
                return false;
            }
            guessed |= bit;
        }
        true
    }
}

/// The colors that are worth being chosen for a peg.
#[derive(Clone, Debug)]
pub struct Choices<'a> {
    alike: &'a Alike,
    worth: u32,
    /// The colors that neither were guessed before nor are in this guess so far.
    fresh: u32,
    /// The colors that no candidate has.
    absent: u32,
    /// For each peg the colors that no candidate has there. There such a color asks for nothing but its number, so that two
    /// of them may be exchanged where both are like that on both pegs.
    dead_on: [u32; Size::MAX_PEGS],
}

/// What there was to choose before a color was.
#[derive(Clone, Copy, Debug, Default)]
pub struct Taken {
    worth: u32,
    fresh: u32,
}

impl Choices<'_> {
    /// The colors for a peg behind those chosen, as a set.
    #[inline(always)]
    pub fn colors(&self, peg: usize, chosen: &[u8; Size::MAX_PEGS]) -> u32 {
        let least = self.alike.twin[peg].map_or(0, |twin| chosen[usize::from(twin)]);
        // Of the fresh colors only the lowest.
        let later = self.fresh & self.fresh.wrapping_sub(1);
        let mut colors = self.worth & !later & (u32::MAX << least);
        for (&before, &color) in self.dead_on[..peg].iter().zip(chosen) {
            let dead = before & self.dead_on[peg];
            if dead >> color & 1 == 1 {
                // Exchanged with that peg, a lower color would make a lower guess.
                colors &= !(dead & ((1 << color) - 1));
            }
        }
        colors
    }

    /// A color is chosen. Returns what is to be put back when it no longer is.
    #[inline(always)]
    pub fn take(&mut self, color: usize) -> Taken {
        let before = Taken { worth: self.worth, fresh: self.fresh };
        let bit = 1 << color;
        self.fresh &= !bit;
        if self.alike.distinct {
            // In place of a color without a candidate there is the next one.
            let later = if self.absent & bit == 0 { 0 } else { self.absent & !(bit | (bit - 1)) };
            self.worth = self.worth & !bit | (later & later.wrapping_neg());
        }
        before
    }

    #[inline(always)]
    pub fn put_back(&mut self, before: Taken) {
        (self.worth, self.fresh) = (before.worth, before.fresh);
    }

    /// Whether there are at most so many guesses.
    pub fn are_at_most(&mut self, most: usize) -> bool {
        let mut left = Some(most);
        self.walk(0, &mut [0; Size::MAX_PEGS], &mut |_, last| {
            left = left.and_then(|left| left.checked_sub(last.count_ones() as usize));
            left.is_some()
        })
    }

    /// Goes through all guesses as long as it is told to go on: all pegs but the last, and the colors that this may have.
    /// Returns whether it came to the end.
    fn walk(
        &mut self,
        peg: usize,
        chosen: &mut [u8; Size::MAX_PEGS],
        go_on: &mut impl FnMut(&mut [u8], u32) -> bool,
    ) -> bool {
        let mut colors = self.colors(peg, chosen);
        let pegs = self.alike.size.pegs();
        if peg + 1 == pegs {
            return go_on(&mut chosen[..pegs], colors);
        }
        while colors != 0 {
            let color = colors.trailing_zeros() as usize;
            colors &= colors - 1;
            chosen[peg] = color as u8;
            let before = self.take(color);
            let went_on = self.walk(peg + 1, chosen, go_on);
            self.put_back(before);
            if !went_on {
                return false;
            }
        }
        true
    }
}

impl Guesses {
    /// The codes at these places in the order of all codes.
    pub fn of(size: Size, places: impl IntoIterator<Item = u32>) -> Guesses {
        let mut guesses = Guesses { size, rows: Vec::new() };
        places.into_iter().for_each(|place| guesses.push(&pegs(size, place)[..size.pegs()]));
        guesses
    }

    fn push(&mut self, pegs: &[u8]) {
        let mut counts = [0; 32];
        self.rows.extend(pegs.iter().enumerate().map(|(peg, &color)| Planes::stands(self.size, peg, color.into())));
        for &color in pegs {
            let count = &mut counts[usize::from(color)];
            self.rows.push(Planes::more(self.size, color.into(), *count));
            *count += 1;
        }
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.rows.len() / self.stride()
    }

    /// The guess of that number.
    pub fn get(&self, number: usize) -> &[u16] {
        &self.rows[number * self.stride()..][..self.stride()]
    }

    /// The place of a guess in the order of all codes.
    pub fn place(&self, number: usize) -> u32 {
        let colors = self.size.colors() as u32;
        let pegs = &self.get(number)[..self.size.pegs()];
        pegs.iter().fold(0, |place, &row| place * colors + u32::from(row) % colors)
    }

    fn stride(&self) -> usize {
        2 * self.size.pegs()
    }
}

/// The colors of the code at a place in the order of all codes.
#[inline]
fn pegs(size: Size, place: u32) -> [u8; Size::MAX_PEGS] {
    let colors = size.colors() as u32;
    let mut pegs = [0; Size::MAX_PEGS];
    let mut left = place;
    for peg in pegs[..size.pegs()].iter_mut().rev() {
        *peg = (left % colors) as u8;
        left /= colors;
    }
    pegs
}
