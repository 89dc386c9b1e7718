//! `donate-arguments`: finds results that may use the memory of a donated argument.
//!
//! Arguments and results are distinct memory of the caller. If every read of an argument's element comes
//! before, or in the same iteration as, the write of that element of a result, both may share memory: the
//! state of a simulation or the parameters of a model are then updated in place from call to call. The proof
//! holds for the order of accesses at this point, so no later pass may move them.

mod access;
mod form;
mod order;

use access::Accesses;
use tf_dialects::func::Func;
use tf_dialects::func::reuses::mark;
use tf_dialects::gpu::Gpu;
use tf_dialects::scalar::element_type;
use tf_ir::body::{Body, Value};
use tf_ir::extent::Extent;
use tf_ir::pass::{
    Anchor, Changed, Growth, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::types::{Type, TypeData};
use tf_passes_common::code::marks::SIGNATURE;
use tf_passes_common::cost::figures::DONATION_PAIRS;

struct DonateArguments;

/// The description of the pass.
pub static INFO: PassInfo = PassInfo {
    name: "donate-arguments",
    title: "DonateArguments",
    summary: "Find the results that may be computed in the memory of a donated argument",
    docs: "Each result of a function at the memory stage gets the attribute 'tf.takes_over' with the \
        indices of the arguments whose memory it may reuse: they have the same size, and every element is \
        read before it is written. Two accesses in the same iteration have to be in that order, or \
        disjoint; those in different iterations of a loop around both have to be disjoint, unless the loop \
        runs in order and the read is in the earlier one. Disjointness follows from subscripts, loop \
        bounds and the conditions around. Run it after all passes that move memory accesses.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec {
        name: "num-reused",
        help: "pairs of a result and an argument that may share memory",
    }],
    rules: &[RuleSpec { name: "reuse", help: "lets a result reuse the memory of an argument" }],
    growth: Growth::NONE,
    make: |_| Ok(Box::new(DonateArguments)),
};

impl Pass for DonateArguments {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let found: Vec<(usize, usize)> = pairs(body).into_iter().filter(|_| cx.allows("reuse")).collect();
        cx.count("num-reused", found.len() as u64);
        let before = body.attr(body.root(), "arg_attrs");
        for result in result_range(body) {
            let of_result = found.iter().filter(|(own, _)| *own == result);
            mark(body, result, &of_result.map(|(_, argument)| *argument).collect::<Vec<usize>>());
        }
        Ok(Changed::from(body.attr(body.root(), "arg_attrs") != before))
    }
}

/// The range of a function's arguments that are its results at the memory stage; empty at other stages.
fn result_range(body: &Body) -> std::ops::Range<usize> {
    let ctx = body.ctx();
    let signature = body.attr(body.root(), SIGNATURE).and_then(|attr| ctx.attr_type(attr));
    match signature.map(|ty| ctx.type_data(ty)) {
        Some(TypeData::Function { inputs, results }) if Gpu::of(body).is_none() => {
            inputs.len()..inputs.len() + results.len()
        }
        _ => 0..0,
    }
}

/// Pairs of a result and an argument, by argument index, that may share memory. For each result, the argument
/// at the same position among those of its type is tried first: state is usually returned in the order of the
/// arguments.
fn pairs(body: &Body) -> Vec<(usize, usize)> {
    let results = result_range(body);
    let Some(entry) = body.entry_block().filter(|_| !results.is_empty()) else { return Vec::new() };
    let args: Vec<Value> = body.args(entry).collect();
    let Some((given, own)) = args.get(..results.end).map(|args| args.split_at(results.start)) else {
        return Vec::new();
    };
    let accesses: Vec<Option<Accesses>> = args.iter().map(|arg| Accesses::of(body, *arg)).collect();
    let sizes: Vec<Option<(i64, Extent)>> = args.iter().map(|arg| size(body, body.ty(*arg))).collect();
    let total: usize = accesses.iter().flatten().map(|all| all.reads.len() + all.writes.len()).sum();
    let mut left = DONATION_PAIRS * total.max(1);
    let mut found = Vec::new();
    for (at, result) in own.iter().enumerate() {
        let number = results.start + at;
        let (Some(written), Some((bytes, size))) = (&accesses[number], &sizes[number]) else { continue };
        for argument in in_order_of_trial(body, given, &own[..at], *result) {
            let (Some(read), Some((own_bytes, own_size))) = (&accesses[argument], &sizes[argument]) else {
                continue;
            };
            let cost = 1 + read.reads.len() * written.writes.len();
            if own_size != size || !read.writes.is_empty() || cost > left {
                continue;
            }
            left -= cost;
            let dims = |value: Value| body.ctx().dims(body.ty(value));
            let is_one_form = dims(given[argument]) == dims(*result) && own_bytes == bytes;
            let mut all =
                read.reads.iter().flat_map(|read| written.writes.iter().map(move |write| (read, write)));
            if all.all(|(read, write)| order::reads_before_writes(body, read, write, is_one_form)) {
                found.push((number, argument));
            }
        }
    }
    found
}

/// The order in which arguments are tried for a result: first the one at the same position among those of its
/// type.
fn in_order_of_trial(
    body: &Body,
    given: &[Value],
    before: &[Value],
    result: Value,
) -> impl Iterator<Item = usize> {
    let is_same = |other: &&Value| body.ty(**other) == body.ty(result);
    let rank = before.iter().filter(is_same).count();
    let first = (0..given.len()).filter(|i| is_same(&&given[*i])).nth(rank);
    first.into_iter().chain((0..given.len()).filter(move |i| Some(*i) != first))
}

/// The bytes of an element, and of the whole array.
fn size(body: &Body, memory: Type) -> Option<(i64, Extent)> {
    let ctx = body.ctx();
    let bytes = i64::from(element_type(ctx, memory)?.bits().div_ceil(8));
    let mut dims = ctx.dims(memory)?.iter();
    let all = dims.try_fold(Extent::constant(bytes), |size, dim| size.mul(&dim.to_extent()?).ok())?;
    Some((bytes, all))
}
