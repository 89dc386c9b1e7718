//! Support of a cotangent: the conditions under which it can be nonzero, from selections and conditionals
//! whose other branch is 0.

use super::{Linear, Sparse};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::differentiate::is_zeros;
use tf_dialects::tensor::bounds::Indices;
use tf_dialects::tensor::{Compute, ComputeOp};
use tf_ir::body::{Def, Value};
use tf_ir::control::as_branch;
use tf_ir::opref::OpRef;

/// The depth to which conditions are decomposed.
const MAX_DEPTH: u32 = 8;
/// The most conditions that are collected.
const MOST: usize = 32;

impl Linear<'_> {
    /// Assumes the conditions that hold wherever a tensor over the box is not 0, as far as the code that
    /// computes it implies them.
    pub(super) fn suppose_reached(&mut self, tensor: Value) {
        let Def::Result(def, i) = self.body.def(tensor) else { return };
        let Some(twin) = self.body.cast(def, Compute).filter(|twin| i < twin.plain_count()) else {
            return;
        };
        let extents = self.body.cast(self.compute, Compute).map(ComputeOp::extents);
        let Some(value) = twin.yielded().get(i).copied().filter(|_| extents == Some(twin.extents())) else {
            return;
        };
        self.twin = Some((def, twin.indices()));
        self.suppose_not_zero(value);
        self.twin = None;
    }

    fn suppose_not_zero(&mut self, value: Value) {
        let body = self.body;
        let mut value = value;
        while let Def::Result(op, i) = body.def(value) {
            let op = body.op(op);
            let Some([then, other]) = sides(op, i) else { return };
            let holds = is_zeros(body, other);
            if !holds && !is_zeros(body, then) {
                return;
            }
            self.suppose(op.operand(0), holds, MAX_DEPTH);
            value = if holds { then } else { other };
        }
    }

    /// Adds the consequences of a condition being true or false.
    fn suppose(&mut self, condition: Value, holds: bool, depth: u32) {
        let Some(op) = self.body.def_op(condition).map(|op| self.body.op(op)) else { return };
        if depth == 0 || self.supposed.len() >= MOST {
            return;
        }
        match op.kind() {
            arith::Andi::KIND if holds => (0..2).for_each(|i| self.suppose(op.operand(i), true, depth - 1)),
            arith::Ori::KIND if !holds => (0..2).for_each(|i| self.suppose(op.operand(i), false, depth - 1)),
            arith::Cmpi::KIND => self.suppose_compared(op, holds),
            _ => {}
        }
    }

    fn suppose_compared(&mut self, op: OpRef<'_>, holds: bool) {
        let Some(predicate) = CmpI::of(op) else { return };
        let predicate = if holds { predicate } else { predicate.inverted() };
        // The arithmetic holds only if the values do not wrap around.
        let mut indices = Indices::new(self.body);
        if !(0..2).all(|i| indices.is_exact(op.operand(i))) {
            return;
        }
        let before = (self.unknowns, self.conditions.len());
        let [a, b] = [0, 1].map(|i| self.value(op.operand(i)));
        // A quotient would be another unknown to sum over.
        let is_new = self.unknowns != before.0;
        self.unknowns = before.0;
        self.conditions.truncate(before.1);
        let (Some(a), Some(b), false) = (a, b, is_new) else { return };
        let values = [a, b];
        for (less, greater, gap) in predicate.differences() {
            let distance = values[*greater].clone().plus(&values[*less], -1);
            self.supposed.push(distance.plus(&Sparse::constant((*gap).into()), -1));
        }
    }
}

/// The two values to choose from, the first for the case that the op's first operand is true.
fn sides(op: OpRef<'_>, result: usize) -> Option<[Value; 2]> {
    match op.kind() {
        arith::Select::KIND => Some([op.operand(1), op.operand(2)]),
        _ => {
            let branch = as_branch(op.body(), op.id())?;
            let end = |number| branch.yielded(op, branch.region_for(op, number)).get(result).copied();
            // With more than two regions, two of them prove nothing.
            branch.holds_in(op, 0)?;
            Some([end(1)?, end(0)?])
        }
    }
}
