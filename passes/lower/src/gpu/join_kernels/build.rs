//! Builds the fused kernel of two launches, and its launch.

use super::kernels;
use super::shape::{GridStrideLoop, Team};
use tf_dialects::func::declared_extents::extent_arguments;
use tf_dialects::kernel::{self, ACCESS, Barrier, Launch, LaunchOp, Return, WarpBarrier};
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, IrMap, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::builtin::symbol_name;
use tf_ir::symbol::SymbolTable;
use tf_ir::types::Type;
use tf_ir::walk::preorder;

/// The attributes of the arguments of a kernel.
fn about(kernel: &Body) -> Vec<Attribute> {
    let arg_attrs =
        kernel.slot(kernel.root(), kernel::Func::ARG_ATTRS).and_then(|a| kernel.ctx().attr_array(a));
    let none = kernel.ctx().dict_attr(&[]);
    let count = kernel.entry_block().map_or(0, |block| kernel.args(block).count());
    let mut arg_attrs: Vec<Attribute> = arg_attrs.map(<[Attribute]>::to_vec).unwrap_or_default();
    arg_attrs.resize(count, none);
    arg_attrs
}

/// True if some arguments of a kernel are the extents of symbols.
pub(super) fn has_extents(kernel: &Body) -> bool {
    extent_arguments(kernel).into_iter().any(|symbol| symbol.is_some())
}

/// An argument of the fused kernel.
struct Argument {
    given: Value,
    ty: Type,
    about: Attribute,
}

/// Fuses two launches of a function that passed all checks.
pub(super) fn join(module: &mut Body, function: Op, pair: [Op; 2]) {
    let host = module.child(function).expect("a verified function has a body");
    let views = pair.map(|op| host.op(op).view(Launch));
    let names = views.map(|view| view.kernel().to_string());
    let known = kernels(module);
    let bodies = [known[names[0].as_str()], known[names[1].as_str()]];
    let given = views.map(LaunchOp::arguments);
    let arguments = arguments(bodies, [&given[0], &given[1]]);
    let name = SymbolTable::of(module).fresh(&format!(
        "{}_{}",
        names[0],
        names[1].rsplit('_').next().unwrap_or("joined")
    ));
    let made = build(bodies, [&given[0], &given[1]], &arguments, &name);
    launch(module.child_mut(function).expect("a verified loop has a block"), pair, &arguments, &name);
    let kernel = module.adopt(made);
    let at = module.child_ops().into_iter().find(|op| {
        module.child(*op).is_some_and(|child| symbol_name(child, child.root()) == Some(&names[1]))
    });
    if let Some(at) = at {
        module.insert_before(kernel, at);
    }
    for name in &names {
        erase_unlaunched(module, name);
    }
}

/// The arguments of both kernels, without duplicates.
fn arguments(bodies: [&Body; 2], given: [&[Value]; 2]) -> Vec<Argument> {
    let mut all: Vec<Argument> = Vec::new();
    for (body, given) in bodies.into_iter().zip(given) {
        let types = body.entry_block().into_iter().flat_map(|block| body.args(block)).map(|arg| body.ty(arg));
        for ((given, ty), about) in given.iter().zip(types).zip(about(body)) {
            match all.iter_mut().find(|argument| argument.given == *given) {
                None => all.push(Argument { given: *given, ty, about }),
                // One kernel reads it and the other writes it, so the access is `inout`.
                Some(same) if same.about != about => {
                    let ctx = body.ctx();
                    same.about = ctx.dict_attr(&[(ctx.str(ACCESS), ctx.string_attr("inout"))]);
                }
                Some(_) => {}
            }
        }
    }
    all
}

fn build(bodies: [&Body; 2], given: [&[Value]; 2], arguments: &[Argument], name: &str) -> Body {
    let (first, second) = (bodies[0], bodies[1]);
    let ctx = first.ctx().clone();
    let loops = bodies.map(|body| GridStrideLoop::of(body).expect("the loops were checked before"));
    let mut kernel = Body::new(&ctx, kernel::Func, first.loc(first.root()), 1);
    let types: Vec<Type> = arguments.iter().map(|argument| argument.ty).collect();
    let about: Vec<Attribute> = arguments.iter().map(|argument| argument.about).collect();
    let root = kernel.root();
    kernel.set_slot(root, kernel::Func::SYM_NAME, Some(ctx.string_attr(name)));
    kernel.set_slot(root, kernel::Func::FUNCTION_TYPE, Some(ctx.type_attr(ctx.function(&types, &[]))));
    kernel.set_slot(root, kernel::Func::ARG_ATTRS, Some(ctx.array_attr(&about)));
    let block_size = first.slot(first.root(), kernel::Func::BLOCK_SIZE);
    kernel.set_slot(root, kernel::Func::BLOCK_SIZE, block_size);
    let region = kernel.region(root, 0);
    let entry = kernel.add_block(region, &types);
    let new: Vec<Value> = kernel.args(entry).collect();
    let mut maps = [0, 1].map(|of| {
        let body: &Body = bodies[of];
        let mut map = IrMap::default();
        let old = body.entry_block().into_iter().flat_map(|block| body.args(block));
        for (old, given) in old.zip(given[of]) {
            let at = arguments.iter().position(|argument| argument.given == *given);
            map.values.insert(old, new[at.expect("each loop is in the list")]);
        }
        map
    });
    for of in [0, 1] {
        for op in &loops[of].before {
            let copy = kernel.import(bodies[of], *op, &mut maps[of]);
            kernel.append(entry, copy);
        }
    }
    let together = kernel.import(first, loops[0].loop_op, &mut maps[0]);
    kernel.append(entry, together);
    let mut b = Builder::at_end(&mut kernel, entry, first.loc(first.root()));
    b.op(Return, &[], &[], &[]);
    add_body(&mut kernel, together, second, (&loops[1], &mut maps[1]));
    kernel
}

/// Appends the body of a loop to the body of another one.
fn add_body(
    kernel: &mut Body,
    together: Op,
    second: &Body,
    (grid_stride, map): (&GridStrideLoop, &mut IrMap),
) {
    let block = kernel.op(together).entry(0).expect("a loop has a block");
    let number = kernel.args(block).next().expect("a verified loop has bounds");
    map.values.insert(grid_stride.number, number);
    let end = kernel.last(block).expect("a verified block has a terminator");
    let mut b = Builder::before(kernel, end);
    match grid_stride.team {
        Team::Thread => {}
        Team::Warp => drop(b.op(WarpBarrier, &[], &[], &[])),
        Team::Block => drop(b.op(Barrier, &[], &[], &[])),
    }
    let inner = second.op(grid_stride.loop_op).entry(0).expect("a loop has a block");
    let ops: Vec<Op> = second.ops(inner).collect();
    for op in &ops[..ops.len() - 1] {
        let copy = kernel.import(second, *op, map);
        kernel.insert_before(copy, end);
    }
}

/// Inserts the new launch before the second one, and erases both old ones.
fn launch(host: &mut Body, [first, second]: [Op; 2], arguments: &[Argument], name: &str) {
    let ctx = host.ctx().clone();
    let view = host.op(first).view(Launch);
    let (grid, block) = (view.grid().to_vec(), view.block().to_vec());
    let given: Vec<Value> = arguments.iter().map(|argument| argument.given).collect();
    let sizes = [grid.len(), block.len(), 0, given.len()].map(|n| n as i32);
    let attrs = [("callee", ctx.symbol_attr(name)), ("operandSegmentSizes", ctx.i32_array_attr(&sizes))];
    let mut b = Builder::before(host, second);
    b.op(Launch, &[grid, block, given].concat(), &[], &attrs);
    host.erase(first);
    host.erase(second);
}

/// Erases a kernel without launches.
fn erase_unlaunched(module: &mut Body, name: &str) {
    let launches = |body: &Body| {
        preorder(body).into_iter().any(|op| body.cast(op, Launch).is_some_and(|view| view.kernel() == name))
    };
    let children = module.child_ops();
    if children.iter().filter_map(|op| module.child(*op)).any(launches) {
        return;
    }
    let kernel = children.into_iter().find(|op| {
        let is_it = |child: &Body| {
            child.is(child.root(), kernel::Func) && symbol_name(child, child.root()) == Some(name)
        };
        module.child(*op).is_some_and(is_it)
    });
    if let Some(kernel) = kernel {
        module.erase(kernel);
    }
}
