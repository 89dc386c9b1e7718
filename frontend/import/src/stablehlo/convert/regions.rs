//! Conversion of regions on elements: combiners, comparators, maps.

use super::lower::{Done, Form, Lower, invalid};
use super::types::{Class, class};
use tf_dialects::tensor::{self, CombiningKind};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::context::Context;
use tf_ir::opref::OpRef;
use tf_ir::registry::Traits;
use tf_ir::rewrite::Rebuild;
use tf_ir::types::Type;

/// The return op of a block.
pub(super) fn return_of(src: &Body, at: Block) -> Option<OpRef<'_>> {
    src.terminator(at).map(|end| src.op(end)).filter(|end| end.info().has(Traits::RETURN_LIKE))
}

/// Converts a block at the cursor with `args` for its arguments; returns the operands of its terminator.
pub(super) fn block<'a>(
    l: &mut Lower<'a, '_>,
    owner: OpRef<'_>,
    at: Block,
    args: &[Value],
) -> Done<Vec<Value>> {
    let src = l.src;
    if src.arg_count(at) != args.len() {
        let why = format!("has a region of {} arguments instead of {}", src.arg_count(at), args.len());
        return Err(invalid(owner, why));
    }
    let Some(end) = return_of(src, at) else {
        return Err(invalid(owner, "has a region that does not end with stablehlo.return"));
    };
    src.args(at).zip(args).for_each(|(arg, value)| l.forms.set(arg, Form::Value(*value)));
    l.block(at)?;
    l.operands(end)
}

/// Fills region `i` of a new op from a source region on elements.
pub(super) fn combiner<'a>(
    l: &mut Lower<'a, '_>,
    op: OpRef<'a>,
    made: Op,
    i: usize,
    source: Block,
    args: &[Type],
) -> Done {
    l.region(made, i, args, |l, args| {
        let results = scalars(l, op, source, args)?;
        tensor::Yield::build(&mut l.b, &results);
        Ok(())
    })
}

/// Converts a region at the cursor; tensors of rank 0 become elements.
pub(super) fn scalars<'a>(
    l: &mut Lower<'a, '_>,
    op: OpRef<'_>,
    source: Block,
    args: &[Value],
) -> Done<Vec<Value>> {
    let outer = std::mem::replace(&mut l.scalar, true);
    let results = block(l, op, source, args);
    l.scalar = outer;
    results
}

/// The combining kinds of a region with `n` accumulators, if it has one op per accumulator, on that
/// accumulator's pair of arguments.
pub(super) fn simple_kinds(src: &Body, at: Block, n: usize) -> Option<Vec<CombiningKind>> {
    let args: Vec<Value> = src.args(at).collect();
    let end = src.terminator(at)?;
    if args.len() != 2 * n || src.operand_count(end) != n {
        return None;
    }
    let kind = |i: usize| {
        let value = src.op(src.def_op(src.operand(end, i))?);
        let pair: Vec<Value> = value.operands().collect();
        let (left, right) = (args[i], args[n + i]);
        if pair != [left, right] && pair != [right, left] {
            return None;
        }
        kind_of(src.ctx(), value)
    };
    (0..n).map(kind).collect()
}

/// The combining kind that an op computes.
fn kind_of(ctx: &Context, op: OpRef<'_>) -> Option<CombiningKind> {
    use CombiningKind::*;
    let class = class(ctx, op.operand_type(0))?;
    Some(match (op.name(), class) {
        ("stablehlo.add" | "stablehlo.maximum" | "stablehlo.or", Class::Bool) => Or,
        ("stablehlo.multiply" | "stablehlo.minimum" | "stablehlo.and", Class::Bool) => And,
        ("stablehlo.add", _) => Add,
        ("stablehlo.multiply", _) => Mul,
        ("stablehlo.minimum", Class::Signed) => MinSI,
        ("stablehlo.minimum", Class::Unsigned) => MinUI,
        ("stablehlo.minimum", Class::Float) => MinimumF,
        ("stablehlo.maximum", Class::Signed) => MaxSI,
        ("stablehlo.maximum", Class::Unsigned) => MaxUI,
        ("stablehlo.maximum", Class::Float) => MaximumF,
        ("stablehlo.and", _) => And,
        ("stablehlo.or", _) => Or,
        ("stablehlo.xor", _) => Xor,
        _ => return None,
    })
}
