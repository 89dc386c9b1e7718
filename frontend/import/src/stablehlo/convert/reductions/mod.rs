//! Reductions: `stablehlo.reduce`, and in submodules windows, products, convolutions and sorts.

pub(in crate::stablehlo) mod contract;
pub(in crate::stablehlo) mod conv;
pub(in crate::stablehlo) mod dynamic_window;
pub(in crate::stablehlo) mod select_and_scatter;
pub(in crate::stablehlo) mod sort;
pub(in crate::stablehlo) mod window;

use super::attrs::axes;
use super::lower::{Done, Lower, invalid};
use super::regions::{combiner, simple_kinds};
use super::types::dtype_of;
use tf_dialects::arith;
use tf_dialects::tensor::constraints::kinds_attr;
use tf_dialects::tensor::running_window::Running;
use tf_dialects::tensor::scan::Scan;
use tf_dialects::tensor::{self, CombiningKind};
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::{Block, Body, Value};
use tf_ir::kind::WhichOp;
use tf_ir::opref::OpRef;
use tf_ir::types::Type;

/// `stablehlo.reduce`: uses combining kinds if the region is one op per accumulator, else the region as the
/// combiner.
pub(in crate::stablehlo) fn reduce<'a>(l: &mut Lower<'a, '_>, op: OpRef<'a>) -> Done {
    let values = l.operands(op)?;
    let n = values.len() / 2;
    if n == 0 || values.len() != 2 * n {
        return Err(invalid(op, "takes an initial value for each operand"));
    }
    l.tensors_only(op)?;
    let (inputs, inits) = values.split_at(n);
    let dims: Vec<i64> =
        axes(op, "dimensions", l.rank(op, 0)?)?.into_iter().map(|axis| axis as i64).collect();
    let dims = l.ctx().i64_array_attr(&dims);
    let types = l.result_types(op)?;
    let source = l.entry(op, 0)?;
    let results = match simple_kinds(l.src, source, n) {
        Some(kinds) => with_kinds(l, &kinds, inputs, inits, dims, &types),
        None => {
            let made = with_region(l, op, inputs, inits, &types, &[("dims", dims)], tensor::Reduce)?;
            l.b.body.results(made).collect()
        }
    };
    l.define_all(op, &results)
}

/// Whether a sum or product of narrow floats accumulates in f32.
fn widens(l: &Lower<'_, '_>, kind: CombiningKind, value: Value) -> bool {
    let dtype = l.dtype(value);
    matches!(kind, CombiningKind::Add | CombiningKind::Mul) && dtype.is_float() && dtype.bits() < 32
}

fn with_kinds(
    l: &mut Lower<'_, '_>,
    kinds: &[CombiningKind],
    inputs: &[Value],
    inits: &[Value],
    dims: Attribute,
    types: &[Type],
) -> Vec<Value> {
    let ctx = l.ctx();
    let mut operands = Vec::new();
    let mut results = Vec::new();
    for ((kind, input), ty) in kinds.iter().zip(inputs).zip(types) {
        let wide = widens(l, *kind, *input);
        operands.push(if wide { l.cast(arith::Extf, *input, ctx.f32()) } else { *input });
        results.push(if wide { ctx.with_elem(*ty, ctx.f32()) } else { *ty });
    }
    let attrs = [("kinds", kinds_attr(ctx, kinds)), ("dims", dims)];
    let made = l.b.op(tensor::Reduce, &operands, &results, &attrs);
    l.close(made);
    let reduced: Vec<Value> = l.b.body.results(made).collect();
    let from = reduced.into_iter().zip(inits).zip(kinds).zip(types);
    from.map(|(((value, init), kind), ty)| started(l, *kind, value, *init, *ty)).collect()
}

/// A reduction from the identity; its result is combined with the initial value and rounded to the result
/// type.
pub(super) fn started(
    l: &mut Lower<'_, '_>,
    kind: CombiningKind,
    value: Value,
    init: Value,
    ty: Type,
) -> Value {
    let ctx = l.ctx();
    let dtype = dtype_of(ctx, ty);
    let op = kind.op(dtype).expect("the kind is of the element type's class");
    let (elem, wide) = (ctx.elem_type(ty), l.type_of(value));
    let value = if is_identity(l, kind, init) {
        value
    } else {
        let wide_elem = ctx.elem_type(wide);
        let init = l.cast(arith::Extf, init, wide_elem);
        let init = l.repeat(init, wide);
        l.apply(op, &[init, value])
    };
    l.cast(arith::Truncf, value, elem)
}

/// True if an initial value is the constant identity of its kind.
pub(super) fn is_identity(l: &Lower<'_, '_>, kind: CombiningKind, init: Value) -> bool {
    let Some(identity) = kind.identity(l.dtype(init)) else { return false };
    let constant = l.b.body.def_op(init).and_then(|op| l.b.body.op(op).constant());
    match constant.map(|a| l.ctx().attr_data(a)) {
        Some(AttrData::Dense(data)) if data.splat => {
            let bits = identity.bits().to_le_bytes();
            data.bytes[..] == bits[..data.bytes.len().min(8)]
        }
        _ => false,
    }
}

/// An op on inputs and scalar initial values with the region as its combiner.
pub(super) fn with_region<'a>(
    l: &mut Lower<'a, '_>,
    op: OpRef<'a>,
    inputs: &[Value],
    inits: &[Value],
    types: &[Type],
    attrs: &[(&str, Attribute)],
    what: impl WhichOp,
) -> Done<tf_ir::body::Op> {
    let source = l.entry(op, 0)?;
    let mut operands = inputs.to_vec();
    for init in inits {
        operands.push(l.element(op, *init)?);
    }
    let made = l.b.op_with_regions(what, &operands, types, attrs, 1);
    let elems: Vec<Type> = inits.iter().map(|v| l.ctx().elem_type(l.type_of(*v))).collect();
    combiner(l, op, made, 0, source, &[&elems[..], &elems].concat())?;
    l.close(made);
    Ok(made)
}

/// A scan of inputs from initial values with the region as its combiner. In a reverse scan, an element is the
/// left operand and the state of the elements after it the right one.
pub(super) fn scan_with_region<'a>(
    l: &mut Lower<'a, '_>,
    op: OpRef<'a>,
    inputs: &[Value],
    inits: &[Value],
    types: &[Type],
    running: Running,
) -> Done<tf_ir::body::Op> {
    let ctx = l.ctx().clone();
    let mut attrs = vec![("dim", ctx.i64_attr(running.axis as i64))];
    let set = [("reverse", running.reverse), ("exclusive", running.exclusive)];
    attrs.extend(set.into_iter().filter(|(_, is)| *is).map(|(name, _)| (name, ctx.unit_attr())));
    let made = with_region(l, op, inputs, inits, types, &attrs, Scan)?;
    if running.reverse {
        let block = l.b.body.entry(l.b.body.region(made, 0)).expect("it was just filled");
        exchange_halves(l.b.body, block);
    }
    Ok(made)
}

/// Exchanges the uses of the first and the second half of a block's arguments.
fn exchange_halves(body: &mut Body, block: Block) {
    let args: Vec<Value> = body.args(block).collect();
    let (first, second) = args.split_at(args.len() / 2);
    for (a, b) in first.iter().zip(second) {
        let (of_a, of_b): (Vec<_>, Vec<_>) = (body.uses(*a).collect(), body.uses(*b).collect());
        of_a.into_iter().for_each(|u| body.set_operand(u.op, u.operand, *b));
        of_b.into_iter().for_each(|u| body.set_operand(u.op, u.operand, *a));
    }
}
