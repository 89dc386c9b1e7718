//! Tracing a kernel into its own body, and launching it.

use super::memory::Memory;
use super::{Argument, Kernel, Open, Written};
use crate::trace::error::Site;
use crate::trace::state::{Reported, ScopeKind, Shared, Traced, Typed, Val};
use crate::trace::tracer::Tracer;
use crate::types::tensor::{Arg, Tensor};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use tf_dialects::func::declared_extents::EXTENT;
use tf_dialects::kernel::{self, ACCESS, Access, Func, Launch, Return};
use tf_dialects::mem;
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Value};
use tf_ir::extent::{BindingPlan, Extent, Symbol};
use tf_ir::types::Type;
use tf_ir::walk::preorder;

/// Traces a kernel and launches it; returns the tensors that it has written.
pub(super) fn launch<W: Written>(
    tracer: &Tracer,
    at: Site,
    [grid, block]: [Vec<Arg>; 2],
    body: impl FnOnce(&Kernel) -> W,
) -> W::Tensors {
    let shared = &tracer.shared;
    let block_known = block.iter().map(known).collect();
    let open = Open { block: block_known, ..Open::default() };
    let kernel = Kernel { tracer: tracer.clone(), open: Rc::new(RefCell::new(open)) };
    let (written, traced) = trace(shared, at, &kernel, body);
    let made = traced.and_then(|body| {
        let wanted = positions(shared, at, &kernel, &written)?;
        let results = shared
            .outside_compute(|| Plan { shared, at, open: kernel.open.take() }.finish(body, [grid, block]))?;
        let pick =
            |position: usize| results.iter().find(|(at, _)| *at == position).map(|(_, val)| val.clone());
        wanted.into_iter().map(|position| pick(position).ok_or(Reported)).collect::<Traced<Vec<Val>>>()
    });
    let mut made = made.ok().map(Vec::into_iter);
    written.rebuild(&mut || match made.as_mut().and_then(Iterator::next) {
        Some(val) => Tensor::of(shared, Ok(val)),
        None => Tensor::poison(shared),
    })
}

/// A thread count that is known while tracing.
fn known(arg: &Arg) -> Option<i64> {
    match arg {
        Arg::Number(crate::Number::Int(number, _)) => i64::try_from(*number).ok(),
        Arg::Dim(Ok(extent)) => extent.as_const(),
        _ => None,
    }
}

/// Runs the closure with a separate body for new ops, and returns the closure's result and the body. If a
/// kernel is not allowed here, the closure runs on a poisoned kernel, since only the closure determines the
/// structure of its result.
fn trace<W>(
    shared: &Rc<Shared>,
    at: Site,
    kernel: &Kernel,
    body: impl FnOnce(&Kernel) -> W,
) -> (W, Traced<Body>) {
    let entered = (|| {
        if shared.in_kernel() {
            return Err(shared.fail(at, "a kernel cannot launch another kernel"));
        }
        if shared.ctx.registry().find_dialect(kernel::DIALECT).is_none() {
            return Err(shared.fail(at, "the dialect 'kernel' is not registered in this program's context"));
        }
        let place = shared.place_of(at).location(&shared.ctx);
        let mut function = Body::new(&shared.ctx, Func, place, 1);
        let region = function.region(function.root(), 0);
        let block = function.add_block(region, &[]);
        shared.enter(at, function, block, ScopeKind::Kernel)
    })();
    let Ok((waiting, scope)) = entered else { return (body(kernel), Err(Reported)) };
    kernel.open.borrow_mut().scope = Some(scope);
    let written = body(kernel);
    kernel.open.borrow_mut().scope = None;
    let ended = shared.op(at, Return, &[], &[], &[], &[]);
    // The kernel shares the program's extents.
    let symbols = shared.state.borrow().symbols.clone();
    let traced = shared.leave(waiting);
    shared.state.borrow_mut().symbols = symbols;
    (written, ended.and_then(|_| traced.ok_or(Reported)))
}

/// The indices of the arguments that a kernel returns.
fn positions(shared: &Shared, at: Site, kernel: &Kernel, written: &impl Written) -> Traced<Vec<usize>> {
    let mut all: Vec<&Memory> = Vec::new();
    written.collect(&mut all);
    let open = kernel.open.borrow();
    if all.is_empty() {
        return Err(
            shared.fail(at, "a kernel needs a result: return the memory that it writes from its body")
        );
    }
    let one = |memory: &&Memory| {
        let argument = memory.array()?.argument;
        let writes = |i: &usize| open.arguments.get(*i).is_some_and(|argument| argument.access.writes());
        argument.filter(writes).ok_or_else(|| {
            shared.fail(
                at,
                format!(
                    "the kernel returns {memory:?}, which it does not write: return memory from k.write or \
                     k.change"
                ),
            )
        })
    };
    let all: Vec<Traced<usize>> = all.iter().map(one).collect();
    all.into_iter().collect()
}

/// The work that remains once a kernel is traced.
struct Plan<'a> {
    shared: &'a Rc<Shared>,
    at: Site,
    open: Open,
}

/// An argument of the finished kernel: its value in the trace, if it has one, and the launch's operand.
struct Final {
    position: Option<usize>,
    ty: Type,
    about: Attribute,
    given: Option<Val>,
}

impl Plan<'_> {
    /// Completes the kernel and launches it; returns the results, each with the index of its argument.
    fn finish(self, mut body: Body, [grid, block]: [Vec<Arg>; 2]) -> Traced<Vec<(usize, Val)>> {
        let (shared, at) = (self.shared, self.at);
        let name = self.name()?;
        let arguments = self.arguments(&body)?;
        rearrange(&mut body, &self.open.arguments, &arguments);
        self.describe(&mut body, &name, &arguments);
        let sizes = [grid, block].map(|args| self.sizes(args));
        let [grid, block] = [sizes[0].clone()?, sizes[1].clone()?];
        let bytes = match self.open.dynamic {
            0 => None,
            bytes => Some(shared.constant_index(at, i64::try_from(bytes).unwrap_or(i64::MAX))?),
        };
        let access = |argument: &Final| argument.position.map(|i| self.open.arguments[i].access);
        let all = || {
            arguments
                .iter()
                .filter(|a| access(a) == Some(Access::InOut))
                .chain(arguments.iter().filter(|a| access(a) == Some(Access::Out)))
        };
        let positions: Vec<usize> = all().filter_map(|argument| argument.position).collect();
        let results: Vec<Typed> = positions.iter().map(|i| self.tensor(&self.open.arguments[*i])).collect();
        let changes: Vec<i64> =
            (0..).zip(&arguments).filter(|(_, a)| access(a) == Some(Access::InOut)).map(|(i, _)| i).collect();
        let given: Vec<Val> = arguments.iter().filter_map(|argument| argument.given.clone()).collect();
        let counts = [grid.len(), block.len(), bytes.iter().len(), given.len()].map(|n| n as i32);
        let mut attrs = vec![
            ("callee", shared.ctx.symbol_attr(&name)),
            ("operandSegmentSizes", shared.ctx.i32_array_attr(&counts)),
        ];
        if !changes.is_empty() {
            attrs.push(("changes", shared.ctx.i64_array_attr(&changes)));
        }
        let operands = [grid, block, bytes.into_iter().collect(), given].concat();
        let made = shared.op(at, Launch, &operands, &results, &attrs, &[])?;
        shared.functions.borrow_mut().add_kernel(name, body);
        Ok(positions.into_iter().zip(made).collect())
    }

    /// A name that is unique in the program.
    fn name(&self) -> Traced<String> {
        let shared = self.shared;
        let wanted = match &self.open.name {
            Some(name) if Symbol::new(name).is_ok() => name.clone(),
            Some(name) => {
                let message = format!("'{name}' cannot name a kernel: use letters, digits and _");
                return Err(shared.fail(self.at, message));
            }
            None => format!("{}_kernel", shared.name),
        };
        Ok(shared.functions.borrow().fresh(&shared.name, &wanted))
    }

    /// The number of blocks or threads along each axis.
    fn sizes(&self, args: Vec<Arg>) -> Traced<Vec<Val>> {
        let shared = self.shared;
        let pieces = shared.pieces(self.at, args)?;
        let one = |piece| {
            let index = shared.scalar_index(self.at, "the size of a grid or a block", piece)?;
            shared.index_value(self.at, &index)
        };
        pieces.iter().map(one).collect()
    }

    fn tensor(&self, argument: &Argument) -> Typed {
        self.shared.tensors(&argument.shape(self.shared), argument.elem)
    }

    /// The arguments in the order that launches on tensors require: first the extents that do not follow from
    /// shapes, as integers; memory that is only written comes last.
    fn arguments(&self, body: &Body) -> Traced<Vec<Final>> {
        let (shared, at) = (self.shared, self.at);
        let ctx = &shared.ctx;
        let dict = |name: &str, value: &str| ctx.dict_attr(&[(ctx.str(name), ctx.string_attr(value))]);
        let (mut first, mut last) = (Vec::new(), Vec::new());
        for (position, argument) in self.open.arguments.iter().enumerate() {
            let about = match argument.access {
                Access::In => ctx.dict_attr(&[]),
                Access::InOut => dict(ACCESS, "inout"),
                Access::Out => dict(ACCESS, "out"),
            };
            let given = argument.given.clone().map(|given| self.handed(argument, given)).transpose()?;
            let list = if argument.access == Access::Out { &mut last } else { &mut first };
            list.push(Final { position: Some(position), ty: argument.ty, about, given });
        }
        for symbol in self.unbound(body) {
            let given = shared.extent_value(at, &Extent::from(symbol.clone()))?;
            let about = dict(EXTENT, symbol.as_str());
            first.push(Final { position: None, ty: ctx.index(), about, given: Some(given) });
        }
        first.extend(last);
        Ok(first)
    }

    /// The launch's operand for an argument.
    fn handed(&self, argument: &Argument, given: Arg) -> Traced<Val> {
        let piece = self.shared.piece(self.at, given)?;
        match self.shared.ctx.dims(argument.ty) {
            Some(_) => self.shared.realize(self.at, &piece, argument.elem),
            None => self.shared.scalar(self.at, &piece, argument.elem),
        }
    }

    /// The extents that the kernel uses and that do not follow from the shapes of its memory.
    fn unbound(&self, body: &Body) -> Vec<Symbol> {
        let declared: Vec<Extent> =
            self.open.arguments.iter().flat_map(|argument| argument.shape(self.shared)).collect();
        let plan = BindingPlan::new(&declared);
        let mut named: BTreeSet<Symbol> = declared.iter().flat_map(Extent::symbols).collect();
        let terms = preorder(body).into_iter().filter_map(|op| body.cast(op, mem::ExtentOf)?.term().cloned());
        named.extend(terms.flat_map(|term| term.symbols()));
        named.retain(|symbol| !plan.symbols().contains(symbol) || plan.unbound().contains(symbol));
        named.into_iter().collect()
    }

    /// Sets the name, the signature and the block size.
    fn describe(&self, body: &mut Body, name: &str, arguments: &[Final]) {
        let (ctx, root) = (&self.shared.ctx, body.root());
        let types: Vec<Type> = arguments.iter().map(|argument| argument.ty).collect();
        let about: Vec<Attribute> = arguments.iter().map(|argument| argument.about).collect();
        body.set_attr(root, "sym_name", ctx.string_attr(name));
        body.set_attr(root, "function_type", ctx.type_attr(ctx.function(&types, &[])));
        body.set_attr(root, "arg_attrs", ctx.array_attr(&about));
        let block: Option<Vec<i64>> = self.open.block.iter().copied().collect();
        if let Some(block) = block.filter(|block| !block.is_empty()) {
            body.set_attr(root, "block_size", ctx.i64_array_attr(&block));
        }
    }
}

/// Gives the kernel a block with its arguments in their final order.
fn rearrange(body: &mut Body, traced: &[Argument], arguments: &[Final]) {
    let Some(old) = body.entry_block() else { return };
    let region = body.region(body.root(), 0);
    let types: Vec<Type> = arguments.iter().map(|argument| argument.ty).collect();
    let new: Block = body.add_block(region, &types);
    while let Some(op) = body.first(old) {
        body.detach(op);
        body.append(new, op);
    }
    let values: Vec<Value> = body.args(new).collect();
    for (argument, value) in arguments.iter().zip(values) {
        if let Some(position) = argument.position {
            body.replace_uses(traced[position].value, value);
        }
    }
    body.erase_block(old);
}
