//! Builders of generated code: pure ops with value numbering, constants, regions, and the ops of upstream's
//! `llvm` dialect.

use crate::emitter::numbering::Key;
use crate::emitter::types::{pointer_type, vector_lanes, vector_type};
use crate::emitter::{Emitter, Result};
use crate::names::{Upstream, llvm, scf};
use tf_dialects::arith::{Addi, Andi, Constant, Divsi, Maxsi, Minsi, Muli, Remsi, Subi};
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::{Attrs, Cursor, Emit};
use tf_ir::kind::WhichOp;
use tf_ir::rewrite::Rebuild;
use tf_ir::types::Type;
use tf_ir::{OpDef, OpKind};

/// The marker of a dynamic index in `rawConstantIndices`.
const DYNAMIC: i32 = i32::MIN;

/// Pure ops are value-numbered; ops with effects go to the builder.
impl Emit for Emitter<'_, '_> {
    fn body(&self) -> &Body {
        self.b.body
    }

    fn emit(&mut self, what: impl WhichOp, operands: &[Value], result: Type, attrs: Attrs<'_>) -> Value {
        self.pure(what, operands, result, attrs)
    }
}

impl Emitter<'_, '_> {
    /// The result of a pure op with one result; reuses an equal op that dominates.
    pub fn pure(&mut self, what: impl WhichOp, operands: &[Value], ty: Type, attrs: Attrs<'_>) -> Value {
        let ctx = self.b.body.ctx();
        let name = what.name_in(ctx);
        let key = Key::new(ctx, name, operands, ty, attrs);
        if let Some(value) = self.numbering.find(&key) {
            return value;
        }
        let value = self.b.value(name, operands, ty, attrs);
        self.numbering.add(key, value);
        value
    }

    /// Defines the results of an old op by a pure op.
    pub fn pure_results(&mut self, op: Op, what: impl WhichOp, operands: &[Value], attrs: Attrs<'_>) {
        let types = self.result_types(op);
        if let [ty] = types[..] {
            let value = self.pure(what, operands, ty, attrs);
            return self.define(self.source.result(op, 0), value);
        }
        let new = self.b.op(what, operands, &types, attrs);
        self.define_results(op, new);
    }

    /// A constant of any type, in the prologue.
    pub fn constant_of(&mut self, ty: Type, value: Attribute) -> Value {
        let ctx = self.ctx();
        let attrs = [("value", value)];
        let key = Key::new(&ctx, Constant.name_in(&ctx), &[], ty, &attrs);
        if let Some(value) = self.numbering.find(&key) {
            return value;
        }
        let made = self.in_prologue(|this| this.b.value(Constant, &[], ty, &attrs));
        let number = match ctx.attr_data(value) {
            AttrData::Integer(_, number) if ty == ctx.i64() => Some(*number as i64),
            _ => None,
        };
        self.numbering.add_constant(key, made, number);
        made
    }

    /// An integer constant of a type, or a vector of it.
    pub fn int_of(&mut self, ty: Type, value: i64) -> Value {
        let ctx = self.ctx();
        if vector_lanes(&ctx, ty).is_none() {
            return self.constant_of(ty, ctx.int_attr(ty, value.into()));
        }
        let bytes = ctx.scalar_width(ctx.elem_type(ty)).unwrap_or(8).div_ceil(8) as usize;
        self.constant_of(ty, ctx.splat_attr(ty, value.to_le_bytes()[..bytes].to_vec()))
    }

    /// An `i64` constant.
    pub fn int(&mut self, value: i64) -> Value {
        self.int_of(self.source.ctx().i64(), value)
    }

    /// An `i32` constant.
    pub fn int32(&mut self, value: i64) -> Value {
        self.int_of(self.source.ctx().i32(), value)
    }

    /// A float constant of a scalar or vector type.
    pub fn float(&mut self, ty: Type, value: f64) -> Value {
        let ctx = self.ctx();
        let value = match (vector_lanes(&ctx, ty), ctx.scalar_width(ctx.elem_type(ty))) {
            (None, _) => ctx.float_attr(ty, value),
            (_, Some(32)) => ctx.splat_attr(ty, (value as f32).to_le_bytes().to_vec()),
            _ => ctx.splat_attr(ty, value.to_le_bytes().to_vec()),
        };
        self.constant_of(ty, value)
    }

    /// Zero of a scalar or vector type.
    pub fn zero(&mut self, ty: Type) -> Value {
        // For all scalar types, zero has all bytes zero.
        if self.source.ctx().is_float(ty) { self.float(ty, 0.0) } else { self.int_of(ty, 0) }
    }

    /// The known constant of an `i64`.
    pub fn known(&self, value: Value) -> Option<i64> {
        self.numbering.known(value)
    }

    /// Emits at the top of the function, after previous ops of the prologue.
    pub fn in_prologue<T>(&mut self, emit: impl FnOnce(&mut Self) -> T) -> T {
        let region = self.b.body.region(self.b.body.root(), 0);
        let entry =
            self.b.body.entry(region).expect("a function has its first block before anything is built in it");
        let prologue = self.numbering.prologue.unwrap_or(Cursor::Start(entry));
        let here = std::mem::replace(&mut self.b.cursor, prologue);
        let result = emit(self);
        self.numbering.prologue = Some(std::mem::replace(&mut self.b.cursor, here));
        result
    }

    /// Builds the only block of region `i` of a new op; `fill` returns the yielded values.
    pub fn fill(
        &mut self,
        new: Op,
        i: usize,
        args: &[Type],
        fill: impl FnOnce(&mut Self, &[Value]) -> Result<Vec<Value>>,
    ) -> Result<()> {
        self.fill_ending(new, i, args, scf::YIELD, fill)
    }

    /// As [`Emitter::fill`], for a block with another terminator.
    pub fn fill_ending(
        &mut self,
        new: Op,
        i: usize,
        args: &[Type],
        end: Upstream,
        fill: impl FnOnce(&mut Self, &[Value]) -> Result<Vec<Value>>,
    ) -> Result<()> {
        self.region(new, i, args, |this, args| {
            let values = fill(this, args)?;
            this.b.op(end, &values, &[], &[]);
            Ok(())
        })
    }

    /// Loop-invariant code motion: emits before the outermost op around the builder that does not contain the
    /// definition of `value`. Ops there run once instead of in each iteration.
    pub fn hoisted<T>(&mut self, value: Value, emit: impl FnOnce(&mut Self) -> T) -> T {
        let Some(outermost) = self.numbering.outermost(self.b.body.def_block(value)) else {
            return emit(self);
        };
        let here = std::mem::replace(&mut self.b.cursor, Cursor::Before(outermost));
        let result = emit(self);
        self.b.cursor = here;
        result
    }

    /// A binary op on `i64`, or vectors of it, that the program guarantees not to overflow.
    pub fn index_op<D: OpDef>(&mut self, what: D, lhs: Value, rhs: Value) -> Value {
        let known = (self.known(lhs), self.known(rhs));
        if let (Some(a), Some(b)) = known
            && let Some(result) = folded(D::KIND, a, b)
        {
            return self.int(result);
        }
        match (D::KIND, known) {
            (Addi::KIND | Subi::KIND, (_, Some(0))) => lhs,
            (Muli::KIND | Divsi::KIND, (_, Some(1))) => lhs,
            (Addi::KIND, (Some(0), _)) | (Muli::KIND, (Some(1), _)) => rhs,
            (Muli::KIND, (Some(0), _) | (_, Some(0))) | (Remsi::KIND, (_, Some(1))) => self.int(0),
            _ => self.pure(what, &[lhs, rhs], self.b.body.ty(lhs), &[]),
        }
    }

    /// A call of an intrinsic, given its name without types.
    pub fn intrinsic(&mut self, name: &str, operands: &[Value], result: Type) -> Value {
        let ctx = self.ctx();
        let attrs = [
            ("intrin", ctx.string_attr(name)),
            ("op_bundle_sizes", ctx.i32_array_attr(&[])),
            ("operandSegmentSizes", ctx.i32_array_attr(&[operands.len() as i32, 0])),
        ];
        self.b.value(llvm::CALL_INTRINSIC, operands, result, &attrs)
    }

    /// Address of element `offset` (an `i64`, or a vector of them) from a pointer.
    pub fn element_pointer(&mut self, base: Value, offset: Value, elem: Type) -> Value {
        let ctx = self.ctx();
        let result = ctx.with_elem(self.b.body.ty(offset), pointer_type(&ctx));
        let attrs =
            [("elem_type", ctx.type_attr(elem)), ("rawConstantIndices", ctx.i32_array_attr(&[DYNAMIC]))];
        self.pure(llvm::GETELEMENTPTR, &[base, offset], result, &attrs)
    }

    /// Address of the `i64` word `index` from a pointer.
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

    /// Copies `size` bytes.
    pub fn copy_bytes(&mut self, to: Value, from: Value, size: Value) {
        let attrs = [("isVolatile", self.source.ctx().bool_attr(false))];
        self.b.op(llvm::MEMCPY, &[to, from, size], &[], &attrs);
    }

    /// Shuffles the lanes of two vectors of one type, given by their indices.
    pub fn shuffle(&mut self, a: Value, b: Value, lanes: &[i32]) -> Value {
        let ctx = self.ctx();
        let ty = vector_type(&ctx, lanes.len(), ctx.elem_type(self.b.body.ty(a)));
        self.b.value(llvm::SHUFFLEVECTOR, &[a, b], ty, &[("mask", ctx.i32_array_attr(lanes))])
    }

    /// Concatenates vectors of one length (the last one may be shorter).
    pub fn joined(&mut self, parts: Vec<Value>) -> Value {
        let lanes = |this: &Self, v: Value| vector_lanes(this.source.ctx(), this.b.body.ty(v)).unwrap_or(1);
        let mut parts = parts.into_iter();
        let mut all = parts.next().expect("a vector has lanes");
        for part in parts {
            let (left, right) = (lanes(self, all), lanes(self, part));
            // Both operands of a shuffle have one type.
            let widened: Vec<i32> = (0..left).map(|i| i.min(right - 1) as i32).collect();
            let part = self.shuffle(part, part, &widened);
            let joined: Vec<i32> = (0..left + right).map(|i| i as i32).collect();
            all = self.shuffle(all, part, &joined);
        }
        all
    }

    /// Stack memory of the current function, `words` times 8 bytes, aligned to a cache line. It is always
    /// allocated at the function entry: in a loop, the stack would grow with each iteration.
    pub fn stack(&mut self, words: usize) -> Value {
        let ctx = self.ctx();
        let count = self.int(words.max(1) as i64);
        let attrs = [("alignment", ctx.i64_attr(64)), ("elem_type", ctx.type_attr(ctx.i64()))];
        self.in_prologue(|this| this.b.value(llvm::ALLOCA, &[count], pointer_type(&ctx), &attrs))
    }
}

/// Constant folding of an op on two integers; `None` for other ops and for undefined results.
fn folded(kind: OpKind, a: i64, b: i64) -> Option<i64> {
    match kind {
        Addi::KIND => a.checked_add(b),
        Subi::KIND => a.checked_sub(b),
        Muli::KIND => a.checked_mul(b),
        Divsi::KIND => a.checked_div(b),
        Remsi::KIND => a.checked_rem(b),
        Maxsi::KIND => Some(a.max(b)),
        Minsi::KIND => Some(a.min(b)),
        Andi::KIND => Some(a & b),
        _ => None,
    }
}
