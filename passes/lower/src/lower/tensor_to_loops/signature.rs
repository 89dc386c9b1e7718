//! The tensor signature of a function to lower.

use rustc_hash::FxHashSet;
use tf_dialects::func::local::Local;
use tf_dialects::tensor::Compute;
use tf_dialects::tensor::bounds::large_extent;
use tf_ir::body::{Block, Body};
use tf_ir::codes;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::text::type_to_string;
use tf_ir::types::{Dim, Type, TypeData};
use tf_passes_common::code::marks::SIGNATURE;

/// A tensor signature.
pub struct Signature {
    /// The function type.
    pub ty: Type,
    /// Types of arguments.
    pub inputs: Vec<Type>,
    /// Types of results.
    pub results: Vec<Type>,
}

impl Signature {
    /// The signature of a function; checks that it has one block and that every extent has a name.
    pub fn of(body: &Body, entry: Block) -> Result<Signature, Diagnostic> {
        let (ctx, root) = (body.ctx(), body.op(body.root()));
        let ty = root.attr("function_type").and_then(|a| ctx.attr_type(a));
        let Some((ty, TypeData::Function { inputs, results })) = ty.map(|ty| (ty, ctx.type_data(ty))) else {
            return Err(root.error("has no function type"));
        };
        if body.next_block(entry).is_some() {
            return Err(
                root.error("has branches between blocks: only structured control flow can become loops")
            );
        }
        if let Some(unnamed) = inputs.iter().chain(results).find(|ty| has_unnamed(ctx, **ty)) {
            return Err(unnamed_error(root.error(""), ctx, *unnamed));
        }
        for op in tf_ir::walk::preorder(body) {
            if let Some(result) = body.results(op).find(|v| has_unnamed(ctx, body.ty(*v))) {
                return Err(unnamed_error(body.op(op).error(""), ctx, body.ty(result)));
            }
        }
        Ok(Signature { ty, inputs: inputs.to_vec(), results: results.to_vec() })
    }

    /// Extents of tensors and iteration domains that are not in the signature, and fold ends and other values
    /// that are extents and may be huge, in order of first use.
    pub fn inner_extents(&self, body: &Body) -> Vec<Extent> {
        let ctx = body.ctx();
        let extents = |ty: Type| ctx.dims(ty).unwrap_or_default().iter().filter_map(Dim::to_extent);
        let mut known: FxHashSet<Extent> =
            self.inputs.iter().chain(&self.results).flat_map(|ty| extents(*ty)).collect();
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
            // They may be negative: such a fold has no iterations.
            let end = large_extent(body.op(op));
            end.and_then(|end| end.maximum(&Extent::constant(0)).ok()).into_iter().for_each(&mut add);
        }
        found
    }
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

/// True for functions with a body that is in the tensor stage. Local functions (`tf.local`) take only scalars
/// and vectors.
pub fn can_be_lowered(body: &Body) -> bool {
    let is_lowered = body.attr(body.root(), SIGNATURE).is_some();
    Local::of(body).is_none() && body.entry_block().is_some() && !is_lowered
}
