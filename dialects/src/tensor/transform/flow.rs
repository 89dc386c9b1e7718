//! Value flow through the regions of transforms.

use super::{Checkpoint, Jvp, Transform, Vjp};
use crate::differentiate::is_differentiable;
use smallvec::{SmallVec, smallvec};
use tf_ir::interfaces::{BranchPoint, Flow, RegionFlow};
use tf_ir::opref::OpRef;

const INPUTS: Flow = Flow { from: BranchPoint::Operands(0), to: BranchPoint::Region(0, 0) };
const VALUES: Flow = Flow { from: BranchPoint::Region(0, 0), to: BranchPoint::Results(0) };

impl RegionFlow for Checkpoint {
    fn flows(&self, _op: OpRef<'_>) -> SmallVec<[Flow; 4]> {
        smallvec![INPUTS, VALUES]
    }
}

/// The number of yielded values, if there is a seed (a tangent) for each, and the number of variables.
fn counts(op: OpRef<'_>) -> Option<(usize, usize)> {
    let view = Transform::cast(op)?;
    let yielded = view.yielded();
    yielded.iter().all(|ty| is_differentiable(op.ctx(), *ty)).then(|| (yielded.len(), view.variables()))
}

impl RegionFlow for Vjp {
    fn flows(&self, op: OpRef<'_>) -> SmallVec<[Flow; 4]> {
        let mut flows = smallvec![INPUTS, VALUES];
        if let Some((values, variables)) = counts(op) {
            flows.push(Flow { from: BranchPoint::Operands(0), to: BranchPoint::Results(values) });
            flows.push(Flow { from: BranchPoint::Region(0, 0), to: BranchPoint::Operands(variables) });
        }
        flows
    }
}

impl RegionFlow for Jvp {
    fn flows(&self, op: OpRef<'_>) -> SmallVec<[Flow; 4]> {
        let mut flows = smallvec![INPUTS, VALUES];
        if let Some((values, variables)) = counts(op) {
            flows.push(Flow { from: BranchPoint::Operands(0), to: BranchPoint::Operands(variables) });
            flows.push(Flow { from: BranchPoint::Region(0, 0), to: BranchPoint::Results(values) });
        }
        flows
    }
}
