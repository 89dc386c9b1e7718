//! Profitability of horizontal fusion: what two computes over one box read in common, and whether reading it once pays.

use crate::cost::figures::SHORT_FOLD;
use rustc_hash::FxHashSet;
use tf_dialects::tensor::{self, Access, Compute};
use tf_ir::affine::AffineMap;
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Op, Value};
use tf_ir::extent::Extent;
use tf_ir::walk;

/// A subscript of a read, in terms that any compute over the box shares.
#[derive(PartialEq, Eq, Hash)]
enum Index {
    /// The index of this axis.
    Axis(usize),
    /// The index of a fold with these bounds, constants and extents.
    Fold(Attribute, Vec<Extent>),
    /// A value from outside.
    Outside(Value),
}

/// A read, as far as another compute over the box may read the same.
#[derive(PartialEq, Eq, Hash)]
struct Read {
    source: Value,
    map: AffineMap,
    extents: Vec<Extent>,
    indices: Vec<Index>,
}

/// Profitability of horizontal fusion: true if there is a tensor that both computes read. Where both have long folds it has to be read in
/// folds, in both by the same subscripts: else each of the folds reads for itself, and one schedule has to do for both.
pub(super) fn pays(body: &Body, first: Op, second: Op) -> bool {
    let [of_first, of_second] = [first, second].map(|op| reads(body, op));
    match of_first.zip(of_second) {
        Some((of_first, of_second)) => !of_first.is_disjoint(&of_second),
        None => share_source(body, first, second),
    }
}

/// What a compute reads in folds; `None` if it has no long one.
fn reads(body: &Body, compute: Op) -> Option<FxHashSet<Read>> {
    let (mut has_folds, mut found) = (false, FxHashSet::default());
    walk::walk(body, compute, &mut |body, op| {
        let is_long = || crate::cost::fold_trips(body, op).is_none_or(|trips| trips > SHORT_FOLD);
        has_folds |= body.is(op, tensor::Fold) && is_long();
        if let Some(access) = Access::of_read(body.op(op)).filter(|_| is_in_fold(body, op, compute)) {
            // What does not move in the fold is read once in any case.
            let moves = |read: &Read| read.indices.iter().any(|index| matches!(index, Index::Fold(..)));
            found.extend(read(body, access, compute).filter(moves));
        }
    });
    has_folds.then_some(found)
}

fn is_in_fold(body: &Body, op: Op, compute: Op) -> bool {
    let mut parent = body.parent_op(op);
    while let Some(around) = parent.filter(|around| *around != compute) {
        if body.is(around, tensor::Fold) {
            return true;
        }
        parent = body.parent_op(around);
    }
    false
}

fn read(body: &Body, access: Access<'_>, compute: Op) -> Option<Read> {
    let indices = access.indices.into_iter().map(|v| index(body, v, compute)).collect::<Option<_>>()?;
    let (source, extents) = (access.source, access.extents.to_vec());
    Some(Read { source, map: access.map.into_owned(), extents, indices })
}

/// `None`: a value that the compute makes.
fn index(body: &Body, value: Value, compute: Op) -> Option<Index> {
    let axis = body.cast(compute, Compute)?.indices().into_iter().position(|v| v == value);
    if let Some(axis) = axis {
        return Some(Index::Axis(axis));
    }
    let owner = match body.def_op(value) {
        Some(def) => return (!body.encloses(compute, def)).then_some(Index::Outside(value)),
        None => body.def_block(value).and_then(|block| body.block_owner(block))?,
    };
    if !body.encloses(compute, owner) {
        return Some(Index::Outside(value));
    }
    let fold = body.cast(owner, tensor::Fold).filter(|fold| fold.index() == Some(value))?;
    fold.indices().is_empty().then_some(())?;
    Some(Index::Fold(fold.bounds()?, fold.symbols().to_vec()))
}

/// True if both read a tensor that neither of them makes.
fn share_source(body: &Body, first: Op, second: Op) -> bool {
    let of_first = super::merge::sources(body, first);
    super::merge::sources(body, second).iter().any(|source| of_first.contains(source))
}
