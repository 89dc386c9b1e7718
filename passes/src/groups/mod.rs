//! `apply-groups`: computes that share loops become these loops, with the part of each that a trip needs in them.
//!
//! [`binding`] is which loops a compute shares, [`members`] decides whether it can be done, for both passes, by the conditions
//! of [`legality`], [`code`] what the code of one may do, [`reads`] what they read of each other; [`places`] is where each is computed, [`needs`] which of its points, [`build`] makes the loops, with [`sums`] over them, [`windows`] of what is kept and [`carried`] of what a program says of own loops,
//! [`bind`] names the loops of computes that a program did not name, [`form`] chooses what shares loops, [`chains`] of stencils where they are computed; [`beside`] is what else they might do, for those who measure. [`joined`] is which members share trips
//! though they need each other, [`join_trips`] what these carry, [`choose_joins`] where that pays: of loops that [`join_loop`] finds, by the price of the nest ([`price`] of its [`tree`]), once [`expose`] has made
//! members of the folds that need each other and [`selections`] says which rows have terms.

mod around;
pub(crate) mod beside;
mod bind;
mod binding;
mod build;
mod carried;
mod chains;
mod choose_joins;
mod chunks;
mod closure;
mod code;
mod edges;
mod expose;
mod form;
mod join_loop;
mod join_trips;
mod joined;
mod legality;
mod members;
mod needs;
mod places;
mod price;
mod reads;
mod selections;
mod sums;
mod tree;
mod windows;

pub use bind::INFO as BIND_MEMBERS;
pub use choose_joins::INFO as CHOOSE_JOINS;
pub use form::INFO as FORM_GROUPS;
pub(crate) use needs::MOST_AROUND;
pub(crate) use places::move_out;

use crate::apply_fusion::fuse;
use crate::apply_tiles::{Split, Tiling};
use crate::tuned::take_of_group;
use legality::{Condition, Legality};
use members::Members;
use tf_dialects::func::Func;
use tf_dialects::tensor::schedule::{Loop, Plan, Tiles};
use tf_dialects::tensor::{Group, GroupOp};
use tf_ir::body::{Body, Op};
use tf_ir::extent::Extent;
use tf_ir::location::Location;
use tf_ir::pass::{
    Anchor, Changed, OptionKind, OptionSpec, Options, Pass, PassContext, PassInfo, PassResult, Scope,
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

/// Why a group does not run as its schedule wants it.
pub(crate) struct LeftOut {
    loc: Location,
    message: String,
    /// A program gave it a name: it has to know.
    is_named: bool,
}

/// Why a group does not run as its schedule wants it, in words that follow "the group".
pub(crate) fn left_out(group: GroupOp<'_>, why: &str) -> LeftOut {
    let is_named = group.label().is_some();
    let whose = match is_named {
        true => format!("the loops of {} are", group.called()),
        false => "the group's loops are".to_string(),
    };
    LeftOut { loc: group.op().loc(), message: format!("{whose} left out: it {why}"), is_named }
}

impl LeftOut {
    /// Says it.
    pub fn say(self, cx: &mut PassContext<'_>) {
        match self.is_named {
            true => cx.warning(self.loc, self.message),
            false => cx.remark(self.loc, self.message),
        }
    }
}

/// Puts the members of all groups that are left in their places; how many there were.
pub(crate) fn dissolve_all(body: &mut Body) -> u64 {
    let groups: Vec<Op> = postorder(body).into_iter().filter(|op| body.is(*op, Group)).collect();
    groups.iter().for_each(|group| dissolve(body, *group));
    groups.len() as u64
}

/// Puts the members of a group in its place.
pub(crate) fn dissolve(body: &mut Body, group: Op) {
    let view = body.view(group, Group);
    let (block, yielded) = (view.block().expect("a verified group has a block"), view.yielded());
    let ops: Vec<Op> = body.ops(block).filter(|op| body.next(*op).is_some()).collect();
    for op in ops {
        body.move_before(op, group);
    }
    body.replace(group, &yielded);
}

/// Whether a group can become the loops that its schedule says.
///
/// # Errors
/// Why not, in words that follow "the group".
pub(crate) fn check(body: &Body, group: Op) -> Result<(), String> {
    let plan = body.view(group, Group).plan()?.ok_or("has no schedule")?;
    check_plan(body, group, &plan)
}

/// Whether a group can become the loops that a plan says.
///
/// # Errors
/// Why not, in words that follow "the group".
pub(crate) fn check_plan(body: &Body, group: Op, plan: &Plan) -> Result<(), String> {
    members(body, group, plan, Legality::default()).map(drop)
}

/// Replaces a group by its loops.
///
/// # Errors
/// Why it stays, in words that follow "the group".
fn apply(body: &mut Body, group: Op, plan: &Plan, legality: Legality) -> Result<(), String> {
    places::apply_outside(body, group, plan)?;
    let (members, tiling, extents) = members(body, group, plan, legality)?;
    build::GroupLoops::new(&members, &tiling, &extents).replace(body, group);
    Ok(())
}

/// The members of a group in its loops, and the lengths of these.
fn members(
    body: &Body,
    group: Op,
    plan: &Plan,
    legality: Legality,
) -> Result<(Members, Tiling, Vec<Extent>), String> {
    let view = body.view(group, Group);
    let names = view.loop_names().axes;
    let extents = view.extents().into_iter().zip(&names);
    let extents =
        extents.map(|(extent, name)| extent.ok_or_else(|| format!("has no compute with an axis {name}")));
    let extents: Vec<Extent> = extents.collect::<Result<_, String>>()?;
    let tiles = plan.tiles.as_ref().ok_or("splits no loop")?;
    let tiling = tiling(view, tiles, plan.grain);
    let places = places::of(view, tiles)?;
    let members = Members::of(body, group, (&tiling, &extents, &places), legality)?;
    members.check_tails(body, &tiling, &extents)?;
    Ok((members, tiling, extents))
}

/// The shared loops as loops over tiles.
fn tiling(view: GroupOp<'_>, tiles: &Tiles, grain: Option<i64>) -> Tiling {
    tiling_of(view.loop_names().axes, tiles, grain)
}

/// The steps about tiles of a schedule for loops of these names.
fn tiling_of(names: Vec<String>, tiles: &Tiles, grain: Option<i64>) -> Tiling {
    let dim = |of: Loop| match of {
        Loop::Axis(axis) | Loop::Fold(axis) => axis,
    };
    let order: Vec<(usize, usize)> = tiles.order.iter().map(|part| (dim(part.of), part.number)).collect();
    let mut splits = vec![Split::default(); names.len()];
    for (of, sizes) in &tiles.splits {
        splits[dim(*of)].sizes = sizes.clone();
    }
    for (place, (dim, _)) in order.iter().enumerate() {
        splits[*dim].places.push(place);
    }
    let tails = tiles.tails.iter().map(|(of, tail)| (dim(*of), *tail)).collect();
    let unroll = tiles.unroll.iter().map(|(part, factor)| ((dim(part.of), part.number), *factor)).collect();
    Tiling { order, parallel: tiles.parallel.clone(), grain, splits, names, tails, unroll }
}
