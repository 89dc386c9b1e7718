//! Atomic operations on memory.

use super::memory::{Array, Memory};
use crate::indexing::gather::Indices;
use crate::reduce::Combine;
use crate::trace::error::Site;
use crate::trace::state::{Shared, Traced, Val};
use crate::types::elem::Elem;
use crate::types::tensor::{Arg, Operand, Tensor};
use tf_dialects::kernel::{Atomic, CompareExchange, LoadAcquire, StoreRelease};
use tf_ir::attr::Attribute;

/// The name of the combining kind for an element type.
pub(super) fn combining_kind(shared: &Shared, at: Site, how: Combine, elem: Elem) -> Traced<&'static str> {
    let kind = how.kind(elem).map(|kind| kind.name());
    kind.ok_or_else(|| shared.fail(at, format!("{} is not defined on {elem}", how.word())))
}

impl Memory {
    /// Combines the element at these indices with a value atomically, and returns the old element. The order
    /// of the threads is undefined, so sums of floats may differ from run to run.
    #[track_caller]
    pub fn atomic(&self, how: Combine, indices: impl Indices, value: impl Operand) -> Tensor {
        let (at, indices, value) = (Site::caller(), indices.args(), value.arg());
        let made = self.access(at, indices).and_then(|(array, subscripts)| {
            let kind = combining_kind(&self.shared, at, how, array.val.elem)?;
            self.change(at, (array, subscripts), kind, value)
        });
        Tensor::of(&self.shared, made)
    }

    /// [`Memory::atomic`] with the sum.
    #[track_caller]
    pub fn atomic_add(&self, indices: impl Indices, value: impl Operand) -> Tensor {
        self.atomic(Combine::Sum, indices, value)
    }

    /// Replaces the element at these indices atomically, and returns the old element.
    #[track_caller]
    pub fn exchange(&self, indices: impl Indices, value: impl Operand) -> Tensor {
        let (at, indices, value) = (Site::caller(), indices.args(), value.arg());
        let made = self.access(at, indices).and_then(|access| self.change(at, access, "exchange", value));
        Tensor::of(&self.shared, made)
    }

    /// Replaces the element at these indices atomically if it equals `expected` bit for bit, and returns the
    /// old element.
    #[track_caller]
    pub fn compare_exchange(
        &self,
        indices: impl Indices,
        expected: impl Operand,
        value: impl Operand,
    ) -> Tensor {
        let (at, indices) = (Site::caller(), indices.args());
        let values = [expected.arg(), value.arg()];
        let made = self.access(at, indices).and_then(|(array, subscripts)| {
            let values: Vec<Traced<Val>> = values.map(|value| self.element(at, array, value)).into();
            let values: Vec<Val> = values.into_iter().collect::<Traced<_>>()?;
            let operands = [values, vec![array.val.clone()], subscripts].concat();
            let typed = self.shared.scalars(array.val.elem);
            self.shared.value(at, CompareExchange, &operands, typed, &self.scope(array))
        });
        Tensor::of(&self.shared, made)
    }

    /// Loads the element at these indices, of 32 or 64 bits, with acquire semantics: if another thread has
    /// set it by [`Memory::store_release`], that thread's earlier accesses are visible afterwards. A spin
    /// loop over this load may only wait for a thread of the same block, or of a block that has already
    /// started: blocks start in no order.
    #[track_caller]
    pub fn load_acquire(&self, indices: impl Indices) -> Tensor {
        let (at, indices) = (Site::caller(), indices.args());
        let made = self.access(at, indices).and_then(|(array, subscripts)| {
            let operands = [vec![array.val.clone()], subscripts].concat();
            let typed = self.shared.scalars(array.val.elem);
            self.shared.value(at, LoadAcquire, &operands, typed, &self.scope(array))
        });
        Tensor::of(&self.shared, made)
    }

    /// Stores the element at these indices, of 32 or 64 bits, with release semantics: threads that read it by
    /// [`Memory::load_acquire`] see all earlier accesses of this thread, and those that it has seen.
    #[track_caller]
    pub fn store_release(&self, indices: impl Indices, value: impl Operand) {
        let (at, indices, value) = (Site::caller(), indices.args(), value.arg());
        // The error has been reported.
        let _: Traced<()> = self.access(at, indices).and_then(|(array, subscripts)| {
            let value = self.element(at, array, value)?;
            let operands = [vec![value, array.val.clone()], subscripts].concat();
            self.shared.op(at, StoreRelease, &operands, &[], &self.scope(array), &[]).map(|_| ())
        });
    }

    fn change(
        &self,
        at: Site,
        (array, subscripts): (&Array, Vec<Val>),
        kind: &str,
        value: Arg,
    ) -> Traced<Val> {
        let value = self.element(at, array, value)?;
        let operands = [vec![value, array.val.clone()], subscripts].concat();
        let mut attrs = self.scope(array);
        attrs.push(("kind", self.shared.ctx.string_attr(kind)));
        self.shared.value(at, Atomic, &operands, self.shared.scalars(array.val.elem), &attrs)
    }

    /// Only the block, or the blocks of its cluster, see shared memory.
    fn scope(&self, array: &Array) -> Vec<(&'static str, Attribute)> {
        let scope = match array {
            Array { is_of_cluster: true, .. } => "cluster",
            Array { is_of_block: true, .. } => "block",
            _ => return Vec::new(),
        };
        vec![("scope", self.shared.ctx.string_attr(scope))]
    }
}
