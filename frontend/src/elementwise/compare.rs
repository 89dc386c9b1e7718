//! Comparisons and selection.

use crate::elementwise::Pointwise;
use crate::trace::error::Site;
use crate::types::elem::Elem;
use crate::types::tensor::{Arg, Operand, Tensor};
use tf_dialects::arith::{CmpF, CmpI, Cmpf, Cmpi};
use tf_ir::attr::ToAttribute;

impl Tensor {
    /// Compares by a predicate for floats, which is ordered except for `ne` (NaN differs from all values),
    /// and one for integers.
    fn compare(&self, at: Site, what: &str, (float, signed): (CmpF, CmpI), other: Arg) -> Tensor {
        self.made(|shared| {
            shared.settled(at, [self.arg(), other], |pieces| {
                let elem = shared.common_elem(at, what, &pieces)?;
                let (op, predicate) = match elem {
                    _ if elem.is_float() => (Cmpf::KIND, float.to_attribute(&shared.ctx)),
                    _ if elem.is_signed() => (Cmpi::KIND, signed.to_attribute(&shared.ctx)),
                    _ => (Cmpi::KIND, signed.unsigned().to_attribute(&shared.ctx)),
                };
                let attrs = [("predicate", predicate)];
                let op = Pointwise { op, result: Elem::Bool, attrs: &attrs };
                shared.pointwise(at, what, &pieces, elem, op)
            })
        })
    }
}

macro_rules! comparisons {
    ($($(#[$doc:meta])* $method:ident $float:ident $signed:ident;)*) => {
        /// # Comparisons
        ///
        /// Elementwise; the result is a tensor of bools. Rust's operators give one `bool`, so these are
        /// methods.
        impl Tensor {
            $(
                $(#[$doc])*
                #[track_caller]
                pub fn $method(&self, other: impl Operand) -> Tensor {
                    let predicates = (CmpF::$float, CmpI::$signed);
                    self.compare(Site::caller(), stringify!($method), predicates, other.arg())
                }
            )*
        }
    };
}

comparisons! {
    /// `self == other`; false for NaN.
    eq OEQ Eq;
    /// `self != other`; true for NaN.
    ne UNE Ne;
    /// `self < other`; false for NaN.
    lt OLT Slt;
    /// `self <= other`; false for NaN.
    le OLE Sle;
    /// `self > other`; false for NaN.
    gt OGT Sgt;
    /// `self >= other`; false for NaN.
    ge OGE Sge;
}

/// # Selection by conditions
///
/// Elements of one tensor or another, by a condition.
impl Tensor {
    /// Selects the elements of `a` where this is true, elsewhere those of `b`. Both are computed;
    /// [`crate::Tracer::if_`] computes only one.
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
