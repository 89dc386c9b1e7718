//! Asynchronous and bulk copies: on a processor they complete at once, element by element.

use super::block::{Fission, Result};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::kernel::{AsyncCopy, BulkCopy, SHARED_ALIGNMENT, Swizzle};
use tf_dialects::loops::build::if_else;
use tf_dialects::mem;
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::rewrite::Rebuild;
use tf_ir::types::Dim;

/// A box to be copied.
struct Copied {
    op: Op,
    from: Value,
    /// The corner of the box in the argument.
    corner: Vec<Value>,
    extents: Vec<i64>,
    /// The bytes of an element.
    bytes: i64,
    swizzle: Swizzle,
}

impl Fission<'_, '_> {
    /// Copies contiguous elements.
    pub(super) fn async_copy(&mut self, op: Op) -> Result<()> {
        let view = self.source.op(op).view(AsyncCopy);
        let (count, (bytes, all)) = (view.count() as i64, view.bytes());
        let sides = [(view.from(), view.from_subscripts()), (view.to(), view.to_subscripts())];
        let [(from, source), (to, target)] = sides;
        let (from, source) = self.place(op, from, &source, None)?;
        let axes = target.len();
        let (to, target) = self.place(op, to, &target, self.geometry.rank)?;
        for (memory, at, words) in
            [(from, &source[..], "reads from"), (to, &target[target.len() - axes..], "writes to")]
        {
            let number = self.linear(memory, at);
            let each = self.index(bytes as i64);
            let byte = arith::muli(&mut self.b, number, each);
            let whole = self.index(all as i64);
            let text = format!(
                "'{}' op {words} byte {{}}: {all} bytes are copied at a multiple of {all}",
                self.name(op)
            );
            self.trap_unless_multiple(byte, whole, &text);
        }
        let count = self.index(count);
        self.each(count, |this, i| {
            let [source, target] = [&source, &target].map(|list| {
                let mut list = list.clone();
                if let Some(last) = list.last_mut() {
                    *last = arith::addi(&mut this.b, *last, i);
                }
                list
            });
            let value = this.guarded(op, from, &source, |b| mem::Load::build(b, from, &source));
            this.guarded_effect(op, to, &target, |b| {
                mem::Store::build(b, value, to, &target);
            });
            Ok(())
        })
    }

    /// Traps unless a value is a multiple of another one.
    pub(super) fn trap_unless_multiple(&mut self, number: Value, of: Value, text: &str) {
        let zero = self.index(0);
        let rest = arith::remui(&mut self.b, number, of);
        let wrong = arith::cmpi(&mut self.b, CmpI::Ne, rest, zero);
        self.trap_if(wrong, &[number], text);
    }

    /// Copies a box to the array of the current block, or to those of several blocks of its cluster.
    pub(super) fn bulk_copy(&mut self, op: Op) -> Result<()> {
        let view = self.source.op(op).view(BulkCopy);
        let Some(extents) = view.extents() else {
            return Err(self.refuse(op, "copies a box whose extents are no constants"));
        };
        let (from, corner, ranks) = (view.from(), view.from_subscripts(), view.ranks());
        let (bytes, swizzle) = (view.element_bytes() as i64, view.rows());
        let extents = extents.iter().map(|extent| *extent as i64).collect();
        let (from, corner) = self.place(op, from, &corner, None)?;
        self.check_rows(op, from, bytes);
        let copied = Copied { op, from, corner, extents, bytes, swizzle };
        let Some(ranks) = ranks else { return self.bring_box(&copied, self.geometry.rank) };
        let ranks = self.operand(op, ranks)?;
        let members = self.geometry.members();
        let (zero, all) = (self.index(0), self.index(1 << members));
        let none = arith::cmpi(&mut self.b, CmpI::Eq, ranks, zero);
        let others = arith::cmpi(&mut self.b, CmpI::Uge, ranks, all);
        let wrong = arith::ori(&mut self.b, none, others);
        let text = format!(
            "'{}' op copies a box for the blocks of the bits of {{}}: the cluster has the ranks 0 to {}, and one of them gets it at least",
            self.name(op),
            members - 1
        );
        self.trap_if(wrong, &[ranks], &text);
        let (members, one) = (self.index(members), self.index(1));
        self.each(members, |this, rank| {
            let bits = arith::shrui(&mut this.b, ranks, rank);
            let bit = arith::andi(&mut this.b, bits, one);
            let gets = arith::cmpi(&mut this.b, CmpI::Ne, bit, zero);
            this.when(gets, |this| this.bring_box(&copied, Some(rank)))
        })
    }

    /// Traps unless the rows of the source array begin at multiples of 16 bytes.
    fn check_rows(&mut self, op: Op, from: Value, bytes: i64) {
        let dims = self.source.ctx().dims(self.b.body.ty(from)).unwrap_or_default();
        let Some(row) = dims.last().filter(|_| dims.len() > 1).and_then(Dim::to_extent) else { return };
        let (extent, each) = (self.extent(&row), self.index(bytes));
        let row = arith::muli(&mut self.b, extent, each);
        let aligned = self.index(SHARED_ALIGNMENT as i64);
        let text = format!(
            "'{}' op copies a box of an array whose rows have {{}} bytes: they are multiples of {SHARED_ALIGNMENT}",
            self.name(op)
        );
        self.trap_unless_multiple(row, aligned, &text);
    }

    /// Copies a box to the array of the block of a rank, and reports the bytes to the barrier of that block.
    fn bring_box(&mut self, copied: &Copied, rank: Option<Value>) -> Result<()> {
        let op = copied.op;
        let view = self.source.op(op).view(BulkCopy);
        let (to, start) = (view.to(), view.to_subscripts());
        let (barrier, at, bytes) = (view.barrier(), view.barrier_subscripts(), view.bytes());
        let word = self.word(op, barrier, &at, rank)?;
        let (to, start) = self.place(op, to, &start, rank)?;
        self.inside(op, to, &start, |this| {
            this.each_of(&copied.extents, Vec::new(), &mut |this, at| {
                this.copy_element(copied, at, (to, &start))
            })
        })?;
        self.bring(op, &word, bytes)
    }

    /// Copies an element of a box, by its subscripts in the box; elements outside of the argument are zero.
    fn copy_element(&mut self, copied: &Copied, at: &[Value], (to, start): (Value, &[Value])) -> Result<()> {
        let from = copied.from;
        let ty = self.b.body.ty(from);
        let dims: Vec<Extent> =
            self.source.ctx().dims(ty).unwrap_or_default().iter().filter_map(Dim::to_extent).collect();
        let (mut source, mut inside) = (Vec::new(), None);
        for ((corner, at), extent) in copied.corner.iter().zip(at).zip(&dims) {
            let index = arith::addi(&mut self.b, *corner, *at);
            let extent = self.extent(extent);
            let fits = arith::cmpi(&mut self.b, CmpI::Ult, index, extent);
            inside = Some(match inside {
                Some(before) => arith::andi(&mut self.b, before, fits),
                None => fits,
            });
            source.push(index);
        }
        let Some(inside) = inside else { return Ok(()) };
        let elem = self.source.ctx().elem_type(ty);
        let load = |b: &mut Builder<'_>| vec![mem::Load::build(b, from, &source)];
        let read = if_else(&mut self.b, inside, &[elem], load, |b| vec![super::memory::zero(b, elem)]);
        let value = self.b.body.result(read, 0);
        let mut place = at.to_vec();
        if copied.swizzle != Swizzle::Plain {
            let row = self.row_of(&copied.extents, at);
            if let Some(last) = place.last_mut() {
                *last = self.swizzled(copied.swizzle, row, *last, copied.bytes);
            }
        }
        let target = [start, &place].concat();
        mem::Store::build(&mut self.b, value, to, &target);
        Ok(())
    }

    /// The linear index of an element's row in its box.
    fn row_of(&mut self, extents: &[i64], at: &[Value]) -> Value {
        let mut row = self.index(0);
        for (extent, at) in extents.iter().zip(at).take(extents.len() - 1) {
            let extent = self.index(*extent);
            row = arith::muli(&mut self.b, row, extent);
            row = arith::addi(&mut self.b, row, *at);
        }
        row
    }

    /// Swizzles the column of an element, as [`Swizzle`] defines it.
    pub(super) fn swizzled(&mut self, swizzle: Swizzle, row: Value, column: Value, bytes: i64) -> Value {
        if swizzle == Swizzle::Plain {
            return column;
        }
        let chunk = self.index(SHARED_ALIGNMENT as i64 / bytes);
        let [chunks, alike] = [swizzle.chunks(), swizzle.rows_alike()].map(|n| self.index(n as i64));
        let b = &mut self.b;
        let (number, rest) = (arith::divui(b, column, chunk), arith::remui(b, column, chunk));
        let turn = arith::divui(b, row, alike);
        let turn = arith::remui(b, turn, chunks);
        let number = arith::xori(b, number, turn);
        let first = arith::muli(b, number, chunk);
        arith::addi(b, first, rest)
    }
}
