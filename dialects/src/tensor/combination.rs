//! Common parts of `tensor.reduce`, `tensor.reduce_window` and `tensor.scan`: tensors of one shape, optional
//! initial values, and kinds or a combiner.

use super::combiner;
use super::constraints::kinds;
use super::kinds::CombiningKind;
use super::shape::*;
use crate::scalar::{DType, element_type};
use smallvec::smallvec;
use std::fmt;
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

/// Operands that cannot be combined. The text is a predicate of the op; types are as in text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum CombinationError {
    /// There is not one kind for each tensor.
    Kinds { operands: usize, kinds: usize },
    /// A combiner needs initial values.
    NoInits,
    /// There is no tensor.
    NoTensor,
    /// The initial values have other types than the accumulators.
    Inits { inits: String, accumulators: String },
    /// The kind does not combine values of this type.
    Kind { dtype: DType, kind: CombiningKind },
    /// The tensors have several shapes.
    Shapes { verb: &'static str, types: String, difference: String },
}

impl fmt::Display for CombinationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CombinationError::Kinds { operands, kinds } => {
                write!(f, "has {operands} operands but {kinds} combining kinds")
            }
            CombinationError::NoInits => f.write_str("needs initial values for its combiner"),
            CombinationError::NoTensor => f.write_str("needs at least one tensor"),
            CombinationError::Inits { inits, accumulators } => {
                write!(f, "has initial values ({inits}) for accumulators ({accumulators})")
            }
            CombinationError::Kind { dtype, kind } => {
                write!(f, "cannot combine values of type {dtype} with {kind}")
            }
            CombinationError::Shapes { verb, types, difference } => {
                write!(f, "{verb} tensors of one shape, not {types}{difference}")
            }
        }
    }
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
    verb: &'static str,
) -> Result<&'t [Type], CombinationError> {
    let (inputs, inits) = split_inits(ctx, operands)?;
    let kinds = kinds_attr.and_then(|a| kinds(ctx, a));
    match &kinds {
        Some(kinds) if kinds.len() != inputs.len() => {
            return Err(CombinationError::Kinds { operands: inputs.len(), kinds: kinds.len() });
        }
        None if inits.is_empty() => return Err(CombinationError::NoInits),
        _ => {}
    }
    check_one_shape(ctx, inputs, verb)?;
    let kinds = kinds.unwrap_or_default();
    kinds.iter().zip(inputs).try_for_each(|(kind, ty)| check_kind(ctx, *kind, *ty))?;
    Ok(inputs)
}

/// Splits operand types into one or more tensors and the initial values after them: none, or a scalar of the
/// element type for each tensor.
fn split_inits<'t>(
    ctx: &Context,
    operands: &'t [Type],
) -> Result<(&'t [Type], &'t [Type]), CombinationError> {
    let count = operands.iter().take_while(|ty| ctx.is_tensor(**ty)).count();
    let (inputs, inits) = operands.split_at(count);
    if inputs.is_empty() {
        return Err(CombinationError::NoTensor);
    }
    let elems: Vec<Type> = inputs.iter().map(|ty| ctx.elem_type(*ty)).collect();
    if !inits.is_empty() && inits != elems {
        let [inits, accumulators] = [inits, &elems].map(|types| types_words(ctx, types));
        return Err(CombinationError::Inits { inits, accumulators });
    }
    Ok((inputs, inits))
}

fn check_kind(ctx: &Context, kind: CombiningKind, ty: Type) -> Result<(), CombinationError> {
    match element_type(ctx, ty) {
        Some(dtype) if !kind.accepts(dtype) => Err(CombinationError::Kind { dtype, kind }),
        _ => Ok(()),
    }
}

/// Checks that tensors have one shape; `verb` is the verb of error messages.
pub(crate) fn check_one_shape(
    ctx: &Context,
    types: &[Type],
    verb: &'static str,
) -> Result<(), CombinationError> {
    let first = types[0];
    for ty in types {
        if let Some(difference) = mismatch(ctx, *ty, ctx.with_elem(first, ctx.elem_type(*ty))) {
            let types = types_words(ctx, &[*ty, first]);
            return Err(CombinationError::Shapes { verb, types, difference });
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
