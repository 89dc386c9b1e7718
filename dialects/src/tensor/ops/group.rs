//! `tensor.group`: computes that share one tiled loop nest (fusion at an outer level, Halide's compute_at).

use super::compute::Compute;
use crate::shared::regions::sole_block;
use crate::tensor::constraints::ANY;
use crate::tensor::ops::scalar_code::Yield;
use crate::tensor::schedule::error::{GroupPlanError, PlanError};
use crate::tensor::schedule::{LOOP_NAMES_ATTR, Loop, LoopNames, Owner, Plan, SCHEDULE_ATTR, Schedule, Step};
use smallvec::{SmallVec, smallvec};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builtin::STRING_ATTR;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::interfaces::{BranchPoint, Flow, RegionFlow, Verify};
use tf_ir::location::{LocData, Location};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::types::Type;

/// Computes that share loops: the results of one are still in a cache when the next ones read them.
///
/// The op has the semantics of its region. `axes` names the shared loops of the computes in it, the members.
/// A member runs inside those shared loops that its own `axes` name, and each iteration computes the box of
/// the member that it requires. A shared loop is as long as the axis of its name in the yielded results. If
/// only other members read a member, an iteration requires the points that these read, which may be more than
/// its tile.
///
/// `schedule` configures the shared loops: `split` gives the tile sizes, `order` the nesting, `parallel` the
/// loops that run on several threads. `place` gives the loop in which members of a name (their attribute
/// `member`) are computed, and the loop that holds their buffers. `apply-groups` applies the schedule;
/// without one, the members run one after the other.
///
/// A schedule that splits no loop requests one nest over the points themselves. Members over the box of
/// `axes` become one compute, and members with `place(…, inline)` are evaluated at each read. `choose-fusion`
/// writes such groups, and `apply-fusion` applies them.
///
/// Ops that become computes may also be members; `tf.member` and `tf.axes` give their names. Unnamed computes
/// get their names from the members that they read and that read them (`bind-members`). `label` is the name
/// of the group in messages.
#[op(
    "tensor.group",
    traits(SINGLE_BLOCK, RECURSIVE_EFFECTS),
    results(results: variadic(ANY)),
    attrs(axes: LOOP_NAMES_ATTR, schedule: optional(SCHEDULE_ATTR), label: optional(STRING_ATTR)),
    regions(body),
    interfaces(Verify, RegionFlow),
    asm = "attr-dict-with-keyword $body `:` type($results)",
)]
pub struct Group;

impl Group {
    /// The name in messages of the group from which a loop with this location was built, if the group has a
    /// label.
    pub fn of_loc(ctx: &Context, loc: Location) -> Option<&str> {
        match loc.data(ctx) {
            LocData::Name(name, _) => Some(ctx.text(name)).filter(|name| name.starts_with("the group '")),
            _ => None,
        }
    }

    /// Checks that a plan for loops of these names configures only the shared loops.
    ///
    /// # Errors
    /// The plan contains other steps, or does not split each shared loop.
    pub fn check(plan: &Plan, names: &LoopNames) -> Result<(), PlanError> {
        // Without a split, `map` and `parallel` are refused as configuring loops that do not exist.
        let is_other = |step: &Step| match step {
            Step::Map(_) => false,
            Step::Unroll(_) => !plan.unroll.is_empty() || !plan.whole.is_empty(),
            step => step.spec().owner == Owner::Compute,
        };
        if plan.steps(names).iter().any(is_other) {
            return Err(GroupPlanError::OtherSteps.into());
        }
        let tiles = plan.tiles.clone().unwrap_or_default();
        if tiles.splits.is_empty() {
            return match configures_loops(plan) {
                true => Err(GroupPlanError::NoSplit.into()),
                false => Ok(()),
            };
        }
        tiles.placements.iter().try_for_each(|placement| placement.check_threads(&tiles, names))?;
        let whole = (0..names.axes.len()).find(|axis| tiles.sizes(Loop::Axis(*axis)).is_empty());
        match whole {
            Some(axis) => Err(GroupPlanError::NotSplit { axis: names.axes[axis].clone() }.into()),
            None => Ok(()),
        }
    }
}

impl<'a> GroupOp<'a> {
    /// The name of the group in messages: its label in quotes, if it has one.
    pub fn called(self) -> String {
        let label = self.label().and_then(|attr| self.op().ctx().attr_str(attr));
        label.map_or_else(|| "the group".to_string(), |label| format!("the group '{label}'"))
    }

    /// The location of loops built from the group, which carries its name; `None` for a group without a
    /// label.
    pub fn loops_loc(self) -> Option<Location> {
        self.label().map(|_| Location::named(self.op().ctx(), &self.called(), self.op().loc()))
    }

    /// The block of the region.
    pub fn block(self) -> Option<Block> {
        self.op().entry(0)
    }

    /// The names of the shared loops.
    pub fn loop_names(self) -> LoopNames {
        LoopNames::of_attrs(self.op().ctx(), self.axes(), None)
    }

    /// The schedule of the shared loops, if there is one.
    pub fn scheduled(self) -> Option<Schedule> {
        self.schedule().and_then(|attr| Schedule::from_attr(self.op().ctx(), attr))
    }

    /// The plan of the schedule.
    ///
    /// # Errors
    /// A step names a loop that is not shared, or does not apply to loops over tiles.
    pub fn plan(self) -> Result<Option<Plan>, PlanError> {
        let names = self.loop_names();
        let Some(plan) = self.scheduled().map(|schedule| schedule.plan(&names)).transpose()? else {
            return Ok(None);
        };
        self.check(&plan, &names).map(|()| Some(plan))
    }

    /// Checks that a plan for loops of these names configures only the shared loops.
    ///
    /// # Errors
    /// As [`Group::check`].
    pub fn check(self, plan: &Plan, names: &LoopNames) -> Result<(), PlanError> {
        Group::check(plan, names)
    }

    /// True if the members become one nest over points: the schedule splits no loop.
    pub fn is_pointwise(self) -> bool {
        let splits = |plan: &Plan| plan.tiles.as_ref().is_some_and(|tiles| !tiles.splits.is_empty());
        matches!(self.plan(), Ok(Some(plan)) if !splits(&plan))
    }

    /// True if the group has a schedule that tiles the shared loops.
    pub fn is_tiled(self) -> bool {
        self.schedule().is_some() && !self.is_pointwise()
    }

    /// The members, in order.
    pub fn members(self) -> Vec<Op> {
        let body = self.op().body();
        let ops = self.block().into_iter().flat_map(|block| body.ops(block));
        ops.filter(|op| body.is(*op, Compute)).collect()
    }

    /// The extents of the shared loops: those of the yielded members, or of the last member with such an axis
    /// if none of the yielded ones has it. `None` if no member has an axis of this name.
    pub fn extents(self) -> Vec<Option<Extent>> {
        let (results, members) = (self.yielded_members(), self.members());
        let all: Vec<Op> = results.into_iter().chain(members.into_iter().rev()).collect();
        let of = |name: &String| {
            all.iter().find_map(|member| axis_named(self.op().body(), *member, name).cloned())
        };
        self.loop_names().axes.iter().map(of).collect()
    }

    /// The members whose results are yielded.
    pub fn yielded_members(self) -> Vec<Op> {
        let made = self.yielded().into_iter().filter_map(|value| self.op().body().def_op(value));
        let members = self.members();
        made.filter(|op| members.contains(op)).collect()
    }

    /// The yielded values.
    pub fn yielded(self) -> Vec<Value> {
        let body = self.op().body();
        let end = self.block().and_then(|block| body.terminator(block));
        end.map(|end| body.operands(end).collect()).unwrap_or_default()
    }
}

impl RegionFlow for Group {
    fn flows(&self, _op: OpRef<'_>) -> SmallVec<[Flow; 4]> {
        smallvec![Flow { from: BranchPoint::Region(0, 0), to: BranchPoint::Results(0) }]
    }
}

impl Verify for Group {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let (body, view) = (op.body(), op.view(Group));
        let (_, end) = sole_block(op, 0, Yield)?;
        let results: Vec<Type> = op.results().map(|value| body.ty(value)).collect();
        let yielded: Vec<Type> = body.operands(end).map(|value| body.ty(value)).collect();
        if yielded != results {
            let words = |types: &[Type]| {
                let words: Vec<String> =
                    types.iter().map(|ty| tf_ir::text::type_to_string(op.ctx(), *ty)).collect();
                format!("({})", words.join(", "))
            };
            let error = op.error(format_args!(
                "has a region that yields {} for results {}",
                words(&yielded),
                words(&results)
            ));
            return Err(error.note(body.loc(end), "yielded here"));
        }
        let names = view.loop_names().axes;
        if names.is_empty() && !view.is_pointwise() {
            return Err(op.error("needs the names of shared loops: axes = [\"i\"]"));
        }
        check_extents(op, &names)?;
        view.plan().map(drop).map_err(|why| op.error(format_args!("has a schedule that {why}")))
    }
}

/// True if a plan that splits no loop configures loops.
fn configures_loops(plan: &Plan) -> bool {
    let is_reordered = plan.order.iter().enumerate().any(|(at, axis)| at != *axis);
    is_reordered
        || plan.parallel > 0
        || plan.grid.is_some()
        || !plan.teams.is_empty()
        || !plan.folds.is_empty()
}

/// Checks that results have one length along each shared loop.
fn check_extents(op: OpRef<'_>, names: &[String]) -> Result<(), Diagnostic> {
    let (body, view) = (op.body(), op.view(Group));
    let shared = view.extents();
    for member in view.yielded_members() {
        for (name, known) in names.iter().zip(&shared) {
            let Some(known) = known else { continue };
            if let Some(extent) = axis_named(body, member, name).filter(|extent| *extent != known) {
                let error = op.error(format_args!(
                    "yields members with the extents {known} and {extent} along the \
                        loop {name}"
                ));
                return Err(error.note(body.loc(member), "the second is here"));
            }
        }
    }
    Ok(())
}

/// The extent of the axis of a compute that has this name.
fn axis_named<'a>(body: &'a Body, member: Op, name: &str) -> Option<&'a Extent> {
    let view = body.view(member, Compute);
    let at = view.loop_names().axes.iter().position(|own| own == name)?;
    view.extents().get(at)
}
