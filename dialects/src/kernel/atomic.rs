//! Atomic operations: indivisible reads and writes of one element.

use super::cluster::cluster_of;
use super::function::check_inside;
use crate::scalar::DType;
use crate::scalar::dtype;
use crate::shared::constraints::{INDEX, MEMREF, SCALAR};
use crate::shared::kinds::CombiningKind;
use smallvec::{SmallVec, smallvec};
use tf_ir::attr::Attribute;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Effect, Effects, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::registry::AttrConstraint;
use tf_ir::text::{AttrSyntax, type_to_string};

/// The operation on the element and a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtomicKind {
    /// The value replaces the element.
    Exchange,
    /// The value is combined with the element.
    Combine(CombiningKind),
}

impl AtomicKind {
    const NAMES: [&'static str; 14] = [
        "exchange", "add", "mul", "minsi", "minui", "maxsi", "maxui", "minimumf", "maximumf", "minnumf",
        "maxnumf", "and", "or", "xor",
    ];

    /// The kind that an attribute spells.
    pub fn of(ctx: &Context, attr: Attribute) -> Option<AtomicKind> {
        match ctx.attr_str(attr)? {
            "exchange" => Some(AtomicKind::Exchange),
            name => name.parse().ok().map(AtomicKind::Combine),
        }
    }
}

/// The threads among which an operation is atomic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Those of the block.
    Block,
    /// Those of the blocks of the cluster.
    Cluster,
    /// All of the GPU.
    Device,
    /// Also the threads of other GPUs and of processors.
    System,
}

impl Scope {
    const ALL: [Scope; 4] = [Scope::Block, Scope::Cluster, Scope::Device, Scope::System];
    const NAMES: [&'static str; 4] = ["block", "cluster", "device", "system"];

    /// The scope that an attribute spells.
    fn of(ctx: &Context, attr: Attribute) -> Option<Scope> {
        let name = ctx.attr_str(attr)?;
        Self::NAMES.iter().position(|known| *known == name).map(|i| Self::ALL[i])
    }
}

const KIND: AttrSyntax = AttrSyntax::Words("an atomic operation", &AtomicKind::NAMES);
pub(super) const SCOPE: AttrSyntax = AttrSyntax::Words("a scope", &Scope::NAMES);

const ATOMIC_ATTR: AttrConstraint = AttrConstraint {
    summary: "exchange, or a combining kind: add, mul, minsi, minui, maxsi, maxui, minimumf, maximumf, minnumf, maxnumf, \
              and, or, xor",
    check: |ctx, a| AtomicKind::of(ctx, a).is_some(),
};

pub(super) const SCOPE_ATTR: AttrConstraint = AttrConstraint {
    summary: "a scope: block, cluster, device or system",
    check: |ctx, a| Scope::of(ctx, a).is_some(),
};

/// Atomically combines an element with a value, or exchanges it; the result is the previous value of the
/// element.
///
/// Atomic accesses of one element have an unspecified order. They do not order other accesses. The default
/// scope is `device`.
#[op(
    "kernel.atomic",
    operands(
        value: SCALAR = Context::elem_type(memref),
        memref: MEMREF,
        subscripts: variadic(INDEX) = Context::index,
    ),
    results(old: SCALAR = Context::elem_type(memref)),
    attrs(kind: ATOMIC_ATTR, scope: optional(SCOPE_ATTR)),
    interfaces(Verify, Effects),
    derive(InferTypes),
    asm = "as<KIND>($kind) $value `,` $memref `[` $subscripts `]` (`scope` as<SCOPE>($scope)^)? attr-dict `:` type($memref)",
)]
pub struct Atomic;

/// Atomically replaces an element if its bits equal those of `expected`; the result is the previous value of
/// the element.
#[op(
    "kernel.compare_exchange",
    operands(
        expected: SCALAR = Context::elem_type(memref),
        value: SCALAR = Context::elem_type(memref),
        memref: MEMREF,
        subscripts: variadic(INDEX) = Context::index,
    ),
    results(old: SCALAR = Context::elem_type(memref)),
    attrs(scope: optional(SCOPE_ATTR)),
    interfaces(Verify, Effects),
    derive(InferTypes),
    asm = "$expected `,` $value `,` $memref `[` $subscripts `]` (`scope` as<SCOPE>($scope)^)? attr-dict `:` type($memref)",
)]
pub struct CompareExchange;

impl AtomicOp<'_> {
    /// The operation.
    pub fn what(self) -> AtomicKind {
        let kind = self.kind().and_then(|a| AtomicKind::of(self.op().ctx(), a));
        kind.unwrap_or(AtomicKind::Exchange)
    }
}

/// The scope of an atomic operation.
pub fn scope_of(op: OpRef<'_>) -> Scope {
    op.attr("scope").and_then(|a| Scope::of(op.ctx(), a)).unwrap_or(Scope::Device)
}

/// True if GPUs have an instruction for an atomic operation at its element type. Other operations are built
/// from `kernel.compare_exchange`.
pub fn has_instruction(op: OpRef<'_>) -> bool {
    let Some(elem) = dtype(op.ctx(), op.operand_type(0)) else { return false };
    let whole = matches!(elem.bits(), 32 | 64);
    match op.cast(Atomic).map(AtomicOp::what) {
        Some(AtomicKind::Exchange | AtomicKind::Combine(CombiningKind::Add)) => whole,
        Some(AtomicKind::Combine(CombiningKind::Mul)) | None => false,
        Some(AtomicKind::Combine(_)) => whole && elem.is_int(),
    }
}

/// Checks the element given by operand `memref` and the subscripts after it, and that the operands before it
/// have its type.
pub(super) fn check_element(op: OpRef<'_>, memref: usize) -> Result<(), Diagnostic> {
    check_inside(op)?;
    crate::mem::check_subscripts(op, memref, op.operand_count() - memref - 1)?;
    let elem = op.ctx().elem_type(op.operand_type(memref));
    let results = (0..op.result_count()).map(|i| op.result_type(i));
    let others = (0..memref).map(|i| op.operand_type(i)).chain(results);
    if let Some(other) = others.into_iter().find(|ty| *ty != elem) {
        let words = [elem, other].map(|ty| type_to_string(op.ctx(), ty));
        return Err(
            op.error(format_args!("updates elements of type {} with a value of type {}", words[0], words[1]))
        );
    }
    if scope_of(op) == Scope::Cluster && cluster_of(op.body()).is_none() {
        return Err(op.error(
            "has the scope 'cluster', but the kernel has no clusters: set the kernel's attribute \
             cluster_size, or use another scope",
        ));
    }
    if dtype(op.ctx(), elem) == Some(DType::I1) {
        return Err(op.error("cannot update i1 atomically: store flags as i8 or i32"));
    }
    Ok(())
}

impl Verify for Atomic {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_element(op, 1)?;
        let elem = dtype(op.ctx(), op.operand_type(0));
        let (Some(view), Some(elem)) = (op.cast(Atomic), elem) else { return Ok(()) };
        match view.what() {
            AtomicKind::Combine(kind) if !kind.accepts(elem) => {
                Err(op.error(format_args!("cannot combine elements of type {elem} with {kind}")))
            }
            _ => Ok(()),
        }
    }
}

impl Verify for CompareExchange {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_element(op, 2)
    }
}

impl Effects for Atomic {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::Read(Some(op.operand(1))), Effect::Write(Some(op.operand(1)))]
    }
}

impl Effects for CompareExchange {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::Read(Some(op.operand(2))), Effect::Write(Some(op.operand(2)))]
    }
}
