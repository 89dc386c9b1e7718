//! Floats that decide: an integer, a choice or an order depends on them, so that their last bit may change
//! the control flow of a program.
//!
//! `v == max(v)` holds for some `v` only if both sides are rounded alike, and `floor(a/b)` is the next
//! smaller integer if a whole quotient is one unit too small. Decisions are compares, tests, maxima and
//! minima, roundings to integers, remainders, and conversions to other types. Each float that a deciding
//! float depends on decides, too: through arithmetic, elements of tensors, folds and loops. Stores to memory
//! decide if any load from memory does.

use rustc_hash::FxHashSet;
use tf_dialects::arith::{Maximumf, Maxnumf, Minimumf, Minnumf, Remf};
use tf_dialects::func::routine::routine_of;
use tf_dialects::func::{Call, Func, Return};
use tf_dialects::math::{Ceil, Floor, Round, Roundeven, Trunc};
use tf_dialects::tensor::constraints::kinds;
use tf_dialects::tensor::{Combine, CombiningKind, Compute, Scatter};
use tf_ir::OpKind;
use tf_ir::body::{Block, Body, Def, Op, Value};
use tf_ir::control::LoopLike;
use tf_ir::interfaces::{BranchPoint, RegionFlow};
use tf_ir::types::TypeData;
use tf_ir::walk::preorder;

/// Ops on floats whose results are operands, or jump if the operands change by one unit in the last place.
const JUMPS: &[OpKind] = &[
    Ceil::KIND,
    Floor::KIND,
    Maximumf::KIND,
    Maxnumf::KIND,
    Minimumf::KIND,
    Minnumf::KIND,
    Remf::KIND,
    Round::KIND,
    Roundeven::KIND,
    Trunc::KIND,
];

/// The floats of a function that decide.
#[derive(Default)]
pub struct Deciding {
    found: FxHashSet<Value>,
}

impl Deciding {
    /// Finds them.
    pub fn of(body: &Body) -> Deciding {
        let mut search = Search { body, found: FxHashSet::default(), open: Vec::new(), memory: false };
        for op in preorder(body) {
            search.decision(op);
        }
        while let Some(value) = search.open.pop() {
            search.sources(value);
        }
        Deciding { found: search.found }
    }

    /// True if a value decides.
    pub fn has(&self, value: Value) -> bool {
        self.found.contains(&value)
    }

    /// True if a result of an op decides.
    pub fn has_result(&self, body: &Body, op: Op) -> bool {
        body.results(op).any(|value| self.has(value))
    }
}

struct Search<'a> {
    body: &'a Body,
    found: FxHashSet<Value>,
    open: Vec<Value>,
    /// True once a load from memory decides.
    memory: bool,
}

impl Search<'_> {
    fn add(&mut self, value: Value) {
        if is_float(self.body, value) && self.found.insert(value) {
            self.open.push(value);
        }
    }

    fn add_all(&mut self, values: impl IntoIterator<Item = Value>) {
        values.into_iter().for_each(|value| self.add(value));
    }

    /// Adds the operands of an op, and the operands of the terminators of its regions.
    fn add_inputs(&mut self, op: Op) {
        self.add_all(self.body.operands(op));
        for block in blocks(self.body, op) {
            self.add_all(ends(self.body, block));
        }
    }

    /// Adds the operands that an op decides by.
    fn decision(&mut self, op: Op) {
        let body = self.body;
        // A callee may decide, and so may a caller.
        let is_private = || {
            let visibility = body.attr(body.root(), "sym_visibility").and_then(|a| body.ctx().attr_str(a));
            // Results of routines are in memory: all readers see one rounding.
            let is_routine = routine_of(body.op(body.root())).is_some();
            body.is(body.root(), Func) && visibility == Some("private") && !is_routine
        };
        if JUMPS.contains(&body.kind(op))
            || makes_no_float(body, op)
            || body.is(op, Call)
            || body.is(op, Return) && is_private()
        {
            self.add_all(body.operands(op));
        }
        if chooses(body, op) {
            self.add_inputs(op);
            self.add_puts(op);
        }
    }

    /// Adds the operands of puts into the accumulating results of a compute: those of all ops without
    /// results.
    fn add_puts(&mut self, op: Op) {
        for inner in blocks(self.body, op).into_iter().flat_map(|block| self.body.ops(block)) {
            if self.body.result_count(inner) == 0 {
                self.add_all(self.body.operands(inner));
            }
            self.add_puts(inner);
        }
    }

    /// Adds the values that a deciding value depends on.
    fn sources(&mut self, value: Value) {
        let body = self.body;
        match body.def(value) {
            Def::Result(op, at) => self.sources_of_result(op, at),
            Def::Argument(block, at) => {
                let Some(op) = body.block_owner(block).filter(|op| *op != body.root()) else { return };
                match body.info(op).interface::<dyn RegionFlow>() {
                    Some(rule) => {
                        let regions: Vec<_> = body.regions(op).collect();
                        let region = regions.iter().position(|region| body.entry(*region) == Some(block));
                        self.flow(op, rule, |to| match to {
                            BranchPoint::Region(number, first) if Some(number) == region => {
                                at.checked_sub(first)
                            }
                            _ => None,
                        });
                    }
                    None => self.add_inputs(op),
                }
            }
        }
    }

    fn sources_of_result(&mut self, op: Op, at: usize) {
        let body = self.body;
        if let Some(compute) = body.cast(op, Compute) {
            match at.checked_sub(compute.plain_count()) {
                None => self.add_all(compute.block().and_then(|block| ends(body, block).nth(at))),
                Some(_) => {
                    self.add_all(body.operands(op));
                    self.add_puts(op);
                }
            }
        } else if let Some(rule) = body.info(op).interface::<dyn RegionFlow>() {
            self.flow(op, rule, |to| match to {
                BranchPoint::Results(first) => at.checked_sub(first),
                _ => None,
            });
            // Results are the values of the last iteration.
            let carried = body.info(op).interface::<dyn LoopLike>().map(|rule| rule.carried(body.op(op)));
            self.add_all(carried.and_then(|carried| carried.next.get(at).copied()));
        } else {
            self.add_inputs(op);
            if body.operands(op).any(|operand| is_memory(body, operand)) {
                self.all_of_memory();
            }
        }
    }

    /// Adds the values that flow to a value: `position` is its index in the list at a branch point.
    fn flow(&mut self, op: Op, rule: &dyn RegionFlow, position: impl Fn(BranchPoint) -> Option<usize>) {
        let body = self.body;
        for flow in rule.flows(body.op(op)) {
            let Some(at) = position(flow.to) else { continue };
            let value = match flow.from {
                BranchPoint::Operands(first) => body.operands(op).nth(first + at),
                BranchPoint::Region(region, first) => {
                    let region = body.regions(op).nth(region);
                    let block = region.and_then(|region| body.entry(region));
                    block.and_then(|block| ends(body, block).nth(first + at))
                }
                BranchPoint::Results(first) => body.results(op).nth(first + at),
            };
            self.add_all(value);
        }
    }

    /// Adds all values stored to memory.
    fn all_of_memory(&mut self) {
        if std::mem::replace(&mut self.memory, true) {
            return;
        }
        let body = self.body;
        for op in preorder(body) {
            if body.is(op, Compute) || body.operands(op).any(|operand| is_memory(body, operand)) {
                self.add_all(body.operands(op));
            }
        }
    }
}

/// The blocks of an op's regions.
fn blocks(body: &Body, op: Op) -> Vec<Block> {
    body.regions(op).flat_map(|region| body.blocks(region)).collect()
}

/// The operands of a block's terminator.
fn ends(body: &Body, block: Block) -> impl Iterator<Item = Value> + '_ {
    body.terminator(block).into_iter().flat_map(|end| body.operands(end))
}

/// Floats, and tensors and vectors of them.
fn is_float(body: &Body, value: Value) -> bool {
    let ty = body.ty(value);
    !is_memory(body, value) && body.ctx().is_float(body.ctx().elem_type(ty))
}

fn is_memory(body: &Body, value: Value) -> bool {
    matches!(body.ctx().type_data(body.ty(value)), TypeData::MemRef { .. } | TypeData::UnrankedMemRef(..))
}

/// True for ops without regions that convert floats to other types: compares, conversions, searches.
fn makes_no_float(body: &Body, op: Op) -> bool {
    body.regions(op).next().is_none() && body.results(op).any(|value| !is_float(body, value))
}

/// True for ops that reduce floats by maxima or minima.
fn chooses(body: &Body, op: Op) -> bool {
    use CombiningKind::{MaxNumF, MaximumF, MinNumF, MinimumF};
    let is_choice = |kind: &CombiningKind| matches!(kind, MaxNumF | MaximumF | MinNumF | MinimumF);
    let accumulations = match (body.cast(op, Compute), body.cast(op, Scatter)) {
        (Some(compute), _) => compute.accumulations(),
        (_, Some(scatter)) => scatter.accumulations(),
        _ => Vec::new(),
    };
    let slot = body.info(op).slot("kinds").and_then(|slot| body.slot(op, slot));
    let listed = slot.and_then(|attr| kinds(body.ctx(), attr)).unwrap_or_default();
    listed.iter().any(is_choice)
        || accumulations.iter().any(|how| matches!(&how.combine, Combine::Kind(kind) if is_choice(kind)))
}
