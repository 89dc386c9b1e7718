//! Scattering to what windows select (StableHLO's `select_and_scatter`), composed: a window reduction that keeps the
//! place of the element it selects, and a compute in which every element gathers from the windows that selected it.

use super::algorithms::{Combine, reduce_window};
use super::build;
use super::combiner::Laws;
use super::decompose::loops;
use super::policy::Policy;
use super::reduce_window::WindowAxis;
use super::subscripts::Subscripts;
use crate::arith::predicate::CmpI;
use crate::arith::{self, const_int};
use crate::loops::build::if_else;
use tf_ir::affine::{AffineError, AffineExpr};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;

/// Builds `select_and_scatter`: of each window of `operand`, one element is selected, by going through the window in
/// row-major order and keeping the present one where `select(present, next)` holds; padding is never selected. The
/// result has the operand's shape: each element is `init`, combined by `scatter(so far, element of source)`, in
/// ascending order of the windows, with the elements of `source` whose windows selected it. `source` has the shape of the windows'
/// results; `init` is a scalar. Dilations of the axes must be 1, sizes constant.
///
/// # Errors
/// Subscripts that are too large to write.
pub fn select_and_scatter(
    b: &mut Builder<'_>,
    [operand, source, init]: [Value; 3],
    axes: &[WindowAxis],
    mut select: impl FnMut(&mut Builder<'_>, Value, Value) -> Value,
    mut scatter: impl FnMut(&mut Builder<'_>, Value, Value) -> Value,
) -> Result<Value, AffineError> {
    let extents = build::extents_of(b, operand);
    let windows = build::extents_of(b, source);
    let places = places(b, &extents);
    let selected = selected(b, operand, places, axes, &mut select);
    let rank = axes.len();
    // The window that has this element on this place, the last place first: `(i + low - (size - 1 - w)) / stride`.
    let place = |(d, axis): (usize, &WindowAxis)| {
        let size = axis.size.as_const().expect("the sizes of windows are constant");
        let (i, w) = (AffineExpr::dim(d as u32), AffineExpr::dim((rank + d) as u32));
        i.add(&w)?.add_const(axis.low + 1 - size)
    };
    let offsets: Vec<AffineExpr> = axes.iter().enumerate().map(place).collect::<Result<_, _>>()?;
    let window =
        |(offset, axis): (&AffineExpr, &WindowAxis)| offset.floordiv(&AffineExpr::constant(axis.stride));
    let windows_of: Vec<AffineExpr> = offsets.iter().zip(axes).map(window).collect::<Result<_, _>>()?;
    let sizes: Vec<Extent> = axes.iter().map(|axis| axis.size.clone()).collect();
    let elem = b.ctx().elem_type(b.body.ty(source));
    debug_assert_eq!(windows.len(), rank);
    Ok(build::compute_one(b, &extents, elem, |b, outer| {
        let own = build::at_indices(b, places, outer);
        let gathered = loops(b, &sizes, &mut Vec::new(), &[init], &mut |b, inner, carried| {
            let values = [outer, inner].concat();
            let at =
                Subscripts::new(&windows_of, &values, &[]).expect("the subscripts of a window are small");
            let i64 = b.ctx().i64();
            let none = const_int(b, i64, -1);
            let chosen = build::at(b, selected, &at, Policy::Fill, Some(none));
            let mut here = arith::cmpi(b, CmpI::Eq, chosen, own);
            for (d, axis) in axes.iter().enumerate().filter(|(_, axis)| axis.stride > 1) {
                let starts = starts_window(b, axis, outer[d], inner[d]);
                here = arith::andi(b, here, starts);
            }
            let zero = super::algorithms::zero(b, elem);
            let element = build::at(b, source, &at, Policy::Fill, Some(zero));
            let so_far = carried[0];
            let chosen = if_else(b, here, &[elem], |b| vec![scatter(b, so_far, element)], |_| vec![so_far]);
            vec![b.body.result(chosen, 0)]
        });
        gathered[0]
    }))
}

/// Whether a window starts so that it has the element on this place: the distance is a multiple of the stride.
fn starts_window(b: &mut Builder<'_>, axis: &WindowAxis, i: Value, w: Value) -> Value {
    let index = b.ctx().index();
    let size = axis.size.as_const().expect("the sizes of windows are constant");
    let [offset, stride, zero] = [axis.low + 1 - size, axis.stride, 0].map(|n| const_int(b, index, n));
    let sum = arith::addi(b, i, w);
    let distance = arith::addi(b, sum, offset);
    let rest = arith::remsi(b, distance, stride);
    arith::cmpi(b, CmpI::Eq, rest, zero)
}

/// The row-major number of each element of a shape, as an i64.
fn places(b: &mut Builder<'_>, extents: &[Extent]) -> Value {
    let i64 = b.ctx().i64();
    build::compute_one(b, extents, i64, |b, indices| super::decompose::linear(b, indices, extents))
}

/// For each window, the place that it selects; −1 if it holds nothing but padding.
fn selected(
    b: &mut Builder<'_>,
    operand: Value,
    places: Value,
    axes: &[WindowAxis],
    select: &mut impl FnMut(&mut Builder<'_>, Value, Value) -> Value,
) -> Value {
    let i64 = b.ctx().i64();
    let elem = b.ctx().elem_type(b.body.ty(operand));
    let (zero, none) = (super::algorithms::zero(b, elem), const_int(b, i64, -1));
    // The place of what is selected so far decides first: nothing yet, or nothing to take.
    let mut combine = |b: &mut Builder<'_>, args: &[Value]| {
        let [x, i, y, j] = args else { unreachable!("two accumulators and two values") };
        let none = const_int(b, i64, -1);
        let keeps = select(b, *x, *y);
        let padding = arith::cmpi(b, CmpI::Eq, *j, none);
        let keeps = arith::ori(b, keeps, padding);
        let begun = arith::cmpi(b, CmpI::Ne, *i, none);
        let keeps = arith::andi(b, keeps, begun);
        vec![arith::select(b, keeps, *x, *y), arith::select(b, keeps, *i, *j)]
    };
    let way = Combine::Region(Laws::default(), &mut combine);
    let op = reduce_window(b, &[operand, places], &[zero, none], axes, way);
    b.body.result(op, 1)
}
