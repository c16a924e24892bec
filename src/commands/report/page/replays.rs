//! Rounds guess by guess. The script shows them.

use crate::commands::report::replay_data::Replays;
use maud::{Markup, html};

pub fn section(replays: &Replays) -> Markup {
    html! {
        p { @for note in &replays.notes { (note) " " } }
        div.replay data-script="replay" hidden {}
        noscript { p.missing { "Replays need JavaScript." } }
    }
}
