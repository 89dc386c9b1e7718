//! Interleaved accesses, emitted: one load or store of contiguous rows, and shuffles that separate or combine
//! the columns.
//!
//! Lane by lane, LLVM would compute an address and move an element for each access. Instead, one load of all
//! rows is split into columns, and columns are combined for one store of all rows. The load may read columns
//! that no access uses. These are between the used columns, in rows that the program accesses, and so inside
//! the buffer. The store consists of all columns, so it writes only elements that the program stores.
//!
//! Rows of inactive lanes may be outside the buffer, or belong to another object. If not all lanes are
//! active, at the end of an axis, a loop copies the rows of the active lanes from or to a temporary, and the
//! load or store accesses that copy. Processors with masked gathers keep those instead: they are less code,
//! though no faster.

use crate::emitter::types::{Buffer, upstream_attr, vector_type};
use crate::emitter::{Emitter, Result, Use};
use crate::names::scf;
use crate::vectors::rows::{GroupRole, Member, Rows};
use tf_dialects::arith;
use tf_dialects::vector;
use tf_ir::attr::Attribute;
use tf_ir::body::{Op, Value};
use tf_ir::rewrite::Rebuild;

/// The sizes of the rows of all lanes.
#[derive(Clone, Copy)]
struct Span {
    lanes: usize,
    /// Elements and bytes of a row.
    columns: usize,
    row_bytes: usize,
}

impl Emitter<'_, '_> {
    /// Emits a load or store together with the accesses to other columns of the same rows; false if it is in
    /// no such group.
    pub(crate) fn in_rows(&mut self, op: Op) -> Result<bool> {
        let (rows, members) = match self.parts.get(&op) {
            None => return Ok(false),
            Some(GroupRole::Follower) => return Ok(true),
            Some(GroupRole::Leader(rows, members)) => (rows.clone(), members.clone()),
        };
        let buffer = self.buffer(op, rows.memref)?;
        if self.source.is(op, vector::Load) {
            self.load_rows(op, &buffer, &rows, &members)?;
        } else {
            self.store_rows(op, &buffer, &rows, &members)?;
        }
        Ok(true)
    }

    fn load_rows(&mut self, op: Op, buffer: &Buffer, rows: &Rows, members: &[Member]) -> Result<()> {
        let ctx = self.ctx();
        let span = self.span(buffer, rows);
        let from = self.first_row(op, buffer, rows)?;
        let mask = rows.mask.map(|mask| self.operand(op, mask)).transpose()?;
        let (elem, bytes) = buffer.stored(&ctx);
        let ty = vector_type(&ctx, span.lanes * span.columns, elem);
        let from = mask.map_or(Ok(from), |mask| self.rows_or_copy(mask, from, span))?;
        let all = self.load(from, ty, bytes);
        for member in members {
            let taken: Vec<i32> =
                (0..span.lanes).map(|lane| (lane * span.columns + member.column) as i32).collect();
            let column = self.shuffle(all, all, &taken);
            let mut value = self.from_storage(column, buffer.elem);
            if let (Some(mask), Some(other)) = (mask, rows.other) {
                let other = self.operand(op, other)?;
                value = arith::select(self, mask, value, other);
            }
            self.set_results(member.op, &[value]);
        }
        Ok(())
    }

    fn store_rows(&mut self, op: Op, buffer: &Buffer, rows: &Rows, members: &[Member]) -> Result<()> {
        let span = self.span(buffer, rows);
        let to = self.first_row(op, buffer, rows)?;
        let (_, bytes) = buffer.stored(self.source.ctx());
        let mut columns = vec![to; span.columns];
        for member in members {
            let old = self.source.view(member.op, vector::Store);
            let value = self.operand(member.op, old.value())?;
            columns[member.column] = self.to_storage(value, buffer.elem);
        }
        let all = self.interleaved(columns, span);
        let Some(mask) = rows.mask else {
            self.store(all, to, bytes);
            return Ok(());
        };
        let mask = self.operand(op, mask)?;
        // One store with its shuffles next to it, to either address.
        let copy = self.copy_of_rows(span);
        let whole = self.all_of(mask);
        let place = arith::select(self, whole, to, copy);
        self.store(all, place, bytes);
        let new = self.b.op_with_regions(scf::IF, &[whole], &[], &[], 2);
        self.fill(new, 0, &[], |_, _| Ok(Vec::new()))?;
        self.fill(new, 1, &[], |this, _| this.copy_rows(mask, copy, to, span))
    }

    fn span(&self, buffer: &Buffer, rows: &Rows) -> Span {
        let row_bytes = rows.columns * buffer.stored(self.source.ctx()).1 as usize;
        Span { lanes: rows.lanes, columns: rows.columns, row_bytes }
    }

    /// The address of the first lane's row.
    fn first_row(&mut self, op: Op, buffer: &Buffer, rows: &Rows) -> Result<Value> {
        let mut subscripts = self.values_of(op, &rows.subscripts)?;
        let zero = self.int(0);
        subscripts.resize(buffer.extents.len(), zero);
        self.address(op, buffer, &subscripts)
    }

    /// Interleaves columns into rows.
    fn interleaved(&mut self, columns: Vec<Value>, span: Span) -> Value {
        let all = self.joined(columns);
        let order: Vec<i32> = (0..span.lanes * span.columns)
            .map(|i| (i % span.columns * span.lanes + i / span.columns) as i32)
            .collect();
        self.shuffle(all, all, &order)
    }

    /// The address to load rows from: the rows themselves if all lanes are active, else a copy of the active
    /// ones.
    fn rows_or_copy(&mut self, mask: Value, rows: Value, span: Span) -> Result<Value> {
        let pointer = self.b.body.ty(rows);
        let new = self.if_all(mask, &[pointer]);
        self.fill(new, 0, &[], |_, _| Ok(vec![rows]))?;
        self.fill(new, 1, &[], |this, _| {
            let copy = this.copy_of_rows(span);
            this.copy_rows(mask, rows, copy, span)?;
            Ok(vec![copy])
        })?;
        Ok(self.b.body.result(new, 0))
    }

    /// Memory for the rows of all lanes. No data persists there between accesses, so accesses of one size
    /// share it.
    fn copy_of_rows(&mut self, span: Span) -> Value {
        self.shared_stack(Use::Rows, (span.lanes * span.row_bytes).div_ceil(8))
    }

    fn shared_stack(&mut self, holds: Use, words: usize) -> Value {
        if let Some(known) = self.shared.get(&(holds, words)) {
            return *known;
        }
        let made = self.stack(words);
        self.shared.insert((holds, words), made);
        made
    }

    /// Copies the rows of the active lanes, one by one. Either the source or the destination is the temporary
    /// copy. Returns no values.
    fn copy_rows(&mut self, mask: Value, from: Value, to: Value, span: Span) -> Result<Vec<Value>> {
        let ctx = self.ctx();
        let copy = self.copy_of_rows(span);
        let (i8, i64) = (ctx.int(8), ctx.i64());
        // Indexing a lane of a mask is expensive; its byte in memory is cheap.
        let flags = self.shared_stack(Use::Flags, span.lanes.div_ceil(8));
        let bytes = self.to_storage(mask, ctx.i1());
        self.store(bytes, flags, 1);
        let bounds = [self.int(0), self.int(span.lanes as i64), self.int(1)];
        let new = self.b.op_with_regions(scf::FOR, &bounds, &[], &[("loop_annotation", self.as_is())], 1);
        self.fill(new, 0, &[i64], |this, args| {
            let flag = this.element_pointer(flags, args[0], i8);
            let flag = this.load(flag, i8, 1);
            let on = this.from_storage(flag, ctx.i1());
            let size = this.int(span.row_bytes as i64);
            let offset = this.index_op(arith::Muli, args[0], size);
            // For inactive lanes, the copy is copied onto itself, without a branch.
            let [from, to, safe] = [from, to, copy].map(|base| this.element_pointer(base, offset, i8));
            let [from, to] =
                [from, to].map(|at| if at == safe { at } else { arith::select(this, on, at, safe) });
            this.copy_bytes(to, from, size);
            Ok(Vec::new())
        })?;
        Ok(Vec::new())
    }

    /// A hint to keep a loop rolled and scalar: unrolled, it would be more code and no faster.
    pub(crate) fn as_is(&self) -> Attribute {
        let text = "loop_annotation<vectorize = <disable = true>, unroll = <disable = true>>";
        upstream_attr(self.source.ctx(), "llvm", text)
    }
}
