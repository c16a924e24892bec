//! A kind of player as a value.

use super::PlayerInstance;
use crate::{Briefing, Entrant, Knowledge, ParameterPosition, ParameterizedEntrant, Player, Refusal};
use scsa::Size;
use std::{borrow::Cow, fmt, sync::Arc};

/// A kind of player as a value, with its parameter if it has one.
#[derive(Clone)]
pub struct Entry {
    name: Cow<'static, str>,
    summary: &'static str,
    learns: fn(&Knowledge) -> bool,
    only_size: Option<Size>,
    /// The text that defines a player which is a program of its own.
    definition: Option<Arc<str>>,
    /// The parameter that the entry takes; none if it takes none or has one already.
    parameter: Option<ParameterSpec>,
    prepare: Prepare,
}

/// A parameter that an entry takes.
#[derive(Clone, Copy)]
struct ParameterSpec {
    name: &'static str,
    position: ParameterPosition,
    is_required: bool,
    parse: fn(&str) -> Result<Entry, String>,
}

#[derive(Clone)]
enum Prepare {
    Function(fn(&Briefing) -> Result<PlayerInstance, Refusal>),
    Closure(Arc<PrepareWithParameter>),
}

type PrepareWithParameter = dyn Fn(&Briefing) -> Result<PlayerInstance, Refusal> + Send + Sync;

impl Entry {
    /// The entry of a kind of player.
    #[must_use]
    pub const fn of<E: Entrant>() -> Entry {
        Entry {
            name: Cow::Borrowed(E::NAME),
            summary: E::SUMMARY,
            learns: E::LEARNS,
            only_size: None,
            definition: None,
            parameter: None,
            prepare: Prepare::Function(|briefing| E::prepare(briefing).map(PlayerInstance::new)),
        }
    }

    /// The entry of a kind of player whose parameter has a default. It plays with the default until
    /// [`with_parameter`](Entry::with_parameter) gives another.
    #[must_use]
    pub const fn with_default<E: ParameterizedEntrant<Parameter: Default>>() -> Entry {
        let parse = |text: &str| {
            let parameter = parse::<E>(text)?;
            let is_default = parameter == E::Parameter::default();
            Ok(if is_default { Entry::with_default::<E>() } else { Entry::bound::<E>(parameter) })
        };
        let parameter = ParameterSpec { name: E::PARAMETER, position: E::POSITION, is_required: false, parse };
        Entry::unbound::<E>(parameter, |briefing| {
            E::prepare(briefing, &E::Parameter::default()).map(PlayerInstance::new)
        })
    }

    /// The entry of a kind of player that cannot play without a parameter.
    #[must_use]
    pub const fn requiring_parameter<E: ParameterizedEntrant>() -> Entry {
        let parse = |text: &str| parse::<E>(text).map(Entry::bound::<E>);
        let parameter = ParameterSpec { name: E::PARAMETER, position: E::POSITION, is_required: true, parse };
        Entry::unbound::<E>(parameter, |_| Err(Refusal::new(format!("{} needs a {}", E::NAME, E::PARAMETER))))
    }

    const fn unbound<E: ParameterizedEntrant>(
        parameter: ParameterSpec,
        prepare: fn(&Briefing) -> Result<PlayerInstance, Refusal>,
    ) -> Entry {
        Entry {
            name: Cow::Borrowed(E::NAME),
            summary: E::SUMMARY,
            learns: E::LEARNS,
            only_size: None,
            definition: None,
            parameter: Some(parameter),
            prepare: Prepare::Function(prepare),
        }
    }

    /// The entry of a kind of player with a parameter.
    fn bound<E: ParameterizedEntrant>(parameter: E::Parameter) -> Entry {
        Entry {
            name: Cow::Owned(E::POSITION.join(E::NAME, &parameter.to_string())),
            summary: E::SUMMARY,
            learns: E::LEARNS,
            only_size: E::only_size(&parameter),
            definition: None,
            parameter: None,
            prepare: Prepare::Closure(Arc::new(move |briefing| {
                E::prepare(briefing, &parameter).map(PlayerInstance::new)
            })),
        }
    }

    /// The entry of a player that is a program of its own: `prepare` starts it. From `definition`, another process of this program
    /// makes the same entry ([`Players::with_definitions`](super::Players::with_definitions)).
    #[must_use]
    pub fn external<P: Player + Clone + 'static>(
        name: String,
        learns: fn(&Knowledge) -> bool,
        definition: &str,
        prepare: impl Fn(&Briefing) -> Result<P, Refusal> + Send + Sync + 'static,
    ) -> Entry {
        Entry {
            name: Cow::Owned(name),
            summary: "a program of its own",
            learns,
            only_size: None,
            definition: Some(definition.into()),
            parameter: None,
            prepare: Prepare::Closure(Arc::new(move |briefing| prepare(briefing).map(PlayerInstance::new))),
        }
    }

    /// The entry of a player of which only the name is known, such as that of results whose player is not there. It plays no match.
    #[must_use]
    pub fn named(name: String) -> Entry {
        let prepare = |_: &Briefing| Err(Refusal::new("only its name is known"));
        Entry {
            name: Cow::Owned(name),
            summary: "only its name is known",
            learns: |_| true,
            only_size: None,
            definition: None,
            parameter: None,
            prepare: Prepare::Function(prepare),
        }
    }

    /// The same entry, which learns when another one does, and plays its sizes only.
    #[must_use]
    pub fn learning_like(self, other: &Entry) -> Entry {
        Entry { learns: other.learns, only_size: other.only_size, ..self }
    }

    /// The text that defines a player which is a program of its own. `None` for players of this program.
    #[must_use]
    pub fn definition(&self) -> Option<&str> {
        self.definition.as_deref()
    }

    /// The name, in kebab-case, with its parameter unless that is the default.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The syntax of the name: `tree:FILE` requires a parameter, `local-search[:WIDTH]` and `[OPENING+]lc` take one.
    #[must_use]
    pub fn usage(&self) -> String {
        let Some(ParameterSpec { name, position, is_required, .. }) = self.parameter else {
            return self.name.to_string();
        };
        match (is_required, position) {
            (true, _) => position.join(&self.name, name),
            (false, ParameterPosition::BeforePlus) => format!("[{name}+]{}", self.name),
            (false, ParameterPosition::AfterColon) => format!("{}[:{name}]", self.name),
        }
    }

    /// What the player does, as a clause.
    #[must_use]
    pub const fn summary(&self) -> &'static str {
        self.summary
    }

    /// The name of the parameter that this entry takes: `EFFORT` for `bayes`, none for `rao` and `bayes:20`.
    #[must_use]
    pub fn parameter(&self) -> Option<&'static str> {
        self.parameter.map(|parameter| parameter.name)
    }

    /// Whether the player cannot play without a parameter.
    #[must_use]
    pub fn requires_parameter(&self) -> bool {
        self.parameter.is_some_and(|parameter| parameter.is_required)
    }

    /// The entry of this kind of player with a parameter.
    ///
    /// # Errors
    /// A message when the player takes no parameter, takes it at another position, or cannot parse it.
    pub fn with_parameter(&self, position: ParameterPosition, text: &str) -> Result<Entry, String> {
        match &self.parameter {
            Some(parameter) if parameter.position == position => (parameter.parse)(text),
            Some(parameter) => {
                let usage = parameter.position.join(&self.name, parameter.name);
                Err(format!("the player {} with a parameter is written {usage}", self.name))
            }
            None => Err(format!("the player {} takes no parameter", self.name)),
        }
    }

    /// Whether the player learns from one round of a match to the next, given what it knows of the codemaker.
    #[must_use]
    pub fn learns(&self, knowledge: &Knowledge) -> bool {
        (self.learns)(knowledge)
    }

    /// The only size that the player plays, if there is only one, such as that of a `tree:FILE`.
    #[must_use]
    pub const fn only_size(&self) -> Option<Size> {
        self.only_size
    }

    /// Prepares a player for a match.
    ///
    /// # Errors
    /// [`Refusal`] when it does not play this match.
    pub fn prepare(&self, briefing: &Briefing) -> Result<PlayerInstance, Refusal> {
        match &self.prepare {
            Prepare::Function(prepare) => prepare(briefing),
            Prepare::Closure(prepare) => prepare(briefing),
        }
    }
}

fn parse<E: ParameterizedEntrant>(text: &str) -> Result<E::Parameter, String> {
    text.parse().map_err(|e| format!("'{text}' is no {} of {}: {e}", E::PARAMETER, E::NAME))
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
