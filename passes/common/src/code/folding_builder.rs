//! A builder of scalar and vector code that folds constants.
//!
//! [`FoldingBuilder`] is a [`Rewriter`] with the vocabulary of lowerings: index arithmetic, comparisons,
//! constants of scalar and vector types, affine expressions, extents, conditionals.

use smallvec::{SmallVec, smallvec};
use tf_dialects::arith::{self, CmpF, CmpI, FastMath, FlagSet};
use tf_dialects::constraints::scalar_of;
use tf_dialects::elementwise;
use tf_dialects::elementwise::constant;
use tf_dialects::loops::{self, Condition, If};
use tf_dialects::mem;
use tf_dialects::scalar::{Scalar, dtype};
use tf_dialects::tensor::CombiningKind;
use tf_ir::affine::{AffineExpr, AffineExprKind, AffineOp};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::{Attrs, Cursor, Emit};
use tf_ir::context::Context;
use tf_ir::extent::Extent;
use tf_ir::kind::WhichOp;
use tf_ir::location::Location;
use tf_ir::rewrite::{Rewriter, constant_value};
use tf_ir::types::{Type, TypeData};

/// A few values.
pub type Values = SmallVec<[Value; 4]>;

/// Builds code at a cursor, and no op that folds.
pub struct FoldingBuilder<'a> {
    /// The underlying builder.
    pub b: Rewriter<'a>,
}

/// Builds elementwise code, and folds it if possible.
impl Emit for FoldingBuilder<'_> {
    fn body(&self) -> &Body {
        self.b.body
    }

    fn emit(&mut self, what: impl WhichOp, operands: &[Value], result: Type, attrs: Attrs<'_>) -> Value {
        self.b.create_or_fold(what, operands, result, attrs)
    }
}

impl<'a> FoldingBuilder<'a> {
    /// Code at a cursor.
    pub fn new(body: &'a mut Body, cursor: Cursor, loc: Location) -> FoldingBuilder<'a> {
        FoldingBuilder { b: Rewriter::new(body, cursor, loc) }
    }

    /// Code before an op, with its location.
    pub fn before(body: &'a mut Body, op: Op) -> FoldingBuilder<'a> {
        let loc = body.loc(op);
        FoldingBuilder::new(body, Cursor::Before(op), loc)
    }

    /// The context.
    pub fn ctx(&self) -> Context {
        self.b.body.ctx().clone()
    }

    /// Type of a value.
    pub fn ty(&self, value: Value) -> Type {
        self.b.body.ty(value)
    }

    /// An elementwise op whose result type follows from its operands, or what it folds to.
    pub fn arith(&mut self, what: impl WhichOp, operands: &[Value]) -> Value {
        self.arith_with(what, operands, &[])
    }

    /// As [`FoldingBuilder::arith`], with attributes.
    pub fn arith_with(&mut self, what: impl WhichOp, operands: &[Value], attrs: Attrs<'_>) -> Value {
        elementwise::build(self, what, operands, attrs)
    }

    /// An elementwise op with fast-math or overflow flags.
    pub fn flagged<F: FlagSet>(&mut self, what: impl WhichOp, operands: &[Value], flags: F) -> Value {
        if flags.bits() == 0 {
            return self.arith(what, operands);
        }
        let attr = flags.attr(&self.ctx());
        self.arith_with(what, operands, &[(F::ATTR, attr)])
    }

    /// A conversion to a type.
    pub fn cast(&mut self, what: impl WhichOp, value: Value, to: Type) -> Value {
        self.emit(what, &[value], to, &[])
    }

    /// An integer constant of an integer or `index` type, or a splat of it.
    pub fn int(&mut self, ty: Type, value: i64) -> Value {
        tf_dialects::arith::const_int(&mut self.b, ty, value)
    }

    /// A float constant, or a splat of it.
    pub fn float(&mut self, ty: Type, value: f64) -> Value {
        tf_dialects::arith::const_float(&mut self.b, ty, value)
    }

    /// A constant of a scalar or vector type whose elements are all `value`.
    ///
    /// # Panics
    /// If `value` is not of the type's element type.
    pub fn splat(&mut self, ty: Type, value: Scalar) -> Value {
        let attr = constant::splat_attr(&self.ctx(), ty, value);
        let attr = attr.expect("element types have constants for identities and limits");
        tf_dialects::arith::constant(&mut self.b, attr)
    }

    /// An `index` constant.
    pub fn index(&mut self, value: i64) -> Value {
        let ty = self.ctx().index();
        self.int(ty, value)
    }

    /// The integer value at compile time, in each lane.
    pub fn known(&self, value: Value) -> Option<i64> {
        known(self.b.body, value)
    }

    /// `a + b`.
    pub fn add(&mut self, a: Value, b: Value) -> Value {
        arith::addi(self, a, b)
    }

    /// `a - b`.
    pub fn sub(&mut self, a: Value, b: Value) -> Value {
        arith::subi(self, a, b)
    }

    /// `a * b`.
    pub fn mul(&mut self, a: Value, b: Value) -> Value {
        arith::muli(self, a, b)
    }

    /// A comparison of integers.
    pub fn cmpi(&mut self, predicate: CmpI, a: Value, b: Value) -> Value {
        arith::cmpi(self, predicate, a, b)
    }

    /// A comparison of floats.
    pub fn cmpf(&mut self, predicate: CmpF, a: Value, b: Value) -> Value {
        arith::cmpf(self, predicate, a, b)
    }

    /// `condition ? a : b`.
    pub fn select(&mut self, condition: Value, a: Value, b: Value) -> Value {
        if a == b {
            return a;
        }
        arith::select(self, condition, a, b)
    }

    /// `a and b` of booleans; `None` is true.
    pub fn both(&mut self, a: Option<Value>, b: Value) -> Value {
        match a {
            Some(a) => arith::andi(self, a, b),
            None => b,
        }
    }

    /// Not `a`, for a boolean or a vector of booleans.
    pub fn not(&mut self, a: Value) -> Value {
        let ty = self.ty(a);
        let ones = self.int(ty, -1);
        arith::xori(self, a, ones)
    }

    /// Floor quotient by a divisor > 0; cheaper if the dividend is nonnegative.
    pub fn floor_div(&mut self, a: Value, divisor: Value, non_negative: bool) -> Value {
        if non_negative { arith::divui(self, a, divisor) } else { arith::floordivsi(self, a, divisor) }
    }

    /// Remainder in `0 .. divisor` by a divisor > 0.
    pub fn floor_mod(&mut self, a: Value, divisor: Value, non_negative: bool) -> Value {
        if non_negative {
            return arith::remui(self, a, divisor);
        }
        let remainder = arith::remsi(self, a, divisor);
        let ty = self.ty(a);
        let zero = self.int(ty, 0);
        let below = self.cmpi(CmpI::Slt, remainder, zero);
        let lifted = self.add(remainder, divisor);
        self.select(below, lifted, remainder)
    }

    /// The value of an affine expression over `index` values.
    ///
    /// # Panics
    /// If the expression uses a dimension or symbol that is not given: verified ops have them all.
    pub fn affine(&mut self, expr: &AffineExpr, dims: &[Value], symbols: &[Value]) -> Value {
        match expr.kind() {
            AffineExprKind::Dim(d) => dims[*d as usize],
            AffineExprKind::Symbol(s) => symbols[*s as usize],
            AffineExprKind::Constant(c) => self.index(*c),
            AffineExprKind::Binary(op, lhs, rhs) => {
                let a = self.affine(lhs, dims, symbols);
                if let (AffineOp::Add, Some((x, -1))) = (op, scaled(rhs)) {
                    let b = self.affine(x, dims, symbols);
                    return self.sub(a, b);
                }
                let b = self.affine(rhs, dims, symbols);
                match op {
                    AffineOp::Add => self.add(a, b),
                    AffineOp::Mul => self.mul(a, b),
                    AffineOp::Mod => self.floor_mod(a, b, false),
                    AffineOp::FloorDiv => self.floor_div(a, b, false),
                    AffineOp::CeilDiv => arith::ceildivsi(self, a, b),
                }
            }
        }
    }

    /// An extent as an `index`.
    pub fn extent(&mut self, extent: &Extent) -> Value {
        if let Some(n) = extent.as_const() {
            return self.index(n);
        }
        let ctx = self.ctx();
        let attr = ctx.extents_attr(std::slice::from_ref(extent));
        self.b.value(mem::ExtentOf, &[], ctx.index(), &[("extent", attr)])
    }

    /// The extents as `index` values.
    pub fn extents(&mut self, extents: &[Extent]) -> Vec<Value> {
        extents.iter().map(|extent| self.extent(extent)).collect()
    }

    /// Zero of an element type.
    pub fn zero(&mut self, elem: Type) -> Value {
        match self.ctx().is_float(elem) {
            true => self.float(elem, 0.0),
            false => self.int(elem, 0),
        }
    }

    /// The neutral element of a kind.
    pub fn identity(&mut self, kind: CombiningKind, ty: Type) -> Value {
        let identity = dtype(&self.ctx(), ty).and_then(|dtype| kind.identity(dtype));
        self.splat(ty, identity.expect("verified folds have kinds for their types"))
    }

    /// An accumulator combined with a value by a kind.
    pub fn combine(
        &mut self,
        kind: CombiningKind,
        accumulator: Value,
        value: Value,
        flags: FastMath,
    ) -> Value {
        let dtype = dtype(&self.ctx(), self.ty(accumulator)).expect("folds carry scalars or tensors");
        let what = kind.op(dtype).expect("verified folds have kinds for their types");
        match dtype.is_float() {
            true => self.flagged(what, &[accumulator, value], flags),
            false => self.arith(what, &[accumulator, value]),
        }
    }

    /// Builds the only block of region `i` of `op`, and returns to the cursor.
    pub fn region<R>(
        &mut self,
        op: Op,
        i: usize,
        args: &[Type],
        fill: impl FnOnce(&mut Self, &[Value]) -> R,
    ) -> R {
        let (block, outer) = self.b.enter(op, i, args);
        let args: Values = self.b.body.args(block).collect();
        let result = fill(self, &args);
        self.b.cursor = outer;
        result
    }

    /// `loop.yield`.
    pub fn end(&mut self, values: &[Value]) {
        loops::Yield::build(&mut self.b, values);
    }

    /// Ends the region of a loop: `loop.yield`, or `loop.condition` if the loop has a condition.
    pub fn end_iteration(&mut self, goes_on: Option<Value>, values: &[Value]) {
        match goes_on {
            None => self.end(values),
            Some(goes_on) => {
                Condition::build(&mut self.b, goes_on, values);
            }
        }
    }

    /// `loop.if` with results, which each side yields.
    pub fn either(
        &mut self,
        condition: Value,
        results: &[Type],
        then: impl FnOnce(&mut Self) -> Values,
        other: impl FnOnce(&mut Self) -> Values,
    ) -> Values {
        let op = If::build(&mut self.b, condition, results);
        self.region(op, 0, &[], |code, _| {
            let values = then(code);
            code.end(&values);
        });
        self.region(op, 1, &[], |code, _| {
            let values = other(code);
            code.end(&values);
        });
        self.b.body.results(op).collect()
    }

    /// `loop.if` with one result; a known condition is folded.
    pub fn choose(
        &mut self,
        condition: Value,
        ty: Type,
        then: impl FnOnce(&mut Self) -> Value,
        other: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        match self.known(condition) {
            Some(0) => other(self),
            Some(_) => then(self),
            None => {
                self.either(condition, &[ty], |code| smallvec![then(code)], |code| smallvec![other(code)])[0]
            }
        }
    }

    /// `loop.if` without results.
    pub fn when(&mut self, condition: Value, then: impl FnOnce(&mut Self)) {
        let op = If::build(&mut self.b, condition, &[]);
        self.region(op, 0, &[], |code, _| {
            then(code);
            code.end(&[]);
        });
    }
}

/// `x` and `c` of the product `x * c`.
fn scaled(expr: &AffineExpr) -> Option<(&AffineExpr, i64)> {
    let (x, c) = expr.as_binary(AffineOp::Mul)?;
    Some((x, c.as_const()?))
}

/// The integer value at compile time; for a vector, that of each lane.
pub fn known(body: &Body, value: Value) -> Option<i64> {
    let ctx = body.ctx();
    let uniform = constant::uniform(ctx, constant_value(body, value)?)?;
    uniform.dtype().is_int().then(|| uniform.to_i64())
}

/// The vector type of `lanes` elements like `ty`, which is a scalar.
pub fn vector_of(ctx: &Context, lanes: i64, ty: Type) -> Type {
    ctx.vector(&[lanes], ty)
}

/// The lanes of a vector type of rank 1.
pub fn lanes_of(ctx: &Context, ty: Type) -> Option<i64> {
    match ctx.type_data(ty) {
        TypeData::Vector { shape, .. } if shape.len() == 1 => Some(shape[0]),
        _ => None,
    }
}

/// True for types of scalar computation: the element types, and vectors of them.
pub fn is_number(ctx: &Context, ty: Type) -> bool {
    dtype(ctx, scalar_of(ctx, ty)).is_some() && !ctx.is_tensor(ty)
}
