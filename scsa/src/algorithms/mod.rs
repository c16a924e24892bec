//! The secret-code-selection algorithms, one file each.
//!
//! # Adding an SCSA
//! 1. Write `scsa/src/algorithms/my_rule.rs` with a unit struct `MyRule` that implements [`Scsa`].
//! 2. Add the line `my_rule::MyRule,` to a list below.
//!
//! The laws in `scsa/tests/scsa/scsa_laws.rs` run over every listed SCSA. What they cannot know, which codes the rule can make
//! and which ones it draws first, is tested in the rule's own file with the functions of `plain_rule`.

mod cycle;
mod palette;
#[cfg(test)]
mod plain_rule;

pub use palette::Palette;

use crate::Scsa;

/// Declares lists of SCSAs. For each line `module::Type,` it declares the module, re-exports the type, and adds a reference to
/// the type, which is a unit struct, to the list.
///
/// rustfmt does not find modules that a macro declares: `.ci/run` passes all files to it by name.
macro_rules! scsa_lists {
    ($($(#[$doc:meta])* $LIST:ident { $($module:ident::$Type:ident,)+ })+) => {
        $($(
            mod $module;
            pub use $module::$Type;
        )+)+
        $(
            $(#[$doc])*
            pub const $LIST: [&dyn Scsa; [$(stringify!($module)),+].len()] = [$(&$Type),+];
        )+
    };
}

scsa_lists! {
    /// The SCSAs whose rule players know, in the order of the reports on the contest.
    VISIBLE {
        insert_colors::InsertColors,
        two_color::TwoColor,
        ab_color::AbColor,
        two_color_alternating::TwoColorAlternating,
        only_once::OnlyOnce,
        first_and_last::FirstAndLast,
        usually_fewer::UsuallyFewer,
        prefer_fewer::PreferFewer,
    }

    /// The SCSAs of which players know sample codes instead of the rule.
    MYSTERIES {
        mystery_1::Mystery1,
        mystery_2::Mystery2,
        mystery_3::Mystery3,
        mystery_4::Mystery4,
        mystery_5::Mystery5,
    }

    /// The visible SCSAs that the course's engine of 2024 changed, as that engine has them.
    COURSE_2024 {
        two_color_2024::TwoColor2024,
        ab_color_2024::AbColor2024,
        usually_fewer_2024::UsuallyFewer2024,
    }
}

/// The SCSAs of the contest: [`VISIBLE`], then [`MYSTERIES`]. Not the variants in [`COURSE_2024`].
///
/// ```
/// assert_eq!(scsa::algorithms::all().next().unwrap().name(), "insert-colors");
/// ```
pub fn all() -> impl Iterator<Item = &'static dyn Scsa> + Clone {
    VISIBLE.into_iter().chain(MYSTERIES)
}

/// Every SCSA: [`all`], then [`COURSE_2024`].
pub fn with_variants() -> impl Iterator<Item = &'static dyn Scsa> + Clone {
    all().chain(COURSE_2024)
}

/// The SCSA of that name, among [`with_variants`].
///
/// ```
/// assert_eq!(scsa::algorithms::find("only-once").unwrap().name(), "only-once");
/// assert!(scsa::algorithms::find("only-twice").is_none());
/// ```
#[must_use]
pub fn find(name: &str) -> Option<&'static dyn Scsa> {
    with_variants().find(|scsa| scsa.name() == name)
}
