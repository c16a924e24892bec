//! Catching the panics of players without printing them.

use std::{
    cell::{Cell, RefCell},
    panic::{self, AssertUnwindSafe},
    sync::Once,
};

thread_local! {
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    static LOCATION: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Calls a function and returns its result, or the message and the source location of its panic. Panics of this thread are not
/// printed while the function runs; those of other threads are.
///
/// # Errors
/// The message of the panic and its location, as in `index out of bounds … (players/src/rao/mod.rs:12:5)`.
pub fn catch_panic<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if CATCHING.get() {
                LOCATION.set(info.location().map(|location| portable(&location.to_string())));
            } else {
                previous(info);
            }
        }));
    });
    let outer = CATCHING.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(f));
    CATCHING.set(outer);
    result.map_err(|payload| {
        let message = payload
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| payload.downcast_ref::<&str>().copied())
            .unwrap_or("no message");
        let location = LOCATION.take().map(|location| format!(" ({location})")).unwrap_or_default();
        let text = format!("{message}{location}");
        // Dropping a payload may panic again.
        std::mem::forget(payload);
        text
    })
}

/// A source location without the folder in which this machine keeps the sources of dependencies.
fn portable(location: &str) -> String {
    let inside = location.split_once("/registry/src/").and_then(|(_, rest)| rest.split_once('/'));
    inside.map_or(location, |(_, inside)| inside).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_are_the_same_on_every_machine() {
        let location = "/home/x/.cargo/registry/src/index.crates.io-1949/csv-1.4.0/src/reader.rs:7:1";
        assert_eq!(portable(location), "csv-1.4.0/src/reader.rs:7:1");
        assert_eq!(portable("players/src/faulty.rs:1:2"), "players/src/faulty.rs:1:2");
    }

    #[test]
    fn message_and_location_are_returned() {
        assert_eq!(catch_panic(|| 7), Ok(7));
        let text = catch_panic(|| panic!("no {}", "way")).unwrap_err();
        assert!(text.starts_with("no way (players/api/src/registry/catch.rs:"), "{text}");
        let text = catch_panic(|| panic::panic_any(7u8)).unwrap_err();
        assert!(text.starts_with("no message"), "{text}");
    }
}
