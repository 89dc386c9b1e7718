//! The standard form of a 2×2 block of a real Schur form, as LAPACK's `lanv2`: triangular, or with equal
//! diagonal elements and off-diagonal elements of opposite signs, so that its eigenvalues are complex.

use super::work::Turn;
use crate::constant;
use crate::expr::{Expr, formulas};
use tf_dialects::arith::CmpF;
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// A block `[a, b, c, d]`, and the cosine and sine of the rotation that transforms to it.
type Form<'f> = [Expr<'f>; 6];

/// A block `[a, b, c, d]`, row-major, in standard form, and the reflection of its two rows that transforms to
/// it.
pub(super) fn standardized(b: &mut Builder<'_>, block: [Value; 4], epsilon: f64) -> ([Value; 4], Turn) {
    let [a, beside, below, d, u, v, s, t] = formulas(b, block, |block| {
        // Scaled, since squares of small elements underflow.
        let size = block.iter().fold(block[0].absf(), |size, x| size.maximumf(x.absf()));
        let scale = size.equals(0.0).select(size.num(1.0), size);
        let [a, beside, below, d, cos, sin] = rotated(block.map(|x| x / scale), epsilon);
        let [a, beside, below, d] = [a, beside, below, d].map(|x| x * scale);
        // A reflection negates the second row of a rotation. A rotation by more than 90° is replaced by the
        // one by 180° less, which gives the same block.
        let back = cos.lt(0.0);
        let (cos, sin) = (back.select(-cos, cos), back.select(-sin, sin));
        let (v, whole) = (-(cos + 1.0), cos + 1.0);
        [a, -beside, -below, d, sin, v, sin / whole, v / whole]
    });
    let none = constant::zero(b, b.body.ty(a));
    ([a, beside, below, d], Turn { v: [u, v, none], t: [s, t, none] })
}

fn select<'f>(condition: Expr<'f>, yes: Form<'f>, no: Form<'f>) -> Form<'f> {
    std::array::from_fn(|i| condition.select(yes[i], no[i]))
}

fn is_negative<'f>(x: Expr<'f>) -> Expr<'f> {
    x.num(1.0).copysign(x).lt(0.0)
}

/// Selects the case.
fn rotated(block: [Expr<'_>; 4], epsilon: f64) -> Form<'_> {
    let [a, b, c, d] = block;
    let [zero, one] = [0.0, 1.0].map(|x| a.num(x));
    let apart = a - d;
    let same = is_negative(b) ^ is_negative(c);
    let kept = c.equals(0.0) | (apart.equals(0.0) & b.differs(0.0) & same);
    let half = apart * 0.5;
    let (most, least) = (b.absf().maximumf(c.absf()), b.absf().minimumf(c.absf()));
    let least = least * one.copysign(b) * one.copysign(c);
    let size = half.absf().maximumf(most);
    let scale = size.equals(0.0).select(one, size);
    let z = (half / scale) * half + (most / scale) * least;
    let is_real = z.cmpf(CmpF::OGE, 4.0 * epsilon);
    let real = of_real_values(block, (half, z, scale), (most, least));
    let other = of_complex_values(block);
    let turned = select(is_real, real, other);
    let swapped = [d, -c, zero, a, zero, one];
    let turned = select(b.equals(0.0), swapped, turned);
    select(kept, [a, b, c, d, one, zero], turned)
}

/// A triangular block, for distinct real eigenvalues.
fn of_real_values<'f>(
    [_, b, c, d]: [Expr<'f>; 4],
    (half, z, scale): (Expr<'f>, Expr<'f>, Expr<'f>),
    (most, least): (Expr<'f>, Expr<'f>),
) -> Form<'f> {
    let positive = z.maximumf(0.0);
    let z = half + (scale.sqrt() * positive.sqrt()).copysign(half);
    let length = (c * c + z * z).sqrt();
    [d + z, b - c, c.num(0.0), d - (most / z) * least, z / length, c / length]
}

/// A block with equal diagonal elements; triangular if eigenvalues that seemed complex turn out to be real.
fn of_complex_values([a, b, c, d]: [Expr<'_>; 4]) -> Form<'_> {
    let one = a.num(1.0);
    let (sum, apart) = (b + c, a - d);
    let length = (sum * sum + apart * apart).sqrt();
    let length = length.equals(0.0).select(one, length);
    let cos = ((sum.absf() / length + 1.0) * 0.5).sqrt();
    let sin = -(apart * 0.5 / (length * cos)) * one.copysign(sum);
    let [aa, bb] = [a * cos + b * sin, b * cos - a * sin];
    let [cc, dd] = [c * cos + d * sin, d * cos - c * sin];
    let (a, b) = (aa * cos + cc * sin, bb * cos + dd * sin);
    let (c, d) = (cc * cos - aa * sin, dd * cos - bb * sin);
    let middle = (a + d) * 0.5;
    let kept = [middle, b, c, middle, cos, sin];
    let swapped = [middle, -c, c.num(0.0), middle, -sin, cos];
    let split = {
        let (high, low) = (b.absf().sqrt(), c.absf().sqrt());
        let p = (high * low).copysign(c);
        let factor = one / (b + c).absf().sqrt();
        let [x, y] = [high * factor, low * factor];
        [middle + p, b - c, c.num(0.0), middle - p, cos * x - sin * y, cos * y + sin * x]
    };
    let real = is_negative(b) ^ is_negative(c);
    let form = select(real, kept, split);
    let form = select(b.equals(0.0), swapped, form);
    select(c.equals(0.0), kept, form)
}
