//! Times in words.

use std::time::Duration;

/// A time in words: in full seconds below a minute and in full minutes above an hour.
pub fn time_in_words(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..60 => format!("{} s", seconds + 1),
        seconds @ 60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        seconds => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}
