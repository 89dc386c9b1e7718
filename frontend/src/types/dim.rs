//! Extents of shapes while tracing: constants, and terms over named extents.

use crate::trace::error::{Fault, Site};
use std::cell::OnceCell;
use std::fmt;
use std::ops::{Add, Div, Mul, Rem, Sub};
use tf_ir::extent::{Extent, ExtentError};

/// An extent: a constant, or a term over the named extents of the program, as in `2 * n + 1`.
///
/// Made by [`crate::Tracer::dim`], [`crate::Tensor::extent`], and from integers. `+ - *` take extents and
/// integers; `/` and `%` take a positive integer and round towards −∞. The operation that uses an invalid
/// extent (an overflow) reports the error.
#[derive(Clone, Copy)]
pub struct Dim<'p>(Repr<'p>);

#[derive(Clone, Copy)]
enum Repr<'p> {
    Const(i64),
    Term(&'p Terms, &'p Extent),
    Bad(Fault),
}

/// The arena of terms for extents; it lives as long as the trace.
#[derive(Default)]
pub(crate) struct Terms(OnceCell<Box<Node>>);

struct Node {
    extent: Extent,
    next: OnceCell<Box<Node>>,
}

impl Terms {
    /// The unique copy of a term. Terms are few, so a linear search is cheap.
    fn keep(&self, extent: Extent) -> &Extent {
        let mut slot = &self.0;
        while let Some(node) = slot.get() {
            if node.extent == extent {
                return &node.extent;
            }
            slot = &node.next;
        }
        &slot.get_or_init(|| Box::new(Node { extent, next: OnceCell::new() })).extent
    }
}

/// Iterative, since recursion over a long chain may overflow the stack.
impl Drop for Terms {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(mut node) = next {
            next = node.next.take();
        }
    }
}

impl<'p> Dim<'p> {
    pub(crate) fn new(terms: &'p Terms, extent: Extent) -> Dim<'p> {
        match extent.as_const() {
            Some(value) => Dim(Repr::Const(value)),
            None => Dim(Repr::Term(terms, terms.keep(extent))),
        }
    }

    pub(crate) fn bad(fault: Fault) -> Dim<'p> {
        Dim(Repr::Bad(fault))
    }

    /// The term, or the reason why it is invalid.
    pub(crate) fn term(self) -> Result<Extent, Fault> {
        match self.0 {
            Repr::Const(value) => Ok(Extent::constant(value)),
            Repr::Term(_, extent) => Ok(extent.clone()),
            Repr::Bad(fault) => Err(fault),
        }
    }

    /// The term; `None` for an invalid extent, which the operation that uses it reports.
    pub fn to_extent(self) -> Option<Extent> {
        self.term().ok()
    }

    /// The value of a constant.
    pub fn as_const(self) -> Option<i64> {
        match self.0 {
            Repr::Const(value) => Some(value),
            _ => None,
        }
    }

    fn combine(
        self,
        other: Dim<'p>,
        at: Site,
        op: impl FnOnce(&Extent, &Extent) -> Result<Extent, ExtentError>,
    ) -> Dim<'p> {
        let terms = match (self.0, other.0) {
            (Repr::Bad(fault), _) | (_, Repr::Bad(fault)) => return Dim(Repr::Bad(fault)),
            (Repr::Term(terms, _), _) | (_, Repr::Term(terms, _)) => Some(terms),
            _ => None,
        };
        let operands = self.term().and_then(|a| Ok((a, other.term()?)));
        let result = operands.and_then(|(a, b)| op(&a, &b).map_err(|error| Fault::extent(&error, at)));
        match (result, terms) {
            (Err(fault), _) => Dim(Repr::Bad(fault)),
            (Ok(extent), Some(terms)) => Dim::new(terms, extent),
            (Ok(extent), None) => Dim(Repr::Const(extent.as_const().unwrap_or_default())),
        }
    }

    /// The lesser of two extents.
    #[track_caller]
    pub fn min(self, other: impl Into<Dim<'p>>) -> Dim<'p> {
        self.combine(other.into(), Site::caller(), Extent::minimum)
    }

    /// The greater of two extents.
    #[track_caller]
    pub fn max(self, other: impl Into<Dim<'p>>) -> Dim<'p> {
        self.combine(other.into(), Site::caller(), Extent::maximum)
    }

    /// The extent divided by a positive integer, rounded up.
    #[track_caller]
    pub fn ceil_div(self, divisor: i64) -> Dim<'p> {
        self.combine(Dim::from(divisor), Site::caller(), |a, _| a.ceildiv(divisor))
    }
}

impl fmt::Display for Dim<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Repr::Const(value) => write!(f, "{value}"),
            Repr::Term(_, extent) => write!(f, "{extent}"),
            Repr::Bad(_) => f.write_str("<error>"),
        }
    }
}

impl fmt::Debug for Dim<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dim({self})")
    }
}

macro_rules! from_integers {
    ($($int:ty),*) => {
        $(
            impl From<$int> for Dim<'_> {
                #[track_caller]
                fn from(value: $int) -> Self {
                    match i64::try_from(value) {
                        Ok(value) => Dim(Repr::Const(value)),
                        Err(_) => Dim(Repr::Bad(Fault::extent(&ExtentError::Overflow, Site::caller()))),
                    }
                }
            }
        )*
    };
}
from_integers!(i32, i64, u32, usize);

/// An extent in a shape, or on the right of an operator on extents: an extent or an integer.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an extent",
    label = "neither an extent nor an integer",
    note = "extents are named by `p.dim(\"n\")`, taken from tensors by `x.extent(0)`, and combined with each other and with integers: `2 * n + 1`",
    note = "integers that are extents are `i32`, `i64`, `u32` or `usize`"
)]
pub trait IntoDim<'p> {
    #[doc(hidden)]
    fn into_dim(self) -> Dim<'p>;
}

impl<'p> IntoDim<'p> for Dim<'p> {
    fn into_dim(self) -> Dim<'p> {
        self
    }
}

macro_rules! into_dim {
    ($($int:ty),*) => {
        $(impl<'p> IntoDim<'p> for $int {
            #[track_caller]
            fn into_dim(self) -> Dim<'p> {
                Dim::from(self)
            }
        })*
    };
}
into_dim!(i32, i64, u32, usize);

/// An operator on extents, with extents and integers on either side.
macro_rules! operator {
    ($trait:ident $method:ident $op:expr) => {
        impl<'p, R: IntoDim<'p>> $trait<R> for Dim<'p> {
            type Output = Dim<'p>;
            #[track_caller]
            fn $method(self, other: R) -> Dim<'p> {
                self.combine(other.into_dim(), Site::caller(), $op)
            }
        }
        impl<'p> $trait<Dim<'p>> for i32 {
            type Output = Dim<'p>;
            #[track_caller]
            fn $method(self, other: Dim<'p>) -> Dim<'p> {
                Dim::from(self).combine(other, Site::caller(), $op)
            }
        }
    };
}
operator!(Add add Extent::add);
operator!(Sub sub Extent::sub);
operator!(Mul mul Extent::mul);
operator!(Div div |a: &Extent, b: &Extent| by_constant(a, b, Extent::floordiv));
operator!(Rem rem |a: &Extent, b: &Extent| by_constant(a, b, Extent::modulo));

fn by_constant(
    a: &Extent,
    b: &Extent,
    op: fn(&Extent, i64) -> Result<Extent, ExtentError>,
) -> Result<Extent, ExtentError> {
    let divisor = b.as_const().ok_or_else(|| ExtentError::DivisorNotConstant(b.to_string()))?;
    op(a, divisor)
}

/// Extents in order, outermost first: a tuple of extents and integers (`(n, 3)`), an array, slice or vector
/// of one type (`[n, m]`, `[512, 512]`), a single one (`n`), `()` for rank 0.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape",
    label = "does not consist of extents and integers",
    note = "a shape is a tuple of extents and integers, `(n, 3)`, an array of extents, `[n, m]`, or of integers, `[4, 3]`, one extent, `n`, or `()`",
    note = "extents are named by `p.dim(\"n\")`, and integers are `i32`, `i64`, `u32` or `usize`"
)]
pub trait Shape {
    /// The terms, or for invalid ones the reason.
    #[doc(hidden)]
    fn terms(self) -> Vec<Result<Extent, Fault>>;
}

impl<'p, D: IntoDim<'p>, const N: usize> Shape for [D; N] {
    fn terms(self) -> Vec<Result<Extent, Fault>> {
        self.into_iter().map(|dim| dim.into_dim().term()).collect()
    }
}

impl<'p, D: Clone + IntoDim<'p>> Shape for &[D] {
    fn terms(self) -> Vec<Result<Extent, Fault>> {
        self.iter().map(|dim| dim.clone().into_dim().term()).collect()
    }
}

impl<'p, D: IntoDim<'p>> Shape for Vec<D> {
    fn terms(self) -> Vec<Result<Extent, Fault>> {
        self.into_iter().map(|dim| dim.into_dim().term()).collect()
    }
}

impl<'p, D: Clone + IntoDim<'p>> Shape for &Vec<D> {
    fn terms(self) -> Vec<Result<Extent, Fault>> {
        self.as_slice().terms()
    }
}

macro_rules! tuple_shapes {
    ($($($name:ident)*;)*) => {
        $(
            #[allow(non_snake_case)]
            impl<'p, $($name: IntoDim<'p>),*> Shape for ($($name,)*) {
                fn terms(self) -> Vec<Result<Extent, Fault>> {
                    let ($($name,)*) = self;
                    vec![$($name.into_dim().term()),*]
                }
            }
        )*
    };
}
tuple_shapes! { A; A B; A B C; A B C D; A B C D E; A B C D E F; A B C D E F G; A B C D E F G H; }

/// The shape of a vector.
macro_rules! single_shapes {
    ($($type:ty),*) => {
        $(impl Shape for $type {
            #[track_caller]
            fn terms(self) -> Vec<Result<Extent, Fault>> {
                vec![Dim::from(self).term()]
            }
        })*
    };
}
single_shapes!(Dim<'_>, i32, i64, u32, usize);

impl Shape for () {
    fn terms(self) -> Vec<Result<Extent, Fault>> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(dim: Dim<'_>) -> String {
        dim.to_string()
    }

    #[test]
    fn arithmetic_gives_normal_forms() {
        let terms = Terms::default();
        let n = Dim::new(&terms, Extent::symbol("n").unwrap());
        let m = Dim::new(&terms, Extent::symbol("m").unwrap());
        assert_eq!(text(2 * n + 1), "2*n + 1");
        assert_eq!(text(n - n), "0");
        assert_eq!((n - n).as_const(), Some(0));
        assert_eq!(text((n + 3) / 4), "(n + 3) floordiv 4");
        assert_eq!(text(n.ceil_div(4)), "(n + 3) floordiv 4");
        assert_eq!(text(n % 2usize), "n mod 2");
        assert_eq!(text(n * m - m * n + 7i64), "7");
        assert_eq!(text(n.min(m).max(0)), text(n.min(m)));
        assert_eq!((Dim::from(3) * 4).as_const(), Some(12));
    }

    #[test]
    fn faults_travel_with_the_extent() {
        let big = Dim::from(i64::MAX) + 1;
        assert!(big.term().is_err() && (big - 1).term().is_err());
        let terms = Terms::default();
        let n = Dim::new(&terms, Extent::symbol("n").unwrap());
        let fault = (n / 0).term().unwrap_err();
        assert!(fault.to_string().contains("positive divisor, not 0"), "{fault}");
        assert!(Dim::from(usize::MAX).term().is_err());
    }

    #[test]
    fn shapes_of_every_kind() {
        let terms = Terms::default();
        let n = Dim::new(&terms, Extent::symbol("n").unwrap());
        let words = |terms: Vec<Result<Extent, Fault>>| {
            terms.into_iter().map(|t| t.unwrap().to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(words((n, 3).terms()), "n 3");
        assert_eq!(words((n, 3, n + 1).terms()), "n 3 n + 1");
        assert_eq!(words([2, 3].terms()), "2 3");
        assert_eq!(words(vec![n, n].terms()), "n n");
        assert_eq!(words([4usize, 5].as_slice().terms()), "4 5");
        assert_eq!(words(().terms()), "");
        assert_eq!(words(n.terms()) + &words(7.terms()) + &words(8usize.terms()), "n78");
        assert_eq!(words((n, 3usize, 4i64, n * 2, 1, 1, 1, 1).terms()), "n 3 4 2*n 1 1 1 1");
    }

    #[test]
    fn many_terms_are_dropped_without_recursion() {
        let terms = Terms::default();
        let mut slot = &terms.0;
        for i in 0..200_000 {
            let node = Node { extent: Extent::constant(i), next: OnceCell::new() };
            slot = &slot.get_or_init(|| Box::new(node)).next;
        }
        drop(terms);
    }
}
