//! Shape-polymorphic functions: extents of arguments get names, and calls are inlined.
//!
//! The argument attribute `tf.shape = "n, 2*m + 1"` specifies the extents as terms; each other `?` gets a
//! fresh name. An argument with JAX's `jax.global_constant = "n"` is the size `n` itself; the extents
//! determine it, so it is no longer an argument.

use super::function::signature;
use super::lower::{Done, Lower, invalid, unsupported};
use super::symbolic::Symbolic;
use super::types::convert;
use std::collections::BTreeSet;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::tensor::{Assert, Require};
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::{Body, Value};
use tf_ir::context::Context;
use tf_ir::extent::{Extent, Symbol, Verdict};
use tf_ir::opref::OpRef;
use tf_ir::types::{Dim, Type, TypeData};

/// The attribute with the extents of an argument as terms.
pub(super) const SHAPE: &str = "tf.shape";
/// The attribute with the name of the size that a JAX argument holds.
const SIZE: &str = "jax.global_constant";
/// The custom call by which JAX checks extents.
pub(super) const ASSERTION: &str = "shape_assertion";
/// The maximum number of equations to solve for a function's extents.
const MOST_EQUATIONS: usize = 256;

/// The import of a function's argument.
pub(super) enum Argument {
    /// An argument of this type.
    Typed(Type),
    /// A size, which the extents of other arguments determine.
    Size(Extent),
}

/// Names of extents that equal other terms.
#[derive(Default)]
pub(super) struct Equations(Vec<(Symbol, Extent)>);

impl Equations {
    /// Adds the equations that a conversion found; false if it found none.
    pub(super) fn take(&mut self, found: Vec<(Symbol, Extent)>) -> bool {
        let some = !found.is_empty() && self.0.len() < MOST_EQUATIONS;
        self.0.extend(found);
        some
    }

    fn solve(&self, mut term: Extent) -> Extent {
        for (symbol, value) in &self.0 {
            term = term.substitute_symbol(symbol, value).unwrap_or(term);
        }
        term
    }
}

/// A dimension that the call determines.
fn is_open(ctx: &Context, ty: Type) -> bool {
    ctx.dims(ty).is_some_and(|dims| dims.contains(&Dim::Unknown))
}

/// An attribute of argument `i` of a function.
fn argument_attr(function: &Body, i: usize, name: &str) -> Option<Attribute> {
    let ctx = function.ctx();
    let all = function.attr(function.root(), "arg_attrs").and_then(|a| ctx.attr_array(a))?;
    let AttrData::Dict(entries) = ctx.attr_data(*all.get(i)?) else { return None };
    entries.iter().find(|(key, _)| ctx.text(*key) == name).map(|(_, value)| *value)
}

/// Whether a function has extents without names, or sizes as arguments.
pub(super) fn is_polymorphic(function: &Body) -> bool {
    let ctx = function.ctx();
    let Some((inputs, results)) = signature(ctx, function) else { return false };
    inputs.iter().chain(&results).any(|ty| is_open(ctx, *ty))
        || (0..inputs.len()).any(|i| argument_attr(function, i, SIZE).is_some())
}

/// Whether a function is called from its own module only.
pub(super) fn is_private(function: &Body) -> bool {
    let visibility = function.attr(function.root(), "sym_visibility");
    visibility.and_then(|a| function.ctx().attr_str(a)) == Some("private")
}

/// The import of a function's arguments.
pub(super) fn arguments(function: &Body, inputs: &[Type], equations: &Equations) -> Done<Vec<Argument>> {
    let (ctx, root) = (function.ctx(), function.op(function.root()));
    let mut given = Vec::new();
    for (i, ty) in inputs.iter().enumerate() {
        let converted = convert(ctx, *ty).map_err(|why| unsupported(root, &why))?;
        given.push(declared_type(function, i, converted)?);
    }
    let named = given.iter().filter_map(|ty| ctx.dims(*ty)).flatten();
    let taken: BTreeSet<Symbol> = named.filter_map(Dim::to_extent).flat_map(|term| term.symbols()).collect();
    let argument =
        |(i, ty): (usize, Type)| match argument_attr(function, i, SIZE).and_then(|a| ctx.attr_str(a)) {
            Some(name) => match Extent::symbol(name) {
                Ok(size) => Ok(Argument::Size(equations.solve(size))),
                Err(why) => Err(invalid(root, format!("has the extent '{name}' as an argument: {why}"))),
            },
            None => Ok(Argument::Typed(named_type(ctx, i, ty, &taken, equations))),
        };
    given.into_iter().enumerate().map(argument).collect()
}

/// The type of argument `i` with the extents of its attribute.
fn declared_type(function: &Body, i: usize, ty: Type) -> Done<Type> {
    let (ctx, root) = (function.ctx(), function.op(function.root()));
    let Some(text) = argument_attr(function, i, SHAPE) else { return Ok(ty) };
    let Some(text) = ctx.attr_str(text) else {
        return Err(invalid(root, format!("needs a string as '{SHAPE}' of argument {i}")));
    };
    let mut terms = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (term, length) = Extent::parse_prefix(rest).map_err(|why| {
            invalid(
                root,
                format!(
                    "has '{rest}' in '{SHAPE}' of argument {i}, which does not start with an extent: {why}"
                ),
            )
        })?;
        terms.push(Dim::from_extent(term));
        let behind = rest[length..].trim_start();
        rest = behind.strip_prefix(',').unwrap_or(behind).trim_start();
        if rest.len() == behind.len() && !rest.is_empty() {
            return Err(invalid(root, format!("needs a comma before '{rest}' in '{SHAPE}' of argument {i}")));
        }
    }
    let dims = ctx.dims(ty).unwrap_or_default();
    let fits = |(own, said): (&Dim, &Dim)| *own == Dim::Unknown || own == said;
    if dims.len() != terms.len() || !dims.iter().zip(&terms).all(fits) {
        return Err(invalid(
            root,
            format!("has '{text}' as '{SHAPE}' of argument {i}, which does not fit its type"),
        ));
    }
    Ok(ctx.tensor(terms, ctx.elem_type(ty)))
}

/// The type of argument `i`; each extent without a name gets a fresh one.
fn named_type(ctx: &Context, i: usize, ty: Type, taken: &BTreeSet<Symbol>, equations: &Equations) -> Type {
    let TypeData::Tensor { dims, elem, .. } = ctx.type_data(ty) else { return ty };
    let fresh = |axis: usize| {
        let names = std::iter::once(format!("arg{i}_{axis}"));
        let names = names.chain((0..).map(|n| format!("arg{i}_{axis}_{n}")));
        let mut free = names.filter_map(|name| Symbol::new(&name).ok()).filter(|name| !taken.contains(name));
        free.next().map_or(Dim::Unknown, |symbol| Dim::Term(Extent::from(symbol)))
    };
    let dim = |(axis, dim): (usize, &Dim)| {
        let named = if *dim == Dim::Unknown { fresh(axis) } else { dim.clone() };
        named.to_extent().map_or(Dim::Unknown, |term| Dim::from_extent(equations.solve(term)))
    };
    ctx.tensor(dims.iter().enumerate().map(dim).collect::<Vec<_>>(), *elem)
}

/// JAX's `shape_assertion`: drops conditions that the extents imply, unifies equal extents, and makes the
/// call check all other conditions.
pub(super) fn assertion(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    if op.operand_count() == 0 {
        return Err(invalid(op, "needs a condition"));
    }
    let condition = op.operand(0);
    let message = op.attr("error_message").and_then(|a| op.ctx().attr_str(a)).unwrap_or_default();
    let message = message.split(". Using the following").next().unwrap_or_default().replace(['{', '}'], "");
    match l.numbers.get(&condition).and_then(Symbolic::terms).and_then(|terms| terms.first()?.as_const()) {
        Some(0) => return Err(invalid(op, format!("never holds: {message}"))),
        Some(_) => return Ok(()),
        None => {}
    }
    if let Some((a, b)) = compared(l, condition, "EQ") {
        return equate(l, &a, &b);
    }
    if let Some((symbol, least)) = bounded(l, condition) {
        l.facts.limit(&symbol, Some(least), None);
    }
    let condition = l.operand(op, 0)?;
    let condition = l.element(op, condition)?;
    l.b.op(Assert, &[condition], &[], &[("text", l.ctx().string_attr(&message))]);
    Ok(())
}

/// Makes the call check that a term is at most an extent, unless this is known; `what` is the message of the
/// check.
pub(super) fn check_at_most(l: &mut Lower<'_, '_>, number: &Extent, extent: &Extent, what: &str) {
    if number.prove_le(extent, &l.facts) == Verdict::Proved {
        return;
    }
    let [left, right] = [number, extent].map(|term| l.extent(term));
    let condition = arith::cmpi(l, CmpI::Sle, left, right);
    let text = l.ctx().string_attr(&format!("{what}: {number} exceeds {extent}"));
    l.b.op(Assert, &[condition], &[], &[("text", text)]);
}

/// The two terms that a condition compares in this direction.
fn compared(l: &Lower<'_, '_>, condition: Value, direction: &str) -> Option<(Extent, Extent)> {
    let op = l.src.op(l.src.def_op(condition)?);
    let is = op.name() == "stablehlo.compare"
        && super::attrs::word(op, "comparison_direction") == Some(direction)
        && op.operand_count() == 2;
    let number = |i: usize| l.numbers.get(&op.operand(i))?.terms()?.into_iter().next();
    is.then(|| Some((number(0)?, number(1)?))).flatten()
}

/// The extent and its lower bound, if the condition has the form `extent ≥ constant`.
fn bounded(l: &Lower<'_, '_>, condition: Value) -> Option<(Symbol, i64)> {
    let (extent, least) = compared(l, condition, "GE")?;
    Some((extent.as_symbol()?.clone(), least.as_const()?))
}

/// Unifies two extents if one of them is a name; else the call checks that they are equal.
fn equate(l: &mut Lower<'_, '_>, a: &Extent, b: &Extent) -> Done {
    for (name, value) in [(a, b), (b, a)] {
        if let Some(symbol) = name.as_symbol().filter(|symbol| !value.uses(symbol)) {
            l.equations.push((symbol.clone(), value.clone()));
            return Ok(());
        }
    }
    let ctx = l.ctx();
    let [left, right] = [a, b].map(|term| ctx.extents_attr(std::slice::from_ref(term)));
    l.b.op(Require, &[], &[], &[("left", left), ("right", right)]);
    Ok(())
}
