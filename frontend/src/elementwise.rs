//! Elementwise operations: operands of any kind to one type and shape, then one op.

use crate::convert::Piece;
use crate::elem::Elem;
use crate::error::Site;
use crate::state::{NewOp, Shared, Traced, Val};
use crate::tensor::{Arg, Tensor};
use std::rc::Rc;
use tf_ir::attr::Attribute;

/// The op of an elementwise operation for its operands' common type.
#[derive(Clone, Copy)]
pub(crate) struct Family {
    /// What the user wrote, for messages.
    pub(crate) what: &'static str,
    pub(crate) float: Option<&'static str>,
    pub(crate) signed: Option<&'static str>,
    pub(crate) unsigned: Option<&'static str>,
    /// On bools, where it has a meaning of its own; else they become i32.
    pub(crate) bool: Option<&'static str>,
    /// Integers become floats where there is no op on them.
    pub(crate) to_float: bool,
}

impl Family {
    /// An operation on floats; integers become f32.
    pub(crate) const fn float(what: &'static str, name: &'static str) -> Family {
        Family { what, float: Some(name), signed: None, unsigned: None, bool: None, to_float: true }
    }

    /// An operation on all numbers.
    pub(crate) const fn number(
        what: &'static str,
        float: &'static str,
        signed: &'static str,
        unsigned: &'static str,
    ) -> Family {
        Family {
            what,
            float: Some(float),
            signed: Some(signed),
            unsigned: Some(unsigned),
            bool: None,
            to_float: false,
        }
    }

    /// An operation on integers and bools, bit by bit.
    pub(crate) const fn bits(what: &'static str, name: &'static str) -> Family {
        Family {
            what,
            float: None,
            signed: Some(name),
            unsigned: Some(name),
            bool: Some(name),
            to_float: false,
        }
    }

    /// An operation on integers.
    pub(crate) const fn int(what: &'static str, signed: &'static str, unsigned: &'static str) -> Family {
        Family {
            what,
            float: None,
            signed: Some(signed),
            unsigned: Some(unsigned),
            bool: None,
            to_float: false,
        }
    }

    /// The op and the type it works in, for operands of a common type.
    fn choose(&self, elem: Elem) -> Option<(&'static str, Elem)> {
        let elem = if elem == Elem::Bool && self.bool.is_none() { Elem::Int(32) } else { elem };
        let name = match elem {
            Elem::Bool => self.bool,
            _ if elem.is_float() => self.float,
            _ if elem.is_signed() => self.signed,
            _ => self.unsigned,
        };
        match name {
            None if self.to_float && elem.is_int() => Some((self.float?, elem.to_float())),
            name => Some((name?, elem)),
        }
    }
}

/// The op and its attributes, on values of one type and shape; the element type of the result.
pub(crate) struct Pointwise<'a> {
    pub(crate) name: &'a str,
    pub(crate) result: Elem,
    pub(crate) attrs: &'a [(&'a str, Attribute)],
}

impl Shared {
    /// Operands as they count here: in a compute, a tensor of rank 0 is its element. Runs `make` with them, outside
    /// of the compute if one of them is a tensor.
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

    /// An elementwise operation of a family.
    pub(crate) fn family(
        &self,
        at: Site,
        family: &Family,
        args: impl IntoIterator<Item = Arg>,
    ) -> Traced<Val> {
        self.settled(at, args, |pieces| {
            let common = self.common_elem(at, family.what, &pieces)?;
            let (name, elem) = family
                .choose(common)
                .ok_or_else(|| self.fail(at, format!("{} is not defined on {common}", family.what)))?;
            self.pointwise(at, family.what, &pieces, elem, Pointwise { name, result: elem, attrs: &[] })
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
        if !self.is_known(op.name) {
            return Err(
                self.fail(at, format!("the operation '{}' is not known to this program's dialects", op.name))
            );
        }
        let ty = self.ctx.with_elem(vals[0].ty, op.result.ir(&self.ctx));
        let results = [(ty, op.result)];
        let op = NewOp { name: op.name, operands: vals, results: &results, attrs: op.attrs, blocks: &[] };
        self.emit_one(at, op)
    }

    fn is_known(&self, name: &str) -> bool {
        self.ctx.op_info(self.ctx.op_name(name)).registered
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
            let ty = vals[1].ty;
            let results = [(ty, elem)];
            let op =
                NewOp { name: "arith.select", operands: &vals, results: &results, attrs: &[], blocks: &[] };
            self.emit_one(at, op)
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
