//! Asynchronous copies, mbarriers and copies of boxes: special instructions, in inline assembly if LLVM has
//! no form for them.

use super::memory::CLUSTER_SPACE;
use crate::emitter::types::{llvm_type, pointer_type};
use crate::emitter::{Emitter, Result};
use crate::names::llvm;
use tf_dialects::kernel::{self, TensorMap};
use tf_ir::body::{Op, Value};
use tf_ir::rewrite::Rebuild;
use tf_ir::types::Type;

/// Address spaces.
const GLOBAL: u32 = 1;
pub(super) const SHARED: u32 = 3;

/// The attempts of an mbarrier wait between two cancellation polls; each attempt blocks for a while.
const ATTEMPTS: u32 = 64;

impl Emitter<'_, '_> {
    /// A pointer cast to its known address space.
    pub(super) fn narrow(&mut self, pointer: Value, space: u32) -> Value {
        let ty = llvm_type(&self.ctx(), &format!("ptr<{space}>"));
        self.b.value(llvm::ADDRSPACECAST, &[pointer], ty, &[])
    }

    /// The address of an element in shared memory, as a 32-bit integer.
    pub(super) fn shared_address(&mut self, op: Op, memref: Value, subscripts: &[Value]) -> Result<Value> {
        self.address_in(op, memref, subscripts, SHARED)
    }

    /// The same in another space.
    fn address_in(&mut self, op: Op, memref: Value, subscripts: &[Value], space: u32) -> Result<Value> {
        let pointer = self.element_of(op, memref, subscripts)?;
        let pointer = self.narrow(pointer, space);
        let ty = self.ctx().i32();
        Ok(self.b.value(llvm::PTRTOINT, &[pointer], ty, &[]))
    }

    /// The address of the element at (old) subscripts; missing subscripts are 0.
    pub(super) fn element_of(&mut self, op: Op, memref: Value, subscripts: &[Value]) -> Result<Value> {
        let buffer = self.buffer(op, memref)?;
        let mut subscripts = self.values_of(op, subscripts)?;
        let zero = self.int(0);
        subscripts.resize(buffer.extents.len(), zero);
        self.address(op, &buffer, &subscripts)
    }

    /// An instruction in inline assembly, which is not moved and orders memory.
    pub(super) fn spelled(
        &mut self,
        text: &str,
        constraints: &str,
        operands: &[Value],
        result: Option<Type>,
    ) -> Option<Value> {
        let ctx = self.ctx();
        let attrs = [
            ("asm_string", ctx.string_attr(text)),
            ("constraints", ctx.string_attr(constraints)),
            ("has_side_effects", ctx.unit_attr()),
            ("asm_dialect", ctx.i64_attr(0)),
        ];
        match result {
            Some(ty) => Some(self.b.value(llvm::INLINE_ASM, operands, ty, &attrs)),
            None => {
                self.b.op(llvm::INLINE_ASM, operands, &[], &attrs);
                None
            }
        }
    }

    pub(super) fn async_copy(&mut self, op: Op) -> Result<()> {
        let view = self.source.op(op).view(kernel::AsyncCopy);
        let (from, to) = (view.from(), view.to());
        let subscripts = [view.from_subscripts(), view.to_subscripts()];
        let (_, bytes) = view.bytes();
        let from = self.element_of(op, from, &subscripts[0])?;
        let to = self.element_of(op, to, &subscripts[1])?;
        let (from, to) = (self.narrow(from, GLOBAL), self.narrow(to, SHARED));
        // Copies of 16 bytes bypass the L1 cache: the multiprocessor will not read them again.
        let cache = if bytes == 16 { "cg" } else { "ca" };
        self.effect(&format!("llvm.nvvm.cp.async.{cache}.shared.global.{bytes}"), &[to, from]);
        Ok(())
    }

    pub(super) fn async_commit(&mut self) -> Result<()> {
        self.effect("llvm.nvvm.cp.async.commit.group", &[]);
        Ok(())
    }

    pub(super) fn async_wait(&mut self, op: Op) -> Result<()> {
        let pending = self.source.op(op).view(kernel::AsyncWait).left();
        let pending = self.int32(pending.into());
        self.effect("llvm.nvvm.cp.async.wait.group", &[pending]);
        Ok(())
    }

    pub(super) fn mbarrier_init(&mut self, op: Op) -> Result<()> {
        let view = self.source.op(op).view(kernel::MBarrierInit);
        let (memref, subscripts, count) = (view.memref(), view.subscripts(), view.arrivals());
        let word = self.shared_address(op, memref, &subscripts)?;
        // Copies of boxes use another memory proxy than threads, and see the barrier only after a fence.
        let text =
            format!("mbarrier.init.shared::cta.b64 [$0], {count}; fence.mbarrier_init.release.cluster;");
        self.spelled(&text, "r,~{memory}", &[word], None);
        Ok(())
    }

    pub(super) fn mbarrier_arrive(&mut self, op: Op) -> Result<()> {
        let view = self.source.op(op).view(kernel::MBarrierArrive);
        let (memref, subscripts, bytes) = (view.memref(), view.subscripts(), view.expected());
        let elsewhere =
            self.source.def_op(memref).is_some_and(|def| self.source.is(def, kernel::ClusterShared));
        let word = match elsewhere {
            true => self.address_in(op, memref, &subscripts, CLUSTER_SPACE)?,
            false => self.shared_address(op, memref, &subscripts)?,
        };
        let place = if elsewhere { ".release.cluster.shared::cluster" } else { ".shared::cta" };
        let text = match bytes {
            0 => format!("mbarrier.arrive{place}.b64 _, [$0];"),
            bytes => format!("mbarrier.arrive.expect_tx{place}.b64 _, [$0], {bytes};"),
        };
        self.spelled(&text, "r,~{memory}", &[word], None);
        Ok(())
    }

    pub(super) fn mbarrier_wait(&mut self, op: Op) -> Result<()> {
        let view = self.source.op(op).view(kernel::MBarrierWait);
        let (memref, subscripts, parity) = (view.memref(), view.subscripts(), view.parity());
        let word = self.shared_address(op, memref, &subscripts)?;
        let parity = self.narrow_index(op, parity)?;
        // The braces make the labels local. The arriving thread may be in another block of the cluster.
        let scope = if kernel::cluster_of(self.source).is_some() { ".acquire.cluster" } else { "" };
        let attempt = format!("again: mbarrier.try_wait.parity{scope}.shared::cta.b64 over, [$0], $1;");
        let Some(stop) = self.stop else {
            let text = format!("{{ .reg .pred over; {attempt} @!over bra again; }}");
            self.spelled(&text, "r,r,~{memory}", &[word, parity], None);
            return Ok(());
        };
        // After many attempts, the thread polls for cancellation. By then, pending copies have arrived.
        let text = format!(
            "{{ .reg .pred over; .reg .b32 left, stop; mov.b32 left, {ATTEMPTS}; {attempt} @over bra come; sub.u32 left, left, 1; \
             setp.ne.u32 over, left, 0; @over bra again; ld.volatile.b32 stop, [$2]; setp.ne.u32 over, stop, 0; @over exit; \
             mov.b32 left, {ATTEMPTS}; bra again; come: }}"
        );
        self.spelled(&text, "r,r,l,~{memory}", &[word, parity, stop], None);
        Ok(())
    }

    /// An (old) index as a 32-bit integer.
    pub(super) fn narrow_index(&mut self, op: Op, index: Value) -> Result<Value> {
        let index = self.operand(op, index)?;
        let ty = self.ctx().i32();
        Ok(tf_dialects::arith::trunci(self, index, ty))
    }

    pub(super) fn bulk_copy(&mut self, op: Op) -> Result<()> {
        let view = self.source.op(op).view(kernel::BulkCopy);
        let (to, barrier) = (view.to(), view.barrier());
        let corner = view.from_subscripts();
        let (to_subscripts, barrier_subscripts) = (view.to_subscripts(), view.barrier_subscripts());
        let ranks = view.ranks();
        let map = view.map();
        let map = map.and_then(|map| {
            self.tensor_maps.iter().find(|(known, _)| *known == map).map(|(_, value)| *value)
        });
        let map = map.ok_or_else(|| {
            self.refuse(op, "copies a box without a tensor map among the kernel's parameters")
        })?;
        let target = self.shared_address(op, to, &to_subscripts)?;
        let barrier = self.shared_address(op, barrier, &barrier_subscripts)?;
        let mut operands = vec![target, map, barrier];
        // Coordinates start at the innermost axis.
        for subscript in corner.iter().rev() {
            operands.push(self.narrow_index(op, *subscript)?);
        }
        let axes = corner.len();
        let coordinates: Vec<String> = (0..axes).map(|axis| format!("${}", axis + 3)).collect();
        let (mut kind, mut last, mut more) = ("", String::new(), "");
        if let Some(ranks) = ranks {
            let (ranks, ty) = (self.operand(op, ranks)?, self.ctx().int(16));
            operands.push(tf_dialects::arith::trunci(self, ranks, ty));
            (kind, last, more) = (".multicast::cluster", format!(", ${}", axes + 3), "h,");
        }
        let text = format!(
            "cp.async.bulk.tensor.{axes}d.shared::cluster.global.mbarrier::complete_tx::bytes{kind} [$0], [$1, {{{}}}], [$2]{last};",
            coordinates.join(", ")
        );
        let constraints = format!("r,l,r,{}{more}~{{memory}}", "r,".repeat(axes));
        self.spelled(&text, &constraints, &operands, None);
        Ok(())
    }

    /// Makes the writes of threads visible to the asynchronous proxy.
    pub(super) fn async_fence(&mut self) -> Result<()> {
        self.spelled("fence.proxy.async.shared::cta;", "~{memory}", &[], None);
        Ok(())
    }
}

/// The type of the parameter that describes a box, and its attributes: 128 bytes by value, whose address the
/// kernel uses.
pub(super) fn map_parameter(ctx: &tf_ir::context::Context, _: &TensorMap) -> (Type, tf_ir::attr::Attribute) {
    let bytes = ctx.type_attr(llvm_type(ctx, "array<128 x i8>"));
    let about = [
        (ctx.str("llvm.byval"), bytes),
        (ctx.str("nvvm.grid_constant"), ctx.unit_attr()),
        (ctx.str("llvm.align"), ctx.i64_attr(64)),
    ];
    (pointer_type(ctx), ctx.dict_attr(&about))
}
