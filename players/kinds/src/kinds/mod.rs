//! Rules without parameters to be fitted: one a file.

pub mod arithmetic;
pub mod balanced;
pub mod chain;
pub mod known;
pub mod ordered;
pub mod palette;
pub mod parted;
pub mod shown;
pub mod sum;
pub mod tied;
pub mod ties;
