//! Sums over points that a gather would clip at the edges of a box. Instead, they run to constant bounds, and
//! a cotangent that is read outside the box is 0.
//!
//! So the gradient of a convolution with respect to its input is a convolution with a zero border, as in its
//! program, and gets the loop nest of a convolution. If another factor of the product is infinite or NaN, its
//! product with such a zero is NaN, as in the border of a convolution. Two kinds of sums stay clipped.
//! Functions other than products could make NaN from finite values that the program never combines. Reads
//! that depend on the point could leave the elements that the program reads.

use super::code::find;
use super::sites::{EnclosingRegion, Saved, Site};
use std::collections::HashSet;
use tf_dialects::arith;
use tf_dialects::differentiate::constant_like;
use tf_dialects::tensor::{self, Access, At, CombiningKind, Policy, Subscripts, Yield, bounds, build};
use tf_ir::OpKind;
use tf_ir::affine::{AffineExpr, LinearForm};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;

/// The most terms of a sum that is not clipped: at the edges some of them are zeros.
pub(super) const MOST_TERMS: i64 = 32;

/// True if the cotangent of a read is a multiple of the cotangent of the point: the read is only inside sums,
/// and happens at each of their indices.
pub(super) fn is_linear(body: &Body, site: &Site) -> bool {
    let is_sum = |region: &EnclosingRegion| match region {
        EnclosingRegion::Fold(fold) => {
            let view = body.view(*fold, tensor::Fold);
            view.combiner().is_none() && view.combining_kinds().iter().all(|kind| *kind == CombiningKind::Add)
        }
        EnclosingRegion::Branch(..) => false,
    };
    site.path.iter().all(is_sum)
}

/// The difference of two expressions over dimensions and symbols, if it is constant.
pub(super) fn distance(from: &AffineExpr, to: &AffineExpr, (dims, symbols): (usize, usize)) -> Option<i64> {
    let form = |expr: &AffineExpr| expr.linear_form(dims as u32, symbols as u32);
    let (
        LinearForm { dims: d0, symbols: s0, constant: c0 },
        LinearForm { dims: d1, symbols: s1, constant: c1 },
    ) = (form(from)?, form(to)?);
    (d0 == d1 && s0 == s1).then(|| c1.checked_sub(c0)).flatten()
}

/// The same expression with each dimension and symbol once, if it is linear in them.
pub(super) fn added_up(expr: &AffineExpr, dims: usize, symbols: usize) -> AffineExpr {
    let sum = || {
        let form = expr.linear_form(dims as u32, symbols as u32)?;
        let of_dims = form.dims.iter().enumerate().map(|(at, c)| (AffineExpr::dim(at as u32), *c));
        let of_symbols = form.symbols.iter().enumerate().map(|(at, c)| (AffineExpr::symbol(at as u32), *c));
        let mut parts = of_dims.chain(of_symbols).filter(|(_, c)| *c != 0);
        parts.try_fold(AffineExpr::constant(form.constant), |sum, (part, c)| {
            sum.add(&part.scale(c).ok()?).ok()
        })
    };
    sum().unwrap_or_else(|| expr.clone())
}

/// True if an expression is an extent.
pub(super) fn is_extent(expr: &AffineExpr, extent: &Extent, dims: usize, symbols: &[Extent]) -> bool {
    let Some(form) = expr.linear_form(dims as u32, symbols.len() as u32) else { return false };
    let used: Vec<usize> = (0..symbols.len()).filter(|s| form.symbols[*s] != 0).collect();
    let no_dims = form.dims.iter().all(|factor| *factor == 0);
    match (extent.as_const(), &used[..]) {
        (Some(n), []) => no_dims && form.constant == n,
        (None, [one]) => no_dims && form.constant == 0 && form.symbols[*one] == 1 && symbols[*one] == *extent,
        _ => false,
    }
}

/// Zeroes the cotangents that sums with these indices read outside the box. Returns false, and changes
/// nothing, if another op depends on such an index: a point outside the box then contributes more than a
/// zero.
pub(super) fn fill(b: &mut Builder<'_>, compute: Op, saved: &Saved, indices: &[Value]) -> bool {
    let is_read = |body: &Body, op: Op| body.is(op, At);
    erase_dead(b.body, compute);
    if indices.iter().any(|index| b.body.uses(*index).any(|u| !is_read(b.body, u.op))) {
        return false;
    }
    let mut outside = Vec::new();
    let mut moving = Vec::new();
    for op in find(b.body, &[compute], is_read) {
        let access = Access::of_read(b.body.op(op)).expect("a read is an access");
        let moves = access.indices.iter().any(|index| indices.contains(index));
        if !moves {
            continue;
        }
        moving.push(b.body.result(op, 0));
        let is_assumed = access.policy == Policy::Assumed;
        match is_assumed && bounds::is_proved_inside(b.body.op(op)) {
            true if saved.is_cotangent(access.source) || stays(&access, indices) => {}
            false if is_assumed && saved.is_cotangent(access.source) => outside.push(op),
            _ => return false,
        }
    }
    if !is_multiplied(b.body, moving) {
        return false;
    }
    for op in outside {
        let (source, at) = {
            let access = Access::of_read(b.body.op(op)).expect("it was a read before");
            (access.source, Subscripts::of(&access))
        };
        let ty = b.body.ty(b.body.result(op, 0));
        let mut b = Builder::before(b.body, op);
        b.loc = b.body.loc(op);
        let zero = constant_like(&mut b, ty, 0.0);
        let value = build::at(&mut b, source, &at, Policy::Fill, Some(zero));
        b.body.replace(op, &[value]);
    }
    true
}

/// True if the elements of a read do not depend on the point: each subscript uses only these indices of sums,
/// or none of them. For such a sum the program reads the same elements.
fn stays(access: &Access<'_>, indices: &[Value]) -> bool {
    let dims = access.indices.len() as u32;
    access.map.results().iter().all(|subscript| {
        let Some(form) = subscript.linear_form(dims, access.extents.len() as u32) else { return false };
        let used = access.indices.iter().zip(&form.dims).filter(|(_, factor)| **factor != 0);
        let (of_sums, others): (Vec<_>, Vec<_>) = used.partition(|(index, _)| indices.contains(index));
        of_sums.is_empty() || others.is_empty()
    })
}

/// True if the values enter sums only through products and sums.
fn is_multiplied(body: &Body, values: Vec<Value>) -> bool {
    const LINEAR: [OpKind; 6] = [
        arith::Mulf::KIND,
        arith::Negf::KIND,
        arith::Addf::KIND,
        arith::Subf::KIND,
        arith::Extf::KIND,
        arith::Truncf::KIND,
    ];
    let mut known: HashSet<Value> = values.iter().copied().collect();
    let mut left = values;
    while let Some(value) = left.pop() {
        for user in body.uses(value).map(|used| used.op) {
            if LINEAR.contains(&body.kind(user)) {
                left.extend(body.results(user).filter(|result| known.insert(*result)));
            } else if !body.is(user, Yield) {
                return false;
            }
        }
    }
    true
}

/// Erases the dead code of a point: the code was copied as a whole.
fn erase_dead(body: &mut Body, compute: Op) {
    let inner = find(body, &[compute], |_, _| true);
    for op in inner.into_iter().rev() {
        if op != compute && body.is_live(op) && body.results_unused(op) && tf_ir::effects::is_dead(body, op) {
            body.erase(op);
        }
    }
}
