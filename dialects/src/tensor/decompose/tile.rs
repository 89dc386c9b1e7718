//! Decomposition of tile_read and tile_write into comprehensions over their boxes.

use super::super::accumulate::Accumulation;
use super::super::policy::Policy;
use super::super::put::Put;
use super::super::subscripts::Subscripts;
use super::super::tile::{TileRead, TileWrite};
use super::super::{bounds, build};
use super::{Decompose, named_extents};
use tf_ir::affine::{AffineError, AffineExpr};
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;

/// Offsets plus indices of the box, which become further dimensions.
pub fn at_offsets(begin: &Subscripts, indices: &[AffineExpr]) -> Result<Vec<AffineExpr>, AffineError> {
    let first = begin.values.len() as u32;
    let shifted =
        |expr: &AffineExpr| expr.replace_with(&mut |leaf| leaf.as_dim().map(|d| AffineExpr::dim(first + d)));
    begin.map.results().iter().zip(indices).map(|(offset, index)| offset.add(&shifted(index)?)).collect()
}

/// The subscripts of the elements of a box, over the values of its offsets and its indices.
fn in_box(op: OpRef<'_>, begin: &Subscripts, rank: usize) -> Result<Vec<AffineExpr>, Diagnostic> {
    let indices: Vec<AffineExpr> = (0..rank as u32).map(AffineExpr::dim).collect();
    let failed = |e: AffineError| op.error(format_args!("cannot be decomposed: {e}"));
    let exprs = at_offsets(begin, &indices).map_err(failed)?;
    // Errors come before any op is built.
    let placeholder = op.operand(0);
    let values = [&begin.values[..], &vec![placeholder; rank]].concat();
    Subscripts::new(&exprs, &values, &begin.extents).map_err(failed)?;
    Ok(exprs)
}

fn subscripts(exprs: &[AffineExpr], begin: &Subscripts, indices: &[Value]) -> Subscripts {
    let values = [&begin.values[..], indices].concat();
    Subscripts::new(exprs, &values, &begin.extents).expect("the same expressions were checked")
}

impl Decompose for TileRead {
    fn decompose(&self, b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic> {
        let view = b.body.op(op);
        let tile = view.view(TileRead);
        let (begin, policy, fill) = (tile.begin(), tile.out_of_bounds(), tile.fill());
        named_extents(view, view.operand(0))?;
        let sizes = named_extents(view, view.result(0))?;
        let exprs = in_box(view, &begin, sizes.len())?;
        let (source, elem) = (view.operand(0), view.ctx().elem_type(view.result_type(0)));
        Ok(vec![build::compute_one(b, &sizes, elem, |b, indices| {
            element(b, source, &subscripts(&exprs, &begin, indices), (policy, fill))
        })])
    }
}

/// The element of a tile at subscripts. A read without a policy gets one for the verifier, unless the proof
/// succeeds at the new read.
pub fn element(
    b: &mut Builder<'_>,
    source: Value,
    at: &Subscripts,
    (policy, fill): (Policy, Option<Value>),
) -> Value {
    let policy = if policy == Policy::Assumed { Policy::Clamp } else { policy };
    let value = build::at(b, source, at, policy, fill);
    let read = b.body.def_op(value).expect("a read was built");
    if bounds::is_proved_inside(b.body.op(read)) {
        super::super::set_policy(b.body, read, Policy::Assumed);
    }
    value
}

impl Decompose for TileWrite {
    fn decompose(&self, b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic> {
        let view = b.body.op(op);
        let tile = view.view(TileWrite);
        let (begin, policy, combine) = (tile.begin(), tile.out_of_bounds(), tile.combine());
        let sizes = named_extents(view, view.operand(0))?;
        named_extents(view, view.operand(1))?;
        let exprs = in_box(view, &begin, sizes.len())?;
        let (tile, dest) = (view.operand(0), view.operand(1));
        let how = Accumulation { combine, unique: true, unordered: false };
        let compute = build::accumulate(b, &sizes, &[], &[dest], &[how], |b, indices, accumulators| {
            let value = build::at_indices(b, tile, indices);
            let policy = if policy == Policy::Assumed { Policy::Drop } else { policy };
            let put = build::put(b, value, accumulators[0], &subscripts(&exprs, &begin, indices), policy);
            if bounds::is_proved_inside(b.body.op(put)) {
                b.body.set_slot(put, Put::POLICY, None);
            }
            Vec::new()
        });
        Ok(b.body.results(compute).collect())
    }
}
