//! NumPy's broadcasting, on extents as terms.
//!
//! Shapes are aligned at their last axes. Along an axis, equal extents stay, and a constant 1 broadcasts. Two
//! extents that provably differ are an error. If they may differ, a `tensor.cast` checks at run time that
//! they are equal (an extent that only happens to be 1 at run time does not broadcast).

use crate::trace::error::Site;
use crate::trace::state::{Shared, Traced, Val, shape_words};
use tf_dialects::tensor::{Broadcast, Cast};
use tf_ir::extent::{Extent, Facts, Verdict};

/// Whether two extents are equal.
pub(crate) fn same(a: &Extent, b: &Extent) -> Verdict {
    if a == b { Verdict::Proved } else { a.prove_eq(b, &Facts::new()) }
}

fn is_one(extent: &Extent) -> bool {
    extent.as_const() == Some(1)
}

/// The common extent of `a` and `b`; `None` if they provably differ.
fn meet(a: &Extent, b: &Extent) -> Option<Extent> {
    if is_one(a) {
        return Some(b.clone());
    }
    if is_one(b) {
        return Some(a.clone());
    }
    match same(a, b) {
        Verdict::Refuted => None,
        // Prefer a constant.
        _ if b.as_const().is_some() => Some(b.clone()),
        _ => Some(a.clone()),
    }
}

/// The shape to which two shapes broadcast, or the axis on which they do not fit.
pub(crate) fn join(a: &[Extent], b: &[Extent]) -> Result<Vec<Extent>, usize> {
    let rank = a.len().max(b.len());
    let one = Extent::constant(1);
    let get = |shape: &[Extent], axis: usize| {
        let offset = rank - shape.len();
        if axis < offset { one.clone() } else { shape[axis - offset].clone() }
    };
    (0..rank).map(|axis| meet(&get(a, axis), &get(b, axis)).ok_or(axis)).collect()
}

impl Shared {
    /// The shape to which all values broadcast.
    pub(crate) fn join_shapes(&self, at: Site, what: &str, vals: &[Val]) -> Traced<Vec<Extent>> {
        let mut shape: Vec<Extent> = Vec::new();
        for (i, val) in vals.iter().enumerate() {
            let next = self.shape(val);
            shape = join(&shape, &next).map_err(|_| {
                let other = vals[..i].iter().find(|v| join(&self.shape(v), &next).is_err()).unwrap_or(&vals[0]);
                let (left, right) = (self.shape(other), next.clone());
                let axis = join(&left, &right).err().unwrap_or(0) as i64 - left.len().max(right.len()) as i64;
                let extent = |s: &[Extent]| s[(s.len() as i64 + axis) as usize].to_string();
                let message = format!(
                    "{what} cannot combine the shapes {} and {}: on axis {axis} (from the end) the extents are {} and {}",
                    shape_words(&left),
                    shape_words(&right),
                    extent(&left),
                    extent(&right)
                );
                self.fail_about(at, message, &[("the first", other), ("the second", val)])
            })?;
        }
        Ok(shape)
    }

    /// Broadcasts the tensor to another shape.
    pub(crate) fn broadcast(&self, at: Site, val: Val, shape: &[Extent]) -> Traced<Val> {
        if val.is_scalar(&self.ctx) {
            return self.splat(at, val, shape);
        }
        let own = self.shape(&val);
        if own == shape {
            return Ok(val);
        }
        let offset = shape.len() - own.len();
        // Cast first: extents with another name, or that may differ.
        let meets = |(from, to): (&Extent, &Extent)| if is_one(from) { from.clone() } else { to.clone() };
        let renamed: Vec<Extent> = own.iter().zip(&shape[offset..]).map(meets).collect();
        let val = self.cast_shape(at, val, &renamed)?;
        if renamed == shape {
            return Ok(val);
        }
        let axes: Vec<i64> = (offset..shape.len()).map(|axis| axis as i64).collect();
        self.broadcast_axes(at, val, &axes, shape)
    }

    /// `tensor.broadcast`: axis `i` of the value is axis `axes[i]` of the result.
    pub(crate) fn broadcast_axes(&self, at: Site, val: Val, axes: &[i64], shape: &[Extent]) -> Traced<Val> {
        let result = self.tensors(shape, val.elem);
        self.value(at, Broadcast, &[val], result, &[("dims", self.ctx.i64_array_attr(axes))])
    }

    /// Casts the tensor to these extents, which may differ from its own.
    pub(crate) fn cast_shape(&self, at: Site, val: Val, shape: &[Extent]) -> Traced<Val> {
        if self.shape(&val) == shape {
            return Ok(val);
        }
        let result = self.tensors(shape, val.elem);
        self.value(at, Cast, &[val], result, &[])
    }

    /// Converts values to one kind: all scalars, or all tensors of one shape.
    pub(crate) fn unify(&self, at: Site, what: &str, vals: Vec<Val>) -> Traced<Vec<Val>> {
        if vals.iter().all(|val| val.is_scalar(&self.ctx)) {
            return Ok(vals);
        }
        let shape = self.join_shapes(at, what, &vals)?;
        vals.into_iter().map(|val| self.broadcast(at, val, &shape)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> Vec<Extent> {
        text.split_whitespace().map(|word| word.parse().unwrap()).collect()
    }

    fn joined(a: &str, b: &str) -> String {
        match join(&shape(a), &shape(b)) {
            Ok(shape) => shape_words(&shape),
            Err(axis) => format!("axis {axis}"),
        }
    }

    #[test]
    fn shapes_join_as_in_numpy() {
        assert_eq!(joined("n 3", "3"), "[n, 3]");
        assert_eq!(joined("1 n 3", "n 1 3"), "[n, n, 3]");
        assert_eq!(joined("", "n"), "[n]");
        assert_eq!(joined("4 1", "1 5"), "[4, 5]");
        assert_eq!(joined("4 3", "4 2"), "axis 1");
        assert_eq!(joined("n", "n+1"), "axis 0");
        assert_eq!(joined("0", "1"), "[0]");
    }

    #[test]
    fn uncertain_extents_take_the_constant_or_the_first_name() {
        assert_eq!(joined("n", "m"), "[n]");
        assert_eq!(joined("n", "3"), "[3]");
        assert_eq!(joined("3", "n"), "[3]");
    }
}
