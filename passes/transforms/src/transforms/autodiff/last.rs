//! Finds the last of several puts that set one element, for the derivative of `set`.
//!
//! Puts happen in row-major order of the points and, at each point, in program order. So each put has an
//! ordinal, and these increase. The put with the greatest ordinal at an element determines its value.

use super::code::all_puts;
use tf_dialects::arith::{self, CmpI, const_int};
use tf_dialects::differentiate::constant_like;
use tf_dialects::tensor::{Compute, ExtentOf, Put};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::control::as_branch;
use tf_ir::extent::Extent;

/// The puts that set elements of one accumulating result.
#[derive(Clone, Debug)]
pub(super) struct Last {
    /// Per element, the ordinal of the last put to it; −1 if there is none.
    pub numbers: Value,
    /// The puts, in program order.
    pub puts: Vec<Op>,
    extents: Vec<Extent>,
    indices: Vec<Value>,
}

/// The puts of `compute` that go to `target`, in program order. `None` if one of them is in a loop or a fold:
/// the point alone then does not determine its order.
pub(super) fn ordered_puts(body: &Body, compute: Op, target: Value) -> Option<Vec<Op>> {
    let puts: Vec<Op> = all_puts(body, compute)
        .into_iter()
        .filter(|put| body.cast(*put, Put).is_some_and(|put| put.targets().contains(&target)))
        .collect();
    puts.iter().all(|put| happens_once(body, compute, *put)).then_some(puts)
}

/// True if only conditionals are between an op and the points of the compute around it.
fn happens_once(body: &Body, compute: Op, op: Op) -> bool {
    let mut parent = body.parent_op(op);
    while let Some(around) = parent.filter(|around| *around != compute) {
        if as_branch(body, around).is_none() {
            return false;
        }
        parent = body.parent_op(around);
    }
    true
}

impl Last {
    /// The puts of `compute`, with their last ordinals.
    pub fn new(body: &Body, compute: Op, puts: Vec<Op>, numbers: Value) -> Last {
        let view = body.view(compute, Compute);
        Last { numbers, puts, extents: view.extents().to_vec(), indices: view.indices() }
    }

    /// True if `put` has the ordinal `last`, at the point whose indices `copied` returns.
    pub fn is_it(
        &self,
        b: &mut Builder<'_>,
        put: Op,
        last: Value,
        copied: &mut dyn FnMut(&mut Builder<'_>, Value) -> Value,
    ) -> Value {
        let points: Vec<Value> = self.indices.iter().map(|index| copied(b, *index)).collect();
        let position = self.puts.iter().position(|p| *p == put).expect("the result has a put");
        let number = number(b, &self.extents, &points, (position, self.puts.len()));
        arith::cmpi(b, CmpI::Eq, number, last)
    }
}

/// A tensor of the shape of `like` that marks every element as not set.
pub(super) fn nothing(b: &mut Builder<'_>, like: Value) -> Value {
    let ctx = b.ctx();
    let ty = ctx.tensor(ctx.dims(b.body.ty(like)).unwrap_or_default(), ctx.index());
    constant_like(b, ty, -1.0)
}

/// The ordinal of put `position` of `count` at a point of a box.
pub(super) fn number(
    b: &mut Builder<'_>,
    extents: &[Extent],
    points: &[Value],
    (position, count): (usize, usize),
) -> Value {
    let index = b.body.ctx().index();
    let mut number = const_int(b, index, 0);
    for (extent, point) in extents.iter().zip(points) {
        let extent = ExtentOf::build(b, extent);
        number = arith::muli(b, number, extent);
        number = arith::addi(b, number, *point);
    }
    let (count, position) = (const_int(b, index, count as i64), const_int(b, index, position as i64));
    number = arith::muli(b, number, count);
    arith::addi(b, number, position)
}
