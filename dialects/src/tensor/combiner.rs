//! Combiners as regions: the binary operation of folds, reductions, windows and scans without a kind.
//!
//! A combiner of `n` accumulators has one block of `2 n` arguments, the accumulators followed by the values,
//! and yields the `n` new accumulators. All are scalars. Unit attributes of its op declare whether it is
//! `associative` and `commutative`; one that is not associative is applied sequentially, in the written
//! order.

use super::constraints::SCALAR;
use super::kinds::CombiningKind;
use super::scalar_code::{Yield, check_contents};
use super::shape::types_words;
use crate::scalar::dtype;
use rustc_hash::FxHashMap;
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, IrMap, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Folded, FoldedResults};
use tf_ir::opref::OpRef;
use tf_ir::rewrite::constant_value;
use tf_ir::text::{Custom, Delimiter, OpParser, OpState, ParseResult, Printer, type_to_string};
use tf_ir::types::Type;

/// The attribute of an op whose combiner may be regrouped.
pub const ASSOCIATIVE: &str = "associative";
/// The attribute of an op whose combiner may take its values in any order.
pub const COMMUTATIVE: &str = "commutative";

/// The algebraic laws that a combiner declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Laws {
    /// It may be regrouped.
    pub associative: bool,
    /// It may take its values in any order.
    pub commutative: bool,
}

impl Laws {
    /// Both laws.
    pub const ALL: Laws = Laws { associative: true, commutative: true };

    /// The laws that an op declares.
    pub fn of(op: OpRef<'_>) -> Laws {
        Laws { associative: op.attr(ASSOCIATIVE).is_some(), commutative: op.attr(COMMUTATIVE).is_some() }
    }

    /// The names of the attributes to set.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let names = [(self.associative, ASSOCIATIVE), (self.commutative, COMMUTATIVE)];
        names.into_iter().filter(|(stated, _)| *stated).map(|(_, name)| name)
    }
}

/// The block of region `i` of an op, if the op has that region.
pub fn block_of(op: OpRef<'_>, i: usize) -> Option<Block> {
    let body = op.body();
    body.regions(op.id()).nth(i).and_then(|region| body.entry(region))
}

/// Checks that an op combines either with a region or with one kind per result.
pub(crate) fn check_combiner(
    op: OpRef<'_>,
    region: bool,
    has_kinds: bool,
    kinds: usize,
) -> Result<(), Diagnostic> {
    let results = op.result_count();
    match (region, has_kinds) {
        (true, true) => Err(op.error("has both combining kinds and a combiner: give one of them")),
        (false, false) => Err(op.error("needs combining kinds or a combiner")),
        (false, true) if kinds != results => {
            Err(op.error(format_args!("has {results} results but {kinds} combining kinds")))
        }
        (false, true) if Laws::of(op) != Laws::default() => Err(op.error(
            "states laws of a combiner, but has no combiner: kinds are associative and \
                commutative",
        )),
        _ => Ok(()),
    }
}

/// Checks that there is one initial value of each type.
pub(crate) fn check_inits(op: OpRef<'_>, inits: &[Value], types: &[Type]) -> Result<(), Diagnostic> {
    let found: Vec<Type> = inits.iter().map(|v| op.body().ty(*v)).collect();
    if found == types {
        return Ok(());
    }
    let words = [&found[..], types].map(|types| types_words(op.ctx(), types));
    Err(op.error(format_args!("has initial values ({}) for accumulators ({})", words[0], words[1])))
}

/// Checks that region `i` takes two values of each type and yields one of each.
pub(crate) fn verify(op: OpRef<'_>, i: usize, types: &[Type]) -> Result<(), Diagnostic> {
    let (body, ctx) = (op.body(), op.ctx());
    let Some(block) = block_of(op, i) else {
        return Err(op.error("has an empty combiner: it needs a block"));
    };
    let wanted: Vec<Type> = types.iter().chain(types).copied().collect();
    let found: Vec<Type> = body.args(block).map(|arg| body.ty(arg)).collect();
    if found != wanted {
        let words = [&found, &wanted].map(|types| words(op, types));
        return Err(op.error(format_args!(
            "has a combiner of ({}), but its accumulators and values are ({})",
            words[0], words[1]
        )));
    }
    verify_end(op, block, types)?;
    if let Some(ty) = types.iter().find(|ty| !(SCALAR.check)(ctx, **ty)) {
        let ty = type_to_string(ctx, *ty);
        return Err(op.error(format_args!("combines values of type {ty}: they must be scalars")));
    }
    check_contents(op, block, "a combiner")
}

/// Checks that a block ends by yielding values of these types.
pub(crate) fn verify_end(op: OpRef<'_>, block: Block, types: &[Type]) -> Result<(), Diagnostic> {
    let body = op.body();
    let Some(end) = body.terminator(block).filter(|end| body.is(*end, Yield)) else {
        return Err(op.error("expects its region to end with tensor.yield"));
    };
    let yielded: Vec<Type> = body.operands(end).map(|v| body.ty(v)).collect();
    if yielded != types {
        let words = [&yielded[..], types].map(|types| words(op, types));
        let error = op.error(format_args!("yields ({}) where ({}) is needed", words[0], words[1]));
        return Err(error.note(body.loc(end), "yielded here"));
    }
    Ok(())
}

fn words(op: OpRef<'_>, types: &[Type]) -> String {
    types_words(op.ctx(), types)
}

/// ` combine (%a: f32, %b: f32) associative commutative {…}`: the last region, which is optional.
pub(super) struct Combiner;

impl Custom for Combiner {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        if !p.accept_keyword("combine") {
            return Ok(());
        }
        let arguments = p.arguments(Delimiter::Paren, true, false)?;
        for name in [ASSOCIATIVE, COMMUTATIVE] {
            if p.accept_keyword(name) {
                p.set_attr(state, name, p.ctx().unit_attr());
            }
        }
        p.region(state, &arguments)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let region = op.info().regions.least();
        let Some(block) = block_of(op, region) else { return };
        p.text(" combine (");
        p.commas(op.body().args(block), |p, argument| p.argument(argument));
        p.text(")");
        for name in Laws::of(op).names() {
            p.text(" ");
            p.text(name);
        }
        p.text(" ");
        p.region(op.region(region), false, true);
    }
}

/// Clones the code of a block at the cursor with `values` as arguments; returns the operands of its
/// terminator.
pub fn inline(b: &mut Builder<'_>, block: Block, values: &[Value]) -> Vec<Value> {
    let mut map = IrMap::default();
    map.values.extend(b.body.args(block).zip(values.iter().copied()));
    let ops: Vec<Op> = b.body.ops(block).collect();
    let (end, ops) = ops.split_last().expect("verified blocks have a terminator");
    for op in ops {
        let copy = b.body.clone_op(*op, &mut map);
        b.insert(copy);
    }
    b.body.operands(*end).map(|v| map.value(v)).collect()
}

/// The kinds that a combiner equals, one per accumulator: each new accumulator is one op with a kind, applied
/// to the old one and its value, without any other code.
pub fn as_kinds(body: &Body, block: Block) -> Option<Vec<CombiningKind>> {
    let end = body.terminator(block)?;
    let count = body.operand_count(end);
    let args: Vec<Value> = body.args(block).collect();
    if body.ops(block).count() != count + 1 {
        return None;
    }
    let kind = |(i, value): (usize, Value)| {
        let op = body.def_op(value).filter(|op| body.block_of(*op) == Some(block))?;
        let operands: Vec<Value> = body.operands(op).collect();
        let (a, v) = (args[i], args[count + i]);
        let kind = CombiningKind::of_op(body.kind(op))?;
        let fits = operands == [a, v] || operands == [v, a];
        // Fast-math flags are permissions: dropping them is valid.
        (fits && kind.accepts(dtype(body.ctx(), body.ty(value))?)).then_some(kind)
    };
    body.operands(end).enumerate().map(kind).collect()
}

/// The result of a combiner for constants, if its code folds.
pub(super) fn evaluate(body: &Body, block: Block, args: &[Attribute]) -> Option<Vec<Attribute>> {
    let mut known: FxHashMap<Value, Attribute> = body.args(block).zip(args.iter().copied()).collect();
    let of = |known: &FxHashMap<Value, Attribute>, value: Value| {
        known.get(&value).copied().or_else(|| constant_value(body, value))
    };
    let ops: Vec<Op> = body.ops(block).collect();
    let (end, ops) = ops.split_last()?;
    for op in ops {
        let constants: Vec<Option<Attribute>> = body.operands(*op).map(|v| of(&known, v)).collect();
        let hook = body.info(*op).fold.as_ref();
        let folded: FoldedResults =
            hook.and_then(|hook| hook.fold(body.op(*op), &constants)).unwrap_or_default();
        for (result, folded) in body.results(*op).zip(folded) {
            let value = match folded {
                Folded::Constant(attr) => Some(attr),
                Folded::Value(value) => of(&known, value),
            };
            known.extend(value.map(|attr| (result, attr)));
        }
    }
    body.operands(*end).map(|v| of(&known, v)).collect()
}
