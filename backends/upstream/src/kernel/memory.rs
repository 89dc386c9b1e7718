//! Shared memory: globals in its address space.

use crate::emitter::types::{internal, llvm_type, memref_elem, pointer_type, storage_type, upstream_attr};
use crate::emitter::{Emitter, Result};
use crate::names::llvm;
use tf_dialects::arith;
use tf_dialects::kernel::{self, SHARED_ALIGNMENT, array_alignment, dynamic_alignment};
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Op, Value};
use tf_ir::location::Location;
use tf_ir::rewrite::Rebuild;
use tf_ir::text::type_to_string;
use tf_ir::types::{Dim, Type};
use tf_ir::walk;

/// The address space of shared memory.
const SPACE: i64 = 3;

/// The address space of the shared memory of a cluster.
pub(super) const CLUSTER_SPACE: u32 = 7;

/// The name of the global for all dynamic shared memory.
const ARENA: &str = "kernel_dynamic_shared";

/// A global in shared memory, without an initial value.
fn global(source: &Body, loc: Location, (name, align): (&str, u64), ty: Type, linkage: Attribute) -> Body {
    let ctx = source.ctx();
    let mut global = Body::new(ctx, llvm::GLOBAL, loc, 1);
    let root = global.root();
    let attrs = [
        ("sym_name", ctx.string_attr(name)),
        ("global_type", ctx.type_attr(ty)),
        ("linkage", linkage),
        ("alignment", ctx.i64_attr(align as i64)),
        ("addr_space", ctx.int_attr(ctx.i32(), SPACE.into())),
    ];
    attrs.into_iter().for_each(|(name, value)| global.set_attr(root, name, value));
    global
}

/// The global for the dynamic shared memory, if one of these functions uses it.
pub(super) fn arena(module: &Body, kernels: &[Body]) -> Option<Body> {
    let uses = |body: &Body| {
        let mut found = false;
        walk::walk(body, body.root(), &mut |body: &Body, op| {
            let name = body.attr(op, "global_name").and_then(|a| body.ctx().attr_symbol(a));
            found |= name == Some(ARENA);
        });
        found
    };
    let ctx = module.ctx();
    let external = upstream_attr(ctx, "llvm", "linkage<external>");
    let ty = llvm_type(ctx, "array<0 x i8>");
    kernels
        .iter()
        .any(uses)
        .then(|| global(module, module.loc(module.root()), (ARENA, SHARED_ALIGNMENT), ty, external))
}

impl Emitter<'_, '_> {
    /// `kernel.shared`: a separate global of the kernel.
    pub(super) fn shared_array(&mut self, op: Op) -> Result<()> {
        let ctx = self.ctx();
        let ty = self.source.ty(self.source.result(op, 0));
        let elem = memref_elem(&ctx, ty).ok_or_else(|| self.refuse(op, "has no memref as its result"))?;
        let count: i64 = ctx.dims(ty).unwrap_or_default().iter().filter_map(Dim::as_static).product();
        let stored = type_to_string(&ctx, storage_type(&ctx, elem));
        let name = format!("{}_shared_{}", self.unit.name, self.unit.outlined.len());
        let array = llvm_type(&ctx, &format!("array<{count} x {stored}>"));
        let align = array_alignment(self.source, self.source.result(op, 0));
        let global = global(self.source, self.source.loc(op), (&name, align), array, internal(&ctx));
        self.unit.outlined.push(global);
        let pointer = self.shared_pointer(&name);
        self.set_results(op, &[pointer]);
        Ok(())
    }

    /// `kernel.dynamic_shared`: an address at a byte offset from the start of the memory that the launch
    /// provides.
    pub(super) fn dynamic_shared_array(&mut self, op: Op) -> Result<()> {
        let ctx = self.ctx();
        let offset = self.operands(op)?[0];
        let pointer = self.arena_pointer();
        let pointer = self.element_pointer(pointer, offset, ctx.int(8));
        self.set_results(op, &[pointer]);
        Ok(())
    }

    /// The start of dynamic shared memory. Drivers that link kernels put it right after the arrays of the
    /// kernel and ignore a requested alignment. So the global requests none, and LLVM keeps the rounding
    /// code; the launch provides the extra bytes.
    fn arena_pointer(&mut self) -> Value {
        let align = dynamic_alignment(self.source) as i64;
        if align <= SHARED_ALIGNMENT as i64 {
            return self.shared_pointer(ARENA);
        }
        let ctx = self.ctx();
        let narrow_type = llvm_type(&ctx, &format!("ptr<{SPACE}>"));
        let attrs = [("global_name", ctx.symbol_attr(ARENA))];
        let narrow = self.b.value(llvm::ADDRESSOF, &[], narrow_type, &attrs);
        let address = self.b.value(llvm::PTRTOINT, &[narrow], ctx.i32(), &[]);
        let [more, mask] = [align - 1, -align].map(|n| arith::const_int(&mut self.b, ctx.i32(), n));
        let above = arith::addi(self, address, more);
        let rounded = arith::andi(self, above, mask);
        let narrow = self.b.value(llvm::INTTOPTR, &[rounded], narrow_type, &[]);
        self.b.value(llvm::ADDRSPACECAST, &[narrow], pointer_type(&ctx), &[])
    }

    /// `kernel.cluster_shared`: the address of an array in the memory of another block.
    pub(super) fn cluster_shared_array(&mut self, op: Op) -> Result<()> {
        let ctx = self.ctx();
        let view = self.source.op(op).view(kernel::ClusterShared);
        let own = self.shared_address(op, view.array(), &[])?;
        let rank = self.narrow_index(op, view.rank())?;
        // Inline assembly: LLVM is not told that the address refers to the same array in another block.
        let text = "mapa.shared::cluster.u32 $0, $1, $2;";
        let there = self.spelled(text, "=r,r,r", &[own, rank], Some(ctx.i32()));
        let there = there.ok_or_else(|| self.refuse(op, "has an address without a value"))?;
        let narrow = llvm_type(&ctx, &format!("ptr<{CLUSTER_SPACE}>"));
        let there = self.b.value(llvm::INTTOPTR, &[there], narrow, &[]);
        let pointer = self.b.value(llvm::ADDRSPACECAST, &[there], pointer_type(&ctx), &[]);
        self.set_results(op, &[pointer]);
        Ok(())
    }

    /// The address of a global in shared memory, as a generic pointer.
    fn shared_pointer(&mut self, name: &str) -> Value {
        let ctx = self.ctx();
        let attrs = [("global_name", ctx.symbol_attr(name))];
        let narrow = self.b.value(llvm::ADDRESSOF, &[], llvm_type(&ctx, &format!("ptr<{SPACE}>")), &attrs);
        self.b.value(llvm::ADDRSPACECAST, &[narrow], pointer_type(&ctx), &[])
    }
}
