//! Shared code of matrix algorithms: reading elements, sums over an index, columns and rows as slices.

pub(super) use crate::elements::{element, extent_value, stored};

use crate::constant::{self, dtype_of};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::func::routine;
use tf_dialects::tensor::policy::Policy;
use tf_dialects::tensor::shape::tensor_of;
use tf_dialects::tensor::subscripts::Subscripts;
use tf_dialects::tensor::transform::custom::{Custom, PRIMAL, VJP};
use tf_dialects::tensor::{Assert, CombiningKind, Transpose, Yield, build};
use tf_ir::affine::AffineExpr;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Type;

/// A batch of matrices.
#[derive(Clone)]
pub(super) struct Matrices {
    pub(super) value: Value,
    /// The count of batch axes.
    pub(super) batch: usize,
    /// All extents, those of the batch first.
    pub(super) extents: Vec<Extent>,
    /// Their element type: f32 or f64.
    pub(super) elem: Type,
}

impl Matrices {
    /// A value as matrices of f32 or wider.
    pub(super) fn of(b: &mut Builder<'_>, value: Value) -> Matrices {
        let ctx = b.ctx();
        let ty = b.body.ty(value);
        let extents = build::extents_of(b, value);
        let batch = extents.len().checked_sub(2).expect("matrices have two axes");
        if dtype_of(&ctx, ty).bits() >= 32 {
            return Matrices { value, batch, extents, elem: ctx.elem_type(ty) };
        }
        let value = arith::extf(b, value, ctx.with_elem(ty, ctx.f32()));
        Matrices { value, batch, extents, elem: ctx.f32() }
    }

    /// True if they have no elements for certain: a slice of one column or row would be out of bounds.
    pub(super) fn have_no_rows(&self) -> bool {
        self.extents[self.batch].as_const() == Some(0)
    }

    /// Matrices of the same shape.
    pub(super) fn with(&self, value: Value) -> Matrices {
        Matrices { value, ..self.clone() }
    }

    /// The constant extents of the matrices; 0 for dynamic ones.
    pub(super) fn constant_shape(&self) -> [i64; 2] {
        [0, 1].map(|axis| self.extents[self.batch + axis].as_const().unwrap_or(0))
    }

    /// The submatrices of a range of rows and of columns.
    pub(super) fn part(&self, b: &mut Builder<'_>, ranges: [[i64; 2]; 2]) -> Matrices {
        let mut extents = self.extents.clone();
        for (axis, [start, end]) in ranges.into_iter().enumerate() {
            extents[self.batch + axis] = Extent::constant(end - start);
        }
        let starts = ranges.map(|[start, _]| arith::const_index(b, start));
        let value = build::compute_one(b, &extents, self.elem, |b, at| {
            let [i, j] = [0, 1].map(|axis| arith::addi(b, at[self.batch + axis], starts[axis]));
            element(b, self.value, &[&at[..self.batch], &[i, j]].concat())
        });
        Matrices { value: stored(b, value), extents, ..self.clone() }
    }

    /// The extents of a slice of length 1 along an axis.
    pub(super) fn slice(&self, axis: usize) -> Vec<Extent> {
        let mut extents = self.extents.clone();
        extents[axis] = Extent::constant(1);
        extents
    }

    /// The extents of vectors, one per matrix, with one element per row.
    pub(super) fn vectors(&self) -> &[Extent] {
        &self.extents[..=self.batch]
    }

    /// Sums of products of matrices: `equation` is for one matrix, and all operands have the batch.
    pub(super) fn product(&self, b: &mut Builder<'_>, equation: &str, operands: &[Value]) -> Value {
        batched_product(b, self.batch, equation, operands)
    }

    /// Identity matrices of these extents and this type.
    pub(super) fn identity(&self, b: &mut Builder<'_>) -> Value {
        let i64 = b.ctx().i64();
        let [row, column] = [0, 1].map(|n| build::iota(b, &self.extents, i64, self.batch + n));
        let on = arith::cmpi(b, CmpI::Eq, row, column);
        let to = tensor_of(b.body.ctx(), &self.extents, self.elem);
        arith::uitofp(b, on, to)
    }
}

/// Matrices of the shape of `a`, assembled from the first `half` columns of `left`, the first `half` rows of
/// `right` after them, and `corner` below those; zeros without `right`.
pub(super) fn with_corner(
    b: &mut Builder<'_>,
    a: &Matrices,
    half: i64,
    [left, corner]: [Value; 2],
    right: Option<Value>,
) -> Value {
    let batch = a.batch;
    build::compute_one(b, &a.extents, a.elem, |b, at| {
        let start = arith::const_index(b, half);
        let (lead, [i, j]) = (&at[..batch], [at[batch], at[batch + 1]]);
        let [row, column] = [i, j].map(|x| arith::subi(b, x, start));
        let [above, before] = [i, j].map(|x| arith::cmpi(b, CmpI::Slt, x, start));
        let own = element(b, left, at);
        let beside = match right {
            Some(right) => element(b, right, &[lead, &[i, column]].concat()),
            None => constant::zero(b, a.elem),
        };
        let inside = element(b, corner, &[lead, &[row, column]].concat());
        let rest = arith::select(b, above, beside, inside);
        arith::select(b, before, own, rest)
    })
}

/// Sums of products of batches: `equation` is for one element of the batch, in small letters.
pub(super) fn batched_product(
    b: &mut Builder<'_>,
    batch: usize,
    equation: &str,
    operands: &[Value],
) -> Value {
    let lead: String = ('A'..='Z').take(batch).collect();
    assert_eq!(lead.len(), batch, "a batch of matrices has at most 26 axes");
    let (inputs, result) = equation.split_once("->").expect("an equation");
    let inputs: Vec<String> = inputs.split(',').map(|input| format!("{lead}{input}")).collect();
    build::contract(b, &format!("{}->{lead}{result}", inputs.join(",")), operands, None, None)
}

/// The transposes of a batch of matrices.
pub(super) fn transposed(b: &mut Builder<'_>, matrices: Value, batch: usize) -> Value {
    let mut perm: Vec<usize> = (0..batch + 2).collect();
    perm.swap(batch, batch + 1);
    Transpose::build(b, matrices, &perm[..])
}

/// Values computed from `a` by `primal`, with a derivative by `rule`, which builds the cotangent of `a` from
/// `a`, the values and their cotangents.
pub(super) fn with_vjp(
    b: &mut Builder<'_>,
    a: Value,
    results: &[Type],
    primal: impl FnOnce(&mut Builder<'_>, Value) -> Vec<Value>,
    rule: impl FnOnce(&mut Builder<'_>, Value, &[Value], &[Value]) -> Value,
) -> Vec<Value> {
    let operand = b.body.ty(a);
    let op = b.op(Custom, &[a], results, &[]);
    b.fill(op, PRIMAL, &[operand], Yield, |b, args| primal(b, args[0]));
    let args = [&[operand], results, results].concat();
    b.fill(op, VJP, &args, Yield, |b, args| {
        let (values, cotangents) = args[1..].split_at(results.len());
        vec![rule(b, args[0], values, cotangents)]
    });
    b.body.results(op).collect()
}

/// A value whose derivative stops the call: differentiating a loop with a convergence test would not give the
/// derivative of its result.
pub(super) fn without_derivative(b: &mut Builder<'_>, value: Value, what: &str) -> Value {
    let ty = b.body.ty(value);
    let text = format!("{what} has no derivative");
    let made = with_vjp(
        b,
        value,
        &[ty],
        |_, value| vec![value],
        |b, _, _, cotangents| {
            let bool = b.ctx().i1();
            let never = constant::int(b, bool, 0);
            let text = b.ctx().string_attr(&text);
            b.op(Assert, &[never], &[], &[("text", text)]);
            cotangents[0]
        },
    );
    made[0]
}

/// As [`with_vjp`], for several operands, all of floats; the rule returns their cotangents, from those of the
/// float results.
pub(super) fn with_vjp_of(
    b: &mut Builder<'_>,
    operands: &[Value],
    results: &[Type],
    primal: impl FnOnce(&mut Builder<'_>, &[Value]) -> Vec<Value>,
    rule: impl FnOnce(&mut Builder<'_>, &[Value], &[Value], &[Value]) -> Vec<Value>,
) -> Vec<Value> {
    let types: Vec<Type> = operands.iter().map(|v| b.body.ty(*v)).collect();
    let op = b.op(Custom, operands, results, &[]);
    b.fill(op, PRIMAL, &types, Yield, |b, args| primal(b, args));
    let ctx = b.ctx();
    let moving: Vec<Type> = results.iter().copied().filter(|ty| dtype_of(&ctx, *ty).is_float()).collect();
    let args = [&types, results, &moving[..]].concat();
    b.fill(op, VJP, &args, Yield, |b, args| {
        let (operands, rest) = args.split_at(types.len());
        let (values, cotangents) = rest.split_at(results.len());
        rule(b, operands, values, cotangents)
    });
    b.body.results(op).collect()
}

/// Marks the code with these results as that of an algorithm of [`crate::routines`].
pub(super) fn mark_routine(b: &mut Builder<'_>, made: &[Value], algorithm: &str) {
    let op = made.first().and_then(|value| b.body.def_op(*value)).expect("an algorithm has results");
    routine::mark(b.body, op, algorithm);
}

/// The range of columns from one extent to another.
pub(super) fn columns_of(
    b: &mut Builder<'_>,
    batch: usize,
    matrices: Value,
    from: &Extent,
    to: &Extent,
) -> Value {
    let mut extents = build::extents_of(b, matrices);
    extents[batch + 1] = to.sub(from).expect("extents of matrices are small expressions");
    let elem = b.ctx().elem_type(b.body.ty(matrices));
    build::compute_one(b, &extents, elem, |b, at| {
        let first = extent_value(b, from);
        let column = arith::addi(b, at[batch + 1], first);
        element(b, matrices, &[&at[..=batch], &[column]].concat())
    })
}

/// Symmetric matrices with the lower triangles of these.
pub(super) fn mirrored(b: &mut Builder<'_>, batch: usize, matrices: Value) -> Value {
    let extents = build::extents_of(b, matrices);
    let elem = b.ctx().elem_type(b.body.ty(matrices));
    build::compute_one(b, &extents, elem, |b, at| {
        let (lead, i, j) = (&at[..batch], at[batch], at[batch + 1]);
        let [greater, lesser] = [arith::maxsi(b, i, j), arith::minsi(b, i, j)];
        element(b, matrices, &[lead, &[greater, lesser]].concat())
    })
}

/// The element at a row and a column, as expressions over `values`, which begin with the batch indices, and
/// over an extent.
pub(super) fn read(
    b: &mut Builder<'_>,
    matrices: Value,
    batch: usize,
    at: [&AffineExpr; 2],
    values: &[Value],
    extent: &Extent,
) -> Value {
    let lead = (0..batch as u32).map(AffineExpr::dim);
    let exprs: Vec<AffineExpr> = lead.chain(at.into_iter().cloned()).collect();
    let extents = std::slice::from_ref(extent);
    let subscripts = Subscripts::new(&exprs, values, extents).expect("positions are small expressions");
    build::at(b, matrices, &subscripts, Policy::Clamp, None)
}

/// The sum of `term` over an index from 0 to `end`.
pub(super) fn sum_below(
    b: &mut Builder<'_>,
    end: Value,
    elem: Type,
    term: impl FnOnce(&mut Builder<'_>, Value) -> Value,
) -> Value {
    combined_below(b, CombiningKind::Add, end, elem, term)
}

/// The reduction by a kind of `term` over an index from 0 to `end`.
pub(super) fn combined_below(
    b: &mut Builder<'_>,
    kind: CombiningKind,
    end: Value,
    elem: Type,
    term: impl FnOnce(&mut Builder<'_>, Value) -> Value,
) -> Value {
    let bounds = [AffineExpr::constant(0), AffineExpr::dim(0)];
    let bounds = Subscripts::new(&bounds, &[end], &[]).expect("an index is a small expression");
    let fold = build::fold(b, &bounds, &[kind], &[elem], None, |b, k| vec![term(b, k)]);
    b.body.result(fold, 0)
}

/// Floats rounded to an element type, if that is narrower.
pub(super) fn rounded(b: &mut Builder<'_>, value: Value, elem: Type) -> Value {
    let ty = b.ctx().with_elem(b.body.ty(value), elem);
    if ty == b.body.ty(value) { value } else { arith::truncf(b, value, ty) }
}
