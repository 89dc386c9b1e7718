//! The ops of the `mem` dialect.

use crate::scalar::element_type;
use crate::shared::constraints::*;
use crate::shared::interfaces::LoopCode;
use crate::shared::shape::{Types, dims, infer_error, mismatch, verify_inferred};
use crate::shared::syntax::TERM;
use crate::stops;
use crate::tensor::source::check_one_term;
use smallvec::{SmallVec, smallvec};
use tf_ir::arithmetic::{Arithmetic, IndexArithmetic};
use tf_ir::attr::AttrData;
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::builtin::STRING_ATTR;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::interfaces::{Effect, Effects, InferArgs, InferTypes, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::registry::AttrConstraint;
use tf_ir::text::type_to_string;
use tf_ir::types::Dim;

/// Memory for the rest of the function: 64-byte aligned, uninitialised.
///
/// The extents of its type are terms, so it takes no sizes. A buffer of constant size may specify its offset
/// in the call's arena, in bytes (`start`); one of dynamic size may specify its slot in the arena (`slot`).
/// Buffers that share bytes do not have overlapping live ranges. The contents of one are lost when another is
/// written.
#[op(
    "mem.alloc",
    results(memref: MEMREF),
    attrs(start: optional(I64_ATTR), slot: optional(I64_ATTR)),
    interfaces(Verify, Effects),
    asm = "attr-dict `:` type($memref)",
)]
pub struct Alloc;

impl AllocOp<'_> {
    /// The offset of the buffer in the arena in bytes, if it has one.
    pub fn start_byte(self) -> Option<u64> {
        let start = self.start().and_then(|attr| self.op().ctx().attr_int(attr))?;
        u64::try_from(start).ok()
    }

    /// The buffer's slot in the arena, if it has one.
    pub fn slot_number(self) -> Option<i64> {
        self.slot().and_then(|attr| self.op().ctx().attr_int(attr)).and_then(|slot| i64::try_from(slot).ok())
    }

    /// The bytes of its elements without gaps, if its extents are constants.
    pub fn bytes(self) -> Option<u64> {
        let (ctx, ty) = (self.op().ctx(), self.op().result_type(0));
        let bits = element_type(ctx, ty)?.bits();
        let mut extents = dims(ctx, ty).iter().map(|dim| u64::try_from(dim.as_static()?).ok());
        extents.try_fold(u64::from(bits.div_ceil(8)), |bytes, extent| bytes.checked_mul(extent?))
    }

    /// True if it shares bytes of the arena with another buffer of the same function.
    pub fn overlaps(self, other: AllocOp<'_>) -> bool {
        let range = |of: AllocOp<'_>| Some((of.start_byte()?, of.start_byte()?.checked_add(of.bytes()?)?));
        let meet = |(a, b): ((u64, u64), (u64, u64))| a.0 < b.1 && b.0 < a.1;
        let slots = self.slot_number().zip(other.slot_number());
        slots.is_some_and(|(a, b)| a == b) || range(self).zip(range(other)).is_some_and(meet)
    }
}

/// Read-only memory that holds a constant.
///
/// Its extents and element type are those of the value, a tensor.
#[op(
    "mem.constant",
    traits(PURE),
    results(memref: MEMREF),
    attrs(value: DENSE_TENSOR_ATTR),
    interfaces(Verify, InferTypes),
    asm = "$value attr-dict",
)]
pub struct Constant;

/// Elements of a tensor type: `dense<…> : tensor<…>`.
const DENSE_TENSOR_ATTR: AttrConstraint = AttrConstraint {
    summary: "the elements of a tensor (dense<…> : tensor<…>)",
    check: |ctx, a| matches!(ctx.attr_data(a), AttrData::Dense(dense) if (TENSOR.check)(ctx, dense.ty)),
};

/// Reads one element; the subscripts are in bounds.
#[op(
    "mem.load",
    operands(memref: MEMREF, subscripts: variadic(INDEX) = Context::index),
    results(result: SCALAR = Context::elem_type(memref)),
    interfaces(LoopCode, Verify, Effects),
    derive(InferTypes),
    asm = "$memref `[` $subscripts `]` attr-dict `:` type($memref)",
)]
pub struct Load;

/// Writes one element; the subscripts are in bounds.
#[op(
    "mem.store",
    operands(
        value: SCALAR = Context::elem_type(memref),
        memref: MEMREF,
        subscripts: variadic(INDEX) = Context::index,
    ),
    interfaces(LoopCode, Verify, Effects),
    asm = "$value `,` $memref `[` $subscripts `]` attr-dict `:` type($memref)",
)]
pub struct Store;

/// Copies all elements from the first memref to the second; they do not overlap.
#[op(
    "mem.copy",
    operands(from: MEMREF, to: MEMREF = from),
    interfaces(Verify, Effects),
    asm = "$from `,` $to attr-dict `:` type($from) (`to` type($to)^)?",
)]
pub struct Copy;

/// An extent as an `index` value.
#[op(
    "mem.extent",
    traits(PURE),
    results(result: INDEX = Context::index),
    attrs(extent: EXTENTS_ATTR),
    interfaces(LoopCode, Verify, IndexArithmetic),
    derive(InferTypes),
    asm = "as<TERM>($extent) attr-dict `:` type($result)",
)]
pub struct ExtentOf;

/// Stops the call with a status.
///
/// Each `{}` in the message is a placeholder for one of the operands, in order. If several iterations of a
/// loop stop the call, it is unspecified which one provides the values. `code` is the status that the caller
/// gets; the default is that of an out-of-bounds index.
#[op(
    "mem.trap",
    operands(numbers: variadic(INDEX)),
    attrs(message: STRING_ATTR, code: optional(I64_ATTR)),
    interfaces(LoopCode, Verify, Effects),
    asm = "$message attr-dict ($numbers^ `:` type($numbers))?",
)]
pub struct Trap;

impl Trap {
    /// Builds the op with another status than that of an out-of-bounds index.
    pub fn with_status(b: &mut Builder<'_>, numbers: &[Value], message: &str, status: i64) -> Op {
        let (message, status) = (b.body.ctx().string_attr(message), b.body.ctx().i64_attr(status));
        b.op(Trap, numbers, &[], &[("message", message), ("code", status)])
    }
}

impl<'a> TrapOp<'a> {
    /// The message.
    pub fn text(self) -> &'a str {
        self.message().and_then(|a| self.op().ctx().attr_str(a)).unwrap_or_default()
    }

    /// The status that the call ends with.
    pub fn status(self) -> i32 {
        let given = self.code().and_then(|a| self.op().ctx().attr_int(a));
        given.and_then(|status| i32::try_from(status).ok()).unwrap_or(stops::OUT_OF_BOUNDS)
    }
}

impl Verify for Trap {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let text = op.cast(Trap).map_or("", TrapOp::text);
        let (wanted, found) = (stops::count(text), op.operand_count());
        if wanted != found {
            return Err(op.error(format_args!(
                "has {wanted} placeholders '{}' in its message for {found} values: write one for each value",
                stops::NUMBER
            )));
        }
        if found > stops::MOST_NUMBERS {
            let most = stops::MOST_NUMBERS;
            return Err(op.error(format_args!("has {found} values, but a message takes at most {most}")));
        }
        let code = op.cast(Trap).and_then(TrapOp::code).and_then(|code| op.ctx().attr_int(code));
        if let Some(code) = code.filter(|code| i32::try_from(*code).is_err()) {
            return Err(op.error(format_args!("has the code {code}, but the status of a call has 32 bits")));
        }
        Ok(())
    }
}

impl<'a> ExtentOfOp<'a> {
    /// The term.
    pub fn term(self) -> Option<&'a Extent> {
        self.extent().and_then(|a| self.op().ctx().attr_extents(a)).and_then(|terms| terms.first())
    }
}

/// Checks that a memref operand has one subscript per axis.
pub(crate) fn check_subscripts(op: OpRef<'_>, memref: usize, count: usize) -> Result<(), Diagnostic> {
    let ty = op.operand_type(memref);
    let rank = dims(op.ctx(), ty).len();
    if rank == count {
        return Ok(());
    }
    let ty = type_to_string(op.ctx(), ty);
    Err(op.error(format_args!("has {count} subscripts for {ty}: give one per axis")))
}

impl Verify for Alloc {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let ty = op.result_type(0);
        if dims(op.ctx(), ty).contains(&Dim::Unknown) {
            let ty = type_to_string(op.ctx(), ty);
            return Err(op.error(format_args!(
                "cannot allocate {ty}: every extent must be a constant or a \
                term"
            )));
        }
        let alloc = op.view(Alloc);
        if alloc.start().is_some() && (alloc.start_byte().is_none() || alloc.bytes().is_none()) {
            return Err(op.error(
                "has a start that is negative, or a type without a constant size: only \
                allocations of constant size are packed",
            ));
        }
        if alloc.start().is_some() && alloc.slot().is_some() {
            return Err(op.error("has both a start and a slot: give one of them"));
        }
        Ok(())
    }
}

impl InferTypes for Constant {
    fn infer(&self, args: &InferArgs<'_>) -> Result<Types, Diagnostic> {
        let value = args.attrs.first().copied().flatten();
        match value.map(|value| args.ctx.attr_data(value)) {
            Some(AttrData::Dense(dense)) => {
                let shape = dims(args.ctx, dense.ty).to_vec();
                Ok(smallvec![args.ctx.memref(shape, args.ctx.elem_type(dense.ty))])
            }
            _ => Err(infer_error(args, Self::NAME, "holds the elements of a tensor: dense<…> : tensor<…>")),
        }
    }
}

impl Verify for Constant {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        verify_inferred(op, self)
    }
}

impl Verify for Load {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_subscripts(op, 0, op.operand_count() - 1)?;
        verify_inferred(op, self)
    }
}

impl Verify for Store {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_subscripts(op, 1, op.operand_count() - 2)?;
        check_stored(op)
    }
}

/// Checks that the value stored (operand 0) is an element of the memref (operand 1).
fn check_stored(op: OpRef<'_>) -> Result<(), Diagnostic> {
    let (value, memref) = (op.operand_type(0), op.operand_type(1));
    if op.ctx().elem_type(memref) == value {
        return Ok(());
    }
    let words = [value, memref].map(|t| type_to_string(op.ctx(), t));
    Err(op.error(format_args!("cannot store {} in {}", words[0], words[1])))
}

impl Verify for Copy {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let (from, to) = (op.operand_type(0), op.operand_type(1));
        match mismatch(op.ctx(), from, to) {
            Some(difference) => {
                let words = [from, to].map(|t| type_to_string(op.ctx(), t));
                Err(op.error(format_args!("cannot copy {} to {}{difference}", words[0], words[1])))
            }
            None => Ok(()),
        }
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

impl Effects for Alloc {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::Allocate(op.result(0))]
    }
}

impl Effects for Load {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::Read(Some(op.operand(0)))]
    }
}

impl Effects for Store {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::Write(Some(op.operand(1)))]
    }
}

impl Effects for Copy {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::Read(Some(op.operand(0))), Effect::Write(Some(op.operand(1)))]
    }
}

impl Effects for Trap {
    fn effects(&self, _op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::Control]
    }
}
