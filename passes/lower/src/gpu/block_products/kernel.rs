//! The kernel of a product: a block iterates over the terms with tiles of both operands in shared memory.

use super::plan::Plan;
use crate::gpu::kernels_for_ops::{self, Parameters, memory};
use tf_dialects::arith::{self, CmpI, FlagSet};
use tf_dialects::kernel::{Barrier, BlockId, Shared, ThreadId};
use tf_dialects::loops::For;
use tf_dialects::mem::{Load, Store};
use tf_dialects::tensor::CombiningKind;
use tf_ir::body::{Body, Op, Value};
use tf_ir::extent::Extent;
use tf_ir::types::{Dim, Type};
use tf_passes_common::code::folding_builder::FoldingBuilder;
use tf_passes_common::cost::figures::{GPU_EACH, GPU_SIDE, GPU_TERMS};

/// Threads of a block: a square of `GPU_SIDE` by `GPU_SIDE`.
pub(super) const THREADS: i64 = GPU_SIDE * GPU_SIDE;
/// Rows and columns of a block.
pub(super) const TILE: i64 = GPU_SIDE * GPU_EACH;

/// The size of the grid: one block for each tile of the result, for each element of the batch.
pub(super) fn blocks(code: &mut FoldingBuilder<'_>, plan: &Plan) -> Value {
    let size = code.index(TILE);
    let mut total = code.index(1);
    for (labels, is_tiled) in [(&plan.batch, false), (&plan.rows, true), (&plan.columns, true)] {
        let mut count = code.index(1);
        for label in labels {
            let extent = &plan.extents[*label];
            let extent = kernels_for_ops::extent(code, extent);
            count = code.mul(count, extent);
        }
        let count = if is_tiled { arith::ceildivui(code, count, size) } else { count };
        total = code.mul(total, count);
    }
    total
}

/// Builds the kernel of a product of a function.
pub(super) fn build(function: &Body, op: Op, plan: &Plan, name: &str) -> Body {
    let read = plan.sources.map(|source| memory(function, source));
    let written = [memory(function, function.result(op, 0))];
    let parameters = Parameters { read: &read, extents: &plan.unbound, written: &written };
    kernels_for_ops::kernel((function, op), name, THREADS, &parameters, |code, factors, results| {
        Block::new(code, plan, [factors[0], factors[1]], results[0]).product(code);
    })
}

/// The axis of a tile that an operand has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Rows,
    Columns,
}

/// The state of a block's code.
struct Block<'p> {
    plan: &'p Plan,
    memory: [Value; 2],
    result: Value,
    /// The extent of each label.
    extents: Vec<Value>,
    /// The index of each label of the batch.
    batch: Vec<(usize, Value)>,
    /// The first row and the first column of the tile, and the total of rows and columns.
    first: [Value; 2],
    count: [Value; 2],
    terms: Value,
    thread: Value,
}

impl<'p> Block<'p> {
    fn new(code: &mut FoldingBuilder<'_>, plan: &'p Plan, memory: [Value; 2], result: Value) -> Block<'p> {
        let (index, along) = (code.ctx().index(), [("axis", code.ctx().string_attr("x"))]);
        let thread = code.b.value(ThreadId, &[], index, &along);
        let number = code.b.value(BlockId, &[], index, &along);
        let extents: Vec<Value> = plan.extents.iter().map(|extent: &Extent| code.extent(extent)).collect();
        let size = code.index(TILE);
        let mut count = |labels: &[usize]| {
            let one = code.index(1);
            labels.iter().fold(one, |count, label| code.mul(count, extents[*label]))
        };
        let (rows, columns, terms) = (count(&plan.rows), count(&plan.columns), count(&plan.terms));
        let [down, across] = [rows, columns].map(|count| arith::ceildivui(code, count, size));
        let column = arith::remui(code, number, across);
        let rest = arith::divui(code, number, across);
        let row = arith::remui(code, rest, down);
        let rest = arith::divui(code, rest, down);
        let first = [row, column].map(|tile| code.mul(tile, size));
        let batch = decoded(code, rest, &plan.batch, &extents);
        Block { plan, memory, result, extents, batch, first, count: [rows, columns], terms, thread }
    }

    fn product(&self, code: &mut FoldingBuilder<'_>) {
        let (ctx, elem) = (code.ctx(), self.plan.elem);
        // One element of padding per row of the first tile: threads that write along the terms use different
        // banks.
        let [rows, columns] = [TILE + 1, TILE].map(|width| {
            let ty = ctx.memref(vec![Dim::Static(GPU_TERMS), Dim::Static(width)], elem);
            code.b.value(Shared, &[], ty, &[])
        });
        let side = code.index(GPU_SIDE);
        let x = arith::remui(code, self.thread, side);
        let y = arith::divui(code, self.thread, side);
        let (zero, step) = (code.index(0), code.index(GPU_TERMS));
        let none = code.identity(CombiningKind::Add, elem);
        let sums = vec![none; (GPU_EACH * GPU_EACH) as usize];
        let types = vec![elem; sums.len()];
        let new = code.b.op(For, &[&[zero, self.terms, step], &sums[..]].concat(), &types, &[]);
        let args: Vec<Type> = std::iter::once(ctx.index()).chain(types.iter().copied()).collect();
        code.region(new, 0, &args, |code, args| {
            self.load(code, Side::Rows, args[0], rows);
            self.load(code, Side::Columns, args[0], columns);
            code.b.op(Barrier, &[], &[], &[]);
            let left = code.sub(self.terms, args[0]);
            let here = arith::minsi(code, left, step);
            let sums = self.add_up(code, [rows, columns], [y, x], here, &args[1..]);
            code.b.op(Barrier, &[], &[], &[]);
            code.end(&sums);
        });
        let sums: Vec<Value> = code.b.body.results(new).collect();
        self.store(code, [y, x], &sums);
    }

    /// Copies the tile of an operand to shared memory with all threads; adjacent threads read along the
    /// operand's last axis.
    fn load(&self, code: &mut FoldingBuilder<'_>, side: Side, term: Value, tile: Value) {
        let which = side as usize;
        let along_terms = self.plan.axes[which].last().is_some_and(|label| self.plan.terms.contains(label));
        let width = code.index(if along_terms { GPU_TERMS } else { TILE });
        for part in 0..GPU_TERMS * TILE / THREADS {
            let offset = code.index(part * THREADS);
            let number = code.add(self.thread, offset);
            let (near, far) = (arith::remui(code, number, width), arith::divui(code, number, width));
            let (k, point) = if along_terms { (near, far) } else { (far, near) };
            let (at_term, at_point) = (code.add(term, k), code.add(self.first[which], point));
            let term_is_inside = code.cmpi(CmpI::Slt, at_term, self.terms);
            let point_is_inside = code.cmpi(CmpI::Slt, at_point, self.count[which]);
            let inside = code.both(Some(term_is_inside), point_is_inside);
            let elem = self.plan.elem;
            // Padding past the edges reaches only sums that are never stored.
            let value = code.choose(
                inside,
                elem,
                |code| self.element(code, side, at_point, at_term),
                |code| code.zero(elem),
            );
            Store::build(&mut code.b, value, tile, &[k, point]);
        }
    }

    /// The element of an operand at a row or column and a term, in the accumulator type.
    fn element(&self, code: &mut FoldingBuilder<'_>, side: Side, point: Value, term: Value) -> Value {
        let plan = self.plan;
        let labels = if side == Side::Rows { &plan.rows } else { &plan.columns };
        let mut indices = self.batch.clone();
        indices.extend(decoded(code, point, labels, &self.extents));
        indices.extend(decoded(code, term, &plan.terms, &self.extents));
        let place = subscripts(&plan.axes[side as usize], &indices);
        let value = Load::build(&mut code.b, self.memory[side as usize], &place);
        match code.ty(value) == plan.elem {
            true => value,
            false if code.ctx().is_float(plan.elem) => arith::extf(code, value, plan.elem),
            false => arith::extsi(code, value, plan.elem),
        }
    }

    /// Adds `terms` terms of the tiles to the sums, in order.
    fn add_up(
        &self,
        code: &mut FoldingBuilder<'_>,
        [rows, columns]: [Value; 2],
        [y, x]: [Value; 2],
        terms: Value,
        sums: &[Value],
    ) -> Vec<Value> {
        let (zero, one) = (code.index(0), code.index(1));
        let types = vec![self.plan.elem; sums.len()];
        let new = code.b.op(For, &[&[zero, terms, one], sums].concat(), &types, &[]);
        let args: Vec<Type> = std::iter::once(code.ctx().index()).chain(types).collect();
        code.region(new, 0, &args, |code, args| {
            let mut read = |tile: Value, own: Value| -> Vec<Value> {
                (0..GPU_EACH)
                    .map(|i| {
                        let offset = code.index(i * GPU_SIDE);
                        let at = code.add(own, offset);
                        Load::build(&mut code.b, tile, &[args[0], at])
                    })
                    .collect()
            };
            let (rows, columns) = (read(rows, y), read(columns, x));
            let mut next = Vec::with_capacity(sums.len());
            for (i, row) in rows.iter().enumerate() {
                for (j, column) in columns.iter().enumerate() {
                    let sum = args[1 + i * GPU_EACH as usize + j];
                    let term = self.times(code, *row, *column);
                    next.push(code.combine(CombiningKind::Add, sum, term, self.plan.flags));
                }
            }
            code.end(&next);
        });
        code.b.body.results(new).collect()
    }

    fn times(&self, code: &mut FoldingBuilder<'_>, a: Value, b: Value) -> Value {
        match code.ctx().is_float(self.plan.elem) {
            false => arith::muli(code, a, b),
            true if self.plan.flags.bits() == 0 => code.arith(arith::Mulf, &[a, b]),
            true => code.flagged(arith::Mulf, &[a, b], self.plan.flags),
        }
    }

    /// Writes the thread's elements of the result, unless they are past the edges.
    fn store(&self, code: &mut FoldingBuilder<'_>, [y, x]: [Value; 2], sums: &[Value]) {
        for (number, sum) in sums.iter().enumerate() {
            let [i, j] =
                [number as i64 / GPU_EACH, number as i64 % GPU_EACH].map(|n| code.index(n * GPU_SIDE));
            let (row, column) = (code.add(y, i), code.add(x, j));
            let (row, column) = (code.add(self.first[0], row), code.add(self.first[1], column));
            let row_is_inside = code.cmpi(CmpI::Slt, row, self.count[0]);
            let column_is_inside = code.cmpi(CmpI::Slt, column, self.count[1]);
            let inside = code.both(Some(row_is_inside), column_is_inside);
            code.when(inside, |code| {
                let mut indices = self.batch.clone();
                indices.extend(decoded(code, row, &self.plan.rows, &self.extents));
                indices.extend(decoded(code, column, &self.plan.columns, &self.extents));
                let place = subscripts(&self.plan.result, &indices);
                Store::build(&mut code.b, *sum, self.result, &place);
            });
        }
    }
}

/// Delinearizes a row-major index into the indices of the labels.
fn decoded(
    code: &mut FoldingBuilder<'_>,
    number: Value,
    labels: &[usize],
    extents: &[Value],
) -> Vec<(usize, Value)> {
    let (mut rest, mut indices) = (number, Vec::new());
    for (position, label) in labels.iter().enumerate().rev() {
        if position == 0 {
            indices.push((*label, rest));
            break;
        }
        indices.push((*label, arith::remui(code, rest, extents[*label])));
        rest = arith::divui(code, rest, extents[*label]);
    }
    indices
}

/// The indices of these labels.
fn subscripts(labels: &[usize], indices: &[(usize, Value)]) -> Vec<Value> {
    let index =
        |label: &usize| indices.iter().find(|(other, _)| other == label).expect("every label has an index").1;
    labels.iter().map(index).collect()
}
