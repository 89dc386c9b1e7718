//! Constants: attributes as run-time values.

use crate::machine::action::{Action, Interpret, Simple};
use crate::machine::meanings::Meanings;
use crate::values::value::{Datum, Dense, count};
use tf_dialects::arith;
use tf_dialects::scalar::{DType, Scalar, element_type};
use tf_ir::attr::{AttrData, Attribute, DenseData};
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;
use tf_ir::types::{Dim, TypeData};

pub(crate) fn register(meanings: &mut Meanings) {
    meanings.add(arith::Constant);
}

/// The meaning of ops whose result is their `value` attribute.
impl Interpret for arith::Constant {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let value = op.attr("value").ok_or_else(|| op.error("has no attribute 'value'"))?;
        let datum =
            datum_of(op.ctx(), value).ok_or_else(|| op.error("has a value the interpreter cannot hold"))?;
        let result = op.result(0);
        Ok(Box::new(Simple(move |m: &mut crate::Machine<'_>, _| {
            m.set(result, datum.clone());
            Ok(())
        })))
    }
}

/// The run-time value of an integer, float or dense attribute.
pub fn datum_of(ctx: &Context, attr: Attribute) -> Option<Datum> {
    match ctx.attr_data(attr) {
        AttrData::Integer(ty, value) => {
            let dtype = element_type(ctx, *ty)?;
            Some(Datum::Bits(Scalar::from_bits(dtype, *value as u64).bits()))
        }
        AttrData::Float(ty, bits) => {
            let dtype = element_type(ctx, *ty)?;
            Some(Datum::Bits(Scalar::from_f64(dtype, f64::from_bits(*bits)).bits()))
        }
        AttrData::Dense(dense) => dense_of(ctx, dense).map(Datum::from),
        _ => None,
    }
}

/// Bytes of one element in a dense attribute.
pub fn element_bytes(dtype: DType) -> usize {
    dtype.bits().div_ceil(8) as usize
}

fn dense_of(ctx: &Context, dense: &DenseData) -> Option<Dense> {
    let dtype = element_type(ctx, dense.ty)?;
    let extents: Vec<usize> = match ctx.type_data(dense.ty) {
        TypeData::Tensor { dims, .. } => {
            dims.iter().map(Dim::as_static).map(|d| usize::try_from(d?).ok()).collect::<Option<_>>()?
        }
        TypeData::Vector { shape, .. } => shape.iter().map(|d| *d as usize).collect(),
        _ => return None,
    };
    let element = |bytes: &[u8]| {
        let mut word = [0u8; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        Scalar::from_bits(dtype, u64::from_le_bytes(word)).bits()
    };
    let size = element_bytes(dtype);
    if dense.splat {
        return Dense::filled(dtype, &extents, element(dense.bytes.get(..size)?)).ok();
    }
    let data: Vec<u64> = dense.bytes.chunks_exact(size).map(element).collect();
    (count(dtype, &extents) == Ok(data.len())).then_some(Dense { dtype, extents, data })
}
