//! Bounds analysis: symbolic ranges of index values over extents, and proofs that accesses are in bounds.
//!
//! An index value becomes a *term*: an [`Extent`] over the function's extent symbols and further symbols, the
//! variables. The index of a compute over `n` points is a variable `s` with `0 ≤ s ≤ n - 1`. The index of a
//! fold from `lo` to `hi` is `lo + s` with `s ≤ hi - lo - 1`, and `lo` and `hi` may use outer indices.
//! Arithmetic on indices is arithmetic on terms. An unsupported value is `p - q` with two unconstrained
//! variables. To prove `0 ≤ e < extent`, the analysis eliminates the variables of `e`, innermost first: it
//! substitutes the end of the range that minimizes `e`. Only extent symbols remain, and non-monotone parts,
//! which the prover of extents decides by cases. The proof also uses the conditions of enclosing `loop.if`s
//! and the fact that the enclosing boxes and loops are not empty.
//!
//! Machine arithmetic wraps around at 64 bits; terms do not. Sums, differences and products of terms
//! therefore hold modulo 2^64, and a proof that a subscript is in bounds carries over to the machine's value.
//! Quotients, minima, maxima and comparisons need operands that stay within 64 bits if every symbol is at
//! most [`MAX_EXTENT`] and no box has more than 2^62 points. Calls check both.

mod choice;
mod computed;
mod eliminate;
mod facts;
mod guard;
mod memo;
mod order;
mod proof_key;
mod prove;
mod proved;
mod read;
mod refute;
mod term;

pub use guard::guard;
pub use proved::{PROVED, Proved, ProvedAxis};
pub use term::{large_extent, over_extents};

use super::access::Access;
use super::compute::{Compute, Fold, FoldOp};
use super::policy::Policy;
use super::shape::{dims, extent_words};
use proof_key::{ProofKey, Query};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::sync::Arc;
use tf_ir::affine::AffineMap;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::codes;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{Extent, Symbol};
use tf_ir::opref::OpRef;
use tf_ir::types::Dim;

/// The largest extent of a call; the call boundary refuses larger ones, and terms that overflow.
pub const MAX_EXTENT: i64 = 1 << 48;

/// The prefix of variable names. The analysis does not support extent symbols of programs with this prefix.
const PREFIX: &str = "_$";

/// A variable in `0 ..= upper`.
struct Variable {
    /// Its largest value, over extents and earlier variables.
    upper: Option<Extent>,
    /// A constant bound of `upper`, if there is one.
    limit: Option<i128>,
    /// True for the first of a pair whose difference is an unconstrained value.
    is_first_of_pair: bool,
}

/// Facts about the index values of a body, computed on demand.
pub struct Indices<'a> {
    body: &'a Body,
    terms: FxHashMap<Value, Extent>,
    /// Variables for values whose term is exact only modulo 2^64.
    inexact: FxHashMap<Value, Extent>,
    variables: Vec<Variable>,
    /// Conditions that hold in a block.
    facts: FxHashMap<Block, Arc<[Extent]>>,
    /// Cached results: whether a term was proved ≥ 0 in a block.
    proofs: FxHashMap<(Block, Extent), bool>,
    /// Cached results of other bodies, and of earlier queries of this one.
    shared: Arc<memo::Answers<memo::Question>>,
    /// The remaining search budget of the current query.
    limits: order::Limits,
}

/// The proved sides of the range `0 .. extent` for an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inside {
    /// The index is at least 0.
    pub lower: bool,
    /// The index is below the extent.
    pub upper: bool,
}

impl Inside {
    /// True if both sides are proved.
    pub fn both(self) -> bool {
        self.lower && self.upper
    }
}

impl<'a> Indices<'a> {
    /// Starts without any facts.
    pub fn new(body: &'a Body) -> Indices<'a> {
        Indices {
            body,
            terms: FxHashMap::default(),
            inexact: FxHashMap::default(),
            variables: Vec::new(),
            facts: FxHashMap::default(),
            proofs: FxHashMap::default(),
            shared: body.ctx().memo(),
            limits: order::Limits::default(),
        }
    }

    /// A new variable in `0 ..= upper`.
    fn variable(&mut self, upper: Option<Extent>) -> Extent {
        let name = format!("{PREFIX}{}", self.variables.len());
        let symbol = Symbol::new(&name).expect("the prefix is an identifier");
        let limit = upper.as_ref().and_then(|u| self.magnitude(u));
        self.variables.push(Variable { upper, limit, is_first_of_pair: false });
        Extent::from(symbol)
    }

    /// The position of a symbol's variable in `variables`.
    fn number(&self, symbol: &Symbol) -> Option<usize> {
        symbol.as_str().strip_prefix(PREFIX)?.parse().ok().filter(|n| *n < self.variables.len())
    }

    /// The term of an affine expression over values and extents, evaluated at `at`.
    pub fn affine(
        &mut self,
        at: Op,
        expr: &tf_ir::affine::AffineExpr,
        values: &[Value],
        extents: &[Extent],
    ) -> Option<Extent> {
        term::affine(self, at, expr, values, extents)
    }

    /// Checks whether a term is inside `0 .. extent` in every run of `at`.
    pub fn inside(&mut self, at: Op, term: &Extent, extent: &Extent) -> Inside {
        let below = extent.sub(term).and_then(|d| d.add_const(-1));
        let upper = match below {
            Ok(below) => self.prove_ge0(at, &below),
            // The difference overflows, for example for the least integer: a negative index is below every
            // extent.
            Err(_) => term.as_const().is_some_and(|index| index < 0) || self.is_unreachable(at),
        };
        Inside { lower: self.prove_ge0(at, term), upper }
    }

    /// True if the facts at `at` contradict each other: it never runs, and every property holds.
    fn is_unreachable(&mut self, at: Op) -> bool {
        self.prove_ge0(at, &Extent::constant(-1))
    }

    /// The position of the subscript on each axis of an access; an axis of unknown extent is never inside.
    pub fn access(&mut self, at: Op, access: &Access<'_>) -> Vec<Inside> {
        let shape = dims(self.body.ctx(), self.body.ty(access.source));
        let mut found = Vec::with_capacity(shape.len());
        for (expr, dim) in access.map.results().iter().zip(shape) {
            if is_plain(self.body, expr, access, dim) {
                found.push(Inside { lower: true, upper: true });
                continue;
            }
            let term = self.affine(at, expr, &access.indices, access.extents);
            let Some(term) = term else {
                let proved = self.is_unreachable(at);
                found.push(Inside { lower: proved, upper: proved });
                continue;
            };
            let inside = match dim.to_extent().filter(is_program_term) {
                Some(extent) => self.inside(at, &term, &extent),
                None => Inside { lower: self.prove_ge0(at, &term), upper: self.is_unreachable(at) },
            };
            let is_stated = access.policy != Policy::Assumed;
            found.push(if is_stated { self.of_machine(at, &term, inside) } else { inside });
        }
        found
    }

    /// Restricts the proof for a term to the machine's value. If both sides are proved, the machine's value
    /// equals the term. If the term may overflow 64 bits on the unproved side, nothing is known: a large
    /// index plus another wraps to a negative one.
    fn of_machine(&mut self, at: Op, term: &Extent, inside: Inside) -> Inside {
        match inside.lower != inside.upper && !self.fits_at(at, term) {
            true => Inside { lower: false, upper: false },
            false => inside,
        }
    }
}

/// True if the extent does not use the names of variables.
fn is_program_term(extent: &Extent) -> bool {
    !extent.symbols().iter().any(|s| s.as_str().starts_with(PREFIX))
}

/// Fast path without terms: the subscript is the index of a box or fold whose extent equals that of the axis.
fn is_plain(body: &Body, expr: &tf_ir::affine::AffineExpr, access: &Access<'_>, dim: &Dim) -> bool {
    let Some(value) = expr.as_dim().and_then(|d| access.indices.get(d as usize)) else { return false };
    let tf_ir::body::Def::Argument(block, i) = body.def(*value) else { return false };
    let Some(owner) = body.block_owner(block).map(|op| body.op(op)) else { return false };
    let Some(extent) = dim.to_extent() else { return false };
    if let Some(compute) = owner.cast(Compute) {
        return compute.extents().get(i) == Some(&extent);
    }
    // The block arguments of a combiner may be any value.
    owner.cast(Fold).filter(|fold| fold.block() == Some(block)).is_some_and(|fold| runs_to(fold, &extent))
}

/// True if the bounds of a fold are 0 and this extent.
fn runs_to(fold: FoldOp<'_>, extent: &Extent) -> bool {
    let Some(map) = fold.bounds().and_then(|a| fold.op().ctx().attr_map(a)) else { return false };
    let [lower, upper] = map.results() else { return false };
    if lower.as_const() != Some(0) {
        return false;
    }
    match upper.as_symbol() {
        Some(symbol) => fold.symbols().get(symbol as usize) == Some(extent),
        None => upper.as_const().is_some_and(|upper| extent.as_const() == Some(upper)),
    }
}

/// Checks that the divisors of an access are positive and, if it has no policy, that it is in bounds.
/// Verifiers of ops with the interface [`super::access::AffineAccess`] call it.
///
/// A proof that a pass has attached ([`Proved`]) is not repeated: its premises may be gone.
pub fn verify_access(op: OpRef<'_>, access: &Access<'_>) -> Result<(), Diagnostic> {
    let shape = dims(op.ctx(), op.body().ty(access.source));
    if Proved::stated(op).is_some_and(|proved| proved.suffices(access, shape.len())) {
        return Ok(());
    }
    let plain = |(expr, dim)| is_plain(op.body(), expr, access, dim);
    if access.map.results().iter().zip(shape).all(plain) {
        return Ok(());
    }
    let key = ProofKey::of(op, access, Query::IsValid);
    if key.as_ref().and_then(|key| key.known(op.ctx())) == Some(true) {
        return Ok(());
    }
    find_outside(op, access)?;
    key.into_iter().for_each(|key| key.remember(op.ctx(), true));
    Ok(())
}

/// Checks that the divisors in the bounds of a fold are positive: on a machine, a division by 0 would
/// silently give an empty fold.
pub fn verify_bounds(fold: FoldOp<'_>) -> Result<(), Diagnostic> {
    let op = fold.op();
    match fold.bounds().and_then(|attr| op.ctx().attr_map(attr)) {
        Some(map) => term::check_divisors(&mut Indices::new(op.body()), op, map, fold.symbols()),
        None => Ok(()),
    }
}

/// The uncached part of [`verify_access`].
fn find_outside(op: OpRef<'_>, access: &Access<'_>) -> Result<(), Diagnostic> {
    let mut indices = Indices::new(op.body());
    term::check_divisors(&mut indices, op, &access.map, access.extents)?;
    if access.policy != Policy::Assumed {
        return Ok(());
    }
    for (axis, inside) in indices.access(op.id(), access).into_iter().enumerate() {
        if !inside.both() {
            return Err(outside(&mut indices, op, access, axis, inside));
        }
    }
    Ok(())
}

/// As [`verify_access`], for a box of constant size; `first` accesses its first element.
pub(crate) fn verify_tile(op: OpRef<'_>, first: &Access<'_>, sizes: &[i64]) -> Result<(), Diagnostic> {
    find_outside(op, first)?;
    if first.policy != Policy::Assumed {
        return Ok(());
    }
    let shifted = first.map.results().iter().zip(sizes).map(|(expr, size)| expr.add_const(size - 1));
    let map = shifted
        .collect::<Result<Vec<_>, _>>()
        .and_then(|results| AffineMap::new(first.map.num_dims(), first.map.num_symbols(), results));
    let Ok(map) = map else {
        let inside = Inside { lower: true, upper: false };
        return Err(outside(&mut Indices::new(op.body()), op, first, 0, inside));
    };
    let last = Access { map: Cow::Owned(map), indices: first.indices.clone(), ..*first };
    find_outside(op, &last)
}

/// The error of an access that is not proved to be in bounds.
fn outside(
    indices: &mut Indices<'_>,
    op: OpRef<'_>,
    access: &Access<'_>,
    axis: usize,
    inside: Inside,
) -> Diagnostic {
    let dim = &dims(op.ctx(), op.body().ty(access.source))[axis];
    let extent = extent_words(dim);
    let term = indices.affine(op.id(), &access.map.results()[axis], &access.indices, access.extents);
    let least = term.as_ref().and_then(|t| indices.extreme(t, false));
    let greatest = term.as_ref().and_then(|t| indices.extreme(t, true));
    let because = match (inside.lower, *dim == Dim::Unknown) {
        (_, true) => "its extent has no name (name-extents names the extents of arguments)".to_string(),
        (false, _) => match least {
            Some(least) => format!("it can be {least}, which is not known to be at least 0"),
            None => "it is not known to be at least 0".to_string(),
        },
        (true, _) => match greatest {
            Some(greatest) => {
                format!("it can be {greatest}, which is not known to be below the extent {extent}")
            }
            None => format!("it is not known to be below the extent {extent}"),
        },
    };
    let (verb, policies) = match access.is_write {
        true => ("write", "drop, clamp, wrap or trap"),
        false => ("read", "clamp, wrap, fill(…) or trap"),
    };
    op.error(format_args!(
        "may {verb} outside: the subscript of axis {axis} is not proved to be inside; {because}; give the \
         {verb} a policy: {policies}"
    ))
    .code(&codes::UNPROVED)
}

/// True if an access without a policy is not proved to be in bounds at its current position. If it was proved
/// at an earlier position, with other subscripts, it is still in bounds: adding any policy keeps the meaning.
pub fn is_unproved(op: OpRef<'_>) -> bool {
    Access::of(op)
        .is_some_and(|access| access.policy == Policy::Assumed && verify_access(op, &access).is_err())
}

/// True if an access with a policy is proved to be in bounds, so that it needs none. The query matches that
/// of `verify_access`: proofs index variables by first use, and an access must stay valid once it loses its
/// policy.
pub fn is_proved_inside(op: OpRef<'_>) -> bool {
    let Some(access) = Access::of(op) else { return false };
    let key = ProofKey::of(op, &access, Query::IsInside);
    if let Some(known) = key.as_ref().and_then(|key| key.known(op.ctx())) {
        return known;
    }
    let mut indices = Indices::new(op.body());
    let proved = !Indices::new(op.body()).may_be_outside(op.id(), &access)
        && term::check_divisors(&mut indices, op, &access.map, access.extents).is_ok()
        && indices.access(op.id(), &access).into_iter().all(Inside::both);
    key.into_iter().for_each(|key| key.remember(op.ctx(), proved));
    proved
}

impl Indices<'_> {
    /// As [`is_proved_inside`], for one of many reads of a body. Shared results first filter out reads
    /// without a proof.
    pub fn is_inside(&mut self, op: OpRef<'_>) -> bool {
        let Some(access) = Access::of(op) else { return false };
        !self.may_be_outside(op.id(), &access)
            && self.access(op.id(), &access).into_iter().all(Inside::both)
            && is_proved_inside(op)
    }

    /// True if a counterexample shows that an access is not always in bounds: then no axis needs a proof.
    fn may_be_outside(&mut self, at: Op, access: &Access<'_>) -> bool {
        let shape = dims(self.body.ctx(), self.body.ty(access.source));
        let known = self.facts(at);
        access.map.results().iter().zip(shape).any(|(expr, dim)| {
            if is_plain(self.body, expr, access, dim) {
                return false;
            }
            let term = self.affine(at, expr, &access.indices, access.extents);
            let (Some(term), Some(extent)) = (term, dim.to_extent()) else { return true };
            let below = extent.sub(&term).and_then(|d| d.add_const(-1));
            below.is_ok_and(|d| self.is_refuted(&d, &known)) || self.is_refuted(&term, &known)
        })
    }
}

#[cfg(test)]
mod tests;
