//! Neighbours of a group's schedule, for the tuner: tiles and chunks half and twice as long, other tails,
//! other members in windows, one thread. Each has the price that its choice would have.

use super::price::of_plan;
use crate::apply::groups::legal::legality::Legality;
use crate::apply::groups::legal::plan::members;
use tf_dialects::target::Target;
use tf_dialects::tensor::schedule::{Keep, Manner, Part, Placed, Placement, Plan, Tail, Tiles};
use tf_dialects::tensor::{Compute, Group};
use tf_ir::body::{Body, Op};
use tf_passes_common::cost::figures::CHUNK_OF_TILES;

/// The names of a group's members; unnamed members are named by position.
pub(crate) fn member_names(body: &Body, group: Op) -> Vec<String> {
    super::chains::names(body, &body.view(group, Group).members())
}

/// The position-based names, for schedules that do not name members.
pub(crate) fn default_names(body: &Body, group: Op) -> Vec<String> {
    (0..body.view(group, Group).members().len()).map(super::chains::number).collect()
}

/// The plan with its members renamed.
pub(crate) fn renamed(plan: &Plan, from: &[String], to: &[String]) -> Plan {
    let mut plan = plan.clone();
    for placement in plan.tiles.iter_mut().flat_map(|tiles| &mut tiles.placements) {
        if let Some(at) = from.iter().position(|name| *name == placement.member) {
            placement.member.clone_from(&to[at]);
        }
    }
    plan
}

/// The cost of a group under a plan, over all threads; `None` if the plan is illegal or the cost model does
/// not cover it.
pub(crate) fn price(body: &Body, group: Op, plan: &Plan) -> Option<f64> {
    of_plan(body, group, plan, &Target::of(body))
}

/// The legal plans that differ from a group's plan in one property.
pub(crate) fn neighbours(body: &Body, group: Op, plan: &Plan) -> Vec<Plan> {
    let Some(tiles) = &plan.tiles else { return Vec::new() };
    let mut found: Vec<Plan> = Vec::new();
    let alone = Tiles { parallel: 0..0, ..tiles.clone() };
    let changed = lengths(tiles).into_iter().chain([alone]).chain(tails(tiles));
    let changed = changed.chain(windows(tiles, &member_names(body, group)));
    for tiles in changed {
        let grain = plan.grain.filter(|_| !tiles.parallel.is_empty());
        let other = Plan { tiles: Some(tiles), grain, ..plan.clone() };
        let may = members(body, group, &other, Legality::default()).is_ok();
        if may && other != *plan && !found.contains(&other) {
            found.push(other);
        }
    }
    found
}

/// Tiles and chunks half and twice as long.
fn lengths(tiles: &Tiles) -> Vec<Tiles> {
    let mut found = Vec::new();
    for (at, (_, sizes)) in tiles.splits.iter().enumerate() {
        for (number, size) in sizes.iter().enumerate() {
            for other in [size / 2, size.saturating_mul(2)].into_iter().filter(|other| *other > 0) {
                let mut changed = tiles.clone();
                let own = &mut changed.splits[at].1;
                own[number] = other;
                if own.windows(2).all(|pair| pair[0] % pair[1] == 0) {
                    found.push(changed);
                }
            }
        }
    }
    found
}

/// Other tails of the innermost loop: padded, peeled, or with a last tile that overlaps the one before it.
fn tails(tiles: &Tiles) -> Vec<Tiles> {
    let Some(last) = tiles.order.last() else { return Vec::new() };
    let with = |tail: Tail| {
        let mut changed = tiles.clone();
        changed.tails.retain(|(of, _)| *of != last.of);
        changed.tails.extend((tail != Tail::Pad).then_some((last.of, tail)));
        changed
    };
    [Tail::Pad, Tail::Peel, Tail::Overlap].map(with).into()
}

/// One window more or one less, all members in windows, or none.
fn windows(tiles: &Tiles, names: &[String]) -> Vec<Tiles> {
    let Some((part, around)) = tiles.order.split_last() else { return Vec::new() };
    let keep = around.last().map_or(Keep::Root, |around| Keep::Loop(*around));
    let placed = |name: &String, (part, keep): (Part, Keep)| Placement {
        member: name.clone(),
        placed: Placed::At { part, keep: Some(keep) },
        manner: Manner::default(),
    };
    let mut found = Vec::new();
    for name in names {
        let mut changed = tiles.clone();
        changed.placements.retain(|placement| placement.member != *name);
        if changed.placements.len() == tiles.placements.len() {
            changed.placements.push(placed(name, (*part, keep)));
        }
        found.push(changed);
    }
    // Without chunks around the tiles, one thread would run them all.
    let (chunked, part, keep) = in_chunks(tiles, *part).unwrap_or_else(|| (tiles.clone(), *part, keep));
    let all = names.iter().map(|name| placed(name, (part, keep))).collect();
    found.push(Tiles { placements: all, ..chunked });
    found.push(Tiles { placements: Vec::new(), ..tiles.clone() });
    found
}

/// The tiling with chunks around the tiles of the last loop, for threads; `None` if it has chunks already.
fn in_chunks(tiles: &Tiles, last: Part) -> Option<(Tiles, Part, Keep)> {
    let mut changed = tiles.clone();
    let (_, sizes) =
        changed.splits.iter_mut().find(|(of, _)| *of == last.of).filter(|(_, sizes)| sizes.len() == 1)?;
    sizes.insert(0, sizes[0].checked_mul(CHUNK_OF_TILES)?);
    let inner = Part { of: last.of, number: 1 };
    changed.order.push(inner);
    Some((changed, inner, Keep::Loop(last)))
}

/// For each member, the shared loop that each of its axes is bound to, as text.
pub(crate) fn bindings(body: &Body, group: Op) -> String {
    let shared = body.view(group, Group).loop_names().axes;
    let of = |op: Op| {
        let names = body.view(op, Compute).loop_names().axes;
        let places: Vec<String> = names
            .iter()
            .map(|name| {
                shared.iter().position(|own| own == name).map_or("-".to_string(), |at| at.to_string())
            })
            .collect();
        places.join(",")
    };
    let all: Vec<String> = body.view(group, Group).members().into_iter().map(of).collect();
    all.join(";")
}
