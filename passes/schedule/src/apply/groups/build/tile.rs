//! Tiles of members: the points that an iteration computes, and where readers find their results.

use crate::apply::groups::legal::stored::Stored;
use tf_dialects::tensor::Compute;
use tf_ir::affine::{AffineExpr, AffineOp};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Type;
use tf_passes_common::code::subscript::{Copier, Subscript, combined};

/// A computed tile of a member's results, for the current iterations.
#[derive(Clone)]
pub struct ComputedTile {
    pub(super) values: Vec<Value>,
    /// Its start along each axis of the member.
    pub(super) begin: Vec<Subscript>,
    /// Its axes: those of one point are left out.
    pub(super) axes: Vec<usize>,
    /// The axis along which it is a sliding window, and the window's length.
    pub(super) window: Option<(usize, i64)>,
    /// Its layout, if that is not the order of its axes.
    pub(super) stored: Option<Stored>,
}

impl ComputedTile {
    /// True if the layout splits axes.
    pub(super) fn is_cut(&self) -> bool {
        self.stored.as_ref().is_some_and(Stored::is_cut)
    }

    /// Maps subscripts of the whole tensor to those of the tile, which has some of the axes.
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

/// A tile of a member's box.
pub(crate) struct Tile {
    /// Its start along each axis of the member.
    pub(super) begin: Vec<Subscript>,
    /// Its axes: those of one point are left out.
    pub(super) axes: Vec<usize>,
    pub(super) lengths: Vec<Extent>,
    /// Its layout, if that is not the order of its axes.
    pub(super) stored: Option<Stored>,
}

impl Tile {
    /// The stored lengths.
    pub(super) fn stored_lengths(&self) -> Vec<Extent> {
        let of = |stored: &Stored| {
            stored.extents(&self.lengths).expect("the whole extents were rounded up before")
        };
        self.stored.as_ref().map_or_else(|| self.lengths.clone(), of)
    }

    /// The names of the loops over stored axes, if the axes of the member have names.
    pub(super) fn loop_names(&self, body: &Body, member: Op) -> Option<Vec<String>> {
        let own = body.view(member, Compute).loop_names().axes;
        let own = self.axes.iter().map(|axis| own.get(*axis).cloned()).collect::<Option<Vec<_>>>()?;
        Some(self.stored.as_ref().map_or_else(|| own.clone(), |stored| stored.names(&own)))
    }

    /// A copier from indices of the member to those of the tile.
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

/// The result types of a member over another box.
pub(super) fn types(b: &Builder<'_>, member: Op, lengths: &[Extent]) -> Vec<Type> {
    let yielded = b.body.view(member, Compute).yielded();
    let ctx = b.ctx();
    let of = |value: Value| tf_dialects::tensor::result_type(&ctx, lengths, b.body.ty(value));
    yielded.into_iter().map(|value| of(value).expect("it was yielded before")).collect()
}

/// The point at a local index of a tile that starts at `begin`.
pub(super) fn shifted(begin: &Subscript, local: Value) -> Subscript {
    combined(&[(begin.clone(), 1), (Subscript::value(local), 1)])
}

/// An index relative to the start of a tile, with each value once; symbols stay those of the index.
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

/// The slot of an index in a circular buffer of this length.
pub(super) fn around(at: Subscript, length: i64) -> Subscript {
    let expr = AffineExpr::binary(AffineOp::Mod, &at.expr, &AffineExpr::constant(length));
    Subscript { expr: expr.expect("a subscript along a shared loop is small"), ..at }
}
