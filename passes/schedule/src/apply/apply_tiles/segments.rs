//! The segments of a loop over tiles: whole iterations, and the remainder as `tail` of its `split` specifies.

use super::loops::TileLoops;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::tensor::ExtentOf;
use tf_dialects::tensor::schedule::Tail;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;

/// Iterations of a loop over tiles that have one form.
#[derive(Clone)]
pub(crate) struct Segment {
    pub iterations: Iterations,
    /// The points of the dimension in an iteration, if their count is constant and all are in bounds.
    pub points: Option<i64>,
}

/// The iterations of a segment.
#[derive(Clone, Copy)]
pub(crate) enum Iterations {
    /// A loop from zero.
    Loop { upper: Value, step: Value },
    /// One iteration, which begins here.
    Once(Value),
    /// At most one iteration: `count` is 0 or 1.
    Perhaps { begin: Value, count: Value },
}

/// The segments of a part of a dimension, in order: whole iterations first.
pub(crate) fn segments<L: TileLoops + ?Sized>(
    loops: &mut L,
    b: &mut Builder<'_>,
    (dim, part): (usize, usize),
) -> Vec<Segment> {
    let size = loops.tiling().splits[dim].sizes[part];
    let tail = loops.tiling().tail(dim);
    let left = loops.points(dim);
    let step = arith::const_index(b, size);
    let even = left.is_some_and(|left| left % size == 0);
    if even || tail == Tail::Pad {
        let upper = loops.left(b, dim, part);
        let whole = even || loops.tiling().is_even(loops.extent(dim), size);
        return vec![Segment { iterations: Iterations::Loop { upper, step }, points: whole.then_some(size) }];
    }
    let is_last = part + 1 == loops.tiling().splits[dim].sizes.len();
    let overlaps = tail == Tail::Overlap && is_last;
    match left {
        Some(left) => counted(b, left, (size, step), overlaps),
        None => open(loops, b, (dim, part), (size, step), overlaps),
    }
}

/// The segments of a constant count of points.
fn counted(b: &mut Builder<'_>, left: i64, (size, step): (i64, Value), overlaps: bool) -> Vec<Segment> {
    let whole = left - left % size;
    let upper = arith::const_index(b, whole);
    let main = Segment { iterations: Iterations::Loop { upper, step }, points: Some(size) };
    let (begin, points) = if overlaps && left >= size { (left - size, size) } else { (whole, left - whole) };
    let rest = Segment { iterations: Iterations::Once(arith::const_index(b, begin)), points: Some(points) };
    if whole > 0 { vec![main, rest] } else { vec![rest] }
}

/// The segments of a run-time count of points. The outermost part uses terms of the extent, about which more
/// can be proved than about computed values.
fn open<L: TileLoops + ?Sized>(
    loops: &mut L,
    b: &mut Builder<'_>,
    (dim, part): (usize, usize),
    (size, step): (i64, Value),
    overlaps: bool,
) -> Vec<Segment> {
    let (upper, extent) = (loops.left(b, dim, part), loops.extent(dim).clone());
    let zero = arith::const_index(b, 0);
    let term = |b: &mut Builder<'_>, term: Option<Extent>| {
        term.filter(|_| part == 0).map(|term| ExtentOf::build(b, &term))
    };
    let whole = extent.floordiv(size).and_then(|iterations| iterations.scale(size)).ok();
    let whole = term(b, whole).unwrap_or_else(|| {
        let iterations = arith::divsi(b, upper, step);
        arith::muli(b, iterations, step)
    });
    let begin = match overlaps {
        true => {
            let last = extent.add_const(-size).and_then(|last| last.maximum(&Extent::constant(0))).ok();
            term(b, last).unwrap_or_else(|| {
                let last = arith::subi(b, upper, step);
                arith::maxsi(b, last, zero)
            })
        }
        false => match part.checked_sub(1).map(|around| loops.tiling().splits[dim].sizes[around]) {
            // A remainder begins no later than the last iteration in the part around it.
            Some(around) => {
                let last = arith::const_index(b, around - size);
                arith::minsi(b, whole, last)
            }
            None => whole,
        },
    };
    let one = arith::const_index(b, 1);
    let rest = arith::cmpi(b, CmpI::Slt, whole, upper);
    let count = arith::select(b, rest, one, zero);
    vec![
        Segment { iterations: Iterations::Loop { upper: whole, step }, points: Some(size) },
        Segment { iterations: Iterations::Perhaps { begin, count }, points: None },
    ]
}
