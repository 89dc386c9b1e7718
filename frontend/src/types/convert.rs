//! Conversions: constants, casts between element types, scalars as tensors and vice versa.

use crate::elementwise::Pointwise;
use crate::trace::error::Site;
use crate::trace::remedy::Remedy;
use crate::trace::state::{Shared, Traced, Val};
use crate::types::elem::{Elem, Number};
use crate::types::index::IndexExpr;
use crate::types::tensor::{Arg, Repr};
use std::rc::Rc;
use tf_dialects::arith::{
    CmpF, CmpI, Cmpf, Cmpi, Constant, Extf, Extsi, Extui, Fptosi, Fptoui, IndexCast, IndexCastui, Minui,
    Sitofp, Truncf, Trunci, Uitofp,
};
use tf_dialects::elementwise::constant::scalar_attr;
use tf_dialects::tensor::{At, Splat};
use tf_ir::affine::AffineMap;
use tf_ir::attr::ToAttribute;
use tf_ir::extent::Extent;
use tf_ir::kind::{OpKind, WhichOp};

/// An operand of an expression.
#[derive(Clone)]
pub(crate) enum Piece {
    Val(Val),
    Index(Rc<IndexExpr>),
    Number(Number),
}

impl Piece {
    pub(crate) fn elem(&self) -> Elem {
        match self {
            Piece::Val(val) => val.elem,
            Piece::Index(_) => Elem::Index,
            Piece::Number(number) => number.elem(),
        }
    }

    /// The integer constant or index, as an index.
    pub(crate) fn index(&self) -> Option<Rc<IndexExpr>> {
        match self {
            Piece::Index(index) => Some(index.clone()),
            Piece::Number(Number::Int(value, _)) => {
                Some(Rc::new(IndexExpr::constant(i64::try_from(*value).ok()?)))
            }
            _ => None,
        }
    }
}

impl Shared {
    /// Converts an operand; constants and indices get no op yet.
    pub(crate) fn piece(&self, at: Site, arg: Arg) -> Traced<Piece> {
        match arg {
            Arg::Number(number) => Ok(Piece::Number(number)),
            Arg::Dim(Ok(extent)) => Ok(Piece::Index(Rc::new(IndexExpr::extent(extent)))),
            Arg::Dim(Err(fault)) => Err(self.fault(at, fault)),
            Arg::Tensor(tensor) => {
                if !std::ptr::eq(&*tensor.shared, self) {
                    return Err(
                        self.fail(at, "a value of another program is used: each trace has its own values")
                    );
                }
                match tensor.repr {
                    Repr::Poison => Err(crate::trace::state::Reported),
                    Repr::Value(val) => Ok(Piece::Val(val)),
                    Repr::Index(index) => Ok(Piece::Index(index)),
                }
            }
        }
    }

    /// Converts all operands, so that each error is reported.
    pub(crate) fn pieces(&self, at: Site, args: impl IntoIterator<Item = Arg>) -> Traced<Vec<Piece>> {
        let all: Vec<Traced<Piece>> = args.into_iter().map(|arg| self.piece(at, arg)).collect();
        all.into_iter().collect()
    }

    /// Reports the reason why an extent is invalid.
    pub(crate) fn fault(&self, at: Site, fault: crate::trace::error::Fault) -> crate::trace::state::Reported {
        match fault.site() {
            Some(made) if made == at => self.fail(at, fault.to_string()),
            Some(made) => self.fail(made, fault.to_string()),
            None => crate::trace::state::Reported,
        }
    }

    /// The type in which operands are combined.
    pub(crate) fn common_elem(&self, at: Site, what: &str, pieces: &[Piece]) -> Traced<Elem> {
        let mut found: Option<Elem> = None;
        let (numbers, values): (Vec<&Piece>, Vec<&Piece>) =
            pieces.iter().partition(|p| matches!(p, Piece::Number(_)));
        for elem in values.iter().map(|p| p.elem()) {
            found = Some(match found.map(|f| (f, f.promote(elem))) {
                None => elem,
                Some((_, Some(common))) => common,
                Some((before, None)) => {
                    let cast = self.remedy(at, Remedy::Cast(None));
                    let message = format!(
                        "{what} has operands of {before} and {elem}, which have no common type: cast one with \
                         {cast}"
                    );
                    return Err(self.fail(at, message));
                }
            });
        }
        for piece in numbers {
            let Piece::Number(number) = piece else { continue };
            found = Some(match found {
                None => number.elem(),
                Some(elem) if values.is_empty() => elem.promote(number.elem()).unwrap_or(elem),
                Some(elem) => number.beside(elem),
            });
        }
        Ok(found.unwrap_or(Elem::F32))
    }

    /// An operand as a value with this element type; scalars stay scalars and tensors stay tensors.
    pub(crate) fn realize(&self, at: Site, piece: &Piece, elem: Elem) -> Traced<Val> {
        match piece {
            Piece::Val(val) => self.cast(at, val.clone(), elem),
            Piece::Index(index) => {
                let val = self.index_value(at, index)?;
                self.cast(at, val, elem)
            }
            Piece::Number(number) => self.scalar_constant(at, *number, elem),
        }
    }

    /// A scalar constant.
    pub(crate) fn scalar_constant(&self, at: Site, number: Number, elem: Elem) -> Traced<Val> {
        let attr = number.to_scalar(elem).and_then(|scalar| scalar_attr(&self.ctx, scalar));
        let attr =
            attr.ok_or_else(|| self.fail(at, format!("the constant {number} does not fit the type {elem}")))?;
        self.value(at, Constant, &[], self.scalars(elem), &[("value", attr)])
    }

    /// A tensor whose elements all are this scalar.
    pub(crate) fn splat(&self, at: Site, scalar: Val, shape: &[Extent]) -> Traced<Val> {
        let result = self.tensors(shape, scalar.elem);
        self.value(at, Splat, &[scalar], result, &[])
    }

    /// The element of a tensor of rank 0; a scalar stays.
    pub(crate) fn to_scalar(&self, at: Site, val: Val) -> Traced<Val> {
        if val.is_scalar(&self.ctx) {
            return Ok(val);
        }
        if !self.shape(&val).is_empty() {
            let shape = self.describe(&val);
            let [element, sum] = [Remedy::Element, Remedy::Sum].map(|remedy| self.remedy(at, remedy));
            let message = format!(
                "a scalar is needed, not {shape}: read one element with {element}, an index for each axis, or \
                 reduce with {sum} or the like"
            );
            return Err(self.fail_about(at, message, &[("the value", &val)]));
        }
        let result = self.scalars(val.elem);
        self.value(at, At, &[val], result, &[("map", self.ctx.map_attr(AffineMap::empty(0, 0)))])
    }

    /// An operand as a scalar of a type.
    pub(crate) fn scalar(&self, at: Site, piece: &Piece, elem: Elem) -> Traced<Val> {
        let val = self.realize(at, piece, elem)?;
        self.to_scalar(at, val)
    }

    /// An operand as an index, if it is a scalar integer.
    pub(crate) fn scalar_index(&self, at: Site, what: &str, piece: &Piece) -> Traced<Rc<IndexExpr>> {
        if let Some(index) = piece.index() {
            return Ok(index);
        }
        if !piece.elem().is_int() {
            let (elem, cast) = (piece.elem(), self.remedy(at, Remedy::Cast(Some(Elem::Int(32)))));
            return Err(
                self.fail(at, format!("{what} is an integer, but this is {elem}: cast it with {cast}"))
            );
        }
        let val = self.scalar(at, piece, piece.elem())?;
        let val = self.subscript(at, val)?;
        Ok(Rc::new(IndexExpr::value(val, false)))
    }

    /// A scalar integer as an index; values above the greatest index, which are outside of every tensor,
    /// become the greatest index.
    pub(crate) fn subscript(&self, at: Site, val: Val) -> Traced<Val> {
        if val.elem != Elem::UInt(64) {
            return self.cast(at, val, Elem::Index);
        }
        let greatest = self.scalar_constant(at, Number::Int(i64::MAX.into(), val.elem), val.elem)?;
        let typed = val.typed();
        let least = self.value(at, Minui, &[val, greatest], typed, &[])?;
        self.cast(at, least, Elem::Index)
    }

    /// The same value in another element type.
    pub(crate) fn cast(&self, at: Site, val: Val, to: Elem) -> Traced<Val> {
        let from = val.elem;
        match (from, to) {
            _ if from == to => Ok(val),
            _ if from.is_same_in_ir(to) => Ok(Val { elem: to, ..val }),
            (_, Elem::Bool) => self.is_nonzero(at, val),
            // Casts between index and floats, and from bool to index, go through i64.
            (Elem::Index, _) if to.is_float() => self.cast_through(at, val, Elem::Int(64), to),
            (_, Elem::Index) if from.is_float() || from == Elem::Bool => {
                self.cast_through(at, val, Elem::Int(64), to)
            }
            (Elem::F16, Elem::BF16) | (Elem::BF16, Elem::F16) => self.cast_through(at, val, Elem::F32, to),
            _ => self.cast_op(at, cast_kind(from, to), val, to),
        }
    }

    fn cast_through(&self, at: Site, val: Val, middle: Elem, to: Elem) -> Traced<Val> {
        let val = self.cast(at, val, middle)?;
        self.cast(at, val, to)
    }

    /// An op on one value whose result has another element type.
    pub(crate) fn cast_op(&self, at: Site, what: impl WhichOp, val: Val, to: Elem) -> Traced<Val> {
        let ty = self.ctx.with_elem(val.ty, to.ir(&self.ctx));
        self.value(at, what, &[val], (ty, to), &[])
    }

    fn is_nonzero(&self, at: Site, val: Val) -> Traced<Val> {
        let zero = self.scalar_constant(at, Number::Int(0, Elem::Int(32)), val.elem)?;
        let zero = if val.is_scalar(&self.ctx) { zero } else { self.splat(at, zero, &self.shape(&val))? };
        let (op, predicate) = match val.elem.is_float() {
            true => (Cmpf::KIND, CmpF::UNE.to_attribute(&self.ctx)),
            false => (Cmpi::KIND, CmpI::Ne.to_attribute(&self.ctx)),
        };
        let attrs = [("predicate", predicate)];
        self.pointwise_on(at, &[val, zero], Pointwise { op, result: Elem::Bool, attrs: &attrs })
    }

    /// A possibly negative axis as a position.
    pub(crate) fn axis(&self, at: Site, axis: i64, rank: usize) -> Traced<usize> {
        let counted = if axis < 0 { axis.checked_add(rank as i64) } else { Some(axis) };
        let found = counted.and_then(|a| usize::try_from(a).ok()).filter(|a| *a < rank);
        found.ok_or_else(|| {
            let there = match rank {
                0 => "a scalar has none".to_string(),
                _ => format!("the rank is {rank}, so that axes are 0 to {}, or -{rank} to -1", rank - 1),
            };
            self.fail(at, format!("there is no axis {axis}: {there}"))
        })
    }
}

/// The cast op between two types with different representations; the target is not bool.
fn cast_kind(from: Elem, to: Elem) -> OpKind {
    let unsigned = matches!(from, Elem::UInt(_) | Elem::Bool);
    match (from.is_float(), to.is_float()) {
        (true, true) if from.bits() < to.bits() => Extf::KIND,
        (true, true) => Truncf::KIND,
        (true, false) if to.is_signed() => Fptosi::KIND,
        (true, false) => Fptoui::KIND,
        (false, true) if unsigned => Uitofp::KIND,
        (false, true) => Sitofp::KIND,
        (false, false) if from == Elem::Index || to == Elem::Index => {
            if unsigned {
                IndexCastui::KIND
            } else {
                IndexCast::KIND
            }
        }
        (false, false) if from.bits() > to.bits() => Trunci::KIND,
        (false, false) if unsigned => Extui::KIND,
        (false, false) => Extsi::KIND,
    }
}
