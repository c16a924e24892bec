//! The command that plays a round again.

use crate::cli::{program_name::program_name, shell_word};
use comparison::MatchName;
use tournament::{Limits, Manifest};

/// The command that shows the games of players in a round of a tournament.
pub fn command(players: [&str; 2], game: &MatchName, round: u32, manifest: Option<&Manifest>) -> String {
    let external = |player: &str| manifest.and_then(|manifest| definition(player, manifest));
    let (program, rest) = (program_name(), options(game, round, manifest));
    match players.map(external) {
        [None, None] => format!("{program} games {},{}{rest}", players[0], players[1]),
        definitions => {
            let of = |(name, definition): (&str, Option<String>)| {
                format!(
                    "{program} games {}{rest}",
                    definition.map_or_else(|| name.to_owned(), |text| shell_word(&text))
                )
            };
            players.into_iter().zip(definitions).map(of).collect::<Vec<_>>().join("; ")
        }
    }
}

/// The NAME=COMMAND of a player that is a program of its own, from the command of the tournament.
fn definition(player: &str, manifest: &Manifest) -> Option<String> {
    let beginning = format!("{player}=");
    let words = manifest.command.iter().map(|word| word.strip_prefix("--player=").unwrap_or(word));
    words.filter(|word| word.starts_with(&beginning)).map(str::to_owned).next()
}

fn options(game: &MatchName, round: u32, manifest: Option<&Manifest>) -> String {
    let mut text = format!(" --scsa {} --sizes {} --round {round}", shell_word(&game.scsa), game.size);
    let Some(manifest) = manifest else { return text };
    let default = Limits::default();
    if manifest.seed != 1 {
        text += &format!(" --seed {}", manifest.seed);
    }
    if manifest.guess_limit != default.guesses {
        text += &format!(" --guess-limit {}", manifest.guess_limit);
    }
    if manifest.time_limit_s != default.time.as_secs_f64() {
        text += &format!(" --time-limit {}", manifest.time_limit_s);
    }
    if manifest.reveal {
        text += " --reveal";
    }
    if let Some(samples) = &manifest.samples {
        text += &format!(" --samples {}", shell_word(samples));
    }
    text
}
