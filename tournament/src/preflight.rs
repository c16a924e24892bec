//! Whether anything of a plan can be played.

use crate::{
    Match, Plan, PlayError, Workers,
    control_loop::WAIT,
    pool::Event,
    protocol::{Job, Report},
    setup::MatchSetup,
};
use player_api::Refusal;
use std::{fmt, sync::Arc};

/// A match that cannot be played, and why.
#[derive(Clone, Debug)]
pub struct UnsupportedMatch {
    /// The match.
    pub game: Match,
    /// The reason, of the player or of the codemaker.
    pub refusal: Refusal,
}

impl fmt::Display for UnsupportedMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Match { player, codemaker, size, .. } = &self.game;
        write!(f, "{} against {} at {size}: {}", player.name(), codemaker.name(), self.refusal)
    }
}

/// Checks a plan before anything is written: returns its first match if none of its matches can be played, and `None` if one
/// can. It prepares players, in one worker, until one of them plays.
///
/// # Errors
/// [`PlayError`] when the workers fail.
///
/// ```
/// use tournament::{Codemakers, Plan, Workers, preflight};
/// let codemaker = Codemakers::builtin().find("insert-colors")?.unwrap();
/// let plan = Plan::new([players::find("112+lc")?], [codemaker], ["4x6".parse()?, "5x8".parse()?]);
/// let first = preflight(&plan, &Workers::Threads(1))?.unwrap();
/// assert_eq!(first.to_string(), "112+lc against insert-colors at 4x6: its guess 112 has 3 pegs, not 4");
/// let plan = Plan { sizes: vec!["4x6".parse()?, "3x8".parse()?], ..plan };
/// assert!(preflight(&plan, &Workers::Threads(1))?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn preflight(plan: &Plan, workers: &Workers) -> Result<Option<UnsupportedMatch>, PlayError> {
    let mut pool = workers.with_number(1).start()?;
    let mut first = None;
    for game in plan.matches() {
        let refusal = match &game.objection {
            Some(objection) => Some(Refusal::new(objection.clone())),
            None => {
                let only_prepare = Job::new(&game, 1, 0);
                pool.assign(0, &Arc::new(MatchSetup::new(plan, &game)), &only_prepare)?;
                loop {
                    match pool.next_event(WAIT)? {
                        Some(Event::Report(_, Report::Refused(refusal))) => break Some(refusal),
                        Some(Event::Report(_, Report::Unknown(name))) => return Err(PlayError::Unknown(name)),
                        // A player that fails while it is prepared fails its rounds, which are played.
                        Some(Event::Report(_, Report::Done) | Event::Exit(..)) => break None,
                        Some(Event::Report(..)) | None => {}
                    }
                }
            }
        };
        match refusal {
            Some(refusal) => first = first.or(Some(UnsupportedMatch { game, refusal })),
            None => return Ok(None),
        }
    }
    Ok(first)
}
