//! Members of a group that fold over one loop and depend on each other: the trips of the loop carry what each comes to so far, corrected as the others grow.
//!
//! What reads a joined member inside of the loop reads what stands for it there: of the greatest of all terms that of the terms so far, of a sum their mean, of a factor 1
//! ([`joins`](crate::joins)). Behind the loop everybody reads what all terms came to. So attention keeps of each row the greatest score, the sum of
//! exponentials and the sum of values by their weights, and no row of scores (as Dao and others, "FlashAttention", 2022).

use super::binding::Binding;
use super::build::{GroupLoops, Made, Part, shifted};
use super::members::{Member, Members};
use crate::apply_tiles::Tiling;
use crate::apply_tiles::loops::sum;
use crate::joins::{Corrector, Form, Growth, Instead, JOINED, LAWS, Moving, Reader, State, converted, instead, mean, reference};
use crate::subscript::{Copier, materialize};
use rustc_hash::{FxHashMap, FxHashSet};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::tensor::schedule::{Loop, MemberJoin};
use tf_dialects::tensor::{Access, CombiningKind, Compute, ExtentOf, Fold, Group, Policy, build};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::types::Type;
use tf_ir::walk::walk;

/// What the joined members of a group are to each other.
pub struct Joins {
    /// The loop that they fold over.
    pub dim: usize,
    states: Vec<State>,
    /// The member and the result that a state is.
    owner: Vec<(usize, usize)>,
    moving: Vec<Option<Moving>>,
    /// Of each member, the values that others stand for in a trip, and the ops that follow from joined members alone.
    instead: FxHashMap<usize, Vec<(Value, Instead)>>,
    fixed: FxHashSet<Op>,
    /// Reads of joined members inside of the loop.
    finals: FxHashMap<Value, usize>,
}

/// What the trips of the loop come to so far: of each state what it was before the trip, and what it is.
#[derive(Clone)]
pub(super) struct Running {
    before: Value,
    after: Value,
}

/// The loops that members are joined in, with the names of these members.
///
/// # Errors
/// A step that cannot be read, in words that follow "the group".
pub(super) fn names(body: &Body, group: Op, loops: &[String]) -> Result<Vec<(usize, String)>, String> {
    let plan = body.view(group, Group).plan()?;
    let joins = plan.and_then(|plan| plan.tiles).map(|tiles| tiles.joins).unwrap_or_default();
    let of = |join: MemberJoin| {
        let (Loop::Axis(dim) | Loop::Fold(dim)) = join.target;
        join.members.into_iter().map(move |member| (dim, member))
    };
    Ok(joins.into_iter().flat_map(of).filter(|(dim, _)| *dim < loops.len()).collect())
}

/// A member that is joined if the schedule says so, and it folds over the loop.
pub(super) fn marked(body: &Body, mut bound: Binding, joined: &[(usize, String)]) -> Binding {
    let name = body.view(bound.op, Compute).member().and_then(|name| body.ctx().attr_str(name));
    bound.is_joined =
        joined.iter().any(|(dim, member)| bound.folded() == Some(*dim) && Some(member.as_str()) == name);
    bound
}

impl Binding {
    /// True if it is computed in the trips of a loop that members are joined in.
    pub(super) fn is_in(&self, dim: usize) -> bool {
        self.has(dim) || (self.is_joined && self.folded() == Some(dim))
    }
}

impl Joins {
    /// How many results they have.
    pub(super) fn count(&self) -> usize {
        self.states.len()
    }

    /// What correcting what members come to costs in a trip, in additions of one lane, where an exponential costs so much.
    pub(super) fn correcting(&self, exponential: f64, points: impl Fn(usize) -> f64) -> f64 {
        let of = |(state, moving): (usize, &Moving)| {
            let leader = moving.leaders().next().map_or(0.0, |leader| points(self.owner[leader].0));
            moving.corrections(exponential) * leader + points(self.owner[state].0)
        };
        self.moving.iter().enumerate().filter_map(|(state, moving)| Some(of((state, moving.as_ref()?)))).sum()
    }

    /// Those of members; `None` if none are joined.
    ///
    /// # Errors
    /// Why they cannot be, in words that follow "the group".
    pub fn of(
        body: &Body,
        members: &Members,
        (tiling, yielded): (&Tiling, &[Value]),
    ) -> Result<Option<Joins>, String> {
        let mut all = (0..members.all.len()).filter(|at| members.all[*at].is_joined);
        let Some(first) = all.next() else { return Ok(None) };
        let dim = members.all[first].folded().ok_or("joins a member that folds over no shared loop")?;
        if all.any(|at| members.all[at].folded() != Some(dim)) {
            return Err("joins members that fold over different loops".to_string());
        }
        let place = members.all[first].depth;
        if tiling.parallel.contains(&place) {
            return Err(format!("joins members over {}, which runs in parallel", tiling.names[dim]));
        }
        let reader = reader(body, members, dim);
        let mut found = Finding {
            members,
            reader,
            joins: Joins {
                dim,
                states: Vec::new(),
                owner: Vec::new(),
                moving: Vec::new(),
                instead: FxHashMap::default(),
                fixed: FxHashSet::default(),
                finals: FxHashMap::default(),
            },
        };
        for at in (0..members.all.len()).filter(|at| members.all[*at].is_joined) {
            found.read(at)?;
        }
        found.check_readers(yielded)?;
        let (reader, mut joins) = (found.reader, found.joins);
        for member in members.all.iter().filter(|member| member.is_in(dim)) {
            walk(body, member.op, &mut |body, op| {
                if body.results(op).any(|value| reader.depends(value) == (true, false)) {
                    joins.fixed.insert(op);
                }
            });
        }
        (joins.states, joins.finals) = (reader.states, reader.finals);
        Ok(Some(joins))
    }
}

/// A reader that knows which indices count alike, and what members yield at the points that others read.
fn reader<'a>(body: &'a Body, members: &Members, dim: usize) -> Reader<'a> {
    let mut reader = Reader::new(body, &LAWS);
    reader.in_group = true;
    let number = |of: usize| if of == dim { JOINED } else { of + 1 };
    for member in &members.all {
        let indices = body.view(member.op, Compute).indices();
        for (index, of) in indices.into_iter().zip(&member.axes) {
            reader.indices.extend(of.map(|of| (index, number(of))));
        }
        for fold in &member.folds {
            reader.indices.extend(body.view(fold.op, Fold).index().map(|index| (index, number(fold.dim))));
        }
    }
    for member in members.all.iter().filter(|member| member.is_in(dim)) {
        walk(body, member.op, &mut |body, op| {
            let Some((maker, result, access)) = made_by(body, members, op) else { return };
            let made = &members.all[maker];
            if made.has(dim) && made.folded().is_none() && is_own(body, (member, made), &access) {
                reader.through.insert(body.result(op, 0), body.view(made.op, Compute).yielded()[result]);
            }
        });
    }
    reader
}

/// The member that an op reads, and the result.
fn made_by<'b>(body: &'b Body, members: &Members, op: Op) -> Option<(usize, usize, Access<'b>)> {
    let access = Access::of_read(body.op(op))?;
    let (maker, result) = members.maker(body, access.source)?;
    Some((maker, result, access))
}

/// True if a member reads another one at its own point of all axes, which are all shared.
fn is_own(body: &Body, (member, made): (&Member, &Member), access: &Access<'_>) -> bool {
    let at = |axis: usize| access.map.results().get(axis)?.as_dim().map(|d| access.indices[d as usize]);
    let own = made.axes.iter().enumerate().all(|(axis, dim)| {
        dim.is_some() && at(axis).is_some_and(|index| member.loop_of(body, index) == *dim)
    });
    own && access.map.num_results() == made.axes.len()
}

/// Joins while they are found.
struct Finding<'a> {
    members: &'a Members,
    reader: Reader<'a>,
    joins: Joins,
}

impl Finding<'_> {
    /// Takes a joined member in.
    fn read(&mut self, at: usize) -> Result<(), String> {
        let body = self.reader.body;
        let (dim, member) = (self.joins.dim, &self.members.all[at]);
        let name = member.called(body);
        let kept = self.reader.states.len();
        let mut own = Vec::new();
        for (result, fold) in member.folds.iter().enumerate() {
            let term = body.view(fold.op, Fold).yielded()[0];
            let moving = match self.reader.form(term) {
                Some(Form::Free) => None,
                Some(Form::Moving(moving)) if fold.kind == CombiningKind::Add => Some(moving),
                _ => return Err(format!("joins {name}, but no law corrects it when what it needs grows")),
            };
            if let Some(moving) = &moving {
                let all = instead(moving, &self.reader.finals).map_err(|why| format!("joins {name}, which {why}"))?;
                self.take(all).map_err(|()| format!("joins {name}, which uses another member in two ways at once"))?;
            }
            self.joins.moving.push(moving);
            self.joins.owner.push((at, result));
            own.push(State { kind: fold.kind, term });
        }
        self.reader.states.extend(own);
        // From here on, who reads it in the loop reads what it comes to.
        for reader in self.members.all.iter().filter(|member| member.is_in(dim)) {
            let (members, mut found) = (self.members, Vec::new());
            walk(body, reader.op, &mut |body, op| {
                let Some((maker, result, access)) = made_by(body, members, op) else { return };
                if maker == at {
                    found.push((body.result(op, 0), kept + result, is_own(body, (reader, member), &access)));
                }
            });
            for (value, state, is_own) in found {
                if !is_own {
                    return Err(format!("reads {name}, which is joined, not at its own point"));
                }
                self.reader.finals.insert(value, state);
            }
        }
        self.reader.forget();
        Ok(())
    }

    /// Takes what stands for values, by the members whose code they are of.
    fn take(&mut self, all: Vec<(Value, Instead)>) -> Result<(), ()> {
        let body = self.reader.body;
        for (value, how) in all {
            let of = self.members.all.iter().position(|member| {
                let block = body.def_block(value).and_then(|block| body.block_owner(block));
                block.is_some_and(|owner| owner == member.op || body.encloses(member.op, owner))
            });
            let own = self.joins.instead.entry(of.ok_or(())?).or_default();
            match own.iter().find(|(known, _)| *known == value) {
                Some((_, known)) if *known != how => return Err(()),
                Some(_) => {}
                None => own.push((value, how)),
            }
        }
        Ok(())
    }

    /// Checks that what is only right for the terms so far is read by joined members alone.
    fn check_readers(&self, yielded: &[Value]) -> Result<(), String> {
        let (body, dim) = (self.reader.body, self.joins.dim);
        for (at, member) in self.members.all.iter().enumerate() {
            let moves = |value: &Value| self.reader.depends(*value).0;
            if !member.has(dim) || !body.view(member.op, Compute).yielded().iter().any(moves) {
                continue;
            }
            let name = member.called(body);
            if yielded.iter().any(|value| body.def_op(*value) == Some(member.op)) {
                return Err(format!("joins what {name} needs, but yields {name}, which is known behind the loop"));
            }
            for other in self.members.all.iter().filter(|other| !other.is_joined && !other.has(dim)) {
                let mut reads = false;
                walk(body, other.op, &mut |body, op| {
                    reads |= made_by(body, self.members, op).is_some_and(|(maker, ..)| maker == at);
                });
                if reads {
                    return Err(format!(
                        "joins what {name} needs, but {} reads {name}, and is not joined",
                        other.called(body)
                    ));
                }
            }
        }
        Ok(())
    }
}

impl Member {
    /// What the schedule calls it, or how it is described.
    fn called(&self, body: &Body) -> String {
        let name = body.view(self.op, Compute).member().and_then(|name| body.ctx().attr_str(name));
        name.map_or_else(|| self.name(body), str::to_string)
    }
}

impl GroupLoops<'_> {
    /// Copies the code of a member for a part of it, with what stands for joined members in a trip; gives what its terminator takes.
    pub(super) fn copied(&self, b: &mut Builder<'_>, copier: &mut Copier, member: &Member, block: Block) -> Vec<Value> {
        self.stand_in(b, copier, member);
        self.copy_ops(b, copier, block);
        let ends: Vec<Value> = b.body.terminator(block).map(|end| b.body.operands(end).collect()).unwrap_or_default();
        copier.values(b, ends)
    }

    /// Copies the ops of a block, but those that follow from joined members alone.
    pub(super) fn copy_ops(&self, b: &mut Builder<'_>, copier: &mut Copier, block: Block) {
        let end = b.body.terminator(block);
        let ops: Vec<Op> = b.body.ops(block).filter(|op| Some(*op) != end && !self.is_fixed(*op)).collect();
        for op in ops {
            copier.op(b, op).expect("sums of indices are small");
        }
    }

    /// True for an op of a joined loop that follows from what the loop comes to.
    pub(super) fn is_fixed(&self, op: Op) -> bool {
        self.members.joins.as_ref().is_some_and(|joins| joins.fixed.contains(&op))
    }

    /// Says what stands for joined members in the code of one that is computed in their trips.
    pub(super) fn stand_in(&self, b: &mut Builder<'_>, copier: &mut Copier, member: &Member) {
        let Some(joins) = &self.members.joins else { return };
        let at = self.members.all.iter().position(|own| own.op == member.op);
        for (value, how) in at.and_then(|at| joins.instead.get(&at)).into_iter().flatten() {
            match how {
                Instead::One => {
                    let ty = b.body.ty(*value);
                    let one = arith::const_float(b, ty, 1.0);
                    copier.set(*value, one);
                }
                // What is read there is what stands for it.
                Instead::Reference(_) => {
                    let read = b.body.def_op(*value).expect("it is a read");
                    copier.op(b, read).expect("sums of indices are small");
                }
                Instead::Mean(state) => {
                    let is_its = |(read, of): (&Value, &usize)| {
                        (of == state && b.body.def_op(*read).is_some_and(|op| b.body.encloses(member.op, op))).then_some(*read)
                    };
                    let read = joins.finals.iter().find_map(is_its).expect("the mean follows from the sum");
                    let op = b.body.def_op(read).expect("it is a read");
                    copier.op(b, op).expect("sums of indices are small");
                    let (mean, ty) = (copier.known(read), b.body.ty(*value));
                    let mean = converted(b, mean, ty);
                    copier.set(*value, mean);
                }
            }
        }
    }

    /// What joined members have come to so far as it is when they have grown: corrections, one for each of a member's results that needs one.
    pub(super) fn corrections(&self, b: &mut Builder<'_>, at: usize) -> Vec<Option<Correction>> {
        let Some(joins) = &self.members.joins else { return Vec::new() };
        let own = joins.owner.iter().enumerate().filter(|(_, (member, _))| *member == at);
        own.map(|(state, _)| joins.moving[state].as_ref().and_then(|moving| self.correction(b, joins, (state, moving)))).collect()
    }

    /// A tensor of what to multiply by, or to add, for each point of the member that the correction is about.
    fn correction(&self, b: &mut Builder<'_>, joins: &Joins, (state, moving): (usize, &Moving)) -> Option<Correction> {
        let leader = moving.leaders().next()?;
        let part = self.box_of(b.body, &self.members.all[joins.owner[leader].0]);
        let ty = b.body.ty(joins.states[state].term);
        let counts = moving.counts().then(|| self.counts(b, joins.dim, ty));
        let tensor = build::compute_one(b, &part.lengths, ty, |b, local| {
            let values: FxHashMap<usize, [Value; 2]> = moving
                .leaders()
                .map(|leader| {
                    let running = self.running[leader].clone().expect("it was computed before");
                    (leader, [running.before, running.after].map(|tensor| build::at_indices(b, tensor, local)))
                })
                .collect();
            let [before, after] = [0, 1].map(|side| move |values: &FxHashMap<usize, [Value; 2]>, of: usize| values[&of][side]);
            let start = arith::const_float(b, ty, if moving.counts() { 0.0 } else { 1.0 });
            let from = Growth { values: &|of| before(&values, of), count: counts.map(|counts| counts[0]) };
            let to = Growth { values: &|of| after(&values, of), count: counts.map(|counts| counts[1]) };
            Corrector { moving, states: &joins.states }.grown(b, start, &from, &to)
        });
        Some(Correction { tensor, adds: moving.counts(), leader: joins.owner[leader].0, axes: part.axes })
    }

    /// How many terms there were before the trip, and how many there are with it.
    fn counts(&self, b: &mut Builder<'_>, dim: usize, ty: Type) -> [Value; 2] {
        let so_far = materialize(b, &sum(&self.offsets[dim]));
        let length = arith::const_index(b, self.tiling.trip(dim));
        let end = arith::addi(b, so_far, length);
        let all = self.length(b, dim);
        let end = arith::minsi(b, end, all);
        [so_far, end].map(|count| as_float(b, count, ty))
    }

    fn length(&self, b: &mut Builder<'_>, dim: usize) -> Value {
        match self.extents[dim].as_const() {
            Some(n) => arith::const_index(b, n),
            None => ExtentOf::build(b, &self.extents[dim]),
        }
    }

    /// Takes what a joined member has come to in a trip, and says what stands for it from here on.
    pub(super) fn run(&mut self, b: &mut Builder<'_>, at: usize, (before, after): (&[Value], &[Value])) {
        let Some(joins) = &self.members.joins else { return };
        let part = self.box_of(b.body, &self.members.all[at]);
        let mut values = Vec::new();
        for (state, (_, result)) in joins.owner.iter().enumerate().filter(|(_, (member, _))| *member == at) {
            self.running[state] = Some(Running { before: before[*result], after: after[*result] });
            let of = joins.states[state];
            let uses = |how: Instead| joins.instead.values().flatten().any(|(_, own)| *own == how);
            let (tensor, elem) = (after[*result], b.body.ty(of.term));
            values.push(if uses(Instead::Reference(state)) {
                build::compute_one(b, &part.lengths, elem, |b, local| {
                    let value = build::at_indices(b, tensor, local);
                    reference(b, of, value)
                })
            } else if uses(Instead::Mean(state)) {
                let [_, count] = self.counts(b, joins.dim, elem);
                build::compute_one(b, &part.lengths, elem, |b, local| {
                    let value = build::at_indices(b, tensor, local);
                    mean(b, value, count, elem)
                })
            } else {
                tensor
            });
        }
        self.made[at] = Some(Made { values, begin: part.begin, axes: part.axes, window: None });
    }

    /// What a joined member comes to behind the loop, from the sums of all trips.
    pub(super) fn finished(&self, b: &mut Builder<'_>, at: usize, values: &[Value]) -> Vec<Value> {
        let Some(joins) = &self.members.joins else { return values.to_vec() };
        let own = joins.owner.iter().enumerate().filter(|(_, (member, _))| *member == at);
        own.map(|(state, (_, result))| match &joins.moving[state] {
            Some(moving) => self.finished_state(b, joins, (at, state, moving), values[*result]),
            None => values[*result],
        })
        .collect()
    }

    fn finished_state(
        &self,
        b: &mut Builder<'_>,
        joins: &Joins,
        (at, state, moving): (usize, usize, &Moving),
        tensor: Value,
    ) -> Value {
        let member = &self.members.all[at];
        let part = self.box_of(b.body, member);
        let elem = b.body.ty(joins.states[state].term);
        let length = self.length(b, joins.dim);
        let any = self.extents[joins.dim].as_const().is_none_or(|n| n <= 0).then(|| {
            let zero = arith::const_index(b, 0);
            arith::cmpi(b, CmpI::Sgt, length, zero)
        });
        let count = moving.counts().then(|| as_float(b, length, elem));
        b.loc = b.body.loc(member.op);
        let made = build::compute_one(b, &part.lengths, elem, |b, local| {
            let value = build::at_indices(b, tensor, local);
            let mut ends: FxHashMap<usize, Value> = FxHashMap::default();
            for leader in moving.leaders() {
                let (of, result) = joins.owner[leader];
                let made = self.made[of].clone().expect("it ended before");
                let place = places(&self.members.all[of].bound_axes(&made.axes), member, &part, local);
                ends.insert(leader, build::at_indices(b, made.values[result], &place));
            }
            let end = Growth { values: &|of| ends[&of], count };
            let corrector = Corrector { moving, states: &joins.states };
            corrector.finished(b, value, &end, any, &mut |b, value| self.fixed(b, (member, &part), local, value))
        });
        let op = b.body.def_op(made).expect("it was made here");
        self.settle(b.body, op);
        made
    }

    /// What follows from joined members alone, in the code of a member, at the point of another one.
    fn fixed(&self, b: &mut Builder<'_>, (member, part): (&Member, &Part), local: &[Value], value: Value) -> Value {
        let owner = self.members.all.iter().find(|own| {
            let block = b.body.def_block(value).and_then(|block| b.body.block_owner(block));
            block.is_some_and(|at| at == own.op || b.body.encloses(own.op, at))
        });
        let Some(owner) = owner else { return value };
        let indices = b.body.view(owner.op, Compute).indices();
        let mut copier = Copier::default();
        for (index, dim) in indices.into_iter().zip(&owner.axes) {
            let own = dim.and_then(|dim| member.axes.iter().position(|own| *own == Some(dim)));
            let Some(axis) = own else { continue };
            let place = part.axes.iter().position(|own| *own == axis);
            let begin = &part.begin[axis];
            copier.extend_subscripts([(index, place.map_or_else(|| begin.clone(), |at| shifted(begin, local[at])))]);
        }
        let mut ops = Vec::new();
        chain(b.body, owner.op, value, &mut ops);
        for op in ops {
            copier.op(b, op).expect("sums of indices are small");
        }
        copier.known(value)
    }

    /// A part with its correction, point by point.
    pub(super) fn corrected(
        &self,
        b: &mut Builder<'_>,
        (member, part): (&Member, &Part),
        (value, by): (Value, Option<&Correction>),
        local: &[Value],
    ) -> Value {
        let Some(by) = by else { return value };
        let place = places(&self.members.all[by.leader].bound_axes(&by.axes), member, part, local);
        let (ty, own) = (b.body.ty(value), build::at_indices(b, by.tensor, &place));
        let own = converted(b, own, ty);
        if by.adds { arith::addf(b, value, own) } else { arith::mulf(b, value, own) }
    }
}

/// What sums so far are multiplied by, or what is added to them, as others grow.
pub(super) struct Correction {
    tensor: Value,
    adds: bool,
    /// The member whose points it has, and which of its axes.
    leader: usize,
    axes: Vec<usize>,
}

impl Member {
    /// The loops of some of its axes.
    fn bound_axes(&self, axes: &[usize]) -> Vec<usize> {
        axes.iter().filter_map(|axis| self.axes[*axis]).collect()
    }
}

/// The results of a compute, or the tensor that its only one is a copy of, as where a factor was all that it did.
pub(super) fn without_copies(body: &mut Body, op: Op) -> Vec<Value> {
    let view = body.view(op, Compute);
    let copied = view.yielded().first().and_then(|value| body.def_op(*value)).and_then(|read| {
        let access = Access::of_read(body.op(read)).filter(|access| access.policy == Policy::Assumed)?;
        let point = access.map.results().iter().map(|expr| expr.as_dim().map(|d| access.indices[d as usize]));
        let is_whole = point.eq(view.indices().into_iter().map(Some));
        (is_whole && body.ty(access.source) == body.ty(body.result(op, 0))).then_some(access.source)
    });
    match copied.filter(|_| body.result_count(op) == 1) {
        Some(source) => {
            body.erase(op);
            vec![source]
        }
        None => body.results(op).collect(),
    }
}

/// Where a point of a member's part is along these loops, all of which are its own.
fn places(dims: &[usize], member: &Member, part: &Part, local: &[Value]) -> Vec<Value> {
    let of = |dim: &usize| {
        let axis = member.axes.iter().position(|own| own == &Some(*dim))?;
        part.axes.iter().position(|own| *own == axis).map(|at| local[at])
    };
    dims.iter().filter_map(of).collect()
}

/// The ops in a member that a value follows from, in an order in which they may be computed.
fn chain(body: &Body, within: Op, value: Value, found: &mut Vec<Op>) {
    let Some(op) = body.def_op(value).filter(|op| body.encloses(within, *op) && !found.contains(op)) else { return };
    for operand in body.operands(op).collect::<Vec<_>>() {
        chain(body, within, operand, found);
    }
    if !found.contains(&op) {
        found.push(op);
    }
}

fn as_float(b: &mut Builder<'_>, count: Value, ty: Type) -> Value {
    let int = b.ctx().i64();
    let count = arith::index_cast(b, count, int);
    arith::sitofp(b, count, ty)
}
