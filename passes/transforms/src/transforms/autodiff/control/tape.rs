//! Tapes: memory for the states of a loop that the backward pass needs.
//!
//! On tensors, each carried value has a tensor as its tape. The slots are the first axis, and stores update
//! it in place. At a point of a comprehension, the tape is a small tensor of scalars per carried value, and
//! each store rebuilds it.

use tf_dialects::arith::{self, CmpI, const_index};
use tf_dialects::constraints::scalar_of;
use tf_dialects::differentiate::constant_like;
use tf_dialects::tensor::accumulate::Accumulation;
use tf_dialects::tensor::{Empty, FromElements, Policy, Subscripts, build};
use tf_ir::affine::AffineExpr;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::{Dim, Type};

/// The representation of a tape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// In tensors.
    Tensors,
    /// In small tensors of scalars.
    Numbers,
}

impl Kind {
    /// An empty tape for values of type `ty`.
    pub fn empty(self, b: &mut Builder<'_>, slots: &Extent, ty: Type) -> Value {
        match self {
            Kind::Tensors => empty(b, slots, ty),
            Kind::Numbers => {
                let count = slots.as_const().and_then(|n| usize::try_from(n).ok());
                let zero = constant_like(b, ty, 0.0);
                let ty = tape_type(b, slots, ty);
                FromElements::build(b, &vec![zero; count.expect("constants are valid slots")], ty)
            }
        }
    }

    /// The tape with `value` in `slot`.
    pub fn store(self, b: &mut Builder<'_>, tape: Value, slot: Value, value: Value) -> Value {
        if self == Kind::Tensors {
            return store(b, tape, slot, value);
        }
        let ty = b.body.ty(tape);
        let count = slots(b, tape);
        let element = |i: i64| {
            let old = element(b, tape, i);
            let at = const_index(b, i);
            let here = arith::cmpi(b, CmpI::Eq, slot, at);
            arith::select(b, here, value, old)
        };
        let elements: Vec<Value> = (0..count).map(element).collect();
        FromElements::build(b, &elements, ty)
    }

    /// Loads the value of type `ty` in `slot`. Scalars are loaded by a chain of selections: this needs no
    /// proof about the slot, and the selections are differentiable.
    pub fn load(self, b: &mut Builder<'_>, tape: Value, slot: Value, ty: Type) -> Value {
        if self == Kind::Tensors {
            return load(b, tape, slot, ty);
        }
        let slots = slots(b, tape);
        let mut value = element(b, tape, slots - 1);
        for i in (0..slots - 1).rev() {
            let at = const_index(b, i);
            let here = arith::cmpi(b, CmpI::Eq, slot, at);
            let other = element(b, tape, i);
            value = arith::select(b, here, other, value);
        }
        value
    }
}

/// The slot count of a tape of scalars.
fn slots(b: &Builder<'_>, tape: Value) -> i64 {
    let dims = b.body.ctx().dims(b.body.ty(tape));
    dims.and_then(|dims| dims[0].as_static()).expect("constants are valid slots")
}

/// The element in slot `i` of a tape of scalars.
fn element(b: &mut Builder<'_>, tape: Value, i: i64) -> Value {
    let place =
        Subscripts::new(&[AffineExpr::constant(i)], &[], &[]).expect("a constant is a small expression");
    build::at(b, tape, &place, Policy::Assumed, None)
}

/// The type of a tape for values of type `ty`.
fn tape_type(b: &Builder<'_>, slots: &Extent, ty: Type) -> Type {
    let ctx = b.body.ctx();
    let mut dims = vec![Dim::from_extent(slots.clone())];
    if ctx.is_tensor(ty) {
        dims.extend(ctx.dims(ty).unwrap_or_default().iter().cloned());
    }
    ctx.tensor(&dims[..], scalar_of(ctx, ty))
}

/// An empty tape for values of type `ty`. Its slots are undefined until they are stored. A run stores the
/// slots `0 .. n`, one for each of its `n` segments. The backward loop loads the same `n` slots, only after
/// the run has ended.
fn empty(b: &mut Builder<'_>, slots: &Extent, ty: Type) -> Value {
    let ty = tape_type(b, slots, ty);
    Empty::build(b, ty)
}

/// Bytes of a value, if its extents are constant.
pub(super) fn bytes(b: &Builder<'_>, ty: Type) -> Option<u64> {
    let ctx = b.body.ctx();
    let dtype = tf_dialects::tensor::constraints::stored(ctx, scalar_of(ctx, ty))?;
    let count = match ctx.is_tensor(ty) {
        true => ctx.dims(ty)?.iter().map(|d| d.as_static()).try_fold(1i64, |n, d| n.checked_mul(d?))?,
        false => 1,
    };
    u64::try_from(count).ok()?.checked_mul(u64::from(dtype.bits().div_ceil(8)))
}

/// The subscripts of the element at `indices` of the value in `slot`.
fn subscripts(slot: Value, indices: &[Value]) -> Subscripts {
    Subscripts::plain(&[&[slot], indices].concat())
}

/// The tape with `value` in `slot`.
fn store(b: &mut Builder<'_>, tape: Value, slot: Value, value: Value) -> Value {
    let is_tensor = b.body.ctx().is_tensor(b.body.ty(value));
    let extents = if is_tensor { build::extents_of(b, value) } else { Vec::new() };
    let how = Accumulation::SET.unique(true);
    let op = build::accumulate(b, &extents, &[], &[tape], &[how], |b, indices, targets| {
        let element = if is_tensor { build::at_indices(b, value, indices) } else { value };
        build::put(b, element, targets[0], &subscripts(slot, indices), Policy::Drop);
        Vec::new()
    });
    b.body.result(op, 0)
}

/// The value of type `ty` in `slot`.
fn load(b: &mut Builder<'_>, tape: Value, slot: Value, ty: Type) -> Value {
    if !b.body.ctx().is_tensor(ty) {
        return build::at(b, tape, &subscripts(slot, &[]), Policy::Clamp, None);
    }
    let extents = tf_dialects::tensor::shape::extents(b.body.ctx(), ty).expect("extents have names");
    let elem = b.body.ctx().elem_type(ty);
    build::compute_one(b, &extents, elem, |b, indices| {
        build::at(b, tape, &subscripts(slot, indices), Policy::Clamp, None)
    })
}
