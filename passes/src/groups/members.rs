//! The members of a group: which loops each is in, which of its points a trip of the loops needs, and in what order they are computed.

use crate::apply_tiles::Tiling;
use tf_dialects::arith::{FastMath, FlagSet};
use tf_dialects::scalar::dtype;
use tf_dialects::tensor::loop_names::loop_name;
use tf_dialects::tensor::{Access, CombiningKind, Compute, Fold, Group, Policy, TileRead};
use tf_ir::affine::LinearForm;
use tf_ir::body::{Body, Op, Value};
use tf_ir::control::{Bound, LoopLike};
use tf_ir::effects::is_pure;
use tf_ir::extent::Extent;

/// A fold over a shared loop: each trip gives a part of it.
pub struct SharedFold {
    pub dim: usize,
    pub op: Op,
    pub kind: CombiningKind,
}

/// A compute of a group.
pub struct Member {
    pub op: Op,
    /// Of each of its axes the shared loop that it is, if it is one.
    pub axes: Vec<Option<usize>>,
    /// Of each result the fold over a shared loop that it is.
    pub folds: Vec<SharedFold>,
    /// How many of the loops it is in; of one with shared folds, how many its results are in.
    pub depth: usize,
    /// True if it stands behind the loop at its depth: it reads what that adds up.
    pub behind: bool,
    /// Of each shared loop how many points before and behind those of a trip are needed.
    pub need: Vec<(i64, i64)>,
}

impl Member {
    /// True if an axis of it is this loop.
    pub fn has(&self, dim: usize) -> bool {
        self.axes.contains(&Some(dim))
    }

    /// The loop that it folds over, if it does.
    pub fn folded(&self) -> Option<usize> {
        self.folds.first().map(|fold| fold.dim)
    }

    /// The length of an axis where it is computed.
    pub fn length(&self, axis: usize, extent: &Extent, tiling: &Tiling) -> Extent {
        let Some(dim) = self.axes[axis] else { return extent.clone() };
        let (before, behind) = self.need[dim];
        Extent::constant(tiling.trip(dim) + before + behind)
    }
}

/// The members of a group, in order, and the ops beside them, which are computed first.
pub struct Members {
    pub all: Vec<Member>,
    pub others: Vec<Op>,
}

impl Members {
    /// Those of a group whose loops run so.
    ///
    /// # Errors
    /// Why it cannot run in these loops, in words that follow "the group".
    pub fn of(body: &Body, group: Op, tiling: &Tiling, extents: &[Extent]) -> Result<Members, String> {
        let view = body.view(group, Group);
        let block = view.block().ok_or("has no region")?;
        let mut members = Members { all: Vec::new(), others: Vec::new() };
        for op in body.ops(block).filter(|op| body.terminator(block) != Some(*op)) {
            if body.is(op, Compute) {
                members.all.push(member(body, op, tiling, extents)?);
            } else {
                members.take_other(body, op)?;
            }
        }
        members.settle_order(body, tiling)?;
        members.settle_needs(body)?;
        members.check_threads(body, tiling)?;
        view.yielded().into_iter().try_for_each(|value| members.check_yielded(body, tiling, value))?;
        Ok(members)
    }

    /// The member that makes a value, with the number of the result.
    pub fn maker(&self, body: &Body, value: Value) -> Option<(usize, usize)> {
        let def = body.def_op(value)?;
        let at = self.all.iter().position(|member| member.op == def)?;
        Some((at, body.results(def).position(|result| result == value)?))
    }

    fn take_other(&mut self, body: &Body, op: Op) -> Result<(), String> {
        let name = || body.op(op).name().to_string();
        if body.regions(op).next().is_some() || !is_pure(body, op) {
            return Err(format!("holds {}, which is no compute", name()));
        }
        if body.operands(op).any(|value| self.maker(body, value).is_some()) {
            return Err(format!("holds {}, which takes what a compute of it makes as a whole", name()));
        }
        self.others.push(op);
        Ok(())
    }

    /// Finds out who stands behind the loops that others add up in, and checks that all are made in time.
    fn settle_order(&mut self, body: &Body, tiling: &Tiling) -> Result<(), String> {
        for at in 0..self.all.len() {
            let mut behind = false;
            for read in self.reads(body, at)? {
                let (maker, member) = (&self.all[read.maker], &self.all[at]);
                let late = maker.folded().is_some() || maker.behind;
                if late && member.depth > maker.depth {
                    return Err(format!(
                        "reads {} before the loop that makes it ends",
                        name_of(body, maker.op)
                    ));
                }
                if !late && maker.depth > member.inner_depth(tiling) {
                    return Err(format!(
                        "reads {} outside of a loop that it is made in",
                        name_of(body, maker.op)
                    ));
                }
                behind |= late;
            }
            if behind && self.all[at].folded().is_some() {
                return Err("folds over a loop what another loop adds up".to_string());
            }
            self.all[at].behind = behind;
        }
        Ok(())
    }

    /// Finds out which points of each member the others need, from the last to the first.
    fn settle_needs(&mut self, body: &Body) -> Result<(), String> {
        for at in (0..self.all.len()).rev() {
            for read in self.reads(body, at)? {
                for (dim, (low, high)) in read.shifts {
                    let (before, behind) =
                        if self.all[at].has(dim) { self.all[at].need[dim] } else { (0, 0) };
                    let need = &mut self.all[read.maker].need[dim];
                    *need = (need.0.max(before - low), need.1.max(behind + high));
                }
            }
        }
        for member in &self.all {
            let widest = member.need.iter().map(|(before, behind)| *before.max(behind)).max().unwrap_or(0);
            if widest > MOST_AROUND {
                return Err(format!(
                    "needs {widest} points of {} around those of a trip",
                    name_of(body, member.op)
                ));
            }
        }
        Ok(())
    }

    /// Checks that threads share no sums.
    fn check_threads(&self, body: &Body, tiling: &Tiling) -> Result<(), String> {
        let threads = &tiling.parallel;
        for member in &self.all {
            let place = member.folded().map(|dim| tiling.splits[dim].places[0]);
            if place.is_some_and(|place| threads.contains(&place)) {
                return Err(format!(
                    "folds in {} over a loop that runs in parallel",
                    name_of(body, member.op)
                ));
            }
            if member.behind && threads.start < member.depth && member.depth < threads.end {
                return Err(format!(
                    "computes {} between loops that run in parallel together",
                    name_of(body, member.op)
                ));
            }
        }
        Ok(())
    }

    /// Checks that a result is written tile by tile, each once.
    fn check_yielded(&self, body: &Body, tiling: &Tiling, value: Value) -> Result<(), String> {
        let Some((at, _)) = self.maker(body, value) else { return Ok(()) };
        let member = &self.all[at];
        let threads = &tiling.parallel;
        let depth = if threads.contains(&member.depth) && member.depth > threads.start {
            threads.end
        } else {
            member.depth
        };
        if let Some((dim, _)) = tiling.order[..depth].iter().find(|(dim, _)| !member.has(*dim)) {
            return Err(format!(
                "yields {}, which is made again in each trip of {}",
                name_of(body, member.op),
                tiling.names[*dim]
            ));
        }
        let rank = body.ctx().dims(body.ty(value)).map_or(0, <[_]>::len);
        if rank != member.axes.len() {
            return Err(format!("yields small tensors from {}", name_of(body, member.op)));
        }
        let mut axes = member.axes.iter().zip(body.view(member.op, Compute).extents());
        if axes.any(|(dim, extent)| dim.is_none() && extent.as_const().is_none_or(|n| n <= 0)) {
            let name = name_of(body, member.op);
            return Err(format!(
                "yields {name}, an axis of which is neither a shared loop nor of constant length"
            ));
        }
        Ok(())
    }

    /// What a member reads of others.
    ///
    /// # Errors
    /// A read of which no constant part is needed in a trip.
    fn reads(&self, body: &Body, at: usize) -> Result<Vec<Read>, String> {
        let member = &self.all[at];
        let (mut found, mut failed) = (Vec::new(), None);
        tf_ir::walk::walk(body, member.op, &mut |body, op| {
            for value in body.operands(op) {
                let Some((maker, _)) = self.maker(body, value) else { continue };
                match self.read(body, (member, op), (value, maker)) {
                    Ok(read) => found.push(read),
                    Err(why) => failed = Some(why),
                }
            }
        });
        failed.map_or(Ok(found), Err)
    }

    fn read(
        &self,
        body: &Body,
        (member, op): (&Member, Op),
        (value, maker): (Value, usize),
    ) -> Result<Read, String> {
        let made = &self.all[maker];
        let name = || name_of(body, made.op);
        let access = Access::of_read(body.op(op)).filter(|read| read.source == value);
        let access = access.ok_or_else(|| format!("uses {} as a whole", name()))?;
        let mut shifts = Vec::new();
        let forms = access.map.linear_forms();
        for (axis, dim) in made.axes.iter().enumerate() {
            let Some(dim) = *dim else { continue };
            if access.policy != Policy::Assumed {
                return Err(format!("reads {} with a policy along a shared loop", name()));
            }
            let form = forms.as_ref().and_then(|forms| forms.get(axis));
            let shift = form.and_then(|form| shift(body, member, dim, form, &access.indices));
            let shift = shift
                .ok_or_else(|| format!("reads {} along a shared loop not near its own point", name()))?;
            shifts.push((dim, shift));
        }
        Ok(Read { maker, shifts })
    }
}

/// The most points around those of a trip that are computed again.
const MOST_AROUND: i64 = 64;

/// What a member reads of another one.
struct Read {
    maker: usize,
    /// Of shared loops how far from the own point it reads at least and at most.
    shifts: Vec<(usize, (i64, i64))>,
}

/// How far from the own point along a loop a subscript is, if that is constant.
fn shift(
    body: &Body,
    member: &Member,
    dim: usize,
    form: &LinearForm,
    indices: &[Value],
) -> Option<(i64, i64)> {
    if form.symbols.iter().any(|factor| *factor != 0) {
        return None;
    }
    let (mut found, mut low, mut high) = (false, form.constant, form.constant);
    for (index, factor) in indices.iter().zip(&form.dims).filter(|(_, factor)| **factor != 0) {
        if is_index_of(body, member, dim, *index) {
            found = *factor == 1 && !found;
            if !found {
                return None;
            }
            continue;
        }
        let (first, last) = constant_range(body, *index)?;
        let ends = [first.checked_mul(*factor)?, last.checked_mul(*factor)?];
        low = low.checked_add(ends[0].min(ends[1]))?;
        high = high.checked_add(ends[0].max(ends[1]))?;
    }
    found.then_some((low, high))
}

/// True if a value is the index of an axis of the member, or of its fold, that is this loop.
fn is_index_of(body: &Body, member: &Member, dim: usize, index: Value) -> bool {
    let indices = body.view(member.op, Compute).indices();
    let axis = indices.iter().position(|own| *own == index);
    let folds =
        || member.folds.iter().any(|fold| fold.dim == dim && body.view(fold.op, Fold).index() == Some(index));
    axis.map_or_else(folds, |axis| member.axes[axis] == Some(dim))
}

/// The first and last value of an index of a fold of constant length.
fn constant_range(body: &Body, index: Value) -> Option<(i64, i64)> {
    let owner = body.def_block(index).and_then(|block| body.block_owner(block))?;
    let (low, high) = crate::cost::fold_bounds(body, owner)?;
    (low < high).then_some((low, high - 1))
}

/// A compute as a group sees it.
fn member(body: &Body, op: Op, tiling: &Tiling, extents: &[Extent]) -> Result<Member, String> {
    let view = body.view(op, Compute);
    if body.operand_count(op) > 0 || !is_pure(body, op) {
        return Err(format!(
            "holds {}, which puts elements into a tensor or may stop the call",
            name_of(body, op)
        ));
    }
    if reads_stored_tile(body, op) {
        return Err(format!(
            "reads in {} a tile with a layout, which has nothing behind its edge",
            name_of(body, op)
        ));
    }
    let names = view.loop_names().axes;
    let dim_of = |name: &str| tiling.names.iter().position(|own| own == name);
    let axes = (0..view.extents().len()).map(|axis| names.get(axis).and_then(|name| dim_of(name))).collect();
    let mut member =
        Member { op, axes, folds: Vec::new(), depth: 0, behind: false, need: vec![(0, 0); extents.len()] };
    member.folds = shared_folds(body, &member, tiling, extents)?;
    member.depth = match member.folded() {
        Some(dim) => tiling.splits[dim].places[0],
        None => member.inner_depth(tiling),
    };
    if member.folded().is_some()
        && (0..extents.len()).any(|dim| member.has(dim) && last_place(tiling, dim) >= member.depth)
    {
        return Err(format!(
            "folds in {} over a loop that is not the innermost of its own",
            name_of(body, op)
        ));
    }
    Ok(member)
}

impl Member {
    /// The same of which nothing around a trip is needed.
    pub fn without_surroundings(&self) -> Member {
        let need = vec![(0, 0); self.need.len()];
        Member { op: self.op, axes: self.axes.clone(), folds: Vec::new(), need, ..*self }
    }

    /// How many loops its code is in.
    pub fn inner_depth(&self, tiling: &Tiling) -> usize {
        let own = (0..tiling.splits.len()).filter(|dim| self.has(*dim) || self.folded() == Some(*dim));
        own.map(|dim| last_place(tiling, dim) + 1).max().unwrap_or(0)
    }
}

fn last_place(tiling: &Tiling, dim: usize) -> usize {
    tiling.splits[dim].places.iter().copied().max().unwrap_or(0)
}

/// The folds of a compute over shared loops: either none, or all that it yields.
fn shared_folds(
    body: &Body,
    member: &Member,
    tiling: &Tiling,
    extents: &[Extent],
) -> Result<Vec<SharedFold>, String> {
    let view = body.view(member.op, Compute);
    let mut found = Vec::new();
    for value in view.yielded() {
        let fold = body.def_op(value).filter(|op| body.is(*op, Fold) && body.block_of(*op) == view.block());
        let named = fold.and_then(|op| Some((op, loop_name(body, op)?)));
        let Some((op, dim)) =
            named.and_then(|(op, name)| Some((op, tiling.names.iter().position(|own| own == name)?)))
        else {
            continue;
        };
        if !member.has(dim) {
            found.push(SharedFold { dim, op, kind: fold_kind(body, op, &extents[dim])? });
        }
    }
    let first = found.first().map(|fold| fold.dim);
    match found.is_empty()
        || (found.len() == view.yielded().len() && found.iter().all(|fold| Some(fold.dim) == first))
    {
        true => Ok(found),
        false => {
            Err(format!("yields from {} more than folds over one shared loop", name_of(body, member.op)))
        }
    }
}

/// The kind of a fold whose parts may be combined, if it counts over the whole loop.
fn fold_kind(body: &Body, op: Op, extent: &Extent) -> Result<CombiningKind, String> {
    let view = body.view(op, Fold);
    let kind = view
        .combining_kinds()
        .first()
        .copied()
        .filter(|_| view.combiner().is_none() && body.result_count(op) == 1);
    let kind = kind.ok_or("folds several values, or by a combiner, over a shared loop")?;
    let exact = dtype(body.ctx(), body.ty(body.result(op, 0))).is_some_and(|dtype| kind.is_exact(dtype));
    if !exact && !FastMath::of(body.op(op)).has(FastMath::REASSOC) {
        return Err("folds over a shared loop in an order that is written: it has no reassoc".to_string());
    }
    let inductions = Fold.inductions(view.op());
    let whole = match inductions.first().map(|induction| (&induction.lower, &induction.upper)) {
        Some((Bound::Constant(0), Bound::Constant(n))) => extent.as_const() == Some(*n),
        Some((Bound::Constant(0), Bound::Term(end))) => end == extent,
        _ => false,
    };
    whole.then_some(kind).ok_or_else(|| "folds over a part of a shared loop".to_string())
}

/// True if a compute reads a tile that is stored otherwise than row by row.
fn reads_stored_tile(body: &Body, compute: Op) -> bool {
    let is_stored = |op: Op| body.cast(op, TileRead).is_some_and(|tile| tile.layout().is_some());
    let mut found = false;
    tf_ir::walk::walk(body, compute, &mut |body, op| {
        let source = Access::of_read(body.op(op)).and_then(|read| body.def_op(read.source));
        found |= source.is_some_and(is_stored);
    });
    found
}

/// How a member is called in messages.
fn name_of(body: &Body, op: Op) -> String {
    let names = body.view(op, Compute).loop_names().axes;
    format!("the compute over ({})", names.join(", "))
}
