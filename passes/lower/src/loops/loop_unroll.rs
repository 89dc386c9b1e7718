//! `loop-unroll`: unrolls marked loops by a factor, with a remainder loop.
//!
//! A schedule marks loops (`unroll`), and vectorization keeps the mark, so vector loops can be unrolled as
//! well. The original loop becomes the remainder: it continues with the end and the carried values of the
//! unrolled loop.

use tf_dialects::arith;
use tf_dialects::loops::For;
use tf_dialects::tensor::schedule::MAX_UNROLL;
use tf_ir::body::{Body, Op, Value};
use tf_ir::control::early_exit;
use tf_ir::diag::Diagnostic;
use tf_ir::pass::{
    Anchor, Changed, Growth, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::types::Type;
use tf_ir::walk::{postorder, walk};
use tf_passes_common::code::folding_builder::{FoldingBuilder, known};
use tf_passes_common::code::marks::UNROLL;
use tf_passes_common::code::subscript::Copier;
use tf_passes_common::cost::figures::LARGEST_UNROLLED_LOOP;

/// The pass.
pub struct LoopUnroll;

/// The description of the pass.
pub static INFO: PassInfo = PassInfo {
    name: "loop-unroll",
    title: "LoopUnroll",
    summary: "Unroll marked loops",
    docs: "Unrolls every loop.for with the attribute 'unroll' by its factor; a loop for the remaining \
        iterations follows, unless there are none. Inner loops first. Run it after 'loop-vectorize', which \
        keeps the attribute, and run 'canonicalize' and 'cse' after it. A loop that may be left early, or \
        whose copies would be too long, is not changed, and a remark gives the reason.",
    anchor: Anchor::Any,
    scope: Scope::Body,
    options: &[],
    statistics: &[
        StatSpec { name: "num-unrolled", help: "loops that were unrolled" },
        StatSpec { name: "num-refused", help: "marked loops that are not changed" },
    ],
    rules: &[RuleSpec { name: "loops", help: "unrolls a marked loop" }],
    growth: Growth::NONE,
    make: |_| Ok(Box::new(LoopUnroll)),
};

impl Pass for LoopUnroll {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let mut changed = false;
        for op in postorder(body) {
            let Some(mark) = body.attr(op, UNROLL).filter(|_| body.is(op, For)) else { continue };
            let factor = body.ctx().attr_int(mark).and_then(|n| i64::try_from(n).ok()).unwrap_or(1);
            body.remove_attr(op, UNROLL);
            changed = true;
            if factor < 2 || !cx.allows("loops") {
                continue;
            }
            match refusal(body, op, factor) {
                Some(why) => {
                    cx.count("num-refused", 1);
                    cx.remark(body.loc(op), format!("the loop is not unrolled: {why}"));
                }
                None => {
                    unroll(body, op, factor).map_err(|error| cx.error(error))?;
                    cx.count("num-unrolled", 1);
                }
            }
        }
        Ok(Changed::from(changed))
    }
}

/// The reason why a loop is not unrolled.
fn refusal(body: &Body, op: Op, factor: i64) -> Option<String> {
    if factor > MAX_UNROLL {
        return Some(format!("the factor {factor} is more than {MAX_UNROLL}"));
    }
    if early_exit(body, op).is_some() {
        return Some("it may be left early".to_string());
    }
    let step = known(body, body.operand(op, 2)).filter(|step| *step > 0);
    let Some(step) = step.filter(|_| body.ty(body.operand(op, 0)) == body.ctx().index()) else {
        return Some("its step is not constant".to_string());
    };
    if step.checked_mul(factor).is_none() {
        return Some(format!("{factor} steps of {step} overflow 64 bits"));
    }
    let mut ops = 0i64;
    walk(body, op, &mut |_, _| ops += 1);
    (ops.saturating_mul(factor) > LARGEST_UNROLLED_LOOP)
        .then(|| format!("{factor} copies of {ops} operations are more than {LARGEST_UNROLLED_LOOP}"))
}

/// Builds a loop of `factor` iterations each before the loop, which becomes the remainder.
fn unroll(body: &mut Body, op: Op, factor: i64) -> Result<(), Diagnostic> {
    let operands: Vec<Value> = body.operands(op).collect();
    let (lower, upper, step) =
        (operands[0], operands[1], known(body, operands[2]).expect("the loop was checked before"));
    let block = body.entry(body.region(op, 0)).expect("verified loops have a block");
    let old: Vec<Value> = body.args(block).collect();
    // A length that exceeds 64 bits is unknown: `end_of_groups` then leaves all iterations to the remainder.
    let span =
        known(body, lower).zip(known(body, upper)).and_then(|(lo, hi)| hi.checked_sub(lo)).map(|n| n.max(0));
    let trips = span.map(|span| span / step + i64::from(span % step != 0));
    if trips.is_some_and(|trips| trips < factor) {
        return Ok(());
    }
    let mut code = FoldingBuilder::before(body, op);
    let stride = code.index(step * factor);
    let end = end_of_groups(&mut code, lower, upper, step, factor);
    let types: Vec<Type> = operands[3..].iter().map(|v| code.ty(*v)).collect();
    let new = code.b.op(For, &[&[lower, end, stride], &operands[3..]].concat(), &types, &[]);
    let index = code.ctx().index();
    let args = [vec![index], types].concat();
    code.region(new, 0, &args, |code, args| -> Result<(), Diagnostic> {
        let mut carried = args[1..].to_vec();
        for copy in 0..factor {
            let at = match copy {
                0 => args[0],
                _ => {
                    let ahead = code.index(copy * step);
                    code.add(args[0], ahead)
                }
            };
            let values = std::iter::once(at).chain(carried);
            carried = Copier::of(old.iter().copied().zip(values)).block(&mut code.b, block)?;
        }
        code.end(&carried);
        Ok(())
    })?;
    let results: Vec<Value> = body.results(new).collect();
    if trips.is_some_and(|trips| trips % factor == 0) {
        body.replace(op, &results);
        return Ok(());
    }
    body.set_operand(op, 0, end);
    for (i, result) in results.into_iter().enumerate() {
        body.set_operand(op, 3 + i, result);
    }
    Ok(())
}

/// The end of the last full group of `factor` iterations of `lower .. upper`.
fn end_of_groups(code: &mut FoldingBuilder<'_>, lower: Value, upper: Value, step: i64, factor: i64) -> Value {
    let (zero, step_value, stride) = (code.index(0), code.index(step), code.index(step * factor));
    let span = code.sub(upper, lower);
    let span = arith::maxsi(code, span, zero);
    let trips = arith::ceildivui(code, span, step_value);
    let factor = code.index(factor);
    let groups = arith::divui(code, trips, factor);
    let whole = code.mul(groups, stride);
    code.add(lower, whole)
}
