//! Inlining of producers that are read with an out-of-bounds policy.
//!
//! If the producer reads other tensors by identity access, its reads take the policy instead: the clamped or
//! wrapped point is along the same axis there. For `fill`, the code must map the fill values of its reads to
//! that of the producer. If it does not, the code runs for points in bounds only, and a branch gives the fill
//! value elsewhere.

use super::element::element;
use rustc_hash::FxHashMap;
use tf_dialects::constraints::scalar_of;
use tf_dialects::elementwise::{constant, kernel_of, spec_of};
use tf_dialects::scalar::{Scalar, dtype, table};
use tf_dialects::tensor::bounds::Indices;
use tf_dialects::tensor::shape::extents;
use tf_dialects::tensor::{Access, At, Compute, Policy, TileRead};
use tf_ir::body::{Body, Op, Value};
use tf_ir::extent::Extent;
use tf_ir::rewrite::constant_value;
use tf_ir::walk::walk;

/// A read that may be out of bounds and gives a value there.
#[derive(Clone, Debug)]
pub(crate) struct OutOfBoundsRead {
    /// Fill, clamp or wrap.
    pub policy: Policy,
    /// Its value out of bounds, if that is a known constant.
    pub fill: Option<Scalar>,
    /// The axes along which it is not proved to be in bounds.
    pub open: Vec<usize>,
    /// One of these axes may be empty.
    pub may_be_empty: bool,
}

impl OutOfBoundsRead {
    /// Analyzes a read; `None` if it is always in bounds, or stops the call out of bounds.
    pub fn of(body: &Body, indices: &mut Indices<'_>, at: Op) -> Option<OutOfBoundsRead> {
        let access = Access::of_read(body.op(at)).filter(|_| body.is(at, At))?;
        if !matches!(access.policy, Policy::Fill | Policy::Clamp | Policy::Wrap) {
            return None;
        }
        let inside = indices.access(at, &access);
        let open: Vec<usize> = (0..inside.len()).filter(|axis| !inside[*axis].both()).collect();
        let extents = extents(body.ctx(), body.ty(access.source))?;
        let has_points = |axis: &usize| indices.inside(at, &Extent::constant(0), &extents[*axis]).both();
        let may_be_empty = !open.iter().all(has_points);
        let fill = access.fill.and_then(|fill| number(body, fill));
        Some(OutOfBoundsRead { policy: access.policy, fill, open, may_be_empty })
    }
}

/// A read in a producer that takes over the policy of a read of this producer.
#[derive(Clone, Debug)]
pub(crate) struct PolicyRead {
    /// The read.
    pub at: Op,
    /// Its fill value, for the policy `fill`.
    pub outside: Option<Scalar>,
    /// The axes of its tensor along which it may be out of bounds.
    pub open: Vec<usize>,
}

/// The replacement of a read that may be out of bounds.
#[derive(Clone, Debug)]
pub(crate) enum Replacement {
    /// The code, with the policy on these reads.
    InReads(Vec<PolicyRead>),
    /// The code if the point is in bounds, else the fill value.
    Chosen,
    /// The code at the point that the policy selects, with opaque values as indices.
    Redirected,
}

impl Replacement {
    /// The replacement for a read of a producer that yields `yielded` for it.
    pub fn of(body: &Body, producer: Op, yielded: Value, read: &OutOfBoundsRead) -> Replacement {
        let moved = match identity_reads(body, producer, &read.open) {
            Some(reads) if read.policy == Policy::Fill => filled(body, producer, yielded, reads, read),
            Some(reads) if !read.may_be_empty => Some(reads.into_iter().map(|read| read.moved).collect()),
            _ => None,
        };
        match moved {
            Some(reads) => Replacement::InReads(reads),
            None if read.policy == Policy::Fill => Replacement::Chosen,
            None => Replacement::Redirected,
        }
    }
}

/// True for a read with a policy that the code of the producer can replace without redirection. Its source
/// may be another value for the same tensor.
pub(crate) fn may_be_replaced(body: &Body, made: Value, at: Op) -> bool {
    let (Some(producer), Some(access)) = (body.def_op(made), Access::of_read(body.op(at))) else {
        return false;
    };
    let once = body.operands(at).filter(|operand| *operand == access.source).count() == 1;
    let Some(yielded) = yielded_at(body, made, &access).filter(|_| once) else { return false };
    let read = OutOfBoundsRead::of(body, &mut Indices::new(body), at);
    read.is_some_and(|read| {
        !matches!(Replacement::of(body, producer, yielded, &read), Replacement::Redirected)
    })
}

/// The value that the producer of a tensor yields for a read: the subscripts after the indices of its box
/// must be constant.
pub(crate) fn yielded_at(body: &Body, made: Value, access: &Access<'_>) -> Option<Value> {
    let producer = body.def_op(made)?;
    let view = body.cast(producer, Compute)?;
    let result = body.results(producer).position(|result| result == made)?;
    let inner = access.map.results().iter().skip(view.extents().len());
    let at = inner.map(|expr| expr.as_const()).collect::<Option<Vec<i64>>>()?;
    element(body, *view.yielded().get(result)?, &at)
}

/// A read in a producer at indices of its box.
struct IdentityRead {
    moved: PolicyRead,
    /// It is out of bounds whenever the point of the producer is.
    covers: bool,
}

/// The reads of a producer at indices of these axes of its box. `None` if such an index has another use, is
/// not a plain subscript, or belongs to an axis of another extent.
fn identity_reads(body: &Body, producer: Op, axes: &[usize]) -> Option<Vec<IdentityRead>> {
    let view = body.cast(producer, Compute)?;
    let (indices, boxed) = (view.indices(), view.extents());
    let own: Vec<(Value, &Extent)> = axes.iter().map(|axis| (indices[*axis], &boxed[*axis])).collect();
    let (mut reads, mut fits) = (Vec::new(), true);
    walk(body, producer, &mut |body, op| {
        let is_own = |operand: Value| own.iter().any(|(index, _)| *index == operand);
        if op == producer || !fits || !body.operands(op).any(is_own) {
            return;
        }
        match along(body, op, &own) {
            Some(at) => {
                let covers = (0..own.len()).all(|axis| at.iter().any(|(of, _)| *of == axis));
                let open = at.into_iter().map(|(_, of)| of).collect();
                reads.push(IdentityRead { moved: PolicyRead { at: op, outside: None, open }, covers });
            }
            None => fits = false,
        }
    });
    fits.then_some(reads)
}

/// The indices that are plain subscripts of a read, with the axes of its tensor, which have their extents.
/// `None` for ops with other uses of an index.
fn along(body: &Body, op: Op, own: &[(Value, &Extent)]) -> Option<Vec<(usize, usize)>> {
    let access = Access::of_read(body.op(op)).filter(|access| access.policy == Policy::Assumed)?;
    if !body.is(op, At) || has_layout(body, access.source) {
        return None;
    }
    let shape = extents(body.ctx(), body.ty(access.source))?;
    let which = |d: u32| own.iter().position(|(index, _)| *index == access.indices[d as usize]);
    let mut found = Vec::new();
    for (at, (expr, extent)) in access.map.results().iter().zip(&shape).enumerate() {
        match expr.as_dim().map(which) {
            Some(Some(axis)) if own[axis].1 != extent => return None,
            Some(Some(axis)) => found.push((axis, at)),
            Some(None) => {}
            None if (0..access.indices.len() as u32).any(|d| expr.uses_dim(d) && which(d).is_some()) => {
                return None;
            }
            None => {}
        }
    }
    Some(found)
}

/// True for a tile with its own layout: all of its reads are in bounds.
pub(super) fn has_layout(body: &Body, tensor: Value) -> bool {
    let tile = body.def_op(tensor).and_then(|def| body.cast(def, TileRead));
    tile.is_some_and(|tile| tile.layout().is_some())
}

/// Fill values for reads, from which the code computes the fill value of the producer: that value itself, or
/// zeros.
fn filled(
    body: &Body,
    producer: Op,
    yielded: Value,
    reads: Vec<IdentityRead>,
    read: &OutOfBoundsRead,
) -> Option<Vec<PolicyRead>> {
    let wanted = read.fill?;
    // A uniform tensor has its value out of bounds, too.
    let uniform = |at: Op| {
        let source = Access::of_read(body.op(at))?.source;
        constant::uniform(body.ctx(), constant_value(body, source)?)
    };
    let zero = |at: Op| Some(Scalar::from_i64(dtype(body.ctx(), body.ty(body.result(at, 0)))?, 0));
    let same = |at: Op| zero(at).map(|zero| if zero.dtype() == wanted.dtype() { wanted } else { zero });
    let is_wanted = |fill: &dyn Fn(Op) -> Option<Scalar>| {
        let fills =
            reads.iter().map(|IdentityRead { moved, .. }| uniform(moved.at).or_else(|| fill(moved.at)));
        let fills = fills.collect::<Option<Vec<Scalar>>>()?;
        let known =
            reads.iter().zip(&fills).filter(|(read, _)| read.covers || uniform(read.moved.at).is_some());
        let known = known.map(|(read, fill)| (body.result(read.moved.at, 0), *fill)).collect();
        (evaluate(body, producer, yielded, known)? == wanted).then_some(fills)
    };
    let fills = is_wanted(&same).or_else(|| is_wanted(&zero))?;
    let moved = reads.into_iter().map(|read| read.moved).zip(fills);
    Some(moved.map(|(moved, fill)| PolicyRead { outside: Some(fill), ..moved }).collect())
}

/// The result of a producer's code for known constants, by arithmetic that is exact to the bit.
fn evaluate(
    body: &Body,
    producer: Op,
    yielded: Value,
    mut known: FxHashMap<Value, Scalar>,
) -> Option<Scalar> {
    let of = |known: &FxHashMap<Value, Scalar>, value: Value| {
        known.get(&value).copied().or_else(|| number(body, value))
    };
    for op in body.ops(body.view(producer, Compute).block()?) {
        let is_exact =
            spec_of(body.op(op)).is_some_and(|spec| table::ARITH.iter().any(|row| row.op == spec.op));
        let operands: Option<Vec<Scalar>> = body.operands(op).map(|value| of(&known, value)).collect();
        let (Some(operands), true) = (operands, is_exact) else { continue };
        if let Some(kernel) = kernel_of(body.op(op)) {
            known.extend(body.results(op).zip(kernel.eval(&operands)));
        }
    }
    of(&known, yielded)
}

/// The value of a constant.
pub(super) fn number(body: &Body, value: Value) -> Option<Scalar> {
    let attr = constant_value(body, value)?;
    let dtype = dtype(body.ctx(), scalar_of(body.ctx(), body.ty(value)))?;
    constant::scalar(body.ctx(), attr).filter(|number| number.dtype() == dtype)
}
