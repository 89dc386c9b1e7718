//! Shapes in verifiers and type inference: extents of types, equality of shapes, and error messages.

use smallvec::SmallVec;
use std::fmt;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{Extent, Facts, Verdict};
use tf_ir::interfaces::{InferArgs, InferTypes};
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;
use tf_ir::types::{Dim, Type};

/// The result types of an op.
pub(crate) type Types = SmallVec<[Type; 2]>;

/// The extents of a ranked tensor or memref; empty for a scalar.
pub fn dims(ctx: &Context, ty: Type) -> &[Dim] {
    ctx.dims(ty).unwrap_or_default()
}

/// The extents of a type as terms; `None` if one of them is unknown.
pub fn extents(ctx: &Context, ty: Type) -> Option<Vec<Extent>> {
    dims(ctx, ty).iter().map(Dim::to_extent).collect()
}

/// The tensor type with these extents.
pub fn tensor_of(ctx: &Context, extents: &[Extent], elem: Type) -> Type {
    let dims: Vec<Dim> = extents.iter().cloned().map(Dim::from_extent).collect();
    ctx.tensor(dims, elem)
}

/// Whether two extents are equal; an extent without a name equals any.
pub fn same_extent(a: &Dim, b: &Dim) -> Verdict {
    if a == b {
        return Verdict::Proved;
    }
    match (a.to_extent(), b.to_extent()) {
        (Some(a), Some(b)) => a.prove_eq(&b, &Facts::new()),
        _ => Verdict::Proved,
    }
}

/// The first axis on which two shapes of one rank are not known to be equal, with the verdict.
pub fn first_mismatch(a: &[Dim], b: &[Dim]) -> Option<(usize, Verdict)> {
    let verdicts = a.iter().zip(b).map(|(a, b)| same_extent(a, b));
    verdicts.enumerate().find(|(_, verdict)| *verdict != Verdict::Proved)
}

/// True if the types are of one kind (tensor, memref, scalar), rank and element type, and their extents are
/// equal.
pub fn same_type(ctx: &Context, a: Type, b: Type) -> bool {
    a == b || mismatch(ctx, a, b).is_none()
}

/// An extent as text.
pub fn extent_words(dim: &Dim) -> String {
    match dim {
        Dim::Static(n) => n.to_string(),
        Dim::Unknown => "?".to_string(),
        Dim::Term(term) => term.to_string(),
    }
}

/// Types as text, separated by commas.
pub(crate) fn types_words(ctx: &Context, types: &[Type]) -> String {
    types.iter().map(|ty| type_to_string(ctx, *ty)).collect::<Vec<_>>().join(", ")
}

/// The difference of two types, as the end of a sentence; `None` if they are equal.
pub(crate) fn mismatch(ctx: &Context, found: Type, wanted: Type) -> Option<String> {
    if found == wanted {
        return None;
    }
    let (a, b) = (ctx.dims(found), ctx.dims(wanted));
    let (Some(a), Some(b)) = (a, b) else { return Some(String::new()) };
    if ctx.is_tensor(found) != ctx.is_tensor(wanted) {
        return Some(String::new());
    }
    if a.len() != b.len() {
        return Some(format!(": rank {} is not {}", a.len(), b.len()));
    }
    if ctx.elem_type(found) != ctx.elem_type(wanted) {
        return Some(": the element types differ".to_string());
    }
    let (axis, verdict) = first_mismatch(a, b)?;
    let (a, b) = (extent_words(&a[axis]), extent_words(&b[axis]));
    Some(match verdict {
        Verdict::Refuted => format!(": extent {a} of axis {axis} is never {b}"),
        _ => format!(
            ": extent {a} of axis {axis} is not known to equal {b}: write the same term for both, or check \
             it at run time with tensor.cast"
        ),
    })
}

/// Checks the type of result `i` against the required type.
pub(crate) fn check_result(op: OpRef<'_>, i: usize, wanted: Type, because: &str) -> Result<(), Diagnostic> {
    let (ctx, found) = (op.ctx(), op.result_type(i));
    let Some(difference) = mismatch(ctx, found, wanted) else { return Ok(()) };
    let (found, wanted) = (type_to_string(ctx, found), type_to_string(ctx, wanted));
    Err(op.error(format_args!("result #{i} is {found} but {because} {wanted}{difference}")))
}

/// Checks the result types against the inferred ones.
pub(crate) fn verify_inferred(op: OpRef<'_>, rule: &dyn InferTypes) -> Result<(), Diagnostic> {
    let operands: SmallVec<[Type; 4]> = op.operands().map(|v| op.body().ty(v)).collect();
    let slots: SmallVec<[_; 4]> = (0..op.info().attrs.len()).map(|i| op.slot(i)).collect();
    let args = InferArgs { ctx: op.ctx(), loc: op.loc(), operands: &operands, attrs: &slots };
    let wanted = rule.infer(&args)?;
    if wanted.len() != op.result_count() {
        let found = op.result_count();
        return Err(op.error(format_args!("has {found} results but its operands give {}", wanted.len())));
    }
    wanted.iter().enumerate().try_for_each(|(i, ty)| check_result(op, i, *ty, "the op gives"))
}

/// An error of type inference for the op `name`.
pub(crate) fn infer_error(args: &InferArgs<'_>, name: &str, message: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::error(args.loc, format!("'{name}' op {message}"))
}

/// A list of axes that is not one of distinct axes of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AxesError {
    /// The shape does not have the axis.
    Range {
        /// The axis.
        axis: i64,
        /// The rank of the shape.
        rank: usize,
    },
    /// The list names the axis twice.
    Twice {
        /// The axis.
        axis: i64,
    },
}

impl fmt::Display for AxesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AxesError::Range { axis, rank } => write!(f, "names axis {axis}, but the shape has rank {rank}"),
            AxesError::Twice { axis } => write!(f, "names axis {axis} twice"),
        }
    }
}

/// Why an extent is not as required: `is never`, or `is not known to be`.
pub(crate) fn refuted(verdict: Verdict) -> &'static str {
    if verdict == Verdict::Refuted { "is never" } else { "is not known to be" }
}

/// Checks that `axes` are distinct axes of a shape of this rank.
pub(crate) fn check_axes(axes: &[i64], rank: usize) -> Result<(), AxesError> {
    for (i, axis) in axes.iter().enumerate() {
        if !(0..rank as i64).contains(axis) {
            return Err(AxesError::Range { axis: *axis, rank });
        }
        if axes[..i].contains(axis) {
            return Err(AxesError::Twice { axis: *axis });
        }
    }
    Ok(())
}
