//! Handles of traced values, and the operands of expressions.

use crate::trace::error::{Fault, Site};
use crate::trace::state::{Reported, Shared, Traced, Val};
use crate::types::dim::Dim;
use crate::types::elem::{Elem, Number};
use crate::types::index::IndexExpr;
use std::fmt;
use std::rc::Rc;
use tf_ir::extent::Extent;

/// A value of a traced program: a tensor, or a scalar.
///
/// A handle is cheap to clone; operators take it by value and by reference. Scalars come from
/// [`crate::Tracer::scalar`], or are the indices of [`crate::Tracer::compute`]; everywhere else they act as
/// tensors of rank 0.
///
/// An operation that fails records an error with the user's file and line and returns a *poisoned* handle;
/// results that depend on it are poisoned, too, without another error. [`crate::Program::trace`] returns all
/// errors.
///
/// # Methods by topic
/// The sections below are in source order. Some entry points:
///
/// - type and shape: [`elem`](Tensor::elem), [`rank`](Tensor::rank), [`shape`](Tensor::shape),
///   [`extent`](Tensor::extent), [`cast`](Tensor::cast), [`bitcast`](Tensor::bitcast)
/// - elementwise: operators; [`exp`](Tensor::exp), [`sqrt`](Tensor::sqrt), [`sin`](Tensor::sin),
///   [`pow`](Tensor::pow), [`max`](Tensor::max), [`clamp`](Tensor::clamp), [`floor`](Tensor::floor),
///   [`sigmoid`](Tensor::sigmoid), [`lgamma`](Tensor::lgamma)
/// - comparisons: [`lt`](Tensor::lt), [`eq`](Tensor::eq), [`is_nan`](Tensor::is_nan),
///   [`select`](Tensor::select)
/// - reductions: [`sum`](Tensor::sum), [`mean`](Tensor::mean), [`max_along`](Tensor::max_along),
///   [`argmax`](Tensor::argmax), [`all`](Tensor::all), [`var`](Tensor::var), [`softmax`](Tensor::softmax);
///   scans: [`cumsum`](Tensor::cumsum), [`scan`](Tensor::scan)
/// - shapes: [`reshape`](Tensor::reshape), [`permute`](Tensor::permute), [`t`](Tensor::t),
///   [`expand`](Tensor::expand), [`squeeze`](Tensor::squeeze), [`broadcast_to`](Tensor::broadcast_to),
///   [`flip`](Tensor::flip), [`repeat`](Tensor::repeat)
/// - parts: [`slice`](Tensor::slice), [`index`](Tensor::index), [`split`](Tensor::split),
///   [`pad`](Tensor::pad), [`roll`](Tensor::roll), [`diagonal`](Tensor::diagonal)
/// - computed indices: [`at`](Tensor::at), [`take`](Tensor::take), [`set_at`](Tensor::set_at),
///   [`add_at`](Tensor::add_at), [`bincount`](Tensor::bincount), [`linear`](Tensor::linear)
/// - order: [`sort`](Tensor::sort), [`argsort`](Tensor::argsort), [`searchsorted`](Tensor::searchsorted),
///   [`median`](Tensor::median), [`top_k`](Tensor::top_k), [`ranked_at`](Tensor::ranked_at),
///   [`unique`](Tensor::unique), [`compress`](Tensor::compress)
/// - products: [`matmul`](Tensor::matmul), [`dot`](Tensor::dot), [`outer`](Tensor::outer),
///   [`tensordot`](Tensor::tensordot), [`conv`](Tensor::conv)
/// - linear algebra: [`solve`](Tensor::solve), [`cholesky`](Tensor::cholesky), [`qr`](Tensor::qr),
///   [`inverse`](Tensor::inverse), [`det`](Tensor::det)
/// - derivatives: [`grad`](Tensor::grad), [`jacobian`](Tensor::jacobian), [`detach`](Tensor::detach)
///
/// New tensors (`zeros`, `iota`, random numbers), comprehensions, loops and kernels are methods of
/// [`crate::Tracer`].
#[derive(Clone)]
pub struct Tensor {
    pub(crate) shared: Rc<Shared>,
    pub(crate) repr: Repr,
}

#[derive(Clone)]
pub(crate) enum Repr {
    Poison,
    Value(Val),
    /// A scalar index as an affine expression, for the access maps of reads and the bounds of folds.
    Index(Rc<IndexExpr>),
}

/// # Type and shape
///
/// The element type and the extents, known while the program is traced.
impl Tensor {
    pub(crate) fn poison(shared: &Rc<Shared>) -> Tensor {
        Tensor { shared: shared.clone(), repr: Repr::Poison }
    }

    pub(crate) fn of(shared: &Rc<Shared>, val: Traced<Val>) -> Tensor {
        let repr = match val {
            Ok(val) if val.elem == Elem::Index && val.is_scalar(&shared.ctx) => {
                Repr::Index(Rc::new(IndexExpr::value(val, false)))
            }
            Ok(val) => Repr::Value(val),
            Err(Reported) => Repr::Poison,
        };
        Tensor { shared: shared.clone(), repr }
    }

    pub(crate) fn of_index(shared: &Rc<Shared>, index: Traced<IndexExpr>) -> Tensor {
        let repr = index.map_or(Repr::Poison, |index| Repr::Index(Rc::new(index)));
        Tensor { shared: shared.clone(), repr }
    }

    /// True if an error has made the value meaningless.
    pub fn is_poisoned(&self) -> bool {
        matches!(self.repr, Repr::Poison)
    }

    /// The element type; [`Elem::F32`] for a poisoned handle.
    pub fn elem(&self) -> Elem {
        match &self.repr {
            Repr::Poison => Elem::F32,
            Repr::Value(val) => val.elem,
            Repr::Index(_) => Elem::Index,
        }
    }

    /// The extents; an error for a poisoned handle.
    pub(crate) fn extents(&self) -> Traced<Vec<Extent>> {
        match &self.repr {
            Repr::Poison => Err(Reported),
            Repr::Value(val) => Ok(self.shared.shape(val)),
            Repr::Index(_) => Ok(Vec::new()),
        }
    }

    /// The number of axes; 0 for a scalar and for a poisoned handle.
    pub fn rank(&self) -> usize {
        self.extents().map_or(0, |e| e.len())
    }

    /// The extents, outermost first.
    pub fn shape(&self) -> Vec<Dim<'_>> {
        let extents = self.extents().unwrap_or_default();
        extents.into_iter().map(|extent| Dim::new(&self.shared.terms, extent)).collect()
    }

    /// The extent of an axis; negative axes count from the end.
    #[track_caller]
    pub fn extent(&self, axis: i64) -> Dim<'_> {
        let found = self.extents().and_then(|extents| {
            let axis = self.shared.axis(Site::caller(), axis, extents.len())?;
            Ok(extents[axis].clone())
        });
        match found {
            Ok(extent) => Dim::new(&self.shared.terms, extent),
            Err(Reported) => Dim::bad(Fault::REPORTED),
        }
    }

    /// The value in the IR.
    pub(crate) fn val(&self, at: Site) -> Traced<Val> {
        match &self.repr {
            Repr::Poison => Err(Reported),
            Repr::Value(val) => Ok(val.clone()),
            Repr::Index(index) => self.shared.index_value(at, index),
        }
    }
}

/// Type and shape: `f32[n, 3]`.
impl fmt::Debug for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.repr {
            Repr::Poison => f.write_str("<error>"),
            Repr::Value(val) => f.write_str(&self.shared.describe(val)),
            Repr::Index(index) => write!(f, "index {index}"),
        }
    }
}

/// An operand of an expression.
#[doc(hidden)]
#[derive(Clone)]
pub enum Arg {
    Tensor(Tensor),
    Number(Number),
    Dim(Result<Extent, Fault>),
}

impl Arg {
    /// Its element type.
    pub(crate) fn elem(&self) -> Elem {
        match self {
            Arg::Tensor(tensor) => tensor.elem(),
            Arg::Number(number) => number.elem(),
            Arg::Dim(_) => Elem::Index,
        }
    }
}

/// An operand of an expression: a [`Tensor`] by value or reference, a Rust scalar, or a [`Dim`].
///
/// A Rust scalar takes the element type of the other operand: `x + 1` and `x + 1.0` are f16 for an f16 `x`. A
/// float together with integers makes both f32. Without another operand (a loop's start value), it has its
/// Rust type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a value of a program",
    label = "neither a tensor nor a scalar nor an extent",
    note = "values are `Tensor`s by value or reference, scalars of Rust, extents (`p.dim(\"n\")`)",
    note = "elements of the host become a tensor of the program by `p.tensor([2], &[1.0f32, 2.0])`, an `Array` by `p.array(&array)`"
)]
pub trait Operand {
    #[doc(hidden)]
    fn arg(self) -> Arg;
}

impl Operand for Tensor {
    fn arg(self) -> Arg {
        Arg::Tensor(self)
    }
}

impl Operand for &Tensor {
    fn arg(self) -> Arg {
        Arg::Tensor(self.clone())
    }
}

impl Operand for Dim<'_> {
    fn arg(self) -> Arg {
        Arg::Dim(self.term())
    }
}

impl Operand for Number {
    fn arg(self) -> Arg {
        Arg::Number(self)
    }
}

/// References, too: iterators over slices yield them.
macro_rules! number_operands {
    ($($number:ty),*) => {
        $(
            impl Operand for $number {
                fn arg(self) -> Arg {
                    Arg::Number(Number::from(self))
                }
            }

            impl Operand for &$number {
                fn arg(self) -> Arg {
                    (*self).arg()
                }
            }
        )*
    };
}
number_operands!(bool, i8, i16, i32, i64, u8, u16, u32, u64, usize, half::f16, half::bf16, f32, f64);
