//! What two nests over one box read in common, and whether reading it once pays.

use super::model::Model;
use super::read::Read;
use rustc_hash::FxHashSet;
use tf_dialects::tensor::{self, Compute};
use tf_ir::affine::AffineMap;
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Value};
use tf_ir::extent::Extent;

/// A subscript of a read, in terms that any compute over the box shares.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum Index {
    /// The index of this axis.
    Axis(usize),
    /// The index of a fold with these bounds, constants and extents.
    Fold(Attribute, Vec<Extent>),
    /// A value from outside.
    Outside(Value),
}

/// A read, as far as another compute over the box may read the same.
#[derive(PartialEq, Eq, Hash)]
struct Element<'a> {
    source: Value,
    map: &'a AffineMap,
    extents: &'a [Extent],
    indices: Vec<Index>,
}

/// True if there is a tensor that both nests read. Where both have long folds it has to be read in folds, in both by the same subscripts: else
/// each of the folds reads for itself, and one schedule has to do for both.
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

/// Where a read is, in terms that any compute over the box shares; `None` where subscripts are values that code makes.
pub(super) fn place(body: &Body, model: &Model, read: &Read) -> Option<Vec<Index>> {
    read.place.values.iter().map(|value| index(body, model, read, *value)).collect()
}

/// What moves in a fold; what does not is read once in any case. `None` where subscripts are values that code makes.
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
