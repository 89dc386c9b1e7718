//! `bind-members`: infers which shared loops unnamed members belong to.
//!
//! A program that forms a group names its main computes: scores, their maximum, the sums. The computes
//! between them share the loops, as their accesses are multiples of the index plus a bounded offset: an axis
//! takes the name of the loop that reads it, and so does a fold over such an axis.

use super::legal::binding::{counts_over, outer_fold};
use super::legal::reads::near;
use rustc_hash::FxHashMap;
use tf_dialects::func::Func;
use tf_dialects::tensor::loop_names::{loop_name, set_loop_name, write_loop_names};
use tf_dialects::tensor::schedule::{LoopNames, Placed};
use tf_dialects::tensor::{Access, Compute, Fold, Group, GroupOp};
use tf_ir::body::{Body, Op, Value};
use tf_ir::pass::{
    Anchor, Changed, Growth, OptionKind, OptionSpec, Options, Pass, PassContext, PassInfo, PassResult, Scope,
    StatSpec,
};
use tf_ir::walk::{postorder, walk};

/// The pass.
struct BindMembers {
    /// Names only members that fold over a shared loop.
    folds: bool,
}

/// Its description.
pub static INFO: PassInfo = PassInfo {
    name: "bind-members",
    title: "BindMembers",
    summary: "Name the loops of computes in groups that the program did not name",
    docs: "Unnamed axes of the computes of a group with shared loops get the names of the shared loops in \
        which they are read, or read others, at the identity access, a multiple of it, or a constant \
        offset from it; so do folds over such a loop. 'choose-fusion' has already inlined cheap computes.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[OptionSpec {
        name: "folds",
        kind: OptionKind::Bool,
        default: "false",
        help: "only computes that fold over a shared loop: before 'choose-fusion', so that their sums are \
            not inlined",
    }],
    statistics: &[StatSpec { name: "num-bound", help: "computes whose loops were named" }],
    rules: &[],
    growth: Growth::NONE,
    make: |options: &Options| Ok(Box::new(BindMembers { folds: options.bool("folds") })),
};

impl Pass for BindMembers {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let mut bound = 0;
        for group in postorder(body) {
            if !body.cast(group, Group).is_some_and(GroupOp::is_tiled) {
                continue;
            }
            let mut loops = Loops::of(body, group);
            loops.spread();
            if self.folds {
                loops.members.retain(|member| member.folds.iter().any(|(_, dim)| dim.is_some()));
            }
            bound += loops.write(body, group, cx);
        }
        cx.count("num-bound", bound);
        Ok(Changed::from(bound > 0))
    }
}

/// A loop of a member: an axis of its box, or a fold that it yields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MemberLoop {
    Axis(usize),
    Fold(usize),
}

/// A member with the shared loops that its axes and folds are bound to, as far as known.
struct Member {
    op: Op,
    axes: Vec<Option<usize>>,
    folds: Vec<(Op, Option<usize>)>,
    /// True if its axes have no names yet.
    is_open: bool,
    /// True if the group yields a result of it.
    is_yielded: bool,
}

impl Member {
    fn of(body: &Body, op: Op, shared: &[String]) -> Member {
        let view = body.view(op, Compute);
        let dim_of = |name: &str| shared.iter().position(|own| own == name);
        let names = view.loop_names().axes;
        let axes: Vec<Option<usize>> =
            (0..view.extents().len()).map(|at| names.get(at).and_then(|name| dim_of(name))).collect();
        let mut folds: Vec<(Op, Option<usize>)> = Vec::new();
        for fold in view.yielded().into_iter().filter_map(|value| outer_fold(body, op, value)) {
            if folds.iter().all(|(known, _)| *known != fold) {
                folds.push((fold, loop_name(body, fold).and_then(dim_of)));
            }
        }
        Member { op, axes, folds, is_open: names.is_empty(), is_yielded: false }
    }

    /// The shared loop that one of its loops is bound to.
    fn dim(&self, own: MemberLoop) -> Option<usize> {
        match own {
            MemberLoop::Axis(axis) => self.axes[axis],
            MemberLoop::Fold(fold) => self.folds[fold].1,
        }
    }

    /// Binds one of its loops to a shared loop, if it is unbound and no axis has that loop; returns true on
    /// success.
    fn bind(&mut self, own: MemberLoop, dim: usize) -> bool {
        if self.dim(own).is_some() || self.axes.contains(&Some(dim)) {
            return false;
        }
        match own {
            MemberLoop::Axis(_)
                if !self.is_open || self.folds.iter().any(|(_, known)| *known == Some(dim)) =>
            {
                return false;
            }
            MemberLoop::Axis(axis) => self.axes[axis] = Some(dim),
            MemberLoop::Fold(fold) => self.folds[fold].1 = Some(dim),
        }
        true
    }
}

/// A read between members: for each axis of the producer, the reader's loop and the factor, if the subscript
/// is a multiple of its index plus a bounded offset.
struct MemberRead {
    maker: usize,
    reader: usize,
    along: Vec<Option<(MemberLoop, i64)>>,
}

/// The members of a group with their loops, and the reads that relate these.
struct Loops {
    members: Vec<Member>,
    reads: Vec<MemberRead>,
}

impl Loops {
    fn of(body: &Body, group: Op) -> Loops {
        let view = body.view(group, Group);
        let shared = view.loop_names().axes;
        let mut members: Vec<Member> =
            view.members().into_iter().map(|op| Member::of(body, op, &shared)).collect();
        let yielded = view.yielded_members();
        members.iter_mut().for_each(|member| member.is_yielded = yielded.contains(&member.op));
        let in_front = in_front(view);
        let mut loops = Loops { members, reads: Vec::new() };
        for reader in 0..loops.members.len() {
            let mut found = Vec::new();
            walk(body, loops.members[reader].op, &mut |body, at| {
                found.extend(loops.read(body, reader, at, &in_front));
            });
            loops.reads.extend(found);
        }
        loops
    }

    /// Relates the axes of a producer to the loops of the member that reads it.
    fn read(&self, body: &Body, reader: usize, at: Op, in_front: &[Op]) -> Option<MemberRead> {
        let read = Access::of_read(body.op(at))?;
        let def = body.def_op(read.source).filter(|def| !in_front.contains(def))?;
        let maker =
            self.members.iter().position(|member| member.op == def && def != self.members[reader].op)?;
        let forms = read.map.linear_forms();
        let own = |axis: usize| {
            let form = forms.as_ref()?.get(axis)?;
            let (index, by) = near(body, self.members[reader].op, form, &read.indices)?;
            let own = self.own(body, reader, index)?;
            let is_whole = match own {
                MemberLoop::Axis(_) => true,
                MemberLoop::Fold(fold) => {
                    let extent = body.view(def, Compute).extents().get(axis)?;
                    counts_over(body, self.members[reader].folds[fold].0, extent)
                }
            };
            is_whole.then_some((own, by))
        };
        let along = (0..self.members[maker].axes.len()).map(own).collect();
        Some(MemberRead { maker, reader, along })
    }

    /// The loop of a member that an index belongs to.
    fn own(&self, body: &Body, member: usize, index: Value) -> Option<MemberLoop> {
        let Member { op, folds, .. } = &self.members[member];
        let axis = body.view(*op, Compute).indices().into_iter().position(|own| own == index);
        let is_its = |(fold, _): &(Op, Option<usize>)| body.view(*fold, Fold).index() == Some(index);
        axis.map(MemberLoop::Axis).or_else(|| folds.iter().position(is_its).map(MemberLoop::Fold))
    }

    /// Propagates bindings through reads: first along identity accesses, then along strides.
    fn spread(&mut self) {
        self.propagate_identity();
        self.spread_strides();
    }

    /// Propagates bindings in both directions if the factor is 1, until nothing changes.
    fn propagate_identity(&mut self) {
        let of = |read: &MemberRead| {
            let own = |(axis, own): (usize, &Option<(MemberLoop, i64)>)| {
                let (own, _) = own.filter(|(_, by)| *by == 1)?;
                Some(((read.maker, axis), (read.reader, own)))
            };
            read.along.iter().enumerate().filter_map(own).collect::<Vec<_>>()
        };
        let same: Vec<_> = self.reads.iter().flat_map(of).collect();
        loop {
            let mut is_new = false;
            for ((maker, axis), (reader, own)) in same.iter().copied() {
                let (of_maker, of_reader) = (self.members[maker].axes[axis], self.members[reader].dim(own));
                is_new |= match (of_maker, of_reader) {
                    (Some(dim), None) => self.members[reader].bind(own, dim),
                    (None, Some(dim)) => self.members[maker].bind(MemberLoop::Axis(axis), dim),
                    _ => false,
                };
            }
            if !is_new {
                return;
            }
        }
    }

    /// Propagates bindings from consumers to producers that they read at multiples of the index, the last
    /// members first.
    fn spread_strides(&mut self) {
        let mut strides: FxHashMap<(usize, usize), i64> = FxHashMap::default();
        for maker in (0..self.members.len()).rev() {
            for axis in 0..self.members[maker].axes.len() {
                let Some((dim, stride)) = self.stride(maker, axis, &strides) else { continue };
                let is_known = self.members[maker].axes[axis] == Some(dim);
                if is_known || self.members[maker].bind(MemberLoop::Axis(axis), dim) {
                    strides.insert((maker, dim), stride);
                }
            }
        }
    }

    /// The shared loop along which all consumers read an axis of a member, and the stride. `None` if they
    /// disagree, or if the group yields the member and the stride is above 1.
    fn stride(
        &self,
        maker: usize,
        axis: usize,
        strides: &FxHashMap<(usize, usize), i64>,
    ) -> Option<(usize, i64)> {
        let mut found = None;
        for read in self.reads.iter().filter(|read| read.maker == maker) {
            let (own, by) = read.along[axis]?;
            let dim = self.members[read.reader].dim(own)?;
            // A fold over a loop advances with the loop, by 1.
            let of_reader = match own {
                MemberLoop::Axis(_) => strides.get(&(read.reader, dim)).copied().unwrap_or(1),
                MemberLoop::Fold(_) => 1,
            };
            let stride = (dim, of_reader.saturating_mul(by));
            if *found.get_or_insert(stride) != stride {
                return None;
            }
        }
        found.filter(|(_, stride)| *stride == 1 || !self.members[maker].is_yielded)
    }

    /// Writes the names of loops on members that had none; returns how many it changed.
    fn write(&self, body: &mut Body, group: Op, cx: &mut PassContext<'_>) -> u64 {
        let view = body.view(group, Group);
        let (shared, called) = (view.loop_names().axes, view.called());
        let mut bound = 0;
        for member in &self.members {
            let mut names = body.view(member.op, Compute).loop_names();
            let before = names.clone();
            for (fold, dim) in &member.folds {
                let Some(name) = dim.map(|dim| &shared[dim]).filter(|_| loop_name(body, *fold).is_none())
                else {
                    continue;
                };
                set_loop_name(body, *fold, name);
                if !names.folds.contains(name) {
                    names.folds.push(name.clone());
                }
            }
            let is_bound = names != before || member.axes.iter().any(Option::is_some);
            if member.is_open && is_bound {
                names.axes = axes(member, &shared, &names.folds);
            }
            if names != before {
                write_loop_names(body, member.op, &names);
                bound += 1;
                cx.explain(body.loc(member.op), || {
                    let own: Vec<&str> = names.axes.iter().chain(&names.folds).map(String::as_str).collect();
                    let own: Vec<&str> =
                        own.into_iter().filter(|name| shared.iter().any(|known| known == name)).collect();
                    format!(
                        "fusion: the compute runs in the loops {} of {called}, as its producers or consumers \
                         do",
                        own.join(", ")
                    )
                });
            }
        }
        bound
    }
}

/// The names of the axes of a member: those of shared loops, and fresh letters for the others.
fn axes(member: &Member, shared: &[String], folds: &[String]) -> Vec<String> {
    let mut taken = LoopNames { axes: shared.to_vec(), folds: folds.to_vec() };
    let mut name = |dim: &Option<usize>| match dim {
        Some(dim) => shared[*dim].clone(),
        None => {
            let fresh = taken.fresh(b'a');
            taken.axes.push(fresh.clone());
            fresh
        }
    };
    member.axes.iter().map(&mut name).collect()
}

/// The members that are computed before the loops.
fn in_front(view: GroupOp<'_>) -> Vec<Op> {
    let placements = view.plan().ok().flatten().and_then(|plan| plan.tiles).map(|tiles| tiles.placements);
    let body = view.op().body();
    let is_in_front = |op: &Op| {
        let name = body.view(*op, Compute).member().and_then(|name| body.ctx().attr_str(name));
        let mut placements = placements.iter().flatten();
        placements.any(|place| place.placed == Placed::Root && Some(place.member.as_str()) == name)
    };
    view.members().into_iter().filter(is_in_front).collect()
}
