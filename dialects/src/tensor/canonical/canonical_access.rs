//! Canonical form of subscripts: arithmetic is part of the map, and accesses proved to be in bounds have no
//! policy.

use crate::tensor::bounds;
use crate::tensor::compute::Fold;
use crate::tensor::ops::at::At;
use crate::tensor::policy::Policy;
use crate::tensor::put::Put;
use crate::tensor::shape::dims;
use crate::tensor::subscripts::Subscripts;
use tf_ir::affine::{AffineExpr, AffineExprKind, AffineOp};
use tf_ir::arithmetic::{Arithmetic, Rounding, Signedness, constant_int};
use tf_ir::body::{Body, Op, Value};
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;
use tf_ir::rewrite::{PatternSet, Refusal, Rewrite, Rewriter};
use tf_ir::types::Dim;

/// Adds the patterns of ops with subscripts.
pub(in crate::tensor) fn patterns(set: &mut PatternSet) {
    set.on(At, "at-proved-inside", at_proved_inside)
        .on(At, "at-index-arithmetic", at_index_arithmetic)
        .on(At, "at-modulo-extent", at_modulo_extent)
        .on(Put, "put-proved-inside", put_proved_inside)
        .on(Put, "put-index-arithmetic", put_index_arithmetic)
        .on(Fold, "fold-index-arithmetic", fold_index_arithmetic);
}

fn at_proved_inside(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let at = rw.body.cast(op, At).ok_or("no read")?;
    if at.out_of_bounds() == Policy::Assumed {
        return Err("it has no policy".into());
    }
    if !bounds::is_proved_inside(at.op()) {
        return Err("it is not proved to be inside".into());
    }
    let fills = at.fill().is_some();
    rw.modify(op, |body| {
        if fills {
            let kept: Vec<Value> = body.operands(op).take(body.operand_count(op) - 1).collect();
            body.set_operands(op, &kept);
        }
        body.set_slot(op, At::POLICY, None);
    });
    Ok(())
}

fn at_index_arithmetic(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let at = rw.body.cast(op, At).ok_or("no read")?;
    let map = at.affine_map().ok_or("no map")?;
    let (source, fill) = (at.source(), at.fill());
    let folded = fold_arithmetic(at.op(), map.results(), &at.indices(), at.symbols())?;
    rw.modify(op, |body| {
        let operands: Vec<Value> =
            std::iter::once(source).chain(folded.values.iter().copied()).chain(fill).collect();
        set_subscripts(body, op, &operands, folded, [At::MAP, At::EXTENTS]);
    });
    Ok(())
}

/// Rewrites a read at `i mod n` on an axis of extent `n` to a read at `i` that wraps, which divides only if
/// `i` is outside. A constant divisor is cheap, but prevents contiguous vector loads: the rewrite then
/// requires that `i` is outside by less than the extent. The other axes are in bounds and do not change.
fn at_modulo_extent(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let at = rw.body.cast(op, At).ok_or("no read")?;
    if at.out_of_bounds() != Policy::Assumed {
        return Err("it has a policy".into());
    }
    if bounds::Proved::stated(at.op()).is_some() {
        return Err("its attributes refer to its subscripts".into());
    }
    let (map, source, values, extents) =
        (at.affine_map().ok_or("no map")?, at.source(), at.indices(), at.symbols());
    let mut indices = bounds::Indices::new(rw.body);
    let mut wraps = |expr: &AffineExpr, dim: &Dim| -> Option<AffineExpr> {
        let AffineExprKind::Binary(AffineOp::Mod, x, divisor) = expr.kind() else { return None };
        let extent = dim.to_extent()?;
        if indices.affine(op, divisor, &[], extents)? != extent {
            return None;
        }
        let mut is_near = || {
            let term = indices.affine(op, x, &values, extents)?.add(&extent).ok()?;
            Some(indices.inside(op, &term, &extent.scale(3).ok()?).both())
        };
        (extent.as_const().is_none() || is_near() == Some(true)).then(|| x.clone())
    };
    let shape = dims(rw.body.ctx(), rw.body.ty(source));
    let found: Vec<Option<AffineExpr>> =
        map.results().iter().zip(shape).map(|(expr, dim)| wraps(expr, dim)).collect();
    if found.iter().all(Option::is_none) {
        return Err("no subscript is modulo the extent of its axis".into());
    }
    let exprs: Vec<AffineExpr> =
        found.into_iter().zip(map.results()).map(|(x, expr)| x.unwrap_or_else(|| expr.clone())).collect();
    let new = Subscripts::new(&exprs, &values, extents).map_err(|_| "the map would be too large")?;
    let wrap = rw.body.ctx().string_attr(Policy::Wrap.name().expect(
        "the policy wrap was written by the \
        program",
    ));
    rw.modify(op, |body| {
        let operands: Vec<Value> = std::iter::once(source).chain(new.values.iter().copied()).collect();
        set_subscripts(body, op, &operands, new, [At::MAP, At::EXTENTS]);
        body.set_slot(op, At::POLICY, Some(wrap));
    });
    Ok(())
}

fn put_proved_inside(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let put = rw.body.cast(op, Put).ok_or("no write")?;
    if put.out_of_bounds() == Policy::Assumed {
        return Err("it has no policy".into());
    }
    if !bounds::is_proved_inside(put.op()) {
        return Err("it is not proved to be inside".into());
    }
    rw.modify(op, |body| body.set_slot(op, Put::POLICY, None));
    Ok(())
}

fn put_index_arithmetic(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let put = rw.body.cast(op, Put).ok_or("no write")?;
    let map = put.affine_map().ok_or("no map")?;
    let kept: Vec<Value> = put.put_values().into_iter().chain(put.targets()).collect();
    let folded = fold_arithmetic(put.op(), map.results(), &put.indices(), put.symbols())?;
    rw.modify(op, |body| {
        let operands: Vec<Value> = kept.into_iter().chain(folded.values.iter().copied()).collect();
        set_subscripts(body, op, &operands, folded, [Put::MAP, Put::EXTENTS]);
    });
    Ok(())
}

fn fold_index_arithmetic(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let fold = rw.body.cast(op, Fold).ok_or("no fold")?;
    let map = fold.bounds().and_then(|a| fold.op().ctx().attr_map(a)).ok_or("no bounds")?;
    let inits = fold.inits();
    let folded = fold_arithmetic(fold.op(), map.results(), &fold.indices(), fold.symbols())?;
    rw.modify(op, |body| {
        let operands: Vec<Value> = folded.values.iter().copied().chain(inits).collect();
        set_subscripts(body, op, &operands, folded, [Fold::BOUNDS, Fold::EXTENTS]);
    });
    Ok(())
}

fn set_subscripts(body: &mut Body, op: Op, operands: &[Value], new: Subscripts, [map, extents]: [usize; 2]) {
    let ctx = body.ctx().clone();
    body.set_operands(op, operands);
    body.set_slot(op, map, Some(ctx.map_attr(new.map)));
    let terms = (!new.extents.is_empty()).then(|| ctx.extents_attr(&new.extents));
    body.set_slot(op, extents, terms);
}

/// Moves the arithmetic of index operands, and constants and extents, into the map.
fn fold_arithmetic(
    op: OpRef<'_>,
    exprs: &[AffineExpr],
    values: &[Value],
    extents: &[Extent],
) -> Result<Subscripts, Refusal> {
    let (mut values, mut extents) = (values.to_vec(), extents.to_vec());
    let mut indices = bounds::Indices::new(op.body());
    let mut changed = false;
    let mut replacements: Vec<AffineExpr> = Vec::with_capacity(values.len());
    for i in 0..values.len() {
        let found = arithmetic(&mut indices, op.body(), values[i], &mut values, &mut extents);
        changed |= found.is_some();
        replacements.push(found.unwrap_or_else(|| AffineExpr::dim(i as u32)));
    }
    if !changed {
        return Err("no index operand is the result of affine arithmetic".into());
    }
    let exprs: Result<Vec<AffineExpr>, _> = exprs.iter().map(|e| e.replace(&replacements, &[])).collect();
    let new = exprs.and_then(|exprs| Subscripts::new(&exprs, &values, &extents));
    new.map_err(|_| "the map would be too large or not affine".into())
}

/// The value as an expression over values and extents, if its definition is affine arithmetic that cannot
/// wrap around.
fn arithmetic(
    indices: &mut bounds::Indices<'_>,
    body: &Body,
    value: Value,
    values: &mut Vec<Value>,
    extents: &mut Vec<Extent>,
) -> Option<AffineExpr> {
    use Arithmetic::{Constant, Difference, Extent, Product, Quotient, Sum};
    let found = Arithmetic::of(body, value)?;
    match found {
        Constant(constant) => return Some(AffineExpr::constant(i64::try_from(constant).ok()?)),
        Extent(extent) => {
            extents.push(extent.clone());
            return Some(AffineExpr::symbol(extents.len() as u32 - 1));
        }
        Sum(..) | Difference(..) | Product(..) | Quotient(..) if indices.is_exact(value) => {}
        _ => return None,
    }
    let mut leaf = |value: Value| {
        values.push(value);
        AffineExpr::dim(values.len() as u32 - 1)
    };
    let divisor = |value: Value| constant_int(body, value).filter(|c| *c > 0).map(AffineExpr::constant);
    match found {
        Sum(a, b) => leaf(a).add(&leaf(b)).ok(),
        Difference(a, b) => leaf(a).sub(&leaf(b)).ok(),
        Product(a, b) => leaf(a).scale(constant_int(body, b)?).ok(),
        Quotient(a, b, Rounding::Floor, Signedness::Signed) => leaf(a).floordiv(&divisor(b)?).ok(),
        Quotient(a, b, Rounding::Ceil, Signedness::Signed) => leaf(a).ceildiv(&divisor(b)?).ok(),
        _ => None,
    }
}
