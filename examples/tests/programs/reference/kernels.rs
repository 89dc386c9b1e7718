//! Loop nests and temporaries of a program as compiled for a processor, the maximum over all described
//! processor families: the counts do not depend on the machine that runs the test.

use tensorforge::{Family, Program, Session, pipelines};
use tf_dialects::loops::{For, If, Parallel, While};
use tf_dialects::mem::{Alloc, Copy, Store};
use tf_ir::body::{Block, Body, Op, Region};
use tf_ir::kind::WhichOp;
use tf_ir::text::{PrintOptions, print_module};

/// How many of each a call of a program needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Kernels {
    /// Nests of loops that write to memory: parallel loops, and loops without one in them.
    pub kernels: usize,
    /// Copies of buffers.
    pub copies: usize,
    /// Temporary buffers.
    pub temporaries: usize,
}

impl Kernels {
    fn combined(self, other: Kernels, pick: Pick) -> Kernels {
        Kernels {
            kernels: pick(self.kernels, other.kernels),
            copies: pick(self.copies, other.copies),
            temporaries: pick(self.temporaries, other.temporaries),
        }
    }
}

/// For two versions of code, the compared counts: the minimum or the maximum of each.
pub type Pick = fn(usize, usize) -> usize;

/// Counts nests and buffers of a program after the passes of the device `cpu` up to loops over memory. Of a
/// conditional between two versions, the branch with more counts.
pub fn kernels(session: &Session, program: &Program) -> Kernels {
    kernels_of(session, program, usize::max)
}

/// The same, with `pick` between the counts of two branches.
pub fn kernels_of(session: &Session, program: &Program, pick: Pick) -> Kernels {
    let counts = modules(session, program).map(|module| {
        let mut found = Kernels::default();
        for function in module.child_ops().into_iter().filter_map(|op| module.child(op)) {
            count(function, function.root(), (&mut found, pick));
        }
        found
    });
    counts.reduce(|one, other| one.combined(other, usize::max)).expect("there are processor families")
}

/// The program as loops over memory, as text, for each processor family.
pub fn loops<'a>(session: &'a Session, program: &'a Program) -> impl Iterator<Item = String> + 'a {
    modules(session, program).map(|module| print_module(&module, &PrintOptions::default()))
}

/// The program as loops over memory, for each processor family.
fn modules<'a>(session: &'a Session, program: &'a Program) -> impl Iterator<Item = Body> + 'a {
    // Buffers are counted before they share memory, and loops before their ends are split off.
    let pipeline =
        pipelines::cpu().replace("{share-buffers=true}", "").replace("mark-likely,split-loops,", "");
    let last = "bufferize,canonicalize,cse";
    let end = pipeline.find(last).expect("the pipeline makes loops") + last.len();
    Family::all().map(move |family| {
        let mut module = program.module().duplicate();
        family.target(2).describe_all(&mut module);
        let passed = session.run_passes(&mut module, &format!("{})", &pipeline[..end]));
        passed.unwrap_or_else(|error| panic!("{}: {error}", family.name));
        module
    })
}

fn inner(body: &Body, op: Op) -> Vec<Op> {
    body.regions(op).flat_map(|region| inside(body, region)).collect()
}

fn inside(body: &Body, region: Region) -> Vec<Op> {
    let blocks: Vec<Block> = body.blocks(region).collect();
    blocks.into_iter().flat_map(|block| body.ops(block).collect::<Vec<_>>()).collect()
}

fn holds(body: &Body, op: Op, what: impl WhichOp) -> bool {
    inner(body, op).into_iter().any(|op| body.is(op, what) || holds(body, op, what))
}

fn count(body: &Body, op: Op, (found, pick): (&mut Kernels, Pick)) {
    body.regions(op).for_each(|region| count_region(body, region, (found, pick)));
}

fn count_region(body: &Body, region: Region, (found, pick): (&mut Kernels, Pick)) {
    for op in inside(body, region) {
        match body.kind(op) {
            Alloc::KIND => found.temporaries += 1,
            Copy::KIND => found.copies += 1,
            Parallel::KIND => found.kernels += 1,
            For::KIND | While::KIND if !holds(body, op, Parallel) => {
                found.kernels += usize::from(holds(body, op, Store));
            }
            If::KIND => count_ways(body, op, (found, pick)),
            _ => count(body, op, (found, pick)),
        }
    }
}

/// A call goes one of the ways of a conditional.
fn count_ways(body: &Body, op: Op, (found, pick): (&mut Kernels, Pick)) {
    let ways = body.regions(op).map(|region| {
        let mut way = Kernels::default();
        count_region(body, region, (&mut way, pick));
        way
    });
    let picked = ways.reduce(|one, other| one.combined(other, pick)).unwrap_or_default();
    found.kernels += picked.kernels;
    found.copies += picked.copies;
    found.temporaries += picked.temporaries;
}
