//! `kernel-to-loops`: kernels become functions of a processor, with loops over blocks and threads.
//!
//! The code between two barriers becomes a loop over the threads of a block; a barrier ends one loop and
//! begins the next (loop fission, as in Stratton et al., "MCUDA", 2008). A value that is live across a
//! barrier is spilled to memory with an element for each thread. Loops and conditionals that contain barriers
//! enclose the loops over threads: they are uniform. Likewise, loops over the blocks of a cluster end at its
//! barriers. Warps are a level in between: collective ops of lanes end the loops over lanes, inside a loop
//! over warps.
//!
//! Some kernels wait for other threads at different points of the code (for a phase of a barrier in memory,
//! for a flag, at a product of a warp group). Their threads become state machines that are scheduled round
//! robin: each runs until it must wait (`state_machine`, `rounds`).

mod atomic;
mod block;
mod boxes;
mod cluster;
mod control;
mod dynamic;
mod group_products;
mod meetings;
mod memory;
mod phases;
mod products;
mod rounds;
pub(crate) mod state_machine;
mod threads;
mod vectors;
mod waits;

use crate::gpu::trap_steps::trap_steps;
use phases::{ExecutionModel, Plan};
use tf_dialects::func::{self, Call};
use tf_dialects::kernel::{Func, Launch};
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::builtin::symbol_name;
use tf_ir::diag::Diagnostic;
use tf_ir::pass::{
    Anchor, Changed, Growth, OptionKind, OptionSpec, Options, Pass, PassContext, PassInfo, PassResult,
    RuleSpec, Scope, StatSpec,
};
use tf_ir::types::{Dim, Type};
use tf_ir::walk::preorder;

/// The pass `kernel-to-loops`.
pub static INFO: PassInfo = PassInfo {
    name: "kernel-to-loops",
    title: "KernelToLoops",
    summary: "Turn kernels into functions for a CPU",
    docs: "A `kernel.func` becomes a `func.func` that takes the same arguments, then the counts of blocks \
        and of threads along x, y and z, and the bytes of dynamic shared memory. Blocks are a parallel \
        loop, unless the kernel changes global memory atomically; the threads of a block are loops that \
        end at barriers and at shuffles, the blocks of a cluster are loops that end at its barriers. If \
        threads wait for phases of barriers in memory or for flags, or multiply as warp groups, each of \
        them is a state machine; they run in turn until all have ended, or none can continue. Launches on \
        memrefs become calls. Run `kernel-expand` first, which turns reductions of warps into shuffles.",
    anchor: Anchor::Any,
    scope: Scope::Tree,
    options: &[
        OptionSpec {
            name: "vector-width",
            kind: OptionKind::Int,
            default: "0",
            help: "Mark loops over threads along x for vectorization by this many lanes; 0: none",
        },
        OptionSpec {
            name: "check-bounds",
            kind: OptionKind::Bool,
            default: "true",
            help: "An access outside of its array ends the call with a status",
        },
    ],
    statistics: &[
        StatSpec { name: "num-kernels", help: "kernels that became functions" },
        StatSpec { name: "num-phases", help: "loops over the threads of a block" },
        StatSpec { name: "num-states", help: "states of the state machines of threads" },
        StatSpec { name: "num-spilled", help: "values that are stored between two such loops or states" },
    ],
    rules: &[RuleSpec { name: "kernel", help: "turns a kernel into a function" }],
    growth: Growth::NONE,
    make: |options: &Options| {
        let wanted = Settings { width: options.int("vector-width"), checked: options.bool("check-bounds") };
        Ok(Box::new(KernelToLoops(wanted)))
    },
};

/// Arguments that a function has after those of its kernel: the grid, the block, the bytes of dynamic shared
/// memory.
pub const SIZES: usize = 7;

/// The options of the pass.
#[derive(Clone, Copy)]
struct Settings {
    width: i64,
    checked: bool,
}

struct KernelToLoops(Settings);

/// Vector lanes for adjacent threads.
const LANES: i64 = 8;

/// The pass pipeline from kernels to functions of a processor at the memory stage.
pub fn pipeline() -> String {
    let expand = "kernel.func(switch-to-if,kernel-expand,canonicalize,cse)";
    let widen = "func.func(canonicalize,cse,loop-vectorize,canonicalize,cse)";
    let machine = "math-expand,func.func(arith-guard,canonicalize,cse)";
    format!("{expand},kernel-to-loops{{vector-width={LANES}}},{widen},{machine}")
}

/// Counts for the statistics.
#[derive(Default)]
struct Counts {
    phases: u64,
    states: u64,
    spilled: u64,
}

impl Pass for KernelToLoops {
    fn run(&self, module: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let mut kernels = 0;
        for op in module.child_ops() {
            let Some(child) = module.child_mut(op) else { continue };
            if !child.is(child.root(), Func) {
                launches_to_calls(child).map_err(|error| cx.error(error))?;
                continue;
            }
            if !cx.allows("kernel") || !cx.may_rewrite() {
                continue;
            }
            trap_steps(child);
            let child = &*child;
            let mut counts = Counts::default();
            let made = function(child, self.0, &mut counts).map_err(|error| cx.error(error))?;
            let made = module.adopt(made);
            module.insert_before(made, op);
            module.erase(op);
            kernels += 1;
            cx.count("num-phases", counts.phases);
            cx.count("num-states", counts.states);
            cx.count("num-spilled", counts.spilled);
        }
        cx.count("num-kernels", kernels);
        Ok(Changed::from(true))
    }
}

/// The tensor type of a memref type.
fn on_tensors(body: &Body, ty: Type) -> Type {
    let ctx = body.ctx();
    match ctx.dims(ty) {
        Some(dims) => ctx.tensor(dims.to_vec(), ctx.elem_type(ty)),
        None => ty,
    }
}

/// Converts a kernel to a function.
fn function(kernel: &Body, wanted: Settings, counts: &mut Counts) -> Result<Body, Diagnostic> {
    let (ctx, root) = (kernel.ctx().clone(), kernel.root());
    let entry = kernel.entry_block().ok_or_else(|| kernel.op(root).error("has no body"))?;
    let old: Vec<Value> = kernel.args(entry).collect();
    let mut types: Vec<Type> = old.iter().map(|arg| kernel.ty(*arg)).collect();
    if types.iter().any(|ty| ctx.dims(*ty).is_some_and(|dims| dims.contains(&Dim::Unknown))) {
        return Err(kernel.op(root).error("has memory with an unnamed extent '?': name it"));
    }
    types.extend([ctx.index(); SIZES]);
    let name = symbol_name(kernel, root).unwrap_or("kernel");
    let (mut made, block) = func::function(&ctx, name, &types, &[], kernel.loc(root));
    let signature: Vec<Type> = types.iter().map(|ty| on_tensors(kernel, *ty)).collect();
    let new_root = made.root();
    made.set_attr(new_root, "sym_visibility", ctx.string_attr("private"));
    made.set_attr(new_root, "tf.signature", ctx.type_attr(ctx.function(&signature, &[])));
    if let Some(attrs) = kernel.op(root).slot(Func::ARG_ATTRS).and_then(|a| ctx.attr_array(a)) {
        let none = ctx.dict_attr(&[]);
        let all: Vec<Attribute> = attrs.iter().copied().chain([none; SIZES]).collect();
        made.set_attr(new_root, "arg_attrs", ctx.array_attr(&all));
    }
    let plan = Plan::of(kernel)?;
    match &plan.model {
        ExecutionModel::Loops(_) => counts.phases += u64::from(plan.phases),
        ExecutionModel::StateMachine(state_machine) => counts.states += state_machine.states.len() as u64,
    }
    counts.spilled += plan.spilled.len() as u64;
    block::emit(kernel, &plan, (&mut made, block), wanted)?;
    Ok(made)
}

/// Converts launches on memory to calls of the functions.
fn launches_to_calls(body: &mut Body) -> Result<(), Diagnostic> {
    for op in preorder(body) {
        if body.is(op, Launch) {
            call(body, op)?;
        }
    }
    Ok(())
}

fn call(body: &mut Body, op: Op) -> Result<(), Diagnostic> {
    let view = body.op(op).view(Launch);
    if view.is_on_values() {
        return Err(body.op(op).error("works on tensors: run bufferize first"));
    }
    let (kernel, mut operands) = (view.kernel().to_string(), view.arguments());
    let (grid, block, shared) = (view.grid(), view.block(), view.shared());
    let mut b = Builder::before(body, op);
    let one = tf_dialects::arith::const_index(&mut b, 1);
    for sizes in [grid, block] {
        operands.extend((0..3).map(|axis| sizes.get(axis).copied().unwrap_or(one)));
    }
    operands.push(shared.unwrap_or_else(|| tf_dialects::arith::const_index(&mut b, 0)));
    let callee = [("callee", b.body.ctx().symbol_attr(&kernel))];
    b.op(Call, &operands, &[], &callee);
    body.erase(op);
    Ok(())
}
