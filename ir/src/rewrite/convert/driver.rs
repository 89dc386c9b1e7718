//! The dialect conversion driver, a client of the rebuild engine: it rebuilds illegal ops before the
//! originals.

use super::casts::reconcile_casts;
use super::mapping::{Mapping, Parts};
use super::pattern::{ConversionRewriter, Conversions, Operands};
use super::target::{Legality, Target, is_cast, type_handling};
use super::types::{TypeConverter, Types};
use crate::body::{Block, Body, Op, Region, Value};
use crate::builder::{Builder, Cursor, Listener};
use crate::builtin::UnrealizedCast;
use crate::codes;
use crate::diag::Diagnostic;
use crate::interfaces::{FunctionLike, Splitting};
use crate::registry::OpName;
use crate::rewrite::fold::fold_to_values;
use crate::rewrite::greedy::RuleTrace;
use crate::rewrite::rebuild::{Forms, Rebuild};
use crate::rewrite::refusal::Refusal;
use crate::rewrite::rewriter::Rewriter;
use crate::types::Type;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::rc::Rc;

/// Errors reported before the driver stops looking for more.
const MAX_ERRORS: usize = 20;
/// Limit on the length of a chain of conversions of each other's results.
const MAX_CHAIN: usize = 64;

/// Settings of a conversion.
#[derive(Clone, Copy, Default)]
pub struct ConversionConfig<'a> {
    /// The type converter; without it, types do not change.
    pub types: Option<&'a TypeConverter>,
    /// Casts between old and new types may stay, for another conversion to cancel them.
    pub keep_casts: bool,
}

/// The outcome of a conversion.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Converted {
    /// How often each conversion applied, by its index in [`Conversions`].
    pub conversions: Vec<u64>,
    /// Casts that stayed.
    pub casts: u64,
    /// True if anything changed.
    pub changed: bool,
}

impl Converted {
    /// Adds the counts of another conversion by the same patterns.
    pub(super) fn add(&mut self, other: &Converted) {
        self.conversions.iter_mut().zip(&other.conversions).for_each(|(sum, count)| *sum += count);
        self.casts += other.casts;
        self.changed |= other.changed;
    }
}

/// Converts all illegal ops of a body (without its children), its signature, and the types of ops that
/// forward values: calls, returns, and ops with the interface [`crate::interfaces::Structural`].
///
/// # Errors
/// The ops that stayed and why; the body must not be used then.
pub fn convert_body(
    body: &mut Body,
    target: &Target,
    conversions: &Conversions,
    config: ConversionConfig<'_>,
    trace: Option<&mut dyn RuleTrace>,
) -> Result<Converted, Vec<Diagnostic>> {
    let ops = crate::walk::preorder(body);
    let old: FxHashSet<Op> = ops.into_iter().filter(|op| body.is(*op, UnrealizedCast)).collect();
    let root = body.root();
    let mut driver = Driver {
        b: Builder::before(body, root),
        mapping: Mapping::default(),
        target,
        conversions,
        config,
        trace,
        done: Converted { conversions: vec![0; conversions.len()], ..Converted::default() },
        names: FxHashMap::default(),
        errors: Vec::new(),
    };
    driver.signature();
    driver.inside(root);
    let Driver { mapping, mut errors, mut done, .. } = driver;
    if errors.is_empty() {
        mapping.finish(body);
        reconcile_casts(body);
        let (casts, left) = leftovers(body, &old, config.keep_casts);
        (done.casts, errors) = (casts, left);
    }
    if errors.is_empty() { Ok(done) } else { Err(errors) }
}

struct Driver<'a, 't, 'b> {
    b: Builder<'b>,
    mapping: Mapping,
    target: &'a Target,
    conversions: &'a Conversions,
    config: ConversionConfig<'a>,
    trace: Option<&'t mut dyn RuleTrace>,
    done: Converted,
    /// A cache of legality and conversions by op name.
    names: FxHashMap<OpName, Known<'a>>,
    errors: Vec<Diagnostic>,
}

impl<'b> Rebuild<'b> for Driver<'_, '_, 'b> {
    type Form = Parts;
    type Error = Diagnostic;

    fn source(&self) -> &Body {
        self.b.body
    }

    fn builder(&mut self) -> &mut Builder<'b> {
        &mut self.b
    }

    fn forms(&mut self) -> &mut Forms<Parts> {
        &mut self.mapping.forms
    }

    fn op(&mut self, op: Op) -> Result<(), Diagnostic> {
        self.convert(op, 0)
    }

    fn operand(&mut self, user: Op, value: Value) -> Result<Value, Diagnostic> {
        match self.mapping.forms.get(value).map(|parts| &parts[..]) {
            None => Ok(value),
            Some([one]) => Ok(*one),
            Some(_) => Err(self.refuse(user, "uses a value that was converted to several values or none")),
        }
    }

    fn define(&mut self, value: Value, new: Value) {
        self.mapping.forms.set(value, Parts::from_slice(&[new]));
    }

    fn successors(&self, op: Op) -> SmallVec<[Block; 2]> {
        self.b.body.successors(op).collect()
    }
}

/// The legality of ops of one name, and the conversions for them.
#[derive(Clone)]
struct Known<'a> {
    legality: Option<&'a Legality>,
    /// The indices of the conversions, best first.
    conversions: Rc<[usize]>,
}

/// Records the ops that a conversion creates.
#[derive(Default)]
struct Created(Vec<Op>);

impl Listener for Created {
    fn created(&mut self, _: &Body, op: Op) {
        self.0.push(op);
    }
}

impl<'a> Driver<'a, '_, '_> {
    fn fail(&mut self, error: Diagnostic) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(error.or_code(&codes::ILLEGAL));
        }
    }

    /// Converts the argument and result types of the body's root, if it is a function.
    fn signature(&mut self) {
        let (Some(types), root) = (self.config.types, self.b.body.root()) else { return };
        let ctx = self.b.ctx();
        let Some(function) = ctx.op_info(self.b.body.name(root)).interface::<dyn FunctionLike>() else {
            return;
        };
        let Some((inputs, results)) = function.signature(self.b.body.op(root)) else { return };
        let (inputs, results) = (inputs.to_vec(), results.to_vec());
        let converted = types.convert_all(&ctx, inputs.iter().copied()).and_then(|new_inputs| {
            let new_results = types.convert_all(&ctx, results.iter().copied())?;
            if let Some(entry) = self.b.body.entry_block() {
                self.mapping.convert_arguments(self.b.body, types, entry)?;
            }
            Ok((new_inputs, new_results))
        });
        match converted {
            Err(why) => self.fail(self.b.body.op(root).error(format_args!("cannot be converted: {why}"))),
            Ok((new_inputs, new_results)) if new_inputs != inputs || new_results != results => {
                self.done.changed = true;
                function.set_signature(self.b.body, root, &new_inputs, &new_results);
            }
            Ok(_) => {}
        }
    }

    fn known(&mut self, op: Op) -> Known<'a> {
        let (target, conversions, body) = (self.target, self.conversions, &*self.b.body);
        let fresh = || Known {
            legality: target.legality(body.info(op)),
            conversions: conversions.of(body.info(op)).collect(),
        };
        self.names.entry(body.name(op)).or_insert_with(fresh).clone()
    }

    /// Converts the regions of an op.
    fn inside(&mut self, op: Op) {
        let blocks: Vec<Block> = self.b.body.regions(op).flat_map(|r| self.b.body.blocks(r)).collect();
        let ops: Vec<Op> = blocks.into_iter().flat_map(|block| self.b.body.ops(block)).collect();
        for op in ops {
            if self.b.body.is_live(op) && !self.mapping.is_replaced(op) && self.errors.len() < MAX_ERRORS {
                self.visit(op).unwrap_or_else(|error| self.fail(error));
            }
        }
    }

    fn convert(&mut self, op: Op, chain: usize) -> Result<(), Diagnostic> {
        let known = self.known(op);
        let body = &*self.b.body;
        if self.target.allows_as(body.op(op), known.legality, self.config.types) {
            self.inside(op);
            return Ok(());
        }
        if chain > MAX_CHAIN {
            let why = format_args!("is still illegal after {MAX_CHAIN} conversions in a row");
            return Err(body.op(op).error(why));
        }
        let operands = self.adapt(op)?;
        self.done.changed = true;
        let mut refusals = Vec::new();
        if let Some(created) = self.rewrite(op, &operands, &known.conversions, &mut refusals) {
            for new in created {
                if self.b.body.is_live(new) && !self.mapping.is_replaced(new) {
                    self.convert(new, chain + 1)?;
                }
            }
            return Ok(());
        }
        let forwarded = self.rebuild_forwarding(op, &operands, &mut refusals);
        if forwarded || self.fold(op) { Ok(()) } else { Err(stays(self.b.body, op, &refusals)) }
    }

    /// The operands of `op` with converted types.
    fn adapt(&mut self, op: Op) -> Result<Operands, Diagnostic> {
        let mut operands = Operands::default();
        for value in self.b.body.operands(op).collect::<SmallVec<[Value; 4]>>() {
            let parts = self.mapping.adapt(self.b.body, self.config.types, value);
            let why = |why| self.b.body.op(op).error(format_args!("cannot be converted: {why}"));
            operands.push(&parts.map_err(why)?);
        }
        Ok(operands)
    }

    /// Tries the conversions. The ops created, or `None`.
    fn rewrite(
        &mut self,
        op: Op,
        operands: &Operands,
        numbers: &[usize],
        refusals: &mut Vec<(String, Refusal)>,
    ) -> Option<Vec<Op>> {
        let (ctx, loc) = (self.b.ctx(), self.b.body.loc(op));
        let info = ctx.op_info(self.b.body.name(op));
        for number in numbers {
            let conversion = self.conversions.get(*number);
            let mut created = Created::default();
            let rewriter = Rewriter::before_op(self.b.body, op).explaining(true).with_listener(&mut created);
            let mut rewriter =
                ConversionRewriter { rewriter, types: self.config.types, mapping: &mut self.mapping };
            let outcome = conversion.convert(op, operands, &mut rewriter);
            if let Some(trace) = &mut self.trace {
                trace.tried(conversion.name(), &info.name, loc, outcome.as_ref().copied());
            }
            match outcome {
                Ok(()) => {
                    self.done.conversions[*number] += 1;
                    return Some(created.0);
                }
                Err(why) => refusals.push((conversion.name().to_string(), why)),
            }
        }
        None
    }

    /// Replaces an op by its folded values.
    fn fold(&mut self, op: Op) -> bool {
        let Some(values) = fold_to_values(self.b.body, op) else { return false };
        self.mapping.replace(self.b.body, op, values.iter().map(std::slice::from_ref));
        true
    }

    /// Rebuilds an op that only forwards values, with converted types. False for other ops and refusals.
    fn rebuild_forwarding(
        &mut self,
        op: Op,
        operands: &Operands,
        refusals: &mut Vec<(String, Refusal)>,
    ) -> bool {
        let handling = self.config.types.zip(type_handling(self.b.body.op(op)));
        let Some((types, splitting)) = handling else { return false };
        let ctx = self.b.ctx();
        let results = self.b.body.results(op).map(|value| types.convert(&ctx, self.b.body.ty(value)));
        let done = results.collect::<Result<Vec<Types>, String>>().and_then(|results| {
            (self.b.cursor, self.b.loc) = (Cursor::Before(op), self.b.body.loc(op));
            match splitting {
                Splitting::Together => self.rebuild_together(op, operands, &results, types),
                Splitting::Apart => self.rebuild_per_part(op, operands, &results),
            }
        });
        done.map_err(|why| refusals.push(("types".into(), Refusal::new(why)))).is_ok()
    }

    /// One op takes all parts of all values; its regions move over.
    fn rebuild_together(
        &mut self,
        op: Op,
        operands: &Operands,
        results: &[Types],
        types: &TypeConverter,
    ) -> Result<(), String> {
        let flat: Vec<Type> = results.iter().flatten().copied().collect();
        let new = self.same(op, operands.all(), &flat);
        let regions: Vec<(Region, Region)> = self.b.body.regions(op).zip(self.b.body.regions(new)).collect();
        for (from, to) in regions {
            self.b.body.splice_blocks(from, to);
            for block in self.b.body.blocks(to).collect::<Vec<Block>>() {
                self.mapping.convert_arguments(self.b.body, types, block)?;
            }
        }
        let values: Vec<Value> = self.b.body.results(new).collect();
        let mut rest = &values[..];
        let parts = results.iter().map(|types| rest.split_off(..types.len()).expect("one value per type"));
        self.mapping.replace(self.b.body, op, parts);
        self.inside(new);
        Ok(())
    }

    /// One op for each part; an operand that stayed one value is used in each.
    fn rebuild_per_part(&mut self, op: Op, operands: &Operands, results: &[Types]) -> Result<(), String> {
        let count = results.first().map_or(1, |types| types.len());
        let fits = |n: usize| n == count || n == 1;
        if results.iter().any(|types| types.len() != count)
            || !(0..operands.len()).all(|i| fits(operands.values(i).len()))
        {
            return Err("its operands and results are converted to different numbers of values".into());
        }
        let mut parts = vec![Parts::new(); results.len()];
        for part in 0..count {
            let pick = |i| *operands.values(i).get(part).unwrap_or(&operands.values(i)[0]);
            let taken: Vec<Value> = (0..operands.len()).map(pick).collect();
            let given: Types = results.iter().map(|types| types[part]).collect();
            let new = self.same(op, &taken, &given);
            parts.iter_mut().zip(self.b.body.results(new)).for_each(|(list, value)| list.push(value));
        }
        self.mapping.replace(self.b.body, op, parts.iter().map(|list| &list[..]));
        Ok(())
    }
}

/// The error for an illegal op that stays.
fn stays(body: &Body, op: Op, refusals: &[(String, Refusal)]) -> Diagnostic {
    let view = body.op(op);
    let mut error = view.error("cannot be converted: it is illegal here");
    if refusals.is_empty() {
        error = error.note(view.loc(), format!("there is no conversion of '{}'", view.name()));
    }
    for (name, why) in refusals {
        error = error.note(view.loc(), format!("conversion '{name}' refused: {}", why.reason()));
    }
    error
}

/// The number of casts from this conversion that still have users: values whose types only one side
/// converted. Unless they may stay, they are errors.
fn leftovers(body: &Body, old: &FxHashSet<Op>, keep: bool) -> (u64, Vec<Diagnostic>) {
    let (mut casts, mut errors) = (0, Vec::new());
    let ops = crate::walk::preorder(body).into_iter();
    for op in ops.filter(|op| is_cast(body.op(*op)) && !old.contains(op)) {
        casts += 1;
        let user = body.results(op).flat_map(|r| body.uses(r)).map(|user| user.op).next();
        let Some(user) = user.filter(|_| !keep && errors.len() < MAX_ERRORS) else { continue };
        let show = |v: Value| crate::text::type_to_string(body.ctx(), body.ty(v));
        let from = body.operands(op).map(show).collect::<Vec<_>>().join(", ");
        let to = body.results(op).map(show).collect::<Vec<_>>().join(", ");
        let error = body.op(user).error(format_args!(
            "was not converted, but its operand was: the operand needs type {to}, and the converted value \
             has type {from}"
        ));
        errors.push(error.note(body.loc(op), "the value is defined here").or_code(&codes::ILLEGAL));
    }
    (casts, errors)
}
