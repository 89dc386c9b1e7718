//! Value flow of structured control flow, and its bufferization.

use super::ops::{For, If, Parallel, While};
use super::switch::Switch;
use smallvec::{SmallVec, smallvec};
use tf_ir::bufferize::{Bufferizable, Destination};
use tf_ir::interfaces::{BranchPoint, Flow, RegionFlow, Structural};
use tf_ir::opref::OpRef;

fn flow(from: BranchPoint, to: BranchPoint) -> Flow {
    Flow { from, to }
}

impl RegionFlow for For {
    fn flows(&self, op: OpRef<'_>) -> SmallVec<[Flow; 4]> {
        let condition = op.cast(For).is_some_and(|view| view.early_exit().is_some());
        let carried = BranchPoint::Region(0, 1);
        smallvec![
            flow(BranchPoint::Operands(3), carried),
            flow(BranchPoint::Operands(3), BranchPoint::Results(0)),
            flow(BranchPoint::Region(0, usize::from(condition)), carried),
        ]
    }
}

impl RegionFlow for While {
    fn flows(&self, _op: OpRef<'_>) -> SmallVec<[Flow; 4]> {
        smallvec![
            flow(BranchPoint::Operands(0), BranchPoint::Region(0, 0)),
            flow(BranchPoint::Region(0, 1), BranchPoint::Region(1, 0)),
            flow(BranchPoint::Region(0, 1), BranchPoint::Results(0)),
            flow(BranchPoint::Region(1, 0), BranchPoint::Region(0, 0)),
        ]
    }
}

/// The shared tensors.
impl RegionFlow for Parallel {
    fn flows(&self, op: OpRef<'_>) -> SmallVec<[Flow; 4]> {
        let Some(rank) = op.cast(Parallel).map(|view| view.rank()).filter(|_| op.result_count() > 0) else {
            return SmallVec::new();
        };
        smallvec![
            flow(BranchPoint::Operands(3 * rank), BranchPoint::Region(0, rank)),
            flow(BranchPoint::Operands(3 * rank), BranchPoint::Results(0)),
            flow(BranchPoint::Region(0, 0), BranchPoint::Region(0, rank)),
            flow(BranchPoint::Region(0, 0), BranchPoint::Results(0)),
        ]
    }
}

/// The values of each region become the results.
fn branches(op: OpRef<'_>) -> SmallVec<[Flow; 4]> {
    (0..op.body().regions(op.id()).len())
        .map(|i| flow(BranchPoint::Region(i, 0), BranchPoint::Results(0)))
        .collect()
}

impl RegionFlow for If {
    fn flows(&self, op: OpRef<'_>) -> SmallVec<[Flow; 4]> {
        branches(op)
    }
}

impl RegionFlow for Switch {
    fn flows(&self, op: OpRef<'_>) -> SmallVec<[Flow; 4]> {
        branches(op)
    }
}

// Structured control flow carries values of any types.
impl Structural for For {}
impl Structural for While {}
impl Structural for Parallel {}
impl Structural for If {}
impl Structural for Switch {}

/// Carried tensors stay in their buffers, or exchange them.
impl Bufferizable for For {
    fn destination(&self, _op: OpRef<'_>, result: usize) -> Destination {
        Destination::Init(3 + result)
    }
}

impl Bufferizable for Parallel {
    fn destination(&self, op: OpRef<'_>, result: usize) -> Destination {
        Destination::Init(3 * op.view(Parallel).rank() + result)
    }
}

impl Bufferizable for While {
    fn destination(&self, _op: OpRef<'_>, result: usize) -> Destination {
        Destination::Init(result)
    }
}

/// Both sides write to the same memory.
impl Bufferizable for If {
    fn destination(&self, _op: OpRef<'_>, _result: usize) -> Destination {
        Destination::Given
    }
}
