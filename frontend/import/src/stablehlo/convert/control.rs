//! Calls, returns, loops and conditionals.

use super::lower::{Done, Lower, refuse};
use super::signature;
use super::types::is_unsigned;
use crate::error::Refusal;
use tf_dialects::func;
use tf_dialects::loops::{self, Condition, If, Switch, While};
use tf_dialects::tensor::{self, Compute};
use tf_ir::attr::AttrData;
use tf_ir::body::{Block, Body, Value};
use tf_ir::builder::Cursor;
use tf_ir::opref::OpRef;
use tf_ir::types::Type;

/// Calls deeper than this are recursion.
const MAX_CALLS: usize = 64;

/// `func.return`, or `stablehlo.return` at the end of a function.
pub(super) fn function_return(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let values = l.operands(op)?;
    func::build_return(&mut l.b, &values);
    Ok(())
}

/// `func.call`
pub(super) fn func_call(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    call(l, op, callee(op, "callee")?)
}

/// `stablehlo.composite`: what it is made of.
pub(super) fn composite(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    call(l, op, callee(op, "decomposition")?)
}

/// A call of a function of the module.
fn call(l: &mut Lower<'_, '_>, op: OpRef<'_>, callee: &str) -> Done {
    let values = l.operands(op)?;
    let Some(function) = l.functions.get(callee).copied() else {
        return Err(refuse(
            op,
            Refusal::Invalid,
            &format!("calls '{callee}', which is no function of the module"),
        ));
    };
    if l.scalar {
        let results = inline(l, op, function, &values)?;
        return l.define_all(op, &results);
    }
    let (inputs, results) = signature(l.ctx(), function).unwrap_or_default();
    if inputs.len() != values.len() || results.len() != op.result_count() {
        return Err(refuse(
            op,
            Refusal::Invalid,
            "calls a function with another number of arguments or results",
        ));
    }
    let types = (0..op.result_count()).map(|i| l.result_type(op, i)).collect::<Done<Vec<Type>>>()?;
    let made = func::build_call(&mut l.b, callee, &values, &types);
    let results: Vec<Value> = l.b.body.results(made).collect();
    l.define_all(op, &results)
}

/// The callee of a call or a composite.
fn callee<'a>(op: OpRef<'a>, attr: &str) -> Done<&'a str> {
    let name = op.attr(attr).and_then(|a| op.ctx().attr_symbol(a));
    name.ok_or_else(|| refuse(op, Refusal::Invalid, &format!("needs a symbol as its attribute '{attr}'")))
}

/// The body of a function in place, among elements.
fn inline<'a>(
    l: &mut Lower<'a, '_>,
    op: OpRef<'_>,
    function: &'a Body,
    values: &[Value],
) -> Done<Vec<Value>> {
    if l.calls >= MAX_CALLS {
        return Err(refuse(op, Refusal::Unsupported, "calls itself"));
    }
    let Some(entry) = function.entry_block() else {
        return Err(refuse(op, Refusal::Unsupported, "calls a function without a body"));
    };
    let outer = (std::mem::replace(&mut l.src, function), std::mem::take(&mut l.values));
    l.calls += 1;
    let results = block(l, op, entry, values);
    l.calls -= 1;
    (l.src, l.values) = outer;
    results
}

/// Converts a block at the cursor, its arguments standing for `args`: what its terminator returns.
pub(super) fn block<'a>(
    l: &mut Lower<'a, '_>,
    owner: OpRef<'_>,
    at: Block,
    args: &[Value],
) -> Done<Vec<Value>> {
    let src = l.src;
    if src.arg_count(at) != args.len() {
        let why = format!("has a region of {} arguments instead of {}", src.arg_count(at), args.len());
        return Err(refuse(owner, Refusal::Invalid, &why));
    }
    l.values.extend(src.args(at).zip(args.iter().copied()));
    for op in src.ops(at) {
        let op = src.op(op);
        if ["stablehlo.return", "func.return", "sdy.return"].contains(&op.name()) {
            return l.operands(op);
        }
        l.op(op)?;
    }
    Err(refuse(owner, Refusal::Invalid, "has a region that does not end with stablehlo.return"))
}

/// Fills region `i` of a new op from a source region; `end` gets the values and builds the terminator.
fn region<'a>(
    l: &mut Lower<'a, '_>,
    owner: OpRef<'a>,
    made: tf_ir::body::Op,
    i: usize,
    source: Block,
    args: &[Type],
    end: impl FnOnce(&mut Lower<'a, '_>, Vec<Value>, &[Value]) -> Done,
) -> Done {
    let (entry, outer): (Block, Cursor) = l.b.enter(made, i, args);
    let values: Vec<Value> = l.b.body.args(entry).collect();
    let results = block(l, owner, source, if l.src.arg_count(source) == 0 { &[] } else { &values })?;
    end(l, results, &values)?;
    l.b.cursor = outer;
    Ok(())
}

/// `stablehlo.while`
pub(super) fn while_loop<'a>(l: &mut Lower<'a, '_>, op: OpRef<'a>) -> Done {
    let inits = l.operands(op)?;
    let types: Vec<Type> = inits.iter().map(|v| l.type_of(*v)).collect();
    let (condition, body) = (l.entry(op, 0)?, l.entry(op, 1)?);
    let made = While::build(&mut l.b, &inits, &types);
    region(l, op, made, 0, condition, &types, |l, results, args| {
        let [condition] = results[..] else {
            return Err(refuse(op, Refusal::Invalid, "needs one condition"));
        };
        let condition = l.element(op, condition)?;
        let operands: Vec<Value> = std::iter::once(condition).chain(args.iter().copied()).collect();
        l.b.op(Condition, &operands, &[], &[]);
        Ok(())
    })?;
    region(l, op, made, 1, body, &types, yielded)?;
    let results: Vec<Value> = l.b.body.results(made).collect();
    l.define_all(op, &results)
}

fn yielded(l: &mut Lower<'_, '_>, values: Vec<Value>, _: &[Value]) -> Done {
    loops::Yield::build(&mut l.b, &values);
    Ok(())
}

/// `stablehlo.if`
pub(super) fn conditional<'a>(l: &mut Lower<'a, '_>, op: OpRef<'a>) -> Done {
    let [condition] = l.exactly(op)?;
    let condition = l.element(op, condition)?;
    let types = (0..op.result_count()).map(|i| l.result_type(op, i)).collect::<Done<Vec<Type>>>()?;
    let made = If::build(&mut l.b, condition, &types);
    for i in 0..2 {
        let source = l.entry(op, i)?;
        region(l, op, made, i, source, &[], yielded)?;
    }
    let results: Vec<Value> = l.b.body.results(made).collect();
    l.define_all(op, &results)
}

/// `stablehlo.case`: numbers outside choose the last branch.
pub(super) fn case<'a>(l: &mut Lower<'a, '_>, op: OpRef<'a>) -> Done {
    let [selector] = l.exactly(op)?;
    if is_unsigned(l.ctx(), op.operand_type(0)) {
        return Err(refuse(op, Refusal::Invalid, "takes a signed integer"));
    }
    let selector = l.element(op, selector)?;
    let types = (0..op.result_count()).map(|i| l.result_type(op, i)).collect::<Done<Vec<Type>>>()?;
    let branches = l.src.regions(op.id()).len();
    if branches == 0 {
        return Err(refuse(op, Refusal::Invalid, "needs a branch"));
    }
    let cases: Vec<i64> = (0..branches as i64 - 1).collect();
    let cases = l.ctx().i64_array_attr(&cases);
    let made = l.b.op_with_regions(Switch, &[selector], &types, &[("cases", cases)], branches);
    for i in 0..branches {
        let source = l.entry(op, i)?;
        region(l, op, made, i, source, &[], yielded)?;
    }
    let results: Vec<Value> = l.b.body.results(made).collect();
    l.define_all(op, &results)
}

/// `stablehlo.map`: a region for the elements at each index, applied to whole tensors.
pub(super) fn map<'a>(l: &mut Lower<'a, '_>, op: OpRef<'a>) -> Done {
    let values = l.operands(op)?;
    let ty = l.result_type(op, 0)?;
    let source = l.entry(op, 0)?;
    let extents = tensor_extents(l, op, ty)?;
    let elem = l.ctx().elem_type(ty);
    let made = l.b.op(Compute, &[], &[ty], &[("box", l.ctx().extents_attr(&extents))]);
    let indices = vec![l.ctx().index(); extents.len()];
    let (entry, outer) = l.b.enter(made, 0, &indices);
    let indices: Vec<Value> = l.b.body.args(entry).collect();
    let args: Vec<Value> =
        values.iter().map(|v| tf_dialects::tensor::build::at_indices(&mut l.b, *v, &indices)).collect();
    let results = super::regions::scalars(l, op, source, &args)?;
    if results.len() != 1 || l.type_of(results[0]) != elem {
        return Err(refuse(op, Refusal::Invalid, "has a region that returns another type"));
    }
    tensor::Yield::build(&mut l.b, &results);
    l.b.cursor = outer;
    let value = l.b.body.result(made, 0);
    l.define_one(op, value)
}

/// The extents of a type as terms.
pub(super) fn tensor_extents(l: &Lower<'_, '_>, op: OpRef<'_>, ty: Type) -> Done<Vec<tf_ir::extent::Extent>> {
    let dims = l.ctx().dims(ty).unwrap_or_default();
    let extents: Option<Vec<_>> = dims.iter().map(|d| d.to_extent()).collect();
    extents.ok_or_else(|| refuse(op, Refusal::Unsupported, "has an extent without a name"))
}

/// `stablehlo.tuple`: remembered as the values it holds; nothing else may use it.
pub(super) fn tuple(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    if op.result_count() != 1 {
        return Err(refuse(op, Refusal::Invalid, "has one result"));
    }
    l.tuples.insert(op.result(0), op.operands().collect());
    Ok(())
}

/// `stablehlo.get_tuple_element`
pub(super) fn tuple_element(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let index = usize::try_from(super::attrs::int(op, "index")?).ok();
    let Some(parts) = (op.operand_count() == 1).then(|| l.tuples.get(&op.operand(0))).flatten() else {
        return Err(refuse(op, Refusal::Unsupported, "takes a tuple that no op of this function makes"));
    };
    let Some(part) = index.and_then(|at| parts.get(at)).copied() else {
        return Err(refuse(op, Refusal::Invalid, "asks for an element that the tuple does not have"));
    };
    if let Some(inner) = l.tuples.get(&part).cloned() {
        l.tuples.insert(op.result(0), inner);
        return Ok(());
    }
    let value = l.value(op, part)?;
    l.define_one(op, value)
}

/// `stablehlo.optimization_barrier`: its operands.
pub(super) fn barrier(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let values = l.operands(op)?;
    l.define_all(op, &values)
}

/// `stablehlo.custom_call`: those that only carry annotations are their operands.
pub(super) fn custom_call(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    /// How values are spread over devices, of which there is one here; and an identity that stops rewrites.
    const ANNOTATIONS: [&str; 4] =
        ["Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape", "annotate_device_placement"];
    let ctx = l.ctx();
    let target = match op.attr("call_target_name").map(|a| ctx.attr_data(a)) {
        Some(AttrData::String(name, _)) => ctx.text(*name),
        _ => "",
    };
    if ANNOTATIONS.contains(&target) && op.operand_count() == 1 {
        return barrier(l, op);
    }
    Err(refuse(op, Refusal::Unsupported, &format!("calls '{target}', which is outside the program")))
}
