//! Alignment of vector accesses: GPUs move 16 bytes at once only from multiples of 16.
//!
//! Memory of a kernel starts at a multiple of 16 bytes. The analysis finds powers of two that divide
//! subscripts and extents, in two sources. One is the arithmetic that computes them. The other is the
//! conditions around an access: such a condition may require that the remainder of an extent is 0. Accesses
//! that are not known to be aligned move element by element, which is slower but equally correct.

use crate::emitter::Emitter;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::kernel;
use tf_dialects::loops::If;
use tf_ir::arithmetic::Arithmetic;
use tf_ir::body::{Body, Def, Op, Value};
use tf_ir::control::{Bound, as_loop};
use tf_ir::extent::Extent;

/// The greatest useful divisor: elements of one byte.
const MOST: u64 = 16;

/// The most definitions to follow.
const DEPTH: u32 = 32;

/// The largest power of two up to [`MOST`] that divides an integer.
fn power(number: i128) -> u64 {
    if number == 0 { MOST } else { 1 << number.trailing_zeros().min(MOST.trailing_zeros()) }
}

/// Facts from conditions around an access: extents, each with a power of two that divides it.
type Facts<'a> = Vec<(&'a Extent, u64)>;

/// A power of two that divides an extent, for all values of its symbols or by known facts.
fn of_extent(extent: &Extent, facts: &Facts<'_>) -> u64 {
    let known = facts.iter().filter(|(of, _)| *of == extent).map(|(_, power)| *power).max();
    let own = extent.terms().iter().map(|term| power(term.coefficient().into())).min().unwrap_or(MOST);
    known.map_or(own, |known| known.max(own))
}

/// The facts about extents from the conditions under which an op runs.
fn facts(body: &Body, op: Op) -> Facts<'_> {
    let mut found = Vec::new();
    let mut inner = op;
    while let Some(around) = body.parent_op(inner) {
        if body.is(around, If)
            && body.block_of(inner).and_then(|block| body.region_of(block)) == Some(body.region(around, 0))
        {
            implied_facts(body, body.operand(around, 0), DEPTH, &mut found);
        }
        inner = around;
    }
    found
}

/// Collects the facts that a true condition implies.
fn implied_facts<'a>(body: &'a Body, condition: Value, depth: u32, found: &mut Facts<'a>) {
    let Some((depth, def)) = depth.checked_sub(1).zip(body.def_op(condition)) else { return };
    if body.is(def, arith::Andi) {
        return body.operands(def).for_each(|side| implied_facts(body, side, depth, found));
    }
    let number = |value: Value| tf_ir::arithmetic::constant_int(body, value);
    let is_equal = body.is(def, arith::Cmpi)
        && body.op(def).attr("predicate").and_then(|at| body.ctx().attr_int(at)) == Some(CmpI::Eq as i128);
    if !is_equal || number(body.operand(def, 1)) != Some(0) {
        return;
    }
    let (of, divisor) = match Arithmetic::of(body, body.operand(def, 0)) {
        Some(Arithmetic::Remainder(of, by, ..)) => (of, number(by).map(|by| power(by.into()))),
        Some(Arithmetic::And(of, mask)) => (of, number(mask).map(|mask| power(i128::from(mask) + 1))),
        _ => return,
    };
    if let (Some(Arithmetic::Extent(extent)), Some(divisor)) = (Arithmetic::of(body, of), divisor) {
        found.push((extent, divisor));
    }
}

fn of_bound(body: &Body, bound: &Bound, depth: u32, facts: &Facts<'_>) -> u64 {
    match bound {
        Bound::Constant(number) => power((*number).into()),
        Bound::Value(value) => divides(body, *value, depth, facts),
        Bound::Term(term) => of_extent(term, facts),
        Bound::Computed => 1,
    }
}

/// A power of two that divides an index.
fn divides(body: &Body, value: Value, depth: u32, facts: &Facts<'_>) -> u64 {
    let Some(depth) = depth.checked_sub(1) else { return 1 };
    let of = |value: Value| divides(body, value, depth, facts);
    if let Def::Argument(block, _) = body.def(value) {
        let owner = body.block_owner(block);
        let counted = owner.and_then(|op| Some((op, as_loop(body, op)?)));
        let induction = counted.and_then(|(op, counted)| {
            counted.inductions(body.op(op)).into_iter().find(|induction| induction.variable == value)
        });
        return induction.map_or(1, |induction| {
            of_bound(body, &induction.lower, depth, facts).min(of_bound(body, &induction.step, depth, facts))
        });
    }
    match Arithmetic::of(body, value) {
        Some(Arithmetic::Constant(number)) => power(number),
        Some(Arithmetic::Extent(extent)) => of_extent(extent, facts),
        Some(Arithmetic::Sum(a, b) | Arithmetic::Difference(a, b)) => of(a).min(of(b)),
        Some(Arithmetic::Product(a, b)) => (of(a) * of(b)).min(MOST),
        Some(Arithmetic::ShiftLeft(a, b)) => match tf_ir::arithmetic::constant_int(body, b) {
            Some(by @ 0..64) => (of(a) << by.min(4)).min(MOST),
            _ => of(a),
        },
        Some(Arithmetic::Minimum(a, b, _) | Arithmetic::Maximum(a, b, _) | Arithmetic::Select(_, a, b)) => {
            of(a).min(of(b))
        }
        Some(Arithmetic::Cast(a, _)) => of(a),
        _ => block_dim(body, value).unwrap_or(1),
    }
}

/// The divisor of a block extent that the kernel specifies.
fn block_dim(body: &Body, value: Value) -> Option<u64> {
    let axis = body.def_cast(value, kernel::BlockDim)?.along();
    let block = body.cast(body.root(), kernel::Func)?.block()?;
    Some(power(block[axis as usize].into()))
}

impl Emitter<'_, '_> {
    /// The alignment in bytes of an access by an (old) op to elements of `bytes` bytes at these (old)
    /// subscripts.
    pub(crate) fn aligned_to(&self, op: Op, extents: &[Extent], subscripts: &[Value], bytes: u64) -> u64 {
        if !self.threads || subscripts.len() != extents.len() {
            return bytes;
        }
        let facts = facts(self.source, op);
        let (mut stride, mut all) = (1, MOST);
        for (subscript, extent) in subscripts.iter().zip(extents).rev() {
            all = all.min((divides(self.source, *subscript, DEPTH, &facts) * stride).min(MOST));
            stride = (stride * of_extent(extent, &facts)).min(MOST);
        }
        (all * bytes).min(MOST).max(bytes)
    }
}
