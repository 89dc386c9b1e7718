//! What a read of a member's result says of edges, where it reads a part.

use super::build::{GroupLoops, Made};
use crate::subscript::{Form, Subscript, combined, joined, materialize};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::tensor::{Access, Compute, ExtentOf, Policy, Subscripts, build};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;

impl GroupLoops<'_> {
    /// Has a read of a member's result read its part. What the read says of the edge of the whole holds for the shared loops by the index, and for
    /// the others, which the part has all of, as it is.
    pub(super) fn redirect(&self, body: &mut Body, read: Op, (made, at, result): (&Made, usize, usize)) {
        let access = Access::of_read(body.op(read)).expect("the caller asked");
        let (policy, fill) = (access.policy, access.fill);
        let mut all = Subscript::of(&Subscripts::of(&access));
        let mut b = Builder::before(body, read);
        b.loc = b.body.loc(read);
        let mut inside = Vec::new();
        for axis in made.axes.iter().copied().filter(|axis| self.members.all[at].axes[*axis].is_some()) {
            match policy {
                Policy::Clamp => all[axis] = Subscript::value(self.clamped(&mut b, (at, axis), &all[axis])),
                Policy::Fill => inside.push(self.is_inside(&mut b, (at, axis), &all[axis])),
                _ => {}
            }
        }
        // Behind those of the box, what is yielded may have indices of its own.
        let inner = all[made.begin.len()..].iter().cloned();
        let parts: Vec<Subscript> =
            made.axes.iter().map(|axis| difference(&all[*axis], &made.begin[*axis])).chain(inner).collect();
        let place = joined(&parts, &Form::Value).expect("differences of indices are small");
        let mut value = build::at(&mut b, made.values[result], &place, policy, fill);
        for condition in inside {
            value = arith::select(&mut b, condition, value, fill.expect("the policy fills"));
        }
        body.replace(read, &[value]);
    }

    /// The length of an axis of a member as a number.
    fn length_of(&self, b: &mut Builder<'_>, (at, axis): (usize, usize)) -> Value {
        let extent = b.body.view(self.members.all[at].op, Compute).extents()[axis].clone();
        match extent.as_const() {
            Some(n) => arith::const_index(b, n),
            None => ExtentOf::build(b, &extent),
        }
    }

    /// The index on an axis of a member that is nearest to this one.
    fn clamped(&self, b: &mut Builder<'_>, axis: (usize, usize), index: &Subscript) -> Value {
        let (zero, one) = (arith::const_index(b, 0), arith::const_index(b, 1));
        let length = self.length_of(b, axis);
        let last = arith::subi(b, length, one);
        let index = materialize(b, index);
        let index = arith::minsi(b, index, last);
        arith::maxsi(b, index, zero)
    }

    /// Whether an index is one on an axis of a member.
    fn is_inside(&self, b: &mut Builder<'_>, axis: (usize, usize), index: &Subscript) -> Value {
        let zero = arith::const_index(b, 0);
        let length = self.length_of(b, axis);
        let index = materialize(b, index);
        let above = arith::cmpi(b, CmpI::Sge, index, zero);
        let below = arith::cmpi(b, CmpI::Slt, index, length);
        arith::andi(b, above, below)
    }
}

/// An index less where a part begins, each value once; symbols stay those of the index.
fn difference(index: &Subscript, begin: &Subscript) -> Subscript {
    if begin.expr.as_const() == Some(0) {
        return index.clone();
    }
    let form = |of: &Subscript| of.expr.linear_form(of.dims.len() as u32, of.symbols.len() as u32);
    let (index_form, begin_form) = (form(index), form(begin));
    let (own, less) = index_form.zip(begin_form).expect("a subscript along a shared loop is a sum");
    let mut terms: Vec<(Value, i64)> = Vec::new();
    let (plus, minus) = (index.dims.iter().zip(&own.dims), begin.dims.iter().zip(&less.dims));
    for (value, factor) in plus.map(|(v, f)| (*v, *f)).chain(minus.map(|(v, f)| (*v, -*f))) {
        match terms.iter_mut().find(|(known, _)| *known == value) {
            Some((_, sum)) => *sum += factor,
            None => terms.push((value, factor)),
        }
    }
    let constant = (Subscript::constant(own.constant - less.constant), 1);
    let parts = terms
        .iter()
        .filter(|(_, factor)| *factor != 0)
        .map(|(value, factor)| (Subscript::value(*value), *factor));
    combined(&parts.chain([constant]).collect::<Vec<_>>())
}
