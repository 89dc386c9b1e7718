//! The vector dialect: loads and stores of lanes, masks, reductions. Masked-off lanes access no memory.

use crate::grid::Touch;
use crate::machine::Machine;
use crate::machine::action::{Action, Interpret, Simple, Stop};
use crate::machine::latitude::Steps;
use crate::machine::meanings::Meanings;
use crate::mem::checked;
use crate::values::value::{Datum, Dense};
use tf_dialects::arith::{FastMath, FlagSet};
use tf_dialects::scalar::{DType, element_type};
use tf_dialects::tensor::CombiningKind;
use tf_dialects::vector::{self, ReduceOp};
use tf_ir::body::{Op, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;
use tf_ir::types::{Type, TypeData};

/// Lanes and element type of a rank-1 vector type.
fn lanes(op: OpRef<'_>, ty: Type) -> Result<(DType, usize), Diagnostic> {
    let dtype = element_type(op.ctx(), ty);
    match (op.ctx().type_data(ty), dtype) {
        (TypeData::Vector { shape, .. }, Some(dtype)) if shape.len() == 1 => Ok((dtype, shape[0] as usize)),
        _ => Err(op.error("needs vectors of rank 1")),
    }
}

fn vector(dtype: DType, data: Vec<u64>) -> Datum {
    Dense { dtype, extents: vec![data.len()], data }.into()
}

/// How the subscripts of lane `l` are computed from the operands.
struct Lanes {
    memref: Value,
    subscripts: Vec<Value>,
    /// The axis whose subscript grows with the lane, if any.
    axis: Option<usize>,
    mask: Option<Value>,
    count: usize,
}

impl Lanes {
    fn is_on(&self, m: &Machine<'_>, lane: usize) -> bool {
        self.mask.is_none_or(|mask| m.get(mask).dense().data[lane] != 0)
    }

    fn index(&self, m: &Machine<'_>, lane: usize) -> Vec<i64> {
        let one = |(d, value): (usize, &Value)| {
            let base = match m.get(*value) {
                Datum::Dense(dense) => dense.data[lane] as i64,
                other => other.bits() as i64,
            };
            if self.axis == Some(d) { base + lane as i64 } else { base }
        };
        self.subscripts.iter().enumerate().map(one).collect()
    }

    fn load(&self, m: &mut Machine<'_>, op: Op, dtype: DType, other: Option<Value>) -> Result<(), Stop> {
        let id = m.get(self.memref).buffer();
        let mut data = Vec::with_capacity(self.count);
        for lane in 0..self.count {
            let bits = match self.is_on(m, lane) {
                true => {
                    let index = self.index(m, lane);
                    let bits = checked(m, op, m.memory.load(id, &index))?;
                    m.note(op, id, &index, Touch::Read)?;
                    bits
                }
                false => other.map_or(0, |v| m.get(v).dense().data[lane]),
            };
            data.push(bits);
        }
        let result = m.body().result(op, 0);
        m.set(result, vector(dtype, data));
        Ok(())
    }

    fn store(&self, m: &mut Machine<'_>, op: Op, value: Value) -> Result<(), Stop> {
        let id = m.get(self.memref).buffer();
        let value = m.get(value).dense().clone();
        for lane in 0..self.count {
            if self.is_on(m, lane) {
                let index = self.index(m, lane);
                let done = m.memory.store(id, &index, value.data[lane]);
                checked(m, op, done)?;
                m.note(op, id, &index, Touch::Write)?;
            }
        }
        Ok(())
    }
}

pub(crate) fn register(meanings: &mut Meanings) {
    meanings
        .add(vector::Load)
        .add(vector::Store)
        .add(vector::Gather)
        .add(vector::Scatter)
        .add(vector::Broadcast)
        .add(vector::Step)
        .add(vector::Reduce)
        .add(vector::Extract)
        .add(vector::Insert);
}

impl Interpret for vector::Load {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.cast(vector::Load).ok_or_else(|| op.error("is no load"))?;
        let (dtype, count) = lanes(op, op.result_type(0))?;
        let lanes_of = view.lanes();
        let (memref, subscripts, mask) = (view.memref(), lanes_of.subscripts.to_vec(), lanes_of.mask);
        let access = Lanes { memref, subscripts, axis: Some(view.lane_axis()), mask, count };
        let other = lanes_of.other;
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| access.load(m, op, dtype, other))))
    }
}

impl Interpret for vector::Store {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.cast(vector::Store).ok_or_else(|| op.error("is no store"))?;
        let value = view.value();
        let (_, count) = lanes(op, op.body().ty(value))?;
        let lanes_of = view.lanes();
        let (memref, subscripts, mask) = (view.memref(), lanes_of.subscripts.to_vec(), lanes_of.mask);
        let access = Lanes { memref, subscripts, axis: Some(view.lane_axis()), mask, count };
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| access.store(m, op, value))))
    }
}

impl Interpret for vector::Gather {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.cast(vector::Gather).ok_or_else(|| op.error("is no gather"))?;
        let (dtype, count) = lanes(op, op.result_type(0))?;
        let lanes_of = view.lanes();
        let (memref, subscripts, mask) = (view.memref(), lanes_of.subscripts.to_vec(), lanes_of.mask);
        let access = Lanes { memref, subscripts, axis: None, mask, count };
        let other = lanes_of.other;
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| access.load(m, op, dtype, other))))
    }
}

/// `vector.scatter`: in lane order, so the highest lane wins.
impl Interpret for vector::Scatter {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.cast(vector::Scatter).ok_or_else(|| op.error("is no scatter"))?;
        let value = view.value();
        let (_, count) = lanes(op, op.body().ty(value))?;
        let lanes_of = view.lanes();
        let (memref, subscripts, mask) = (view.memref(), lanes_of.subscripts.to_vec(), lanes_of.mask);
        let access = Lanes { memref, subscripts, axis: None, mask, count };
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| access.store(m, op, value))))
    }
}

impl Interpret for vector::Broadcast {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let (dtype, count) = lanes(op, op.result_type(0))?;
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let body = m.body();
            let bits = m.bits(body.operand(op, 0));
            m.set(body.result(op, 0), vector(dtype, vec![bits; count]));
            Ok(())
        })))
    }
}

/// `vector.step`: 0, 1, 2, …
impl Interpret for vector::Step {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let (dtype, count) = lanes(op, op.result_type(0))?;
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let result = m.body().result(op, 0);
            m.set(result, vector(dtype, (0..count as u64).collect()));
            Ok(())
        })))
    }
}

/// `vector.reduce`: in lane order, starting at the identity.
impl Interpret for vector::Reduce {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let (dtype, _) = lanes(op, op.operand_type(0))?;
        let kind: Option<CombiningKind> = op.cast(vector::Reduce).and_then(ReduceOp::combining_kind);
        let kind = kind.ok_or_else(|| op.error("needs a combining kind"))?;
        let refuse = || op.error(format_args!("cannot reduce {dtype} with '{kind}'"));
        let kernel = kind.kernel(dtype).ok_or_else(refuse)?;
        let start = kind.identity(dtype).ok_or_else(refuse)?.bits();
        let flags = FastMath::of(op);
        let free = (flags != FastMath::NONE && dtype.is_float()).then(|| Steps::new(kind, dtype, flags));
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let body = m.body();
            let x = m.get(body.operand(op, 0)).dense().clone();
            let mut size = 0.0;
            let step = |acc, lane: &u64| {
                let bits = kernel.call(acc, *lane, 0);
                match (free, &mut m.latitude) {
                    (Some(steps), Some(latitude)) => latitude.accumulator(steps, &mut size, *lane, bits),
                    _ => bits,
                }
            };
            let bits = x.data.iter().fold(start, step);
            m.set(body.result(op, 0), Datum::Bits(bits));
            Ok(())
        })))
    }
}

/// `vector.extract`: vector, lane.
impl Interpret for vector::Extract {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(Simple(|m: &mut Machine<'_>, op: Op| {
            let body = m.body();
            let x = m.get(body.operand(op, 0)).dense().clone();
            let lane = lane(m, op, m.bits(body.operand(op, 1)), x.data.len())?;
            m.set(body.result(op, 0), Datum::Bits(x.data[lane]));
            Ok(())
        })))
    }
}

/// `vector.insert`: value, vector, lane.
impl Interpret for vector::Insert {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(Simple(|m: &mut Machine<'_>, op: Op| {
            let body = m.body();
            let mut x = (**m.get(body.operand(op, 1)).dense()).clone();
            let lane = lane(m, op, m.bits(body.operand(op, 2)), x.data.len())?;
            x.data[lane] = m.bits(body.operand(op, 0));
            m.set(body.result(op, 0), x.into());
            Ok(())
        })))
    }
}

fn lane(m: &Machine<'_>, op: Op, lane: u64, count: usize) -> Result<usize, Stop> {
    let inside = usize::try_from(lane).ok().filter(|l| *l < count);
    inside.ok_or_else(|| m.error(op, format_args!("selects lane {} of {count}", lane as i64)).into())
}
