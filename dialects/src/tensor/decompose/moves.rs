//! Decomposition of ops that join or extract parts of tensors: pad, concat, dynamic_slice, update_slice,
//! bitcast.

use super::super::accumulate::Accumulation;
use super::super::bitcast::{Bitcast, Parts, parts};
use super::super::concat::Concat;
use super::super::dynamic::{DynamicSlice, UpdateSlice};
use super::super::pad::{Pad, Padding};
use super::super::policy::Policy;
use super::super::put::Put;
use super::super::source::ExtentOf;
use super::super::subscripts::Subscripts;
use super::super::{bounds, build};
use super::{Decompose, named_extents, result_extents};
use crate::arith::{self, const_index, const_int, predicate::CmpI};
use crate::loops::build::if_else;
use crate::scalar::dtype;
use tf_ir::affine::{AffineError, AffineExpr};
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::types::Type;

fn dim(i: usize) -> AffineExpr {
    AffineExpr::dim(i as u32)
}

fn symbol(i: usize) -> AffineExpr {
    AffineExpr::symbol(i as u32)
}

/// Checks subscripts over indices and terms before the indices exist, so that errors come before any op is
/// built.
fn checked(
    b: &Builder<'_>,
    op: Op,
    exprs: Result<Vec<AffineExpr>, AffineError>,
    terms: &[Extent],
) -> Result<Vec<AffineExpr>, Diagnostic> {
    let failed = |e: AffineError| b.body.op(op).error(format_args!("cannot be decomposed: {e}"));
    let exprs = exprs.map_err(failed)?;
    let placeholder = b.body.results(op).next().expect("the op has a result");
    let count = exprs.len().max(b.body.ctx().dims(b.body.ty(placeholder)).unwrap_or_default().len());
    Subscripts::new(&exprs, &vec![placeholder; count], terms).map_err(failed)?;
    Ok(exprs)
}

fn subscripts(exprs: &[AffineExpr], indices: &[Value], terms: &[Extent]) -> Subscripts {
    Subscripts::new(exprs, indices, terms).expect("the same expressions were checked")
}

/// A read that is in bounds for a reason that the verifier may not find: it clamps, unless the proof
/// succeeds.
pub(super) fn read_inside(b: &mut Builder<'_>, source: Value, subscripts: &Subscripts) -> Value {
    let value = build::at(b, source, subscripts, Policy::Clamp, None);
    let read = b.body.def_op(value).expect("a read was built");
    if bounds::is_proved_inside(b.body.op(read)) {
        b.body.set_slot(read, super::super::At::POLICY, None);
    }
    value
}

impl Decompose for Pad {
    fn decompose(&self, b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic> {
        let view = b.body.op(op);
        let paddings = view.view(Pad).paddings();
        let extents = result_extents(b, op)?;
        named_extents(view, view.operand(0))?;
        let (source, value) = (view.operand(0), view.operand(1));
        let low: Vec<Extent> = paddings.iter().map(|p| p.low.clone()).collect();
        let expr = |(i, padding): (usize, &Padding)| {
            let shifted = dim(i).sub(&symbol(i))?;
            shifted.floordiv(&AffineExpr::constant(padding.interior + 1))
        };
        let exprs = paddings.iter().enumerate().map(expr).collect();
        let exprs = checked(b, op, exprs, &low)?;
        let elem = b.body.ty(value);
        Ok(vec![build::compute_one(b, &extents, elem, |b, indices| {
            let at = subscripts(&exprs, indices, &low);
            let element = build::at(b, source, &at, Policy::Fill, Some(value));
            match on_an_element(b, &paddings, indices) {
                Some(condition) => arith::select(b, condition, element, value),
                None => element,
            }
        })])
    }
}

/// Whether a point is an element rather than interior padding; `None` without interior padding.
fn on_an_element(b: &mut Builder<'_>, paddings: &[Padding], indices: &[Value]) -> Option<Value> {
    let mut condition: Option<Value> = None;
    for (padding, index) in paddings.iter().zip(indices).filter(|(p, _)| p.interior > 0) {
        let low = ExtentOf::build(b, &padding.low);
        let shifted = arith::subi(b, *index, low);
        let period = const_index(b, padding.interior + 1);
        let rest = arith::remsi(b, shifted, period);
        let zero = const_index(b, 0);
        let here = arith::cmpi(b, CmpI::Eq, rest, zero);
        condition = Some(match condition {
            Some(condition) => arith::andi(b, condition, here),
            None => here,
        });
    }
    condition
}

impl Decompose for Concat {
    fn decompose(&self, b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic> {
        let view = b.body.op(op);
        let axis = view.view(Concat).axis();
        let extents = result_extents(b, op)?;
        let elem = view.ctx().elem_type(view.result_type(0));
        let mut pieces = Vec::new();
        let mut start = Extent::constant(0);
        for input in view.operands() {
            let extent = named_extents(view, input)?.swap_remove(axis);
            if extent.as_const() == Some(0) {
                continue;
            }
            let next =
                start.add(&extent).map_err(|e| view.error(format_args!("cannot be decomposed: {e}")))?;
            pieces.push(Piece { input, start: std::mem::replace(&mut start, next) });
        }
        if pieces.is_empty() {
            let first = view.operand(0);
            pieces.push(Piece { input: first, start: Extent::constant(0) });
        }
        for piece in &pieces {
            checked(b, op, piece.subscripts(extents.len(), axis), std::slice::from_ref(&piece.start))?;
        }
        Ok(vec![build::compute_one(b, &extents, elem, |b, indices| choose(b, &pieces, axis, indices, elem))])
    }
}

/// An operand of a concat, and its start on the axis.
struct Piece {
    input: Value,
    start: Extent,
}

impl Piece {
    fn subscripts(&self, rank: usize, axis: usize) -> Result<Vec<AffineExpr>, AffineError> {
        (0..rank).map(|i| if i == axis { dim(i).sub(&symbol(0)) } else { Ok(dim(i)) }).collect()
    }
}

/// The element at a point, by bisection over the pieces.
fn choose(b: &mut Builder<'_>, pieces: &[Piece], axis: usize, indices: &[Value], elem: Type) -> Value {
    if let [piece] = pieces {
        let exprs = piece.subscripts(indices.len(), axis).expect("the same expressions were checked");
        let at = subscripts(&exprs, indices, std::slice::from_ref(&piece.start));
        return read_inside(b, piece.input, &at);
    }
    let (front, back) = pieces.split_at(pieces.len() / 2);
    let border = ExtentOf::build(b, &back[0].start);
    let before = arith::cmpi(b, CmpI::Slt, indices[axis], border);
    let op = if_else(
        b,
        before,
        &[elem],
        |b| vec![choose(b, front, axis, indices, elem)],
        |b| vec![choose(b, back, axis, indices, elem)],
    );
    b.body.result(op, 0)
}

/// Starts clamped so that a window is inside: `max(0, min(start, extent - size))`.
fn window_starts(
    b: &mut Builder<'_>,
    op: Op,
    starts: &[Value],
    sizes: &[Extent],
    whole: &[Extent],
) -> Result<Vec<Value>, Diagnostic> {
    let room: Result<Vec<Extent>, _> = whole.iter().zip(sizes).map(|(e, n)| e.sub(n)).collect();
    let room = room.map_err(|e| b.body.op(op).error(format_args!("cannot be decomposed: {e}")))?;
    Ok(starts.iter().zip(room).map(|(start, room)| clamped(b, *start, &room)).collect())
}

/// `max(0, min(start, room))`, for a term that is known to be ≥ 0.
pub(super) fn clamped(b: &mut Builder<'_>, start: Value, room: &Extent) -> Value {
    let zero = const_index(b, 0);
    if room.as_const() == Some(0) {
        return zero;
    }
    let room = ExtentOf::build(b, room);
    let least = arith::minsi(b, start, room);
    arith::maxsi(b, least, zero)
}

impl Decompose for DynamicSlice {
    fn decompose(&self, b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic> {
        let view = b.body.op(op);
        let (whole, sizes) = (named_extents(view, view.operand(0))?, result_extents(b, op)?);
        let source = view.operand(0);
        let elem = view.ctx().elem_type(view.result_type(0));
        let starts: Vec<Value> = view.operands().skip(1).collect();
        let starts = window_starts(b, op, &starts, &sizes, &whole)?;
        let rank = sizes.len();
        let exprs: Vec<AffineExpr> = (0..rank)
            .map(|i| dim(i).add(&dim(rank + i)))
            .collect::<Result<_, _>>()
            .expect("sums of two indices are small");
        Ok(vec![build::compute_one(b, &sizes, elem, |b, indices| {
            let values = [indices, &starts].concat();
            read_inside(b, source, &subscripts(&exprs, &values, &[]))
        })])
    }
}

impl Decompose for UpdateSlice {
    /// Puts the window into the input: if the input is dead afterwards, no other element moves.
    fn decompose(&self, b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic> {
        let view = b.body.op(op);
        let (sizes, whole) = (named_extents(view, view.operand(0))?, result_extents(b, op)?);
        let (update, input) = (view.operand(0), view.operand(1));
        let starts: Vec<Value> = view.operands().skip(2).collect();
        let starts = window_starts(b, op, &starts, &sizes, &whole)?;
        let rank = sizes.len();
        let exprs: Vec<AffineExpr> = (0..rank)
            .map(|i| dim(i).add(&dim(rank + i)))
            .collect::<Result<_, _>>()
            .expect("sums of two indices are small");
        let how = Accumulation::SET.unique(true);
        let compute = build::accumulate(b, &sizes, &[], &[input], &[how], |b, indices, accumulators| {
            let value = build::at_indices(b, update, indices);
            let values = [indices, &starts].concat();
            let at = subscripts(&exprs, &values, &[]);
            let put = build::put(b, value, accumulators[0], &at, Policy::Drop);
            if bounds::is_proved_inside(b.body.op(put)) {
                b.body.set_slot(put, Put::POLICY, None);
            }
            Vec::new()
        });
        Ok(b.body.results(compute).collect())
    }
}

impl Decompose for Bitcast {
    fn decompose(&self, b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic> {
        let (ctx, view) = (b.ctx(), b.body.op(op));
        let source = view.operand(0);
        named_extents(view, source)?;
        let extents = result_extents(b, op)?;
        let (from, to) = (ctx.elem_type(view.operand_type(0)), ctx.elem_type(view.result_type(0)));
        let dtypes = dtype(&ctx, from).zip(dtype(&ctx, to)).expect("the op is verified");
        let parts = parts(dtypes.0, dtypes.1).expect("the op is verified");
        let bits = |width: u32| ctx.int(width);
        let (narrow, wide) = (bits(dtypes.0.bits()), bits(dtypes.1.bits()));
        Ok(vec![build::compute_one(b, &extents, to, |b, indices| match parts {
            Parts::Same => {
                let element = build::at_indices(b, source, indices);
                as_type(b, element, to)
            }
            Parts::Split(_) => {
                let (last, outer) = indices.split_last().expect("the parts have an axis");
                let element = build::at_indices(b, source, outer);
                let element = as_type(b, element, narrow);
                let part = arith::index_cast(b, *last, narrow);
                let width = const_int(b, narrow, dtypes.1.bits().into());
                let by = arith::muli(b, part, width);
                let shifted = arith::shrui(b, element, by);
                let part = arith::trunci(b, shifted, wide);
                as_type(b, part, to)
            }
            Parts::Joined(count) => {
                let mut joined: Option<Value> = None;
                for i in 0..count {
                    let exprs: Vec<AffineExpr> =
                        (0..indices.len()).map(dim).chain([AffineExpr::constant(i)]).collect();
                    let element = read_inside(b, source, &subscripts(&exprs, indices, &[]));
                    let element = as_type(b, element, narrow);
                    let element = arith::extui(b, element, wide);
                    let by = const_int(b, wide, i * i64::from(dtypes.0.bits()));
                    let element = arith::shli(b, element, by);
                    joined = Some(match joined {
                        Some(joined) => arith::ori(b, joined, element),
                        None => element,
                    });
                }
                as_type(b, joined.expect("an element has at least two parts"), to)
            }
        })])
    }
}

/// Reinterprets the bits of a scalar as another type of the same width.
fn as_type(b: &mut Builder<'_>, value: Value, to: Type) -> Value {
    if b.body.ty(value) == to { value } else { arith::bitcast(b, value, to) }
}
