//! Checks a certificate of `arena solve --certificate`: that no strategy takes fewer guesses than it says.
//!
//! It shares no code with the search, and uses no crate. `cargo run --release -p mastermind-arena-solver --example check_certificate -- FILE`
//!
//! The first line of the file is the game, such as `4x7`, or `4x7n` where no color comes twice. Every other line is a lemma: a number,
//! and codes with a letter for each peg. It says that these codes, if one of them is the secret, take at least so many guesses together.
//! A lemma holds if for every guess the codes take at least that: one guess each, and for each response what bounds the
//! codes with that response. Codes are bounded by their number alone; by the guess that is best for them, where its parts are bounded by
//! their number; and by an earlier lemma about codes that are the same up to the order of pegs and the names of colors. The last lemma is
//! about all codes of the game. Its number is the answer.

#![allow(clippy::print_stdout, clippy::missing_errors_doc, missing_docs)]

use std::collections::HashMap;
use std::{env, fs};

/// The numbers of codes, in ascending order.
type Set = Vec<u32>;
/// The pegs and the colors in another order.
type Exchange = (Vec<usize>, Vec<usize>);

struct Checker {
    pegs: usize,
    colors: usize,
    /// The color of each peg of each code, also of those that the game does not allow.
    codes: Vec<Vec<u8>>,
    /// The codes of the game.
    legal: Set,
    /// The response of each pair of codes, as a number.
    responses: Vec<u8>,
    win: usize,
    /// A lower bound by the number of codes.
    by_number: Vec<u32>,
    /// The numbers of forms, by the least list of codes, and by the sets that were looked at.
    canonical: HashMap<Set, usize>,
    forms: HashMap<Set, usize>,
    /// Lower bounds by form, and whether every guess was tried for them.
    bounds: Vec<(u32, bool)>,
}

fn main() -> Result<(), String> {
    let path = env::args().nth(1).ok_or("give the file of a certificate")?;
    println!("{}", check(&path)?);
    Ok(())
}

pub fn check(path: &str) -> Result<String, String> {
    let text = fs::read_to_string(path).map_err(|e| format!("cannot read {path}: {e}"))?;
    let mut lines = text.lines();
    let head = lines.next().unwrap_or_default();
    let mut checker =
        Checker::new(head).ok_or(format!("{path}: line 1: {head:?} is no game of at most 32768 codes"))?;
    let mut last = (0, 0, 0);
    for (line, text) in lines.enumerate() {
        let wrong = |what: String| format!("{path}: line {}: {what}", line + 2);
        let (bound, set) = checker.lemma(text).ok_or(wrong("this is no lemma".to_owned()))?;
        checker.prove(&set, bound).map_err(wrong)?;
        let form = checker.form(&set);
        checker.bounds[form].0 = checker.bounds[form].0.max(bound);
        last = (set.len(), bound, line + 1);
    }
    let all = checker.legal.len();
    if last.0 != all {
        return Err(format!("{path}: the last lemma is about {} of {all} codes", last.0));
    }
    Ok(format!("{head}: no strategy takes fewer than {} guesses for all {all} together ({} lemmas)", last.1, last.2))
}

impl Checker {
    fn new(head: &str) -> Option<Checker> {
        let (pegs, colors) = head.trim_end_matches('n').split_once('x')?;
        let (pegs, colors): (usize, usize) = (pegs.parse().ok()?, colors.parse().ok()?);
        let number = colors.checked_pow(u32::try_from(pegs).ok()?).filter(|number| (1..=1 << 15).contains(number))?;
        let digit = |code: usize, peg: usize| (code / colors.pow((pegs - 1 - peg) as u32) % colors) as u8;
        let codes: Vec<Vec<u8>> = (0..number).map(|code| (0..pegs).map(|peg| digit(code, peg)).collect()).collect();
        let is_legal = |code: &[u8]| !head.ends_with('n') || (0..pegs).all(|peg| !code[..peg].contains(&code[peg]));
        let legal = (0..number as u32).filter(|&code| is_legal(&codes[code as usize])).collect();
        let responses = codes.iter().flat_map(|one| codes.iter().map(|other| response(one, other))).collect();
        // A guess wins, or has one of the other responses; of all pegs, one black less than all with one white is impossible.
        let others = (pegs + 1) * (pegs + 2) / 2 - 2;
        let (mut by_number, mut depth, mut width) = (vec![0], 1, 1);
        while by_number.len() <= codes.len() {
            for _ in 0..width {
                by_number.push(by_number[by_number.len() - 1] + depth);
            }
            (depth, width) = (depth + 1, (width * others.max(1)).min(codes.len()));
        }
        Some(Checker {
            pegs,
            colors,
            win: usize::from(response(&codes[0], &codes[0])),
            codes,
            legal,
            responses,
            by_number,
            canonical: HashMap::new(),
            forms: HashMap::new(),
            bounds: Vec::new(),
        })
    }

    /// A bound and codes, in ascending order.
    fn lemma(&self, line: &str) -> Option<(u32, Set)> {
        let mut words = line.split(' ');
        let bound = words.next()?.parse().ok()?;
        let base = self.colors as u32;
        let digit = |letter: u8| u32::from(letter).checked_sub(65).filter(|&digit| digit < base);
        let code = |word: &str| word.bytes().try_fold(0, |code, letter| Some(code * base + digit(letter)?));
        let is_code = |word: &&str| word.len() == self.pegs;
        let mut set: Set = words.map(|word| Some(word).filter(is_code).and_then(code)).collect::<Option<_>>()?;
        set.sort_unstable();
        set.dedup();
        set.iter().all(|code| self.legal.binary_search(code).is_ok()).then_some((bound, set))
    }

    /// What the codes take with each guess, by the numbers of codes of its parts.
    fn by_numbers(&self, guesses: &[u32], set: &[u32]) -> Vec<u32> {
        let mut counts = vec![0u16; guesses.len() * (self.win + 1)];
        for &code in set {
            let row = &self.responses[code as usize * self.codes.len()..][..self.codes.len()];
            for (counts, &guess) in counts.chunks_exact_mut(self.win + 1).zip(guesses) {
                counts[usize::from(row[guess as usize])] += 1;
            }
        }
        let bound = |&count: &u16| self.by_number[usize::from(count)];
        let sum = |counts: &[u16]| set.len() as u32 + counts[..self.win].iter().map(bound).sum::<u32>();
        counts.chunks_exact(self.win + 1).map(sum).collect()
    }

    /// Checks a lemma.
    fn prove(&mut self, set: &[u32], bound: u32) -> Result<(), String> {
        let sums = self.by_numbers(&self.legal, set);
        let pairs = |is_peg, all| (0..all).flat_map(move |one| (0..one).map(move |other| (is_peg, one, other)));
        let pairs = pairs(true, self.pegs).chain(pairs(false, self.colors));
        let exchanges: Vec<Exchange> =
            pairs.filter_map(|(is_peg, one, other)| self.exchange(set, is_peg, one, other)).collect();
        for (guess, mut sum) in self.legal.clone().into_iter().zip(sums) {
            // Of guesses that are the same but for an exchange, the first one counts.
            if sum >= bound || exchanges.iter().any(|exchange| self.exchanged(guess, exchange) < guess) {
                continue;
            }
            let row = &self.responses[guess as usize * self.codes.len()..];
            let mut parts = vec![Set::new(); self.win + 1];
            set.iter().for_each(|&code| parts[usize::from(row[code as usize])].push(code));
            parts.truncate(self.win);
            if parts.iter().any(|part| part.len() == set.len()) {
                continue; // The same codes are left: another guess first takes fewer.
            }
            parts.retain(|part| part.len() > 2);
            parts.sort_by_key(Vec::len);
            // First what takes the least time.
            let mut known: Vec<u32> = parts.iter().map(|part| self.by_number[part.len()]).collect();
            for stage in [Checker::by_candidates, Checker::by_lemma, Checker::by_best_guess] {
                for (part, known) in parts.iter().zip(&mut known) {
                    if sum < bound {
                        let better = stage(self, part).max(*known);
                        sum += better - *known;
                        *known = better;
                    }
                }
            }
            if sum < bound {
                let guess = &self.codes[guess as usize];
                return Err(format!("with the guess {guess:?} only {sum} guesses are proved, not {bound}"));
            }
        }
        Ok(())
    }

    /// The code with these pegs in place of its own, and then these colors.
    fn exchanged(&self, code: u32, (pegs, colors): &Exchange) -> u32 {
        let digits = &self.codes[code as usize];
        pegs.iter().fold(0, |code, &peg| code * self.colors + colors[usize::from(digits[peg])]) as u32
    }

    /// The exchange of two pegs, or of two colors, if the set is the same after it.
    fn exchange(&self, set: &[u32], is_peg: bool, one: usize, other: usize) -> Option<Exchange> {
        let mut exchange: Exchange = ((0..self.pegs).collect(), (0..self.colors).collect());
        (if is_peg { &mut exchange.0 } else { &mut exchange.1 }).swap(one, other);
        set.iter().all(|&code| set.binary_search(&self.exchanged(code, &exchange)).is_ok()).then_some(exchange)
    }

    /// A lower bound by the best guess among the codes. Any other guess finds none of them, and so takes one more than their number says.
    fn by_candidates(&mut self, set: &Set) -> u32 {
        self.by_numbers(set, set).into_iter().chain([self.by_number[set.len()] + 1]).min().unwrap_or(0)
    }

    fn by_lemma(&mut self, set: &Set) -> u32 {
        let form = self.form(set);
        self.bounds[form].0
    }

    /// A lower bound by the best of all guesses, which is kept.
    fn by_best_guess(&mut self, set: &Set) -> u32 {
        let form = self.form(set);
        if !self.bounds[form].1 {
            let best = self.by_numbers(&self.legal, set).into_iter().min().unwrap_or(0);
            self.bounds[form] = (self.bounds[form].0.max(best), true);
        }
        self.bounds[form].0
    }

    /// The number of the form of a set: equal for sets that are the same up to the order of pegs and the names of colors.
    fn form(&mut self, set: &Set) -> usize {
        if let Some(&form) = self.forms.get(set) {
            return form;
        }
        let canonical = self.least(set, vec![1; self.pegs], vec![1; self.colors]);
        let new = self.bounds.len();
        let form = *self.canonical.entry(canonical).or_insert(new);
        if form == new {
            self.bounds.push((self.by_number[set.len()], false));
        }
        self.forms.insert(set.clone(), form);
        form
    }

    /// The least list of codes with pegs and colors in the order of numbers that depend on neither their order nor their names. Where two
    /// have the same number, each is tried first.
    fn least(&self, set: &[u32], pegs: Vec<u64>, colors: Vec<u64>) -> Set {
        let codes: Vec<&[u8]> = set.iter().map(|&code| &self.codes[code as usize][..]).collect();
        let (pegs, colors) = refined(&codes, pegs, colors);
        let is_used = |&color: &usize| codes.iter().any(|code| code.contains(&(color as u8)));
        let (all, used): (Vec<usize>, Vec<usize>) =
            ((0..self.pegs).collect(), (0..self.colors).filter(is_used).collect());
        for (is_peg, of, numbers) in [(true, &all, &pegs), (false, &used, &colors)] {
            let same = |one: usize| of.iter().filter(|&&other| numbers[other] == numbers[one]).count();
            let tied = of.iter().filter(|&&one| same(one) > 1);
            let Some(first) = tied.map(|&one| numbers[one]).min() else { continue };
            let mut tried: Vec<usize> = Vec::new();
            let mut least: Option<Set> = None;
            for &one in of.iter().filter(|&&one| numbers[one] == first) {
                if tried.iter().any(|&other| self.exchange(set, is_peg, one, other).is_some()) {
                    continue;
                }
                tried.push(one);
                let (mut pegs, mut colors) = (pegs.clone(), colors.clone());
                let number = if is_peg { &mut pegs[one] } else { &mut colors[one] };
                *number = mix(*number);
                let list = self.least(set, pegs, colors);
                least = Some(least.map_or(list.clone(), |least| least.min(list)));
            }
            return least.unwrap_or_default();
        }
        let place = |of: &[usize], than: u64, numbers: &[u64]| of.iter().filter(|&&one| numbers[one] < than).count();
        let weight = |&peg: &u64| colors.len().pow(place(&all, peg, &pegs) as u32) as u32;
        let weights: Vec<u32> = pegs.iter().map(weight).collect();
        let names: Vec<u32> = colors.iter().map(|&color| place(&used, color, &colors) as u32).collect();
        let digit = |(&color, weight): (&u8, &u32)| names[usize::from(color)] * weight;
        let mut list: Set = codes.iter().map(|code| code.iter().zip(&weights).map(digit).sum()).collect();
        list.sort_unstable();
        list
    }
}

/// Numbers that also depend on those of the codes in which a peg or a color is, until they tell no more apart.
fn refined(codes: &[&[u8]], mut pegs: Vec<u64>, mut colors: Vec<u64>) -> (Vec<u64>, Vec<u64>) {
    let is_new = |numbers: &[u64], one: usize| !numbers[..one].contains(&numbers[one]);
    let different = |numbers: &[u64]| (0..numbers.len()).filter(|&one| is_new(numbers, one)).count();
    loop {
        let before = different(&pegs) + different(&colors);
        let (mut next_pegs, mut next_colors) = (pegs.clone(), colors.clone());
        for code in codes {
            let of_peg = |(&color, peg): (&u8, &u64)| mix(peg.wrapping_mul(colors[usize::from(color)] | 1));
            let of_code = mix(code.iter().zip(&pegs).map(of_peg).fold(0, u64::wrapping_add));
            for ((&color, peg), next_peg) in code.iter().zip(&pegs).zip(&mut next_pegs) {
                let both = of_code.wrapping_mul(of_peg((&color, peg)) | 1);
                *next_peg = next_peg.wrapping_add(both);
                next_colors[usize::from(color)] = next_colors[usize::from(color)].wrapping_add(both);
            }
        }
        next_pegs.iter_mut().chain(&mut next_colors).for_each(|number| *number = mix(*number));
        (pegs, colors) = (next_pegs, next_colors);
        if different(&pegs) + different(&colors) <= before {
            return (pegs, colors);
        }
    }
}

/// The black pegs and the white ones, as a number; a guess that wins has the highest.
fn response(one: &[u8], other: &[u8]) -> u8 {
    let mut left = other.to_vec();
    let black = one.iter().zip(other).filter(|(one, other)| one == other).count();
    let mut both = 0;
    for color in one {
        if let Some(peg) = left.iter().position(|of| of == color) {
            left.swap_remove(peg);
            both += 1;
        }
    }
    (both * (both + 1) / 2 + black) as u8
}

/// A number that depends on all bits of another one.
fn mix(number: u64) -> u64 {
    let mixed = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
