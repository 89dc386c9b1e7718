//! The kinds of cuts, from the coarse to the fine.

use super::{ops, types};
use std::ops::Range;
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::{Body, Op};
use tf_ir::context::Context;
use tf_ir::interfaces::FunctionLike;
use tf_ir::walk::{preorder, walk_bodies, walk_bodies_mut};

/// A kind of cut that makes a module smaller, at numbered candidates.
pub(super) struct Reduction {
    /// The number of candidates.
    pub(super) count: fn(&Body) -> usize,
    /// Cuts at the candidates with these indices; false if nothing changed.
    pub(super) apply: fn(&mut Body, Range<usize>) -> bool,
}

/// All kinds.
pub(super) const CUTS: &[Reduction] = &[
    Reduction { count: functions, apply: delete_functions },
    Reduction { count: functions, apply: empty_functions },
    Reduction { count: ops::count, apply: ops::delete },
    Reduction { count: ops::count, apply: ops::unwrap },
    Reduction { count: results, apply: drop_results },
    Reduction { count: arguments, apply: drop_arguments },
    Reduction { count: discardable, apply: drop_discardable },
    Reduction { count: optional, apply: drop_optional },
    Reduction { count: constants, apply: zero_constants },
    Reduction { count: types::count, apply: types::to_one },
    Reduction { count: types::count, apply: types::halve },
];

fn functions(module: &Body) -> usize {
    module.child_ops().len()
}

fn delete_functions(module: &mut Body, range: Range<usize>) -> bool {
    let gone: Vec<Op> = module.child_ops().drain(..).skip(range.start).take(range.len()).collect();
    gone.iter().for_each(|op| module.erase(*op));
    !gone.is_empty()
}

/// Makes functions declarations.
fn empty_functions(module: &mut Body, range: Range<usize>) -> bool {
    let ops: Vec<Op> = module.child_ops().drain(..).skip(range.start).take(range.len()).collect();
    let private = module.ctx().string_attr("private");
    let mut changed = false;
    for op in ops {
        let Some(body) = module.child_mut(op) else { continue };
        let root = body.root();
        if body.info(root).interface::<dyn FunctionLike>().is_none() || body.entry_block().is_none() {
            continue;
        }
        let region = body.region(root, 0);
        body.clear_region(region);
        body.set_attr(root, "sym_visibility", private);
        changed = true;
    }
    changed
}

/// Visits the functions with a body: the index of its first candidate, and the function.
fn each_function(
    module: &mut Body,
    places: fn(&Body) -> usize,
    range: &Range<usize>,
    visit: &mut dyn FnMut(&mut Body, Range<usize>),
) {
    let mut first = 0;
    walk_bodies_mut(module, &mut |body| {
        let count = places(body);
        let (start, end) = (range.start.max(first), range.end.min(first + count));
        if start < end {
            visit(body, start - first..end - first);
        }
        first += count;
    });
}

fn signature(body: &Body) -> Option<(Vec<tf_ir::types::Type>, Vec<tf_ir::types::Type>)> {
    let root = body.op(body.root());
    let function = root.info().interface::<dyn FunctionLike>()?;
    body.entry_block()?;
    function.signature(root).map(|(inputs, results)| (inputs.to_vec(), results.to_vec()))
}

fn own_results(body: &Body) -> usize {
    signature(body).map_or(0, |(_, results)| results.len())
}

fn own_arguments(body: &Body) -> usize {
    signature(body).map_or(0, |(inputs, _)| inputs.len())
}

fn total(module: &Body, places: fn(&Body) -> usize) -> usize {
    let mut count = 0;
    walk_bodies(module, &mut |body| count += places(body));
    count
}

fn results(module: &Body) -> usize {
    total(module, own_results)
}

fn arguments(module: &Body) -> usize {
    total(module, own_arguments)
}

fn drop_results(module: &mut Body, range: Range<usize>) -> bool {
    each_function(module, own_results, &range, &mut |body, gone| {
        let Some((inputs, results)) = signature(body) else { return };
        let kept = |i: usize| !gone.contains(&i);
        let left: Vec<_> = results.iter().enumerate().filter(|(i, _)| kept(*i)).map(|(_, ty)| *ty).collect();
        let root = body.root();
        let Some(function) = body.info(root).interface::<dyn FunctionLike>() else { return };
        let return_op = function.return_op();
        let mut returns = preorder(body);
        returns.retain(|op| body.is(*op, return_op));
        for op in returns {
            let values: Vec<_> =
                body.operands(op).enumerate().filter(|(i, _)| kept(*i)).map(|(_, value)| value).collect();
            body.set_operands(op, &values);
        }
        set_signature(body, &inputs, &left, "res_attrs");
    });
    !range.is_empty()
}

fn drop_arguments(module: &mut Body, range: Range<usize>) -> bool {
    let mut changed = false;
    each_function(module, own_arguments, &range, &mut |body, gone| {
        let (Some((mut inputs, results)), Some(entry)) = (signature(body), body.entry_block()) else {
            return;
        };
        for i in gone.rev() {
            if i < inputs.len() && body.is_unused(body.arg(entry, i)) {
                body.erase_arg(entry, i);
                inputs.remove(i);
                changed = true;
            }
        }
        set_signature(body, &inputs, &results, "arg_attrs");
    });
    changed
}

fn set_signature(
    body: &mut Body,
    inputs: &[tf_ir::types::Type],
    results: &[tf_ir::types::Type],
    attrs: &str,
) {
    let (ctx, root) = (body.ctx().clone(), body.root());
    let ty = ctx.type_attr(ctx.function(inputs, results));
    body.set_attr(root, "function_type", ty);
    body.remove_attr(root, attrs);
}

/// The attributes of all ops of a body, with the names that `pick` chooses.
fn named(body: &Body, pick: fn(&Body, Op) -> Vec<String>) -> Vec<(Op, String)> {
    let ops = std::iter::once(body.root()).chain(preorder(body));
    let ops = ops.filter(|op| body.child(*op).is_none());
    ops.flat_map(|op| pick(body, op).into_iter().map(move |name| (op, name))).collect()
}

fn discardable_names(body: &Body, op: Op) -> Vec<String> {
    body.discardable(op).map(|(name, _)| body.ctx().text(name).to_string()).collect()
}

fn optional_names(body: &Body, op: Op) -> Vec<String> {
    let info = body.info(op);
    let given = |name: &str| info.slot(name).is_some_and(|slot| body.slot(op, slot).is_some());
    let may_go = info.attrs.iter().filter(|spec| spec.optional || spec.default.is_some());
    may_go.filter(|spec| given(spec.name)).map(|spec| spec.name.to_string()).collect()
}

fn discardable(module: &Body) -> usize {
    total(module, |body| named(body, discardable_names).len())
}

fn optional(module: &Body) -> usize {
    total(module, |body| named(body, optional_names).len())
}

fn drop_named(body: &mut Body, pick: fn(&Body, Op) -> Vec<String>, range: Range<usize>) {
    for (op, name) in named(body, pick).drain(range) {
        body.remove_attr(op, &name);
    }
}

fn drop_discardable(module: &mut Body, range: Range<usize>) -> bool {
    let places = |body: &Body| named(body, discardable_names).len();
    each_function(module, places, &range, &mut |body, range| drop_named(body, discardable_names, range));
    !range.is_empty()
}

fn drop_optional(module: &mut Body, range: Range<usize>) -> bool {
    let places = |body: &Body| named(body, optional_names).len();
    each_function(module, places, &range, &mut |body, range| drop_named(body, optional_names, range));
    !range.is_empty()
}

/// The simplest attribute of the same type, if this is a different numeric one.
fn zero(ctx: &Context, attr: Attribute) -> Option<Attribute> {
    let simple = match ctx.attr_data(attr) {
        AttrData::Integer(ty, _) => ctx.int_attr(*ty, 0),
        AttrData::Float(ty, _) => ctx.float_attr(*ty, 0.0),
        AttrData::Dense(dense) => {
            let bits = ctx.scalar_width(ctx.elem_type(dense.ty))?;
            ctx.splat_attr(dense.ty, vec![0; bits.div_ceil(8) as usize])
        }
        _ => return None,
    };
    (simple != attr).then_some(simple)
}

/// Numeric attributes: op, slot, and a simpler value.
fn numbers(body: &Body) -> Vec<(Op, usize, Attribute)> {
    let mut found = Vec::new();
    for op in preorder(body).into_iter().filter(|op| body.child(*op).is_none()) {
        for slot in 0..body.info(op).attrs.len() {
            let simple = body.slot(op, slot).and_then(|attr| zero(body.ctx(), attr));
            found.extend(simple.map(|simple| (op, slot, simple)));
        }
    }
    found
}

fn constants(module: &Body) -> usize {
    total(module, |body| numbers(body).len())
}

fn zero_constants(module: &mut Body, range: Range<usize>) -> bool {
    each_function(module, |body| numbers(body).len(), &range, &mut |body, range| {
        for (op, slot, simple) in numbers(body).drain(range) {
            body.set_slot(op, slot, Some(simple));
        }
    });
    !range.is_empty()
}
