//! Lowering of functions: destination-passing signature, entry and returns.

use super::{Counts, Lowered, Lowering, Result, SIGNATURE, access, share};
use crate::code::Code;
use rustc_hash::{FxHashMap, FxHashSet};
use tf_dialects::func::Return;
use tf_dialects::tensor::Compute;
use tf_dialects::tensor::bounds::large_extent;
use tf_dialects::tensor::transform::After;
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Cursor;
use tf_ir::codes;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::rewrite::Allowed;
use tf_ir::text::type_to_string;
use tf_ir::types::{Dim, Type, TypeData};

/// Lowers a function.
pub(super) fn lower(body: &mut Body, share_buffers: bool, allowed: Allowed<'_>) -> Result<Counts> {
    let root = body.root();
    let old = body.entry_block().expect("the caller checked that there is a body");
    let signature = check(body, old)?;
    settle_order(body);
    let reads = access::prove_reads(body);
    let extents = inner_extents(body, &signature);
    let (inputs, results) = memory_types(body.ctx(), &signature);
    let types: Vec<Type> = inputs.iter().chain(&results).copied().collect();
    let entry = body.add_block(body.region(root, 0), &types);
    let new_args: Vec<Value> = body.args(entry).collect();
    let old_args: Vec<Value> = body.args(old).collect();
    let loc = body.loc(root);
    let mut lowering = Lowering {
        code: Code::new(body, Cursor::End(entry), loc),
        jammed: Default::default(),
        values: FxHashMap::default(),
        destinations: FxHashMap::default(),
        reads,
        entry,
        last_alloc: None,
        constants: FxHashMap::default(),
        plan: None,
        stages: vec![entry],
        counts: Counts::default(),
        allowed,
    };
    lowering.bind_arguments(&old_args, &new_args);
    lowering.function_body(old, &new_args[old_args.len()..])?;
    let (mut counts, stages) = (lowering.counts, lowering.stages);
    body.erase_block(old);
    if share_buffers {
        counts.shared = allowed.counted("share-buffers", || share::share(body, entry, &stages));
    }
    counts.bytes = share::bytes(body, entry);
    let ctx = body.ctx().clone();
    body.set_attr(root, "function_type", ctx.type_attr(ctx.function(&types, &[])));
    body.set_attr(root, SIGNATURE, ctx.type_attr(signature.ty));
    if !extents.is_empty() {
        body.set_attr(root, EXTENTS, ctx.extents_attr(&extents));
    }
    move_positional_attributes(body, root, inputs.len(), results.len());
    Ok(counts)
}

/// Takes `tensor.after` away: from here on, code runs in the order it stands in.
fn settle_order(body: &mut Body) {
    for op in tf_ir::walk::preorder(body) {
        if body.is(op, After) {
            let value = body.operand(op, 0);
            body.replace(op, &[value]);
        }
    }
}

/// The attribute of a lowered function with the extents of the tensors in it that a call has to check: proofs rely on
/// their being neither negative nor huge.
const EXTENTS: &str = "tf.extents";

/// The extents of tensors and boxes in a function that its signature does not have, and the ends of folds and other values that are
/// extents and may be huge, in order of first use.
fn inner_extents(body: &Body, signature: &Signature) -> Vec<Extent> {
    let ctx = body.ctx();
    let extents = |ty: Type| ctx.dims(ty).unwrap_or_default().iter().filter_map(Dim::to_extent);
    let mut known: FxHashSet<Extent> =
        signature.inputs.iter().chain(&signature.results).flat_map(|ty| extents(*ty)).collect();
    let mut found = Vec::new();
    let mut add = |extent: Extent| {
        if extent.as_const().is_none() && known.insert(extent.clone()) {
            found.push(extent);
        }
    };
    for op in tf_ir::walk::preorder(body) {
        body.results(op)
            .filter(|v| ctx.is_tensor(body.ty(*v)))
            .for_each(|v| extents(body.ty(v)).for_each(&mut add));
        if let Some(compute) = body.cast(op, Compute) {
            compute.extents().iter().cloned().for_each(&mut add);
        }
        // They may be below 0, where a fold has no trips.
        let end = large_extent(body.op(op));
        end.and_then(|end| end.maximum(&Extent::constant(0)).ok()).into_iter().for_each(&mut add);
    }
    found
}

/// A tensor signature.
struct Signature {
    ty: Type,
    inputs: Vec<Type>,
    results: Vec<Type>,
}

/// Checks that the function has the form that is lowered: one block, every extent named.
fn check(body: &Body, entry: Block) -> Result<Signature> {
    let (ctx, root) = (body.ctx(), body.op(body.root()));
    let ty = root.attr("function_type").and_then(|a| ctx.attr_type(a));
    let Some(TypeData::Function { inputs, results }) = ty.map(|ty| ctx.type_data(ty)) else {
        return Err(root.error("has no function type"));
    };
    if body.next_block(entry).is_some() {
        return Err(root.error("has branches between blocks: only structured control flow becomes loops"));
    }
    if let Some(unnamed) = inputs.iter().chain(results).find(|ty| has_unnamed(ctx, **ty)) {
        return Err(unnamed_error(root.error(""), ctx, *unnamed));
    }
    for op in tf_ir::walk::preorder(body) {
        if let Some(result) = body.results(op).find(|v| has_unnamed(ctx, body.ty(*v))) {
            return Err(unnamed_error(body.op(op).error(""), ctx, body.ty(result)));
        }
    }
    let ty = ty.expect("matched above");
    Ok(Signature { ty, inputs: inputs.to_vec(), results: results.to_vec() })
}

fn unnamed_error(error: Diagnostic, ctx: &Context, ty: Type) -> Diagnostic {
    let ty = type_to_string(ctx, ty);
    Diagnostic {
        message: format!("{}uses {ty}, which has an unnamed extent: run name-extents first", error.message),
        ..error.code(&codes::UNNAMED_EXTENT)
    }
}

fn has_unnamed(ctx: &Context, ty: Type) -> bool {
    ctx.dims(ty).is_some_and(|dims| dims.contains(&Dim::Unknown))
}

/// The memref that holds a tensor; other types stay.
pub(super) fn memory_type(ctx: &Context, ty: Type) -> Type {
    match ctx.type_data(ty) {
        TypeData::Tensor { dims, elem, .. } => ctx.memref(dims.clone(), *elem),
        _ => ty,
    }
}

/// Types of arguments, and of the trailing arguments that are results: a scalar becomes a memref of rank 0.
fn memory_types(ctx: &Context, signature: &Signature) -> (Vec<Type>, Vec<Type>) {
    let result = |ty: &Type| match ctx.is_tensor(*ty) {
        true => memory_type(ctx, *ty),
        false => ctx.memref(Vec::new(), *ty),
    };
    let inputs = signature.inputs.iter().map(|ty| memory_type(ctx, *ty)).collect();
    (inputs, signature.results.iter().map(result).collect())
}

/// Results are arguments now: their attributes follow those of the arguments.
fn move_positional_attributes(body: &mut Body, root: Op, inputs: usize, outputs: usize) {
    let ctx = body.ctx().clone();
    let [args, results] = ["arg_attrs", "res_attrs"].map(|name| body.remove_attr(root, name));
    if args.is_none() && results.is_none() {
        return;
    }
    let list = |attrs: Option<Attribute>, count: usize| match attrs.and_then(|a| ctx.attr_array(a)) {
        Some(list) => list.to_vec(),
        None => vec![ctx.dict_attr(&[]); count],
    };
    let all = [list(args, inputs), list(results, outputs)].concat();
    body.set_attr(root, "arg_attrs", ctx.array_attr(&all));
}

impl Lowering<'_> {
    fn bind_arguments(&mut self, old: &[Value], new: &[Value]) {
        for (old, new) in old.iter().zip(new) {
            let lowered = match self.ctx().is_tensor(self.ty(*old)) {
                true => Lowered::Buffer(*new),
                false => Lowered::Scalar(*new),
            };
            self.set(*old, lowered);
        }
    }

    /// Lowers the body; `outputs` are the arguments that results go to.
    fn function_body(&mut self, block: Block, outputs: &[Value]) -> Result<()> {
        let end = self.body().last(block).expect("verified blocks end with a terminator");
        if !self.body().is(end, Return) {
            return Err(self.error(end, "does not end a function that can be lowered"));
        }
        let returned = self.operands(end);
        let direct = self.direct(block, &returned).into_iter();
        let direct: Vec<bool> = direct.map(|direct| direct && self.allowed.allows("returned")).collect();
        for ((value, output), direct) in returned.iter().zip(outputs).zip(&direct) {
            if *direct {
                self.destinations.insert(*value, *output);
                self.forward_destination(block, *value, &[]);
            }
        }
        self.block(block)?;
        for ((value, output), direct) in returned.iter().zip(outputs).zip(direct) {
            if !direct {
                self.write(*value, *output)?;
            }
        }
        Return::build(&mut self.code.b, &[]);
        Ok(())
    }
}
