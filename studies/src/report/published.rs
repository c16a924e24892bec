//! The figures of the report ("Project Report", Dino's entry in a Mastermind tournament of 2019, Tables 1 to 14).

/// The report's sizes, in order.
pub const SIZES: [&str; 5] = ["4x6", "6x10", "8x10", "15x20", "20x26"];
/// The size of its mysteries.
pub const MYSTERY_SIZE: &str = "7x5";
/// The report's codemakers, in order.
pub const SCSAS: [&str; 6] =
    ["insert-colors", "two-color", "ab-color", "two-color-alternating", "only-once", "first-and-last"];
/// The tables of the report.
pub const TABLES: std::ops::RangeInclusive<u8> = 1..=14;

/// A figure of the report.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PublishedFigure {
    /// The table, 1 to 14.
    pub table: u8,
    /// The player.
    pub player: &'static str,
    /// The codemaker.
    pub scsa: &'static str,
    /// The size, as text.
    pub size: &'static str,
    /// The quantity.
    pub quantity: FigureQuantity,
    /// The value; none where the report says that the player does not win.
    pub value: Option<f64>,
    /// The number of rounds that it comes from.
    pub rounds: u64,
}

/// The quantity of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureQuantity {
    /// The largest number of guesses.
    WorstGuesses,
    /// The mean number of guesses.
    Guesses,
    /// The SCORE of 100 rounds.
    Score,
    /// The sum of 1/sqrt(guesses) over 100 rounds.
    WeightedWins,
    /// The rounds of 100 lost.
    Losses,
    /// The rounds of 100 failed.
    Failures,
    /// The time of the first guess, in microseconds.
    FirstGuess,
    /// The mean time of a guess after the first, in microseconds.
    LaterGuess,
    /// The mean time of a guess, in microseconds.
    Guess,
    /// The time of a round, in microseconds.
    Round,
}

impl FigureQuantity {
    /// The name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            FigureQuantity::WorstGuesses => "worst_guesses",
            FigureQuantity::Guesses => "mean_guesses",
            FigureQuantity::Score => "score",
            FigureQuantity::WeightedWins => "weighted_wins",
            FigureQuantity::Losses => "losses",
            FigureQuantity::Failures => "failures",
            FigureQuantity::FirstGuess => "first_guess_us",
            FigureQuantity::LaterGuess => "later_guess_us",
            FigureQuantity::Guess => "guess_us",
            FigureQuantity::Round => "round_us",
        }
    }

    /// Whether it is a time, which depends on the machine.
    pub const fn is_time(self) -> bool {
        matches!(
            self,
            FigureQuantity::FirstGuess | FigureQuantity::LaterGuess | FigureQuantity::Guess | FigureQuantity::Round
        )
    }
}

/// All figures of a table, in its order.
pub fn figures(table: u8) -> Vec<PublishedFigure> {
    match table {
        1 => rao(),
        2 => matches(2, &[(2, SCORES_8X10)]),
        4 => matches(4, &SCORES),
        7 => of_scsa(7, "two-color-alternating"),
        8 => of_scsa(8, "first-and-last"),
        _ => GAMES.iter().filter(|game| game.table == table).flat_map(PublishedGame::figures).collect(),
    }
}

/// The table whose mean times are those of later guesses: each is a whole number of microseconds divided by the guesses after the
/// first.
const LATER_GUESSES: u8 = 5;
/// The rounds of Table 1.
const RAO_ROUNDS: u64 = 10_000;
/// The rounds of Tables 2, 4, 7 and 8.
const MATCH_ROUNDS: u64 = 100;
/// The rounds of the other tables. The report speaks of about five games, but every mean time is a whole number of
/// microseconds divided by the guesses of one game.
const GAME_ROUNDS: u64 = 1;

/// Table 1: the worst and the mean number of guesses of baseline-4, size by size.
const RAO: [(f64, f64); 5] = [(9.0, 6.2316), (17.0, 10.9155), (23.0, 14.1988), (56.0, 37.651), (95.0, 59.8937)];

fn rao() -> Vec<PublishedFigure> {
    let figure = |size, quantity, value| PublishedFigure {
        table: 1,
        player: "baseline-4",
        scsa: "insert-colors",
        size,
        quantity,
        value: Some(value),
        rounds: RAO_ROUNDS,
    };
    let rows = SIZES.iter().zip(RAO);
    rows.flat_map(|(size, (worst, mean))| {
        [figure(size, FigureQuantity::WorstGuesses, worst), figure(size, FigureQuantity::Guesses, mean)]
    })
    .collect()
}

/// The SCORE and the weighted wins of a match.
type ScoreAndWins = (f64, f64);

/// Table 2, the codemakers in their order.
const SCORES_8X10: [ScoreAndWins; 6] = [
    (130.40373, 26.080746),
    (145.2613, 28.698708),
    (193.54883, 38.301517),
    (154.58192, 30.916384),
    (129.81845, 25.69643),
    (140.67484, 27.857616),
];

/// Table 4: the index of the size, and the codemakers in their order. Tables 7 and 8 are columns of it.
const SCORES: [(usize, [ScoreAndWins; 6]); 5] = [
    (
        0,
        [
            (204.98224, 40.99645),
            (218.69473, 43.738945),
            (278.28067, 55.65613),
            (196.55318, 39.310635),
            (200.97339, 39.78643),
            (201.39159, 40.278316),
        ],
    ),
    (
        1,
        [
            (149.33899, 29.867798),
            (170.81734, 34.163467),
            (205.45203, 41.090405),
            (154.5819, 30.91638),
            (151.26634, 29.937042),
            (154.74637, 30.949272),
        ],
    ),
    (
        2,
        [
            (130.40373, 26.080746),
            (141.07857, 28.215714),
            (167.11516, 33.42303),
            (154.58192, 30.916384),
            (131.07928, 26.215858),
            (131.30908, 26.261816),
        ],
    ),
    (
        3,
        [
            (77.728714, 15.545742),
            (88.15413, 17.630825),
            (89.92088, 17.984177),
            (110.51003, 22.102007),
            (77.79538, 15.559076),
            (77.52694, 15.505387),
        ],
    ),
    (
        4,
        [
            (64.99981, 12.874962),
            (70.45442, 14.090885),
            (69.99224, 13.998448),
            (97.10491, 19.420982),
            (60.542862, 12.108572),
            (67.594154, 13.518831),
        ],
    ),
];

fn matches(table: u8, rows: &[(usize, [ScoreAndWins; 6])]) -> Vec<PublishedFigure> {
    let cells = rows.iter().flat_map(|(size, row)| SCSAS.iter().zip(row).map(|(scsa, scored)| (*size, *scsa, *scored)));
    cells
        .flat_map(|(size, scsa, (score, weighted))| {
            let figure = |quantity, value| PublishedFigure {
                table,
                player: "dino",
                scsa,
                size: SIZES[size],
                quantity,
                value: Some(value),
                rounds: MATCH_ROUNDS,
            };
            [
                figure(FigureQuantity::Score, score),
                figure(FigureQuantity::WeightedWins, weighted),
                figure(FigureQuantity::Losses, 0.0),
                figure(FigureQuantity::Failures, 0.0),
            ]
        })
        .collect()
}

/// The column of a codemaker in Table 4, as a table of its own.
fn of_scsa(table: u8, scsa: &str) -> Vec<PublishedFigure> {
    matches(table, &SCORES).into_iter().filter(|figure| figure.scsa == scsa).collect()
}

/// A game whose guesses and times, in microseconds, the report gives.
#[derive(Clone, Copy, Debug)]
struct PublishedGame {
    table: u8,
    player: &'static str,
    scsa: &'static str,
    size: &'static str,
    first: f64,
    guess: f64,
    guesses: Option<f64>,
    round: f64,
}

impl PublishedGame {
    fn figures(&self) -> [PublishedFigure; 4] {
        let PublishedGame { table, player, scsa, size, .. } = *self;
        let figure =
            |quantity, value| PublishedFigure { table, player, scsa, size, quantity, value, rounds: GAME_ROUNDS };
        [
            figure(FigureQuantity::Guesses, self.guesses),
            figure(FigureQuantity::FirstGuess, Some(self.first)),
            figure(
                if table == LATER_GUESSES { FigureQuantity::LaterGuess } else { FigureQuantity::Guess },
                Some(self.guess),
            ),
            figure(FigureQuantity::Round, Some(self.round)),
        ]
    }
}

/// Tables 3, 5, 6 and 9 to 14. In the last five baseline-3, baseline-4 and dino-local-search play beside Dino.
const GAMES: [PublishedGame; 40] = [
    game(3, "dino", "insert-colors", "8x10", [85.0, 48.9167, 587.0004], Some(12.0)),
    game(3, "dino", "two-color", "8x10", [65.0, 47.0, 470.0], Some(10.0)),
    game(3, "dino", "ab-color", "8x10", [85.0, 50.5714, 353.9998], Some(7.0)),
    game(3, "dino", "two-color-alternating", "8x10", [85.0, 41.0, 410.0], Some(10.0)),
    game(3, "dino", "only-once", "8x10", [54.0, 53.3571, 746.9994], Some(14.0)),
    game(3, "dino", "first-and-last", "8x10", [92.0, 48.3, 483.0], Some(10.0)),
    game(5, "dino", "two-color-alternating", "4x6", [115.0, 31.6, 189.6], Some(6.0)),
    game(5, "dino", "two-color-alternating", "6x10", [53.0, 34.7, 208.2], Some(11.0)),
    game(5, "dino", "two-color-alternating", "8x10", [129.0, 39.8, 238.8], Some(11.0)),
    game(5, "dino", "two-color-alternating", "15x20", [314.0, 57.0, 342.0], Some(20.0)),
    game(5, "dino", "two-color-alternating", "20x26", [242.0, 67.8, 406.8], Some(26.0)),
    game(6, "dino", "first-and-last", "4x6", [70.0, 64.5, 387.0], Some(6.0)),
    game(6, "dino", "first-and-last", "6x10", [86.0, 43.4167, 521.0004], Some(12.0)),
    game(6, "dino", "first-and-last", "8x10", [81.0, 53.5833, 642.9996], Some(12.0)),
    game(6, "dino", "first-and-last", "15x20", [96.0, 72.82051, 2839.99989], Some(39.0)),
    game(6, "dino", "first-and-last", "20x26", [77.0, 86.5, 3806.0], Some(44.0)),
    game(9, "baseline-3", "two-color-alternating", "8x10", [142.0, 111.28814, 6596.00026], Some(59.0)),
    game(9, "local-search", "two-color-alternating", "8x10", [142.0, 143.89473, 2733.99987], Some(19.0)),
    game(9, "baseline-4", "two-color-alternating", "8x10", [132.0, 92.8125, 1485.0], Some(16.0)),
    game(9, "dino", "two-color-alternating", "8x10", [140.0, 126.09091, 1387.00001], Some(11.0)),
    game(10, "baseline-3", "ab-color", "8x10", [318.0, 137.27777, 2470.99986], Some(18.0)),
    game(10, "local-search", "ab-color", "8x10", [143.0, 131.0, 1179.0], Some(9.0)),
    game(10, "baseline-4", "ab-color", "8x10", [136.0, 130.41667, 1565.00004], Some(12.0)),
    game(10, "dino", "ab-color", "8x10", [143.0, 140.77777, 1266.99993], Some(9.0)),
    game(11, "baseline-3", "first-and-last", "8x10", [138.0, 115.11, 11511.0], None),
    game(11, "local-search", "first-and-last", "8x10", [139.0, 128.8421, 2447.9999], Some(19.0)),
    game(11, "baseline-4", "first-and-last", "8x10", [141.0, 115.64286, 1619.00004], Some(14.0)),
    game(11, "dino", "first-and-last", "8x10", [142.0, 134.0, 1474.0], Some(11.0)),
    game(12, "baseline-3", "only-once", "8x10", [139.0, 110.59, 11059.0], None),
    game(12, "local-search", "only-once", "8x10", [139.0, 124.206894, 3601.99993], Some(29.0)),
    game(12, "dino", "only-once", "8x10", [140.0, 132.9, 1329.0], Some(10.0)),
    game(12, "dino-only-once", "only-once", "8x10", [139.0, 116.56, 2914.0], Some(25.0)),
    game(13, "baseline-3", "mystery-2", "7x5", [140.0, 92.69512, 7600.99984], Some(82.0)),
    game(13, "local-search", "mystery-2", "7x5", [147.0, 136.57143, 1912.00002], Some(14.0)),
    game(13, "dino", "mystery-2", "7x5", [107.0, 101.55556, 914.00004], Some(9.0)),
    game(13, "dino-mystery-2", "mystery-2", "7x5", [148.0, 112.3, 1123.0], Some(10.0)),
    game(14, "baseline-3", "mystery-5", "7x5", [139.0, 134.92, 3373.0], Some(25.0)),
    game(14, "local-search", "mystery-5", "7x5", [145.0, 117.1, 1171.0], Some(10.0)),
    game(14, "baseline-4", "mystery-5", "7x5", [137.0, 127.44444, 1146.99996], Some(9.0)),
    game(14, "dino", "mystery-5", "7x5", [141.0, 117.6, 588.0], Some(5.0)),
];

/// The times are those of the first guess, the mean of a guess, and that of the round.
const fn game(
    table: u8,
    player: &'static str,
    scsa: &'static str,
    size: &'static str,
    [first, guess, round]: [f64; 3],
    guesses: Option<f64>,
) -> PublishedGame {
    PublishedGame { table, player, scsa, size, first, guess, guesses, round }
}
