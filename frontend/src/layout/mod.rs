//! Data movement: inserting, removing, permuting, repeating and reversing axes; reshapes.

mod grids;
mod join;
pub(crate) mod parts;

use crate::trace::error::{Fault, Site};
use crate::trace::remedy::Remedy;
use crate::trace::state::{Shared, Traced, Val, shape_words};
use crate::types::broadcast::{join, same};
use crate::types::dim::Shape;
use crate::types::elem::Elem;
use crate::types::tensor::Tensor;
use tf_dialects::tensor::{Reshape, Reverse, Transpose};
use tf_ir::attr::ToAttribute;
use tf_ir::extent::{Extent, Facts, Verdict};

impl Shared {
    /// The extents of a shape; reports all invalid extents.
    pub(crate) fn shape_of(&self, at: Site, shape: impl Shape) -> Traced<Vec<Extent>> {
        self.checked_shape(at, shape.terms())
    }

    pub(crate) fn checked_shape(&self, at: Site, terms: Vec<Result<Extent, Fault>>) -> Traced<Vec<Extent>> {
        let check = |term: Result<Extent, Fault>| {
            let extent = term.map_err(|fault| self.fault(at, fault))?;
            match extent.as_const() {
                Some(n) if n < 0 => Err(self.fail(at, format!("a shape has the negative extent {n}"))),
                _ => Ok(extent),
            }
        };
        let all: Vec<Traced<Extent>> = terms.into_iter().map(check).collect();
        all.into_iter().collect()
    }

    /// A scalar as a tensor of rank 0, for operations that the IR's scalars lack; tensors stay.
    pub(crate) fn tensor_val(&self, at: Site, val: Val) -> Traced<Val> {
        if val.is_scalar(&self.ctx) { self.splat(at, val, &[]) } else { Ok(val) }
    }

    pub(crate) fn reshape(&self, at: Site, val: Val, shape: &[Extent]) -> Traced<Val> {
        if self.shape(&val) == shape {
            return Ok(val);
        }
        let result = self.tensors(shape, val.elem);
        self.value(at, Reshape, &[val], result, &[])
    }

    /// The tensor with an axis of extent 1 before each of the given positions of the result.
    pub(crate) fn insert_axes(&self, at: Site, val: Val, positions: &[usize]) -> Traced<Val> {
        if positions.is_empty() {
            return Ok(val);
        }
        let own = self.shape(&val);
        let rank = own.len() + positions.len();
        let mut rest = own.into_iter();
        let mut axes = Vec::new();
        let mut shape = Vec::new();
        for axis in 0..rank {
            if positions.contains(&axis) {
                shape.push(Extent::constant(1));
            } else {
                axes.push(axis as i64);
                shape.push(rest.next().unwrap_or_else(|| Extent::constant(1)));
            }
        }
        self.broadcast_axes(at, val, &axes, &shape)
    }

    /// The elements in reverse order along axes.
    pub(crate) fn reverse(&self, at: Site, val: Val, axes: &[usize]) -> Traced<Val> {
        if axes.is_empty() {
            return Ok(val);
        }
        let (typed, dims) = (val.typed(), axes.to_attribute(&self.ctx));
        self.value(at, Reverse, &[val], typed, &[("dims", dims)])
    }

    pub(crate) fn permute(&self, at: Site, val: Val, order: &[usize]) -> Traced<Val> {
        if order.iter().enumerate().all(|(i, axis)| i == *axis) {
            return Ok(val);
        }
        let own = self.shape(&val);
        let shape: Vec<Extent> = order.iter().map(|axis| own[*axis].clone()).collect();
        let (result, perm) = (self.tensors(&shape, val.elem), order.to_attribute(&self.ctx));
        self.value(at, Transpose, &[val], result, &[("perm", perm)])
    }

    /// Distinct axes as positions, in the order given.
    pub(crate) fn distinct_axes(&self, at: Site, axes: &[i64], rank: usize) -> Traced<Vec<usize>> {
        let mut found = Vec::new();
        for axis in axes {
            let position = self.axis(at, *axis, rank)?;
            if found.contains(&position) {
                return Err(self.fail(at, format!("axis {axis} is given twice")));
            }
            found.push(position);
        }
        Ok(found)
    }
}

/// # Shapes
///
/// The same elements in other shapes and orders.
impl Tensor {
    /// Runs `make` on this value as a tensor, outside of an enclosing compute.
    pub(crate) fn moved(&self, at: Site, make: impl FnOnce(&Shared, Val) -> Traced<Val>) -> Tensor {
        self.made(|shared| {
            shared.outside_compute(|| {
                let val = self.val(at)?;
                let val = shared.tensor_val(at, val)?;
                make(shared, val)
            })
        })
    }

    /// Adds an axis of extent 1; negative axes count from the end of the result. NumPy's `expand_dims`.
    #[track_caller]
    pub fn expand(&self, axis: i64) -> Tensor {
        let at = Site::caller();
        self.moved(at, |shared, val| {
            let rank = shared.shape(&val).len();
            let axis = shared.axis(at, axis, rank + 1)?;
            shared.insert_axes(at, val, &[axis])
        })
    }

    /// Removes an axis of extent 1. If the extent may differ from 1, it is checked at run time.
    #[track_caller]
    pub fn squeeze(&self, axis: i64) -> Tensor {
        let at = Site::caller();
        self.moved(at, |shared, val| {
            let mut shape = shared.shape(&val);
            let axis = shared.axis(at, axis, shape.len())?;
            let one = Extent::constant(1);
            if same(&shape[axis], &one) == Verdict::Refuted {
                let words = shape_words(&shape);
                let message = format!("cannot remove axis {axis} of {words}: its extent is not 1");
                return Err(shared.fail_about(at, message, &[("the tensor", &val)]));
            }
            shape[axis] = one;
            let val = shared.cast_shape(at, val, &shape)?;
            shape.remove(axis);
            shared.reshape(at, val, &shape)
        })
    }

    /// The axes in reverse order: the transpose of a matrix. NumPy's `transpose` and `.T`.
    #[track_caller]
    pub fn transpose(&self) -> Tensor {
        self.t()
    }

    /// Short for [`Tensor::transpose`].
    #[track_caller]
    pub fn t(&self) -> Tensor {
        let at = Site::caller();
        self.moved(at, |shared, val| {
            let order: Vec<usize> = (0..shared.shape(&val).len()).rev().collect();
            shared.permute(at, val, &order)
        })
    }

    /// Axis `i` of the result is axis `order[i]` of this tensor; each appears once.
    #[track_caller]
    pub fn permute(&self, order: impl AsRef<[i64]>) -> Tensor {
        let at = Site::caller();
        self.moved(at, |shared, val| {
            let rank = shared.shape(&val).len();
            let axes = shared.distinct_axes(at, order.as_ref(), rank)?;
            if axes.len() != rank {
                let (n, words) = (axes.len(), shared.describe(&val));
                return Err(
                    shared.fail(at, format!("the order has {n} axes of {words}: give each axis once"))
                );
            }
            shared.permute(at, val, &axes)
        })
    }

    /// Exchanges two axes.
    #[track_caller]
    pub fn swap_axes(&self, a: i64, b: i64) -> Tensor {
        let at = Site::caller();
        self.moved(at, |shared, val| {
            let rank = shared.shape(&val).len();
            let (a, b) = (shared.axis(at, a, rank)?, shared.axis(at, b, rank)?);
            let mut order: Vec<usize> = (0..rank).collect();
            order.swap(a, b);
            shared.permute(at, val, &order)
        })
    }

    /// Reverses the order of the elements along axes.
    #[track_caller]
    pub fn reverse(&self, axes: impl Axes) -> Tensor {
        let at = Site::caller();
        self.moved(at, |shared, val| {
            let axes = shared.axes(at, axes, shared.shape(&val).len())?;
            shared.reverse(at, val, &axes)
        })
    }

    /// Broadcasts the tensor to a shape: adds missing leading axes, and repeats axes of extent 1.
    #[track_caller]
    pub fn broadcast_to(&self, shape: impl Shape) -> Tensor {
        let at = Site::caller();
        self.moved(at, |shared, val| {
            let (own, shape) = (shared.shape(&val), shared.shape_of(at, shape)?);
            let fits = join(&own, &shape).is_ok_and(|joined| {
                joined.len() == shape.len()
                    && joined.iter().zip(&shape).all(|(a, b)| same(a, b) != Verdict::Refuted)
            });
            if !fits {
                let (a, b) = (shape_words(&own), shape_words(&shape));
                let message = format!("cannot broadcast the shape {a} to {b}");
                return Err(shared.fail_about(at, message, &[("the tensor", &val)]));
            }
            shared.broadcast(at, val, &shape)
        })
    }

    /// The same elements, in row-major order, in another shape. The element counts must be provably equal, as
    /// terms: `[n, 6]` to `[2 * n, 3]`. One extent may be −1; it follows from the others.
    #[track_caller]
    pub fn reshape(&self, shape: impl Shape) -> Tensor {
        let at = Site::caller();
        self.moved(at, |shared, val| {
            let own = shared.shape(&val);
            let shape = shared.complete(at, &own, shape)?;
            let counts = (count(&own), count(&shape));
            let (Some(have), Some(want)) = counts else {
                return Err(shared.fail(at, "the element count is too large an expression"));
            };
            let (a, b) = (shape_words(&own), shape_words(&shape));
            match have.prove_eq(&want, &Facts::new()) {
                Verdict::Proved => shared.reshape(at, val, &shape),
                Verdict::Refuted => {
                    let message = format!("cannot reshape {a} ({have} elements) to {b} ({want} elements)");
                    Err(shared.fail_about(at, message, &[("the tensor", &val)]))
                }
                Verdict::Unknown => {
                    let with_shape = shared.remedy(at, Remedy::WithShape);
                    let message = format!(
                        "cannot reshape {a} to {b}: it cannot be proved that {have} elements are {want}; \
                         state which extents are equal with {with_shape} first"
                    );
                    Err(shared.fail_about(at, message, &[("the tensor", &val)]))
                }
            }
        })
    }

    /// All elements in row-major order, on one axis.
    #[track_caller]
    pub fn flatten(&self) -> Tensor {
        self.reshape([-1])
    }

    /// Asserts the shape: extents that may differ are checked at each call.
    #[track_caller]
    pub fn with_shape(&self, shape: impl Shape) -> Tensor {
        let at = Site::caller();
        self.moved(at, |shared, val| {
            let (own, shape) = (shared.shape(&val), shared.shape_of(at, shape)?);
            let differ = |(a, b)| same(a, b) == Verdict::Refuted;
            if own.len() != shape.len() || own.iter().zip(&shape).any(differ) {
                let (a, b) = (shape_words(&own), shape_words(&shape));
                let message = format!("the shape is {a}, which is never {b}");
                return Err(shared.fail_about(at, message, &[("the tensor", &val)]));
            }
            shared.cast_shape(at, val, &shape)
        })
    }
}

/// The number of elements.
pub(crate) fn count(shape: &[Extent]) -> Option<Extent> {
    shape.iter().try_fold(Extent::constant(1), |n, extent| n.mul(extent).ok())
}

impl Shared {
    /// The target shape of a reshape, with −1 replaced by the remaining extent.
    fn complete(&self, at: Site, own: &[Extent], shape: impl Shape) -> Traced<Vec<Extent>> {
        let terms = shape.terms().into_iter().map(|t| t.map_err(|fault| self.fault(at, fault)));
        let mut shape: Vec<Extent> = terms.collect::<Traced<_>>()?;
        let open: Vec<usize> = (0..shape.len()).filter(|i| shape[*i].as_const() == Some(-1)).collect();
        if let Some(n) = shape.iter().filter_map(Extent::as_const).find(|n| *n < -1) {
            return Err(self.fail(at, format!("a shape has the negative extent {n}")));
        }
        let [axis] = open[..] else {
            if open.is_empty() {
                return Ok(shape);
            }
            return Err(self.fail(at, "only one extent of a shape can be -1"));
        };
        shape[axis] = Extent::constant(1);
        let rest = count(own).zip(count(&shape)).and_then(|(have, part)| have.divide_exact(&part));
        match rest {
            Some(extent) => {
                shape[axis] = extent;
                Ok(shape)
            }
            None => {
                shape.remove(axis);
                let (a, b) = (shape_words(own), shape_words(&shape));
                let message =
                    format!("cannot reshape {a}: its elements are not divisible by the other extents {b}");
                Err(self.fail(at, message))
            }
        }
    }
}

/// Axes: one (`-1`), several (`[0, 1]` or `(0, 1)`), or all (`..`). Negative axes count from the end.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name axes",
    label = "neither an axis nor a list of axes nor `..`",
    note = "axes are one integer, `x.sum(-1)`, several, `x.sum([0, 1])`, or all, `x.sum(..)`; negative ones \
            count from the end"
)]
pub trait Axes {
    /// The axes; `None` for all.
    #[doc(hidden)]
    fn axes(self) -> Option<Vec<i64>>;
}

macro_rules! axis_types {
    ($($int:ty),*) => {
        $(
            impl Axes for $int {
                fn axes(self) -> Option<Vec<i64>> {
                    Some(vec![i64::try_from(self).unwrap_or(i64::MAX)])
                }
            }

            impl<const N: usize> Axes for [$int; N] {
                fn axes(self) -> Option<Vec<i64>> {
                    self.as_slice().axes()
                }
            }

            impl Axes for &[$int] {
                fn axes(self) -> Option<Vec<i64>> {
                    Some(self.iter().map(|axis| i64::try_from(*axis).unwrap_or(i64::MAX)).collect())
                }
            }

            impl Axes for Vec<$int> {
                fn axes(self) -> Option<Vec<i64>> {
                    self.as_slice().axes()
                }
            }
        )*
    };
}
axis_types!(i32, i64, usize);

/// Tuples of axes, as in NumPy.
macro_rules! axis_tuples {
    ($($type:ty: $($name:ident)*;)*) => {
        $(impl Axes for $type {
            fn axes(self) -> Option<Vec<i64>> {
                let ($($name,)*) = self;
                Some(vec![$($name),*])
            }
        })*
    };
}
axis_tuples! { (i64, i64): a b; (i64, i64, i64): a b c; (i64, i64, i64, i64): a b c d; }

impl Axes for std::ops::RangeFull {
    fn axes(self) -> Option<Vec<i64>> {
        None
    }
}

impl Shared {
    /// Axes as positions.
    pub(crate) fn axes(&self, at: Site, axes: impl Axes, rank: usize) -> Traced<Vec<usize>> {
        match axes.axes() {
            Some(axes) => self.distinct_axes(at, &axes, rank),
            None => Ok((0..rank).collect()),
        }
    }
}

/// # Sizes
///
/// The element count.
impl Tensor {
    /// The number of elements as a value of type index.
    #[track_caller]
    pub fn size(&self) -> Tensor {
        let at = Site::caller();
        let count = self.extents().and_then(|shape| {
            count(&shape).ok_or_else(|| self.shared.fail(at, "the element count is too large an expression"))
        });
        Tensor::of_index(&self.shared, count.map(crate::types::index::IndexExpr::extent))
    }
}

/// The element type of the sum of values of this type.
pub(crate) fn sum_elem(elem: Elem) -> Elem {
    if elem == Elem::Bool { Elem::Int(64) } else { elem }
}
