//! `map-kernels`: loops at the memory stage become kernels, and functions become hosts that launch them.
//!
//! | file | |
//! |---|---|
//! | [`atomic`] | iterations that update the same elements |
//! | [`host`] | partitioning between host and kernels |
//! | [`roles`] | classification of ops for the host |
//! | [`lanes`] | teams of threads |
//! | [`outline`] | outlining: a kernel from ops, its arguments, its launch |
//! | [`points`] | the iterations of a grid as threads, warps or blocks |
//! | [`rows`] | parallel loops distributed over a team, and buffers of rows |
//! | [`scan`] | scans distributed over a warp, a block or the grid |
//! | [`team`] | folds distributed over a warp or a block |
//! | [`unroll`] | parallel loops that stay on the host, as sequential loops |
//!
//! `docs/explanation/adr/0016-mapping.md` has the reasons for this design; `docs/reference/dialects.md`
//! defines host code.

mod atomic;
mod host;
mod lanes;
mod outline;
mod points;
mod roles;
mod rows;
mod scan;
mod team;
mod unroll;

pub(crate) use lanes::{Shared, team_of};
pub(crate) use team::{Sharing, sharing};

use tf_dialects::func::Func;
use tf_dialects::gpu::Gpu;
use tf_ir::body::Body;
use tf_ir::builtin::symbol_name;
use tf_ir::pass::{
    Anchor, Changed, Growth, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::symbol::SymbolTable;
use tf_passes_common::code::added_work::largest;
use tf_passes_common::code::marks::SIGNATURE;

/// The pass `map-kernels`.
pub static INFO: PassInfo = PassInfo {
    name: "map-kernels",
    title: "MapKernels",
    summary: "Turn loops over memory into kernels that the function launches",
    docs: "Works on functions at the memory stage. Each loop.parallel becomes a kernel, in which a thread \
        computes a point, or a warp or a block does if a fold or a scan inside is mapped to them ('map' \
        steps of schedules); threads loop over points beyond the grid. Loads, stores and loops between \
        them become kernels of one thread, or of one block if it shares a fold. The function keeps \
        allocations, copies, loads of scalars that the host needs, and its loops and conditionals. A \
        loop.parallel that allocates large arrays, or arrays of sizes that are not constant, stays a loop \
        of the host, and its body becomes kernels.",
    anchor: Anchor::SymbolTable,
    scope: Scope::Tree,
    options: &[],
    statistics: &[
        StatSpec { name: "num-kernels", help: "kernels that were created" },
        StatSpec { name: "num-serial", help: "of these, kernels of one thread or one block" },
        StatSpec { name: "num-unrolled", help: "parallel loops that the host runs sequentially" },
    ],
    rules: &[
        RuleSpec {
            name: "single-pass-scans",
            help: "distributes the rows of a scan over all blocks if it requests that, in one pass",
        },
        RuleSpec {
            name: "teams",
            help: "distributes the terms of a fold, or the elements of a scan, over the threads of a warp \
                or a block",
        },
    ],
    growth: Growth::stated(
        growth,
        "all threads that share a fold or a scan run, at once, what they do not divide among them",
    ),
    make: |_| Ok(Box::new(MapKernels)),
};

/// The growth factor is the size of the largest team times the work of one thread. In each of the
/// log₂(threads) rounds of a scan, a thread compares, shuffles, combines and selects. The scan before holds
/// neither comparisons nor selections, so these are counted for each of its iterations.
fn growth(module: &Body, _: i64) -> Growth {
    let threads = largest(module, &|body, op| Some(team_of(body, op)?.threads as f64));
    let rounds = threads.log2();
    // Operations of a thread in a round: a comparison, a shuffle, a combination, a selection.
    let factor = threads * (1.0 + 4.0 * rounds);
    let per_iteration = (threads * 2.0 * rounds).ceil() as u64;
    Growth { factor, per_iteration, ..Growth::NONE }
}

struct MapKernels;

/// Counts for the statistics.
#[derive(Default)]
struct Counts {
    kernels: u64,
    serial: u64,
    unrolled: u64,
}

impl Pass for MapKernels {
    fn run(&self, module: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let names = SymbolTable::of(module);
        let mut counts = Counts::default();
        for op in module.child_ops() {
            let Some(mut function) = module.take_child(op) else { continue };
            let mut kernels = Vec::new();
            if is_lowered(&function) {
                let gpu = Gpu::of(&function).unwrap_or_default();
                let name = symbol_name(&function, function.root()).unwrap_or("kernel").replace('.', "_");
                let mut host = host::Host::new(&mut function, gpu, (&names, &name), cx.allowed());
                let mapped = host.map();
                counts.kernels += host.kernels.len() as u64;
                counts.serial += host.counts.serial;
                counts.unrolled += host.counts.unrolled;
                let remarks = std::mem::take(&mut host.remarks);
                kernels = std::mem::take(&mut host.kernels);
                remarks.into_iter().for_each(|(loc, text)| cx.remark(loc, text));
                if let Err(error) = mapped {
                    module.restore_child(op, function);
                    return Err(cx.error(error));
                }
            }
            module.restore_child(op, function);
            for kernel in kernels {
                let kernel = module.adopt(kernel);
                module.insert_before(kernel, op);
            }
        }
        cx.count("num-kernels", counts.kernels);
        cx.count("num-serial", counts.serial);
        cx.count("num-unrolled", counts.unrolled);
        Ok(Changed::from(counts.kernels + counts.unrolled > 0))
    }
}

/// True for a function at the memory stage that has code.
fn is_lowered(body: &Body) -> bool {
    let root = body.root();
    body.is(root, Func) && body.attr(root, SIGNATURE).is_some() && body.entry_block().is_some()
}
