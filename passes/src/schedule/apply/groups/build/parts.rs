//! Parts of members: which of their points a trip computes, and where what it made of them is found.

use crate::code::subscript::{Copier, Subscript, combined};
use crate::schedule::apply::groups::legal::stored::Stored;
use tf_dialects::tensor::Compute;
use tf_ir::affine::{AffineExpr, AffineOp};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Type;

/// The part of a member's results that the trips of the loops entered so far need.
#[derive(Clone)]
pub struct Made {
    pub(super) values: Vec<Value>,
    /// Where it begins along its axes.
    pub(super) begin: Vec<Subscript>,
    /// The axes that it has: those of one point are left out.
    pub(super) axes: Vec<usize>,
    /// The axis along which it is a window, and how many points that has.
    pub(super) window: Option<(usize, i64)>,
    /// How these lie in memory, if not as they are counted.
    pub(super) stored: Option<Stored>,
}

impl Made {
    /// True if axes are cut where it is stored.
    pub(super) fn is_cut(&self) -> bool {
        self.stored.as_ref().is_some_and(Stored::is_cut)
    }

    /// The subscripts of the whole as those of the part, which has some of the axes.
    pub(super) fn place(&self, body: &Body, all: &[Subscript]) -> Vec<Subscript> {
        let along = |axis: &usize| {
            let at = difference(&all[*axis], &self.begin[*axis]);
            match self.window {
                Some((own, length)) if own == *axis => around(at, length),
                _ => at,
            }
        };
        let own: Vec<Subscript> = self.axes.iter().map(along).collect();
        match &self.stored {
            Some(stored) => stored.place(body, &own),
            None => own,
        }
    }
}

/// A part of a member's box.
pub(crate) struct Part {
    /// Where it begins along each axis of the member.
    pub(super) begin: Vec<Subscript>,
    /// The axes that it has: those of one point are left out.
    pub(super) axes: Vec<usize>,
    pub(super) lengths: Vec<Extent>,
    /// How these lie in memory, if not as they are counted.
    pub(super) stored: Option<Stored>,
}

impl Part {
    /// The lengths of what is stored.
    pub(super) fn stored_lengths(&self) -> Vec<Extent> {
        let of = |stored: &Stored| {
            stored.extents(&self.lengths).expect("the extents of the whole were rounded up")
        };
        self.stored.as_ref().map_or_else(|| self.lengths.clone(), of)
    }

    /// The names of the loops over what is stored, if the axes of the member have names.
    pub(super) fn loop_names(&self, body: &Body, member: Op) -> Option<Vec<String>> {
        let own = body.view(member, Compute).loop_names().axes;
        let own = self.axes.iter().map(|axis| own.get(*axis).cloned()).collect::<Option<Vec<_>>>()?;
        Some(self.stored.as_ref().map_or_else(|| own.clone(), |stored| stored.names(&own)))
    }

    /// Indices of the member as those of the part.
    pub(super) fn copier(&self, body: &Body, member: Op, local: &[Value]) -> Copier {
        let indices = body.view(member, Compute).indices();
        let local: Vec<Subscript> = match &self.stored {
            Some(stored) => stored.indices(local, self.axes.len()),
            None => local.iter().map(|local| Subscript::value(*local)).collect(),
        };
        let index = |(axis, index): (usize, Value)| {
            let local = self.axes.iter().position(|own| *own == axis).map(|at| local[at].clone());
            let begin = &self.begin[axis];
            (index, local.map_or_else(|| begin.clone(), |local| combined(&[(begin.clone(), 1), (local, 1)])))
        };
        Copier::of_subscripts(indices.into_iter().enumerate().map(index))
    }
}

/// The types of the results of a member over another box.
pub(super) fn types(b: &Builder<'_>, member: Op, lengths: &[Extent]) -> Vec<Type> {
    let yielded = b.body.view(member, Compute).yielded();
    let ctx = b.ctx();
    let of = |value: Value| tf_dialects::tensor::result_type(&ctx, lengths, b.body.ty(value));
    yielded.into_iter().map(|value| of(value).expect("it was yielded before")).collect()
}

/// A point of a part, where that begins here.
pub(super) fn shifted(begin: &Subscript, local: Value) -> Subscript {
    combined(&[(begin.clone(), 1), (Subscript::value(local), 1)])
}

/// An index less where a part begins, each value once; symbols stay those of the index.
pub(super) fn difference(index: &Subscript, begin: &Subscript) -> Subscript {
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

/// The place in a window of so many points.
pub(super) fn around(at: Subscript, length: i64) -> Subscript {
    let expr = AffineExpr::binary(AffineOp::Mod, &at.expr, &AffineExpr::constant(length));
    Subscript { expr: expr.expect("a subscript along a shared loop is small"), ..at }
}
