//! Elementwise operations: convert operands of any kind to one type and shape, then make one op.

mod bits;
pub(crate) mod compare;
mod math;
pub(crate) mod operators;
mod shader;
mod special;

use crate::trace::error::Site;
use crate::trace::remedy::Remedy;
use crate::trace::state::{Shared, Traced, Val};
use crate::types::convert::Piece;
use crate::types::elem::Elem;
use crate::types::tensor::{Arg, Tensor};
use std::rc::Rc;
use tf_dialects::arith::Select;
use tf_ir::builder::Attrs;
use tf_ir::kind::{OpDef, OpKind};

/// The ops of an elementwise operation, by the operands' common type.
#[derive(Clone, Copy)]
pub(crate) struct Family {
    /// The operation in the user's words, for messages.
    pub(crate) what: &'static str,
    float: Option<OpKind>,
    signed: Option<OpKind>,
    unsigned: Option<OpKind>,
    /// The op on bools, if they have a separate one; else they become i32.
    bool: Option<OpKind>,
}

impl Family {
    const fn none(what: &'static str) -> Family {
        Family { what, float: None, signed: None, unsigned: None, bool: None }
    }

    /// An operation on floats; integers become f32.
    pub(crate) const fn float<F: OpDef>(what: &'static str, _: F) -> Family {
        Family { float: Some(F::KIND), ..Family::none(what) }
    }

    /// An operation on integers.
    pub(crate) const fn int<S: OpDef, U: OpDef>(what: &'static str, _: S, _: U) -> Family {
        Family { signed: Some(S::KIND), unsigned: Some(U::KIND), ..Family::none(what) }
    }

    /// An operation on all numeric types.
    pub(crate) const fn number<F: OpDef, S: OpDef, U: OpDef>(
        what: &'static str,
        _: F,
        signed: S,
        unsigned: U,
    ) -> Family {
        Family { float: Some(F::KIND), ..Family::int(what, signed, unsigned) }
    }

    /// An operation on integers and bools, bit by bit.
    pub(crate) const fn bits<B: OpDef>(what: &'static str, op: B) -> Family {
        Family { bool: Some(B::KIND), ..Family::int(what, op, op) }
    }

    /// The op and the type in which it computes, for operands of a common type.
    fn choose(&self, elem: Elem) -> Option<(OpKind, Elem)> {
        let elem = if elem == Elem::Bool && self.bool.is_none() { Elem::Int(32) } else { elem };
        let op = match elem {
            Elem::Bool => self.bool,
            _ if elem.is_float() => self.float,
            _ if elem.is_signed() => self.signed,
            _ => self.unsigned,
        };
        match op {
            // Integers become floats if the family has only a float op.
            None if elem.is_int() => Some((self.float?, elem.to_float())),
            op => Some((op?, elem)),
        }
    }
}

/// The op and its attributes, on values of one type and shape, and the element type of the result.
pub(crate) struct Pointwise<'a> {
    pub(crate) op: OpKind,
    pub(crate) result: Elem,
    pub(crate) attrs: Attrs<'a>,
}

impl Shared {
    /// Normalizes operands: in a compute, a tensor of rank 0 becomes its element. Runs `make` with them,
    /// outside of the compute if one of them is a tensor.
    pub(crate) fn settled<R>(
        &self,
        at: Site,
        args: impl IntoIterator<Item = Arg>,
        make: impl FnOnce(Vec<Piece>) -> Traced<R>,
    ) -> Traced<R> {
        let mut pieces = self.pieces(at, args)?;
        if !self.in_compute() {
            return make(pieces);
        }
        let rank = |piece: &Piece| match piece {
            Piece::Val(val) => self.ctx.dims(val.ty).map(<[_]>::len),
            _ => None,
        };
        if pieces.iter().any(|piece| rank(piece).is_some_and(|n| n > 0)) {
            return self.outside_compute(|| make(pieces));
        }
        for piece in &mut pieces {
            if let Piece::Val(val) = piece {
                *piece = Piece::Val(self.to_scalar(at, val.clone())?);
            }
        }
        make(pieces)
    }

    /// An elementwise operation, by family.
    pub(crate) fn family(
        &self,
        at: Site,
        family: &Family,
        args: impl IntoIterator<Item = Arg>,
    ) -> Traced<Val> {
        self.settled(at, args, |pieces| {
            let common = self.common_elem(at, family.what, &pieces)?;
            let (op, elem) = family.choose(common).ok_or_else(|| {
                let what = family.what;
                let hint = match common.is_float() {
                    true => {
                        let cast = self.remedy(at, Remedy::Cast(Some(Elem::Int(32))));
                        format!(": cast with {cast}, or take the bits with {}", self.remedy(at, Remedy::Bits))
                    }
                    false => String::new(),
                };
                self.fail(at, format!("{what} is not defined on {common}{hint}"))
            })?;
            self.pointwise(at, family.what, &pieces, elem, Pointwise { op, result: elem, attrs: &[] })
        })
    }

    /// An op on operands of any kind, each as a value of type `elem`.
    pub(crate) fn pointwise(
        &self,
        at: Site,
        what: &str,
        pieces: &[Piece],
        elem: Elem,
        op: Pointwise<'_>,
    ) -> Traced<Val> {
        let vals: Traced<Vec<Val>> = pieces.iter().map(|piece| self.realize(at, piece, elem)).collect();
        let vals = self.unify(at, what, vals?)?;
        self.pointwise_on(at, &vals, op)
    }

    /// An op on values of one shape.
    pub(crate) fn pointwise_on(&self, at: Site, vals: &[Val], op: Pointwise<'_>) -> Traced<Val> {
        let ty = self.ctx.with_elem(vals[0].ty, op.result.ir(&self.ctx));
        self.value(at, op.op, vals, (ty, op.result), op.attrs)
    }

    /// `condition ? a : b`, elementwise.
    pub(crate) fn choose(&self, at: Site, condition: Arg, a: Arg, b: Arg) -> Traced<Val> {
        self.settled(at, [condition, a, b], |pieces| {
            let elem = self.common_elem(at, "select", &pieces[1..])?;
            let mut vals = vec![self.realize(at, &pieces[0], Elem::Bool)?];
            for piece in &pieces[1..] {
                vals.push(self.realize(at, piece, elem)?);
            }
            let vals = self.unify(at, "select", vals)?;
            self.value(at, Select, &vals, vals[1].typed(), &[])
        })
    }
}

impl Tensor {
    /// A value made by `make` from this handle's trace.
    pub(crate) fn made(&self, make: impl FnOnce(&Rc<Shared>) -> Traced<Val>) -> Tensor {
        let val = make(&self.shared);
        Tensor::of(&self.shared, val)
    }

    /// An elementwise operation with this value as the first operand.
    pub(crate) fn apply<const N: usize>(&self, at: Site, family: &Family, others: [Arg; N]) -> Tensor {
        let first = Arg::Tensor(self.clone());
        self.made(|shared| shared.family(at, family, std::iter::once(first).chain(others)))
    }
}
