//! What a read or write outside a tensor means.

use std::fmt;
use std::str::FromStr;

/// The out-of-bounds policy of a read or write. Where an axis has extent 0, `clamp` and `wrap` find no element: a read
/// gives 0, a write does nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Policy {
    /// Proved to be inside; the verifier repeats the proof.
    #[default]
    Assumed,
    /// The nearest index inside, on each axis.
    Clamp,
    /// The index modulo the extent, in `0 .. extent`, on each axis.
    Wrap,
    /// Reads: a value given as the last operand, if any subscript is outside.
    Fill,
    /// Writes: nothing happens, if any subscript is outside.
    Drop,
    /// The call stops with a status.
    Trap,
}

/// The mark of a read or write whose policy nobody spelled out: a frontend's default. The pass `settle-policies` takes it off,
/// and in checked mode makes the policy [`Policy::Trap`]. It means nothing else.
pub const IMPLICIT: &str = "tf.implicit";

impl Policy {
    /// Every policy that is written.
    pub const WRITTEN: [Policy; 5] = [Policy::Clamp, Policy::Wrap, Policy::Fill, Policy::Trap, Policy::Drop];
    /// The spellings of [`Policy::WRITTEN`], in its order.
    pub const NAMES: [&'static str; 5] = ["clamp", "wrap", "fill", "trap", "drop"];
    /// The spellings for reads: the first ones of [`Policy::NAMES`].
    pub const READ_NAMES: [&'static str; 4] = ["clamp", "wrap", "fill", "trap"];
    /// The spellings for writes.
    pub const WRITE_NAMES: [&'static str; 4] = ["drop", "clamp", "wrap", "trap"];

    /// The spelling in text; `None` for [`Policy::Assumed`], which is written by its absence.
    pub fn name(self) -> Option<&'static str> {
        Self::WRITTEN.iter().position(|p| *p == self).map(|i| Self::NAMES[i])
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name().unwrap_or("assumed"))
    }
}

impl FromStr for Policy {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Self::NAMES.iter().position(|n| *n == name).map(|i| Self::WRITTEN[i]).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for (policy, name) in Policy::WRITTEN.iter().zip(Policy::NAMES) {
            assert_eq!(policy.name(), Some(name));
            assert_eq!(name.parse(), Ok(*policy));
        }
        for name in Policy::READ_NAMES.iter().chain(&Policy::WRITE_NAMES) {
            assert!(name.parse::<Policy>().is_ok());
        }
        assert_eq!(Policy::NAMES[..4], Policy::READ_NAMES);
        assert_eq!(Policy::Assumed.name(), None);
        assert_eq!("assumed".parse::<Policy>(), Err(()));
    }
}
