//! Decomposition of `tensor.gather` and `tensor.scatter`: reads and writes at subscripts that are themselves
//! read from a tensor.

use super::super::accumulate::Combine;
use super::super::build;
use super::super::gather::Gather;
use super::super::policy::Policy;
use super::super::scatter::Scatter;
use super::super::source::ExtentOf;
use super::super::subscripts::Subscripts;
use super::super::window::{Source, Windows};
use super::moves::{clamped, read_inside};
use super::{Decompose, named_extents, result_extents};
use crate::arith;
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;

/// The components of the index vector of a point, as `index` values.
fn components(
    b: &mut Builder<'_>,
    windows: &Windows,
    indices: Value,
    index_rank: usize,
    point: &[Value],
) -> Vec<Value> {
    let batch: Vec<Value> = windows.batch_axes(point.len()).into_iter().map(|axis| point[axis]).collect();
    let dims: Vec<AffineExpr> = (0..batch.len() as u32).map(AffineExpr::dim).collect();
    let index = b.ctx().index();
    (0..windows.index_map.len() as i64)
        .map(|component| {
            let exprs = windows.index_subscripts(index_rank, &dims, AffineExpr::constant(component));
            let at = Subscripts::new(&exprs, &batch, &[]).expect("plain subscripts are small");
            let value = read_inside(b, indices, &at);
            if b.body.ty(value) == index { value } else { arith::index_cast(b, value, index) }
        })
        .collect()
}

/// The subscripts of an operand: per axis a start, an outer index, or the sum of both.
fn subscripts(sources: &[Source], starts: &[Option<Value>], point: &[Value]) -> Subscripts {
    let mut values: Vec<Value> = Vec::new();
    let mut exprs = Vec::new();
    for (source, start) in sources.iter().zip(starts) {
        let mut expr = AffineExpr::constant(0);
        for value in start.iter().copied().chain(source.outer.map(|axis| point[axis])) {
            let dim = AffineExpr::dim(values.len() as u32);
            values.push(value);
            expr = expr.add(&dim).expect("a sum of two indices is small");
        }
        exprs.push(expr);
    }
    Subscripts::new(&exprs, &values, &[]).expect("sums of two indices are small")
}

impl Decompose for Gather {
    fn decompose(&self, b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic> {
        let view = b.body.op(op);
        let gather = view.view(Gather);
        let (windows, sizes) = (gather.windows(), gather.window_sizes().to_vec());
        let (operand, indices) = (gather.operand(), gather.indices());
        let whole = named_extents(view, operand)?;
        let index_rank = named_extents(view, indices)?.len();
        let extents = result_extents(b, op)?;
        let rooms: Result<Vec<Extent>, _> = whole.iter().zip(&sizes).map(|(e, n)| e.sub(n)).collect();
        let rooms = rooms.map_err(|e| view.error(format_args!("cannot be decomposed: {e}")))?;
        let elem = view.ctx().elem_type(view.result_type(0));
        let sources = windows.sources(whole.len(), extents.len());
        Ok(vec![build::compute_one(b, &extents, elem, |b, point| {
            let vector = components(b, &windows, indices, index_rank, point);
            let mut starts = Vec::with_capacity(sources.len());
            for (source, room) in sources.iter().zip(&rooms) {
                starts.push(source.component.map(|component| clamped(b, vector[component], room)));
            }
            read_inside(b, operand, &subscripts(&sources, &starts, point))
        })])
    }
}

/// Limits a window's start to the extent: the same elements stay outside, and adding an offset in the window
/// cannot overflow.
fn below_overflow(b: &mut Builder<'_>, start: Value, extent: &Extent) -> Value {
    let extent = ExtentOf::build(b, extent);
    arith::minsi(b, start, extent)
}

impl Decompose for Scatter {
    fn decompose(&self, b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic> {
        let view = b.body.op(op);
        let scatter = view.view(Scatter);
        let (windows, how) = (scatter.windows(), scatter.accumulations());
        let (inputs, indices, updates) = (scatter.inputs(), scatter.indices(), scatter.updates());
        let whole = named_extents(view, inputs[0])?;
        let index_rank = named_extents(view, indices)?.len();
        let extents = named_extents(view, updates[0])?;
        let by_region = how[0].combine == Combine::Region;
        let sources = windows.sources(whole.len(), extents.len());
        let mut puts = Vec::new();
        let compute = build::accumulate(b, &extents, &[], &inputs, &how, |b, point, accumulators| {
            let vector = components(b, &windows, indices, index_rank, point);
            let mut starts = Vec::with_capacity(sources.len());
            for (source, extent) in sources.iter().zip(&whole) {
                let start = source.component.map(|component| vector[component]);
                starts.push(match (start, source.outer) {
                    (Some(start), Some(_)) => Some(below_overflow(b, start, extent)),
                    _ => start,
                });
            }
            let at = subscripts(&sources, &starts, point);
            let values: Vec<Value> = updates.iter().map(|u| build::at_indices(b, *u, point)).collect();
            if by_region {
                puts.push(build::put_op(b, &values, accumulators, &at, Policy::Drop));
            } else {
                for (value, accumulator) in values.iter().zip(accumulators) {
                    build::put(b, *value, *accumulator, &at, Policy::Drop);
                }
            }
            Vec::new()
        });
        if let [put] = puts.as_slice() {
            let (from, to) = (b.body.region(op, 0), b.body.region(*put, 0));
            b.body.splice_blocks(from, to);
        }
        Ok(b.body.results(compute).collect())
    }
}
