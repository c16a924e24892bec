//! Published games.

use super::{Claims, evidence, itself};
use crate::analysis::names;

/// Games of players, with a dash where there is no peg; the last guess is the secret.
const GAMES: [(&str, &str); 6] = [
    ("lc", "1111 -, 2222 -, 3333 R, 3444 RW, 5345 RWW, 5436 RRWW, 5463 RWWW, 5634 RWWW, 6435"),
    ("easy", "1111 -, 2222 R, 2333 W, 4244 RW, 4525 RWW, 5624 RWWW, 4652"),
    ("advanced", "1122 R, 1333 -, 4424 RW, 4552 RRR, 4562 RRWW, 4652"),
    ("advanced", "1122 -, 3344 RW, 3535 W, 4366 R, 4454"),
    ("advanced", "1122 -, 3344 RW, 3535 RW, 3663 RW, 3456 WWWW, 4365 WWWW, 5634 WWWW, 6543"),
    ("knuth", "1122 RW, 1134 W, 2352 RW, 6242 R, 5512"),
];
/// A game of nine guesses that RC played.
const RANDOM_GAME: &str = "1111 -, 2235 RR, 3233 R, 5255 R, 4635 W, 2244 RR, 2266 RRR, 2226 RRWW, 2262";
/// The secrets that take a strategy most guesses.
const AT_WORST: [(&str, &str); 3] = [
    ("lc", "5654 6435 6555 6556 6654 6665"),
    ("advanced", "6543"),
    (
        "average-consistent",
        "1126 1163 1623 1662 2453 2545 3223 4314 4421 4423 5162 5452 5523 5533 6123 6343 6351 6523 6636",
    ),
];
/// The candidates after the first turns of the last of the [`GAMES`]: how many, or which.
const COUNTED: [(&str, usize, &str); 5] = [
    ("knuth", 1, "208"),
    ("knuth", 2, "38"),
    ("knuth", 3, "2426 4242 4262 5512 5612 6242 6512"),
    ("knuth", 4, "5512"),
    ("easy", 6, "4652"),
];
/// More candidates than these are counted, not listed.
const LISTED: usize = 7;

impl Claims<'_> {
    pub(super) fn games(&mut self) {
        let (analysis, matrix) = (self.analysis, self.matrix());
        for (player, game) in GAMES {
            let secret = last(game);
            let played = analysis.roster.find(player).zip(names::place(matrix, secret));
            let played = played.map(|(player, secret)| evidence::game(matrix, &player.tree, secret));
            let played = played.map(|game| evidence::game_text(matrix, &game));
            self.say(player, &format!("game of {secret}"), game, played, itself);
        }
        self.say("rc", "a game of nine consistent guesses", RANDOM_GAME, self.consistent(RANDOM_GAME), itself);
        for (strategy, secrets) in AT_WORST {
            let found = analysis.roster.find(strategy).map(|player| {
                let guesses = (0..).zip(player.tree.guesses());
                let worst = guesses.filter(|(_, guesses)| *guesses as usize == player.lengths.worst());
                names::codes(matrix, &worst.map(|(secret, _)| secret).collect::<Vec<u16>>())
            });
            self.say(strategy, "the secrets at worst", secrets, found, itself);
        }
        for (player, turns, claimed) in COUNTED {
            let game = GAMES.iter().find(|(name, _)| *name == player).map(|(_, game)| *game).unwrap_or_default();
            let history: Vec<&str> = game.split(", ").take(turns).collect();
            let left = self.candidates(&history);
            let left = if left.len() > LISTED { left.len().to_string() } else { names::codes(matrix, &left) };
            self.say(player, &format!("candidates after {}", history.join(", ")), claimed, left, itself);
        }
        let easy: Vec<&str> = GAMES[1].1.split(", ").take(5).collect();
        let lowest = self.candidates(&easy).first().map(|&code| names::code(matrix, code));
        self.say("lc", &format!("guess after {}", easy.join(", ")), "4652", lowest, itself);
    }

    /// The codes that these turns admit.
    fn candidates(&self, turns: &[&str]) -> Vec<u16> {
        let matrix = self.matrix();
        let mut candidates = matrix.all();
        for (guess, response) in turns.iter().filter_map(|turn| turn.split_once(' ')) {
            let guess = names::place(matrix, guess);
            let admits = |guess, code| names::response(matrix.feedback(guess, code)) == response;
            candidates.retain(|&code| guess.is_some_and(|guess| admits(guess, code)));
        }
        candidates
    }

    /// The game with these guesses against its last one, or the first guess that is not consistent.
    fn consistent(&self, game: &str) -> Option<String> {
        let matrix = self.matrix();
        let guesses: Vec<&str> = game.split(", ").filter_map(|turn| turn.split(' ').next()).collect();
        let guesses = names::places(matrix, &guesses.join(" "))?;
        let secret = *guesses.last()?;
        let turns: Vec<(u16, u8)> = guesses.iter().map(|&guess| (guess, matrix.feedback(guess, secret))).collect();
        let fits = |&(place, guess): &(usize, &u16)| {
            turns[..place].iter().all(|&(earlier, response)| matrix.feedback(earlier, *guess) == response)
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
