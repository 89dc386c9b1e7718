//! Elementwise `arith` and `math` ops on scalars, vectors and tensors, all from the scalar table.

use crate::machine::Machine;
use crate::machine::action::{Action, Interpret, Next, Stop};
use crate::machine::latitude::Deviation;
use crate::machine::meanings::Meanings;
use crate::tensor::named::filled;
use crate::values::nan_bits::noted;
use crate::values::value::{Datum, is_dense};
use smallvec::SmallVec;
use tf_dialects::arith::{FastMath, FlagSet};
use tf_dialects::scalar::{DType, Kernel, element_type, lookup};
use tf_ir::body::Op;
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;

pub(crate) fn register(meanings: &mut Meanings) {
    for spec in tf_dialects::scalar::table::all() {
        meanings.with(spec.name, Elementwise);
    }
}

/// The meaning of every op in the scalar table.
struct Elementwise;

impl Interpret for Elementwise {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let (ctx, body) = (op.ctx(), op.body());
        let spec = lookup(op.name()).ok_or_else(|| op.error("has no row in the scalar table"))?;
        let kinds = |types: Vec<tf_ir::types::Type>| -> Option<Vec<DType>> {
            types.into_iter().map(|ty| element_type(ctx, ty)).collect()
        };
        let operands = kinds(op.operands().map(|v| body.ty(v)).collect());
        let results = kinds(op.results().map(|v| body.ty(v)).collect());
        let (Some(operands), Some(results)) = (operands, results) else {
            return Err(op.error("has an operand or result type that the interpreter cannot hold"));
        };
        let predicate = op.attr("predicate").and_then(|a| ctx.attr_int(a)).and_then(|p| u8::try_from(p).ok());
        let kernel = spec.kernel(&operands, &results, predicate).map_err(|e| op.error(e))?;
        let uniform = operands.iter().all(|d| *d == results[0]);
        let deviation = Deviation::of(op.kind(), FastMath::of(op), results[0]).filter(|_| uniform);
        let action: Box<dyn Action> = match is_dense(ctx, op.result_type(0)) {
            true => Box::new(Map { kernel, results, deviation }),
            false => Box::new(One { kernel, operands: operands.len(), deviation }),
        };
        Ok(noted(op.kind(), &operands, action))
    }
}

/// The op on scalars.
struct One {
    kernel: Kernel,
    operands: usize,
    deviation: Option<Deviation>,
}

impl Action for One {
    fn run(&self, m: &mut Machine<'_>, op: Op) -> Result<Next, Stop> {
        let body = m.body();
        let mut bits = [0u64; 3];
        for (slot, value) in bits.iter_mut().zip(body.operands(op)) {
            *slot = m.bits(value);
        }
        for (i, result) in body.results(op).enumerate() {
            let value = (self.kernel.function(i))(self.kernel.ctx(), bits[0], bits[1], bits[2]);
            let value = m.deviate(self.deviation, &bits[..self.operands], value);
            m.set(result, Datum::Bits(value));
        }
        Ok(Next::Continue)
    }
}

/// The op on vectors and tensors, element by element; a scalar operand (the condition of `select`) is
/// broadcast.
struct Map {
    kernel: Kernel,
    results: Vec<DType>,
    deviation: Option<Deviation>,
}

impl Map {
    /// Result `i` of all elements, in pieces, so that the run can end in between.
    fn map(&self, m: &Machine<'_>, i: usize, operands: &[&[u64]], out: &mut [u64]) {
        const PIECE: usize = 256;
        for (at, out) in out.chunks_mut(PIECE).enumerate().take_while(|_| m.goes_on()) {
            let from = at * PIECE;
            let pieces: SmallVec<[&[u64]; 3]> =
                operands.iter().map(|s| if s.len() == 1 { *s } else { &s[from..from + out.len()] }).collect();
            self.kernel.map(i, &pieces, out);
        }
    }
}

impl Action for Map {
    fn run(&self, m: &mut Machine<'_>, op: Op) -> Result<Next, Stop> {
        let body = m.body();
        let operands = m.operands(op);
        let extents = operands.iter().find_map(|d| match d {
            Datum::Dense(dense) => Some(dense.extents.clone()),
            _ => None,
        });
        let extents = extents.ok_or_else(|| m.error(op, "has no operand with a shape"))?;
        let scalars: Vec<[u64; 1]> =
            operands.iter().map(|d| if let Datum::Bits(b) = d { [*b] } else { [0] }).collect();
        for (operand, datum) in operands.iter().enumerate() {
            if let Datum::Dense(dense) = datum
                && dense.extents != extents
            {
                let have = &dense.extents;
                return Err(m
                    .error(op, format_args!("operand #{operand} has extents {have:?}, not {extents:?}"))
                    .into());
            }
        }
        let slices: Vec<&[u64]> = operands
            .iter()
            .zip(&scalars)
            .map(|(datum, scalar)| match datum {
                Datum::Dense(dense) => dense.data.as_slice(),
                _ => scalar.as_slice(),
            })
            .collect();
        for (i, result) in body.results(op).enumerate() {
            let mut out = filled(m, op, self.results[i], &extents, 0)?;
            self.map(m, i, &slices, &mut out.data);
            if self.deviation.is_some() && m.latitude.is_some() {
                for (at, bits) in out.data.iter_mut().enumerate() {
                    let own: SmallVec<[u64; 3]> =
                        slices.iter().map(|s| if s.len() == 1 { s[0] } else { s[at] }).collect();
                    *bits = m.deviate(self.deviation, &own, *bits);
                }
            }
            m.set(result, out.into());
        }
        Ok(Next::Continue)
    }
}
