//! Lowers `tensor.put` to loads and stores of the accumulators.

use super::site::{Site, redirected, subscripts};
use tf_dialects::arith::FastMath;
use tf_dialects::loops::If;
use tf_dialects::mem::{Load, Store};
use tf_dialects::tensor::bounds::Proved;
use tf_dialects::tensor::{Combine, Policy, Put};
use tf_ir::body::{Block, Body, IrMap, Op, Value};
use tf_passes_common::code::folding_builder::FoldingBuilder;

/// A `tensor.put` to lower.
struct Write {
    combine: Combine,
    values: Vec<Value>,
    targets: Vec<Value>,
    combiner: Option<Block>,
}

/// Lowers a put and erases it.
pub fn write(body: &mut Body, op: Op, proved: Proved) {
    let put = body.view(op, Put);
    let accumulation = put.accumulation().expect("verified puts have accumulators");
    let policy = put.out_of_bounds();
    let (values, targets) = (put.put_values().to_vec(), put.targets().to_vec());
    let site = Site { op, source: targets[0], is_write: true, proved };
    let write = Write { combine: accumulation.combine, values, targets, combiner: put.combiner() };
    let mut code = FoldingBuilder::before(body, op);
    let code = &mut code;
    let at = subscripts(code, op);
    match policy {
        Policy::Assumed | Policy::Fill => write.change(code, &at),
        Policy::Clamp | Policy::Wrap => {
            let axes = site.axes(code, &at);
            let exists = site.has_elements(code, &axes);
            let change = |code: &mut FoldingBuilder<'_>| {
                let inside = redirected(code, &axes, policy);
                write.change(code, &inside);
            };
            when(code, exists, change, |_| {});
        }
        Policy::Drop => {
            let inside = site.all_inside(code, &at);
            when(code, inside, |code| write.change(code, &at), |_| {});
        }
        Policy::Trap => {
            let inside = site.all_inside(code, &at);
            when(code, inside, |code| write.change(code, &at), |code| site.trap(code, &at));
        }
    }
    code.b.erase(op);
}

/// Emits `then` under the condition and `other` where it fails. The condition `None` is true.
fn when(
    code: &mut FoldingBuilder<'_>,
    condition: Option<Value>,
    then: impl FnOnce(&mut FoldingBuilder<'_>),
    other: impl FnOnce(&mut FoldingBuilder<'_>),
) {
    let Some(condition) = condition else { return then(code) };
    match code.known(condition) {
        Some(0) => return other(code),
        Some(_) => return then(code),
        None => {}
    }
    let new = If::build(&mut code.b, condition, &[]);
    code.region(new, 0, &[], |code, _| {
        then(code);
        code.end(&[]);
    });
    code.region(new, 1, &[], |code, _| {
        other(code);
        code.end(&[]);
    });
}

impl Write {
    /// Updates the elements at subscripts that are in bounds.
    fn change(&self, code: &mut FoldingBuilder<'_>, at: &[Value]) {
        let new = match self.combine {
            Combine::Set => self.values.clone(),
            Combine::Kind(kind) => {
                let old = Load::build(&mut code.b, self.targets[0], at);
                vec![code.combine(kind, old, self.values[0], FastMath::NONE)]
            }
            Combine::Region => self.combined(code, at),
        };
        for (value, target) in new.into_iter().zip(&self.targets) {
            Store::build(&mut code.b, value, *target, at);
        }
    }

    /// Inlines the combiner of a put, with the old elements and the put values as arguments; returns the new
    /// elements.
    fn combined(&self, code: &mut FoldingBuilder<'_>, at: &[Value]) -> Vec<Value> {
        let block = self.combiner.expect("verified puts into such accumulators have a region");
        let elements = self.targets.iter().map(|target| Load::build(&mut code.b, *target, at));
        let mut numbers: Vec<Value> = elements.collect();
        numbers.extend(&self.values);
        let mut map = IrMap::default();
        map.values.extend(code.b.body.args(block).zip(numbers));
        let ops: Vec<Op> = code.b.body.ops(block).collect();
        let (end, ops) = ops.split_last().expect("verified blocks end with a terminator");
        for op in ops {
            code.b.clone_op(*op, &mut map);
        }
        code.b.body.operands(*end).map(|value| map.value(value)).collect()
    }
}
