//! Orderings of scalars, for comparators of sorts and for selecting combiners.

use tf_dialects::arith::{self, CmpF, CmpI};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_library::floats::total_order;

/// An ordering of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// Floats by value with NaN last (NumPy's order); signed integers.
    NanLast,
    /// Floats as IEEE 754's `totalOrder`: −NaN, −∞ … −0, +0 … ∞, NaN; signed integers.
    Total,
    /// Floats as IEEE 754 compares them: a NaN is unordered; signed integers.
    Partial,
    /// Integers as unsigned.
    Unsigned,
}

/// Builds the comparison of two scalars of one type; an `i1` is unsigned in every order.
pub(crate) fn less(b: &mut Builder<'_>, order: Order, x: Value, y: Value) -> Value {
    let (ctx, ty) = (b.ctx(), b.body.ty(x));
    if !ctx.is_float(ty) {
        let unsigned = order == Order::Unsigned || ty == ctx.i1();
        return arith::cmpi(b, if unsigned { CmpI::Ult } else { CmpI::Slt }, x, y);
    }
    match order {
        Order::Total => {
            let (x, y) = (total_order(b, x), total_order(b, y));
            arith::cmpi(b, CmpI::Slt, x, y)
        }
        Order::NanLast => {
            let less = arith::cmpf(b, CmpF::OLT, x, y);
            let (number, nan) = (arith::cmpf(b, CmpF::ORD, x, x), arith::cmpf(b, CmpF::UNO, y, y));
            let both = arith::andi(b, number, nan);
            arith::ori(b, less, both)
        }
        Order::Partial | Order::Unsigned => arith::cmpf(b, CmpF::OLT, x, y),
    }
}
