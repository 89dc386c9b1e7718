//! Completeness of a format: it covers everything the op needs, and has types before regions that depend on
//! them.

use super::program::{Arguments, Item, Kind, each};
use crate::registry::{Count, OpInfo};

/// The parts of an op that a format mentions.
#[derive(Default)]
struct Seen {
    operands: Vec<usize>,
    all_operands: bool,
    regions: Vec<usize>,
    successors: usize,
    dict: bool,
}

impl Seen {
    fn of(items: &[Item]) -> Seen {
        let mut seen = Seen::default();
        each(items, &mut |kind| match kind {
            Kind::Operands => seen.all_operands = true,
            Kind::Successor(_) => seen.successors += 1,
            Kind::AttrDict { .. } => seen.dict = true,
            _ => {
                seen.operands.extend(kind.operand());
                seen.regions.extend(kind.region());
            }
        });
        seen
    }
}

/// Checks that every required operand, region and successor is in the format, regions in order, and that it
/// has a dictionary for the attributes.
pub(super) fn check(items: &[Item], info: &OpInfo) -> Result<(), String> {
    let seen = Seen::of(items);
    let operands = info.operands.as_deref().unwrap_or(&[]);
    let missing = operands.iter().enumerate().find(|(i, _)| !seen.all_operands && !seen.operands.contains(i));
    if let Some((_, spec)) = missing {
        return Err(format!("operand '{}' is missing", spec.name));
    }
    if !seen.dict {
        return Err("'attr-dict' is missing".into());
    }
    if seen.regions.len() < info.regions.least() {
        return Err("a region is missing".into());
    }
    if !seen.regions.iter().copied().eq(0..seen.regions.len()) {
        return Err("the regions must appear in order, once each".into());
    }
    if seen.successors < info.successors.least() {
        return Err("a successor is missing".into());
    }
    Ok(())
}

/// True if the op has exactly the regions that the format names.
pub(super) fn has_all_regions(items: &[Item], info: &OpInfo) -> bool {
    let seen = Seen::of(items);
    info.regions == Count::Exactly(seen.regions.len())
}

/// The item before which operands are looked up: the first with a region, if no names or types of operands
/// follow it, else the end. Region arguments with an operand's type need the former.
pub(super) fn resolve_at(items: &[Item]) -> Result<usize, String> {
    let has = |item: &Item, what: &dyn Fn(&Kind) -> bool| {
        let mut found = false;
        each(std::slice::from_ref(item), &mut |kind| found |= what(kind));
        found
    };
    let is_region = |kind: &Kind| kind.region().is_some();
    // Types of operands may follow from those of results.
    let is_operand = |kind: &Kind| {
        kind.operand().is_some() || matches!(kind, Kind::Operands | Kind::Types(_) | Kind::FunctionalType(..))
    };
    let first = items.iter().position(|item| has(item, &is_region)).unwrap_or(items.len());
    if !items[first.min(items.len())..].iter().any(|item| has(item, &is_operand)) {
        return Ok(first);
    }
    let depends =
        |kind: &Kind| matches!(kind, Kind::Arguments(_, Arguments::Assigned(_) | Arguments::Index(_)));
    if items.iter().any(|item| has(item, &depends)) {
        return Err("types must precede a region whose arguments depend on them".into());
    }
    Ok(items.len())
}
