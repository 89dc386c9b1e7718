//! Common parts of `tensor.reduce`, `tensor.reduce_window` and `tensor.scan`: tensors of one shape, optional
//! initial values, and kinds or a combiner.

use super::combiner;
use super::constraints::kinds;
use super::kinds::CombiningKind;
use super::shape::*;
use crate::scalar::element_type;
use smallvec::smallvec;
use tf_ir::attr::Attribute;
use tf_ir::body::Value;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;
use tf_ir::registry::Sizes;
use tf_ir::types::Type;

/// Implements the common accessors and the verifier of an op that combines elements.
macro_rules! combines {
    ($op:ident, $view:ident) => {
        impl $view<'_> {
            /// The block of the combiner; `None` if kinds combine.
            pub fn combiner(self) -> Option<Block> {
                $crate::tensor::combiner::block_of(self.op(), 0)
            }

            /// The algebraic laws that the combiner declares.
            pub fn laws(self) -> Laws {
                Laws::of(self.op())
            }

            /// The combining kinds, one per tensor; none if there is a combiner.
            pub fn combining_kinds(self) -> Vec<CombiningKind> {
                self.kinds().and_then(|a| kinds(self.op().ctx(), a)).unwrap_or_default()
            }
        }

        impl Verify for $op {
            fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
                verify_inferred(op, self)?;
                let view = op.view($op);
                let (kinds, inits) = (view.combining_kinds().len(), view.inits());
                $crate::tensor::combination::verify(op, view.kinds().is_some(), kinds, &inits)
            }
        }
    };
}
pub(crate) use combines;

/// Operand counts: the tensors, which come first, and the initial values, which are absent or one per tensor.
pub(crate) fn tensors_and_inits(op: OpRef<'_>) -> Sizes {
    let tensors = op.operands().take_while(|v| op.ctx().is_tensor(op.body().ty(*v))).count();
    smallvec![tensors, op.operand_count() - tensors]
}

/// Checks operands for combination by the attribute `kinds` or, without it, by a combiner, and returns the
/// types of the tensors; `verb` is the verb of error messages.
///
/// # Errors
/// There is no tensor, shapes differ, initial values do not fit, or kinds do not.
pub(crate) fn check_operands<'t>(
    ctx: &Context,
    operands: &'t [Type],
    kinds_attr: Option<Attribute>,
    verb: &str,
) -> Result<&'t [Type], String> {
    let (inputs, inits) = split_inits(ctx, operands)?;
    let kinds = kinds_attr.and_then(|a| kinds(ctx, a));
    match &kinds {
        Some(kinds) if kinds.len() != inputs.len() => {
            let (n, given) = (inputs.len(), kinds.len());
            return Err(format!("has {n} operands but {given} combining kinds"));
        }
        None if inits.is_empty() => return Err("needs initial values for its combiner".to_string()),
        _ => {}
    }
    check_one_shape(ctx, inputs, verb)?;
    let kinds = kinds.unwrap_or_default();
    kinds.iter().zip(inputs).try_for_each(|(kind, ty)| check_kind(ctx, *kind, *ty))?;
    Ok(inputs)
}

/// Splits operand types into one or more tensors and the initial values after them: none, or a scalar of the
/// element type for each tensor.
fn split_inits<'t>(ctx: &Context, operands: &'t [Type]) -> Result<(&'t [Type], &'t [Type]), String> {
    let count = operands.iter().take_while(|ty| ctx.is_tensor(**ty)).count();
    let (inputs, inits) = operands.split_at(count);
    if inputs.is_empty() {
        return Err("needs at least one tensor".to_string());
    }
    let elems: Vec<Type> = inputs.iter().map(|ty| ctx.elem_type(*ty)).collect();
    if !inits.is_empty() && inits != elems {
        let words = [inits, &elems].map(|types| types_words(ctx, types));
        return Err(format!("has initial values ({}) for accumulators ({})", words[0], words[1]));
    }
    Ok((inputs, inits))
}

fn check_kind(ctx: &Context, kind: CombiningKind, ty: Type) -> Result<(), String> {
    match element_type(ctx, ty) {
        Some(dtype) if !kind.accepts(dtype) => {
            Err(format!("cannot combine values of type {dtype} with {kind}"))
        }
        _ => Ok(()),
    }
}

/// Checks that tensors have one shape; `verb` is the verb of error messages.
pub(crate) fn check_one_shape(ctx: &Context, types: &[Type], verb: &str) -> Result<(), String> {
    let first = types[0];
    for ty in types {
        if let Some(difference) = mismatch(ctx, *ty, ctx.with_elem(first, ctx.elem_type(*ty))) {
            let words = types_words(ctx, &[*ty, first]);
            return Err(format!("{verb} tensors of one shape, not {words}{difference}"));
        }
    }
    Ok(())
}

/// Checks that an op has either kinds or one region, its combiner.
pub(crate) fn verify(
    op: OpRef<'_>,
    has_kinds: bool,
    kinds: usize,
    inits: &[Value],
) -> Result<(), Diagnostic> {
    let regions = op.body().regions(op.id()).len();
    if regions > 1 {
        return Err(op.error("has more regions than the combiner"));
    }
    combiner::check_combiner(op, regions == 1, has_kinds, kinds)?;
    if regions == 0 {
        return Ok(());
    }
    let types: Vec<Type> = op.results().map(|v| op.ctx().elem_type(op.body().ty(v))).collect();
    combiner::check_inits(op, inits, &types)?;
    combiner::verify(op, 0, &types)
}
