//! Teams: the threads that run one iteration together and distribute its inner loops.

use tf_dialects::kernel::{Shared as SharedArray, WARP};
use tf_dialects::tensor::schedule::Place;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Cursor;
use tf_ir::types::{Dim, Type};
use tf_passes_common::code::folding_builder::FoldingBuilder;
use tf_passes_common::code::marks::{MAP, THREADS};

/// The kind and size of a team.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shared {
    /// `Block` or `Warp`.
    pub(crate) place: Place,
    /// The number of threads.
    pub(crate) threads: i64,
}

/// The team that a loop is mapped to, from its marks.
pub(crate) fn team_of(body: &Body, op: Op) -> Option<Shared> {
    let ctx = body.ctx();
    let place = Place::of_word(ctx.attr_str(body.attr(op, MAP)?)?).filter(|place| *place != Place::Grid)?;
    let threads = body.attr(op, THREADS).and_then(|a| ctx.attr_int(a))? as i64;
    Some(Shared { place, threads })
}

/// The threads of a team at a fold or a scan.
pub(super) struct Lanes {
    /// The index of the thread in its team.
    pub(super) own: Value,
    /// An op at the beginning of the kernel: shared arrays are inserted before it.
    pub(super) first: Op,
    pub(super) team: Shared,
}

impl Lanes {
    /// Warps of a team.
    pub(super) fn warps(&self) -> i64 {
        self.team.threads / WARP as i64
    }

    /// Bounds and step of a loop that is distributed cyclically: each thread starts at its index and steps by
    /// the size of the team.
    pub(super) fn bounds(&self, code: &mut FoldingBuilder<'_>, op: Op) -> [Value; 3] {
        let [lower, upper, step] = [0, 1, 2].map(|i| code.b.body.operand(op, i));
        let threads = code.index(self.team.threads);
        let (own, stride) = (code.mul(self.own, step), code.mul(step, threads));
        [code.add(lower, own), upper, stride]
    }

    /// Allocates a shared array with an element for each warp.
    pub(super) fn for_each_warp(&self, code: &mut FoldingBuilder<'_>, elem: Type) -> Value {
        let array = code.ctx().memref(vec![Dim::Static(self.warps())], elem);
        let outer = code.b.cursor;
        code.b.cursor = Cursor::Before(self.first);
        let array = code.b.value(SharedArray, &[], array, &[]);
        code.b.cursor = outer;
        array
    }
}
