//! Work of a loop nest: float operations and bytes moved, computed by code before the nest.

use rustc_hash::{FxHashMap, FxHashSet};
use tf_dialects::arith;
use tf_dialects::elementwise::spec_of;
use tf_dialects::loops::For;
use tf_dialects::mem::{Copy, Load, Store};
use tf_dialects::scalar::table::Kind;
use tf_dialects::vector;
use tf_ir::arithmetic::Arithmetic;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::control::{Bound, Induction, LoopLike, as_loop};
use tf_ir::effects::is_pure;
use tf_ir::types::{Type, TypeData};
use tf_ir::walk::walk;
use tf_passes_common::code::subscript::Copier;

/// Steps of the backward walk from a subscript, at most.
const MOST_STEPS: usize = 64;
/// Longest chain of ops that is copied to compute a bound before the nest.
const DEPTH: u32 = 8;

/// Operations and bytes, as values before the nest. `None` if an iteration count of one of its loops is not
/// known there.
pub fn of(b: &mut Builder<'_>, nest: Op) -> Option<(Value, Value)> {
    if b.body.is(nest, Copy) {
        let ty = b.body.ty(b.body.operand(nest, 0));
        let bytes = 2 * i64::try_from(size(b.body, ty)?).ok()?;
        return Some((arith::const_index(b, 0), arith::const_index(b, bytes)));
    }
    let mut ops: Vec<Op> = Vec::new();
    walk(b.body, nest, &mut |_, op| ops.push(op));
    let mut counted = Counted { nest, trips: FxHashMap::default(), copies: FxHashMap::default() };
    let mut operations = arith::const_index(b, 0);
    let mut moved: Vec<((Value, bool), Value)> = Vec::new();
    for op in ops {
        if let Some(lanes) = operations_of(b.body, op) {
            let count = counted.times(b, lanes, &counted.around(b.body, op))?;
            operations = arith::addi(b, operations, count);
        }
        let Some((memory, bytes, subscripts)) = moves(b.body, op) else { continue };
        if b.body.def_op(memory).is_some_and(|def| b.body.encloses(nest, def)) {
            continue;
        }
        // Loops that do not move the access touch the same elements each time.
        let around = counted.around(b.body, op);
        let moving: Vec<Op> = around.into_iter().filter(|one| is_moved(b.body, &subscripts, *one)).collect();
        let count = counted.times(b, bytes, &moving)?;
        let key = (memory, b.body.result_count(op) == 0);
        match moved.iter_mut().find(|(known, _)| *known == key) {
            Some((_, most)) => *most = arith::maxsi(b, *most, count),
            None => moved.push((key, count)),
        }
    }
    let zero = arith::const_index(b, 0);
    let bytes = moved.into_iter().fold(zero, |sum, (_, count)| arith::addi(b, sum, count));
    Some((operations, bytes))
}

/// Iteration counts of the loops of a nest, computed on demand.
struct Counted {
    nest: Op,
    trips: FxHashMap<Op, Option<Value>>,
    /// Values of the nest that were recomputed before it.
    copies: FxHashMap<Value, Value>,
}

impl Counted {
    /// The loops of the nest around an op.
    fn around(&self, body: &Body, op: Op) -> Vec<Op> {
        let parents = std::iter::successors(Some(op), |op| body.parent_op(*op)).skip(1);
        let inside = parents.take_while(|parent| body.encloses(self.nest, *parent));
        inside.filter(|parent| as_loop(body, *parent).is_some()).collect()
    }

    /// The product of a constant and the iteration counts of some loops.
    fn times(&mut self, b: &mut Builder<'_>, number: i64, loops: &[Op]) -> Option<Value> {
        let mut product = arith::const_index(b, number);
        for one in loops {
            let trips = match self.trips.get(one) {
                Some(known) => *known,
                None => {
                    let trips = self.trip_count(b, *one);
                    self.trips.insert(*one, trips);
                    trips
                }
            };
            product = arith::muli(b, product, trips?);
        }
        Some(product)
    }

    fn trip_count(&mut self, b: &mut Builder<'_>, one: Op) -> Option<Value> {
        let found = as_loop(b.body, one)?;
        let inductions = found.inductions(b.body.op(one));
        if inductions.is_empty() || found.early_exit(b.body.op(one)).is_some() {
            return None;
        }
        let parts = parts(b.body, one);
        if parts.len() > 1 {
            return self.of_part(b, &parts, one);
        }
        let mut product = arith::const_index(b, 1);
        for induction in &inductions {
            let trips = self.length(b, induction)?;
            product = arith::muli(b, product, trips);
        }
        Some(product)
    }

    /// The iterations of a loop that is one of several parts of a split loop. The ends of the parts may
    /// depend on the loops around. The main part then counts the iterations of the whole loop and the others
    /// none: they run the same operations on other elements.
    fn of_part(&mut self, b: &mut Builder<'_>, parts: &[Op], one: Op) -> Option<Value> {
        let inductions: Vec<Induction> = parts
            .iter()
            .map(|part| For.inductions(b.body.op(*part)).into_iter().next())
            .collect::<Option<_>>()?;
        let at = parts.iter().position(|part| *part == one)?;
        let own: Vec<Option<Value>> = inductions.iter().map(|induction| self.length(b, induction)).collect();
        if own.iter().all(Option::is_some) {
            return own[at];
        }
        if at != main_part(&inductions)? {
            return Some(arith::const_index(b, 0));
        }
        let (first, last) = (inductions.first()?, inductions.last()?);
        let whole =
            Induction { lower: first.lower.clone(), upper: last.upper.clone(), ..inductions[at].clone() };
        self.length(b, &whole)
    }

    fn length(&mut self, b: &mut Builder<'_>, induction: &Induction) -> Option<Value> {
        if let Some(trips) = induction.trip_count() {
            return Some(arith::const_index(b, i64::try_from(trips).ok()?));
        }
        let length = match (self.known(b, &induction.lower), self.known(b, &induction.upper)) {
            (Some(lower), Some(upper)) => arith::subi(b, upper, lower),
            (Some(lower), None) => {
                let Bound::Value(upper) = induction.upper else { return None };
                let upper = self.most_in_front(b, upper, DEPTH)?;
                arith::subi(b, upper, lower)
            }
            _ => self.most(b, induction)?,
        };
        let step = self.known(b, &induction.step)?;
        let trips = arith::ceildivsi(b, length, step);
        let zero = arith::const_index(b, 0);
        Some(arith::maxsi(b, trips, zero))
    }

    /// An upper bound on the length of the range `x to x + min(y, n)` or `x to min(x + n, y)`.
    fn most(&mut self, b: &mut Builder<'_>, induction: &Induction) -> Option<Value> {
        let (Bound::Value(lower), Bound::Value(upper)) = (&induction.lower, &induction.upper) else {
            return None;
        };
        let behind = |body: &Body, value: Value| match Arithmetic::of(body, value) {
            Some(Arithmetic::Sum(one, other)) if one == *lower => Some(other),
            Some(Arithmetic::Sum(one, other)) if other == *lower => Some(one),
            _ => None,
        };
        if let Some(length) = behind(b.body, *upper) {
            return self.most_in_front(b, length, DEPTH);
        }
        let def = b.body.def_op(*upper).filter(|def| b.body.is(*def, arith::Minsi))?;
        let ends = [b.body.operand(def, 0), b.body.operand(def, 1)];
        let length = ends.into_iter().find_map(|end| behind(b.body, end))?;
        self.most_in_front(b, length, DEPTH)
    }

    /// A bound as a value before the nest.
    fn known(&mut self, b: &mut Builder<'_>, bound: &Bound) -> Option<Value> {
        match bound {
            Bound::Constant(number) => Some(arith::const_index(b, *number)),
            Bound::Value(value) => self.in_front(b, *value, DEPTH),
            Bound::Term(_) | Bound::Computed => None,
        }
    }

    /// An upper bound of a value of the nest, as a value before it: partial rows and tiles count as full
    /// ones.
    fn most_in_front(&mut self, b: &mut Builder<'_>, value: Value, depth: u32) -> Option<Value> {
        if let Some(value) = self.in_front(b, value, DEPTH) {
            return Some(value);
        }
        let def = b.body.def_op(value).filter(|_| depth > 0)?;
        match Arithmetic::of(b.body, value)? {
            Arithmetic::Minimum(one, other, _) => {
                let found = [one, other].map(|value| self.most_in_front(b, value, depth - 1));
                match found {
                    [Some(one), Some(other)] => Some(arith::minsi(b, one, other)),
                    [one, other] => one.or(other),
                }
            }
            Arithmetic::Maximum(one, other, _) | Arithmetic::Select(_, one, other) => {
                let one = self.most_in_front(b, one, depth - 1)?;
                let other = self.most_in_front(b, other, depth - 1)?;
                Some(arith::maxsi(b, one, other))
            }
            Arithmetic::Sum(one, other) => {
                let one = self.most_in_front(b, one, depth - 1)?;
                let other = self.most_in_front(b, other, depth - 1)?;
                Some(arith::addi(b, one, other))
            }
            // A difference counts as its minuend (all of an extent may remain at first), a remainder as its
            // dividend.
            Arithmetic::Difference(one, _) | Arithmetic::Remainder(one, ..) => {
                self.most_in_front(b, one, depth - 1)
            }
            // Only the division itself proves that the divisor is not zero; before the nest, it would be
            // speculated.
            Arithmetic::Quotient(one, by, ..) if is_pure(b.body, def) => {
                let mut copier = Copier::default();
                copier.set(one, self.most_in_front(b, one, depth - 1)?);
                copier.set(by, self.in_front(b, by, DEPTH)?);
                let quotient = copier.op(b, def).ok()?;
                Some(b.body.result(quotient, 0))
            }
            _ => None,
        }
    }

    /// The value itself if it is defined before the nest, else a copy computed there.
    fn in_front(&mut self, b: &mut Builder<'_>, value: Value, depth: u32) -> Option<Value> {
        let home = b.body.def_block(value).and_then(|block| b.body.block_owner(block));
        let owner = b.body.def_op(value).or(home)?;
        if !b.body.encloses(self.nest, owner) {
            return Some(value);
        }
        if let Some(copy) = self.copies.get(&value) {
            return Some(*copy);
        }
        let def = b.body.def_op(value)?;
        if depth == 0 || !is_pure(b.body, def) || b.body.regions(def).next().is_some() {
            return None;
        }
        let result = b.body.results(def).position(|result| result == value)?;
        let operands: Vec<Value> = b.body.operands(def).collect();
        let mut copier = Copier::default();
        for operand in operands {
            let new = self.in_front(b, operand, depth - 1)?;
            copier.set(operand, new);
        }
        let copy = copier.op(b, def).ok()?;
        let copy = b.body.result(copy, result);
        self.copies.insert(value, copy);
        Some(copy)
    }
}

/// The parts of a split loop: adjacent ranges, each loop begins at the end of the one before.
fn parts(body: &Body, one: Op) -> Vec<Op> {
    let mut found = vec![one];
    let loops: Vec<Op> = body
        .block_of(one)
        .into_iter()
        .flat_map(|block| body.ops(block))
        .filter(|op| body.is(*op, For))
        .collect();
    let Some(at) = loops.iter().position(|op| *op == one) else { return found };
    for before in loops[..at].iter().rev() {
        if body.operand(*before, 1) == body.operand(found[0], 0) {
            found.insert(0, *before);
        }
    }
    for behind in &loops[at + 1..] {
        if body.operand(*behind, 0) == body.operand(found[found.len() - 1], 1) {
            found.push(*behind);
        }
    }
    found
}

/// The part with most of the work: the one with the largest step; among equals, the middle one.
fn main_part(parts: &[Induction]) -> Option<usize> {
    let steps: Vec<i64> = parts.iter().map(|part| part.step.as_const()).collect::<Option<_>>()?;
    let largest = steps.iter().max()?;
    let middle = |at: &usize| (2 * at + 1).abs_diff(parts.len());
    (0..parts.len()).filter(|at| steps[*at] == *largest).min_by_key(middle)
}

/// Float operations of an op; `None` for other ops.
fn operations_of(body: &Body, op: Op) -> Option<i64> {
    let ctx = body.ctx();
    if body.is(op, vector::Reduce) {
        return Some(lanes(body, body.ty(body.operand(op, 0))));
    }
    let spec = spec_of(body.op(op))?;
    let ty = body.ty(body.results(op).next()?);
    let computes = !matches!(spec.kind, Kind::Select | Kind::Cast(_));
    (computes && ctx.is_float(ctx.elem_type(ty))).then(|| lanes(body, ty))
}

/// The memory that an op reads or writes, the bytes, and the subscripts.
fn moves(body: &Body, op: Op) -> Option<(Value, i64, Vec<Value>)> {
    let operands: Vec<Value> = body.operands(op).collect();
    let (memory, moved) = match () {
        () if body.is(op, Load) || body.is(op, vector::Load) => (*operands.first()?, body.result(op, 0)),
        () if body.is(op, Store) || body.is(op, vector::Store) => (*operands.get(1)?, *operands.first()?),
        () => return None,
    };
    let ctx = body.ctx();
    let width = i64::from(ctx.scalar_width(ctx.elem_type(body.ty(moved)))?.div_ceil(8));
    let subscripts = operands.into_iter().filter(|value| body.ty(*value) == ctx.index()).collect();
    Some((memory, width * lanes(body, body.ty(moved)), subscripts))
}

/// The lanes of a vector; 1 for a scalar.
fn lanes(body: &Body, ty: Type) -> i64 {
    match body.ctx().type_data(ty) {
        TypeData::Vector { shape, .. } => shape.iter().product(),
        _ => 1,
    }
}

fn size(body: &Body, ty: Type) -> Option<u64> {
    let ctx = body.ctx();
    let width = u64::from(ctx.scalar_width(ctx.elem_type(ty))?.div_ceil(8));
    let extents = ctx.dims(ty)?.iter().map(|dim| dim.as_static().and_then(|n| u64::try_from(n).ok()));
    extents.into_iter().try_fold(width, |all, n| all.checked_mul(n?))
}

/// True if a subscript depends on an induction variable or carried value of a loop.
fn is_moved(body: &Body, subscripts: &[Value], around: Op) -> bool {
    let (mut pending, mut seen) = (subscripts.to_vec(), FxHashSet::default());
    while let Some(value) = pending.pop() {
        let owner = body.def_block(value).and_then(|block| body.block_owner(block));
        let is_own = body.def_op(value).is_none() && owner == Some(around);
        if is_own || seen.len() > MOST_STEPS {
            return true;
        }
        if seen.insert(value)
            && let Some(def) = body.def_op(value)
        {
            pending.extend(body.operands(def));
        }
    }
    false
}
