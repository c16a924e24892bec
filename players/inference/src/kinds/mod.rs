//! Rules without parameters to be fitted: one a file.

pub mod again;
pub mod apart;
pub mod arithmetic;
pub mod balanced;
pub mod chain;
pub mod disturbed;
pub mod grouped;
pub mod known;
pub mod mountain;
pub mod noisy;
pub mod once;
pub mod ordered;
pub mod palette;
pub mod parted;
pub mod shown;
pub mod shuffles;
pub mod sum;
pub mod tied;
pub mod ties;
