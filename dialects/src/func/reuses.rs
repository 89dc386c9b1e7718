//! Donation: results in the memory of arguments, by the attribute `tf.takes_over`.
//!
//! At the memory stage, results are trailing arguments. `%r: memref<4xf32> {tf.takes_over = [0]}` is a result
//! that may use the memory of argument 0, if the caller no longer needs that argument.

use tf_ir::attr::AttrData;
use tf_ir::body::Body;

/// The attribute of a result with the indices of the arguments whose memory it may reuse, the best first.
pub const REUSES: &str = "tf.takes_over";

/// The arguments whose memory a result may reuse; `at` is the result's argument index.
pub fn reused_arguments(function: &Body, at: usize) -> Vec<usize> {
    let ctx = function.ctx();
    let dicts = function.attr(function.root(), "arg_attrs").and_then(|attr| ctx.attr_array(attr));
    let Some(AttrData::Dict(items)) = dicts.and_then(|dicts| dicts.get(at)).map(|dict| ctx.attr_data(*dict))
    else {
        return Vec::new();
    };
    let list = items.iter().find(|(name, _)| ctx.text(*name) == REUSES);
    let numbers = list.and_then(|(_, list)| ctx.attr_array(*list)).unwrap_or_default();
    numbers.iter().filter_map(|number| usize::try_from(ctx.attr_int(*number)?).ok()).collect()
}

/// Sets the arguments whose memory a result may reuse, and removes the attribute if there are none; `at` is
/// the result's argument index.
pub fn mark(function: &mut Body, at: usize, arguments: &[usize]) {
    let ctx = function.ctx().clone();
    let root = function.root();
    let dicts = function.attr(root, "arg_attrs").and_then(|attr| ctx.attr_array(attr)).map(<[_]>::to_vec);
    if arguments.is_empty() && dicts.is_none() {
        return;
    }
    let count = function.entry_block().map_or(0, |entry| function.args(entry).count());
    let mut dicts = dicts.unwrap_or_default();
    dicts.resize(count.max(dicts.len()).max(at + 1), ctx.dict_attr(&[]));
    let name = ctx.str(REUSES);
    let AttrData::Dict(items) = ctx.attr_data(dicts[at]) else { return };
    let mut items: Vec<_> = items.iter().copied().filter(|(key, _)| *key != name).collect();
    if !arguments.is_empty() {
        let numbers: Vec<_> = arguments.iter().map(|number| ctx.i64_attr(*number as i64)).collect();
        items.push((name, ctx.array_attr(&numbers)));
    }
    dicts[at] = ctx.dict_attr(&items);
    let is_empty = |dict: &_| matches!(ctx.attr_data(*dict), AttrData::Dict(items) if items.is_empty());
    match dicts.iter().all(is_empty) {
        true => drop(function.remove_attr(root, "arg_attrs")),
        false => function.set_attr(root, "arg_attrs", ctx.array_attr(&dicts)),
    }
}
