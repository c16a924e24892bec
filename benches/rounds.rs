//! What a round costs, and what of it is the harness: secret, feedback, record. And the feedback of one code against many.
//!
//! The player's cost alone is that of the whole round less that of the harness, which is measured with a player that
//! knows its guesses beforehand.

#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use player_api::registry::RefereedPlayer;
use players::{Briefing, Knowledge, Outcome, Player, PlayerInstance};
use scsa::{Code, Rng, Scsa, Size, Turn, algorithms::InsertColors};
use std::hint::black_box;
use tournament::{Limits, Referee, RoundRecord, Rows, Rules, Seed, Streams};

/// The rounds that are played in one go.
const ROUNDS: u64 = 1000;

/// A match as a worker plays it.
struct SpeedTable {
    size: Size,
    secrets: Streams,
    player: Streams,
    referee: Referee,
    rows: Rows,
}

impl SpeedTable {
    fn new(size: Size) -> SpeedTable {
        SpeedTable {
            size,
            secrets: Seed(1).secrets(size, InsertColors.name()),
            player: Seed(1).player(size, InsertColors.name(), "baseline-4"),
            referee: Referee::new(size, Limits::default()),
            rows: Rows::new("baseline-4", InsertColors.name(), size, Rules::Report),
        }
    }

    /// Plays all rounds and returns the sum of the guesses.
    fn play(&mut self, mut seat: impl FnMut(&mut dyn FnMut(&mut dyn RefereedPlayer))) -> usize {
        let mut guesses = 0;
        for number in 1..=ROUNDS {
            let secret = InsertColors.draw(self.size, &mut self.secrets.round(number));
            let mut rng = self.player.round(number);
            seat(&mut |player| {
                let round = self.referee.play(player, &secret, &mut rng, number % 64 == 0);
                assert_eq!(round.outcome, Outcome::Win);
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
            let secret = InsertColors.draw(self.size, &mut self.secrets.round(number));
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

fn rounds(c: &mut Criterion) {
    for (text, guesses) in [("4x6", 6173), ("8x10", 14_229), ("15x20", 37_815), ("20x26", 59_976)] {
        let size: Size = text.parse().unwrap();
        let briefing = Briefing::new(size, "insert-colors", Knowledge::rule(InsertColors));
        let prepared = players::find("baseline-4").unwrap().prepare(&briefing).unwrap();
        let mut table = SpeedTable::new(size);
        let games = table.games(prepared.clone());
        let mut group = c.benchmark_group(format!("insert-colors {size}"));
        group.throughput(Throughput::Elements(ROUNDS));
        group.bench_function("baseline-4, whole rounds", |b| {
            let mut prepared = prepared.clone();
            b.iter(|| {
                let played = table.play(|play| {
                    prepared.reset();
                    play(prepared.player());
                });
                assert_eq!(played, guesses);
            });
        });
        group.bench_function("the harness alone", |b| {
            b.iter(|| {
                let mut script = Script { guesses: &games };
                assert_eq!(table.play(|play| play(&mut script)), guesses);
            });
        });
        group.finish();
    }
}

const CODES: usize = 1000;

fn feedback(c: &mut Criterion) {
    for (text, sum) in [("4x6", 3163), ("8x10", 10510), ("20x26", 46370), ("32x26", 144157)] {
        let size: Size = text.parse().unwrap();
        let mut rng = Rng::new(1);
        let codes: Vec<Code> = (0..CODES).map(|_| InsertColors.draw(size, &mut rng)).collect();
        let guess = InsertColors.draw(size, &mut rng);
        let mut group = c.benchmark_group(format!("feedback {size}"));
        group.throughput(Throughput::Elements(CODES as u64));
        group.bench_function("one code against 1000", |b| {
            b.iter(|| {
                let indices = codes.iter().map(|code| black_box(&guess).feedback(code).index());
                assert_eq!(indices.sum::<usize>(), sum);
            });
        });
        group.finish();
    }
}

criterion_group!(benches, rounds, feedback);
criterion_main!(benches);
