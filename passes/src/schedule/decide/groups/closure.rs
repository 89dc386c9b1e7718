//! Which computes may share loops with one: those that its results are read by, and that it reads, at the points of these loops.

use crate::schedule::apply::groups::legal::binding::{Binding, folds_over};
use crate::schedule::apply::groups::legal::legality::Legality;
use crate::schedule::apply::groups::legal::reads::near;
use crate::schedule::cost::figures::{MOST_MEMBERS, MOST_STRIDE};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;
use tf_dialects::tensor::{Access, Compute, Fold, Policy};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::extent::Extent;
use tf_ir::walk::walk;

/// A set of computes that may share loops, in their order.
pub(super) struct Closure {
    pub members: Vec<Binding>,
    /// Ops between them that need what they make: they go behind the group.
    pub behind: Vec<Op>,
    /// Results that others than members use.
    pub yielded: Vec<Value>,
    /// The extents of the loops.
    pub lengths: Vec<Extent>,
    /// True if some read others at multiples of their own points.
    pub is_strided: bool,
}

/// Where computes may read each other to share loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// At the own points of these: everything that does.
    Own,
    /// A constant way from them, too, as stencils do: at most so many computes, the nearest ones.
    Near(usize),
    /// At multiples of them, too, as poolings do.
    Strided(usize),
}

/// How many points of one loop a point of another one is, as a fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Scale(i64, i64);

impl Scale {
    const ONE: Scale = Scale(1, 1);

    /// The same for so many times as many points; `None` if it is longer than any stride.
    fn times(self, by: i64) -> Option<Scale> {
        let all = self.0.checked_mul(by)?;
        let divisor = (1..=self.1).rev().find(|divisor| self.1 % divisor == 0 && all % divisor == 0)?;
        Scale(all / divisor, self.1 / divisor).checked()
    }

    /// The same for one of so many points.
    fn over(self, by: i64) -> Option<Scale> {
        Scale(self.1, self.0).times(by).map(|Scale(all, of)| Scale(of, all))
    }

    fn checked(self) -> Option<Scale> {
        (self.0 <= MOST_STRIDE && self.1 <= MOST_STRIDE).then_some(self)
    }
}

/// A compute that may be a member, with how many of its points one of the first compute is, for each shared loop.
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

/// Everything that may share these axes of a compute as loops; `None` if that is nothing but itself.
pub(super) fn close(
    body: &Body,
    seed: Op,
    shared: &[usize],
    (free, reach): (&FxHashSet<Op>, Reach),
) -> Option<Closure> {
    let rank = body.view(seed, Compute).extents().len();
    let axes = (0..rank).map(|axis| shared.iter().position(|own| *own == axis)).collect();
    let mut found = vec![Candidate::new(Binding::new(seed, axes), shared.len())];
    let mut places: FxHashMap<Op, usize> = FxHashMap::from_iter([(seed, 0)]);
    let (mut next, close) = (0, Close { body, free, reach, loops: shared.len() });
    while next < found.len() && found.len() <= MOST_MEMBERS {
        for candidate in close.neighbours(&found[next]) {
            let may = close.has_room(found.len()) && close.agrees(&candidate, &found, &places);
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
    let behind = ops_behind(body, block, &members)?;
    let yielded = yielded(body, &members);
    let lengths = lengths(body, (&members, &yielded), shared.len())?;
    let is_strided = found.iter().any(|candidate| candidate.scales.iter().any(|scale| *scale != Scale::ONE));
    Some(Closure { members, behind, yielded, lengths, is_strided })
}

/// How computes are looked for.
struct Close<'a> {
    body: &'a Body,
    free: &'a FxHashSet<Op>,
    reach: Reach,
    loops: usize,
}

impl<'a> Close<'a> {
    /// True if one more may join so many.
    fn has_room(&self, members: usize) -> bool {
        match self.reach {
            Reach::Own => true,
            Reach::Near(most) | Reach::Strided(most) => members < most,
        }
    }

    /// The computes that read a member, or that it reads, at the points of all shared loops.
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

    /// A read whose policy says nothing that a part does not know.
    fn plain(&self, at: Op) -> Option<Access<'a>> {
        let near = self.reach != Reach::Own;
        let fits = |policy: Policy| match policy {
            Policy::Assumed => true,
            Policy::Clamp | Policy::Fill | Policy::Wrap => near,
            Policy::Trap | Policy::Drop => false,
        };
        Access::of_read(self.body.op(at)).filter(|read| fits(read.policy))
    }

    /// The free compute that an op is in.
    fn enclosing(&self, op: Op) -> Option<Op> {
        let mut around = std::iter::successors(self.body.parent_op(op), |op| self.body.parent_op(*op));
        around.find(|op| self.free.contains(op))
    }

    /// The index of a reader that a subscript is, or is near, or a multiple of; with the multiple.
    fn index_at(&self, reader: Op, read: &Access<'_>, axis: usize) -> Option<(Value, i64)> {
        let subscript = read.map.results().get(axis)?;
        if self.reach == Reach::Own {
            return subscript.as_dim().map(|d| (read.indices[d as usize], 1));
        }
        let (dims, symbols) = (read.indices.len() as u32, read.extents.len() as u32);
        let found = near(self.body, reader, &subscript.linear_form(dims, symbols)?, &read.indices);
        found.filter(|(_, by)| *by == 1 || matches!(self.reach, Reach::Strided(_)))
    }

    /// True if a compute is computed point by point of all loops, or folds over the last.
    fn has_all(&self, candidate: &Binding) -> bool {
        let last = self.loops - 1;
        (0..=last).all(|at| candidate.has(at) || (at == last && candidate.folded() == Some(at)))
    }

    /// A compute that reads what a member makes.
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
                // One axis is one loop.
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

    /// A compute that makes what a member reads.
    fn as_maker(&self, member: &Candidate, read: &Access<'_>, maker: Op) -> Candidate {
        let rank = self.body.view(maker, Compute).extents().len();
        let mut candidate = Candidate::new(Binding::new(maker, vec![None; rank]), self.loops);
        for axis in 0..rank {
            let Some((index, by)) = self.index_at(member.op, read, axis) else { continue };
            let dim = member.loop_of(self.body, index);
            let Some((dim, scale)) = dim.and_then(|dim| Some((dim, member.scales[dim].times(by)?))) else {
                continue;
            };
            // Of a diagonal, which has one loop for two axes, the first one has it.
            if candidate.bound.has(dim) {
                continue;
            }
            candidate.bound.axes[axis] = Some(dim);
            candidate.scales[dim] = scale;
        }
        candidate
    }

    /// True if all that a compute and those found so far read of each other is near the points of the loops. What is found at the points themselves is not looked at
    /// here: what does not agree is no group.
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

/// The ops between the members that need what they make; `None` if a member needs one of them.
fn ops_behind(body: &Body, block: Block, members: &[Binding]) -> Option<Vec<Op>> {
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

/// The extents of the loops: those of the first result that is as long, or of the last member, as of all groups.
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

/// Results that ops outside of the members use.
fn yielded(body: &Body, members: &[Binding]) -> Vec<Value> {
    let outside = |value: &Value| {
        body.uses(*value).any(|u| !members.iter().any(|member| body.encloses(member.op, u.op)))
    };
    members.iter().flat_map(|member| body.results(member.op)).filter(outside).collect()
}
