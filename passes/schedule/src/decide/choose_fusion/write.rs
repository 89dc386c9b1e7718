//! Writes the decisions as data: a group for each nest, whose schedule lists the inlined members.

use super::model::Model;
use crate::apply::apply_fusion::element::is_plain_read;
use crate::apply::apply_fusion::{out_of_bounds, permuted};
use rustc_hash::{FxHashMap, FxHashSet};
use tf_dialects::arith;
use tf_dialects::tensor::schedule::{Author, LoopNames, Manner, Schedule, Step, steps};
use tf_dialects::tensor::{self, Access, Compute, Group};
use tf_ir::body::{Body, IrMap, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::types::Type;
use tf_ir::walk::walk;
use tf_passes_common::rules::keep::{has_explicit_schedule, rename_axes};

/// Puts each nest of several computes, and each with inlined members, into a group; returns the groups.
pub(super) fn write(body: &mut Body, model: &Model) -> Vec<Op> {
    // Counts nests per member: a member that is inlined in several nests is copied into each.
    let mut nests_of: FxHashMap<usize, usize> = FxHashMap::default();
    let mut groups = Vec::new();
    for nest in model.nests.iter().filter(|nest| nest.live) {
        let members: FxHashSet<usize> =
            nest.roots.iter().flat_map(|root| &model.nodes[*root].members).copied().collect();
        for member in &members {
            *nests_of.entry(*member).or_default() += 1;
        }
        if nest.roots.len() > 1 || !members.is_empty() {
            groups.push((nest, members));
        }
    }
    // Orders are computed first, because each written group changes the source values of other members'
    // reads.
    let orders: Vec<Vec<usize>> =
        groups.iter().map(|(nest, members)| in_order(body, model, &nest.roots, members)).collect();
    let (mut written, mut originals) = (Vec::new(), FxHashMap::default());
    let marks = marks(body, model);
    for ((nest, _), order) in groups.iter().zip(orders) {
        let anchor = marks.get(&nest.anchor).copied().unwrap_or(nest.anchor);
        let group = GroupOf { model, roots: &nest.roots, anchor };
        let moves = |member: usize| !model.nodes[member].stored && nests_of.get(&member) == Some(&1);
        written.push(group.write(body, &order, moves, &mut originals));
    }
    erase_unused(body, model);
    marks.into_values().for_each(|mark| body.erase(mark));
    written
}

/// Marker ops at the positions of nests whose anchor compute is inlined elsewhere. A single compute of such a
/// nest moves there.
fn marks(body: &mut Body, model: &Model) -> FxHashMap<Op, Op> {
    let mut marks = FxHashMap::default();
    for nest in model.nests.iter().filter(|nest| nest.live && !nest.roots.is_empty()) {
        let mut roots = nest.roots.iter().map(|root| &model.nodes[*root]);
        if roots.any(|root| root.op == nest.anchor) {
            continue;
        }
        let mut b = Builder::before(body, nest.anchor);
        let mark = arith::const_index(&mut b, 0);
        let mark = body.def_op(mark).expect("a constant is the result of an op");
        marks.insert(nest.anchor, mark);
        if let [root] = nest.roots[..]
            && model.nodes[root].members.is_empty()
        {
            body.move_before(model.nodes[root].op, mark);
        }
    }
    marks
}

/// Erases computes that are not stored, once all their readers are in groups.
fn erase_unused(body: &mut Body, model: &Model) {
    for node in model.nodes.iter().rev().filter(|node| !node.stored) {
        if body.is_live(node.op) && body.results_unused(node.op) {
            body.erase(node.op);
        }
    }
}

/// The roots of a nest in order with its members, each after its producers.
fn in_order(body: &Body, model: &Model, roots: &[usize], members: &FxHashSet<usize>) -> Vec<usize> {
    let (mut order, mut seen) = (Vec::new(), FxHashSet::default());
    for root in roots {
        // A stack for postorder traversal: a node on its second visit has all its producers before it.
        let mut stack = vec![(*root, false)];
        while let Some((node, is_done)) = stack.pop() {
            if is_done {
                order.push(node);
                continue;
            }
            if !seen.insert(node) {
                continue;
            }
            stack.push((node, true));
            let mut reads = Vec::new();
            walk(body, model.nodes[node].op, &mut |body, op| {
                reads.extend(Access::of_read(body.op(op)).and_then(|read| model.maker(body, read.source)));
            });
            stack.extend(
                reads.into_iter().rev().filter(|read| members.contains(read)).map(|read| (read, false)),
            );
        }
    }
    order
}

/// A nest that becomes a group.
struct GroupOf<'a> {
    model: &'a Model,
    roots: &'a [usize],
    anchor: Op,
}

impl GroupOf<'_> {
    /// `originals` maps values of groups written so far to the results that they replace.
    fn write(
        &self,
        body: &mut Body,
        order: &[usize],
        moves: impl Fn(usize) -> bool,
        originals: &mut FxHashMap<Value, Value>,
    ) -> Op {
        let names = self.name_axes(body);
        let yielded = self.yielded(body, order, &moves);
        let types: Vec<Type> = yielded.iter().map(|value| body.ty(*value)).collect();
        let ctx = body.ctx().clone();
        let attrs = [("axes", LoopNames::attr(&ctx, &names))];
        let mut b = Builder::before(body, self.anchor);
        b.loc = b.body.loc(self.anchor);
        let group = b.op(Group, &[], &types, &attrs);
        let fresh: Vec<Value> = b.body.results(group).collect();
        b.enter(group, 0, &[]);
        let end = tensor::Yield::build(&mut b, &yielded);
        let (mut inline, mut copies) = (Vec::new(), IrMap::default());
        for node in order {
            let op = self.model.nodes[*node].op;
            if self.roots.contains(node) {
                body.move_before(op, end);
                continue;
            }
            let op = match moves(*node) {
                true => {
                    body.move_before(op, end);
                    op
                }
                false => {
                    let mut inside = IrMap::default();
                    let copy = body.clone_op(op, &mut inside);
                    body.insert_before(copy, end);
                    copies.values.extend(body.results(op).zip(body.results(copy)));
                    copy
                }
            };
            let name = format!("m{}", inline.len());
            let attr = ctx.string_attr(&name);
            body.set_attr(op, "member", attr);
            inline.push(name);
        }
        let is_any = !inline.is_empty();
        let steps = is_any.then(|| evaluated_where_read(inline));
        let steps = steps.into_iter().collect();
        let schedule = Schedule::by(Author::Heuristic, steps).to_attr(&ctx);
        body.set_attr(group, "schedule", schedule);
        read_copies(body, group, &copies, originals);
        originals.extend(copies.values.iter().map(|(original, copy)| (*copy, *original)));
        for (old, new) in yielded.iter().zip(fresh) {
            originals.insert(new, *old);
            let uses: Vec<_> = body.uses(*old).filter(|u| !body.encloses(group, u.op)).collect();
            for u in uses {
                body.set_operand(u.op, u.operand, new);
            }
        }
        group
    }

    /// The names of the shared loops: those of a user-scheduled compute, else fresh letters. A single compute
    /// keeps its own names.
    fn name_axes(&self, body: &mut Body) -> Vec<String> {
        let ops: Vec<Op> = self.roots.iter().map(|root| self.model.nodes[*root].op).collect();
        let first = body.view(ops[0], Compute);
        let [_, _, ..] = ops[..] else { return first.loop_names().axes };
        let rank = first.extents().len();
        let asked = ops.iter().find(|op| has_explicit_schedule(body, **op));
        let axes = match asked {
            Some(op) => body.view(*op, Compute).loop_names().axes,
            None => {
                let mut names = LoopNames::default();
                for op in &ops {
                    names.folds.extend(body.view(*op, Compute).loop_names().folds);
                }
                for _ in 0..rank {
                    names.axes.push(names.fresh(b'i'));
                }
                names.axes
            }
        };
        for op in ops {
            rename_axes(body, op, &axes);
        }
        axes
    }

    /// The results of these computes with other uses.
    fn yielded(&self, body: &Body, order: &[usize], moves: &impl Fn(usize) -> bool) -> Vec<Value> {
        let inside: FxHashSet<Op> = order
            .iter()
            .filter(|node| self.roots.contains(node) || moves(**node))
            .map(|node| self.model.nodes[*node].op)
            .collect();
        let is_inside = |op: Op| {
            let mut around = std::iter::successors(Some(op), |op| body.parent_op(*op));
            around.any(|op| inside.contains(&op))
        };
        let roots = self.roots.iter().map(|root| self.model.nodes[*root].op);
        let results = roots.flat_map(|op| body.results(op));
        results.filter(|value| body.uses(*value).any(|u| !is_inside(u.op))).collect()
    }
}

/// Makes the replaceable reads in a group read the group's copies of inlined members.
fn read_copies(body: &mut Body, group: Op, copies: &IrMap, originals: &FxHashMap<Value, Value>) {
    if copies.values.is_empty() {
        return;
    }
    let mut found = Vec::new();
    walk(body, group, &mut |body, op| {
        let Some(read) = Access::of_read(body.op(op)) else { return };
        let mut original = read.source;
        while let Some(other) = originals.get(&original) {
            original = *other;
        }
        let Some(copy) = copies.values.get(&original) else { return };
        let leaves = || {
            let maker = body.def_op(original);
            maker.is_some_and(|maker| permuted::is_read(body, maker, op))
                || out_of_bounds::may_be_replaced(body, original, op)
        };
        if is_plain_read(body, op, read.source) || leaves() {
            let operand = body.operands(op).position(|operand| operand == read.source);
            found.extend(operand.map(|operand| (op, operand as u32, *copy)));
        }
    });
    for (op, operand, copy) in found {
        body.set_operand(op, operand as _, copy);
    }
}

/// The step that inlines members at their reads.
fn evaluated_where_read(members: Vec<String>) -> Step {
    Step::Place(steps::Place { members, at: "inline".to_string(), keep: None, manner: Manner::default() })
}
