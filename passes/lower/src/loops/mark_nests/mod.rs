//! `mark-nests`: marks the beginning and the end of loop nests, with their operations and bytes, for
//! profilers.

mod work;

use tf_dialects::func::Func;
use tf_dialects::func::local::Local;
use tf_dialects::loops::{For, If, Parallel, While};
use tf_dialects::mem::{Copy, Mark};
use tf_dialects::tensor::Group;
use tf_ir::body::{Block, Body, Op};
use tf_ir::builder::Builder;
use tf_ir::control::as_loop;
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, Scope, StatSpec,
};
use tf_ir::text::type_to_string;
use tf_ir::walk::walk;

/// The pass `mark-nests`.
pub static INFO: PassInfo = PassInfo {
    name: "mark-nests",
    title: "MarkNests",
    summary: "Mark where loop nests begin and end, and how much work they do",
    docs: "Puts `mem.mark` before and after each loop nest and each copy of memory, for profiles. Loops and \
        conditions that contain parallel loops run on the host: their contents are marked. A nest's \
        operations are those on floats, as if every condition in it held; its bytes are those of the \
        elements that it reads and writes, each counted once.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-marked", help: "marked loop nests and copies" }],
    rules: &[],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(MarkNests)),
};

struct MarkNests;

impl Pass for MarkNests {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let Some(block) = body.entry_block().filter(|_| Local::of(body).is_none()) else {
            return Ok(Changed::No);
        };
        let mut nests = Vec::new();
        collect(body, block, &mut nests);
        for nest in &nests {
            mark(body, *nest);
        }
        cx.count("num-marked", nests.len() as u64);
        Ok(Changed::from(!nests.is_empty()))
    }
}

/// Collects the nests of a block that the host runs.
fn collect(body: &Body, block: Block, nests: &mut Vec<Op>) {
    for op in body.ops(block) {
        let is_control = [For::KIND, While::KIND, If::KIND].contains(&body.kind(op));
        if is_control && holds_parallel(body, op) {
            let blocks = body.regions(op).flat_map(|region| body.blocks(region));
            blocks.for_each(|block| collect(body, block, nests));
        } else if body.is(op, Parallel) || body.is(op, Copy) || (is_control && holds_loop(body, op)) {
            nests.push(op);
        }
    }
}

fn holds_parallel(body: &Body, op: Op) -> bool {
    let mut found = false;
    walk(body, op, &mut |body, inner| found |= body.is(inner, Parallel));
    found
}

fn holds_loop(body: &Body, op: Op) -> bool {
    let mut found = false;
    walk(body, op, &mut |body, inner| found |= as_loop(body, inner).is_some());
    found
}

fn mark(body: &mut Body, nest: Op) {
    let (text, loc) = (describe(body, nest), body.loc(nest));
    let mut b = Builder::before(body, nest);
    b.loc = loc;
    let work = work::of(&mut b, nest).map_or_else(Vec::new, |(operations, bytes)| vec![operations, bytes]);
    let text = b.ctx().string_attr(&text);
    b.op(Mark, &work, &[], &[("text", text)]);
    let mut b = Builder::after(body, nest);
    b.loc = loc;
    let end = b.ctx().string_attr("");
    b.op(Mark, &[], &[], &[("text", end)]);
}

/// A description of a nest, with the name of its group: `parallel loop over 64 of the group 'blur'`.
fn describe(body: &Body, nest: Op) -> String {
    let what = describe_loop(body, nest);
    match Group::of_loc(body.ctx(), body.loc(nest)) {
        Some(group) => format!("{what} of {group}"),
        None => what,
    }
}

/// A description of a loop with the iterations of the outermost loop of its nest, for example
/// `parallel loop over 64 x 1024`.
fn describe_loop(body: &Body, nest: Op) -> String {
    if body.is(nest, Copy) {
        return format!("copy of {}", type_to_string(body.ctx(), body.ty(body.operand(nest, 0))));
    }
    let kind = if body.is(nest, Parallel) { "parallel loop" } else { "loop" };
    let trips = as_loop(body, nest).map(|found| found.inductions(body.op(nest)));
    let trips: Option<Vec<String>> =
        trips.and_then(|all| all.iter().map(|one| one.trip_count().map(|n| n.to_string())).collect());
    match trips.filter(|trips| !trips.is_empty()) {
        Some(trips) => format!("{kind} over {}", trips.join(" x ")),
        None => kind.to_string(),
    }
}
