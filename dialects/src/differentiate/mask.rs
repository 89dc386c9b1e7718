//! Masked cotangents: a cotangent with the conditions of the selections between a result and a value.

use super::constant_like;
use crate::arith;
use smallvec::SmallVec;
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// Conditions, those of the selections nearest to the result first, and whether each must be true or false.
#[derive(Clone, Default, Debug)]
pub(crate) struct Mask {
    conditions: SmallVec<[(Value, bool); 2]>,
    is_never: bool,
}

impl Mask {
    /// Adds a condition.
    pub fn require(&mut self, condition: Value, holds: bool) {
        match self.conditions.iter().find(|(known, _)| *known == condition) {
            Some((_, known)) => self.is_never |= *known != holds,
            None => self.conditions.push((condition, holds)),
        }
    }

    /// True if the conditions contradict each other.
    pub fn is_never(&self) -> bool {
        self.is_never
    }

    /// The count of leading conditions that two masks share.
    pub fn common(&self, other: &Mask) -> usize {
        self.conditions.iter().zip(&other.conditions).take_while(|(a, b)| a == b).count()
    }

    /// The first `n` conditions.
    pub fn first(&self, n: usize) -> Mask {
        Mask { conditions: SmallVec::from_slice(&self.conditions[..n]), is_never: false }
    }
}

/// A cotangent with its mask: if the mask does not hold, it is zero, regardless of the value.
#[derive(Clone, Debug)]
pub(crate) struct Masked {
    pub value: Value,
    pub mask: Mask,
}

impl Masked {
    /// The value, with zeros if a condition from index `from` on does not hold.
    pub fn settle(&self, b: &mut Builder<'_>, from: usize) -> Value {
        let ty = b.body.ty(self.value);
        self.mask.conditions[from..].iter().rev().fold(self.value, |value, (condition, holds)| {
            let zero = constant_like(b, ty, 0.0);
            let sides = if *holds { [value, zero] } else { [zero, value] };
            arith::select(b, *condition, sides[0], sides[1])
        })
    }
}
