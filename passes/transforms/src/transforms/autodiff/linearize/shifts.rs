//! Subscripts modulo an extent, as in wrapped reads: the subscript replaces an index over the whole axis.
//!
//! For `0 ≤ j < n`, `(j + c) mod n` takes each value of the range once, for any `c`. So the unknown of `j`
//! can represent the subscript `s` instead, and `j` is `(s - c) mod n`. The subscript is an index again, and
//! the extent need not be constant.

use super::super::gather::Form;
use super::{Linear, Quantity, Sparse};

/// An index that was replaced: the unknown is `±index + rest`, modulo an extent.
pub(super) struct CyclicShift {
    unknown: usize,
    is_opposite: bool,
    rest: Sparse,
    extent: Sparse,
}

/// An index, or a previous replacement of it, in terms of its unknown: `±(unknown - rest)` modulo an extent.
/// The last shift of an unknown must be undone first. The forms are over the unknowns; known are the
/// parameters and 1.
#[derive(Clone)]
pub(in crate::transforms::autodiff) struct ShiftedIndex {
    /// The position of the unknown.
    pub unknown: usize,
    /// True if the index is negated.
    pub is_opposite: bool,
    /// The offset.
    pub rest: Form,
    /// The divisor.
    pub extent: Form,
}

impl Linear<'_> {
    /// True if the unknown does not represent its index.
    pub(super) fn is_shifted(&self, unknown: usize) -> bool {
        self.shifts.iter().any(|shift| shift.unknown == unknown)
    }

    /// `e` modulo an extent as an unknown, if an index in it runs over that extent and occurs nowhere else.
    pub(super) fn shift(&mut self, e: &Sparse, extent: &Sparse) -> Option<Sparse> {
        let (unknown, c) = e.terms.iter().find_map(|(quantity, c)| match quantity {
            Quantity::Unknown(i) if c.abs() == 1 && self.spans_axis(*i, extent) => Some((*i, *c)),
            _ => None,
        })?;
        let index = Sparse::one(Quantity::Unknown(unknown));
        let rest = e.clone().plus(&index, -c);
        let others = self.shifts.iter().any(|shift| shift.rest.uses(unknown));
        if others || rest.terms.keys().any(|q| matches!(q, Quantity::Unknown(i) if self.is_shifted(*i))) {
            return None;
        }
        let is_same = c == 1 && rest.as_constant() == Some(0);
        if !is_same {
            self.shifts.push(CyclicShift { unknown, is_opposite: c < 0, rest, extent: extent.clone() });
        }
        Some(index)
    }

    /// True for a box index over the whole extent, with no other constraint and a single use.
    fn spans_axis(&self, unknown: usize, extent: &Sparse) -> bool {
        let index = Sparse::one(Quantity::Unknown(unknown));
        let last = extent.clone().plus(&Sparse::constant(1), -1).plus(&index, -1);
        let said: Vec<&Sparse> = self.conditions.iter().filter(|c| c.uses(unknown)).collect();
        self.uses.get(&unknown) == Some(&1)
            && said.len() == 2
            && said.iter().all(|condition| **condition == index || **condition == last)
    }

    /// The indices in terms of their replacements.
    ///
    pub(super) fn shifted(&self) -> Vec<ShiftedIndex> {
        let shifted = |shift: &CyclicShift| ShiftedIndex {
            unknown: shift.unknown,
            is_opposite: shift.is_opposite,
            rest: self.form(&shift.rest),
            extent: self.form(&shift.extent),
        };
        self.shifts.iter().map(shifted).collect()
    }
}

impl Sparse {
    fn uses(&self, unknown: usize) -> bool {
        self.terms.contains_key(&Quantity::Unknown(unknown))
    }
}
