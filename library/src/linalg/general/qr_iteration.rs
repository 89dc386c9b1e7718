//! Shared code of the QR iterations on Hessenberg matrices, real (`francis`) and complex (`single_shift`):
//! rows after the active ones have converged, and each step deflates active rows or sweeps over them.

use crate::expr::formula;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops;
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// The maximum count of sweeps per row, as in LAPACK; after it, a matrix counts as not convergent.
const SWEEPS: i64 = 30;

/// The end of the active rows after a step, the count of sweeps since the last deflation, and the state.
pub(in crate::linalg) type Step = (Value, Value, Vec<Value>);

/// Runs steps until `n` rows have converged, or the sweeps are used up: `step` gets the last active row, the
/// count of sweeps, and the state. The second result is the count of rows that have not converged.
pub(in crate::linalg) fn iterate(
    b: &mut Builder<'_>,
    n: Value,
    state: &[Value],
    step: impl FnOnce(&mut Builder<'_>, Value, Value, &[Value]) -> Step,
) -> (Vec<Value>, Value) {
    let [zero, one, few, sweeps] = [0, 1, 10, SWEEPS].map(|n| arith::const_index(b, n));
    let rows = arith::maxsi(b, n, few);
    let limit = arith::muli(b, rows, sweeps);
    let inits = [&[n, zero, zero], state].concat();
    let types: Vec<_> = inits.iter().map(|value| b.body.ty(*value)).collect();
    let made = loops::build::while_loop(
        b,
        &inits,
        &types,
        |b, carried| {
            let goes_on = formula(b, [carried[0], carried[2], limit], |[end, total, limit]| {
                end.cmpi(CmpI::Sgt, 0) & total.lt(limit)
            });
            (goes_on, carried.to_vec())
        },
        |b, carried| {
            let (last, total) = (arith::subi(b, carried[0], one), arith::addi(b, carried[2], one));
            let (end, count, state) = step(b, last, carried[1], &carried[3..]);
            [vec![end, count, total], state].concat()
        },
    );
    let results: Vec<Value> = b.body.results(made).collect();
    (results[3..].to_vec(), results[0])
}

/// The first active row: no negligible element separates it from `last`; `apart` builds the test for the
/// element before a row.
pub(in crate::linalg) fn first_active(
    b: &mut Builder<'_>,
    last: Value,
    apart: impl FnOnce(&mut Builder<'_>, Value) -> Value,
) -> Value {
    let one = arith::const_index(b, 1);
    let index = b.ctx().index();
    let made = loops::build::while_loop(
        b,
        &[last],
        &[index],
        |b, carried| {
            let apart = apart(b, carried[0]);
            let goes_on = formula(b, [apart, carried[0]], |[apart, k]| !apart & k.cmpi(CmpI::Sgt, 0));
            (goes_on, carried.to_vec())
        },
        |b, carried| vec![arith::subi(b, carried[0], one)],
    );
    b.body.result(made, 0)
}

/// The positions at offsets from a diagonal element.
pub(in crate::linalg) fn places_near<const N: usize>(
    b: &mut Builder<'_>,
    k: Value,
    steps: [[i64; 2]; N],
) -> [[Value; 2]; N] {
    steps.map(|place| {
        place.map(|step| {
            let step = arith::const_index(b, step);
            arith::addi(b, k, step)
        })
    })
}
