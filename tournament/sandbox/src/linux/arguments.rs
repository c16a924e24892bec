//! The arguments with which the launcher starts itself.

/// First argument of the outer process; then come the namespaces and the launcher's own arguments.
pub const OUTER: &str = "outer";

/// First argument of the inner process; then comes what namespaces it is in.
pub const INNER: &str = "inner";

/// Namespaces that a process is to have, or has, as an argument.
pub const NAMESPACES: &str = "namespaces";

/// The opposite of [`NAMESPACES`].
pub const NO_NAMESPACES: &str = "no-namespaces";
