//! Constant folding: evaluates ops with constant operands by their scalar functions.

use super::constant::{self, Elements};
use super::{kernel, types};
use crate::scalar::{OpSpec, Scalar};
use smallvec::{SmallVec, smallvec};
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::interfaces::{Folded, FoldedResults};
use tf_ir::opref::OpRef;

/// Larger dense constants are not folded: each fold would copy them.
pub const MAX_FOLDED_ELEMENTS: usize = 1 << 16;

/// The results of an elementwise op on constants; `None` if an operand is not constant, too large, or of a
/// type outside the scalar table, or a result has no constant.
pub(super) fn fold(spec: &OpSpec, op: OpRef<'_>, constants: &[Option<Attribute>]) -> Option<FoldedResults> {
    if constants.iter().any(Option::is_none) || op.operand_count() != spec.operands() {
        return None;
    }
    // The scalar functions only support rounding to nearest even.
    if op.attr("roundingmode").is_some_and(|mode| op.ctx().attr_int(mode) != Some(0)) {
        return None;
    }
    let ctx = op.ctx();
    let scalar = |attr: &Option<Attribute>| match ctx.attr_data((*attr)?) {
        AttrData::Integer(..) | AttrData::Float(..) => constant::scalar(ctx, (*attr)?),
        _ => None,
    };
    let scalars: Option<SmallVec<[Scalar; 3]>> = constants.iter().map(scalar).collect();
    match scalars {
        Some(scalars) => fold_scalars(spec, op, &scalars),
        None => fold_elements(spec, op, constants),
    }
}

fn fold_scalars(spec: &OpSpec, op: OpRef<'_>, operands: &[Scalar]) -> Option<FoldedResults> {
    let results = kernel(spec, op)?.eval(operands);
    let ctx = op.ctx();
    let folded = |(i, value): (usize, Scalar)| {
        let attr = constant::splat_attr(ctx, op.result_type(i), value)?;
        Some(Folded::Constant(attr))
    };
    results.into_iter().enumerate().map(folded).collect()
}

fn fold_elements(spec: &OpSpec, op: OpRef<'_>, constants: &[Option<Attribute>]) -> Option<FoldedResults> {
    let ctx = op.ctx();
    let operands: SmallVec<[Elements; 3]> = constants
        .iter()
        .map(|c| constant::elements(ctx, (*c)?, MAX_FOLDED_ELEMENTS))
        .collect::<Option<_>>()?;
    let uniform = operands.iter().all(|e| matches!(e, Elements::One(_)));
    let count = if uniform { 1 } else { types::static_elements(ctx, op.result_type(0))? };
    let slices: SmallVec<[&[u64]; 3]> = operands.iter().map(Elements::bits).collect();
    if slices.iter().any(|s| s.len() != 1 && s.len() != count) {
        return None;
    }
    let kernel = kernel(spec, op)?;
    let mut out = vec![0; count];
    let mut folded: FoldedResults = smallvec![];
    for i in 0..kernel.results() {
        kernel.map(i, &slices, &mut out);
        folded.push(Folded::Constant(constant::attr(ctx, op.result_type(i), &out)?));
    }
    Some(folded)
}
