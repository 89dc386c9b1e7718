//! `apply-fusion`: fuses groups whose members run point by point into one compute.
//!
//! [`evaluate`] inlines members into their reads, [`merge`] merges computes over one box, [`permuted`] reads
//! through members that only permute the axes of a tensor, [`out_of_bounds`] handles reads with a policy,
//! [`element`] finds the value of a read at a point.

pub(crate) mod element;
pub(crate) mod evaluate;
pub(crate) mod merge;
pub(crate) mod out_of_bounds;
pub(crate) mod permuted;
pub(crate) mod refusal;

use crate::apply::groups::legal::refusal::GroupRefusal;
use crate::apply::groups::move_out;
use refusal::{MergeRefusal, NotInlined};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;
use tf_dialects::func::Func;
use tf_dialects::tensor::bounds::guard;
use tf_dialects::tensor::schedule::{Placed, Placement};
use tf_dialects::tensor::{Access, Compute, Group};
use tf_ir::body::{Body, Op, Value};
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, Scope, StatSpec,
};
use tf_ir::walk::{postorder, walk};
use tf_passes_common::code::dissolve::{dissolve, left_out};
use tf_passes_common::cost::figures::{NEST_ENTRY, STORED_AND_READ};
use tf_passes_common::rules::keep::settle;
use tf_passes_common::rules::refusal::OfSchedule;

struct ApplyFusion;

/// The pass `apply-fusion`.
pub static INFO: PassInfo = PassInfo {
    name: "apply-fusion",
    title: "ApplyFusion",
    summary: "Turn groups of computes that run point by point into one compute each",
    docs: "Follows the schedules of groups that split no loop, as 'choose-fusion' and programs write them: \
        members with place(…, inline) are inlined into their readers, those with place(…, root) move \
        before the group, and all others, which have the same box and read each other by identity access, \
        become one compute with the results of all. If a group cannot be fused, its members run one after \
        the other, and a remark gives the reason.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[
        StatSpec { name: "num-applied", help: "groups that became a compute" },
        StatSpec { name: "num-dissolved", help: "groups whose members run one after the other" },
        StatSpec { name: "num-inlined", help: "reads replaced by the code of a member" },
        StatSpec { name: "num-merged", help: "computes merged into another one" },
        StatSpec { name: "num-guarded", help: "reads and writes that are no longer proved to be in bounds" },
    ],
    rules: &[],
    growth: Growth {
        per_access: 2,
        per_saved_loop: NEST_ENTRY as u64,
        per_saved_write: STORED_AND_READ,
        why: "two operations inlined per read, or the cost of storing a value and starting its nest",
        ..Growth::NONE
    },
    make: |_: &Options| Ok(Box::new(ApplyFusion)),
};

impl Pass for ApplyFusion {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let (mut applied, mut dissolved) = (0, 0);
        for group in postorder(body) {
            if !body.cast(group, Group).is_some_and(|view| view.is_pointwise()) {
                continue;
            }
            let fused = fuse(body, group, cx);
            match fused.is_applied {
                true => applied += 1,
                false => dissolved += 1,
            }
            cx.count("num-inlined", fused.inlined);
            cx.count("num-merged", fused.merged);
            cx.count("num-guarded", fused.guarded);
        }
        cx.count("num-applied", applied);
        cx.count("num-dissolved", dissolved);
        Ok(Changed::from(applied + dissolved > 0))
    }
}

/// The outcome for a group.
#[derive(Default)]
pub(crate) struct Fused {
    /// False if the members run one after the other.
    pub is_applied: bool,
    /// Reads replaced by the code of a member.
    pub inlined: u64,
    /// Computes merged into another one.
    pub merged: u64,
    /// Reads and writes that are no longer proved to be in bounds.
    pub guarded: u64,
}

/// Replaces a group that splits no loop by one compute. If that fails, its members run one after the other,
/// and a remark gives the reason.
pub(crate) fn fuse(body: &mut Body, group: Op, cx: &mut PassContext<'_>) -> Fused {
    let mut fused = Fused::default();
    let members = Members::of(body, group).map_err(FusionRefusal::Group);
    let done = members.and_then(|members| members.fuse(body, &mut fused, cx));
    fused.is_applied = done.is_ok();
    // Code that was inlined before a failure stays, and may need guards.
    let mut changed = Vec::new();
    walk(body, group, &mut |_, op| changed.push(op));
    fused.guarded = changed.into_iter().filter(|op| guard(body, *op)).count() as u64;
    if let Err(why) = &done {
        left_out(body.view(group, Group), why).emit(cx);
    }
    dissolve(body, group);
    if let Ok(compute) = done {
        // The schedule may be illegal with the inlined folds.
        compute.into_iter().for_each(|compute| settle(body, compute, cx));
    }
    fused
}

/// The reason why a group does not become one compute. Its text is a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum FusionRefusal {
    /// The schedule, or a member that is placed before the group.
    Group(GroupRefusal),
    /// A member cannot be evaluated at its reads.
    Inline(NotInlined),
    /// Two members cannot be merged.
    Merge(MergeRefusal),
}

impl fmt::Display for FusionRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FusionRefusal::Group(why) => why.fmt(f),
            FusionRefusal::Inline(why) => why.fmt(f),
            FusionRefusal::Merge(why) => why.fmt(f),
        }
    }
}

impl From<NotInlined> for FusionRefusal {
    fn from(why: NotInlined) -> FusionRefusal {
        FusionRefusal::Inline(why)
    }
}

impl From<MergeRefusal> for FusionRefusal {
    fn from(why: MergeRefusal) -> FusionRefusal {
        FusionRefusal::Merge(why)
    }
}

/// The members of a group, by placement.
struct Members {
    /// Inlined members with their names, in order.
    inline: Vec<(Op, String)>,
    /// Members that run point by point, in order.
    points: Vec<Op>,
}

impl Members {
    /// Reads the schedule; moves members with the placement `root` before the group.
    ///
    /// # Errors
    /// A member that cannot be there.
    fn of(body: &mut Body, group: Op) -> Result<Members, GroupRefusal> {
        let view = body.view(group, Group);
        let plan = view.plan().map_err(OfSchedule)?.ok_or(GroupRefusal::NoSchedule)?;
        let members = view.members();
        let placements = plan.tiles.map(|tiles| tiles.placements).unwrap_or_default().into_iter();
        let placed: FxHashMap<String, Placement> =
            placements.map(|placement| (placement.member.clone(), placement)).collect();
        let mut found = Members { inline: Vec::new(), points: Vec::new() };
        for op in members {
            let name = body.view(op, Compute).member().and_then(|name| body.ctx().attr_str(name));
            let name = name.unwrap_or_default().to_string();
            let placement = placed.get(&name);
            match placement.map(|placement| placement.placed) {
                Some(Placed::Inline) => found.inline.push((op, name)),
                Some(Placed::Root) => {
                    let manner = placement.map(|placement| placement.manner.clone()).unwrap_or_default();
                    move_out(body, group, op, (&name, &manner))?;
                }
                _ => found.points.push(op),
            }
        }
        Ok(found)
    }

    /// Inlines members and merges the others; returns the merged compute.
    ///
    /// # Errors
    /// The reason why that fails.
    fn fuse(
        self,
        body: &mut Body,
        fused: &mut Fused,
        cx: &mut PassContext<'_>,
    ) -> Result<Option<Op>, FusionRefusal> {
        // Members between merged computes are inlined before the merge, all others after it, once for both.
        let between = self.between(body);
        let (late, early): (Vec<_>, Vec<_>) =
            self.inline.into_iter().partition(|(op, _)| between.contains(op));
        for (op, name) in late.into_iter().rev() {
            fused.inlined += evaluate::copy_into_readers(body, op, &name)?;
        }
        let mut compute = None;
        for op in self.points {
            compute = match compute {
                None => Some(op),
                Some(first) => {
                    let merged = merge::merge(body, first, op, cx)?;
                    fused.merged += 1;
                    Some(merged)
                }
            };
        }
        for (op, name) in early.into_iter().rev() {
            fused.inlined += evaluate::copy_into_readers(body, op, &name)?;
        }
        Ok(compute)
    }

    /// The inlined members that depend on results of merged computes.
    fn between(&self, body: &Body) -> FxHashSet<Op> {
        let mut found = FxHashSet::default();
        if self.points.len() < 2 {
            return found;
        }
        let mut late: FxHashSet<Value> = self.points.iter().flat_map(|op| body.results(*op)).collect();
        for (op, _) in &self.inline {
            let mut reads = false;
            walk(body, *op, &mut |body, inner| {
                reads |= Access::of_read(body.op(inner)).is_some_and(|read| late.contains(&read.source));
            });
            if reads {
                found.insert(*op);
                late.extend(body.results(*op));
            }
        }
        found
    }
}
