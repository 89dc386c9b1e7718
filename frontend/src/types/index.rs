//! Scalar indices as affine expressions, for the access maps of reads and the bounds of folds.
//!
//! Sums, differences, products with constants, and divisions and remainders by constants that provably round
//! towards −∞ stay expressions. All other operations are ops of the IR, whose results start a new expression.

use crate::trace::error::Site;
use crate::trace::state::{Shared, Traced, Val};
use crate::types::elem::Elem;
use std::fmt;
use tf_dialects::arith::{Addi, Ceildivsi, Constant, Floordivsi, Muli, Subi};
use tf_dialects::mem;
use tf_dialects::tensor::ExtentOf;
use tf_ir::affine::{AffineError, AffineExpr, AffineExprKind, AffineOp};
use tf_ir::extent::{Extent, Facts, Verdict};
use tf_ir::kind::WhichOp;

/// An affine expression over values of type `index` (its dimensions) and extents (its symbols).
#[derive(Clone)]
pub(crate) struct IndexExpr {
    pub(crate) expr: AffineExpr,
    pub(crate) values: Vec<IndexValue>,
    pub(crate) extents: Vec<Extent>,
}

/// A value in an expression.
#[derive(Clone)]
pub(crate) struct IndexValue {
    pub(crate) val: Val,
    /// Known to be nonnegative.
    pub(crate) natural: bool,
}

impl IndexExpr {
    /// The expression that is just a value.
    pub(crate) fn value(val: Val, natural: bool) -> IndexExpr {
        IndexExpr { expr: AffineExpr::dim(0), values: vec![IndexValue { val, natural }], extents: Vec::new() }
    }

    pub(crate) fn extent(extent: Extent) -> IndexExpr {
        match extent.as_const() {
            Some(value) => IndexExpr::constant(value),
            None => IndexExpr { expr: AffineExpr::symbol(0), values: Vec::new(), extents: vec![extent] },
        }
    }

    pub(crate) fn constant(value: i64) -> IndexExpr {
        IndexExpr { expr: AffineExpr::constant(value), values: Vec::new(), extents: Vec::new() }
    }

    /// The value of a constant expression.
    pub(crate) fn as_const(&self) -> Option<i64> {
        self.expr.as_const()
    }

    /// Renumbers the expression for lists of dimensions and symbols; appends missing ones to the lists.
    pub(crate) fn over(
        &self,
        values: &mut Vec<IndexValue>,
        extents: &mut Vec<Extent>,
    ) -> Result<AffineExpr, AffineError> {
        let mut place = |value: &IndexValue| match values.iter().position(|v| v.val.value == value.val.value)
        {
            Some(found) => found,
            None => {
                values.push(value.clone());
                values.len() - 1
            }
        };
        let dims: Vec<AffineExpr> = self.values.iter().map(|v| AffineExpr::dim(place(v) as u32)).collect();
        let mut place = |extent: &Extent| match extents.iter().position(|e| e == extent) {
            Some(found) => found,
            None => {
                extents.push(extent.clone());
                extents.len() - 1
            }
        };
        let symbols: Vec<AffineExpr> =
            self.extents.iter().map(|e| AffineExpr::symbol(place(e) as u32)).collect();
        self.expr.replace(&dims, &symbols)
    }

    /// `self op other`; `None` where the result is not affine.
    pub(crate) fn combine(&self, op: AffineOp, other: &IndexExpr) -> Option<IndexExpr> {
        let (mut values, mut extents) = (self.values.clone(), self.extents.clone());
        let rhs = other.over(&mut values, &mut extents).ok()?;
        let expr = AffineExpr::binary(op, &self.expr, &rhs).ok()?;
        expr.is_pure_affine().then_some(IndexExpr { expr, values, extents })
    }

    /// `self - other`.
    pub(crate) fn minus(&self, other: &IndexExpr) -> Option<IndexExpr> {
        let negated = other.combine(AffineOp::Mul, &IndexExpr::constant(-1))?;
        self.combine(AffineOp::Add, &negated)
    }

    /// True if it is provably nonnegative.
    pub(crate) fn is_natural(&self) -> bool {
        self.natural(&self.expr)
    }

    fn natural(&self, expr: &AffineExpr) -> bool {
        match expr.kind() {
            AffineExprKind::Dim(d) => self.values[*d as usize].natural,
            AffineExprKind::Symbol(s) => {
                self.extents[*s as usize].prove_ge0(&Facts::new()) == Verdict::Proved
            }
            AffineExprKind::Constant(value) => *value >= 0,
            AffineExprKind::Binary(AffineOp::Add | AffineOp::Mul, a, b) => self.natural(a) && self.natural(b),
            // Divisors are positive.
            AffineExprKind::Binary(AffineOp::FloorDiv | AffineOp::CeilDiv, a, _) => self.natural(a),
            AffineExprKind::Binary(AffineOp::Mod, ..) => true,
        }
    }
}

impl fmt::Display for IndexExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.expr)
    }
}

impl Shared {
    /// The expression as a value of the IR.
    pub(crate) fn index_value(&self, at: Site, index: &IndexExpr) -> Traced<Val> {
        self.index_node(at, index, &index.expr)
    }

    fn index_node(&self, at: Site, index: &IndexExpr, expr: &AffineExpr) -> Traced<Val> {
        match expr.kind() {
            AffineExprKind::Dim(d) => Ok(index.values[*d as usize].val.clone()),
            AffineExprKind::Symbol(s) => self.extent_value(at, &index.extents[*s as usize]),
            AffineExprKind::Constant(value) => self.constant_index(at, *value),
            AffineExprKind::Binary(op, a, b) => {
                let a = self.index_node(at, index, a)?;
                let b = self.index_node(at, index, b)?;
                match op {
                    AffineOp::Add => self.index_op(at, Addi, &a, &b),
                    AffineOp::Mul => self.index_op(at, Muli, &a, &b),
                    AffineOp::FloorDiv => self.index_op(at, Floordivsi, &a, &b),
                    AffineOp::CeilDiv => self.index_op(at, Ceildivsi, &a, &b),
                    AffineOp::Mod => {
                        let quotient = self.index_op(at, Floordivsi, &a, &b)?;
                        let multiple = self.index_op(at, Muli, &quotient, &b)?;
                        self.index_op(at, Subi, &a, &multiple)
                    }
                }
            }
        }
    }

    fn index_op(&self, at: Site, what: impl WhichOp, a: &Val, b: &Val) -> Traced<Val> {
        self.value(at, what, &[a.clone(), b.clone()], self.scalars(Elem::Index), &[])
    }

    pub(crate) fn constant_index(&self, at: Site, value: i64) -> Traced<Val> {
        let attrs = [("value", self.ctx.index_attr(value))];
        self.value(at, Constant, &[], self.scalars(Elem::Index), &attrs)
    }

    /// An extent as an index value.
    pub(crate) fn extent_value(&self, at: Site, extent: &Extent) -> Traced<Val> {
        if let Some(value) = extent.as_const() {
            return self.constant_index(at, value);
        }
        let attrs = [("extent", self.ctx.extents_attr(std::slice::from_ref(extent)))];
        let op = if self.in_kernel() { mem::ExtentOf::KIND } else { ExtentOf::KIND };
        self.value(at, op, &[], self.scalars(Elem::Index), &attrs)
    }
}
