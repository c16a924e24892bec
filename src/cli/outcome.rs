//! Outcomes of rounds in words.

use super::counted;
use player_api::{Fault, Outcome};
use scsa::{Code, Size};

/// The cause of a loss or a failure in words, on one line: `illegal guess AAAZ: its peg 4, Z, is not among the colors A to F`.
pub fn cause(outcome: &Outcome, size: Size) -> String {
    match outcome {
        Outcome::Win => String::new(),
        Outcome::Loss(limit) => limit.to_string(),
        Outcome::Failure(Fault::Illegal(guess)) => format!("illegal guess {guess}: {}", illegality(guess, size)),
        Outcome::Failure(fault) => fault.to_string().replace(['\n', '\r'], " "),
    }
}

/// Why a code is not legal at a size.
fn illegality(code: &Code, size: Size) -> String {
    if code.len() != size.pegs() {
        return format!("it has {}, not {}", counted(code.len(), "peg"), size.pegs());
    }
    let last = size.last_color();
    let outside = (1..).zip(code.pegs()).find(|(_, color)| *color > last);
    outside
        .map_or_else(String::new, |(peg, color)| format!("its peg {peg}, {color}, is not among the colors A to {last}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn illegal_guesses_are_explained() {
        let size = "4x6".parse().unwrap();
        let cause = |guess: &str| cause(&Outcome::Failure(Fault::Illegal(guess.parse().unwrap())), size);
        assert_eq!(cause("AAAZ"), "illegal guess AAAZ: its peg 4, Z, is not among the colors A to F");
        assert_eq!(cause("AAA"), "illegal guess AAA: it has 3 pegs, not 4");
    }
}
