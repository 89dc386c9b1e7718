//! Elementwise functions of integers beside those that are ops.

use crate::expr::formula;
use tf_dialects::arith;
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// `0 - x`
pub fn negate(b: &mut Builder<'_>, x: Value) -> Value {
    formula(b, [x], |[x]| -x)
}

/// The other value of booleans, the other bits of integers.
pub fn not(b: &mut Builder<'_>, x: Value) -> Value {
    formula(b, [x], |[x]| !x)
}

/// −1, 0 or 1, of signed integers.
pub fn sign_signed(b: &mut Builder<'_>, x: Value) -> Value {
    formula(b, [x], |[x]| {
        let [minus, zero, one] = [-1, 0, 1].map(|n| x.int(n));
        let (negative, positive) = (x.lt(zero), zero.lt(x));
        negative.select(minus, positive.select(one, zero))
    })
}

/// 0 or 1, of unsigned integers.
pub fn sign_unsigned(b: &mut Builder<'_>, x: Value) -> Value {
    let one = crate::constant::int(b, b.body.ty(x), 1);
    arith::minui(b, x, one)
}

/// `x` to the power of `y`, both signed: of a negative power, only ±1 is not 0 (0 gives −1, as `1 / 0`, in `math.ipowi`, and 0 here).
pub fn power_signed(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    formula(b, [x, y], |[x, y]| {
        let zero = x.int(0);
        let power = x.powi(y);
        let undefined = y.lt(zero) & x.equals(zero);
        undefined.select(zero, power)
    })
}

/// `x` to the power of an unsigned `y`: `(x^(y/2))^2 · x^(y mod 2)`, as `math.ipowi` reads powers as signed.
pub fn power_unsigned(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    formula(b, [x, y], |[x, y]| {
        let one = x.int(1);
        let root = x.powi(y.shifted_right(one));
        let square = root * root;
        let odd = (y & one).equals(one);
        square * odd.select(x, one)
    })
}
