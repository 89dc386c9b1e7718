//! Calls, loops, conditionals and tuples; calls of the library, and ops about devices.

pub(in crate::stablehlo) mod collectives;
mod fourier;
mod library;
pub(in crate::stablehlo) mod linalg;

use super::function::signature;
use super::lower::{Done, Form, Lower, invalid, unsupported};
use super::reductions::dynamic_window::{REDUCE_WINDOW, reduce_window};
use super::regions::{block, return_of, scalars};
use super::shapes::{ASSERTION, assertion, is_polymorphic};
use super::types::is_unsigned;
use fourier::Transform;
use tf_dialects::func;
use tf_dialects::loops::{self, Condition, If, Switch, While};
use tf_dialects::tensor::build;
use tf_ir::attr::AttrData;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::opref::OpRef;
use tf_ir::rewrite::Rebuild;
use tf_ir::types::Type;

/// A deeper nesting of calls is recursion.
const MAX_CALLS: usize = 64;

/// `func.call`
pub(super) fn func_call(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    call(l, op, callee(op, "callee")?)
}

/// `stablehlo.composite`: its decomposition.
pub(in crate::stablehlo) fn composite(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    call(l, op, callee(op, "decomposition")?)
}

/// A call of a function in the module.
fn call(l: &mut Lower<'_, '_>, op: OpRef<'_>, callee: &str) -> Done {
    let values = l.operands(op)?;
    let Some(function) = l.functions.get(callee).copied() else {
        return Err(invalid(op, format!("calls '{callee}', which is not a function of the module")));
    };
    if l.scalar || is_polymorphic(function) {
        return inline(l, op, function, &values);
    }
    let (inputs, results) = signature(l.ctx(), function).unwrap_or_default();
    if inputs.len() != values.len() || results.len() != op.result_count() {
        return Err(invalid(op, "calls a function with another number of arguments or results"));
    }
    let types = l.result_types(op)?;
    let made = func::build_call(&mut l.b, callee, &values, &types);
    l.define_from(op, made)
}

/// The callee of a call or a composite.
fn callee<'a>(op: OpRef<'a>, attr: &str) -> Done<&'a str> {
    let name = op.attr(attr).and_then(|a| op.ctx().attr_symbol(a));
    name.ok_or_else(|| invalid(op, format!("needs a symbol as its attribute '{attr}'")))
}

/// Inlines a function: in regions on elements, and if its extents depend on the call.
fn inline<'a>(l: &mut Lower<'a, '_>, op: OpRef<'_>, function: &'a Body, values: &[Value]) -> Done {
    if l.calls >= MAX_CALLS {
        return Err(unsupported(op, "calls itself"));
    }
    let Some(entry) = function.entry_block() else {
        return Err(unsupported(op, "calls a function without a body"));
    };
    let numbers = function.args(entry).zip(op.operands()).filter_map(|(arg, value)| {
        let known = l.numbers.get(&value).cloned()?;
        Some((arg, known))
    });
    let numbers = numbers.collect();
    // Value ids of another body may be the same.
    let outer = (
        std::mem::replace(&mut l.src, function),
        std::mem::take(&mut l.forms),
        std::mem::replace(&mut l.numbers, numbers),
    );
    let place = op.loc().or_called_at(op.ctx(), l.caller);
    let caller = std::mem::replace(&mut l.caller, place);
    l.calls += 1;
    let results = block(l, op, entry, values).map_err(|mut error| {
        error.diagnostic.loc = error.diagnostic.loc.or_called_at(op.ctx(), place);
        error
    });
    l.calls -= 1;
    l.caller = caller;
    let returned: Vec<Value> =
        return_of(function, entry).map(|end| end.operands().collect()).unwrap_or_default();
    let known: Vec<_> = returned.iter().map(|value| l.numbers.get(value).cloned()).collect();
    (l.src, l.forms, l.numbers) = outer;
    l.define_all(op, &results?)?;
    let known = op.results().zip(known).filter_map(|(result, known)| Some((result, known?)));
    l.numbers.extend(known);
    Ok(())
}

/// Fills region `i` of a new op from a source region; `end` builds the terminator from the values.
fn region<'a>(
    l: &mut Lower<'a, '_>,
    owner: OpRef<'a>,
    made: Op,
    i: usize,
    types: &[Type],
    end: impl FnOnce(&mut Lower<'a, '_>, &[Value], &[Value]) -> Done,
) -> Done {
    let source: Block = l.entry(owner, i)?;
    l.region(made, i, types, |l, args| {
        let results = block(l, owner, source, if l.src.arg_count(source) == 0 { &[] } else { args })?;
        end(l, &results, args)
    })
}

/// `stablehlo.while`
pub(in crate::stablehlo) fn while_loop<'a>(l: &mut Lower<'a, '_>, op: OpRef<'a>) -> Done {
    let inits = l.operands(op)?;
    let types: Vec<Type> = inits.iter().map(|v| l.type_of(*v)).collect();
    let made = While::build(&mut l.b, &inits, &types);
    region(l, op, made, 0, &types, |l, results, args| {
        let [condition] = results[..] else { return Err(invalid(op, "needs one condition")) };
        let condition = l.element(op, condition)?;
        l.b.op(Condition, &[&[condition], args].concat(), &[], &[]);
        Ok(())
    })?;
    region(l, op, made, 1, &types, |l, values, _| yielded(l, values, &types))?;
    l.define_from(op, made)
}

/// Ends a region with values of these types, up to extents with other names.
fn yielded(l: &mut Lower<'_, '_>, values: &[Value], types: &[Type]) -> Done {
    let settle = |(i, value): (usize, &Value)| types.get(i).map_or(*value, |ty| l.in_extents_of(*value, *ty));
    let values: Vec<Value> = values.iter().enumerate().map(settle).collect();
    loops::Yield::build(&mut l.b, &values);
    Ok(())
}

/// Fills the regions of a conditional; the first branch determines extents of the results that have no name.
fn branches<'a>(l: &mut Lower<'a, '_>, op: OpRef<'a>, made: Op, count: usize) -> Done {
    let results: Vec<Value> = l.b.body.results(made).collect();
    for i in 0..count {
        region(l, op, made, i, &[], |l, values, _| {
            for (result, value) in results.iter().zip(values) {
                if l.is_open(l.type_of(*result)) {
                    let ty = l.type_of(*value);
                    l.b.body.set_ty(*result, ty);
                }
            }
            let types: Vec<Type> = results.iter().map(|v| l.type_of(*v)).collect();
            yielded(l, values, &types)
        })?;
    }
    l.define_from(op, made)
}

/// `stablehlo.if`
pub(in crate::stablehlo) fn conditional<'a>(l: &mut Lower<'a, '_>, op: OpRef<'a>) -> Done {
    let [condition] = l.exactly(op)?;
    let condition = l.element(op, condition)?;
    let types = l.result_types(op)?;
    let made = If::build(&mut l.b, condition, &types);
    branches(l, op, made, 2)
}

/// `stablehlo.case`: an index out of range selects the last branch.
pub(in crate::stablehlo) fn case<'a>(l: &mut Lower<'a, '_>, op: OpRef<'a>) -> Done {
    let [selector] = l.exactly(op)?;
    if is_unsigned(l.ctx(), op.operand_type(0)) {
        return Err(invalid(op, "takes a signed integer"));
    }
    let selector = l.element(op, selector)?;
    let types = l.result_types(op)?;
    let count = l.src.regions(op.id()).len();
    if count == 0 {
        return Err(invalid(op, "needs a branch"));
    }
    let cases: Vec<i64> = (0..count as i64 - 1).collect();
    let cases = l.ctx().i64_array_attr(&cases);
    let made = l.b.op_with_regions(Switch, &[selector], &types, &[("cases", cases)], count);
    branches(l, op, made, count)
}

/// `stablehlo.map`: applies a region on elements to whole tensors.
pub(in crate::stablehlo) fn map<'a>(l: &mut Lower<'a, '_>, op: OpRef<'a>) -> Done {
    let values = l.operands(op)?;
    let ty = l.result_type(op, 0)?;
    let ty = match values.first() {
        Some(value) if l.is_open(ty) => l.ctx().with_elem(l.type_of(*value), l.ctx().elem_type(ty)),
        _ => ty,
    };
    let source = l.entry(op, 0)?;
    let elem = l.ctx().elem_type(ty);
    let value = l.compute(op, ty, |l, at| {
        let args: Vec<Value> = values.iter().map(|v| build::at_indices(&mut l.b, *v, at)).collect();
        match scalars(l, op, source, &args)?[..] {
            [value] if l.type_of(value) == elem => Ok(value),
            _ => Err(invalid(op, "has a region that returns another type")),
        }
    })?;
    l.define_one(op, value)
}

/// `stablehlo.tuple`: recorded as its elements; only `get_tuple_element` may use it.
pub(in crate::stablehlo) fn tuple(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    if op.result_count() != 1 {
        return Err(invalid(op, "has one result"));
    }
    l.forms.set(op.result(0), Form::Tuple(op.operands().collect()));
    Ok(())
}

/// `stablehlo.get_tuple_element`
pub(in crate::stablehlo) fn tuple_element(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let index = usize::try_from(super::attrs::int(op, "index")?).ok();
    let Some(Form::Tuple(parts)) = (op.operand_count() == 1).then(|| l.forms.get(op.operand(0))).flatten()
    else {
        return Err(unsupported(op, "takes a tuple that was not built in this function"));
    };
    let Some(part) = index.and_then(|at| parts.get(at)).copied() else {
        return Err(invalid(op, "reads an element that the tuple does not have"));
    };
    if let Some(inner @ Form::Tuple(_)) = l.forms.get(part).cloned() {
        l.forms.set(op.result(0), inner);
        return Ok(());
    }
    let value = l.value(op, part)?;
    l.define_one(op, value)
}

/// `stablehlo.optimization_barrier`: its operands.
pub(in crate::stablehlo) fn barrier(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let values = l.operands(op)?;
    l.define_all(op, &values)
}

/// `stablehlo.custom_call`: annotations are replaced by their operands; other targets are functions of the
/// library.
pub(in crate::stablehlo) fn custom_call<'a>(l: &mut Lower<'a, '_>, op: OpRef<'a>) -> Done {
    /// Sharding annotations, which are no-ops on a single device; and an identity that blocks rewrites.
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
    if target == ASSERTION {
        return assertion(l, op);
    }
    if target == REDUCE_WINDOW {
        return reduce_window(l, op);
    }
    if let Some(name) = target.strip_prefix("tensorforge.") {
        return match Transform::of(name) {
            Some(transform) => transform.call(l, op),
            None => library::call(l, op, name),
        };
    }
    Err(unsupported(op, format!("calls '{target}', which is outside the program{}", explained(target))))
}

/// The source of calls whose names users do not write.
fn explained(target: &str) -> &'static str {
    match target {
        "tensorforge" => ": jax.jit calls a tensorforge program here; call the program's JAX code instead",
        "xla_ffi_python_cpu_callback"
        | "xla_python_cpu_callback"
        | "xla_ffi_partitioned_python_cpu_callback" => {
            ": it is Python code, called by jax.pure_callback, jax.debug.print or the like"
        }
        _ => "",
    }
}
