//! Laws of codes, feedback and codemakers.

#![allow(clippy::unwrap_used)]

mod feedback_laws;
mod scsa_laws;
