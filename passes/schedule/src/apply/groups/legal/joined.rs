//! Joined members of a group: they fold over one loop and depend on each other. The iterations carry the
//! running value of each, corrected as the others grow.
//!
//! Inside of the loop, reads of a joined member see a substitute: the running maximum for a maximum, the
//! running mean for a sum, 1 for a factor ([`joins`](crate::apply::joins)). After the loop, they
//! see the final value. Attention thus keeps the maximum score, the sum of exponentials and the weighted sum
//! of values of each row, but no row of scores (as Dao and others, "FlashAttention", 2022).

use super::binding::Binding;
use super::members::{Member, Members};
use super::refusal::MemberJoinRefusal;
use crate::apply::apply_tiles::Tiling;
use crate::apply::joins::{Form, Guard, JOINED, LAWS, Moving, Reader, State, Substitute, substitutes};
use rustc_hash::{FxHashMap, FxHashSet};
use tf_dialects::tensor::schedule::error::PlanError;
use tf_dialects::tensor::schedule::{Loop, MemberJoin};
use tf_dialects::tensor::{Access, CombiningKind, Compute, Fold, Group};
use tf_ir::body::{Body, Op, Value};
use tf_ir::walk::walk;
use tf_passes_common::rules::refusal::OfSchedule;

/// How the joined members of a group depend on each other.
pub struct Joins {
    /// The loop that they fold over.
    pub dim: usize,
    pub states: Vec<State>,
    /// The member and the result of each state.
    pub owner: Vec<(usize, usize)>,
    pub moving: Vec<Option<Moving>>,
    /// The values to substitute in the code of each member; `fixed` holds the loop-invariant ops that depend
    /// on joined members.
    pub substitutes: FxHashMap<usize, Vec<(Value, Substitute)>>,
    pub fixed: FxHashSet<Op>,
    /// Reads of joined members inside of the loop, and the state that each reads.
    pub finals: FxHashMap<Value, usize>,
}

/// The joined members by name, each with its loop.
///
/// # Errors
/// A step that does not apply to the group.
pub(super) fn names(
    body: &Body,
    group: Op,
    loops: &[String],
) -> Result<Vec<(usize, String)>, OfSchedule<PlanError>> {
    let plan = body.view(group, Group).plan().map_err(OfSchedule)?;
    let joins = plan.and_then(|plan| plan.tiles).map(|tiles| tiles.joins).unwrap_or_default();
    let of = |join: MemberJoin| {
        let (Loop::Axis(dim) | Loop::Fold(dim)) = join.target;
        join.members.into_iter().map(move |member| (dim, member))
    };
    Ok(joins.into_iter().flat_map(of).filter(|(dim, _)| *dim < loops.len()).collect())
}

/// Marks a member as joined if the schedule joins it and it folds over the loop.
pub(super) fn marked(body: &Body, mut bound: Binding, joined: &[(usize, String)]) -> Binding {
    let name = body.view(bound.op, Compute).member().and_then(|name| body.ctx().attr_str(name));
    bound.is_joined =
        joined.iter().any(|(dim, member)| bound.folded() == Some(*dim) && Some(member.as_str()) == name);
    bound
}

impl Binding {
    /// True if it is computed in the iterations of a loop over which members are joined.
    pub(super) fn is_in(&self, dim: usize) -> bool {
        self.has(dim) || (self.is_joined && self.folded() == Some(dim))
    }
}

impl Joins {
    /// How many results they have.
    pub(crate) fn count(&self) -> usize {
        self.states.len()
    }

    /// The guard whose root is this value.
    pub(crate) fn guard(&self, root: Value) -> Option<&Guard> {
        let exponents = self.moving.iter().flatten().flat_map(|moving| &moving.exponents);
        exponents.filter_map(|exponent| exponent.guard.as_ref()).find(|guard| guard.root == root)
    }

    /// The cost of corrections in an iteration, in additions of one lane; `exponential` is the cost of an
    /// exponential.
    pub(crate) fn correcting(&self, exponential: f64, points: impl Fn(usize) -> f64) -> f64 {
        let of = |(state, moving): (usize, &Moving)| {
            let leader = moving.leaders().next().map_or(0.0, |leader| points(self.owner[leader].0));
            moving.corrections(exponential) * leader + points(self.owner[state].0)
        };
        self.moving.iter().enumerate().filter_map(|(state, moving)| Some(of((state, moving.as_ref()?)))).sum()
    }

    /// The joins of members; `None` if no member is joined.
    ///
    /// # Errors
    /// The reason why they cannot be joined.
    pub fn of(
        body: &Body,
        members: &Members,
        (tiling, yielded): (&Tiling, &[Value]),
    ) -> Result<Option<Joins>, MemberJoinRefusal> {
        let mut all = (0..members.all.len()).filter(|at| members.all[*at].is_joined);
        let Some(first) = all.next() else { return Ok(None) };
        let dim = members.all[first].folded().ok_or(MemberJoinRefusal::NoLoop)?;
        if all.any(|at| members.all[at].folded() != Some(dim)) {
            return Err(MemberJoinRefusal::DifferentLoops);
        }
        let place = members.all[first].depth;
        if tiling.parallel.contains(&place) {
            return Err(MemberJoinRefusal::Parallel { of: tiling.names[dim].clone() });
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
                substitutes: FxHashMap::default(),
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

/// A reader of terms. It knows the indices that belong to one loop, and it replaces an identity access by the
/// yielded value of the member.
fn reader<'a>(body: &'a Body, members: &Members, dim: usize) -> Reader<'a> {
    let mut reader = Reader::new(body, &LAWS);
    reader.in_group = true;
    reader.members = members.all.iter().map(|member| member.op).collect();
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
            let Some((maker, result, access)) = member_of(body, members, op) else { return };
            let made = &members.all[maker];
            if made.has(dim) && made.folded().is_none() && is_own(body, (member, made), &access) {
                reader.through.insert(body.result(op, 0), body.view(made.op, Compute).yielded()[result]);
            }
        });
    }
    reader
}

/// The member and the result that an op reads.
fn member_of<'b>(body: &'b Body, members: &Members, op: Op) -> Option<(usize, usize, Access<'b>)> {
    let access = Access::of_read(body.op(op))?;
    let (maker, result) = members.maker(body, access.source)?;
    Some((maker, result, access))
}

/// True if a member reads another one by identity access, and all axes of that are shared loops.
fn is_own(body: &Body, (member, made): (&Member, &Member), access: &Access<'_>) -> bool {
    let at = |axis: usize| access.map.results().get(axis)?.as_dim().map(|d| access.indices[d as usize]);
    let own = made.axes.iter().enumerate().all(|(axis, dim)| {
        dim.is_some() && at(axis).is_some_and(|index| member.loop_of(body, index) == *dim)
    });
    own && access.map.num_results() == made.axes.len()
}

/// Joins under construction.
struct Finding<'a> {
    members: &'a Members,
    reader: Reader<'a>,
    joins: Joins,
}

impl Finding<'_> {
    /// Adds a joined member.
    fn read(&mut self, at: usize) -> Result<(), MemberJoinRefusal> {
        let body = self.reader.body;
        let (dim, member) = (self.joins.dim, &self.members.all[at]);
        let name = || member.name(body);
        let first = self.reader.states.len();
        let mut own = Vec::new();
        for (result, fold) in member.folds.iter().enumerate() {
            let term = body.view(fold.op, Fold).yielded()[fold.at];
            let moving = match self.reader.term(term) {
                Some(Form::Free) => None,
                Some(Form::Moving(moving)) if fold.kind == CombiningKind::Add => Some(moving),
                _ => return Err(MemberJoinRefusal::NoLaw { member: name() }),
            };
            if let Some(moving) = &moving {
                let all = substitutes(moving, &self.reader.finals)
                    .ok_or_else(|| MemberJoinRefusal::FoldInTwoRoles { member: name() })?;
                self.take(all).ok_or_else(|| MemberJoinRefusal::MemberInTwoRoles { member: name() })?;
            }
            self.joins.moving.push(moving);
            self.joins.owner.push((at, result));
            own.push(State { kind: fold.kind, term });
        }
        self.reader.states.extend(own);
        // From here on, reads of it in the loop refer to its state.
        for reader in self.members.all.iter().filter(|member| member.is_in(dim)) {
            let (members, mut found) = (self.members, Vec::new());
            walk(body, reader.op, &mut |body, op| {
                let Some((maker, result, access)) = member_of(body, members, op) else { return };
                if maker == at {
                    found.push((body.result(op, 0), first + result, is_own(body, (reader, member), &access)));
                }
            });
            for (value, state, is_own) in found {
                if !is_own {
                    return Err(MemberJoinRefusal::OtherPoints { member: name() });
                }
                self.reader.finals.insert(value, state);
            }
        }
        self.reader.forget();
        Ok(())
    }

    /// Records substitutes, by the member whose code holds the value. `None` if a value has two different
    /// ones.
    fn take(&mut self, all: Vec<(Value, Substitute)>) -> Option<()> {
        let body = self.reader.body;
        for (value, how) in all {
            let of = self.members.all.iter().position(|member| {
                let block = body.def_block(value).and_then(|block| body.block_owner(block));
                block.is_some_and(|owner| owner == member.op || body.encloses(member.op, owner))
            });
            let own = self.joins.substitutes.entry(of?).or_default();
            match own.iter().find(|(known, _)| *known == value) {
                Some((_, known)) if *known != how => return None,
                Some(_) => {}
                None => own.push((value, how)),
            }
        }
        Some(())
    }

    /// Checks that only joined members read values that depend on running values.
    fn check_readers(&self, yielded: &[Value]) -> Result<(), MemberJoinRefusal> {
        let (body, dim) = (self.reader.body, self.joins.dim);
        for (at, member) in self.members.all.iter().enumerate() {
            let moves = |value: &Value| self.reader.depends(*value).0;
            if !member.has(dim) || !body.view(member.op, Compute).yielded().iter().any(moves) {
                continue;
            }
            if yielded.iter().any(|value| body.def_op(*value) == Some(member.op)) {
                return Err(MemberJoinRefusal::RunningResult { member: member.name(body) });
            }
            for other in self.members.all.iter().filter(|other| !other.is_joined && !other.has(dim)) {
                let mut reads = false;
                walk(body, other.op, &mut |body, op| {
                    reads |= member_of(body, self.members, op).is_some_and(|(maker, ..)| maker == at);
                });
                if reads {
                    let (reader, member) = (other.name(body), member.name(body));
                    return Err(MemberJoinRefusal::NotJoined { reader, member });
                }
            }
        }
        Ok(())
    }
}
