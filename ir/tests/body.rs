//! Structure of bodies: use lists, order, cloning, nesting, stale ids, compaction.

use tf_ir::body::{Block, Body, IrMap, Op, Use, Value};
use tf_ir::builder::Builder;
use tf_ir::builtin;
use tf_ir::context::Context;
use tf_ir::location::Location;
use tf_ir::walk;

fn start() -> (Body, Block) {
    let ctx = Context::new(crate::common::registry());
    let body = builtin::module(&ctx, Location::UNKNOWN);
    let block = body.entry_block().expect("modules have a block");
    (body, block)
}

fn constant(body: &mut Body, block: Block) -> Value {
    let ty = body.ctx().i32();
    Builder::at_end(body, block, Location::UNKNOWN).value("t.use", &[], ty, &[])
}

fn use_op(body: &mut Body, block: Block, values: &[Value]) -> Op {
    Builder::at_end(body, block, Location::UNKNOWN).op("t.use", values, &[], &[])
}

#[test]
fn uses_follow_edits() {
    let (mut body, block) = start();
    let a = constant(&mut body, block);
    let b = constant(&mut body, block);
    let user = use_op(&mut body, block, &[a, b, a]);
    assert_eq!(body.uses(a).count(), 2);
    assert!(body.has_one_use(b));
    body.set_operand(user, 0, b);
    assert_eq!(
        body.uses(b).collect::<Vec<_>>(),
        [Use { op: user, operand: 0 }, Use { op: user, operand: 1 }]
    );
    body.replace_uses(b, a);
    assert!(body.is_unused(b));
    assert_eq!(body.operands(user).collect::<Vec<_>>(), [a, a, a]);
    body.set_operands(user, &[b; 9]);
    assert!(body.is_unused(a));
    assert_eq!(body.uses(b).count(), 9);
    body.erase(user);
    assert!(body.is_unused(b));
    assert!(!body.is_live(user));
}

#[test]
#[should_panic(expected = "is erased while")]
fn erasing_a_used_op_is_refused() {
    let (mut body, block) = start();
    let a = constant(&mut body, block);
    use_op(&mut body, block, &[a]);
    let def = body.def_op(a).expect("a is a result");
    body.erase(def);
}

#[test]
fn order_labels_agree_with_the_list_under_adversarial_insertion() {
    let (mut body, block) = start();
    let last = use_op(&mut body, block, &[]);
    let first = use_op(&mut body, block, &[]);
    body.detach(first);
    body.prepend(block, first);
    let mut middle = last;
    for i in 0..3000 {
        let name = body.ctx().op_name("t.use");
        let op = body.create(name, Location::UNKNOWN, &[], &[], 0, &[]);
        match i % 3 {
            0 => body.insert_before(op, last),
            1 => body.insert_after(op, first),
            _ => {
                body.insert_before(op, middle);
                middle = op;
            }
        }
    }
    let ops: Vec<Op> = body.ops(block).collect();
    assert_eq!(ops.len(), 3002);
    assert!(ops.windows(2).all(|w| body.is_before(w[0], w[1])));
}

#[test]
fn cloning_maps_values_inside_and_keeps_those_outside() {
    let (mut body, block) = start();
    let outside = constant(&mut body, block);
    let outer =
        Builder::at_end(&mut body, block, Location::UNKNOWN).op_with_regions("t.region", &[], &[], &[], 1);
    let region = body.region(outer, 0);
    let i32 = body.ctx().i32();
    let inner = body.add_block(region, &[i32]);
    let arg = body.arg(inner, 0);
    let mut b = Builder::at_end(&mut body, inner, Location::UNKNOWN);
    let sum = b.value("t.add", &[arg, outside], i32, &[]);
    b.op("t.use", &[sum], &[], &[]);
    let copy = body.clone_op(outer, &mut IrMap::default());
    body.append(block, copy);
    let copied = body.entry(body.region(copy, 0)).expect("the block was copied");
    let ops: Vec<Op> = body.ops(copied).collect();
    assert_eq!(body.operands(ops[0]).collect::<Vec<_>>(), [body.arg(copied, 0), outside]);
    assert_eq!(body.operand(ops[1], 0), body.result(ops[0], 0));
    assert_eq!(body.uses(outside).count(), 2);
    body.erase(copy);
    assert_eq!(body.uses(outside).count(), 1);
}

#[test]
fn isolated_ops_own_bodies_and_share_attributes_with_their_root() {
    let (mut body, block) = start();
    let ctx = body.ctx().clone();
    let mut inner = builtin::module(&ctx, Location::UNKNOWN);
    let root = inner.root();
    let name = ctx.string_attr("inner");
    inner.set_attr(root, "sym_name", name);
    let op = body.adopt(inner);
    body.append(block, op);
    assert_eq!(builtin::symbol_name(&body, op), Some("inner"));
    let extra = ctx.unit_attr();
    body.set_attr(op, "extra", extra);
    assert_eq!(body.child(op).and_then(|c| c.attr(c.root(), "extra")), Some(extra));
    assert_eq!(body.child_ops(), [op]);
    assert_eq!(walk::count_ops(&body), 2);
    let released = body.release(op).expect("the op owns a body");
    assert_eq!(released.attr(released.root(), "extra"), Some(extra));
    assert!(body.first(block).is_none());
}

#[test]
fn attributes_can_be_set_replaced_and_removed() {
    let (mut body, block) = start();
    let op = use_op(&mut body, block, &[]);
    let ctx = body.ctx().clone();
    for i in 0..20 {
        body.set_attr(op, &format!("a{i}"), ctx.i64_attr(i));
    }
    body.set_attr(op, "a3", ctx.unit_attr());
    assert_eq!(body.remove_attr(op, "a0"), Some(ctx.i64_attr(0)));
    assert_eq!(body.attr(op, "a0"), None);
    assert_eq!(body.attr(op, "a3"), Some(ctx.unit_attr()));
    assert_eq!(body.discardable(op).count(), 19);
}

#[test]
fn compaction_keeps_the_program_and_drops_the_dead() {
    let (mut body, block) = start();
    for _ in 0..500 {
        let a = constant(&mut body, block);
        let user = use_op(&mut body, block, &[a]);
        body.erase(user);
        let def = body.def_op(a).expect("a is a result");
        body.erase(def);
    }
    let a = constant(&mut body, block);
    use_op(&mut body, block, &[a]);
    let ctx = body.ctx().clone();
    let child = builtin::module(&ctx, Location::UNKNOWN);
    let op = body.adopt(child);
    body.append(block, op);
    let before = body.used_bytes();
    body.compact();
    assert!(body.used_bytes() * 20 < before);
    assert_eq!(walk::count_ops(&body), 4);
    let names: Vec<String> = walk::preorder(&body).iter().map(|op| body.info(*op).name.to_string()).collect();
    assert_eq!(names, ["t.use", "t.use", "builtin.module"]);
}

/// A block may stand before the one that dominates it, so a value may be copied after its use.
#[test]
fn copies_keep_blocks_that_are_out_of_order() {
    let (mut body, block) = start();
    let i32 = body.ctx().i32();
    let mut b = Builder::at_end(&mut body, block, Location::UNKNOWN);
    let owner = b.op_with_regions("t.use", &[], &[], &[], 1);
    let region = body.region(owner, 0);
    let [entry, user, def] = [0, 1, 2].map(|_| body.add_block(region, &[]));
    let x = constant(&mut body, def);
    use_op(&mut body, user, &[x, x]);
    let nested =
        Builder::at_end(&mut body, user, Location::UNKNOWN).op_with_regions("t.use", &[], &[i32], &[], 1);
    let inner = body.add_block(body.region(nested, 0), &[]);
    use_op(&mut body, inner, &[x]);
    use_op(&mut body, entry, &[]);
    let copy = body.duplicate();
    let ops = walk::preorder(&copy);
    let defined: Vec<Value> = ops.iter().flat_map(|op| copy.results(*op)).collect();
    let used: Vec<Value> = ops.iter().flat_map(|op| copy.operands(*op)).collect();
    assert_eq!(used.len(), 3);
    assert!(used.iter().all(|value| defined.contains(value) && copy.uses(*value).count() == 3));
    assert_eq!(walk::count_ops(&copy), walk::count_ops(&body), "nothing stands in for values any more");
}

#[test]
fn arguments_can_be_added_and_erased() {
    let (mut body, block) = start();
    let i32 = body.ctx().i32();
    let args: Vec<Value> = (0..9).map(|_| body.add_arg(block, i32)).collect();
    body.erase_arg(block, 2);
    assert_eq!(body.arg_count(block), 8);
    assert_eq!(body.arg(block, 2), args[3]);
    assert_eq!(body.def(args[8]), tf_ir::body::Def::Argument(block, 7));
}

#[test]
fn an_ordinary_op_takes_92_bytes() {
    let (mut body, block) = start();
    let a = constant(&mut body, block);
    let start = body.used_bytes();
    for _ in 0..1000 {
        let ty = body.ctx().i32();
        Builder::at_end(&mut body, block, Location::UNKNOWN).value("t.add", &[a, a], ty, &[]);
    }
    assert_eq!((body.used_bytes() - start) / 1000, 48 + 12 + 2 * 16);
}
