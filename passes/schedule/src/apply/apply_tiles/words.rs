//! The step `mma`: packs adjacent terms of a fold into words for a dot-product instruction.
//!
//! A sum of products of narrow elements becomes one over words; a word packs two or four elements. Zeros pad
//! the last one. Words are subexpressions of the terms, so they are computed while operands are packed.

use super::nest::{Dims, Nest};
use super::product::{Factor, Fix, Product};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::tensor::decompose::element;
use tf_dialects::tensor::loop_names::{loop_name, set_loop_name};
use tf_dialects::tensor::{At, CombiningKind, Compute, ExtentOf, Fold, Policy, Subscripts, build};
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Type;
use tf_passes_common::code::subscript::{Copier, Subscript, materialize};

/// Bits of a word.
const WORD: i64 = 32;

/// The sign bits of four bytes.
const SIGNS: i64 = 0x8080_8080;

/// The offset between signed and unsigned bytes.
const MOVED: i64 = 128;

/// Builds the compute that adds up words.
pub(super) struct Words<'a> {
    pub nest: &'a Nest,
    pub product: &'a Product,
}

/// A compute over words, and the op that it depends on.
pub(super) struct WordCompute {
    pub compute: Op,
    /// The sums of a factor that compensate for the offset of the other one.
    pub sums: Option<Op>,
}

impl Words<'_> {
    /// Builds the compute before the op that it replaces. `None` if subscripts become too large; the new ops
    /// are erased then.
    pub fn make(&self, body: &mut Body) -> Option<WordCompute> {
        let op = self.nest.compute;
        let mut b = Builder::before(body, op);
        b.loc = b.body.loc(op);
        let mut failed = false;
        let fix = self.product.fix.map(|fix| (fix, self.sums(&mut b, fix, &mut failed)));
        let sums = fix.and_then(|(_, sums)| b.body.def_op(sums));
        let extents = b.body.view(op, Compute).extents().to_vec();
        let types: Vec<Type> = b.body.results(op).map(|result| b.body.ty(result)).collect();
        let compute = build::compute(&mut b, &extents, &types, |b, indices| {
            let mut copier = Copier::default();
            for (dim, index) in indices.iter().enumerate() {
                copier.set(self.nest.dims[dim].index, *index);
            }
            let total = self.fold(b, &copier, (0, None), &mut failed);
            let total = match fix {
                Some((fix, sums)) => {
                    let at: Vec<Value> = self.axes_of(fix.summed).map(|axis| indices[axis]).collect();
                    let sum = build::at_indices(b, sums, &at);
                    arith::addi(b, total, sum)
                }
                None => total,
            };
            let result = b.body.result(self.nest.folds[0], 0);
            copier.set(result, total);
            let yielded = b.body.view(op, Compute).yielded();
            let ops = self.nest.needed(b.body, &yielded, &[result]);
            copy(b, &mut copier, &ops, false, &mut failed);
            copier.values(b, yielded)
        });
        if failed {
            body.erase(compute);
            sums.into_iter().for_each(|sums| body.erase(sums));
            return None;
        }
        Some(WordCompute { compute, sums })
    }

    /// The axes that a factor depends on.
    fn axes_of(&self, factor: usize) -> impl Iterator<Item = usize> {
        let dims: Dims = self.product.factors[factor].dims;
        (0..self.nest.rank).filter(move |axis| dims & (1 << axis) != 0)
    }

    /// The compensation for the offset of a factor: multiples of the sums of the other one.
    fn sums(&self, b: &mut Builder<'_>, fix: Fix, failed: &mut bool) -> Value {
        let axes: Vec<usize> = self.axes_of(fix.summed).collect();
        let extents: Vec<Extent> = axes.iter().map(|axis| self.nest.dims[*axis].extent.clone()).collect();
        let word = b.ctx().i32();
        build::compute_one(b, &extents, word, |b, indices| {
            let mut copier = Copier::default();
            for (axis, index) in axes.iter().zip(indices) {
                copier.set(self.nest.dims[*axis].index, *index);
            }
            let total = self.sum(b, &copier, (0, fix.summed), failed);
            let by = arith::const_int(b, word, if fix.moved_up { -MOVED } else { MOVED });
            arith::muli(b, total, by)
        })
    }

    /// The sum of a factor over all folds, from this one inwards.
    fn sum(
        &self,
        b: &mut Builder<'_>,
        outer: &Copier,
        (number, factor): (usize, usize),
        failed: &mut bool,
    ) -> Value {
        let (nest, word) = (self.nest, b.ctx().i32());
        let dim = &nest.dims[nest.rank + number];
        let bounds = build::bounds_of(&dim.extent);
        let fold = build::fold(b, &bounds, &[CombiningKind::Add], &[word], None, |b, index| {
            let mut copier = outer.clone();
            copier.set(dim.index, index);
            if number + 1 < nest.folds.len() {
                return vec![self.sum(b, &copier, (number + 1, factor), failed)];
            }
            let value = self.product.factors[factor].wide;
            let ops = nest.needed(b.body, &[value], &[]);
            copy(b, &mut copier, &ops, false, failed);
            vec![copier.value(b, value)]
        });
        b.body.result(fold, 0)
    }

    /// The fold at a point, from this one of the chain inwards; `group` is the index of the fold over words,
    /// inside of it.
    fn fold(
        &self,
        b: &mut Builder<'_>,
        outer: &Copier,
        (number, group): (usize, Option<Value>),
        failed: &mut bool,
    ) -> Value {
        let (nest, op, dim) = (self.nest, self.nest.folds[number], self.nest.rank + number);
        let counts_words = dim == self.product.dim;
        let bounds =
            build::bounds_of(if counts_words { &self.product.groups } else { &nest.dims[dim].extent });
        let (flags, ty) = (b.body.view(op, Fold).fastmath(), b.body.ty(nest.term));
        let new = build::fold(b, &bounds, &[nest.kind], &[ty], flags, |b, index| {
            let mut copier = outer.clone();
            let group = if counts_words { Some(index) } else { group };
            if !counts_words {
                copier.set(nest.dims[dim].index, index);
            }
            if number + 1 < nest.folds.len() {
                return vec![self.fold(b, &copier, (number + 1, group), failed)];
            }
            let group = group.expect("the fold is in the chain");
            let [a, c] = [0, 1].map(|factor| self.word(b, &copier, (factor, group), failed));
            vec![self.product.instruction.build(b, a, c)]
        });
        if let Some(name) = loop_name(b.body, op).map(str::to_string) {
            set_loop_name(b.body, new, &name);
        }
        b.body.result(new, 0)
    }

    /// The word of a factor with the terms of a group.
    fn word(
        &self,
        b: &mut Builder<'_>,
        outer: &Copier,
        (number, group): (usize, Value),
        failed: &mut bool,
    ) -> Value {
        let (nest, product) = (self.nest, self.product);
        let (factor, width) = (&product.factors[number], WORD / product.terms);
        let ops = nest.needed(b.body, &[factor.narrow], &[]);
        let counts = 1 << product.dim;
        let result = |b: &Builder<'_>, op: &Op| b.body.result(*op, 0);
        let (own, shared): (Vec<Op>, Vec<Op>) =
            ops.into_iter().partition(|op| nest.depends_on(result(b, op)) & counts != 0);
        let mut outer = outer.clone();
        copy(b, &mut outer, &shared, false, failed);
        let mut word = None;
        for term in 0..product.terms {
            let mut copier = outer.clone();
            let expr = AffineExpr::dim(0)
                .scale(product.terms)
                .and_then(|expr| expr.add(&AffineExpr::constant(term)));
            let expr = expr.expect("an index times a constant, plus an offset, is a small expression");
            let at = Subscript { expr, dims: smallvec::smallvec![group], symbols: Vec::new() };
            copier.extend_subscripts([(nest.dims[product.dim].index, at.clone())]);
            copy(b, &mut copier, &own, product.is_ragged, failed);
            let value = copier.value(b, factor.narrow);
            let value = widened(b, value, factor, width);
            let value = if term > 0 && product.is_ragged && factor.ends {
                self.or_zero(b, value, &at)
            } else {
                value
            };
            let by = arith::const_int(b, b.ctx().i32(), term * width);
            let placed = if term > 0 { arith::shli(b, value, by) } else { value };
            word = Some(word.map_or(placed, |word| arith::ori(b, word, placed)));
        }
        let word = word.expect("packed folds have terms");
        match product.fix {
            Some(fix) if fix.summed != number => {
                let signs = arith::const_int(b, b.ctx().i32(), i64::from(SIGNS as i32));
                arith::xori(b, word, signs)
            }
            _ => word,
        }
    }

    /// The element of a term, or zero past the end of the fold.
    fn or_zero(&self, b: &mut Builder<'_>, value: Value, at: &Subscript) -> Value {
        let at = materialize(b, at);
        let extent = &self.nest.dims[self.product.dim].extent;
        let end = match extent.as_const() {
            Some(n) => arith::const_index(b, n),
            None => ExtentOf::build(b, extent),
        };
        let inside = arith::cmpi(b, CmpI::Slt, at, end);
        let zero = arith::const_int(b, b.body.ty(value), 0);
        arith::select(b, inside, value, zero)
    }
}

/// A narrow element in the low bits of a word; its other bits are zero.
fn widened(b: &mut Builder<'_>, value: Value, factor: &Factor, width: i64) -> Value {
    let (ctx, ty) = (b.ctx(), b.body.ty(value));
    let word = ctx.i32();
    if ctx.is_float(ty) {
        let bits = arith::bitcast(b, value, ctx.int(16));
        return arith::extui(b, bits, word);
    }
    let bits = i64::from(ctx.scalar_width(ty).unwrap_or(0));
    if bits == width || !factor.signed {
        return arith::extui(b, value, word);
    }
    let wide = arith::extsi(b, value, word);
    let mask = arith::const_int(b, word, (1 << width) - 1);
    arith::andi(b, wide, mask)
}

/// Copies code. If `reaches_over`, reads that were in bounds may be past the end of a tensor: they give zero.
/// Sets `failed` if subscripts become too large.
pub(super) fn copy(
    b: &mut Builder<'_>,
    copier: &mut Copier,
    ops: &[Op],
    reaches_over: bool,
    failed: &mut bool,
) {
    let loc = b.loc;
    for op in ops {
        b.loc = b.body.loc(*op);
        let copied = match b.body.cast(*op, At) {
            Some(read) if reaches_over => {
                let (source, policy, fill) = (read.source(), read.out_of_bounds(), read.fill());
                let result = b.body.result(*op, 0);
                let at = Subscripts::of_op(b.body.op(*op)).and_then(|at| copier.subscripts(&at));
                let fill = match policy {
                    Policy::Assumed => Some(zero(b, result)),
                    _ => fill.map(|fill| copier.value(b, fill)),
                };
                let policy = if policy == Policy::Assumed { Policy::Fill } else { policy };
                at.map(|at| {
                    let value = element(b, source, &at, (policy, fill));
                    copier.set(result, value);
                })
            }
            _ => copier.op(b, *op).ok().map(drop),
        };
        if copied.is_none() {
            *failed = true;
        }
    }
    b.loc = loc;
}

/// Zero of the type of a value.
pub(super) fn zero(b: &mut Builder<'_>, like: Value) -> Value {
    let (ctx, ty) = (b.ctx(), b.body.ty(like));
    if ctx.is_float(ty) { arith::const_float(b, ty, 0.0) } else { arith::const_int(b, ty, 0) }
}
