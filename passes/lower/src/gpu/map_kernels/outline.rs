//! Outlining: host ops move into a kernel, and a launch with their captured values replaces them.

use super::host::Host;
use super::points::Points;
use super::{atomic, scan, team};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use tf_dialects::func::bound::extent_symbols;
use tf_dialects::func::declared_extents::EXTENT;
use tf_dialects::kernel::{self, ACCESS, Launch};
use tf_dialects::mem::{Alloc, ExtentOf, Load, Store};
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, IrMap, Op, Value};
use tf_ir::builder::Cursor;
use tf_ir::diag::Diagnostic;
use tf_ir::effects::visit_effects;
use tf_ir::extent::{Extent, Symbol};
use tf_ir::interfaces::Effect;
use tf_ir::registry::Traits;
use tf_ir::types::{Dim, Type, TypeData};
use tf_ir::walk::{preorder, walk};
use tf_passes_common::code::folding_builder::FoldingBuilder;
use tf_passes_common::code::marks::{
    ATOMIC, GRAIN, MAP, PREFETCH, PREFETCH_AXIS, REDUCTION, THREADS, UNROLL, VECTOR_AXIS, VECTOR_TAIL,
    VECTOR_WIDTH,
};

/// The code of a kernel to be built.
pub(super) struct KernelBody {
    /// Its ops.
    pub(super) ops: Vec<Op>,
    /// The launch is inserted before this op.
    pub(super) at: Op,
    /// The iterations that run the code; without them, one thread does.
    pub(super) points: Option<Points>,
    /// True if iterations update the same elements.
    pub(super) atomic: bool,
    /// Values of the code that later ops use, each with the host buffer for it.
    pub(super) stores: Vec<(Value, Value)>,
}

/// How a captured value enters the kernel.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Capture {
    /// As an argument.
    Argument,
    /// As a copy of its op.
    Copied(Op),
    /// By a load from memory that is an argument.
    Loaded(Value),
}

/// The arguments of a kernel.
struct Frame {
    values: Vec<(Value, Capture)>,
    arguments: Vec<Value>,
    extents: Vec<Symbol>,
}

/// Builds a kernel and its launch.
///
/// # Errors
/// A value that cannot be passed to a kernel.
pub(super) fn outline(host: &mut Host<'_>, part: &KernelBody) -> Result<(), Diagnostic> {
    let frame = Frame::of(host, part);
    let name = host.fresh_name();
    let threads = part.points.as_ref().map_or(1, |points| points.threads);
    let kernel = build(host, part, &frame, (&name, threads));
    launch(host, part, &frame, (&name, threads));
    host.kernels.push(kernel);
    Ok(())
}

impl Frame {
    fn of(host: &Host<'_>, part: &KernelBody) -> Frame {
        let body = &*host.body;
        let mut used = captured(body, &part.ops);
        used.retain(|value| part.points.iter().all(|points| !points.is_index(*value)));
        used.extend(part.points.iter().flat_map(Points::values));
        used.extend(part.stores.iter().map(|(_, memory)| *memory));
        let mut seen = FxHashSet::default();
        used.retain(|value| seen.insert(*value));
        let values: Vec<(Value, Capture)> =
            used.into_iter().map(|value| (value, capture(host, value))).collect();
        let mut arguments: Vec<Value> = Vec::new();
        for (value, capture) in &values {
            let argument = match capture {
                Capture::Argument => *value,
                Capture::Loaded(memory) => *memory,
                Capture::Copied(_) => continue,
            };
            if !arguments.contains(&argument) {
                arguments.push(argument);
            }
        }
        let extents = extents(body, part, &values, &arguments);
        Frame { values, arguments, extents }
    }
}

/// Chooses how a value enters a kernel.
fn capture(host: &Host<'_>, value: Value) -> Capture {
    if let Some(memory) = host.spilled.get(&value) {
        return Capture::Loaded(*memory);
    }
    let body = &*host.body;
    match body.def_op(value) {
        Some(def) if body.has(def, Traits::CONSTANT) && !is_memory(body, value) => Capture::Copied(def),
        Some(def) if body.is(def, ExtentOf) => Capture::Copied(def),
        _ => Capture::Argument,
    }
}

fn is_memory(body: &Body, value: Value) -> bool {
    matches!(body.ctx().type_data(body.ty(value)), TypeData::MemRef { .. })
}

/// The values that the ops capture from outside, in the order of their first uses.
fn captured(body: &Body, ops: &[Op]) -> Vec<Value> {
    let (mut own, mut used) = (FxHashSet::default(), Vec::new());
    for op in ops {
        walk(body, *op, &mut |body, inner| {
            used.extend(body.operands(inner));
            own.extend(body.results(inner));
            for block in body.regions(inner).flat_map(|region| body.blocks(region)) {
                own.extend(body.args(block));
            }
        });
    }
    used.retain(|value| !own.contains(value));
    used
}

/// The symbols that the code and the types of the arguments name, except for those that an axis of an
/// argument gives alone.
fn extents(body: &Body, part: &KernelBody, values: &[(Value, Capture)], arguments: &[Value]) -> Vec<Symbol> {
    let mut named: BTreeSet<Symbol> = BTreeSet::new();
    for op in &part.ops {
        walk(body, *op, &mut |body, inner| named.extend(extent_symbols(body, inner)));
    }
    for (_, capture) in values {
        if let Capture::Copied(op) = capture {
            named.extend(extent_symbols(body, *op));
        }
    }
    for argument in arguments {
        let dims = body.ctx().dims(body.ty(*argument)).unwrap_or_default().iter();
        for term in dims.filter_map(Dim::to_extent) {
            named.extend(term.symbols());
        }
    }
    for argument in arguments {
        for dim in body.ctx().dims(body.ty(*argument)).unwrap_or_default() {
            if let Some(symbol) = dim.to_extent().as_ref().and_then(Extent::as_symbol) {
                named.remove(symbol);
            }
        }
    }
    named.into_iter().collect()
}

/// The memory among the arguments that the code writes.
fn written(body: &Body, part: &KernelBody) -> FxHashSet<Value> {
    let mut written: FxHashSet<Value> = part.stores.iter().map(|(_, memory)| *memory).collect();
    written.extend(part.points.iter().filter_map(Points::tickets).flat_map(scan::Tickets::memory));
    for op in &part.ops {
        visit_effects(body, *op, &mut |effect| {
            if let Effect::Write(Some(memory)) = effect {
                written.insert(memory);
            }
            true
        });
    }
    written
}

fn build(host: &Host<'_>, part: &KernelBody, frame: &Frame, (name, threads): (&str, i64)) -> Body {
    let source = &*host.body;
    let ctx = source.ctx().clone();
    let first = part.ops.first().copied().filter(|_| part.points.as_ref().is_none_or(Points::is_one));
    let loc = source.loc(first.unwrap_or(part.at));
    let mut types: Vec<Type> = frame.arguments.iter().map(|value| source.ty(*value)).collect();
    types.extend(frame.extents.iter().map(|_| ctx.index()));
    let mut kernel = Body::new(&ctx, kernel::Func, loc, 1);
    let root = kernel.root();
    let written = written(source, part);
    let mut attrs: Vec<Attribute> = Vec::new();
    for value in &frame.arguments {
        attrs.push(match written.contains(value) {
            true => ctx.dict_attr(&[(ctx.str(ACCESS), ctx.string_attr("inout"))]),
            false => ctx.dict_attr(&[]),
        });
    }
    for symbol in &frame.extents {
        attrs.push(ctx.dict_attr(&[(ctx.str(EXTENT), ctx.string_attr(symbol.as_str()))]));
    }
    kernel.set_slot(root, kernel::Func::SYM_NAME, Some(ctx.string_attr(name)));
    kernel.set_slot(root, kernel::Func::FUNCTION_TYPE, Some(ctx.type_attr(ctx.function(&types, &[]))));
    kernel.set_slot(root, kernel::Func::ARG_ATTRS, Some(ctx.array_attr(&attrs)));
    kernel.set_slot(root, kernel::Func::BLOCK_SIZE, Some(ctx.i64_array_attr(&[threads])));
    if part.points.as_ref().is_some_and(|points| points.team.is_none()) && !part.atomic {
        kernel.set_attr(root, kernel::POINTS, ctx.unit_attr());
    }
    let block = kernel.add_block(kernel.region(root, 0), &types);
    let arguments: Vec<Value> = kernel.args(block).collect();
    let mut map = IrMap::default();
    map.values.extend(frame.arguments.iter().copied().zip(arguments));
    bring_in(&mut kernel, source, block, (frame, &mut map));
    let end = FoldingBuilder::new(&mut kernel, Cursor::End(block), loc).b.op(kernel::Return, &[], &[], &[]);
    let turn = part.points.as_ref().and_then(|points| points.take_turn(&mut kernel, end, &mut map));
    let innermost = match &part.points {
        Some(points) => points.loops(&mut kernel, end, &mut map),
        None => end,
    };
    for op in &part.ops {
        let copy = kernel.import(source, *op, &mut map);
        kernel.insert_before(copy, innermost);
    }
    for (value, memory) in &part.stores {
        let (value, memory) = (map.value(*value), map.value(*memory));
        Store::build(&mut FoldingBuilder::before(&mut kernel, innermost).b, value, memory, &[]);
    }
    // Atomics come first: later, a condition guards the writes of a team.
    if part.atomic {
        atomic::apply(&mut kernel);
    }
    match (part.points.as_ref().and_then(|points| points.team), turn) {
        (Some(team), Some(turn)) => scan::share_in_chain(&mut kernel, team, &turn),
        (Some(team), None) => team::share(&mut kernel, team, threads),
        (None, _) => {}
    }
    tidy(&mut kernel);
    kernel
}

/// Copies constants and extents, and loads scalars that other kernels stored.
fn bring_in(kernel: &mut Body, source: &Body, block: Block, (frame, map): (&Frame, &mut IrMap)) {
    for (value, capture) in &frame.values {
        match capture {
            Capture::Argument => {}
            Capture::Copied(op) => {
                let copy = kernel.import(source, *op, map);
                kernel.append(block, copy);
            }
            Capture::Loaded(memory) => {
                let loc = source.def_op(*value).map_or(kernel.loc(kernel.root()), |def| source.loc(def));
                let memory = map.value(*memory);
                let mut code = FoldingBuilder::new(kernel, Cursor::End(block), loc);
                let loaded = Load::build(&mut code.b, memory, &[]);
                map.values.insert(*value, loaded);
            }
        }
    }
}

/// The marks of loops, which have no meaning in a kernel.
const MARKS: [&str; 11] = [
    ATOMIC,
    GRAIN,
    MAP,
    PREFETCH,
    PREFETCH_AXIS,
    REDUCTION,
    THREADS,
    UNROLL,
    VECTOR_AXIS,
    VECTOR_TAIL,
    VECTOR_WIDTH,
];

/// Removes marks from loops, and moves thread-private arrays to the beginning of the kernel.
fn tidy(kernel: &mut Body) {
    let first = kernel.entry_block().and_then(|block| kernel.first(block));
    for op in preorder(kernel) {
        for mark in MARKS {
            kernel.remove_attr(op, mark);
        }
        if let Some(first) = first.filter(|first| kernel.is(op, Alloc) && *first != op) {
            kernel.move_before(op, first);
        }
    }
}

/// Builds the launch.
fn launch(host: &mut Host<'_>, part: &KernelBody, frame: &Frame, (name, threads): (&str, i64)) {
    let gpu = host.gpu;
    let mut code = FoldingBuilder::before(host.body, part.at);
    let grid = match &part.points {
        Some(points) => points.blocks(&mut code, &gpu),
        None => code.index(1),
    };
    let block = code.index(threads);
    let mut operands = vec![grid, block];
    operands.extend(&frame.arguments);
    for symbol in &frame.extents {
        let extent = code.extent(&Extent::from(symbol.clone()));
        operands.push(extent);
    }
    let ctx = code.ctx();
    let sizes = [1, 1, 0, (operands.len() - 2) as i32];
    let attrs = [("callee", ctx.symbol_attr(name)), ("operandSegmentSizes", ctx.i32_array_attr(&sizes))];
    code.b.op(Launch, &operands, &[], &attrs);
}
