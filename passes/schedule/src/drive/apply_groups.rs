//! `apply-groups`: turns groups into the loops that their members share, by their own schedules or measured
//! ones.

use crate::apply::apply_fusion::fuse;
use crate::apply::groups::apply;
use crate::apply::groups::build::carried;
use crate::apply::groups::legal::growth;
use crate::apply::groups::legal::legality::{Condition, Legality};
use crate::decide::groups::neighbours;
use crate::decide::tuned::take_of_group;
use tf_dialects::func::Func;
use tf_dialects::tensor::Group;
use tf_dialects::tensor::schedule::Plan;
use tf_ir::body::{Body, Op};
use tf_ir::pass::{
    Anchor, Changed, Growth, OptionKind, OptionSpec, Options, Pass, PassContext, PassInfo, PassResult, Scope,
    StatSpec,
};
use tf_ir::walk::postorder;
use tf_passes_common::code::dissolve::{dissolve, left_out};

struct ApplyGroups {
    /// Runs members one after the other, without shared loops.
    dissolve: bool,
    /// The legality conditions for groups.
    legality: Legality,
}

/// The pass `apply-groups`.
pub static INFO: PassInfo = PassInfo {
    name: "apply-groups",
    title: "ApplyGroups",
    summary: "Turn groups of computes into the loops that they share",
    docs: "The steps split, order, parallel, unroll, place and join of the schedule of a 'tensor.group' \
        become loops. In each iteration, each member computes the region that the tile requires. \
        Intermediate results of members are tiles, buffered across iterations if the step 'place' \
        specifies that; results are written tile by tile, and folds over a shared loop are accumulated, \
        also if they depend on each other and are joined by 'join'. If a group has no schedule or cannot \
        run in its loops, its members run one after the other, and a remark gives the reason.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[
        OptionSpec {
            name: "dissolve",
            kind: OptionKind::Bool,
            default: "false",
            help: "do not make the shared loops of groups",
        },
        OptionSpec {
            name: "waive",
            kind: OptionKind::Text,
            default: "",
            help: "a legality condition of groups to skip, to test that it is needed",
        },
    ],
    statistics: &[
        StatSpec { name: "num-applied", help: "groups that became loops" },
        StatSpec { name: "num-dissolved", help: "groups whose members run one after the other" },
    ],
    rules: &[],
    growth: Growth {
        stages: true,
        ..Growth::stated(
            growth::growth,
            "an iteration computes its whole tile and its halo, by the schedule, and writes results from \
             tiles",
        )
    },
    make,
};

fn make(options: &Options) -> Result<Box<dyn Pass>, String> {
    let waived = options.text("waive");
    let condition = Condition::named(&waived);
    if condition.is_none() && !waived.is_empty() {
        let known: Vec<&str> = Condition::NAMES.iter().map(|(name, _)| *name).collect();
        return Err(format!("groups have no condition '{waived}': there are {}", known.join(", ")));
    }
    Ok(Box::new(ApplyGroups { dissolve: options.bool("dissolve"), legality: Legality::without(condition) }))
}

impl Pass for ApplyGroups {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let groups: Vec<Op> = postorder(body).into_iter().filter(|op| body.is(*op, Group)).collect();
        let changed = !groups.is_empty();
        for group in groups {
            if !self.dissolve && body.view(group, Group).is_pointwise() {
                let counted = if fuse(body, group, cx).is_applied { "num-applied" } else { "num-dissolved" };
                cx.count(counted, 1);
                continue;
            }
            take_of_group(body, group, cx);
            let plan = body.view(group, Group).plan().ok().flatten().filter(|_| !self.dissolve);
            let left = plan.as_ref().map_or_else(Vec::new, |_| carried::left_out(body, group));
            plan.iter().for_each(|plan| explain(body, group, plan, cx));
            let applied = plan.map(|plan| apply(body, group, &plan, self.legality));
            if matches!(applied, Some(Ok(()))) {
                left.into_iter().for_each(|(loc, step)| cx.remark(loc, step.to_string()));
            }
            match applied {
                Some(Ok(())) => cx.count("num-applied", 1),
                Some(Err(why)) => {
                    left_out(body.view(group, Group), &why).emit(cx);
                    dissolve(body, group);
                    cx.count("num-dissolved", 1);
                }
                None => {
                    dissolve(body, group);
                    cx.count("num-dissolved", 1);
                }
            }
        }
        Ok(Changed::from(changed))
    }
}

/// Explains the schedule and the price of a group that the program formed.
fn explain(body: &Body, group: Op, plan: &Plan, cx: &mut PassContext<'_>) {
    let view = body.view(group, Group);
    let Some(schedule) = view.scheduled().filter(|schedule| schedule.is_explicit()) else { return };
    cx.explain(body.loc(group), || {
        let price = neighbours::price(body, group, plan);
        let price =
            price.map_or_else(String::new, |price| format!("; cost {price:.3e} together, in additions"));
        format!(
            "fusion: {} of {} computes runs with this schedule: {schedule}{price}",
            view.called(),
            view.members().len()
        )
    });
}
