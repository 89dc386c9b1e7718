//! `lower-tiles`: lowers tiles to comprehensions after fusion, so that each is materialized at its position.
//!
//! A tile with a layout becomes a comprehension over its stored elements, and the subscripts of its reads are
//! mapped through the layout. Layouts are thus gone before bufferization, and later passes need not know
//! them.

mod stored;
mod updated;
mod written;

use tf_dialects::func::Func;
use tf_dialects::loops::{Parallel, shared};
use tf_dialects::tensor::decompose::{decompose, is_staged};
use tf_dialects::tensor::{TileRead, TileWrite};
use tf_ir::body::{Body, Op};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, Scope, StatSpec,
};
use tf_ir::walk::preorder;

struct LowerTiles;

/// The description of the pass.
pub static INFO: PassInfo = PassInfo {
    name: "lower-tiles",
    title: "LowerTiles",
    summary: "Turn reads and writes of tiles into computes, and layouts into subscripts",
    docs: "Runs after fusion and before 'schedule', so that the decomposition of a tile is not inlined into \
        its readers. A tile with a layout becomes a tensor.compute over the stored elements; its reads, \
        which are in bounds, get subscripts into that. A tile that is computed only for one write is \
        computed at the destination; one that is read only there is not copied, and if source and \
        destination are the same, elements are updated in place. 'apply-schedule' lowers the remaining \
        tiles.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-tiles", help: "tiles that became computes" }],
    rules: &[],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(LowerTiles)),
};

impl Pass for LowerTiles {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let Lowered { tiles, changed } = lower(body).map_err(|error| cx.error(error))?;
        cx.count("num-tiles", tiles);
        Ok(changed)
    }
}

/// The outcome of the lowering.
pub(crate) struct Lowered {
    /// Number of tiles that became comprehensions.
    pub tiles: u64,
    /// Whether the function changed. It may change without tiles: loops get the attribute for disjoint parts.
    pub changed: Changed,
}

/// Turns the tiles of a function into comprehensions.
///
/// # Errors
/// A tile with a layout that is used as a whole or read out of bounds, or an extent without a name.
pub(crate) fn lower(body: &mut Body) -> Result<Lowered, Diagnostic> {
    let tiles: Vec<Op> = preorder(body).into_iter().filter(|op| is_staged(body.op(*op))).collect();
    let stated = mark_disjoint(body, &tiles)?;
    let (stored, plain): (Vec<Op>, Vec<Op>) =
        tiles.iter().partition(|op| body.cast(**op, TileRead).is_some_and(|tile| tile.layout().is_some()));
    for op in plain {
        let tile = body.is(op, TileWrite).then(|| body.operand(op, 0));
        let mut b = Builder::before(body, op);
        let Some(values) = decompose(&mut b, op)? else { continue };
        body.replace(op, &values);
        let writer = values.first().and_then(|value| body.def_op(*value));
        if let Some((tile, writer)) = tile.zip(writer) {
            written::join(body, tile, writer);
            updated::join_reads(body, writer);
        }
    }
    // In reverse order: a tile may read from a tile with a layout, and then does so element by element.
    for op in stored.into_iter().rev() {
        stored::store(body, op)?;
    }
    Ok(Lowered { tiles: tiles.len() as u64, changed: Changed::from(stated || !tiles.is_empty()) })
}

/// Marks loops with shared tensors, whose iterations write disjoint parts: lowered tiles no longer show it.
/// Input text may claim it without proof, so it is verified here. True if a loop was not marked before.
fn mark_disjoint(body: &mut Body, tiles: &[Op]) -> Result<bool, Diagnostic> {
    let is_sharing = |op: &Op| body.is(*op, Parallel) && body.result_count(*op) > 0;
    let loops: Vec<Op> = preorder(body).into_iter().filter(is_sharing).collect();
    let mut stated = false;
    for op in loops {
        stated |= body.attr(op, shared::APART).is_none();
        if tiles.iter().any(|tile| body.encloses(op, *tile)) {
            body.remove_attr(op, shared::APART);
            shared::verify(body.op(op))?;
        }
        let unit = body.ctx().unit_attr();
        body.set_attr(op, shared::APART, unit);
    }
    Ok(stated)
}
