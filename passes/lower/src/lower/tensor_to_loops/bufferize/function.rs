//! Bufferization of functions: destination-passing signature, entry and returns.

use super::super::client::{Client, Result};
use super::super::signature::Signature;
use super::dependence::Conditions;
use super::lowering::{Counts, Lowering, Start, memory_type};
use super::{arena, share};
use rustc_hash::{FxHashMap, FxHashSet};
use tf_dialects::func::routine::routine_of;
use tf_dialects::func::{Return, function_parts};
use tf_dialects::gpu::Gpu;
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Cursor;
use tf_ir::context::Context;
use tf_ir::effects::is_dead;
use tf_ir::rewrite::{Allowed, Rebuild};
use tf_ir::types::Type;
use tf_ir::walk::preorder;
use tf_passes_common::code::folding_builder::FoldingBuilder;
use tf_passes_common::code::marks::SIGNATURE;
use tf_passes_common::code::stated::EXTENTS;

/// The options of the pass.
#[derive(Clone, Copy)]
pub struct Settings {
    /// True if temporaries with disjoint live ranges share memory.
    pub share_buffers: bool,
    /// Conditions under which a nest may read the tensor that it updates in place.
    pub conditions: Conditions,
}

/// Bufferizes a function.
pub fn bufferize(body: &mut Body, settings: Settings, allowed: Allowed<'_>) -> Result<Counts> {
    let Settings { share_buffers, conditions } = settings;
    // Dead tensors would become stores, which nothing removes later.
    erase_dead(body);
    let root = body.root();
    let old = body.entry_block().expect("the caller checked that there is a body");
    let signature = Signature::of(body, old)?;
    let (inputs, results) = memory_types(body.ctx(), &signature);
    let types: Vec<Type> = inputs.iter().chain(&results).copied().collect();
    let entry = body.add_block(body.region(root, 0), &types);
    let new_args: Vec<Value> = body.args(entry).collect();
    let old_args: Vec<Value> = body.args(old).collect();
    let loc = body.loc(root);
    let mut lowering = Lowering {
        code: FoldingBuilder::new(body, Cursor::End(entry), loc),
        forms: Default::default(),
        destinations: FxHashMap::default(),
        entry: Start { block: entry, last: None },
        trips: None,
        shared: Vec::new(),
        shared_copies: 0,
        lent: FxHashSet::default(),
        constants: FxHashMap::default(),
        in_nest: false,
        once: false,
        stages: vec![entry],
        counts: Counts::default(),
        conditions,
        allowed,
    };
    lowering.bind(&old_args, &new_args);
    lowering.function_body(old, &new_args[old_args.len()..])?;
    let (mut counts, stages) = (lowering.counts, lowering.stages);
    body.erase_block(old);
    if share_buffers {
        counts.shared = allowed.counted("share-buffers", || share::share(body, entry, &stages));
        // Device buffers cannot be parts of a larger one.
        if Gpu::of(body).is_none() {
            counts.packed = allowed.counted("arena", || arena::plan(body, entry, &stages));
        }
    }
    counts.bytes = arena::bytes(body, entry);
    let ctx = body.ctx().clone();
    body.set_attr(root, "function_type", ctx.type_attr(ctx.function(&types, &[])));
    let extents = body.remove_attr(root, EXTENTS);
    body.set_attr(root, SIGNATURE, ctx.type_attr(signature.ty));
    extents.into_iter().for_each(|extents| body.set_attr(root, EXTENTS, extents));
    move_positional_attributes(body, root, inputs.len(), results.len());
    Ok(counts)
}

/// Gives the declaration of a routine the signature of its code on memory; false for other functions.
pub fn declare_routine(body: &mut Body) -> bool {
    let (ctx, root) = (body.ctx().clone(), body.root());
    let is_declared = body.entry_block().is_none() && routine_of(body.op(root)).is_some();
    if !is_declared || body.attr(root, SIGNATURE).is_some() {
        return false;
    }
    let ty = body.attr(root, "function_type").and_then(|attr| ctx.attr_type(attr));
    let Some((ty, (inputs, results))) = ty.and_then(|ty| Some((ty, function_parts(&ctx, ty)?))) else {
        return false;
    };
    let signature = Signature { ty, inputs: inputs.to_vec(), results: results.to_vec() };
    let (inputs, results) = memory_types(&ctx, &signature);
    let types = [inputs, results].concat();
    body.set_attr(root, "function_type", ctx.type_attr(ctx.function(&types, &[])));
    body.set_attr(root, SIGNATURE, ctx.type_attr(ty));
    true
}

/// The types of the arguments, and of the trailing arguments for results: a scalar becomes a memref of rank
/// 0.
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
    /// Lowers the body; `outputs` are the arguments that receive the results.
    fn function_body(&mut self, block: Block, outputs: &[Value]) -> Result<()> {
        let end = self.source().last(block).expect("verified blocks end with a terminator");
        if !self.source().is(end, Return) {
            return Err(self.refuse(end, "does not end a function that can be lowered"));
        }
        let returned = self.inputs(end);
        let direct = self.direct(block, &returned).into_iter();
        let direct: Vec<bool> = direct.map(|direct| direct && self.allowed.allows("returned")).collect();
        for ((value, output), direct) in returned.iter().zip(outputs).zip(&direct) {
            if *direct {
                self.destinations.insert(*value, *output);
                self.forward_destination(block, *value, &[]);
            }
        }
        self.stage(block)?;
        for ((value, output), direct) in returned.iter().zip(outputs).zip(direct) {
            if !direct {
                self.write(*value, *output, "it is returned")?;
            }
        }
        Return::build(&mut self.code.b, &[]);
        Ok(())
    }
}

/// Erases dead ops, and those that become dead thereby.
fn erase_dead(body: &mut Body) {
    for op in preorder(body).into_iter().rev() {
        if op != body.root() && body.is_live(op) && is_dead(body, op) {
            body.erase(op);
        }
    }
}
