//! Masked cotangents: the conditions of the selections between a result and a value, under which its cotangent counts.

use super::constant_like;
use crate::arith;
use smallvec::SmallVec;
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// Conditions, those of the selections nearest to the result first, and whether each has to hold.
#[derive(Clone, Default, Debug)]
pub(crate) struct Mask {
    conditions: SmallVec<[(Value, bool); 2]>,
    is_never: bool,
}

impl Mask {
    /// Asks for one more condition.
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

    /// The number of conditions, from the first on, that two masks share.
    pub fn common(&self, other: &Mask) -> usize {
        self.conditions.iter().zip(&other.conditions).take_while(|(a, b)| a == b).count()
    }

    /// The first `n` conditions.
    pub fn first(&self, n: usize) -> Mask {
        Mask { conditions: SmallVec::from_slice(&self.conditions[..n]), is_never: false }
    }
}

/// A cotangent that counts where its mask says: elsewhere it is zero, whatever its value is there.
#[derive(Clone, Debug)]
pub(crate) struct Masked {
    pub value: Value,
    pub mask: Mask,
}

impl Masked {
    /// The value with zeros where conditions from number `from` on do not hold.
    pub fn settle(&self, b: &mut Builder<'_>, from: usize) -> Value {
        let ty = b.body.ty(self.value);
        self.mask.conditions[from..].iter().rev().fold(self.value, |value, (condition, holds)| {
            let zero = constant_like(b, ty, 0.0);
            let sides = if *holds { [value, zero] } else { [zero, value] };
            arith::select(b, *condition, sides[0], sides[1])
        })
    }
}
