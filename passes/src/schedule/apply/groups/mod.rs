//! `apply-groups`: computes that share loops become these loops, with the part of each that a trip needs in them.
//!
//! [`plan`] is what a schedule says, [`binding`] which loops a compute shares, [`members`] decides whether it can be done, for both passes, by the conditions
//! of [`legality`], [`code`] what the code of one may do, [`reads`] what they read of each other; [`places`] is where each is computed, [`needs`] which of its points, [`parts`] what it makes of them, [`stored`] how that lies in memory, [`laid_out`] whether it may, [`spaces`] what that has to fit in, [`build`] makes the loops, with [`sums`] over them, [`windows`] of what is kept, [`ahead`] of what is made for the next trip, and [`carried`] of what a program says of own loops,
//! [`bind`] names the loops of computes that a program did not name, [`form`](mod@crate::schedule::decide::groups::form) chooses what shares loops, one [`choice`](mod@crate::schedule::decide::groups::choice) of several, [`chains`](mod@crate::schedule::decide::groups::chains) of stencils where they are computed; [`beside`](mod@crate::schedule::decide::groups::beside) is what else they might do, for those who measure. [`joined`] is which members share trips
//! though they need each other, [`join_trips`] what these carry, [`choose_joins`](mod@crate::schedule::decide::groups::choose_joins) where that pays: of loops that [`join_loop`] finds, by the price of the nest ([`price`](mod@crate::schedule::decide::groups::price) of its [`tree`](mod@crate::schedule::decide::groups::tree)), once [`expose`] has made
//! members of the folds that need each other and [`selections`] says which rows have terms.

mod ahead;
mod around;
mod bind;
pub(crate) mod binding;
mod build;
mod carried;
mod chunks;
mod code;
mod edges;
pub(crate) mod expose;
mod growth;
pub(crate) mod join_loop;
mod join_trips;
mod joined;
mod laid_out;
pub(crate) mod legality;
pub(crate) mod members;
mod needs;
mod parts;
mod places;
pub(crate) mod plan;
pub(crate) mod reads;
pub(crate) mod selections;
mod spaces;
mod stored;
mod strides;
mod sums;
mod windows;

pub use bind::INFO as BIND_MEMBERS;

pub(crate) use needs::MOST_AROUND;
pub(crate) use places::move_out;
pub(crate) use plan::check;

use crate::code::dissolve::{dissolve, left_out};
use crate::schedule::apply::apply_fusion::fuse;
use crate::schedule::decide::groups::beside;
use crate::schedule::decide::tuned::take_of_group;
use legality::{Condition, Legality};
use tf_dialects::func::Func;
use tf_dialects::tensor::Group;
use tf_dialects::tensor::schedule::Plan;
use tf_ir::body::{Body, Op};
use tf_ir::pass::{
    Anchor, Changed, Growth, OptionKind, OptionSpec, Options, Pass, PassContext, PassInfo, PassResult, Scope,
    StatSpec,
};
use tf_ir::walk::postorder;

/// The pass.
struct ApplyGroups {
    /// Members run one after the other, whatever the schedule says.
    dissolve: bool,
    /// What has to hold of a group.
    legality: Legality,
}

/// Its description.
pub static INFO: PassInfo = PassInfo {
    name: "apply-groups",
    title: "ApplyGroups",
    summary: "Turn groups of computes into the loops that they share",
    docs: "The steps split, order, parallel, unroll, place and join of the schedule of a 'tensor.group' become loops, in which each member computes what a trip needs of it. \
           What the members read of each other are then tiles, which are kept from trip to trip where 'place' says so; results are written tile by tile, and folds over a shared loop are added up, also if they need each other and 'join' says so. A group without a \
           schedule, and one that cannot run so, becomes its members one after the other, with a remark that says why.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[
        OptionSpec {
            name: "dissolve",
            kind: OptionKind::Bool,
            default: "false",
            help: "leave out the shared loops of all groups",
        },
        OptionSpec {
            name: "waive",
            kind: OptionKind::Text,
            default: "",
            help: "a condition of groups that is not asked, whatever comes of it: to test that it is needed",
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
            "a trip computes its whole tile and the points around it that its members read of each other, as the schedule has it, \
             and writes results from tiles",
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
                left.into_iter().for_each(|(loc, why)| cx.remark(loc, why));
            }
            match applied {
                Some(Ok(())) => cx.count("num-applied", 1),
                Some(Err(why)) => {
                    left_out(body.view(group, Group), &why).say(cx);
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

/// Says how a group runs that the program has formed, and at what price, if somebody wants to know.
fn explain(body: &Body, group: Op, plan: &Plan, cx: &mut PassContext<'_>) {
    let view = body.view(group, Group);
    let Some(schedule) = view.scheduled().filter(|schedule| schedule.is_asked_for()) else { return };
    cx.explain(body.loc(group), || {
        let price = beside::price(body, group, plan);
        let price = price.map_or_else(String::new, |price| {
            format!("; together {price:.3e} additions' worth of memory and loops")
        });
        format!(
            "fusion: {} of {} computes runs as it says: {schedule}{price}",
            view.called(),
            view.members().len()
        )
    });
}

/// Replaces a group by its loops.
///
/// # Errors
/// Why it stays, in words that follow "the group".
fn apply(body: &mut Body, group: Op, plan: &Plan, legality: Legality) -> Result<(), String> {
    places::apply_outside(body, group, plan)?;
    let (members, tiling, extents) = plan::members(body, group, plan, legality)?;
    build::GroupLoops::new(&members, &tiling, &extents).replace(body, group);
    Ok(())
}
