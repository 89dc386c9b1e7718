//! Partitions a function between the host and kernels.
//!
//! The host accesses no elements, except that it loads scalars that it needs itself: conditions, bounds,
//! arguments of launches. A kernel that computes such a scalar stores it in a buffer, from which the host and
//! later kernels load it.

use super::outline::{KernelBody, outline};
use super::points::Points;
use super::roles::{Role, writes_memory};
use super::{Counts, atomic, scan, team, unroll};
use rustc_hash::{FxHashMap, FxHashSet};
use tf_dialects::gpu::Gpu;
use tf_dialects::loops::Parallel;
use tf_dialects::mem::{Alloc, Load};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::location::Location;
use tf_ir::rewrite::Allowed;
use tf_ir::symbol::SymbolTable;
use tf_ir::walk::walk;
use tf_passes_common::code::marks::ATOMIC;

/// A function during its conversion to host code.
pub(super) struct Host<'a> {
    pub(super) body: &'a mut Body,
    pub(super) gpu: Gpu,
    /// The symbols of the module, and the prefix of the names of kernels.
    names: (&'a SymbolTable, &'a str),
    pub(super) allowed: Allowed<'a>,
    /// The kernels built so far, in the order of their launches.
    pub(super) kernels: Vec<Body>,
    pub(super) counts: Counts,
    pub(super) remarks: Vec<(Location, String)>,
    /// Host loads of scalars that kernels stored, each with its buffer: other kernels load from the buffer
    /// themselves.
    pub(super) spilled: FxHashMap<Value, Value>,
}

impl<'a> Host<'a> {
    pub(super) fn new(
        body: &'a mut Body,
        gpu: Gpu,
        names: (&'a SymbolTable, &'a str),
        allowed: Allowed<'a>,
    ) -> Host<'a> {
        Host {
            body,
            gpu,
            names,
            allowed,
            kernels: Vec::new(),
            counts: Counts::default(),
            remarks: Vec::new(),
            spilled: FxHashMap::default(),
        }
    }

    /// Maps the whole function.
    pub(super) fn map(&mut self) -> Result<(), Diagnostic> {
        let entry = self.body.entry_block().expect("the caller checked that it is a loop");
        self.block(entry)
    }

    /// A name for the next kernel.
    pub(super) fn fresh_name(&self) -> String {
        self.names.0.fresh(&format!("{}_k{}", self.names.1, self.kernels.len()))
    }

    fn block(&mut self, block: Block) -> Result<(), Diagnostic> {
        let ops: Vec<Op> = self.body.ops(block).collect();
        let mut pending = Vec::new();
        for op in ops {
            if let Some(found) =
                scan::found(self.body, op).filter(|_| self.allowed.allows("single-pass-scans"))
            {
                self.flush(&std::mem::take(&mut pending), op)?;
                self.scan_by_grid(op, &found)?;
                continue;
            }
            let role = Role::of(self.body, op);
            match role {
                Role::Free | Role::Serial => {
                    pending.push(op);
                    continue;
                }
                Role::Memory => continue,
                _ => self.flush(&std::mem::take(&mut pending), op)?,
            }
            match role {
                Role::Nest => self.nest(op)?,
                Role::Control => {
                    let regions: Vec<Block> =
                        self.body.regions(op).flat_map(|region| self.body.blocks(region)).collect();
                    regions.into_iter().try_for_each(|block| self.block(block))?;
                }
                Role::Loop => self.host_loop(op)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Turns a parallel loop into a kernel.
    fn nest(&mut self, op: Op) -> Result<(), Diagnostic> {
        let atomic = self.body.attr(op, ATOMIC).is_some();
        if atomic && !atomic::can_be(self.body, op) {
            return self.one_by_one(op);
        }
        unroll::expand_copies(self.body, op);
        let points = Points::of(self, op);
        let inner = self.body.entry(self.body.region(op, 0)).expect("a parallel loop has a block");
        let mut ops: Vec<Op> = self.body.ops(inner).collect();
        ops.pop();
        let part = KernelBody { ops, at: op, points: Some(points), stores: Vec::new(), atomic };
        outline(self, &part)?;
        self.body.erase(op);
        Ok(())
    }

    /// Distributes a scan over the blocks of the whole grid.
    fn scan_by_grid(&mut self, op: Op, found: &scan::Found) -> Result<(), Diagnostic> {
        let (Some(scan), Some((tickets, clear))) =
            (scan::of(self.body, found.scan), found.prepare(self.body, op))
        else {
            return Err(self.body.op(op).error("is a scan with memory of unknown size"));
        };
        self.nest(clear)?;
        let points = Points::in_turn(self.body, op, scan.team, tickets);
        let mut ops = vec![op];
        if self.body.is(op, Parallel) {
            let inner = self.body.entry(self.body.region(op, 0)).expect("a parallel loop has a block");
            ops = self.body.ops(inner).collect();
            ops.pop();
        }
        let part = KernelBody { ops, at: op, points: Some(points), stores: Vec::new(), atomic: false };
        outline(self, &part)?;
        self.body.erase(op);
        Ok(())
    }

    /// Runs a parallel loop on one thread: its iterations update the same elements, and atomics cannot do
    /// that.
    fn one_by_one(&mut self, op: Op) -> Result<(), Diagnostic> {
        let loc = self.body.loc(op);
        self.remarks.push((
            loc,
            "one thread runs the points of this loop, because they change the same elements".to_string(),
        ));
        let next = self.body.next(op).expect("a terminator is after it");
        unroll::sequential(self.body, op);
        let outer = self.body.prev(next).expect("the loop is before the ops that followed it");
        self.flush(&[outer], next)
    }

    /// Turns a parallel loop into a loop of the host.
    fn host_loop(&mut self, op: Op) -> Result<(), Diagnostic> {
        let loc = self.body.loc(op);
        if self.body.result_count(op) > 0 {
            return Err(self.body.op(op).error("has shared tensors: run bufferize before map-kernels"));
        }
        self.remarks.push((
            loc,
            "the host runs the iterations of this loop one by one, because they contain large or dynamic \
             loops"
                .to_string(),
        ));
        self.counts.unrolled += 1;
        match unroll::sequential(self.body, op) {
            Some(block) => self.block(block),
            None => Err(Diagnostic::error(loc, "a parallel loop without a region")),
        }
    }

    /// Outlines the pending ops that depend on elements into a kernel, launched before the given op.
    fn flush(&mut self, pending: &[Op], before: Op) -> Result<(), Diagnostic> {
        let device = self.on_device(pending);
        if device.is_empty() {
            return Ok(());
        }
        let handed = self.live_out(&device);
        let writes = device.iter().any(|op| writes_memory(self.body, *op));
        let reads_only = !writes && device.iter().all(|op| self.body.regions(*op).len() == 0);
        if reads_only && !handed.iter().any(|value| self.goes_to_kernels(*value, &device)) {
            return Ok(());
        }
        if !writes && handed.is_empty() && !device.iter().any(|op| stops(self.body, *op)) {
            return Ok(());
        }
        let stores: Vec<(Value, Value)> =
            handed.into_iter().map(|value| (value, self.scratch(value))).collect();
        let team = team::of(self, &device);
        let points = team.map(Points::whole);
        let part =
            KernelBody { ops: device.clone(), at: before, points, stores: stores.clone(), atomic: false };
        outline(self, &part)?;
        self.counts.serial += 1;
        for (value, memory) in stores {
            let mut b = Builder::before(self.body, before);
            b.loc = b.body.def_op(value).map_or(b.loc, |def| b.body.loc(def));
            let loaded = Load::build(&mut b, memory, &[]);
            self.body.replace_uses(value, loaded);
            self.spilled.insert(loaded, memory);
        }
        device.into_iter().rev().for_each(|op| self.body.erase(op));
        Ok(())
    }

    /// The ops that read or write elements, and the ops that depend on these.
    fn on_device(&self, pending: &[Op]) -> Vec<Op> {
        let body = &*self.body;
        let mut values: FxHashSet<Value> = FxHashSet::default();
        let mut device = Vec::new();
        for op in pending {
            let mut depends = Role::of(body, *op) == Role::Serial;
            walk(body, *op, &mut |body, inner| depends |= body.operands(inner).any(|v| values.contains(&v)));
            if depends {
                values.extend(body.results(*op));
                device.push(*op);
            }
        }
        device
    }

    /// The results of these ops that other ops use.
    fn live_out(&self, device: &[Op]) -> Vec<Value> {
        let body = &*self.body;
        let inside = |user: Op| device.iter().any(|op| body.encloses(*op, user));
        let results = device.iter().flat_map(|op| body.results(*op));
        results.filter(|value| body.users(*value).into_iter().any(|user| !inside(user))).collect()
    }

    /// True if a kernel will use the value: then it stays on the device.
    fn goes_to_kernels(&self, value: Value, device: &[Op]) -> bool {
        let body = &*self.body;
        let Some(block) = body.def_op(value).and_then(|def| body.block_of(def)) else { return false };
        let other = |user: Op| !device.iter().any(|op| body.encloses(*op, user));
        body.users(value).into_iter().filter(|user| other(*user)).any(|user| {
            let mut at = user;
            while body.block_of(at) != Some(block) {
                match body.parent_op(at) {
                    Some(around) => at = around,
                    None => return true,
                }
            }
            at != user || matches!(Role::of(body, at), Role::Nest | Role::Serial)
        })
    }

    /// Allocates memory for one scalar at the beginning of the function.
    fn scratch(&mut self, value: Value) -> Value {
        let entry = self.body.entry_block().expect("the caller checked that it is a loop");
        let first = self.body.first(entry).expect("a function ends with a return");
        let ctx = self.body.ctx().clone();
        let ty = ctx.memref(Vec::new(), self.body.ty(value));
        Builder::before(self.body, first).value(Alloc, &[], ty, &[])
    }
}

/// True if the op may stop the call.
fn stops(body: &Body, op: Op) -> bool {
    use tf_ir::interfaces::Effect;
    !tf_ir::effects::visit_effects(body, op, &mut |effect| !matches!(effect, Effect::Control))
}
