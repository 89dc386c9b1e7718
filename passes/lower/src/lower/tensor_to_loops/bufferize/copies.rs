//! Bufferization: copies and fills of whole buffers, parallel and vectorized for large ones.

use super::super::client::{Client, Result};
use super::lowering::Lowering;
use tf_dialects::gpu::Gpu;
use tf_dialects::loops::{For, While};
use tf_dialects::mem;
use tf_dialects::mem::COPIED;
use tf_dialects::scalar::dtype;
use tf_dialects::target::Target;
use tf_ir::body::Value;
use tf_ir::builder::Cursor;
use tf_ir::rewrite::Rebuild;
use tf_ir::text::type_to_string;
use tf_ir::types::Type;
use tf_passes_common::code::marks::VECTOR_WIDTH;
use tf_passes_common::code::positions::static_dims;
use tf_passes_common::cost::figures::{COPIED_BY_THREADS, COPIED_VECTORS};

/// The row-wise strategy to write a buffer.
struct Rows {
    /// Elements per vector store.
    lanes: i64,
}

impl Lowering<'_> {
    /// Copies a whole buffer, unless source and target are the same. Outside loops this is one `mem.copy`,
    /// which later passes may remove; in loops, all threads copy large buffers.
    pub fn copy_buffer(&mut self, from: Value, to: Value, why: &'static str) -> Result<()> {
        if from == to {
            return Ok(());
        }
        self.counts.copies += 1;
        let is_private = self.is_private_to_iteration(from) && self.is_private_to_iteration(to);
        self.shared_copies += u64::from(!is_private && self.shared.contains(&self.ty(to)));
        let is_in_loop = self.is_in_loop();
        match self.rows_of(self.ty(to)).filter(|_| is_in_loop) {
            Some(rows) => self.each_of_rows(to, &rows, &mut |this, indices| Ok(this.load(from, indices)))?,
            None => drop(mem::Copy::build(&mut self.code.b, from, to)),
        }
        if is_in_loop {
            self.note_copy(self.ty(to), why);
        }
        Ok(())
    }

    /// Marks the op that was built last as an array copy in each iteration of a loop.
    fn note_copy(&mut self, ty: Type, why: &'static str) {
        let ctx = self.ctx();
        let Cursor::End(block) = self.code.b.cursor else { return };
        let body = &mut *self.code.b.body;
        let Some(copy) = body.last(block).filter(|_| ctx.dims(ty).is_some_and(|dims| !dims.is_empty()))
        else {
            return;
        };
        let said = ctx.array_attr(&[ctx.type_attr(ty), ctx.string_attr(why)]);
        body.set_attr(copy, COPIED, said);
        let text =
            format!("an array is copied in each iteration of a loop, {}: {why}", type_to_string(&ctx, ty));
        self.counts.copied.push((body.loc(copy), text));
    }

    /// Stores a value at each index of a buffer: on all threads if the buffer is large, else sequentially.
    pub fn store_everywhere(
        &mut self,
        to: Value,
        value: &mut dyn FnMut(&mut Self, &[Value]) -> Result<Value>,
    ) -> Result<()> {
        if let Some(rows) = self.rows_of(self.ty(to)) {
            return self.each_of_rows(to, &rows, value);
        }
        let extents = self.extents_of(to);
        let extents = self.code.extents(&extents);
        self.for_each(&extents, &mut Vec::new(), &mut |this, indices| {
            let value = value(this, indices)?;
            this.store(value, to, indices);
            Ok(())
        })
    }

    /// The strategy for a buffer that is large enough for all threads, if its rows hold several vectors and
    /// the code is not in a parallel loop already.
    fn rows_of(&self, ty: Type) -> Option<Rows> {
        let is_alone = self.trips.is_none() && !self.in_nest && Gpu::of(self.source()).is_none();
        let ctx = self.ctx();
        let dims = static_dims(&ctx, ty).filter(|dims| is_alone && dims.len() > 1)?;
        let bits = dtype(&ctx, ctx.elem_type(ty))?.bits();
        let elements = dims.iter().try_fold(1_i64, |all, dim| all.checked_mul(*dim))?;
        let lanes = COPIED_VECTORS * Target::of(self.source()).lanes(bits);
        let bytes = elements.checked_mul(i64::from(bits.div_ceil(u8::BITS)))?;
        (bytes >= COPIED_BY_THREADS && *dims.last()? >= lanes).then_some(Rows { lanes })
    }

    fn each_of_rows(
        &mut self,
        to: Value,
        rows: &Rows,
        value: &mut dyn FnMut(&mut Self, &[Value]) -> Result<Value>,
    ) -> Result<()> {
        let extents = self.extents_of(to);
        let extents = self.code.extents(&extents);
        let last = extents.len() - 1;
        self.rows(&extents, last, &mut |this, row| {
            let (zero, one) = (this.code.index(0), this.code.index(1));
            let width = (VECTOR_WIDTH, this.ctx().i64_attr(rows.lanes));
            this.counted([zero, extents[last], one], &[width], |this, column| {
                let indices: Vec<Value> = row.iter().map(|index| index.unwrap_or(column)).collect();
                let value = value(this, &indices)?;
                this.store(value, to, &indices);
                Ok(())
            })
        })
    }

    /// True inside a loop of the program.
    fn is_in_loop(&self) -> bool {
        let body = self.source();
        let block = match self.code.b.cursor {
            Cursor::Start(block) | Cursor::End(block) => Some(block),
            Cursor::Before(op) | Cursor::After(op) => body.block_of(op),
        };
        let owner = block.and_then(|block| body.block_owner(block));
        let mut around = std::iter::successors(owner, |op| body.parent_op(*op));
        around.any(|op| body.is(op, For) || body.is(op, While))
    }
}
