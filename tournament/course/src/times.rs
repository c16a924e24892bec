//! Times in UTC, to the second.

use humantime::{format_rfc3339_seconds, parse_rfc3339_weak};
use std::time::{Duration, SystemTime};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A time as files have it, `2026-03-01T23:59:00Z`, if the text is one: with a blank in place of `T`, or without `Z`, it is one, too.
///
/// ```
/// assert_eq!(course::utc("2026-03-01 23:59:00").as_deref(), Some("2026-03-01T23:59:00Z"));
/// assert_eq!(course::utc("tomorrow"), None);
/// ```
pub fn utc(text: &str) -> Option<String> {
    parse(text).map(|time| format_rfc3339_seconds(time).to_string())
}

/// Now.
pub fn now() -> String {
    format_rfc3339_seconds(SystemTime::now()).to_string()
}

/// The days that something is late; a day that has begun counts. 0 where a text is no time.
///
/// ```
/// let days = |submitted: &str| course::days_late(submitted, "2026-03-01T12:00:00Z");
/// assert_eq!((days("2026-03-01T12:00:00Z"), days("2026-03-01T12:00:01Z"), days("2026-03-03T12:00:00Z")), (0, 1, 2));
/// ```
pub fn days_late(submitted: &str, deadline: &str) -> u32 {
    let Some((submitted, deadline)) = parse(submitted).zip(parse(deadline)) else { return 0 };
    let late = submitted.duration_since(deadline).unwrap_or_default();
    u32::try_from(late.as_secs().div_ceil(DAY.as_secs())).unwrap_or(u32::MAX)
}

fn parse(text: &str) -> Option<SystemTime> {
    parse_rfc3339_weak(text).ok()
}
