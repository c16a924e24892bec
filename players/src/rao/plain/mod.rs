//! Rao's method in its plain form: the oracle of the fast one.

mod inferences;
mod method;

pub use method::Method;
