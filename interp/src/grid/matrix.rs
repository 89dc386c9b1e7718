//! Matrix products of warps: gathers the threads' fragments into matrices and multiplies them.

use super::meeting::{Meeting, What};
use super::shadow::Touch;
use crate::machine::Machine;
use crate::machine::action::{Action, Flow, Interpret, Next};
use crate::machine::meanings::Meanings;
use crate::mem::checked;
use crate::values::value::{Datum, Dense};
use std::sync::Arc;
use tf_dialects::kernel::{self, Part, Product, WARP, loaded_position};
use tf_dialects::scalar::{DType, Scalar, element_type};
use tf_ir::body::{Op, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;

pub(crate) fn register(meanings: &mut Meanings) {
    meanings.add(kernel::Mma).add(kernel::LoadMatrix);
}

/// A vector.
pub(super) fn vector(dtype: DType, data: Vec<u64>) -> Datum {
    Datum::Dense(Arc::new(Dense { dtype, extents: vec![data.len()], data }))
}

impl Interpret for kernel::Mma {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.view(kernel::Mma);
        let product = view.product().ok_or_else(|| op.error("is not a supported product"))?;
        let operands = [view.a(), view.b(), view.c()];
        Ok(Box::new(Flow(move |m: &mut Machine<'_>, op: Op| {
            let body = m.body();
            let (loc, result) = (body.loc(op), body.results(op).next());
            let held = operands.map(|value| m.get(value).dense().clone());
            Ok(Next::Wait(Box::new(Meeting { op, loc, result, what: What::Product(product, held) })))
        })))
    }
}

/// `a · b + sum` in the accumulator's type.
pub(super) fn multiply_add(factors: DType, sums: DType, a: u64, b: u64, sum: f64) -> f64 {
    let value = |bits: u64| factor(factors, bits);
    match sums {
        // One rounding, as a fused multiply-add has.
        DType::F64 => value(a).mul_add(value(b), sum),
        DType::Int(_) => sum + value(a) * value(b),
        // Products of operands of 16 bits, or of tf32, are exact in f64; the sum is rounded to f32.
        _ => f64::from((value(a) * value(b) + sum) as f32),
    }
}

/// The value of an operand's element; f32 is rounded to the 10 mantissa bits of tf32.
fn factor(dtype: DType, bits: u64) -> f64 {
    match dtype {
        DType::F32 => f64::from(f32::from_bits(bits as u32 & !0x1fff)),
        DType::UInt(8) => f64::from(bits as u8),
        DType::Int(8) => f64::from(bits as u8 as i8),
        other => Scalar::from_bits(other, bits).to_f64(),
    }
}

/// An accumulator as an element.
pub(super) fn rounded(sums: DType, value: f64) -> u64 {
    match sums {
        // Sums of integers wrap around.
        DType::Int(_) => value as i64 as u64 & sums.mask(),
        _ => Scalar::from_f64(sums, value).bits(),
    }
}

/// The initial accumulator from an element.
pub(super) fn start(sums: DType, bits: u64) -> f64 {
    match sums {
        DType::Int(_) => f64::from(bits as u32 as i32),
        _ => Scalar::from_bits(sums, bits).to_f64(),
    }
}

/// The results of all threads of a warp, by lane; an error is a message.
pub(super) fn products(meetings: &[&Meeting]) -> Result<Vec<Datum>, String> {
    whole(meetings, "multiplies what the threads of a warp hold")?;
    let What::Product(product, _) = &meetings[0].what else { return Ok(Vec::new()) };
    let product = *product;
    let [a, b, c] =
        [(0, Part::A), (1, Part::B), (2, Part::C)].map(|(i, part)| gathered(meetings, product, i, part));
    let mut sums = c;
    for row in 0..product.m {
        for column in 0..product.n {
            let at = row * product.n + column;
            let first = start(product.sums, sums[at]);
            let sum = (0..product.k).fold(first, |sum, q| {
                let (a, b) = (a[row * product.k + q], b[q * product.n + column]);
                multiply_add(product.factors, product.sums, a, b, sum)
            });
            sums[at] = rounded(product.sums, sum);
        }
    }
    let held = |lane: usize| {
        let one = |i| {
            let (row, column) = product.position(Part::C, lane, i);
            sums[row * product.n + column]
        };
        vector(product.sums, (0..product.held(Part::C)).map(one).collect())
    };
    Ok((0..WARP).map(held).collect())
}

/// The row-major matrix whose fragments the threads hold.
fn gathered(meetings: &[&Meeting], product: Product, operand: usize, part: Part) -> Vec<u64> {
    let (rows, columns) = product.shape(part);
    let mut matrix = vec![0; rows * columns];
    for (lane, meeting) in meetings.iter().enumerate() {
        let What::Product(_, held) = &meeting.what else { continue };
        for (i, bits) in held[operand].data.iter().enumerate() {
            let (row, column) = product.position(part, lane, i);
            matrix[row * columns + column] = *bits;
        }
    }
    matrix
}

/// Checks that a warp has all its threads.
fn whole(meetings: &[&Meeting], what: &str) -> Result<(), String> {
    match meetings.len() {
        WARP => Ok(()),
        lanes => Err(format!("{what}, {WARP} of them, but this warp, the last of its block, has {lanes}")),
    }
}

/// Elements of a row of `kernel.load_matrix`.
const ROW: usize = 8;

impl Interpret for kernel::LoadMatrix {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.view(kernel::LoadMatrix);
        let (memref, subscripts) = (view.memref(), view.subscripts());
        let (matrices, transposed) = (view.matrices(), view.is_transposed());
        let dtype = element_type(op.ctx(), op.operand_type(0));
        let dtype = dtype.ok_or_else(|| op.error("reads elements that the interpreter cannot hold"))?;
        Ok(Box::new(Flow(move |m: &mut Machine<'_>, op: Op| {
            let body = m.body();
            let (loc, result) = (body.loc(op), body.results(op).next());
            let lane = m.grid.as_ref().map_or(0, |grid| grid.thread_at % WARP);
            // Lanes beyond the rows of the matrices do not supply a row.
            let row = match lane < ROW * matrices {
                true => row(m, op, memref, &subscripts)?,
                false => [0; ROW],
            };
            let what = What::Load { row, matrices, transposed, dtype };
            Ok(Next::Wait(Box::new(Meeting { op, loc, result, what })))
        })))
    }
}

/// Eight elements of a row; the row must begin at a multiple of 16 bytes.
fn row(
    m: &mut Machine<'_>,
    op: Op,
    memref: Value,
    subscripts: &[Value],
) -> Result<[u64; ROW], crate::machine::action::Stop> {
    let buffer = m.get(memref).buffer();
    let mut index: Vec<i64> = subscripts.iter().map(|value| m.bits(*value) as i64).collect();
    let at = crate::values::value::offset(m.memory.extents(buffer), &index).unwrap_or(0);
    if !at.is_multiple_of(ROW) {
        let byte = 2 * at;
        let message = format!(
            "reads a row from element {index:?}, which is byte {byte}: rows begin at a multiple of 16"
        );
        return Err(m.error(op, message).into());
    }
    let mut row = [0; ROW];
    for element in &mut row {
        *element = checked(m, op, m.memory.load(buffer, &index))?;
        m.note(op, buffer, &index, Touch::Read)?;
        if let Some(last) = index.last_mut() {
            *last += 1;
        }
    }
    Ok(row)
}

/// The fragments that each thread receives of the matrices whose rows the threads have read.
pub(super) fn loaded(meetings: &[&Meeting]) -> Result<Vec<Datum>, String> {
    whole(meetings, "reads rows for the threads of a warp")?;
    let What::Load { matrices, transposed, dtype, .. } = meetings[0].what else { return Ok(Vec::new()) };
    let held = |lane: usize| {
        let one = |i: usize| {
            let (row, column) = loaded_position(lane, i % 2, transposed);
            match &meetings[ROW * (i / 2) + row].what {
                What::Load { row, .. } => row[column],
                _ => 0,
            }
        };
        vector(dtype, (0..2 * matrices).map(one).collect())
    };
    Ok((0..WARP).map(held).collect())
}
