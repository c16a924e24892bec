//! Whether anything of a plan would be played.

use crate::{
    crew::Event,
    job::{Job, Report},
    plan::{Match, Plan},
    play::Workers,
};
use players::Refusal;
use std::{fmt, io};

/// A match that is not played, and why.
#[derive(Clone, Debug)]
pub struct Unplayed {
    /// The match.
    pub game: Match,
    /// Why; what the codemaker objects is a refusal, too.
    pub refusal: Refusal,
}

impl fmt::Display for Unplayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Match { player, codemaker, size, .. } = &self.game;
        write!(f, "{} against {} at {size}: {}", player.name(), codemaker.name(), self.refusal)
    }
}

/// The first match of a plan when none of them would be played, because its player or its codemaker refuses; nothing when
/// there is one to play. It takes as long as that one's player takes to get ready, in one of the workers.
///
/// # Errors
/// When the workers cannot be started or talked to.
///
/// ```
/// use tournament::{Codemaker, Limits, Rules, Seed, Telling, {Plan, Workers, unplayed}};
///
/// let plan = Plan {
///     players: vec![players::find("112+lc")?],
///     codemakers: vec![Codemaker::find("insert-colors")?.unwrap()],
///     sizes: vec!["4x6".parse()?, "5x8".parse()?],
///     rounds: None,
///     seed: Seed(1),
///     limits: Limits::default(),
///     rules: Rules::Report,
///     telling: Telling::default(),
/// };
/// let first = unplayed(&plan, &Workers::Threads(1))?.unwrap();
/// assert_eq!(first.to_string(), "112+lc against insert-colors at 4x6: its guess 112 has 3 pegs, not 4");
/// let plan = Plan { sizes: vec!["4x6".parse()?, "3x8".parse()?], ..plan };
/// assert!(unplayed(&plan, &Workers::Threads(1))?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn unplayed(plan: &Plan, workers: &Workers) -> io::Result<Option<Unplayed>> {
    let mut crew = workers.with(1).crew()?;
    let mut first = None;
    for game in plan.matches() {
        let refusal = match &game.objection {
            Some(objection) => Some(Refusal::new(objection.clone())),
            None => {
                // A job without a round: the player only gets ready.
                crew.give(0, &Job::new(plan, &game, 1, 0))?;
                loop {
                    match crew.next(crate::play::WAIT)? {
                        Some(Event::Report(_, Report::Refused(refusal))) => break Some(refusal),
                        // A player that breaks while it gets ready fails its rounds: they are played.
                        Some(Event::Report(_, Report::Done) | Event::Gone(..)) => break None,
                        Some(Event::Report(..)) | None => {}
                    }
                }
            }
        };
        match refusal {
            Some(refusal) => first = first.or(Some(Unplayed { game, refusal })),
            None => return Ok(None),
        }
    }
    Ok(first)
}
