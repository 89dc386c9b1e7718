//! Comparisons, and choices by them.

use crate::elem::Elem;
use crate::elementwise::Pointwise;
use crate::error::Site;
use crate::tensor::{Arg, Operand, Tensor};
use tf_dialects::arith::predicate::{CmpF, CmpI};

/// One comparison: what the user wrote, and the predicates.
struct Comparison {
    what: &'static str,
    /// Ordered, but for `ne`: NaN differs from everything.
    float: &'static str,
    signed: CmpI,
}

impl Tensor {
    fn compare(&self, at: Site, comparison: &Comparison, other: Arg) -> Tensor {
        self.made(|shared| {
            shared.settled(at, [self.arg(), other], |pieces| {
                let elem = shared.common_elem(at, comparison.what, &pieces)?;
                let (name, predicate) = match elem {
                    _ if elem.is_float() => {
                        let predicate = CmpF::from_name(comparison.float).map_or(0, CmpF::number);
                        ("arith.cmpf", predicate)
                    }
                    _ if elem.is_signed() => ("arith.cmpi", comparison.signed as u8),
                    _ => ("arith.cmpi", comparison.signed.unsigned() as u8),
                };
                let attrs = [("predicate", shared.ctx.i64_attr(predicate.into()))];
                let op = Pointwise { name, result: Elem::Bool, attrs: &attrs };
                shared.pointwise(at, comparison.what, &pieces, elem, op)
            })
        })
    }
}

macro_rules! comparisons {
    ($($(#[$doc:meta])* $method:ident $float:literal $signed:ident;)*) => {
        impl Tensor {
            $(
                $(#[$doc])*
                #[track_caller]
                pub fn $method(&self, other: impl Operand) -> Tensor {
                    let comparison =
                        Comparison { what: stringify!($method), float: $float, signed: CmpI::$signed };
                    self.compare(Site::caller(), &comparison, other.arg())
                }
            )*
        }
    };
}

comparisons! {
    /// `self == other`; false for NaN.
    eq "oeq" Eq;
    /// `self != other`; true for NaN.
    ne "une" Ne;
    /// `self < other`; false for NaN.
    lt "olt" Slt;
    /// `self <= other`; false for NaN.
    le "ole" Sle;
    /// `self > other`; false for NaN.
    gt "ogt" Sgt;
    /// `self >= other`; false for NaN.
    ge "oge" Sge;
}

impl Tensor {
    /// Where this is true the elements of `a`, elsewhere those of `b`. Both are computed; for a choice of what to compute
    /// there is [`crate::Tracer::if_`].
    #[track_caller]
    pub fn select(&self, a: impl Operand, b: impl Operand) -> Tensor {
        let at = Site::caller();
        self.made(|shared| shared.choose(at, self.arg(), a.arg(), b.arg()))
    }
}

/// NumPy's `where`: [`Tensor::select`] as a function.
#[track_caller]
pub fn where_(condition: &Tensor, a: impl Operand, b: impl Operand) -> Tensor {
    condition.select(a, b)
}
