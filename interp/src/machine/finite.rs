//! Traps for NaN and infinities: a run ends at the first operation with finite operands and a non-finite
//! result.

use crate::machine::Machine;
use crate::machine::action::{Data, Stop};
use crate::values::value::Datum;
use tf_dialects::elementwise::spec_of;
use tf_dialects::scalar::table::{Cast, Kind};
use tf_dialects::scalar::{DType, Scalar, element_type};
use tf_dialects::stops;
use tf_dialects::tensor;
use tf_ir::body::{Op, Value};

impl Machine<'_> {
    /// Ends runs at the first operation with finite operands whose result is a NaN or an infinity.
    pub fn set_nan_traps(&mut self, trap: bool) {
        self.nan_traps = trap;
    }

    /// The operands of an op whose results are checked, read before it runs.
    pub(crate) fn watched_operands(&self, op: Op) -> Option<Data> {
        if !self.nan_traps {
            return None;
        }
        let body = self.body();
        let is_watched = body.results(op).any(|result| self.is_float(result))
            && body.operands(op).next().is_some()
            && body.regions(op).len() == 0
            && !body.is(op, tensor::Bitcast)
            && !spec_of(body.op(op)).is_some_and(|spec| spec.kind == Kind::Cast(Cast::Bits));
        is_watched.then(|| self.operands(op))
    }

    /// Ends the run if the op has finite operands and a NaN or an infinity as a result.
    pub(crate) fn check_finite(&self, op: Op, operands: &Data) -> Result<(), Stop> {
        let body = self.body();
        let types: Vec<Option<DType>> = body.operands(op).map(|value| self.dtype(value)).collect();
        let by_element = spec_of(body.op(op)).is_some();
        for result in body.results(op).filter(|result| self.is_float(*result)) {
            let (Some(dtype), made) = (self.dtype(result), self.get(result)) else { continue };
            let bad = (0..length(made)).filter(|at| !is_finite(dtype, word(made, *at)));
            if !by_element {
                let all = |(operand, dtype): (&Datum, &Option<DType>)| all_finite(operand, *dtype);
                if bad.count() > 0 && operands.iter().zip(&types).all(all) {
                    return Err(self.not_finite(op, &[], &[]));
                }
                continue;
            }
            for at in bad {
                let bits: Vec<u64> = operands.iter().map(|operand| word(operand, at)).collect();
                let finite =
                    |(bits, dtype): (&u64, &Option<DType>)| dtype.is_some_and(|d| is_finite(d, *bits));
                if bits.iter().zip(&types).all(finite) {
                    return Err(self.not_finite(op, &types, &bits));
                }
            }
        }
        Ok(())
    }

    /// The error of an op whose finite operands have a NaN or an infinity as the result.
    pub(crate) fn not_finite(&self, op: Op, types: &[Option<DType>], bits: &[u64]) -> Stop {
        let types: Vec<DType> = types.iter().copied().flatten().collect();
        let numbers: Vec<i64> = bits.iter().map(|bits| *bits as i64).collect();
        let text = stops::not_finite(self.body().op(op).name(), &types);
        self.stop(op, &stops::message(stops::NOT_FINITE, &stops::filled(&text, &numbers)), &[]).into()
    }

    fn dtype(&self, value: Value) -> Option<DType> {
        element_type(self.body().ctx(), self.body().ty(value))
    }

    fn is_float(&self, value: Value) -> bool {
        self.dtype(value).is_some_and(DType::is_float)
    }
}

/// True for a float that is neither NaN nor an infinity, and for integers.
pub(crate) fn is_finite(dtype: DType, bits: u64) -> bool {
    !dtype.is_float() || Scalar::from_bits(dtype, bits).to_f64().is_finite()
}

/// The element count of a value; 0 for a buffer, whose elements are not checked.
fn length(datum: &Datum) -> usize {
    match datum {
        Datum::Bits(_) => 1,
        Datum::Dense(dense) => dense.data.len(),
        _ => 0,
    }
}

/// An element of a value; a scalar is broadcast.
fn word(datum: &Datum, at: usize) -> u64 {
    match datum {
        Datum::Bits(bits) => *bits,
        Datum::Dense(dense) => dense.data.get(at).copied().unwrap_or(0),
        _ => 0,
    }
}

/// True if all elements are finite, for one element or more. Buffers are not checked.
fn all_finite(datum: &Datum, dtype: Option<DType>) -> bool {
    let count = length(datum);
    count > 0 && dtype.is_some_and(|dtype| (0..count).all(|at| is_finite(dtype, word(datum, at))))
}
