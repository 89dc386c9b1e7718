//! Path facts: terms that are ≥ 0 whenever an op runs, from enclosing boxes and loops, which are not empty,
//! and enclosing conditions.

use super::{Indices, is_program_term};
use crate::arith;
use crate::tensor::{self, Compute};
use std::sync::Arc;
use tf_ir::arithmetic::constant_int;
use tf_ir::body::{Op, Value};
use tf_ir::control::as_branch;
use tf_ir::extent::{Atom, Extent, Facts, Verdict};
use tf_ir::opref::OpRef;

/// The depth to which conditions are decomposed.
const MAX_CONDITION_DEPTH: u32 = 8;
/// The depth to which extents are decomposed.
const MAX_PARTS_DEPTH: u32 = 4;

impl Indices<'_> {
    /// Terms that are ≥ 0 in every run of `at`.
    pub(super) fn facts(&mut self, at: Op) -> Arc<[Extent]> {
        // All ops of a block have the same facts.
        let block = self.body.block_of(at);
        if let Some(known) = block.and_then(|block| self.facts.get(&block)) {
            return known.clone();
        }
        let found: Arc<[Extent]> = self.find_facts(at).into();
        if let Some(block) = block {
            self.facts.insert(block, found.clone());
        }
        found
    }

    fn find_facts(&mut self, at: Op) -> Vec<Extent> {
        // Facts of boxes, over extents only; facts of conditions and of the bounds of folds.
        let (mut facts, mut conditions) = (Vec::new(), Vec::new());
        let mut inner = at;
        while let Some(owner) = self.body.parent_op(inner) {
            let op = self.body.op(owner);
            if let Some(compute) = op.cast(Compute) {
                compute.extents().iter().for_each(|extent| box_facts(extent, &mut facts));
            } else if let Some(fold) = op.cast(tensor::Fold) {
                if let Some([lower, upper]) = self.fold_bounds(fold) {
                    match lower.as_const() {
                        Some(0) if is_program_term(&upper) => box_facts(&upper, &mut facts),
                        _ => conditions.extend(upper.sub(&lower).and_then(|d| d.add_const(-1)).ok()),
                    }
                }
            } else if let Some(branch) = as_branch(self.body, owner) {
                let home = self.body.block_of(inner);
                let region = (0..self.body.regions(owner).len()).find(|i| op.entry(*i) == home);
                if let Some(holds) = region.and_then(|region| branch.holds_in(op, region)) {
                    self.condition(branch.condition(op), holds, MAX_CONDITION_DEPTH, &mut conditions);
                }
            } else {
                conditions.extend(self.stepped(op));
            }
            inner = owner;
        }
        let mut implied = Vec::new();
        for fact in self.over_extents(&conditions) {
            if let Ok(positive) = fact.add_const(1) {
                box_facts(&positive, &mut implied);
            }
        }
        facts.extend(conditions);
        implied.retain(|fact| fact.prove_ge0(&Facts::new()) != Verdict::Proved);
        for fact in implied {
            if !facts.contains(&fact) {
                facts.push(fact);
            }
        }
        facts
    }

    /// The facts that follow if a condition is true or false.
    pub(super) fn condition(&mut self, value: Value, holds: bool, depth: u32, facts: &mut Vec<Extent>) {
        let Some(op) = self.body.def_op(value).map(|op| self.body.op(op)) else { return };
        if let Some(constant) = constant_int(self.body, value) {
            if (constant != 0) != holds {
                facts.push(Extent::constant(-1));
            }
            return;
        }
        if depth == 0 {
            return;
        }
        match op.kind() {
            arith::Andi::KIND if holds => {
                [0, 1].into_iter().for_each(|i| self.condition(op.operand(i), true, depth - 1, facts))
            }
            arith::Ori::KIND if !holds => {
                [0, 1].into_iter().for_each(|i| self.condition(op.operand(i), false, depth - 1, facts))
            }
            arith::Xori::KIND if super::term::is_true(op, 1) => {
                self.condition(op.operand(0), !holds, depth - 1, facts)
            }
            arith::Cmpi::KIND => self.comparison(op, holds, facts),
            _ => {}
        }
    }

    fn comparison(&mut self, op: OpRef<'_>, holds: bool, facts: &mut Vec<Extent>) {
        use crate::arith::predicate::CmpI;
        let Some(predicate) = CmpI::of(op) else { return };
        let predicate = if holds { predicate } else { predicate.inverted() };
        let terms = [0, 1].map(|i| self.exact(op.operand(i)));
        for (less, greater, gap) in predicate.differences() {
            facts.extend(difference(&terms[*greater], &terms[*less], *gap));
        }
        let [a, b] = terms;
        match predicate {
            CmpI::Ult | CmpI::Ule if self.prove_ge0(op.id(), &b) => {
                let gap = i64::from(predicate == CmpI::Ult);
                facts.extend(difference(&b, &a, gap));
                facts.push(a);
            }
            CmpI::Ugt | CmpI::Uge if self.prove_ge0(op.id(), &a) => {
                let gap = i64::from(predicate == CmpI::Ugt);
                facts.extend(difference(&a, &b, gap));
                facts.push(b);
            }
            _ => {}
        }
    }
}

/// `greater - less - gap`, or on overflow a greater term: the fact stays valid, and near the ends of 64 bits
/// it still bounds the other operand by them.
fn difference(greater: &Extent, less: &Extent, gap: i64) -> Option<Extent> {
    let exact = greater.sub(less).and_then(|d| d.add_const(-gap));
    let half = |term: &Extent, sign: i64| match term.as_const() {
        Some(value) if value.signum() == sign => Extent::constant(value / 2),
        _ => term.clone(),
    };
    exact.or_else(|_| half(greater, -1).sub(&half(less, 1))).ok()
}

/// A nonempty box has extents ≥ 1, and so are the parts of them that must be positive.
fn box_facts(extent: &Extent, facts: &mut Vec<Extent>) {
    if extent.as_const().is_some_and(|n| n > 0) || !is_program_term(extent) {
        return;
    }
    at_least_one(extent, MAX_PARTS_DEPTH, facts);
    // A symbol is not 0 if the value 0 would empty the box: `n` of `min(n, 2)*m` and of `min(n*m, 4*m)`.
    for symbol in extent.symbols() {
        let without = extent.substitute_symbol(&symbol, &Extent::constant(0));
        if without.is_ok_and(|rest| rest.as_const().is_some_and(|n| n <= 0)) {
            facts.extend(Extent::from(symbol).add_const(-1).ok());
        }
    }
}

/// Consequences of a term ≥ 1: the operands of a minimum, the nonnegative factors of a product, and the
/// cofactors of these are ≥ 1, too.
fn at_least_one(term: &Extent, depth: u32, facts: &mut Vec<Extent>) {
    if term.as_const().is_some_and(|n| n > 0) {
        return;
    }
    facts.extend(term.add_const(-1).ok());
    if depth == 0 {
        return;
    }
    if let Some(Atom::Min(operands)) = term.as_atom() {
        operands.iter().for_each(|operand| at_least_one(operand, depth - 1, facts));
        return;
    }
    let mut rest = term.clone();
    for factor in term.common_factors() {
        if factor == *term || factor.prove_ge0(&Facts::new()) != Verdict::Proved {
            continue;
        }
        at_least_one(&factor, depth - 1, facts);
        while let Some(quotient) = rest.divide_exact(&factor) {
            rest = quotient;
        }
    }
    if rest != *term {
        at_least_one(&rest, depth - 1, facts);
    }
}
