//! `loop.switch`: selects one of several regions by an integer.

use super::canonical::{block, inline, rebuild, replace_unequal};
use super::ops::{If, Yield, check_types, types};
use crate::arith::{self, CmpI};
use crate::loops;
use crate::shared::constraints::*;
use crate::shared::interfaces::ScalarCode;
use crate::shared::regions::sole_block;
use smallvec::SmallVec;
use tf_ir::body::{Block, Op, Value};
use tf_ir::builder::{Builder, Cursor};
use tf_ir::context::Context;
use tf_ir::control::Branch;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{RegionFlow, Structural, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::rewrite::{PatternSet, Rewrite, Rewriter};
use tf_ir::text::{Custom, OpParser, OpState, ParseResult, Printer, type_to_string};
use tf_ir::types::Type;

/// Runs the region whose case equals the operand, otherwise the last region.
///
/// There is a region per case, in the order of `cases`, then the default. Cases are distinct and signed. The
/// results are the yielded values of the region that runs.
#[op(
    "loop.switch",
    traits(SINGLE_BLOCK, RECURSIVE_EFFECTS),
    operands(selector: INTEGER = Context::index),
    results(results: variadic(ANY)),
    attrs(cases: I64S_ATTR),
    regions(at_least(1)),
    interfaces(ScalarCode, Verify, Branch, RegionFlow, Structural),
    asm = "$selector (`->` `(` type($results)^ `)`)? (`:` type($selector)^)? attr-dict-with-keyword \
           custom<Cases>($cases, $region)",
)]
pub struct Switch;

impl SwitchOp<'_> {
    /// The cases, one for each region but the last.
    pub fn values(self) -> Vec<i64> {
        self.op().attr("cases").and_then(|a| self.op().ctx().attr_i64s(a)).unwrap_or_default()
    }

    /// The index of the region that runs for an integer.
    pub fn region_for(self, number: i64) -> usize {
        let values = self.values();
        values.iter().position(|case| *case == number).unwrap_or(values.len())
    }

    /// The yielded values of a region.
    pub fn yielded(self, region: usize) -> Vec<Value> {
        let body = self.op().body();
        let end = self.op().entry(region).and_then(|b| body.terminator(b));
        end.map(|end| body.operands(end).collect()).unwrap_or_default()
    }
}

impl Verify for Switch {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let values = op.cast(loops::Switch).map(SwitchOp::values).unwrap_or_default();
        let regions = op.body().regions(op.id()).len();
        if regions != values.len() + 1 {
            let (n, m) = (values.len(), regions);
            return Err(
                op.error(format_args!("has {n} cases but {m} regions: one per case, then the default"))
            );
        }
        let mut sorted = values.clone();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(op.error(format_args!("has the case {} twice", pair[0])));
        }
        let width = op.ctx().scalar_width(op.operand_type(0)).unwrap_or(64).min(64);
        let fits = |v: &i64| *v >= i64::MIN >> (64 - width) && *v <= i64::MAX >> (64 - width);
        if let Some(case) = values.iter().find(|v| !fits(v)) {
            let ty = type_to_string(op.ctx(), op.operand_type(0));
            return Err(op.error(format_args!("has the case {case}, which does not fit a signed {ty}")));
        }
        let results = types(op, op.results());
        for region in 0..regions {
            let (block, end) = sole_block(op, region, Yield)?;
            if op.body().arg_count(block) > 0 {
                return Err(op.error("has a region with arguments: the regions of a 'switch' take none"));
            }
            check_types(op, &types(op, op.body().operands(end)), &results, ["yielded values", "results"])
                .map_err(|e| e.note(op.body().loc(end), "yielded here"))?;
        }
        Ok(())
    }
}

/// ` case 1 {…} case 5 {…} default {…}`
struct Cases;

impl Custom for Cases {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let mut cases: Vec<i64> = Vec::new();
        while p.accept_keyword("case") {
            cases.push(p.integer()?);
            p.region(state, &[])?;
        }
        p.keyword("default")?;
        let cases = p.ctx().i64_array_attr(&cases);
        p.set_attr(state, "cases", cases);
        p.region(state, &[])
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let values = op.view(loops::Switch).values();
        for (i, region) in op.body().regions(op.id()).enumerate() {
            match values.get(i) {
                Some(case) => p.text(&format!(" case {case} ")),
                None => p.text(" default "),
            }
            p.region(region, false, true);
        }
    }
}

/// Builds `loop.switch`: `body` builds the region of each case, then that of the default, and returns its
/// yielded values.
pub fn build(
    b: &mut Builder<'_>,
    selector: Value,
    cases: &[i64],
    results: &[Type],
    mut body: impl FnMut(&mut Builder<'_>, usize) -> Vec<Value>,
) -> Op {
    let cases_attr = b.ctx().i64_array_attr(cases);
    let op = b.op_with_regions(Switch, &[selector], results, &[("cases", cases_attr)], cases.len() + 1);
    for i in 0..=cases.len() {
        b.fill(op, i, &[], Yield, |b, _| body(b, i));
    }
    op
}

/// Replaces a switch by a binary decision tree of `loop.if`s over the list of cases; each region occurs once.
/// The results of the switch are those of the first `loop.if`.
pub fn to_ifs(b: &mut Builder<'_>, op: Op) -> Vec<Value> {
    let view = b.body.view(op, loops::Switch);
    let (values, selector) = (view.values(), b.body.operand(op, 0));
    let results: Vec<Type> = b.body.results(op).map(|v| b.body.ty(v)).collect();
    if values.is_empty() {
        let inner = b.body.entry(b.body.region(op, 0)).expect("verified regions have a block");
        return splice_before(b, inner, op);
    }
    if values.len() == 1 {
        let is_case = compare(b, CmpI::Eq, selector, values[0]);
        return branch(b, op, is_case, &results, &[0..1, 1..2], selector);
    }
    let place = place_of_case(b, selector, &values);
    let half = values.len().div_ceil(2);
    let first = compare(b, CmpI::Slt, place, half as i64);
    branch(b, op, first, &results, &[0..half, half..values.len() + 1], place)
}

/// `arith.cmpi` of a value with a constant.
fn compare(b: &mut Builder<'_>, predicate: CmpI, value: Value, number: i64) -> Value {
    let ctx = b.ctx();
    let ty = b.body.ty(value);
    let number = arith::constant(b, ctx.int_attr(ty, number.into()));
    arith::cmpi(b, predicate, value, number)
}

/// The index of the selected case, as an `index`; the count of cases if no case matches.
fn place_of_case(b: &mut Builder<'_>, selector: Value, values: &[i64]) -> Value {
    let ctx = b.ctx();
    let (ty, index) = (b.body.ty(selector), ctx.index());
    let consecutive = values.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
    let count = arith::constant(b, ctx.int_attr(index, values.len() as i128));
    let narrow = ctx.scalar_width(ty).is_none_or(|width| width <= 64);
    if consecutive && narrow {
        // A selector below the first case wraps to a large unsigned value.
        let mut wide = selector;
        if ty != index {
            wide = arith::index_cast(b, selector, index);
        }
        let first = arith::constant(b, ctx.int_attr(index, values[0].into()));
        let from_first = arith::subi(b, wide, first);
        return arith::minui(b, from_first, count);
    }
    let mut place = count;
    for (i, case) in values.iter().enumerate() {
        let is_case = compare(b, CmpI::Eq, selector, *case);
        let own = arith::constant(b, ctx.int_attr(index, i as i128));
        place = arith::select(b, is_case, own, place);
    }
    place
}

/// A `loop.if` between two ranges of the switch's regions.
fn branch(
    b: &mut Builder<'_>,
    op: Op,
    condition: Value,
    results: &[Type],
    sides: &[std::ops::Range<usize>; 2],
    place: Value,
) -> Vec<Value> {
    let new = b.op_with_regions(If, &[condition], results, &[], 2);
    for (i, side) in sides.iter().enumerate() {
        if side.len() == 1 {
            let (from, to) = (b.body.region(op, side.start), b.body.region(new, i));
            b.body.splice_blocks(from, to);
            continue;
        }
        b.fill(new, i, &[], Yield, |b, _| {
            let half = side.start + side.len() / 2;
            let first = compare(b, CmpI::Slt, place, half as i64);
            branch(b, op, first, results, &[side.start..half, half..side.end], place)
        });
    }
    b.body.results(new).collect()
}

/// Moves the ops of a block before an op; returns the operands of its terminator.
fn splice_before(b: &mut Builder<'_>, inner: Block, op: Op) -> Vec<Value> {
    let end = b.body.last(inner).expect("verified blocks end with a terminator");
    let values: Vec<Value> = b.body.operands(end).collect();
    b.body.erase(end);
    b.body.splice_ops_before(inner, op);
    b.cursor = Cursor::Before(op);
    values
}

/// Adds the patterns of the op.
pub(super) fn patterns(set: &mut PatternSet) {
    set.on(Switch, "switch-constant", switch_constant).on(Switch, "switch-one-case", switch_one_case).on(
        Switch,
        "switch-results",
        switch_results,
    );
}

/// The region is known: it is the only one, or the selector is a constant.
fn switch_constant(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let region = Switch.known_region(rw.body.op(op)).ok_or("the selector is not constant")?;
    inline(rw, op, region, &[])
}

/// A switch with one case is a conditional.
fn switch_one_case(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let view = rw.body.cast(op, loops::Switch).ok_or("no switch")?;
    let [case] = view.values()[..] else { return Err("it does not have exactly one case".into()) };
    let selector = rw.body.operand(op, 0);
    let is_case = compare(rw, CmpI::Eq, selector, case);
    let results: Vec<Type> = rw.body.results(op).map(|v| rw.body.ty(v)).collect();
    let new = rebuild(rw, op, If, &[is_case], &results);
    let values: Vec<Value> = rw.body.results(new).collect();
    rw.replace(op, &values);
    Ok(())
}

/// Removes unused results, and results for which all regions yield the same value from outside.
fn switch_results(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let view = rw.body.cast(op, loops::Switch).ok_or("no switch")?;
    let regions = view.values().len() + 1;
    let yielded: Vec<Vec<Value>> = (0..regions).map(|i| view.yielded(i)).collect();
    let results: Vec<Value> = rw.body.results(op).collect();
    let drop =
        |i: usize| rw.body.is_unused(results[i]) || yielded.iter().all(|values| values[i] == yielded[0][i]);
    let kept: SmallVec<[usize; 8]> = (0..results.len()).filter(|i| !drop(*i)).collect();
    if kept.len() == results.len() {
        return Err("every result is used and depends on the selector".into());
    }
    let types: Vec<Type> = kept.iter().map(|i| rw.body.ty(results[*i])).collect();
    for (region, values) in yielded.iter().enumerate() {
        let inner = block(rw.body, op, region).ok_or("a region is empty")?;
        let end = rw.body.terminator(inner).ok_or("a region has no terminator")?;
        let values: Vec<Value> = kept.iter().map(|i| values[*i]).collect();
        rw.modify(end, |body| body.set_operands(end, &values));
    }
    let selector = rw.body.operand(op, 0);
    let cases = rw.body.attr(op, "cases").ok_or("it has no cases")?;
    let new = rebuild(rw, op, Switch, &[selector], &types);
    rw.modify(new, |body| body.set_attr(new, "cases", cases));
    let mut values = yielded[0].clone();
    for (place, i) in kept.iter().enumerate() {
        values[*i] = rw.body.result(new, place);
    }
    replace_unequal(rw, op, &values);
    Ok(())
}
