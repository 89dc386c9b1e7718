//! Ops that apply scalar code to each element: one [`Family`] per row of [`crate::scalar::table`] gives an op
//! its description, verifier, type inference and fold; registration loops over the rows.

mod assembly;
pub mod constant;
mod describe;
mod eval;
mod identities;
pub(crate) mod ops;
mod special;
mod types;

pub use describe::describe;
pub use eval::MAX_FOLDED_ELEMENTS;
pub use types::{same_shape, static_elements};

use crate::constraints::scalar_of;
use crate::scalar::{DType, Kernel, OpSpec, dtype};
use crate::shared::interfaces::ScalarCode;
use identities::Identity;
use smallvec::SmallVec;
use special::Special;
use tf_ir::arithmetic::{Arithmetic, IndexArithmetic};
use tf_ir::attr::Attribute;
use tf_ir::batch::{Batch, BatchRule};
use tf_ir::body::Value;
use tf_ir::builder::{Attrs, Emit};
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Fold, FoldedResults, InferArgs, InferTypes, Splitting, Structural, Verify};
use tf_ir::kind::WhichOp;
use tf_ir::location::Location;
use tf_ir::opref::OpRef;
use tf_ir::types::Type;

/// An op that applies scalar code to each element of its operands, which have one shape; a scalar operand of
/// an op on shaped ones (the condition of `arith.select`) is broadcast. An interface of ops.
pub trait Elementwise: Send + Sync {
    /// The op's row of the scalar table: its computation per element.
    fn spec(&self) -> &'static OpSpec;
}

/// The row of the scalar table of an elementwise op.
pub fn spec_of(op: OpRef<'_>) -> Option<&'static OpSpec> {
    op.info().interface::<dyn Elementwise>().map(Elementwise::spec)
}

/// The scalar functions of an elementwise op at its types; `None` for ops or element types outside the table.
pub fn kernel_of(op: OpRef<'_>) -> Option<Kernel> {
    kernel(spec_of(op)?, op)
}

fn kernel(spec: &OpSpec, op: OpRef<'_>) -> Option<Kernel> {
    let (ctx, body) = (op.ctx(), op.body());
    let dtype = |value| dtype(ctx, scalar_of(ctx, body.ty(value)));
    let operands: SmallVec<[DType; 3]> = op.operands().map(dtype).collect::<Option<_>>()?;
    let results: SmallVec<[DType; 3]> = op.results().map(dtype).collect::<Option<_>>()?;
    let predicate = match spec.predicates() {
        None => None,
        Some(_) => Some(op.attr("predicate").and_then(|a| ctx.attr_int(a))? as u8),
    };
    spec.kernel(&operands, &results, predicate).ok()
}

/// An op of a row of the scalar table.
pub struct Family {
    spec: &'static OpSpec,
    /// The algebraic identities of this op.
    identities: Vec<Identity>,
    /// The op's special fold.
    special: Option<Special>,
}

impl Family {
    /// The op of a row.
    pub fn new(spec: &'static OpSpec) -> Family {
        Family { spec, identities: identities::of(spec), special: special::of(spec) }
    }
}

impl Elementwise for Family {
    fn spec(&self) -> &'static OpSpec {
        self.spec
    }
}

/// For ops of dialects that are only partly scalar code, such as `vector`.
impl ScalarCode for Family {}

impl Batch for Family {
    fn rule(&self) -> BatchRule {
        BatchRule::Elementwise
    }
}

impl IndexArithmetic for Family {
    fn arithmetic<'a>(&self, op: OpRef<'a>) -> Option<Arithmetic<'a>> {
        self.spec.integer.map(|integer| integer.map(|operand| op.operand(operand)))
    }
}

impl Verify for Family {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        types::verify(self.spec.kind, op)
    }
}

/// For `arith.select`: if its values become several, each part is selected separately.
impl Structural for Family {
    fn splitting(&self) -> Splitting {
        Splitting::Apart
    }
}

impl InferTypes for Family {
    fn infer(&self, args: &InferArgs<'_>) -> Result<SmallVec<[Type; 2]>, Diagnostic> {
        types::infer(self.spec, args)
    }
}

impl Fold for Family {
    fn fold(&self, op: OpRef<'_>, constants: &[Option<Attribute>]) -> Option<FoldedResults> {
        eval::fold(self.spec, op, constants)
            .or_else(|| identities::fold(&self.identities, op, constants))
            .or_else(|| self.special.and_then(|special| special(op, constants)))
    }
}

/// Builds an elementwise op that is known only at run time of the compiler, and returns its first result,
/// whose type follows from the operands (except for conversions). [`crate::arith`] and [`crate::math`] have
/// functions for statically known ops.
///
/// # Panics
/// If the op does not infer its types, or the operands do not fit it.
pub fn build(b: &mut impl Emit, what: impl WhichOp, operands: &[Value], attrs: Attrs<'_>) -> Value {
    let ctx = b.body().ctx().clone();
    let name = what.name_in(&ctx);
    let types: SmallVec<[Type; 3]> = operands.iter().map(|v| b.body().ty(*v)).collect();
    let args = InferArgs { ctx: &ctx, loc: Location::UNKNOWN, operands: &types, attrs: &[] };
    let rule = ctx.op_info(name).interface::<dyn InferTypes>();
    let rule = rule.unwrap_or_else(|| panic!("{} does not infer its types", ctx.op_info(name).name));
    let results = rule.infer(&args).unwrap_or_else(|e| panic!("{}", e.message));
    b.emit(name, operands, results[0], attrs)
}
