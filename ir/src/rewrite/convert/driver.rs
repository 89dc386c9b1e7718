//! The dialect conversion driver.

use super::casts::{cast_after, look_through, reconcile_casts};
use super::pattern::{ConversionRewriter, Conversions, Operands, convert_arguments};
use super::target::{Legality, Target, hands_on_values, is_cast};
use super::types::{TypeConverter, Types};
use crate::body::{Body, Op, Value};
use crate::builder::Listener;
use crate::builtin::UnrealizedCast;
use crate::codes;
use crate::diag::Diagnostic;
use crate::interfaces::FunctionLike;
use crate::registry::OpName;
use crate::rewrite::fold::fold_to_values;
use crate::rewrite::greedy::RuleTrace;
use crate::rewrite::pattern::Refusal;
use crate::rewrite::rewriter::Rewriter;
use crate::types::Type;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::rc::Rc;

/// Errors reported before the driver stops looking for more.
const MAX_ERRORS: usize = 20;
/// Conversions whose results are converted again, in a row.
const MAX_CHAIN: usize = 64;

/// How a conversion works.
#[derive(Clone, Copy, Default)]
pub struct ConversionConfig<'a> {
    /// What types become; without it, types stay.
    pub types: Option<&'a TypeConverter>,
    /// Casts between old and new types may stay, for another conversion to cancel them.
    pub keep_casts: bool,
}

/// What a conversion did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Converted {
    /// Times each conversion applied, by its number in [`Conversions`].
    pub conversions: Vec<u64>,
    /// Casts that stayed.
    pub casts: u64,
    /// True if anything changed.
    pub changed: bool,
}

/// Converts all illegal ops of a body (without its children), its signature, and the types of what calls and
/// returns hand on.
///
/// # Errors
/// The ops that stayed and why; the body is not to be used then.
pub fn convert_body(
    body: &mut Body,
    target: &Target,
    conversions: &Conversions,
    config: ConversionConfig<'_>,
    trace: Option<&mut dyn RuleTrace>,
) -> Result<Converted, Vec<Diagnostic>> {
    let old: FxHashSet<Op> =
        crate::walk::preorder(body).into_iter().filter(|op| body.is(*op, UnrealizedCast)).collect();
    let done = Converted { conversions: vec![0; conversions.len()], ..Converted::default() };
    let mut driver = Driver {
        target,
        conversions,
        config,
        trace,
        done,
        names: FxHashMap::default(),
        casts: FxHashMap::default(),
        errors: Vec::new(),
    };
    driver.signature(body);
    for op in crate::walk::preorder(body) {
        if body.is_live(op) && driver.errors.len() < MAX_ERRORS {
            driver.visit(body, op, 0);
        }
    }
    if driver.errors.is_empty() {
        reconcile_casts(body);
        driver.leftovers(body, &old);
    }
    if driver.errors.is_empty() { Ok(driver.done) } else { Err(driver.errors) }
}

struct Driver<'a, 'b> {
    target: &'a Target,
    conversions: &'a Conversions,
    config: ConversionConfig<'a>,
    trace: Option<&'b mut dyn RuleTrace>,
    done: Converted,
    /// What is known of op names met so far.
    names: FxHashMap<OpName, Known<'a>>,
    /// The converted values that a not yet converted value was cast to.
    casts: FxHashMap<Value, SmallVec<[Value; 2]>>,
    errors: Vec<Diagnostic>,
}

/// What the target and the conversions say of ops of one name.
#[derive(Clone)]
struct Known<'a> {
    said: Option<&'a Legality>,
    /// The numbers of the conversions, best first.
    conversions: Rc<[usize]>,
}

/// Remembers the ops that a conversion creates.
#[derive(Default)]
struct Created(Vec<Op>);

impl Listener for Created {
    fn created(&mut self, _: &Body, op: Op) {
        self.0.push(op);
    }
}

impl<'a> Driver<'a, '_> {
    fn fail(&mut self, error: Diagnostic) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(error.or_code(&codes::ILLEGAL));
        }
    }

    /// Converts the argument and result types of the body's root, if it is a function.
    fn signature(&mut self, body: &mut Body) {
        let Some(types) = self.config.types else { return };
        let ctx = body.ctx().clone();
        let Some(function) = ctx.op_info(body.name(body.root())).interface::<dyn FunctionLike>() else {
            return;
        };
        let root = body.op(body.root());
        let Some((inputs, results)) = function.signature(root) else { return };
        let converted = types
            .convert_all(&ctx, inputs.iter().copied())
            .and_then(|i| Ok((i, types.convert_all(&ctx, results.iter().copied())?)));
        let (new_inputs, new_results) = match converted {
            Ok(new) => new,
            Err(why) => return self.fail(root.error(format_args!("cannot be converted: {why}"))),
        };
        if new_inputs == inputs && new_results == results {
            return;
        }
        self.done.changed = true;
        if let Some(entry) = body.entry_block()
            && let Err(why) = convert_arguments(body, types, entry)
        {
            let error = body.op(body.root()).error(format_args!("cannot be converted: {why}"));
            return self.fail(error);
        }
        let root = body.root();
        function.set_signature(body, root, &new_inputs, &new_results);
    }

    fn known(&mut self, body: &Body, op: Op) -> Known<'a> {
        let (target, conversions) = (self.target, self.conversions);
        let fresh = || Known {
            said: target.said(body.info(op)),
            conversions: conversions.of(body.info(op)).collect(),
        };
        self.names.entry(body.name(op)).or_insert_with(fresh).clone()
    }

    fn visit(&mut self, body: &mut Body, op: Op, chain: usize) {
        let known = self.known(body, op);
        if self.target.allows_as(body.op(op), known.said, self.config.types) {
            return;
        }
        if chain > MAX_CHAIN {
            let error =
                body.op(op).error(format_args!("is still illegal after {MAX_CHAIN} conversions in a row"));
            return self.fail(error);
        }
        let operands = match self.adapt(body, op) {
            Ok(operands) => operands,
            Err(why) => {
                let error = body.op(op).error(format_args!("cannot be converted: {why}"));
                return self.fail(error);
            }
        };
        self.done.changed = true;
        let mut refusals = Vec::new();
        match self.rewrite(body, op, &operands, &known.conversions, &mut refusals) {
            Some(created) => {
                for new in created {
                    if body.is_live(new) {
                        self.visit(body, new, chain + 1);
                    }
                }
            }
            None => self.stays(body, op, &refusals),
        }
    }

    /// Tries the conversions, then to hand values on with other types, then to fold. The ops created, or `None`.
    fn rewrite(
        &mut self,
        body: &mut Body,
        op: Op,
        operands: &Operands,
        numbers: &[usize],
        refusals: &mut Vec<(String, Refusal)>,
    ) -> Option<Vec<Op>> {
        let ctx = body.ctx().clone();
        let (info, loc) = (ctx.op_info(body.name(op)), body.loc(op));
        for number in numbers {
            let conversion = self.conversions.get(*number);
            let mut created = Created::default();
            let rewriter = Rewriter::before_op(body, op).explaining(true).with_listener(&mut created);
            let mut rewriter = ConversionRewriter { rewriter, types: self.config.types };
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
        if self.config.types.is_some() && hands_on_values(body.op(op)) && body.regions(op).len() == 0 {
            return self.hand_on(body, op, operands, refusals);
        }
        let values = fold_to_values(body, op)?;
        Rewriter::before_op(body, op).replace(op, &values);
        Some(Vec::new())
    }

    /// The same call or return with converted types.
    fn hand_on(
        &mut self,
        body: &mut Body,
        op: Op,
        operands: &Operands,
        refusals: &mut Vec<(String, Refusal)>,
    ) -> Option<Vec<Op>> {
        let mut parts: Vec<Types> = Vec::new();
        for value in body.results(op) {
            match self.config.types?.convert(body.ctx(), body.ty(value)) {
                Ok(types) => parts.push(types),
                Err(why) => {
                    refusals.push(("types".into(), Refusal::new(why)));
                    return None;
                }
            }
        }
        let flat: Vec<Type> = parts.iter().flatten().copied().collect();
        let successors: Vec<_> = body.successors(op).collect();
        let new = body.create(body.name(op), body.loc(op), operands.all(), &flat, 0, &successors);
        copy_attrs(body, op, new);
        body.insert_before(new, op);
        let values: Vec<Value> = body.results(new).collect();
        let mut at = 0;
        let split: Vec<&[Value]> = parts
            .iter()
            .map(|types| {
                at += types.len();
                &values[at - types.len()..at]
            })
            .collect();
        let rewriter = Rewriter::before_op(body, op);
        ConversionRewriter { rewriter, types: self.config.types }.replace_parts(op, &split);
        Some(Vec::new())
    }

    /// The operands of `op` with converted types.
    fn adapt(&mut self, body: &mut Body, op: Op) -> Result<Operands, String> {
        let mut operands = Operands::default();
        for value in body.operands(op).collect::<SmallVec<[Value; 4]>>() {
            let ty = body.ty(value);
            let types = match self.config.types {
                Some(types) => types.convert(body.ctx(), ty)?,
                None => SmallVec::from_slice(&[ty]),
            };
            if types[..] == [ty] {
                operands.push(&[value]);
                continue;
            }
            let known = self.casts.get(&value).filter(|v| v.iter().all(|v| live_value(body, *v))).cloned();
            let values = known.or_else(|| look_through(body, value, &types)).unwrap_or_else(|| {
                let cast = cast_after(body, value, &[value], &types);
                body.results(cast).collect()
            });
            operands.push(&values);
            self.casts.insert(value, values);
        }
        Ok(operands)
    }

    fn stays(&mut self, body: &Body, op: Op, refusals: &[(String, Refusal)]) {
        let view = body.op(op);
        let mut error = view.error("cannot be converted: it is illegal here");
        if refusals.is_empty() {
            error = error.note(view.loc(), format!("there is no conversion of '{}'", view.name()));
        }
        for (name, why) in refusals {
            error = error.note(view.loc(), format!("conversion '{name}' refused: {}", why.reason()));
        }
        self.fail(error);
    }

    /// Casts that this conversion made and that still have users: values whose types only one side converted.
    fn leftovers(&mut self, body: &Body, old: &FxHashSet<Op>) {
        for op in crate::walk::preorder(body) {
            if !is_cast(body.op(op)) || old.contains(&op) {
                continue;
            }
            self.done.casts += 1;
            if self.config.keep_casts {
                continue;
            }
            let Some(user) = body.results(op).flat_map(|r| body.uses(r)).map(|u| u.op).next() else {
                continue;
            };
            let show = |v: Value| crate::text::type_to_string(body.ctx(), body.ty(v));
            let from = body.operands(op).map(show).collect::<Vec<_>>().join(", ");
            let to = body.results(op).map(show).collect::<Vec<_>>().join(", ");
            let error = body.op(user).error(format_args!(
                "was not converted, but an operand was: it needs type {to}, the converted value has {from}"
            ));
            self.fail(error.note(body.loc(op), "the value is defined here"));
        }
    }
}

/// Copies all attributes from one op to another one of the same name.
fn copy_attrs(body: &mut Body, from: Op, to: Op) {
    for i in 0..body.info(from).attrs.len() {
        body.set_slot(to, i, body.slot(from, i));
    }
    let ctx = body.ctx().clone();
    for (name, value) in body.discardable(from).collect::<Vec<_>>() {
        body.set_attr(to, ctx.text(name), value);
    }
}

fn live_value(body: &Body, value: Value) -> bool {
    body.def_op(value).is_none_or(|op| body.is_live(op))
}
