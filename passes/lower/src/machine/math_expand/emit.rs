//! Emits arith ops from `scalar::expand`, the same source that the interpreter evaluates.

use super::shared::Shared;
use std::cell::{RefCell, RefMut};
use tf_dialects::arith::{self, CmpF, CmpI, FastMath, FlagSet};
use tf_dialects::func::build_call;
use tf_dialects::func::local::Local;
use tf_dialects::loops::{If, Yield};
use tf_dialects::scalar::expand::{Expand, Rare, Width, merged};
use tf_dialects::{math, vector};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::types::{Type, TypeData};

/// The helpers that an expansion may use.
#[derive(Clone, Copy)]
pub(super) struct Helpers<'a> {
    /// Outlined functions for rare or long code.
    pub(super) shared: &'a Shared<'a>,
    /// Reciprocal estimates, if the expansion corrects them: the function's flags allow approximations.
    pub(super) estimates: bool,
}

impl<'a> Helpers<'a> {
    /// The helpers of code in outlined functions.
    pub(super) fn exact(shared: &'a Shared<'a>) -> Helpers<'a> {
        Helpers { shared, estimates: false }
    }
}

/// Emits arithmetic on scalars or vectors of one float width.
pub(super) struct Emit<'a, 'b> {
    b: RefCell<&'a mut Builder<'b>>,
    means: Helpers<'a>,
    ctx: Context,
    float: Type,
    int: Type,
    mask: Type,
    width: Width,
}

impl<'a, 'b> Emit<'a, 'b> {
    /// A builder for values of type `float`: f32, f64, or a vector of them.
    pub(super) fn new(b: &'a mut Builder<'b>, means: Helpers<'a>, float: Type) -> Emit<'a, 'b> {
        let ctx = b.ctx();
        let wide = ctx.elem_type(float) == ctx.f64();
        let (width, int) = if wide { (Width::W64, ctx.i64()) } else { (Width::W32, ctx.i32()) };
        let (int, mask) = (ctx.with_elem(float, int), ctx.with_elem(float, ctx.i1()));
        Emit { b: RefCell::new(b), means, ctx, float, int, mask, width }
    }

    pub(super) fn b(&self) -> RefMut<'_, &'a mut Builder<'b>> {
        self.b.borrow_mut()
    }

    fn is_vector(&self) -> bool {
        matches!(self.ctx.type_data(self.float), TypeData::Vector { .. })
    }

    /// Calls the outlined function of rare code, which selects between its results and the common ones. The
    /// mask is recomputed inside, because masks are expensive to pass.
    fn call_rare<R: Rare<K, N>, const K: usize, const N: usize>(
        &self,
        rare: &R,
        args: [Value; K],
        common: [Value; N],
    ) -> [Value; N] {
        let loc = self.b.borrow().loc;
        let inputs = vec![self.float; K + N];
        let shared = self.means.shared;
        let callee = shared.callee((Local::Rare, rare.name()), &self.ctx, &inputs, loc, |b, given| {
            let e = Emit::new(b, Helpers::exact(shared), self.float);
            let args: [Value; K] = std::array::from_fn(|i| given[i]);
            let common: [Value; N] = std::array::from_fn(|i| given[K + i]);
            merged(&e, rare, rare.needed(&e, args), args, common).to_vec()
        });
        let mut b = self.b();
        let call = build_call(&mut b, &callee.name, &[&args[..], &common[..]].concat(), &callee.results);
        std::array::from_fn(|i| b.body.result(call, i))
    }

    /// True if any lane of the mask is set.
    fn any(&self, mask: Value) -> Value {
        if !self.is_vector() {
            return mask;
        }
        vector::Reduce::build(&mut self.b(), mask, "or")
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
        arith::const_float(*self.b(), self.float, v)
    }
    fn add(&self, a: Value, b: Value) -> Value {
        arith::addf(*self.b(), a, b)
    }
    fn sub(&self, a: Value, b: Value) -> Value {
        arith::subf(*self.b(), a, b)
    }
    fn mul(&self, a: Value, b: Value) -> Value {
        arith::mulf(*self.b(), a, b)
    }
    fn div(&self, a: Value, b: Value) -> Value {
        arith::divf(*self.b(), a, b)
    }
    /// GPUs have an instruction for it, but a correctly rounded quotient takes a dozen instructions and a
    /// branch.
    fn reciprocal(&self, a: Value) -> Value {
        let one = self.c(1.0);
        let mut b = self.b();
        let flags = if self.means.estimates { FastMath::AFN } else { FastMath::NONE };
        arith::divf(&mut flags.on(&mut **b), one, a)
    }
    fn fma(&self, a: Value, b: Value, c: Value) -> Value {
        math::fma(*self.b(), a, b, c)
    }
    fn sqrt(&self, a: Value) -> Value {
        math::sqrt(*self.b(), a)
    }
    fn neg(&self, a: Value) -> Value {
        arith::negf(*self.b(), a)
    }
    fn abs(&self, a: Value) -> Value {
        math::absf(*self.b(), a)
    }
    fn copysign(&self, magnitude: Value, sign: Value) -> Value {
        math::copysign(*self.b(), magnitude, sign)
    }
    fn roundeven(&self, a: Value) -> Value {
        math::roundeven(*self.b(), a)
    }

    fn lt(&self, a: Value, b: Value) -> Value {
        arith::cmpf(*self.b(), CmpF::OLT, a, b)
    }
    fn le(&self, a: Value, b: Value) -> Value {
        arith::cmpf(*self.b(), CmpF::OLE, a, b)
    }
    fn eq(&self, a: Value, b: Value) -> Value {
        arith::cmpf(*self.b(), CmpF::OEQ, a, b)
    }
    fn ne(&self, a: Value, b: Value) -> Value {
        arith::cmpf(*self.b(), CmpF::UNE, a, b)
    }
    fn select(&self, m: Value, a: Value, b: Value) -> Value {
        arith::select(*self.b(), m, a, b)
    }

    fn and(&self, a: Value, b: Value) -> Value {
        arith::andi(*self.b(), a, b)
    }
    fn or(&self, a: Value, b: Value) -> Value {
        arith::ori(*self.b(), a, b)
    }
    fn not(&self, a: Value) -> Value {
        let ones = arith::const_int(*self.b(), self.mask, -1);
        arith::xori(*self.b(), a, ones)
    }

    fn to_bits(&self, a: Value) -> Value {
        arith::bitcast(*self.b(), a, self.int)
    }
    fn of_bits(&self, a: Value) -> Value {
        arith::bitcast(*self.b(), a, self.float)
    }

    fn int(&self, v: i64) -> Value {
        arith::const_int(*self.b(), self.int, v)
    }
    fn iadd(&self, a: Value, b: Value) -> Value {
        arith::addi(*self.b(), a, b)
    }
    fn isub(&self, a: Value, b: Value) -> Value {
        arith::subi(*self.b(), a, b)
    }
    fn imul(&self, a: Value, b: Value) -> Value {
        arith::muli(*self.b(), a, b)
    }
    fn iand(&self, a: Value, b: Value) -> Value {
        arith::andi(*self.b(), a, b)
    }
    fn ior(&self, a: Value, b: Value) -> Value {
        arith::ori(*self.b(), a, b)
    }
    fn ixor(&self, a: Value, b: Value) -> Value {
        arith::xori(*self.b(), a, b)
    }
    fn shl(&self, a: Value, b: Value) -> Value {
        arith::shli(*self.b(), a, b)
    }
    fn lshr(&self, a: Value, b: Value) -> Value {
        arith::shrui(*self.b(), a, b)
    }
    fn ashr(&self, a: Value, b: u32) -> Value {
        let b = self.int(b.into());
        arith::shrsi(*self.b(), a, b)
    }
    fn ieq(&self, a: Value, b: Value) -> Value {
        arith::cmpi(*self.b(), CmpI::Eq, a, b)
    }
    fn ilt(&self, a: Value, b: Value) -> Value {
        arith::cmpi(*self.b(), CmpI::Slt, a, b)
    }
    fn iult(&self, a: Value, b: Value) -> Value {
        arith::cmpi(*self.b(), CmpI::Ult, a, b)
    }
    fn iselect(&self, m: Value, a: Value, b: Value) -> Value {
        arith::select(*self.b(), m, a, b)
    }
    fn to_float(&self, a: Value) -> Value {
        arith::sitofp(*self.b(), a, self.float)
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
            let mut b = self.b();
            let op = If::build(&mut b, any, &[self.float; N]);
            let (_, cursor) = b.enter(op, 0, &[]);
            (op, cursor)
        };
        let values = if self.means.shared.allows(Local::Rare) {
            self.call_rare(rare, args, common)
        } else {
            merged(self, rare, needed, args, common)
        };
        let mut b = self.b();
        Yield::build(&mut b, &values);
        b.enter(op, 1, &[]);
        Yield::build(&mut b, &common);
        b.cursor = cursor;
        std::array::from_fn(|i| b.body.result(op, i))
    }
}
