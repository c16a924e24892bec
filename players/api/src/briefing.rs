//! What a player knows before a match.

use crate::Refusal;
use scsa::{Code, Scsa, Size};
use std::sync::Arc;

/// What a player knows before a match.
#[derive(Clone, Debug)]
pub struct Briefing {
    /// The size of the game.
    pub size: Size,
    /// The number of guesses of a round. A round without a win after that many guesses is lost.
    pub guess_limit: usize,
    /// The name of the codemaker.
    pub codemaker: String,
    /// What else is known of the codemaker.
    pub knowledge: Knowledge,
}

/// What a player knows of the codemaker besides its name.
#[derive(Clone, Debug)]
pub enum Knowledge {
    /// Nothing.
    Nothing,
    /// Codes that the codemaker made. All have one length, which need not be that of the match.
    Samples(Arc<[Code]>),
    /// The rule by which the codemaker makes codes. A player may draw codes from it and ask for probabilities.
    Rule(Arc<dyn Scsa>),
}

impl Knowledge {
    /// The knowledge of a rule.
    pub fn rule(rule: impl Scsa + 'static) -> Knowledge {
        Knowledge::Rule(Arc::new(rule))
    }
}

impl Briefing {
    /// The guess limit of [`Briefing::new`], that of the report's contest.
    pub const GUESS_LIMIT: usize = 100;

    /// A briefing with the usual guess limit of 100.
    #[must_use]
    pub fn new(size: Size, codemaker: impl Into<String>, knowledge: Knowledge) -> Briefing {
        Briefing { size, guess_limit: Briefing::GUESS_LIMIT, codemaker: codemaker.into(), knowledge }
    }

    /// The number of codes of the size, for a player that lists all codes and can list at most `most`.
    ///
    /// # Errors
    /// [`Refusal`] when there are more.
    ///
    /// ```
    /// use player_api::{Briefing, Knowledge};
    /// let briefing = Briefing::new("4x6".parse()?, "insert-colors", Knowledge::Nothing);
    /// assert_eq!(briefing.codes_up_to(2000), Ok(1296));
    /// assert_eq!(briefing.codes_up_to(1000).unwrap_err().to_string(), "more than 1000 codes to list");
    /// # Ok::<(), scsa::SizeError>(())
    /// ```
    pub fn codes_up_to(&self, most: u64) -> Result<u64, Refusal> {
        self.size
            .count_at_most(most)
            .ok_or_else(|| Refusal::new(format!("more than {most} codes to list")).with_hint("choose a smaller size"))
    }
}
