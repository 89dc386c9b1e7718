//! `bufferize`: tensors, which are values, get memory.
//!
//! Arguments become memrefs, results trailing memref arguments; the tensor signature stays in `tf.signature`. A nest
//! whose result is returned writes the result's memory; other results get memory of their own, allocated where the
//! function starts, as all extents are known there. Loops that carry tensors pass buffers around: no trip copies one.

mod apart;
mod arena;
mod buffers;
mod carry;
mod cast;
mod copies;
mod function;
mod in_place;
mod lowering;
mod nests;
mod rows;
mod scan;
mod share;
mod sort;

pub use function::bufferize;
pub use lowering::Counts;

use super::marks::RULES;
use super::signature::can_be_lowered;
use tf_dialects::func::Func;
use tf_ir::body::Body;
use tf_ir::pass::{
    Anchor, Changed, OptionKind, OptionSpec, Options, Pass, PassContext, PassInfo, PassResult, Scope,
    StatSpec,
};

/// The pass.
struct Bufferize {
    share_buffers: bool,
}

/// Whether temporaries share buffers.
pub const SHARE_BUFFERS: OptionSpec = OptionSpec {
    name: "share-buffers",
    kind: OptionKind::Bool,
    default: "false",
    help: "give temporaries that are not alive at the same time the same memory",
};

/// Its description.
pub static INFO: PassInfo = PassInfo {
    name: "bufferize",
    title: "Bufferize",
    summary: "Give tensors memory: results in place, loops that pass buffers around",
    docs: "The last part of 'tensor-to-loops', behind 'lower-access'. Arguments and results become memrefs, every \
           tensor.at a load, every nest of loops the code of its region on the memory of its results. With \
           'share-buffers', temporaries of one type that are not alive at the same time share a buffer, and those of other \
           types lie over each other in the arena of the call. The rules are those of 'tensor-to-loops'.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[SHARE_BUFFERS],
    statistics: &STATISTICS,
    rules: &[],
    make: |options: &Options| Ok(Box::new(Bufferize { share_buffers: options.bool("share-buffers") })),
};

/// What [`Counts`] counts.
pub const STATISTICS: [StatSpec; 5] = [
    StatSpec { name: "num-buffers", help: "temporary buffers allocated" },
    StatSpec { name: "num-shared", help: "temporary buffers that another one serves as" },
    StatSpec { name: "num-packed", help: "temporary buffers that lie over others in the arena" },
    StatSpec { name: "buffer-bytes", help: "bytes of temporary buffers, where that is a number" },
    StatSpec { name: "num-copies", help: "copies of whole tensors" },
];

impl Pass for Bufferize {
    // What is read is inside; in memory nothing tells any more.
    fn trusts_verifier(&self) -> bool {
        true
    }

    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        if !can_be_lowered(body) {
            return Ok(Changed::No);
        }
        scan::in_order(body).into_iter().for_each(|loc| cx.remark(loc, scan::IN_ORDER));
        let allowed = cx.allowed().group(RULES);
        let counts = bufferize(body, self.share_buffers, allowed).map_err(|error| cx.error(error))?;
        counts.report(cx);
        Ok(Changed::Yes)
    }
}

impl Counts {
    /// Adds to the statistics of a pass that has [`STATISTICS`].
    pub fn report(&self, cx: &mut PassContext<'_>) {
        let counts = [self.buffers, self.shared, self.packed, self.bytes, self.copies];
        STATISTICS.iter().zip(counts).for_each(|(stat, n)| cx.count(stat.name, n));
    }
}
