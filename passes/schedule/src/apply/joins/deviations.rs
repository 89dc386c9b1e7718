//! The law of deviations: sums of `(x - a) (y - b)` with loop-invariant `a` and `b`, given the sums of `x`
//! and `y`.
//!
//! A partial result holds deviations from its means. Merging adds, for each term, the product of the
//! distances by which both means move. The final result adds the same for the distances of the means from any
//! `a` and `b` (Chan, Golub and LeVeque, "Updating formulae and a pairwise algorithm for computing sample
//! variances", 1979). No subtraction cancels, unlike in the sum of squares less the square of the sum.

use super::reader::{Deviations, Form, Law, Moving, Reader};
use tf_dialects::arith;
use tf_dialects::tensor::CombiningKind;
use tf_ir::body::{Op, Value};

pub(super) struct Deviation;

impl Law for Deviation {
    fn form(&self, reader: &Reader<'_>, op: Op) -> Option<Form> {
        let body = reader.body;
        if !body.is(op, arith::Mulf) {
            return None;
        }
        let (first, second) =
            (deviation(reader, body.operand(op, 0))?, deviation(reader, body.operand(op, 1))?);
        let deviations = Deviations { states: [first.0, second.0], from: [first.1, second.1] };
        Some(Form::Moving(Moving { deviations: Some(deviations), ..Moving::default() }))
    }
}

/// Matches `x - a`: the fold that sums `x`, and `a`.
fn deviation(reader: &Reader<'_>, value: Value) -> Option<(usize, Value)> {
    let body = reader.body;
    let op = body.def_op(reader.resolved(value)).filter(|op| body.is(*op, arith::Subf))?;
    let [x, from] = [0, 1].map(|at| body.operand(op, at));
    if reader.depends(from) != (true, false) || reader.depends(x).0 {
        return None;
    }
    let is_sum =
        |state: &usize| reader.states[*state].kind == CombiningKind::Add && reader.is_term_of(x, *state);
    (0..reader.states.len()).find(is_sum).map(|state| (state, from))
}
