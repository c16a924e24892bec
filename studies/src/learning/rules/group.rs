//! Groups of rules.

use super::{development, entry::RuleEntry, held_out, table};

/// A group of rules, by what they are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleGroup {
    /// The rules of which the design note on models has a table.
    Table,
    /// Rules that models were developed with.
    Development,
    /// Rules that are for measuring only.
    HeldOut,
}

impl RuleGroup {
    /// All groups, in the order of the results.
    pub const ALL: [RuleGroup; 3] = [RuleGroup::Table, RuleGroup::Development, RuleGroup::HeldOut];

    /// The name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            RuleGroup::Table => "rules of the table",
            RuleGroup::Development => "development",
            RuleGroup::HeldOut => "held out",
        }
    }

    /// What the group is, in a sentence.
    pub const fn about(self) -> &'static str {
        match self {
            RuleGroup::Table => "The rules of which the design note on models has a table.",
            RuleGroup::Development => "Rules that models were developed with.",
            RuleGroup::HeldOut => "Rules that are for measuring only: no model is made for one of them.",
        }
    }

    /// Its rules, in the order of the results.
    pub const fn rules(self) -> &'static [RuleEntry] {
        match self {
            RuleGroup::Table => &table::RULES,
            RuleGroup::Development => &development::RULES,
            RuleGroup::HeldOut => &held_out::RULES,
        }
    }

    /// All rules with their groups, in the order of the results.
    pub fn all_rules() -> impl Iterator<Item = (RuleGroup, &'static RuleEntry)> {
        RuleGroup::ALL.into_iter().flat_map(|group| group.rules().iter().map(move |rule| (group, rule)))
    }
}
