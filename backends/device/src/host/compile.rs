//! Compiles a host function to commands.

use super::code::{
    Buffer, Command, Element, Host, HostArgument, Missing, PrintPlan, Recorded, Shape, Shown, Slot,
};
use super::lifetimes::last_uses;
use crate::kernels::KernelInfo;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;
use tf_dialects::array::element_bytes;
use tf_dialects::func::bound::bound_symbols;
use tf_dialects::func::declared_extents::{declared_extents, extent_arguments};
use tf_dialects::func::{Func, Return};
use tf_dialects::kernel::Launch;
use tf_dialects::loops::{Condition, For, If, Parallel, While, Yield};
use tf_dialects::scalar::{DType, Scalar, element_type, lookup};
use tf_dialects::{arith, mem, stops};
use tf_ir::attr::{AttrData, DenseData};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builtin::symbol_name;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{BindingPlan, Extent};
use tf_ir::location::Location;
use tf_ir::registry::Traits;
use tf_ir::types::{Dim, Type, TypeData};

/// A diagnostic that rejects an op.
pub(super) type Result<T> = std::result::Result<T, Diagnostic>;

/// The slot of a value.
#[derive(Clone, Copy)]
pub(super) enum Home {
    Scalar(Slot),
    Memory(Buffer, u32),
}

/// Compiles one function.
pub(super) struct Compiler<'a> {
    pub body: &'a Body,
    pub host: Host,
    homes: FxHashMap<Value, Home>,
    shapes: FxHashMap<(DType, Vec<Extent>), u32>,
    extents: FxHashMap<Extent, u32>,
    releases: FxHashMap<Op, SmallVec<[Value; 2]>>,
}

impl Host {
    /// The commands of a function of the memory stage, which launches these kernels of its module.
    ///
    /// # Errors
    /// The first op that a host does not support, with advice.
    pub fn of(body: &Body, kernels: &Arc<[KernelInfo]>) -> Result<Host> {
        let root = body.op(body.root());
        if !body.is(body.root(), Func) {
            return Err(root.error("is not a function: only functions run on the host"));
        }
        let entry = body.entry_block().ok_or_else(|| root.error("has no body"))?;
        if body.next_block(entry).is_some() {
            return Err(root.error("has branches between blocks: a host runs only structured control flow"));
        }
        if !bound_symbols(body).is_empty() {
            return Err(root.error("binds extents to computed values: split it first (split-at-binds)"));
        }
        let types =
            signature_types(body).unwrap_or_else(|| body.args(entry).map(|arg| body.ty(arg)).collect());
        let (declared, _) = declared_extents(body.ctx(), &types, &extent_arguments(body));
        let plan = BindingPlan::new(&declared);
        let mut symbols = plan.symbols().to_vec();
        symbols.sort_unstable();
        let host = Host {
            name: symbol_name(body, body.root()).unwrap_or("entry").to_string(),
            arguments: Vec::new(),
            argument_slots: Vec::new(),
            kernels: kernels.clone(),
            symbols,
            extents: Vec::new(),
            numbers: Vec::new(),
            constants: Vec::new(),
            scalars: Vec::new(),
            buffers: 0,
            shapes: Vec::new(),
            commands: Vec::new(),
            places: vec![String::new()],
            talks: false,
            recorded: Recorded::default(),
        };
        let mut compiler = Compiler {
            body,
            host,
            homes: FxHashMap::default(),
            shapes: FxHashMap::default(),
            extents: FxHashMap::default(),
            releases: last_uses(body),
        };
        compiler.take_arguments(entry)?;
        compiler.block(entry)?;
        compiler.push(Command::Return);
        compiler.host.recorded = Recorded::of(&compiler.host.commands);
        Ok(compiler.host)
    }
}

impl Compiler<'_> {
    fn ctx(&self) -> &Context {
        self.body.ctx()
    }

    pub(super) fn push(&mut self, command: Command) -> usize {
        self.host.commands.push(command);
        self.host.commands.len() - 1
    }

    /// The position of the next command.
    pub(super) fn here(&self) -> usize {
        self.host.commands.len()
    }

    fn refuse(&self, op: Op, why: &str) -> Diagnostic {
        self.body.op(op).error(why)
    }

    /// A new scalar slot, initially 0.
    pub(super) fn slot(&mut self) -> Slot {
        self.host.scalars.push(0);
        (self.host.scalars.len() - 1) as Slot
    }

    fn buffer(&mut self) -> Buffer {
        self.host.buffers += 1;
        self.host.buffers - 1
    }

    /// Assigns a scalar slot to a value.
    pub(super) fn define(&mut self, value: Value) -> Result<Slot> {
        if element_type(self.ctx(), self.body.ty(value)).is_none()
            || self.ctx().dims(self.body.ty(value)).is_some()
        {
            let at = self.body.def_op(value).unwrap_or(self.body.root());
            return Err(self.refuse(at, "has a result of a type that hosts do not support"));
        }
        let slot = self.slot();
        self.homes.insert(value, Home::Scalar(slot));
        Ok(slot)
    }

    pub(super) fn scalar(&self, op: Op, value: Value) -> Result<Slot> {
        match self.homes.get(&value) {
            Some(Home::Scalar(slot)) => Ok(*slot),
            _ => Err(self.refuse(op, "has a scalar operand that the host does not hold")),
        }
    }

    pub(super) fn scalars(&self, op: Op, values: &[Value]) -> Result<Vec<Slot>> {
        values.iter().map(|value| self.scalar(op, *value)).collect()
    }

    pub(super) fn memory(&self, op: Op, value: Value) -> Result<(Buffer, u32)> {
        match self.homes.get(&value) {
            Some(Home::Memory(buffer, shape)) => Ok((*buffer, *shape)),
            _ => Err(self.refuse(op, "has a memory operand that the host does not hold")),
        }
    }

    /// Assigns a slot of its kind to a value: for values that loops and conditionals carry or yield.
    pub(super) fn define_any(&mut self, op: Op, value: Value) -> Result<Home> {
        let ty = self.body.ty(value);
        if self.ctx().is_tensor(ty) {
            return Err(self.refuse(op, "carries tensors: a host works on memory (run bufferize first)"));
        }
        Ok(match self.ctx().dims(ty) {
            Some(_) => {
                let (buffer, shape) = self.define_memory(op, value)?;
                Home::Memory(buffer, shape)
            }
            None => Home::Scalar(self.define(value)?),
        })
    }

    /// The slot of a value of either kind.
    pub(super) fn held(&self, op: Op, value: Value) -> Result<Home> {
        self.home(value).ok_or_else(|| self.refuse(op, "has an operand that the host does not hold"))
    }

    pub(super) fn home(&self, value: Value) -> Option<Home> {
        self.homes.get(&value).copied()
    }

    /// The source location of an op that may fail.
    pub(super) fn place(&mut self, op: Op) -> u32 {
        let text = place(self.ctx(), self.body.loc(op));
        let found = self.host.places.iter().position(|known| *known == text);
        let at = found.unwrap_or_else(|| {
            self.host.places.push(text);
            self.host.places.len() - 1
        });
        at as u32
    }

    fn extent(&mut self, extent: Extent) -> u32 {
        if let Some(at) = self.extents.get(&extent) {
            return *at;
        }
        let at = self.host.extents.len() as u32;
        self.host.extents.push(extent.clone());
        self.extents.insert(extent, at);
        at
    }

    /// The shape of a memref type.
    fn shape(&mut self, ty: Type) -> Option<u32> {
        let ctx = self.ctx();
        let dtype = element_type(ctx, ty)?;
        let extents: Vec<Extent> = ctx.dims(ty)?.iter().map(Dim::to_extent).collect::<Option<_>>()?;
        element_bytes(dtype)?;
        let key = (dtype, extents);
        if let Some(at) = self.shapes.get(&key) {
            return Some(*at);
        }
        let at = self.host.shapes.len() as u32;
        let extents = key.1.iter().map(|extent| self.extent(extent.clone())).collect();
        self.host.shapes.push(Shape { dtype, extents });
        self.shapes.insert(key, at);
        Some(at)
    }

    fn define_memory(&mut self, op: Op, value: Value) -> Result<(Buffer, u32)> {
        let shape = self.shape(self.body.ty(value));
        let shape = shape.ok_or_else(|| {
            self.refuse(
                op,
                "has memory with an unnamed extent '?' or an element type that arrays do not support",
            )
        })?;
        let buffer = self.buffer();
        self.homes.insert(value, Home::Memory(buffer, shape));
        Ok((buffer, shape))
    }

    fn take_arguments(&mut self, entry: Block) -> Result<()> {
        let (body, root) = (self.body, self.body.root());
        let numbers = extent_arguments(body);
        for (at, arg) in body.args(entry).collect::<Vec<Value>>().into_iter().enumerate() {
            let ty = body.ty(arg);
            let dtype = element_type(self.ctx(), ty);
            let dtype = dtype
                .ok_or_else(|| self.refuse(root, "has an argument of a type that arrays do not support"))?;
            if self.ctx().is_tensor(ty) {
                return Err(self.refuse(root, "takes tensors: a host works on memory (run bufferize first)"));
            }
            match self.ctx().dims(ty) {
                Some(dims) => {
                    let extents: Option<Vec<Extent>> = dims.iter().map(Dim::to_extent).collect();
                    let extents = extents.unwrap_or_default();
                    let (buffer, _) = self.define_memory(root, arg)?;
                    self.host.arguments.push(HostArgument::Memory(dtype, extents));
                    self.host.argument_slots.push(buffer);
                }
                None => {
                    let slot = self.define(arg)?;
                    let symbol = numbers.get(at).cloned().flatten();
                    self.host.arguments.push(HostArgument::Scalar(dtype, symbol));
                    self.host.argument_slots.push(slot);
                }
            }
        }
        Ok(())
    }

    /// Compiles the ops of a block except the terminator, which the parent op handles.
    pub(super) fn block(&mut self, block: Block) -> Result<()> {
        for op in self.body.ops(block).collect::<Vec<Op>>() {
            self.op(op)?;
            if !self.body.has(op, Traits::TERMINATOR) {
                self.release_after(op, |_| false);
            }
        }
        Ok(())
    }

    /// Releases memory whose last use is this op, except for slots for which `keeps` is true.
    pub(super) fn release_after(&mut self, op: Op, keeps: impl Fn(Buffer) -> bool) {
        for value in self.releases.remove(&op).unwrap_or_default() {
            match self.home(value) {
                Some(Home::Memory(buffer, _)) if !keeps(buffer) => {
                    self.push(Command::Release(buffer));
                }
                _ => {}
            }
        }
    }

    fn op(&mut self, op: Op) -> Result<()> {
        match self.body.kind(op) {
            arith::Constant::KIND => self.constant(op),
            mem::Alloc::KIND => {
                let (buffer, shape) = self.define_memory(op, self.body.result(op, 0))?;
                let (text, open) = stops::no_memory(self.ctx(), self.body.ty(self.body.result(op, 0)));
                let extents = open.into_iter().map(|extent| self.extent(extent)).collect();
                let (missing, place) = (Box::new(Missing { text, extents }), self.place(op));
                self.push(Command::Allocate { buffer, shape, missing, place });
                Ok(())
            }
            mem::Constant::KIND => self.constant_memory(op),
            mem::ExtentOf::KIND => self.extent_number(op),
            mem::Load::KIND => self.load(op),
            mem::Store::KIND => self.store(op),
            mem::Copy::KIND => self.copy(op),
            mem::Trap::KIND => self.trap(op),
            mem::Print::KIND => self.print(op),
            Launch::KIND => self.launch(op),
            For::KIND => self.counted(op),
            Parallel::KIND => self.parallel(op),
            While::KIND => self.repeated(op),
            If::KIND => self.conditional(op),
            Return::KIND if self.body.operand_count(op) > 0 => Err(self
                .refuse(op, "returns values: at the memory stage, results are memory (run bufferize first)")),
            Yield::KIND | Condition::KIND | Return::KIND => Ok(()),
            _ => self.elementwise(op),
        }
    }

    fn constant(&mut self, op: Op) -> Result<()> {
        let value =
            self.body.attr(op, "value").and_then(|value| scalar_of(self.ctx(), self.ctx().attr_data(value)));
        let bits = value
            .ok_or_else(|| self.refuse(op, "is a constant that is not a scalar: hosts do not support it"))?;
        let slot = self.define(self.body.result(op, 0))?;
        self.host.scalars[slot as usize] = bits;
        Ok(())
    }

    fn constant_memory(&mut self, op: Op) -> Result<()> {
        let (buffer, _) = self.define_memory(op, self.body.result(op, 0))?;
        let value = self.body.attr(op, "value").map(|value| self.ctx().attr_data(value));
        let Some(AttrData::Dense(dense)) = value else { return Err(self.refuse(op, "has no elements")) };
        let elements = dense_bytes(self.ctx(), dense);
        let elements =
            elements.ok_or_else(|| self.refuse(op, "has elements of a type that arrays do not support"))?;
        let at = self.host.constants.len() as u32;
        self.host.constants.push(elements);
        self.push(Command::Constant { buffer, at });
        Ok(())
    }

    fn extent_number(&mut self, op: Op) -> Result<()> {
        let ctx = self.ctx();
        let terms = self.body.attr(op, "extent").and_then(|a| ctx.attr_extents(a)).unwrap_or_default();
        let [term] = terms else { return Err(self.refuse(op, "needs one extent")) };
        let extent = self.extent(term.clone());
        let slot = self.define(self.body.result(op, 0))?;
        self.host.numbers.push((extent, slot));
        Ok(())
    }

    fn element(&mut self, op: Op, memref: usize) -> Result<Box<Element>> {
        let operands: Vec<Value> = self.body.operands(op).collect();
        let (buffer, shape) = self.memory(op, operands[memref])?;
        let subscripts = self.scalars(op, &operands[memref + 1..])?;
        let dtype = self.host.shapes[shape as usize].dtype;
        let place = self.place(op);
        Ok(Box::new(Element { buffer, dtype, shape, subscripts, place }))
    }

    fn load(&mut self, op: Op) -> Result<()> {
        let element = self.element(op, 0)?;
        let result = self.define(self.body.result(op, 0))?;
        self.host.talks = true;
        self.push(Command::Load { result, element });
        Ok(())
    }

    fn store(&mut self, op: Op) -> Result<()> {
        let value = self.scalar(op, self.body.operand(op, 0))?;
        let element = self.element(op, 1)?;
        self.host.talks = true;
        self.push(Command::Store { value, element });
        Ok(())
    }

    fn copy(&mut self, op: Op) -> Result<()> {
        let (from, shape) = self.memory(op, self.body.operand(op, 0))?;
        let (to, _) = self.memory(op, self.body.operand(op, 1))?;
        let place = self.place(op);
        self.push(Command::Copy { from, to, shape, place });
        Ok(())
    }

    fn print(&mut self, op: Op) -> Result<()> {
        let view = self.body.op(op).view(mem::Print);
        let (text, elements) = (view.words().to_string(), view.elements()?);
        let mut values = Vec::with_capacity(elements.len());
        for (value, dtype) in self.body.operands(op).zip(elements) {
            let shown = match self.held(op, value)? {
                Home::Memory(buffer, shape) => Shown::Memory(buffer, shape),
                Home::Scalar(slot) => Shown::Scalar(slot),
            };
            values.push((dtype, shown));
        }
        let place = self.place(op);
        self.host.talks = true;
        self.push(Command::Print(Box::new(PrintPlan { text, values, place })));
        Ok(())
    }

    fn trap(&mut self, op: Op) -> Result<()> {
        let view = self.body.op(op).view(mem::Trap);
        let (text, status) = (view.text().to_string(), view.status());
        let numbers = self.scalars(op, &self.body.operands(op).collect::<Vec<Value>>())?;
        let place = self.place(op);
        self.push(Command::Trap { status, text, numbers, place });
        Ok(())
    }

    /// An op of the scalar table: the command calls its kernel directly.
    fn elementwise(&mut self, op: Op) -> Result<()> {
        let view = self.body.op(op);
        let spec = lookup(view.name()).ok_or_else(|| {
            view.error(
                "cannot run on the host of a device: only kernels, copies, scalars and loops around them can",
            )
        })?;
        let types = |values: Vec<Value>| -> Option<Vec<DType>> {
            let scalar = |value: &Value| {
                let ty = self.body.ty(*value);
                let whole = self.ctx().elem_type(ty) == ty;
                element_type(self.ctx(), ty).filter(|_| whole)
            };
            values.iter().map(scalar).collect()
        };
        let operands = types(view.operands().collect());
        let results = types(view.results().collect());
        let (Some(operands), Some(results)) = (operands, results) else {
            return Err(view.error("works on vectors or tensors: the host of a device works on scalars"));
        };
        let ctx = self.ctx();
        let predicate =
            view.attr("predicate").and_then(|a| ctx.attr_int(a)).and_then(|p| u8::try_from(p).ok());
        let function = spec.kernel(&operands, &results, predicate).map_err(|error| view.error(error))?;
        let taken = self.scalars(op, &view.operands().collect::<Vec<Value>>())?;
        let mut slots = [0; 3];
        slots.iter_mut().zip(taken).for_each(|(to, from)| *to = from);
        let mut first = None;
        for result in view.results().collect::<Vec<Value>>() {
            let slot = self.define(result)?;
            first.get_or_insert(slot);
        }
        let results = first.ok_or_else(|| self.refuse(op, "has no result"))?;
        self.push(Command::Compute { function, operands: slots, results });
        Ok(())
    }
}

/// The types of the arguments that callers pass: results are memory and follow from these.
fn signature_types(body: &Body) -> Option<Vec<Type>> {
    let ctx = body.ctx();
    let signature = body.attr(body.root(), "tf.signature").and_then(|a| ctx.attr_type(a))?;
    match ctx.type_data(signature) {
        TypeData::Function { inputs, .. } => Some(inputs.to_vec()),
        _ => None,
    }
}

/// A source location: `file:line:column`; empty where unknown.
pub(super) fn place(ctx: &Context, loc: Location) -> String {
    loc.anchor(ctx).map_or_else(String::new, |(file, line, col)| format!("{}:{line}:{col}", ctx.text(file)))
}

/// The bits of a scalar constant.
fn scalar_of(ctx: &Context, data: &AttrData) -> Option<u64> {
    match data {
        AttrData::Integer(ty, value) => {
            Some(Scalar::from_bits(element_type(ctx, *ty)?, *value as u64).bits())
        }
        AttrData::Float(ty, bits) => {
            Some(Scalar::from_f64(element_type(ctx, *ty)?, f64::from_bits(*bits)).bits())
        }
        _ => None,
    }
}

/// All elements of a constant.
fn dense_bytes(ctx: &Context, dense: &DenseData) -> Option<(DType, Vec<u8>)> {
    let dtype = element_type(ctx, dense.ty)?;
    if !dense.splat {
        return Some((dtype, dense.bytes.to_vec()));
    }
    let extents = ctx.dims(dense.ty)?.iter().map(Dim::as_static);
    let count = extents.into_iter().try_fold(1usize, |n, e| n.checked_mul(usize::try_from(e?).ok()?))?;
    Some((dtype, dense.bytes.repeat(count)))
}
