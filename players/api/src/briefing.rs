//! What a player knows before a match.

use crate::Refusal;
use scsa::{Code, Scsa, Size};
use std::{sync::Arc, time::Duration};

/// What a player knows before a match.
///
/// ```
/// use player_api::{Briefing, Knowledge};
/// use scsa::{Rng, Scsa, algorithms::OnlyOnce};
///
/// let briefing = Briefing::new("4x6".parse()?, "only-once", Knowledge::rule(OnlyOnce));
/// if let Knowledge::Rule(rule) = &briefing.knowledge {
///     let code = rule.draw(briefing.size, &mut Rng::new(1));
///     assert_eq!(rule.probability(briefing.size, &code), 1.0 / 360.0);
/// }
/// # Ok::<(), scsa::SizeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Briefing {
    /// The size of the game.
    pub size: Size,
    /// The number of guesses of a round. A round without a win after that many guesses is lost.
    pub guess_limit: usize,
    /// The CPU time of a round.
    pub time_limit: Duration,
    /// The name of the codemaker.
    pub codemaker: String,
    /// What the player knows of the codemaker besides its name.
    pub knowledge: Knowledge,
}

/// What a player knows of the codemaker besides its name.
#[derive(Clone, Debug)]
pub enum Knowledge {
    /// Nothing: a mystery without samples.
    Nothing,
    /// Sample codes of a mystery: codes that the codemaker made before. All have the same length, which may differ from that of
    /// the match; the number of colors may differ, too.
    Samples(Arc<[Code]>),
    /// The rule of a visible codemaker. A player may call all its methods: draw codes and ask for their probabilities. Two rules
    /// are the same if their names are.
    Rule(Arc<dyn Scsa>),
}

impl Knowledge {
    /// The knowledge of this rule.
    pub fn rule(rule: impl Scsa + 'static) -> Knowledge {
        Knowledge::Rule(Arc::new(rule))
    }
}

impl Briefing {
    /// The guess limit of [`Briefing::new`] and of tournaments by default.
    pub const GUESS_LIMIT: usize = 100;

    /// The time limit of [`Briefing::new`] and of tournaments by default.
    pub const TIME_LIMIT: Duration = Duration::from_secs(5);

    /// The CPU time that preparing a player may take, as a multiple of that of a round.
    pub const PREPARATION_FACTOR: u32 = 12;

    /// A briefing with the default limits: 100 guesses and 5 s.
    #[must_use]
    pub fn new(size: Size, codemaker: impl Into<String>, knowledge: Knowledge) -> Briefing {
        Briefing {
            size,
            guess_limit: Briefing::GUESS_LIMIT,
            time_limit: Briefing::TIME_LIMIT,
            codemaker: codemaker.into(),
            knowledge,
        }
    }

    /// The number of codes of the size, for a player that can list at most `most` codes.
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
