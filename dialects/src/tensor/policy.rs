//! What a read outside a tensor means.

use std::fmt;
use std::str::FromStr;

/// The out-of-bounds policy of a read. Where an axis has extent 0, `clamp` and `wrap` find no element: the read
/// gives 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Policy {
    /// Proved to be inside; the verifier repeats the proof.
    #[default]
    Assumed,
    /// The nearest index inside, on each axis.
    Clamp,
    /// The index modulo the extent, in `0 .. extent`, on each axis.
    Wrap,
    /// A value given as the last operand, if any subscript is outside.
    Fill,
    /// The call stops with a status.
    Trap,
}

impl Policy {
    /// Every policy that is written.
    pub const WRITTEN: [Policy; 4] = [Policy::Clamp, Policy::Wrap, Policy::Fill, Policy::Trap];
    /// The spellings of [`Policy::WRITTEN`], in its order.
    pub const NAMES: [&'static str; 4] = ["clamp", "wrap", "fill", "trap"];

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
        assert_eq!(Policy::Assumed.name(), None);
        assert_eq!("assumed".parse::<Policy>(), Err(()));
    }
}
