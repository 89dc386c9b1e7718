//! Proofs that each read of an element comes before the write of the same element.

use super::access::Access;
use super::form::{Form, Level, Scope, Side};
use smallvec::SmallVec;
use tf_dialects::arith::{Andi, CmpI, Cmpi};
use tf_dialects::loops::{For, If, Parallel};
use tf_ir::body::{Body, Op, Value};
use tf_ir::control::{as_branch, as_loop};

/// Limit on the forms visited for one bound: a value with several bounds multiplies them.
const MOST_FORMS: u32 = 64;

/// The order of the iterations of two accesses in one common loop, if those of all outer loops agree.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shift {
    Same,
    /// The write is in an earlier iteration.
    WriteFirst,
    /// The read is in an earlier iteration.
    ReadFirst,
}

/// True if no element is read after, or while, it is written, provided that both accesses share memory.
/// `is_one_form` states whether equal subscripts mean the same bytes.
pub(super) fn reads_before_writes(body: &Body, read: &Access, write: &Access, is_one_form: bool) -> bool {
    let pairs = read.path.iter().zip(&write.path);
    let shared = pairs.take_while(|(a, b)| a == b).count();
    let Some(levels) =
        levels(body, read.path[..shared].iter().map(|(_, op)| *op).filter(|op| *op != read.op))
    else {
        return false;
    };
    let apart = |fixed: usize, shift: Shift| {
        let scope = Scope { body, levels: &levels, fixed };
        is_one_form && are_disjoint(&scope, read, write, shift)
    };
    let in_order = match (read.path.get(shared), write.path.get(shared)) {
        (Some((a, first)), Some((b, second))) if a == b => body.is_before(*first, *second),
        // Two sides of a conditional: only one of them runs.
        (Some((a, _)), Some((b, _))) => a != b,
        // A copy from a memory to itself.
        _ => read.op == write.op,
    };
    (in_order || apart(levels.len(), Shift::Same))
        && levels.iter().enumerate().all(|(at, level)| {
            apart(at, Shift::WriteFirst) && (!level.is_parallel || apart(at, Shift::ReadFirst))
        })
}

/// The loops among the ops around two accesses; `None` if one is neither a counted loop nor a conditional.
fn levels(body: &Body, around: impl Iterator<Item = Op>) -> Option<SmallVec<[Level; 4]>> {
    let mut levels = SmallVec::new();
    for op in around {
        if body.is(op, If) {
            continue;
        }
        if !body.is(op, For) && !body.is(op, Parallel) {
            return None;
        }
        for induction in as_loop(body, op)?.inductions(body.op(op)) {
            let step = induction.step.as_const().filter(|step| *step > 0);
            levels.push(Level { op, index: induction.variable, step, is_parallel: body.is(op, Parallel) });
        }
    }
    Some(levels)
}

/// True if the subscripts of two accesses are disjoint on some axis.
fn are_disjoint(scope: &Scope<'_>, read: &Access, write: &Access, shift: Shift) -> bool {
    let mut known: Option<Vec<Form>> = None;
    read.place.iter().zip(&write.place).any(|places| {
        let (Some(read_at), Some(write_at)) = places else { return false };
        let from = scope
            .form(write_at.0, Side::Write)
            .and_then(|form| form.plus(&scope.form(read_at.0, Side::Read)?, -1));
        let Some(distance) = from else { return false };
        let known = known.get_or_insert_with(|| {
            [conditions(scope, read, Side::Read), conditions(scope, write, Side::Write)].concat()
        });
        let end = |most: bool, met: &dyn Fn(i64) -> bool| {
            let mut ways = MOST_FORMS;
            let mut starts = vec![distance.clone()];
            // A form that is at most 0 may be subtracted for an upper bound, or added for a lower one.
            let sign = if most { -1 } else { 1 };
            starts.extend(known.iter().filter_map(|form| distance.clone().plus(form, sign)));
            starts.iter().any(|start| reaches(scope, start, most, shift, met, &mut ways))
        };
        end(false, &|least| least >= read_at.1) || end(true, &|most| most <= -write_at.1)
    })
}

/// True if a lower (or upper) bound of a form meets a condition.
fn reaches(
    scope: &Scope<'_>,
    form: &Form,
    most: bool,
    shift: Shift,
    met: &dyn Fn(i64) -> bool,
    ways: &mut u32,
) -> bool {
    let Some(left) = ways.checked_sub(1) else { return false };
    *ways = left;
    if let Some(end) = settled(scope, form, most, shift) {
        return met(end);
    }
    let index = scope.levels.get(scope.fixed).map(|level| level.index);
    // Inner loops first: their bounds may depend on outer indices.
    let depth = |value: Value| {
        let block = scope.body.def_block(value);
        let around = std::iter::successors(block.and_then(|b| scope.body.block_owner(b)), |op| {
            scope.body.parent_op(*op)
        });
        around.count()
    };
    let own = form.terms.iter().enumerate().filter(|(_, (value, ..))| Some(*value) != index);
    let Some((at, (value, side, factor))) =
        own.max_by_key(|(_, (value, side, _))| (*side != Side::Both, depth(*value)))
    else {
        return false;
    };
    let (_, rest) = form.without(at);
    let ends = scope.ends(*value, *side, most == (*factor > 0));
    ends.iter().any(|end| {
        let next = rest.clone().plus(end, *factor);
        next.is_some_and(|next| reaches(scope, &next, most, shift, met, ways))
    })
}

/// The bound of a form that depends only on the distance between the iterations of the write and the read.
fn settled(scope: &Scope<'_>, form: &Form, most: bool, shift: Shift) -> Option<i64> {
    let constant = form.rest.as_const()?;
    let (forwards, level) = match shift {
        Shift::Same => return form.terms.is_empty().then_some(constant),
        Shift::WriteFirst => (false, scope.levels[scope.fixed]),
        Shift::ReadFirst => (true, scope.levels[scope.fixed]),
    };
    let factor = match form.terms.as_slice() {
        [] => return Some(constant),
        [(a, first, f), (b, second, g)] if [*a, *b] == [level.index; 2] && f.checked_add(*g) == Some(0) => {
            match (first, second) {
                (Side::Write, Side::Read) => *f,
                (Side::Read, Side::Write) => *g,
                _ => return None,
            }
        }
        _ => return None,
    };
    // One step is the least distance; beyond, the form is monotonic.
    let grows = (factor > 0) == forwards;
    let moved = factor.checked_mul(level.step?)?.checked_mul(if forwards { 1 } else { -1 })?;
    (grows != most).then(|| constant.checked_add(moved)).flatten()
}

/// Forms that are at most 0 at an access, from the conditions around it.
fn conditions(scope: &Scope<'_>, access: &Access, side: Side) -> Vec<Form> {
    let mut found = Vec::new();
    for pair in access.path.windows(2) {
        let [(_, op), (block, _)] = pair else { continue };
        let Some(branch) = as_branch(scope.body, *op).filter(|_| scope.body.is(*op, If)) else { continue };
        let inside = (0..scope.body.regions(*op).len())
            .find(|region| scope.body.entry(scope.body.region(*op, *region)) == Some(*block));
        let holds = inside.and_then(|region| branch.holds_in(scope.body.op(*op), region));
        if let Some(holds) = holds {
            add_conditions(scope, branch.condition(scope.body.op(*op)), holds, side, &mut found);
        }
    }
    found
}

fn add_conditions(scope: &Scope<'_>, condition: Value, holds: bool, side: Side, found: &mut Vec<Form>) {
    let body = scope.body;
    let Some(op) = body.def_op(condition) else { return };
    if body.is(op, Andi) && holds {
        body.operands(op).for_each(|part| add_conditions(scope, part, true, side, found));
    }
    if !body.is(op, Cmpi) || body.ty(body.operand(op, 0)) != body.ctx().index() {
        return;
    }
    let Some(predicate) = CmpI::of(body.op(op)) else { return };
    let [a, b] = [body.operand(op, 0), body.operand(op, 1)].map(|value| scope.form(value, side));
    let (Some(a), Some(b)) = (a, b) else { return };
    let predicate = if holds { predicate } else { predicate.inverted() };
    // `a < b` is `a - b + 1 <= 0`.
    let (less, greater, strict) = match predicate {
        CmpI::Slt => (a, b, 1),
        CmpI::Sle => (a, b, 0),
        CmpI::Sgt => (b, a, 1),
        CmpI::Sge => (b, a, 0),
        _ => return,
    };
    let form = less.plus(&greater, -1).and_then(|form| form.plus(&Form::constant(strict), 1));
    found.extend(form);
}
