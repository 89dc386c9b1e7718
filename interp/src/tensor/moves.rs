//! Ops that assemble tensors from parts or extract parts, each by its own definition.

use crate::machine::Machine;
use crate::machine::action::{Action, Interpret, Simple, Stop};
use crate::machine::meanings::Meanings;
use crate::tensor::named::{filled, for_each, position, rearrange, result_dtype, type_extents};
use crate::values::nan_bits::noted;
use crate::values::value::Dense;
use std::sync::Arc;
use tf_dialects::scalar::element_type;
use tf_dialects::tensor;
use tf_dialects::tensor::bitcast::{Parts, parts};
use tf_ir::body::Op;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;

fn operand(m: &Machine<'_>, op: Op, i: usize) -> Arc<Dense> {
    m.get(m.body().operand(op, i)).dense().clone()
}

fn set(m: &mut Machine<'_>, op: Op, dense: Dense) {
    let result = m.body().result(op, 0);
    m.set(result, dense.into());
}

pub(crate) fn register(meanings: &mut Meanings) {
    meanings
        .add(tensor::Pad)
        .add(tensor::Concat)
        .add(tensor::DynamicSlice)
        .add(tensor::UpdateSlice)
        .add(tensor::Bitcast);
}

impl Interpret for tensor::Pad {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let paddings = op.cast(tensor::Pad).ok_or_else(|| op.error("is no pad"))?.paddings();
        let low: Vec<Extent> = paddings.iter().map(|p| p.low.clone()).collect();
        let interior: Vec<i64> = paddings.iter().map(|p| p.interior).collect();
        let extents = type_extents(op, op.result_type(0))?;
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let extents = m.extents(op, &extents)?;
            let low = low.iter().map(|e| m.extent(op, e)).collect::<Result<Vec<i64>, Stop>>()?;
            let (x, value) = (operand(m, op, 0), m.bits(m.body().operand(op, 1)));
            let mut out = filled(m, op, x.dtype, &extents, value)?;
            let mut from = 0;
            for_each(m, &x.extents, |at| {
                let to: Option<Vec<usize>> = (0..at.len())
                    .map(|d| {
                        let to = low[d] + at[d] as i64 * (interior[d] + 1);
                        usize::try_from(to).ok().filter(|to| *to < extents[d])
                    })
                    .collect();
                if let Some(to) = to {
                    out.data[position(&extents, to.into_iter())] = x.data[from];
                }
                from += 1;
            });
            set(m, op, out);
            Ok(())
        })))
    }
}

impl Interpret for tensor::Concat {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let axis = op.cast(tensor::Concat).ok_or_else(|| op.error("is no concat"))?.axis();
        let (dtype, extents) = (result_dtype(op)?, type_extents(op, op.result_type(0))?);
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let extents = m.extents(op, &extents)?;
            let mut out = filled(m, op, dtype, &extents, 0)?;
            let mut start = 0;
            for datum in m.operands(op) {
                let x = datum.dense();
                let mut from = 0;
                for_each(m, &x.extents, |at| {
                    let to = at.iter().enumerate().map(|(d, i)| if d == axis { i + start } else { *i });
                    out.data[position(&extents, to)] = x.data[from];
                    from += 1;
                });
                start += x.extents[axis];
            }
            set(m, op, out);
            Ok(())
        })))
    }
}

/// The start of a window on each axis, clamped into bounds; operands from `first` on are the starts.
fn starts(
    m: &Machine<'_>,
    op: Op,
    first: usize,
    sizes: &[usize],
    whole: &[usize],
) -> Result<Vec<usize>, Stop> {
    let mut found = Vec::with_capacity(sizes.len());
    for (d, (size, extent)) in sizes.iter().zip(whole).enumerate() {
        let room = (*extent).max(usize::from(*size == 1)).checked_sub(*size);
        let room = room.ok_or_else(|| {
            m.error(op, format_args!("has a window of {size} elements in {extent} elements"))
        })?;
        let start = m.bits(m.body().operand(op, first + d)) as i64;
        found.push(start.clamp(0, room as i64) as usize);
    }
    Ok(found)
}

impl Interpret for tensor::DynamicSlice {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let extents = type_extents(op, op.result_type(0))?;
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let sizes = m.extents(op, &extents)?;
            let x = operand(m, op, 0);
            let starts = starts(m, op, 1, &sizes, &x.extents)?;
            let out = match x.data.is_empty() {
                true => filled(m, op, x.dtype, &sizes, 0)?,
                false => rearrange(m, &x, sizes, |at| at.iter().zip(&starts).map(|(i, s)| i + s).collect()),
            };
            set(m, op, out);
            Ok(())
        })))
    }
}

impl Interpret for tensor::UpdateSlice {
    fn prepare(&self, _: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(Simple(|m: &mut Machine<'_>, op: Op| {
            let (update, x) = (operand(m, op, 0), operand(m, op, 1));
            let starts = starts(m, op, 2, &update.extents, &x.extents)?;
            let mut out = (*x).clone();
            let mut from = 0;
            if x.data.is_empty() {
                set(m, op, out);
                return Ok(());
            }
            for_each(m, &update.extents, |at| {
                let to = at.iter().zip(&starts).map(|(i, s)| i + s);
                out.data[position(&x.extents, to)] = update.data[from];
                from += 1;
            });
            set(m, op, out);
            Ok(())
        })))
    }
}

impl Interpret for tensor::Bitcast {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let refuse = || op.error("has element types that cannot be reinterpreted as each other");
        let from = element_type(op.ctx(), op.operand_type(0)).ok_or_else(refuse)?;
        let to = result_dtype(op)?;
        let parts = parts(from, to).ok_or_else(refuse)?;
        let extents = type_extents(op, op.result_type(0))?;
        let action = Simple(move |m: &mut Machine<'_>, op: Op| {
            let extents = m.extents(op, &extents)?;
            let x = operand(m, op, 0);
            let data = match parts {
                Parts::Same => x.data.clone(),
                Parts::Split(n) => {
                    let part = |bits: u64, i: i64| (bits >> (i as u32 * to.bits())) & to.mask();
                    x.data.iter().flat_map(|bits| (0..n).map(move |i| part(*bits, i))).collect()
                }
                Parts::Joined(n) => {
                    let join = |parts: &[u64]| parts.iter().rev().fold(0, |all, p| all << from.bits() | p);
                    x.data.chunks(n as usize).map(join).collect()
                }
            };
            set(m, op, Dense { dtype: to, extents, data });
            Ok(())
        });
        Ok(noted(op.kind(), &[from], Box::new(action)))
    }
}
