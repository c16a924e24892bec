//! Codes and feedback against plain statements of their rules.

use proptest::prelude::*;
use scsa::{Code, Color, Feedback, Size};

/// Removes equal pegs in equal places, then equal colors in any places.
fn plain_feedback(secret: &Code, guess: &Code) -> Feedback {
    let mut secret: Vec<Option<Color>> = secret.pegs().map(Some).collect();
    let mut guess: Vec<Option<Color>> = guess.pegs().map(Some).collect();
    let (mut black, mut white) = (0, 0);
    for peg in 0..guess.len() {
        if guess[peg] == secret[peg] {
            (guess[peg], secret[peg]) = (None, None);
            black += 1;
        }
    }
    for color in guess.into_iter().flatten() {
        if let Some(found) = secret.iter_mut().find(|peg| **peg == Some(color)) {
            *found = None;
            white += 1;
        }
    }
    Feedback::new(black, white)
}

fn two_codes() -> impl Strategy<Value = (Size, Code, Code)> {
    (1usize..=32, 1usize..=26).prop_flat_map(|(pegs, colors)| {
        let code = move || {
            prop::collection::vec(0..colors, pegs).prop_map(|pegs| {
                let pegs: Vec<Color> = pegs.into_iter().map(|c| Color::new(c).unwrap()).collect();
                Code::new(&pegs).unwrap()
            })
        };
        (Just(Size::new(pegs, colors).unwrap()), code(), code())
    })
}

#[test]
fn agrees_with_the_plain_rule_on_whole_boards() {
    for (pegs, colors) in [(1, 3), (2, 4), (3, 3), (4, 3), (5, 2)] {
        let size = Size::new(pegs, colors).unwrap();
        for secret in size.codes() {
            for guess in size.codes() {
                assert_eq!(secret.feedback(&guess), plain_feedback(&secret, &guess), "{secret} {guess}");
            }
        }
    }
}

proptest! {
    #[test]
    fn agrees_with_the_plain_rule_at_every_size((_, secret, guess) in two_codes()) {
        prop_assert_eq!(secret.feedback(&guess), plain_feedback(&secret, &guess));
        prop_assert_eq!(guess.feedback(&secret), secret.feedback(&guess));
    }

    #[test]
    fn codes_parse_from_their_text((_, code, _) in two_codes()) {
        prop_assert_eq!(code.to_string().parse::<Code>(), Ok(code));
        prop_assert_eq!(code.to_string().to_lowercase().parse::<Code>(), Ok(code));
    }

    #[test]
    fn setting_a_peg_equals_building_the_code((_, mut code, other) in two_codes(), peg in 0usize..32) {
        let peg = peg % code.len();
        code.set(peg, other.peg(peg));
        let pegs: Vec<Color> = code.pegs().collect();
        prop_assert_eq!(code, Code::new(&pegs).unwrap());
    }

    #[test]
    fn recoloring_pegs_equals_building_the_code((size, code, _) in two_codes(), chosen in any::<u32>(), to in 0usize..26) {
        let (from, to) = (code.peg(0), Color::new(to % size.colors()).unwrap());
        let chosen = (0..code.len()).filter(|&peg| code.peg(peg) == from).fold(0, |set, peg| set | 1 << peg) & chosen;
        let mut recolored = code;
        recolored.recolor(chosen, from, to);
        let plain = Code::from_fn(size, |peg| if chosen >> peg & 1 == 1 { to } else { code.peg(peg) });
        prop_assert_eq!(recolored, plain);
    }

    #[test]
    fn codes_are_ordered_as_their_texts((_, one, other) in two_codes()) {
        prop_assert_eq!(one.cmp(&other), one.to_string().cmp(&other.to_string()));
    }

    #[test]
    fn the_successor_is_the_next_code((size, code, _) in two_codes()) {
        if let Some(next) = code.successor(size) {
            prop_assert!(size.is_legal(&next) && next > code);
            // No code lies between: at the first difference the color is the next one, and only As follow.
            let first = (0..code.len()).find(|&peg| code.peg(peg) != next.peg(peg)).unwrap();
            prop_assert_eq!(code.peg(first).index() + 1, next.peg(first).index());
            prop_assert!((first + 1..code.len()).all(|peg| next.peg(peg) == Color::A));
            prop_assert!((first + 1..code.len()).all(|peg| code.peg(peg) == size.last_color()));
        } else {
            prop_assert_eq!(code, Code::uniform(size, size.last_color()));
        }
    }
}

#[test]
fn errors_name_the_wrong_peg() {
    let message = |text: &str| text.parse::<Code>().unwrap_err().to_string();
    assert_eq!(message("AB1A"), "a code is letters from A to Z, such as ABCA, but peg 3 is '1'");
    assert_eq!(message(""), "a code has 1 to 32 pegs, this one has 0");
    assert_eq!(message(&"A".repeat(33)), "a code has 1 to 32 pegs, this one has 33");
}

#[test]
#[should_panic(expected = "different lengths")]
fn codes_of_different_lengths_have_no_feedback() {
    let (short, long): (Code, Code) = ("AB".parse().unwrap(), "ABC".parse().unwrap());
    let _ = short.feedback(&long);
}

#[test]
#[should_panic(expected = "another color")]
fn only_pegs_of_the_color_named_are_recolored() {
    let mut code: Code = "AAB".parse().unwrap();
    code.recolor(0b110, Color::A, Color::A);
}
