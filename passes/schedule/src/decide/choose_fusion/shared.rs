//! Finds common reads of two nests over one iteration domain, and tells whether reading them once pays.

use super::model::Model;
use super::read::Read;
use rustc_hash::FxHashSet;
use tf_dialects::tensor::{self, Compute};
use tf_ir::affine::AffineMap;
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Value};
use tf_ir::extent::Extent;

/// A subscript of a read, independent of the compute.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum Index {
    /// The index of this axis.
    Axis(usize),
    /// The index of a fold with these bounds, constants and extents.
    Fold(Attribute, Vec<Extent>),
    /// A value from outside.
    Outside(Value),
}

/// A read, comparable between computes over one iteration domain.
#[derive(PartialEq, Eq, Hash)]
struct Element<'a> {
    source: Value,
    map: &'a AffineMap,
    extents: &'a [Extent],
    indices: Vec<Index>,
}

/// True if both nests read a common tensor. If both have long folds, they have to read it in folds by the
/// same subscripts: otherwise each fold loads it separately, and one schedule has to fit both.
pub(super) fn pays(body: &Body, model: &Model, first: usize, second: usize) -> bool {
    let is_long = |nest: usize| model.nests[nest].roots.iter().any(|root| model.nodes[*root].has_long_fold);
    if !is_long(first) || !is_long(second) {
        let of_first: FxHashSet<Value> = model.reads_in(first).map(|read| read.source).collect();
        return model.reads_in(second).any(|read| of_first.contains(&read.source));
    }
    let in_folds = |nest: usize| -> FxHashSet<Element<'_>> {
        model.reads_in(nest).filter_map(|read| element(body, model, read)).collect()
    };
    !in_folds(first).is_disjoint(&in_folds(second))
}

/// The subscripts of a read, independent of the compute; `None` if code computes a subscript.
pub(super) fn place(body: &Body, model: &Model, read: &Read) -> Option<Vec<Index>> {
    read.place.values.iter().map(|value| index(body, model, read, *value)).collect()
}

/// A read that moves in a fold; other reads are loaded once anyway. `None` if code computes a subscript.
fn element<'a>(body: &Body, model: &Model, read: &'a Read) -> Option<Element<'a>> {
    let indices = place(body, model, read)?;
    let moves = indices.iter().any(|index| matches!(index, Index::Fold(..)));
    moves.then_some(Element {
        source: read.source,
        map: &read.place.map,
        extents: &read.place.extents,
        indices,
    })
}

fn index(body: &Body, model: &Model, read: &Read, value: Value) -> Option<Index> {
    let own = body.view(model.nodes[read.consumer].op, Compute).indices();
    if let Some(axis) = own.iter().position(|index| *index == value) {
        return Some(Index::Axis(axis));
    }
    let owner = match body.def_op(value) {
        Some(def) => return model.node_around(body, def).is_none().then_some(Index::Outside(value)),
        None => body.def_block(value).and_then(|block| body.block_owner(block))?,
    };
    if model.node_around(body, owner).is_none() {
        return Some(Index::Outside(value));
    }
    let fold = body.cast(owner, tensor::Fold).filter(|fold| fold.index() == Some(value))?;
    fold.indices().is_empty().then_some(())?;
    Some(Index::Fold(fold.bounds()?, fold.symbols().to_vec()))
}
