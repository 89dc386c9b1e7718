//! Destinations of the results of ops without a decomposition.

use crate::tensor::access::OWN_POINT;
use crate::tensor::layout::Cast;
use crate::tensor::scan::Scan;
use crate::tensor::sort::Sort;
use crate::tensor::{Compute, Empty};
use tf_ir::body::Value;
use tf_ir::bufferize::{Bufferizable, Destination};
use tf_ir::opref::OpRef;

/// For a loop nest: a result that starts as `tensor.empty` gets new memory, another one overwrites its
/// initial tensor.
impl Bufferizable for Compute {
    fn destination(&self, op: OpRef<'_>, result: usize) -> Destination {
        match op.operands().nth(result) {
            Some(start) if op.body().def_cast(start, Empty).is_none() => Destination::Init(result),
            _ => Destination::Given,
        }
    }

    fn may_overwrite(&self, op: OpRef<'_>, _result: usize, read: Value) -> bool {
        let body = op.body();
        let mut own = body.uses(read).filter(|u| u.op == op.id() || body.encloses(op.id(), u.op));
        own.all(|u| body.attr(u.op, OWN_POINT).is_some())
    }
}

impl Bufferizable for Scan {
    fn destination(&self, _op: OpRef<'_>, _result: usize) -> Destination {
        Destination::Given
    }
}

impl Bufferizable for Sort {
    fn destination(&self, _op: OpRef<'_>, _result: usize) -> Destination {
        Destination::Given
    }
}

impl Bufferizable for Cast {
    fn destination(&self, _op: OpRef<'_>, _result: usize) -> Destination {
        Destination::Alias(0)
    }
}
