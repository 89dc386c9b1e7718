//! Copies of tensors that a compute reads: with permuted axes, or of a box with its out-of-bounds elements
//! filled.

use super::footprint::Footprint;
use super::rows;
use tf_dialects::tensor::shape::extents;
use tf_dialects::tensor::{Access, Policy, Subscripts, build};
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_passes_common::code::subscript::{Form, Subscript, joined};

/// A copy, and the reads that go to it.
pub(crate) struct Staged {
    /// The reads.
    pub reads: Vec<Op>,
    /// Their source.
    pub source: Value,
    /// The axes of the source, in the order of the copy.
    pub order: Vec<usize>,
    /// The copied box, if it is not the whole tensor.
    pub footprint: Option<Footprint>,
}

impl Staged {
    /// Merges another copy of the same tensor in the same order, if one box contains both.
    pub fn takes_in(&mut self, other: &Staged) -> bool {
        if (self.source, self.order.last()) != (other.source, other.order.last()) {
            return false;
        }
        let footprint = match (&self.footprint, &other.footprint) {
            (None, None) => None,
            (Some(one), Some(other)) => match one.with(other) {
                Some(both) => Some(both),
                None => return false,
            },
            _ => return false,
        };
        self.reads.extend(&other.reads);
        self.footprint = footprint;
        true
    }

    /// The extents of the copied box, in the order of the source.
    pub fn extents(&self, body: &Body) -> Vec<Extent> {
        let own = || extents(body.ctx(), body.ty(self.source)).unwrap_or_default();
        let boxed = |footprint: &Footprint| footprint.axes.iter().map(|(_, length)| length.clone()).collect();
        self.footprint.as_ref().map_or_else(own, boxed)
    }
}

/// Builds a copy before the compute and redirects the reads to it; `None` if subscripts of it become too
/// large.
pub(crate) fn make(body: &mut Body, compute: Op, staged: &Staged) -> Option<Value> {
    let all = staged.reads.iter().map(|read| subscripts(body, *read, staged)).collect::<Option<Vec<_>>>()?;
    let copy = copied(body, compute, staged);
    for (read, (place, policy, fill)) in staged.reads.iter().zip(all) {
        let mut b = Builder::before(body, *read);
        b.loc = b.body.loc(*read);
        let value = build::at(&mut b, copy, &place, policy, fill);
        body.replace(*read, &[value]);
    }
    Some(copy)
}

/// The subscripts of a read in a copy, and its remaining policy: none if the copy holds all elements of its
/// footprint.
fn subscripts(body: &Body, read: Op, staged: &Staged) -> Option<(Subscripts, Policy, Option<Value>)> {
    let access = Access::of_read(body.op(read))?;
    let mut all = Subscript::of_map(&access.map, &access.indices, access.extents);
    let (policy, fill) = match &staged.footprint {
        Some(footprint) => {
            footprint.inside(&mut all)?;
            (Policy::Assumed, None)
        }
        None => (access.policy, access.fill),
    };
    let permuted: Vec<Subscript> = staged.order.iter().map(|axis| all[*axis].clone()).collect();
    Some((joined(&permuted, &Form::Value)?, policy, fill))
}

/// Builds the copy before the compute; its rows may be padded.
fn copied(body: &mut Body, compute: Op, staged: &Staged) -> Value {
    let ctx = body.ctx().clone();
    let first = staged.reads[0];
    let (loc, read) =
        (body.loc(first), Access::of_read(body.op(first)).expect("the reads were found before"));
    let (policy, fill) = (read.policy, read.fill);
    let (boxed, element) = (staged.extents(body), ctx.elem_type(body.ty(staged.source)));
    let order = &staged.order;
    let permuted: Vec<Extent> = order.iter().map(|axis| boxed[*axis].clone()).collect();
    // Out-of-bounds values depend on the extents, which padding changes.
    let is_all = staged.footprint.is_some() || staged.reads.iter().all(|read| is_inside(body, *read));
    let longer = rows::spread(body, &permuted, element).filter(|_| is_all);
    let (policy, fill) = match (&staged.footprint, &longer) {
        (Some(_), _) => (policy, fill),
        (None, Some(_)) => (Policy::Clamp, None),
        (None, None) => (Policy::Assumed, None),
    };
    let begin = |axis: usize| staged.footprint.as_ref().map_or(0, |footprint| footprint.axes[axis].0);
    let mut b = Builder::before(body, compute);
    b.loc = loc;
    build::compute_one(&mut b, &longer.unwrap_or(permuted), element, |b, indices| {
        let index = |axis: usize| order.iter().position(|own| *own == axis).expect("a permutation");
        let exprs: Vec<AffineExpr> = (0..order.len())
            .map(|axis| {
                AffineExpr::dim(index(axis) as u32)
                    .add_const(begin(axis))
                    .expect("a start is a small expression")
            })
            .collect();
        let place = Subscripts::new(&exprs, indices, &[])
            .expect("a subscript of a few indices is a small expression");
        build::at(b, staged.source, &place, policy, fill)
    })
}

/// True for a read that is in bounds.
fn is_inside(body: &Body, read: Op) -> bool {
    Access::of_read(body.op(read)).is_some_and(|read| read.policy == Policy::Assumed)
}
