//! Prefetches the tile of a result that a reduction loop is added to after the loop.
//!
//! The rows of that tile are far apart. Without prefetches, the processor would wait for each row when the
//! sums are complete, with nothing else to do: the loop has ended and the next one is too far ahead. If they
//! are prefetched before the loop, the rows are in cache when it ends (as in the micro-kernels of BLIS: Van
//! Zee and van de Geijn, "BLIS: A Framework for Rapidly Instantiating BLAS Functionality", 2015).

use rustc_hash::FxHashSet;
use tf_dialects::loops::For;
use tf_dialects::mem::Prefetch;
use tf_dialects::target::Target;
use tf_dialects::vector;
use tf_ir::body::{Body, IrMap, Op, Value};
use tf_ir::builder::Cursor;
use tf_ir::effects::is_pure;
use tf_ir::walk::preorder;
use tf_passes_common::code::folding_builder::{FoldingBuilder, known, lanes_of};
use tf_passes_common::cost::figures::{LEAST_SUMS_AHEAD, LONG_FOLD};

/// Prefetches the reads that follow reduction loops over blocks of sums; returns the number of these reads.
pub(super) fn prefetch_after_loops(body: &mut Body) -> u64 {
    let line = i64::from(Target::of(body).caches.line_bytes);
    let loops: Vec<Op> = preorder(body).into_iter().filter(|op| adds_up_a_block(body, *op)).collect();
    loops.into_iter().map(|op| prefetch_reads_after(body, op, line)).sum()
}

/// True for a loop that carries several vectors and may run many iterations.
fn adds_up_a_block(body: &Body, op: Op) -> bool {
    if !body.is(op, For) {
        return false;
    }
    let vectors = body.results(op).filter(|sum| lanes_of(body.ctx(), body.ty(*sum)).is_some()).count();
    let ends = [0, 1].map(|end| known(body, body.operand(op, end)));
    let is_long = match ends {
        [Some(from), Some(to)] => to.saturating_sub(from) as f64 >= LONG_FOLD,
        _ => true,
    };
    vectors >= LEAST_SUMS_AHEAD && is_long
}

/// Prefetches the rows that are read after a loop in its block, if their addresses are known before the loop.
fn prefetch_reads_after(body: &mut Body, of: Op, line: i64) -> u64 {
    let Some(block) = body.block_of(of) else { return 0 };
    let after: Vec<Op> = body.ops(block).skip_while(|op| *op != of).skip(1).collect();
    let own: FxHashSet<Op> = after.iter().copied().collect();
    let reads: Vec<(Op, Vec<Op>)> = after
        .iter()
        .take_while(|op| !adds_up_a_block(body, **op))
        .filter_map(|op| Some((*op, address_ops(body, *op, (of, &own))?)))
        .collect();
    let loc = body.loc(of);
    let mut code = FoldingBuilder::new(body, Cursor::Before(of), loc);
    let mut map = IrMap::default();
    let mut made = FxHashSet::default();
    for (read, needed) in &reads {
        for op in needed.iter().filter(|op| made.insert(**op)) {
            code.b.clone_op(*op, &mut map);
        }
        code.b.loc = loc;
        prefetch_row(&mut code, *read, &map, line);
    }
    reads.len() as u64
}

/// The ops after the loop that compute the subscripts of a row's read, in order. `None` for any other op, and
/// for subscripts that are not known before the loop.
fn address_ops(body: &Body, op: Op, (of, after): (Op, &FxHashSet<Op>)) -> Option<Vec<Op>> {
    let read = body.cast(op, vector::Load).filter(|read| read.mask().is_none())?;
    let rank = read.subscripts().len();
    let axis = read.axis().and_then(|axis| body.ctx().attr_int(axis));
    let is_row = axis.is_some_and(|axis| axis + 1 == rank as i128);
    let (mut pending, mut found): (Vec<Value>, Vec<Op>) = (body.operands(op).collect(), Vec::new());
    while let Some(value) = pending.pop() {
        let Some(def) = body.def_op(value) else { continue };
        if def == of || !is_row {
            return None;
        }
        if after.contains(&def) && !found.contains(&def) {
            let is_plain = is_pure(body, def) && body.regions(def).next().is_none();
            is_plain.then(|| found.push(def))?;
            pending.extend(body.operands(def));
        }
    }
    let block = body.block_of(of)?;
    Some(body.ops(block).filter(|op| found.contains(op)).collect())
}

/// Prefetches the lines of a row.
fn prefetch_row(code: &mut FoldingBuilder<'_>, read: Op, map: &IrMap, line: i64) {
    let (ctx, body) = (code.ctx(), &*code.b.body);
    let view = body.view(read, vector::Load);
    let (ty, memory) = (body.ty(body.result(read, 0)), map.value(view.memref()));
    let place: Vec<Value> = view.subscripts().into_iter().map(|value| map.value(value)).collect();
    let Some((lanes, (last, outer))) = lanes_of(&ctx, ty).zip(place.split_last()) else { return };
    let bits = i64::from(ctx.scalar_width(ctx.elem_type(ty)).unwrap_or(32));
    let step = (8 * line / bits.max(1)).max(1);
    // A row that begins in the middle of a line reaches into one more line.
    let mut offsets: Vec<i64> = (0..lanes).step_by(step as usize).collect();
    offsets.push(lanes - 1);
    for offset in offsets {
        let by = code.index(offset);
        let at = code.add(*last, by);
        Prefetch::build(&mut code.b, memory, &[outer, &[at]].concat());
    }
}
