//! `bufferize`: allocates memory for tensors, which are values.
//!
//! Arguments become memrefs, results trailing memref arguments; the tensor signature stays in `tf.signature`.
//! A nest whose result is returned writes to the result's memory. Other results get buffers that are
//! allocated at the start of the function, since all extents are known there. Loops that carry tensors pass
//! buffers: no iteration copies a tensor.

mod arena;
mod buffers;
mod carry;
mod cast;
mod copies;
mod dependence;
mod function;
mod in_place;
mod lowering;
mod nests;
mod rows;
mod scan;
mod share;
mod sort;

pub use dependence::Conditions;
pub use function::{Settings, bufferize, declare_routine};
pub use lowering::Counts;
pub use scan::growth;

use dependence::Condition;

use super::signature::can_be_lowered;
use tf_dialects::func::Func;
use tf_ir::body::Body;
use tf_ir::pass::{
    Anchor, Changed, Growth, OptionKind, OptionSpec, Options, Pass, PassContext, PassInfo, PassResult, Scope,
    StatSpec,
};
use tf_passes_common::code::marks::RULES;

struct Bufferize {
    settings: Settings,
}

/// Whether temporaries share buffers.
pub const SHARE_BUFFERS: OptionSpec = OptionSpec {
    name: "share-buffers",
    kind: OptionKind::Bool,
    default: "false",
    help: "give temporaries that are not live at the same time the same memory",
};

/// The description of the pass.
pub static INFO: PassInfo = PassInfo {
    name: "bufferize",
    title: "Bufferize",
    summary: "Give tensors memory: results in place, and loops that swap buffers",
    docs: "The last part of 'tensor-to-loops', after 'lower-access'. Arguments and results become memrefs, \
        every tensor.at a load, every loop nest the code of its region on the memory of its results. With \
        'share-buffers', temporaries of one type that are not live at the same time share a buffer, and \
        those of other types overlap in the arena of the call. The rules are those of 'tensor-to-loops'.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[SHARE_BUFFERS, WAIVE],
    statistics: &STATISTICS,
    rules: &[],
    growth: Growth::stated(growth, scan::WHY),
    make,
};

/// A condition for in-place updates that is not checked, for tests.
const WAIVE: OptionSpec = OptionSpec {
    name: "waive",
    kind: OptionKind::Text,
    default: "",
    help: "a condition of in-place updates to skip, to test that it is needed",
};

fn make(options: &Options) -> Result<Box<dyn Pass>, String> {
    let name = options.text("waive");
    let waived = Condition::named(&name);
    if waived.is_none() && !name.is_empty() {
        let known: Vec<&str> = Condition::NAMES.iter().map(|(name, _)| *name).collect();
        return Err(format!("in-place updates have no condition '{name}': use one of {}", known.join(", ")));
    }
    let settings =
        Settings { share_buffers: options.bool("share-buffers"), conditions: Conditions { waived } };
    Ok(Box::new(Bufferize { settings }))
}

/// The statistics in [`Counts`].
pub const STATISTICS: [StatSpec; 5] = [
    StatSpec { name: "num-buffers", help: "temporary buffers allocated" },
    StatSpec { name: "num-shared", help: "temporary buffers that share another one" },
    StatSpec { name: "num-packed", help: "temporary buffers that overlap others in the arena" },
    StatSpec { name: "buffer-bytes", help: "bytes of temporary buffers of constant size" },
    StatSpec { name: "num-copies", help: "copies of whole tensors" },
];

impl Pass for Bufferize {
    // Reads are in bounds by the verifier's checks, which are not possible on memory.
    fn trusts_verifier(&self) -> bool {
        true
    }

    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        if !can_be_lowered(body) {
            return Ok(Changed::from(declare_routine(body)));
        }
        scan::in_order(body).into_iter().for_each(|loc| cx.remark(loc, scan::IN_ORDER));
        let allowed = cx.allowed().group(RULES);
        let counts = bufferize(body, self.settings, allowed).map_err(|error| cx.error(error))?;
        counts.report(cx);
        Ok(Changed::Yes)
    }
}

impl Counts {
    /// Adds to the statistics of a pass that has [`STATISTICS`].
    pub fn report(&self, cx: &mut PassContext<'_>) {
        let counts = [self.buffers, self.shared, self.packed, self.bytes, self.copies];
        STATISTICS.iter().zip(counts).for_each(|(stat, n)| cx.count(stat.name, n));
        self.copied.iter().for_each(|(loc, text)| cx.explain(*loc, || text.clone()));
    }
}
