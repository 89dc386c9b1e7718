//! Shared parts of all transform algorithms: complex values, and the axis of the transform.

use tf_dialects::tensor::build;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::{Dim, Type};

/// Complex values: their real and imaginary parts, of one type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Complex {
    /// The real parts.
    pub re: Value,
    /// The imaginary parts.
    pub im: Value,
}

/// A complex signal whose imaginary part may be known to be zero.
#[derive(Clone, Copy)]
pub(super) struct Signal {
    pub(super) re: Value,
    pub(super) im: Option<Value>,
}

/// The parameters of a transform.
#[derive(Clone)]
pub(super) struct Plan {
    /// The extents before the axis, and after it.
    pub(super) lead: Vec<Extent>,
    pub(super) behind: Vec<Extent>,
    pub(super) axis: usize,
    /// The sign of the exponents.
    pub(super) sign: f64,
    /// The element type: f32 or f64.
    pub(super) elem: Type,
}

impl Plan {
    /// The plan for a transform along an axis of a tensor, and the extent of the axis.
    pub(super) fn of(b: &Builder<'_>, x: Value, axis: usize, sign: f64) -> (Plan, Extent) {
        let mut lead = build::extents_of(b, x);
        let behind = lead.split_off(axis + 1);
        let n = lead.remove(axis);
        let elem = b.body.ctx().elem_type(b.body.ty(x));
        (Plan { lead, behind, axis, sign, elem }, n)
    }

    pub(super) fn with_sign(&self, sign: f64) -> Plan {
        Plan { sign, ..self.clone() }
    }

    /// The rank of signals.
    pub(super) fn rank(&self) -> usize {
        self.lead.len() + 1 + self.behind.len()
    }

    /// The extents, with these ones instead of the axis.
    pub(super) fn extents(&self, inner: &[u64]) -> Vec<Extent> {
        let inner = inner.iter().map(|n| Extent::constant(*n as i64));
        self.lead.iter().cloned().chain(inner).chain(self.behind.iter().cloned()).collect()
    }

    /// Computes complex tensors with this extent along the axis.
    pub(super) fn compute(
        &self,
        b: &mut Builder<'_>,
        length: u64,
        body: impl FnOnce(&mut Builder<'_>, &[Value]) -> Complex,
    ) -> Complex {
        let extents = self.extents(&[length]);
        let result = b.ctx().tensor(self.shape(&[length]), self.elem);
        let made = build::compute(b, &extents, &[result; 2], |b, at| {
            let made = body(b, at);
            vec![made.re, made.im]
        });
        Complex { re: b.body.result(made, 0), im: b.body.result(made, 1) }
    }

    /// The extents, with this one for the axis.
    pub(super) fn with_extent(&self, n: &Extent) -> Vec<Extent> {
        [&self.lead, std::slice::from_ref(n), &self.behind].concat()
    }

    /// As [`Plan::extents`], as dimensions of a type.
    pub(super) fn shape(&self, inner: &[u64]) -> Vec<Dim> {
        self.extents(inner).into_iter().map(Dim::from_extent).collect()
    }

    /// The exponent of a root, with the sign of the transform.
    pub(super) fn signed(&self, k: u64) -> i128 {
        if self.sign < 0.0 { -i128::from(k) } else { i128::from(k) }
    }
}
