//! Elementwise integer functions that are not ops.

use crate::expr::formula;
use tf_dialects::arith;
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// `0 - x`
pub fn negate(b: &mut Builder<'_>, x: Value) -> Value {
    formula(b, [x], |[x]| -x)
}

/// Negation of booleans, complement of integers.
pub fn not(b: &mut Builder<'_>, x: Value) -> Value {
    formula(b, [x], |[x]| !x)
}

/// The sign of signed integers: −1, 0 or 1.
pub fn sign_signed(b: &mut Builder<'_>, x: Value) -> Value {
    formula(b, [x], |[x]| {
        let [minus, zero, one] = [-1, 0, 1].map(|n| x.int(n));
        let (negative, positive) = (x.lt(zero), zero.lt(x));
        negative.select(minus, positive.select(one, zero))
    })
}

/// The sign of unsigned integers: 0 or 1.
pub fn sign_unsigned(b: &mut Builder<'_>, x: Value) -> Value {
    let one = crate::constant::int(b, b.body.ty(x), 1);
    arith::minui(b, x, one)
}

/// `x` to the power of `y`, both signed. A negative power is 0 unless `x` is ±1. (For `x = 0`, `math.ipowi`
/// gives −1 there, as `1 / 0` does; this function gives 0.)
pub fn power_signed(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    formula(b, [x, y], |[x, y]| {
        let zero = x.int(0);
        let power = x.powi(y);
        let undefined = y.lt(zero) & x.equals(zero);
        undefined.select(zero, power)
    })
}

/// `x` to the power of an unsigned `y`: `(x^(y/2))^2 · x^(y mod 2)`, because `math.ipowi` takes powers as
/// signed.
pub fn power_unsigned(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    formula(b, [x, y], |[x, y]| {
        let one = x.int(1);
        let root = x.powi(y.shifted_right(one));
        let square = root * root;
        let odd = (y & one).equals(one);
        square * odd.select(x, one)
    })
}
