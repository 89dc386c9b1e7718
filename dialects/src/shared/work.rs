//! Work counts of a program: scalar operations, reads, writes and allocations, and the interface of ops that
//! state their work.

use crate::scalar::table::Class;
use crate::scalar::{OpSpec, element_type, row};
use std::ops::{AddAssign, Sub};
use tf_ir::OpKind;
use tf_ir::attr::Attribute;
use tf_ir::body::Block;
use tf_ir::opref::OpRef;
use tf_ir::types::Type;

/// Counts of operations, accesses and bytes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Scalar operations by class, in the order of [`Class::ALL`].
    pub operations: [u64; Class::ALL.len()],
    /// Their costs in the scalar table, without operations on indices.
    pub cost: u64,
    /// Elements read.
    pub reads: u64,
    /// Elements written.
    pub writes: u64,
    /// Elements copied, of those read and written.
    pub copied: u64,
    /// Bytes of allocated tensors and buffers.
    pub allocated: u64,
    /// Loops entered.
    pub loops: u64,
    /// Iterations of loops, and points of computes.
    pub iterations: u64,
}

impl Tally {
    /// Adds `count` operations of a row of the scalar table, each on elements of the class.
    pub fn add(&mut self, class: Class, cost: u16, count: u64) {
        self.operations[class as usize] += count;
        if class != Class::Index {
            self.cost += u64::from(cost) * count;
        }
    }

    /// Operations of a class.
    pub fn of(&self, class: Class) -> u64 {
        self.operations[class as usize]
    }

    /// The tally multiplied by a count.
    #[must_use]
    pub fn times(mut self, count: u64) -> Tally {
        for number in self.numbers() {
            *number = number.saturating_mul(count);
        }
        self
    }

    /// The tally of one of `count` equal parts, rounded up.
    #[must_use]
    pub fn part(mut self, count: u64) -> Tally {
        for number in self.numbers() {
            *number = number.div_ceil(count.max(1));
        }
        self
    }

    /// The larger count of each measure.
    #[must_use]
    pub fn max(mut self, mut other: Tally) -> Tally {
        self.numbers().zip(other.numbers()).for_each(|(a, b)| *a = (*a).max(*b));
        self
    }

    fn numbers(&mut self) -> impl Iterator<Item = &mut u64> {
        let Tally { operations, cost, reads, writes, copied, allocated, loops, iterations } = self;
        operations.iter_mut().chain([cost, reads, writes, copied, allocated, loops, iterations])
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, mut other: Tally) {
        self.numbers().zip(other.numbers()).for_each(|(a, b)| *a = a.saturating_add(*b));
    }
}

impl Sub for Tally {
    type Output = Tally;

    /// The difference, saturating at zero.
    fn sub(mut self, mut other: Tally) -> Tally {
        self.numbers().zip(other.numbers()).for_each(|(a, b)| *a = a.saturating_sub(*b));
        self
    }
}

/// The extents of an op's tensors in a run.
#[derive(Clone, Copy, Debug)]
pub struct Shapes<'a> {
    /// Those of each operand; empty for scalars.
    pub operands: &'a [Vec<usize>],
    /// Those of each result.
    pub results: &'a [Vec<usize>],
}

impl Shapes<'_> {
    /// Elements of an operand.
    pub fn operand_elements(&self, operand: usize) -> u64 {
        elements(&self.operands[operand])
    }

    /// Elements of a result.
    pub fn result_elements(&self, result: usize) -> u64 {
        elements(&self.results[result])
    }
}

fn elements(extents: &[usize]) -> u64 {
    extents.iter().map(|extent| *extent as u64).product()
}

/// Tensor ops that are algorithms; an interface of ops. The interpreter counts the stated work of the op
/// instead of its own operations, so that `tfopt --check-work` compares the op's decomposition or lowering
/// with it. Other ops that decompose count the work of their decomposition.
pub trait Work: Send + Sync {
    /// The work of a verified op on tensors of these extents.
    fn work(&self, op: OpRef<'_>, shapes: &Shapes<'_>) -> Tally;
}

/// The count of halvings from `count` elements to one: log₂, rounded up.
pub fn rounds(count: u64) -> u64 {
    u64::from(count.max(1).next_power_of_two().trailing_zeros())
}

/// The class and cost of one operation of an op, by the types of its operands; `None` for ops outside the
/// scalar table.
pub fn scalar_operation(op: OpRef<'_>) -> Option<(Class, u16)> {
    let spec: &OpSpec = row(op.kind())?;
    let last = op.operands().last()?;
    let dtype = element_type(op.ctx(), op.body().ty(last))?;
    Some((spec.class(dtype), spec.cost))
}

/// An operation on elements of some types: equal for ops that do the same with other operands, or in other
/// counts of lanes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Operation {
    /// The op.
    pub kind: OpKind,
    /// The element type of its last operand.
    pub operand: Type,
    /// The element type of its first result.
    pub result: Type,
    /// Its first attribute: the predicate of a comparison, the kind of a reduction, the flags of a sum.
    pub detail: Option<Attribute>,
}

impl Operation {
    /// The operation of an op with operands and results.
    pub fn of(op: OpRef<'_>) -> Option<Operation> {
        let element = |value| op.ctx().elem_type(op.body().ty(value));
        Some(Operation {
            kind: op.kind(),
            operand: element(op.operands().last()?),
            result: element(op.results().next()?),
            detail: op.body().inherent(op.id()).next().map(|(_, value)| value),
        })
    }
}

/// The operations of one execution of a block of scalar code, without those of nested regions.
pub fn block_work(op: OpRef<'_>, block: Option<Block>) -> Tally {
    let mut tally = Tally::default();
    let body = op.body();
    for inner in block.into_iter().flat_map(|block| body.ops(block)) {
        if let Some((class, cost)) = scalar_operation(body.op(inner)) {
            tally.add(class, cost, 1);
        }
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tallies_add_and_multiply() {
        let mut tally = Tally { reads: 3, ..Tally::default() };
        tally.add(Class::Transcendental, 18, 2);
        tally.add(Class::Index, 20, 5);
        let twice = tally.times(2);
        assert_eq!((twice.of(Class::Transcendental), twice.of(Class::Index), twice.reads), (4, 10, 6));
        assert_eq!(twice.cost, 72, "indices cost nothing");
        assert_eq!(twice.part(4).of(Class::Index), 3, "parts are rounded up");
        assert_eq!(twice.max(Tally { reads: 9, ..tally }).reads, 9);
        tally += twice;
        assert_eq!((tally - twice).cost, 36);
    }

    #[test]
    fn rounds_are_logarithms() {
        assert_eq!([0, 1, 2, 3, 8, 9].map(rounds), [0, 0, 1, 2, 3, 4]);
    }
}
