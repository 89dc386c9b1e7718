//! Vector accesses along rows: each thread takes contiguous elements, enough for an access of 16 bytes.

use tf_dialects::arith::{FastMath, FlagSet};
use tf_dialects::loops::For;
use tf_ir::body::{Body, Op, Value};
use tf_ir::types::Type;
use tf_passes_common::code::folding_builder::FoldingBuilder;
use tf_passes_common::code::marks::{REDUCTION, VECTOR_WIDTH};
use tf_passes_common::cost::figures::GPU_ACCESS_BITS;

/// Contiguous elements per thread, if the widest element has this size in bytes.
pub(super) fn width(bytes: i64) -> i64 {
    (GPU_ACCESS_BITS / (8 * bytes.max(1))).clamp(1, 4)
}

/// Strip-mines a loop along a row by `width`; the inner loop is marked for vectorization if its body has no
/// loops or conditionals.
pub(super) fn widen(body: &mut Body, op: Op, width: i64) {
    let block = body.entry(body.region(op, 0)).expect("a loop has a block");
    let args: Vec<Value> = body.args(block).collect();
    let (end, ops) = {
        let mut ops: Vec<Op> = body.ops(block).collect();
        (ops.pop().expect("a verified block has a terminator"), ops)
    };
    let is_flat = ops.iter().all(|inner| body.regions(*inner).len() == 0);
    let ctx = body.ctx().clone();
    let mut attrs = Vec::new();
    if is_flat {
        attrs.push((VECTOR_WIDTH, ctx.i64_attr(width)));
        let marks = [REDUCTION, FastMath::ATTR];
        attrs.extend(marks.into_iter().filter_map(|mark| Some((mark, body.attr(op, mark)?))));
    }
    let yielded: Vec<Value> = body.operands(end).collect();
    let types: Vec<Type> = yielded.iter().map(|value| body.ty(*value)).collect();
    let mut code = FoldingBuilder::before(body, end);
    let bounds = [code.index(0), code.index(width), code.index(1)];
    let inner = code.b.op(For, &[&bounds[..], &args[1..]].concat(), &types, &attrs);
    let (at, inside) = code.region(inner, 0, &[&[ctx.index()], &types[..]].concat(), |code, inside| {
        let at = code.add(args[0], inside[0]);
        code.end(&yielded);
        (at, inside.to_vec())
    });
    let sum = body.def_op(at).expect("the index of a lane is computed at run time");
    let last = body
        .op(inner)
        .entry(0)
        .and_then(|block| body.last(block))
        .expect("a verified block has a terminator");
    ops.into_iter().for_each(|op| body.move_before(op, last));
    body.replace_uses_if(args[0], at, |_, used| used.op != sum);
    for (outer, new) in args[1..].iter().zip(&inside[1..]) {
        body.replace_uses_if(*outer, *new, |_, used| used.op != inner);
    }
    let results: Vec<Value> = body.results(inner).collect();
    body.set_operands(end, &results);
    let upper = (body.operand(op, 0), body.operand(op, 1));
    let step = FoldingBuilder::before(body, op).index(width);
    let operands: Vec<Value> =
        [upper.0, upper.1, step].into_iter().chain(body.operands(op).skip(3)).collect();
    body.set_operands(op, &operands);
}
