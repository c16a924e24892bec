//! Sets of pegs and of colors as bits.

/// A set of pegs of a code, peg `i` as bit `i`.
pub type PegSet = u32;

/// The members of a set, lowest first: pegs of a [`PegSet`], or indices of colors.
pub fn members(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}

/// The set of the lowest member alone.
pub const fn lowest(set: u32) -> u32 {
    set & set.wrapping_neg()
}

/// Whether the set has exactly one member.
pub const fn is_single(set: u32) -> bool {
    set.is_power_of_two()
}
