//! Which computes may share loops with one: those that its results are read by, and that it reads, at the points of these loops.

use rustc_hash::{FxHashMap, FxHashSet};
use tf_dialects::arith::{FastMath, FlagSet};
use tf_dialects::scalar::dtype;
use tf_dialects::tensor::{Access, Compute, Fold, Policy};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::walk::walk;

/// The most members of a group.
const MOST_MEMBERS: usize = 48;

/// A compute that may share loops.
#[derive(Clone)]
pub(super) struct Candidate {
    pub op: Op,
    /// Of each of its axes the shared loop that it is, if it is one.
    pub axes: Vec<Option<usize>>,
    /// Its folds over the last shared loop, if all that it yields are such.
    pub folds: Vec<Op>,
}

impl Candidate {
    /// True if it is computed point by point of all loops, or folds over the last.
    fn has_all(&self, loops: usize) -> bool {
        let has = |at: usize| self.axes.contains(&Some(at));
        (0..loops).all(|at| has(at) || (at + 1 == loops && !self.folds.is_empty()))
    }
}

/// A set of computes that may share loops, in their order.
pub(super) struct Closure {
    pub members: Vec<Candidate>,
    /// Ops between them that need what they make: they go behind the group.
    pub behind: Vec<Op>,
    /// Results that others than members use.
    pub yielded: Vec<Value>,
}

/// Everything that may share these axes of a compute as loops; `None` if that is nothing but itself.
pub(super) fn close(body: &Body, seed: Op, shared: &[usize], free: &FxHashSet<Op>) -> Option<Closure> {
    let rank = body.view(seed, Compute).extents().len();
    let axes = (0..rank).map(|axis| shared.iter().position(|own| *own == axis)).collect();
    let mut found = vec![Candidate { op: seed, axes, folds: Vec::new() }];
    let mut places: FxHashMap<Op, usize> = FxHashMap::from_iter([(seed, 0)]);
    let mut next = 0;
    while next < found.len() && found.len() <= MOST_MEMBERS {
        for candidate in neighbours(body, &found[next], shared.len(), free) {
            if !places.contains_key(&candidate.op) {
                places.insert(candidate.op, found.len());
                found.push(candidate);
            }
        }
        next += 1;
    }
    let block = body.block_of(seed)?;
    let mut members: Vec<Candidate> = Vec::new();
    for op in body.ops(block) {
        members.extend(places.get(&op).map(|at| found[*at].clone()));
    }
    (members.len() > 1 && members.len() <= MOST_MEMBERS).then_some(())?;
    members.iter().all(|member| agrees(body, member, &members)).then_some(())?;
    let behind = ops_behind(body, block, &members)?;
    let yielded = yielded(body, &members);
    yielded.iter().all(|value| may_be_yielded(body, *value, &members)).then_some(())?;
    Some(Closure { members, behind, yielded })
}

/// The computes that read a member, or that it reads, at the points of all shared loops.
fn neighbours(body: &Body, member: &Candidate, loops: usize, free: &FxHashSet<Op>) -> Vec<Candidate> {
    let mut found = Vec::new();
    if member.folds.is_empty() {
        for result in body.results(member.op) {
            for at in body.uses(result).map(|u| u.op) {
                let reader = enclosing(body, at, free).filter(|reader| *reader != member.op);
                found.extend(reader.and_then(|reader| as_reader(body, member, (result, at), reader, loops)));
            }
        }
    }
    walk(body, member.op, &mut |body, at| {
        let Some(read) = plain(body, at) else { return };
        let maker = body.def_op(read.source).filter(|op| free.contains(op));
        found.extend(maker.and_then(|maker| as_maker(body, member, &read, maker)));
    });
    found.retain(|candidate| candidate.has_all(loops));
    found
}

/// A read without a policy.
fn plain<'a>(body: &'a Body, at: Op) -> Option<Access<'a>> {
    Access::of_read(body.op(at)).filter(|read| read.policy == Policy::Assumed)
}

/// The free compute that an op is in.
fn enclosing(body: &Body, op: Op, free: &FxHashSet<Op>) -> Option<Op> {
    std::iter::successors(body.parent_op(op), |op| body.parent_op(*op)).find(|op| free.contains(op))
}

/// The index that a subscript is.
fn index_at(read: &Access<'_>, axis: usize) -> Option<Value> {
    read.map.results().get(axis)?.as_dim().map(|d| read.indices[d as usize])
}

/// The loop that an index of a member moves with.
fn loop_of(body: &Body, member: &Candidate, index: Value, loops: usize) -> Option<usize> {
    let own = body.view(member.op, Compute).indices().into_iter().position(|own| own == index);
    match own {
        Some(axis) => member.axes[axis],
        None => {
            let is_folded = |fold: &Op| body.view(*fold, Fold).index() == Some(index);
            member.folds.iter().any(is_folded).then(|| loops - 1)
        }
    }
}

/// A compute that reads what a member makes.
fn as_reader(
    body: &Body,
    member: &Candidate,
    (value, at): (Value, Op),
    reader: Op,
    loops: usize,
) -> Option<Candidate> {
    let read = plain(body, at).filter(|read| read.source == value)?;
    let indices = body.view(reader, Compute).indices();
    let mut candidate = Candidate { op: reader, axes: vec![None; indices.len()], folds: Vec::new() };
    for (axis, shared) in member.axes.iter().enumerate() {
        let Some(shared) = *shared else { continue };
        let index = index_at(&read, axis)?;
        match indices.iter().position(|own| *own == index) {
            Some(own) => candidate.axes[own] = Some(shared),
            None if shared + 1 == loops => candidate.folds = folds_over(body, reader, index)?,
            None => return None,
        }
    }
    Some(candidate)
}

/// A compute that makes what a member reads.
fn as_maker(body: &Body, member: &Candidate, read: &Access<'_>, maker: Op) -> Option<Candidate> {
    let indices = body.view(member.op, Compute).indices();
    let rank = body.view(maker, Compute).extents().len();
    let of = |axis: usize| {
        let index = index_at(read, axis)?;
        let own = indices.iter().position(|own| *own == index);
        let folded = || member.folds.iter().any(|fold| body.view(*fold, Fold).index() == Some(index));
        match own {
            Some(own) => member.axes[own],
            None if folded() => member_last(member),
            None => None,
        }
    };
    Some(Candidate { op: maker, axes: (0..rank).map(of).collect(), folds: Vec::new() })
}

/// The loop that a member with folds folds over: the one behind those that are its axes.
fn member_last(member: &Candidate) -> Option<usize> {
    Some(member.axes.iter().flatten().max().map_or(0, |last| last + 1))
}

/// All that a compute yields, if it is folds over one range that parts may be added to, one of which has this index.
fn folds_over(body: &Body, compute: Op, index: Value) -> Option<Vec<Op>> {
    let view = body.view(compute, Compute);
    let folds: Option<Vec<Op>> = view
        .yielded()
        .into_iter()
        .map(|value| body.def_op(value).filter(|op| body.is(*op, Fold) && body.block_of(*op) == view.block()))
        .collect();
    let folds =
        folds.filter(|folds| folds.iter().any(|fold| body.view(*fold, Fold).index() == Some(index)))?;
    let one = |fold: &Op| {
        let fold_view = body.view(*fold, Fold);
        let kind = fold_view.combining_kinds().first().copied()?;
        let exact =
            dtype(body.ctx(), body.ty(body.result(*fold, 0))).is_some_and(|dtype| kind.is_exact(dtype));
        let open = exact || FastMath::of(body.op(*fold)).has(FastMath::REASSOC);
        (open && fold_view.combiner().is_none() && body.result_count(*fold) == 1).then(|| fold_view.bounds())
    };
    let bounds: Option<Vec<_>> = folds.iter().map(one).collect();
    bounds.filter(|bounds| bounds.windows(2).all(|pair| pair[0] == pair[1])).map(|_| folds)
}

/// True if a member reads the others only at the points of the loops: each axis of theirs that is a loop by the index that moves with it.
fn agrees(body: &Body, member: &Candidate, all: &[Candidate]) -> bool {
    let loops = all.iter().flat_map(|other| other.axes.iter().flatten()).max().map_or(0, |last| last + 1);
    let mut fits = true;
    walk(body, member.op, &mut |body, at| {
        for value in body.operands(at) {
            let Some(made) = all.iter().find(|other| body.def_op(value) == Some(other.op)) else { continue };
            let read = plain(body, at).filter(|read| read.source == value);
            fits &= read.is_some_and(|read| {
                let at_loop = |(axis, shared): (usize, &Option<usize>)| {
                    let moves = |shared: usize| {
                        index_at(&read, axis).and_then(|index| loop_of(body, member, index, loops))
                            == Some(shared)
                    };
                    shared.is_none_or(moves)
                };
                made.folds.is_empty() && made.axes.iter().enumerate().all(at_loop)
            });
        }
    });
    fits
}

/// The ops between the members that need what they make; `None` if a member needs one of them.
fn ops_behind(body: &Body, block: Block, members: &[Candidate]) -> Option<Vec<Op>> {
    let (first, last) = (members.first()?.op, members.last()?.op);
    let mut late: FxHashSet<Op> = FxHashSet::default();
    let mut behind = Vec::new();
    let mut ops = body.ops(block).skip_while(|op| *op != first);
    for op in ops.by_ref() {
        let is_member = members.iter().any(|member| member.op == op);
        let mut needs = false;
        walk(body, op, &mut |body, inner| {
            let mut of = body.operands(inner).filter_map(|value| body.def_op(value));
            needs |= of.any(|def| {
                late.contains(&def) || (!is_member && members.iter().any(|member| member.op == def))
            });
        });
        if is_member && needs {
            return None;
        }
        if needs {
            late.insert(op);
            behind.push(op);
        }
        if op == last {
            break;
        }
    }
    behind.iter().all(|op| tf_ir::effects::is_pure(body, *op)).then_some(behind)
}

/// Results that ops outside of the members use.
fn yielded(body: &Body, members: &[Candidate]) -> Vec<Value> {
    let outside = |value: &Value| {
        body.uses(*value).any(|u| !members.iter().any(|member| body.encloses(member.op, u.op)))
    };
    members.iter().flat_map(|member| body.results(member.op)).filter(outside).collect()
}

/// True if a result can be written part by part: its other axes are constant.
fn may_be_yielded(body: &Body, value: Value, members: &[Candidate]) -> bool {
    let Some(member) = members.iter().find(|member| body.def_op(value) == Some(member.op)) else {
        return false;
    };
    let extents = body.view(member.op, Compute).extents();
    let rank = body.ctx().dims(body.ty(value)).map_or(0, <[_]>::len);
    rank == extents.len()
        && member
            .axes
            .iter()
            .zip(extents)
            .all(|(shared, extent)| shared.is_some() || extent.as_const().is_some_and(|n| n > 0))
}
