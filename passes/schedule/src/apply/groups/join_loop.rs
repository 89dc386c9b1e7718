//! Finds the loop that some members of a group fold over while others have it as an axis: they may share it
//! if they are joined.

use rustc_hash::{FxHashMap, FxHashSet};
use tf_dialects::tensor::loop_names::{set_loop_name, write_loop_names};
use tf_dialects::tensor::schedule::{Author, LoopNames, Schedule, Step, steps};
use tf_dialects::tensor::{Access, Compute, Fold, Group};
use tf_ir::body::{Body, Op, Value};
use tf_ir::extent::Extent;
use tf_ir::walk::walk;

/// The axes and folds of members that are the loop.
pub(crate) struct Shared {
    axes: FxHashMap<Op, usize>,
    /// The members that fold over it, in order.
    folds: Vec<Op>,
    extent: Extent,
    /// The names of the loops that the group shares already.
    loops: Vec<String>,
}

impl Shared {
    /// The loop of a group that several members fold over, and that no result has as an axis, if there is
    /// one.
    pub fn of(body: &Body, group: Op) -> Option<Shared> {
        let view = body.view(group, Group);
        let (members, yielded) = (view.members(), view.yielded());
        let loops = view.loop_names().axes;
        // Of two folds in a group that depend on each other, the first has to be over the loop.
        members.iter().find_map(|member| {
            let fold = sole_folds(body, *member)?.first().copied()?;
            let shared = Shared::around(body, &members, (*member, fold), loops.clone())?;
            let is_axis = |value: &Value| body.def_op(*value).is_some_and(|op| shared.axes.contains_key(&op));
            (shared.folds.len() > 1 && !yielded.iter().any(is_axis)).then_some(shared)
        })
    }

    /// All axes and folds that iterate together with a fold; `None` if these do not match.
    fn around(body: &Body, members: &[Op], (first, fold): (Op, Op), loops: Vec<String>) -> Option<Shared> {
        let (mut axes, mut folds) = (FxHashMap::default(), FxHashSet::from_iter([first]));
        let extent = length(body, fold)?;
        let mut pending = vec![first];
        while let Some(member) = pending.pop() {
            for (maker, axis) in neighbours(body, members, member, &axes, folds.contains(&member)) {
                if body.view(maker, Compute).extents().get(axis) != Some(&extent) {
                    return None;
                }
                match axes.insert(maker, axis) {
                    Some(known) if known != axis => return None,
                    Some(_) => {}
                    None => pending.push(maker),
                }
            }
            let Some(axis) = axes.get(&member).copied() else { continue };
            for (reader, index) in readers(body, members, member, axis) {
                let index = index?;
                let indices = body.view(reader, Compute).indices();
                match indices.iter().position(|own| *own == index) {
                    Some(own) => match axes.insert(reader, own) {
                        Some(known) if known != own => return None,
                        Some(_) => {}
                        None => pending.push(reader),
                    },
                    None => {
                        let all = sole_folds(body, reader)?;
                        let counts = |fold: &Op| length(body, *fold).as_ref() == Some(&extent);
                        let is_its = all.iter().any(|fold| body.view(*fold, Fold).index() == Some(index));
                        if !is_its || !all.iter().all(counts) {
                            return None;
                        }
                        if folds.insert(reader) {
                            pending.push(reader);
                        }
                    }
                }
            }
        }
        let folds = members.iter().copied().filter(|member| folds.contains(member)).collect();
        Some(Shared { axes, folds, extent, loops })
    }

    /// Its likely trip count.
    pub fn length(&self) -> i64 {
        tf_passes_common::cost::likely(&self.extent)
    }

    /// The members that run in its iterations.
    pub fn members(&self) -> impl Iterator<Item = Op> + '_ {
        self.axes.keys().copied().chain(self.folds.iter().copied())
    }

    /// The axis of a member that is the loop.
    pub fn axis(&self, member: Op) -> Option<usize> {
        self.axes.get(&member).copied()
    }

    /// True if a fold is one over this loop, of a member that folds over it.
    pub fn counts(&self, body: &Body, fold: Op) -> bool {
        length(body, fold).as_ref() == Some(&self.extent)
            && self.folds.iter().any(|own| body.parent_op(fold) == Some(*own))
    }

    /// The names of the other shared loops.
    pub fn loops(&self) -> &[String] {
        &self.loops
    }

    /// Its extent.
    pub fn extent(&self) -> &Extent {
        &self.extent
    }

    /// Adds a member that folds over it, before the others, as these need it.
    pub fn add(&mut self, member: Op) {
        self.folds.insert(0, member);
    }

    /// The members that fold over it.
    pub fn joined(&self) -> &[Op] {
        &self.folds
    }
}

/// The members that a member reads at its index of the loop, and the axis of each.
fn neighbours(
    body: &Body,
    members: &[Op],
    member: Op,
    axes: &FxHashMap<Op, usize>,
    folds: bool,
) -> Vec<(Op, usize)> {
    let view = body.view(member, Compute);
    let mut own: Vec<Value> = axes.get(&member).map(|axis| view.indices()[*axis]).into_iter().collect();
    if folds {
        own.extend(
            sole_folds(body, member).into_iter().flatten().filter_map(|fold| body.view(fold, Fold).index()),
        );
    }
    let mut found = Vec::new();
    walk(body, member, &mut |body, op| {
        let Some(access) = Access::of_read(body.op(op)) else { return };
        let Some(maker) = body.def_op(access.source).filter(|op| members.contains(op)) else { return };
        for (axis, expr) in access.map.results().iter().enumerate() {
            if expr.as_dim().is_some_and(|d| own.contains(&access.indices[d as usize])) {
                found.push((maker, axis));
            }
        }
    });
    found
}

/// The members that read a member, and their index along an axis; `None` if the subscript is not a single
/// index.
fn readers(body: &Body, members: &[Op], member: Op, axis: usize) -> Vec<(Op, Option<Value>)> {
    let mut found = Vec::new();
    for reader in members.iter().filter(|reader| **reader != member) {
        walk(body, *reader, &mut |body, op| {
            let Some(access) = Access::of_read(body.op(op)) else { return };
            if body.def_op(access.source) == Some(member) {
                let index = access.map.results()[axis].as_dim().map(|d| access.indices[d as usize]);
                found.push((*reader, index));
            }
        });
    }
    found
}

/// The folds that a compute yields, if it yields nothing else.
fn sole_folds(body: &Body, compute: Op) -> Option<Vec<Op>> {
    let view = body.view(compute, Compute);
    let fold = |value: Value| {
        let op = body.def_op(value).filter(|op| body.is(*op, Fold) && body.block_of(*op) == view.block())?;
        body.view(op, Fold).combiner().is_none().then_some(op)
    };
    let mut all: Vec<Op> = view.yielded().into_iter().map(fold).collect::<Option<_>>()?;
    all.dedup();
    Some(all)
}

/// The trip count of a fold that starts at 0.
fn length(body: &Body, fold: Op) -> Option<Extent> {
    use tf_ir::control::{Bound, LoopLike};
    let inductions = Fold.inductions(body.op(fold));
    match inductions.first().map(|induction| (&induction.lower, &induction.upper))? {
        (Bound::Constant(0), Bound::Constant(n)) => Some(Extent::constant(*n)),
        (Bound::Constant(0), Bound::Term(end)) => Some(end.clone()),
        _ => None,
    }
}

/// Makes a group share the loop, in tiles of this length, with tiles of `rows` points of the last loop around
/// it.
pub(crate) fn rewritten(body: &mut Body, group: Op, shared: &Shared, (rows, terms): (i64, i64)) {
    let view = body.view(group, Group);
    let (members, Some(mut schedule)) = (view.members(), view.scheduled()) else { return };
    let mut taken = LoopNames { axes: shared.loops.clone(), folds: Vec::new() };
    for member in &members {
        let own = body.view(*member, Compute).loop_names();
        taken.axes.extend(own.axes);
    }
    let name = taken.fresh(b't');
    for member in &members {
        let mut own = body.view(*member, Compute).loop_names();
        if let Some(axis) = shared.axes.get(member).filter(|axis| **axis < own.axes.len()) {
            own.axes[*axis].clone_from(&name);
            write_loop_names(body, *member, &own);
        }
    }
    let mut joined = Vec::new();
    for (number, member) in shared.folds.iter().enumerate() {
        for fold in sole_folds(body, *member).into_iter().flatten() {
            set_loop_name(body, fold, &name);
        }
        let called = format!("sum{number}");
        let attr = body.ctx().string_attr(&called);
        body.set_attr(*member, "member", attr);
        joined.push(called);
    }
    let last = shared.loops.last().cloned().unwrap_or_default();
    for decision in &mut schedule.0 {
        match &mut decision.step {
            Step::Split(steps::Split { target, sizes, .. }) if *target == last => {
                *sizes = vec![rows];
            }
            Step::Order(steps::Order { loops: parts }) => {
                parts.retain(|part| *part != format!("{last}.1"));
                parts.push(format!("{name}.0"));
            }
            _ => {}
        }
    }
    let at = schedule.0.iter().position(|decision| !matches!(decision.step, Step::Split(_))).unwrap_or(0);
    let by = |step| Schedule::by(Author::Heuristic, vec![step]).0.remove(0);
    schedule
        .0
        .insert(at, by(Step::Split(steps::Split { target: name.clone(), sizes: vec![terms], tail: None })));
    schedule.0.push(by(Step::Join(steps::Join { target: name.clone(), others: joined, terms: None })));
    let ctx = body.ctx().clone();
    let axes = [&shared.loops[..], &[name]].concat();
    body.set_attr(group, "axes", LoopNames::attr(&ctx, &axes));
    body.set_attr(group, "schedule", schedule.to_attr(&ctx));
}
