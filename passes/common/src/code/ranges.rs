//! Ranges and divisors of index values, from the loops that define them.

use tf_ir::affine::Ranges;
use tf_ir::arithmetic::Arithmetic;
use tf_ir::body::{Body, Def, Value};
use tf_ir::control::{Bound, Induction, as_loop};
use tf_ir::extent::Interval;

/// Depth of the sums and products that are followed.
const DEPTH: u32 = 8;

/// The ranges of values.
pub fn ranges(body: &Body, values: &[Value]) -> Ranges {
    Ranges { dims: values.iter().map(|value| range(body, *value)).collect(), symbols: Vec::new() }
}

fn range(body: &Body, value: Value) -> Interval {
    if let Some(Arithmetic::Constant(number)) = Arithmetic::of(body, value) {
        return i64::try_from(number).map_or(Interval::ALL, Interval::point);
    }
    let Some(induction) = induction(body, value) else { return Interval::ALL };
    let last = induction.upper.as_const().and_then(|upper| upper.checked_sub(1));
    Interval::new(induction.lower.as_const(), last)
}

/// A divisor of each value; 0 for the value 0.
pub fn multiples(body: &Body, values: &[Value]) -> Vec<i64> {
    values.iter().map(|value| multiple(body, *value, DEPTH)).collect()
}

fn multiple(body: &Body, value: Value, depth: u32) -> i64 {
    if depth == 0 {
        return 1;
    }
    let of = |value: Value| multiple(body, value, depth - 1);
    if let Some(induction) = induction(body, value) {
        let bound = |bound: &Bound| match bound {
            Bound::Constant(number) => number.checked_abs().unwrap_or(1),
            Bound::Value(value) => of(*value),
            Bound::Term(_) | Bound::Computed => 1,
        };
        return gcd(bound(&induction.lower), bound(&induction.step));
    }
    match Arithmetic::of(body, value) {
        Some(Arithmetic::Constant(number)) => {
            i64::try_from(number).ok().and_then(i64::checked_abs).unwrap_or(1)
        }
        // Machine arithmetic wraps, so divisibility holds for powers of two only.
        Some(Arithmetic::Sum(a, b) | Arithmetic::Difference(a, b)) => power_of_two(gcd(of(a), of(b))),
        Some(Arithmetic::Product(a, b)) => {
            power_of_two(of(a)).saturating_mul(power_of_two(of(b))).min(1 << 32)
        }
        _ => 1,
    }
}

/// The induction variable that a value is.
fn induction(body: &Body, value: Value) -> Option<Induction> {
    let Def::Argument(block, _) = body.def(value) else { return None };
    let owner = body.block_owner(block)?;
    let found = as_loop(body, owner)?.inductions(body.op(owner));
    found.into_iter().find(|induction| induction.variable == value)
}

/// The largest power of two that divides an integer; 0 for 0.
fn power_of_two(number: i64) -> i64 {
    number & number.wrapping_neg()
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
