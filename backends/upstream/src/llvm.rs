//! Builders of the ops of upstream's `llvm` dialect.

use crate::emitter::Emitter;
use crate::names::llvm;
use tf_ir::attr::Attribute;
use tf_ir::body::Value;
use tf_ir::context::Context;
use tf_ir::types::{Type, TypeData};

/// `!llvm.ptr`
pub(crate) fn pointer_type(ctx: &Context) -> Type {
    ctx.intern_type(TypeData::Opaque { dialect: ctx.str("llvm"), text: ctx.str("ptr") })
}

/// What stands for a dynamic index among `rawConstantIndices`.
const DYNAMIC: i32 = i32::MIN;

impl Emitter<'_, '_> {
    /// An `i64` constant.
    pub fn int(&mut self, value: i64) -> Value {
        let ctx = self.ctx();
        self.constant_of(ctx.i64(), ctx.i64_attr(value))
    }

    /// A call of an intrinsic by its name without types.
    pub fn intrinsic(&mut self, name: &str, operands: &[Value], result: Type) -> Value {
        let ctx = self.ctx();
        let attrs = [
            ("intrin", ctx.string_attr(name)),
            ("op_bundle_sizes", ctx.i32_array_attr(&[])),
            ("operandSegmentSizes", ctx.i32_array_attr(&[operands.len() as i32, 0])),
        ];
        self.b.value(llvm::CALL_INTRINSIC, operands, result, &attrs)
    }

    /// Address of element `offset` (an `i64`, or a vector of them) behind a pointer.
    pub fn element_pointer(&mut self, base: Value, offset: Value, elem: Type) -> Value {
        let ctx = self.ctx();
        let pointer = pointer_type(&ctx);
        let result = ctx.with_elem(self.b.body.ty(offset), pointer);
        let attrs =
            [("elem_type", ctx.type_attr(elem)), ("rawConstantIndices", ctx.i32_array_attr(&[DYNAMIC]))];
        self.pure(llvm::GETELEMENTPTR, &[base, offset], result, &attrs)
    }

    /// Address of the `i64` word `index` behind a pointer.
    pub fn word_pointer(&mut self, base: Value, index: usize) -> Value {
        let ctx = self.ctx();
        let index = i32::try_from(index).expect("signatures have far fewer words");
        let attrs =
            [("elem_type", ctx.type_attr(ctx.i64())), ("rawConstantIndices", ctx.i32_array_attr(&[index]))];
        self.pure(llvm::GETELEMENTPTR, &[base], pointer_type(&ctx), &attrs)
    }

    /// Loads a value of type `ty`, aligned to `align` bytes.
    pub fn load(&mut self, pointer: Value, ty: Type, align: u64) -> Value {
        let attrs = self.access_attrs(align);
        self.b.value(llvm::LOAD, &[pointer], ty, &attrs)
    }

    /// Stores a value, aligned to `align` bytes.
    pub fn store(&mut self, value: Value, pointer: Value, align: u64) {
        let attrs = self.access_attrs(align);
        self.b.op(llvm::STORE, &[value, pointer], &[], &attrs);
    }

    fn access_attrs(&self, align: u64) -> [(&'static str, Attribute); 2] {
        let ctx = self.ctx();
        [("alignment", ctx.i64_attr(align as i64)), ("ordering", ctx.i64_attr(0))]
    }

    /// Memory of the present function, `words` times 8 bytes, aligned to a cache line. It is made where the function
    /// starts, wherever the builder stands: inside a loop, the stack would grow with each iteration.
    pub fn stack(&mut self, words: usize) -> Value {
        let ctx = self.ctx();
        let count = self.int(words.max(1) as i64);
        let attrs = [("alignment", ctx.i64_attr(64)), ("elem_type", ctx.type_attr(ctx.i64()))];
        self.in_prologue(|this| this.b.value(llvm::ALLOCA, &[count], pointer_type(&ctx), &attrs))
    }
}
