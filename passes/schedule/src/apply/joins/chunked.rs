//! Joins folds of a compute: one fold over chunks, which runs the folds one after the other over each chunk.
//!
//! ```text
//! m = fold (%k) = 0 to n maximumf { x[k] }                     m, l = fold (%t) = 0 to (n + 4095) floordiv 4096 {
//! l = fold (%k) = 0 to n add { exp(x[k] - m) }          =>       m1 = fold (%k) = 0 to min(4096, n - 4096 t) maximumf { x[4096 t + k] }
//!                                                                 l1 = fold (%k) = 0 to …                     add { exp(x[4096 t + k] - m1) }
//!                                                               } combine (m1, l1, m2, l2) { m = max(m1, m2); l1 exp(m1 - m) + l2 exp(m2 - m) }
//! ```
//! The terms of a chunk stay in a cache: all folds together read them from memory once.

use super::correct::{Corrector, Growth, converted, mean, reference};
use super::guard::Guard;
use super::reader::{After, Form, JOINED, Moving, Reader, State};
use super::refusal::FoldJoinRefusal;
use rustc_hash::{FxHashMap, FxHashSet};
use tf_dialects::arith::{self, CmpI, FastMath, FlagSet};
use tf_dialects::scalar::dtype;
use tf_dialects::tensor::combiner::Laws;
use tf_dialects::tensor::loop_names::{loop_name, set_loop_name};
use tf_dialects::tensor::{CombiningKind, Fold, Subscripts, build};
use tf_ir::affine::{AffineExpr, AffineOp};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::effects::is_pure;
use tf_ir::types::Type;
use tf_ir::walk::walk;
use tf_passes_common::code::combine::combine;
use tf_passes_common::code::subscript::{Copier, Subscript, materialize};
use tf_passes_common::code::sums::summed_in;

/// The replacement, inside a chunk, of a value that depends on other folds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Substitute {
    /// The running value of a fold, or 0 while that is infinite.
    Reference(usize),
    /// The mean of the terms so far.
    Mean(usize),
    /// 1, for a factor that moves out of the sum.
    One,
    /// The guard of a fold's running value, which the code reads as this value.
    Guarded(Value),
    /// A condition that chooses between sums: the constant for which terms are added.
    Kept(bool),
}

/// Folds that can be joined, with their corrections.
pub(crate) struct Joined {
    folds: Vec<Op>,
    states: Vec<State>,
    /// The index of each fold's first state.
    first: Vec<usize>,
    /// How the terms of each state change as the folds grow; `None` if they do not depend on other folds.
    moving: Vec<Option<Moving>>,
    /// The replacements in the terms of each fold.
    substitutes: Vec<Vec<(Value, Substitute)>>,
    /// For each fold, the ops of its region that depend on other folds and not on the index.
    fixed: Vec<FxHashSet<Op>>,
    /// Ops between the folds that terms need: they move before the first fold.
    before: Vec<Op>,
}

/// The values of terms that are replaced inside a chunk; `None` if one value needs two different
/// replacements.
pub(crate) fn substitutes(
    moving: &Moving,
    finals: &FxHashMap<Value, usize>,
) -> Option<Vec<(Value, Substitute)>> {
    let mut found: Vec<(Value, Substitute)> = Vec::new();
    for exponent in &moving.exponents {
        let all = finals.iter().filter(|(_, state)| **state == exponent.state);
        found.extend(all.map(|(value, state)| (*value, Substitute::Reference(*state))));
        found.extend(exponent.guard.as_ref().map(|guard| (guard.root, Substitute::Guarded(guard.from))));
    }
    if let Some(deviations) = &moving.deviations {
        let pairs = deviations.from.iter().zip(deviations.states);
        found.extend(pairs.map(|(from, state)| (*from, Substitute::Mean(state))));
    }
    found.extend(moving.after.iter().filter_map(|after| match after {
        After::Factor(factor) => Some((factor.value, Substitute::One)),
        After::Kept { of, joined: true } => Some((of.value, Substitute::Kept(of.holds))),
        After::Kept { .. } | After::Selected { .. } => None,
    }));
    let twice =
        |(value, how): &(Value, Substitute)| found.iter().any(|(own, other)| own == value && other != how);
    let is_ambiguous = found.iter().any(twice);
    (!is_ambiguous).then_some(found)
}

impl Joined {
    /// Checks that folds of one block can be joined, and finds their corrections. The order of `folds` is
    /// free.
    ///
    /// # Errors
    /// The reason why they cannot be joined.
    pub fn of(body: &Body, folds: &[Op]) -> Result<Joined, FoldJoinRefusal> {
        let block = folds.first().and_then(|fold| body.block_of(*fold)).ok_or(FoldJoinRefusal::NoFolds)?;
        let mut folds = folds.to_vec();
        check_alike(body, block, &folds)?;
        folds.sort_by(|a, b| {
            if body.is_before(*a, *b) { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater }
        });
        let mut reader = Reader::new(body, &super::LAWS);
        for fold in &folds {
            reader.indices.extend(body.view(*fold, Fold).index().map(|index| (index, JOINED)));
        }
        let mut joined = Joined {
            states: Vec::new(),
            first: Vec::new(),
            moving: Vec::new(),
            substitutes: Vec::new(),
            fixed: Vec::new(),
            before: Vec::new(),
            folds: folds.clone(),
        };
        for fold in folds {
            joined.read(&mut reader, fold)?;
        }
        if joined.moving.iter().all(Option::is_none) {
            return Err(FoldJoinRefusal::Independent);
        }
        joined.states.clone_from(&reader.states);
        joined.before = needed_before(&reader, block, &joined.folds)?;
        Ok(joined)
    }

    /// The cost of merging the results of two chunks, in additions of one lane; `exponential` is the cost of
    /// one exponential.
    pub fn merging(&self, exponential: f64) -> f64 {
        let of = |moving: &Option<Moving>| {
            moving.as_ref().map_or(1.0, |moving| moving.corrections(exponential) * 2.0 + 1.0)
        };
        self.moving.iter().map(of).sum()
    }

    /// Reads the terms of a fold and adds its states.
    fn read(&mut self, reader: &mut Reader<'_>, fold: Op) -> Result<(), FoldJoinRefusal> {
        let body = reader.body;
        let view = body.view(fold, Fold);
        let name = || loop_name(body, fold).unwrap_or("k").to_string();
        let (terms, kinds) = (view.yielded(), view.combining_kinds());
        let flags = FastMath::of(body.op(fold));
        let (mut substitutes_of, first) = (Vec::new(), reader.states.len());
        for (term, kind) in terms.iter().zip(&kinds) {
            let exact = dtype(body.ctx(), body.ty(*term)).is_some_and(|dtype| kind.is_exact(dtype));
            if !exact && !flags.has(FastMath::REASSOC) {
                return Err(FoldJoinRefusal::FixedOrder { fold: name() });
            }
            let moving = match reader.term(*term) {
                Some(Form::Free) => None,
                Some(Form::Moving(moving)) if *kind == CombiningKind::Add => {
                    let all = substitutes(&moving, &reader.finals);
                    substitutes_of.extend(all.ok_or_else(|| FoldJoinRefusal::TwoRoles { fold: name() })?);
                    Some(moving)
                }
                _ => return Err(FoldJoinRefusal::NoLaw { fold: name() }),
            };
            self.moving.push(moving);
        }
        let twice = |(value, how): &(Value, Substitute)| {
            substitutes_of.iter().any(|(own, other): &(Value, Substitute)| own == value && other != how)
        };
        if substitutes_of.iter().any(twice) {
            return Err(FoldJoinRefusal::TwoRoles { fold: name() });
        }
        let region = view.block().ok_or(FoldJoinRefusal::NoRegion)?;
        let is_fixed = |op: &Op| body.results(*op).any(|value| reader.depends(value) == (true, false));
        self.fixed.push(body.ops(region).filter(is_fixed).collect());
        self.substitutes.push(substitutes_of);
        self.first.push(first);
        for ((value, term), kind) in body.results(fold).zip(terms).zip(kinds) {
            reader.finals.insert(value, reader.states.len());
            reader.states.push(State { kind, term });
        }
        reader.forget();
        Ok(())
    }

    /// Replaces the folds by one fold over chunks of `terms` terms.
    pub fn apply(&self, body: &mut Body, terms: i64) {
        for op in &self.before {
            body.move_before(*op, self.folds[0]);
        }
        let counts = self.moving.iter().flatten().any(Moving::counts);
        let range = Range::of(body, self.folds[0], terms);
        let mut b = Builder::before(body, self.folds[0]);
        let types = self.types(&b);
        let mut inits: Vec<Value> = Vec::new();
        for (state, ty) in self.states.iter().zip(&types) {
            inits.push(identity(&mut b, state.kind, *ty));
        }
        let count_type = self.count_type(&b, &types);
        if counts {
            inits.push(arith::const_float(&mut b, count_type, 0.0));
        }
        let outer = build::fold_combining(
            &mut b,
            &range.chunks,
            &inits,
            Laws::ALL,
            |b, chunk| self.chunk(b, &range, chunk, &types, counts.then_some(count_type)),
            |b, args| self.merge(b, args, counts),
        );
        let results: Vec<Value> = b.body.results(outer).collect();
        let any = range.any(&mut b);
        let values = self.finish(body, &results, any);
        for (fold, values) in self.folds.iter().zip(values).rev() {
            body.replace(*fold, &values);
        }
    }

    /// The types of the states.
    fn types(&self, b: &Builder<'_>) -> Vec<Type> {
        let of = |state: &State| {
            let ty = b.body.ty(state.term);
            if state.kind == CombiningKind::Add { summed_in(b.body.ctx(), ty) } else { ty }
        };
        self.states.iter().map(of).collect()
    }

    fn count_type(&self, b: &Builder<'_>, types: &[Type]) -> Type {
        let counted =
            self.moving.iter().zip(types).find(|(moving, _)| moving.as_ref().is_some_and(Moving::counts));
        counted.map_or_else(|| b.body.ctx().f32(), |(_, ty)| *ty)
    }

    /// The partial results of the folds over a chunk, then its length if a law needs it.
    fn chunk(
        &self,
        b: &mut Builder<'_>,
        range: &Range,
        chunk: Value,
        types: &[Type],
        count: Option<Type>,
    ) -> Vec<Value> {
        let end = range.end(b, chunk);
        let bounds = match range.whole() {
            Some(length) => {
                Subscripts::new(&[AffineExpr::constant(0), AffineExpr::constant(length)], &[], &[])
            }
            None => Subscripts::new(&[AffineExpr::constant(0), AffineExpr::dim(0)], &[end], &[]),
        };
        let bounds = bounds.expect("bounds are small expressions");
        let count = count.map(|ty| as_float(b, end, ty));
        let mut values: Vec<Value> = Vec::new();
        for (at, fold) in self.folds.iter().enumerate() {
            let mut copier = Copier::default();
            for (value, how) in &self.substitutes[at] {
                let ty = b.body.ty(*value);
                let new = match how {
                    Substitute::Reference(state) => reference(b, self.states[*state], values[*state]),
                    Substitute::Mean(state) => {
                        mean(b, values[*state], count.expect("deviations have counts"), types[*state])
                    }
                    Substitute::One => arith::const_float(b, ty, 1.0),
                    Substitute::Guarded(from) => {
                        let guard = self.guard(*value).expect("it is the running value of an exponent");
                        guard.replayed(b, copier.known(*from))
                    }
                    Substitute::Kept(holds) => const_bool(b, *holds),
                };
                let new = converted(b, new, ty);
                copier.set(*value, new);
            }
            let own = &types[self.first[at]..][..b.body.result_count(*fold)];
            let inner = self.part(b, at, (&bounds, own), |local| (range.index(chunk, local), copier));
            values.extend(b.body.results(inner));
        }
        values.extend(count);
        values
    }

    /// The guard with this root.
    fn guard(&self, root: Value) -> Option<&Guard> {
        let exponents = self.moving.iter().flatten().flat_map(|moving| &moving.exponents);
        exponents.filter_map(|exponent| exponent.guard.as_ref()).find(|guard| guard.root == root)
    }

    /// A fold over the terms of a chunk.
    fn part(
        &self,
        b: &mut Builder<'_>,
        at: usize,
        (bounds, types): (&Subscripts, &[Type]),
        place: impl FnOnce(Value) -> (Subscript, Copier),
    ) -> Op {
        let fold = self.folds[at];
        let view = b.body.view(fold, Fold);
        let (block, index) = (
            view.block().expect("a verified fold has a region"),
            view.index().expect("a verified fold has an index"),
        );
        let (kinds, flags, yielded) = (view.combining_kinds(), view.fastmath(), view.yielded());
        let name = loop_name(b.body, fold).map(str::to_string);
        b.loc = b.body.loc(fold);
        let new = build::fold(b, bounds, &kinds, types, flags, |b, local| {
            let (subscript, mut copier) = place(local);
            copier.extend_subscripts([(index, subscript)]);
            let end = b.body.terminator(block);
            let ops: Vec<Op> =
                b.body.ops(block).filter(|op| Some(*op) != end && !self.fixed[at].contains(op)).collect();
            for op in ops {
                copier.op(b, op).expect("a sum of indices is a small expression");
            }
            let terms = copier.values(b, yielded);
            terms.into_iter().zip(types).map(|(term, ty)| converted(b, term, *ty)).collect()
        });
        if let Some(name) = name {
            set_loop_name(b.body, new, &name);
        }
        new
    }

    /// The combiner: merges the partial results of two parts.
    fn merge(&self, b: &mut Builder<'_>, args: &[Value], counts: bool) -> Vec<Value> {
        let (first, second) = args.split_at(args.len() / 2);
        let count = self.states.len();
        let total = counts.then(|| arith::addf(b, first[count], second[count]));
        let mut merged: Vec<Value> = Vec::new();
        for (state, moving) in self.moving.iter().enumerate() {
            let flags = self.flags(b.body, state);
            let sides = match moving {
                None => [first[state], second[state]],
                Some(moving) => {
                    let corrector = Corrector { moving, states: &self.states };
                    let known = merged.clone();
                    [first, second].map(|side| {
                        let from = Growth { values: &|of| side[of], count: counts.then(|| side[count]) };
                        let to = Growth { values: &|of| known[of], count: total };
                        corrector.grown(b, side[state], &from, &to)
                    })
                }
            };
            let all = combine(b, self.states[state].kind, sides[0], sides[1], flags);
            merged.push(all.expect("folds combine what their kinds have ops for"));
        }
        merged.extend(total);
        merged
    }

    /// The fast-math flags of a state's fold, without those that hold for terms only.
    fn flags(&self, body: &Body, state: usize) -> Option<tf_ir::attr::Attribute> {
        let fold = self.folds[self.first.iter().rposition(|first| *first <= state)?];
        let flags = FastMath::of(body.op(fold)).bits();
        let flags = FastMath::from_bits(flags & !FastMath::NNAN.with(FastMath::NINF).bits());
        (flags.bits() != 0).then(|| flags.attr(body.ctx()))
    }

    /// The final values of each fold's results, built before that fold.
    fn finish(&self, body: &mut Body, results: &[Value], any: Option<Value>) -> Vec<Vec<Value>> {
        let mut all = Vec::new();
        for (at, fold) in self.folds.iter().enumerate() {
            let mut b = Builder::before(body, *fold);
            let types: Vec<Type> = b.body.results(*fold).map(|value| b.body.ty(value)).collect();
            let region = b.body.view(*fold, Fold).block();
            let mut own = Vec::new();
            for (offset, ty) in types.into_iter().enumerate() {
                let state = self.first[at] + offset;
                let mut value = results[state];
                if let Some(moving) = &self.moving[state] {
                    let end =
                        Growth { values: &|of| results[of], count: results.get(self.states.len()).copied() };
                    let corrector = Corrector { moving, states: &self.states };
                    let mut copier = Copier::default();
                    value = corrector.finished(&mut b, value, &end, any, &mut |b, value| {
                        fixed(b, region, &mut copier, value)
                    });
                }
                own.push(converted(&mut b, value, ty));
            }
            all.push(own);
        }
        all
    }
}

/// A loop-invariant value, copied out of the region of the terms if it is defined there.
fn fixed(b: &mut Builder<'_>, region: Option<Block>, copier: &mut Copier, value: Value) -> Value {
    let inside = b.body.def_op(value).filter(|op| b.body.block_of(*op) == region);
    let Some(op) = inside else { return value };
    if copier.known(value) == value {
        let operands: Vec<Value> = b.body.operands(op).collect();
        for operand in operands {
            fixed(b, region, copier, operand);
        }
        copier.op(b, op).expect("ops stay ops");
    }
    copier.known(value)
}

/// Checks that folds have the same range and no region that combines.
fn check_alike(body: &Body, block: Block, folds: &[Op]) -> Result<(), FoldJoinRefusal> {
    let attrs = |op: Op| ["bounds", "extents"].map(|name| body.attr(op, name));
    for fold in folds {
        let name = || loop_name(body, *fold).unwrap_or("k").to_string();
        if body.block_of(*fold) != Some(block) {
            return Err(FoldJoinRefusal::OtherLoop { fold: name() });
        }
        if body.view(*fold, Fold).combiner().is_some() || !is_pure(body, *fold) {
            return Err(FoldJoinRefusal::Combiner { fold: name() });
        }
        if attrs(*fold) != attrs(folds[0]) || !body.operands(*fold).eq(body.operands(folds[0])) {
            return Err(FoldJoinRefusal::OtherRange { fold: name() });
        }
        if lower(body, *fold).is_none() {
            return Err(FoldJoinRefusal::ComputedStart { fold: name() });
        }
        if !counts_near(body, *fold) {
            return Err(FoldJoinRefusal::LargeBounds { fold: name() });
        }
    }
    Ok(())
}

/// True if the bounds of a fold are small enough to count chunks in 64 bits, for any chunk length.
fn counts_near(body: &Body, fold: Op) -> bool {
    let view = body.view(fold, Fold);
    let Some(map) = view.bounds().and_then(|attr| body.ctx().attr_map(attr)) else { return false };
    let is_near = |expr: &AffineExpr| {
        let form = expr.linear_form(map.num_dims(), map.num_symbols());
        let is_small = form.is_none_or(|form| form.constant.unsigned_abs() <= i64::MAX.unsigned_abs() / 4);
        is_small
            && expr.add(&AffineExpr::constant(i64::MAX / 4)).is_ok_and(|more| {
                AffineExpr::binary(AffineOp::FloorDiv, &more, &AffineExpr::constant(2)).is_ok()
            })
    };
    map.results().iter().all(is_near)
}

/// The constant lower bound of a fold.
fn lower(body: &Body, fold: Op) -> Option<i64> {
    let view = body.view(fold, Fold);
    body.ctx().attr_map(view.bounds()?)?.results().first()?.as_const()
}

/// The ops between folds that terms of later ones need, in order.
fn needed_before(reader: &Reader<'_>, block: Block, folds: &[Op]) -> Result<Vec<Op>, FoldJoinRefusal> {
    let body = reader.body;
    let (mut found, mut pending) = (FxHashSet::default(), Vec::new());
    for fold in &folds[1..] {
        walk(body, *fold, &mut |body, op| pending.extend(body.operands(op)));
    }
    while let Some(value) = pending.pop() {
        let Some(op) = body.def_op(value).filter(|op| body.block_of(*op) == Some(block)) else { continue };
        if reader.depends(value).0 || body.is_before(op, folds[0]) || !found.insert(op) {
            continue;
        }
        if !is_pure(body, op) {
            return Err(FoldJoinRefusal::SideEffects);
        }
        walk(body, op, &mut |body, inner| pending.extend(body.operands(inner)));
    }
    Ok(body.ops(block).filter(|op| found.contains(op)).collect())
}

fn identity(b: &mut Builder<'_>, kind: CombiningKind, ty: Type) -> Value {
    let start = dtype(&b.ctx(), ty).and_then(|dtype| kind.identity(dtype));
    let ctx = b.ctx();
    let attr = start.and_then(|start| tf_dialects::elementwise::constant::splat_attr(&ctx, ty, start));
    arith::constant(b, attr.expect("the kind was checked"))
}

/// A constant of type `i1`.
pub(crate) fn const_bool(b: &mut Builder<'_>, value: bool) -> Value {
    let ty = b.ctx().i1();
    arith::const_int(b, ty, i64::from(value))
}

/// A count of terms as a float.
pub(crate) fn as_float(b: &mut Builder<'_>, count: Value, ty: Type) -> Value {
    let int = b.ctx().i64();
    let count = arith::index_cast(b, count, int);
    arith::sitofp(b, count, ty)
}

/// The range of the folds, cut into chunks.
struct Range {
    lower: i64,
    upper: Subscript,
    terms: i64,
    /// The bounds of the loop over chunks.
    chunks: Subscripts,
}

impl Range {
    fn of(body: &Body, fold: Op, terms: i64) -> Range {
        let view = body.view(fold, Fold);
        let lower = lower(body, fold).expect("the bounds were checked");
        let map =
            view.bounds().and_then(|attr| body.ctx().attr_map(attr)).expect("verified folds have bounds");
        let upper = Subscript::of_map(map, &view.indices(), view.symbols()).remove(1);
        let length =
            upper.expr.add(&AffineExpr::constant(terms - 1 - lower)).expect("bounds are small expressions");
        let count = AffineExpr::binary(AffineOp::FloorDiv, &length, &AffineExpr::constant(terms));
        let bounds = [AffineExpr::constant(0), count.expect("bounds are small expressions")];
        let chunks =
            Subscripts::new(&bounds, &upper.dims, &upper.symbols).expect("bounds are small expressions");
        Range { lower, upper, terms, chunks }
    }

    /// The length of all chunks, if it is one constant.
    fn whole(&self) -> Option<i64> {
        let length = self.upper.expr.as_const()? - self.lower;
        (length % self.terms == 0).then_some(self.terms)
    }

    /// The length of a chunk.
    fn end(&self, b: &mut Builder<'_>, chunk: Value) -> Value {
        let terms = arith::const_index(b, self.terms);
        if self.whole().is_some() {
            return terms;
        }
        let upper = materialize(b, &self.upper);
        let so_far = arith::muli(b, chunk, terms);
        let left = arith::subi(b, upper, so_far);
        let lower = arith::const_index(b, self.lower);
        let left = arith::subi(b, left, lower);
        arith::minsi(b, left, terms)
    }

    /// The index of a term in the range of the folds.
    fn index(&self, chunk: Value, local: Value) -> Subscript {
        let begin =
            AffineExpr::dim(0).scale(self.terms).and_then(|e| e.add(&AffineExpr::constant(self.lower)));
        let expr = begin
            .and_then(|begin| begin.add(&AffineExpr::dim(1)))
            .expect("a sum of indices is a small expression");
        Subscript { expr, dims: [chunk, local].into_iter().collect(), symbols: Vec::new() }
    }

    /// Whether there is a term; `None` if one is known to exist.
    fn any(&self, b: &mut Builder<'_>) -> Option<Value> {
        if self.upper.expr.as_const().is_some_and(|upper| upper > self.lower) {
            return None;
        }
        let upper = materialize(b, &self.upper);
        let lower = arith::const_index(b, self.lower);
        Some(arith::cmpi(b, CmpI::Sgt, upper, lower))
    }
}
