//! Rao's method in the obvious version: the oracle of the fast one.

mod plain_inferences;
mod plain_method;

pub use plain_method::PlainMethod;
