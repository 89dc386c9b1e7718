//! Decomposition of `tensor.reshape`: the linear index of an element is split by the operand's extents.
//!
//! The shapes are split into the shortest groups of axes with equal products, so that axes that a reshape
//! does not touch keep their indices; linear indices are computed only within a group.

use super::super::layout::Reshape;
use crate::shared::tileable::{Structure, Tileable, named_extents};
use tf_ir::affine::{AffineError, AffineExpr, Ranges};
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{Extent, Facts, Interval, Verdict};
use tf_ir::opref::OpRef;

impl Tileable for Reshape {
    fn structure(&self, op: OpRef<'_>) -> Result<Structure, Diagnostic> {
        let (from, to) = (named_extents(op, op.operand(0))?, named_extents(op, op.result(0))?);
        let mut subscripts = Subscripts { from: &from, to: &to, terms: Vec::new() };
        let exprs = subscripts.all();
        let terms = subscripts.terms;
        Structure::moving(op, exprs, terms)
    }
}

/// The operand's subscripts, over the result's indices.
struct Subscripts<'a> {
    from: &'a [Extent],
    to: &'a [Extent],
    /// The terms of the symbols.
    terms: Vec<Extent>,
}

type Expr = Result<AffineExpr, AffineError>;

impl Subscripts<'_> {
    fn all(&mut self) -> Result<Vec<AffineExpr>, AffineError> {
        let mut exprs = vec![AffineExpr::constant(0); self.from.len()];
        // Without elements, there is nothing to read, and no valid divisor.
        if self.from.iter().chain(self.to).any(|e| e.as_const() == Some(0)) {
            return Ok(exprs);
        }
        for (from, to) in groups(self.from, self.to) {
            let position = self.position(&to)?;
            self.take_apart(position, &from, &mut exprs)?;
        }
        let dims = self.to.iter().map(|e| {
            let last = e.as_const().and_then(|n| n.checked_sub(1));
            Interval::new(Some(0), last)
        });
        let symbols = vec![Interval::new(Some(0), None); self.terms.len()];
        let ranges = Ranges { dims: dims.collect(), symbols };
        Ok(exprs.iter().map(|e| e.simplify(&ranges)).collect())
    }

    fn term(&mut self, extent: &Extent) -> AffineExpr {
        if let Some(value) = extent.as_const() {
            return AffineExpr::constant(value);
        }
        let position = self.terms.iter().position(|t| t == extent).unwrap_or_else(|| {
            self.terms.push(extent.clone());
            self.terms.len() - 1
        });
        AffineExpr::symbol(position as u32)
    }

    /// The row-major index within a group of result axes.
    fn position(&mut self, axes: &[usize]) -> Expr {
        let mut position = AffineExpr::constant(0);
        for axis in axes {
            let extent = self.term(&self.to[*axis]);
            position = position.mul(&extent)?;
            position = position.add(&AffineExpr::dim(*axis as u32))?;
        }
        Ok(position)
    }

    /// The subscripts of a group of operand axes: remainders of quotients of the linear index.
    fn take_apart(
        &mut self,
        position: AffineExpr,
        axes: &[usize],
        exprs: &mut [AffineExpr],
    ) -> Result<(), AffineError> {
        let mut rest = position;
        for (i, axis) in axes.iter().enumerate().rev() {
            if i == 0 {
                exprs[*axis] = rest;
                break;
            }
            let extent = self.term(&self.from[*axis]);
            exprs[*axis] = rest.modulo(&extent)?;
            rest = rest.floordiv(&extent)?;
        }
        Ok(())
    }
}

/// Axes of operand and result, without those of extent 1, in the shortest groups with equal products.
fn groups(from: &[Extent], to: &[Extent]) -> Vec<(Vec<usize>, Vec<usize>)> {
    let long = |shape: &[Extent]| -> Vec<usize> {
        (0..shape.len()).filter(|i| shape[*i].as_const() != Some(1)).collect()
    };
    let (from_axes, to_axes) = (long(from), long(to));
    let mut groups = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < from_axes.len() || j < to_axes.len() {
        let (a, b) = shortest(from, &from_axes, i, to, &to_axes, j);
        groups.push((from_axes[i..a].to_vec(), to_axes[j..b].to_vec()));
        (i, j) = (a, b);
    }
    groups
}

/// The ends of the shortest groups that start at `i` and `j`; those of all axes if none is found.
fn shortest(
    from: &[Extent],
    from_axes: &[usize],
    i: usize,
    to: &[Extent],
    to_axes: &[usize],
    j: usize,
) -> (usize, usize) {
    let facts = Facts::new();
    let products = |shape: &[Extent], axes: &[usize], start: usize| -> Vec<(usize, Extent)> {
        let mut product = Extent::constant(1);
        let mut found = Vec::new();
        for (end, axis) in axes.iter().enumerate().skip(start) {
            let Ok(next) = product.mul(&shape[*axis]) else { break };
            product = next;
            found.push((end + 1, product.clone()));
        }
        found
    };
    let (lefts, rights) = (products(from, from_axes, i), products(to, to_axes, j));
    let mut best: Option<(usize, usize)> = None;
    for (a, left) in &lefts {
        for (b, right) in &rights {
            let shorter = best.is_none_or(|(x, y)| a + b < x + y);
            if shorter && left.prove_eq(right, &facts) == Verdict::Proved {
                best = Some((*a, *b));
            }
        }
    }
    best.unwrap_or((from_axes.len(), to_axes.len()))
}
