//! Replays the scalar code of a comprehension and sweeps it backwards, level by level: the level of the box, and one more for
//! each fold.

use super::Counts;
use super::chain::{drop_puts, puts_in};
use super::control;
use super::direct::{Direct, Inside};
use super::elements;
use super::puts;
use super::reverse::no_rule;
use super::seed::{Seed, bounds_of};
use crate::subscript::{Copier, Form, Subscript, materialize};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;
use tf_dialects::arith::const_index;
use tf_dialects::differentiate::{self, Active, Reverse, constant_like, is_differentiable};
use tf_dialects::loops::build::for_loop;
use tf_dialects::loops::{self, For, If, While};
use tf_dialects::tensor::{self, At, CombiningKind, FromElements, Put, build};
use tf_ir::body::{Block, Body, Def, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::types::Type;

/// The copy of one level's code at the cursor.
pub(super) struct Level {
    /// Each op of the level but its terminator, and its copy.
    pub ops: Vec<(Op, Op)>,
    /// What values of the original became.
    pub copier: Copier,
    /// What the copied values depend on.
    pub active: Active,
    /// The puts of the level, which are not copied.
    pub puts: Vec<Op>,
}

/// What a sweep found besides cotangents, by the values and ops of the original code.
#[derive(Default)]
pub(super) struct Found {
    /// The cotangents of reads at this level (conditionals included), by their results.
    pub reads: FxHashMap<Value, Value>,
    /// The seeds of folds at this level, per result.
    pub folds: FxHashMap<Op, Vec<Option<Seed>>>,
    /// Where cotangents of reads are put while sweeping, instead of being found.
    pub direct: Option<Rc<Direct>>,
}

impl Found {
    /// Nothing yet, with cotangents put at once.
    pub fn put(direct: Rc<Direct>) -> Found {
        Found { direct: Some(direct), ..Found::default() }
    }

    /// Nothing yet, for code inside.
    fn inside(&self) -> Found {
        Found { direct: self.direct.clone(), ..Found::default() }
    }
}

impl Level {
    /// Copies a block; results of `known` ops are in `copier` already, and these ops are left out.
    pub fn copy(
        b: &mut Builder<'_>,
        block: Block,
        mut copier: Copier,
        mut active: Active,
        known: &[Op],
    ) -> Result<Level, Diagnostic> {
        let all: Vec<Op> = b.body.ops(block).collect();
        let (_, code) = all.split_last().expect("verified regions end with a yield");
        let mut ops = Vec::with_capacity(code.len());
        // A put computes nothing; what it means backwards, its comprehension knows.
        let code = code.iter().filter(|op| !known.contains(op)).collect::<Vec<_>>();
        let mut puts = Vec::new();
        for op in code {
            if b.body.is(*op, Put) {
                puts.push(*op);
                continue;
            }
            let copy = copier.op(b, *op)?;
            drop_puts(b.body, copy);
            active.mark(b.body, copy);
            ops.push((*op, copy));
        }
        Ok(Level { ops, copier, active, puts })
    }

    /// Sweeps the level backwards from the cotangents in `cx`, which uses this level's `active`.
    pub fn sweep(&self, cx: &mut Reverse<'_, '_>, found: &mut Found) -> Result<(), Diagnostic> {
        if let Some(direct) = found.direct.clone() {
            puts::seed(cx, self, &direct.outputs)?;
        }
        for (op, copy) in self.ops.iter().rev() {
            let puts = found.direct.is_some() && !puts_in(cx.b.body, *op).is_empty();
            if !puts && !cx.is_reached(*copy) {
                continue;
            }
            let loc = std::mem::replace(&mut cx.b.loc, cx.b.body.loc(*op));
            match cx.b.body.kind(*op) {
                At::KIND => self.read(cx, *op, *copy, found),
                tensor::Fold::KIND => self.fold(cx, *op, *copy, found)?,
                If::KIND => self.branch(cx, *op, *copy, found)?,
                For::KIND | While::KIND => self.repeat(cx, *op, *copy, found)?,
                _ if differentiate::vjp(cx, *copy)? => {}
                _ => return Err(no_rule(cx.b.body, *copy)),
            }
            cx.b.loc = loc;
        }
        Ok(())
    }

    fn read(&self, cx: &mut Reverse<'_, '_>, op: Op, copy: Op, found: &mut Found) {
        let Some(g) = cx.cotangent(cx.b.body.result(copy, 0)) else { return };
        let source = cx.b.body.view(copy, At).source();
        match cx.b.body.def_op(source).filter(|def| cx.b.body.is(*def, FromElements)) {
            Some(array) => elements::give(cx, array, copy, g),
            None => match found.direct.as_ref().filter(|direct| !direct.kept.contains(&op)) {
                Some(direct) => direct.put(cx.b, copy, g),
                None => drop(found.reads.insert(cx.b.body.result(op, 0), g)),
            },
        }
    }

    /// A loop: its trips are replayed from the last to the first, and put what they find.
    fn repeat(
        &self,
        cx: &mut Reverse<'_, '_>,
        op: Op,
        copy: Op,
        found: &mut Found,
    ) -> Result<(), Diagnostic> {
        let Some(direct) = found.direct.clone() else { return Err(no_rule(cx.b.body, copy)) };
        let ctx = cx.b.ctx();
        if cx.b.body.results(copy).any(|r| ctx.is_tensor(cx.b.body.ty(r))) {
            let error = "cannot be differentiated backwards: it carries a tensor inside a comprehension; carry its elements";
            return Err(cx.b.body.op(op).error(error));
        }
        let mut place = Inside { direct, counts: Counts::default() };
        let placed = (op, copy, self.copier.clone());
        match cx.b.body.is(op, For) {
            true => control::counted(cx, placed, &mut place),
            false => control::repeated(cx, placed, &mut place),
        }
    }

    /// A fold: its seeds are noted for its reads, and the values from outside that it uses get the sums of their
    /// cotangents, from a fold over the same range.
    fn fold(&self, cx: &mut Reverse<'_, '_>, op: Op, copy: Op, found: &mut Found) -> Result<(), Diagnostic> {
        let mut seeds = Vec::new();
        for i in 0..cx.b.body.result_count(op) {
            let g = cx.cotangent(cx.b.body.result(copy, i));
            let seed = match g {
                Some(g) => {
                    Some(Seed::of(cx.b, &self.copier, op, copy, i, g).ok_or_else(|| no_rule(cx.b.body, op))?)
                }
                None => None,
            };
            seeds.push(seed);
        }
        let captured = captured(cx.b.body, op, &self.copier, cx.active);
        let mut inside = found.inside();
        if found.direct.is_none() {
            found.folds.insert(op, seeds.clone());
        } else if captured.is_empty() {
            return self.visit(cx, op, copy, &seeds, &mut inside);
        }
        if captured.is_empty() {
            return Ok(());
        }
        let bounds = bounds_of(cx.b, copy).expect("a verified fold has bounds");
        let types: Vec<Type> = captured.iter().map(|v| cx.b.body.ty(*v)).collect();
        let kinds = vec![CombiningKind::Add; captured.len()];
        let mut result = Ok(());
        let active = cx.active.clone();
        let sums = build::fold(cx.b, &bounds, &kinds, &types, None, |b, k| {
            let mut values = Vec::new();
            let entered = self.enter(b, op, Form::Value(k), &active, &seeds, &mut inside, &mut |inner| {
                values = captured.iter().map(|v| inner.cotangent_or_zero(*v)).collect();
            });
            result = entered.map(|_| ());
            let zeros =
                types.iter().skip(values.len()).map(|ty| constant_like(b, *ty, 0.0)).collect::<Vec<_>>();
            values.into_iter().chain(zeros).collect()
        });
        result?;
        for (value, sum) in captured.into_iter().zip(cx.b.body.results(sums)) {
            cx.add(value, sum);
        }
        Ok(())
    }

    /// Sweeps the code of a fold at each index, for what it puts.
    fn visit(
        &self,
        cx: &mut Reverse<'_, '_>,
        op: Op,
        copy: Op,
        seeds: &[Option<Seed>],
        inside: &mut Found,
    ) -> Result<(), Diagnostic> {
        if !reads_tensor(cx.b.body, op) && puts_in(cx.b.body, op).is_empty() {
            return Ok(());
        }
        let ends: Vec<Value> = {
            let view = cx.b.body.view(copy, tensor::Fold);
            let map = view.bounds().and_then(|a| cx.b.body.ctx().attr_map(a)).expect("verified");
            let bounds = Subscript::of_map(map, &view.indices(), view.symbols());
            bounds.iter().map(|s| materialize(cx.b, s)).collect()
        };
        let one = const_index(cx.b, 1);
        let active = cx.active.clone();
        let mut result = Ok(());
        for_loop(cx.b, ends[0], ends[1], one, &[], |b, k, _| {
            let entered = self.enter(b, op, Form::Value(k), &active, seeds, inside, &mut |_| {});
            result = entered.map(|_| ());
            Vec::new()
        });
        result
    }

    /// Builds the code of a fold at one index and sweeps it; `then` sees the cotangents.
    #[allow(clippy::too_many_arguments)]
    pub fn enter(
        &self,
        b: &mut Builder<'_>,
        fold: Op,
        index: Form,
        active: &Active,
        seeds: &[Option<Seed>],
        found: &mut Found,
        then: &mut dyn FnMut(&mut Reverse<'_, '_>),
    ) -> Result<Level, Diagnostic> {
        let (block, argument, yielded) = {
            let view = b.body.view(fold, tensor::Fold);
            (view.block().expect("verified"), view.index().expect("verified"), view.yielded())
        };
        let mut copier = self.copier.clone();
        copier.set_form(argument, index);
        let level = Level::copy(b, block, copier, active.clone(), &[])?;
        let copies: Vec<Value> = yielded.iter().map(|v| level.copier.value(b, *v)).collect();
        let active = level.active.clone();
        let mut cx = Reverse::new(b, &active);
        for (value, seed) in copies.iter().zip(seeds) {
            if let Some(seed) = seed
                && active.has(*value)
            {
                seed.give(&mut cx, *value);
            }
        }
        level.sweep(&mut cx, found)?;
        then(&mut cx);
        Ok(level)
    }

    /// A conditional: one that gives, from the branch that was taken, the cotangents of what the branches use from
    /// outside and of their reads.
    fn branch(
        &self,
        cx: &mut Reverse<'_, '_>,
        op: Op,
        copy: Op,
        found: &mut Found,
    ) -> Result<(), Diagnostic> {
        let mut outer = captured(cx.b.body, op, &self.copier, cx.active);
        outer.retain(|v| is_differentiable(cx.b.body.ctx(), cx.b.body.ty(*v)));
        let direct = found.direct.is_some();
        let reads = if direct { Vec::new() } else { reads_of(cx.b.body, op) };
        let folds = if direct { Vec::new() } else { folds_of(cx.b.body, op) };
        let parts = folds.iter().flat_map(|fold| shares(cx.b.body, *fold)).flat_map(|(v, n)| vec![v; n]);
        let parts: Vec<Value> = parts.collect();
        let types: Vec<Type> = outer.iter().chain(&reads).chain(&parts).map(|v| cx.b.body.ty(*v)).collect();
        let puts = direct && (reads_tensor(cx.b.body, op) || !puts_in(cx.b.body, op).is_empty());
        if types.is_empty() && !puts {
            return Ok(());
        }
        let seeds: Vec<Option<Value>> = cx.b.body.results(copy).map(|r| cx.cotangent(r)).collect::<Vec<_>>();
        let condition = cx.b.body.operand(copy, 0);
        let new = If::build(cx.b, condition, &types);
        for i in 0..2 {
            let (_, cursor) = cx.b.enter(new, i, &[]);
            let block = cx.b.body.entry(cx.b.body.region(op, i));
            let values = match block {
                Some(block) => self.side(cx, block, &seeds, (&outer, &reads, &folds), found.inside())?,
                None => vec![None; types.len()],
            };
            let values: Vec<Value> = values
                .into_iter()
                .zip(&types)
                .map(|(value, ty)| value.unwrap_or_else(|| constant_like(cx.b, *ty, 0.0)))
                .collect();
            loops::Yield::build(cx.b, &values);
            cx.b.cursor = cursor;
        }
        let results: Vec<Value> = cx.b.body.results(new).collect();
        for (value, g) in outer.iter().zip(&results) {
            cx.add(*value, *g);
        }
        let (given, parts) = results[outer.len()..].split_at(reads.len());
        found.reads.extend(reads.into_iter().zip(given.iter().copied()));
        let mut parts = parts.iter().copied();
        for fold in folds {
            let seeds = (0..cx.b.body.result_count(fold)).map(|i| {
                let form = Seed::form(cx.b.body, fold, i)?;
                Some(form.with_parts(&parts.by_ref().take(form.parts().len()).collect::<Vec<_>>()))
            });
            let seeds = seeds.collect();
            found.folds.insert(fold, seeds);
        }
        Ok(())
    }

    /// One side of a conditional: the cotangents of values from outside and of reads, then the parts of the seeds of folds.
    fn side(
        &self,
        cx: &mut Reverse<'_, '_>,
        block: Block,
        seeds: &[Option<Value>],
        (outer, reads, folds): (&[Value], &[Value], &[Op]),
        mut found: Found,
    ) -> Result<Vec<Option<Value>>, Diagnostic> {
        let end = cx.b.body.last(block).expect("verified regions end with a yield");
        let yielded: Vec<Value> = cx.b.body.operands(end).collect();
        let level = Level::copy(cx.b, block, self.copier.clone(), cx.active.clone(), &[])?;
        let copies: Vec<Value> = yielded.iter().map(|v| level.copier.value(cx.b, *v)).collect();
        let active = level.active.clone();
        let mut inner = Reverse::new(cx.b, &active);
        for (value, seed) in copies.iter().zip(seeds) {
            if let Some(seed) = seed {
                inner.add(*value, *seed);
            }
        }
        level.sweep(&mut inner, &mut found)?;
        let outer = outer.iter().map(|v| inner.cotangent(*v));
        let mut values: Vec<Option<Value>> =
            outer.chain(reads.iter().map(|r| found.reads.get(r).copied())).collect();
        for fold in folds {
            let seeds = found.folds.get(fold);
            for (i, (_, count)) in shares(inner.b.body, *fold).into_iter().enumerate() {
                let seed = seeds.and_then(|seeds| seeds[i]);
                match seed {
                    Some(seed) => values.extend(seed.parts().into_iter().map(Some)),
                    None => values.extend(vec![None; count]),
                }
            }
        }
        Ok(values)
    }
}

/// The active scalars that the regions of `op` use from outside, in the copy; of small tensors, the elements.
fn captured(body: &Body, op: Op, copier: &Copier, active: &Active) -> Vec<Value> {
    let mut found = Vec::new();
    let mut blocks: SmallVec<[Block; 4]> = body.regions(op).flat_map(|r| body.blocks(r)).collect();
    while let Some(block) = blocks.pop() {
        for inner in body.ops(block) {
            for value in body.operands(inner) {
                let outside = match body.def(value) {
                    Def::Result(def, _) => !body.encloses(op, def),
                    Def::Argument(block, _) => body.block_owner(block).is_none_or(|o| !body.encloses(op, o)),
                };
                let value = copier.known(value);
                let parts: SmallVec<[Value; 4]> = match body.def_op(value) {
                    Some(def) if body.is(def, FromElements) => body.operands(def).collect(),
                    _ if body.ctx().is_tensor(body.ty(value)) => SmallVec::new(),
                    _ => SmallVec::from_slice(&[value]),
                };
                for part in parts.into_iter().filter(|_| outside) {
                    if active.has(part) && !found.contains(&part) {
                        found.push(part);
                    }
                }
            }
            blocks.extend(body.regions(inner).flat_map(|r| body.blocks(r)));
        }
    }
    found
}

/// The results of the float reads in the regions of a conditional, conditionals inside it included, in order.
fn reads_of(body: &Body, op: Op) -> Vec<Value> {
    let mut found = Vec::new();
    for block in body.regions(op).flat_map(|r| body.blocks(r)) {
        for inner in body.ops(block) {
            match body.kind(inner) {
                At::KIND => {
                    found.extend(body.results(inner).filter(|r| is_differentiable(body.ctx(), body.ty(*r))))
                }
                If::KIND => found.extend(reads_of(body, inner)),
                _ => {}
            }
        }
    }
    found
}

/// The folds in the regions of a conditional that read floats; those in conditionals inside it included, not those in
/// folds.
fn folds_of(body: &Body, op: Op) -> Vec<Op> {
    let mut found = Vec::new();
    for inner in body.regions(op).flat_map(|r| body.blocks(r)).flat_map(|block| body.ops(block)) {
        match body.kind(inner) {
            tensor::Fold::KIND if reads_tensor(body, inner) => found.push(inner),
            If::KIND => found.extend(folds_of(body, inner)),
            _ => {}
        }
    }
    found
}

/// For each result of a fold, a value of its type and the number of parts of its seed.
fn shares(body: &Body, fold: Op) -> Vec<(Value, usize)> {
    let results = body.results(fold).enumerate();
    results.map(|(i, r)| (r, Seed::form(body, fold, i).map_or(0, |s| s.parts().len()))).collect()
}

/// True if the op holds a read of floats from a tensor.
fn reads_tensor(body: &Body, op: Op) -> bool {
    let mut found = false;
    tf_ir::walk::walk(body, op, &mut |body, inner| {
        found |= body.is(inner, At) && is_differentiable(body.ctx(), body.ty(body.result(inner, 0)));
    });
    found
}

pub(super) fn too_large(body: &Body, op: Op) -> Diagnostic {
    body.op(op).error("cannot be differentiated backwards: its subscripts become too large")
}
