//! The builder of `scalar::expand` over IR: the same source that the interpreter evaluates emits arith ops.

use super::shared::Shared;
use std::cell::RefCell;
use tf_dialects::func::build_call;
use tf_dialects::func::local::Local;
use tf_dialects::scalar::expand::{Expand, Rare, Width, merged};
use tf_ir::attr::{AttrData, Attribute, DenseData};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::types::{Type, TypeData};

/// Emits arithmetic on scalars or vectors of one float width.
pub(super) struct Emit<'a, 'b> {
    b: RefCell<&'a mut Builder<'b>>,
    shared: &'a Shared<'a>,
    ctx: Context,
    float: Type,
    int: Type,
    mask: Type,
    width: Width,
}

/// Predicates of `arith.cmpf` and `arith.cmpi`, as upstream numbers them.
mod predicate {
    pub const OEQ: i64 = 1;
    pub const OLT: i64 = 4;
    pub const OLE: i64 = 5;
    pub const UNE: i64 = 13;
    pub const EQ: i64 = 0;
    pub const SLT: i64 = 2;
    pub const ULT: i64 = 6;
}

impl<'a, 'b> Emit<'a, 'b> {
    /// A builder for values of type `float`: f32, f64, or a vector of them.
    pub(super) fn new(b: &'a mut Builder<'b>, shared: &'a Shared<'a>, float: Type) -> Emit<'a, 'b> {
        let ctx = b.ctx();
        let wide = ctx.elem_type(float) == ctx.f64();
        let (width, int) = if wide { (Width::W64, ctx.i64()) } else { (Width::W32, ctx.i32()) };
        let (int, mask) = (ctx.with_elem(float, int), ctx.with_elem(float, ctx.i1()));
        Emit { b: RefCell::new(b), shared, ctx, float, int, mask, width }
    }

    fn op(&self, name: &str, operands: &[Value], ty: Type) -> Value {
        self.b.borrow_mut().value(name, operands, ty, &[])
    }

    /// An op on one float.
    pub(super) fn unary(&self, name: &str, x: Value) -> Value {
        self.op(name, &[x], self.float)
    }

    /// An op on two floats.
    pub(super) fn binary(&self, name: &str, a: Value, b: Value) -> Value {
        self.op(name, &[a, b], self.float)
    }

    fn compare(&self, name: &str, predicate: i64, a: Value, b: Value) -> Value {
        let attr = self.ctx.i64_attr(predicate);
        self.b.borrow_mut().value(name, &[a, b], self.mask, &[("predicate", attr)])
    }

    fn constant(&self, ty: Type, scalar: Attribute, bytes: &[u8]) -> Value {
        let value = match self.ctx.type_data(ty) {
            TypeData::Vector { .. } => {
                self.ctx.intern_attr(AttrData::Dense(DenseData { ty, splat: true, bytes: bytes.into() }))
            }
            _ => scalar,
        };
        self.b.borrow_mut().value("arith.constant", &[], ty, &[("value", value)])
    }

    fn is_vector(&self) -> bool {
        matches!(self.ctx.type_data(self.float), TypeData::Vector { .. })
    }

    /// A call of the function that has the rare code, and chooses between its values and the others. What needs the code
    /// is decided again inside: masks are dear to hand over.
    fn call_rare<R: Rare<K, N>, const K: usize, const N: usize>(
        &self,
        rare: &R,
        args: [Value; K],
        common: [Value; N],
    ) -> [Value; N] {
        let loc = self.b.borrow().loc;
        let inputs = vec![self.float; K + N];
        let callee = self.shared.callee((Local::Rare, rare.name()), &self.ctx, &inputs, loc, |b, given| {
            let e = Emit::new(b, self.shared, self.float);
            let args: [Value; K] = std::array::from_fn(|i| given[i]);
            let common: [Value; N] = std::array::from_fn(|i| given[K + i]);
            merged(&e, rare, rare.needed(&e, args), args, common).to_vec()
        });
        let mut b = self.b.borrow_mut();
        let call = build_call(&mut b, &callee.name, &[&args[..], &common[..]].concat(), &callee.results);
        std::array::from_fn(|i| b.body.result(call, i))
    }

    /// True where the mask holds anywhere.
    fn any(&self, mask: Value) -> Value {
        if !self.is_vector() {
            return mask;
        }
        let kind = self.ctx.string_attr("or");
        self.b.borrow_mut().value("vector.reduce", &[mask], self.ctx.i1(), &[("kind", kind)])
    }
}

impl Expand for Emit<'_, '_> {
    type F = Value;
    type I = Value;
    type M = Value;

    fn width(&self) -> Width {
        self.width
    }

    fn c(&self, v: f64) -> Value {
        let elem = self.ctx.elem_type(self.float);
        match self.width {
            Width::W32 => {
                let v = v as f32;
                self.constant(self.float, self.ctx.float_attr(elem, v.into()), &v.to_le_bytes())
            }
            Width::W64 => self.constant(self.float, self.ctx.float_attr(elem, v), &v.to_le_bytes()),
        }
    }
    fn add(&self, a: Value, b: Value) -> Value {
        self.op("arith.addf", &[a, b], self.float)
    }
    fn sub(&self, a: Value, b: Value) -> Value {
        self.op("arith.subf", &[a, b], self.float)
    }
    fn mul(&self, a: Value, b: Value) -> Value {
        self.op("arith.mulf", &[a, b], self.float)
    }
    fn div(&self, a: Value, b: Value) -> Value {
        self.op("arith.divf", &[a, b], self.float)
    }
    fn fma(&self, a: Value, b: Value, c: Value) -> Value {
        self.op("math.fma", &[a, b, c], self.float)
    }
    fn sqrt(&self, a: Value) -> Value {
        self.op("math.sqrt", &[a], self.float)
    }
    fn neg(&self, a: Value) -> Value {
        self.op("arith.negf", &[a], self.float)
    }
    fn abs(&self, a: Value) -> Value {
        self.op("math.absf", &[a], self.float)
    }
    fn copysign(&self, magnitude: Value, sign: Value) -> Value {
        self.op("math.copysign", &[magnitude, sign], self.float)
    }
    fn roundeven(&self, a: Value) -> Value {
        self.op("math.roundeven", &[a], self.float)
    }

    fn lt(&self, a: Value, b: Value) -> Value {
        self.compare("arith.cmpf", predicate::OLT, a, b)
    }
    fn le(&self, a: Value, b: Value) -> Value {
        self.compare("arith.cmpf", predicate::OLE, a, b)
    }
    fn eq(&self, a: Value, b: Value) -> Value {
        self.compare("arith.cmpf", predicate::OEQ, a, b)
    }
    fn ne(&self, a: Value, b: Value) -> Value {
        self.compare("arith.cmpf", predicate::UNE, a, b)
    }
    fn select(&self, m: Value, a: Value, b: Value) -> Value {
        self.op("arith.select", &[m, a, b], self.float)
    }

    fn and(&self, a: Value, b: Value) -> Value {
        self.op("arith.andi", &[a, b], self.mask)
    }
    fn or(&self, a: Value, b: Value) -> Value {
        self.op("arith.ori", &[a, b], self.mask)
    }
    fn not(&self, a: Value) -> Value {
        let ones = self.constant(self.mask, self.ctx.bool_attr(true), &[1]);
        self.op("arith.xori", &[a, ones], self.mask)
    }

    fn to_bits(&self, a: Value) -> Value {
        self.op("arith.bitcast", &[a], self.int)
    }
    fn of_bits(&self, a: Value) -> Value {
        self.op("arith.bitcast", &[a], self.float)
    }

    fn int(&self, v: i64) -> Value {
        let elem = self.ctx.elem_type(self.int);
        let attr = self.ctx.int_attr(elem, v.into());
        match self.width {
            Width::W32 => self.constant(self.int, attr, &(v as i32).to_le_bytes()),
            Width::W64 => self.constant(self.int, attr, &v.to_le_bytes()),
        }
    }
    fn iadd(&self, a: Value, b: Value) -> Value {
        self.op("arith.addi", &[a, b], self.int)
    }
    fn isub(&self, a: Value, b: Value) -> Value {
        self.op("arith.subi", &[a, b], self.int)
    }
    fn imul(&self, a: Value, b: Value) -> Value {
        self.op("arith.muli", &[a, b], self.int)
    }
    fn iand(&self, a: Value, b: Value) -> Value {
        self.op("arith.andi", &[a, b], self.int)
    }
    fn ior(&self, a: Value, b: Value) -> Value {
        self.op("arith.ori", &[a, b], self.int)
    }
    fn ixor(&self, a: Value, b: Value) -> Value {
        self.op("arith.xori", &[a, b], self.int)
    }
    fn shl(&self, a: Value, b: Value) -> Value {
        self.op("arith.shli", &[a, b], self.int)
    }
    fn lshr(&self, a: Value, b: Value) -> Value {
        self.op("arith.shrui", &[a, b], self.int)
    }
    fn ashr(&self, a: Value, b: u32) -> Value {
        let b = self.int(b.into());
        self.op("arith.shrsi", &[a, b], self.int)
    }
    fn ieq(&self, a: Value, b: Value) -> Value {
        self.compare("arith.cmpi", predicate::EQ, a, b)
    }
    fn ilt(&self, a: Value, b: Value) -> Value {
        self.compare("arith.cmpi", predicate::SLT, a, b)
    }
    fn iult(&self, a: Value, b: Value) -> Value {
        self.compare("arith.cmpi", predicate::ULT, a, b)
    }
    fn iselect(&self, m: Value, a: Value, b: Value) -> Value {
        self.op("arith.select", &[m, a, b], self.int)
    }
    fn to_float(&self, a: Value) -> Value {
        self.op("arith.sitofp", &[a], self.float)
    }

    /// The rare code runs only if a lane needs it.
    fn rarely<R: Rare<K, N>, const K: usize, const N: usize>(
        &self,
        rare: &R,
        args: [Value; K],
        common: [Value; N],
    ) -> [Value; N] {
        let needed = rare.needed(self, args);
        let any = self.any(needed);
        let (op, cursor) = {
            let mut b = self.b.borrow_mut();
            let op = b.op_with_regions("loop.if", &[any], &[self.float; N], &[], 2);
            let (_, cursor) = b.enter(op, 0, &[]);
            (op, cursor)
        };
        let values = if self.shared.allows(Local::Rare) {
            self.call_rare(rare, args, common)
        } else {
            merged(self, rare, needed, args, common)
        };
        let mut b = self.b.borrow_mut();
        b.op("loop.yield", &values, &[], &[]);
        b.enter(op, 1, &[]);
        b.op("loop.yield", &common, &[], &[]);
        b.cursor = cursor;
        std::array::from_fn(|i| b.body.result(op, i))
    }
}
