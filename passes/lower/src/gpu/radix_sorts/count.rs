//! The histogram kernel: counts the digits of each block.

use super::plan::{self, DIGITS, EACH, Plan, THREADS, Tile};
use tf_dialects::arith;
use tf_dialects::kernel::{Atomic, Barrier, Shared};
use tf_dialects::mem::{Load, Store};
use tf_ir::body::{Body, Op, Value};
use tf_ir::types::Dim;

/// Builds the kernel. The result has the counts of all blocks for the first digit, then for the next one.
pub(super) fn build(function: &Body, op: Op, plan: &Plan, name: &str) -> Body {
    let ctx = function.ctx().clone();
    let (word, index) = (ctx.i32(), ctx.index());
    let read = [plan.source(function), word];
    let written = [ctx.memref(vec![plan.counters()], word)];
    plan::kernel(function, op, plan, name, [&read, &written], |code, arguments, counts| {
        let tile = Tile::new(code, plan);
        let ty = ctx.memref(vec![Dim::Static(DIGITS)], word);
        let totals = code.b.value(Shared, &[], ty, &[]);
        let zero = code.int(word, 0);
        Store::build(&mut code.b, zero, totals, &[tile.thread]);
        code.b.op(Barrier, &[], &[], &[]);
        let elements: Vec<(Value, Value)> = (0..EACH)
            .map(|i| {
                let offset = code.index(i * THREADS);
                let number = code.add(tile.thread, offset);
                tile.element(code, number)
            })
            .collect();
        let places: Vec<Value> = elements.iter().map(|(place, _)| *place).collect();
        let values = plan::read(code, plan, arguments[0], &places);
        for (value, (_, inside)) in values.into_iter().zip(elements) {
            let digit = plan::digit(code, plan, function, value, arguments[1]);
            let digit = arith::index_castui(code, digit, index);
            let one = arith::extui(code, inside, word);
            let how = [("kind", ctx.string_attr("add")), ("scope", ctx.string_attr("block"))];
            code.b.value(Atomic, &[one, totals, digit], word, &how);
        }
        code.b.op(Barrier, &[], &[], &[]);
        let count = Load::build(&mut code.b, totals, &[tile.thread]);
        let at = tile.counter(code, tile.thread);
        Store::build(&mut code.b, count, counts[0], &[at]);
    })
}
