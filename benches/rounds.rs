//! What a round costs, and what of it is the harness: secret, feedback, record. And the feedback of one code against many.
//!
//! The player's cost alone is that of the whole round less that of the harness, which is measured with a player that
//! knows its guesses beforehand.

#![allow(missing_docs, clippy::unwrap_used)]

use divan::{Bencher, black_box, counter::ItemsCount};
use player_api::registry::RefereedPlayer;
use players::{Briefing, Ending, Knowledge, Player, PlayerInstance};
use scsa::{Code, Game, Rng, Scsa, Turn, algorithms::InsertColors};
use tournament::{MatchKey, Referee, RoundRecord, Rows, Rules, Seed, Streams};

/// The rounds that are played in one go.
const ROUNDS: u64 = 1000;

/// A match as a worker plays it.
struct SpeedTable {
    game: Game,
    secrets: Streams,
    player: Streams,
    referee: Referee,
    rows: Rows,
}

impl SpeedTable {
    fn new(game: Game) -> SpeedTable {
        let (player, codemaker) = ("baseline-4".to_owned(), InsertColors.name().to_owned());
        let match_ = MatchKey { player, codemaker, game };
        SpeedTable {
            game,
            secrets: Seed(1).secrets(game, InsertColors.name()),
            player: Seed(1).player(game, InsertColors.name(), "baseline-4"),
            referee: Referee::new(game, Briefing::GUESS_LIMIT, Briefing::TIME_LIMIT),
            rows: Rows::new(match_, Rules::Report),
        }
    }

    /// Plays all rounds and returns the sum of the guesses.
    fn play(&mut self, mut seat: impl FnMut(&mut dyn FnMut(&mut dyn RefereedPlayer))) -> usize {
        let mut guesses = 0;
        for number in 1..=ROUNDS {
            let secret = InsertColors.draw(self.game, &mut self.secrets.round(number));
            let mut rng = self.player.round(number);
            seat(&mut |player| {
                let round = self.referee.play(player, &secret, &mut rng, number % 64 == 0);
                assert_eq!(round.ending, Ending::Win);
                guesses += round.guesses;
                self.rows.push(&RoundRecord { number, secret, round, codes: Vec::new() });
            });
        }
        black_box(self.rows.take());
        guesses
    }

    /// The games of a player, guess by guess.
    fn games(&mut self, mut prepared: PlayerInstance) -> Vec<Code> {
        let mut games = Vec::new();
        for number in 1..=ROUNDS {
            let secret = InsertColors.draw(self.game, &mut self.secrets.round(number));
            prepared.reset();
            self.referee.play(prepared.player(), &secret, &mut self.player.round(number), false);
            games.extend(self.referee.turns().iter().map(|turn| turn.guess));
        }
        games
    }
}

/// A player that knows its guesses beforehand.
struct Script<'a> {
    guesses: &'a [Code],
}

impl Player for Script<'_> {
    fn guess(&mut self, _turns: &[Turn], _rng: &mut Rng) -> Code {
        let (first, rest) = self.guesses.split_first().unwrap();
        self.guesses = rest;
        *first
    }
}

impl RefereedPlayer for Script<'_> {}

/// Sizes, and the guesses of `baseline-4` in all rounds of `insert-colors`.
const SIZES: [(&str, usize); 4] = [("4x6", 6173), ("8x10", 14_229), ("15x20", 37_815), ("20x26", 59_976)];

fn prepared(game: Game) -> PlayerInstance {
    let briefing = Briefing::new(game, "insert-colors", Knowledge::rule(InsertColors));
    players::find("baseline-4").unwrap().prepare(&briefing).unwrap()
}

#[divan::bench(args = SIZES)]
fn whole_rounds(bencher: Bencher, (game, guesses): (&str, usize)) {
    let game = game.parse().unwrap();
    let (mut table, mut prepared) = (SpeedTable::new(game), prepared(game));
    bencher.counter(ItemsCount::new(ROUNDS)).bench_local(|| {
        let played = table.play(|play| {
            prepared.reset();
            play(prepared.player());
        });
        assert_eq!(played, guesses);
    });
}

#[divan::bench(args = SIZES)]
fn harness_alone(bencher: Bencher, (game, guesses): (&str, usize)) {
    let game = game.parse().unwrap();
    let mut table = SpeedTable::new(game);
    let games = table.games(prepared(game));
    bencher.counter(ItemsCount::new(ROUNDS)).bench_local(|| {
        let mut script = Script { guesses: &games };
        assert_eq!(table.play(|play| play(&mut script)), guesses);
    });
}

const CODES: usize = 1000;

/// One code against a thousand, and the sum of the indices.
#[divan::bench(args = [("4x6", 3163), ("8x10", 10510), ("20x26", 46370), ("32x26", 144157)])]
fn feedback(bencher: Bencher, (game, sum): (&str, usize)) {
    let game: Game = game.parse().unwrap();
    let mut rng = Rng::new(1);
    let codes: Vec<Code> = (0..CODES).map(|_| InsertColors.draw(game, &mut rng)).collect();
    let guess = InsertColors.draw(game, &mut rng);
    bencher.counter(ItemsCount::new(CODES)).bench_local(|| {
        let indices = codes.iter().map(|code| game.answer(black_box(&guess), code).index());
        assert_eq!(indices.sum::<usize>(), sum);
    });
}

fn main() {
    divan::main();
}
