//! Which memory holds the results of ops that decompose no further.

use crate::tensor::access::OWN_POINT;
use crate::tensor::layout::Cast;
use crate::tensor::scan::Scan;
use crate::tensor::sort::Sort;
use crate::tensor::{Compute, Empty};
use tf_ir::body::Value;
use tf_ir::bufferize::{Bufferizable, Destination};
use tf_ir::opref::OpRef;

/// Of a nest of loops: what starts empty is written all over, what starts from a tensor changes.
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
