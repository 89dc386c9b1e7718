//! Folds of `vector` ops.

use super::ops::{Broadcast, Extract, Insert, Reduce};
use crate::elementwise::constant;
use crate::scalar::dtype;
use smallvec::smallvec;
use tf_ir::attr::Attribute;
use tf_ir::body::Value;
use tf_ir::interfaces::{Fold, Folded, FoldedResults};
use tf_ir::opref::OpRef;

fn value(value: Value) -> Option<FoldedResults> {
    Some(smallvec![Folded::Value(value)])
}

/// The lane index in operand `i`, if it is a constant and in range for a vector of this type.
fn lane(op: OpRef<'_>, constants: &[Option<Attribute>], i: usize, vector: tf_ir::types::Type) -> Option<i64> {
    let lane = constants.get(i).copied().flatten().and_then(|a| op.ctx().attr_int(a))?;
    let (_, length) = crate::shared::constraints::vector_parts(op.ctx(), vector)?;
    i64::try_from(lane).ok().filter(|l| (0..length).contains(l))
}

impl Fold for Broadcast {
    fn fold(&self, op: OpRef<'_>, constants: &[Option<Attribute>]) -> Option<FoldedResults> {
        let scalar = constant::scalar(op.ctx(), (*constants.first()?)?)?;
        Some(smallvec![Folded::Constant(constant::splat_attr(op.ctx(), op.result_type(0), scalar)?)])
    }
}

impl Fold for Extract {
    fn fold(&self, op: OpRef<'_>, constants: &[Option<Attribute>]) -> Option<FoldedResults> {
        let lane = lane(op, constants, 1, op.operand_type(0))?;
        if let Some(vector) = constants[0] {
            let elements = constant::elements(op.ctx(), vector, 1 << 16)?;
            let bits = elements.bits();
            let bits = *bits.get(if bits.len() == 1 { 0 } else { lane as usize })?;
            let dtype = dtype(op.ctx(), op.result_type(0))?;
            let scalar = crate::scalar::Scalar::from_bits(dtype, bits);
            return Some(smallvec![Folded::Constant(constant::scalar_attr(op.ctx(), scalar)?)]);
        }
        let def = op.operand_def(0)?;
        if def.is(Broadcast) {
            return value(def.operand(0));
        }
        // The lane that was inserted last.
        let same = def.is(Insert) && crate::loops::ops::constant_int(def, 2) == Some(lane);
        same.then(|| value(def.operand(0))).flatten()
    }
}

impl Fold for Reduce {
    /// Equal lanes, combined by an idempotent kind.
    fn fold(&self, op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<FoldedResults> {
        let def = op.operand_def(0).filter(|def| def.is(Broadcast))?;
        let kind = op.cast(Reduce)?.combining_kind()?;
        // A NaN's payload may change; minnumf and maxnumf do not distinguish signalling NaNs.
        kind.is_idempotent().then(|| value(def.operand(0))).flatten()
    }
}
