//! Selection along an axis without a full sort: the greatest and least elements, and those of a given rank.

use crate::trace::error::Site;
use crate::trace::state::{Traced, Val};
use crate::types::elem::Elem;
use crate::types::tensor::{Operand, Tensor};
use tf_ir::extent::Extent;
use tf_library::selection::{self, Extremes};

/// # Selection
///
/// In the order of [`Tensor::sort`]: NaN is the greatest float, −0 equals +0, and equal elements keep their
/// order.
impl Tensor {
    /// The `k` greatest elements along an axis in descending order, NaN first, and their indices, in i64; all
    /// elements if there are fewer than `k`. PyTorch's `topk`.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("best", |p| {
    ///     let (scores, names) = (p.input::<f32>("scores", [p.dim("n")]), p.input::<i32>("names", [p.dim("n")]));
    ///     let (values, places) = scores.top_k(3, 0);
    ///     (values, names.take(0, places))
    /// });
    /// assert!(program.is_ok(), "{program:?}");
    /// ```
    #[track_caller]
    pub fn top_k(&self, k: usize, axis: i64) -> (Tensor, Tensor) {
        self.extremes(Site::caller(), k, axis, true)
    }

    /// The `k` least elements along an axis in ascending order, NaN last, and their indices, in i64; all
    /// elements if there are fewer than `k`. PyTorch's `topk` with `largest=False`.
    #[track_caller]
    pub fn least_k(&self, k: usize, axis: i64) -> (Tensor, Tensor) {
        self.extremes(Site::caller(), k, axis, false)
    }

    /// The index, in i64, of the element at position `rank` of a sort along an axis; `rank` is an integer or
    /// a tensor of integers that broadcasts to the other axes, and equal elements keep their order. PyTorch's
    /// `kthvalue` with `rank + 1`.
    #[track_caller]
    pub fn ranked_at(&self, rank: impl Operand, axis: i64) -> Tensor {
        let at = Site::caller();
        let rank = Tensor::from_arg(&self.shared, at, rank.arg());
        self.library(at, || self.move_axis(axis, -1).ranked(at, &rank))
    }

    fn extremes(&self, at: Site, k: usize, axis: i64, greatest: bool) -> (Tensor, Tensor) {
        let shared = &self.shared;
        let both = |made: Traced<[Val; 2]>| match made {
            Ok(made) => made.map(|val| Tensor::of(shared, Ok(val))).into(),
            Err(_) => (Tensor::poison(shared), Tensor::poison(shared)),
        };
        if self.position(at, axis).is_err() {
            return (Tensor::poison(shared), Tensor::poison(shared));
        }
        let (values, places) = shared.library(at, || {
            let line = self.move_axis(axis, -1);
            both(shared.outside_compute(|| {
                let x = line.val(at)?;
                let wanted = wanted(&shared.shape(&x), k);
                let (elem, which) = (x.elem, Extremes { greatest, is_unsigned: is_unsigned(x.elem) });
                let place = shared.ctx.i64();
                let mut made = shared
                    .built_all(at, &[x], elem, |b, v| selection::extremes(b, v[0], &wanted, which, place))?;
                made[1].elem = Elem::Int(64);
                Ok(made)
            }))
        });
        let back = |x: &Tensor| x.library(at, || x.move_axis(-1, axis));
        (back(&values), back(&places))
    }

    /// As [`Tensor::ranked_at`], along the last axis.
    pub(crate) fn ranked(&self, at: Site, rank: &Tensor) -> Tensor {
        self.made(|shared| {
            shared.outside_compute(|| {
                let x = self.val(at)?;
                let mut lead = shared.shape(&x);
                lead.pop();
                let rank = shared.broadcast(at, rank.cast(Elem::Int(64)).val(at)?, &lead)?;
                let (is_unsigned, place) = (is_unsigned(x.elem), shared.ctx.i64());
                shared.built(at, &[x, rank], Elem::Int(64), |b, v| {
                    let keys = selection::keys(b, v[0], is_unsigned);
                    selection::ranked(b, keys, v[1], place)
                })
            })
        })
    }
}

/// `k` elements, or all if there are fewer.
fn wanted(shape: &[Extent], k: usize) -> Extent {
    let wanted = Extent::constant(i64::try_from(k).unwrap_or(i64::MAX));
    shape.last().and_then(|n| n.minimum(&wanted).ok()).unwrap_or(wanted)
}

fn is_unsigned(elem: Elem) -> bool {
    matches!(elem, Elem::UInt(_))
}
