//! What holds wherever an op runs: the boxes and loops around it are not empty, the conditions around it hold.

use super::{Indices, is_program_term};
use crate::tensor::compute::{ComputeOp, FoldOp};
use tf_ir::body::{Op, Value};
use tf_ir::extent::{Extent, Facts, Verdict};
use tf_ir::opref::OpRef;

/// How deep conditions are taken apart.
const MAX_CONDITION_DEPTH: u32 = 8;

impl Indices<'_> {
    /// Terms that are ≥ 0 wherever `at` runs.
    pub(super) fn facts(&mut self, at: Op) -> Vec<Extent> {
        let mut facts = Vec::new();
        let mut inner = at;
        while let Some(owner) = self.body.parent_op(inner) {
            let op = self.body.op(owner);
            if let Some(compute) = ComputeOp::cast(op) {
                compute.extents().iter().for_each(|extent| box_facts(extent, &mut facts));
            } else if let Some(fold) = FoldOp::cast(op) {
                if let Some([lower, upper]) = self.fold_bounds(fold, 8) {
                    facts.extend(upper.sub(&lower).and_then(|d| d.add_const(-1)).ok());
                }
            } else if op.is("loop.if") {
                let then = self.body.block_of(inner) == op.entry(0);
                self.condition(op.operand(0), then, MAX_CONDITION_DEPTH, &mut facts);
            }
            inner = owner;
        }
        facts
    }

    /// The facts that follow from a condition being true or false.
    pub(super) fn condition(&mut self, value: Value, holds: bool, depth: u32, facts: &mut Vec<Extent>) {
        let Some(op) = self.body.def_op(value).map(|op| self.body.op(op)) else { return };
        if depth == 0 {
            return;
        }
        match op.name() {
            "arith.andi" if holds => {
                [0, 1].into_iter().for_each(|i| self.condition(op.operand(i), true, depth - 1, facts))
            }
            "arith.ori" if !holds => {
                [0, 1].into_iter().for_each(|i| self.condition(op.operand(i), false, depth - 1, facts))
            }
            "arith.xori" if super::term::is_true(op, 1) => {
                self.condition(op.operand(0), !holds, depth - 1, facts)
            }
            "arith.cmpi" => self.comparison(op, holds, facts),
            _ => {}
        }
    }

    fn comparison(&mut self, op: OpRef<'_>, holds: bool, facts: &mut Vec<Extent>) {
        use crate::arith::predicate::CmpI;
        let Some(predicate) = CmpI::of(op) else { return };
        let predicate = if holds { predicate } else { predicate.inverted() };
        let [a, b] = [0, 1].map(|i| self.exact(op.operand(i), 8));
        // `greater - less - gap >= 0`
        let mut at_most = |less: &Extent, greater: &Extent, gap: i64| {
            facts.extend(greater.sub(less).and_then(|d| d.add_const(-gap)).ok());
        };
        match predicate {
            CmpI::Slt => at_most(&a, &b, 1),
            CmpI::Sle => at_most(&a, &b, 0),
            CmpI::Sgt => at_most(&b, &a, 1),
            CmpI::Sge => at_most(&b, &a, 0),
            CmpI::Eq => {
                at_most(&a, &b, 0);
                at_most(&b, &a, 0);
            }
            CmpI::Ult | CmpI::Ule if self.prove_ge0(op.id(), &b) => {
                let gap = i64::from(predicate == CmpI::Ult);
                facts.extend(b.sub(&a).and_then(|d| d.add_const(-gap)).ok());
                facts.push(a);
            }
            CmpI::Ugt | CmpI::Uge if self.prove_ge0(op.id(), &a) => {
                let gap = i64::from(predicate == CmpI::Ugt);
                facts.extend(a.sub(&b).and_then(|d| d.add_const(-gap)).ok());
                facts.push(b);
            }
            _ => {}
        }
    }
}

/// A box that is not empty has extents ≥ 1; so have the factors of an extent that are never negative.
fn box_facts(extent: &Extent, facts: &mut Vec<Extent>) {
    if extent.as_const().is_some_and(|n| n > 0) || !is_program_term(extent) {
        return;
    }
    facts.extend(extent.add_const(-1).ok());
    let known = Facts::new();
    let factors = extent.common_factors().into_iter().filter(|f| f != extent);
    let natural = factors.filter(|f| f.prove_ge0(&known) == Verdict::Proved);
    facts.extend(natural.filter_map(|factor| factor.add_const(-1).ok()));
}
