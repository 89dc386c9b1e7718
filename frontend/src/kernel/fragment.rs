//! Fragments of small matrices in the registers of threads, and products of such matrices.

use super::Kernel;
use super::memory::Memory;
use crate::indexing::gather::Indices;
use crate::trace::error::Site;
use crate::trace::state::{Shared, Traced, Val};
use crate::trace::values::Values;
use crate::types::elem::{Elem, Element};
use crate::types::tensor::{Arg, Operand, Tensor};
use std::rc::Rc;
use tf_dialects::kernel::{LoadMatrix, Mma};
use tf_dialects::vector;

/// A thread's part of a small matrix that its warp or warp group multiplies: a few elements, in the layouts
/// of `docs/tutorials/kernels.md`. A loop may carry a fragment.
#[derive(Clone)]
pub struct Fragment {
    shared: Rc<Shared>,
    /// A value of vector type.
    pub(super) inner: Tensor,
    pub(super) held: usize,
}

impl Fragment {
    pub(super) fn of(shared: &Rc<Shared>, val: Traced<Val>, held: usize) -> Fragment {
        Fragment { shared: shared.clone(), inner: Tensor::of(shared, val), held }
    }

    /// The element count.
    pub fn len(&self) -> usize {
        self.held
    }

    /// True if the fragment has no elements.
    pub fn is_empty(&self) -> bool {
        self.held == 0
    }

    /// The element type.
    pub fn elem(&self) -> Elem {
        self.inner.elem()
    }

    /// The element at an index.
    #[track_caller]
    pub fn get(&self, i: usize) -> Tensor {
        let at = Site::caller();
        let made = (|| {
            let lane = self.lane(at, i)?;
            let operands = [self.inner.val(at)?, lane];
            self.shared.value(at, vector::Extract, &operands, self.shared.scalars(self.elem()), &[])
        })();
        Tensor::of(&self.shared, made)
    }

    /// A copy with one element replaced.
    #[track_caller]
    pub fn with(&self, i: usize, value: impl Operand) -> Fragment {
        let (at, value) = (Site::caller(), value.arg());
        let made = (|| {
            let lane = self.lane(at, i)?;
            let (ty, elem) = self.shared.scalars(self.elem());
            let value = self.shared.fit(at, "the value", &self.shared.piece(at, value)?, ty, elem)?;
            let whole = self.inner.val(at)?;
            let typed = whole.typed();
            self.shared.value(at, vector::Insert, &[value, whole, lane], typed, &[])
        })();
        Fragment::of(&self.shared, made, self.held)
    }

    fn lane(&self, at: Site, i: usize) -> Traced<Val> {
        if i >= self.held {
            let held = self.held;
            return Err(self
                .shared
                .fail(at, format!("the fragment has no element {i}: each thread holds {held}")));
        }
        self.shared.constant_index(at, i as i64)
    }
}

impl Values for Fragment {
    type Traced = Fragment;

    fn collect(&self, out: &mut Vec<Arg>) {
        self.inner.collect(out);
    }

    fn rebuild(&self, next: &mut dyn FnMut() -> Tensor) -> Fragment {
        Fragment { inner: next(), ..self.clone() }
    }
}

impl Kernel {
    /// A fragment whose elements are all equal: the start value of sums.
    #[track_caller]
    pub fn fragment<T: Element>(&self, held: usize, value: impl Operand) -> Fragment {
        let (at, value) = (Site::caller(), value.arg());
        let shared = &self.shared;
        let made = (|| {
            let (ty, elem) = shared.scalars(T::ELEM);
            let value = shared.fit(at, "the value", &shared.piece(at, value)?, ty, elem)?;
            let whole = shared.ctx.vector(&[i64::try_from(held).unwrap_or(i64::MAX)], ty);
            shared.value(at, vector::Broadcast, &[value], (whole, elem), &[])
        })();
        Fragment::of(shared, made, held)
    }

    /// Reads 1, 2 or 4 matrices of 8 x 8 elements of 16 bits from shared memory, by all threads of the warp:
    /// the address of lane `8·i + r` is the start of row `r` of matrix `i`. With `transposed`, the matrices
    /// are transposed.
    #[track_caller]
    pub fn load_matrix(
        &self,
        memory: &Memory,
        indices: impl Indices,
        matrices: usize,
        transposed: bool,
    ) -> Fragment {
        let (at, shared) = (Site::caller(), &self.shared);
        let held = matrices.saturating_mul(2);
        let made = memory.access(at, indices.args()).and_then(|(array, subscripts)| {
            let elem = array.val.elem;
            let operands = [vec![array.val.clone()], subscripts].concat();
            let ty = shared.ctx.vector(&[i64::try_from(held).unwrap_or(i64::MAX)], elem.ir(&shared.ctx));
            let turned = transposed.then(|| ("transposed", shared.ctx.unit_attr()));
            let attrs: Vec<_> = turned.into_iter().collect();
            shared.value(at, LoadMatrix, &operands, (ty, elem), &attrs)
        });
        Fragment::of(shared, made, held)
    }

    /// `A·B + C` by all threads of the warp, in a size that GPUs support, such as "m16n8k16".
    #[track_caller]
    pub fn mma(&self, size: &str, a: &Fragment, b: &Fragment, c: &Fragment) -> Fragment {
        let (at, shared) = (Site::caller(), &self.shared);
        let made = (|| {
            let operands = [a, b, c].map(|fragment| fragment.inner.val(at));
            let operands = operands.into_iter().collect::<Traced<Vec<Val>>>()?;
            let mut attrs = vec![("shape", shared.ctx.string_attr(size))];
            if a.elem() == Elem::UInt(8) {
                attrs.push(("unsigned", shared.ctx.unit_attr()));
            }
            let typed = operands[2].typed();
            shared.value(at, Mma, &operands, typed, &attrs)
        })();
        Fragment::of(shared, made, c.held)
    }
}
