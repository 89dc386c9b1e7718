//! Multi-device ops on a single device: each group has one member.

use crate::stablehlo::convert::attrs::{as_ints, dense_ints, optional_ints};
use crate::stablehlo::convert::lower::{Done, Lower, unsupported};
use crate::stablehlo::convert::regions::block;
use crate::stablehlo::recognize::DEVICES;
use tf_dialects::scalar::Scalar;
use tf_ir::attr::AttrData;
use tf_ir::body::Value;
use tf_ir::opref::OpRef;

/// Refuses programs for several devices.
fn one_device(l: &Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let ctx = l.ctx();
    for name in DEVICES {
        let count = l.module.attr(l.module.root(), name).and_then(|a| ctx.attr_int(a));
        if count.is_some_and(|n| n != 1) {
            return Err(unsupported(op, "belongs to a program for several devices; only one is supported"));
        }
    }
    Ok(())
}

/// Refuses groups of more than one device, device 0.
fn own_group(op: OpRef<'_>, name: &str) -> Done {
    let Some(attr) = op.attr(name) else { return Ok(()) };
    let members = match op.ctx().attr_data(attr) {
        AttrData::Dense(data) => dense_ints(op.ctx(), data),
        _ => as_ints(op.ctx(), attr),
    };
    if members.is_some_and(|members| members.len() <= 1 && members.iter().all(|n| *n == 0)) {
        return Ok(());
    }
    Err(unsupported(op, "combines values of several devices; only one is supported"))
}

/// Collectives that combine, gather or exchange the values of a group's members: with one member, the results
/// are the operands.
pub(in crate::stablehlo) fn collective(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    one_device(l, op)?;
    own_group(op, "replica_groups")?;
    let values = l.operands(op)?;
    l.define_all(op, &values)
}

/// `stablehlo.collective_permute`: the operand if the device sends to itself, else zeros.
pub(in crate::stablehlo) fn permute(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    one_device(l, op)?;
    let [value] = l.exactly(op)?;
    let ty = l.type_of(value);
    let value = match optional_ints(op, "source_target_pairs")?.unwrap_or_default()[..] {
        [] => l.splat(ty, Scalar::from_bits(l.dtype(value), 0)),
        [0, 0] => value,
        _ => return Err(unsupported(op, "sends to other devices; only one is supported")),
    };
    l.define_one(op, value)
}

/// `stablehlo.replica_id` and `stablehlo.partition_id`: 0, the id of the only device.
pub(in crate::stablehlo) fn number(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    one_device(l, op)?;
    let ty = l.result_type(op, 0)?;
    let zero = Scalar::from_bits(crate::stablehlo::convert::types::dtype_of(l.ctx(), ty), 0);
    let value = l.splat(ty, zero);
    l.define_one(op, value)
}

/// Ops that only order or group other ops: tokens, groups of shardings.
pub(in crate::stablehlo) fn nothing(_: &mut Lower<'_, '_>, _: OpRef<'_>) -> Done {
    Ok(())
}

/// `sdy.named_computation`, and `sdy.manual_computation` if each device has whole arrays: inlines the region.
pub(in crate::stablehlo) fn computation<'a>(l: &mut Lower<'a, '_>, op: OpRef<'a>) -> Done {
    let values = l.operands(op)?;
    let source = l.entry(op, 0)?;
    let whole = |a: &Value, b: Value| l.src.ty(*a) == l.src.ty(b);
    let args: Vec<Value> = l.src.args(source).collect();
    let returned: Vec<Value> =
        l.src.terminator(source).map(|end| l.src.operands(end).collect()).unwrap_or_default();
    let whole = args.len() == values.len()
        && returned.len() == op.result_count()
        && args.iter().zip(op.operands()).all(|(a, b)| whole(a, b))
        && returned.iter().enumerate().all(|(i, a)| whole(a, op.result(i)));
    if !whole {
        return Err(unsupported(op, "works on shards of arrays; only one device is supported"));
    }
    let results = block(l, op, source, &values)?;
    l.define_all(op, &results)
}
