//! Copies a callee's body to a call site.

use super::extents::TypeMap;
use super::refusal::InlineRefusal;
use tf_ir::body::{Body, IrMap, Op, Value};
use tf_ir::location::{LocData, Location};
use tf_ir::walk::walk;

/// Replaces `call` in `caller` by the code of `callee`, a function of one block that ends with a return.
///
/// # Errors
/// The reason why the call stays; nothing was changed then.
pub(super) fn copy_callee(caller: &mut Body, call: Op, callee: &Body) -> Result<(), InlineRefusal> {
    let entry = callee.entry_block().ok_or(InlineRefusal::NoBlock)?;
    let last = callee.last(entry).ok_or(InlineRefusal::NoReturn)?;
    let operands: Vec<Value> = caller.operands(call).collect();
    if operands.len() != callee.arg_count(entry) || callee.operand_count(last) != caller.result_count(call) {
        return Err(InlineRefusal::Types);
    }
    let types = TypeMap::new(caller, call, callee, entry, last)?;
    let mut map = IrMap::default();
    map.values.extend(callee.args(entry).zip(operands));
    let place = caller.loc(call);
    for op in callee.ops(entry).filter(|op| *op != last) {
        let copy = caller.import(callee, op, &mut map);
        caller.insert_before(copy, call);
        adapt(caller, copy, place, &types);
    }
    let results: Vec<Value> = callee.operands(last).map(|v| map.value(v)).collect();
    caller.replace(call, &results);
    Ok(())
}

/// Sets the locations of copied code to call sites, and maps its types to those of the caller.
fn adapt(caller: &mut Body, copy: Op, place: Location, types: &TypeMap) {
    let mut ops = Vec::new();
    walk(caller, copy, &mut |_, op| ops.push(op));
    let ctx = caller.ctx().clone();
    let site = |loc| Location::new(&ctx, LocData::CallSite(loc, place));
    for op in ops {
        caller.set_loc(op, site(caller.loc(op)));
        let args: Vec<Value> =
            caller.regions(op).flat_map(|r| caller.blocks(r)).flat_map(|block| caller.args(block)).collect();
        for arg in &args {
            if let Some(loc) = caller.arg_loc(*arg) {
                caller.set_arg_loc(*arg, site(loc));
            }
        }
        if types.is_identity() {
            continue;
        }
        for value in caller.results(op).chain(args) {
            let ty = types.apply(caller.ctx(), caller.ty(value));
            caller.set_ty(value, ty);
        }
        types.attributes(caller, op);
    }
}
