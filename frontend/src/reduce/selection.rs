//! Selection along an axis without a full sort: the greatest and least elements, and those of a given rank.

use crate::trace::error::Site;
use crate::trace::state::{Traced, Val};
use crate::types::broadcast::{join, same};
use crate::types::elem::Elem;
use crate::types::tensor::{Operand, Tensor};
use tf_ir::extent::{Extent, Verdict};
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
    ///     let scores = p.input::<f32>("scores", [p.dim("n")]);
    ///     let names = p.input::<i32>("names", [p.dim("n")]);
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

    /// The index, in i64, of the element that a sort along an axis puts at position `rank`, an integer or a
    /// tensor of integers that broadcasts to the other axes; of equal elements the first index. A
    /// `rank` that is negative or not less than the extent gives the index of some element, or one outside.
    /// PyTorch's `kthvalue` with `rank + 1`.
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
                let rank = rank.cast(Elem::Int(64)).val(at)?;
                if !broadcasts_to(&shared.shape(&rank), &lead) {
                    let (found, of) = (shared.describe(&rank), shared.describe(&x));
                    let message = format!("the ranks, {found}, do not broadcast to the leading axes of {of}");
                    return Err(shared.fail(at, message));
                }
                let rank = shared.broadcast(at, rank, &lead)?;
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

/// True if a shape broadcasts to another one.
fn broadcasts_to(own: &[Extent], other: &[Extent]) -> bool {
    let is_same = |joined: Vec<Extent>| {
        let mut pairs = joined.iter().zip(other);
        joined.len() == other.len() && pairs.all(|(a, b)| same(a, b) == Verdict::Proved)
    };
    join(own, other).is_ok_and(is_same)
}

fn is_unsigned(elem: Elem) -> bool {
    matches!(elem, Elem::UInt(_))
}
