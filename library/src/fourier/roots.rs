//! Roots of unity: constant tables, and code that computes them.

use super::plan::Complex;
use crate::constant::{self, dtype_of};
use crate::expr::formula;
use std::f64::consts::{FRAC_PI_2, TAU};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::math;
use tf_dialects::scalar::Scalar;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::{Dim, Type};

/// The maximum table size: larger tables would bloat the program's text, so their elements are computed
/// instead.
pub(super) const TABLE: u64 = 1 << 14;

/// A complex number in constant computations.
pub(super) type Number = (f64, f64);

/// `exp(2πi·k/n)`, exact if `k/n` is a multiple of 1/4, otherwise as precise as `sin` and `cos` below π/4.
pub(super) fn root(k: i128, n: u64) -> Number {
    let n = i128::from(n);
    let (turns, rest) = ((4 * k).div_euclid(n), (4 * k).rem_euclid(n));
    let angle = |part: i128| FRAC_PI_2 * (part as f64 / n as f64);
    let (c, s) = match 2 * rest <= n {
        true => (angle(rest).cos(), angle(rest).sin()),
        false => (angle(n - rest).sin(), angle(n - rest).cos()),
    };
    match turns.rem_euclid(4) {
        0 => (c, s),
        1 => (-s, c),
        2 => (-c, -s),
        _ => (s, -c),
    }
}

/// The product of complex numbers.
pub(super) fn times(a: Number, b: Number) -> Number {
    (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
}

/// A constant tensor of these extents, from its elements in row-major order.
pub(super) fn table(b: &mut Builder<'_>, extents: &[u64], elem: Type, elements: &[Number]) -> Complex {
    let ctx = b.ctx();
    let dims: Vec<Dim> = extents.iter().map(|n| Dim::from_extent(Extent::constant(*n as i64))).collect();
    let (ty, dtype) = (ctx.tensor(dims, elem), dtype_of(&ctx, elem));
    let size = dtype.bits().div_ceil(8) as usize;
    let mut part = |pick: fn(&Number) -> f64| {
        let bytes = |number: &Number| Scalar::from_f64(dtype, pick(number)).bits().to_le_bytes();
        let all: Vec<u8> = elements.iter().flat_map(|number| bytes(number)[..size].to_vec()).collect();
        arith::constant(b, ctx.dense_attr(ty, all))
    };
    Complex { re: part(|number| number.0), im: part(|number| number.1) }
}

/// Code for `exp(2πi·sign·k/n)` at an index `k` with `0 ≤ k < n`.
pub(super) fn computed(b: &mut Builder<'_>, k: Value, n: Value, sign: f64, elem: Type) -> Complex {
    let i64 = b.ctx().i64();
    let [k, n] = [k, n].map(|value| arith::index_cast(b, value, i64));
    // Of two angles that differ by 2π, the one nearer to zero has the smaller rounding error.
    let double = arith::addi(b, k, k);
    let above = arith::cmpi(b, CmpI::Sgt, double, n);
    let lower = arith::subi(b, k, n);
    let near = arith::select(b, above, lower, k);
    let [near, n] = [near, n].map(|value| arith::sitofp(b, value, elem));
    let angle = formula(b, [near, n], |[near, n]| near * (sign * TAU) / n);
    Complex { re: math::cos(b, angle), im: math::sin(b, angle) }
}

/// Code for the product of complex scalars, or of complex tensors of one shape.
pub(super) fn product(b: &mut Builder<'_>, x: Complex, w: Complex) -> Complex {
    let re = formula(b, [x.re, x.im, w.re, w.im], |[a, b, c, d]| a * c - b * d);
    let im = formula(b, [x.re, x.im, w.re, w.im], |[a, b, c, d]| a * d + b * c);
    Complex { re, im }
}

/// A value times a constant; the value itself for 1.
pub(super) fn scaled(b: &mut Builder<'_>, x: Value, factor: f64) -> Value {
    if factor == 1.0 {
        return x;
    }
    let ty = b.body.ty(x);
    let factor = constant::float(b, ty, factor);
    arith::mulf(b, x, factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarters_are_exact_and_roots_are_on_the_circle() {
        assert_eq!(
            [0, 1, 2, 3, 4, -1].map(|k| root(k, 4)),
            [(1.0, 0.0), (-0.0, 1.0), (-1.0, -0.0), (0.0, -1.0), (1.0, 0.0), (0.0, -1.0)]
        );
        for n in [3u64, 5, 8, 12, 1000] {
            for k in -7..1000 {
                let (c, s) = root(k, n);
                let angle = TAU * k.rem_euclid(i128::from(n)) as f64 / n as f64;
                assert!((c - angle.cos()).abs() < 1e-14 && (s - angle.sin()).abs() < 1e-14, "{k} of {n}");
                assert!((c * c + s * s - 1.0).abs() < 3e-16, "{k} of {n}");
            }
        }
    }
}
