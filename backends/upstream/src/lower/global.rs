//! Lowering of constant memory: globals of the unit.

use crate::emitter::types::{internal, llvm_type, memref_elem, pointer_type, storage_bytes, storage_type};
use crate::emitter::{Emitter, Result};
use crate::names::llvm;
use tf_ir::attr::{AttrData, Attribute, DenseData};
use tf_ir::body::{Body, Op};
use tf_ir::context::Context;
use tf_ir::rewrite::Rebuild;
use tf_ir::types::{Dim, Type};

impl Emitter<'_, '_> {
    /// `mem.constant`: the address of a global.
    pub(crate) fn mem_constant(&mut self, op: Op) -> Result<()> {
        let ctx = self.ctx();
        let value = self.source.attr(op, "value").map(|a| ctx.attr_data(a));
        let Some(AttrData::Dense(dense)) = value else { return Err(self.refuse(op, "has no elements")) };
        let elem = memref_elem(&ctx, self.source.ty(self.source.result(op, 0)));
        let elem = elem.ok_or_else(|| self.refuse(op, "has no memref as its result"))?;
        let count = elements(&ctx, dense);
        let pointer = match count {
            // An array without elements needs no global.
            0 => self.stack(1),
            _ => {
                let name = format!("{}_constant_{}", self.unit.name, self.unit.outlined.len());
                let global = global(self.source, op, &name, dense, storage_type(&ctx, elem), count);
                self.unit.outlined.push(global);
                let attrs = [("global_name", ctx.symbol_attr(&name))];
                self.b.value(llvm::ADDRESSOF, &[], pointer_type(&ctx), &attrs)
            }
        };
        self.set_results(op, &[pointer]);
        Ok(())
    }
}

/// Elements of a constant tensor.
fn elements(ctx: &Context, dense: &DenseData) -> i64 {
    ctx.dims(dense.ty).unwrap_or_default().iter().filter_map(Dim::as_static).product()
}

/// `llvm.mlir.global internal constant @name(dense<…>) : !llvm.array<count x stored>`
fn global(source: &Body, op: Op, name: &str, dense: &DenseData, stored: Type, count: i64) -> Body {
    let ctx = source.ctx();
    let stored_text = tf_ir::text::type_to_string(ctx, stored);
    let array = llvm_type(ctx, &format!("array<{count} x {stored_text}>"));
    let flat = ctx.tensor([Dim::Static(count)], stored);
    let value = ctx.intern_attr(AttrData::Dense(DenseData { ty: flat, ..dense.clone() }));
    let mut global = Body::new(ctx, llvm::GLOBAL, source.loc(op), 1);
    let root = global.root();
    let attrs: [(&str, Attribute); 7] = [
        ("sym_name", ctx.string_attr(name)),
        ("global_type", ctx.type_attr(array)),
        ("linkage", internal(ctx)),
        ("constant", ctx.unit_attr()),
        ("value", value),
        ("alignment", ctx.i64_attr(64.max(storage_bytes(ctx, stored) as i64))),
        ("addr_space", ctx.int_attr(ctx.i32(), 0)),
    ];
    attrs.into_iter().for_each(|(name, value)| global.set_attr(root, name, value));
    global
}
