//! Atomic operations with target instructions; `kernel-expand` lowers others to `kernel.compare_exchange`.

use crate::emitter::types::{llvm_type, storage_type};
use crate::emitter::{Emitter, Result};
use crate::names::llvm;
use tf_dialects::kernel::{self, AtomicKind, AtomicScope, has_instruction, scope_of};
use tf_dialects::tensor::CombiningKind;
use tf_ir::attr::Attribute;
use tf_ir::body::{Op, Value};
use tf_ir::rewrite::Rebuild;
use tf_ir::text::type_to_string;

/// LLVM's code for monotonic (relaxed) ordering.
const MONOTONIC: i64 = 2;

/// LLVM's codes for acquire and release, with which threads pass memory to each other.
const ACQUIRE: i64 = 4;
const RELEASE: i64 = 5;

/// LLVM's code for an operation, the instruction's name for it, and its operand type.
fn instruction(kind: AtomicKind, float: bool) -> Option<(i64, &'static str, char)> {
    Some(match kind {
        AtomicKind::Exchange => (0, "exch", 'b'),
        AtomicKind::Combine(CombiningKind::Add) if float => (11, "add", 'f'),
        AtomicKind::Combine(CombiningKind::Add) => (1, "add", 'u'),
        AtomicKind::Combine(CombiningKind::And) => (3, "and", 'b'),
        AtomicKind::Combine(CombiningKind::Or) => (5, "or", 'b'),
        AtomicKind::Combine(CombiningKind::Xor) => (6, "xor", 'b'),
        AtomicKind::Combine(CombiningKind::MaxSI) => (7, "max", 's'),
        AtomicKind::Combine(CombiningKind::MinSI) => (8, "min", 's'),
        AtomicKind::Combine(CombiningKind::MaxUI) => (9, "max", 'u'),
        AtomicKind::Combine(CombiningKind::MinUI) => (10, "min", 'u'),
        _ => return None,
    })
}

impl Emitter<'_, '_> {
    /// LLVM's name for the scope in which an operation is atomic.
    fn scope(&self, op: Op) -> Attribute {
        let name = match scope_of(self.source.op(op)) {
            AtomicScope::Block => "block",
            AtomicScope::Cluster => "cluster",
            AtomicScope::Device => "device",
            AtomicScope::System => "",
        };
        self.source.ctx().string_attr(name)
    }

    /// The address of the element given by operand `memref` and the subscripts after it.
    fn element(&mut self, op: Op, memref: usize) -> Result<Value> {
        let operands: Vec<Value> = self.source.operands(op).collect();
        let buffer = self.buffer(op, operands[memref])?;
        let subscripts = self.values_of(op, &operands[memref + 1..])?;
        self.address(op, &buffer, &subscripts)
    }

    pub(super) fn atomic(&mut self, op: Op) -> Result<()> {
        let ctx = self.ctx();
        let kind = self.source.op(op).view(kernel::Atomic).what();
        let elem = self.source.ty(self.source.operand(op, 0));
        let found = instruction(kind, ctx.is_float(elem)).filter(|_| has_instruction(self.source.op(op)));
        let Some((number, name, takes)) = found else {
            return Err(
                self.refuse(op, "has no instruction for this element type: expand it first (kernel-expand)")
            );
        };
        let pointer = self.element(op, 1)?;
        let old = self.source.operand(op, 0);
        let mut value = self.operand(op, old)?;
        let ty = storage_type(&ctx, elem);
        let width = ctx.scalar_width(ty).unwrap_or(32);
        // An exchange moves bits of any type.
        if kind == AtomicKind::Exchange {
            value = self.as_bits(value, width);
        }
        let before = match scope_of(self.source.op(op)) {
            AtomicScope::System => self.for_the_system(&format!("{name}.{takes}{width}"), pointer, value),
            _ => {
                let attrs = [
                    ("bin_op", ctx.i64_attr(number)),
                    ("ordering", ctx.i64_attr(MONOTONIC)),
                    ("syncscope", self.scope(op)),
                ];
                let result = self.b.body.ty(value);
                self.b.value(llvm::ATOMICRMW, &[pointer, value], result, &attrs)
            }
        };
        let before = self.of_bits(before, ty);
        self.set_results(op, &[before]);
        Ok(())
    }

    /// A system-scope instruction as inline assembly: LLVM 22 emits one without a scope, which means the
    /// GPU's scope.
    fn for_the_system(&mut self, what: &str, pointer: Value, value: Value) -> Value {
        let ctx = self.ctx();
        let ty = self.b.body.ty(value);
        let register = match (ctx.is_float(ty), ctx.scalar_width(ty)) {
            (true, Some(64)) => 'd',
            (true, _) => 'f',
            (false, Some(64)) => 'l',
            (false, _) => 'r',
        };
        let attrs = [
            ("asm_string", ctx.string_attr(&format!("atom.relaxed.sys.{what} $0, [$1], $2;"))),
            ("constraints", ctx.string_attr(&format!("={register},l,{register},~{{memory}}"))),
            ("has_side_effects", ctx.unit_attr()),
            ("asm_dialect", ctx.i64_attr(0)),
        ];
        self.b.value(llvm::INLINE_ASM, &[pointer, value], ty, &attrs)
    }

    pub(super) fn compare_exchange(&mut self, op: Op) -> Result<()> {
        let ctx = self.ctx();
        let elem = self.source.ty(self.source.operand(op, 0));
        let ty = storage_type(&ctx, elem);
        let width = ctx.scalar_width(ty).unwrap_or(32);
        let pointer = self.element(op, 2)?;
        let old: Vec<Value> = self.source.operands(op).take(2).collect();
        let values = self.values_of(op, &old)?;
        let [expected, value] = [values[0], values[1]].map(|value| self.as_bits(value, width));
        let attrs = [
            ("success_ordering", ctx.i64_attr(MONOTONIC)),
            ("failure_ordering", ctx.i64_attr(MONOTONIC)),
            ("syncscope", self.scope(op)),
        ];
        let bits = self.b.body.ty(value);
        let pair = llvm_type(&ctx, &format!("struct<({}, i1)>", type_to_string(&ctx, bits)));
        let pair = self.b.value(llvm::CMPXCHG, &[pointer, expected, value], pair, &attrs);
        let position = [("position", ctx.i64_array_attr(&[0]))];
        let before = self.b.value(llvm::EXTRACTVALUE, &[pair], bits, &position);
        let before = self.of_bits(before, ty);
        self.set_results(op, &[before]);
        Ok(())
    }

    /// The attributes of an acquire or release access.
    fn synchronizing_attrs(&self, op: Op, order: i64, bytes: u64) -> [(&'static str, Attribute); 3] {
        let ctx = self.source.ctx();
        [
            ("alignment", ctx.i64_attr(bytes as i64)),
            ("ordering", ctx.i64_attr(order)),
            ("syncscope", self.scope(op)),
        ]
    }

    pub(super) fn load_acquire(&mut self, op: Op) -> Result<()> {
        let ctx = self.ctx();
        let ty = storage_type(&ctx, self.source.ty(self.source.result(op, 0)));
        let width = ctx.scalar_width(ty).unwrap_or(32);
        let pointer = self.element(op, 0)?;
        let attrs = self.synchronizing_attrs(op, ACQUIRE, u64::from(width / 8));
        let bits = self.b.value(llvm::LOAD, &[pointer], ctx.int(width), &attrs);
        let value = self.of_bits(bits, ty);
        self.set_results(op, &[value]);
        Ok(())
    }

    pub(super) fn store_release(&mut self, op: Op) -> Result<()> {
        let ctx = self.ctx();
        let given = self.source.operand(op, 0);
        let ty = storage_type(&ctx, self.source.ty(given));
        let width = ctx.scalar_width(ty).unwrap_or(32);
        let pointer = self.element(op, 1)?;
        let value = self.operand(op, given)?;
        let bits = self.as_bits(value, width);
        let attrs = self.synchronizing_attrs(op, RELEASE, u64::from(width / 8));
        self.b.op(llvm::STORE, &[bits, pointer], &[], &attrs);
        Ok(())
    }
}
