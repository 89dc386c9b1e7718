//! `chlo.broadcast_…`: elementwise ops with NumPy's implicit broadcasting.

use super::compare::compare_values;
use crate::stablehlo::convert::attrs::{axes, optional_ints};
use crate::stablehlo::convert::dispatch::Import;
use crate::stablehlo::convert::lower::{Done, Lower, invalid, unsupported};
use tf_dialects::arith;
use tf_dialects::scalar::Scalar;
use tf_ir::attr::AttrData;
use tf_ir::body::Value;
use tf_ir::opref::OpRef;
use tf_ir::types::Dim;

/// The name of the elementwise op.
fn applied(name: &str) -> String {
    let rest = name.trim_start_matches("chlo.broadcast_");
    let dialect = if ["next_after", "polygamma", "zeta"].contains(&rest) { "chlo" } else { "stablehlo" };
    format!("{dialect}.{rest}")
}

/// `chlo.broadcast_…`
pub(in crate::stablehlo) fn convert(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let name = applied(op.name());
    crate::stablehlo::convert::moves::dynamic::constant_result(l, op)?;
    let mut values = Vec::new();
    for i in 0..op.operand_count() {
        values.push(spread(l, op, i)?);
    }
    let value = match (name.as_str(), &values[..]) {
        ("stablehlo.compare", [a, b]) => compare_values(l, op, *a, *b)?,
        ("stablehlo.select", [condition, yes, no]) => arith::select(l, *condition, *yes, *no),
        _ => {
            let import = l
                .ctx()
                .registry()
                .lookup(&name)
                .and_then(|name| l.ctx().op_info(name).interface::<dyn Import>());
            let Some(how) = import.and_then(Import::elementwise) else {
                return Err(unsupported(op, "has no equivalent in our dialects"));
            };
            how.make(l, op, &values)?
        }
    };
    l.define_one(op, value)
}

/// Broadcasts operand `i` to the result's shape: its axes are the result's last ones, or those of
/// `broadcast_dimensions`.
fn spread(l: &mut Lower<'_, '_>, op: OpRef<'_>, i: usize) -> Done<Value> {
    let value = l.operand(op, i)?;
    let ctx = l.ctx();
    let wanted = l.result_type(op, 0)?;
    let ty = ctx.with_elem(wanted, ctx.elem_type(l.type_of(value)));
    let (rank, result) = (l.rank(op, i)?, ctx.dims(ty).map_or(0, <[Dim]>::len));
    if rank > result {
        return Err(invalid(op, "has a result of lower rank than an operand"));
    }
    let dims = match optional_ints(op, "broadcast_dimensions")? {
        // `broadcast_dimensions` belong to the operand of lower rank.
        Some(_) if rank < result => axes(op, "broadcast_dimensions", result)?,
        _ => (result - rank..result).collect(),
    };
    if dims.len() != rank {
        return Err(invalid(op, "needs an axis of the result for each axis of the operand"));
    }
    Ok(l.broadcast(value, &dims, ty))
}

/// `chlo.constant_like`: a splat constant in the shape of its operand.
pub(in crate::stablehlo) fn constant_like(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [like] = l.exactly(op)?;
    let ctx = l.ctx();
    let ty = l.type_of(like);
    let dtype = l.dtype(like);
    let scalar = match op.attr("value").map(|a| ctx.attr_data(a)) {
        Some(AttrData::Float(_, bits)) if dtype.is_float() => Scalar::from_f64(dtype, f64::from_bits(*bits)),
        Some(AttrData::Integer(_, value)) if !dtype.is_float() => Scalar::from_bits(dtype, *value as u64),
        _ => return Err(invalid(op, "needs a constant of its operand's element type as 'value'")),
    };
    let value = l.splat(ty, scalar);
    l.define_one(op, value)
}
