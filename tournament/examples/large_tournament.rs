//! Writes a `rounds.csv` of the largest usual tournament, or reads one and compares all players.
//!
//! ```sh
//! cargo run --release -p comparison --example large_tournament -- write FOLDER
//! cargo run --release -p comparison --example large_tournament -- compare FOLDER
//! ```
//!
//! The tournament has 32 players, 13 codemakers, 5 sizes and 1000 rounds a match: 2.08 million rows. Rounds are made up: guesses are a
//! part that depends on the secret and one that depends on the player.

use scsa::{Code, Rng, Size};
use std::{
    env,
    error::Error,
    fs::File,
    io::{BufWriter, Write},
    path::Path,
    process::ExitCode,
    time::Instant,
};
use tournament::compare::{
    BootstrapOptions, CommonRounds, Leaderboard, LeaderboardOptions, Measure, RoundTable, bootstrap,
};

const PLAYERS: usize = 32;
const CODEMAKERS: usize = 13;
const SIZES: [&str; 5] = ["4x6", "6x10", "8x10", "12x16", "20x26"];
const ROUNDS: usize = 1000;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let done = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["write", folder] => write(Path::new(folder)),
        ["compare", folder] => compare(Path::new(folder)),
        _ => Err("give `write FOLDER` or `compare FOLDER`".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

fn write(folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut file = BufWriter::new(File::create(folder.join("rounds.csv"))?);
    writeln!(file, "{}", tournament::ROUND_COLUMNS.join(","))?;
    for size in SIZES {
        let size: Size = size.parse()?;
        for codemaker in 0..CODEMAKERS {
            for player in 0..PLAYERS {
                // All players face the same secrets.
                let game = size.pegs() * CODEMAKERS + codemaker;
                let mut secrets = Rng::new(game as u128);
                let mut rng = Rng::new(((player + 1) * 1000 + game) as u128);
                for round in 1..=ROUNDS {
                    let secret = Code::from_fn(size, |_| secrets.color(size.colors()));
                    let guesses = size.pegs() + secrets.below(4) + rng.below(4) + player / 4;
                    let points = 5.0 / (guesses as f64).sqrt();
                    let (pegs, colors) = (size.pegs(), size.colors());
                    writeln!(
                        file,
                        "some-player-{player},codemaker-{codemaker},{pegs},{colors},{round},{secret},win,,{guesses},{points:.6}"
                    )?;
                }
            }
        }
    }
    Ok(file.flush()?)
}

fn compare(folder: &Path) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let table = RoundTable::read([folder])?;
    let read = start.elapsed();
    let common = CommonRounds::ranked(&table);
    let found = start.elapsed();
    let board = Leaderboard::new(&common, &LeaderboardOptions::default());
    let compared = start.elapsed();
    let options = BootstrapOptions::default();
    let measures = [Measure::Score, Measure::Guesses { limit: 100 }];
    let [score, guesses] = measures.map(|measure| {
        let start = Instant::now();
        let found = bootstrap(&common, 0, 1, measure, &options);
        found.map(|_| start.elapsed()).unwrap_or_default()
    });
    let mut out = std::io::stdout();
    writeln!(out, "read in {read:.2?}, common rounds found in {:.2?}", found - read)?;
    writeln!(out, "all pairs compared in {:.2?}", compared - found)?;
    writeln!(out, "bootstrap of a pair, {} resamples: SCORE {score:.2?}, guesses {guesses:.2?}", options.resamples)?;
    for entry in &board.entries {
        let (sum, error) = (entry.score.sum, entry.score.sum_standard_error().unwrap_or_default());
        writeln!(out, "{:<15} {sum:>10.1} ± {error:<6.1} {}", entry.player, entry.letters)?;
    }
    Ok(())
}
