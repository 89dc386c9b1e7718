//! Kernels as upstream MLIR: a `gpu.module` of `llvm.func`s, which the LLVM library turns into PTX.
//!
//! A kernel takes its arguments in order; memrefs are pointers to their first elements. The extents that its
//! memrefs name follow, each an `i64`, in the order of their names. Then comes, if the kernel polls for
//! cancellation, a pointer to the word that stops it ([`kernel::WATCHED`]). Last is a tensor map of 128 bytes
//! for each box that it copies ([`tensor_maps`]). The memory of pointers starts at a multiple of 16 bytes.
//! Memory is addressed by generic pointers: LLVM infers the address spaces.

mod alignment;
mod approximate;
mod atomic;
mod bits;
mod collectives;
mod copies;
mod matrix;
mod memory;
mod stop;
mod threads;
mod warpgroup;

pub(crate) use bits::is_cut;

use crate::emitter::state::UnitState;
use crate::emitter::types::{Buffer, llvm_type, machine_type, pointer_type, storage_type};
use crate::emitter::{Emitter, Form, Result};
use crate::lower::local::{self, emit_local};
use crate::names::llvm;
use copies::map_parameter;
use rustc_hash::FxHashMap;
use tf_dialects::func::declared_extents::{declared_extents, extent_arguments};
use tf_dialects::func::local::Local;
use tf_dialects::kernel::{self, TensorMap, tensor_maps};
use tf_dialects::target::Level;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::builtin;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{BindingPlan, Symbol};
use tf_ir::rewrite::Rebuild;
use tf_ir::text::{PrintOptions, print_module, type_to_string};
use tf_ir::types::Type;

/// Turns the kernels of a module into upstream MLIR, and prints it. Other functions are left out, except
/// those that kernels call.
///
/// # Errors
/// The first op without an upstream form; a module without kernels.
pub fn emit_kernels(module: &Body) -> Result<String> {
    let mut unit = UnitState {
        // This level promises nothing about vectors.
        level: Level::Aarch64,
        locals: local::names(module),
        routines: FxHashMap::default(),
        is_routine: false,
        name: String::new(),
        outlined: Vec::new(),
        kernels: FxHashMap::default(),
        locations: Vec::new(),
        prints: Vec::new(),
    };
    let (mut kernels, mut locals) = (Vec::new(), Vec::new());
    for op in module.child_ops() {
        let Some(function) = module.child(op) else { continue };
        if function.is(function.root(), kernel::Func) {
            unit.name = builtin::symbol_name(function, function.root()).unwrap_or("kernel").to_string();
            let made = emit_kernel(function, &mut unit)?;
            kernels.append(&mut unit.outlined);
            kernels.push(made);
        } else if let Some(reason) = Local::of(function) {
            locals.push(emit_local(function, reason, &mut unit)?);
        }
    }
    if kernels.is_empty() {
        let root = module.op(module.root());
        return Err(Diagnostic::error(
            root.loc(),
            "there is no kernel.func in this module to compile to PTX",
        ));
    }
    let reached = local::reached(&kernels, &locals);
    let called = locals.into_iter().zip(reached).filter(|(_, reached)| *reached).map(|(local, _)| local);
    let functions: Vec<Body> = memory::arena(module, &kernels).into_iter().chain(called).collect();
    Ok(print(module, functions.into_iter().chain(kernels)))
}

/// Wraps functions in a `gpu.module` in a module.
fn print(module: &Body, functions: impl Iterator<Item = Body>) -> String {
    let ctx = module.ctx();
    let mut gpu = Body::new(ctx, llvm::GPU_MODULE, module.loc(module.root()), 1);
    gpu.set_attr(gpu.root(), "sym_name", ctx.string_attr("kernels"));
    let region = gpu.region(gpu.root(), 0);
    let block = gpu.add_block(region, &[]);
    for function in functions {
        let op = gpu.adopt(function);
        gpu.append(block, op);
    }
    let mut unit = builtin::module(ctx, module.loc(module.root()));
    let block = unit.entry_block().expect("a module has a block");
    let op = unit.adopt(gpu);
    unit.append(block, op);
    print_module(&unit, &PrintOptions { generic: true, ..PrintOptions::default() })
}

/// The extent symbols that a kernel takes, in the order of its parameters.
fn symbols(source: &Body) -> Vec<Symbol> {
    let entry = source.entry_block().into_iter();
    let types: Vec<Type> = entry.flat_map(|block| source.args(block)).map(|arg| source.ty(arg)).collect();
    let (declared, _) = declared_extents(source.ctx(), &types, &extent_arguments(source));
    let mut symbols = BindingPlan::new(&declared).symbols().to_vec();
    symbols.sort_unstable();
    symbols
}

fn emit_kernel(source: &Body, unit: &mut UnitState) -> Result<Body> {
    let (ctx, root) = (source.ctx().clone(), source.root());
    let entry = source.entry_block().ok_or_else(|| source.op(root).error("has no body"))?;
    let symbols = symbols(source);
    let old: Vec<Value> = source.args(entry).collect();
    let mut inputs: Vec<Type> = old.iter().map(|arg| parameter_type(source, *arg)).collect();
    inputs.extend(symbols.iter().map(|_| ctx.i64()));
    inputs.extend(stop::word_parameter(source));
    let maps = tensor_maps(source);
    let first_map = inputs.len();
    inputs.extend(maps.iter().map(|map| map_parameter(&ctx, map).0));
    let mut body = Body::new(&ctx, llvm::FUNC, source.loc(root), 1);
    attributes(source, &mut body, &inputs);
    describe_maps(&mut body, first_map, &maps);
    let region = body.region(body.root(), 0);
    let block = body.add_block(region, &inputs);
    let new: Vec<Value> = body.args(block).collect();
    let mut b = Builder::at_end(&mut body, block, source.loc(root));
    // No op of a kernel uses the call argument that a function of a processor has.
    let call = b.value(llvm::POISON, &[], pointer_type(&ctx), &[]);
    let (given, rest) = new.split_at(old.len());
    let (extents, rest) = rest.split_at(symbols.len());
    let (word, described) = rest.split_at(first_map - old.len() - symbols.len());
    let tensor_maps = maps.into_iter().zip(described.iter().copied()).collect();
    let mut emitter = Emitter {
        symbols,
        symbol_values: extents.iter().map(|value| Some(*value)).collect(),
        nested: true,
        threads: true,
        stop: word.first().copied(),
        tensor_maps,
        ..Emitter::new(source, unit, b, [call, call])
    };
    for (old, new) in old.into_iter().zip(given) {
        emitter.take_argument(old, *new)?;
    }
    emitter.block(entry)?;
    emitter.b.op(llvm::RETURN, &[], &[], &[]);
    Ok(body)
}

/// Sets the attributes of the tensor-map parameters.
fn describe_maps(body: &mut Body, first: usize, maps: &[TensorMap]) {
    if maps.is_empty() {
        return;
    }
    let ctx = body.ctx().clone();
    let mut about = vec![ctx.dict_attr(&[]); first];
    about.extend(maps.iter().map(|map| map_parameter(&ctx, map).1));
    body.set_attr(body.root(), "arg_attrs", ctx.array_attr(&about));
}

/// A memref is a pointer; a scalar has its storage type.
fn parameter_type(source: &Body, arg: Value) -> Type {
    let (ctx, ty) = (source.ctx(), source.ty(arg));
    if kernel_memory(source, arg) { machine_type(ctx, ty) } else { storage_type(ctx, ty) }
}

fn kernel_memory(source: &Body, arg: Value) -> bool {
    crate::emitter::types::memref_elem(source.ctx(), source.ty(arg)).is_some()
}

/// Sets the name, the type, and the block attributes of the kernel.
fn attributes(source: &Body, body: &mut Body, inputs: &[Type]) {
    let ctx = source.ctx().clone();
    let root = body.root();
    let name = builtin::symbol_name(source, source.root()).unwrap_or("kernel");
    body.set_attr(root, "sym_name", ctx.string_attr(name));
    let words: Vec<String> =
        inputs.iter().map(|ty| type_to_string(&ctx, *ty).replace("!llvm.", "")).collect();
    let ty = llvm_type(&ctx, &format!("func<void ({})>", words.join(", ")));
    body.set_attr(root, "function_type", ctx.type_attr(ty));
    body.set_attr(root, "nvvm.kernel", ctx.unit_attr());
    let Some(view) = source.cast(source.root(), kernel::Func) else { return };
    if let Some(block) = view.block() {
        let block = block.map(|n| n as i32);
        body.set_attr(root, "nvvm.reqntid", ctx.i32_array_attr(&block));
    }
    if let Some(cluster) = view.cluster() {
        let cluster = cluster.map(|n| n as i32);
        body.set_attr(root, "nvvm.cluster_dim", ctx.i32_array_attr(&cluster));
    }
    if let Some(most) = view.most_threads() {
        body.set_attr(root, "nvvm.maxntid", ctx.i32_array_attr(&[most as i32]));
    }
    if let Some(least) = view.least_blocks() {
        body.set_attr(root, "nvvm.minctasm", ctx.int_attr(ctx.i32(), least.into()));
    }
}

impl Emitter<'_, '_> {
    fn take_argument(&mut self, old: Value, new: Value) -> Result<()> {
        let ty = self.source.ty(old);
        if !kernel_memory(self.source, old) {
            let value = self.from_storage(new, ty);
            self.define(old, value);
            return Ok(());
        }
        let buffer = Buffer::of(self.source.ctx(), ty, new);
        let buffer = buffer.ok_or_else(|| {
            self.refuse(self.source.root(), "has a memref argument with an unnamed extent '?'")
        })?;
        self.forms.set(old, Form::Buffer(buffer));
        Ok(())
    }

    /// An op of the kernel dialect.
    pub(crate) fn thread_op(&mut self, op: Op) -> Result<()> {
        match self.source.kind(op) {
            kernel::Return::KIND => Ok(()),
            kernel::ThreadId::KIND
            | kernel::BlockId::KIND
            | kernel::BlockDim::KIND
            | kernel::GridDim::KIND
            | kernel::LaneId::KIND
            | kernel::WarpId::KIND
            | kernel::ClusterId::KIND
            | kernel::ClusterDim::KIND
            | kernel::ClusterBlockId::KIND
            | kernel::ClusterRank::KIND => self.thread_number(op),
            kernel::Shared::KIND => self.shared_array(op),
            kernel::DynamicShared::KIND => self.dynamic_shared_array(op),
            kernel::Barrier::KIND | kernel::WarpBarrier::KIND => self.barrier(op),
            kernel::ClusterBarrier::KIND | kernel::ClusterArrive::KIND | kernel::ClusterWait::KIND => {
                self.cluster_barrier(op)
            }
            kernel::ClusterShared::KIND => self.cluster_shared_array(op),
            kernel::Shuffle::KIND => self.shuffle_lanes(op),
            kernel::Vote::KIND | kernel::Ballot::KIND => self.vote(op),
            kernel::Atomic::KIND => self.atomic(op),
            kernel::CompareExchange::KIND => self.compare_exchange(op),
            kernel::LoadAcquire::KIND => self.load_acquire(op),
            kernel::StoreRelease::KIND => self.store_release(op),
            kernel::AsyncCopy::KIND => self.async_copy(op),
            kernel::AsyncCommit::KIND => self.async_commit(),
            kernel::AsyncWait::KIND => self.async_wait(op),
            kernel::EndIfStopped::KIND => self.end_if_stopped(op),
            kernel::MBarrierInit::KIND => self.mbarrier_init(op),
            kernel::MBarrierArrive::KIND => self.mbarrier_arrive(op),
            kernel::MBarrierWait::KIND => self.mbarrier_wait(op),
            kernel::BulkCopy::KIND => self.bulk_copy(op),
            kernel::AsyncFence::KIND => self.async_fence(),
            kernel::Mma::KIND => self.multiply(op),
            kernel::LoadMatrix::KIND => self.load_matrix(op),
            kernel::Wgmma::KIND => self.multiply_by_group(op),
            kernel::WgmmaFence::KIND => self.group_fence(),
            kernel::WgmmaCommit::KIND => self.group_commit(),
            kernel::WgmmaWait::KIND => self.group_wait(op),
            _ => Err(self.refuse(op, "has no upstream form: expand it first (kernel-expand)")),
        }
    }

    /// Calls an intrinsic with effects: it is not moved.
    fn together(&mut self, name: &str, operands: &[Value], result: Type) -> Value {
        self.intrinsic(name, operands, result)
    }
}
