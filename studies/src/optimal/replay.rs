//! Replay of a strategy against every secret, independent of the search that found it.

use players::{
    notation::Notation,
    tree::{Tree, history},
};
use scsa::{Code, Feedback, Turn, is_consistent};
use solver::AllowedGuesses;
use std::{collections::HashSet, error::Error, fmt};

/// The guesses of a strategy, counted by playing it against every secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayedStrategy {
    /// The total: the sum over all secrets of weight times guesses.
    pub total: u64,
    /// The number of secrets found with one guess, with two, and so on.
    pub by_guesses: Vec<u64>,
}

/// A game that shows that a strategy is not valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    secret: String,
    history: String,
    what: String,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "with the secret {}, after '{}': {}", self.secret, self.history, self.what)
    }
}

impl Error for ReplayError {}

impl ReplayedStrategy {
    /// Plays a tree against these secrets, each with its weight. Every guess must be legal and allowed, and the last one must be
    /// the secret.
    ///
    /// Feedback and consistency are those of the referee. Cost: about 100 ns a guess.
    ///
    /// # Errors
    /// [`ReplayError`] names the first secret against which a guess breaks these rules.
    pub fn of(tree: &Tree, secrets: &[(Code, u32)], guessing: AllowedGuesses) -> Result<ReplayedStrategy, ReplayError> {
        let possible: HashSet<Code> = secrets.iter().map(|(code, _)| *code).collect();
        let mut replay = ReplayedStrategy { total: 0, by_guesses: Vec::new() };
        for (secret, weight) in secrets {
            let guesses = game(tree, secret, guessing, &possible)?;
            replay.total += u64::from(*weight) * guesses as u64;
            if replay.by_guesses.len() < guesses {
                replay.by_guesses.resize(guesses, 0);
            }
            replay.by_guesses[guesses - 1] += 1;
        }
        Ok(replay)
    }
}

/// The number of guesses of the game with that secret.
fn game(tree: &Tree, secret: &Code, guessing: AllowedGuesses, possible: &HashSet<Code>) -> Result<usize, ReplayError> {
    let size = tree.size();
    let mut turns: Vec<Turn> = Vec::new();
    let mut branch = tree.root();
    loop {
        let guess = tree.guess(branch);
        let fault = |what: String, turns: &[Turn]| ReplayError {
            secret: Notation::of(size).code(secret),
            history: history(&turns.iter().map(|turn| turn.feedback).collect::<Vec<Feedback>>()),
            what: format!("the guess {} {what}", Notation::of(size).code(&guess)),
        };
        if !size.is_legal(&guess) {
            return Err(fault(format!("is no code of {size}"), &turns));
        }
        let allowed = match guessing {
            AllowedGuesses::Any => true,
            AllowedGuesses::Consistent => possible.contains(&guess) && is_consistent(&guess, &turns),
            AllowedGuesses::Distinct => guess.distinct() == size.pegs(),
        };
        if !allowed {
            let what = if guessing == AllowedGuesses::Distinct { "has a color twice" } else { "cannot be the secret" };
            return Err(fault(what.to_owned(), &turns));
        }
        let feedback = secret.feedback(&guess);
        turns.push(Turn { guess, feedback });
        if feedback.is_win(size) {
            return if guess == *secret {
                Ok(turns.len())
            } else {
                Err(fault("wins and is not the secret".to_owned(), &turns))
            };
        }
        if turns.len() > Tree::MAX_LENGTH {
            return Err(fault("is beyond the longest game of a tree".to_owned(), &turns));
        }
        match branch.after(feedback) {
            Some(next) => branch = next,
            None => return Err(fault("is the last one, and the secret is not found".to_owned(), &turns)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::Size;

    fn secrets(size: &str) -> Vec<(Code, u32)> {
        size.parse::<Size>().unwrap().codes().map(|code| (code, 1)).collect()
    }

    #[test]
    fn games_are_counted_and_weighted() {
        let tree = Tree::from_csv(b"history,guess\n,12\n|R,11\n|R|,22\n|WW,21\n".as_slice()).unwrap();
        let replay = ReplayedStrategy::of(&tree, &secrets("2x2"), AllowedGuesses::Any).unwrap();
        assert_eq!(replay, ReplayedStrategy { total: 8, by_guesses: vec![1, 2, 1] });
        let mut heavy = secrets("2x2");
        heavy[3].1 = 10;
        assert_eq!(ReplayedStrategy::of(&tree, &heavy, AllowedGuesses::Consistent).unwrap().total, 8 + 9 * 3);
    }

    #[test]
    fn guesses_that_are_not_allowed_are_reported() {
        let tree = Tree::from_csv(b"history,guess\n,11\n|R,22\n|R|R,12\n|R|R|WW,21\n|,22\n".as_slice()).unwrap();
        let fault = |guessing| ReplayedStrategy::of(&tree, &secrets("2x2"), guessing).unwrap_err().to_string();
        assert_eq!(ReplayedStrategy::of(&tree, &secrets("2x2"), AllowedGuesses::Any).unwrap().by_guesses, [1, 1, 1, 1]);
        assert_eq!(
            fault(AllowedGuesses::Consistent),
            "with the secret 12, after '|R': the guess 22 cannot be the secret"
        );
        assert_eq!(fault(AllowedGuesses::Distinct), "with the secret 11, after '': the guess 11 has a color twice");
        // A secret for which the tree has no branch.
        let alien = [("CC".parse().unwrap(), 1)];
        let fault = ReplayedStrategy::of(&tree, &alien, AllowedGuesses::Any).unwrap_err().to_string();
        assert!(fault.ends_with("the secret is not found"), "{fault}");
    }
}
