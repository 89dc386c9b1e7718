//! `stablehlo.reduce_precision`

use crate::stablehlo::convert::attrs::int;
use crate::stablehlo::convert::lower::{Done, Lower, invalid};
use tf_ir::opref::OpRef;
use tf_library::floats;

/// `stablehlo.reduce_precision`: rounds to nearest even as if to a format of fewer bits, within the same
/// type.
pub(in crate::stablehlo) fn reduce_precision(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [value] = l.exactly(op)?;
    let (exponent, mantissa) = (int(op, "exponent_bits")?, int(op, "mantissa_bits")?);
    if !l.dtype(value).is_float() || exponent < 1 || mantissa < 0 {
        return Err(invalid(op, "takes floats, exponent_bits ≥ 1 and mantissa_bits ≥ 0"));
    }
    let value = floats::reduce_precision(&mut l.b, value, exponent, mantissa);
    l.define_one(op, value)
}
