//! Kinds of players that take a parameter.

use crate::{Briefing, Knowledge, Player, Refusal};
use scsa::Size;
use std::{fmt, str::FromStr};

/// A kind of player that takes a parameter as part of its name: `local-search:4`, `1122+lc`. Otherwise it is like an
/// [`Entrant`](crate::Entrant). If the parameter has a default, the name may stand without it.
pub trait ParameterizedEntrant: Player + Clone + 'static {
    /// The name without the parameter, in kebab-case. It is unique among the players of a program.
    const NAME: &'static str;

    /// What the player does, in a few words.
    const SUMMARY: &'static str;

    /// The name of the parameter in capitals, as lists show it: `WIDTH`.
    const PARAMETER: &'static str;

    /// Where the parameter stands in the name.
    const POSITION: ParameterPosition = ParameterPosition::AfterColon;

    /// Whether the player learns from one round of a match to the next, as for [`Entrant::LEARNS`](crate::Entrant::LEARNS).
    const LEARNS: fn(&Knowledge) -> bool = |_| false;

    /// The parameter. It is parsed once for every entry, and equal texts parse to equal parameters.
    type Parameter: FromStr<Err: fmt::Display> + fmt::Display + PartialEq + Send + Sync;

    /// The only size that the player plays with this parameter, if there is just one.
    fn only_size(_parameter: &Self::Parameter) -> Option<Size> {
        None
    }

    /// Prepares a player for a match, as [`Entrant::prepare`](crate::Entrant::prepare) does.
    ///
    /// # Errors
    /// [`Refusal`] when the player cannot play this match, which is then recorded as unsupported.
    fn prepare(briefing: &Briefing, parameter: &Self::Parameter) -> Result<Self, Refusal>;
}

/// Where the parameter stands in the name of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterPosition {
    /// Before the name and a plus sign: `1122+lc`.
    BeforePlus,
    /// After the name and a colon: `local-search:4`.
    AfterColon,
}

impl ParameterPosition {
    /// The name of a player with a parameter.
    ///
    /// ```
    /// use player_api::ParameterPosition;
    /// assert_eq!(ParameterPosition::BeforePlus.join("lc", "1122"), "1122+lc");
    /// assert_eq!(ParameterPosition::AfterColon.join("bayes", "30"), "bayes:30");
    /// ```
    #[must_use]
    pub fn join(self, name: &str, parameter: &str) -> String {
        match self {
            ParameterPosition::BeforePlus => format!("{parameter}+{name}"),
            ParameterPosition::AfterColon => format!("{name}:{parameter}"),
        }
    }

    /// Splits a name into the name without its parameter, and the parameter with its position if there is one.
    pub(crate) fn split(text: &str) -> (&str, Option<(ParameterPosition, &str)>) {
        // A path after a colon may contain a plus sign, so the colon is looked for first.
        if let Some((name, parameter)) = text.split_once(':') {
            (name, Some((ParameterPosition::AfterColon, parameter)))
        } else if let Some((parameter, name)) = text.rsplit_once('+') {
            (name, Some((ParameterPosition::BeforePlus, parameter)))
        } else {
            (text, None)
        }
    }
}
