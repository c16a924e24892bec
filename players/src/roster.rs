//! Who can play: the one list that a new player is added to.

use crate::{
    Briefing, Entrant, Knowledge, Player, Refusal, Side, Tunable, baselines::*, bayes::Bayes, consistent, dino, faulty,
    local_search::LocalSearch, one_color::OneColor, one_step, optimal, random::Random, rao, tree::FromFile,
};
use scsa::Size;
use std::{borrow::Cow, error::Error, fmt, sync::Arc};

/// Every player that competes, in the order in which they are listed.
pub static ROSTER: &[Entry] = &[
    Entry::of::<Random>(),
    Entry::of::<OneColor>(),
    Entry::of::<Baseline1>(),
    Entry::of::<Baseline2>(),
    Entry::of::<Baseline2Zero>(),
    Entry::of::<Baseline3>(),
    Entry::of::<rao::Baseline4>(),
    Entry::of::<rao::Rao>(),
    Entry::tunable::<consistent::Lowest>(),
    Entry::tunable::<consistent::Uniform>(),
    Entry::of::<consistent::Easy>(),
    Entry::of::<consistent::Advanced>(),
    Entry::of::<one_step::Knuth>(),
    Entry::of::<one_step::ConsistentKnuth>(),
    Entry::of::<one_step::Minimax>(),
    Entry::of::<one_step::ConsistentMinimax>(),
    Entry::of::<one_step::ExpectedSize>(),
    Entry::of::<one_step::Entropy>(),
    Entry::of::<one_step::MostParts>(),
    Entry::of::<one_step::ConsistentExpectedSize>(),
    Entry::of::<one_step::ConsistentEntropy>(),
    Entry::of::<one_step::ConsistentMostParts>(),
    Entry::of::<optimal::Optimal<false>>(),
    Entry::of::<optimal::Optimal<true>>(),
    Entry::tunable::<LocalSearch>(),
    Entry::tunable::<Bayes>(),
    Entry::of::<dino::Dino>(),
    Entry::of::<dino::DinoTwoColorAlternating>(),
    Entry::of::<dino::DinoFirstAndLast>(),
    Entry::of::<dino::DinoAbColor>(),
    Entry::of::<dino::DinoOnlyOnce>(),
    Entry::of::<dino::DinoMystery2>(),
];

/// Players that need a setting. They are found by a name with one, as `tree:knuth.json`, but `all` does not mean them.
pub static FROM_FILES: &[Entry] = &[Entry::requiring::<FromFile>()];

/// Players that break the rules on purpose, to show what becomes of them. They are found by name, but `all` does not
/// mean them.
pub static FAULTY: &[Entry] = &[
    Entry::of::<faulty::WrongLength>(),
    Entry::of::<faulty::WrongColor>(),
    Entry::of::<faulty::Panicking>(),
    Entry::of::<faulty::Overflowing>(),
    Entry::of::<faulty::Hanging>(),
    Entry::of::<faulty::Sleeping>(),
    Entry::of::<faulty::Forgetting>(),
    Entry::of::<faulty::Unready>(),
];

/// The player of that name, competing or not. The name of some players has a setting behind a colon or before a plus sign:
/// `local-search:4`, `1122+lc`.
///
/// # Errors
/// [`NotFound`] when there is no such player, it does not take that setting, or needs one.
///
/// ```
/// assert_eq!(players::find("baseline-4")?.name(), "baseline-4");
/// assert!(players::find("baseline-5").is_err());
/// # Ok::<(), players::NotFound>(())
/// ```
pub fn find(name: &str) -> Result<Entry, NotFound> {
    let (kind, setting) = Side::split(name);
    let mut entries = ROSTER.iter().chain(FROM_FILES).chain(FAULTY);
    let entry = entries.find(|entry| entry.name == kind).ok_or(NotFound::Name)?;
    match (setting, &entry.tuning) {
        (None, Some(Tuning { required: true, side, form, .. })) => {
            Err(NotFound::Setting(format!("the player {kind} needs a {form}: {}", side.join(kind, form))))
        }
        (None, _) => Ok(entry.clone()),
        (Some((side, setting)), Some(tuning)) if side == tuning.side => {
            (tuning.tune)(setting).map_err(NotFound::Setting)
        }
        (Some(_), Some(tuning)) => {
            let usage = tuning.side.join(kind, tuning.form);
            Err(NotFound::Setting(format!("the player {kind} with a setting is written {usage}")))
        }
        (Some(_), None) => Err(NotFound::Setting(format!("the player {kind} takes no setting"))),
    }
}

/// Why there is no player of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotFound {
    /// No player is called that.
    Name,
    /// The setting behind its name is not one of that player, for this reason.
    Setting(String),
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotFound::Name => f.write_str("there is no such player"),
            NotFound::Setting(reason) => f.write_str(reason),
        }
    }
}

impl Error for NotFound {}

/// A player of the roster.
#[derive(Clone)]
pub struct Entry {
    name: Cow<'static, str>,
    summary: &'static str,
    learns: fn(&Knowledge) -> bool,
    only_size: Option<Size>,
    tuning: Option<Tuning>,
    preparation: Preparation,
}

/// How a player is made with another setting.
#[derive(Clone, Copy)]
struct Tuning {
    form: &'static str,
    side: Side,
    /// Whether the player needs a setting.
    required: bool,
    tune: fn(&str) -> Result<Entry, String>,
}

#[derive(Clone)]
enum Preparation {
    Plain(fn(&Briefing) -> Result<Prepared, Refusal>),
    Tuned(Arc<Prepare>),
}

type Prepare = dyn Fn(&Briefing) -> Result<Prepared, Refusal> + Send + Sync;

impl Entry {
    /// The entry of a kind of player.
    #[must_use]
    pub const fn of<E: Entrant>() -> Entry {
        Entry {
            name: Cow::Borrowed(E::NAME),
            summary: E::SUMMARY,
            learns: E::LEARNS,
            only_size: None,
            tuning: None,
            preparation: Preparation::Plain(|briefing| E::prepare(briefing).map(Prepared::new)),
        }
    }

    /// The entry of a kind of player that can be tuned; it has the default setting.
    #[must_use]
    pub const fn tunable<T: Tunable<Setting: Default>>() -> Entry {
        let tune = |text: &str| {
            let setting = setting::<T>(text)?;
            Ok(if setting == T::Setting::default() { Entry::tunable::<T>() } else { Entry::tuned::<T>(setting) })
        };
        Entry::untuned::<T>(Tuning { form: T::FORM, side: T::SIDE, required: false, tune }, |briefing| {
            T::prepare(briefing, &T::Setting::default()).map(Prepared::new)
        })
    }

    /// The entry of a kind of player that cannot play without a setting.
    #[must_use]
    pub const fn requiring<T: Tunable>() -> Entry {
        let tune = |text: &str| setting::<T>(text).map(Entry::tuned::<T>);
        Entry::untuned::<T>(Tuning { form: T::FORM, side: T::SIDE, required: true, tune }, |_| {
            Err(Refusal::new(format!("{} needs a {}", T::NAME, T::FORM)))
        })
    }

    const fn untuned<T: Tunable>(tuning: Tuning, prepare: fn(&Briefing) -> Result<Prepared, Refusal>) -> Entry {
        Entry {
            name: Cow::Borrowed(T::NAME),
            summary: T::SUMMARY,
            learns: T::LEARNS,
            only_size: None,
            tuning: Some(tuning),
            preparation: Preparation::Plain(prepare),
        }
    }

    /// The entry of a player with that setting.
    fn tuned<T: Tunable>(setting: T::Setting) -> Entry {
        Entry {
            name: Cow::Owned(T::SIDE.join(T::NAME, &setting.to_string())),
            summary: T::SUMMARY,
            learns: T::LEARNS,
            only_size: T::only_size(&setting),
            tuning: None,
            preparation: Preparation::Tuned(Arc::new(move |briefing| {
                T::prepare(briefing, &setting).map(Prepared::new)
            })),
        }
    }

    /// Its name, in kebab-case, with its setting unless that is the default.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its name, and what stands or may stand beside it: `tree:FILE`, `local-search[:WIDTH]`, `[OPENING+]lc`.
    #[must_use]
    pub fn usage(&self) -> String {
        match self.tuning {
            None => self.name.to_string(),
            Some(Tuning { form, side, required: true, .. }) => side.join(&self.name, form),
            Some(Tuning { form, side: Side::Before, .. }) => format!("[{form}+]{}", self.name),
            Some(Tuning { form, side: Side::Behind, .. }) => format!("{}[:{form}]", self.name),
        }
    }

    /// Whether a setting of that form can still be given to it.
    ///
    /// ```
    /// assert!(players::find("bayes")?.takes("EFFORT"));
    /// assert!(!players::find("bayes:20")?.takes("EFFORT"));
    /// # Ok::<(), players::NotFound>(())
    /// ```
    #[must_use]
    pub fn takes(&self, form: &str) -> bool {
        self.tuning.is_some_and(|tuning| tuning.form == form)
    }

    /// What it does, in a few words.
    #[must_use]
    pub const fn summary(&self) -> &'static str {
        self.summary
    }

    /// Whether it learns from one round to the next when it is told that.
    #[must_use]
    pub fn learns(&self, knowledge: &Knowledge) -> bool {
        (self.learns)(knowledge)
    }

    /// The only size that it plays, if there is just one: that of a `tree:FILE`.
    #[must_use]
    pub const fn only_size(&self) -> Option<Size> {
        self.only_size
    }

    /// Gets a player ready for a match.
    ///
    /// # Errors
    /// [`Refusal`] when it does not play such a match.
    pub fn prepare(&self, briefing: &Briefing) -> Result<Prepared, Refusal> {
        match &self.preparation {
            Preparation::Plain(prepare) => prepare(briefing),
            Preparation::Tuned(prepare) => prepare(briefing),
        }
    }
}

/// The setting of that text.
fn setting<T: Tunable>(text: &str) -> Result<T::Setting, String> {
    text.parse().map_err(|e| format!("'{text}' is no {} of {}: {e}", T::FORM, T::NAME))
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// A player that is ready for a match. A clone of it plays as it would, sharing what sits behind an `Arc`.
pub struct Prepared(Box<dyn AnySeat>);

impl Prepared {
    fn new(model: impl Player + Clone + 'static) -> Prepared {
        let playing = model.clone();
        Prepared(Box::new(Seat { model, playing }))
    }

    /// The player, with what it has seen since [`Prepared::renew`].
    pub fn player(&mut self) -> &mut dyn Player {
        self.0.player()
    }

    /// A copy of the player as it is now, in the middle of a round.
    pub(crate) fn in_play(&self) -> Box<dyn InPlay> {
        self.0.in_play()
    }

    /// Makes the player again as it was when the match began, without a heap allocation where its parts need none.
    pub fn renew(&mut self) {
        self.0.renew();
    }
}

impl Clone for Prepared {
    fn clone(&self) -> Prepared {
        Prepared(self.0.copy())
    }
}

impl fmt::Debug for Prepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Prepared")
    }
}

/// The player as it was prepared, and the copy of it that plays.
struct Seat<P> {
    model: P,
    playing: P,
}

/// A player that can be copied in the middle of a round.
pub(crate) trait InPlay: Player {
    fn copy(&self) -> Box<dyn InPlay>;
}

impl<P: Player + Clone + 'static> InPlay for P {
    fn copy(&self) -> Box<dyn InPlay> {
        Box::new(self.clone())
    }
}

trait AnySeat: Send {
    fn in_play(&self) -> Box<dyn InPlay>;
    fn player(&mut self) -> &mut dyn Player;
    fn renew(&mut self);
    fn copy(&self) -> Box<dyn AnySeat>;
}

impl<P: Player + Clone + 'static> AnySeat for Seat<P> {
    fn in_play(&self) -> Box<dyn InPlay> {
        self.playing.copy()
    }

    fn player(&mut self) -> &mut dyn Player {
        &mut self.playing
    }

    fn renew(&mut self) {
        self.playing.clone_from(&self.model);
    }

    fn copy(&self) -> Box<dyn AnySeat> {
        let (model, playing) = (self.model.clone(), self.model.clone());
        Box::new(Seat { model, playing })
    }
}
