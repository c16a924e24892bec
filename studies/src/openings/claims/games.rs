//! Claims of single games.

use super::claim::{ClaimChecker, no_evidence};
use crate::openings::{evidence, names};

/// Games of players, with a dash for a response without a peg; the last guess is the secret.
const GAMES: [(&str, &str); 6] = [
    ("lc", "1111 -, 2222 -, 3333 R, 3444 RW, 5345 RWW, 5436 RRWW, 5463 RWWW, 5634 RWWW, 6435"),
    ("easy", "1111 -, 2222 R, 2333 W, 4244 RW, 4525 RWW, 5624 RWWW, 4652"),
    ("advanced", "1122 R, 1333 -, 4424 RW, 4552 RRR, 4562 RRWW, 4652"),
    ("advanced", "1122 -, 3344 RW, 3535 W, 4366 R, 4454"),
    ("advanced", "1122 -, 3344 RW, 3535 RW, 3663 RW, 3456 WWWW, 4365 WWWW, 5634 WWWW, 6543"),
    ("knuth", "1122 RW, 1134 W, 2352 RW, 6242 R, 5512"),
];
/// A game of nine guesses of RC.
const RANDOM_GAME: &str = "1111 -, 2235 RR, 3233 R, 5255 R, 4635 W, 2244 RR, 2266 RRR, 2226 RRWW, 2262";
/// The secrets at the worst case of a strategy.
const AT_WORST: [(&str, &str); 3] = [
    ("lc", "5654 6435 6555 6556 6654 6665"),
    ("advanced", "6543"),
    (
        "average-consistent",
        "1126 1163 1623 1662 2453 2545 3223 4314 4421 4423 5162 5452 5523 5533 6123 6343 6351 6523 6636",
    ),
];
/// The candidates after the first turns of the first game of that player: their number, or the candidates.
const COUNTED: [(&str, usize, &str); 5] = [
    ("knuth", 1, "208"),
    ("knuth", 2, "38"),
    ("knuth", 3, "2426 4242 4262 5512 5612 6242 6512"),
    ("knuth", 4, "5512"),
    ("easy", 6, "4652"),
];
/// The most candidates that are listed; more are counted.
const LISTED: usize = 7;

impl ClaimChecker<'_> {
    pub fn check_games(&mut self) {
        let (analysis, matrix) = (self.analysis, self.matrix());
        for (player, game) in GAMES {
            let secret = last(game);
            let played = analysis.players.find(player).zip(names::rank(matrix, secret));
            let played = played.map(|(player, secret)| evidence::game(matrix, &player.tree, secret));
            let played = played.map(|game| evidence::game_text(matrix, &game));
            self.check_text(player, &format!("game of {secret}"), game, played, no_evidence);
        }
        self.check_text(
            "rc",
            "a game of nine consistent guesses",
            RANDOM_GAME,
            self.consistent(RANDOM_GAME),
            no_evidence,
        );
        for (strategy, secrets) in AT_WORST {
            let found = analysis.players.find(strategy).map(|player| {
                let guesses = (0..).zip(player.tree.guesses());
                let worst = guesses.filter(|(_, guesses)| *guesses as usize == player.lengths.worst());
                names::codes(matrix, &worst.map(|(secret, _)| secret).collect::<Vec<u16>>())
            });
            self.check_text(strategy, "the secrets with max_guesses", secrets, found, no_evidence);
        }
        for (player, turns, published) in COUNTED {
            let game = GAMES.iter().find(|(name, _)| *name == player).map(|(_, game)| *game).unwrap_or_default();
            let history: Vec<&str> = game.split(", ").take(turns).collect();
            let left = self.candidates(&history);
            let left = if left.len() > LISTED { left.len().to_string() } else { names::codes(matrix, &left) };
            self.check_text(player, &format!("candidates after {}", history.join(", ")), published, left, no_evidence);
        }
        let easy: Vec<&str> = GAMES[1].1.split(", ").take(5).collect();
        let lowest = self.candidates(&easy).first().map(|&code| names::code(matrix, code));
        self.check_text("lc", &format!("guess after {}", easy.join(", ")), "4652", lowest, no_evidence);
    }

    /// The candidates after these turns.
    fn candidates(&self, turns: &[&str]) -> Vec<u16> {
        let matrix = self.matrix();
        let mut candidates = matrix.all();
        for (guess, response) in turns.iter().filter_map(|turn| turn.split_once(' ')) {
            let guess = names::rank(matrix, guess);
            let is_consistent = |guess, code| names::response(matrix.feedback(guess, code)) == response;
            candidates.retain(|&code| guess.is_some_and(|guess| is_consistent(guess, code)));
        }
        candidates
    }

    /// The game with these guesses, the last of which is the secret; or the first guess that is not consistent.
    fn consistent(&self, game: &str) -> Option<String> {
        let matrix = self.matrix();
        let guesses: Vec<&str> = game.split(", ").filter_map(|turn| turn.split(' ').next()).collect();
        let guesses = names::ranks(matrix, &guesses.join(" "))?;
        let secret = *guesses.last()?;
        let turns: Vec<(u16, u8)> = guesses.iter().map(|&guess| (guess, matrix.feedback(guess, secret))).collect();
        let fits = |&(turn, guess): &(usize, &u16)| {
            turns[..turn].iter().all(|&(earlier, response)| matrix.feedback(earlier, *guess) == response)
        };
        let wrong = guesses.iter().enumerate().find(|turn| !fits(turn));
        Some(match wrong {
            Some((_, &guess)) => format!("{} is not consistent", names::code(matrix, guess)),
            None => evidence::game_text(matrix, &turns),
        })
    }
}

/// The last guess of a game.
fn last(game: &str) -> &str {
    game.rsplit(", ").next().unwrap_or_default()
}
