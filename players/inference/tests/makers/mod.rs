//! Codemakers that follow a rule that is weighed, or nearly, or several, or none.

use scsa::{Code, Color, Rng, Size};

/// Makes codes of a size of at least 7 pegs and 5 colors.
pub type Maker = fn(Size, &mut Rng) -> Code;

/// How many bits each of its codes has, at a size.
pub type Bits = fn(Size) -> f64;

/// Codemakers of rules that are found from codes of 7x5 and of 10x7, with what their codes are and how many bits each of them has.
pub const FITTED: [(&str, Maker, Bits); 11] = [
    (
        "all colors in an order, then in another",
        |size, rng| {
            let mut palette: Vec<Color> = size.palette().collect();
            Code::from_fn(size, |peg| {
                if peg % size.colors() == 0 {
                    rng.shuffle(&mut palette);
                }
                palette[peg % size.colors()]
            })
        },
        |size| (0..size.pegs()).map(|peg| ((size.colors() - peg % size.colors()) as f64).log2()).sum(),
    ),
    (
        "all colors in an order and back again",
        |size, rng| {
            let mut palette: Vec<Color> = size.palette().collect();
            rng.shuffle(&mut palette);
            palette.extend(palette.clone().into_iter().rev());
            Code::from_fn(size, |peg| palette[peg % palette.len()])
        },
        |size| (0..size.pegs().min(size.colors())).map(|peg| ((size.colors() - peg) as f64).log2()).sum(),
    ),
    (
        "pegs 2, 3, 5 and 7 have a color that no other has",
        |size, rng| {
            let patterned = rng.below(size.colors());
            Code::from_fn(size, |peg| match peg {
                1 | 2 | 4 | 6 => color(patterned),
                _ => color((patterned + 1 + rng.below(size.colors() - 1)) % size.colors()),
            })
        },
        |size| even(size, 1) + (size.pegs() - 4) as f64 * ((size.colors() - 1) as f64).log2(),
    ),
    (
        "the last peg is the sum of the others",
        |size, rng| {
            let mut pegs = drawn(size, rng);
            let last = size.pegs() - 1;
            pegs[last] = color(pegs[..last].iter().map(|color| color.index()).sum::<usize>() % size.colors());
            of(size, &pegs)
        },
        |size| even(size, size.pegs() - 1),
    ),
    (
        "each peg is the sum of the two before it",
        |size, rng| {
            let mut pegs = drawn(size, rng);
            for peg in 2..size.pegs() {
                pegs[peg] = color((pegs[peg - 1].index() + pegs[peg - 2].index()) % size.colors());
            }
            of(size, &pegs)
        },
        |size| even(size, 2),
    ),
    (
        "runs of two pegs or three",
        |size, rng| {
            let (mut left, mut index) = (0, rng.below(size.colors()));
            Code::from_fn(size, |_| {
                if left == 0 {
                    left = 2 + rng.below(2);
                    index = (index + 1 + rng.below(size.colors() - 1)) % size.colors();
                }
                left -= 1;
                color(index)
            })
        },
        |size| even(size, 1) + of_runs(size.pegs(), ((size.colors() - 1) as f64).log2()),
    ),
    (
        "three pegs on end are of three colors",
        |size, rng| {
            let mut pegs = drawn(size, rng);
            for peg in 1..size.pegs() {
                while pegs[peg.saturating_sub(2)..peg].contains(&pegs[peg]) {
                    pegs[peg] = rng.color(size.colors());
                }
            }
            of(size, &pegs)
        },
        |size| {
            let colors = size.colors() as f64;
            colors.log2() + (colors - 1.0).log2() + (size.pegs() - 2) as f64 * (colors - 2.0).log2()
        },
    ),
    (
        "the first half from the first half of the colors, the second from the others",
        |size, rng| {
            let (first, colors) = (size.pegs() / 2, size.colors() / 2);
            let index = |peg: usize, rng: &mut Rng| match peg < first {
                true => rng.below(colors),
                false => colors + rng.below(size.colors() - colors),
            };
            Code::from_fn(size, |peg| color(index(peg, rng)))
        },
        |size| {
            let (first, colors) = (size.pegs() / 2, size.colors() / 2);
            let log = |colors: usize| (colors as f64).log2();
            first as f64 * log(colors) + (size.pegs() - first) as f64 * log(size.colors() - colors)
        },
    ),
    (
        "a third of the pegs are equal to the one before",
        |size, rng| {
            loop {
                let pegs = drawn(size, rng);
                if pegs.windows(2).filter(|two| two[0] == two[1]).count() == size.pegs() / 3 {
                    return of(size, &pegs);
                }
            }
        },
        |size| {
            let (equal, others) = (size.pegs() / 3, size.pegs() - 1 - size.pegs() / 3);
            even(size, 1) + choices(size.pegs() - 1, equal).log2() + others as f64 * (size.colors() as f64 - 1.0).log2()
        },
    ),
    (
        "a third of the pegs are vowels",
        |size, rng| {
            let (vowels, others): (Vec<Color>, Vec<Color>) = size.palette().partition(is_vowel);
            let mut pegs: Vec<Color> = (0..size.pegs())
                .map(|peg| if peg < size.pegs() / 3 { &vowels } else { &others })
                .map(|colors| colors[rng.below(colors.len())])
                .collect();
            rng.shuffle(&mut pegs);
            of(size, &pegs)
        },
        |size| {
            let (third, vowels) = (size.pegs() / 3, size.palette().filter(is_vowel).count());
            let log = |colors: usize| (colors as f64).log2();
            let colors = third as f64 * log(vowels) + (size.pegs() - third) as f64 * log(size.colors() - vowels);
            choices(size.pegs(), third).log2() + colors
        },
    ),
    (
        "each peg has its color of ABC…, over and over, in 50 %, else any other",
        |size, rng| {
            let on = |rng: &mut Rng| if rng.below(2) == 0 { 0 } else { 1 + rng.below(size.colors() - 1) };
            Code::from_fn(size, |peg| color((peg + on(rng)) % size.colors()))
        },
        |size| size.pegs() as f64 * (1.0 + 0.5 * ((size.colors() - 1) as f64).log2()),
    ),
];

fn is_vowel(color: &Color) -> bool {
    "AEIOU".contains(color.letter())
}

/// How many ways there are to choose `k` out of `n`, in no order.
fn choices(n: usize, k: usize) -> f64 {
    (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product()
}

/// The entropy of the last `left` pegs, in bits, when a run of two or three begins with the first of them: of the length of that
/// run and of the runs behind it. A color has `color` bits.
fn of_runs(left: usize, color: f64) -> f64 {
    match left {
        0..=2 => 0.0,
        3 => 1.0 + 0.5 * color,
        _ => 1.0 + color + 0.5 * (of_runs(left - 2, color) + of_runs(left - 3, color)),
    }
}

/// The entropy of pegs that are drawn from all colors, in bits.
fn even(size: Size, pegs: usize) -> f64 {
    pegs as f64 * (size.colors() as f64).log2()
}

/// Codemakers of several rules, of rules that are hard to tell from few codes, or of none that is weighed, with what their codes are.
pub const MAKERS: [(&str, Maker); 15] = [
    ("the first half is sorted", |size, rng| {
        let mut pegs = drawn(size, rng);
        pegs[..size.pegs() / 2].sort();
        of(size, &pegs)
    }),
    ("a palindrome, or a cycle of 3 pegs", |size, rng| {
        let pegs = drawn(size, rng);
        let palindrome = rng.below(2) == 0;
        Code::from_fn(size, |peg| pegs[if palindrome { peg.min(size.pegs() - 1 - peg) } else { peg % 3 }])
    }),
    ("A first and B last", |size, rng| {
        let mut pegs = drawn(size, rng);
        (pegs[0], pegs[size.pegs() - 1]) = (color(0), color(1));
        of(size, &pegs)
    }),
    ("two colors in one half, two in the other", |size, rng| {
        let palette = drawn(size, rng);
        Code::from_fn(size, |peg| palette[2 * usize::from(peg < size.pegs() / 2) + rng.below(2)])
    }),
    ("one color at more than half of the pegs", |size, rng| {
        let mut pegs = drawn(size, rng);
        let most = pegs[0];
        pegs[..size.pegs() / 2 + 1].fill(most);
        rng.shuffle(&mut pegs);
        of(size, &pegs)
    }),
    ("one of three words", |size, rng| {
        let word: Code = ["ABCDE", "BEADC", "DECAB"][rng.below(3)].parse().unwrap();
        Code::from_fn(size, |peg| word.peg(peg % 5))
    }),
    ("each peg as the one before, in 20 % the next color", |size, rng| {
        let mut index = rng.below(size.colors());
        Code::from_fn(size, |_| {
            index = (index + usize::from(rng.below(5) == 0)) % size.colors();
            color(index)
        })
    }),
    ("A in a half, B in a quarter, C in an eighth …", |size, rng| {
        Code::from_fn(size, |_| color((rng.bits().trailing_zeros() as usize).min(size.colors() - 1)))
    }),
    ("pegs 1, 3, 5 … from A, B and C, the others from the rest", |size, rng| {
        Code::from_fn(size, |peg| color(if peg % 2 == 0 { rng.below(3) } else { 3 + rng.below(size.colors() - 3) }))
    }),
    ("A twice", |size, rng| {
        let other = |rng: &mut Rng| color(1 + rng.below(size.colors() - 1));
        let mut pegs: Vec<Color> = (0..size.pegs()).map(|peg| if peg < 2 { color(0) } else { other(rng) }).collect();
        rng.shuffle(&mut pegs);
        of(size, &pegs)
    }),
    ("the second half is the first, one color on", |size, rng| {
        let (pegs, half) = (drawn(size, rng), size.pegs().div_ceil(2));
        let on = |peg: usize| color((pegs[peg].index() + 1) % size.colors());
        Code::from_fn(size, |peg| if peg < half { pegs[peg] } else { on(peg - half) })
    }),
    ("the color changes three times at the most", |size, rng| {
        let colors = drawn(size, rng);
        let changes: Vec<usize> = (0..rng.below(4)).map(|_| rng.below(size.pegs())).collect();
        Code::from_fn(size, |peg| colors[changes.iter().filter(|&&change| change <= peg).count()])
    }),
    ("vowels in 70 %", |size, rng| {
        let vowels: Vec<Color> = size.palette().filter(is_vowel).collect();
        Code::from_fn(
            size,
            |_| if rng.below(10) < 7 { vowels[rng.below(vowels.len())] } else { rng.color(size.colors()) },
        )
    }),
    ("two colors in 90 %, else every third color", |size, rng| {
        let (colors, two) = (drawn(size, rng), rng.below(10) < 9);
        let first = rng.below(2);
        Code::from_fn(size, |peg| if two { colors[rng.below(2)] } else { color((3 * peg + first) % size.colors()) })
    }),
    ("the sum of the colors is at most the middle", |size, rng| {
        loop {
            let pegs = drawn(size, rng);
            if pegs.iter().map(|color| color.index()).sum::<usize>() * 2 <= size.pegs() * (size.colors() - 1) {
                return of(size, &pegs);
            }
        }
    }),
];

/// Codemakers whose rules have few parameters or none, or hold nearly, with what their codes are and about how many bits a code has of
/// 10x7 and of 20x26, as they know it.
pub const NEARLY: [(&str, [f64; 2], Maker); 14] = [
    ("the next color from peg to peg, then two pegs exchanged", [8.2, 12.3], |size, rng| {
        let (first, one) = (rng.below(size.colors()), rng.below(size.pegs()));
        let other = (one + 1 + rng.below(size.pegs() - 1)) % size.pegs();
        Code::from_fn(size, |peg| {
            let from = if peg == one {
                other
            } else if peg == other {
                one
            } else {
                peg
            };
            color((first + from) % size.colors())
        })
    }),
    ("the next color or the one before from peg to peg, each drawn anew in 10 %", [10.2, 23.8], |size, rng| {
        let first = rng.below(size.colors());
        let step = if rng.below(2) == 0 { 1 } else { size.colors() - 1 };
        Code::from_fn(size, |peg| {
            if rng.below(10) == 0 { rng.color(size.colors()) } else { color((first + peg * step) % size.colors()) }
        })
    }),
    ("a palindrome with one peg drawn anew", [18.6, 55.0], |size, rng| {
        let (pegs, anew) = (drawn(size, rng), rng.below(size.pegs()));
        let color = rng.color(size.colors());
        Code::from_fn(size, |peg| if peg == anew { color } else { pegs[peg.min(size.pegs() - 1 - peg)] })
    }),
    ("3 pegs over and over, each drawn anew in 10 %", [14.6, 32.1], |size, rng| {
        let pegs = drawn(size, rng);
        Code::from_fn(size, |peg| if rng.below(10) == 0 { rng.color(size.colors()) } else { pegs[peg % 3] })
    }),
    ("two colors take turns, but for one peg", [11.0, 18.3], |size, rng| {
        let palette = palette(size, rng);
        let other = rng.below(size.pegs());
        Code::from_fn(size, |peg| palette[if peg == other { 2 } else { peg % 2 }])
    }),
    ("the second half is the first, begun at a later peg", [16.1, 50.2], |size, rng| {
        let (pegs, half) = (drawn(size, rng), size.pegs() / 2);
        let by = 1 + rng.below(half - 1);
        Code::from_fn(size, |peg| if (half..2 * half).contains(&peg) { pegs[(peg + by) % half] } else { pegs[peg] })
    }),
    ("the second half is the first, shuffled", [19.6, 67.1], |size, rng| {
        let (mut pegs, half) = (drawn(size, rng), size.pegs() / 2);
        pegs.copy_within(..half, half);
        rng.shuffle(&mut pegs[half..2 * half]);
        of(size, &pegs)
    }),
    ("the second half is the first from behind, A for the last color", [14.0, 47.0], |size, rng| {
        let (pegs, last) = (drawn(size, rng), size.pegs() - 1);
        let opposite = |color: Color| self::color(size.colors() - 1 - color.index());
        Code::from_fn(size, |peg| if peg > last / 2 { opposite(pegs[last - peg]) } else { pegs[peg] })
    }),
    ("up to the middle or near it, then down", [17.7, 55.0], |size, rng| {
        let (mut pegs, third) = (drawn(size, rng), size.pegs() / 3);
        let peak = third + rng.below(third + 1);
        pegs[..peak].sort();
        pegs[peak..].sort_by(|a, b| b.cmp(a));
        of(size, &pegs)
    }),
    ("the pegs 1, 3, 5 … go up, the others down", [16.9, 53.9], |size, rng| {
        let mut pegs = drawn(size, rng);
        let (up, down) = pegs.split_at_mut(size.pegs().div_ceil(2));
        up.sort();
        down.sort_by(|a, b| b.cmp(a));
        Code::from_fn(size, |peg| if peg % 2 == 0 { up[peg / 2] } else { down[peg / 2] })
    }),
    ("the pegs 1, 3, 5 … from three colors, the others from three others", [22.1, 53.4], |size, rng| {
        let palette = palette(size, rng);
        let colors = (size.colors() / 2).min(3);
        Code::from_fn(size, |peg| palette[peg % 2 * colors + rng.below(colors)])
    }),
    ("two blocks, neither of one peg", [8.2, 13.4], |size, rng| {
        let palette = palette(size, rng);
        let division = 2 + rng.below(size.pegs() - 3);
        Code::from_fn(size, |peg| palette[usize::from(peg >= division)])
    }),
    ("three blocks of any lengths", [12.9, 21.4], |size, rng| {
        let palette = palette(size, rng);
        let mut borders: Vec<usize> = (1..size.pegs()).collect();
        let borders = rng.shuffle_front(&mut borders, 2);
        Code::from_fn(size, |peg| palette[borders.iter().filter(|&&division| division <= peg).count()])
    }),
    ("the color of the first peg comes nowhere else", [26.1, 92.8], |size, rng| {
        let palette = palette(size, rng);
        Code::from_fn(size, |peg| palette[if peg == 0 { 0 } else { 1 + rng.below(size.colors() - 1) }])
    }),
];

/// The colors of that size, in an order drawn evenly.
fn palette(size: Size, rng: &mut Rng) -> Vec<Color> {
    let mut palette: Vec<Color> = size.palette().collect();
    rng.shuffle(&mut palette);
    palette
}

fn color(index: usize) -> Color {
    Color::new(index).unwrap()
}

fn drawn(size: Size, rng: &mut Rng) -> Vec<Color> {
    (0..size.pegs()).map(|_| rng.color(size.colors())).collect()
}

fn of(size: Size, pegs: &[Color]) -> Code {
    Code::from_fn(size, |peg| pegs[peg])
}
