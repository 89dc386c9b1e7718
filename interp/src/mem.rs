//! The mem dialect: buffers, loads and stores, checked on every access.

use crate::grid::Touch;
use crate::machine::Machine;
use crate::machine::action::{Action, Interpret, Simple, Stop};
use crate::machine::meanings::Meanings;
use crate::values::memory::AccessError;
use crate::values::value::Datum;
use tf_dialects::mem;
use tf_dialects::scalar::element_type;
use tf_dialects::stops;
use tf_ir::body::{Op, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;
use tf_ir::types::Dim;

pub(crate) fn checked<T>(m: &Machine<'_>, op: Op, access: Result<T, AccessError>) -> Result<T, Stop> {
    access.map_err(|e| m.error(op, e).into())
}

fn subscripts(m: &Machine<'_>, op: Op, skip: usize) -> Vec<i64> {
    m.body().operands(op).skip(skip).map(|v| m.bits(v) as i64).collect()
}

pub(crate) fn register(meanings: &mut Meanings) {
    meanings.add(mem::Alloc).add(mem::Constant).add(mem::Load).add(mem::Store).add(mem::Copy).add(mem::Trap);
}

impl Interpret for mem::Alloc {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let (ctx, ty) = (op.ctx(), op.result_type(0));
        let dtype = element_type(ctx, ty)
            .ok_or_else(|| op.error("has an element type the interpreter cannot hold"))?;
        let terms: Option<Vec<Extent>> = ctx.dims(ty).unwrap_or(&[]).iter().map(Dim::to_extent).collect();
        let terms = terms.ok_or_else(|| op.error("allocates a memref with unnamed extents '?'"))?;
        let over = overlapping(op);
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let extents = m.extents(op, &terms)?;
            let made = m.memory.allocate(dtype, &extents);
            let id = made.map_err(|e| m.too_large(op, &e))?;
            if !over.is_empty() {
                let others = over.iter().map(|other| m.get(*other).buffer()).collect();
                m.memory.lay_over(id, others);
            }
            let result = m.body().result(op, 0);
            m.set(result, Datum::Buffer(id));
            Ok(())
        })))
    }
}

/// Buffers with a common byte, allocated earlier in the same block.
fn overlapping(op: OpRef<'_>) -> Vec<Value> {
    let (body, own) = (op.body(), op.view(mem::Alloc));
    if own.start_byte().is_none() && own.slot_number().is_none() {
        return Vec::new();
    }
    let before = body.block_of(op.id()).into_iter().flat_map(|block| body.ops(block));
    let before = before.take_while(|other| *other != op.id());
    let allocs = before.filter_map(|other| body.cast(other, mem::Alloc));
    allocs.filter(|other| own.overlaps(*other)).map(|other| other.op().result(0)).collect()
}

impl Interpret for mem::Constant {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let value = op.attr("value").and_then(|a| crate::values::constant::datum_of(op.ctx(), a));
        let Some(Datum::Dense(dense)) = value else {
            return Err(op.error("has a value the interpreter cannot hold"));
        };
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let id = m.memory.adopt((*dense).clone());
            let result = m.body().result(op, 0);
            m.set(result, Datum::Buffer(id));
            Ok(())
        })))
    }
}

/// `mem.load`: memref, subscripts.
impl Interpret for mem::Load {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(Simple(|m: &mut Machine<'_>, op: Op| {
            let body = m.body();
            let id = m.get(body.operand(op, 0)).buffer();
            let index = subscripts(m, op, 1);
            let bits = checked(m, op, m.memory.load(id, &index))?;
            m.note(op, id, &index, Touch::Read)?;
            m.set(body.result(op, 0), Datum::Bits(bits));
            Ok(())
        })))
    }
}

/// `mem.store`: value, memref, subscripts.
impl Interpret for mem::Store {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(Simple(|m: &mut Machine<'_>, op: Op| {
            let body = m.body();
            let bits = m.bits(body.operand(op, 0));
            let id = m.get(body.operand(op, 1)).buffer();
            let index = subscripts(m, op, 2);
            let done = m.memory.store(id, &index, bits);
            checked(m, op, done)?;
            m.note(op, id, &index, Touch::Write)
        })))
    }
}

/// `mem.copy`: from operand 0 to operand 1.
impl Interpret for mem::Copy {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(Simple(|m: &mut Machine<'_>, op: Op| {
            let body = m.body();
            let (from, to) = (m.get(body.operand(op, 0)).buffer(), m.get(body.operand(op, 1)).buffer());
            let done = m.memory.copy(from, to);
            checked(m, op, done)?;
            m.note_all(op, from, Touch::Read)?;
            m.note_all(op, to, Touch::Write)
        })))
    }
}

impl Interpret for mem::Trap {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.cast(mem::Trap).ok_or_else(|| op.error("is no trap"))?;
        let (text, status) = (view.text().to_string(), view.status());
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let numbers: Vec<i64> = m.body().operands(op).map(|v| m.bits(v) as i64).collect();
            let said = stops::message(status, &stops::filled(&text, &numbers));
            Err(m.stop(op, &said, &[]).code(stops::class(status)).into())
        })))
    }
}
