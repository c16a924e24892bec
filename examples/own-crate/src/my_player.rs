//! A player that draws random codes until one is consistent with all turns.

use player_api::{Briefing, Entrant, Player, Refusal};
use scsa::{Code, Game, Rng, Turn};

/// The number of draws after which the last code is guessed, consistent or not. It counts work, not time, so that the same
/// seed gives the same game on every machine.
const MOST_DRAWS: usize = 100_000;

#[derive(Clone)]
pub struct MyPlayer {
    game: Game,
}

impl Player for MyPlayer {
    fn guess(&mut self, turns: &[Turn], rng: &mut Rng) -> Code {
        let mut code = self.game.draw(rng);
        for _ in 1..MOST_DRAWS {
            if self.game.is_consistent(&code, turns) {
                break;
            }
            code = self.game.draw(rng);
        }
        code
    }
}

impl Entrant for MyPlayer {
    const NAME: &'static str = "my-player";
    const SUMMARY: &'static str = "draws random codes until one is consistent";

    fn prepare(briefing: &Briefing) -> Result<MyPlayer, Refusal> {
        Ok(MyPlayer { game: briefing.game })
    }
}
