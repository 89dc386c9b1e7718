//! Names of the loops of comprehensions on ops: lookup of folds and their names, and names for all loops.

use super::compute::{Compute, Fold};
use super::schedule::{LoopNames, is_name};
use tf_ir::body::{Body, Op, Region};
use tf_ir::walk::walk;

/// Gives all loops of a compute unique names. Existing names stay, except that only the first of several
/// folds keeps a common name.
pub fn give_loop_names(body: &mut Body, compute: Op) -> LoopNames {
    let (mut names, rank) = {
        let view = body.view(compute, Compute);
        (LoopNames { folds: Vec::new(), ..view.loop_names() }, view.extents().len())
    };
    for _ in names.axes.len()..rank {
        names.axes.push(names.fresh(b'i'));
    }
    for fold in folds_in(body, compute) {
        let known = loop_name(body, fold).map(str::to_string);
        let name = match known.filter(|name| !names.has(name)) {
            Some(name) => name,
            None => {
                let name = names.fresh(b'k');
                set_loop_name(body, fold, &name);
                name
            }
        };
        names.folds.push(name);
    }
    write_loop_names(body, compute, &names);
    names
}

/// The names in a text: those of indices, if they are valid names, and those of the folds in the regions.
pub(super) fn parsed_loop_names(words: &[String], (body, regions): (&Body, &[Region])) -> LoopNames {
    let mut names = LoopNames::default();
    for word in words {
        let name = if is_name(word) { names.like(word) } else { names.fresh(b'i') };
        names.axes.push(name);
    }
    let ops = regions.iter().flat_map(|r| body.blocks(*r)).flat_map(|b| body.ops(b));
    for top in ops.collect::<Vec<Op>>() {
        for fold in folds_in(body, top) {
            if let Some(name) = loop_name(body, fold).filter(|name| !names.has(name)) {
                names.folds.push(name.to_string());
            }
        }
    }
    names
}

/// Writes the names on a compute.
pub fn write_loop_names(body: &mut Body, compute: Op, names: &LoopNames) {
    let ctx = body.ctx().clone();
    for (attr, all) in [("axes", &names.axes), ("folds", &names.folds)] {
        if all.is_empty() {
            body.remove_attr(compute, attr);
        } else {
            body.set_attr(compute, attr, LoopNames::attr(&ctx, all));
        }
    }
}

/// The name of a fold's loop.
pub fn loop_name(body: &Body, fold: Op) -> Option<&str> {
    body.cast(fold, Fold)?.axis().and_then(|attr| body.ctx().attr_str(attr))
}

/// Names a fold's loop.
pub fn set_loop_name(body: &mut Body, fold: Op, name: &str) {
    let name = body.ctx().string_attr(name);
    body.set_attr(fold, "axis", name);
}

/// The folds in the region of a compute, in program order.
pub fn folds_in(body: &Body, compute: Op) -> Vec<Op> {
    let mut found = Vec::new();
    walk(body, compute, &mut |body, op| {
        if body.is(op, Fold) {
            found.push(op);
        }
    });
    found
}
