//! Products by NumPy's names, all of them contractions.

use crate::trace::error::Site;
use crate::trace::tracer::Tracer;
use crate::types::tensor::{Operand, Tensor};

/// Labels of axes; `None` if there are more axes than letters.
fn labels(from: usize, count: usize) -> Option<String> {
    let letters: Vec<char> = ('a'..='z').chain('A'..='Z').collect();
    letters.get(from..from + count).map(|l| l.iter().collect())
}

/// # Products by NumPy's names
///
/// Sums of products over other axes than those of [`matmul`](Tensor::matmul), and the cross product.
impl Tensor {
    fn operands(&self, at: Site, other: impl Operand) -> (Tensor, Tensor, Tracer) {
        let other = self.operand_like(at, other.arg());
        (self.clone(), other, Tracer { shared: self.shared.clone() })
    }

    /// The sum of products over the last axis of this and the last but one (or only) axis of the other; all
    /// other axes stay, first this tensor's. Scalars multiply. NumPy's `dot`; for batches there is
    /// [`Tensor::matmul`].
    #[track_caller]
    pub fn dot(&self, other: impl Operand) -> Tensor {
        let at = Site::caller();
        let (a, b, tracer) = self.operands(at, other);
        match (a.rank(), b.rank()) {
            (0, _) | (_, 0) => a * b,
            (n, m) => {
                let axis = m.saturating_sub(2);
                tracer.product(at, "dot", (&a, &[n - 1]), (&b, &[axis]))
            }
        }
    }

    /// The sum of products over the last axes of both; all other axes stay. NumPy's `inner`.
    #[track_caller]
    pub fn inner(&self, other: impl Operand) -> Tensor {
        let at = Site::caller();
        let (a, b, tracer) = self.operands(at, other);
        match (a.rank(), b.rank()) {
            (0, _) | (_, 0) => a * b,
            (n, m) => tracer.product(at, "inner", (&a, &[n - 1]), (&b, &[m - 1])),
        }
    }

    /// The sum of products of all elements, in row-major order. NumPy's `vdot` (of real tensors).
    #[track_caller]
    pub fn vdot(&self, other: impl Operand) -> Tensor {
        let at = Site::caller();
        let (a, b, tracer) = self.operands(at, other);
        self.library(at, || tracer.product(at, "vdot", (&a.flatten(), &[0]), (&b.flatten(), &[0])))
    }

    /// The sum of products over pairs of axes: `own[i]` of this and `others[i]` of the other; all other axes
    /// stay, first this tensor's. NumPy's `tensordot`.
    #[track_caller]
    pub fn tensordot(
        &self,
        other: impl Operand,
        own: impl AsRef<[i64]>,
        others: impl AsRef<[i64]>,
    ) -> Tensor {
        let at = Site::caller();
        let (a, b, tracer) = self.operands(at, other);
        let shared = &self.shared;
        let own = shared.distinct_axes(at, own.as_ref(), a.rank());
        let others = shared.distinct_axes(at, others.as_ref(), b.rank());
        let (Ok(own), Ok(others)) = (own, others) else { return Tensor::poison(shared) };
        if own.len() != others.len() {
            let (n, m) = (own.len(), others.len());
            return self
                .failed(at, format!("tensordot pairs {n} axes of the first tensor with {m} of the second"));
        }
        tracer.product(at, "tensordot", (&a, &own), (&b, &others))
    }

    /// The Kronecker product: each element of this times the whole other, axis by axis. Both have the same
    /// rank.
    #[track_caller]
    pub fn kron(&self, other: impl Operand) -> Tensor {
        let at = Site::caller();
        let (a, b, tracer) = self.operands(at, other);
        if a.is_poisoned() || b.is_poisoned() {
            return Tensor::poison(&self.shared);
        }
        self.library(at, || {
            let rank = a.rank().max(b.rank());
            let filled = |x: &Tensor| (x.rank()..rank).fold(x.clone(), |x, _| x.expand(0));
            let (a, b, rank) = (filled(&a), filled(&b), rank as i64);
            let all = tracer.product(at, "kron", (&a, &[]), (&b, &[]));
            let order: Vec<i64> = (0..rank).flat_map(|axis| [axis, rank + axis]).collect();
            let dims: Vec<crate::Dim<'_>> =
                a.shape().into_iter().zip(b.shape()).map(|(n, m)| n * m).collect();
            all.permute(order).reshape(dims)
        })
    }

    /// The cross product of vectors of three elements on the last axis; other axes broadcast.
    #[track_caller]
    pub fn cross(&self, other: impl Operand) -> Tensor {
        let at = Site::caller();
        let (a, b, tracer) = self.operands(at, other);
        self.library(at, || {
            let of = |x: &Tensor| [0, 1, 2].map(|i| x.index(-1, i));
            let ([a0, a1, a2], [b0, b1, b2]) = (of(&a), of(&b));
            let parts = [&a1 * &b2 - &a2 * &b1, &a2 * &b0 - &a0 * &b2, &a0 * &b1 - &a1 * &b0];
            tracer.stack_axis(-1, parts)
        })
    }
}

impl Tracer {
    /// The sum of products over pairs of axes.
    fn product(&self, at: Site, what: &str, a: (&Tensor, &[usize]), b: (&Tensor, &[usize])) -> Tensor {
        let ((a, own), (b, others)) = (a, b);
        if a.is_poisoned() || b.is_poisoned() {
            return Tensor::poison(&self.shared);
        }
        let (first, second) = (labels(0, a.rank()), labels(a.rank(), b.rank()));
        let (Some(first), Some(second)) = (first, second) else {
            return a.failed(at, format!("{what} takes at most 52 axes"));
        };
        let (first, mut second): (Vec<char>, Vec<char>) = (first.chars().collect(), second.chars().collect());
        own.iter().zip(others).for_each(|(i, j)| second[*j] = first[*i]);
        let kept = first.iter().enumerate().filter(|(i, _)| !own.contains(i)).map(|(_, l)| *l);
        let rest = second.iter().enumerate().filter(|(j, _)| !others.contains(j)).map(|(_, l)| *l);
        let result: String = kept.chain(rest).collect();
        let text = |labels: &[char]| labels.iter().collect::<String>();
        let equation = format!("{},{}->{result}", text(&first), text(&second));
        self.contraction(at, what, &equation, [a, b])
    }
}
