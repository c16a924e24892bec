//! Catching the panics of players without a word on the terminal.

use std::{
    cell::{Cell, RefCell},
    panic::{self, AssertUnwindSafe},
    sync::Once,
};

thread_local! {
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Calls a function, or says with what message and where in the source it panicked. While it runs, panics of this
/// thread are not printed; those of other threads are as before.
///
/// # Errors
/// The message of the panic and its place, as in `index out of bounds … (players/src/rao/mod.rs:12:5)`.
pub fn catch<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if CATCHING.get() {
                PLACE.set(info.location().map(|place| without_home(&place.to_string())));
            } else {
                before(info);
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
        let place = PLACE.take().map(|place| format!(" ({place})")).unwrap_or_default();
        // A payload may panic again when it is dropped.
        let text = format!("{message}{place}");
        std::mem::forget(payload);
        text
    })
}

/// A place in the source of a dependency, without the folder that this machine keeps it in.
fn without_home(place: &str) -> String {
    let kept = place.split_once("/registry/src/").and_then(|(_, inside)| inside.split_once('/'));
    kept.map_or(place, |(_, inside)| inside).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_the_same_on_every_machine() {
        let place = "/home/x/.cargo/registry/src/index.crates.io-1949/csv-1.4.0/src/reader.rs:7:1";
        assert_eq!(without_home(place), "csv-1.4.0/src/reader.rs:7:1");
        assert_eq!(without_home("players/src/faulty.rs:1:2"), "players/src/faulty.rs:1:2");
    }

    #[test]
    fn says_what_and_where() {
        assert_eq!(catch(|| 7), Ok(7));
        let told = catch(|| panic!("no {}", "way")).unwrap_err();
        assert!(told.starts_with("no way (tournament/src/panics.rs:"), "{told}");
        let told = catch(|| panic::panic_any(7u8)).unwrap_err();
        assert!(told.starts_with("no message"), "{told}");
    }
}
