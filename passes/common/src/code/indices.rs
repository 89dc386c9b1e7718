//! Values of extents, and subscripts after their policy.

use tf_dialects::arith::{self, const_index};
use tf_dialects::tensor::{ExtentOf, Policy};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;

/// The subscript of the element that a policy redirects to; other policies leave it unchanged. If the axis is
/// empty, it is out of bounds.
pub fn moved(b: &mut Builder<'_>, policy: Policy, subscript: Value, extent: Value) -> Value {
    match policy {
        Policy::Clamp => {
            let (zero, one) = (const_index(b, 0), const_index(b, 1));
            let last = arith::subi(b, extent, one);
            let low = arith::minsi(b, subscript, last);
            arith::maxsi(b, low, zero)
        }
        Policy::Wrap => {
            let one = const_index(b, 1);
            let divisor = arith::maxsi(b, extent, one);
            let quotient = arith::floordivsi(b, subscript, divisor);
            let whole = arith::muli(b, quotient, divisor);
            arith::subi(b, subscript, whole)
        }
        _ => subscript,
    }
}

/// The value of an extent.
pub fn extent_value(b: &mut Builder<'_>, extent: &Extent) -> Value {
    match extent.as_const() {
        Some(n) => const_index(b, n),
        None => ExtentOf::build(b, extent),
    }
}
