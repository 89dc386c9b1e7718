//! Ops that create tensors from a scalar or from nothing, and read extents as index values: `tensor.splat`,
//! `tensor.iota`, `tensor.extent`.

use super::tile::TileWrite;
use crate::elementwise::Elementwise;
use crate::shared::access::Access;
use crate::shared::interfaces::{Decompose, PartAccess, ScalarCode};
use crate::tensor::accumulate::Combine;
use crate::tensor::constraints::*;
use crate::tensor::shape::dims;
use crate::tensor::syntax::TERM;
use tf_ir::arithmetic::{Arithmetic, IndexArithmetic};
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::interfaces::Verify;
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;

/// A tensor whose elements are all one scalar.
#[op(
    "tensor.splat",
    traits(PURE, SAME_ELEM_TYPE, MOVES),
    operands(value: SCALAR = Context::elem_type(result)),
    results(result: TENSOR),
    interfaces(Decompose, tf_ir::batch::Batch),
    asm = "$value attr-dict `:` type($result)",
)]
pub struct Splat;

/// The index along one axis, in the result's element type; integers wrap, floats round.
#[op(
    "tensor.iota",
    traits(PURE, MOVES),
    results(result: TENSOR),
    attrs(dim: I64_ATTR),
    interfaces(Verify, Decompose),
    asm = "`dim` `=` int($dim) attr-dict `:` type($result)",
)]
pub struct Iota;

/// A tensor of undefined elements: the initial value of a compute that puts every one of them, possibly over
/// several iterations of a loop. An element must be put before it is read: the verifier refuses a direct read
/// of the tensor, and the interpreter stops if a read element, or an element of a result, was never written.
#[op(
    "tensor.empty",
    traits(PURE),
    results(result: TENSOR),
    interfaces(Verify),
    asm = "attr-dict `:` type($result)",
)]
pub struct Empty;

/// Refuses direct reads, because no element exists yet.
impl Verify for Empty {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let (body, result) = (op.body(), op.result(0));
        if dims(op.ctx(), op.result_type(0)).iter().any(|dim| dim.as_static() == Some(0)) {
            return Ok(());
        }
        let reads = |user: OpRef<'_>, operand: usize| {
            Access::of_read(user).is_some()
                || user.is(crate::func::Return)
                || (user.info().interface::<dyn Decompose>().is_some() && !writes_to(user, operand))
                || user.info().interface::<dyn Elementwise>().is_some()
        };
        let mut users = body.uses(result).map(|u| (body.op(u.op), u.operand));
        let Some((user, _)) = users.find(|(user, operand)| reads(*user, *operand)) else {
            return Ok(());
        };
        let message = "is read before a compute writes its elements: use tensor.splat for a tensor of one \
            value";
        Err(op.error(message).note(user.loc(), format!("'{}' reads it", user.name())))
    }
}

/// True if an op replaces elements of an operand without reading them.
fn writes_to(op: OpRef<'_>, operand: usize) -> bool {
    let write = op.cast(TileWrite);
    write.is_some_and(|write| write.combine() == Combine::Set && operand == TileWrite.part(op).operand)
}

/// An extent as an index value.
#[op(
    "tensor.extent",
    traits(PURE, MOVES),
    results(result: INDEX = Context::index),
    attrs(extent: EXTENTS_ATTR),
    interfaces(ScalarCode, Verify, IndexArithmetic, tf_ir::interfaces::Fold),
    derive(InferTypes),
    asm = "as<TERM>($extent) attr-dict `:` type($result)",
)]
pub struct ExtentOf;

impl Verify for Iota {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let rank = dims(op.ctx(), op.result_type(0)).len();
        let dim = op.slot(Self::DIM).and_then(|a| op.ctx().attr_int(a)).unwrap_or(-1);
        if (0..rank as i128).contains(&dim) {
            return Ok(());
        }
        let ty = type_to_string(op.ctx(), op.result_type(0));
        Err(op.error(format_args!("counts along axis {dim}, but {ty} has rank {rank}")))
    }
}

impl IotaOp<'_> {
    /// The axis of the index.
    pub fn axis(self) -> usize {
        self.dim().and_then(|a| self.op().ctx().attr_int(a)).unwrap_or(0) as usize
    }
}

impl<'a> ExtentOfOp<'a> {
    /// The term.
    pub fn term(self) -> Option<&'a Extent> {
        self.extent().and_then(|a| self.op().ctx().attr_extents(a)).and_then(|terms| terms.first())
    }
}

impl IndexArithmetic for ExtentOf {
    fn arithmetic<'a>(&self, op: OpRef<'a>) -> Option<Arithmetic<'a>> {
        op.cast(ExtentOf)?.term().map(Arithmetic::Extent)
    }
}

impl Verify for ExtentOf {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_one_term(op, Self::EXTENT)
    }
}

/// Checks that an extents attribute holds one term.
pub(crate) fn check_one_term(op: OpRef<'_>, slot: usize) -> Result<(), Diagnostic> {
    let terms = op.slot(slot).and_then(|a| op.ctx().attr_extents(a)).unwrap_or_default();
    if terms.len() == 1 {
        return Ok(());
    }
    Err(op.error(format_args!("needs one extent in its attribute, not {}", terms.len())))
}
