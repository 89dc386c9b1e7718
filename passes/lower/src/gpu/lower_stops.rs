//! `lower-stops`: a trap in a kernel writes a note, and the host reads it and stops the call.
//!
//! A GPU cannot end a call with a message. So a kernel with `mem.trap`s gets a last argument of three
//! integers: the id of the first trap in the module that was reached, and the two operands of its message.
//! The code after a trap continues, as on a processor; its accesses are in bounds. The host reads the note at
//! the end of the function, and at the end of each iteration of a loop that launches such kernels, since that
//! loop may run forever.

use crate::gpu::trap_steps::trap_steps;
use rustc_hash::{FxHashMap, FxHashSet};
use tf_dialects::arith::{self, CmpI, const_index, const_int};
use tf_dialects::func::Func;
use tf_dialects::kernel::{self, ACCESS, CompareExchange, Launch};
use tf_dialects::loops::build::if_then;
use tf_dialects::loops::{For, While};
use tf_dialects::mem::{Alloc, Load, Store, Trap};
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::builtin::symbol_name;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::FunctionLike;
use tf_ir::location::Location;
use tf_ir::pass::{Anchor, Changed, Growth, Pass, PassContext, PassInfo, PassResult, Scope, StatSpec};
use tf_ir::symbol::SymbolTable;
use tf_ir::types::{Dim, Type};
use tf_ir::walk::preorder;

/// The pass `lower-stops`.
pub static INFO: PassInfo = PassInfo {
    name: "lower-stops",
    title: "LowerStops",
    summary: "Make the host end the call after a kernel reaches a mem.trap",
    docs: "A loop of a kernel whose step may be below 1 gets a mem.trap. A kernel that holds mem.trap gets \
        a last argument of three i64: the index of the trap that was reached first, from 1 on, and the \
        values in its message. Launches pass memory for it, which the function clears at its start and \
        reads at its end, and after each iteration of a loop that launches such kernels; if a trap was \
        reached, the call ends with its message.",
    anchor: Anchor::SymbolTable,
    scope: Scope::Tree,
    options: &[],
    statistics: &[StatSpec { name: "num-stops", help: "traps of kernels that report to the host" }],
    rules: &[],
    growth: Growth::NONE,
    make: |_| Ok(Box::new(LowerStops)),
};

/// The size of a note.
const NOTE: i64 = 3;

struct LowerStops;

/// A trap of a kernel.
#[derive(Clone)]
struct Stop {
    number: i64,
    message: Attribute,
    code: Option<Attribute>,
    numbers: usize,
    loc: Location,
}

impl Pass for LowerStops {
    fn run(&self, module: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let mut stops: FxHashMap<String, Vec<Stop>> = FxHashMap::default();
        let mut count = 0;
        let launched = launched(module);
        for op in module.child_ops() {
            let Some(kernel) = module.child_mut(op).filter(|body| body.is(body.root(), kernel::Func)) else {
                continue;
            };
            let name = symbol_name(kernel, kernel.root()).unwrap_or_default().to_string();
            if !launched.contains(&name) {
                continue;
            }
            trap_steps(kernel);
            let own = note_stops(kernel, &mut count);
            if !own.is_empty() {
                stops.insert(name, own);
            }
        }
        if stops.is_empty() {
            return Ok(Changed::No);
        }
        let clear = SymbolTable::of(module).fresh("clear_stops");
        let mut clears = false;
        for op in module.child_ops() {
            let Some(function) = module.child_mut(op).filter(|body| body.is(body.root(), Func)) else {
                continue;
            };
            clears |= watch(function, &stops, &clear).map_err(|error| cx.error(error))?;
        }
        if clears {
            let kernel = clear_kernel(module, &clear);
            let kernel = module.adopt(kernel);
            let block = module.entry_block().expect("a module has a block");
            module.prepend(block, kernel);
        }
        cx.count("num-stops", count as u64);
        Ok(Changed::Yes)
    }
}

/// The names of the kernels that functions of the module launch. Launches from elsewhere do not pass notes,
/// so the traps of other kernels end the grid.
fn launched(module: &Body) -> FxHashSet<String> {
    let mut names = FxHashSet::default();
    for function in module.child_ops().into_iter().filter_map(|op| module.child(op)) {
        for op in preorder(function) {
            names.extend(function.cast(op, Launch).map(|view| view.kernel().to_string()));
        }
    }
    names
}

fn note_type(body: &Body) -> Type {
    body.ctx().memref(vec![Dim::Static(NOTE)], body.ctx().i64())
}

/// Adds an argument to a kernel.
fn add_argument(kernel: &mut Body, ty: Type) -> Value {
    let (root, ctx) = (kernel.root(), kernel.ctx().clone());
    let entry = kernel.entry_block().expect("a kernel has a block");
    let value = kernel.add_arg(entry, ty);
    let inputs: Vec<Type> = kernel.args(entry).map(|arg| kernel.ty(arg)).collect();
    kernel::Func.set_signature(kernel, root, &inputs, &[]);
    let given =
        kernel.slot(root, kernel::Func::ARG_ATTRS).and_then(|a| ctx.attr_array(a)).unwrap_or_default();
    let mut attrs = given.to_vec();
    attrs.resize(inputs.len() - 1, ctx.dict_attr(&[]));
    attrs.push(ctx.dict_attr(&[(ctx.str(ACCESS), ctx.string_attr("inout"))]));
    kernel.set_slot(root, kernel::Func::ARG_ATTRS, Some(ctx.array_attr(&attrs)));
    value
}

/// Turns the traps of a kernel into notes.
fn note_stops(kernel: &mut Body, count: &mut i64) -> Vec<Stop> {
    let traps: Vec<Op> = preorder(kernel).into_iter().filter(|op| kernel.is(*op, Trap)).collect();
    if traps.is_empty() {
        return Vec::new();
    }
    let ty = note_type(kernel);
    let note = add_argument(kernel, ty);
    let mut stops = Vec::new();
    for op in traps {
        *count += 1;
        let Some(message) = kernel.attr(op, "message") else { continue };
        let numbers: Vec<Value> = kernel.operands(op).collect();
        stops.push(Stop {
            number: *count,
            message,
            code: kernel.attr(op, "code"),
            numbers: numbers.len(),
            loc: kernel.loc(op),
        });
        let mut b = Builder::before(kernel, op);
        let word = b.ctx().i64();
        let (none, own, first) =
            (const_int(&mut b, word, 0), const_int(&mut b, word, *count), const_index(&mut b, 0));
        let before = b.value(CompareExchange, &[none, own, note, first], word, &[]);
        let is_first = arith::cmpi(&mut b, CmpI::Eq, before, none);
        if_then(&mut b, is_first, |b| {
            for (at, number) in numbers.into_iter().enumerate() {
                let (place, number) = (const_index(b, at as i64 + 1), arith::index_cast(b, number, word));
                Store::build(b, number, note, &[place]);
            }
        });
        kernel.erase(op);
    }
    stops
}

/// The kernel of one thread that clears a note.
fn clear_kernel(module: &Body, name: &str) -> Body {
    let (ctx, loc) = (module.ctx().clone(), module.loc(module.root()));
    let mut kernel = Body::new(&ctx, kernel::Func, loc, 1);
    let root = kernel.root();
    kernel.set_slot(root, kernel::Func::SYM_NAME, Some(ctx.string_attr(name)));
    kernel.set_slot(root, kernel::Func::FUNCTION_TYPE, Some(ctx.type_attr(ctx.function(&[], &[]))));
    kernel.set_slot(root, kernel::Func::BLOCK_SIZE, Some(ctx.i64_array_attr(&[1])));
    let block = kernel.add_block(kernel.region(root, 0), &[]);
    let ty = note_type(&kernel);
    let note = add_argument(&mut kernel, ty);
    let mut b = Builder::at_end(&mut kernel, block, loc);
    let word = b.ctx().i64();
    let zero = const_int(&mut b, word, 0);
    for at in 0..NOTE {
        let at = const_index(&mut b, at);
        Store::build(&mut b, zero, note, &[at]);
    }
    b.op(kernel::Return, &[], &[], &[]);
    kernel
}

/// Passes notes to the launches of a function, and checks them. True if it launches kernels that write notes.
fn watch(function: &mut Body, stops: &FxHashMap<String, Vec<Stop>>, clear: &str) -> Result<bool, Diagnostic> {
    let launches: Vec<Op> = preorder(function)
        .into_iter()
        .filter(|op| function.cast(*op, Launch).is_some_and(|view| stops.contains_key(view.kernel())))
        .collect();
    let Some(entry) = function.entry_block().filter(|_| !launches.is_empty()) else { return Ok(false) };
    let first = function.first(entry).expect("a function ends with a return");
    let ty = note_type(function);
    let mut b = Builder::before(function, first);
    let note = b.value(Alloc, &[], ty, &[]);
    let one = const_index(&mut b, 1);
    launch(&mut b, clear, &[one, one, note]);
    let mut met: Vec<Stop> = Vec::new();
    let mut places: Vec<Op> = vec![function.last(entry).expect("a function ends with a return")];
    for op in &launches {
        let view = function.view(*op, Launch);
        if view.is_on_values() {
            return Err(function
                .op(*op)
                .error("launches a kernel with traps on tensors: run bufferize first"));
        }
        for stop in &stops[view.kernel()] {
            if met.iter().all(|known| known.number != stop.number) {
                met.push(stop.clone());
            }
        }
        for place in terminators_around(function, *op) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        pass_note(function, *op, note);
    }
    met.sort_by_key(|stop| stop.number);
    for place in places {
        look(function, place, note, &met);
    }
    Ok(true)
}

fn launch(b: &mut Builder<'_>, name: &str, operands: &[Value]) {
    let ctx = b.ctx();
    let sizes = [1, 1, 0, (operands.len() - 2) as i32];
    let attrs = [("callee", ctx.symbol_attr(name)), ("operandSegmentSizes", ctx.i32_array_attr(&sizes))];
    b.op(Launch, operands, &[], &attrs);
}

/// Adds the note to the arguments of a launch.
fn pass_note(function: &mut Body, op: Op, note: Value) {
    let mut operands: Vec<Value> = function.operands(op).collect();
    operands.push(note);
    let view = function.view(op, Launch);
    let sizes =
        [view.grid().len(), view.block().len(), view.shared().iter().len(), view.arguments().len() + 1];
    let attr = function.ctx().i32_array_attr(&sizes.map(|n| n as i32));
    let (loc, callee) = (function.loc(op), function.attr(op, "callee"));
    let mut b = Builder::before(function, op);
    b.loc = loc;
    let attrs: Vec<(&str, Attribute)> =
        [("operandSegmentSizes", attr)].into_iter().chain(callee.map(|a| ("callee", a))).collect();
    b.op(Launch, &operands, &[], &attrs);
    function.erase(op);
}

/// The terminators of the regions of loops around an op.
fn terminators_around(function: &Body, op: Op) -> Vec<Op> {
    let mut found = Vec::new();
    let mut block: Option<Block> = function.block_of(op);
    while let Some(owner) = block.and_then(|block| function.block_owner(block)) {
        if function.is(owner, For) || function.is(owner, While) {
            found.extend(block.and_then(|block| function.last(block)));
        }
        block = function.block_of(owner);
    }
    found
}

/// Stops the call before an op if the note is set.
fn look(function: &mut Body, place: Op, note: Value, stops: &[Stop]) {
    let mut b = Builder::before(function, place);
    let (word, index, first) = (b.ctx().i64(), b.ctx().index(), const_index(&mut b, 0));
    let found = Load::build(&mut b, note, &[first]);
    let none = const_int(&mut b, word, 0);
    let is_there = arith::cmpi(&mut b, CmpI::Ne, found, none);
    if_then(&mut b, is_there, |b| {
        for stop in stops {
            let own = const_int(b, word, stop.number);
            let is_own = arith::cmpi(b, CmpI::Eq, found, own);
            if_then(b, is_own, |b| {
                let outer = std::mem::replace(&mut b.loc, stop.loc);
                let mut numbers = Vec::new();
                for at in 0..stop.numbers {
                    let at = const_index(b, at as i64 + 1);
                    let number = Load::build(b, note, &[at]);
                    numbers.push(arith::index_cast(b, number, index));
                }
                let mut attrs = vec![("message", stop.message)];
                attrs.extend(stop.code.map(|code| ("code", code)));
                b.op(Trap, &numbers, &[], &attrs);
                b.loc = outer;
            });
        }
    });
}
