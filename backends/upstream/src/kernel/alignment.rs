//! Which accesses of vectors are aligned: GPUs move 16 bytes at once only from multiples of 16.
//!
//! Memory of a kernel begins at a multiple of 16 bytes; what powers of two divide subscripts and extents is read off the arithmetic that
//! makes them. What is not known to be aligned is moved element by element, which is slower and as right.

use crate::emitter::Emitter;
use tf_dialects::kernel;
use tf_ir::arithmetic::Arithmetic;
use tf_ir::body::{Body, Def, Value};
use tf_ir::control::{Bound, as_loop};
use tf_ir::extent::Extent;

/// The most that is asked for: elements of one byte.
const MOST: u64 = 16;

/// How far definitions are followed.
const DEPTH: u32 = 32;

/// The largest power of two up to [`MOST`] that divides a number.
fn power(number: i128) -> u64 {
    if number == 0 { MOST } else { 1 << number.trailing_zeros().min(MOST.trailing_zeros()) }
}

/// A power of two that divides an extent, whatever its symbols are.
fn of_extent(extent: &Extent) -> u64 {
    extent.terms().iter().map(|term| power(term.coefficient().into())).min().unwrap_or(MOST)
}

fn of_bound(body: &Body, bound: &Bound, depth: u32) -> u64 {
    match bound {
        Bound::Constant(number) => power((*number).into()),
        Bound::Value(value) => divides(body, *value, depth),
        Bound::Term(term) => of_extent(term),
        Bound::Computed => 1,
    }
}

/// A power of two that divides an index.
fn divides(body: &Body, value: Value, depth: u32) -> u64 {
    let Some(depth) = depth.checked_sub(1) else { return 1 };
    let of = |value: Value| divides(body, value, depth);
    if let Def::Argument(block, _) = body.def(value) {
        let owner = body.block_owner(block);
        let counted = owner.and_then(|op| Some((op, as_loop(body, op)?)));
        let induction = counted.and_then(|(op, counted)| {
            counted.inductions(body.op(op)).into_iter().find(|induction| induction.variable == value)
        });
        return induction.map_or(1, |induction| {
            of_bound(body, &induction.lower, depth).min(of_bound(body, &induction.step, depth))
        });
    }
    match Arithmetic::of(body, value) {
        Some(Arithmetic::Constant(number)) => power(number),
        Some(Arithmetic::Extent(extent)) => of_extent(extent),
        Some(Arithmetic::Sum(a, b) | Arithmetic::Difference(a, b)) => of(a).min(of(b)),
        Some(Arithmetic::Product(a, b)) => (of(a) * of(b)).min(MOST),
        Some(Arithmetic::ShiftLeft(a, b)) => match tf_ir::arithmetic::constant_int(body, b) {
            Some(by @ 0..64) => (of(a) << by.min(4)).min(MOST),
            _ => of(a),
        },
        Some(Arithmetic::Minimum(a, b, _) | Arithmetic::Maximum(a, b, _) | Arithmetic::Select(_, a, b)) => {
            of(a).min(of(b))
        }
        Some(Arithmetic::Cast(a, _)) => of(a),
        _ => block_dim(body, value).unwrap_or(1),
    }
}

/// Of the size of a block that the kernel says.
fn block_dim(body: &Body, value: Value) -> Option<u64> {
    let axis = body.def_cast(value, kernel::BlockDim)?.along();
    let block = body.cast(body.root(), kernel::Func)?.block()?;
    Some(power(block[axis as usize].into()))
}

impl Emitter<'_, '_> {
    /// The alignment in bytes of an access of elements of `bytes` bytes at these (old) subscripts.
    pub(crate) fn aligned_to(&self, extents: &[Extent], subscripts: &[Value], bytes: u64) -> u64 {
        if !self.threads || subscripts.len() != extents.len() {
            return bytes;
        }
        let (mut stride, mut all) = (1, MOST);
        for (subscript, extent) in subscripts.iter().zip(extents).rev() {
            all = all.min((divides(self.source, *subscript, DEPTH) * stride).min(MOST));
            stride = (stride * of_extent(extent)).min(MOST);
        }
        (all * bytes).min(MOST).max(bytes)
    }
}
