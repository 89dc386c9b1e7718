//! Finds the computes that may share loops with a seed: its producers and consumers at the points of these
//! loops.

use crate::apply::groups::legal::binding::{Binding, folds_over};
use crate::apply::groups::legal::legality::Legality;
use crate::apply::groups::legal::reads::near;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;
use tf_dialects::tensor::{Access, Compute, Fold, Policy};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::extent::Extent;
use tf_ir::walk::walk;
use tf_passes_common::cost::figures::{MOST_MEMBERS, MOST_STRIDE};

/// A set of computes that may share loops, in program order.
pub(super) struct FusibleSet {
    pub members: Vec<Binding>,
    /// Ops between the members that use their results; they move after the group.
    pub after: Vec<Op>,
    /// Results with uses outside of the group.
    pub yielded: Vec<Value>,
    /// The extents of the loops.
    pub lengths: Vec<Extent>,
    /// True if some member reads another one with a stride.
    pub is_strided: bool,
}

/// The accesses between members that are allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// Identity accesses only; no limit on the members.
    Own,
    /// Constant offsets too, as in stencils; at most this many members, nearest first.
    Near(usize),
    /// Strides too, as in pooling.
    Strided(usize),
}

/// Points of one loop per point of another one, as a fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Scale(i64, i64);

impl Scale {
    const ONE: Scale = Scale(1, 1);

    /// The scale times `by`; `None` if it is larger than any stride.
    fn times(self, by: i64) -> Option<Scale> {
        let all = self.0.checked_mul(by)?;
        let divisor = (1..=self.1).rev().find(|divisor| self.1 % divisor == 0 && all % divisor == 0)?;
        Scale(all / divisor, self.1 / divisor).checked()
    }

    /// The scale divided by `by`.
    fn over(self, by: i64) -> Option<Scale> {
        Scale(self.1, self.0).times(by).map(|Scale(all, of)| Scale(of, all))
    }

    fn checked(self) -> Option<Scale> {
        (self.0 <= MOST_STRIDE && self.1 <= MOST_STRIDE).then_some(self)
    }
}

/// A possible member with its scale relative to the seed, for each shared loop.
#[derive(Clone)]
struct Candidate {
    bound: Binding,
    scales: Vec<Scale>,
}

impl Candidate {
    fn new(bound: Binding, loops: usize) -> Candidate {
        Candidate { bound, scales: vec![Scale::ONE; loops] }
    }
}

impl std::ops::Deref for Candidate {
    type Target = Binding;

    fn deref(&self) -> &Binding {
        &self.bound
    }
}

/// All computes that may share these axes of the seed as loops; `None` if only the seed may.
pub(super) fn fusible_set(
    body: &Body,
    seed: Op,
    shared: &[usize],
    (free, reach): (&FxHashSet<Op>, Reach),
) -> Option<FusibleSet> {
    let rank = body.view(seed, Compute).extents().len();
    let axes = (0..rank).map(|axis| shared.iter().position(|own| *own == axis)).collect();
    let mut found = vec![Candidate::new(Binding::new(seed, axes), shared.len())];
    let mut places: FxHashMap<Op, usize> = FxHashMap::from_iter([(seed, 0)]);
    let (mut next, search) = (0, Search { body, free, reach, loops: shared.len() });
    while next < found.len() && found.len() <= MOST_MEMBERS {
        for candidate in search.neighbours(&found[next]) {
            let may = search.has_room(found.len()) && search.agrees(&candidate, &found, &places);
            if let Entry::Vacant(place) = places.entry(candidate.op)
                && may
            {
                place.insert(found.len());
                found.push(candidate);
            }
        }
        next += 1;
    }
    let block = body.block_of(seed)?;
    let mut members: Vec<Binding> = Vec::new();
    for op in body.ops(block) {
        members.extend(places.get(&op).map(|at| found[*at].bound.clone()));
    }
    (members.len() > 1 && members.len() <= MOST_MEMBERS).then_some(())?;
    let after = ops_after(body, block, &members)?;
    let yielded = yielded(body, &members);
    let lengths = lengths(body, (&members, &yielded), shared.len())?;
    let is_strided = found.iter().any(|candidate| candidate.scales.iter().any(|scale| *scale != Scale::ONE));
    Some(FusibleSet { members, after, yielded, lengths, is_strided })
}

/// The parameters of the search.
struct Search<'a> {
    body: &'a Body,
    free: &'a FxHashSet<Op>,
    reach: Reach,
    loops: usize,
}

impl<'a> Search<'a> {
    /// True if a group with this many members may grow.
    fn has_room(&self, members: usize) -> bool {
        match self.reach {
            Reach::Own => true,
            Reach::Near(most) | Reach::Strided(most) => members < most,
        }
    }

    /// The producers and consumers of a member at the points of all shared loops.
    fn neighbours(&self, member: &Candidate) -> Vec<Candidate> {
        let (body, mut found) = (self.body, Vec::new());
        if member.folds.is_empty() {
            for result in body.results(member.op) {
                for at in body.uses(result).map(|u| u.op) {
                    let reader = self.enclosing(at).filter(|reader| *reader != member.op);
                    found.extend(reader.and_then(|reader| self.as_reader(member, (result, at), reader)));
                }
            }
        }
        walk(body, member.op, &mut |body, at| {
            let Some(read) = self.plain(at) else { return };
            let maker = body.def_op(read.source).filter(|op| self.free.contains(op));
            found.extend(maker.map(|maker| self.as_maker(member, &read, maker)));
        });
        found.retain(|candidate| self.has_all(candidate));
        found
    }

    /// The read of an op, if its out-of-bounds policy can be applied in a tile.
    fn plain(&self, at: Op) -> Option<Access<'a>> {
        let near = self.reach != Reach::Own;
        let fits = |policy: Policy| match policy {
            Policy::Assumed => true,
            Policy::Clamp | Policy::Fill | Policy::Wrap => near,
            Policy::Trap | Policy::Drop => false,
        };
        Access::of_read(self.body.op(at)).filter(|read| fits(read.policy))
    }

    /// The free compute around an op.
    fn enclosing(&self, op: Op) -> Option<Op> {
        let mut around = std::iter::successors(self.body.parent_op(op), |op| self.body.parent_op(*op));
        around.find(|op| self.free.contains(op))
    }

    /// The reader's index that a subscript is equal to, near, or a multiple of; with the multiple.
    fn index_at(&self, reader: Op, read: &Access<'_>, axis: usize) -> Option<(Value, i64)> {
        let subscript = read.map.results().get(axis)?;
        if self.reach == Reach::Own {
            return subscript.as_dim().map(|d| (read.indices[d as usize], 1));
        }
        let (dims, symbols) = (read.indices.len() as u32, read.extents.len() as u32);
        let found = near(self.body, reader, &subscript.linear_form(dims, symbols)?, &read.indices);
        found.filter(|(_, by)| *by == 1 || matches!(self.reach, Reach::Strided(_)))
    }

    /// True if a compute has all shared loops as axes, or reduces over the last one.
    fn has_all(&self, candidate: &Binding) -> bool {
        let last = self.loops - 1;
        (0..=last).all(|at| candidate.has(at) || (at == last && candidate.folded() == Some(at)))
    }

    /// The consumer of a member's result as a candidate.
    fn as_reader(&self, member: &Candidate, (value, at): (Value, Op), reader: Op) -> Option<Candidate> {
        let body = self.body;
        let read = self.plain(at).filter(|read| read.source == value)?;
        let indices = body.view(reader, Compute).indices();
        let mut candidate = Candidate::new(Binding::new(reader, vec![None; indices.len()]), self.loops);
        for (axis, shared) in member.axes.iter().enumerate() {
            let Some(shared) = *shared else { continue };
            let (index, by) = self.index_at(reader, &read, axis)?;
            candidate.scales[shared] = member.scales[shared].over(by)?;
            match indices.iter().position(|own| *own == index) {
                // One axis is bound to one loop.
                Some(own) if candidate.bound.axes[own].is_some() => return None,
                Some(own) => candidate.bound.axes[own] = Some(shared),
                None if shared + 1 == self.loops => {
                    let folds = folds_over(body, reader, shared, Legality::default()).ok()?;
                    let is_its = |fold: Op| body.view(fold, Fold).index() == Some(index);
                    candidate.bound.folds = folds.iter().any(|fold| is_its(fold.op)).then_some(folds)?;
                }
                None => return None,
            }
        }
        Some(candidate)
    }

    /// The producer of a member's operand as a candidate.
    fn as_maker(&self, member: &Candidate, read: &Access<'_>, maker: Op) -> Candidate {
        let rank = self.body.view(maker, Compute).extents().len();
        let mut candidate = Candidate::new(Binding::new(maker, vec![None; rank]), self.loops);
        for axis in 0..rank {
            let Some((index, by)) = self.index_at(member.op, read, axis) else { continue };
            let dim = member.loop_of(self.body, index);
            let Some((dim, scale)) = dim.and_then(|dim| Some((dim, member.scales[dim].times(by)?))) else {
                continue;
            };
            // A diagonal has one loop for two axes; the first axis gets it.
            if candidate.bound.has(dim) {
                continue;
            }
            candidate.bound.axes[axis] = Some(dim);
            candidate.scales[dim] = scale;
        }
        candidate
    }

    /// True if all reads between the candidate and the found computes are near the points of the loops.
    /// Identity accesses need no check here: legality refuses a group that disagrees.
    fn agrees(&self, candidate: &Candidate, found: &[Candidate], places: &FxHashMap<Op, usize>) -> bool {
        if self.reach == Reach::Own {
            return true;
        }
        let body = self.body;
        let is_near = |reader: &Candidate, maker: &Candidate, at: Op, value: Value| {
            let Some(read) = self.plain(at).filter(|read| read.source == value) else { return false };
            let is_at = |axis: usize, dim: usize| {
                let Some((index, by)) = self.index_at(reader.op, &read, axis) else { return false };
                let scale = reader.scales[dim].times(by);
                reader.loop_of(body, index) == Some(dim) && scale == Some(maker.scales[dim])
            };
            maker.axes.iter().enumerate().all(|(axis, dim)| dim.is_none_or(|dim| is_at(axis, dim)))
        };
        let makers_agree = {
            let mut all = true;
            walk(body, candidate.op, &mut |body, at| {
                for value in body.operands(at) {
                    let maker = body.def_op(value).and_then(|def| places.get(&def));
                    all &= maker.is_none_or(|maker| is_near(candidate, &found[*maker], at, value));
                }
            });
            all
        };
        let mut results = body.results(candidate.op);
        makers_agree
            && results.all(|value| {
                body.uses(value).all(|u| {
                    let reader = self.enclosing(u.op).and_then(|reader| places.get(&reader));
                    reader.is_none_or(|reader| is_near(&found[*reader], candidate, u.op, value))
                })
            })
    }
}

/// The ops between the members that use their results; `None` if a member uses such an op.
fn ops_after(body: &Body, block: Block, members: &[Binding]) -> Option<Vec<Op>> {
    let (first, last) = (members.first()?.op, members.last()?.op);
    let mut late: FxHashSet<Op> = FxHashSet::default();
    let mut after = Vec::new();
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
            after.push(op);
        }
        if op == last {
            break;
        }
    }
    after.iter().all(|op| tf_ir::effects::is_pure(body, *op)).then_some(after)
}

/// The extents of the loops: those of a yielded result first, else of the last member that has the loop.
fn lengths(body: &Body, (members, yielded): (&[Binding], &[Value]), loops: usize) -> Option<Vec<Extent>> {
    let of_results = yielded.iter().filter_map(|value| body.def_op(*value));
    let results = of_results.filter_map(|op| members.iter().find(|member| member.op == op));
    let all: Vec<&Binding> = results.chain(members.iter().rev()).collect();
    let of = |dim: usize| {
        all.iter().find_map(|member| {
            let axis = member.axes.iter().position(|own| *own == Some(dim))?;
            body.view(member.op, Compute).extents().get(axis).cloned()
        })
    };
    (0..loops).map(of).collect()
}

/// The results that ops outside of the members use.
fn yielded(body: &Body, members: &[Binding]) -> Vec<Value> {
    let outside = |value: &Value| {
        body.uses(*value).any(|u| !members.iter().any(|member| body.encloses(member.op, u.op)))
    };
    members.iter().flat_map(|member| body.results(member.op)).filter(outside).collect()
}
