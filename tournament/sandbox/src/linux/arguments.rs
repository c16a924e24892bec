//! The arguments with which the launcher starts itself.

/// First argument of the outer process; then come the namespaces and the launcher's own arguments.
pub const OUTER: &str = "outer";

/// First argument of the inner process; then comes what namespaces it is in.
pub const INNER: &str = "inner";

/// First argument of a process that becomes the program, after it has given up signals to others; then come the program and its arguments.
pub const PROGRAM: &str = "program";

/// Namespaces that a process is to have, or has, as an argument.
pub const NAMESPACES: &str = "namespaces";

/// The opposite of [`NAMESPACES`].
pub const NO_NAMESPACES: &str = "no-namespaces";
