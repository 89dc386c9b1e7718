//! `split-loops`: index set splitting, for loops with comparisons that fail only in the first and last
//! iterations.
//!
//! A window fold that reaches past the edge of a tensor tests at each term whether it is inside. If its terms
//! are lanes or a few scalars, the test costs as much as the addition. The middle loop has no tests; the
//! loops before and after it are copies of the original. If points become lanes and only a few at the ends of
//! the loop miss a neighbour, these few run apart: a vector that contained one would need an address for each
//! lane.

use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops::{For, Parallel};
use tf_dialects::mem;
use tf_ir::body::{Body, Op, Value};
use tf_ir::control::early_exit;
use tf_ir::diag::Diagnostic;
use tf_ir::pass::{
    Anchor, Changed, Growth, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::registry::Traits;
use tf_ir::types::Type;
use tf_ir::walk::{preorder, walk};
use tf_passes_common::code::folding_builder::{FoldingBuilder, known};
use tf_passes_common::code::marks::{LIKELY, VECTOR_AXIS, VECTOR_WIDTH};
use tf_passes_common::code::subscript::Copier;
use tf_passes_common::cost::comparisons;
use tf_passes_common::cost::figures::{LARGEST_SPLIT_LOOP, LEAST_SPLIT_ITERATIONS, MOST_EDGE};

struct SplitLoops;

/// The description of the pass.
pub static INFO: PassInfo = PassInfo {
    name: "split-loops",
    title: "SplitLoops",
    summary: "Index set splitting: a loop becomes three, by comparisons that hold in its middle",
    docs: "Splits each loop.for that contains, or is inside of, a loop whose iterations become lanes, if a \
        few iterations are excluded. Comparisons marked 'likely' of the index plus a loop-invariant offset \
        with a loop-invariant bound hold from some iteration on, or up to one. The iterations for which \
        all of them hold become a loop without the comparisons, between two loops with them. Run it before \
        'loop-vectorize', and run 'canonicalize' after it.",
    anchor: Anchor::Any,
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-split", help: "loops that were split" }],
    rules: &[RuleSpec { name: "loops", help: "splits a loop" }],
    growth: Growth::NONE,
    make: |_| Ok(Box::new(SplitLoops)),
};

impl Pass for SplitLoops {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let mut split = 0;
        // Outer loops first: loops in the middle part are visited, copies in the outer parts are not.
        for op in preorder(body) {
            if !body.is_live(op) || !body.is(op, For) {
                continue;
            }
            let found = match width_of(body, op) {
                Some(width) if body.result_count(op) == 0 => edges(body, op, width),
                None if is_lane_of_another(body, op) => comparisons(body, op),
                _ => continue,
            };
            if found.is_empty() || !is_worth_it(body, op) || !cx.allows("loops") {
                continue;
            }
            self::split(body, op, &found).map_err(|error| cx.error(error))?;
            split += 1;
        }
        cx.count("num-split", split);
        Ok(Changed::from(split > 0))
    }
}

/// True for a loop inside one whose iterations become lanes.
fn is_lane_of_another(body: &Body, op: Op) -> bool {
    let mut around = std::iter::successors(body.parent_op(op), |op| body.parent_op(*op));
    let becomes_lanes =
        |op: Op| body.attr(op, VECTOR_WIDTH).is_some() && (body.is(op, For) || body.is(op, Parallel));
    around.any(becomes_lanes)
}

/// The vector width of a loop.
fn width_of(body: &Body, op: Op) -> Option<i64> {
    let width = body.ctx().attr_int(body.attr(op, VECTOR_WIDTH)?)?;
    i64::try_from(width).ok()
}

/// The likely comparisons of the index of a vectorized loop, if they fail in so few iterations at its ends
/// that these should run apart: a vector with one of them needs an address for each lane.
fn edges(body: &Body, op: Op, width: i64) -> Vec<Comparison> {
    let mut found = comparisons(body, op);
    found.retain(|comparison| {
        let places = comparisons::failing(body, comparison.op);
        comparison.moved.by.is_empty() && places.is_some_and(|places| places <= MOST_EDGE.min(width / 2))
    });
    found
}

/// True if the loop has step 1, enough iterations, no early exit, and a body short enough to copy.
fn is_worth_it(body: &Body, op: Op) -> bool {
    let [lower, upper, step] = [0, 1, 2].map(|at| known(body, body.operand(op, at)));
    let trips = lower.zip(upper).map(|(lower, upper)| upper.saturating_sub(lower));
    let mut ops = 0i64;
    walk(body, op, &mut |body, inner| ops += i64::from(!body.info(inner).has(Traits::CONSTANT)));
    step == Some(1)
        && body.ty(body.operand(op, 0)) == body.ctx().index()
        && lower.is_some_and(|lower| lower >= 0)
        && trips.is_none_or(|trips| trips >= LEAST_SPLIT_ITERATIONS)
        && ops <= LARGEST_SPLIT_LOOP
        && early_exit(body, op).is_none()
}

/// The iterations for which a comparison holds: from a bound on, below a bound, or from zero to a bound.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Validity {
    From,
    To,
    Within,
}

/// A comparison of the index of a loop.
struct Comparison {
    op: Op,
    holds: Validity,
    /// The operand that the index plus `moved` is compared with; `more` is added to it.
    bound: Value,
    more: i64,
    moved: IndexOffset,
}

/// An offset from the index.
#[derive(Default)]
struct IndexOffset {
    by: Vec<Value>,
    constant: i64,
}

/// Constants, extents and loop indices of at most this magnitude add up without overflow.
const LARGEST: u64 = 1 << 31;

/// Most values in an offset.
const MOST_MOVES: usize = 4;

/// The likely comparisons in a loop that hold from some iteration on, or up to one.
fn comparisons(body: &Body, op: Op) -> Vec<Comparison> {
    let mut found = Vec::new();
    walk(body, op, &mut |body, inner| {
        if body.is(inner, arith::Cmpi) && body.attr(inner, LIKELY).is_some() {
            found.extend(Comparison::of(body, op, inner));
        }
    });
    found
}

impl Comparison {
    fn of(body: &Body, of: Op, op: Op) -> Option<Comparison> {
        let predicate = CmpI::of(body.op(op))?;
        let (a, b) = (body.operand(op, 0), body.operand(op, 1));
        let (moved, bound, is_left) = match (IndexOffset::of(body, of, a), IndexOffset::of(body, of, b)) {
            (Some(moved), None) => (moved, b, true),
            (None, Some(moved)) => (moved, a, false),
            _ => return None,
        };
        // The bounds of the middle loop would differ between lanes.
        let moves_with_lanes = is_lane(body, bound) || moved.by.iter().any(|by| is_lane(body, *by));
        if !is_bounded(body, of, bound) || moves_with_lanes {
            return None;
        }
        let (holds, more) = match (predicate, is_left) {
            (CmpI::Sge, true) | (CmpI::Sle, false) => (Validity::From, 0),
            (CmpI::Sgt, true) | (CmpI::Slt, false) => (Validity::From, 1),
            (CmpI::Slt, true) | (CmpI::Sgt, false) => (Validity::To, 0),
            (CmpI::Sle, true) | (CmpI::Sge, false) => (Validity::To, 1),
            // As an unsigned integer, a negative value is large.
            (CmpI::Ult, true) | (CmpI::Ugt, false) if known(body, bound).is_none_or(|bound| bound >= 0) => {
                (Validity::Within, 0)
            }
            _ => return None,
        };
        Some(Comparison { op, holds, bound, more, moved })
    }
}

impl IndexOffset {
    /// The offset of a value from the index of a loop.
    fn of(body: &Body, of: Op, value: Value) -> Option<IndexOffset> {
        let index = body.arg(body.entry(body.region(of, 0))?, 0);
        let (mut moved, mut at) = (IndexOffset::default(), value);
        while at != index {
            let def = body.def_op(at).filter(|def| body.is(*def, arith::Addi))?;
            let (a, b) = (body.operand(def, 0), body.operand(def, 1));
            let (next, by) = if is_bounded(body, of, b) { (a, b) } else { (b, a) };
            match known(body, by) {
                _ if !is_bounded(body, of, by) || moved.by.len() == MOST_MOVES => return None,
                Some(constant) => moved.constant = moved.constant.checked_add(constant)?,
                None => moved.by.push(by),
            }
            at = next;
        }
        (moved.constant.unsigned_abs() <= LARGEST).then_some(moved)
    }

    /// The index at which index plus offset equals a position plus a constant.
    fn back(&self, code: &mut FoldingBuilder<'_>, place: Value, behind: i64) -> Value {
        let place = match code.known(place) {
            Some(number) => code.index(number + behind - self.constant),
            None => {
                let constant = code.index(behind - self.constant);
                code.add(place, constant)
            }
        };
        self.by.iter().fold(place, |place, by| code.sub(place, *by))
    }
}

/// True for a loop-invariant value that is small enough that sums of a few do not overflow.
fn is_bounded(body: &Body, of: Op, value: Value) -> bool {
    let is_small = |value: Value| match known(body, value) {
        Some(number) => number.unsigned_abs() <= LARGEST,
        None => body.def_op(value).is_some_and(|def| body.is(def, mem::ExtentOf)),
    };
    // Constants are rematerialized at their use.
    (is_outside(body, of, value) || known(body, value).is_some())
        && (is_small(value) || counts_up_to(body, value).is_some_and(is_small))
}

/// The upper bound of the loop whose index is `value`, if the lower bound is at least zero.
fn counts_up_to(body: &Body, value: Value) -> Option<Value> {
    let owner = body.def_op(value).is_none().then(|| body.block_owner(body.def_block(value)?))??;
    let block = body.entry(body.region(owner, 0))?;
    let at = body.args(block).position(|arg| arg == value)?;
    let axes = if body.is(owner, Parallel) { body.operand_count(owner) / 3 } else { 1 };
    if !(body.is(owner, For) || body.is(owner, Parallel)) || at >= axes {
        return None;
    }
    let lower = known(body, body.operand(owner, at))?;
    (lower >= 0).then(|| body.operand(owner, axes + at))
}

/// True for the index of a loop whose iterations become lanes.
fn is_lane(body: &Body, value: Value) -> bool {
    let home = || body.def_block(value).and_then(|block| Some((block, body.block_owner(block)?)));
    let Some((block, owner)) = body.def_op(value).is_none().then(home).flatten() else { return false };
    let axis = body.attr(owner, VECTOR_AXIS).and_then(|attr| body.ctx().attr_int(attr)).unwrap_or(0);
    body.attr(owner, VECTOR_WIDTH).is_some() && body.args(block).nth(axis as usize) == Some(value)
}

/// True if a value is defined outside a loop.
fn is_outside(body: &Body, of: Op, value: Value) -> bool {
    let maker =
        body.def_op(value).or_else(|| body.def_block(value).and_then(|block| body.block_owner(block)));
    maker.is_none_or(|maker| maker != of && !body.encloses(of, maker))
}

/// Turns the loop into the middle part, between two copies of the original.
fn split(body: &mut Body, op: Op, found: &[Comparison]) -> Result<(), Diagnostic> {
    let (lower, upper) = (body.operand(op, 0), body.operand(op, 1));
    let starts: Vec<Value> = body.operands(op).skip(3).collect();
    let results: Vec<Value> = body.results(op).collect();
    let mut code = FoldingBuilder::before(body, op);
    let i1 = code.ctx().i1();
    let (begin, end) = middle(&mut code, (lower, upper), found);
    let (truth, first) = (code.int(i1, 1), part(&mut code, op, [lower, begin], &starts)?);
    let next = body.next(op).expect("a loop is not a terminator");
    let mut code = FoldingBuilder::before(body, next);
    let last = part(&mut code, op, [end, upper], &results)?;
    for (at, result) in results.iter().enumerate() {
        let (done, whole) = (body.result(first, at), body.result(last, at));
        body.replace_uses_if(*result, whole, |_, used| used.op != last);
        body.set_operand(op, 3 + at, done);
    }
    body.set_operand(op, 0, begin);
    body.set_operand(op, 1, end);
    for comparison in found {
        body.replace(comparison.op, &[truth]);
    }
    Ok(())
}

/// The first iteration for which all comparisons hold, and the end of that range, within the loop.
fn middle(
    code: &mut FoldingBuilder<'_>,
    (lower, upper): (Value, Value),
    found: &[Comparison],
) -> (Value, Value) {
    let (mut begin, mut end) = (lower, upper);
    for comparison in found {
        let Comparison { holds, bound, more, moved, .. } = comparison;
        let bound = moved.back(code, *bound, *more);
        if *holds == Validity::Within {
            let zero = code.index(0);
            let first = moved.back(code, zero, 0);
            begin = arith::maxsi(code, begin, first);
        }
        match holds {
            Validity::From => begin = arith::maxsi(code, begin, bound),
            Validity::To | Validity::Within => end = arith::minsi(code, end, bound),
        }
    }
    let begin = arith::minsi(code, begin, upper);
    (begin, arith::maxsi(code, end, begin))
}

/// A copy of a loop over a part of its iterations.
fn part(
    code: &mut FoldingBuilder<'_>,
    op: Op,
    [lower, upper]: [Value; 2],
    starts: &[Value],
) -> Result<Op, Diagnostic> {
    let block = code.b.body.entry(code.b.body.region(op, 0)).expect("verified loops have a block");
    let old: Vec<Value> = code.b.body.args(block).collect();
    let types: Vec<Type> = starts.iter().map(|value| code.ty(*value)).collect();
    let one = code.index(1);
    let new = code.b.op(For, &[&[lower, upper, one], starts].concat(), &types, &[]);
    let index = code.ctx().index();
    code.region(new, 0, &[vec![index], types].concat(), |code, args| -> Result<(), Diagnostic> {
        let pairs = old.iter().copied().zip(args.iter().copied());
        let carried = Copier::of(pairs).block(&mut code.b, block)?;
        code.end(&carried);
        Ok(())
    })?;
    Ok(new)
}
