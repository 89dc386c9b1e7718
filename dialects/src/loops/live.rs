//! Liveness of the carried values of a loop.

use super::ops::{Condition, For, While};
use rustc_hash::FxHashSet;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::effects::is_pure;
use tf_ir::walk::walk;

/// A liveness analysis of the code of a loop.
struct Live<'a> {
    body: &'a Body,
    op: Op,
    /// The blocks, in execution order.
    blocks: Vec<Block>,
    /// The carried values: arguments of the first block, with their next values.
    carried: Vec<(Value, Value)>,
    /// The arguments of the second block of a `loop.while`, with the values that the first block passes.
    passed: Vec<(Value, Value)>,
    needed: FxHashSet<Value>,
    pending: Vec<Value>,
}

/// For each carried value of a `loop.for` or `loop.while`, whether a used result, an effect, or the condition
/// depends on it; all true if each result is used. Empty for other ops.
pub(super) fn carried(body: &Body, op: Op) -> Vec<bool> {
    let Some(mut live) = Live::of(body, op) else { return Vec::new() };
    if body.is(op, For) && !body.results(op).any(|result| body.is_unused(result)) {
        return vec![true; live.carried.len()];
    }
    live.find();
    live.carried.iter().map(|(arg, _)| live.needed.contains(arg)).collect()
}

impl Live<'_> {
    fn of(body: &Body, op: Op) -> Option<Live<'_>> {
        let blocks: Vec<Block> = body.regions(op).map(|region| body.entry(region)).collect::<Option<_>>()?;
        let (carried, passed) = match (body.cast(op, For), body.cast(op, While)) {
            (Some(view), _) => (view.carried().into_iter().zip(view.yielded()).collect(), Vec::new()),
            (_, Some(view)) => {
                let given = body.operands(view.condition()?).skip(1);
                (
                    view.before().into_iter().zip(view.yielded()).collect(),
                    view.after().into_iter().zip(given).collect(),
                )
            }
            _ => return None,
        };
        Some(Live { body, op, blocks, carried, passed, needed: FxHashSet::default(), pending: Vec::new() })
    }

    fn need(&mut self, value: Value) {
        if self.needed.insert(value) {
            self.pending.push(value);
        }
    }

    fn find(&mut self) {
        self.roots();
        while let Some(value) = self.pending.pop() {
            let next = self.carried.iter().chain(&self.passed).find(|(arg, _)| *arg == value);
            if let Some((_, source)) = next.copied() {
                self.need(source);
            }
            let def = self.body.def_op(value);
            if let Some(def) = def.filter(|def| self.is_inside(*def)) {
                self.uses(def);
            }
        }
    }

    fn is_inside(&self, op: Op) -> bool {
        self.body.block_of(op).is_some_and(|block| self.blocks.contains(&block))
    }

    /// Marks the values that an op and the code in its regions use.
    fn uses(&mut self, op: Op) {
        let mut values = Vec::new();
        walk(self.body, op, &mut |body, inner| values.extend(body.operands(inner)));
        values.into_iter().for_each(|value| self.need(value));
    }

    /// Marks the roots: used results, the condition, and operands of ops with effects.
    fn roots(&mut self) {
        let body = self.body;
        let sources: Vec<Value> = match body.is(self.op, For) {
            true => self.carried.iter().map(|(arg, _)| *arg).collect(),
            false => self.passed.iter().map(|(_, given)| *given).collect(),
        };
        let used: Vec<Value> =
            body.results(self.op).zip(sources).filter(|(r, _)| !body.is_unused(*r)).map(|(_, v)| v).collect();
        used.into_iter().for_each(|value| self.need(value));
        for block in self.blocks.clone() {
            let ops: Vec<Op> = body.ops(block).collect();
            let (end, code) = ops.split_last().expect("a verified block has a terminator");
            if body.is(*end, Condition) {
                self.need(body.operand(*end, 0));
            }
            for inner in code {
                if !is_pure(body, *inner) {
                    self.uses(*inner);
                }
            }
        }
    }
}
