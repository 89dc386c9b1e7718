//! The semantics of out-of-bounds reads and writes of tensors.

use std::fmt;
use std::str::FromStr;

/// The out-of-bounds policy of a read or write. If an axis has extent 0, `clamp` and `wrap` find no element:
/// a read gives 0, a write has no effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Policy {
    /// Proved to be in bounds; the verifier repeats the proof.
    #[default]
    Assumed,
    /// The nearest index in bounds, on each axis.
    Clamp,
    /// The index modulo the extent, in `0 .. extent`, on each axis.
    Wrap,
    /// Reads: the last operand, if any subscript is out of bounds.
    Fill,
    /// Writes: no effect, if any subscript is out of bounds.
    Drop,
    /// The call stops with a status.
    Trap,
}

/// The mark of a read or write with an implicit policy, the frontend's default. The pass `settle-policies`
/// removes it, and in checked mode replaces the policy by [`Policy::Trap`]. It has no other effect.
pub const IMPLICIT: &str = "tf.implicit";

impl Policy {
    /// Every policy with a spelling.
    pub const WRITTEN: [Policy; 5] = [Policy::Clamp, Policy::Wrap, Policy::Fill, Policy::Trap, Policy::Drop];
    /// The spellings of [`Policy::WRITTEN`], in its order.
    pub const NAMES: [&'static str; 5] = ["clamp", "wrap", "fill", "trap", "drop"];
    /// The spellings for reads: the first ones of [`Policy::NAMES`].
    pub const READ_NAMES: [&'static str; 4] = ["clamp", "wrap", "fill", "trap"];
    /// The spellings for writes.
    pub const WRITE_NAMES: [&'static str; 4] = ["drop", "clamp", "wrap", "trap"];

    /// The spelling in text; `None` for [`Policy::Assumed`], which is omitted.
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
