//! Estimates of the work that passes add to a program, for an assumed size of named extents.

use tf_ir::arithmetic::{Arithmetic, Rounding, Signedness};
use tf_ir::body::{Body, Op, Value};
use tf_ir::extent::Extent;
use tf_ir::walk::walk;

/// The value of an extent if all named extents have this size.
pub fn size_of(extent: &Extent, size: i64) -> Option<i64> {
    extent.evaluate(|_| Some(size)).ok()
}

/// The value of an index, or its least known upper bound, for that size; `None` if it depends on loops or
/// loads.
pub fn index_of(body: &Body, value: Value, size: i64) -> Option<i64> {
    use Signedness::Signed;
    let of = |value: Value| index_of(body, value, size);
    match Arithmetic::of(body, value)? {
        Arithmetic::Constant(constant) => i64::try_from(constant).ok(),
        Arithmetic::Extent(extent) => size_of(extent, size),
        Arithmetic::Sum(a, b) => of(a)?.checked_add(of(b)?),
        Arithmetic::Difference(a, b) => of(a)?.checked_sub(of(b)?),
        Arithmetic::Product(a, b) => of(a)?.checked_mul(of(b)?),
        Arithmetic::Quotient(a, b, Rounding::Floor, Signed) => {
            of(a)?.checked_div_euclid(of(b).filter(|b| *b > 0)?)
        }
        Arithmetic::Minimum(a, b, Signed) => match (of(a), of(b)) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        },
        Arithmetic::Maximum(a, b, Signed) => Some(of(a)?.max(of(b)?)),
        _ => None,
    }
}

/// The ratio of points in whole parts of this length to the real points.
pub fn padding(points: i64, part: i64) -> f64 {
    let points = points.max(1);
    let parts = points.saturating_add(part - 1) / part.max(1);
    parts.saturating_mul(part) as f64 / points as f64
}

/// The largest estimate of the ops of a body and of nested bodies; at least 1.
pub fn largest(body: &Body, of: &dyn Fn(&Body, Op) -> Option<f64>) -> f64 {
    let mut most = 1.0_f64;
    walk(body, body.root(), &mut |body, op| most = most.max(of(body, op).unwrap_or(1.0)));
    let inner = body.child_ops().into_iter().filter_map(|op| body.child(op));
    inner.map(|inner| largest(inner, of)).fold(most, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_counts_whole_parts() {
        assert_eq!(
            [(64, 64), (65, 64), (8, 64), (0, 4)].map(|(n, part)| padding(n, part)),
            [1.0, 128.0 / 65.0, 8.0, 4.0]
        );
    }
}
