//! Parallel scans of a few long rows, in two passes over chunks of constant length: the first reduces each
//! chunk, which gives the carry into each chunk, the second scans the chunks. A batch of chunks is small
//! enough that its elements are still in cache in the second pass.

use super::super::super::client::{Client, Result};
use super::super::lowering::Lowering;
use super::super::rows::Row;
use super::Plan;
use super::rows::Segment;
use tf_dialects::arith::{self, FastMath, FlagSet};
use tf_dialects::loops::For;
use tf_dialects::tensor::constraints::kinds_attr;
use tf_ir::body::Value;
use tf_ir::rewrite::Rebuild;
use tf_ir::types::{Dim, Type};
use tf_passes_common::code::marks::{REDUCTION, VECTOR_WIDTH};
use tf_passes_common::cost::figures::{CHUNK_REGISTERS, ROWS_TOGETHER};

/// Consecutive chunks of a row.
struct Chunks<'a> {
    row: &'a Row,
    /// The first step of the first chunk.
    begin: Value,
    /// Number of chunks.
    count: Value,
    /// Buffers for the total of each chunk, later for the carry into it.
    totals: &'a [Value],
}

impl Lowering<'_> {
    /// Scans row after row, each on all threads.
    pub(super) fn scan_in_chunks(&mut self, plan: &Plan) -> Result<()> {
        let ctx = self.ctx();
        let (_, most) = plan.chunk();
        let memory = |ty: &Type| ctx.memref(vec![Dim::Static(most)], *ty);
        let types: Vec<Type> = plan.elems.iter().map(memory).collect();
        let totals: Vec<Value> = types.into_iter().map(|ty| self.alloc(ty)).collect();
        let extents = plan.extents.clone();
        self.rows_in_order(&extents, plan.axis, &mut |this, row| this.scan_row_in_chunks(plan, row, &totals))
    }

    fn scan_row_in_chunks(&mut self, plan: &Plan, row: &Row, totals: &[Value]) -> Result<()> {
        let (zero, index) = (self.code.index(0), self.ctx().index());
        let length = plan.extents[plan.axis];
        let (size, most) = plan.chunk();
        let span = self.code.index(size * most);
        let operands = [&[zero, length, span], &plan.starts[..]].concat();
        let new = self.code.b.op(For, &operands, &plan.elems, &[]);
        let args: Vec<Type> = std::iter::once(index).chain(plan.elems.iter().copied()).collect();
        self.region(new, 0, &args, |this, args| {
            let (chunk, most) = (this.code.index(size), this.code.index(most));
            let left = this.code.sub(length, args[0]);
            let count = arith::ceildivui(&mut this.code, left, chunk);
            let count = arith::minsi(&mut this.code, count, most);
            let chunks = Chunks { row, begin: args[0], count, totals };
            this.chunk_totals(plan, &chunks)?;
            let after = this.chunk_starts(plan, &chunks, &args[1..])?;
            this.chunk_scans(plan, &chunks)?;
            this.code.end(&after);
            Ok(())
        })
    }

    /// Reduces each chunk.
    fn chunk_totals(&mut self, plan: &Plan, chunks: &Chunks<'_>) -> Result<()> {
        let (size, _) = plan.chunk();
        let grain = self.grain(Some(size));
        self.parallel(&[chunks.count], &[grain], |this, args| {
            let size = this.code.index(size);
            let offset = this.code.mul(args[0], size);
            let from = this.code.add(chunks.begin, offset);
            let to = this.code.add(from, size);
            let to = arith::minsi(&mut this.code, to, plan.extents[plan.axis]);
            let total = match plan.combiner {
                Some(_) => this.total_in_order(plan, chunks.row, from, to)?,
                None => this.total_in_lanes(plan, chunks.row, from, to)?,
            };
            for (value, memory) in total.iter().zip(chunks.totals) {
                this.store(*value, *memory, &[args[0]]);
            }
            Ok(())
        })
    }

    /// Reduces the elements between two steps of a scan in any order.
    fn total_in_lanes(&mut self, plan: &Plan, row: &Row, from: Value, to: Value) -> Result<Vec<Value>> {
        let (ctx, one) = (self.ctx(), self.code.index(1));
        // In the order of memory, even if the scan is reversed.
        let [from, to] = match plan.reverse {
            false => [from, to],
            true => [to, from].map(|step| self.code.sub(plan.extents[plan.axis], step)),
        };
        let starts: Vec<Value> =
            plan.kinds.iter().zip(&plan.elems).map(|(kind, ty)| self.code.identity(*kind, *ty)).collect();
        let mut attrs = Vec::new();
        if let Some(lanes) = self.scan_lanes(plan, CHUNK_REGISTERS) {
            attrs.extend([(VECTOR_WIDTH, ctx.i64_attr(lanes)), (REDUCTION, kinds_attr(&ctx, &plan.kinds))]);
            attrs.extend((plan.flags.bits() != 0).then(|| (FastMath::ATTR, plan.flags.attr(&ctx))));
        }
        // The length of the last chunk is not known here, which does not matter.
        attrs.extend(self.team_marks(plan, to));
        let operands = [&[from, to, one], &starts[..]].concat();
        let new = self.code.b.op(For, &operands, &plan.elems, &attrs);
        let args: Vec<Type> = std::iter::once(ctx.index()).chain(plan.elems.iter().copied()).collect();
        self.region(new, 0, &args, |this, args| {
            let place: Vec<Value> = row.iter().map(|index| index.unwrap_or(args[0])).collect();
            let values: Vec<Value> = plan.sources.iter().map(|source| this.load(*source, &place)).collect();
            let after = this.scan_step(plan, &args[1..], &values)?;
            this.code.end(&after);
            Ok(())
        })?;
        Ok(self.results(new))
    }

    /// Reduces in scan order, beginning with the first element: the initial value of a scan need not be an
    /// identity of its combiner.
    fn total_in_order(&mut self, plan: &Plan, row: &Row, from: Value, to: Value) -> Result<Vec<Value>> {
        let (one, index) = (self.code.index(1), self.ctx().index());
        let element = |this: &mut Self, step: Value| {
            let at = this.scan_place(plan, step);
            let place: Vec<Value> = row.iter().map(|index| index.unwrap_or(at)).collect();
            plan.sources.iter().map(|source| this.load(*source, &place)).collect::<Vec<Value>>()
        };
        let first = element(self, from);
        let second = self.code.add(from, one);
        let new = self.code.b.op(For, &[&[second, to, one], &first[..]].concat(), &plan.elems, &[]);
        let args: Vec<Type> = std::iter::once(index).chain(plan.elems.iter().copied()).collect();
        self.region(new, 0, &args, |this, args| {
            let values = element(this, args[0]);
            let after = this.scan_step(plan, &args[1..], &values)?;
            this.code.end(&after);
            Ok(())
        })?;
        Ok(self.results(new))
    }

    /// Replaces each chunk's total by the carry into the chunk; returns the accumulators after the last
    /// chunk.
    fn chunk_starts(&mut self, plan: &Plan, chunks: &Chunks<'_>, starts: &[Value]) -> Result<Vec<Value>> {
        let (zero, one, index) = (self.code.index(0), self.code.index(1), self.ctx().index());
        let marks = self.team_marks(plan, chunks.count);
        let new = self.code.b.op(For, &[&[zero, chunks.count, one], starts].concat(), &plan.elems, &marks);
        let args: Vec<Type> = std::iter::once(index).chain(plan.elems.iter().copied()).collect();
        self.region(new, 0, &args, |this, args| {
            let totals: Vec<Value> =
                chunks.totals.iter().map(|memory| this.load(*memory, &[args[0]])).collect();
            for (value, memory) in args[1..].iter().zip(chunks.totals) {
                this.store(*value, *memory, &[args[0]]);
            }
            let after = this.scan_step(plan, &args[1..], &totals)?;
            this.code.end(&after);
            Ok(())
        })?;
        Ok(self.results(new))
    }

    /// Scans the chunks, several full chunks together.
    fn chunk_scans(&mut self, plan: &Plan, chunks: &Chunks<'_>) -> Result<()> {
        let elements = plan.chunk().0;
        let (size, together) = (self.code.index(elements), self.code.index(ROWS_TOGETHER));
        if plan.by_teams {
            return self.parallel(&[chunks.count], &[], |this, args| {
                let part = this.chunk_part(chunks, args[0], size);
                this.scan_chunk(plan, part, size)
            });
        }
        let groups = arith::ceildivui(&mut self.code, chunks.count, together);
        // The last chunk of the row may be shorter: only full ones run together.
        let left = self.code.sub(plan.extents[plan.axis], chunks.begin);
        let whole = arith::divui(&mut self.code, left, size);
        let whole = arith::minsi(&mut self.code, whole, chunks.count);
        let grain = self.grain(Some(elements * ROWS_TOGETHER));
        self.parallel(&[groups], &[grain], |this, args| {
            let some = |this: &mut Self, indices: &[Value]| {
                let mut parts: Vec<Segment> =
                    indices.iter().map(|chunk| this.chunk_part(chunks, *chunk, size)).collect();
                match parts.len() {
                    1 => this.scan_chunk(plan, parts.remove(0), size),
                    _ => this.scan_segments(plan, &parts, size),
                }
            };
            this.together(args[0], chunks.count, whole, &some)
        })
    }

    /// Scans a single chunk, which may be the last one of its row.
    fn scan_chunk(&mut self, plan: &Plan, part: Segment, size: Value) -> Result<()> {
        let begin = part.begin.expect("each chunk has a start");
        let left = self.code.sub(plan.extents[plan.axis], begin);
        let steps = arith::minsi(&mut self.code, left, size);
        self.scan_segments(plan, &[part], steps)
    }

    /// A chunk as a part of its row.
    fn chunk_part(&mut self, chunks: &Chunks<'_>, chunk: Value, size: Value) -> Segment {
        let offset = self.code.mul(chunk, size);
        let begin = self.code.add(chunks.begin, offset);
        let starts = chunks.totals.iter().map(|memory| self.load(*memory, &[chunk])).collect();
        Segment { row: chunks.row.clone(), begin: Some(begin), starts }
    }
}
